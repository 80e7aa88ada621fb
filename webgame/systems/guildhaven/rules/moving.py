"""Movement kinds: where a unit may go, and by which squares (GH-18)."""

from __future__ import annotations

import msgspec

from webgame.engine.masks import Allowed, bits
from webgame.systems.guildhaven.board import ORTHOGONAL
from webgame.systems.guildhaven.rules import facts
from webgame.systems.guildhaven.state import State, Unit

FAR = 99


class Ways(msgspec.Struct):
    """What movement can reach: `layers[k]` are the squares that need exactly k squares of movement.

    They may be passed; only those in `ends` may be stood on.
    """

    layers: list[int]
    ends: int
    start: int

    def within(self, n: int) -> int:
        """Return the squares to end on for at most `n` squares, the start left out."""
        mask = 0
        for layer in self.layers[1 : n + 1]:
            mask |= layer
        return mask & self.ends & ~(1 << self.start)

    def cost(self, square: int) -> int:
        """Return the squares of movement that `square` needs, FAR if it can't be reached."""
        for n, layer in enumerate(self.layers):
            if layer >> square & 1:
                return n
        return FAR

    def nearest(self, goals: int) -> int:
        """Return the least number of squares to one of `goals` to end on (staying counts 0), else FAR."""
        for n, layer in enumerate(self.layers):
            if layer & goals & (self.ends | 1 << self.start):
                return n
        return FAR


def walls_of_units(s: State, unit: Unit) -> int:
    """Return the squares a walking unit may not pass: enemies and blocking tokens, not friends (GH-18.3)."""
    mask = facts.filled(s, unit)
    for other in s.on_board():
        if other is unit:
            continue
        friend = not facts.are_enemies(unit, other) and other.kind != "object"
        if friend or _slips_past(s, unit, other):
            mask &= ~facts.squares(s, other)
    return mask


def _slips_past(s: State, unit: Unit, other: Unit) -> bool:
    return any(
        facts.is_called(unit, effect["unit"]) and effect["through"] == other.kind
        for effect in facts.standing(s, "may_move_through")
    )


def walk(s: State, unit: Unit, *, diagonal_first: bool = False, limit: int = FAR, crowd: bool = True) -> Ways:
    """Return where walking leads: the first step orthogonal, then any of eight (GH-18.1).

    Without `crowd`, nobody is in the way: how far it would be if all others left.
    """
    grid = facts.ground(s)
    passable = grid.ground & ~(walls_of_units(s, unit) if crowd else 0)
    ends = facts.room(s, unit, facts.empty(s, unit) if crowd else grid.ground)
    later = _without(s, unit, grid.eight)
    first = later if diagonal_first else _without(s, unit, grid.four)
    return _spread(s, unit, facts.room(s, unit, passable), first, later, ends, limit)


def fly(s: State, unit: Unit, limit: int = FAR) -> Ways:
    """Return where flying leads: over units, obstacles and drops, not through walls (GH-18.6)."""
    grid = facts.ground(s)
    ends = facts.room(s, unit, facts.empty(s, unit))
    law = _without(s, unit, grid.eight)
    return _spread(s, unit, facts.room(s, unit, grid.air), law, law, ends, limit)


def _without(s: State, unit: Unit, allowed: Allowed) -> Allowed:
    """Take out the steps that a sheet forbids a unit (F: never north)."""
    for effect in facts.standing(s, "forbid_direction"):
        if effect["direction"] == "north" and any(facts.is_called(unit, name) for name in effect["units"]):
            _, _, e, se, south, sw, w, _ = allowed
            return 0, 0, e, se, south, sw, w, 0
    return allowed


def _spread(
    s: State, unit: Unit, passable: int, first: Allowed, later: Allowed, ends: int, limit: int
) -> Ways:
    grid = facts.ground(s)
    layers = [1 << unit.at]
    seen = layers[0]
    allowed = first
    while len(layers) <= limit:
        fresh = grid.grown(layers[-1], passable, allowed) & ~seen
        if not fresh:
            break
        layers.append(fresh)
        seen |= fresh
        allowed = later
    return Ways(layers, ends, unit.at)


def path(s: State, unit: Unit, ways: Ways, goal: int, *, first_orthogonal: bool = True) -> list[int]:
    """Return the squares from the unit's to `goal`, of the least length."""
    grid = facts.ground(s)
    n = ways.cost(goal)
    squares = [goal]
    for k in range(n - 1, -1, -1):
        allowed = _without(s, unit, grid.four if k == 0 and first_orthogonal else grid.eight)
        onto = 1 << squares[-1]
        squares.append(next(at for at in bits(ways.layers[k]) if grid.grown(1 << at, onto, allowed)))
    return squares[::-1]


def jump(s: State, unit: Unit, n: int) -> dict[int, int]:
    """Return where a jump lands, and its length: straight, over anything but walls (GH-18.4)."""
    ends = facts.room(s, unit, facts.empty(s, unit))
    found: dict[int, int] = {}
    for direction in ORTHOGONAL:
        for k, square in enumerate(line(s, unit, direction, n, facts.ground(s).air), 1):
            if ends >> square & 1:
                found[square] = k
    return found


def charge(s: State, unit: Unit, n: int) -> dict[int, tuple[int, int]]:
    """Return where a charge may end: square -> its length and direction, over empty squares (GH-18.5)."""
    found: dict[int, tuple[int, int]] = {}
    free = facts.room(s, unit, facts.empty(s, unit))
    for direction in ORTHOGONAL:
        for k, square in enumerate(line(s, unit, direction, n, free), 1):
            found[square] = (k, direction)
    return found


def line(s: State, unit: Unit, direction: int, n: int, free: int) -> list[int]:
    """Return up to `n` squares straight on from the unit, as long as they lie in `free`."""
    grid = facts.ground(s)
    if _without(s, unit, grid.eight)[direction] == 0:
        return []
    found: list[int] = []
    square = unit.at
    for _ in range(n):
        onward = [step for cell in grid.cells(square) if (step := grid.step(cell, direction)) >= 0]
        onward = [grid.links.get(step, step) for step in onward]
        onward = [step for step in onward if free >> step & 1]
        if not onward:
            break
        square = onward[0]
        found.append(square)
    return found


def teleport(s: State, unit: Unit, n: int) -> int:
    """Return the empty squares within distance `n`, through walls (GH-18.7)."""
    return facts.room(s, unit, facts.empty(s, unit)) & facts.ground(s).near(unit.at, n) & ~(1 << unit.at)


def ahead(s: State, unit: Unit, at: int, direction: int) -> Unit | None:
    """Return the unit on the square next to `at` in a direction: whom a charge meets (GH-18.5)."""
    grid = facts.ground(s)
    edge = facts.squares(s, unit, at)
    for square in bits(edge):
        for cell in grid.cells(square):
            step = grid.step(cell, direction)
            if step < 0 or edge >> step & 1:
                continue
            met = facts.unit_on(s, grid.links.get(step, step))
            if met is not None and met is not unit:
                return met
    return None
