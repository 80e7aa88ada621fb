"""Movement and sight proved by count, against a second implementation that takes the rules word for word.

It knows squares as pairs and walls as lines, tries every step and every line of sight, and shares nothing
with the engine but the printed tiles. It is slow, so some squares of each tile side stand for all.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.sde.acts import KNIGHT, rule
from tests.sde.table import table
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import walk

Square = tuple[int, int]
Line = tuple[int, int, int, int]  # x1, y1, x2, y2 with x1 <= x2 and y1 <= y2

SIDES = [side.id for side in box().tiles.values() if side.tile]
STRUCTURES, CHASM, DIFFICULT, PASSAGE = "shng", "c", "brl", "p"
FRONT = {"N": (0, 0, 1, 0), "S": (0, 1, 1, 1), "W": (0, 0, 0, 1), "E": (1, 0, 1, 1)}
BEYOND = {"N": (0, -1), "S": (0, 1), "W": (-1, 0), "E": (1, 0)}
POINTS = (2, 11, 20, 29, 38)  # 0.05, 0.275, 0.5, 0.725, 0.95 of a square of forty units (LR-5)
UNIT = 40


class Naive:
    """A tile side that lies alone."""

    def __init__(self, side: str) -> None:
        printed = box().tiles[side]
        self.code = {(x, y): c for y, row in enumerate(printed.rows) for x, c in enumerate(row) if c != "#"}
        self.structures = {at for at, c in self.code.items() if c in STRUCTURES}
        self.walls: list[Line] = [self.front(x, y, name) for x, y, name in printed.walls]
        for x, y in self.code:  # MP-4, MP-5: where nothing goes on there is a wall
            for name, (dx, dy) in BEYOND.items():
                if (x + dx, y + dy) not in self.code:
                    self.walls.append(self.front(x, y, name))
        self.corners = {p for x1, y1, x2, y2 in self.walls for p in ((x1, y1), (x2, y2))}

    @staticmethod
    def front(x: int, y: int, name: str) -> Line:
        x1, y1, x2, y2 = FRONT[name]
        return x + x1, y + y1, x + x2, y + y2

    def step(self, a: Square, b: Square) -> bool:
        """Whether a step to a square beside `a` is legal (LR-1, LR-7, MP-3)."""
        if b not in self.code or b in self.structures:
            return False
        (ax, ay), (bx, by) = a, b
        if ax == bx or ay == by:
            x, y = max(ax, bx), max(ay, by)
            between = (x, y, x, y + 1) if ay == by else (x, y, x + 1, y)
            return between not in self.walls
        beside = {(ax, by), (bx, ay)}
        return (max(ax, bx), max(ay, by)) not in self.corners and not beside & self.structures

    def around(self, at: Square) -> list[Square]:
        """Return the squares a step can lead to."""
        x, y = at
        near = [(x + dx, y + dy) for dx, dy in product((-1, 0, 1), repeat=2) if dx or dy]
        return [b for b in near if self.step(at, b)]

    def costs(self, start: Square) -> dict[Square, int]:
        """Return what each square costs (HA-5, HA-9); a Secret Passage is no way through (TE-2)."""
        found, changed = {start: 0}, True
        while changed:
            changed = False
            for at, spent in list(found.items()):
                if at != start and self.code[at] == PASSAGE:
                    continue
                for b in self.around(at):
                    cost = spent + (2 if self.code[b] in DIFFICULT else 1)
                    if self.code[b] != CHASM and cost < found.get(b, 99):
                        found[b], changed = cost, True
        return found

    def sees(self, a: Square, b: Square) -> bool:
        """Whether any line between the points of two squares is free (LR-3 to LR-5)."""
        if a == b or b in self.around(a):
            return True
        ends = [[(x * UNIT + px, y * UNIT + py) for px in POINTS for py in POINTS] for x, y in (a, b)]
        left, top = min(a[0], b[0]), min(a[1], b[1])
        right, low = max(a[0], b[0]) + 1, max(a[1], b[1]) + 1
        sides = [self.front(x, y, name) for x, y in self.structures for name in FRONT]
        near = [
            (x1 * UNIT, y1 * UNIT, x2 * UNIT, y2 * UNIT)
            for x1, y1, x2, y2 in self.walls + sides
            if x1 <= right and x2 >= left and y1 <= low and y2 >= top
        ]
        for p in ends[0]:
            for q in ends[1]:
                for i, wall in enumerate(near):
                    if touches(p, q, wall):
                        near.insert(0, near.pop(i))  # it will most likely stop the next line, too
                        break
                else:
                    return True
        return False


def touches(p: Square, q: Square, wall: Line) -> bool:
    """Whether the line from p to q meets an upright or level wall, its ends included."""
    (px, py), (qx, qy) = p, q
    x1, y1, x2, y2 = wall
    if x1 == x2:  # turn it, so that the wall is level
        px, py, qx, qy, x1, y1, x2 = py, px, qy, qx, y1, x1, y2
    if (py < y1) == (qy < y1):  # no point lies on a wall's line
        return False
    # it crosses the wall's line at x = px + (qx - px) * (y1 - py) / (qy - py)
    height, across = qy - py, (qx - px) * (y1 - py)
    if height < 0:
        height, across = -height, -across
    return (x1 - px) * height <= across <= (x2 - px) * height


def sample(side: str, count: int) -> list[Square]:
    """Return some squares of a side that a figure may stand on, always the same ones."""
    free = [at for at, c in Naive(side).code.items() if c not in STRUCTURES + CHASM]
    return Random(side).sample(free, count)


@rule("HA-5", "HA-9", "LR-7", "MP-3", "TE-2", state=True)
@pytest.mark.parametrize("side", SIDES)
def test_as_many_squares_can_be_reached_as_the_rules_say(side: str) -> None:
    printed, naive = box().tiles[side], Naive(side)
    t = table({KNIGHT: (0, 0)}, rows=printed.rows, walls=printed.walls)
    for x, y in sample(side, 10):
        costs = naive.costs((x, y))
        t[KNIGHT].at = t.at(x, y)
        for points in range(1, 13):
            ends = {divmod(square, 11)[::-1] for square in bits(walk.ways(t.s, t[KNIGHT], points).anchors)}
            wanted = {at for at, cost in costs.items() if 0 < cost <= points}
            assert len(ends) == len(wanted) and ends == wanted, f"{points} MP from {(x, y)}"


@rule("LR-3", "LR-5", "LR-4", state=True)
@pytest.mark.parametrize("side", SIDES)
def test_as_many_squares_are_seen_as_the_rules_say(side: str) -> None:
    printed, naive = box().tiles[side], Naive(side)
    lay = layout(table({}, rows=printed.rows, walls=printed.walls).s)
    for x, y in sample(side, 3):
        seen = {divmod(square, 11)[::-1] for square in bits(lay.sight.row(y * 11 + x, lay.grid.open))}
        wanted = {at for at in naive.code if at not in naive.structures and naive.sees((x, y), at)}
        assert len(seen) == len(wanted) and seen == wanted, f"from {(x, y)}"
