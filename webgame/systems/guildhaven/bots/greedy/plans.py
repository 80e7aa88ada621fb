"""Plans for a turn: which card gives which half, in which order, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from webgame.systems.guildhaven.bots.greedy.halves import MOVES, Halves
from webgame.systems.guildhaven.bots.greedy.places import Places
from webgame.systems.guildhaven.box import Half, Step, box
from webgame.systems.guildhaven.state import State

BURIED = 1.3  # what a card is worth that is gone for the scenario
IDLE = 0.15  # a half that does nothing


class Play(NamedTuple):
    """A half of a card to be played."""

    card: str
    side: str


class Plan(NamedTuple):
    """The halves still to be played, in order, and their value."""

    value: float
    plays: tuple[Play, ...]


class Planner:
    """Values plans at one moment."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.places = Places(s)
        self.halves = Halves(s, self.places)
        self._punches: dict[tuple[str, str, int], float] = {}

    def half(self, play: Play) -> Half:
        """Return a half."""
        return box().cards[play.card].half(play.side)

    def punch(self, play: Play, square: int) -> float:
        """Return what a half does from a square, less what burying its card costs."""
        key = (play.card, play.side, square)
        if key not in self._punches:
            half = self.half(play)
            value = self.halves.punch(half.steps, square, box().cards[play.card].specialty)
            if half.bury and value > 0:
                value = max(0.0, value - BURIED)
            self._punches[key] = value
        return self._punches[key]

    def moves(self, play: Play) -> bool:
        """Whether a half moves the hero."""
        return any(step["op"] in MOVES for step in self.half(play).steps)

    def in_order(self, first: Play, second: Play | None) -> float:
        """Return the value of one half and then another from where the hero stands."""
        best = -99.0
        here = self.s.me.at
        for square in self.halves.ends(self.half(first).steps):
            value = self.punch(first, square)
            if second is None:
                value += self.places.worth(square)
            elif square == here and self.moves(second):
                value += max(
                    self.punch(second, end) + self.places.worth(end)
                    for end in self.halves.ends(self.half(second).steps)
                )
            else:
                value += self.punch(second, square) + self.places.worth(square)
            best = max(best, value)
        return best

    def plan(self, cards: Iterable[str], sides: Iterable[str]) -> Plan:
        """Return the best plan for the cards in play and the halves that are left."""
        found = [
            Plan(self.in_order(*order), tuple(p for p in order if p)) for order in self._orders(cards, sides)
        ]
        return max(found, key=lambda plan: plan.value, default=Plan(0.0, ()))

    def _orders(self, cards: Iterable[str], sides: Iterable[str]) -> Iterator[tuple[Play, Play | None]]:
        cards, sides = list(cards), list(sides)
        if len(cards) == 1 or len(sides) == 1:
            for card in cards:
                for side in sides:
                    yield Play(card, side), None
            return
        for one, other in (cards, cards[::-1]):
            top, bottom = Play(one, "top"), Play(other, "bottom")
            yield top, bottom
            yield bottom, top

    def pair(self, hand: list[str]) -> tuple[str, str]:
        """Return the two cards of a hand that promise most (GH-9.2)."""
        best: tuple[float, tuple[str, str]] | None = None
        for one, other in combinations(hand, 2):
            value = self.plan((one, other), ("top", "bottom")).value
            value -= 0.004 * min(box().cards[one].initiative, box().cards[other].initiative)
            if best is None or value > best[0]:
                best = (value, (one, other))
        if best is None:
            raise ValueError("a hand of fewer than two cards has no pair")
        return best[1]

    def least(self, cards: Iterable[str]) -> str:
        """Return the card that the hero can spare best."""
        weight = self.weights()
        return min(cards, key=lambda card: (weight(card), card))

    @staticmethod
    def weights() -> Callable[[str], float]:
        """Return the function that says what a card is worth in general."""

        def weight(card: str) -> float:
            record = box().cards[card]
            return sum(_strength(step) for half in (record.top, record.bottom) for step in half.steps)

        return weight


def _strength(step: Step) -> float:
    """Return what a line is worth in general."""
    n = step.get("n", 1)
    n = n if isinstance(n, int) else 2
    many = step.get("targets", 1)
    match step["op"]:
        case "attack" | "damage" | "bleed":
            reach = 0.3 * min(4, int(step.get("range", 1)))
            return n * (1.0 if many == 1 else 1.6) + reach + 0.5 * len(step.get("riders", ()))
        case "move" | "jump" | "fly" | "teleport" | "charge":
            return 0.45 * n
        case "heal" | "shield" | "retaliate":
            return 0.8 * n
        case "summon" | "persistent":
            return 3.0
        case _:
            return 0.8
