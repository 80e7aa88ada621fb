"""Lines of sight, against brute force over all sample lines and all walls."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from itertools import combinations, pairwise
from operator import or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.boards import SIDES, Point, boards, dungeon, has, open_board, picture, unit_walls
from tests.engine.test_squares import WALL_WITH_A_GAP
from webgame.engine.sight import OFFSETS, UNIT, Sight
from webgame.engine.squares import Grid, bits, mask_of

Line = tuple[Point, Point]


def turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def touches(line: Line, wall: Line) -> bool:
    """Whether two closed segments have a point in common; sample lines never run along a wall."""
    (a, b), (c, d) = line, wall
    for axis in (0, 1):
        if max(a[axis], b[axis]) < min(c[axis], d[axis]) or min(a[axis], b[axis]) > max(c[axis], d[axis]):
            return False
    return turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0


def blockers(grid: Grid, a: int, b: int) -> list[Line]:
    found = set(unit_walls(grid))
    for s in bits(grid.solid):
        if s not in (a, b):
            x, y = grid.xy(s)
            ring = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
            found |= {(min(p, q), max(p, q)) for p, q in pairwise(ring)}
    return [((p[0] * UNIT, p[1] * UNIT), (q[0] * UNIT, q[1] * UNIT)) for p, q in found]


def free_lines(grid: Grid, a: int, b: int) -> Iterator[Line]:
    if not has(grid.floor, a) or not has(grid.floor, b):
        return
    walls = blockers(grid, a, b)
    ends = [
        [(x * UNIT + u, y * UNIT + v) for u in OFFSETS for v in OFFSETS] for x, y in (grid.xy(a), grid.xy(b))
    ]
    for p in ends[0]:
        for q in ends[1]:
            if not any(touches((p, q), wall) for wall in walls):
                yield p, q


def brute_sees(grid: Grid, a: int, b: int) -> bool:
    return a == b or any(True for _ in free_lines(grid, a, b))


def passes_inside(line: Line, x: int, y: int) -> bool:
    """Whether the line has more than a point in the open square: clip it, in fractions of its length."""
    (px, py), (qx, qy) = line
    enter, leave = Fraction(0), Fraction(1)
    for start, end, low in ((px, qx, x * UNIT), (py, qy, y * UNIT)):
        if start == end:
            if not low < start < low + UNIT:
                return False
        else:
            cuts = sorted(Fraction(side - start, end - start) for side in (low, low + UNIT))
            enter, leave = max(enter, cuts[0]), min(leave, cuts[1])
    return enter < leave


def brute_crossed(grid: Grid, a: int, b: int) -> set[int]:
    ways = {
        mask_of(s for s in bits(grid.floor) if s not in (a, b) and passes_inside(line, *grid.xy(s)))
        for line in free_lines(grid, a, b)
    }
    return {way for way in ways if not any(other != way and other & way == other for other in ways)}


def test_m1_nothing_stands_between_on_open_ground() -> None:
    grid = open_board(8, 8)
    assert Sight(grid).sees(grid.square(0, 0), grid.square(3, 2))
    assert Sight(grid).row(0) == grid.floor


def test_m2_no_sight_through_a_wall_but_past_its_end() -> None:
    grid = picture(WALL_WITH_A_GAP)
    sight = Sight(grid)
    assert not sight.sees(grid.square(0, 0), grid.square(1, 0))
    assert sight.sees(grid.square(0, 3), grid.square(1, 3))
    assert not has(grid.steps(grid.square(0, 2)), grid.square(1, 3))
    assert sight.sees(grid.square(0, 2), grid.square(1, 3))  # a line passes the wall's end, a step does not


def test_m10_holes_that_are_floor_do_not_block_but_missing_floor_does() -> None:
    assert Sight(picture(". . .")).sees(0, 2)
    assert not Sight(picture(". # .")).sees(0, 2)
    assert not Sight(picture(". # .")).sees(0, 1)


def test_a_structure_hides_what_is_behind_it_and_can_itself_be_seen() -> None:
    sight = Sight(picture(". s ."))
    assert sight.sees(0, 1)
    assert not sight.sees(0, 2)
    assert sight.sees(1, 2)
    assert not Sight(picture(". s s .")).sees(0, 2)


def test_a_touched_corner_blocks() -> None:
    grid = picture("""
. s

s .
""")
    assert not Sight(grid).sees(0, 3)


def test_one_of_several_squares_is_enough() -> None:
    grid = picture(WALL_WITH_A_GAP)
    sight = Sight(grid)
    assert not sight.sees_any(mask_of([0, 4]), mask_of([1, 5]))
    assert sight.sees_any(mask_of([0, 4, 12]), mask_of([1, 13]))
    assert sight.sees_any(mask_of([0, 4, 12]), 1 << 13)
    assert not sight.sees_any(0, 1)


def test_only_so_many_ways_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = picture(WALL_WITH_A_GAP)
    pairs = list(combinations(bits(grid.floor), 2))
    remembers = Sight(grid)
    fresh = [remembers.crossed(a, b) for a, b in pairs]
    monkeypatch.setattr("webgame.engine.sight.KEPT", 5)
    forgets = Sight(grid)
    assert [forgets.crossed(a, b) for a, b in pairs] == fresh
    assert 0 < len(forgets._crossed) <= 5 < len(remembers._crossed)


def test_figures_on_every_line_can_block_where_a_system_says_so() -> None:
    grid = open_board(5, 3)
    ways = Sight(grid).crossed(grid.square(0, 1), grid.square(4, 1))
    wall_of_figures = mask_of(grid.square(2, y) for y in range(3))
    assert ways == (mask_of([6, 7, 8]),)
    assert all(way & wall_of_figures for way in ways)
    diagonal = Sight(grid).crossed(grid.square(0, 0), grid.square(2, 2))
    assert 1 << grid.square(1, 1) in diagonal
    assert Sight(grid).crossed(3, 3) == Sight(grid).crossed(3, 4) == (0,)
    assert Sight(picture(". # .")).crossed(0, 2) == ()


@pytest.mark.parametrize("offsets", [(), (0, 500, 1000), (100, 500), (500, 1200, -200)])
def test_sample_points_lie_inside_and_evenly(offsets: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="evenly"):
        Sight(open_board(2, 2), offsets)


def test_one_sample_point_means_lines_between_middles() -> None:
    sight = Sight(picture(WALL_WITH_A_GAP), (500,))
    assert not sight.sees(8, 13)
    assert sight.sees(12, 13)


@pytest.mark.slow
@settings(max_examples=80)
@given(st.data(), boards(5))
def test_sight_is_what_brute_force_finds(data: st.DataObject, grid: Grid) -> None:
    sight = Sight(grid)
    squares = st.sampled_from(range(grid.width * grid.height))
    for _ in range(4):
        a, b = data.draw(squares), data.draw(squares)
        assert sight.sees(a, b) == sight.sees(b, a) == (has(grid.floor, a) and brute_sees(grid, a, b))


@settings(max_examples=60)
@given(st.data(), boards(5))
def test_ways_of_sight_are_what_brute_force_finds(data: st.DataObject, grid: Grid) -> None:
    squares = st.sampled_from(range(grid.width * grid.height))
    a, b = data.draw(squares), data.draw(squares)
    if a != b:
        assert set(Sight(grid).crossed(a, b)) == brute_crossed(grid, a, b)


@given(boards(4))
def test_rows_hold_what_single_questions_answer(grid: Grid) -> None:
    sight, fresh = Sight(grid), Sight(grid)
    squares = range(grid.width * grid.height)
    rows = [sight.row(a) for a in squares]
    assert rows == [mask_of(b for b in squares if fresh.sees(a, b)) for a in squares]
    assert reduce(or_, rows, 0) == grid.floor
    for a in bits(grid.floor):
        assert not grid.steps(a) & ~rows[a]  # what a step reaches is seen


@pytest.mark.parametrize("name", SIDES)
def test_sight_on_every_tile_side(name: str) -> None:
    grid = dungeon(name)
    sight, pick = Sight(grid), random.Random(name)
    squares = list(bits(grid.floor))
    for _ in range(10):
        a, b = pick.sample(squares, 2)
        assert sight.sees(a, b) == brute_sees(grid, a, b)


@pytest.mark.slow
def test_sight_across_three_tiles() -> None:
    grid = dungeon("1B", "5A", "6B")
    sight, pick = Sight(grid), random.Random(3)
    squares = list(bits(grid.floor))
    for _ in range(12):
        a, b = pick.sample(squares, 2)
        assert sight.sees(a, b) == brute_sees(grid, a, b)
        assert bool(sight.crossed(a, b)) == sight.sees(a, b)
    assert sum(sight.row(a).bit_count() for a in squares) % 2 == len(squares) % 2  # it is mutual
