"""Boards for tests: pictures, random ones, tile sides; and the law of steps a second time, naively."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from webgame.engine.squares import Grid, bits, mask_of

TILES = Path(__file__).parents[2] / "webgame" / "systems" / "sde_arcade" / "box" / "tiles.json"
SIDES: dict[str, dict[str, Any]] = {side["id"]: side for side in json.loads(TILES.read_text())["sides"]}
TOWARDS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

Point = tuple[int, int]


def picture(text: str) -> Grid:
    """Read a board: squares (`.` floor, `s` solid, `#` none) at every second place, walls between."""
    lines = [line.ljust(99) for line in text.strip("\n").splitlines()]
    width, height = max(len(line.rstrip()) for line in lines) // 2 + 1, len(lines) // 2 + 1
    cells = {(x, y): lines[2 * y][2 * x] for y in range(height) for x in range(width)}
    walls = [
        (y * width + x, (y + dy) * width + x + dx)
        for x, y in cells
        for dx, dy in ((1, 0), (0, 1))
        if (x + dx, y + dy) in cells and lines[2 * y + dy][2 * x + dx] in "|-"
    ]
    floor = mask_of(y * width + x for (x, y), cell in cells.items() if cell in ".s")
    solid = mask_of(y * width + x for (x, y), cell in cells.items() if cell == "s")
    return Grid(width, height, floor, walls, solid)


def open_board(width: int, height: int) -> Grid:
    return Grid(width, height, (1 << width * height) - 1)


@cache
def dungeon(*ids: str) -> Grid:
    """Lay tile sides in a row from west to east, joined where both have a doorway."""
    width = 11 * len(ids)
    walls: list[tuple[int, int]] = []
    floor, solid = [], []
    for column, name in enumerate(ids):
        side, left = SIDES[name], 11 * column
        for y, row in enumerate(side["rows"]):
            floor += [y * width + left + x for x, cell in enumerate(row) if cell != "#"]
            solid += [y * width + left + x for x, cell in enumerate(row) if cell in "shng"]
        for x, y, towards in side["walls"]:
            dx, dy = TOWARDS[towards]
            walls.append((y * width + left + x, (y + dy) * width + left + x + dx))
    for seam, (west, east) in enumerate(pairwise(ids), 1):
        doors = {y for _, y in SIDES[west]["doorways"].get("E", [])} & {
            y for _, y in SIDES[east]["doorways"].get("W", [])
        }
        walls += [(y * width + 11 * seam - 1, y * width + 11 * seam) for y in range(11) if y not in doors]
    return Grid(width, 11, mask_of(floor), walls, mask_of(solid))


@st.composite
def boards(draw: st.DrawFn, most: int = 6) -> Grid:
    """Random small boards, mostly floor."""
    width, height = draw(st.integers(1, most)), draw(st.integers(1, most))
    squares = range(width * height)
    sides = [(s, s + 1) for s in squares if s % width < width - 1] + [
        (s, s + width) for s in squares[:-width]
    ]
    holes = draw(st.sets(st.sampled_from(squares), max_size=len(squares) // 3))
    solid = draw(st.sets(st.sampled_from(squares), max_size=len(squares) // 4)) - holes
    walls = draw(st.sets(st.sampled_from(sides), max_size=len(sides) // 3)) if sides else set()
    return Grid(width, height, mask_of(set(squares) - holes), sorted(walls), mask_of(solid))


def masks(grid: Grid) -> st.SearchStrategy[int]:
    return st.integers(0, (1 << grid.width * grid.height) - 1)


def has(mask: int, square: int) -> bool:
    return bool(mask >> square & 1)


@cache
def unit_walls(grid: Grid) -> frozenset[tuple[Point, Point]]:
    """Every wall of length one between two corner points: those drawn and those where the floor ends."""
    walls = {frozenset(pair) for pair in grid.walls}
    found = set()
    for s in bits(grid.floor):
        x, y = s % grid.width, s // grid.width
        for dx, dy, wall in (
            (0, -1, ((x, y), (x + 1, y))),
            (1, 0, ((x + 1, y), (x + 1, y + 1))),
            (0, 1, ((x, y + 1), (x + 1, y + 1))),
            (-1, 0, ((x, y), (x, y + 1))),
        ):
            u, v = x + dx, y + dy
            beyond = 0 <= u < grid.width and 0 <= v < grid.height and has(grid.floor, v * grid.width + u)
            if not beyond or frozenset((s, v * grid.width + u)) in walls:
                found.add(wall)
    return frozenset(found)


def may_step(grid: Grid, a: int, b: int, *, solid: bool = False) -> bool:
    """The law of steps, read off the rule: walls are lines between corner points; `solid`: b may be solid."""
    (ax, ay), (bx, by) = grid.xy(a), grid.xy(b)
    if max(abs(ax - bx), abs(ay - by)) != 1 or not has(grid.floor, a) or not has(grid.floor, b):
        return False
    if has(grid.solid, b) and not solid:
        return False
    walls = unit_walls(grid)
    x, y = max(ax, bx), max(ay, by)
    if ax == bx:
        return ((x, y), (x + 1, y)) not in walls
    if ay == by:
        return ((x, y), (x, y + 1)) not in walls
    beside = (ay * grid.width + bx, by * grid.width + ax)
    return not any((x, y) in wall for wall in walls) and not any(has(grid.solid, s) for s in beside)


def step_lists(grid: Grid) -> dict[int, list[int]]:
    """All legal steps, one square at a time."""
    near = {
        s: [
            v * grid.width + u
            for u in range(s % grid.width - 1, s % grid.width + 2)
            for v in range(s // grid.width - 1, s // grid.width + 2)
            if 0 <= u < grid.width and 0 <= v < grid.height
        ]
        for s in range(grid.width * grid.height)
    }
    return {s: [t for t in near[s] if may_step(grid, s, t)] for s in near}
