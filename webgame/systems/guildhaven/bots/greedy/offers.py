"""The options of a decision as the bot handles them."""

from __future__ import annotations

from collections.abc import Callable

from webgame.engine.decision import Decision, Group, Target
from webgame.systems.guildhaven.state import State

Answer = tuple[str, tuple[Target, ...]] | None
Handler = Callable[[State, Decision, str], Answer]


def named(decision: Decision, id: str) -> Group | None:
    """Return the group of this id, if it offers anything."""
    return next((g for g in decision.groups if g.id == id and (g.targets is None or g.targets)), None)


def take(id: str, target: Target | None = None) -> Answer:
    """Return the answer that takes an option."""
    return (id if target is None else f"{id}>{target}"), ()


def best(group: Group, value: Callable[[Target], float]) -> Answer:
    """Return the option of a group with the highest value; the first of equal ones."""
    return take(group.id, max(group.targets or (), key=value))
