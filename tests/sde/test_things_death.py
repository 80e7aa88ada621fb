"""You have died: skulls, coins, the way back (YD), and the oracle's cases P11 and H5."""

from __future__ import annotations

import pytest

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, act, offered, rule, upkeep, wear
from tests.sde.table import Table, table
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import death, facts, turn, wounds
from webgame.systems.sde_arcade.state import Lasting


def party(**monsters: tuple[str, tuple[int, int]]) -> Table:
    t = table(
        {KNIGHT: (3, 3), HUNTRESS: (7, 7), EMERALD: (0, 5)},
        monsters or {"ogre": ("Grobbit Executioner", (9, 0))},
    )
    t.token("start", 5, 5)
    return t


def fall(t: Table, who: str) -> None:
    t.play(wounds.wound(t.g, t[who], 9, t["ogre"]))


@rule("YD-1")
@rule("YD-2", "YD-3", "WR-4", "CR-4", state=True)
def test_a_destroyed_hero_leaves_a_skull_and_keeps_equipment_and_potions() -> None:
    t = party(ogre=("Grobbit Executioner", (9, 0)), slime=("Ruby Slime", (9, 9)))
    wear(t, KNIGHT, "Spikes")
    t["slime"].at, t["slime"].host = -1, KNIGHT
    hero = t[KNIGHT]
    hero.invaders, hero.potions, hero.wrath, hero.status = ["m2"], 1, 2, ["Fire", "Slow"]
    hero.lasting = [
        Lasting("Magic Armor", {"op": "bonus", "attr": "ARM", "dice": {"R": 1}}, "next_upkeep", KNIGHT)
    ]
    t[EMERALD].lasting = [Lasting("Cheer", {"op": "mov", "amount": 1}, "next_upkeep", KNIGHT)]
    fall(t, KNIGHT)
    assert (hero.down, hero.at, hero.status, hero.lasting, hero.wrath) == (True, -1, [], [], 0)
    assert (hero.slots, hero.potions) == ({"Ruby": "Spikes"}, 1)
    assert t.s.wrath_supply == 7 and t.s.pool.creeps == {"Ruby Slime": 1} and "m2" not in t.s.monsters
    assert t[EMERALD].lasting == []  # what it put on others ends with it
    (skull,) = [token for token in t.s.tokens.values() if token.kind == "skull"]
    assert (skull.at, skull.owner) == (t.at(3, 3), KNIGHT)


@rule("YD-4")
@rule("HA-2", "HA-3", "YD-7", state=True)
def test_a_coin_in_upkeep_comes_before_the_fire() -> None:  # H5
    t = party()
    t.s.coins = 1
    t[KNIGHT].wounds, t[KNIGHT].status = 4, ["Fire"]
    upkeep(t, KNIGHT, (f"coin>{KNIGHT}",))
    assert (t[KNIGHT].wounds, t[KNIGHT].status) == (0, [])
    assert (t.s.coins, t.s.spent_coins) == (0, 1) and not t.told("ev.burns")


@rule("YD-4")
@rule("HA-2", "HA-4", state=True)
def test_without_the_coin_the_fire_destroys() -> None:
    t = party()
    t.s.coins = 1
    t[KNIGHT].wounds, t[KNIGHT].status = 4, ["Fire"]
    upkeep(t, KNIGHT, ("no_coin",))
    assert t[KNIGHT].down and t.s.coins == 1 and t.s.turn.phase == "choose"


@rule("YD-4")
def test_any_number_of_coins_may_be_spent_on_any_hero_by_the_whole_party() -> None:
    t = party()
    t.s.coins = 3
    t[EMERALD].wounds, t[HUNTRESS].status = 2, ["Hex"]
    upkeep(t, KNIGHT, (f"coin>{EMERALD}", f"coin>{HUNTRESS}"))
    assert (t[EMERALD].wounds, t[HUNTRESS].status, t.s.coins) == (0, [], 1)
    assert set(t.asked[0].seats) == {KNIGHT, HUNTRESS, EMERALD} and t.asked[0].mode == "any"
    assert f"coin>{KNIGHT}" not in t.asked[0].options()  # nothing to heal


@rule("YD-5")
@rule("TS-4", state=True)
def test_a_destroyed_hero_returns_beside_the_start_marker_with_its_equipment() -> None:
    t = party()
    wear(t, EMERALD, "Spikes")
    fall(t, EMERALD)
    t.s.coins, t.s.turn.before = 1, [EMERALD, HUNTRESS]
    upkeep(t, KNIGHT, (f"coin>{EMERALD}", f"to>{t.at(4, 5)}"))
    hero = t[EMERALD]
    assert (hero.down, hero.at, hero.wounds, hero.slots) == (False, t.at(4, 5), 0, {"Ruby": "Spikes"})
    assert [token.kind for token in t.s.tokens.values()] == ["start"]
    places = t.asked[-1].groups[0].targets or ()
    assert t.at(5, 5) not in places and len(places) == 8
    assert EMERALD in [h.id for h in turn.candidates(t.s)]


@rule("YD-5")
def test_with_every_square_around_the_marker_taken_it_returns_to_the_nearest_free_one() -> None:
    ring = [(x, y) for x in (4, 5, 6) for y in (4, 5, 6)]
    t = table(
        {KNIGHT: (0, 0), EMERALD: (0, 9)},
        {f"r{i}": ("Rattlebone", xy) for i, xy in enumerate(ring)}
        | {"ogre": ("Grobbit Executioner", (9, 0))},
    )
    t.token("start", 5, 5)
    fall(t, EMERALD)
    t.s.coins = 1
    upkeep(t, KNIGHT, (f"coin>{EMERALD}",))
    x, y = t[EMERALD].at % 11, t[EMERALD].at // 11
    assert max(abs(x - 5), abs(y - 5)) == 2


@rule("YD-5")
@rule("MP-8", state=True)
def test_a_large_hero_returns_next_to_the_marker_not_on_it() -> None:
    t = party()
    fall(t, HUNTRESS)
    t.s.coins = 1
    upkeep(t, KNIGHT, (f"coin>{HUNTRESS}", f"to>{t.at(6, 5)}"))
    start = 1 << t.at(5, 5)
    for at in t.asked[-1].groups[0].targets or ():
        assert not facts.block(t.s, int(at), 2) & start
    assert t[HUNTRESS].at == t.at(6, 5)


@rule("YD-6", "BA-7")
def test_a_scavenged_skull_puts_the_equipment_into_the_backpack() -> None:  # P11
    t = party()
    wear(t, EMERALD, "Spikes")
    wear(t, EMERALD, "Stone Heart")
    wear(t, EMERALD, "Potion Bandolier")
    t[EMERALD].potions = 2
    fall(t, EMERALD)
    t[KNIGHT].at = t.at(1, 5)
    (skull,) = [token for token in t.s.tokens.values() if token.kind == "skull"]
    act(t, KNIGHT, f"scavenge>{skull.id}")
    assert sorted(t.s.backpack) == ["Potion Bandolier", "Spikes", "Stone Heart"]
    assert t[EMERALD].slots == {} and skull.id not in t.s.tokens
    assert facts.hearts_left(t.s, t[EMERALD]) == 0 and t[EMERALD].potions == 1
    t.s.coins = 1
    upkeep(t, HUNTRESS, (f"coin>{EMERALD}", f"to>{t.at(4, 5)}"))
    assert t[EMERALD].slots == {} and facts.hearts_left(t.s, t[EMERALD]) == 5


@rule("YD-9", "EX-6", state=True)
def test_no_coin_is_spent_while_a_hero_is_on_the_tile_of_the_jammed_coin_slot() -> None:
    t = table({KNIGHT: (3, 3), EMERALD: (14, 3)}, second=("...........",) * 11)
    t.s.tiles[1].explored = True
    t.s.tiles[1].cards = ["Jammed Coin Slot"]
    t.s.coins, t[KNIGHT].wounds = 1, 2
    upkeep(t, KNIGHT)
    assert t.s.coins == 1 and t[KNIGHT].wounds == 2
    t[EMERALD].at = t.at(2, 2)
    assert death.jammed(t.s) is None
    upkeep(t, KNIGHT, (f"coin>{KNIGHT}",))
    assert t.s.coins == 0 and t[KNIGHT].wounds == 0


@rule("YD-8", "YD-4", state=True)
def test_without_coins_or_without_need_nobody_is_asked() -> None:
    t = party()
    t[KNIGHT].wounds = 1
    upkeep(t, KNIGHT)
    t.s.coins, t[KNIGHT].wounds = 1, 0
    upkeep(t, KNIGHT)
    assert t.asked == []


@rule("DR-16", state=True)
def test_a_heart_does_not_raise_a_destroyed_hero() -> None:
    t = party()
    fall(t, EMERALD)
    t[HUNTRESS].at = t.at(7, 0)
    t.dice("B2", "BH", "R3")
    t.s.turn.active = HUNTRESS
    act(t, HUNTRESS, f"attack.STR>{t['ogre'].id}")
    assert t[EMERALD].down and [d.prompt for d in t.asked] == ["ask.activation"]


@rule("DR-11")
@rule("CR-4", state=True)
def test_the_ghost_keeps_hearts_off_the_status_tokens_of_its_host() -> None:
    t = party(ogre=("Grobbit Executioner", (9, 0)), ghost=("Ghost", (9, 9)))
    t["ghost"].at, t["ghost"].host = -1, EMERALD
    t[EMERALD].invaders, t[EMERALD].status, t[EMERALD].wounds = ["m2"], ["Fire"], 1
    t[HUNTRESS].at, t.s.turn.active = t.at(7, 0), HUNTRESS
    t.dice("B2", "BH", "R3")
    act(t, HUNTRESS, f"attack.STR>{t['ogre'].id}", (f"heart>{EMERALD}",))
    assert f"cure.Fire>{EMERALD}" not in t.asked[-1].options()


@rule("WR-6", state=True)
def test_the_dead_earn_nothing_and_act_no_more() -> None:
    t = party()
    fall(t, KNIGHT)
    assert [hero.id for hero in t.s.heroes()] == [HUNTRESS, EMERALD]
    t.s.turn.active = EMERALD
    assert f"bandage>{KNIGHT}" not in offered(t, EMERALD)


STAYING = {"Forced Shift", "9 Lives"}  # these are not gone at once
PAID = [m.name for m in box().monsters.values() if m.rewards and STAYING.isdisjoint(m.abilities)]


@rule("PU-3", "PU-20", "EX-10", state=True)
@pytest.mark.parametrize("card", PAID)
def test_who_destroys_a_monster_is_paid_what_its_card_says(card: str) -> None:
    t = table({KNIGHT: (9, 9)}, {"m": (card, (3, 3))})
    t.play(wounds.wound(t.g, t["m"], 99, t[KNIGHT]))
    t.play(
        wounds.end_action(t.g),
        [lambda decision: decision.options()[0]]
        if box().monsters[card].base[0] > 1 and t.s.turn.drops
        else [],
    )
    left = [token.kind for token in t.s.tokens.values() if token.kind in ("coin", "key")]
    paid = {
        "treasure": t.s.turn.treasure,
        "princess_coin": left.count("coin"),
        "dungeon_key": left.count("key"),
    }
    assert paid == dict.fromkeys(paid, 0) | box().monsters[card].rewards
