"""The harmful steps of action tables: whom they hit and what they do (GH-22.7, GH-22.8)."""

from __future__ import annotations

from collections.abc import Callable

from webgame.engine.game import Play
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import area, cards, conditions, damage, facts, focus, riders, sight
from webgame.systems.guildhaven.rules import attack as attacks
from webgame.systems.guildhaven.rules.acting import Acting, number
from webgame.systems.guildhaven.rules.core import Flow, say
from webgame.systems.guildhaven.state import OFF, State, Unit


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
    """Throw the adjacent focus one way (GH-16.19), with what an order has added (Q)."""

    def blow(target: Unit) -> Flow:
        yield from riders.throw(g, target, step["n"], step["direction"])
        yield from riders.apply(g, acting.unit, target, acting.unit.riders)

    yield from each(g, acting, step, blow)


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
