"""Every loot and treasure card at work: dice, keywords, values and actions, against play without it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sde.acts import (
    EMERALD,
    HUNTRESS,
    KNIGHT,
    act,
    action_named,
    best,
    hit,
    offered,
    rule,
    upkeep,
    wear,
    worst,
)
from tests.sde.table import OPEN, Table, table
from webgame.systems.sde_arcade.cards import Bonus, Dice, box
from webgame.systems.sde_arcade.rules import basic, equipment, facts, resolve, rolls, walk, wounds

MODELS = ("The Forgotten King", "Trent", "Bashful Boris")
CARDS = [
    *box().loot.values(),
    *(card for card in box().treasure.values() if card.kind == "base" or card.model in MODELS),
]
BONUSES = [(card.name, bonus) for card in CARDS for bonus in card.bonus]
KEYWORDS = [(card.name, word) for card in CARDS for word in card.abilities]
VALUES = [
    (card.name, e["op"], e["amount"]) for card in CARDS for e in card.effects if e["op"] != "gain_ability"
]
ACTIONS = [(card.name, action.name) for card in CARDS for action in card.actions]

ELITE = ("Grobbit Executioner", (4, 2))  # ARM 2, 3 hearts, 2x2


def knight(**monsters: tuple[str, tuple[int, int]]) -> Table:
    return table({KNIGHT: (2, 2), EMERALD: (2, 3)}, monsters or {"ogre": ELITE})


# -- dice ----------------------------------------------------------------------------------------------------


@rule("PU-10", "DR-7", "AF-3", state=True)
@pytest.mark.parametrize("card,bonus", BONUSES, ids=[f"{c}-{b.attr}{b.affinity}" for c, b in BONUSES])
def test_a_bonus_adds_its_dice_to_the_rolls_of_its_attribute(card: str, bonus: Bonus) -> None:
    crystals = [b.affinity for b in box().equipment[card].bonus if b.affinity]
    for hero in box().heroes.values():
        if not hero.selectable or bonus.attr not in hero.attributes:
            continue
        if bool(bonus.affinity) != bool(set(crystals) & set(hero.affinity)):
            continue  # AF-3: it is the other one of the two that this Hero gets
        t = table({hero.id: (2, 2)}, {"ogre": ELITE})
        plain = facts.attribute(t.s, t[hero.id], bonus.attr)
        wear(t, hero.id, card)
        with_it = facts.attribute(t.s, t[hero.id], bonus.attr)
        assert with_it == plain + bonus.dice
        rolled = t.dice(*worst(with_it)).play(rolls.offense(t.g, t[hero.id], with_it, [t["ogre"]], "x"))
        assert len(rolled.dice) == plain.B + plain.R + plain.G + bonus.dice.B + bonus.dice.R + bonus.dice.G
        assert rolled.stars == with_it.G + with_it.stars


@rule("HA-16", "PU-10", state=True)
def test_a_bonus_to_armour_is_rolled_in_defense() -> None:
    for card, dice in (
        ("Diamond Helm", Dice(R=1)),
        ("Ancestral Mail", Dice(G=1)),
        ("Wizard Ring", Dice(stars=1)),
    ):
        t = knight()
        wear(t, KNIGHT, card)
        t.dice("B1", "B1", *["R2"] * (1 + dice.R), *["G4"] * dice.G)
        roll = t.play(rolls.defense(t.g, t[KNIGHT]))
        assert roll.stars == 4 + 2 * dice.R + 4 * dice.G + dice.stars


@rule("CR-4", state=True)
def test_equipment_in_a_slot_that_a_slime_covers_gives_nothing() -> None:
    t = table({KNIGHT: (2, 2)}, {"slime": ("Emerald Slime", (3, 3))})
    wear(t, KNIGHT, "Diamond Plate")
    slime = t["slime"]
    slime.at, slime.host = -1, KNIGHT
    t[KNIGHT].invaders.append(slime.id)
    assert facts.attribute(t.s, t[KNIGHT], "ARM") == Dice(B=2, R=1)
    t.play(wounds.wound(t.g, slime, 1, t[KNIGHT]))
    assert facts.attribute(t.s, t[KNIGHT], "ARM") == Dice(B=2, R=2)
    assert t.s.pool.creeps["Emerald Slime"] == 1


# -- keywords ------------------------------------------------------------------------------------------------

Play = Callable[[str, str], None]
WORDS: dict[str, Play] = {}


def word(*names: str) -> Callable[[Play], Play]:
    def put(play: Play) -> Play:
        WORDS.update(dict.fromkeys(names, play))
        return play

    return put


@rule("AB-1", "AB-3", "ST-3", state=True)
@pytest.mark.parametrize("card,keyword", KEYWORDS, ids=[f"{c}-{k}" for c, k in KEYWORDS])
def test_a_keyword_of_equipment_works_for_its_wearer(card: str, keyword: str) -> None:
    t = knight()
    assert not facts.has(t.s, t[KNIGHT], keyword)
    wear(t, KNIGHT, card)
    assert facts.has(t.s, t[KNIGHT], keyword)
    WORDS[keyword](card, keyword)


@word(*box().statuses)
def causes_a_status(card: str, keyword: str) -> None:
    t = knight()
    hit(t, KNIGHT, "ogre")
    assert t["ogre"].status == []
    wear(t, KNIGHT, card)
    hit(t, KNIGHT, "ogre")
    assert t["ogre"].status == [keyword] and t["ogre"].wounds == 2
    assert t[KNIGHT].status == []  # it does not suffer it itself


@word("Immune: All", *(f"Immune: {status}" for status in box().statuses))
def cures_and_keeps_off(card: str, keyword: str) -> None:
    statuses = list(box().statuses) if keyword == "Immune: All" else [keyword.partition(": ")[2]]
    t = knight()
    t[KNIGHT].status = list(statuses)
    other = next((status for status in box().statuses if status not in statuses), None)
    t[KNIGHT].status += [other] if other else []
    wear(t, KNIGHT, card)
    assert t[KNIGHT].status == ([other] if other else [])
    for status in statuses:
        t.play(wounds.inflict(t.g, t[KNIGHT], status, "ST-4"))
        t.play(wounds.inflict(t.g, t[EMERALD], status, "ST-4"))
    assert t[KNIGHT].status == ([other] if other else []) and t[EMERALD].status == statuses


@word("Surefoot", "Fly", "Burrow")
def moves_over_ground(card: str, keyword: str) -> None:
    rough = next(
        code for code, name in ((e.code, e.name) for e in box().effects.values()) if name == "Brambles"
    )
    chasm = next(e.code for e in box().effects.values() if e.name == "Chasm")
    stone = next(e.code for e in box().effects.values() if e.name == "Structure")
    for ground, entered in (
        (rough, True),
        (chasm, keyword == "Fly"),
        (stone, keyword in ("Fly", "Burrow")),
    ):
        rows = tuple("..." + ground * 2 + "......" for _ in OPEN)
        t = table({KNIGHT: (2, 2)}, rows=rows)
        before = walk.ways(t.s, t[KNIGHT], 4)
        wear(t, KNIGHT, card)
        after = walk.ways(t.s, t[KNIGHT], 4)
        beyond = t.at(5, 2)
        if ground == rough:
            assert before.cost(t.at(3, 2)) == 2 and not before.anchors >> beyond & 1  # 2 + 2 + 1
            assert after.cost(t.at(3, 2)) == 1 and after.cost(beyond) == 3
            act(t, KNIGHT, f"move>{beyond}")
            assert t[KNIGHT].status == [] and t[KNIGHT].at == beyond
        else:
            assert not before.anchors >> beyond & 1
            assert bool(after.anchors >> beyond & 1) is entered
    t = table({KNIGHT: (2, 2)}, walls=tuple((2, y, "E") for y in range(11)))
    wear(t, KNIGHT, card)
    assert bool(walk.ways(t.s, t[KNIGHT], 2).anchors >> t.at(3, 2) & 1) is (keyword == "Burrow")


@rule("AB-3", state=True)
def test_who_flies_sees_over_structures() -> None:
    stone = next(e.code for e in box().effects.values() if e.name == "Structure")
    t = table({KNIGHT: (2, 2)}, {"ogre": ELITE}, rows=tuple("..." + stone + "......." for _ in OPEN))
    assert not facts.sees(t.s, t[KNIGHT], t["ogre"])
    wear(t, KNIGHT, "Pegasus Wings")
    assert facts.sees(t.s, t[KNIGHT], t["ogre"]) and not facts.sees(t.s, t["ogre"], t[KNIGHT])


@word("Luck")
def swaps_hearts_and_potions_and_draws_one_more(card: str, keyword: str) -> None:
    for lucky in (False, True):
        t = knight()
        if lucky:
            wear(t, KNIGHT, card)
        t[EMERALD].wounds = 1
        t["ogre"].status.append("Bane")  # ARM 1: with Fool's Gold 2 stars are left of 3
        t.dice("R3", "RP")
        act(t, KNIGHT, f"attack.STR>{t['ogre'].id}", (f"heart>{EMERALD}" if lucky else "waste",))
        assert (f"heart>{EMERALD}" in t.asked[-1].options()) is lucky
        assert t[EMERALD].wounds == (0 if lucky else 1)
        t.s.treasure.draw_pile = ["Blessed Spear", "Gem of Alar City", "Nether Sword"]
        chest = t.token("chest", 1, 2)
        answers = [lambda d: "back>Blessed Spear"] if lucky else []
        t.play(equipment.open_chest(t.g, t[KNIGHT], chest, "BA-4"), answers)
        assert t.s.backpack == ["Nether Sword", "Gem of Alar City"]
        assert t.s.treasure.draw_pile == ["Blessed Spear"]


@word("Thief")
def rerolls_a_die_of_pick_lock(card: str, keyword: str) -> None:
    for thief in (False, True):
        t = knight()
        t.token("chest", 1, 2)
        if thief:
            wear(t, KNIGHT, card)
        green = ("G1",) if thief else ()
        t.dice("B-", "B1", *green, *(("B1",) if thief else ()))
        chest = next(iter(t.s.tokens))
        t.s.treasure.draw_pile = ["Blessed Spear", "Gem of Alar City"]
        act(t, KNIGHT, f"pick_lock>{chest}", ("reroll>0:B:0",) if thief else ())
        assert (len(t.s.backpack) == 2) is thief
    t = knight()
    wear(t, KNIGHT, card)
    t[EMERALD].wounds = 1
    t.dice("B-", "B-")
    act(t, KNIGHT, f"bandage>{EMERALD}")  # of Pick Lock only: nobody is asked


@word("Massive Damage")
def two_wounds_for_one(card: str, keyword: str) -> None:
    t = knight()
    hit(t, KNIGHT, "ogre")
    assert t["ogre"].wounds == 1
    wear(t, KNIGHT, card)
    t["ogre"].wounds = 0
    hit(t, KNIGHT, "ogre")
    assert t["ogre"].wounds == 2


@word("Fury")
def a_die_for_each_own_wound(card: str, keyword: str) -> None:
    for worn in (False, True):
        t = knight()
        t[KNIGHT].wounds = 2
        if worn:
            wear(t, KNIGHT, card)
        t.dice(*(["B1", "B1"] if worn else []), "R-", "R1")
        out = t.play(resolve.strike(t.g, t[KNIGHT], [t["ogre"]], resolve.basic("STR", "BA-2")))
        assert out.stars == (3 if worn else 1) and t.rng.script == []


@word("Backlash")
def wounds_whose_attack_fails(card: str, keyword: str) -> None:
    for worn in (False, True):
        t = knight()
        if worn:
            wear(t, KNIGHT, card)
        t.dice(*best(facts.attribute(t.s, t[KNIGHT], "ARM")))
        t["ogre"].wounds = 2
        t.s.turn.side = "consul"
        t.play(resolve.strike(t.g, t["ogre"], [t[KNIGHT]], resolve.Strike("l.fight", command="fight")))
        assert bool(t.told("ev.backlash")) is worn
        assert ("m1" in t.s.monsters) is not worn
        assert t.s.turn.loot == 0 and t[KNIGHT].wrath == 0


# -- values --------------------------------------------------------------------------------------------------


@rule("PU-10", "PO-1", "YD-1", state=True)
@pytest.mark.parametrize("card,op,amount", VALUES, ids=[f"{c}-{o}" for c, o, _ in VALUES])
def test_a_value_of_equipment_counts_as_printed_on_the_hero(card: str, op: str, amount: int) -> None:
    t = knight()
    hero = t[KNIGHT]
    if op == "mov":
        far = walk.ways(t.s, hero, facts.mp_left(t.s, hero)).anchors.bit_count()
        wear(t, KNIGHT, card)
        assert facts.movement(t.s, hero) == 6 + amount
        assert walk.ways(t.s, hero, facts.mp_left(t.s, hero)).anchors.bit_count() > far
    elif op == "ap":
        wear(t, KNIGHT, card)
        for _ in range(3 + amount):
            t.dice(*worst(Dice(R=2)))
            act(t, KNIGHT, f"attack.STR>{t['ogre'].id}")
        assert facts.ap_left(t.s, hero) == 0
    elif op == "hearts":
        wear(t, KNIGHT, card)
        t.play(wounds.wound(t.g, hero, 4 + amount, t["ogre"]))
        assert not hero.down and facts.hearts_left(t.s, hero) == 1
        equipment.discard_worn(t.g, hero, card)  # PU-10: never destroyed by losing it
        assert not hero.down and facts.hearts_left(t.s, hero) == 1 and hero.wounds == 4
        t.play(wounds.wound(t.g, hero, 1, t["ogre"]))
        assert hero.down
    elif op == "potion_quantity":
        hero.potions = 1
        t.dice("R3", "RP")
        act(t, KNIGHT, f"attack.STR>{t['ogre'].id}", ("waste",))
        assert f"potion>{KNIGHT}" not in t.asked[-1].options()
        wear(t, KNIGHT, card)
        t.dice("R3", "RP")
        act(t, KNIGHT, f"attack.STR>{t['ogre'].id}", (f"potion>{KNIGHT}",))
        assert hero.potions == 1 + amount
        equipment.discard_worn(t.g, hero, card)
        assert hero.potions == 1
    else:
        raise AssertionError(f"no play for {op}")


# -- actions -------------------------------------------------------------------------------------------------

Act = Callable[[str], None]
PLAYS: dict[tuple[str, str], Act] = {}


def action(name: str, *cards: str) -> Callable[[Act], Act]:
    def put(play: Act) -> Act:
        PLAYS.update({(card, name): play for card in cards})
        return play

    return put


@rule("HA-10")
@rule("HA-12", "HA-13", "AB-2", state=True)
@pytest.mark.parametrize("card,name", ACTIONS, ids=[f"{c}-{a}" for c, a in ACTIONS])
def test_an_action_of_equipment_does_what_its_card_says(card: str, name: str) -> None:
    t = knight()
    assert not [option for option in offered(t, KNIGHT) if option.startswith(f"act.{name}")]
    PLAYS[card, name](card)


def swing(t: Table, card: str, name: str, option: str, answers: tuple = ()) -> None:
    """Make an attack of a card with the best dice."""
    printed = action_named(card, name)
    t.dice(*best(facts.attribute(t.s, t[KNIGHT], printed.attr) + printed.bonus))
    act(t, KNIGHT, option, answers)
    assert t[KNIGHT].ap_spent == printed.cost and not t.rng.script  # just these dice were rolled


@action(
    "Princess Power",
    "Citrine Crystal Shard",
    "Emerald Crystal Shard",
    "Ruby Crystal Shard",
    "Sapphire Crystal Shard",
)
def princess_power(card: str) -> None:
    t = table({KNIGHT: (2, 2), EMERALD: (3, 3), HUNTRESS: (8, 8)}, walls=((2, 2, "W"),))
    wear(t, KNIGHT, card)
    (effect,) = action_named(card, "Princess Power").effects
    plain = {id: facts.attribute(t.s, t[id], effect["attr"]) for id in (KNIGHT, EMERALD, HUNTRESS)}
    act(t, KNIGHT, "act.Princess Power")

    def now(id: str) -> Dice:
        return facts.attribute(t.s, t[id], effect["attr"])

    assert now(KNIGHT) == plain[KNIGHT] + Dice(R=1) and now(EMERALD) == plain[EMERALD] + Dice(R=1)
    assert now(HUNTRESS) == plain[HUNTRESS]
    act(t, KNIGHT, "act.Princess Power")  # AB-2: the same action twice does not add up
    assert now(EMERALD) == plain[EMERALD] + Dice(R=1)
    t[EMERALD].at = t.at(4, 4)  # it moves along with its user; who leaves it has nothing of it
    assert now(EMERALD) == plain[EMERALD]
    t[EMERALD].at = t.at(1, 2)  # beside it, but behind a wall
    assert now(EMERALD) == plain[EMERALD]
    upkeep(t, KNIGHT)
    assert now(KNIGHT) == plain[KNIGHT]


@action("Princess Power", "Amethyst Crystal Shard")
def princess_power_of_amethyst(card: str) -> None:
    t = knight(ogre=ELITE, near=("Billmen", (1, 1)), far=("Billmen", (2, 6)))
    wear(t, KNIGHT, card)
    swing(t, card, "Princess Power", "act.Princess Power")
    assert t["ogre"].wounds == 1 and t["ogre"].status == ["Knockdown"]
    assert sorted(t.s.monsters) == ["m1", "m3"] and t[EMERALD].wounds == 0


@action("Soothe", "Divine Vestments")
def soothe(card: str) -> None:
    t = knight()
    wear(t, KNIGHT, card)
    t[EMERALD].wounds, t[EMERALD].status = 1, ["Fire"]
    act(t, KNIGHT, f"act.Soothe>{EMERALD}", ("heal>Fire",))
    assert (t[EMERALD].wounds, t[EMERALD].status) == (1, [])
    t[EMERALD].at = t.at(2, 9)
    assert f"act.Soothe>{EMERALD}" not in offered(t, KNIGHT)  # range 6
    assert f"act.Soothe>{t['ogre'].id}" not in offered(t, KNIGHT)  # friends only


@action("Flicker", "Guttering Candle")
def flicker(card: str) -> None:
    t = table({KNIGHT: (0, 2), EMERALD: (10, 10)}, walls=tuple((5, y, "E") for y in range(8)))
    wear(t, KNIGHT, card)
    act(t, KNIGHT, "act.Flicker", (f"to>{t.at(5, 10)}",))
    assert t[KNIGHT].at == t.at(5, 10) and t[KNIGHT].mp_spent == 0
    squares = t.asked[-1].groups[0].targets or ()
    assert t.at(6, 2) not in squares and t.at(10, 10) not in squares  # out of sight; taken


@action("Spin Attack", "Hero's Blade")
def spin_attack(card: str) -> None:
    t = knight(ogre=("Bashful Boris", (3, 2)), bill=("Billmen", (1, 1)), far=("Billmen", (0, 2)))
    wear(t, KNIGHT, card)
    swing(t, card, "Spin Attack", "act.Spin Attack", (f"to>{t.at(5, 2)}",))
    assert t["ogre"].wounds == 1 and t["ogre"].at == t.at(5, 2)
    assert sorted(t.s.monsters) == [
        "m1",
        "m3",
    ]  # the Billman next to it is gone, the one two squares off is not


@action("Pixel Crush", "Pixelated Pendant")
def pixel_crush(card: str) -> None:
    t = knight(ogre=("Bashful Boris", (5, 2)), aside=("Billmen", (3, 3)), up=("Billmen", (2, 0)))
    wear(t, KNIGHT, card)
    swing(t, card, "Pixel Crush", "act.Pixel Crush", ("stay",))
    assert t["ogre"].wounds == 1 and t["ogre"].at == t.at(5, 2)
    assert sorted(t.s.monsters) == ["m1", "m2"]  # straight lines only
    assert max(len(d.groups[0].targets or ()) for d in t.asked if d.prompt == "ask.push") > 0


@action("Crunch", "Monstrous Maul")
def crunch(card: str) -> None:
    t = knight()
    wear(t, KNIGHT, card)
    swing(t, card, "Crunch", f"act.Crunch>{t['ogre'].id}")
    assert t["ogre"].wounds == 1 and t["ogre"].status == ["Bane"] and facts.arm(t.s, t["ogre"]) == 1


@action("Force of Will", "Sceptre of the Archmage")
def force_of_will(card: str) -> None:
    t = knight(ogre=("Grobbit Executioner", (7, 2)), bill=("Billmen", (7, 4)), far=("Billmen", (4, 5)))
    wear(t, KNIGHT, card)
    swing(t, card, "Force of Will", f"act.Force of Will>{t.at(7, 3)}")
    assert t["ogre"].wounds == 1 and sorted(t.s.monsters) == ["m1", "m3"]


@action("Stranglethorn", "Bramble Bracers")
def stranglethorn(card: str) -> None:
    t = knight(ogre=("Grobbit Executioner", (7, 2)), frog=("Frog Knight", (7, 4)))
    wear(t, KNIGHT, card)
    swing(t, card, "Stranglethorn", f"act.Stranglethorn>{t.at(7, 3)}")
    assert [(t[m].wounds, t[m].status) for m in ("ogre", "frog")] == [(1, ["Slow"])] * 2
    assert facts.movement(t.s, t["frog"]) == 4


@action("Shadow", "Shadow Crown")
def shadow(card: str) -> None:
    t = table(
        {KNIGHT: (0, 0), EMERALD: (8, 8), HUNTRESS: (4, 0)}, walls=tuple((5, y, "E") for y in range(11))
    )
    wear(t, KNIGHT, card)
    act(t, KNIGHT, "act.Shadow", (f"to>{t.at(7, 8)}",))
    assert t[KNIGHT].at == t.at(7, 8)  # CE-10: no path, no sight
    squares = t.asked[-1].groups[0].targets or ()
    assert t.at(3, 0) in squares and t.at(5, 5) not in squares and t.at(4, 0) not in squares


@action("Invincible", "Stone Heart")
def invincible(card: str) -> None:
    t = knight()
    wear(t, KNIGHT, card)
    act(t, KNIGHT, "act.Invincible")
    t.s.turn.side = "consul"
    t.dice("B-", "B-", "B2", "B2")
    fight = resolve.Strike("l.fight", command="fight")
    t.play(resolve.strike(t.g, t["ogre"], [t[EMERALD]], fight), ["reroll>0:B:0"])
    assert t[EMERALD].wounds == 0  # 2 + 0 + 2 against 3; without the reroll it would have been 2
    t[EMERALD].at = t.at(2, 6)
    t.dice("B-", "B-", "B2")
    t.play(resolve.strike(t.g, t["ogre"], [t[EMERALD]], fight))  # 4 squares away: nobody is asked
    assert t[EMERALD].wounds == 2


@action("Heart Broken", "Lost Love Pendant")
def heart_broken(card: str) -> None:
    t = knight()
    wear(t, KNIGHT, card)  # 6 hearts
    t[EMERALD].wounds, t[KNIGHT].wounds = 4, 3
    act(t, KNIGHT, f"act.Heart Broken>{EMERALD}", ("take>2",))
    assert (t[KNIGHT].wounds, t[EMERALD].wounds) == (5, 2)
    assert t.asked[-1].options() == ["take>1", "take>2"]  # AB-5: it never destroys the receiver


@action("Hold That Pose", "Regal Portrait")
def hold_that_pose(card: str) -> None:
    t = knight(frog=("Frog Knight", (8, 2)))
    wear(t, KNIGHT, card)
    swing(t, card, "Hold That Pose", f"act.Hold That Pose>{t['frog'].id}")
    assert (t["frog"].wounds, t["frog"].status) == (1, ["Immobile"])


@action("ROAR", "Roaring Pendant of the Wood")
def roar(card: str) -> None:
    t = knight(frog=("Frog Knight", (4, 1)), behind=("Frog Knight", (1, 2)))
    wear(t, KNIGHT, card)
    act(t, KNIGHT, "act.ROAR>l.east", (f"to>{t.at(7, 1)}",))
    assert t["frog"].status == ["Knockdown"] and t["frog"].at == t.at(7, 1) and t["frog"].wounds == 0
    assert t["behind"].status == []


# -- cursed cards, chests ------------------------------------------------------------------------------------


@rule("AB-2", state=True)
def test_two_cards_with_an_action_of_the_same_name_are_two_actions() -> None:
    t = knight()
    wear(t, KNIGHT, "Ruby Crystal Shard")
    wear(t, KNIGHT, "Citrine Crystal Shard")
    powers = [option for option in offered(t, KNIGHT) if "Princess Power" in option]
    assert len(powers) == 2
    for power in powers:
        act(t, KNIGHT, power)
    assert facts.attribute(t.s, t[EMERALD], "STR") == Dice(B=2, R=1)
    assert facts.attribute(t.s, t[EMERALD], "WILL") == Dice(B=1, R=2)


@rule("BA-4", "WR-1")
@rule("BB-3", "CP-5", state=True)
def test_a_chest_gives_two_treasures() -> None:
    t = knight()
    chest = t.token("chest", 1, 2)
    t.s.treasure.draw_pile = ["Mr. Chompers", "Nether Sword", "Blessed Spear"]
    t.play(equipment.open_chest(t.g, t[KNIGHT], chest, "BA-4"))
    assert t.s.backpack == ["Blessed Spear", "Nether Sword"] and chest.id not in t.s.tokens
    assert t[KNIGHT].wrath == 1


@rule("BB-3")
@rule("BB-1", "BB-2", "BB-5", "BA-12", state=True)
def test_a_boo_booty_card_takes_the_place_of_the_chest_and_counts_as_one_of_the_two() -> None:
    t = knight()
    chest = t.token("chest", 1, 2)
    t.s.treasure.draw_pile = ["Nether Sword", "Blessed Spear", "Booty Biter"]
    t.play(equipment.open_chest(t.g, t[KNIGHT], chest, "BA-8"))
    (biter,) = [m for m in t.s.monsters.values() if m.kind == "boo_booty"]
    assert (biter.card, biter.at) == ("Booty Biter", t.at(1, 2))
    assert t.s.backpack == ["Blessed Spear"] and t.s.treasure.discard_pile == ["Booty Biter"]
    assert "Booty Biter" not in t.s.pool.booties
    t.play(wounds.wound(t.g, biter, 2, t[KNIGHT]))
    assert (t.s.turn.treasure, t.s.turn.loot, t[KNIGHT].wrath) == (1, 0, 2)
    assert "Booty Biter" in t.s.pool.booties


@rule("BB-4")
def test_a_boo_booty_that_is_on_the_map_is_another_kind_and_with_all_there_a_new_card_is_drawn() -> None:
    t = knight()
    t.s.pool.booties = ["Booty Grinder"]
    t.s.treasure.draw_pile = ["Nether Sword", "Blessed Spear", "Booty Biter"]
    t.play(equipment.open_chest(t.g, t[KNIGHT], t.token("chest", 1, 2), "BA-4"))
    assert [m.card for m in t.s.monsters.values() if m.kind == "boo_booty"] == ["Booty Grinder"]
    t.s.backpack.clear()
    t.s.treasure.draw_pile = ["Gem of Alar City", "Nether Sword", "Bouncing Booty"]
    t.play(equipment.open_chest(t.g, t[KNIGHT], t.token("chest", 1, 3), "BA-4"))
    assert t.s.backpack == ["Nether Sword", "Gem of Alar City"] and t.cites("BB-4")


@rule("BB-3")
def test_one_chest_brings_one_boo_booty_only() -> None:
    t = knight()
    t.s.treasure.draw_pile = ["Gem of Alar City", "Nether Sword", "Bouncing Booty", "Booty Biter"]
    t.play(equipment.open_chest(t.g, t[KNIGHT], t.token("chest", 1, 2), "BA-4"))
    assert [m.card for m in t.s.monsters.values() if m.kind == "boo_booty"] == ["Booty Biter"]
    assert t.s.backpack == ["Nether Sword"]
    assert sorted(t.s.treasure.discard_pile) == ["Booty Biter", "Bouncing Booty"]


@rule("BA-4")
@rule("BB-2", state=True)
def test_a_failed_pick_lock_brings_a_random_boo_booty() -> None:
    t = knight()
    chest = t.token("chest", 1, 2)
    t.rng.numbers["booty"] = [1]
    t.dice("B-", "B-")
    act(t, KNIGHT, f"pick_lock>{chest.id}")
    (booty,) = [m for m in t.s.monsters.values() if m.kind == "boo_booty"]
    assert booty.card == list(box().booty)[1] and booty.at == chest.at and t.s.backpack == []
    assert t[KNIGHT].wrath == 0


@rule("BB-3")
@rule("BB-4", "CP-6", state=True)
def test_an_empty_treasure_deck_gives_nothing_and_loses_no_card() -> None:
    t = knight()
    t.s.treasure.draw_pile, t.s.treasure.discard_pile = ["Booty Biter", "Nether Sword"], ["Booty Grinder"]
    t.play(equipment.draw_treasure(t.g, 3))
    assert t.s.backpack == ["Nether Sword"]
    assert t.s.treasure.cards() == ["Booty Biter", "Booty Grinder"]


@rule("BB-6")
@rule("PU-9", state=True)
def test_grind_makes_a_wounded_hero_discard_equipment_but_not_a_cursed_card() -> None:
    t = table({KNIGHT: (2, 2)}, {"grinder": ("Booty Grinder", (3, 2))})
    t.s.turn.side = "consul"
    t[KNIGHT].slots = {"Citrine": "Steel Sword", "Emerald": "Chainmail"}
    t.dice("B-", "B-", "B-", "R-")
    fight = resolve.Strike("l.fight", command="fight")
    t.play(resolve.strike(t.g, t["grinder"], [t[KNIGHT]], fight), ["discard>Chainmail"])
    assert t[KNIGHT].slots == {"Citrine": "Steel Sword"} and t.s.loot.discard_pile == ["Chainmail"]
    cursed = next(card for card in box().equipment if equipment.cursed(card))
    t[KNIGHT].slots = {box().equipment[cursed].slot: cursed}
    t.dice(*worst(facts.attribute(t.s, t[KNIGHT], "ARM")))
    t.play(resolve.strike(t.g, t["grinder"], [t[KNIGHT]], fight))
    assert t[KNIGHT].slots and t[KNIGHT].wounds == 2


@rule("PU-6", "CP-5", state=True)
def test_every_card_of_these_decks_is_played_here() -> None:
    played = {name for name, _ in BONUSES} | {name for name, _ in KEYWORDS} | {name for name, *_ in VALUES}
    played |= {name for name, _ in ACTIONS}
    assert [card.name for card in CARDS if card.name not in played] == []
    assert {keyword for _, keyword in KEYWORDS} <= set(WORDS)
    assert {(name, a) for name, a in ACTIONS} == set(PLAYS)
    assert {card.slot for card in CARDS} == {"Ruby", "Citrine", "Emerald", "Sapphire"}
    assert sum(card.count for card in box().loot.values()) == 48
    assert basic.COST == 1
