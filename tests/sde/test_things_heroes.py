"""Every action and potion of Questing Knight, Thundervale Huntress and Princess Emerald, from the menu."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, act, best, offered, rule, upkeep
from tests.sde.table import Answer, Table, table
from webgame.systems.sde_arcade.cards import Dice, box
from webgame.systems.sde_arcade.rules import facts, potions, resolve, walk

HEROES = (KNIGHT, HUNTRESS, EMERALD)
ACTIONS = [(hero, action.name) for hero in HEROES for action in box().heroes[hero].actions]
POTIONS = [(hero, potion.name) for hero in HEROES for potion in box().heroes[hero].potions]

Play = Callable[[], None]
PLAYS: dict[str, Play] = {}


def play(name: str) -> Callable[[Play], Play]:
    def put(function: Play) -> Play:
        PLAYS[name] = function
        return function

    return put


@rule("HA-10")
@rule("HA-11", "HA-13", "HA-15", "HA-17", state=True)
@pytest.mark.parametrize("hero,name", ACTIONS)
def test_an_action_of_a_hero_does_what_its_card_says(hero: str, name: str) -> None:
    PLAYS[name]()


@rule("PO-2", "WR-1")
@rule("PO-1", "PO-4", "PO-7", state=True)
@pytest.mark.parametrize("hero,name", POTIONS)
def test_a_potion_does_what_its_card_says(hero: str, name: str) -> None:
    PLAYS[name]()


def use(t: Table, who: str, name: str, aim: str = "", *answers: Answer) -> None:
    """Use an action with the best dice and see that it costs what the card says."""
    action = next(a for a in box().heroes[who].actions if a.name == name)
    before = t[who].ap_spent
    t.dice(*best(facts.attribute(t.s, t[who], action.attr or "STR") + action.bonus))
    act(t, who, f"act.{name}{aim}", answers)
    assert t[who].ap_spent == before + action.cost


@play("Mighty Throw")
def mighty_throw() -> None:
    t = table(
        {KNIGHT: (2, 5), EMERALD: (4, 5)},
        {"near": ("Frog Knight", (3, 5)), "far": ("Frog Knight", (8, 5)), "past": ("Frog Knight", (9, 5))},
    )
    use(t, KNIGHT, "Mighty Throw", f">{t.at(3, 5)}")  # Lance 6
    assert [t[name].wounds for name in ("near", "far", "past")] == [1, 1, 0] and t[EMERALD].wounds == 0
    assert f"act.Mighty Throw>{t.at(2, 4)}" not in offered(t, KNIGHT)  # nobody there
    assert "act.Massive Sword" not in {o.partition(">")[0] for o in offered(t, KNIGHT)}  # 1 AP left


@play("Massive Sword")
def massive_sword() -> None:
    t = table({KNIGHT: (2, 5)}, {"boris": ("Bashful Boris", (3, 5)), "far": ("Bashful Boris", (4, 8))})
    use(t, KNIGHT, "Massive Sword", f">{t['boris'].id}")
    assert t["boris"].wounds == 2
    t[KNIGHT].ap_spent = 0
    assert f"act.Massive Sword>{t['far'].id}" not in offered(t, KNIGHT)  # melee 1
    t.dice("R3", "R3")
    act(t, KNIGHT, f"attack.STR>{t['boris'].id}")
    assert t["boris"].wounds == 3  # a basic attack puts one


@play("Lightning Charge")
def lightning_charge() -> None:
    t = table({HUNTRESS: (2, 5)}, {"trent": ("Trent", (4, 5))})
    use(t, HUNTRESS, "Lightning Charge", f">{t['trent'].id}", f"to>{t.at(7, 5)}")
    assert (t["trent"].wounds, t["trent"].status, t["trent"].at) == (1, ["Knockdown"], t.at(7, 5))
    t["trent"].at, t[HUNTRESS].ap_spent = t.at(4, 5), 0
    t["trent"].status = []
    t.dice("B-", "B-", "R-", "R-")
    act(t, HUNTRESS, f"act.Lightning Charge>{t['trent'].id}")
    assert (t["trent"].wounds, t["trent"].status, t["trent"].at) == (
        1,
        [],
        t.at(4, 5),
    )  # it failed: nothing happens


@play("Trample")
def trample() -> None:
    t = table(
        {HUNTRESS: (4, 4), KNIGHT: (3, 4)},
        {"a": ("Frog Knight", (3, 3)), "b": ("Grobbit Executioner", (6, 4)), "c": ("Frog Knight", (7, 7))},
    )
    use(t, HUNTRESS, "Trample")  # Wave 1 around the whole base
    assert [(t[n].wounds, t[n].status) for n in "abc"] == [(1, ["Knockdown"]), (1, ["Knockdown"]), (0, [])]
    assert t[KNIGHT].wounds == 0


@play("Stinging Shot")
def stinging_shot() -> None:
    t = table({EMERALD: (0, 5)}, {"frog": ("Frog Knight", (8, 5)), "far": ("Frog Knight", (9, 5))})
    assert f"act.Stinging Shot>{t['far'].id}" not in offered(t, EMERALD)  # missile 8
    use(t, EMERALD, "Stinging Shot", f">{t['frog'].id}")
    assert (t["frog"].wounds, t["frog"].status) == (1, ["Ice"])


@play("Scope")
def scope() -> None:
    t = table({EMERALD: (0, 5)}, {"ogre": ("Grobbit Executioner", (8, 5))})
    use(t, EMERALD, "Scope", f">{t['ogre'].id}")
    assert (t["ogre"].wounds, t["ogre"].status, facts.arm(t.s, t["ogre"])) == (0, ["Bane"], 1)
    t.dice("B2", "B-", "R-")
    act(t, EMERALD, f"attack.DEX>{t['ogre'].id}")
    assert t["ogre"].wounds == 1  # 2 against ARM 2 would have been a tie


def drink(t: Table, who: str, owner: str, name: str, *answers: Answer) -> None:
    t[owner].potions = 1
    act(t, who, f"drink.{owner}.{name}", answers)
    assert t[owner].potions == 0 and t[who].drunk == 1 and t[who].ap_spent == 0 and t[who].wrath == 1


@play("Magic Armor")
def magic_armor() -> None:
    t = table({KNIGHT: (2, 5), EMERALD: (9, 9)}, {"frog": ("Frog Knight", (3, 5))})
    drink(t, KNIGHT, KNIGHT, "Magic Armor")
    assert facts.attribute(t.s, t[KNIGHT], "ARM") == Dice(B=2, R=2)
    assert facts.attribute(t.s, t[EMERALD], "ARM") == Dice(B=3)
    t.s.turn.side = "consul"
    t.dice("B-", "B-", "R1", "R1")
    t.play(resolve.strike(t.g, t["frog"], [t[KNIGHT]], resolve.Strike("l.fight", command="fight")))
    assert t[KNIGHT].wounds == 0  # without it 1 against 2
    t.s.turn.side = "heroes"
    upkeep(t, KNIGHT)
    assert facts.attribute(t.s, t[KNIGHT], "ARM") == Dice(B=2, R=1)


@rule("PO-4", "PO-9")
@rule("PO-3", "AB-2", state=True)
def test_magic_armor_is_drunk_in_the_consul_turn_too_and_twice_does_not_add_up() -> None:
    t = table({KNIGHT: (2, 5), EMERALD: (9, 9)}, {"frog": ("Frog Knight", (3, 5))})
    t.s.turn.side, t[KNIGHT].potions = "consul", 2
    window = potions.emergency_window(t.g, "card", what="Hack and Slash")
    t.play(window, [f"drink.{KNIGHT}.Magic Armor@{KNIGHT}", "pass"])
    assert facts.attribute(t.s, t[KNIGHT], "ARM") == Dice(B=2, R=2)
    t.s.turn.side, t.s.turn.passing = "heroes", []
    act(t, KNIGHT, f"drink.{KNIGHT}.Magic Armor")
    assert facts.attribute(t.s, t[KNIGHT], "ARM") == Dice(B=2, R=2)


@play("Distilled Stampede")
def distilled_stampede() -> None:
    t = table({HUNTRESS: (2, 2), KNIGHT: (5, 5), EMERALD: (9, 9)})
    drink(
        t, HUNTRESS, HUNTRESS, "Distilled Stampede",
        f"move.{EMERALD}>{t.at(7, 9)}", f"move.{HUNTRESS}>{t.at(5, 2)}", f"stay.{KNIGHT}",
    )  # fmt: skip
    assert [t[hero].at for hero in (HUNTRESS, KNIGHT, EMERALD)] == [t.at(5, 2), t.at(5, 5), t.at(7, 9)]
    assert t[HUNTRESS].mp_spent == 0


@play("Hunter's Rations")
def hunters_rations() -> None:
    rows = tuple(
        "..." + next(e.code for e in box().effects.values() if e.name == "Brambles") + "......."
        for _ in range(11)
    )
    t = table({EMERALD: (2, 5)}, rows=rows)
    t[EMERALD].wounds, t[EMERALD].status = 2, ["Fire", "Hex"]
    assert walk.ways(t.s, t[EMERALD], 6).cost(t.at(3, 5)) == 2
    drink(t, EMERALD, EMERALD, "Hunter's Rations", "heal>Fire", "heal>wound")
    assert (t[EMERALD].wounds, t[EMERALD].status) == (1, ["Hex"])
    assert walk.ways(t.s, t[EMERALD], 6).cost(t.at(3, 5)) == 1
    act(t, EMERALD, f"move>{t.at(3, 5)}")
    assert t[EMERALD].status == ["Hex"]
    upkeep(t, EMERALD)
    assert not facts.has(t.s, t[EMERALD], "Surefoot")


@rule("PO-6")
def test_the_drinker_has_the_effect_whose_tokens_ever_pay() -> None:
    t = table({EMERALD: (2, 5), KNIGHT: (9, 9)})
    t[KNIGHT].seat = EMERALD  # one player runs both
    drink(t, EMERALD, KNIGHT, "Magic Armor")
    assert facts.attribute(t.s, t[EMERALD], "ARM") == Dice(B=3, R=1)


@rule("CP-5", state=True)
def test_every_action_and_potion_of_the_three_is_played_here() -> None:
    assert {name for _, name in ACTIONS + POTIONS} == set(PLAYS)
