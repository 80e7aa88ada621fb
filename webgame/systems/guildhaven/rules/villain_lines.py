"""The steps of action tables, one function for each op, by the villains' own ways (GH-22)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

import msgspec

from webgame.engine.game import Play
from webgame.systems.guildhaven.board import SIDES
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import (
    area,
    cards,
    conditions,
    damage,
    facts,
    focus,
    infusion,
    orders,
    reinforce,
    riders,
    sight,
    villain_moves,
    villain_teleports,
)
from webgame.systems.guildhaven.rules import attack as attacks
from webgame.systems.guildhaven.rules.core import Flow, say
from webgame.systems.guildhaven.rules.predicates import settle
from webgame.systems.guildhaven.state import OFF, State, Unit


class Acting(msgspec.Struct):
    """A unit in the middle of its row: what it fights, and what it struck last."""

    unit: Unit
    rest: list[Step] = []  # the steps after the current one
    focus: Unit | None = None
    struck: list[str] = []
    beside: Unit | None = None  # the Generator it teleported to (N)


Line = Callable[[Play, Acting, Step], Generator[Any, Any, None]]


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


# -- movement ------------------------------------------------------------------------------------------------


def move(g: Play, acting: Acting, step: Step) -> Flow:
    """Move, Fly or Jump toward the focus (GH-22.4)."""
    yield from villain_moves.advance(g, acting.unit, step, acting.rest)


def charge(g: Play, acting: Acting, step: Step) -> Flow:
    """Charge at the focus, or nearer to it (GH-22.10)."""
    s: State = g.state
    unit = acting.unit
    foe = focus.choose(s, unit, "move", focus.MELEE)
    if foe is None or villain_moves.held(s, unit):
        return
    way = villain_moves.charge_run(s, unit, foe, step["n"])
    strikes = bool(way)
    way = way or villain_moves.charge_nearer(s, unit, foe, step["n"])
    if way:
        yield from villain_moves.go(g, unit, "charge", [unit.at, *way])
    if strikes:
        acting.struck = [foe.id]
        strike = attacks.Strike(len(way), riders=step.get("riders", []))
        yield from attacks.attack(g, unit, foe, strike)


def either(g: Play, acting: Acting, step: Step) -> Flow:
    """Charge or attack: attack an adjacent focus unless DISARMED, else charge (GH-22.9)."""
    s: State = g.state
    unit = acting.unit
    by_op = {option[0]["op"]: option[0] for option in step["options"]}
    foe = focus.choose(s, unit, "move", focus.MELEE)
    adjacent = foe is not None and focus.covers(s, unit, foe, focus.MELEE)
    if adjacent and "disarm" not in unit.conditions:
        acting.focus = foe
        yield from attack(g, acting, by_op["attack"])
    elif not adjacent:
        yield from charge(g, acting, by_op["charge"])


# -- harm ----------------------------------------------------------------------------------------------------


def targets_of(s: State, acting: Acting, step: Step) -> list[Unit]:
    """Return whom a harmful step hits: last targets, an area, a cone, or the focus and more (GH-22.7)."""
    unit = acting.unit
    if step.get("target") == "last_target":
        return [s.units[id] for id in acting.struck if id in s.units]
    reach = focus.reach_of(s, unit, [step])
    foes = focus.in_reach(s, unit, reach, acting.focus)
    if not foes:
        return []
    immune = step.get("immune", [])
    if step.get("shape") == "cone":
        direction = area.best_cone(s, unit, foes[0])
        return area.inside(s, area.cone(s, unit, direction), unit, immune) if direction is not None else []
    if step.get("shape") == "aoe":
        if step.get("range", 1) == 0:
            return area.inside(s, area.around_unit(s, unit, step["radius"]), unit, immune)
        return area.inside(s, area.around(s, foes[0].at, step["radius"]), None, immune)
    return foes[: int(step.get("targets", 1))]


def each(g: Play, acting: Acting, step: Step, blow: Callable[[Unit], Flow]) -> Flow:
    """Strike all targets of a step, those that are still there."""
    s: State = g.state
    hit = targets_of(s, acting, step)
    acting.struck = [unit.id for unit in hit]
    for target in hit:
        if target.id in s.units and acting.unit.id in s.units and target.at != OFF:
            yield from blow(target)


def attack(g: Play, acting: Acting, step: Step) -> Flow:
    """Attack n (GH-22.7); not when DISARMED (GH-16.5)."""
    s: State = g.state
    if "disarm" in acting.unit.conditions:
        acting.struck = []
        say(g, "log.disarmed", "GH-16.5", acting.unit)
        return
    reach = int(step.get("range", 1))
    strike = attacks.Strike(
        n=number(s, acting, step["n"]),
        reach=reach,
        pierce=step.get("pierce", 0),
        riders=step.get("riders", []),
        advantage=bool(step.get("advantage")),
        area=area.is_area(step),
    )
    yield from each(g, acting, step, lambda target: attacks.attack(g, acting.unit, target, strike))


def damage_step(g: Play, acting: Acting, step: Step) -> Flow:
    """Damage n, without a roll (GH-7.4)."""
    n = number(g.state, acting, step["n"])

    def blow(target: Unit) -> Flow:
        yield from damage.hurt(g, target, n, "GH-7.4", acting.unit)
        yield from riders.apply(g, acting.unit, target, step.get("riders", []))

    yield from each(g, acting, step, blow)


def bleed(g: Play, acting: Acting, step: Step) -> Flow:
    """Bleed n (GH-16.3)."""

    def blow(target: Unit) -> Flow:
        yield from damage.bleed(g, target, step["n"], acting.unit)
        yield from riders.apply(g, acting.unit, target, step.get("riders", []))

    yield from each(g, acting, step, blow)


def affect(g: Play, acting: Acting, step: Step) -> Flow:
    """Conditions, Push or Pull alone: on one unit in reach, the focus (GH-22.2)."""
    struck = list(acting.struck)
    yield from each(g, acting, step, lambda target: riders.apply(g, acting.unit, target, step["riders"]))
    if step.get("target") == "last_target":
        acting.struck = struck


def throw(g: Play, acting: Acting, step: Step) -> Flow:
    """Throw the adjacent focus one way (GH-16.19)."""
    yield from each(g, acting, step, lambda target: riders.throw(g, target, step["n"], step["direction"]))


def drain(g: Play, acting: Acting, step: Step) -> Flow:
    """DRAIN the hero if the unit sees him (GH-16.14)."""
    s: State = g.state
    if sight.sees(s, acting.unit, s.me):
        say(g, "log.drains", "GH-16.14", acting.unit)
        yield from cards.drain(g)


def transfer_conditions(g: Play, acting: Acting, step: Step) -> Flow:
    """Pass its own negative conditions to the hero within the area (R, W)."""
    s: State = g.state
    unit = acting.unit
    near = area.around_unit(s, unit, step["radius"])
    if not facts.squares(s, s.me) & near:
        return
    yield from ()
    for name in [name for name in conditions.NEGATIVE if name in unit.conditions]:
        del unit.conditions[name]
        conditions.give(g, s.me, name)


# -- support -------------------------------------------------------------------------------------------------


def friends(s: State, acting: Acting, target: str, step: Step) -> list[Unit]:
    """Return the units that a supporting step is for (GH-22.12)."""
    unit = acting.unit
    if target == "self":
        return [unit]
    mine = [other for other in s.on_board() if not facts.are_enemies(unit, other) and other.kind != "object"]
    others = [other for other in mine if other is not unit]
    if target == "self_and_allies_within":
        return [unit, *(other for other in others if facts.gap(s, unit, other) <= step["radius"])]
    if target == "other_villains_in_los":
        return [other for other in others if sight.sees(s, unit, other)]
    if target == "allies_in_shape":
        cones = [area.inside(s, area.cone(s, unit, direction), unit) for direction in SIDES.values()]
        kinds = [[other for other in others if other in cone] for cone in cones]
        return max(kinds, key=lambda cone: sum(min(step["n"], other.max_hp - other.hp) for other in cone))
    return [other for other in mine if facts.is_called(other, target)]


def shield(g: Play, acting: Acting, step: Step) -> Flow:
    """SHIELD for itself or a named unit (GH-16.9)."""
    for unit in friends(g.state, acting, step.get("target", "self"), step):
        conditions.guard(g, unit, "shield", step["n"])
    yield from ()


def retaliate(g: Play, acting: Acting, step: Step) -> Flow:
    """RETALIATE for itself, and with Police for friends near it (GH-16.8, Q49)."""
    for unit in friends(g.state, acting, step.get("target", "self"), step):
        conditions.guard(g, unit, "retaliate", step["n"], step.get("range", 1))
    yield from ()


def heal(g: Play, acting: Acting, step: Step) -> Flow:
    """Heal itself or others (GH-22.12)."""
    s: State = g.state
    for unit in friends(s, acting, step.get("target", "self"), step):
        n = unit.max_hp if step["n"] == "full" else number(s, acting, step["n"])
        conditions.heal(g, unit, n)
    yield from ()


def grant(g: Play, acting: Acting, step: Step) -> Flow:
    """Give advantage, or disadvantage to those that attack it (GH-13.2)."""
    name = "advantage" if step["what"] == "advantage" else "veiled"
    for unit in friends(g.state, acting, step["target"], step):
        conditions.grant(g, unit, name)
    yield from ()


def lose_hp(g: Play, acting: Acting, step: Step) -> Flow:
    """Lose HP of its own; that may defeat it (GH-22.15)."""
    yield from damage.lose(g, acting.unit, step["n"], "GH-22.15")


def add(element: str) -> Line:
    """Return the step that adds LIGHT or DARK; compulsory (GH-19.6)."""

    def line(g: Play, acting: Acting, step: Step) -> Flow:
        infusion.add(g, element, step["n"])
        yield from ()

    return line


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
            return "disarm" not in unit.conditions and bool(targets_of(s, acting, step))
        case "damage" | "bleed":
            return bool(targets_of(s, acting, step))
        case "affect":
            names = [rider.get("name", rider["op"]) for rider in step["riders"]]
            hit = targets_of(s, acting, step)
            return any(not facts.immune(s, target, name) for target in hit for name in names)
        case "heal":
            healed = friends(s, acting, step.get("target", "self"), step)
            return any(
                one.hp < one.max_hp or "poison" in one.conditions or "wound" in one.conditions
                for one in healed
            )
        case "summon":
            return bool(reinforce.free_number(s, step["unit"]))
        case "order":
            return any(facts.is_called(one, name) for one in s.villains() for name in step["units"])
        case "shield" | "retaliate" | "grant":
            return bool(friends(s, acting, step.get("target", "self"), step))
    return True


def summon(g: Play, acting: Acting, step: Step) -> Flow:
    """Bring a unit into play beside itself or on a location (GH-20.3)."""
    s: State = g.state
    at = acting.unit.at
    if step["at"].startswith("loc:"):
        at = facts.sheet(s).map.cells(step["at"])[0]
    for _ in range(step["count"]):
        yield from reinforce.summon(g, step["unit"], at, step.get("hp"))


def order(g: Play, acting: Acting, step: Step) -> Flow:
    """Give an order to other units (GH-22.13)."""
    yield from orders.give(g, acting.unit, step)


def teleport(g: Play, acting: Acting, step: Step) -> Flow:
    """Teleport to where the row says (GH-22.11)."""
    s: State = g.state
    if villain_moves.held(s, acting.unit):
        return
    to, acting.beside = villain_teleports.destination(s, acting.unit, step, acting.rest)
    if to not in (OFF, acting.unit.at):
        yield from villain_moves.go(g, acting.unit, "teleport", [acting.unit.at, to])


def nothing(g: Play, acting: Acting, step: Step) -> Flow:
    """Do nothing."""
    yield from ()


LINES: dict[str, Line] = {
    "move": move,
    "fly": move,
    "jump": move,
    "charge": charge,
    "teleport": teleport,
    "attack": attack,
    "damage": damage_step,
    "bleed": bleed,
    "affect": affect,
    "throw": throw,
    "drain": drain,
    "transfer_conditions": transfer_conditions,
    "shield": shield,
    "retaliate": retaliate,
    "heal": heal,
    "grant": grant,
    "lose_hp": lose_hp,
    "add_dark": add("dark"),
    "add_light": add("light"),
    "consume": consume,
    "summon": summon,
    "order": order,
    "or": either,
    "none": nothing,
}
