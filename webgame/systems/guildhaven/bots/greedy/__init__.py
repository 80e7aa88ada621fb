"""The greedy bot: it plans each turn for itself by expected damage and danger, and looks no further."""

from __future__ import annotations

from typing import Any

from webgame.engine.bots import FirstBot, RandomBot
from webgame.engine.decision import Decision, Target
from webgame.engine.rng import Rng
from webgame.systems.guildhaven.bots.greedy import aims, choices, turns
from webgame.systems.guildhaven.bots.greedy.offers import Answer, Handler

HANDLERS: dict[str, Handler] = {**choices.HANDLERS, **turns.HANDLERS, **aims.HANDLERS}
"""Prompt -> what answers it."""

LOTS = ("ask.specialties", "ask.name", "ask.colour", "ask.branch", "ask.outcome")
"""What is as good one way as the other: the hero, the ways of the story."""


class GreedyBot:
    """Takes what promises most now; only who the hero is it leaves to its random numbers."""

    def __init__(self, rng: Rng) -> None:
        self._first = FirstBot(rng)
        self._any = RandomBot(rng)

    def choose(self, state: Any, decision: Decision, seat: str) -> tuple[str, tuple[Target, ...]]:
        """Return an option's id and the picks; what it has no opinion on gets the first option."""
        if decision.prompt in LOTS:
            return self._any.choose(state, decision, seat)
        handler = HANDLERS.get(decision.prompt)
        answer: Answer = handler(state, decision, seat) if handler is not None else None
        if answer is None:
            return self._first.choose(state, decision, seat)
        return answer
