"""What a player may do is asked of that player, at the moment of the rule; and how often it may be done."""

from __future__ import annotations

import pytest

from tests.sde.acts import KNIGHT, rule
from tests.sde.table import Table, table
from webgame.systems.sde_arcade.rules import resolve, rolls, terrain
from webgame.systems.sde_arcade.state import Lasting


def gains(t: Table, ability: str) -> None:
    t[KNIGHT].lasting.append(Lasting("x", {"op": "gain_ability", "ability": ability}, "next_upkeep", "y"))


def mirror(t: Table, **stars: int) -> None:
    shown = {attr: {"stars": n} for attr, n in stars.items()}
    copied = {"op": "copy_attributes", "attributes": shown}
    t[KNIGHT].lasting.append(Lasting("Dark Reflection", copied, "next_upkeep", KNIGHT))


@rule("DR-7")
@pytest.mark.parametrize(("answer", "dice", "n"), [("mirror.0", [], 4), ("own", ["R3", "R3"], 6)])
def test_a_hero_with_a_mirror_chooses_what_to_roll(answer: str, dice: list[str], n: int) -> None:
    t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (3, 2))})
    mirror(t, STR=4)
    t.dice(*dice)
    t.play(resolve.strike(t.g, t[KNIGHT], [t["frog"]], resolve.basic("STR", "BA-2")), [answer])
    assert [(d.prompt, d.seats) for d in t.asked] == [("ask.mirror", (KNIGHT,))]
    assert t.told("ev.strikes")[0].params["n"] == n


@rule("DR-7")
def test_it_chooses_for_a_defense_as_well_and_is_not_asked_about_what_is_the_same() -> None:
    t = table({KNIGHT: (2, 2)})
    mirror(t, ARM=2)
    assert t.play(rolls.defense(t.g, t[KNIGHT]), ["mirror.0"]).stars == 2
    t[KNIGHT].lasting.clear()
    t.play(rolls.defense(t.g, t[KNIGHT]))
    assert len(t.asked) == 1


@rule("AB-3")
def test_backlash_of_a_hero_strikes_monsters_once_in_a_consul_turn() -> None:
    t = table({KNIGHT: (2, 2)}, {"king": ("The Forgotten King", (3, 2))})
    gains(t, "Backlash")
    t.s.turn.side = "consul"
    blow = resolve.Strike("l.fight", command="fight", stars=-9)
    for _ in range(2):
        t.play(resolve.strike(t.g, t["king"], [t[KNIGHT]], blow))
    assert t["king"].wounds == 1 and len(t.told("ev.backlash_spent")) == 1
    t.s.turn.round += 1
    t.play(resolve.strike(t.g, t["king"], [t[KNIGHT]], blow))
    assert t["king"].wounds == 2


@rule("AB-3", state=True)
def test_backlash_of_a_monster_knows_no_such_limit() -> None:
    t = table({KNIGHT: (2, 2)}, {"biter": ("Booty Biter", (3, 2))})
    for wounds in (1, 2):
        t.dice("R-", "R-")
        t.play(resolve.strike(t.g, t[KNIGHT], [t["biter"]], resolve.basic("STR", "BA-2")))
        assert t[KNIGHT].wounds == wounds


@rule("TE-2")
@pytest.mark.parametrize(("answer", "wounds"), [("heal", 1), ("skip", 2)])
def test_who_gains_by_its_wounds_may_keep_them_beside_the_goddess(answer: str, wounds: int) -> None:
    t = table({KNIGHT: (2, 2)}, rows=("...........", "...g.......") + ("...........",) * 9)
    t[KNIGHT].wounds = 2
    gains(t, "Fury")
    t.play(terrain.end_of_activation(t.g, t[KNIGHT]), [answer])
    assert t[KNIGHT].wounds == wounds and t.asked[0].seats == (KNIGHT,)


@rule("TE-2", state=True)
def test_others_are_not_asked_beside_the_goddess() -> None:
    t = table({KNIGHT: (2, 2)}, rows=("...........", "...g.......") + ("...........",) * 9)
    t[KNIGHT].wounds = 2
    t.play(terrain.end_of_activation(t.g, t[KNIGHT]))
    assert t[KNIGHT].wounds == 1 and not t.asked
