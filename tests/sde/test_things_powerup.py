"""Power-Up: rewards, equipment, wonders, mighty monsters, boss spawn (PU); cases P1 to P7 and P14."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec
import pytest

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, act, best, offered, rule, wear
from tests.sde.table import Answer, Table, table
from webgame.engine.decision import Decision
from webgame.engine.system import CHECKPOINT
from webgame.systems.sde_arcade.cards import Dice, box
from webgame.systems.sde_arcade.rules import equipment, facts, powerup, resolve, wounds
from webgame.systems.sde_arcade.system import SYSTEM


def party(**monsters: tuple[str, tuple[int, int]]) -> Table:
    t = table({KNIGHT: (2, 2), HUNTRESS: (7, 7), EMERALD: (2, 4)}, monsters)
    t.s.pool.mini_bosses = ["Trent", "Bashful Boris"]
    t.s.pool.boss = "The Forgotten King"
    t.s.turn.phase = "power_up"
    return t


def power_up(t: Table, *answers: Answer) -> None:
    t.s.turn.phase = "power_up"
    t.play(powerup.run(t.g), answers)


def by(seat: str, option: str) -> Answer:
    """Answer for a seat: `option` must be offered to it."""

    def answer(decision: Decision) -> tuple[str, str]:
        return seat, option

    return answer


def slay(t: Table, *names: str, by: str = KNIGHT) -> None:
    for name in names:
        fig = t[name]
        t.play(wounds.wound(t.g, fig, facts.hearts_left(t.s, fig), t[by]))
        t.play(
            wounds.end_action(t.g),
            [lambda d: d.options()[0]] if len(t.s.turn.drops[:1]) and len(t.s.turn.drops[0]) > 2 else [],
        )


def stands_on(t: Table, fig: Any, x: int, y: int) -> bool:
    return bool(facts.base(t.s, fig) >> t.at(x, y) & 1)


@rule("PU-2", "PU-3", "PU-12")
@rule("PU-1", state=True)
def test_five_minions_and_a_mini_boss_bring_three_loot_and_one_treasure() -> None:  # P1
    bills = {f"b{x}": ("Billmen", (x, 9)) for x in range(5)}
    t = party(**bills, boris=("Bashful Boris", (5, 2)))
    slay(t, *bills, "boris")
    t.s.treasure.draw_pile = ["Nether Sword", "Blessed Spear"]
    power_up(t, "done")
    assert len(t.told("ev.loot")) == 3 and len(t.told("ev.treasure")) == 1
    assert t.s.backpack[-1] == "Blessed Spear" and len(t.s.backpack) == 4
    assert t.s.might == 1 and (t.s.turn.side, t.s.turn.phase) == ("consul", "consul")
    assert (t.s.turn.loot, t.s.turn.treasure, t.s.turn.mini_bosses) == (0, 0, 0)


@rule("PU-3")
@rule("PU-4", "ST-10", "WR-6", state=True)
def test_in_the_consul_turn_a_mini_boss_brings_treasure_a_minion_no_loot() -> None:  # P2
    t = party(boris=("Bashful Boris", (5, 2)), bill=("Billmen", (9, 9)))
    t.s.turn.side = "consul"
    for name in ("boris", "bill"):
        t.play(wounds.wound(t.g, t[name], 8, None, "ST-6"))
    t.play(wounds.end_action(t.g), [f"place_key>{t.at(6, 3)}"])
    power_up(t, "done")
    assert len(t.told("ev.loot")) == 0 and len(t.told("ev.treasure")) == 1
    assert (t.s.turn.side, t.s.turn.phase, t.s.turn.round) == ("heroes", "choose", 2)
    assert t[KNIGHT].wrath == 0


@rule("PU-4", "CR-3", "CR-5", "WR-1", state=True)
def test_a_creep_brings_no_loot_and_no_wrath() -> None:
    t = party(giri=("Giri", (5, 2)))
    slay(t, "giri")
    power_up(t)
    assert t.s.backpack == [] and t[KNIGHT].wrath == 0 and t.s.pool.creeps == {"Giri": 1}


@rule("PU-3")
@rule("BB-5", state=True)
def test_a_boo_booty_brings_one_treasure() -> None:
    t = party(biter=("Booty Biter", (5, 2)))
    slay(t, "biter")
    power_up(t, "done")
    assert len(t.told("ev.treasure")) == 1 and len(t.told("ev.loot")) == 0


@rule("PU-3", "EX-14")
@rule("EX-6", state=True)
def test_treasure_vault_pays_a_card_for_each_hero() -> None:  # P14
    t = party(boris=("Bashful Boris", (5, 2)))
    for hero in (h for h in box().heroes.values() if h.selectable and h.id not in t.s.members):
        t.s.members[hero.id] = type(t[KNIGHT])(hero.id, "hero", hero.id, at=-1, seat=hero.id, down=True)
        break
    t.s.tiles[0].cards = ["Treasure Vault"]
    slay(t, "boris")
    power_up(t, "done")
    assert len(t.told("ev.treasure")) == 4 and t.s.tiles[0].cards == []


@rule("PU-2")
@rule("CP-6", state=True)
def test_an_empty_loot_deck_is_made_of_its_discard_pile() -> None:
    t = party(a=("Billmen", (9, 0)), b=("Billmen", (9, 2)))
    t.s.loot.draw_pile, t.s.loot.discard_pile = ["Spikes"], ["Chainmail"]
    slay(t, "a", "b")
    power_up(t, "done")
    assert sorted(t.s.backpack) == ["Chainmail", "Spikes"] and t.s.loot.cards() == []


@rule("PU-5", state=True)
def test_a_spawning_point_brings_no_card() -> None:
    t = party(point=("Bramble Knight", (9, 9)), other=("Bramble Knight", (5, 0)))
    slay(t, "point")
    power_up(t)
    assert t.s.backpack == []


@rule("PU-7", "PU-8")
@rule("PU-6", state=True)
def test_a_replaced_card_is_discarded_and_nobody_else_may_have_it() -> None:  # P3
    t = party()
    wear(t, KNIGHT, "Spikes")
    t.s.backpack = ["Dwarven Horn"]
    power_up(t, f"equip.{KNIGHT}>Dwarven Horn")
    assert t[KNIGHT].slots == {"Ruby": "Dwarven Horn"}
    assert t.s.backpack == [] and t.s.loot.discard_pile == ["Spikes"]
    assert facts.attribute(t.s, t[KNIGHT], "STR") == Dice(B=1, R=2)


@rule("PU-7")
@rule("PU-6", "CP-3", state=True)
def test_several_cards_may_be_equipped_each_in_the_slot_of_its_crystal() -> None:
    t = party()
    t.s.backpack = ["Spikes", "Steel Sword", "Nether Sword"]
    power_up(t, f"equip.{KNIGHT}>Spikes", f"equip.{KNIGHT}>Steel Sword", f"equip.{EMERALD}>Nether Sword")
    assert t[KNIGHT].slots == {"Ruby": "Spikes", "Citrine": "Steel Sword"}
    assert t[EMERALD].slots == {"Citrine": "Nether Sword"}
    for group in t.asked[0].groups[:-2]:
        assert group.seats == (group.actor,)  # each Hero is its own player's
    assert t.asked[0].mode == "any" and set(t.asked[0].seats) == {KNIGHT, HUNTRESS, EMERALD}


@rule("PU-7", state=True)
def test_equipment_can_be_worn_in_power_up_only() -> None:  # P4
    t = party()
    t.s.turn.phase = "activation"
    t.s.backpack = ["Spikes"]
    assert not [option for option in offered(t, KNIGHT) if "Spikes" in option or option.startswith("equip")]


@rule("PU-7")
def test_a_destroyed_hero_is_not_equipped() -> None:
    t = party()
    t.play(wounds.wound(t.g, t[EMERALD], 5))
    t.s.backpack = ["Spikes"]
    power_up(t, "done")
    assert {group.id for group in t.asked[0].groups} == {
        f"equip.{KNIGHT}",
        f"equip.{HUNTRESS}",
        "done",
        "rest",
    }


@rule("PU-7", "CP-3")
def test_each_player_is_done_for_itself() -> None:
    t = party()
    t.s.backpack = ["Spikes", "Chainmail"]
    t.s.turn.phase = "power_up"
    power_up(
        t, by(EMERALD, "done"), by(KNIGHT, f"equip.{KNIGHT}>Spikes"), by(KNIGHT, "done"), by(HUNTRESS, "done")
    )
    assert [d.seats for d in t.asked] == [
        (KNIGHT, HUNTRESS, EMERALD),
        (KNIGHT, HUNTRESS),
        (KNIGHT, HUNTRESS),
        (HUNTRESS,),
    ]
    assert t.s.turn.done == [] and t.s.backpack == ["Chainmail"]


@rule("PU-7", "PU-11")
def test_who_declines_is_asked_again_when_there_is_a_new_card() -> None:
    t = party()
    t.s.backpack = ["Spikes", "Mr. Chompers"]
    everybody = (KNIGHT, HUNTRESS, EMERALD)
    power_up(t, *(by(hero, "rest") for hero in everybody), *(by(hero, "rest") for hero in everybody))
    power_up(t)  # nothing is new: nobody is asked
    t.s.backpack.append("Chainmail")
    power_up(t, by(KNIGHT, f"equip.{KNIGHT}>Spikes"), *(by(hero, "rest") for hero in everybody))
    assert "Spikes" not in t[KNIGHT].declined and "Chainmail" in t[KNIGHT].declined
    equipment.discard_worn(t.g, t[KNIGHT], "Spikes")
    power_up(t, by(KNIGHT, f"equip.{KNIGHT}>Chainmail"), "done")
    assert t.s.backpack == ["Mr. Chompers"]


@rule("PU-7", state=True)
def test_a_save_from_before_this_question_is_read() -> None:
    data = msgspec.to_builtins(party().s)
    for member in data["members"].values():
        del member["declined"]
    del data["turn"]["done"]
    assert SYSTEM.decode(msgspec.json.encode(data)).turn.done == []


@pytest.fixture
def cursed() -> str:
    return next(card.name for card in box().treasure.values() if equipment.cursed(card.name))


@rule("PU-9")
def test_a_cursed_card_must_be_worn_while_a_slot_is_free_and_stays_on(cursed: str) -> None:
    slot = box().equipment[cursed].slot
    t = party()
    t.s.backpack = ["Spikes", cursed]
    seen: list[list[str]] = []

    def first(decision: Any) -> str:
        seen.append(decision.options())
        return f"equip.{KNIGHT}>{cursed}"

    others = [card.name for card in box().loot.values() if card.slot == slot]
    power_up(t, first, "done")
    assert "done" not in seen[0] and all(cursed in option for option in seen[0])
    assert t[KNIGHT].slots[slot] == cursed
    t.s.turn.side, t.s.turn.part = "heroes", 0
    t.s.backpack = [others[0]]
    power_up(t, "done")
    assert f"equip.{KNIGHT}>{others[0]}" not in t.asked[-1].options()


@rule("PU-9", state=True)
def test_a_cursed_card_may_stay_in_the_backpack_when_no_hero_has_the_slot_free(cursed: str) -> None:
    slot = box().equipment[cursed].slot
    plain = [card.name for card in box().loot.values() if card.slot == slot][:3]
    t = party()
    for hero, card in zip((KNIGHT, HUNTRESS, EMERALD), plain, strict=True):
        wear(t, hero, card)
    t.s.backpack = [cursed]
    power_up(t, "done")
    assert t.s.backpack == [cursed]


@rule("PU-10", state=True)
def test_losing_hearts_with_a_card_never_destroys() -> None:
    t = party()
    wear(t, KNIGHT, "Stone Heart")
    t[KNIGHT].wounds = 5
    t.s.backpack = ["Chainmail"]
    power_up(t, f"equip.{KNIGHT}>Chainmail")
    assert not t[KNIGHT].down and (t[KNIGHT].wounds, facts.hearts(t.s, t[KNIGHT])) == (4, 5)


@rule("PU-10", "PO-1", state=True)
def test_tokens_above_the_limit_are_lost_with_the_card() -> None:
    t = party()
    wear(t, KNIGHT, "Potion Bandolier")
    t[KNIGHT].potions = 2
    t.s.backpack = ["Lemon Peel"]
    power_up(t, f"equip.{KNIGHT}>Lemon Peel")
    assert t[KNIGHT].potions == 1


@rule("PU-11", "PT-1")
def test_wonders_come_after_equipment() -> None:
    t = party()
    t.s.backpack = ["Spikes", "Mr. Chompers"]
    power_up(t, "done", f"master.{KNIGHT}>Mr. Chompers", f"to>{t.at(3, 3)}", "done")
    assert [d.prompt for d in t.asked] == ["ask.equip", "ask.wonder", "ask.pet_place", "ask.wonder"]


@rule("PU-12")
@rule("PU-13", state=True)
def test_the_chart_follows_the_number_of_mini_bosses_destroyed() -> None:
    t = party(
        boris=("Bashful Boris", (5, 2)),
        trent=("Trent", (0, 8)),
        frog=("Frog Knight", (9, 0)),
        giri=("Giri", (9, 2)),
    )
    assert (facts.strength(t.s, t["frog"]), facts.arm(t.s, t["frog"])) == (2, 2)
    slay(t, "boris", "trent")
    assert t.s.might == 0  # only at the end of the turn
    power_up(t, "done")
    assert t.s.might == 2 and t.told("ev.mighty")[0].params == {"n": 2}
    assert (facts.strength(t.s, t["frog"]), facts.arm(t.s, t["frog"])) == (3, 3)
    assert (facts.strength(t.s, t["giri"]), facts.arm(t.s, t["giri"])) == (2, 0)
    t.s.slain, t.s.turn.mini_bosses = 9, 1
    power_up(t, "done")
    assert t.s.might == 4


@rule("PU-12", state=True)
def test_a_mini_boss_that_only_appears_does_not_advance_the_chart() -> None:
    t = party(point=("Bramble Knight", (9, 9)), other=("Bramble Knight", (5, 0)))
    slay(t, "point")
    power_up(t)
    assert t.s.might == 0


@rule("PU-14", "PU-20")
@rule("PU-17", "PU-18", "YD-8", state=True)
def test_a_destroyed_spawning_point_leaves_a_coin_and_brings_a_mini_boss() -> None:  # P6
    t = party(point=("Bramble Knight", (4, 2)), b=("Bramble Knight", (9, 9)), c=("Bramble Knight", (9, 0)))
    t["point"].wounds = 3
    t.s.turn.phase = "activation"
    t.dice(*best(Dice(R=2)))
    act(t, KNIGHT, f"attack.STR>{t['point'].id}")
    assert [(token.kind, token.at) for token in t.s.tokens.values()] == [("coin", t.at(4, 2))]
    t.rng.numbers["mini_boss"] = [1]
    power_up(t)
    (boris,) = [m for m in t.s.monsters.values() if m.kind == "mini_boss"]
    assert (boris.card, boris.tile) == ("Bashful Boris", 0) and stands_on(t, boris, 4, 2)
    assert t.s.pool.mini_bosses == ["Trent"] and t.s.pool.boss == "The Forgotten King"
    assert [token.kind for token in t.s.tokens.values()] == ["coin"]  # it stays under the boss
    assert t.s.coins == 0 and t.s.turn.side == "consul"  # he acts in the turn that comes now


@rule("PU-14")
def test_with_somebody_on_the_square_the_mini_boss_stands_as_near_as_possible() -> None:
    t = party(point=("Bramble Knight", (5, 5)), b=("Bramble Knight", (9, 9)))
    slay(t, "point")
    t[KNIGHT].at = t.at(5, 5)
    power_up(t)
    (boss,) = [m for m in t.s.monsters.values() if m.kind == "mini_boss"]
    assert facts.distance(t.s, boss, t[KNIGHT]) == 1


@rule("PU-15")
def test_the_last_spawning_point_brings_the_dungeon_boss() -> None:  # P7
    t = party(point=("Bramble Knight", (4, 2)))
    slay(t, "point")
    power_up(t)
    (king,) = t.s.monsters.values()
    assert (king.kind, king.card) == ("dungeon_boss", "The Forgotten King") and stands_on(t, king, 4, 2)
    assert t.s.pool.boss == "" and len(t.s.pool.mini_bosses) == 2


@rule("PU-15")
def test_of_the_last_two_that_fall_in_a_turn_one_brings_the_boss_the_other_a_mini_boss() -> None:
    t = party(point=("Bramble Knight", (4, 2)), other=("Bramble Knight", (9, 9)))
    slay(t, "point", "other")
    power_up(t)
    mini, king = t.s.monsters.values()
    assert mini.kind == "mini_boss" and stands_on(t, mini, 4, 2)
    assert king.kind == "dungeon_boss" and stands_on(t, king, 9, 9)


@rule("PU-16")
def test_without_a_mini_boss_left_the_chart_goes_up() -> None:
    t = party(point=("Bramble Knight", (4, 2)), other=("Bramble Knight", (9, 9)))
    t.s.pool.mini_bosses = []
    slay(t, "point")
    power_up(t)
    assert t.s.might == 1 and [m.kind for m in t.s.monsters.values()] == ["spawning_point"]
    assert t.cites("PU-16")


@rule("PU-1", state=True)
def test_power_up_goes_on_where_a_checkpoint_left_it() -> None:
    t = party(bill=("Billmen", (9, 9)))
    slay(t, "bill")
    rules: Generator[Any, Any, None] = powerup.run(t.g)
    while next(rules) != CHECKPOINT:
        pass
    loot = list(t.s.backpack)
    assert len(loot) == 1 and t.s.turn.part == powerup.EQUIPMENT
    power_up(t, "done")  # begun afresh from the state alone: nothing is drawn twice
    assert t.s.backpack == loot and t.s.turn.side == "consul"


@rule("TS-8")
@rule("PU-19", "PU-5", state=True)
def test_the_dungeon_bosss_fall_ends_the_game_without_power_up() -> None:
    t = party(king=("The Forgotten King", (5, 5)))
    t.play(wounds.wound(t.g, t["king"], 10, t[KNIGHT]))
    assert (t.s.outcome, t.s.turn.treasure) == ("victory", 0)


@rule("TS-10", state=True)
def test_the_heroes_win_if_the_last_of_them_and_the_boss_fall_together() -> None:
    t = table({KNIGHT: (2, 2)}, {"king": ("The Forgotten King", (3, 2))})
    t[KNIGHT].wounds, t["king"].wounds = 4, 9
    blast = resolve.Strike("x", stars=9, rule="TR-5")
    t.dice("B-", "B-", "R-")
    t.play(resolve.strike(t.g, None, [t[KNIGHT], t["king"]], blast))
    assert t.s.outcome == "victory"
