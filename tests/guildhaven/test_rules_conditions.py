"""Conditions and effects (GH-16), infusion (GH-19)."""

from __future__ import annotations

import pytest

from tests.guildhaven.marks import rule, shown
from tests.guildhaven.table import table
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import conditions, facts, infusion

KICK, BLITZ, PALM = "martial_arts:split_kick", "martial_arts:blitz", "martial_arts:palm_strike"


@shown("GH-16.2")
def test_a_new_copy_is_unmarked_and_the_higher_value_stays() -> None:
    t = table()
    conditions.guard(t.g, t.me, "shield", 2)
    conditions.begin_turn(t.me)
    conditions.guard(t.g, t.me, "shield", 1)
    assert t.me.conditions["shield"].n == 2
    conditions.end_turn(t.g, t.me)
    assert facts.shield(t.s, t.me) == 2, "renewed in the turn, so it lasts through the next"


@shown("GH-16.2", "GH-16.9")
def test_permanent_shield_is_added() -> None:
    t = table(
        units={1: ("Goon", (4, 3), {"shield": 1})},
        level=3,
        perks=(),
        specialties=("super_strength", "shadow"),
    )
    conditions.guard(t.g, t["v1"], "shield", 2)
    assert facts.shield(t.s, t["v1"]) == 3
    t.swap("super_strength:haymaker", "super_strength:unstoppable")
    t.s.table.piles.hand.remove("super_strength:unstoppable")
    t.s.table.piles.active = ["super_strength:unstoppable"]
    assert facts.shield(t.s, t.me) == 1


@rule("GH-16.3")
@shown("GH-16.9")
def test_bleed_takes_hp_at_once() -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 9, "shield": 3, "retaliate": 2})}, hand=[])
    assert t.line({"op": "bleed", "n": 3, "range": 2}, "bleed>v1")
    assert t["v1"].hp == 6
    assert t.me.hp == 10
    assert t["v1"].conditions == {}, "no token stays"


@rule("GH-16.3")
def test_thick_blood() -> None:
    t = table(units={1: ("Thug", (4, 3))}, specialties=("shadow", "psionics"), perks=("shadow:thick_blood",))
    t.act("v1", [{"op": "bleed", "n": 2, "range": 1}])
    assert t.me.hp == 9
    t.act("v1", [{"op": "bleed", "n": 1, "range": 1}])
    assert t.me.hp == 9


@rule("GH-16.5")
def test_disarm_forbids_attacks_not_charges() -> None:
    t = table(hero=(4, 4), units={1: ("Thug", (4, 3))}, hand=[])
    t.give("v1", "disarm")
    t.act("v1", [{"op": "attack", "n": 3, "range": 1}])
    assert t.me.hp == 10
    t["v1"].at = t.at(4, 1)
    t.give("v1", "disarm")
    t.dice(3, 4).act("v1", [{"op": "charge", "n": 3}])
    assert t.me.hp == 8
    t.give("hero", "disarm")
    assert t.line({"op": "attack", "n": 3, "range": 1}) is False


@rule("GH-16.6")
def test_immobilize_forbids_willing_movement_only() -> None:
    t = table(hero=(4, 4), units={1: ("Thug", (4, 1), {"hp": 9})}, hand=[], items=("reflex_chip",))
    t.give("v1", "immobilize")
    t.act("v1", [{"op": "move", "n": 3}])
    assert t.xy("v1") == (4, 1)
    t["v1"].at = t.at(4, 3)
    t.line(
        {"op": "affect", "range": 1, "riders": [{"op": "push", "n": 1}]}, "affect>v1", f"push>{t.at(4, 2)}"
    )
    assert t.xy("v1") == (4, 2)
    t.give("hero", "immobilize")
    for op in ("move", "jump", "fly", "charge"):
        assert t.line({"op": op, "n": 3}) is False
    assert t.line({"op": "teleport", "to": "within", "n": 3}) is False


@rule("GH-16.7")
def test_poison_adds_one_and_eats_the_next_heal() -> None:
    t = table(units={1: ("Thug", (4, 3))}, hand=[], hp=8)
    t.give("hero", "poison")
    t.dice(3, 4).hit("v1", "hero", 2)
    assert t.me.hp == 5
    t.line({"op": "heal", "n": 3}, "do")
    assert t.me.hp == 5
    assert t.me.conditions == {}
    t.line({"op": "heal", "n": 3}, "do")
    assert t.me.hp == 8


@rule("GH-16.8")
def test_retaliate_within_its_reach_hit_or_not() -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 9}), 2: ("Thug", (4, 1), {"hp": 9})}, hand=[])
    conditions.guard(t.g, t["v1"], "retaliate", 2)
    conditions.guard(t.g, t["v2"], "retaliate", 1, 2)
    t.me.shield = 9
    t.dice(1, 1).hit("hero", "v1", 1)
    assert t.me.hp == 8, "SHIELD does not help"
    t.dice(3, 4).hit("hero", "v2", 1, reach=4)
    assert t.me.hp == 8, "three squares are out of its reach"
    t.me.at = t.at(4, 2)
    t.dice(3, 4).hit("hero", "v2", 1)
    assert t.me.hp == 7


@rule("GH-16.10")
def test_a_stunned_villain_does_nothing_once() -> None:
    t = table(units={1: ("Thug", (4, 3))}, hand=[])
    t.give("v1", "stun")
    t.act("v1", [{"op": "attack", "n": 3, "range": 1}])
    assert t.me.hp == 10
    t.dice(3, 4).act("v1", [{"op": "attack", "n": 3, "range": 1}])
    assert t.me.hp == 7


@rule("GH-16.11")
def test_wound_hurts_at_the_start_of_each_turn_until_healed() -> None:
    t = table(units={1: ("Thug", (4, 1), {"hp": 3})}, hand=[], hp=5)
    t.give("v1", "wound")
    t.act("v1", [])
    t.act("v1", [])
    assert t["v1"].hp == 1
    t.act("v1", [{"op": "heal", "n": 1}])
    assert t.s.table.defeated == ["v1"]
    t.give("hero", "wound")
    t.line({"op": "heal", "n": 2}, "do")
    assert t.me.hp == 7, "WOUND goes and the heal still heals"
    assert t.me.conditions == {}


@shown("GH-16.12")
def test_one_heal_removes_poison_and_wound_and_heals_nothing() -> None:
    t = table(hp=5)
    t.give("hero", "poison", "wound")
    conditions.heal(t.g, t.me, 3)
    assert t.me.hp == 5
    assert t.me.conditions == {}
    t.give("hero", "poison", "wound")
    assert t.line({"op": "cleanse"}, "do")
    assert t.me.conditions == {}


@shown("GH-16.13")
def test_conditions_apply_to_objects_with_hp_unless_the_sheet_says_no() -> None:
    t = table(hero=(4, 4), sheet=box().sheets["L"])
    t.give("o.drum", "poison")
    assert "poison" in t["o.drum"].conditions
    t = table(hero=(4, 4), sheet=box().sheets["N"])
    t.give("v2", "poison", "stun")
    assert t["v2"].conditions == {}


@shown("GH-16.1")
def test_perks_and_chips_keep_conditions_off() -> None:
    t = table(specialties=("psionics", "shadow"), perks=("psionics:calm_mind",), items=("ward_chip",))
    t.give("hero", "confuse", "disarm", "stun")
    assert list(t.me.conditions) == ["stun"]


# -- effects -------------------------------------------------------------------------------------------------


@rule("GH-16.14")
def test_drain_buries_a_hand_card_or_two_discards() -> None:
    t = table(units={1: ("Goon", (4, 1))}, hand=[BLITZ, KICK])
    t.act("v1", [{"op": "drain"}], f"card>{KICK}")
    assert t.s.table.piles.hand == [BLITZ]
    t.act("v1", [{"op": "drain"}])
    assert t.s.table.piles.hand == []
    t.s.table.piles.discard = [PALM]
    t.s.table.piles.buried.remove(PALM)
    t.act("v1", [{"op": "drain"}])
    assert t.s.table.piles.discard == []
    t.act("v1", [{"op": "drain"}])
    t.check()


@shown("GH-16.14")
def test_drain_needs_sight() -> None:
    rows = ["........"] * 3 + ["########"] + ["........"] * 4
    t = table(hero=(4, 5), units={1: ("Goon", (4, 1))}, rows=rows, hand=[BLITZ])
    t.act("v1", [{"op": "drain"}])
    assert t.s.table.piles.hand == [BLITZ]


@rule("GH-16.15")
def test_the_player_picks_where_a_push_ends() -> None:
    t = table(units={1: ("Thug", (4, 3)), 2: ("Thug", (4, 1))})
    step = {"op": "affect", "range": 1, "riders": [{"op": "push", "n": 2}]}
    asked = t.ask(_line(t, step), "affect>v1")
    squares = {(at % 12, at // 12) for at in asked.groups[0].targets or ()}
    one = {(3, 2), (4, 2), (5, 2)}
    assert one <= squares
    assert (4, 1) not in squares, "not onto a unit"
    assert all(max(abs(x - 4), abs(y - 4)) in (2, 3) for x, y in squares)
    assert asked.groups[1].id == "stay"


@rule("GH-16.15")
@pytest.mark.parametrize(("blocked", "to"), [((), (4, 6)), (((4, 5),), (6, 6))])
def test_a_villain_pushes_straight_away_else_the_first_legal(
    blocked: tuple[tuple[int, int], ...], to: tuple[int, int]
) -> None:
    units = {n: ("Thug", square) for n, square in enumerate(blocked, 2)}
    t = table(hero=(4, 4), units={1: ("Goon", (4, 3)), **units}, hand=[])
    t.act("v1", [{"op": "affect", "range": 1, "riders": [{"op": "push", "n": 2}]}])
    assert t.xy("hero") == to


@shown("GH-16.15")
def test_a_push_without_a_legal_step_moves_nobody_and_hurts_nobody() -> None:
    units = {n: ("Thug", square) for n, square in enumerate(((4, 5), (5, 5), (3, 5)), 2)}
    t = table(hero=(4, 4), units={1: ("Goon", (4, 3)), **units}, hand=[])
    t.act("v1", [{"op": "affect", "range": 1, "riders": [{"op": "push", "n": 2}]}])
    assert t.xy("hero") == (4, 4)
    assert t.me.hp == 10


@rule("GH-16.16")
def test_pull_stops_when_adjacent() -> None:
    t = table(units={1: ("Thug", (4, 1))})
    step = box().cards["psionics:kinetic_shove"].bottom.steps[0]
    assert t.line(step, "affect>v1", f"pull>{t.at(4, 3)}")
    assert t.xy("v1") == (4, 3)
    step = {"op": "affect", "range": 4, "riders": [{"op": "pull", "n": 2}]}
    t.line(step, "affect>v1")
    assert t.xy("v1") == (4, 3)


@shown("GH-16.15", "GH-16.6")
def test_rooted_cannot_be_moved() -> None:
    t = table(
        units={1: ("Goon", (4, 3))},
        specialties=("super_strength", "shadow"),
        perks=("super_strength:rooted",),
        hand=[],
    )
    t.act("v1", [{"op": "affect", "range": 1, "riders": [{"op": "push", "n": 2}]}])
    t.act("v1", [{"op": "throw", "n": 2, "direction": "west", "range": 1}])
    assert t.xy("hero") == (4, 4)


@rule("GH-16.18")
def test_target_n_different_ones_in_range() -> None:
    units = {1: ("Thug", (4, 2)), 2: ("Thug", (6, 4)), 3: ("Thug", (4, 7))}
    t = table(units=units)
    step = {"op": "affect", "range": 4, "targets": 2, "riders": [{"op": "condition", "name": "confuse"}]}
    assert t.line(step, "affect>v1", "affect>v3")
    assert [id for id in ("v1", "v2", "v3") if "confuse" in t[id].conditions] == ["v1", "v3"]
    assert "affect>v1" not in t.asked[1].options()


@rule("GH-16.19")
def test_throw_stops_before_walls_and_units() -> None:
    rows = [".#.........."] * 8
    t = table(hero=(3, 4), units={1: ("Goon", (4, 4))}, rows=rows, hand=[])
    t.act("v1", [{"op": "throw", "n": 2, "direction": "west", "range": 1}])
    assert t.xy("hero") == (2, 4)


# -- infusion (GH-19) ----------------------------------------------------------------------------------------


@rule("GH-19.2")
@shown("GH-19.1")
def test_the_marker_stops_at_both_ends() -> None:
    t = table(infusion=-2)
    infusion.add(t.g, "light", 2)
    assert t.s.table.infusion == -3
    infusion.add(t.g, "dark", 9)
    assert t.s.table.infusion == 3


@rule("GH-19.3")
def test_the_hero_consumes_light_only_and_only_if_wanted() -> None:
    step = box().cards["martial_arts:nerve_strike"].top.steps[1]
    t = table(units={1: ("Thug", (4, 3))}, infusion=-1)
    t.s.table.round.last_targets = ["v1"]
    assert t.line(step, "skip") is False
    assert t.line(step, "consume", "affect>v1")
    assert t.s.table.infusion == 0
    assert "stun" in t["v1"].conditions
    assert t.line(step) is False, "at 0 nothing can be consumed"
    t.s.table.infusion = 2
    assert t.line(step) is False


@rule("GH-19.3")
def test_borrowed_night_once_a_round() -> None:
    t = table(infusion=2, specialties=("shadow", "psionics"), perks=("shadow:borrowed_night",))
    step = {"op": "consume", "element": "light", "n": 1, "then": [{"op": "heal", "n": 1}]}
    assert t.line(step, "consume_dark", "do")
    assert t.s.table.infusion == 1
    assert t.line(step) is False


@shown("GH-19.5", "GH-19.4")
def test_dark_added_earlier_in_the_row_can_feed_a_consume() -> None:
    t = table(units={1: ("Goon", (4, 3), {"hp": 2})}, hand=[])
    t["v1"].hp = 1
    steps = [
        {"op": "add_dark", "n": 1},
        {"op": "consume", "element": "dark", "n": 1, "then": [{"op": "heal", "n": 1, "target": "self"}]},
    ]
    t.act("v1", steps)
    assert t["v1"].hp == 2
    assert t.s.table.infusion == 0
    t.act("v1", steps)
    assert t.s.table.infusion == 1, "unhurt it does not consume"


@rule("GH-19.6")
def test_adding_is_optional_for_the_hero() -> None:
    t = table()
    assert t.line({"op": "add_light", "n": 1}, "skip") is False
    assert t.line({"op": "add_light", "n": 2}, "do")
    assert t.s.table.infusion == -2


def _line(t: object, step: dict[str, object]) -> object:
    from webgame.systems.guildhaven.rules import hero_lines

    return hero_lines.carry_out(t.g, step)  # type: ignore[attr-defined]
