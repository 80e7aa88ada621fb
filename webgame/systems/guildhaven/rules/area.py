"""Areas and cones: which units they hit (GH-14, GH-15)."""

from __future__ import annotations

from webgame.engine.masks import bits
from webgame.systems.guildhaven.board import ORTHOGONAL
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import facts, sight
from webgame.systems.guildhaven.state import State, Unit


def inside(s: State, squares: int, but: Unit | None = None, immune: list[str] | None = None) -> list[Unit]:
    """Return the units that stand on some squares, but for one and for immune types (Q63)."""
    return [
        unit
        for unit in s.on_board()
        if unit is not but and unit.type not in (immune or []) and facts.squares(s, unit) & squares
    ]


def around(s: State, center: int, radius: int) -> int:
    """Return the squares of an area: near its centre and seen from there (GH-14.1)."""
    grid = facts.ground(s)
    return grid.seen_from(center, grid.near(center, radius)) | 1 << center


def around_unit(s: State, unit: Unit, radius: int, at: int | None = None) -> int:
    """Return the squares of an area centred on a unit (GH-14.3)."""
    mask = 0
    for square in bits(facts.squares(s, unit, at)):
        mask |= around(s, square, radius)
    if sight.ignores_walls(s, unit):
        for square in bits(facts.squares(s, unit, at)):
            mask |= facts.ground(s).near(square, radius)
    return mask


def cone(s: State, unit: Unit, direction: int, at: int | None = None) -> int:
    """Return the squares of a cone that the unit sees (GH-15.1, GH-15.2)."""
    grid = facts.ground(s)
    mask = 0
    for square in bits(facts.squares(s, unit, at)):
        squares = grid.cone(square, direction)
        mask |= squares if sight.ignores_walls(s, unit) else grid.seen_from(square, squares)
    return mask & ~facts.squares(s, unit, at)


def best_cone(s: State, unit: Unit, focus: Unit, at: int | None = None) -> int | None:
    """Return a villain's direction: the focus in it, most enemies, fewest friends, N, E, S, W (GH-15.3)."""
    best: tuple[int, int] | None = None
    found = None
    for direction in ORTHOGONAL:
        hit = inside(s, cone(s, unit, direction, at), unit)
        if focus not in hit:
            continue
        foes = sum(facts.are_enemies(unit, other) for other in hit)
        rank = (-foes, len(hit) - foes)
        if best is None or rank < best:
            best, found = rank, direction
    return found


def is_area(step: Step) -> bool:
    """Whether a line hits by area or cone."""
    return step.get("shape") in ("aoe", "cone")
