"""The steps of action tables that help: SHIELD, heals, infusion, summons (GH-19, GH-20.3, GH-22.12)."""

from __future__ import annotations

from webgame.engine.game import Play
from webgame.systems.guildhaven.board import SIDES
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import area, conditions, damage, facts, infusion, reinforce, sight
from webgame.systems.guildhaven.rules.acting import Acting, Line, number
from webgame.systems.guildhaven.rules.core import Flow
from webgame.systems.guildhaven.state import State, Unit


def friends(s: State, acting: Acting, target: str, step: Step) -> list[Unit]:
    """Return the units that a supporting step is for (GH-22.12)."""
    unit = acting.unit
    if target == "self":
        return [unit]
    mine = [other for other in s.on_board() if not facts.are_enemies(unit, other) and other.kind != "object"]
    others = [other for other in mine if other is not unit]
    if target == "self_and_allies_within":
        reached = area.around_unit(s, unit, step["radius"])
        return [unit, *(other for other in others if facts.squares(s, other) & reached)]
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


def summon(g: Play, acting: Acting, step: Step) -> Flow:
    """Bring a unit into play beside itself or on a location (GH-20.3)."""
    s: State = g.state
    at = acting.unit.at
    if step["at"].startswith("loc:"):
        at = facts.sheet(s).map.cells(step["at"])[0]
    for _ in range(step["count"]):
        yield from reinforce.summon(g, step["unit"], at, step.get("hp"))
