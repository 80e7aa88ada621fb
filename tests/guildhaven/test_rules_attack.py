"""Attacks: the table, advantage, areas, cones, sight, damage (GH-6, GH-7, GH-11 to GH-15)."""

from __future__ import annotations

import pytest

from tests.guildhaven.marks import rule, shown
from tests.guildhaven.table import sheet_of, table
from webgame.engine.masks import bits
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import area, damage, facts, hero_strikes, sight
from webgame.systems.guildhaven.rules import attack as attacks

KICK, BLITZ, PALM = "martial_arts:split_kick", "martial_arts:blitz", "martial_arts:palm_strike"
THUG = {"hp": 20}


# -- villains and the table (GH-6, GH-7) ---------------------------------------------------------------------


@shown("GH-6.1", "GH-6.2")
def test_every_counter_has_its_own_hp_and_a_beta_one_shield() -> None:
    t = table(hero=None, sheet=box().sheets["C"])
    assert [(id, unit.hp, facts.shield(t.s, unit)) for id, unit in t.s.units.items() if id != "hero"] == [
        ("v1", 4, 0),
        ("v2", 4, 0),
        ("v3", 4, 0),
        ("v4", 4, 0),
        ("v5", 6, 1),
    ]
    t["v1"].hp -= 2
    assert t["v2"].hp == 4


@rule("GH-6.3")
def test_without_hp_a_villain_is_removed_at_once() -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 2})}, hand=[])
    t.dice(3, 4).hit("hero", "v1", 3)
    assert "v1" not in t.s.units
    assert t.s.table.defeated == ["v1"]


@rule("GH-7.1")
def test_a_roll_for_each_target() -> None:
    t = table(
        units={1: ("Thug", (4, 3), THUG), 2: ("Thug", (5, 3), THUG), 3: ("Thug", (3, 3), THUG)}, hand=[]
    )
    step = box().cards[KICK].top.steps[0]
    assert t.dice(1, 1, 6, 6).line(step, "attack>v1", "attack>v2")
    assert (t["v1"].hp, t["v2"].hp, t["v3"].hp) == (20, 11, 20)
    assert t.rng.counters["attack"] == 4


@rule("GH-7.2")
@pytest.mark.parametrize(("dice", "raised", "hp"), [((1, 2), 4, 19), ((6, 5), 12, 11)])
def test_one_card_raises_the_total_by_one(dice: tuple[int, int], raised: int, hp: int) -> None:
    t = table(units={1: ("Thug", (4, 3), THUG)}, hand=[BLITZ, PALM])
    t.dice(*dice).hit("hero", "v1", 3, f"raise>{BLITZ}")
    assert t["v1"].hp == hp
    assert t.s.table.piles.discard == [BLITZ]
    assert t.events[-1].key
    assert [event.params["total"] for event in t.events if event.key == "log.raised"] == [raised]


@rule("GH-7.2")
def test_with_the_perk_any_number_of_cards_up_to_twelve() -> None:
    hand = [BLITZ, PALM, KICK]
    t = table(units={1: ("Thug", (4, 3), THUG)}, hand=hand, perks=("martial_arts:deep_reserves",))
    t.dice(4, 6).hit("hero", "v1", 3, f"raise>{BLITZ}", f"raise>{PALM}")
    assert t["v1"].hp == 20 - 9
    assert t.s.table.piles.hand == [KICK], "a total of 12 cannot be raised"


@shown("GH-7.2")
def test_nothing_is_asked_where_a_card_could_not_matter() -> None:
    t = table(units={1: ("Thug", (4, 3), THUG)}, hand=[BLITZ])
    t.dice(3, 3).hit("hero", "v1", 3)
    assert not t.asked
    t = table(units={1: ("Thug", (4, 3))}, hand=[BLITZ])
    t.dice(2, 2).hit("v1", "hero", 3, "take")
    assert [decision.prompt for decision in t.asked] == ["ask.negate"], "villains' rolls cannot be raised"


@rule("GH-7.4")
def test_damage_has_no_roll_and_riders_come_all_the_same() -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 9, "shield": 5})})
    step = {"op": "damage", "n": 3, "range": 1, "riders": [{"op": "condition", "name": "wound"}]}
    assert t.line(step, "damage>v1")
    assert t["v1"].hp == 6
    assert "wound" in t["v1"].conditions
    assert "attack" not in t.rng.counters


@shown("GH-7.5")
def test_a_fallen_target_takes_no_riders_and_does_not_retaliate() -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 1, "retaliate": 3})}, hand=[])
    t.dice(3, 4).hit("hero", "v1", 3, riders=[{"op": "condition", "name": "wound"}])
    assert t.me.hp == 10
    assert "log.condition" not in t.keys()


@shown("GH-7.3")
def test_the_order_of_one_attack() -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 20, "shield": 1, "retaliate": 2})}, hand=[])
    t.dice(4, 5).hit("hero", "v1", 3, riders=[{"op": "condition", "name": "wound"}])
    wanted = [
        "log.attacks",
        "log.roll.0",
        "log.damage",
        "log.loses",
        "log.condition",
        "log.retaliates",
        "log.loses",
    ]
    assert [key for key in t.keys() if key in wanted] == wanted
    assert (t["v1"].hp, t.me.hp) == (17, 8)


@shown("GH-7.3", "GH-4.6")
def test_active_cards_add_to_attacks() -> None:
    t = table(units={1: ("Thug", (4, 2), THUG)}, hand=[], specialties=("psionics", "weaponry"), perks=())
    t.s.table.piles.active = ["psionics:forewarned"]
    t.s.table.piles.buried.remove("psionics:forewarned")
    t.dice(3, 4).line(box().cards["psionics:mind_spike"].top.steps[0], "attack>v1")
    assert t["v1"].hp == 16
    t["v1"].at = t.at(4, 3)
    t.dice(3, 4).line({"op": "attack", "n": 3, "range": 1}, "attack>v1")
    assert t["v1"].hp == 13, "not to melee attacks"


# -- attacks (GH-11) -----------------------------------------------------------------------------------------


@rule("GH-11.1")
def test_melee_reaches_eight_squares_and_ranged_its_range() -> None:
    units = {1: ("Thug", (5, 5), THUG), 2: ("Thug", (4, 8), THUG), 3: ("Thug", (9, 4), THUG)}
    t = table(units=units, hand=[])
    melee = {"op": "attack", "n": 1, "range": 1}
    assert [unit.id for unit in hero_strikes.candidates(t.s, melee)] == ["v1"]
    ranged = {"op": "attack", "n": 1, "range": 4}
    assert [unit.id for unit in hero_strikes.candidates(t.s, ranged)] == ["v1", "v2"]
    assert t.dice(3, 4).line(ranged, "attack>v2")
    assert t["v2"].hp == 19


@shown("GH-11.1")
def test_the_perk_adds_range_to_ranged_attacks_only() -> None:
    t = table(specialties=("weaponry", "shadow"), perks=("weaponry:long_barrel",))
    assert hero_strikes.reach_of(t.s, {"op": "attack", "n": 1, "range": 4}) == 5
    assert hero_strikes.reach_of(t.s, {"op": "attack", "n": 1, "range": 1}) == 1
    assert hero_strikes.reach_of(t.s, {"op": "bleed", "n": 1, "range": 2}) == 2
    assert hero_strikes.reach_of(t.s, {"op": "attack", "n": 1, "range": 4, "shape": "aoe", "radius": 1}) == 4


@shown("GH-11.1")
@pytest.mark.parametrize(
    ("card", "strike", "plus"),
    [
        ("martial_arts:whirling_form", attacks.Strike(3), 1),
        ("martial_arts:whirling_form", attacks.Strike(3, reach=4), 0),
        ("martial_arts:whirling_form", attacks.Strike(3, reach=0, area=True), 0),
        ("weaponry:armour_breakers", attacks.Strike(3, reach=4), 1),
        ("weaponry:armour_breakers", attacks.Strike(3, reach=4, area=True), 0),
    ],
)
def test_areas_and_cones_are_neither_melee_nor_ranged(card: str, strike: attacks.Strike, plus: int) -> None:
    t = table()
    t.s.table.piles.active = [card]
    assert attacks.bonuses(t.s, t.me, strike) == plus


@rule("GH-11.2")
def test_a_buried_hand_card_negates_damage_but_no_riders() -> None:
    t = table(units={1: ("Thug", (4, 3))}, hand=[BLITZ])
    t.dice(3, 4).hit("v1", "hero", 3, f"negate>{BLITZ}", riders=[{"op": "condition", "name": "poison"}])
    assert t.me.hp == 10
    assert "poison" in t.me.conditions
    assert BLITZ in t.s.table.piles.buried


@rule("GH-11.2")
@shown("GH-11.3")
@pytest.mark.parametrize("kind", ["damage", "retaliate", "wound"])
def test_damage_retaliate_and_wound_can_be_negated(kind: str) -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 20, "retaliate": 2})}, hand=[BLITZ])
    if kind == "damage":
        t.act("v1", [{"op": "damage", "n": 2, "range": 1}], f"negate>{BLITZ}")
    elif kind == "retaliate":
        t.dice(3, 3).hit("hero", "v1", 1, f"negate>{BLITZ}")
    else:
        t.give("hero", "wound")
        t.turn(f"negate>{BLITZ}")
    assert t.me.hp == 10


@shown("GH-11.3")
def test_bleed_and_drain_cannot_be_negated() -> None:
    t = table(units={1: ("Thug", (4, 3))}, hand=[BLITZ, KICK])
    t.act("v1", [{"op": "bleed", "n": 2, "range": 1}, {"op": "drain"}], f"card>{BLITZ}")
    assert t.me.hp == 8
    assert t.s.table.piles.hand == [KICK]


@rule("GH-2.2")
@shown("GH-11.4", "GH-23.3")
def test_below_one_hp_the_scenario_is_lost() -> None:
    t = table(units={1: ("Thug", (4, 3))}, hand=[], hp=2)
    t.dice(3, 4).hit("v1", "hero", 2)
    assert (t.s.table.outcome, t.s.table.reason) == ("lost", "end.exhausted")


# -- line of sight (GH-12) -----------------------------------------------------------------------------------


@shown("GH-12.3")
def test_units_obstacles_and_drops_do_not_block_sight() -> None:
    rows = ["............"] * 3 + ["....o~......"] + ["............"] * 4
    t = table(hero=(4, 5), units={1: ("Thug", (4, 1)), 2: ("Thug", (4, 4))}, rows=rows)
    assert sight.sees(t.s, t.me, t["v1"])
    assert facts.ground(t.s).sees(t.at(5, 5), t.at(5, 1))


@shown("GH-12.3", "GH-12.4", "GHC-3")
def test_walls_block_but_not_for_the_woman() -> None:
    sheet = sheet_of(["........"] * 3 + ["########"] + ["........"] * 4, "C", rules=box().sheets["C"].rules)
    t = table(hero=(4, 5), sheet=sheet, units={5: ("Woman", (4, 1)), 1: ("Thug", (3, 1))})
    assert sight.sees(t.s, t["v5"], t.me)
    assert not sight.sees(t.s, t.me, t["v5"])
    assert not sight.sees(t.s, t["v1"], t.me)


@shown("GH-12.1")
def test_a_card_that_ignores_walls() -> None:
    rows = ["........"] * 3 + ["########"] + ["........"] * 4
    t = table(hero=(4, 4), units={1: ("Thug", (4, 2), THUG)}, rows=rows, hand=[])
    step = box().cards["super_senses:echo_sense"].top.steps[0]
    assert hero_strikes.candidates(t.s, step) == [t["v1"]]
    assert hero_strikes.candidates(t.s, {**step, "through_walls": False}) == []


# -- advantage (GH-13) ---------------------------------------------------------------------------------------


def edge(t: object, attacker: str, target: str, **more: object) -> int:
    """Return advantage (1) or disadvantage (-1) of an attack."""
    return attacks.edge(t.s, t[attacker], t[target], attacks.Strike(1, **more))  # type: ignore[attr-defined, index, arg-type]


@shown("GH-13.2")
def test_sources_do_not_add_up() -> None:
    t = table(units={1: ("Thug", (4, 3), THUG)})
    t.give("hero", "confuse")
    assert edge(t, "hero", "v1", reach=3) == -1
    assert edge(t, "hero", "v1", reach=3, advantage=True) == 0


@rule("GH-13.1")
@shown("GH-13.2")
def test_attacks_against_a_cloaked_hero_have_disadvantage() -> None:
    t = table(units={1: ("Thug", (4, 3), THUG)}, specialties=("shadow", "super_senses"), perks=(), hand=[])
    t.s.table.piles.active = ["shadow:cloak_of_dusk"]
    t.s.table.piles.buried.remove("shadow:cloak_of_dusk")
    t.dice(6, 6, 1).hit("v1", "hero", 2)
    assert t.me.hp == 8
    t.s.table.piles.active.clear()
    assert edge(t, "v1", "hero") == 0
    t.line(box().cards["super_senses:defensive_stance"].bottom.steps[0], "do")
    assert edge(t, "v1", "hero") == -1


@rule("GH-13.1")
def test_advantage_on_the_next_attack_is_used_up() -> None:
    t = table(units={1: ("Thug", (4, 3), THUG)}, hand=[])
    assert t.line({"op": "advantage_next", "n": 1}, "do")
    t.dice(6, 4, 1).line({"op": "attack", "n": 3, "range": 1}, "attack>v1")
    assert t["v1"].hp == 15
    assert t.s.table.advantage == 0
    assert edge(t, "hero", "v1") == 0
    t.s.table.advantage, t.me.at = 1, t.at(4, 6)
    t.dice(6, 4, 1).line({"op": "charge", "n": 2}, f"charge>{t.at(4, 4)}")
    assert (t["v1"].hp, t.s.table.advantage) == (11, 0), "a charge is an attack, too"


@shown("GH-13.3")
def test_melee_never_suffers_from_adjacency() -> None:
    t = table(units={1: ("Thug", (4, 3), THUG)})
    assert edge(t, "hero", "v1", reach=1) == 0
    assert edge(t, "v1", "hero", reach=4) == -1


@shown("GH-13.4")
def test_steady_foes() -> None:
    t = table(units={1: ("Thug", (4, 3), THUG)}, perks=("super_senses:steady_foes",))
    t.give("v1", "confuse")
    assert edge(t, "v1", "hero", reach=4) == 0
    t["v1"].conditions.clear()
    assert edge(t, "v1", "hero", advantage=True) == 0
    t.give("hero", "confuse")
    assert edge(t, "hero", "v1") == -1, "the hero's own are not touched"


@shown("GH-13.2", "GH-4.6")
def test_perfect_timing() -> None:
    t = table(level=3, units={1: ("Thug", (4, 3), THUG)}, perks=())
    t.swap(KICK, "super_senses:perfect_timing")
    t.s.table.piles.hand.remove("super_senses:perfect_timing")
    t.s.table.piles.active = ["super_senses:perfect_timing"]
    assert edge(t, "hero", "v1") == 1


# -- areas and cones (GH-14, GH-15) --------------------------------------------------------------------------


@rule("GH-14.1")
@shown("GH-14.2")
def test_an_area_hits_all_in_it_and_does_not_pass_walls() -> None:
    rows = ["............"] * 4 + ["......#....."] + ["............"] * 5
    units = {1: ("Thug", (5, 4), THUG), 2: ("Thug", (7, 4), THUG), 3: ("Thug", (4, 3), THUG)}
    t = table(hero=(4, 5), units=units, rows=rows, hand=[], specialties=("weaponry", "psionics"), perks=())
    t.give("hero", "confuse")
    step = {"op": "attack", "n": 2, "range": 3, "shape": "aoe", "radius": 2}
    squares = set(bits(area.around(t.s, t.at(5, 4), 2)))
    assert t.at(7, 4) not in squares, "behind the wall"
    t.dice(3, 4, 3, 4, 3, 4).line(step, f"aim>{t.at(5, 4)}")
    assert (t["v1"].hp, t["v2"].hp, t["v3"].hp) == (18, 20, 18)
    assert t.me.hp == 8, "the hero stands in it, too"
    assert t.rng.counters["attack"] == 6, "no disadvantage in an area"


@rule("GH-14.3")
def test_an_area_around_oneself_spares_oneself() -> None:
    t = table(units={1: ("Thug", (4, 2), THUG)}, specialties=("shadow", "psionics"), perks=())
    step = box().cards["shadow:blackout"].top.steps[0]
    assert t.line(step, "area")
    assert "confuse" in t["v1"].conditions
    assert not t.me.conditions


@shown("GH-14.3", "GH-14.4")
def test_villain_areas_and_what_retaliates() -> None:
    t = table(hero=(4, 4), units={1: ("Thug", (4, 2)), 2: ("Thug", (4, 1), THUG)}, hand=[])
    t.line({"op": "retaliate", "n": 1, "range": 2}, "do")
    t.dice(3, 4, 3, 4).act("v1", [{"op": "attack", "n": 2, "range": 0, "shape": "aoe", "radius": 2}])
    assert (t.me.hp, t["v2"].hp) == (8, 18), "friends in the area are hit, itself is not"
    assert t["v1"].hp == 3, "the area attacker was within reach of RETALIATE"


@rule("GH-15.1")
@shown("GH-15.2")
def test_the_heros_cone_in_one_of_four_directions() -> None:
    units = {1: ("Thug", (4, 3), THUG), 2: ("Thug", (2, 2), THUG), 3: ("Thug", (4, 5), THUG)}
    t = table(units=units, hand=[])
    t.dice(3, 4, 3, 4).line({"op": "attack", "n": 2, "range": 0, "shape": "cone"}, "cone>north")
    assert (t["v1"].hp, t["v2"].hp, t["v3"].hp) == (18, 18, 20)
    assert t.asked[0].groups[0].targets == ("north", "south", "west"), "those that hit somebody"


@shown("GH-15.3")
def test_villains_point_the_cone_at_the_focus_with_most_enemies() -> None:
    t = table(
        hero=(5, 3),
        units={1: ("Goon", (4, 4)), 2: ("Thug", (3, 3), THUG)},
        specialties=("shadow", "psionics"),
    )
    t.line(box().cards["shadow:second_silhouette"].top.steps[0], f"summon>{t.at(6, 4)}")
    assert area.best_cone(t.s, t["v1"], t.me) == 2, "east: the hero and the Silhouette, no friend"
    t.kill("s1")
    assert area.best_cone(t.s, t["v1"], t.me) == 2, "north would hit a friend as well"
    t.kill("v2")
    assert area.best_cone(t.s, t["v1"], t.me) == 0, "then north comes first"


@shown("GH-15.4")
def test_a_cone_without_attack_carries_its_conditions_alone() -> None:
    t = table(units={1: ("Goon", (4, 3))}, hand=[])
    step = {"op": "affect", "range": 0, "shape": "cone", "riders": [{"op": "condition", "name": "disarm"}]}
    t.act("v1", [step])
    assert "disarm" in t.me.conditions
    assert t.me.hp == 10
    assert "attack" not in t.rng.counters


@shown("GH-11.1")
def test_damage_that_a_sheet_forbids_is_not_worth_a_card() -> None:
    sheet = sheet_of(base="M", rules=box().sheets["M"].rules)
    t = table(sheet=sheet, units={1: ("The Haunt", (4, 3))}, hand=[BLITZ])
    assert not damage.vulnerable(t.s, t["v1"], t.me)
    t.dice(5, 5).hit("hero", "v1", 3)
    assert not t.asked
