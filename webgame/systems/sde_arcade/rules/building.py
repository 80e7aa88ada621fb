"""Building the dungeon by hand: tile by tile to a doorway, turned or turned over by the green die (SU-5)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from webgame.engine.decision import targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.engine.rng import Rng
from webgame.engine.system import CHECKPOINT, FRAME
from webgame.systems.sde_arcade import dungeon
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import Cell, Cells
from webgame.systems.sde_arcade.looks import map_of
from webgame.systems.sde_arcade.rules.byhand import ask, by_hand
from webgame.systems.sde_arcade.state import State, Tile

STREAM: Final = "dice.tile"  # the green die that turns a tile
TURNS: Final = ("l.turn_0", "l.turn_1", "l.turn_2", "l.turn_3")  # quarter turns, as they are offered
Steps = Generator[Any, Any, None]


def run(g: Play) -> Steps:
    """Build the dungeon until there are as many tiles as the party needs (SU-5, CP-1)."""
    s: State = g.state
    count = s.options["setup"].get("tiles", 0)
    while len(s.tiles) < count and by_hand(s, "dungeon"):
        yield CHECKPOINT
        yield from _tile(g, count)
        yield FRAME
    if len(s.tiles) < count:
        _at_random(g, count - len(s.tiles))
        yield FRAME


def sides(s: State) -> list[str]:
    """Return the sides of the tiles that are not in the dungeon yet."""
    used = {box().tiles[tile.side].tile for tile in s.tiles}
    return [side for side in s.options["setup"]["sides"] if box().tiles[side].tile not in used]


def label(side: str) -> str:
    """Return a tile side as it is offered: its number and name."""
    return f"{side} {box().tiles[side].name}"


def side_of(text: str) -> str:
    """Return the tile side that `label` offered."""
    return text.partition(" ")[0]


def doorways(s: State) -> dict[int, tuple[Cell, str]]:
    """Return the doorways that a further tile may be put to: middle square, cell of the tile, direction."""
    found: dict[int, tuple[Cell, str]] = {}
    free = dungeon.openings(dungeon.cells_of(s.tiles))
    cells = list(dungeon.cells_of(s.tiles))
    for doorway in dungeon.layout(s).doorways:
        if (cells[doorway.tile], doorway.side) in free:
            squares = list(bits(doorway.squares))
            found[squares[len(squares) // 2]] = (cells[doorway.tile], doorway.side)
    return found


def turns(side: str, way: str) -> list[int]:
    """Return the turns at which a side has a doorway to join a tile to whose side `way` it is put."""
    return [turn for turn in range(4) if dungeon.OPPOSITE[way] in dungeon.plan(side, turn).doorways]


def settle(s: State, cells: Cells) -> None:
    """Make the board that of these cells; nothing stands on it yet."""
    s.tiles = dungeon.tiles_of(cells)
    s.dungeon = dungeon.key(s.tiles)
    grid = dungeon.layout(s).grid
    s.width, s.height = grid.width, grid.height


def _tile(g: Play, count: int) -> Steps:
    """Let the party choose a tile, where it joins and how it lies, and roll for it; it may leave off."""
    s: State = g.state
    number = len(s.tiles) + 1
    there = {label(side): map_of(side) for side in sides(s)}
    offered = targets("tile", "do.setup_tile", "SU-5", "value", there, looks=there)
    choice = yield from ask(g, "dungeon", "ask.setup_tile", "SU-5", [offered], n=number, of=count)
    if choice is None:
        return
    side = side_of(choice.name())
    cell, way = (0, 0), ""
    if s.tiles:
        join = targets("join", "do.setup_join", "SU-5", "square", doorways(s), what=label(side))
        choice = yield from ask(g, "dungeon", "ask.setup_join", "SU-5", [join], what=label(side), n=number)
        if choice is None:
            return
        cell, way = doorways(s)[choice.square()]
        cell = dungeon.beyond(cell, way)
    fitting = turns(side, way) if way else list(range(4))
    turn = fitting[0]
    if len(fitting) > 1:
        lying = {TURNS[n]: map_of(side, n) for n in fitting}
        ways = targets("turn", "do.setup_turn", "SU-5", "value", lying, looks=lying)
        choice = yield from ask(g, "dungeon", "ask.setup_turn", "SU-5", [ways], what=label(side), n=number)
        if choice is None:
            return
        turn = TURNS.index(choice.name())
    cells = dungeon.cells_of(s.tiles)
    if way:
        side, turn = _roll(g, cells, cell, side, turn, way)
    settle(s, cells | {cell: (side, turn)})
    _tell(g, s.tiles[-1], number)


def _roll(g: Play, cells: Cells, cell: Cell, side: str, turn: int, way: str) -> tuple[str, int]:
    """Roll the green die for a tile: a quarter turn for each star, the symbol turns it over (SU-5)."""
    faces = box().dice["G"].faces
    face = g.rng.draw(STREAM, len(faces))
    stars = faces[face].get("stars", 0)
    show = {"type": "roll", "piece": "", "dice": [["G", face]], "total": stars, "label": "l.tile_die"}
    key = "ev.tile_by_die" if stars else "ev.tile_flipped"
    g.emit(key, "SU-5", show, what=label(side), n=stars)
    if not stars:
        side = dungeon.back(side)
    wanted = (side, (turn + stars) % 4)
    lies = dungeon.fitted(cells, cell, *wanted, way)
    if lies != wanted:
        g.emit("ev.tile_fitted", "SU-5", depth=1, what=label(lies[0]))
    return lies


def _at_random(g: Play, count: int) -> None:
    """Build what is left at random."""
    s: State = g.state
    before = len(s.tiles)
    tiles = dungeon.build(g.rng, draw_sides(g.rng, sides(s), count), begun=s.tiles)
    settle(s, dungeon.cells_of(tiles))
    for number, tile in enumerate(s.tiles[before:], before + 1):
        _tell(g, tile, number)


def draw_sides(rng: Rng, from_: list[str], count: int) -> list[str]:
    """Draw tiles, and of each the side that lies up, from a list of sides."""
    numbers = sorted({box().tiles[side].tile for side in from_})
    rng.shuffle(dungeon.STREAM, numbers)
    drawn = []
    for number in numbers[:count]:
        both = [side for side in from_ if box().tiles[side].tile == number]
        drawn.append(both[rng.draw(dungeon.STREAM, len(both))])
    return drawn


def _tell(g: Play, tile: Tile, number: int) -> None:
    g.emit("ev.tile", "SU-5", what=box().tiles[tile.side].name, n=number, turn=tile.turn * 90, depth=1)
