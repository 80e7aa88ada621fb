"""Words that the rules know and few cards or none have printed: gained, and the play without them (AB-3)."""

from __future__ import annotations

import pytest

from tests.sde.acts import EMERALD, KNIGHT, act, best, rule, upkeep, worst
from tests.sde.consul import turn
from tests.sde.heroes import FOE, drive, quiet
from tests.sde.table import OPEN, Table, table
from webgame.engine.decision import Decision
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import equipment, facts, resolve, rolls, traits, walk, wounds
from webgame.systems.sde_arcade.state import OFF, Lasting, Member

DRUID, MAGE = "deeproot-druid", "ember-mage"
CODES = {effect.name: effect.code for effect in box().effects.values()}
both = pytest.mark.parametrize("on", [True, False], ids=["with", "without"])


def gain(t: Table, who: str, word: str, on: bool = True) -> None:
    """Let a figure have a keyword, as an effect gives it."""
    if on:
        t[who].lasting.append(Lasting("test", {"op": "gain_ability", "ability": word}, "destroyed"))
        assert facts.has(t.s, t[who], word)


def ground(name: str, *columns: int) -> tuple[str, ...]:
    """Return a tile with a tile effect on whole columns."""
    return tuple("".join(CODES[name] if x in columns else c for x, c in enumerate(row)) for row in OPEN)


# -- hearts --------------------------------------------------------------------------------------------------


@both
@rule("AB-3", "DR-11", "PT-6", state=True)
def test_bone_collector_spends_hearts_on_pets_too(on: bool) -> None:
    t = table({KNIGHT: (4, 4)}, {"foe": (FOE, (5, 4))})
    t.s.members["pet"] = Member("pet", "pet", "Lord Gruff", at=t.at(2, 2), master=KNIGHT, seat=KNIGHT)
    t.s.members["pet"].status = ["Slow"]
    gain(t, KNIGHT, "Bone Collector", on)
    hearts = resolve.pay_symbols(t.g, t[KNIGHT], rolls.Roll(stars=3, hearts=1))
    drive(t, hearts, *(("cure.Slow>pet",) if on else ()))
    assert t.s.members["pet"].status == ([] if on else ["Slow"])
    assert bool(t.told("ev.wasted_heart")) != on


@both
@rule("AB-3", "DR-11")
def test_with_heart_attack_each_heart_counts_as_two(on: bool) -> None:
    t = table({EMERALD: (4, 4)}, {"foe": (FOE, (7, 4))})
    t[EMERALD].wounds = 3
    gain(t, EMERALD, "Heart Attack", on)
    t.dice("BH", "B2", "R3")
    act(t, EMERALD, f"attack.DEX>{t['foe'].id}", (f"heart>{EMERALD}",) * (2 if on else 1))
    assert t[EMERALD].wounds == (1 if on else 2)


# -- wounds and defense --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(("who", "near", "far"), [("foe", KNIGHT, MAGE), (KNIGHT, "foe", "other")])
@rule("AB-3", state=True)
def test_corpse_stench_slows_the_enemies_beside_it_when_it_is_wounded(
    who: str, near: str, far: str, on: bool
) -> None:
    t = table({KNIGHT: (4, 4), MAGE: (4, 9)}, {"foe": (FOE, (5, 4)), "other": (FOE, (4, 7))})
    gain(t, who, "Corpse Stench", on)
    drive(t, wounds.wound(t.g, t[who], 1))
    assert (t[near].status, t[far].status, t[who].status) == (["Slow"] if on else [], [], [])


@both
@rule("AB-3", "HA-16", state=True)
def test_dodge_may_defend_with_dex_unless_held(on: bool) -> None:
    for held in ("", "Knockdown", "Immobile", "Slow"):
        t = table({KNIGHT: (4, 4)}, {"foe": (FOE, (5, 4))})
        assert facts.defense_attributes(t.s, t[KNIGHT]) == ("ARM",)
        gain(t, KNIGHT, "Dodge", on)
        t[KNIGHT].status = [held] if held else []
        arm, dex = (facts.attribute(t.s, t[KNIGHT], attr) for attr in ("ARM", "DEX"))
        chosen: list[str] = []

        def defend(decision: Decision, chosen: list[str] = chosen) -> str:
            chosen.extend(decision.options())
            return "defend>DEX"

        t.dice(*(best(dex) if on and not held else worst(arm)))
        strike = resolve.strike(t.g, t["foe"], [t[KNIGHT]], resolve.Strike("l.fight", command="fight"))
        drive(t, strike, *((defend,) if on and not held else ()))
        assert chosen == (["defend>ARM", "defend>DEX"] if on and not held else [])
        assert t[KNIGHT].wounds == (0 if on and not held else 1)


# -- moving --------------------------------------------------------------------------------------------------


CORRIDOR = ("#" * 11, "...........", *("#" * 11,) * 9)
WALL = ((5, 1, "E"),)


@both
@pytest.mark.parametrize(("who", "other"), [(KNIGHT, "foe"), ("foe", KNIGHT)])
@rule("AB-3", "HA-6", "MV-5", state=True)
def test_bulldozer_moves_through_enemies_but_not_through_walls(who: str, other: str, on: bool) -> None:
    for walls, goes in (((), on), (WALL, False)):
        t = table({KNIGHT: (4, 1)}, {"foe": (FOE, (4, 1))}, rows=CORRIDOR, walls=walls)
        t[other].at = t.at(5, 1)
        gain(t, who, "Bulldozer", on)
        assert bool(walk.ways(t.s, t[who], 4).anchors >> t.at(6, 1) & 1) == goes


@both
@pytest.mark.parametrize("who", [KNIGHT, "foe"])
@rule("AB-3", "HA-9", "TE-2", state=True)
def test_to_bulldozer_structures_and_brambles_are_open_ground(who: str, on: bool) -> None:
    t = table({KNIGHT: (3, 5)}, {"foe": (FOE, (3, 5))}, rows=ground("Structure", 4))
    t[KNIGHT if who == "foe" else "foe"].at = OFF
    gain(t, who, "Bulldozer", on)
    assert bool(walk.ways(t.s, t[who], 4).anchors >> t.at(5, 5) & 1) == on
    t = table({KNIGHT: (3, 5)}, {"foe": (FOE, (3, 5))}, rows=ground("Brambles", 4))
    t[KNIGHT if who == "foe" else "foe"].at = OFF
    gain(t, who, "Bulldozer", on)
    ways = walk.ways(t.s, t[who], 4)
    assert ways.cost(t.at(4, 5)) == (1 if on else 2)
    assert bool(walk.hazards(t.s, t[who]) >> t.at(4, 5) & 1) != on
    drive(t, walk.walk(t.g, t[who], t.at(5, 5), ways))
    assert t[who].status == ([] if on else ["Poison"]) and t[who].at == t.at(5, 5)


@both
@pytest.mark.parametrize("word", ["Bulldozer", "Burrow", "Fly"])
@rule("AB-3", "HA-7", "MV-5", state=True)
def test_who_can_stand_there_no_longer_leaves_the_structure_it_stands_on(word: str, on: bool) -> None:
    t = table({KNIGHT: (4, 5)}, {"foe": (FOE, (4, 8))}, rows=ground("Structure", 4))
    for who in (KNIGHT, "foe"):
        gain(t, who, word)
    equipment.clamp(t.g, t[KNIGHT])
    traits.settle(t.g)
    assert not t.told("ev.placed")
    for who in (KNIGHT, "foe") if not on else ():
        t[who].lasting.clear()
    equipment.clamp(t.g, t[KNIGHT])
    traits.settle(t.g)
    assert [t[who].at % 11 == 4 for who in (KNIGHT, "foe")] == [on, on]
    assert len(t.told("ev.placed")) == (0 if on else 2)


@pytest.mark.parametrize(("name", "status"), [("Lava", "Fire"), ("Brambles", "Poison")])
@pytest.mark.parametrize("word", ["", "Fly", "Surefoot", "Burrow", "Bulldozer"])
@rule("TE-2", "HA-9", state=True)
def test_lava_burns_as_brambles_poison_whoever_comes_across_it(name: str, status: str, word: str) -> None:
    for who in (KNIGHT, "foe"):
        t = table({KNIGHT: (3, 1)}, {"foe": (FOE, (3, 1))}, rows=ground(name, 4))
        t[KNIGHT if who == "foe" else "foe"].at = OFF
        gain(t, who, word, bool(word))
        ways = walk.ways(t.s, t[who], 6)
        assert ways.cost(t.at(6, 1)) == (3 if word else 4)
        drive(t, walk.walk(t.g, t[who], t.at(6, 1), ways))
        assert (t[who].status, t[who].at) == ([] if word else [status], t.at(6, 1))
        assert t.cites("TE-2") != bool(word)


# -- forms ---------------------------------------------------------------------------------------------------


@both
@rule("AB-3", "SH-3", state=True)
def test_a_hero_of_fixed_form_is_not_asked_for_another_one(on: bool) -> None:
    t = table({DRUID: (4, 4)})
    gain(t, DRUID, "Fixed Form", on)
    upkeep(t, DRUID, () if on else ("shift", quiet))
    assert (t[DRUID].card == DRUID) == on


@both
@rule("AB-3", "SH-3", "SH-4", state=True)
def test_a_boss_of_fixed_form_stays_what_it_is(on: bool) -> None:
    t = table({KNIGHT: (0, 0)}, {"boss": ("Von Drakk", (8, 8))})
    t["boss"].wounds = 5
    gain(t, "boss", "Fixed Form", on)
    turn(t, "Lag")
    assert t["boss"].card == ("Von Drakk" if on else "Nocturne")
