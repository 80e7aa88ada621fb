"""Villains' turns, summons and the end of a scenario (GH-20, GH-22, GH-23)."""

from __future__ import annotations

import pytest

from tests.guildhaven.marks import rule, shown
from tests.guildhaven.table import Table, sheet_of, table
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import facts, focus, order, predicates, reinforce, villains
from webgame.systems.guildhaven.rules import round as rounds

MOVE3 = {"op": "move", "n": 3}
HIT2 = {"op": "attack", "n": 2, "range": 1}
SHOT2 = {"op": "attack", "n": 2, "range": 4}
EITHER = {"op": "or", "options": [[{"op": "charge", "n": 3}], [{"op": "attack", "n": 3, "range": 1}]]}
THUG = {"hp": 20}


def with_silhouette(
    hero: tuple[int, int], at: tuple[int, int], units: dict[int, tuple[object, ...]]
) -> Table:
    """A table with a summon of the hero that is in its second round."""
    t = table(hero=hero, units=units, specialties=("shadow", "weaponry"), perks=(), hand=[])
    t.line(box().cards["shadow:second_silhouette"].top.steps[0], lambda asked: asked.options()[0])
    t["s1"].at = t.at(*at)
    t.s.table.round.number = 2
    return t


# -- rows and focus (GH-22.1 to GH-22.3) ---------------------------------------------------------------------


@rule("GH-22.1")
def test_a_row_runs_from_left_to_right() -> None:
    t = table(units={1: ("Thug", (4, 2))}, hand=[])
    t.dice(3, 4).act("v1", [{"op": "attack", "n": 2, "range": 1}, {"op": "move", "n": 1}])
    assert t.me.hp == 10, "the attack comes before the move and finds nobody"
    assert t.xy("v1") == (4, 3)


@shown("GH-22.2")
def test_what_a_row_reaches() -> None:
    t = table(units={1: ("Thug", (4, 1))})
    assert focus.reach_of(t.s, t["v1"], [{"op": "shield", "n": 1}, SHOT2]).n == 4
    assert focus.reach_of(t.s, t["v1"], [{"op": "shield", "n": 1}]).n == 1
    assert focus.reach_of(t.s, t["v1"], [{"op": "charge", "n": 3}]).run == 3
    behind = {"op": "consume", "element": "dark", "then": [{"op": "affect", "range": 4, "riders": []}]}
    assert focus.reach_of(t.s, t["v1"], [behind]).n == 1, "nothing to consume"
    t.s.table.infusion = 1
    assert focus.reach_of(t.s, t["v1"], [behind]).n == 4


@shown("GH-22.3")
def test_the_focus_is_the_enemy_that_needs_the_fewest_squares() -> None:
    t = with_silhouette((4, 8), (4, 3), {1: ("Thug", (4, 1))})
    assert focus.choose(t.s, t["v1"], "move", focus.MELEE) is t["s1"]
    t["s1"].at = t.at(9, 9)
    assert focus.choose(t.s, t["v1"], "move", focus.MELEE) is t.me


@shown("GH-22.3")
def test_without_any_way_there_is_no_focus() -> None:
    rows = ["......", "......", "######", "......", "......"]
    t = table(hero=(1, 4), units={1: ("Thug", (1, 0))}, rows=rows, hand=[])
    t.act("v1", [MOVE3, HIT2])
    assert t.xy("v1") == (1, 0)


@shown("GH-22.3", "GH-22.4")
def test_behind_its_friends_it_still_comes_as_near_as_it_can() -> None:
    rows = ["#.#"] * 10
    t = table(hero=(1, 0), units={1: ("Thug", (1, 8)), 2: ("Thug", (1, 1))}, rows=rows, hand=[])
    t.act("v1", [MOVE3, HIT2])
    assert t.xy("v1") == (1, 5)


@shown("GH-22.3", "GH-22.7")
def test_the_focus_of_the_movement_is_that_of_the_attack() -> None:
    t = with_silhouette((4, 10), (4, 4), {4: ("Gunner", (4, 9))})
    t.dice(3, 4).act("v4", [{"op": "move", "n": 2}, SHOT2])
    assert t.xy("v4") == (4, 8), "a step back from the hero next to it"
    assert (t.me.hp, t["s1"].hp) == (8, 3), "the summon, in reach by now, is not the focus"


# -- movement (GH-22.4 to GH-22.6) ---------------------------------------------------------------------------


@shown("GH-22.5")
def test_a_ranged_unit_stops_as_soon_as_it_is_in_range() -> None:
    t = table(hero=(4, 9), units={4: ("Gunner", (4, 1))}, hand=[])
    t.dice(3, 4).act("v4", [{"op": "move", "n": 9}, SHOT2])
    assert t.xy("v4")[1] == 5
    assert t.me.hp == 8


@shown("GH-22.4")
def test_out_of_reach_it_approaches_as_with_a_melee_attack() -> None:
    t = table(hero=(4, 12), units={4: ("Gunner", (4, 1))}, hand=[])
    t.act("v4", [{"op": "move", "n": 2}, SHOT2])
    assert t.xy("v4") == (3, 3), "as near as any, then lower x"
    assert t.me.hp == 10


@shown("GH-22.4", "GH-18.6")
@pytest.mark.parametrize(("kind", "square"), [("fly", (6, 5)), ("move", (6, 2))])
def test_who_flies_comes_near_as_it_flies(kind: str, square: tuple[int, int]) -> None:
    rows = ["." * 12] * 7 + ["." + "o" * 11] + ["." * 12] * 3
    t = table(hero=(9, 9), units={1: ("Goon", (9, 2))}, rows=rows, hand=[])
    t.act("v1", [{"op": kind, "n": 3}, HIT2])
    assert t.xy("v1") == square


@shown("GH-22.5")
def test_a_row_without_attack_approaches_and_a_ranged_effect_has_its_reach() -> None:
    t = table(hero=(4, 9), units={5: ("Goon", (4, 1))}, hand=[])
    t.act("v5", [{"op": "move", "n": 9}, {"op": "shield", "n": 1, "target": "self"}])
    assert facts.gap(t.s, t["v5"], t.me) == 1
    t["v5"].at = t.at(4, 1)
    t.act(
        "v5",
        [
            {"op": "move", "n": 9},
            {"op": "affect", "range": 4, "riders": [{"op": "condition", "name": "stun"}]},
        ],
    )
    assert facts.gap(t.s, t["v5"], t.me) == 4
    assert "stun" in t.me.conditions


@shown("GH-22.6")
def test_without_a_movement_step_nobody_moves_and_later_steps_are_as_printed() -> None:
    t = table(hero=(4, 4), units={1: ("Thug", (4, 1))}, hand=[])
    t.act("v1", [HIT2])
    assert t.xy("v1") == (4, 1)
    t["v1"].at = t.at(4, 3)
    t.dice(3, 4).act("v1", [HIT2, {"op": "teleport", "to": "adjacent_to_hero"}])
    assert t.me.hp == 8


@shown("GH-22.4")
def test_of_squares_as_near_the_one_with_more_targets_is_taken() -> None:
    t = with_silhouette((4, 4), (7, 4), {1: ("Goon", (4, 1))})
    burst = {"op": "attack", "n": 2, "range": 0, "shape": "aoe", "radius": 2}
    t.dice(3, 4, 3, 4).act("v1", [{"op": "fly", "n": 1}, burst])
    assert t.xy("v1") == (5, 2), "[3,2] and [4,2] reach the hero alone"
    assert (t.me.hp, t["s1"].hp) == (8, 1)


# -- attacks (GH-22.7, GH-22.8) ------------------------------------------------------------------------------


@rule("GH-7.1")
@shown("GH-22.7")
def test_extra_targets_by_the_focus_rule_a_roll_each() -> None:
    t = with_silhouette((4, 4), (5, 4), {1: ("Thug", (4, 3))})
    t.dice(3, 4, 3, 4).act("v1", [{**HIT2, "targets": 2}])
    assert (t.me.hp, t["s1"].hp) == (8, 1)
    t.dice(3, 4).act("v1", [{**HIT2, "n": 1}])
    assert "s1" not in t.s.units, "a summon before its hero"


@shown("GH-22.8")
def test_single_attacks_never_hit_friends_areas_do() -> None:
    t = table(hero=(4, 4), units={1: ("Goon", (4, 2)), 2: ("Thug", (4, 3), THUG)}, hand=[])
    t.act("v1", [{"op": "attack", "n": 2, "range": 1}])
    assert t["v2"].hp == 20
    t.dice(3, 4, 3, 4).act("v1", [{"op": "attack", "n": 2, "range": 0, "shape": "aoe", "radius": 2}])
    assert (t["v2"].hp, t.me.hp) == (18, 8)


# -- charges (GH-22.9, GH-22.10) -----------------------------------------------------------------------------


@rule("GH-18.5")
@shown("GH-22.9")
def test_charge_or_attack() -> None:
    t = table(hero=(4, 4), units={1: ("Thug", (4, 3))}, hand=[])
    t.dice(3, 4).act("v1", [EITHER])
    assert t.me.hp == 7, "adjacent: Attack 3"
    t["v1"].at = t.at(4, 1)
    t.dice(3, 4).act("v1", [EITHER])
    assert t.xy("v1") == (4, 3)
    assert t.me.hp == 5, "a charge over two squares"


@shown("GH-22.9")
def test_a_charge_that_cannot_meet_the_focus_comes_closer() -> None:
    t = table(hero=(4, 4), units={1: ("Thug", (1, 8))}, hand=[])
    t.act("v1", [EITHER])
    assert t.xy("v1") == (1, 6), "no nearer after three squares"
    assert t.me.hp == 10


@shown("GH-22.9", "GH-16.5")
def test_disarmed_units_take_the_charge_branch() -> None:
    t = table(hero=(4, 4), units={1: ("Thug", (4, 3))}, hand=[])
    t.give("v1", "disarm")
    t.act("v1", [EITHER])
    assert t.me.hp == 10
    t["v1"].at = t.at(4, 2)
    t.give("v1", "disarm")
    t.dice(3, 4).act("v1", [EITHER])
    assert t.me.hp == 9


@shown("GH-22.10")
def test_move_then_charge_looks_for_the_longest_charge() -> None:
    t = table(hero=(4, 8), units={2: ("Goon", (5, 4))}, hand=[])
    t.dice(3, 4).act("v2", [{"op": "move", "n": 2}, {"op": "charge", "n": 3}])
    assert t.xy("v2") == (4, 7)
    assert t.me.hp == 7


# -- teleports, heals, orders (GH-22.11 to GH-22.15) ---------------------------------------------------------


@rule("GH-18.7")
@shown("GH-22.11")
def test_teleports_to_the_hero() -> None:
    t = table(hero=(4, 4), units={1: ("Goon", (9, 9)), 2: ("Thug", (4, 3))}, hand=[])
    t.act("v1", [{"op": "teleport", "to": "adjacent_to_hero"}])
    assert t.xy("v1") == (5, 5), "the nearest empty one"
    t.act("v1", [{"op": "teleport", "to": "hero_side", "side": "south"}])
    assert t.xy("v1") == (4, 5)
    t.act("v1", [{"op": "teleport", "to": "hero_side", "side": "north"}])
    assert t.xy("v1") == (5, 4), "north is taken: the first free of N, E, S, W"
    t.act("v1", [{"op": "teleport", "to": "adjacent_to_unit", "unit": "Thug"}])
    assert facts.gap(t.s, t["v1"], t["v2"]) == 1


@shown("GH-22.11")
def test_an_immobilized_unit_does_not_teleport() -> None:
    t = table(hero=(4, 4), units={1: ("Goon", (9, 9))}, hand=[])
    t.give("v1", "immobilize")
    t.act("v1", [{"op": "teleport", "to": "adjacent_to_hero"}])
    assert t.xy("v1") == (9, 9)


@rule("GH-22.12")
def test_heals() -> None:
    t = table(
        units={1: ("Goon", (4, 1), {"hp": 9}), 2: ("Thug", (5, 1), {"hp": 5}), 3: ("Thug", (9, 1), {"hp": 5})}
    )
    for id, hp in (("v1", 2), ("v2", 4), ("v3", 1)):
        t[id].hp = hp
    t.act("v1", [{"op": "heal", "n": 3, "target": "self"}])
    assert t["v1"].hp == 5
    t.act("v1", [{"op": "heal", "n": "full", "target": "Thug"}])
    assert (t["v2"].hp, t["v3"].hp) == (5, 5), "never above the maximum"
    t["v2"].hp = t["v3"].hp = 1
    t.act("v1", [{"op": "heal", "n": 1, "target": "other_villains_in_los"}])
    assert (t["v1"].hp, t["v2"].hp, t["v3"].hp) == (5, 2, 2)


@rule("GH-22.13")
def test_an_order_sets_the_initiative() -> None:
    t = table(units={1: ("Thug", (4, 1)), 5: ("Woman", (6, 1))}, hand=[])
    t.s.table.round.rolls = {"Thug": 2}
    order.add_slot(t.s, t["v1"], "Thug")
    assert order.initiative_of(t.s, t.s.table.round.slots[0]) == 83
    t.act("v5", [{"op": "order", "units": ["Thug", "Gunner"], "order": "set_initiative", "initiative": 5}])
    assert order.initiative_of(t.s, t.s.table.round.slots[0]) == 5


@rule("GH-22.13")
@rule("GH-6.4")
def test_another_action_rolls_once_and_all_act_at_once() -> None:
    t = table(units={1: ("Bonesetter", (9, 1)), 2: ("Thug", (4, 3)), 3: ("Thug", (4, 5))}, hand=[])
    t.s.table.round.rolls = {"Thug": 2}
    t.rolls(Thug=6)
    step = {"op": "order", "units": ["Thug"], "order": "extra_turn_now", "reroll_vat": True}
    t.act("v1", [step])
    assert facts.shield(t.s, t["v2"]) == facts.shield(t.s, t["v3"]) == 1
    assert t.rng.counters["table.Thug"] == 1


@shown("GH-22.13")
def test_repeating_a_turn_uses_the_row_that_was_rolled() -> None:
    t = table(units={1: ("Leader Beta", (9, 1)), 2: ("Thug", (4, 3))}, hand=[])
    t.s.table.round.rolls = {"Thug": 1}
    t.dice(3, 4)
    t.act("v1", [{"op": "order", "units": ["Thug"], "order": "extra_turn_now", "reroll_vat": False}])
    assert t.me.hp == 7
    t.act(
        "v1",
        [
            {
                "op": "order",
                "units": ["Thug"],
                "order": "add_rider",
                "riders": [{"op": "condition", "name": "stun"}],
            }
        ],
    )
    t.dice(3, 4).act("v2", [HIT2])
    assert "stun" in t.me.conditions


@rule("GH-22.15")
def test_losing_hp_may_defeat_the_unit_itself() -> None:
    t = table(units={1: ("Thug", (4, 1), {"hp": 1})}, hand=[])
    t.act("v1", [{"op": "lose_hp", "n": 2, "target": "self"}, {"op": "drain"}])
    assert t.s.table.defeated == ["v1"]


@shown("GH-22.14")
def test_a_killbot_reaches_two_squares_in_melee_without_disadvantage() -> None:
    sheet = sheet_of(base="V", rules=box().sheets["V"].rules)
    t = table(hero=(5, 5), sheet=sheet, units={2: ("Killbot", (2, 2), {"size": 2, "hp": 9})}, hand=[])
    assert facts.gap(t.s, t["v2"], t.me) == 2
    t.dice(3, 4).act("v2", [{"op": "attack", "n": 2, "range": 1}])
    assert t.me.hp == 8
    assert t.rng.counters["attack"] == 2
    t.me.at = t.at(4, 2)
    t.dice(3, 4).act("v2", [{"op": "damage", "n": 1, "range": 1}])
    assert t.me.hp == 7


# -- summons (GH-20) -----------------------------------------------------------------------------------------


@shown("GH-20.2")
def test_a_summon_acts_before_its_hero_from_the_next_round() -> None:
    t = with_silhouette((4, 8), (4, 6), {1: ("Thug", (4, 5), THUG)})
    assert t["s1"].beta is False
    t.s.table.round.initiative = 30
    t.s.table.round.number = 1
    t.play(order.roll_tables(t.g))
    assert [slot.unit for slot in order.in_order(t.s) if slot.unit in ("s1", "hero")] == ["hero"]
    t.s.table.round.number = 2
    t.s.table.round.rolls.clear()
    t.play(order.roll_tables(t.g))
    ids = [slot.unit for slot in order.in_order(t.s)]
    assert ids.index("s1") == ids.index("hero") - 1
    t.dice(6, 6).act("s1", t["s1"].steps)
    assert t["v1"].hp == 16, "x2 on a 12: not a Beta"
    assert not [decision for decision in t.asked if decision.prompt == "ask.raise"]


@rule("GH-20.3")
def test_villains_summon_the_lowest_free_number_beside_them() -> None:
    t = table(hero=(4, 4), sheet=box().sheets["E"], hand=[])
    t.act("v1", [{"op": "summon", "unit": "Shade", "count": 1, "at": "adjacent_to_summoner"}])
    assert facts.gap(t.s, t["v3"], t["v1"]) == 1
    t.kill("v2")
    t.act("v1", [{"op": "summon", "unit": "Shade", "count": 1, "at": "adjacent_to_summoner"}])
    assert "v2" in t.s.units, "defeated numbers may be used again"
    for _ in range(9):
        t.act("v1", [{"op": "summon", "unit": "Shade", "count": 1, "at": "adjacent_to_summoner"}])
    assert facts.in_play(t.s, "Shade") == 7, "no more than the sheet lists"
    assert reinforce.free_number(t.s, "Shade") == 0


@rule("GH-20.3")
@shown("GH-6.4")
def test_a_number_that_comes_back_has_not_the_turn_of_who_fell() -> None:
    t = table(hero=(4, 11), sheet=box().sheets["E"], hand=[])
    t.s.table.round.rolls = {"Professor Stupendous": 5, "Shade": 2}
    order.add_slot(t.s, t["v1"], "Professor Stupendous")
    order.add_slot(t.s, t["v2"], "Shade")
    t.kill("v2")
    t.act("v1", [{"op": "summon", "unit": "Shade", "count": 1, "at": "adjacent_to_summoner"}])
    assert "v2" in t.s.units
    assert [slot.unit for slot in order.in_order(t.s)] == ["v1"], "a new unit acts from the next round"


# -- the end (GH-23) -----------------------------------------------------------------------------------------


@rule("GH-23.1")
@shown("GHA-1")
def test_the_scenario_ends_the_moment_it_is_won() -> None:
    t = table(hero=(4, 4), sheet=box().sheets["A"], hand=[])
    t["v5"].at, t["v5"].hp = t.at(4, 3), 1
    t.s.table.piles.hand, t.s.table.piles.buried = ["martial_arts:blitz", "martial_arts:palm_strike"], []
    t.choose("martial_arts:blitz", "martial_arts:palm_strike")
    t.dice(3, 4).turn("top.martial_arts:blitz", "attack>v5")
    assert t.s.table.outcome == "won"
    assert predicates.true(t.s, {"villains_left": {"min": 1}})


@rule("GH-23.1")
@shown("GH-23.3", "GHA-1")
def test_it_ends_between_two_targets_of_one_line() -> None:
    t = table(hero=(4, 3), sheet=box().sheets["A"], hand=[])
    t["v5"].at, t["v1"].at = t.at(4, 2), t.at(3, 2)
    t["v5"].hp = t["v1"].hp = 1
    t.dice(3, 4).line({"op": "attack", "n": 3, "range": 1, "targets": 2}, "attack>v5")
    assert (t.s.table.outcome, t["v1"].hp) == ("won", 1)


@shown("GH-23.3")
def test_if_both_come_at_once_the_loss_counts() -> None:
    t = table(sheet=sheet_of(win={"all_villains_defeated": True}), hand=[])
    t.s.table.flags.append("exhausted")
    t.play(_settle(t))
    assert t.s.table.outcome == "lost"


@pytest.mark.parametrize(
    ("predicate", "expected"),
    [
        ({"all": [{"villains_left": {"min": 1}}, {"not": {"won": True}}]}, True),
        ({"any": [{"defeated_all_of": "Thug"}, {"defeated_all_of": "Goon"}]}, True),
        ({"count_in_play": {"type": "Thug", "min": 1, "max": 1}}, True),
        ({"count_in_play": {"type": "Thug", "min": 2}}, False),
        ({"sequence": [{"defeated_all_of": "Goon"}, {"hero_exits": "south"}]}, False),
        ({"item_spot_taken": False}, True),
        ({"tokens_removed": {"token": "vehicle", "count": 4}}, False),
    ],
)
@shown("GH-23.3")
def test_predicates(predicate: dict[str, object], expected: bool) -> None:
    t = table(units={1: ("Thug", (4, 1))})
    assert predicates.true(t.s, predicate) is expected


def test_an_unknown_predicate_is_named() -> None:
    with pytest.raises(ValueError, match="no predicate 'luck' is known"):
        predicates.true(table().s, {"luck": 3})


@rule("GH-9.3")
@shown("GH-9.5", "GHA-3")
def test_late_wakers_skip_their_turns_but_are_rolled_for() -> None:
    t = table(hero=(2, 10), sheet=box().sheets["A"])
    t.s.table.round.number = 0
    for number in (1, 2, 3):
        t.begin_round()
        t.rolls(Thug=6, Gunner=6, Goon=6)
        cards = t.s.table.piles.hand[:2]
        t.play(rounds.choose(t.g), ("select", tuple(cards)), f"lead>{cards[0]}")
        assert t.s.table.round.rolls["Goon"] == 6
        assert villains.skips(t.s, t["v5"]) == (number <= 2)
        assert villains.skips(t.s, t["v3"]) == (number <= 2)
        assert not villains.skips(t.s, t["v1"])


def _settle(t: Table) -> object:
    predicates.settle(t.g)
    yield from ()
