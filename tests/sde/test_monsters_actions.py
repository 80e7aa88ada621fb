"""Unique actions of all monsters and gangs: each in a play beside the same play without it (UN, GA-12)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sde.acts import EMERALD, KNIGHT, rule
from tests.sde.consul import square
from tests.sde.monsters import (
    CASES,
    Case,
    action_of,
    held,
    high,
    keywords_of,
    low,
    ops,
    perform,
    rng,
    scene,
    size,
    without,
)
from tests.sde.table import Table
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import facts, shapes, unique, upkeep

# Effects of actions that hit somebody which have a play of their own below; the hit is the same with them.
BESIDE = {
    "control",
    "discard_equipment",
    "gain_ability",
    "heal_wound",
    "inflict_random",
    "spawn_model",
    "surge",
    "wound",
    "wounds_equal",
}
HITS = [c for c in CASES if action_of(c).kind == "offense" or (action_of(c).inflicts and not ops(c))]
EFFECTS = [(c, e["op"]) for c in CASES for e in action_of(c).effects]
PLAYED: set[tuple[Case, str]] = set()


def with_op(*names: str) -> list[Case]:
    """Return the cases with one of these operations, which the test that is given them plays."""
    found = [(case, op) for case, op in EFFECTS if op in names]
    PLAYED.update(found)
    return list(dict.fromkeys(case for case, _ in found))


def vs(case: Case) -> str:
    """Return the attribute that a Hero answers a case with, "" for none."""
    action = action_of(case)
    if action.kind == "offense":
        return action.vs if action.vs not in (None, "defense") else "ARM"
    return action.vs or ""


def causes(case: Case) -> set[str]:
    """Return the status effects of a case that hits (ST-3, ST-4)."""
    own = keywords_of(case) & set(box().statuses) if action_of(case).kind == "offense" else set()
    return set(action_of(case).inflicts) | own


def shape(case: Case) -> tuple[str, int]:
    """Return name and number of the area, ("", 0) without one."""
    name, _, number = (action_of(case).area or "").rpartition(" ")
    return name, int(number or 0)


def inside(case: Case) -> tuple[int, int]:
    """Return the square east of the user, which every area covers."""
    return size(case.card), 0


def outside(case: Case) -> tuple[int, int]:
    """Return a square that the action does not reach when it is used on the Hero inside."""
    k, (name, number) = size(case.card), shape(case)
    if not name:
        return k, 2
    return (k + number + 1 if name == "Burst" else k + number), 0


def hit(case: Case, wins: bool = True) -> Table:
    """Return the table after the Hero inside was (or was not) hit; another Hero stands outside."""
    t = scene(case, {KNIGHT: inside(case), EMERALD: outside(case)})
    t[KNIGHT].wrath = 3
    if vs(case):
        (low if wins else high)(t, KNIGHT, vs(case))
    assert perform(t, case)
    assert not t.rng.script
    return t


@rule("UN-2", "UN-3", "HA-10", "HA-13", "HA-14", "ST-3", "ST-4", "AE-4", "GA-11")
@pytest.mark.parametrize("case", HITS, ids=str)
def test_an_action_hits_whom_it_says_and_nobody_else(case: Case) -> None:
    t = hit(case)
    action = action_of(case)
    massive = "Massive Damage" in (*action.keywords, *keywords_of(case))
    lost = (2 if massive else 1) if action.kind == "offense" else 0
    if "wounds_equal" in ops(case):
        lost = facts.strength(t.s, t["user"], t[KNIGHT], action.str_mod)
    if "inflict_random" not in ops(case):
        assert set(t[KNIGHT].status) == causes(case)
    assert t[KNIGHT].wounds == min(lost, facts.hearts(t.s, t[KNIGHT])) and (lost or causes(case))
    assert (t[EMERALD].wounds, t[EMERALD].status) == (0, [])


TWICE = [
    (case, word)
    for case in HITS
    for word in sorted({*action_of(case).inflicts, *action_of(case).keywords} & keywords_of(case))
    if word in (*box().statuses, "Massive Damage")
]


@rule("ST-3", "ST-4", "AB-3", state=True)
@pytest.mark.parametrize("case,word", TWICE, ids=str)
def test_an_action_does_what_it_says_if_its_user_has_lost_the_keyword(case: Case, word: str) -> None:
    t = scene(case, {KNIGHT: inside(case)})
    without(t, "user", word)
    if vs(case):
        low(t, KNIGHT, vs(case))
    assert perform(t, case)
    assert t[KNIGHT].wounds == 2 if word == "Massive Damage" else word in t[KNIGHT].status


@rule("UN-2", "UN-3", "DR-3")
@pytest.mark.parametrize("case", [c for c in HITS if vs(c)], ids=str)
def test_a_roll_that_loses_does_nothing(case: Case) -> None:
    t = hit(case, wins=False)
    assert (t[KNIGHT].wounds, t[KNIGHT].status) == (0, [])
    strikes = t.told("ev.strikes")[0].params["n"]
    assert strikes == facts.strength(t.s, t["user"], t[KNIGHT], action_of(case).str_mod)  # its own bonus


@rule("UN-2", "UN-5", "UN-6", "UN-7")
@pytest.mark.parametrize("case", [c for c in HITS if "surge" not in ops(c)], ids=str)
def test_an_action_has_its_range(case: Case) -> None:
    name, number = shape(case)
    if name and name != "Burst":
        reach = size(case.card) - 1 + number
    else:
        reach = size(case.card) - 1 + rng(case)
    for steps, there in ((reach, True), (reach + 1, False)):
        if steps > 10:
            continue
        t = scene(case, {KNIGHT: (steps, 0)})
        refusal = unique.plan(t.s, t["user"], held(t, case)).refusal
        assert (refusal is None) is there, steps
        if refusal is not None:
            assert refusal.rule in ("UN-2", "UN-6")


# -- effects beside a hit ----------------------------------------------------------------------------------


@rule("UN-2")
@pytest.mark.parametrize("case", with_op("wounds_equal"), ids=str)
def test_as_many_wounds_as_the_margin(case: Case) -> None:
    for dice, lost in ((("B1", "B-", "R1"), 2), (("B1", "B1", "R1"), 1), (("B2", "B1", "R1"), 0)):
        t = scene(case, {KNIGHT: inside(case)})
        t.dice(*dice)  # against STR 4
        perform(t, case)
        assert t[KNIGHT].wounds == lost


@rule("UN-2", "HA-13")
@pytest.mark.parametrize(
    "case", [c for c in with_op("heal_wound") if action_of(c).kind == "offense"], ids=str
)
def test_a_wound_heals_the_user(case: Case) -> None:
    for wins in (True, False):
        t = scene(case, {KNIGHT: inside(case), EMERALD: (size(case.card), 1)})
        t["user"].wounds = 1
        for who in (KNIGHT, EMERALD) if shape(case)[0] else (KNIGHT,):
            (low if wins else high)(t, who)
        t[KNIGHT].wrath = 1
        assert perform(t, case)
        assert t["user"].wounds == (0 if wins else 1)


@rule("UN-4", "UN-7")
@pytest.mark.parametrize(
    "case", [c for c in with_op("heal_wound") if action_of(c).kind == "support"], ids=str
)
def test_a_monster_mends_itself_if_it_is_wounded(case: Case) -> None:
    t = scene(case)
    assert not perform(t, case)
    t["user"].wounds = 2
    assert perform(t, case) and t["user"].wounds == 1


@rule("UN-2", "HA-13")
@pytest.mark.parametrize("case", with_op("wound"), ids=str)
def test_a_success_costs_the_user_a_wound(case: Case) -> None:
    for wins, own in ((True, 1), (False, 0)):
        t = scene(case, {KNIGHT: inside(case)})
        (low if wins else high)(t, KNIGHT)
        perform(t, case)
        assert (t[KNIGHT].wounds, t["user"].wounds) == (own, own)


@rule("AB-5")
@pytest.mark.parametrize("case", with_op("inflict_random"), ids=str)
def test_a_random_status(case: Case) -> None:
    for wins in (True, False):
        t = scene(case, {KNIGHT: inside(case)})
        t.rng.numbers["status"] = [box().statuses.index("Ice")]
        if action_of(case).kind == "offense":
            (low if wins else high)(t, KNIGHT)
        elif not wins:
            continue
        perform(t, case)
        assert t[KNIGHT].status == (["Ice"] if wins else [])


@rule("UN-2")
@pytest.mark.parametrize("case", with_op("discard_equipment"), ids=str)
def test_who_is_wounded_discards_equipment(case: Case) -> None:
    for wins, left in ((True, []), (False, ["Dwarven Axe"])):
        t = scene(case, {KNIGHT: inside(case)})
        t[KNIGHT].slots = {"Citrine": "Dwarven Axe"}
        (low if wins else high)(t, KNIGHT)
        perform(t, case)
        assert list(t[KNIGHT].slots.values()) == left


@rule("CE-3", "UN-7")
@pytest.mark.parametrize("case", with_op("control"), ids=str)
def test_come_here(case: Case) -> None:
    number = next(e["squares"] for e in action_of(case).effects if e["op"] == "control")
    far = shape(case)[1]
    k = size(case.card)
    t = scene(case, {KNIGHT: (k - 1 + far, 0)})
    assert perform(t, case)
    assert square(t, KNIGHT)[0] == max(k, k - 1 + far - number)
    t = scene(case, {KNIGHT: (k, 0)})
    assert not perform(t, case)  # it could come no closer


# -- for the gang and for friends --------------------------------------------------------------------------

BONUSES: dict[str, Callable[[Table, str], int]] = {
    "ac": lambda t, who: facts.attacks(t.s, t[who]),
    "str": lambda t, who: facts.strength(t.s, t[who], t[KNIGHT]),
    "arm": lambda t, who: facts.arm(t.s, t[who]),
}


def helped(case: Case) -> Table:
    """Return a table with the user of a case, a friend next to it and one far off, and a wounded Hero."""
    kind = next((e["target"] for e in action_of(case).effects if " in area" in e.get("target", "")), "")
    friend = {"Ninja in area": "Clan Fire Shrine Chunin", "Undead in area": "Dread Knight"}.get(kind, "Wisp")
    k = size(case.card)
    monsters = {"friend": (friend, (k, 0)), "stranger": ("Roller", (k, 1)), "far": (friend, (9, 9))}
    t = scene(case, {KNIGHT: (10, 0)}, monsters)
    t[KNIGHT].wounds = 1
    return t


@rule("UN-3", "UN-7")
@rule("UN-4", "AB-2", "AB-6", "AE-4", state=True)
@pytest.mark.parametrize("case", with_op("ac", "str", "arm"), ids=str)
def test_bonuses_of_the_gang_or_an_aura(case: Case) -> None:
    effect = next(e for e in action_of(case).effects if e["op"] in BONUSES)
    value = BONUSES[effect["op"]]
    t = helped(case)
    who = ["user"] if effect["target"] == "gang" else ["user", "friend"]
    if effect["target"] == "Undead in area" and "Undead" not in box().monsters[case.card].type:
        who = ["friend"]
    before = {name: value(t, name) for name in ("user", "friend", "stranger", "far")}
    assert perform(t, case)
    after = {name: value(t, name) for name in before}
    more = {name for name in before if after[name] > before[name]}
    area = effect["target"] == "area"
    assert more == {*who, *(["stranger"] if area else [])}
    assert all(after[name] - before[name] == effect["amount"] for name in more)
    assert not perform(t, case)  # twice does not add up
    if effect.get("if") == "target_wounded":
        t[KNIGHT].wounds = 0
        assert value(t, "user") == before["user"]
    if "Immune: Knockdown" in str(action_of(case).effects):
        assert facts.immune(t.s, t["friend"], "Knockdown") and not facts.immune(t.s, t["far"], "Knockdown")


@rule("UN-3")
@rule("UN-4", "AE-4", "MA-7", state=True)
@pytest.mark.parametrize(
    "case", [c for c in with_op("gain_ability") if action_of(c).kind == "support"], ids=str
)
def test_keywords_of_an_aura_last_until_the_next_upkeep(case: Case) -> None:
    effect = next(e for e in action_of(case).effects if e["op"] == "gain_ability")
    word = effect["ability"]
    t = helped(case)
    t["far"].lasting, before = [], facts.has(t.s, t["friend"], word)
    assert perform(t, case)
    assert facts.has(t.s, t["friend"], word) and (not before or word == "Stealth")
    own = box().monsters[t["far"].card].abilities
    assert facts.has(t.s, t["far"], word) is (word in own)
    if effect.get("target", "").startswith("Ninja"):
        assert not facts.has(t.s, t["stranger"], word)
    else:
        assert facts.has(t.s, t["stranger"], word)
    upkeep.end_effects(t.s, t["user"])
    assert facts.has(t.s, t["friend"], word) is before


@rule("UN-2", "AB-6")
@pytest.mark.parametrize(
    "case", [c for c in with_op("gain_ability") if action_of(c).kind == "offense"], ids=str
)
def test_an_assassin_that_wounds_teaches_its_gang_massive_damage(case: Case) -> None:
    for wins in (True, False):
        t = scene(case, {KNIGHT: inside(case)}, {"mate": (case.card, (0, 1))})
        (low if wins else high)(t, KNIGHT)
        perform(t, case)
        assert t[KNIGHT].wounds == int(wins)
        for name in ("user", "mate"):
            assert facts.has(t.s, t[name], "Massive Damage") is wins


@rule("AB-3", "UN-7")
@pytest.mark.parametrize("case", with_op("mend"), ids=str)
def test_mend_helps_the_most_wounded_friend(case: Case) -> None:
    far = shape(case)[1] if shape(case)[0] else rng(case)
    k = size(case.card)
    t = scene(case, others={"near": ("Crusher", (k - 1 + far, 0)), "other": ("Wisp", (k, 1))})
    assert not perform(t, case)
    t["near"].wounds, t["other"].wounds = 2, 1
    assert perform(t, case)
    assert (t["near"].wounds, t["other"].wounds) == (1, 1)
    t["near"].status = ["Slow"]
    assert perform(t, case)
    assert (t["near"].wounds, t["near"].status) == (1, [])
    t["near"].at, t["other"].wounds = t.at(8, 8), 0
    assert not perform(t, case)


@rule("UN-4", "UN-7", "AB-3")
@pytest.mark.parametrize("case", with_op("remedy"), ids=str)
def test_remedy_takes_status_tokens_off_friends(case: Case) -> None:
    t = scene(case, others={"friend": ("Wisp", (size(case.card), 0)), "far": ("Wisp", (10, 0))})
    assert not perform(t, case)
    for name in ("friend", "far"):
        t[name].status = ["Slow", "Hex"]
    assert perform(t, case)
    assert (t["friend"].status, t["far"].status) == ([], ["Slow", "Hex"])


# -- moving and placing ------------------------------------------------------------------------------------


@rule("MV-12", "UN-7")
@pytest.mark.parametrize("case", [c for c in with_op("surge") if action_of(c).kind == "support"], ids=str)
def test_surge_leads_toward_the_hero_with_the_most_wrath(case: Case) -> None:
    t = scene(case, {KNIGHT: (10, 0), EMERALD: (0, 10)})
    t[KNIGHT].wrath = 1
    assert perform(t, case)
    assert square(t, "user")[0] == 5
    assert t["user"].ac_spent == action_of(case).ac_cost
    t = scene(case, {KNIGHT: (size(case.card), 0)})
    assert not perform(t, case)


@rule("MV-12", "UN-2")
@pytest.mark.parametrize("case", [c for c in with_op("surge") if action_of(c).kind == "offense"], ids=str)
def test_flying_fur_surges_and_counts_as_being_in_range(case: Case) -> None:
    for wins in (True, False):
        t = scene(case, {KNIGHT: (10, 10), EMERALD: (0, 9)})
        t[KNIGHT].wrath = 1
        (low if wins else high)(t, KNIGHT)
        assert perform(t, case)
        assert square(t, "user") == (5, 5) and t[KNIGHT].wounds == int(wins)
    t = scene(case, {KNIGHT: (3, 0)})
    low(t, KNIGHT)
    assert perform(t, case)
    assert square(t, "user") == (0, 0) and t[KNIGHT].wounds == 1


@rule("CE-10", "UN-7")
@pytest.mark.parametrize("case", with_op("place"), ids=str)
def test_a_shadow_stands_beside_the_hero_with_the_most_wrath(case: Case) -> None:
    t = scene(case, {KNIGHT: (10, 10), EMERALD: (5, 0)})
    t[KNIGHT].wrath = 1
    assert perform(t, case)
    assert facts.adjacent(t.s, t["user"], t[KNIGHT])
    assert not perform(t, case)


@rule("CM-3", "UN-7")
@pytest.mark.parametrize(
    "case", [c for c in with_op("spawn_model") if action_of(c).kind == "support"], ids=str
)
def test_models_from_the_pool_or_the_supply_appear_next_to_the_user(case: Case) -> None:
    effect = action_of(case).effects[0]
    names = effect["model"] if isinstance(effect["model"], list) else [effect["model"]]
    t = scene(case, at=(4, 4))
    t.s.pool.creeps = {}
    assert not perform(t, case)
    for name in names:
        supply = t.s.pool.creeps if box().monsters[name].rank == "creep" else t.s.pool.monsters
        supply[name] = 9
    assert perform(t, case)
    fresh = [m for m in t.s.monsters.values() if m.id != t["user"].id]
    assert [m.card for m in fresh] == [names[0]] * effect["count"]
    assert all(facts.adjacent(t.s, t["user"], m) for m in fresh)
    assert (t.s.pool.monsters | t.s.pool.creeps)[names[0]] == 9 - effect["count"]


@rule("UN-2", "CM-3")
@pytest.mark.parametrize(
    "case", [c for c in with_op("spawn_model") if action_of(c).kind == "offense"], ids=str
)
def test_a_wound_brings_another_sorrow_next_to_the_wounded(case: Case) -> None:
    for wins in (True, False):
        t = scene(case, {KNIGHT: (3, 0)})
        t.s.pool.monsters = {"Sorrow": 1}
        (low if wins else high)(t, KNIGHT)
        assert perform(t, case)
        fresh = [m for m in t.s.monsters.values() if m.id != t["user"].id]
        assert len(fresh) == int(wins) == 1 - t.s.pool.monsters["Sorrow"]
        assert all(facts.adjacent(t.s, t[KNIGHT], m) for m in fresh)


@rule("UN-1")
@rule("UN-7", state=True)
@pytest.mark.parametrize("case", with_op("move_model"), ids=str)
def test_a_packmaster_calls_a_hound_that_is_in_no_gang(case: Case) -> None:
    t = scene(case, others={"hound": ("Drake Hound", (7, 0)), "other": ("Drake Hound", (10, 0))})
    assert perform(t, case)
    assert facts.near(t.s, t["user"], t["hound"], 2) and square(t, "other") == (10, 0)
    assert facts.gang(t.s, t["user"]).together
    assert not perform(t, case)  # the other one is too far off
    t = scene(case, others={"hound": ("Drake Hound", (7, 0)), "rival": ("Claw Trainer", (9, 0))})
    assert not perform(t, case)  # it is in a gang


@rule("AB-3", "UN-7")
@pytest.mark.parametrize("case", with_op("raise"), ids=str)
def test_raise_makes_bone_heads_of_bone_piles(case: Case) -> None:
    k, (_, number) = size(case.card), shape(case)
    t = scene(case)
    near, far = t.token("bone", k - 1 + number, 0), t.token("bone", k + number, 0)
    covered = t.token("bone", 10, 10)
    assert not perform(t, case)  # no such model in the pool
    t.s.pool.monsters = {"Bone Head": 2}
    assert perform(t, case)
    assert near.id not in t.s.tokens and far.id in t.s.tokens and covered.id in t.s.tokens
    assert [m.card for m in t.s.monsters.values() if m.at == near.at] == ["Bone Head"]
    assert t.s.pool.monsters == {"Bone Head": 1}
    assert not perform(t, case)


@rule("UN-7")
@rule("AB-3", state=True)
@pytest.mark.parametrize("case", with_op("raise"), ids=str)
def test_nothing_rises_where_a_model_stands(case: Case) -> None:
    t = scene(case, {KNIGHT: (size(case.card), 0)})
    t.s.pool.monsters = {"Bone Head": 2}
    t.token("bone", *square(t, KNIGHT))
    assert not perform(t, case)
    t[KNIGHT].at = t.at(10, 10)
    assert perform(t, case)


# -- toads and bats ----------------------------------------------------------------------------------------


@rule("SH-1", "SH-3", "UN-7")
@rule("SH-2", state=True)
@pytest.mark.parametrize("case", with_op("shapeshift"), ids=str)
def test_transmogrify_and_smooches(case: Case) -> None:
    t = scene(case, {KNIGHT: (2, 0), EMERALD: (3, 0)})
    t[KNIGHT].wrath, t[KNIGHT].wounds, t[KNIGHT].status = 2, 1, ["Hex"]
    assert not perform(t, case)  # no toad in the pool
    t.s.pool.monsters = {"Miserable Toad": 1}
    assert perform(t, case)
    hero = t[KNIGHT]
    assert facts.name(hero) == "Miserable Toad" and t.s.pool.monsters == {"Miserable Toad": 0}
    assert (hero.wrath, hero.wounds, hero.status) == (2, 1, ["Hex"])
    assert not perform(t, case)
    t.s.pool.monsters["Miserable Toad"] = 1
    assert perform(t, case) and facts.name(t[EMERALD]) == "Miserable Toad"  # the next one is no toad yet
    t.play(shapes.turn_back(t.g, hero))
    assert facts.name(hero) == "Questing Knight" and t.s.pool.monsters == {"Miserable Toad": 1}


@rule("UN-3", "UN-7")
@pytest.mark.parametrize("case", with_op("inflict", "destroy_model"), ids=str)
def test_doom_costs_a_skullbat(case: Case) -> None:
    t = scene(case, {KNIGHT: (3, 0)})
    t.s.turn.side = "heroes"  # to see that nothing is earned
    assert perform(t, case)
    assert t[KNIGHT].status == ["Bane"] and t.s.pool.monsters == {"Skullbat": 1} and t.s.turn.loot == 0
    t = scene(case, {KNIGHT: (3, 0)})
    t[KNIGHT].status = ["Bane"]
    assert not perform(t, case) and t["partner"].at >= 0


# -- all of them -------------------------------------------------------------------------------------------


def test_every_action_is_played() -> None:
    """Each unique action hits somebody, or each of its effects has a play of its own."""
    plain = {case for case in HITS if ops(case) <= BESIDE}
    left = [str(case) for case, op in EFFECTS if (case, op) not in PLAYED]
    left += [str(case) for case in CASES if case not in plain and not ops(case)]
    assert left == []
