"""A unit in the middle of its row: what it fights, what it struck, the numbers of its steps (GH-22.1)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import msgspec

from webgame.engine.game import Play
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import facts
from webgame.systems.guildhaven.state import State, Unit


class Acting(msgspec.Struct):
    """A unit in the middle of its row: what it fights, and what it struck last."""

    unit: Unit
    rest: list[Step] = []  # the steps after the current one
    focus: Unit | None = None
    struck: list[str] = []
    beside: Unit | None = None  # the Generator it teleported to (N)


Line = Callable[[Play, Acting, Step], Generator[Any, Any, None]]


def holds(s: State, unit: Unit, condition: Any) -> bool:
    """Whether the `if` of a step holds (N: near the hero)."""
    if condition is None:
        return True
    if "within_of_hero" in condition:
        return facts.gap(s, unit, s.me) <= int(condition["within_of_hero"])
    return facts.holds(s, condition)


def number(s: State, acting: Acting, n: Any) -> int:
    """Return a value of a step: a number, or what it counts (E, N)."""
    if isinstance(n, int):
        return n
    if "count_of" in n:
        return facts.in_play(s, n["count_of"])
    if "hp_of" in n:
        return acting.beside.hp if acting.beside is not None else 0
    raise ValueError(f"no number {n!r} is known")
