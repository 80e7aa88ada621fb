"""Whom a villain, summon or ally fights: the reach of its row, and its focus (GH-22.2, GH-22.3)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from webgame.engine.masks import bits
from webgame.systems.guildhaven.board import ORTHOGONAL
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import area, facts, infusion, moving, order, sight
from webgame.systems.guildhaven.state import OFF, State, Unit

HARM = ("attack", "damage", "bleed", "affect", "charge", "throw", "or")


class Reach(msgspec.Struct, frozen=True):
    """How far the harmful step of a row reaches: by range, cone, or an area around the unit.

    `rolls`: a ranged attack, which suffers from an adjacent target; `run`: the squares of a charge.
    """

    kind: str = "range"
    n: int = 1
    through_walls: bool = False
    rolls: bool = False
    run: int = 0
    many: bool = False


MELEE = Reach()


def reach_of(s: State, unit: Unit, steps: Iterable[Step]) -> Reach:
    """Return the reach of the first harmful step; without one the unit approaches to melee (GH-22.5)."""
    for step in steps:
        if step["op"] == "consume" and infusion.can_consume(s, step["element"]):
            inner = [one for one in step["then"] if one["op"] in HARM and "target" not in one]
            if inner:
                return reach_of(s, unit, inner)
        if step["op"] not in HARM or step.get("target") == "last_target":
            continue
        if step["op"] == "charge":
            return Reach(run=int(step["n"]))
        if step["op"] == "or":
            return MELEE
        return _reach(s, unit, step)
    return Reach(n=melee(s, unit))


def _reach(s: State, unit: Unit, step: Step) -> Reach:
    n = int(step.get("range", 1))
    through = bool(step.get("through_walls"))
    many = area.is_area(step) or step.get("targets", 1) != 1
    if step.get("shape") == "cone":
        return Reach("cone", 2, through, many=True)
    if step.get("shape") == "aoe" and n == 0:
        return Reach("around", int(step["radius"]), through, many=True)
    if n == 1:
        return Reach(n=melee(s, unit), through_walls=through, many=many)
    return Reach(
        n=n, through_walls=through, rolls=step["op"] == "attack" and not area.is_area(step), many=many
    )


def melee(s: State, unit: Unit) -> int:
    """Return the reach of a melee attack: 1, of a Killbot 2 (GH-22.14)."""
    for effect in facts.standing(s, "size"):
        if facts.is_called(unit, effect["unit"]):
            return int(effect["melee_reach"])
    return 1


def cover(s: State, unit: Unit, enemy: Unit, reach: Reach) -> int:
    """Return the squares on which `unit` would have `enemy` in reach and sight."""
    grid = facts.ground(s)
    if unit.away == "sniper":
        return grid.everywhere
    if reach.run:
        return _charging_squares(s, unit, enemy, reach.run)
    spots = 0
    for square in bits(facts.squares(s, enemy)):
        if reach.kind == "cone":
            cones = [
                at
                for at in bits(grid.near(square, 2))
                if any(grid.cone(at, d) >> square & 1 for d in ORTHOGONAL)
            ]
            for at in cones:
                spots |= 1 << at
        else:
            spots |= grid.near(square, reach.n)
    spots &= ~facts.squares(s, enemy)
    spots = sight.sighted(s, unit, enemy, reach.through_walls, spots)
    return grid.corners(spots, unit.size)


def _charging_squares(s: State, unit: Unit, enemy: Unit, n: int) -> int:
    """Return the squares from which a charge of at most `n` meets `enemy`, over empty squares (GH-22.10)."""
    grid = facts.ground(s)
    free = facts.empty(s, unit)
    spots = 0
    for direction in ORTHOGONAL:
        back = (direction + 4) % 8
        at = enemy.at
        for k in range(n + 1):
            at = grid.step(at, back)
            if at < 0 or not free >> at & 1:
                break
            if k:
                spots |= 1 << at
    return spots


def covers(s: State, unit: Unit, enemy: Unit, reach: Reach) -> bool:
    """Whether `enemy` is in reach and sight where the unit stands."""
    if unit.away == "sniper":
        return True
    return unit.at != OFF and bool(cover(s, unit, enemy, reach) >> unit.at & 1)


def ways_of(s: State, unit: Unit, kind: str) -> moving.Ways:
    """Return where a movement kind leads without an allowance: what a focus is measured by (GH-22.3)."""
    return moving.walk(s, unit) if kind == "move" else moving.fly(s, unit)


def choose(s: State, unit: Unit, kind: str, reach: Reach) -> Unit | None:
    """Return the focus: the enemy that needs the fewest squares to be in reach (GH-22.3), None if no way."""
    foes = facts.enemies(s, unit)
    if not foes:
        return None
    if unit.away == "sniper":
        return min(foes, key=lambda foe: order.rank(s, foe))
    best = _fewest(s, unit, foes, reach, ways_of(s, unit, kind))
    if best is None:
        best = _fewest(s, unit, foes, reach, moving.walk(s, unit, crowd=False))
    return best


def _fewest(s: State, unit: Unit, foes: list[Unit], reach: Reach, ways: moving.Ways) -> Unit | None:
    counted = [(ways.nearest(cover(s, unit, foe, reach)), foe) for foe in foes]
    reached = [
        (count, *order.rank(s, foe), *_place(s, unit, foe), foe)
        for count, foe in counted
        if count < moving.FAR
    ]
    if not reached:
        return None
    return min(reached, key=lambda entry: entry[:-1])[-1]


def _place(s: State, unit: Unit, foe: Unit) -> tuple[int, int, int]:
    x, y = facts.ground(s).xy(foe.at)
    return facts.gap(s, unit, foe), y, x


def in_reach(s: State, unit: Unit, reach: Reach, first: Unit | None = None) -> list[Unit]:
    """Return the enemies in reach and sight, the focus first, the others by the focus rule (GH-22.7)."""
    found = [foe for foe in facts.enemies(s, unit) if covers(s, unit, foe, reach)]
    if unit.away == "sniper":
        return sorted(found, key=lambda foe: order.rank(s, foe))
    return sorted(found, key=lambda foe: (foe is not first, order.rank(s, foe), _place(s, unit, foe)))
