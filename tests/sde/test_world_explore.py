"""Explore cards, creeps and the Friendly Chimera."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sde.table import OPEN, Table, table
from webgame.engine.decks import Deck
from webgame.engine.masks import mask_of
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import explore, facts, terrain, walk, wounds
from webgame.systems.sde_arcade.state import Member, Monster

KNIGHT, HUNTRESS, EMERALD = "questing-knight", "thundervale-huntress", "princess-emerald"
EAST = OPEN[:4] + ("..........D",) * 3 + OPEN[7:]
WEST = OPEN[:4] + ("D..........",) * 3 + OPEN[7:]
CREEPS = {"Giri": 4, "Rattlebone": 3, "Ghost": 1}


def rule(*numbers: str, state: bool = False) -> pytest.MarkDecorator:
    return pytest.mark.rule("sde_arcade", *numbers, state=state)


def two_tiles(*cards: str, second: tuple[str, ...] = WEST, **heroes: Any) -> Table:
    """Return a table of two joined tiles, the Knight before the doorway, the second tile with its point."""
    t = table({KNIGHT: (9, 5), **heroes}, {"point": ("Bramble Knight", (16, 5))}, rows=EAST, second=second)
    t.s.explore = Deck("explore", list(reversed(cards)))
    t.s.pool.creeps = dict(CREEPS)
    t.s.tiles[1].spawn = t["point"].id
    return t


def step(t: Table, who: str, *to: tuple[int, int], answers: Any = ()) -> bool:
    """Let a figure step onto squares one after the other; return whether the last step was interrupted."""
    stopped = False
    for x, y in to:
        fig = t[who]
        before = facts.base(t.s, fig)
        fig.at = t.at(x, y)
        new = [s for s in range(t.s.width * 11) if facts.base(t.s, fig) & ~before & (1 << s)]
        stopped = t.play(terrain.enter(t.g, fig, new, before), answers)
    return stopped


def fall(t: Table, name: str) -> None:
    """Destroy a monster outright."""
    monster = t[name]
    t.play(wounds.wound(t.g, monster, facts.hearts(t.s, monster), t[KNIGHT]))


def creeps(t: Table) -> list[Monster]:
    return [m for m in t.s.monsters.values() if m.kind == "creep"]


# -- drawing -------------------------------------------------------------------------------------------------


@rule("EX-1")
def test_a_hero_that_enters_a_new_tile_stops_for_an_explore_card_and_keeps_the_rest_of_its_move() -> None:
    t = two_tiles("Save Point")
    hero = t[KNIGHT]
    ways = walk.ways(t.s, hero, 6)
    spent = t.play(walk.walk(t.g, hero, t.at(14, 5), ways))  # H10
    assert facts.tiles_of(t.s, hero) == (1,) and hero.at % t.s.width == 11 and spent == 2
    assert t.s.tiles[1].explored and t.s.tiles[1].cards == ["Save Point"] and t.s.tiles[1].searched == 1


@rule("EX-2", state=True)
def test_the_tile_gives_no_second_card() -> None:
    t = two_tiles("Save Point", "Secret Code", **{EMERALD: (9, 4)})
    step(t, KNIGHT, (10, 5), (11, 5))
    assert not step(t, EMERALD, (10, 4), (11, 4))  # H11
    assert t.s.explore.draw_pile == ["Secret Code"]


@rule("EX-2", "SU-15", state=True)
def test_the_start_tile_gives_none() -> None:
    t = two_tiles("Save Point")
    assert not step(t, KNIGHT, (8, 5))
    assert t.s.explore.draw_pile == ["Save Point"]


@rule("EX-4", state=True)
def test_a_pet_or_a_pushed_hero_enters_too() -> None:
    t = two_tiles("Save Point")
    t.s.members["pet-x"] = Member("pet-x", "pet", "Mr. Chompers", at=t.at(10, 5), master=KNIGHT, seat=KNIGHT)
    assert step(t, "pet-x", (11, 5))
    assert t.s.tiles[1].explored


@rule("EX-1")
@rule("MP-7", state=True)
def test_a_large_hero_enters_with_its_first_square() -> None:
    t = two_tiles("Save Point", **{HUNTRESS: (8, 5)})
    step(t, HUNTRESS, (9, 5), (10, 5))
    assert facts.tiles_of(t.s, t[HUNTRESS]) == (0, 1) and t.s.tiles[1].explored


@rule("EX-7")
def test_never_lost_chooses_one_of_two() -> None:
    t = two_tiles("Secret Code", "Save Point")
    lost = Member("pet-c", "pet", "Never-Lost Cola", at=t.at(10, 5), master=KNIGHT, seat=KNIGHT)
    t.s.members[lost.id] = lost
    step(t, "pet-c", (11, 5), answers=["keep>Save Point"])
    assert t.s.explore.discard_pile == ["Secret Code"] and t.s.coins == 0


@rule("CP-6", state=True)
def test_an_empty_explore_deck_is_made_of_its_discards() -> None:
    t = two_tiles()
    t.s.explore.discard_pile = ["Save Point"]
    step(t, KNIGHT, (10, 5), (11, 5))
    assert t.s.tiles[1].cards == ["Save Point"]


@rule("BA-9", state=True)
def test_search_needs_a_tile_that_had_a_card() -> None:
    t = two_tiles("Save Point", "Secret Code")
    assert explore.searchable(t.s, t[KNIGHT]) is None
    step(t, KNIGHT, (10, 5), (11, 5))
    assert explore.searchable(t.s, t[KNIGHT]) == 1
    t.play(explore.draw_for_tile(t.g, t[KNIGHT], 1))
    assert t.s.coins == 1 and t.s.tiles[1].searched == 2
    t.s.explore.discard_pile.clear()
    assert explore.searchable(t.s, t[KNIGHT]) is None, "no card is left"


# -- creeps --------------------------------------------------------------------------------------------------


@rule("CR-2")
@rule("CR-1", "EX-5", state=True)
def test_creeps_come_near_the_hero_but_not_next_to_it() -> None:
    t = two_tiles("Creep Factory")
    step(t, KNIGHT, (10, 5), (11, 5))
    assert len(creeps(t)) == 6 and sum(t.s.pool.creeps.values()) == 2
    for creep in creeps(t):
        assert facts.on_tile(t.s, creep, 1) and facts.distance(t.s, t[KNIGHT], creep) in (2, 3)


@rule("CR-6")
def test_more_creeps_than_models_spawns_what_there_is() -> None:
    t = two_tiles("Creep Factory")
    t.s.pool.creeps = {"Giri": 2}
    step(t, KNIGHT, (10, 5), (11, 5))
    assert len(creeps(t)) == 2 and t.s.pool.creeps == {"Giri": 0}


@rule("TE-2", state=True)
def test_a_fresh_grave_adds_a_rattlebone_when_its_tile_gets_creeps() -> None:
    graves = (*WEST[:1], "..........f", *WEST[2:])
    t = two_tiles("Traveling Merchant", second=graves)
    t.s.pool.creeps = {"Giri": 1, "Rattlebone": 1}
    t.rng.numbers["creeps"] = [0]
    step(t, KNIGHT, (10, 5), (11, 5))
    assert {c.card: c.at for c in creeps(t)}["Rattlebone"] == t.at(21, 1)


# -- single cards --------------------------------------------------------------------------------------------


@rule("EX-14")
def test_armory_gives_a_loot_card_for_each_hero_of_the_game() -> None:
    t = two_tiles("Armory", **{EMERALD: (1, 1)})
    t[EMERALD].at, t[EMERALD].down = -1, True
    step(t, KNIGHT, (10, 5), (11, 5))
    fall(t, "point")
    assert len(t.s.backpack) == 2
    assert not t.s.tiles[1].cards and t.s.explore.discard_pile == ["Armory"]


@rule("EX-14")
def test_a_card_that_waits_for_a_fallen_spawning_point_does_nothing() -> None:
    t = two_tiles("Armory")
    fall(t, "point")
    step(t, KNIGHT, (10, 5), (11, 5))
    assert not t.s.tiles[1].cards and t.told("ev.card_idle") and len(creeps(t)) == 3


@rule("EX-6", state=True)
def test_save_point_and_faerie_pool_help_all_heroes() -> None:
    t = two_tiles("Save Point", "Faerie Pool", **{EMERALD: (1, 1)})
    step(t, KNIGHT, (10, 5), (11, 5))
    t.play(explore.draw_for_tile(t.g, t[KNIGHT], 1))
    for hero in (t[KNIGHT], t[EMERALD]):
        hero.wounds, hero.status = 2, ["Fire", "Slow"]
    fall(t, "point")
    assert [(h.wounds, h.status) for h in (t[KNIGHT], t[EMERALD])] == [(1, []), (1, [])]


@rule("EX-14")
@rule("PU-3", state=True)
def test_treasure_vault_makes_its_mini_boss_worth_a_treasure_for_each_hero() -> None:
    t = two_tiles("Treasure Vault", **{EMERALD: (1, 1), HUNTRESS: (3, 3)})
    step(t, KNIGHT, (10, 5), (11, 5))
    boss = Monster("m90", "mini_boss", "Trent", at=t.at(18, 8), size=2, tile=1)
    t.s.monsters[boss.id] = boss
    fall(t, "m90")
    assert t.s.turn.treasure == 3 and not t.s.tiles[1].cards


@rule("EX-12")
def test_locked_doors_keep_in_who_is_in_until_the_point_falls() -> None:
    t = two_tiles("Locked Doors", **{EMERALD: (9, 4)})
    step(t, KNIGHT, (10, 5), (11, 5))
    west = mask_of(range(0, t.s.width * 11, t.s.width)) * ((1 << 11) - 1)
    assert not walk.ways(t.s, t[KNIGHT], 6).anchors & west
    assert walk.ways(t.s, t[EMERALD], 6).anchors & ~west, "models outside may enter"
    fall(t, "point")  # E4
    assert walk.ways(t.s, t[KNIGHT], 6).anchors & west
    assert t.s.explore.discard_pile == ["Locked Doors"]


@rule("EX-12")
@rule("EX-11", state=True)
def test_a_key_opens_locked_doors_and_is_gone() -> None:
    t = two_tiles("Locked Doors")
    step(t, KNIGHT, (10, 5), (11, 5))
    assert explore.unlockable(t.s, t[KNIGHT]) == []
    t.s.keys = 1
    assert explore.unlockable(t.s, t[KNIGHT]) == [1]
    explore.unlock(t.g, t[KNIGHT], 1)
    assert not t.s.tiles[1].locked and t.s.keys == 0 and not t.s.tiles[1].cards


@rule("EX-12")
def test_doors_do_not_lock_on_a_tile_without_spawning_point() -> None:
    t = two_tiles("Locked Doors")
    fall(t, "point")
    step(t, KNIGHT, (10, 5), (11, 5))
    assert not t.s.tiles[1].locked and t.told("ev.card_idle")


@rule("EX-14")
def test_turbo_button_gives_its_bonus_once_in_an_activation_and_it_is_kept() -> None:
    t = two_tiles("Turbo Button", **{EMERALD: (9, 4)})
    hero = t[KNIGHT]
    ap, mp = facts.ap_total(t.s, hero), facts.movement(t.s, hero)
    step(t, KNIGHT, (10, 5), (11, 5))
    assert (facts.ap_total(t.s, hero), facts.movement(t.s, hero)) == (ap + 1, mp + 1)
    step(t, KNIGHT, (10, 5), (11, 5), (12, 5))
    assert facts.ap_total(t.s, hero) == ap + 1
    step(t, EMERALD, (10, 4), (11, 4))
    assert not t[EMERALD].gains, "it is not Emerald's activation"
    hero.gains, hero.used = {}, []
    explore.turbo(t.g, hero)
    assert hero.gains == {"ap": 1, "mov": 1}, "it starts on the tile"


@rule("EX-14")
def test_potion_stash_lies_on_the_corners_beside_the_spawning_point() -> None:
    t = two_tiles("Potion Stash")
    step(t, KNIGHT, (10, 5), (11, 5))
    found = sorted(token.at for token in t.s.tokens.values() if token.kind == "potion")
    assert found == sorted(t.at(x, y) for x in (15, 17) for y in (4, 6))


@rule("EX-14")
@rule("EX-13", state=True)
def test_potion_stash_takes_the_nearest_free_squares_if_a_corner_is_taken() -> None:
    t = two_tiles("Potion Stash")
    t.s.monsters["m80"] = Monster("m80", "minion", "Billmen", at=t.at(15, 4))
    step(t, KNIGHT, (10, 5), (11, 5))
    found = {token.at for token in t.s.tokens.values() if token.kind == "potion"}
    assert len(found) == 4 and t.at(15, 4) not in found
    assert all(layout(t.s).grid.distance(1 << t["point"].at, 1 << square) == 1 for square in found)


@rule("EX-14")
def test_the_merchant_takes_loot_from_backpack_and_heroes() -> None:
    t = two_tiles("Traveling Merchant")
    axe, boots = "Dwarven Axe", "Elvish Boots"
    t.s.loot.draw_pile = [c for c in t.s.loot.draw_pile if c not in (axe, boots)]
    t.s.backpack = [axe]
    t[KNIGHT].slots = {box().loot[boots].slot: boots}
    step(t, KNIGHT, (10, 5))
    step(t, KNIGHT, (11, 5), answers=[f"swap>{axe}", f"swap.{KNIGHT}>{boots}"])
    assert len(t.s.backpack) == 2 and not t[KNIGHT].slots
    assert sorted(t.s.loot.discard_pile) == sorted([axe, boots])


@rule("EX-14", state=True)
def test_secret_code_and_the_cards_that_forbid() -> None:
    t = two_tiles("Secret Code", "Red Button Stuck", "Mistmourn Fog")
    step(t, KNIGHT, (10, 5), (11, 5))
    assert t.s.coins == 1
    t.play(explore.draw_for_tile(t.g, t[KNIGHT], 1))
    assert facts.forbidden_here(t.s, t[KNIGHT], "unique_offense") == "Red Button Stuck"
    t.play(explore.draw_for_tile(t.g, t[KNIGHT], 1))
    assert facts.fogged(t.s, t[KNIGHT], 8) == 5 and facts.fogged(t.s, t[KNIGHT], 2) == 1


@rule("EX-3", state=True)
def test_a_card_that_lasts_stays_by_its_tile_and_one_that_does_not_is_discarded() -> None:
    t = two_tiles("Gypsy Princess", "Creep Factory")
    step(t, KNIGHT, (10, 5), (11, 5))
    t.play(explore.draw_for_tile(t.g, t[KNIGHT], 1))
    assert t.s.tiles[1].cards == ["Gypsy Princess"] and t.s.explore.discard_pile == ["Creep Factory"]


# -- the Friendly Chimera ------------------------------------------------------------------------------------


def chimera() -> Table:
    t = two_tiles("Friendly Chimera")
    step(t, KNIGHT, (10, 5))
    step(t, KNIGHT, (11, 5), answers=["creep>Rattlebone", "creep>Ghost", "creep>Rattlebone"])
    return t


@rule("CR-7")
def test_the_players_choose_the_creeps_of_the_chimera_and_these_are_friends() -> None:
    t = chimera()
    assert [(c.card, c.friend) for c in creeps(t)] == [
        ("Rattlebone", True),
        ("Ghost", True),
        ("Rattlebone", True),
    ]
    assert not any(facts.is_enemy(t[KNIGHT], creep) for creep in creeps(t))
    assert all(creep not in t.s.foes() for creep in creeps(t))


@rule("CR-7")
def test_friendly_creeps_move_and_attack_at_the_end_of_the_hero_turn_without_loot() -> None:
    t = chimera()
    first, ghost, second = creeps(t)
    first.at = t.at(13, 9)
    t.s.monsters["m70"] = Monster("m70", "minion", "Billmen", at=t.at(16, 9))
    t.s.turn.active = ""
    answers = [f"move>{t.at(15, 9)}", "attack>m70", "done", "done", "done"]
    t.play(explore.chimera(t.g), answers)
    assert "m70" not in t.s.monsters and t.s.turn.loot == 0 and t[KNIGHT].wrath == 0
    assert t.s.turn.phase == "power_up" and t.s.turn.moved == []
    for decision in t.asked[-4:]:
        if ghost.id in decision.about:
            assert [g.id for g in decision.groups] == ["move", "done"], "Invaders only block"


@rule("CR-7")
def test_without_a_hero_on_their_tile_they_do_nothing() -> None:
    t = chimera()
    t[KNIGHT].at = t.at(5, 5)
    t.play(explore.chimera(t.g))
    assert t.s.turn.phase == "power_up"
