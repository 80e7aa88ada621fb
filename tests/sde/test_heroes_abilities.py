"""The abilities of all Heroes, each for every Hero that has it, against the same play without it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sde.acts import KNIGHT, act, best, rule, upkeep
from tests.sde.heroes import FOE, do, drive, offered, quiet
from tests.sde.table import OPEN, Table, table
from webgame.engine.decision import Decision
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import (
    activation,
    aiming,
    beginnings,
    facts,
    pets,
    potions,
    resolve,
    rolls,
    shapes,
    walk,
    wounds,
)
from webgame.systems.sde_arcade.state import Lasting

Play = Callable[[str, str], None]
PLAYS: dict[str, Play] = {}  # by keyword, without what follows a colon
ABILITIES = [(hero.id, word) for hero in box().heroes.values() for word in hero.abilities]
OPEN_ABILITIES = {
    ("arena-champion", "Heal 1"): "the card explains the keyword of its potion: by itself it does nothing",
}
ENEMY = resolve.Strike("l.fight", command="fight")


def play(*keywords: str) -> Callable[[Play], Play]:
    """Register the play of keywords: called with a Hero and the word on its card."""

    def put(function: Play) -> Play:
        for keyword in keywords:
            PLAYS[keyword] = function
        return function

    return put


@rule("AB-1", "AB-3", "AF-4", "PO-10", "SH-2", "SU-2", "YD-10", state=True)
@pytest.mark.parametrize("hero,word", [entry for entry in ABILITIES if entry not in OPEN_ABILITIES])
def test_an_ability_does_what_its_keyword_means(hero: str, word: str) -> None:
    PLAYS[word.partition(": ")[0]](hero, word)


def test_every_ability_of_every_hero_is_played() -> None:
    without = [(h, w) for h, w in ABILITIES if w.partition(": ")[0] not in PLAYS]
    assert sorted(without) == sorted(OPEN_ABILITIES)


def strike(t: Table, who: str, target: str, *answers: str, attr: str = "STR") -> resolve.Outcome:
    """Let a figure make a basic attack."""
    st = resolve.basic(attr, "BA-2") if who in t.s.members else ENEMY
    out: resolve.Outcome = drive(t, resolve.strike(t.g, t[who], [t[target]], st), *answers)
    return out


# -- at the beginning and in upkeep --------------------------------------------------------------------------


@play("Tough")
def tough(hero: str, word: str) -> None:
    for who, left in ((hero, 1), (KNIGHT, 2)):
        t = table({who: (4, 4)})
        t[who].wounds = 2
        upkeep(t, who, (quiet,) if box().heroes[who].shapeshift else ())
        assert t[who].wounds == left


@play("Cola")
def cola(hero: str, word: str) -> None:
    for face, tokens in (("B2", 2), ("B1", 1), ("B-", 0)):
        t = table({hero: (4, 4)})
        t.dice(face)
        upkeep(t, hero)
        assert t[hero].potions == tokens


@play("Pet")
def pet(hero: str, word: str) -> None:
    t = table({hero: (4, 4), KNIGHT: (8, 8)})
    t.s.options["setup"] = {"hand": []}
    drive(t, beginnings.heroes_begin(t.g))
    cola_ = t["pet-never-lost-cola"]
    assert cola_.master == hero and facts.near(t.s, t[hero], cola_, 2)
    assert facts.has(t.s, t[hero], "Luck") and not facts.has(t.s, t[KNIGHT], "Luck")
    assert pets.suits(t.s, t[hero], "Never-Lost Cola") and not pets.suits(t.s, t[hero], "Lord Gruff")
    assert pets.suits(t.s, t[KNIGHT], "Lord Gruff") and not pets.suits(t.s, t[KNIGHT], "Never-Lost Cola")
    pets.to_backpack(t.g, cola_)
    assert not facts.has(t.s, t[hero], "Luck") and t.s.backpack == ["Never-Lost Cola"]


@play("Elemental Affinity")
def elemental_affinity(hero: str, word: str) -> None:
    assert facts.ELEMENTS == ("Feint", "Fire", "Fly", "Immune: All", "Predator", "Slow")
    for element in facts.ELEMENTS:
        t = table({hero: (4, 4), KNIGHT: (8, 8)}, {"foe": (FOE, (5, 4))})
        t.s.options["setup"] = {"hand": []}
        drive(t, beginnings.heroes_begin(t.g), f"element>{element}")
        assert facts.has(t.s, t[hero], element) and element in facts.abilities(t.s, t[hero])
        assert not facts.has(t.s, t[KNIGHT], element)
        drive(t, wounds.wound(t.g, t[hero], 9))
        assert facts.has(t.s, t[hero], element)  # for good
    t = table({hero: (4, 4)}, {"foe": (FOE, (5, 4))})
    t[hero].once.append(facts.ELEMENT + "Slow")
    t.dice(*best(facts.attribute(t.s, t[hero], "STR")))
    strike(t, hero, "foe")
    assert t["foe"].status == ["Slow"]


@rule("AB-3")
@pytest.mark.parametrize("there", [True, False])
def test_predator_strikes_at_an_enemy_that_leaves(there: bool) -> None:
    hero = "hidden-shrine-master"
    t = table({hero: (4, 4)}, {"foe": (FOE, (5, 4))})
    if there:
        t[hero].once.append(facts.ELEMENT + "Predator")
    t.dice("R3", "R3")
    ways = walk.ways(t.s, t["foe"], 5)
    drive(t, walk.walk(t.g, t["foe"], t.at(9, 4), ways), *(("attack",) if there else ()))
    assert (t["foe"].wounds, t["foe"].at) == (int(there), t.at(9, 4))
    t = table({hero: (4, 4)}, {"foe": (FOE, (5, 4))})
    t[hero].once.append(facts.ELEMENT + "Predator")
    drive(t, walk.walk(t.g, t["foe"], t.at(9, 4), walk.ways(t.s, t["foe"], 5)), "skip")
    assert t["foe"].wounds == 0 and t.told("ev.moved")


# -- attacks -------------------------------------------------------------------------------------------------


@play("Fire", "Poison")
def status_of_wounds(hero: str, word: str) -> None:
    for who in (hero, KNIGHT):
        t = table({who: (4, 4)}, {"foe": (FOE, (5, 4))})
        t.dice(*best(facts.attribute(t.s, t[who], "STR")))
        strike(t, who, "foe")
        assert t["foe"].wounds == 1 and t["foe"].status == ([word] if who == hero else [])


@play("Berserk")
def berserk(hero: str, word: str) -> None:
    t = table({hero: (4, 4)}, {"boris": ("Bashful Boris", (4 + box().heroes[hero].base[0], 4))})
    for spent in (0, 1, 2):
        t.rng.script = list(best(facts.attribute(t.s, t[hero], "STR")))
        do(t, hero, f"attack.STR>{t['boris'].id}")
        assert t[hero].ap_spent == spent  # the first one is free
    other = table({KNIGHT: (4, 4)}, {"boris": ("Bashful Boris", (5, 4))})
    do(other, KNIGHT, f"attack.STR>{other['boris'].id}")
    assert other[KNIGHT].ap_spent == 1


@play("Massive Damage")
def massive_damage(hero: str, word: str) -> None:
    for who, lost in ((hero, 2), (KNIGHT, 1)):
        t = table({who: (4, 4)}, {"foe": (FOE, (5, 4))})
        t.dice(*best(facts.attribute(t.s, t[who], "STR")))
        strike(t, who, "foe")
        assert t["foe"].wounds == lost


@play("Feint")
def feint(hero: str, word: str) -> None:
    for who, won in ((hero, True), ("princess-ruby", False)):
        t = table({who: (4, 4)}, {"foe": (FOE, (5, 4))})
        dice = facts.attribute(t.s, t[who], "STR")
        faces = ["B-"] * dice.B + ["R-"] * dice.R
        faces[-1] = faces[-1][0] + "2"  # two stars against ARM 2, or 1 after a feint
        t.dice(*faces)
        strike(t, who, "foe")
        assert bool(t["foe"].wounds) == won
    t = table({hero: (4, 4), KNIGHT: (5, 4)})
    t.dice("B2", "R3", "B2", "B2", "R3", "R-")  # 5 against 7, the red 3 rolled again: 4
    drive(t, resolve.strike(t.g, t[hero], [t[KNIGHT]], resolve.basic("STR", "BA-2")), "reroll>2:R:4")
    assert t[KNIGHT].wounds == 1


@play("Holy", "Dragon Spite")
def grudges(hero: str, word: str) -> None:
    hated = "Pudge" if word == "Holy" else "Dragon Priest"
    for foe, rerolls in ((hated, 1), (FOE, 0)):
        t = table({hero: (4, 4)}, {"foe": (foe, (5, 4))})
        dice = facts.attribute(t.s, t[hero], "STR")
        t.dice(*["B-"] * dice.B, *["R-"] * dice.R)
        asked: list[str] = []

        def look(decision: Decision, asked: list[str] = asked) -> str:
            asked.append(decision.prompt)
            return quiet(decision)

        drive(t, resolve.strike(t.g, t[hero], [t["foe"]], resolve.basic("STR", "BA-2")), *([look] * rerolls))
        assert asked == ["ask.reroll"] * rerolls


# -- defense -------------------------------------------------------------------------------------------------


@play("9 Lives")
def nine_lives(hero: str, word: str) -> None:
    t = table({hero: (4, 4), KNIGHT: (9, 9)})
    t.dice("R2")
    drive(t, wounds.wound(t.g, t[hero], 9))
    assert not t[hero].down and t[hero].wounds == facts.hearts(t.s, t[hero]) - 2 and t.cites("YD-10")
    drive(t, wounds.wound(t.g, t[hero], 9))
    assert t[hero].down  # once a game
    t = table({hero: (4, 4), KNIGHT: (9, 9)})
    t.dice("R-")
    drive(t, wounds.wound(t.g, t[hero], 9))
    assert t[hero].down


@play("Immune")
def immune(hero: str, word: str) -> None:
    status = word.partition(": ")[2]
    for who, suffered in ((hero, []), ("one-shot", [status])):
        t = table({who: (4, 4)})
        drive(t, wounds.inflict(t.g, t[who], status, "ST-4"))
        assert t[who].status == suffered
    t = table({hero: (4, 4)})
    drive(t, wounds.inflict(t.g, t[hero], "Slow", "ST-4"))
    assert t[hero].status == ["Slow"]


@play("Sidestep")
def sidestep(hero: str, word: str) -> None:
    t = table({hero: (4, 4)}, {"frog": ("Frog Knight", (5, 4))})
    t.s.turn.side = "consul"
    arm = facts.attribute(t.s, t[hero], "ARM")
    t.dice(*best(arm))
    strike(t, "frog", hero, "defend>ARM", f"move.{hero}>{t.at(3, 3)}")
    assert t[hero].at == t.at(3, 3) and t[hero].mp_spent == 0 and t[hero].wounds == 0
    t = table({hero: (4, 4)}, {"frog": ("Frog Knight", (5, 4))})
    t.dice(*["B-"] * arm.B)
    strike(t, "frog", hero, "defend>ARM")
    assert t[hero].at == t.at(4, 4) and t[hero].wounds == 1  # after a defense it has won only
    t = table({hero: (4, 4)}, {"frog": ("Frog Knight", (5, 4))})
    t["frog"].lasting.append(Lasting("test", {"op": "gain_ability", "ability": "Predator"}, "destroyed"))
    t.dice(*best(arm), *best(arm))
    strike(t, "frog", hero, "defend>ARM", f"move.{hero}>{t.at(3, 3)}", "defend>ARM")
    assert t[hero].at == t.at(3, 3)  # not again in mid-move: it would never end


@play("Small")
def small(hero: str, word: str) -> None:
    for who, legal in ((hero, False), (KNIGHT, True)):
        t = table({who: (4, 4)}, {"foe": (FOE, (8, 4)), "near": (FOE, (7, 5))})
        refusal = aiming.targetable(t.s, t["foe"], t[who], 6, offensive=True)
        assert (refusal is None) == legal
        assert aiming.targetable(t.s, t["near"], t[who], 6, offensive=True) is None


@play("Stealth")
def stealth(hero: str, word: str) -> None:
    for who, legal in ((hero, False), (KNIGHT, True)):
        t = table({who: (4, 4)}, {"foe": (FOE, (8, 4)), "near": (FOE, (7, 5))})
        assert (aiming.targetable(t.s, t["foe"], t[who], 6, offensive=True) is None) == legal
        assert aiming.targetable(t.s, t["near"], t[who], 6, offensive=True) is None


@play("Flammable")
def flammable(hero: str, word: str) -> None:
    for who, status in ((hero, ["Fire"]), (KNIGHT, [])):
        t = table({who: (4, 4)}, {"frog": ("Frog Knight", (5, 4))})
        fire = resolve.Strike("l.fight", command="fight", inflicts=("Fire",))
        arm = facts.attribute(t.s, t[who], "ARM")
        t.dice(*best(arm))
        drive(t, resolve.strike(t.g, t["frog"], [t[who]], fire), *(("defend>ARM",) if who == hero else ()))
        assert (t[who].wounds, t[who].status) == (0, status)


@play("Fixable")
def fixable(hero: str, word: str) -> None:
    for who, left in ((hero, 1), ("royal-paladin", 2)):
        t = table({KNIGHT: (4, 4), who: (5, 4)})
        t[who].wounds = 3
        t.dice("B2", "B2")
        act(t, KNIGHT, f"bandage>{who}")
        assert t[who].wounds == left


# -- moving ------------------------------------------------------------------------------------------------


@play("Surefoot")
def surefoot(hero: str, word: str) -> None:
    code = next(effect.code for effect in box().effects.values() if effect.name == "Brambles")
    rows = tuple(f"....{code}......" for _ in OPEN)
    for who, cost in ((hero, 1), (KNIGHT, 2)):
        x = 4 - box().heroes[who].base[0]
        t = table({who: (x, 5)}, rows=rows)
        square = t.at(x + 1, 5)
        assert walk.ways(t.s, t[who], 6).cost(square) == cost
        act(t, who, f"move>{square}")
        assert t[who].status == ([] if who == hero else ["Poison"])


@play("Fly")
def fly(hero: str, word: str) -> None:
    code = next(effect.code for effect in box().effects.values() if effect.name == "Structure")
    rows = tuple(f"....{code}......" for _ in OPEN)
    for who, over in ((hero, True), (KNIGHT, False)):
        t = table({who: (3, 5)}, {"foe": (FOE, (6, 5))}, rows=rows)
        assert bool(walk.ways(t.s, t[who], 6).anchors >> t.at(5, 5) & 1) == over
        assert facts.sees(t.s, t[who], t["foe"]) == over


@play("Retreat")
def retreat(hero: str, word: str) -> None:
    t = table({hero: (4, 4)}, {"foe": (FOE, (3, 4))})
    t.dice("B-", "B-", "R-")
    do(t, hero, f"attack.STR>{t['foe'].id}", f"to>{t.at(9, 4)}")
    assert t[hero].at == t.at(9, 4) and t[hero].mp_spent == 0 and t["foe"].wounds == 0
    t = table({hero: (4, 4)}, {"foe": ("Billmen", (3, 4))})
    t.dice("B2", "B2", "R3")
    do(t, hero, f"attack.STR>{t['foe'].id}", f"to>{t.at(9, 4)}")
    assert t[hero].at == t.at(9, 4) and not t.s.monsters  # away from where it was
    t = table({KNIGHT: (4, 4)}, {"foe": (FOE, (3, 4))})
    do(t, KNIGHT, f"attack.STR>{t['foe'].id}")
    assert t[KNIGHT].at == t.at(4, 4)


# -- dice and potions ----------------------------------------------------------------------------------------


@play("Alchemy", "Healer", "Luck")
def swapped_symbols(hero: str, word: str) -> None:
    swaps = {"Alchemy": ("heart",), "Healer": ("potion",), "Luck": ("heart", "potion")}[word]
    for who in (hero, KNIGHT):
        t = table({who: (4, 4), "royal-paladin": (9, 9)}, {"foe": ("Giri", (5, 4))})
        t["royal-paladin"].wounds = 1
        own = who == hero
        roll = rolls.Roll(stars=5, hearts=1, potions=1)
        prompts: dict[str, list[str]] = {}

        def look(decision: Decision, prompts: dict[str, list[str]] = prompts) -> str:
            prompts[decision.prompt] = [group.id for group in decision.groups]
            return "waste"

        drive(t, resolve.pay_symbols(t.g, t[who], roll), look, look)
        assert ("potion" in prompts["ask.heart"]) == (own and "heart" in swaps)
        assert ("heart" in prompts["ask.potion"]) == (own and "potion" in swaps)


@play("Potion Master")
def potion_master(hero: str, word: str) -> None:
    potion = next(p for p in box().heroes[hero].potions if not p.owner_only)
    for who, more in ((hero, True), (KNIGHT, False)):
        t = table({who: (4, 4), hero if who == KNIGHT else KNIGHT: (8, 8)})
        owner = t[hero]
        owner.potions, t[who].drunk = 2, 1
        assert (potions.barred(t.s, t[who], owner, potion) is None) == more
        t[who].drunk = 2
        assert potions.barred(t.s, t[who], owner, potion) is not None


# -- other Heroes' actions -----------------------------------------------------------------------------------


@play("Student")
def student(hero: str, word: str) -> None:
    t = table({hero: (4, 4), KNIGHT: (9, 9)}, {"foe": (FOE, (5, 4)), "boris": ("Bashful Boris", (4, 6))})
    learnt = f"act.Massive Sword>{t['foe'].id}"
    assert learnt in offered(t, hero)
    assert not any("Siren's Call" in o or "Confetti" in o for o in offered(t, KNIGHT))
    t.dice(*best(facts.attribute(t.s, t[hero], "STR")), "G4")
    do(t, hero, learnt)
    assert t["foe"].wounds == 2 and t[hero].ap_spent == 3 and facts.STUDENT in t[hero].once
    t[hero].ap_spent = 0
    assert learnt not in offered(t, hero)  # once a game


# -- forms -------------------------------------------------------------------------------------------------


@play("Shapeshift")
def shapeshift(hero: str, word: str) -> None:
    form = shapes.form_of(word.partition(": ")[2])
    card = box().heroes[hero]
    t = table({hero if card.selectable else form.id: (4, 4), KNIGHT: (8, 8)})
    id = hero if card.selectable else form.id
    fig = t[id]
    fig.card, fig.size = hero, card.base[0]
    fig.wounds, fig.status, fig.potions, fig.wrath = 2, ["Hex"], 1, 2
    upkeep(t, id, ("keep",))
    assert fig.card == hero
    upkeep(t, id, ("shift", quiet) if card.base[0] != form.base[0] else ("shift",))
    assert (fig.card, fig.size) == (form.id, form.base[0])
    assert (fig.status, fig.potions, fig.wrath) == (["Hex"], 1, 2)  # SH-2
    assert fig.wounds == 2 - ("Tough" in card.abilities) * 2 and t.cites("SH-1")
    assert facts.base(t.s, fig) & 1 << t.at(4, 4) or card.base[0] > 1
    assert {a.name for a, _ in facts.actions(t.s, fig)} == {a.name for a in form.actions}
    drive(t, wounds.wound(t.g, fig, 9))
    assert fig.down and fig.card == shapes.own_card(fig)


@rule("SH-5", "SH-1")
def test_a_larger_form_goes_to_the_nearest_place_if_there_is_no_room() -> None:
    foes = {"a": (FOE, (3, 3)), "b": (FOE, (5, 3)), "c": (FOE, (3, 5))}
    t = table({"deeproot-druid": (4, 4), KNIGHT: (5, 5)}, foes)
    upkeep(t, "deeproot-druid", ("shift",))
    druid = t["deeproot-druid"]
    assert druid.size == 2 and not facts.base(t.s, druid) & 1 << t.at(4, 4)
    assert layout(t.s).grid.distance(facts.base(t.s, druid), 1 << t.at(4, 4)) == 2


@play("Fixed Form")
def fixed_form(hero: str, word: str) -> None:
    t = toad()
    upkeep(t, "deeproot-druid")
    assert t["deeproot-druid"].card == hero  # not asked at all
    t = table({"deeproot-druid": (4, 4)})
    assert t.ask(activation._own_effects(t.g, t["deeproot-druid"])).prompt == "ask.shapeshift"


def toad() -> Table:
    """Return a table where the Druid has been turned into a toad."""
    t = table({"deeproot-druid": (4, 4), KNIGHT: (8, 8)})
    t.s.pool.monsters["Miserable Toad"] = 1
    drive(t, shapes.bewitch(t.g, t["deeproot-druid"], "Miserable Toad", True))
    assert t["deeproot-druid"].card == "miserable-toad" and t.s.pool.monsters["Miserable Toad"] == 0
    return t


@play("Smooches")
def smooches(hero: str, word: str) -> None:
    t = toad()
    assert not any(o.startswith("kiss") for o in offered(t, KNIGHT))  # not next to it
    t[KNIGHT].at = t.at(5, 5)
    act(t, KNIGHT, "kiss>deeproot-druid")
    assert t["deeproot-druid"].card == "deeproot-druid" and t[KNIGHT].ap_spent == 1
    assert t.s.pool.monsters["Miserable Toad"] == 1 and t.cites("SH-3")
    assert not any(o.startswith("kiss") for o in offered(t, KNIGHT))


@rule("SH-1", "SH-3")
def test_a_hero_becomes_a_toad_only_while_there_is_one_and_falls_as_itself() -> None:
    t = toad()
    drive(t, shapes.bewitch(t.g, t[KNIGHT], "Miserable Toad", True))
    assert t[KNIGHT].card == KNIGHT and t.told("ev.no_form")
    drive(t, wounds.wound(t.g, t["deeproot-druid"], 9))
    assert t["deeproot-druid"].card == "deeproot-druid" and t.s.pool.monsters["Miserable Toad"] == 1
