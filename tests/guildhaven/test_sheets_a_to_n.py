"""The special instructions of the scenarios A to N, on their own boards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.guildhaven.marks import rule, shown
from tests.guildhaven.table import Table, game, table
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import attack as attacks
from webgame.systems.guildhaven.rules import (
    facts,
    focus,
    hero_moves,
    hero_strikes,
    items,
    moving,
    order,
    predicates,
    sight,
    special,
    turn,
    villain_moves,
)
from webgame.systems.guildhaven.rules import round as rounds

BLITZ, PALM, KICK = "martial_arts:blitz", "martial_arts:palm_strike", "martial_arts:split_kick"
HIT1 = {"op": "attack", "n": 1, "range": 1}


def on(letter: str, hero: tuple[int, int], **more: Any) -> Table:
    """The sheet as it lies at the start, the hero on a square of it."""
    more.setdefault("items", ("reflex_chip",))
    return table(hero=hero, sheet=box().sheets[letter], **more)


def cells(letter: str, key: str) -> list[int]:
    """Return the squares of a named place."""
    return box().sheets[letter].map.cells(key)


def kill(t: Table, *ids: str) -> None:
    """Defeat units; the scenario may be decided by it."""
    for id in ids:
        t.kill(id)


def outcome(t: Table) -> str:
    """Return how the scenario stands when it is settled now."""

    def settle() -> Iterable[object]:
        predicates.settle(t.g)
        yield from ()

    t.play(settle())  # type: ignore[arg-type]
    return t.s.table.outcome


def upto(seed: int, letter: str, prompt: str, **options: Any) -> Any:
    """Return a real game at the first decision with a prompt."""
    made = game(letter, seed, **({"hero": {"specialties": ["martial_arts", "shadow"]}} | options))
    while made.decision.prompt != prompt:
        made.answer("hero", made.decision.options()[0])
    return made


# -- A to D --------------------------------------------------------------------------------------------------


@rule("GHA-2")
def test_a_begins_with_wound() -> None:
    made = upto(0, "A", "ask.cards")
    assert "wound" in made.state.me.conditions
    t = on("A", (2, 10))
    t.play(special.fire(t.g, "setup", t.me))
    assert "wound" in t.me.conditions


@rule("GH-17.1")
@shown("GHB-1", "GHB-2")
def test_b_the_safe_and_all_villains() -> None:
    t = on("B", (1, 2))
    t.choose(BLITZ, PALM).turn(f"bottom.{PALM}", f"move>{cells('B', 'item')[0]}", "end")
    assert len(t.s.table.found) == 1
    assert predicates.true(t.s, {"item_spot_taken": True})
    kill(t, "v1", "v2", "v3", "v4")
    assert outcome(t) == ""
    kill(t, "v5")
    assert outcome(t) == "won"


@shown("GHC-1")
@pytest.mark.parametrize(("woman_too", "passage"), [(False, "p07"), (True, "p51")])
def test_c_the_side_goal_decides_the_passage(woman_too: bool, passage: str) -> None:
    t = on("C", (2, 11))
    kill(t, *(["v5"] if woman_too else []), "v1", "v2", "v3")
    assert outcome(t) == ""
    kill(t, "v4")
    assert outcome(t) == "won"
    assert [o.goto for o in box().sheets["C"].outcomes if predicates.true(t.s, o.when)] == [passage]


@rule("GHC-4", "GHI-3")
@pytest.mark.parametrize(("letter", "unit"), [("C", "v5"), ("I", "v1")])
def test_c_and_i_light_heals_her_as_the_round_starts(letter: str, unit: str) -> None:
    t = on(letter, (2, 11))
    t[unit].hp = 3
    t.begin_round()
    assert t[unit].hp == 3
    t.s.table.infusion = -2
    t.begin_round()
    assert t[unit].hp == 4


@shown("GHC-2", "GHG-2", "GHH-2", "GHI-2", "GHD-2", "GHK-5", "GHL-5", "GHM-9")
@pytest.mark.parametrize("letter", list("CDGHIKLM"))
def test_the_question_marks_give_one_item_each(letter: str) -> None:
    t = on(letter, (2, 11))
    t.me.at = cells(letter, "item")[0]
    t.play(items.end_of_turn_search(t.g))
    t.play(items.end_of_turn_search(t.g))
    assert len(t.s.table.found) == 1


@shown("GHD-1", "GHD-3", "GHD-4")
def test_d_the_gunner_at_the_window() -> None:
    t = on("D", (7, 8), hand=[])
    assert sight.sees(t.s, t["v5"], t.me)
    assert not sight.sees(t.s, t.me, t["v5"])
    assert not sight.sees(t.s, t["v4"], t.me)
    t.dice(3, 4).act("v5", table="Gunner", roll=1)
    assert t["v5"].at == t["v5"].start
    assert t.me.hp == 8, "in range 4 through the window"
    t.me.at = t.at(2, 5)
    assert villain_moves.held(t.s, t["v5"]), "a doorway does not count as inside"
    t.play(hero_moves.walk_along(t.g, [t.at(2, 5), t.at(6, 2)], "teleport", "GH-18.7"))
    assert not villain_moves.held(t.s, t["v5"])
    assert sight.sees(t.s, t.me, t["v5"])
    t.me.at = t.at(2, 8)
    assert not villain_moves.held(t.s, t["v5"]), "he stays until the hero comes in, no longer"
    kill(t, "v1", "v2", "v3", "v4")
    assert outcome(t) == ""
    kill(t, "v5")
    assert outcome(t) == "won"


@shown("GHD-4", "GH-12.4")
def test_d_away_from_his_window_he_is_seen_as_anybody() -> None:
    t = on("D", (4, 10))
    t["v5"].at = t.at(4, 7)
    assert sight.sees(t.s, t.me, t["v5"])


# -- E to H --------------------------------------------------------------------------------------------------


@rule("GHE-3")
def test_e_dark_brings_a_shade_that_acts_at_once() -> None:
    t = on("E", (2, 10))
    t.begin_round()
    assert facts.in_play(t.s, "Shade") == 1
    t.s.table.infusion = 1
    t.begin_round()
    assert t["v3"].at == cells("E", "loc:S")[0]
    t.rolls(Shade=3, Professor_Stupendous=1)
    t.play(rounds.choose(t.g), ("select", (BLITZ, PALM)), f"lead>{BLITZ}")
    assert "v3" in [slot.unit for slot in t.s.table.round.slots]


@rule("GHE-4")
def test_e_shades_cling() -> None:
    t = on("E", (3, 3), items=("grapple_line",))
    t.choose(BLITZ, PALM)
    t.s.table.round.acting = "hero"
    moves = t.ask(turn.hero_turn(t.g), f"bottom.{PALM}").groups[0].targets or ()
    assert t.s.table.round.penalty == 1
    far = max(facts.ground(t.s).distance(t.me.at, at) for at in moves if isinstance(at, int))
    assert far == 2, "Move 3 less 1, once"
    t.s.table.round.playing = None
    assert "v2" in t.s.units


@shown("GHE-2", "GHE-5")
def test_e_the_professor_reads_his_shield_when_it_counts() -> None:
    t = on("E", (2, 10))
    assert facts.shield(t.s, t["v1"]) == 2
    assert facts.retaliation(t.s, t["v1"]) == [(1, 1)]
    kill(t, "v2")
    assert facts.shield(t.s, t["v1"]) == 1


@shown("GHE-1")
def test_e_won_by_leaving_after_the_professor_fell() -> None:
    t = on("E", (2, 11))
    assert not predicates.exit_wins(t.s, "south")
    kill(t, "v1")
    assert predicates.exit_wins(t.s, "south")


@shown("GHF-1")
def test_f_all_five_stopped_or_one_escapes() -> None:
    t = on("F", (4, 6))
    kill(t, "v1", "v2", "v3", "v4")
    assert outcome(t) == ""
    kill(t, "v5")
    assert outcome(t) == "won"


@rule("GHF-2")
@shown("GHF-3", "GHF-4")
def test_f_march_and_side_step() -> None:
    t = on("F", (4, 8), hand=[])
    t["v2"].at = t.at(4, 4)
    t.act("v2", [])
    assert t.xy("v2") == (4, 6)
    t["v2"].at = t.at(4, 7)
    t["v1"].at = t.at(5, 7)
    t.act("v2", [])
    assert t.xy("v2") == (3, 8), "east is taken: west, and the march ends"
    t["v2"].at, t["v3"].at = t.at(4, 7), t.at(3, 7)
    t.act("v2", [])
    assert t.xy("v2") == (4, 7), "both sides are blocked"
    t.give("v2", "stun")
    t.me.at = t.at(1, 3)
    t.act("v2", [])
    assert t.xy("v2") == (4, 7)
    north = moving.walk(t.s, t["v2"]).within(3)
    assert all(at // 9 >= 7 for at in range(9 * 14) if north >> at & 1), "never north"


@shown("GHG-3", "GHG-4", "GHG-1")
def test_g_the_aura_and_what_he_is_immune_to() -> None:
    t = on("G", (4, 4))
    t["v1"].at, t["v2"].at = t.at(4, 3), t.at(5, 4)
    strike = attacks.Strike(1)
    assert attacks.edge(t.s, t.me, t["v2"], strike) == -1, "whatever the target"
    assert attacks.edge(t.s, t["v2"], t.me, strike) == -1
    assert attacks.edge(t.s, t["v1"], t.me, strike) == 0
    t.give("v1", "stun", "disarm", "poison")
    assert list(t["v1"].conditions) == ["poison"]
    kill(t, "v1")
    assert outcome(t) == "won"


@shown("GHH-1", "GHH-3")
def test_h_both_betas() -> None:
    t = on("H", (2, 10))
    t.give("v3", "stun", "disarm")
    assert t["v3"].conditions == {}
    kill(t, "v3")
    assert outcome(t) == ""
    kill(t, "v4")
    assert outcome(t) == "won"


@rule("GH-19.3")
@rule("GH-20.3")
def test_h_each_dark_brings_police_to_p() -> None:
    t = on("H", (2, 10), infusion=1)
    t.act("v3", table="Police BETA", roll=1)
    assert facts.in_play(t.s, "Police") == 3
    assert t["v5"].at == cells("H", "loc:P")[0]
    t.s.table.infusion = 3
    t.act("v3", table="Police BETA", roll=1)
    assert facts.in_play(t.s, "Police") == 5
    assert t.s.table.infusion == 1


@rule("GH-16.8")
def test_h_police_retaliate_for_friends_within_three() -> None:
    t = on("H", (2, 10))
    t["v2"].at = t.at(3, 5)
    t.act("v1", table="Police", roll=6)
    assert facts.retaliation(t.s, t["v2"]) == [(1, 1)]
    assert facts.retaliation(t.s, t["v3"]) == [], "four squares away"
    t["v2"].at = t.at(2, 7)
    t["v2"].conditions.clear()
    t.act("v1", table="Police", roll=6)
    assert facts.retaliation(t.s, t["v2"]) == [], "an area does not pass the wall (GH-14.1)"
    assert facts.shield(t.s, t["v2"]) == 0


# -- I to L --------------------------------------------------------------------------------------------------


@shown("GHI-1", "GHI-4")
def test_i_magnolia_takes_no_conditions() -> None:
    t = on("I", (2, 10))
    t.give("v1", "confuse", "disarm", "immobilize", "poison", "stun", "wound")
    assert t["v1"].conditions == {}
    kill(t, "v1")
    assert outcome(t) == ""
    kill(t, "v2")
    assert outcome(t) == "won"


@rule("GH-19.3")
def test_i_she_spends_light_for_her_goon() -> None:
    t = on("I", (2, 10), infusion=-1)
    t["v2"].hp = 1
    t.act("v1", table="Woman (BETA)", roll=4)
    assert (t["v1"].hp, t["v2"].hp) == (7, 7)
    t.s.table.infusion = -1
    t.act("v1", table="Woman (BETA)", roll=4)
    assert (t["v1"].hp, t.s.table.infusion) == (7, -1), "an unhurt Goon is not worth it"


@rule("GHJ-3")
@rule("GHJ-4")
@shown("GHJ-1", "GHJ-2")
def test_j_graves_and_their_alarms() -> None:
    t = on("J", (2, 8))
    assert not list(t.s.villains())
    assert not predicates.true(t.s, {"defeated_all_of": "Police BETA"}), "the Beta is still due"
    graves = cells("J", "loc:grave")
    t.me.at = graves[0]
    t.choose(BLITZ, PALM)
    t.turn(f"sheet.grave_search.top.{BLITZ}", f"bottom.{PALM}", "skip")
    assert BLITZ in t.s.table.piles.discard
    assert t["v1"].at == cells("J", "loc:P")[0]
    assert not special.offers(t.s)[0][1], "each grave once"
    for grave, card in ((graves[1], KICK), (graves[2], "martial_arts:flying_knee")):
        t.me.at = grave
        rule_, groups = special.offers(t.s)[0]
        assert groups
        t.play(
            special.ACTIONS["search_site"].do(t.g, rule_, _said("sheet.grave_search.discard")), f"card>{card}"
        )
    assert t["v3"].type == "Police BETA"
    assert t.s.table.counts["searched:grave"] == 3
    assert not predicates.exit_wins(t.s, "south")
    kill(t, "v3")
    assert predicates.exit_wins(t.s, "south")


@rule("GH-20.3")
@shown("GHJ-4")
def test_j_who_is_still_due_for_a_search_is_not_summoned() -> None:
    t = on("J", (2, 8))
    t.put("v3", "Police BETA", (4, 3), hp=6)
    t.act("v3", table="Police BETA", roll=1)
    assert [unit.number for unit in t.s.villains("Police")] == [4]
    assert {"Police 1", "Police 2"} <= set(t.s.table.due)


def _said(option: str) -> Any:
    from webgame.engine.decision import Choice

    return Choice("hero", option)


@shown("GHJ-5", "GH-6.2", "GH-7.3")
def test_j_betas_score_three_times() -> None:
    t = on("J", (2, 8), hand=[])
    unit = t.put("v3", "Police BETA", (2, 9), hp=20, beta=True)
    t.dice(6, 6).line(HIT1, "attack>v3")
    assert unit.hp == 17
    t.dice(6, 6).act("v3", [HIT1])
    assert t.me.hp == 7


@shown("GHK-1", "GHK-2", "GHK-7")
def test_k_three_sites_and_only_thug_two() -> None:
    t = on("K", (2, 10))
    assert [unit.id for unit in t.s.villains()] == ["v2"]
    kill(t, "v2")
    assert outcome(t) == ""
    assert not predicates.true(t.s, {"defeated_all_of": "Thug"}), "three more are due"
    assert len(cells("K", "loc:clue")) == 3


@rule("GHK-3")
def test_k_a_half_given_up_pays_for_the_search() -> None:
    t = on("K", (1, 11), hand=[BLITZ, PALM])
    t.choose(BLITZ, PALM).turn(f"bottom.{PALM}", "skip", "end")
    assert t.s.table.round.spare == 1
    t.play(special.fire(t.g, "round_end"), "sheet.clue_search.half")
    assert t.s.table.counts["searched:clue"] == 1
    t.me.at = cells("K", "loc:clue")[0]
    t.play(special.fire(t.g, "round_end"))
    assert t.s.table.counts["searched:clue"] == 1, "nothing left to pay with"


@shown("GHK-6")
def test_k_the_raja_walks_through_the_hero() -> None:
    t = on("K", (5, 2))
    raja = t.put("v1", "Quick Draw Raja", (6, 2), hp=8)
    t.me.at = t.at(4, 2)
    raja.at = t.at(5, 2)
    ways = moving.walk(t.s, raja)
    assert ways.within(9) >> t.at(3, 2) & 1
    assert not ways.within(9) >> t.me.at & 1, "he may not stop there"
    thug = t.put("v3", "Thug", (5, 2), hp=3)
    del t.s.units["v1"]
    assert not moving.walk(t.s, thug).within(3) >> t.at(3, 2) & 1


@rule("GHL-2")
def test_l_reinforcements_below_three() -> None:
    t = on("L", (4, 6))
    t.play(special.fire(t.g, "round_end"))
    assert t["v3"].at == cells("L", "loc:1")[0]
    t.play(special.fire(t.g, "round_end"))
    assert facts.in_play(t.s, "Police") == 3


@shown("GHL-3", "GHL-4", "GHL-1")
def test_l_police_shoot_the_drum() -> None:
    t = on("L", (4, 6))
    drum = t["o.drum"]
    assert (drum.hp, facts.shield(t.s, drum)) == (1, 1)
    t["v1"].at = t.at(5, 4)
    assert focus.choose(t.s, t["v1"], "move", focus.MELEE) is drum
    assert drum not in hero_strikes.candidates(t.s, HIT1)
    t.dice(3, 4).act("v1", [{"op": "attack", "n": 1, "range": 1}])
    assert drum.hp == 1, "SHIELD 1"
    t.dice(3, 4).act("v1", [{"op": "attack", "n": 2, "range": 1}])
    assert t.s.table.outcome == "lost"


@rule("GHL-6")
@rule("GHL-7", "GHL-6")
@shown("GHL-8", "GHL-1")
def test_l_rolling_and_pushing_the_drum() -> None:
    t = on("L", (4, 5))
    t.choose(BLITZ, PALM).turn("end", f"sheet.roll_drum>{t.at(4, 3)}")
    assert t["o.drum"].at == t.at(4, 3)
    t.me.at = t.at(4, 4)
    push = {"op": "affect", "range": 1, "riders": [{"op": "push", "n": 1}]}
    t.line(push, "affect>o.drum", f"push>{t.at(4, 2)}")
    assert t["o.drum"].at == t.at(4, 2)
    t["o.drum"].at = t.at(3, 1)
    t.me.at = t.at(3, 2)
    asked = t.ask(special.fire(t.g, "hero_turn_ends", t.me))
    assert asked.groups[0].targets == (t.at(4, 1),), "once in the lab it stays there"
    t.me.at = t.at(4, 11)
    assert predicates.exit_wins(t.s, "south")


# -- M and N -------------------------------------------------------------------------------------------------


@rule("GHM-3")
@shown("GHM-1")
def test_m_five_wards_for_a_card_each() -> None:
    t = on("M", (2, 4))
    t.choose(BLITZ, PALM)
    answers: list[str] = []
    spots = [(1, 4), (3, 4), (1, 3), (2, 3), (3, 3)]
    for card, spot in zip(list(t.s.table.piles.hand), spots, strict=False):
        answers += ["sheet.lay_ward", f"ward>{t.at(*spot)}", f"card>{card}"]
    t.turn(*answers, "end")
    assert sorted(t.s.table.tokens["salt_ward"]) == sorted(t.at(*spot) for spot in spots)
    assert special.offers(t.s)[0][1] == [], "five wards exist"
    kill(t, "v1")
    assert outcome(t) == "", "off a ward it takes no damage"
    t.s.table.tokens["salt_ward"].append(t["v1"].at)
    kill(t, "v1")
    assert outcome(t) == "won"


@shown("GHM-5", "GH-18.7")
def test_m_only_the_stairs_lead_from_floor_to_floor() -> None:
    t = on("M", (2, 4))
    grid, (stairs, upper) = facts.ground(t.s), cells("M", "loc:S")
    assert grid.distance(t.at(2, 4), t.at(2, 7)) == 5 + 1, "five squares to the stairs, and one more"
    ends = moving.teleport(t.s, t.me, 5)
    assert ends >> stairs & 1
    assert not ends >> upper, "no square of the upper floor, and the stairs have one name"
    t["v1"].at = t.at(2, 7)
    assert hero_strikes.candidates(t.s, {"op": "attack", "range": 3, "through_walls": True}) == []


@shown("GHM-6")
def test_m_in_the_dark_the_hero_counts_as_confused() -> None:
    t = on("M", (2, 4), infusion=1)
    assert attacks.edge(t.s, t.me, t["v1"], attacks.Strike(1)) == -1
    t.s.table.infusion = 0
    assert attacks.edge(t.s, t.me, t["v1"], attacks.Strike(1)) == 0


@shown("GHM-7", "GHM-4")
def test_m_the_haunt_sees_through_walls_and_heeds_no_wards() -> None:
    t = on("M", (2, 9), hand=[])
    assert sight.sees(t.s, t["v1"], t.me)
    assert not sight.sees(t.s, t.me, t["v1"])
    t.s.table.tokens["salt_ward"] = [t.at(2, 8)]
    t.dice(3, 4).act("v1", table="Haunt", roll=1)
    assert t.xy("v1") == (2, 8)
    assert t.me.hp == 7


@rule("GH-18.7")
@shown("GHM-8")
def test_m_the_cycle_of_its_places() -> None:
    t = on("M", (2, 4), hand=[])
    for key in ("loc:2", "loc:1", "loc:2"):
        t.act("v1", table="Haunt", roll=6)
        assert t["v1"].at == cells("M", key)[0]


@shown("GHN-2", "GHN-3", "GHN-7")
def test_n_the_master_and_his_generators() -> None:
    t = on("N", (2, 10))
    assert facts.shield(t.s, t["v1"]) == 5
    t.give("v1", "stun", "poison")
    assert t["v1"].conditions == {}
    t.me.at = t.at(1, 7)
    t.line({"op": "affect", "range": 1, "riders": [{"op": "push", "n": 1}]}, "affect>v4")
    assert t["v4"].at == t["v4"].start
    for number in (2, 3, 4, 5):
        kill(t, f"v{number}")
    assert facts.shield(t.s, t["v1"]) == 1
    t.give("v1", "stun")
    assert "stun" in t["v1"].conditions


@rule("GHN-4")
@rule("GHN-5")
@shown("GHN-6")
def test_n_arcs_and_blasts() -> None:
    t = on("N", (2, 2), hand=[])
    t.play(special.fire(t.g, "round_end"))
    assert t.me.hp == 9
    t["v1"].hp = 6
    kill(t, "v2")
    assert "confuse" in t.me.conditions
    kill(t, "v1")
    assert t["v1"].hp == 3, "three Generators still run"


@shown("GHN-8", "GH-20.2")
def test_n_magnolia_acts_right_after_the_master_and_attacks_only_him() -> None:
    t = on("N", (2, 10), hand=[])
    t.s.table.round.initiative = 30
    t.rolls(The_Master=1)
    t.play(order.roll_tables(t.g))
    assert [slot.unit for slot in order.in_order(t.s)] == ["hero", "v1", "a.M"]
    assert [foe.id for foe in facts.enemies(t.s, t["a.M"])] == ["v1"]
    t["a.M"].at, t["a.M"].hp = t.at(4, 6), 7
    t.dice(6, 6).act("a.M", t["a.M"].steps)
    assert t["v1"].hp == 10 - 4, "x3 as a Beta, less SHIELD 5"
    assert t["a.M"].hp == 8
    assert t.s.table.infusion == 0, "the hero is not within 3"
    t["a.M"].at = t.at(3, 10)
    t["v1"].at = t.at(4, 9)
    t.dice(3, 4).act("a.M", t["a.M"].steps)
    assert t.s.table.infusion == -1


@rule("GH-18.7")
@shown("GHN-9")
def test_n_the_next_generator_and_the_farthest() -> None:
    t = on("N", (2, 10), hand=[])
    seen = []
    for _ in range(5):
        t.act("v1", [{"op": "teleport", "to": "adjacent_to_generator", "which": "next"}])
        seen.append(t.s.table.counts["generator"])
    assert seen == [2, 3, 4, 5, 2]
    kill(t, "v3")
    t.act("v1", [{"op": "teleport", "to": "adjacent_to_generator", "which": "next"}])
    assert t.s.table.counts["generator"] == 4
    kill(t, "v4")
    t["v1"].at, t["v1"].hp, t["v5"].hp = t.at(2, 2), 5, 2
    t.act("v1", [{"op": "teleport", "to": "adjacent_to_generator", "which": "farthest"},
                 {"op": "heal", "n": {"hp_of": "generator_teleported_to"}, "target": "self"}])  # fmt: skip
    assert facts.gap(t.s, t["v1"], t["v5"]) == 1
    assert t["v1"].hp == 7


@rule("GH-22.13")
@shown("GHN-9", "GHN-1")
def test_n_every_generator_attacks_and_magnolia_must_live() -> None:
    t = on("N", (2, 10), hand=[])
    t["a.M"].at = t.at(6, 9)
    t.dice(3, 4, 3, 4).act("v1", table="The Master", roll=6)
    assert t.me.hp == 7
    assert t["a.M"].hp == 8 - 2, "SHIELD 1"
    kill(t, "a.M")
    assert outcome(t) == "lost"
