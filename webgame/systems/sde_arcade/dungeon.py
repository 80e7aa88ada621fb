"""The dungeon: tiles turned and joined into one layout of squares, walls and tile effects (MP, SU-5).

A layout follows from sides, places and turns of the tiles alone; it is computed once and kept by its key.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final, NamedTuple

from webgame.engine.masks import bits, mask_of
from webgame.engine.rng import Rng
from webgame.engine.sight import Sight
from webgame.engine.squares import Grid
from webgame.systems.sde_arcade.cards import TileSide, box
from webgame.systems.sde_arcade.state import State, Tile

SIDES: Final = "NESW"
AWAY: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE: Final = {"N": "S", "E": "W", "S": "N", "W": "E"}
WALL: Final = "Stone Wall"  # squares of triggered Stone Walls: structures until the trap is disarmed (TR-7)
PASSAGE: Final = "Secret Passage"
STREAM: Final = "setup.tiles"

Wall = tuple[int, int, str]


class Plan(NamedTuple):
    """A tile side after turning: rows, inner walls, spawn square and the sides that have a doorway."""

    rows: tuple[str, ...]
    walls: tuple[Wall, ...]
    spawn: tuple[int, int]
    doorways: str


class Doorway(NamedTuple):
    """A doorway: its tile, the side of it, its squares as a mask, the tile it is joined to (-1: none)."""

    tile: int
    side: str
    squares: int
    joined: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The board that a set of tiles makes. Masks are those of `webgame.engine.squares`."""

    size: int  # squares along a tile's side
    grid: Grid  # chasms are floor, structures solid
    sight: Sight
    tile_of: tuple[int, ...]  # square -> tile, -1 off the floor
    tiles: tuple[int, ...]  # mask of each tile
    effects: dict[str, int]  # tile effect -> its squares
    spawn: tuple[int, ...]  # the spawn square of each tile
    doorways: tuple[Doorway, ...]
    negative: int  # squares with a negative tile effect (TE-2)
    difficult: int  # squares that cost 2 MP by their tile effect
    chasm: int

    def beside(self, mask: int) -> int:
        """Return the squares next to `mask` with no wall between, structures included (for blessings)."""
        return self.grid.ignoring_solids().neighbours(mask) & ~mask

    def free_doorways(self, tile: int = -1) -> int:
        """Return the squares of doorways, of one tile or of all, that are joined to no tile (MP-4)."""
        found = 0
        for doorway in self.doorways:
            if doorway.joined < 0 and tile in (-1, doorway.tile):
                found |= doorway.squares
        return found

    def neighbours(self, tile: int) -> tuple[int, ...]:
        """Return the tiles joined to a tile by a doorway."""
        return tuple(sorted({d.joined for d in self.doorways if d.tile == tile and d.joined >= 0}))


# -- one tile --------------------------------------------------------------------------------------------


@cache
def plan(side: str, turn: int) -> Plan:
    """Return a tile side after `turn` quarter turns clockwise."""
    printed: TileSide = box().tiles[side]
    rows, walls, spawn = printed.rows, printed.walls, printed.spawn_square
    n = len(rows)
    for _ in range(turn % 4):
        rows = tuple("".join(rows[n - 1 - x][y] for x in range(n)) for y in range(n))
        walls = tuple((n - 1 - y, x, SIDES[(SIDES.index(side_) + 1) % 4]) for x, y, side_ in walls)
        spawn = (n - 1 - spawn[1], spawn[0])
    east, west = "".join(row[-1] for row in rows), "".join(row[0] for row in rows)
    edges = {"N": rows[0], "E": east, "S": rows[-1], "W": west}
    return Plan(rows, walls, spawn, "".join(name for name in SIDES if "D" in edges[name]))


def tile_size() -> int:
    """Return the squares along the side of a tile (MP-1)."""
    return len(next(iter(box().tiles.values())).rows)


def back(side: str) -> str:
    """Return the other side of a tile."""
    tile = box().tiles[side].tile
    return next(other.id for other in box().tiles.values() if other.tile == tile and other.id != side)


# -- the whole -------------------------------------------------------------------------------------------


def key(tiles: list[Tile]) -> str:
    """Return the name of the layout of these tiles; it holds all that `layout_of` needs. No tiles: ""."""
    return ";".join(f"{tile.side}@{tile.x},{tile.y},{tile.turn % 4}" for tile in tiles)


def layout(s: State) -> Layout:
    """Return the layout of a game's dungeon."""
    return layout_of(s.dungeon)


def reserved(s: State) -> int:
    """Return the spawn squares that are kept free while spawning points are placed (SU-12)."""
    if s.turn.phase != "setup":
        return 0
    return mask_of(square for tile, square in zip(s.tiles, layout(s).spawn, strict=True) if not tile.spawn)


def changes(name: str) -> dict[str, list[int]]:
    """Return what cards have changed on a layout, by kind, each a list of numbers.

    `passage`: squares with a Secret Passage token; `haunted`: tiles whose walls and structures stop nobody
    (Ghost Well); `wall.<template>`: squares that a triggered Stone Wall closes.
    """
    found: dict[str, list[int]] = {}
    for part in name.split("|")[1:]:
        kind, _, numbers = part.partition("=")
        found[kind] = [int(number) for number in numbers.split(",") if number]
    return found


def changed(name: str, kind: str, numbers: list[int] | None) -> str:
    """Return the name of a layout with another list of one kind of changes; None takes the kind away."""
    found = changes(name)
    if numbers is None:
        found.pop(kind, None)
    else:
        found[kind] = numbers
    parts = [f"{kind}={','.join(str(n) for n in listed)}" for kind, listed in found.items()]
    return "|".join([name.split("|")[0], *parts])


@lru_cache(maxsize=64)
def layout_of(name: str) -> Layout:
    """Return the layout that `key` named, with the changes that cards have made (`changes`)."""
    plain, *cards = name.split("|")
    if cards:
        return _altered(layout_of(plain), changes(name))
    placed = [_read(part) for part in plain.split(";") if part]
    size = tile_size()
    width = max((x for _, x, _ in placed), default=0) + size  # without a tile: the room for one
    height = max((y for _, _, y in placed), default=0) + size
    names = {effect.code: effect.name for effect in box().effects.values()}
    floor, tiles = 0, []
    effects: dict[str, int] = {}
    tile_of = [-1] * (width * height)
    for number, (flat, left, top) in enumerate(placed):
        mask = 0
        for y, row in enumerate(flat.rows):
            for x, code in enumerate(row):
                if code == "#":
                    continue
                square = (top + y) * width + left + x
                mask |= 1 << square
                tile_of[square] = number
                if code in names:
                    effects[names[code]] = effects.get(names[code], 0) | 1 << square
        floor |= mask
        tiles.append(mask)
    solid = _sum(effects, [e.name for e in box().effects.values() if e.code in "shng"])
    doorways, seams = _join(placed, tile_of, width, height)
    inner = [
        pair
        for flat, left, top in placed
        for x, y, side in flat.walls
        if (pair := _wall(left + x, top + y, side, width, height)) is not None
    ]
    grid = Grid(width, height, floor, inner + seams, solid)
    negative = [e.name for e in box().effects.values() if e.sign == "negative"]
    return Layout(
        size=size,
        grid=grid,
        sight=Sight(grid),
        tile_of=tuple(tile_of),
        tiles=tuple(tiles),
        effects=effects,
        spawn=tuple((top + flat.spawn[1]) * width + left + flat.spawn[0] for flat, left, top in placed),
        doorways=tuple(doorways),
        negative=_sum(effects, negative),
        difficult=_sum(effects, negative),
        chasm=effects.get("Chasm", 0),
    )


def _altered(plain: Layout, found: dict[str, list[int]]) -> Layout:
    """Return a layout with passages, stone walls and tiles without walls and structures (EX-14)."""
    effects = dict(plain.effects)
    for square in found.get("passage", ()):
        effects[PASSAGE] = effects.get(PASSAGE, 0) | 1 << square
    haunted = _mask(plain.tiles[tile] for tile in found.get("haunted", ()))
    stone = mask_of(n for kind, numbers in found.items() if kind.startswith("wall.") for n in numbers)
    if stone:
        effects[WALL] = stone
    grid = plain.grid
    for tile in found.get("haunted", ()):
        grid = grid.without_walls(plain.tiles[tile])
    solid = grid.solid & ~haunted | stone
    if solid != grid.solid:
        grid = Grid(grid.width, grid.height, grid.floor, grid.walls, solid)
    return replace(plain, grid=grid, sight=Sight(grid), effects=effects)


def _mask(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _read(part: str) -> tuple[Plan, int, int]:
    side, _, place = part.rpartition("@")
    x, y, turn = (int(number) for number in place.split(","))
    return plan(side, turn), x, y


def _sum(effects: dict[str, int], names: list[str]) -> int:
    mask = 0
    for name in names:
        mask |= effects.get(name, 0)
    return mask


def _wall(x: int, y: int, side: str, width: int, height: int) -> tuple[int, int] | None:
    """Return the two squares a printed wall lies between, or None at the rim of the board."""
    dx, dy = AWAY[side]
    if not (0 <= x + dx < width and 0 <= y + dy < height):
        return None
    return y * width + x, (y + dy) * width + x + dx


def _join(
    placed: list[tuple[Plan, int, int]], tile_of: list[int], width: int, height: int
) -> tuple[list[Doorway], list[tuple[int, int]]]:
    """Join doorways that meet; every other step from tile to tile is walled off (MP-4, MP-5)."""
    doorways: list[Doorway] = []
    seams: list[tuple[int, int]] = []
    for number, (flat, left, top) in enumerate(placed):
        n = len(flat.rows)
        for side in SIDES:
            squares, joined = 0, -1
            for i in range(n):
                x, y = {"N": (i, 0), "E": (n - 1, i), "S": (i, n - 1), "W": (0, i)}[side]
                code = flat.rows[y][x]
                here = (top + y) * width + left + x
                pair = _wall(left + x, top + y, side, width, height)
                if code == "D":
                    squares |= 1 << here
                if pair is None or code == "#" or (other := tile_of[pair[1]]) < 0:
                    continue
                over, far_left, far_top = placed[other]
                far_y, far_x = divmod(pair[1], width)
                if code == "D" and over.rows[far_y - far_top][far_x - far_left] == "D":
                    joined = other
                else:
                    seams.append(pair)
            if squares:
                doorways.append(Doorway(number, side, squares, joined))
    return doorways, seams


# -- building --------------------------------------------------------------------------------------------


Cell = tuple[int, int]  # column and row, counted in tiles
Cells = dict[Cell, tuple[str, int]]  # in the order of placing: side and quarter turns


def turned(side: str, stars: int, symbol: bool) -> tuple[str, int]:
    """Return side and quarter turns after the green die: a turn for each star, the symbol flips it (SU-5)."""
    return (back(side), 0) if symbol else (side, stars % 4)


def fitted(cells: Cells, cell: Cell, side: str, turn: int, way: str) -> tuple[str, int]:
    """Return side and turns at which a tile comes to lie, joined in direction `way` to a tile that is there.

    It is turned on from `turn` until a doorway lines up (SU-5) and the dungeon does not close: a further
    tile must find a doorway, and so must the Heroes. Raises ValueError for a side without doorways.
    """
    fitting = [
        (lies, (turn + more) % 4)
        for lies in (side, back(side))
        for more in range(4)
        if OPPOSITE[way] in plan(lies, (turn + more) % 4).doorways
    ]
    if not fitting or fitting[0][0] != side:
        raise ValueError(f"tile side {side!r} has no doorway")
    return next((lies for lies in fitting if openings(cells | {cell: lies})), fitting[0])


def openings(cells: Cells) -> list[tuple[Cell, str]]:
    """Return cell and side of each doorway that a further tile can be put to (SU-5)."""
    return [
        (cell, way)
        for cell, (side, turn) in cells.items()
        for way in plan(side, turn).doorways
        if beyond(cell, way) not in cells
    ]


def cells_of(tiles: list[Tile]) -> Cells:
    """Return the cells of tiles."""
    size = tile_size()
    return {(tile.x // size, tile.y // size): (tile.side, tile.turn) for tile in tiles}


def tiles_of(cells: Cells) -> list[Tile]:
    """Return the tiles of cells, the board's corner where the first column and row begin."""
    size = tile_size()
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return [Tile(side, (x - left) * size, (y - top) * size, turn) for (x, y), (side, turn) in cells.items()]


def build(rng: Rng, sides: list[str], shape: str = "", begun: Iterable[Tile] = ()) -> list[Tile]:
    """Build a dungeon at random (SU-5): each further tile is put to a doorway, then the green die turns it.

    `shape` says where tiles go if their doorways allow it: `line`, `corner`, or anywhere; `begun`: tiles that
    lie already. Raises ValueError if no doorway is left to join a tile to.
    """
    cells = cells_of(list(begun))
    if not cells:
        cells[0, 0] = (sides[0], 0)
        sides = sides[1:]
    last, heading = next(reversed(cells)), ""
    for side in sides:
        free = openings(cells)
        if not free:
            raise ValueError("no doorway is left to join a further tile to")
        best = min(_unlike(shape, last, heading, cell, way) for cell, way in free)
        fit = [opening for opening in free if _unlike(shape, last, heading, *opening) == best]
        cell, way = fit[rng.draw(STREAM, len(fit))]
        green = box().dice["G"].faces
        face = green[rng.draw(STREAM, len(green))]
        side, turn = turned(side, face.get("stars", 0), not face.get("stars"))
        last, heading = beyond(cell, way), way
        cells[last] = fitted(cells, last, side, turn, way)
    return tiles_of(cells)


def beyond(cell: tuple[int, int], way: str) -> tuple[int, int]:
    """Return the next cell, counted in tiles, from one in direction N, E, S or W."""
    dx, dy = AWAY[way]
    return cell[0] + dx, cell[1] + dy


def _unlike(shape: str, last: tuple[int, int], heading: str, cell: tuple[int, int], way: str) -> int:
    """Return how far an opening is from the shape: 0 fits, 1 at least goes on from the last tile."""
    if not shape:
        return 0
    if cell != last:
        return 2
    straight = way in (heading, "") or not heading
    return 0 if straight == (shape == "line") or not heading else 1


def joined(tiles: list[Tile]) -> list[int]:
    """Return the tiles that can be reached from the first one through doorways."""
    lay = layout_of(key(tiles))
    found = [0]
    for tile in found:
        found += [other for other in lay.neighbours(tile) if other not in found]
    return sorted(found)


def squares(mask: int) -> list[int]:
    """Return the squares of a mask in order, as options list them."""
    return list(bits(mask))
