"""Villain turns (GH-22): rows from left to right."""

from __future__ import annotations

from webgame.engine.game import Play
from webgame.systems.guildhaven.rules import conditions
from webgame.systems.guildhaven.rules.core import Flow
from webgame.systems.guildhaven.rules.predicates import settle
from webgame.systems.guildhaven.state import Slot, State


def slot_turn(g: Play, slot: Slot) -> Flow:
    """Carry out the turn of a villain, summon or ally."""
    s: State = g.state
    unit = s.units[slot.unit]
    conditions.begin_turn(unit)
    conditions.end_turn(g, unit)
    settle(g)
    yield from ()
