"""How figures move: cost, corners, difficult ground, large bases, what stops a move."""

from __future__ import annotations

import pytest

from tests.sde.table import OPEN, table
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.rules import facts, walk

KNIGHT, HUNTRESS, EMERALD = "questing-knight", "thundervale-huntress", "princess-emerald"
EAST = ("...........",) * 5 + ("..........D",) + ("...........",) * 5  # one square joins the tiles
WEST = ("...........",) * 5 + ("D..........",) + ("...........",) * 5
WALL = tuple((0, y, "E") for y in range(3))


def rows(**changed: str) -> tuple[str, ...]:
    """An open tile with some rows as given: r3="..r........"."""
    return tuple(changed.get(f"r{y}", row) for y, row in enumerate(OPEN))


@pytest.mark.rule("sde_arcade", "LR-2", "LR-6", state=True)
def test_diagonals_count_as_one_square():
    """M1."""
    t = table({KNIGHT: (0, 0)}, {"frog": ("Frog Knight", (3, 2))})
    assert facts.distance(t.s, t[KNIGHT], t["frog"]) == 3


@pytest.mark.rule("sde_arcade", "LR-1", "LR-6", "LR-7", state=True)
def test_the_way_leads_around_a_wall_without_cutting_its_corner():
    """M2."""
    t = table({KNIGHT: (0, 0)}, {"frog": ("Frog Knight", (1, 0))}, walls=WALL)
    assert not facts.adjacent(t.s, t[KNIGHT], t["frog"])
    assert not facts.sees(t.s, t[KNIGHT], t["frog"])
    assert facts.distance(t.s, t[KNIGHT], t["frog"]) == 7
    ways = walk.ways(t.s, t[KNIGHT], 6)
    assert ways.path(t.at(1, 1)) == [t.at(0, 1), t.at(0, 2), t.at(0, 3), t.at(1, 3), t.at(1, 2), t.at(1, 1)]


@pytest.mark.rule("sde_arcade", "HA-5")
@pytest.mark.rule("sde_arcade", "HA-6", state=True)
def test_a_hero_walks_through_a_friend_but_does_not_stop_there():
    """M4."""
    corridor = ("...########",) + ("###########",) * 10
    t = table({KNIGHT: (0, 0), EMERALD: (1, 0)}, rows=corridor)
    ways = walk.ways(t.s, t[KNIGHT], 6)
    assert list(bits(ways.anchors)) == [t.at(2, 0)]
    assert ways.cost(t.at(2, 0)) == 2
    with pytest.raises(ValueError, match="no move ends"):
        ways.cost(t.at(1, 0))
    assert t.play(walk.walk(t.g, t[KNIGHT], t.at(2, 0), ways)) == 2
    assert t[KNIGHT].at == t.at(2, 0)
    assert t.told("ev.moved")[0].show["path"] == [t.at(1, 0), t.at(2, 0)]


@pytest.mark.rule("sde_arcade", "HA-6", state=True)
def test_enemies_bar_the_way():
    corridor = ("....#######",) + ("###########",) * 10
    t = table({KNIGHT: (0, 0)}, {"frog": ("Frog Knight", (2, 0))}, rows=corridor)
    assert list(bits(walk.ways(t.s, t[KNIGHT], 6).anchors)) == [t.at(1, 0)]
    assert walk.ways(t.s, t[KNIGHT], 6, through_enemies=True).cost(t.at(3, 0)) == 3


@pytest.mark.rule("sde_arcade", "HA-9", "TE-2", state=True)
def test_difficult_ground_costs_two():
    """M5."""
    t = table({KNIGHT: (0, 0)}, rows=rows(r0=".r.........", r1="rr........."))
    assert not walk.ways(t.s, t[KNIGHT], 1).anchors
    assert walk.ways(t.s, t[KNIGHT], 2).cost(t.at(1, 0)) == 2


@pytest.mark.rule("sde_arcade", "AB-3", "HA-9", state=True)
def test_surefoot_makes_difficult_ground_open():
    t = table({HUNTRESS: (0, 0)}, rows=rows(r0="..r........", r1="..r........"))
    assert walk.ways(t.s, t[HUNTRESS], 1).cost(t.at(1, 0)) == 1


@pytest.mark.rule("sde_arcade", "GA-15", "AF-2", state=True)
def test_bramble_growth_slows_heroes_without_emerald_affinity():
    t = table({KNIGHT: (0, 5), EMERALD: (0, 4)}, {"point": ("Bramble Knight", (3, 5))})
    assert walk.ways(t.s, t[KNIGHT], 6).cost(t.at(1, 5)) == 2
    assert walk.ways(t.s, t[EMERALD], 6).cost(t.at(1, 5)) == 1


@pytest.mark.rule("sde_arcade", "TE-2", state=True)
def test_a_chasm_bars_movement_but_not_sight():
    """M10."""
    t = table({KNIGHT: (0, 5)}, {"frog": ("Frog Knight", (4, 5))}, rows=("..c........",) * 11)
    assert not walk.ways(t.s, t[KNIGHT], 20).anchors & ~sum(3 << (11 * y) for y in range(11))
    assert facts.sees(t.s, t[KNIGHT], t["frog"])


@pytest.mark.rule("sde_arcade", "LR-8", state=True)
def test_nobody_slips_between_two_enemies():
    """M11."""
    t = table({KNIGHT: (0, 0)}, {"a": ("Frog Knight", (1, 0)), "b": ("Frog Knight", (0, 1))})
    assert not walk.ways(t.s, t[KNIGHT], 6).anchors


@pytest.mark.rule("sde_arcade", "SU-16", state=True)
def test_chests_and_spawning_points_are_solid():
    corridor = ("....#######",) + ("###########",) * 10
    t = table({KNIGHT: (0, 0)}, rows=corridor)
    t.token("chest", 2, 0)
    assert list(bits(walk.ways(t.s, t[KNIGHT], 6).anchors)) == [t.at(1, 0)]
    t = table({}, {"frog": ("Frog Knight", (0, 0)), "point": ("Bramble Knight", (2, 0))}, rows=corridor)
    assert list(bits(walk.ways(t.s, t["frog"], 6).anchors)) == [t.at(1, 0)]


@pytest.mark.rule("sde_arcade", "HA-8", state=True)
def test_a_large_hero_counts_squares_as_if_small():
    t = table({HUNTRESS: (0, 0)})
    ways = walk.ways(t.s, t[HUNTRESS], 3)
    assert ways.cost(t.at(1, 0)) == 1
    assert ways.cost(t.at(3, 3)) == 3
    assert not ways.anchors >> t.at(4, 0) & 1
    assert ways.path(t.at(3, 0)) == [t.at(2, 0), t.at(3, 0), t.at(4, 0)]


@pytest.mark.rule("sde_arcade", "HA-8", state=True)
def test_a_large_hero_squeezes_through_a_gap_but_needs_room_to_stop():
    gap = rows(r4="###.#######", r3="...........")
    t = table({HUNTRESS: (3, 1)}, rows=gap)
    ways = walk.ways(t.s, t[HUNTRESS], 8)
    ends = set(bits(ways.anchors))
    assert t.at(3, 3) not in ends and t.at(3, 4) not in ends
    assert ways.cost(t.at(3, 5)) == 4
    assert t.play(walk.walk(t.g, t[HUNTRESS], t.at(3, 5), ways)) == 4
    assert t[HUNTRESS].at == t.at(3, 5)


@pytest.mark.rule("sde_arcade", "HA-8", "HA-9", state=True)
def test_a_large_model_pays_two_if_any_newly_covered_square_is_difficult():
    t = table({}, {"trent": ("Trent", (0, 0))}, rows=rows(r1="..r........"))
    trent = t["trent"]
    assert trent.size == 2
    assert walk.ways(t.s, trent, 4).cost(t.at(1, 0)) == 2


@pytest.mark.rule("sde_arcade", "TE-2")
@pytest.mark.rule("sde_arcade", "HA-9", state=True)
def test_brambles_poison_whoever_walks_in_and_the_move_goes_on():
    lane = ("..b..######",) + ("###########",) * 10
    t = table({KNIGHT: (0, 0)}, rows=lane)
    ways = walk.ways(t.s, t[KNIGHT], 6)
    assert t.play(walk.walk(t.g, t[KNIGHT], t.at(4, 0), ways)) == 5
    assert t[KNIGHT].status == ["Poison"]
    keys = [event.key for event in t.events]
    assert keys == ["ev.moved", "ev.suffers", "ev.moved"]


@pytest.mark.rule("sde_arcade", "MV-6", state=True)
def test_a_path_avoids_hazards_that_cost_nothing_to_avoid():
    t = table({KNIGHT: (0, 1)})
    t.trap("Spiked Floor", (1, 1))
    path = walk.ways(t.s, t[KNIGHT], 6).path(t.at(2, 1))
    assert path in ([t.at(1, 0), t.at(2, 1)], [t.at(1, 2), t.at(2, 1)])


@pytest.mark.rule("sde_arcade", "EX-1")
@pytest.mark.rule("sde_arcade", "HA-8", state=True)
def test_the_second_tile_stops_the_move_for_an_explore_card():
    """H10."""
    east = ("..........D",) * 11
    west = ("D..........",) * 11
    t = table({KNIGHT: (9, 5)}, rows=east, second=west)
    t.s.explore.draw_pile = ["Save Point"]
    ways = walk.ways(t.s, t[KNIGHT], 6)
    assert t.play(walk.walk(t.g, t[KNIGHT], t.at(14, 5), ways)) == 2
    assert t[KNIGHT].at % 22 == 11
    assert t.s.tiles[1].explored and t.cites("EX-1")


@pytest.mark.rule("sde_arcade", "EX-1", "CR-2")
@pytest.mark.rule("sde_arcade", "HA-6", state=True)
def test_a_card_drawn_while_passing_a_friend_leaves_nobody_on_another_square():
    t = table({KNIGHT: (10, 5), EMERALD: (11, 5)}, rows=EAST, second=WEST)
    t.s.explore.draw_pile = ["Creep Factory"]
    t.s.pool.creeps = {"Giri": 4, "Rattlebone": 3}
    ways = walk.ways(t.s, t[KNIGHT], 6)
    spent = t.play(walk.walk(t.g, t[KNIGHT], t.at(13, 5), ways))
    figures = [*t.s.members.values(), *t.s.monsters.values()]
    assert len({figure.at for figure in figures}) == len(figures)
    assert spent in (0, 2, 3) and t.s.tiles[1].explored


@pytest.mark.rule("sde_arcade", "EX-1", state=True)
def test_an_explored_tile_stops_nobody():
    """H11."""
    t = table({KNIGHT: (9, 5)}, rows=("..........D",) * 11, second=("D..........",) * 11)
    t.s.tiles[1].explored = True
    ways = walk.ways(t.s, t[KNIGHT], 6)
    assert t.play(walk.walk(t.g, t[KNIGHT], t.at(14, 5), ways)) == 5


@pytest.mark.rule("sde_arcade", "MP-4", state=True)
def test_a_doorway_that_joins_nothing_is_a_wall():
    """M9."""
    t = table({KNIGHT: (10, 5)}, rows=("..........D",) * 11, second=("...........",) * 11)
    assert all(square % 22 < 11 for square in bits(walk.ways(t.s, t[KNIGHT], 6).anchors))


@pytest.mark.rule("sde_arcade", "EX-12", state=True)
def test_locked_doors_let_models_in_and_not_out():
    t = table({KNIGHT: (9, 5)}, rows=("..........D",) * 11, second=("D..........",) * 11)
    t.s.tiles[1].explored = t.s.tiles[1].locked = True
    assert any(square % 22 > 10 for square in bits(walk.ways(t.s, t[KNIGHT], 6).anchors))
    t[KNIGHT].at = t.at(12, 5)
    assert all(square % 22 > 10 for square in bits(walk.ways(t.s, t[KNIGHT], 6).anchors))


@pytest.mark.rule("sde_arcade", "MV-11", "AB-3", state=True)
def test_grabby_holds_whoever_stands_next_to_it():
    t = table({KNIGHT: (2, 2)}, {"bones": ("Rattlebone", (5, 2))})
    ways = walk.ways(t.s, t[KNIGHT], 9)
    assert ways.cost(t.at(4, 2)) == 2
    t[KNIGHT].at = t.at(4, 2)
    assert not walk.ways(t.s, t[KNIGHT], 9).anchors


@pytest.mark.rule("sde_arcade", "TE-2")
@pytest.mark.rule("sde_arcade", "TE-4", state=True)
def test_a_secret_passage_ends_a_way():
    lane = ("..p..#....p",) + ("###########",) * 10
    t = table({KNIGHT: (0, 0)}, rows=lane)
    ways = walk.ways(t.s, t[KNIGHT], 6)
    assert list(bits(ways.anchors)) == [t.at(1, 0), t.at(2, 0)]
    assert t.play(walk.walk(t.g, t[KNIGHT], t.at(2, 0), ways)) == 2
    assert t[KNIGHT].at == t.at(10, 0)


@pytest.mark.rule("sde_arcade", "AB-3", "TE-2", state=True)
def test_flyers_cross_chasms_and_structures_burrowers_walls():
    t = table({KNIGHT: (0, 5)}, rows=tuple(".sc........" for _ in range(11)))
    t[KNIGHT].slots["Emerald"] = "Pegasus Wings"
    assert walk.ways(t.s, t[KNIGHT], 6).cost(t.at(3, 5)) == 3
    t = table({KNIGHT: (0, 0)}, walls=WALL)
    t[KNIGHT].slots["Sapphire"] = "King's Map"
    assert walk.ways(t.s, t[KNIGHT], 6).cost(t.at(1, 0)) == 1
