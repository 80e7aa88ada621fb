"""The hero's lines that harm: attack, damage, bleed, conditions and pushes, on targets the player names."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from webgame.engine.decision import Group, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.guildhaven.board import ORTHOGONAL, SIDES
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import area, damage, facts, perks, riders, sight
from webgame.systems.guildhaven.rules import attack as attacks
from webgame.systems.guildhaven.rules.core import Flow, decide
from webgame.systems.guildhaven.rules.predicates import settle
from webgame.systems.guildhaven.state import OFF, State, Unit

Line = Generator[Any, Any, bool]
Blow = Callable[[Unit], Flow]
SKIP = button("skip", "do.skip", "GH-4.3", tone="end")


def reach_of(s: State, step: Step) -> int:
    """Return the range of a line, with the perk's square for ranged attacks (an area is none, GH-11.1)."""
    reach = int(step.get("range", 1))
    ranged_attack = step["op"] == "attack" and reach >= 2 and not area.is_area(step)
    return reach + (perks.number(s.hero, "range_bonus") if ranged_attack else 0)


def attack(g: Play, step: Step) -> Line:
    """Attack n: a roll for each target (GH-7.1, GH-11.1); not when DISARMED (GH-16.5)."""
    s: State = g.state
    if "disarm" in s.me.conditions:
        return False
    strike = attacks.Strike(
        n=step["n"],
        reach=reach_of(s, step),
        pierce=step.get("pierce", 0),
        riders=step.get("riders", []),
        advantage=bool(step.get("advantage")),
        area=area.is_area(step),
    )

    def blow(target: Unit) -> Flow:
        yield from attacks.attack(g, s.me, target, strike)

    did = yield from _strike(g, step, "attack", "GH-11.1", blow)
    if did and s.table.round.playing is not None:
        s.table.round.playing.bonus = 0
    return did


def damage_line(g: Play, step: Step) -> Line:
    """Damage n: without a roll (GH-7.4)."""

    def blow(target: Unit) -> Flow:
        yield from damage.hurt(g, target, step["n"], "GH-7.4", g.state.me)
        yield from riders.apply(g, g.state.me, target, step.get("riders", []))

    return (yield from _strike(g, step, "damage", "GH-7.4", blow))


def bleed(g: Play, step: Step) -> Line:
    """Bleed n: HP lost at once (GH-16.3)."""

    def blow(target: Unit) -> Flow:
        yield from damage.bleed(g, target, step["n"], g.state.me)
        yield from riders.apply(g, g.state.me, target, step.get("riders", []))

    return (yield from _strike(g, step, "bleed", "GH-16.3", blow))


def affect(g: Play, step: Step) -> Line:
    """Conditions, Push or Pull alone, without a roll (GH-7.4)."""

    def blow(target: Unit) -> Flow:
        yield from riders.apply(g, g.state.me, target, step["riders"])

    kind = step["riders"][0]
    name = kind["name"] if kind["op"] == "condition" else kind["op"]
    return (
        yield from _strike(
            g, step, f"affect.{name}", "GH-16.4" if kind["op"] == "condition" else "GH-16.15", blow
        )
    )


def _strike(g: Play, step: Step, verb: str, rule: str, blow: Blow) -> Line:
    """Let the player aim, then strike each target hit; return whether anything was struck."""
    if step.get("shape") == "cone":
        return (yield from _cone(g, step, verb, blow))
    if step.get("shape") == "aoe":
        return (yield from _aoe(g, step, verb, blow))
    return (yield from _single(g, step, verb, rule, blow))


def candidates(s: State, step: Step) -> list[Unit]:
    """Return whom a line may target: enemies in range and sight (GH-11.1); pushes move the drum, too (L)."""
    if step.get("target") == "last_target":
        return [s.units[id] for id in s.table.round.last_targets if id in s.units]
    reach = reach_of(s, step)
    through = bool(step.get("through_walls"))
    pushes = step["op"] == "affect" and any(rider["op"] == "push" for rider in step["riders"])
    found = []
    for unit in s.on_board():
        pushable = pushes and unit.kind == "object" and _may_push(s, unit)
        if not facts.are_enemies(s.me, unit) and not pushable:
            continue
        if facts.gap(s, s.me, unit) <= reach and sight.sees(s, s.me, unit, through_walls=through):
            found.append(unit)
    return found


def _may_push(s: State, thing: Unit) -> bool:
    return any(
        rule.effect["op"] == "push_token" and rule.effect["token"] == thing.type
        for rule in facts.rules_for(s, "hero_action")
    )


def _single(g: Play, step: Step, verb: str, rule: str, blow: Blow) -> Line:
    """Strike up to as many different targets as the line allows, one after the other (GH-16.18)."""
    s: State = g.state
    most = step.get("targets", 1)
    left = len(s.units) if most == "all_adjacent" else int(most)
    struck: list[str] = []
    while left:
        open_to = [unit.id for unit in candidates(s, step) if unit.id not in struck]
        if not open_to:
            break
        stop = button("done", "do.done", "GH-16.18", tone="end") if struck else SKIP
        group = targets(step["op"], f"do.{verb}", rule, "piece", open_to, "hero", **_numbers(step))
        choice = yield from decide(g, "ask.target", rule, [group, stop], ["hero"])
        if choice.target is None:
            break
        target = s.units[choice.name()]
        struck.append(target.id)
        s.table.round.last_targets = list(struck)
        yield from blow(target)
        settle(g)  # each target is a step of its own (GH-23.3)
        if s.me.at == OFF:
            break
        left -= 1
    return bool(struck)


def _numbers(step: Step) -> dict[str, Any]:
    """Return what the words of a harmful line need, and how a client colours it."""
    n = step["n"] if isinstance(step.get("n"), int) else 0
    return {"n": n, "tone": "attack"}


def _aoe(g: Play, step: Step, verb: str, blow: Blow) -> Line:
    """Strike all units of an area around a square in range and sight, or around the hero (GH-14)."""
    s: State = g.state
    radius = step["radius"]
    if step["range"] == 0:
        hit = area.inside(s, area.around_unit(s, s.me, radius), s.me)
        if not hit:
            return False
        group = button("area", f"do.{verb}", "GH-14.3", "hero", **_numbers(step))
        choice = yield from decide(g, "ask.target", "GH-14.3", [group, SKIP], ["hero"])
        if choice.group == "skip":
            return False
    else:
        grid = facts.ground(s)
        aims = grid.seen_from(s.me.at, grid.near(s.me.at, reach_of(s, step)) & ~grid.walls)
        useful = [
            at
            for at in bits(aims)
            if any(facts.are_enemies(s.me, unit) for unit in area.inside(s, area.around(s, at, radius)))
        ]
        if not useful:
            return False
        group = targets(
            "aim", f"do.{verb}", "GH-14.1", "square", useful, "hero", **_numbers(step), radius=radius
        )
        choice = yield from decide(g, "ask.aim", "GH-14.1", [group, SKIP], ["hero"])
        if choice.group == "skip":
            return False
        hit = area.inside(s, area.around(s, choice.square(), radius))
    yield from _each(g, hit, blow)
    return True


def _cone(g: Play, step: Step, verb: str, blow: Blow) -> Line:
    """Strike all units of a cone in one of four directions (GH-15)."""
    s: State = g.state
    groups: list[Group] = []
    ways = {}
    for name, direction in SIDES.items():
        if direction in ORTHOGONAL and (hit := area.inside(s, area.cone(s, s.me, direction), s.me)):
            ways[name] = hit
    if not ways:
        return False
    groups.append(
        targets("cone", f"do.cone.{verb}", "GH-15.1", "value", list(ways), "hero", **_numbers(step))
    )
    choice = yield from decide(g, "ask.aim", "GH-15.1", [*groups, SKIP], ["hero"])
    if choice.group == "skip":
        return False
    yield from _each(g, ways[choice.name()], blow)
    return True


def _each(g: Play, hit: list[Unit], blow: Blow) -> Flow:
    """Strike units one after the other, those that are still there."""
    s: State = g.state
    s.table.round.last_targets = [unit.id for unit in hit]
    for unit in hit:
        if unit.id in s.units and unit.at != OFF:
            yield from blow(unit)
