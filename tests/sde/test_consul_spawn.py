"""The Spawn command, placing of groups, drained spawning points (CM, SU-13)."""

from __future__ import annotations

import pytest

from tests.sde.consul import ROOM, command, square, turn
from tests.sde.table import Table, table
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import facts, spawn

KNIGHT, EMERALD = "questing-knight", "princess-emerald"
BRAMBLE = {"Grobbit Executioner": 1, "Frog Knight": 2, "Billmen": 4}
HOLLOW = {"Sprout": 1, "Wisp": 2, "Turniphead": 2, "Mook": 6}


def arrived(t: Table, before: int = 0) -> list[str]:
    """Return the cards of the monsters that are not spawning points."""
    return [m.card for m in t.s.monsters.values() if m.kind != "spawning_point"][before:]


def names(pool: dict[str, int]) -> list[str]:
    return [name for name, count in pool.items() for _ in range(count)]


@pytest.mark.rule("sde_arcade", "CM-3")
@pytest.mark.rule("sde_arcade", "SU-13", "SU-14", state=True)
def test_the_bramble_knight_places_its_whole_list_around_itself() -> None:
    """Oracle S9: all within two squares, each minion within two of an elite of its gang, no wound."""
    t = table({KNIGHT: (0, 0)}, {"point": ("Bramble Knight", (5, 5))})
    t.s.pool.monsters = dict(BRAMBLE)
    placed = t.play(spawn.place_list(t.g, t["point"], names(BRAMBLE), t.at(0, 0)))
    assert len(placed) == 7 and t["point"].wounds == 0
    assert sum(t.s.pool.monsters.values()) == 0
    figures = [t.s.monsters[id] for id in placed]
    assert all(facts.near(t.s, t["point"], f, 2) for f in figures)
    elites = [f for f in figures if f.kind == "elite"]
    for minion in figures:
        assert minion.kind == "elite" or any(facts.near(t.s, minion, e, 2) for e in elites)
    assert sum(facts.base(t.s, f).bit_count() for f in figures) == facts.bodies(t.s, figures).bit_count()


@pytest.mark.rule("sde_arcade", "SU-13", state=True)
def test_two_models_with_room_are_not_put_next_to_each_other() -> None:
    t = table({KNIGHT: (0, 0)}, {"point": ("Bramble Knight", (5, 5))})
    t.s.pool.monsters = {"Frog Knight": 2}
    a, b = t.play(spawn.place_list(t.g, t["point"], ["Frog Knight"] * 2, t.at(0, 0)))
    assert not facts.adjacent(t.s, t.s.monsters[a], t.s.monsters[b])


@pytest.mark.rule("sde_arcade", "SU-13", state=True)
def test_squares_with_a_negative_tile_effect_are_left_for_last() -> None:
    rows = ("...........",) * 3 + ("bbbbbb.....",) * 2 + ("...........",) * 6
    t = table({KNIGHT: (2, 0)}, {"point": ("Bramble Knight", (2, 5))}, rows=rows)
    t.s.pool.monsters = {"Frog Knight": 1}
    (id,) = t.play(spawn.place_list(t.g, t["point"], ["Frog Knight"], t.at(2, 0)))
    assert t.s.monsters[id].at // 11 == 5


@pytest.mark.rule("sde_arcade", "SU-13", state=True)
def test_a_pair_shares_its_monsters_gang_by_gang() -> None:
    t = table(
        {KNIGHT: (0, 0)},
        {"a": ("Old-Growth Hollow", (2, 8)), "b": ("Old-Growth Hollow", (16, 5))},
        second=ROOM,
    )
    t.s.pool.monsters = dict(HOLLOW)
    placed = [
        t.s.monsters[id] for id in t.play(spawn.place_list(t.g, [t["a"], t["b"]], names(HOLLOW), t.at(0, 0)))
    ]
    assert len(placed) == 11
    by_point = [[f for f in placed if facts.near(t.s, t[name], f, 2)] for name in "ab"]
    assert sorted(len(share) for share in by_point) == [4, 7]
    for share in by_point:
        assert {f.card for f in share} in ({"Sprout", "Mook"}, {"Wisp", "Turniphead"})


@pytest.mark.rule("sde_arcade", "CM-1", "CM-5")
@pytest.mark.rule("sde_arcade", "CM-2", "MA-4", state=True)
def test_the_point_closest_to_the_hero_with_most_wrath_spawns_and_drains() -> None:
    t = table(
        {KNIGHT: (0, 0), EMERALD: (10, 10)},
        {"near": ("Bramble Knight", (0, 6)), "far": ("Bramble Knight", (8, 8))},
    )
    t[EMERALD].wrath = 1
    t.s.pool.monsters = {"Billmen": 6, "Frog Knight": 1}
    turn(t, "Gauntlet")
    assert (t["near"].wounds, t["far"].wounds) == (0, 1)
    assert sorted(arrived(t)) == ["Billmen"] * 4 + ["Frog Knight"]
    assert t.s.pool.monsters == {"Billmen": 2, "Frog Knight": 0}
    assert not t.told("ev.fights")


@pytest.mark.rule("sde_arcade", "CM-4")
def test_without_anything_in_the_pool_nothing_spawns_and_nothing_is_drained() -> None:
    """Oracle C4."""
    t = table({KNIGHT: (0, 0)}, {"point": ("Bramble Knight", (5, 5))})
    turn(t, "Gauntlet")
    assert t["point"].wounds == 0
    assert [e.rule for e in t.told("ev.spawn_nothing")] == ["CM-4"]


@pytest.mark.rule("sde_arcade", "CM-4")
def test_the_command_passes_to_the_next_point_that_can_spawn() -> None:
    t = table({KNIGHT: (0, 0)}, {"near": ("Egg Clutch", (3, 3)), "far": ("Bramble Knight", (8, 8))})
    t.s.pool.monsters = {"Billmen": 1}
    turn(t, "Recover")
    assert (t["near"].wounds, t["far"].wounds, arrived(t)) == (0, 1, ["Billmen"])


@pytest.mark.rule("sde_arcade", "CM-5")
def test_a_pair_is_drained_on_both_models_and_a_survivor_spawns_all() -> None:
    """Oracle C5."""
    t = table(
        {KNIGHT: (0, 0)},
        {"a": ("Old-Growth Hollow", (5, 5)), "b": ("Old-Growth Hollow", (16, 5))},
        second=ROOM,
    )
    t["a"].pair = t["b"].pair = t["a"].id
    t.s.pool.monsters = dict(HOLLOW)
    command(t)
    t.play(spawn.command(t.g))
    assert (t["a"].wounds, t["b"].wounds) == (1, 1)
    assert len(arrived(t)) == 11
    assert all(facts.near(t.s, t["a"], m, 2) for m in t.s.monsters.values() if m.kind != "spawning_point")


@pytest.mark.rule("sde_arcade", "PU-20")
@pytest.mark.rule("sde_arcade", "CM-6", state=True)
def test_a_point_drained_of_its_last_heart_falls_leaves_a_coin_and_earns_nobody_wrath() -> None:
    """Oracle C6."""
    t = table({KNIGHT: (0, 0)}, {"point": ("Bramble Knight", (5, 5)), "other": ("Egg Clutch", (10, 10))})
    t["point"].wounds = 3
    point, at = t["point"].id, t["point"].at
    t.s.pool.monsters = {"Frog Knight": 1}
    command(t)
    t.play(spawn.command(t.g))
    assert point not in t.s.monsters and arrived(t) == ["Frog Knight"]
    assert [(token.kind, token.at) for token in t.s.tokens.values()] == [("coin", at)]
    assert t.s.turn.fallen == [[at, 0]] and t[KNIGHT].wrath == 0


@pytest.mark.rule("sde_arcade", "CM-4")
def test_what_finds_no_room_stays_in_the_pool() -> None:
    """Oracle C7: free space for three of five."""
    rows = ("ssssssssss.",) * 5 + ("ss...S..ss.",) + ("ssssssssss.",) * 5
    t = table({KNIGHT: (10, 0)}, {"point": ("Bramble Knight", (5, 5))}, rows=rows)
    t.token("chest", 7, 5)
    t.s.pool.monsters = {"Billmen": 4, "Frog Knight": 1}
    command(t)
    t.play(spawn.command(t.g))
    assert len(arrived(t)) == 3 and t["point"].wounds == 1
    assert sum(t.s.pool.monsters.values()) == 2
    assert t.told("ev.no_room_left")[0].params["n"] == 2


@pytest.mark.rule("sde_arcade", "CM-8")
def test_an_undisturbed_point_does_not_spawn() -> None:
    t = table({KNIGHT: (0, 0)}, {"point": ("Bramble Knight", (20, 5))}, second=ROOM)
    t.s.pool.monsters = dict(BRAMBLE)
    turn(t, "Gauntlet")
    assert arrived(t) == [] and t.told("ev.spawn_none")


@pytest.mark.rule("sde_arcade", "CM-5")
@pytest.mark.rule("sde_arcade", "MA-4", state=True)
def test_what_hatches_quickly_moves_at_once_and_only_that() -> None:
    """Oracle C17."""
    t = table({KNIGHT: (0, 10)}, {"clutch": ("Egg Clutch", (9, 2)), "old": ("Frog Knight", (10, 10))})
    t.s.pool.monsters = {"Wyrmling": 2, "Whelp": 2, "Hatchlings": 2}
    t.s.turn.side, t.s.turn.phase, t.s.turn.card = "consul", "command", "Hardcore"
    t.s.command.draw_pile.remove("Hardcore")
    t.s.turn.disturbed, t.s.turn.order = [t["clutch"].id], []
    from webgame.systems.sde_arcade.rules import consul

    t.play(consul.run(t.g))
    assert t["clutch"].wounds == 1
    moved = [e.params["who"] for e in t.told("ev.move")]
    assert moved == ["Wyrmling", "Wyrmling"]
    assert square(t, "old") == (10, 10)
    young = [m for m in t.s.monsters.values() if m.card in ("Wyrmling", "Whelp", "Hatchlings")]
    assert len(young) == 6 and sum(not facts.near(t.s, t["clutch"], m, 2) for m in young) >= 4


@pytest.mark.rule("sde_arcade", "PU-14", "SH-5", "YD-5", state=True)
@pytest.mark.parametrize("size", [1, 2])
def test_a_figure_is_placed_on_the_square_or_as_near_as_possible(size: int) -> None:
    t = table({KNIGHT: (5, 5)}, {"boss": ("Trent" if size == 2 else "Wisp", (0, 0))})
    t["boss"].at = -1
    assert spawn.place_near(t.g, t["boss"], t.at(8, 8))
    assert facts.base(t.s, t["boss"]) >> t.at(8, 8) & 1
    assert spawn.place_near(t.g, t["boss"], t.at(5, 5))
    assert facts.distance(t.s, t["boss"], t[KNIGHT]) == 1


@pytest.mark.rule("sde_arcade", "CM-2", state=True)
def test_forms_are_not_spawned() -> None:
    t = table({KNIGHT: (0, 0)}, {"point": ("Old-Growth Hollow", (5, 5))})
    t.s.pool.monsters = {"King Sprout": 1}
    assert spawn.missing(t.s, t["point"]) == []
    assert any(e["model"] == "King Sprout" for e in box().monsters["Old-Growth Hollow"].spawning_pool)
