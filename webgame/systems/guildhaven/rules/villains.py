"""Turns of villains, summons and allies: what lapses, the row from left to right, the sheet (GH-22)."""

from __future__ import annotations

from collections.abc import Sequence

from webgame.engine.game import Play
from webgame.engine.system import FRAME
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import (
    conditions,
    damage,
    facts,
    infusion,
    order,
    orders,
    reinforce,
    special,
    villain_steps,
    villain_strikes,
    villain_support,
)
from webgame.systems.guildhaven.rules.acting import Acting, Line, holds
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


def come_back(g: Play, unit: Unit) -> None:
    """Put a Beta that fell off the bridge back on its start, as the turn it missed ends (Q)."""
    s: State = g.state
    at = reinforce.nearest_empty(s, unit.size, unit.start)
    if at != OFF:
        unit.at, unit.away = at, ""
        rule = facts.number_of(s, "remove_and_return", "GH-9.1")
        say(g, "log.comes_back", rule, unit, {"type": "appear", "piece": unit.id})


def act(g: Play, unit: Unit, steps: list[Step]) -> Flow:
    """Carry out steps with a unit (GH-22.1)."""
    yield from run(g, Acting(unit), steps)


def run(g: Play, acting: Acting, steps: Sequence[Step]) -> Flow:
    """Carry out steps from left to right, as long as the unit is in play (GH-22.1)."""
    s: State = g.state
    for index, step in enumerate(steps):
        if acting.unit.id not in s.units:
            return
        if not holds(s, acting.unit, step.get("if")):
            continue
        acting.rest = list(steps[index + 1 :])
        function = LINES.get(step["op"])
        if function is None:
            raise ValueError(f"no step {step['op']!r} is known for a table")
        yield from function(g, acting, step)
        settle(g)


def consume(g: Play, acting: Acting, step: Step) -> Flow:
    """Consume if that does anything for them, and do what follows (GH-19.4, GH-19.5)."""
    s: State = g.state
    if not infusion.can_consume(s, step["element"]):
        return
    if not any(useful(s, acting, then) for then in step["then"]):
        return
    infusion.consume(g, step["element"])
    rest = acting.rest
    yield from run(g, acting, step["then"])
    acting.rest = rest


def useful(s: State, acting: Acting, step: Step) -> bool:
    """Whether a step behind a consume would do anything (GH-19.4)."""
    unit = acting.unit
    match step["op"]:
        case "lose_hp":
            return False
        case "attack":
            return "disarm" not in unit.conditions and bool(villain_strikes.targets_of(s, acting, step))
        case "damage" | "bleed":
            return bool(villain_strikes.targets_of(s, acting, step))
        case "affect":
            names = [rider.get("name", rider["op"]) for rider in step["riders"]]
            hit = villain_strikes.targets_of(s, acting, step)
            return any(not facts.immune(s, target, name) for target in hit for name in names)
        case "heal":
            healed = villain_support.friends(s, acting, step.get("target", "self"), step)
            return any(
                one.hp < one.max_hp or "poison" in one.conditions or "wound" in one.conditions
                for one in healed
            )
        case "summon":
            return bool(reinforce.free_number(s, step["unit"]))
        case "order":
            return any(facts.is_called(one, name) for one in s.villains() for name in step["units"])
        case "shield" | "retaliate" | "grant":
            return bool(villain_support.friends(s, acting, step.get("target", "self"), step))
    return True


def order_line(g: Play, acting: Acting, step: Step) -> Flow:
    """Give an order to other units, who may have to act at once (GH-22.13)."""
    for errand in orders.given(g, acting.unit, step):
        if errand.unit.id not in g.state.units:
            continue
        if errand.slot is not None:
            yield from take_turn(g, errand.unit, errand.slot)
        else:
            yield from act(g, errand.unit, errand.steps)


def nothing(g: Play, acting: Acting, step: Step) -> Flow:
    """Do nothing."""
    yield from ()


LINES: dict[str, Line] = {
    "move": villain_steps.move,
    "fly": villain_steps.move,
    "jump": villain_steps.move,
    "charge": villain_steps.charge,
    "teleport": villain_steps.teleport,
    "attack": villain_strikes.attack,
    "damage": villain_strikes.damage_step,
    "bleed": villain_strikes.bleed,
    "affect": villain_strikes.affect,
    "throw": villain_strikes.throw,
    "drain": villain_strikes.drain,
    "transfer_conditions": villain_strikes.transfer_conditions,
    "shield": villain_support.shield,
    "retaliate": villain_support.retaliate,
    "heal": villain_support.heal,
    "grant": villain_support.grant,
    "lose_hp": villain_support.lose_hp,
    "add_dark": villain_support.add("dark"),
    "add_light": villain_support.add("light"),
    "consume": consume,
    "summon": villain_support.summon,
    "order": order_line,
    "or": villain_steps.either,
    "none": nothing,
}
