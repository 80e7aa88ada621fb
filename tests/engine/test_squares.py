"""Squares, steps, distances and reach, against a second, deliberately naive implementation."""

from __future__ import annotations

import heapq

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.boards import (
    SIDES,
    boards,
    dungeon,
    has,
    masks,
    may_step,
    open_board,
    picture,
    step_lists,
    unit_walls,
)
from webgame.engine.masks import runs
from webgame.engine.squares import NE, E, Grid, N, S, W, bits, count, mask_of

WALL_WITH_A_GAP = """
.|. . .

.|. . .

.|. . .

. . . .
"""


def naive_distances(grid: Grid, start: int) -> dict[int, int]:
    """Steps to all squares; a step onto a solid square is the last one."""
    steps, found, edge = step_lists(grid), dict.fromkeys(bits(start), 0), list(bits(start))
    onto = {s: [t for t in bits(grid.solid) if may_step(grid, s, t, solid=True)] for s in steps}
    for s in edge:
        for t in steps[s] + onto[s]:
            if t not in found:
                found[t] = found[s] + 1
                if not has(grid.solid, t):
                    edge.append(t)
    return found


def naive_ways(
    grid: Grid, start: int, budget: int, blocked: int, slow: int, pinch: int, avoid: int
) -> dict[int, tuple[int, int, tuple[int, ...]]]:
    """Dijkstra over (cost, squares to avoid, squares entered)."""
    steps, w = step_lists(grid), grid.width
    settled: dict[int, tuple[int, int, tuple[int, ...]]] = {}
    heap: list[tuple[int, int, tuple[int, ...], int]] = [(0, 0, (), s) for s in bits(start)]
    while heap:
        cost, bad, path, s = heapq.heappop(heap)
        if s in settled:
            continue
        settled[s] = cost, bad, path
        for t in steps[s]:
            one, other = s // w * w + t % w, t // w * w + s % w
            squeezed = one not in (s, t) and has(pinch, one) and has(pinch, other)
            price = cost + 1 + has(slow, t)
            if not squeezed and not has(blocked, t) and price <= budget:
                heapq.heappush(heap, (price, bad + has(avoid, t), (*path, t), t))
    return settled


def test_masks_and_squares_are_the_same_thing() -> None:
    assert list(bits(mask_of([5, 0, 9]))) == [0, 5, 9]
    assert count(mask_of([5, 0, 9])) == 3
    assert list(bits(0)) == []
    assert list(runs(0)) == []
    assert list(runs(mask_of([1, 2, 3, 7, 64, 65]))) == [(1, 4), (7, 8), (64, 66)]


def test_m1_diagonals_count_as_one() -> None:
    grid = open_board(8, 8)
    assert grid.distance(1 << grid.square(0, 0), 1 << grid.square(3, 2)) == 3


def test_m2_the_way_leads_around_the_walls_end_without_cutting_its_corner() -> None:
    grid = picture(WALL_WITH_A_GAP)
    hero, goal = grid.square(0, 0), grid.square(1, 0)
    assert not has(grid.steps(hero), goal)
    assert not has(grid.steps(grid.square(0, 2)), grid.square(1, 3))
    assert grid.distance(1 << hero, 1 << goal) == 7
    path = grid.reach(1 << hero, 9).path(goal)
    assert [grid.xy(s) for s in path] == [(0, 1), (0, 2), (0, 3), (1, 3), (1, 2), (1, 1), (1, 0)]


def test_m5_difficult_ground_costs_two() -> None:
    grid = picture(". . .")
    assert grid.reach(1, 1, slow=0b010).all == 0b001
    assert grid.reach(1, 3, slow=0b010).layers == [0b001, 0, 0b010, 0b100]
    assert grid.reach(1, 2, slow=0b010).cost(1) == 2
    assert grid.reach(1, 2, slow=0b010).cost(2) is None


def test_m10_a_chasm_is_blocked_for_the_walker_only() -> None:
    grid = picture(". . .")
    assert grid.reach(1, 5, blocked=0b010).all == 0b001
    assert grid.distance(0b001, 0b100) == 2


def test_m11_no_step_between_two_enemies() -> None:
    grid = open_board(3, 3)
    enemies = mask_of([grid.square(1, 0), grid.square(0, 1)])
    assert grid.reach(1, 9, blocked=enemies).cost(grid.square(1, 1)) == 1
    assert grid.reach(1, 9, blocked=enemies, pinch=enemies).all == 1


def test_a2_a_cross_of_two_and_a3_a_lance_stopped_by_a_wall() -> None:
    grid = open_board(11, 11)
    arms = {grid.xy(s) for d in (N, E, S, W) for s in grid.ray(grid.square(5, 5), d, 2)}
    assert arms == {(6, 5), (7, 5), (4, 5), (3, 5), (5, 6), (5, 7), (5, 4), (5, 3)}
    assert grid.ray(grid.square(5, 5), E, 3) == tuple(grid.square(x, 5) for x in (6, 7, 8))
    walled = Grid(11, 11, grid.floor, [(grid.square(6, 5), grid.square(7, 5))])
    assert walled.ray(grid.square(5, 5), E, 3) == (grid.square(6, 5),)
    assert picture(". . s").ray(0, E, 5) == (1,)
    with pytest.raises(ValueError, match="orthogonal"):
        grid.ray(0, NE, 1)


def test_a_structure_bars_the_diagonals_beside_it() -> None:
    grid = picture("""
. s

. .
""")
    assert list(bits(grid.steps(0))) == [2]
    assert has(grid.ignoring_solids().steps(0), 3)
    assert list(bits(grid.steps(1))) == [0, 2, 3]  # whoever stands on it may leave
    assert grid.distance(0b0010, 0b0001) == 1
    assert grid.distance(0b0001, 0b0010) == 1  # and can be reached there
    assert grid.within(0b0001, 1) == 0b0111
    assert picture(". s .").distance(0b001, 0b100) is None  # but nothing is reached through it
    assert grid.shut == 0
    assert (
        picture("""
. s

s s
""").shut
        == 0b1000
    )


def test_a_path_keeps_clear_of_what_is_to_be_avoided_and_then_takes_low_squares() -> None:
    grid = open_board(5, 3)
    start, goal = 1 << grid.square(0, 1), grid.square(4, 1)
    assert grid.reach(start, 9).path(goal) == [1, 2, 3, goal]
    fire = mask_of(grid.square(x, 0) for x in range(5)) | mask_of([grid.square(2, 1)])
    assert grid.reach(start, 9).path(goal, avoid=fire) == [6, 12, 8, goal]
    assert grid.reach(start, 9).path(grid.square(0, 1)) == []
    with pytest.raises(ValueError, match="out of reach"):
        grid.reach(start, 3).path(goal)


def test_walls_inside_a_set_of_squares_can_be_taken_away() -> None:
    grid = picture(WALL_WITH_A_GAP)
    top = mask_of([0, 1, 4, 5])
    ghost = grid.without_walls(top)
    assert not ghost.has_wall(0, 1)
    assert ghost.has_wall(8, 9)
    assert ghost is grid.without_walls(top | 1 << 2)
    assert grid.without_walls(0b1) is grid
    assert grid.has_wall(0, 1)


def test_walls_come_as_long_segments_with_the_edges_of_the_floor() -> None:
    grid = picture("""
.|. .
    -
.|. #
""")
    assert grid.wall_segments() == (
        (0, 0, 0, 2),
        (1, 0, 1, 2),
        (2, 1, 2, 2),
        (3, 0, 3, 1),
        (0, 0, 3, 0),
        (2, 1, 3, 1),
        (0, 2, 2, 2),
    )
    assert grid.has_wall(4, 5)
    assert not grid.has_wall(1, 4)
    with pytest.raises(ValueError, match="share no side"):
        grid.has_wall(2, 3)


def test_large_figures_need_their_whole_block() -> None:
    grid = picture("""
. . . .

. .|. .

. . s .

. . . .
""")
    everywhere = grid.floor
    assert {grid.xy(s) for s in bits(grid.placements(2, everywhere))} == {(0, 0), (2, 0), (0, 1), (0, 2)}
    assert grid.footprint(grid.square(1, 0), 2) == 0
    assert grid.footprint(grid.square(3, 3), 2) == 0
    assert grid.footprint(0, 2) == mask_of([0, 1, 4, 5])
    assert grid.placements(2, everywhere & ~mask_of([0, 8])) == 1 << grid.square(2, 0)
    assert {grid.xy(s) for s in bits(grid.anchors_covering(grid.square(1, 2), 2))} == {(0, 1), (0, 2)}
    assert grid.footprint(0, 2, 3) == mask_of([0, 1, 4, 5, 8, 9])
    with pytest.raises(ValueError, match="no square"):
        grid.placements(0, everywhere)


@pytest.mark.parametrize(
    ("width", "height", "floor", "walls", "solid"),
    [
        (0, 3, 0, [], 0),
        (2, 2, 0b10000, [], 0),
        (2, 2, 0b0001, [], 0b0010),
        (2, 2, 0b1111, [(1, 2)], 0),
        (2, 2, 0b1111, [(2, 4)], 0),
    ],
)
def test_impossible_layouts_are_refused(
    width: int, height: int, floor: int, walls: list[tuple[int, int]], solid: int
) -> None:
    with pytest.raises(ValueError, match=r"grid|floor|side"):
        Grid(width, height, floor, walls, solid)


def test_coordinates_off_the_board_are_refused() -> None:
    with pytest.raises(ValueError, match="off the grid"):
        open_board(3, 3).square(3, 0)


@given(boards())
def test_steps_follow_the_law_on_any_board(grid: Grid) -> None:
    for s, targets in step_lists(grid).items():
        assert grid.steps(s) == mask_of(targets)
    segments = grid.wall_segments()
    assert sum(x2 - x1 + y2 - y1 for x1, y1, x2, y2 in segments) == len(unit_walls(grid))


@pytest.mark.parametrize("name", SIDES)
def test_steps_and_distances_follow_the_law_on_every_tile_side(name: str) -> None:
    grid = dungeon(name)
    for s, targets in step_lists(grid).items():
        assert grid.steps(s) == mask_of(targets)
    for s in list(bits(grid.open))[::17]:
        naive = naive_distances(grid, 1 << s)
        assert [grid.distance(1 << s, 1 << t) for t in range(121)] == [naive.get(t) for t in range(121)]


def test_tiles_join_at_their_doorways_only() -> None:
    grid = dungeon("1A", "5A", "6B")
    assert [y for y in range(11) if not grid.has_wall(grid.square(10, y), grid.square(11, y))] == [4, 5, 6]
    assert may_step(grid, grid.square(10, 5), grid.square(11, 4))
    assert not may_step(grid, grid.square(10, 4), grid.square(11, 3))


@pytest.mark.slow
@given(st.data(), boards())
def test_distances_between_any_two_sets(data: st.DataObject, grid: Grid) -> None:
    a, b = data.draw(masks(grid)) & grid.floor, data.draw(masks(grid)) & grid.floor
    naive = naive_distances(grid, a)
    assert grid.neighbours(a) == mask_of(t for s, ts in step_lists(grid).items() if has(a, s) for t in ts)
    for n in (-1, 0, 1, 2, 5):
        assert grid.within(a, n) == mask_of(s for s, d in naive.items() if d <= n)
    least = min((d for s, d in naive.items() if has(b, s)), default=None)
    assert grid.distance(a, b) == least
    assert grid.distance(b, a) == least
    if least is not None:
        assert least == min(d for s, d in naive_distances(grid, b).items() if has(a, s))
    for limit in (0, 1, 3):
        assert grid.distance(a, b, limit) == (None if least is None or least > limit else least)


@pytest.mark.slow
@settings(max_examples=150)
@given(st.data(), boards())
def test_reach_and_paths_are_the_best_there_are(data: st.DataObject, grid: Grid) -> None:
    start = data.draw(masks(grid)) & data.draw(masks(grid)) & grid.floor
    blocked, slow, pinch, avoid = (data.draw(masks(grid)) & data.draw(masks(grid)) for _ in range(4))
    budget = data.draw(st.integers(0, 9))
    reach = grid.reach(start, budget, blocked=blocked, slow=slow, pinch=pinch)
    naive = naive_ways(grid, start, budget, blocked, slow, pinch, avoid)
    assert reach.all == mask_of(naive)
    for s in range(grid.width * grid.height):
        assert reach.cost(s) == (naive[s][0] if s in naive else None)
    for s, (_, _, path) in naive.items():
        assert reach.path(s, avoid) == list(path)


@pytest.mark.parametrize("name", SIDES)
def test_reach_on_every_tile_side(name: str) -> None:
    grid = dungeon(name)
    start = 1 << next(bits(grid.open))
    slow, enemies = grid.open & 0x1249249249249249 << 40, grid.open & 0x8102040810204081 << 20 & ~start
    reach = grid.reach(start, 8, blocked=enemies, slow=slow, pinch=enemies)
    naive = naive_ways(grid, start, 8, enemies, slow, enemies, slow)
    assert reach.all == mask_of(naive)
    assert all(reach.path(s, slow) == list(path) for s, (_, _, path) in naive.items())


def test_squares_have_the_names_that_people_say() -> None:
    """As static/src/squares.ts names them."""
    grid = open_board(60, 12)
    named = {"A1": (0, 0), "G4": (6, 3), "Z12": (25, 11), "AA1": (26, 0), "AZ2": (51, 1), "BA2": (52, 1)}
    assert {name: grid.xy(grid.square(*at)) for name, at in named.items()} == named
    assert [grid.name(grid.square(*at)) for at in named.values()] == list(named)


@given(st.data(), boards())
def test_footprints_are_blocks_without_a_wall_inside(data: st.DataObject, grid: Grid) -> None:
    free = data.draw(masks(grid)) | data.draw(masks(grid))
    wide, tall = data.draw(st.sampled_from([(1, 1), (2, 2), (3, 3), (1, 2), (2, 1), (3, 2)]))
    legal = {}
    for s in range(grid.width * grid.height):
        x, y = grid.xy(s)
        block = [(u, v) for v in range(y, y + tall) for u in range(x, x + wide)]
        squares = [v * grid.width + u for u, v in block if u < grid.width and v < grid.height]
        joined = len(squares) == len(block) and not any(
            a != b and abs(ax - bx) + abs(ay - by) == 1 and grid.has_wall(a, b)
            for a, (ax, ay) in zip(squares, block, strict=True)
            for b, (bx, by) in zip(squares, block, strict=True)
        )
        if joined and all(has(grid.open, t) for t in squares):
            legal[s] = mask_of(squares)
        assert grid.footprint(s, wide, tall) == legal.get(s, 0)
    assert grid.placements(wide, free, tall) == mask_of(s for s, block in legal.items() if not block & ~free)
    for t in range(grid.width * grid.height):
        covering = mask_of(s for s, block in legal.items() if has(block, t))
        assert grid.anchors_covering(t, wide, tall) == covering
