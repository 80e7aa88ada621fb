"""Sight, cones and movement on random boards against slow and plain second opinions."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from tests.guildhaven.marks import shown
from tests.guildhaven.table import Table, table
from webgame.engine.masks import bits
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import facts, moving

Point = tuple[int, int]
STEPS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def boards(seed: int, kinds: str = "....#.o") -> list[str]:
    """Return a random board."""
    made = random.Random(seed)
    return ["".join(made.choice(kinds) for _ in range(8)) for _ in range(7)]


def laid(rows: list[str]) -> Table:
    """Lay a board with the hero on its first floor square."""
    square = next((x, y) for y, row in enumerate(rows) for x, kind in enumerate(row) if kind == ".")
    return table(hero=square, rows=rows)


def blocked(p: Point, q: Point, wall: Point) -> bool:
    """Whether the line from p to q, its ends left out, has a point on the closed wall square."""
    cuts = {Fraction(0), Fraction(1)}
    for axis in (0, 1):
        way = q[axis] - p[axis]
        if way:
            cuts |= {Fraction(wall[axis] + edge - p[axis], way) for edge in (0, 1)}
    inner = sorted(cut for cut in cuts if 0 <= cut <= 1)
    tests = [cut for cut in inner if 0 < cut < 1]
    tests += [(a + b) / 2 for a, b in zip(inner, inner[1:], strict=False)]
    for t in tests:
        point = [p[axis] + t * (q[axis] - p[axis]) for axis in (0, 1)]
        if all(wall[axis] <= point[axis] <= wall[axis] + 1 for axis in (0, 1)):
            return True
    return False


def sees(rows: list[str], a: Point, b: Point) -> bool:
    """Line of sight by the words of GH-12.2."""
    wall = {(x, y) for y, row in enumerate(rows) for x, kind in enumerate(row) if kind == "#"}
    dx, dy = b[0] - a[0], b[1] - a[1]
    if max(abs(dx), abs(dy)) <= 1:
        return not (dx and dy and (a[0], b[1]) in wall and (b[0], a[1]) in wall)
    if dx == 0 or dy == 0:
        n = max(abs(dx), abs(dy))
        return not any((a[0] + dx * k // n, a[1] + dy * k // n) in wall for k in range(1, n))
    corners = list(product((0, 1), repeat=2))
    return any(
        not any(blocked((a[0] + u, a[1] + v), (b[0] + w, b[1] + z), square) for square in wall)
        for u, v in corners
        for w, z in corners
    )


@shown("GH-12.1", "GH-12.2")
@pytest.mark.parametrize("seed", range(3))
def test_sight(seed: int) -> None:
    rows = boards(seed)
    grid = facts.ground(laid(rows).s)
    floor = [(x, y) for y, row in enumerate(rows) for x, kind in enumerate(row) if kind != "#"]
    pairs = random.Random(seed).sample([(a, b) for a in floor for b in floor if a < b], 150)
    wrong = [(a, b) for a, b in pairs if grid.sees(a[1] * 8 + a[0], b[1] * 8 + b[0]) != sees(rows, a, b)]
    assert wrong == []


@shown("GH-12.1")
def test_sight_goes_both_ways_on_every_board_of_the_box() -> None:
    for letter in ("A", "D", "I", "K"):
        grid = facts.ground(table(sheet=box().sheets[letter]).s)
        rows = {a: grid.seen_from(a) for a in range(grid.squares) if not grid.walls >> a & 1}
        assert all(rows[b] >> a & 1 for a in rows for b in bits(rows[a]) if b in rows)


def plain_walk(
    rows: list[str], start: Point, units: dict[Point, bool], diagonal_first: bool
) -> dict[Point, int]:
    """Return the squares that walking needs, by breadth first search; `units`: square -> whether a friend."""

    def kind(at: Point) -> str:
        x, y = at
        return rows[y][x] if 0 <= x < 8 and 0 <= y < 7 else "#"

    found = {start: 0}
    edge = [start]
    while edge:
        fresh: list[Point] = []
        for x, y in edge:
            for dx, dy in STEPS:
                to = (x + dx, y + dy)
                if dx and dy:
                    if found[x, y] == 0 and not diagonal_first:
                        continue
                    if kind((x + dx, y)) == "#" and kind((x, y + dy)) == "#":
                        continue
                if kind(to) != "." or to in found or units.get(to) is False:
                    continue
                found[to] = found[x, y] + 1
                fresh.append(to)
        edge = fresh
    return {at: n for at, n in found.items() if at not in units and at != start}


@shown("GH-18.1", "GH-18.2", "GH-18.3")
@pytest.mark.parametrize("seed", range(8))
def test_walking(seed: int) -> None:
    rows = boards(seed, ".....#o")
    made = random.Random(seed)
    floor = [(x, y) for y, row in enumerate(rows) for x, kind in enumerate(row) if kind == "."]
    start, *others = made.sample(floor, 6)
    t = table(hero=start, rows=rows)
    units = {}
    for number, square in enumerate(others, 1):
        friend = number % 2 == 0
        t.put(f"v{number}", "Thug", square).side = "hero" if friend else "villains"
        units[square] = friend
    for free in (False, True):
        ways = moving.walk(t.s, t.me, diagonal_first=free)
        mine = {(at % 8, at // 8): ways.cost(at) for at in bits(ways.within(99))}
        assert mine == plain_walk(rows, start, units, free)
        for square in mine:
            path = moving.path(t.s, t.me, ways, t.at(*square), first_orthogonal=not free)
            assert len(path) == mine[square] + 1
            assert all(facts.ground(t.s).distance(a, b) == 1 for a, b in zip(path, path[1:], strict=False))


@shown("GH-18.2")
def test_on_an_open_board_the_cost_is_the_longer_side_and_one_more_on_a_diagonal() -> None:
    t = table(hero=(5, 6))
    ways = moving.walk(t.s, t.me)
    for x, y in product(range(12), range(14)):
        dx, dy = abs(x - 5), abs(y - 6)
        if dx or dy:
            assert ways.cost(t.at(x, y)) == max(dx, dy) + (dx == dy)
