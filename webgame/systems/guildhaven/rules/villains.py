"""Turns of villains, summons and allies: what lapses, the row from left to right, the sheet (GH-22)."""

from __future__ import annotations

from webgame.engine.game import Play
from webgame.engine.system import FRAME
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import conditions, damage, facts, order, reinforce, special
from webgame.systems.guildhaven.rules.core import Flow, say
from webgame.systems.guildhaven.rules.predicates import settle
from webgame.systems.guildhaven.state import OFF, Slot, State, Unit


def slot_turn(g: Play, slot: Slot) -> Flow:
    """Carry out the turn of the unit whose slot it is."""
    s: State = g.state
    unit = s.units[slot.unit]
    if skips(s, unit):
        say(g, "log.skips", facts.number_of(s, "skip_turn", "GH-9.1"), unit)
        return
    yield from take_turn(g, unit, slot)


def skips(s: State, unit: Unit) -> bool:
    """Whether the sheet makes a unit skip this round (A)."""
    number = s.table.round.number
    return any(
        number in effect["rounds"] and any(facts.is_called(unit, name) for name in effect["units"])
        for effect in facts.standing(s, "skip_turn")
    )


def take_turn(g: Play, unit: Unit, slot: Slot) -> Flow:
    """Carry out a whole turn of a unit with a row, or with the steps of its own (GH-16.1, GH-22.1)."""
    s: State = g.state
    if unit.away == "fallen":
        come_back(g, unit)
        return
    say(g, "log.turn", "GH-22.1", unit, {"type": "glow", "piece": unit.id})
    conditions.begin_turn(unit)
    if "wound" in unit.conditions:
        yield from damage.hurt(g, unit, 1, "GH-16.11")
    if unit.id in s.units:
        yield from special.fire(g, "unit_turn_starts", unit)
    settle(g)
    if unit.id not in s.units:
        return
    if "stun" in unit.conditions:
        say(g, "log.stunned", "GH-16.10", unit)
    else:
        steps = order.row(s, slot.table, slot.roll).steps if slot.table else unit.steps
        yield from act(g, unit, steps)
    if unit.id in s.units:
        yield from special.fire(g, "unit_turn_ends", unit)
        conditions.end_turn(g, unit)
    settle(g)
    yield FRAME


def act(g: Play, unit: Unit, steps: list[Step]) -> Flow:
    """Carry out steps with a unit (GH-22.1)."""
    from webgame.systems.guildhaven.rules import villain_lines

    yield from villain_lines.run(g, villain_lines.Acting(unit), steps)


def come_back(g: Play, unit: Unit) -> None:
    """Put a Beta that fell off the bridge back on its start, as the turn it missed ends (Q)."""
    s: State = g.state
    at = reinforce.nearest_empty(s, unit.size, unit.start)
    if at != OFF:
        unit.at, unit.away = at, ""
        rule = facts.number_of(s, "remove_and_return", "GH-9.1")
        say(g, "log.comes_back", rule, unit, {"type": "appear", "piece": unit.id})
