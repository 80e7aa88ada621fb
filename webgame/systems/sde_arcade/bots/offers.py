"""The options of a decision as bots handle them."""

from __future__ import annotations

from collections.abc import Callable

from webgame.engine.decision import Decision, Group, Target
from webgame.systems.sde_arcade.state import State

Offered = list[Group]
Handler = Callable[[State, Decision, str, Offered], "str | None"]


def offered(decision: Decision, seat: str) -> Offered:
    """Return the groups in which a seat has an option."""
    return [g for g in decision.for_seat(seat) if g.targets is None or g.targets]


def named(found: Offered, id: str) -> Group | None:
    """Return the group of this id, or None."""
    return next((g for g in found if g.id == id), None)


def pick(group: Group, value: Callable[[Target], float]) -> str:
    """Return the option of a group with the highest value; the first of equal ones."""
    return f"{group.id}>{max(group.targets or (), key=value)}"
