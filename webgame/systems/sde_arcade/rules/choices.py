"""What the rules leave equal in the Consul turn: the engine takes the first, or the players choose (AI-1)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeVar

from webgame.engine.decision import Choice, Decision, Target, button, targets
from webgame.engine.game import Play
from webgame.systems.sde_arcade.state import State

T = TypeVar("T", int, str)


def asked(s: State) -> bool:
    """Whether the players are asked: a house rule, and they have not left this turn to the engine."""
    return s.options["consul_choices"] == "players" and not s.turn.left_to_engine


def among(
    g: Play, what: str, rule: str, on: str, found: Sequence[T], **params: Any
) -> Generator[Any, Any, T]:
    """Return which of several equal things is taken: the first, or the one that the players name (AI-1).

    `rule` left them equal; `on` says what they are (piece, square, value); `params` fill the words of
    `ask.tie_<what>`. The players may leave this choice, or all of the turn, to the engine.
    """
    s: State = g.state
    first = found[0]
    if len(found) < 2 or not asked(s):
        return first
    listed: Sequence[Target] = found
    choice: Choice = yield Decision(
        seats=tuple(m.seat for m in s.members.values() if m.kind == "hero"),
        prompt=f"ask.tie_{what}",
        rule=rule,
        mode="any",
        groups=(
            targets("tie", f"do.tie_{what}", rule, on, listed, **params),
            button("engine", "do.engine", "AI-1", tone="end", icon="next"),
            button("engine_turn", "do.engine_turn", "AI-1", tone="quiet", icon="sleep"),
        ),
        params={**params, "n": len(found)},
    )
    if choice.group == "tie":
        return next(each for each in found if each == choice.target)
    s.turn.left_to_engine = choice.group == "engine_turn"
    return first
