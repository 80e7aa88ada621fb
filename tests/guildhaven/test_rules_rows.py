"""Rows of the action tables that do something of their own, as printed on their sheets (GH-22)."""

from __future__ import annotations

import pytest

from tests.guildhaven.marks import rule, shown
from tests.guildhaven.table import Table, table
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import attack as attacks
from webgame.systems.guildhaven.rules import facts


def on(letter: str, hero: tuple[int, int], **more: object) -> Table:
    """The sheet as it lies at the start, the hero on a square of it."""
    return table(hero=hero, sheet=box().sheets[letter], hand=[], items=("reflex_chip",), **more)  # type: ignore[arg-type]


@rule("GH-22.12")
@shown("GH-15.4")
def test_c_the_woman_heals_the_villains_in_her_cone() -> None:
    t = on("C", (2, 11))
    t["v1"].at, t["v2"].at, t["v4"].at = t.at(3, 5), t.at(4, 6), t.at(7, 1)
    t["v5"].at = t.at(3, 4)
    for id in ("v1", "v2", "v4"):
        t[id].hp = 1
    t.act("v5", [{"op": "heal", "n": 2, "target": "allies_in_shape", "shape": "cone"}])
    assert [t[id].hp for id in ("v1", "v2", "v4")] == [3, 3, 1]


@rule("GH-16.1")
@shown("GH-13.2")
def test_e_a_shade_gives_the_professor_advantage_to_the_end_of_his_next_turn() -> None:
    t = on("E", (4, 10))
    t.act("v2", table="Shade", roll=6)
    strike = attacks.Strike(1)
    assert attacks.edge(t.s, t["v1"], t.me, strike) == 1
    t.act("v1", [])
    assert attacks.edge(t.s, t["v1"], t.me, strike) == 0


@shown("GH-22.1")
def test_e_shades_strike_as_hard_as_they_are_many() -> None:
    t = on("E", (4, 10))
    t["v2"].at = t.at(4, 9)
    t.put("v3", "Shade", (1, 9), hp=2)
    t.put("v4", "Shade", (7, 9), hp=2)
    t.dice(3, 4).act("v2", table="Shade", roll=3)
    assert t.me.hp == 7


@shown("GH-22.8")
def test_e_shades_spare_shades_in_their_area_not_the_professor() -> None:
    t = on("E", (4, 4))
    t["v1"].at, t["v2"].at = t.at(4, 2), t.at(4, 3)
    t.put("v3", "Shade", (5, 3), hp=2)
    t.dice(3, 4, 3, 4).act("v2", table="Shade", roll=2)
    assert t.me.hp == 8
    assert t["v3"].hp == 2
    assert "immobilize" in t["v1"].conditions
    assert "immobilize" not in t["v3"].conditions


@rule("GH-18.1")
def test_f_move_south_is_a_straight_walk() -> None:
    t = on("F", (7, 12))
    t["v1"].at = t.at(1, 2)
    t.act("v1", [{"op": "move", "n": 2, "direction": "south"}])
    assert t.xy("v1") == (1, 6), "two by the row, two by the march"
    t["v1"].at = t.at(1, 2)
    t.give("v1", "immobilize")
    t.act("v1", [{"op": "move", "n": 2, "direction": "south"}])
    assert t.xy("v1") == (1, 2)


@shown("GH-19.4")
@pytest.mark.parametrize(("thugs", "left"), [(True, 0), (False, 1)])
def test_g_dark_is_kept_if_no_thug_is_left_to_order(thugs: bool, left: int) -> None:
    t = on("G", (4, 11), infusion=1)
    if not thugs:
        for number in (2, 3, 4, 5):
            t.kill(f"v{number}")
    t.rolls(Thug=6)
    t.act("v1", box().sheets["G"].table("The Bonesetter (BETA)").rows[5].steps[:1])
    assert t.s.table.infusion == (left if not thugs else 3), "row 6 of the Thugs adds DARK, each of four"


@rule("GH-18.7")
@shown("GH-22.11")
def test_n_teleport_within_four_to_where_the_attack_reaches() -> None:
    t = on("N", (2, 10))
    t["v1"].at = t.at(4, 1)
    t["a.M"].at = t.at(7, 11)
    t.dice(3, 4).act("v1", table="The Master", roll=4)
    assert facts.ground(t.s).distance(t.at(4, 1), t["v1"].at) == 4
    assert facts.gap(t.s, t["v1"], t.me) == 5
    assert t.me.hp == 8


@rule("GH-18.7")
@shown("GH-22.11")
def test_x_to_the_farthest_location_that_is_free() -> None:
    t = on("X", (6, 10))
    t.act("v1", table="Duke of Death (BETA)", roll=6)
    assert t.xy("v1") == (1, 1)
    t.put("v8", "Thug", (7, 1))
    t.me.at = t.at(1, 9)
    t.act("v1", table="Duke of Death (BETA)", roll=6)
    assert t.xy("v1") == (1, 1), "[7,1] is taken"


@shown("GH-22.11")
def test_r_a_taken_location_means_the_nearest_empty_square() -> None:
    t = on("R", (4, 5))
    t.put("v8", "Thug", (4, 1))
    t["v1"].at = t.at(4, 4)
    t.dice(3, 4).act("v1", table="The Ticking Hourglass (Initiative 99)", roll=2)
    assert facts.ground(t.s).distance(t["v1"].at, t.at(4, 1)) == 1


@rule("GH-16.7", "GH-16.11")
def test_r_it_passes_its_conditions_to_the_hero_within_two() -> None:
    t = on("R", (4, 7))
    t["v1"].at = t.at(4, 5)
    t.give("v1", "poison", "confuse")
    row = box().sheets["R"].table("The Ticking Hourglass (Initiative 99)").rows[3].steps
    t.me.at = t.at(7, 10)
    t.act("v1", row)
    assert t.me.conditions == {}
    t.me.at = t.at(4, 4)
    t.give("v1", "confuse")
    t.act("v1", row)
    assert {"poison", "confuse"} <= set(t.me.conditions)
    assert t["v1"].conditions == {}


@rule("GH-18.4")
def test_s_mr_fister_jumps_in_a_straight_line() -> None:
    t = on("S", (4, 8))
    t["v1"].at = t.at(4, 6)
    t.put("v8", "Thug", (4, 7))
    t.act("v1", [{"op": "jump", "n": 4}, {"op": "attack", "n": 3, "range": 1}])
    x, y = t.xy("v1")
    assert x == 4 or y == 6
    assert facts.gap(t.s, t["v1"], t.me) == 1
