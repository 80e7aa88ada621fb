"""The dungeon: tiles turned, joined and built at random."""

from __future__ import annotations

import pytest

from tests.sde.table import OPEN, table
from webgame.engine.masks import bits, mask_of
from webgame.engine.rng import Rng
from webgame.systems.sde_arcade import dungeon
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import facts, walk
from webgame.systems.sde_arcade.state import Tile

KNIGHT = "questing-knight"
DOOR_EAST = OPEN[:4] + ("..........D",) * 3 + OPEN[7:]
DOOR_WEST = OPEN[:4] + ("D..........",) * 3 + OPEN[7:]


def rule(*numbers: str, state: bool = False) -> pytest.MarkDecorator:
    return pytest.mark.rule("sde_arcade", *numbers, state=state)


@rule("SU-5", state=True)
def test_three_stars_turn_a_tile_three_times_the_same_side_up() -> None:
    assert dungeon.turned("2A", 3, symbol=False) == ("2A", 3)  # S4


@rule("SU-5", state=True)
def test_the_symbol_turns_a_tile_over_and_does_not_rotate_it() -> None:
    assert dungeon.turned("2A", 0, symbol=True) == ("2B", 0)  # S5


def test_a_quarter_turn_takes_north_to_east() -> None:
    flat, turned = dungeon.plan("3A", 0), dungeon.plan("3A", 1)
    assert flat.doorways == "ESW" and turned.doorways == "NSW"
    assert turned.spawn == (7, 5)
    walls = dungeon.plan("3B", 1).walls
    assert (0, 6, "S") in dungeon.plan("3B", 0).walls and (4, 0, "W") in walls
    assert dungeon.plan("3A", 4) == flat


@pytest.mark.parametrize("side", [name for name in box().tiles if name[0].isdigit()])
@pytest.mark.parametrize("turn", range(4))
def test_every_square_of_every_side_can_be_walked_to_from_the_spawn_square(side: str, turn: int) -> None:
    lay = dungeon.layout_of(dungeon.key([Tile(side, 0, 0, turn)]))
    there = lay.grid.reach(1 << lay.spawn[0], 200, blocked=lay.chasm).all | 1 << lay.spawn[0]
    assert there == lay.grid.open & ~lay.chasm


@rule("SU-5", state=True)
@pytest.mark.parametrize("shape", ["", "line", "corner"])
def test_random_dungeons_are_joined_and_never_overlap(shape: str) -> None:
    for seed in range(40):
        tiles = dungeon.build(Rng(bytes([seed])), ["1A", "4A", "3B", "2B", "6A"], shape)
        assert dungeon.joined(tiles) == [0, 1, 2, 3, 4]
        assert len({(tile.x, tile.y) for tile in tiles}) == 5
        lay = dungeon.layout_of(dungeon.key(tiles))
        first = mask_of([lay.spawn[0]])
        away = lay.grid.reach(first, 500, blocked=lay.chasm).all
        assert all(away >> spawn & 1 for spawn in lay.spawn[1:]), "every tile can be walked to"


def test_the_same_seed_builds_the_same_dungeon() -> None:
    first, second = (dungeon.build(Rng(b"seed"), ["1A", "2A", "3A"]) for _ in range(2))
    assert first == second


def test_a_line_is_a_line_where_the_doorways_allow_it() -> None:
    tiles = dungeon.build(Rng(b"a"), ["1A", "5A", "6A"], "line")
    assert len({tile.x for tile in tiles}) == 1 or len({tile.y for tile in tiles}) == 1


@rule("MP-4", "MP-5", state=True)
def test_a_doorway_that_is_joined_is_open_and_one_that_is_not_is_a_wall() -> None:
    t = table({KNIGHT: (9, 5)}, {"frog": ("Frog Knight", (12, 5))}, rows=DOOR_EAST, second=DOOR_WEST)
    assert facts.distance(t.s, t[KNIGHT], t["frog"]) == 3 and facts.sees(t.s, t[KNIGHT], t["frog"])

    shut = table({KNIGHT: (9, 5)}, {"frog": ("Frog Knight", (12, 5))}, rows=DOOR_EAST, second=OPEN)  # M9
    ways = walk.ways(shut.s, shut[KNIGHT], 20)
    assert not any(shut.s.width > square % shut.s.width > 10 for square in bits(ways.anchors))
    assert facts.distance(shut.s, shut[KNIGHT], shut["frog"]) is None
    assert not facts.sees(shut.s, shut[KNIGHT], shut["frog"])


@rule("MP-5", state=True)
def test_tile_edges_beside_a_doorway_are_walls() -> None:
    t = table({KNIGHT: (10, 3)}, {"frog": ("Frog Knight", (11, 3))}, rows=DOOR_EAST, second=DOOR_WEST)
    assert not facts.adjacent(t.s, t[KNIGHT], t["frog"])


@rule("TE-2", state=True)
def test_statues_are_structures_and_chasms_are_floor() -> None:
    lay = dungeon.layout_of(dungeon.key([Tile("6A", 0, 0, 0)]))
    champion = lay.effects["Champion"]
    assert champion & lay.grid.solid and not champion & lay.grid.open
    moat = dungeon.layout_of(dungeon.key([Tile("5B", 0, 0, 0)]))
    assert moat.chasm & moat.grid.open == moat.chasm
