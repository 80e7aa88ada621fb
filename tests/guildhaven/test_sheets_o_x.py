"""The special instructions of the sheets O to X, one by one, on their own boards."""

from __future__ import annotations

import pytest

from tests.guildhaven.marks import rule, shown
from tests.guildhaven.table import OFF, Table, table
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import (
    attack as attacks,
)
from webgame.systems.guildhaven.rules import (
    conditions,
    damage,
    facts,
    hero_moves,
    items,
    order,
    predicates,
    riders,
    sight,
    special,
)
from webgame.systems.guildhaven.rules.sheets.machines import movement_of, price

SHEETS = box().sheets


def lay(letter: str, hero: tuple[int, int], **more: object) -> Table:
    """Lay a sheet out, the hero on a square."""
    return table(hero=hero, sheet=SHEETS[letter], **more)  # type: ignore[arg-type]


def won(t: Table) -> bool:
    return predicates.true(t.s, facts.sheet(t.s).win)


def lost(t: Table) -> bool:
    return predicates.true(t.s, facts.sheet(t.s).loss)


def fell(t: Table, *ids: str) -> None:
    """Take villains off the board."""
    for id in ids:
        t.play(damage.lose(t.g, t[id], 99, "GH-6.3"))


# -- O ---------------------------------------------------------------------------------------------------


@shown("GHO-2")
def test_o_lawe_takes_no_conditions_while_a_swarm_is_in_play() -> None:
    t = lay("O", (4, 3))
    conditions.give(t.g, t["v1"], "wound")
    assert not t["v1"].conditions
    fell(t, "v2")
    conditions.give(t.g, t["v1"], "wound")
    assert "wound" in t["v1"].conditions


@rule("GHO-3")
def test_o_a_summoned_swarm_clears_his_conditions() -> None:
    t = lay("O", (4, 10))
    fell(t, "v2")
    conditions.give(t.g, t["v1"], "wound")
    t.act("v1", None, table="Krimson Lawe (Beta)", roll=6)
    assert t.s.units["v2"].type == "Hemobot Swarm"
    assert "wound" not in t["v1"].conditions


@rule("GHO-4")
def test_o_the_pallet_gives_an_item() -> None:
    t = lay("O", (2, 1))
    t.play(items.end_of_turn_search(t.g))
    assert len(t.s.table.found) == 1
    assert t.s.table.found[0] not in t.s.hero.items  # not to be used in this scenario


@shown("GHO-5")
def test_o_nothing_hurts_him_before_he_drew_blood() -> None:
    t = lay("O", (4, 2), hand=["martial_arts:blitz"])
    t.play(damage.lose(t.g, t["v1"], 4, "GH-7.3", t.me))
    t.play(damage.bleed(t.g, t["v1"], 4, t.me))
    assert t["v1"].hp == 9
    t.play(damage.hurt(t.g, t.me, 2, "GH-7.3", t["v1"]), "negate>martial_arts:blitz")
    t.play(damage.lose(t.g, t["v1"], 4, "GH-7.3", t.me))
    assert t["v1"].hp == 9  # a card buried is no blood
    t.play(damage.hurt(t.g, t.me, 2, "GH-7.3", t["v1"]))
    t.play(damage.lose(t.g, t["v1"], 4, "GH-7.3", t.me))
    assert (t.me.hp, t["v1"].hp) == (8, 5)


@shown("GHO-1")
def test_o_is_won_by_his_fall() -> None:
    t = lay("O", (4, 3))
    t["v1"].notes.append("drew_blood")
    assert not won(t)
    fell(t, "v1")
    assert won(t)


# -- P ---------------------------------------------------------------------------------------------------


@shown("GHP-2")
def test_p_gunners_are_slow_while_the_goon_lives() -> None:
    t = lay("P", (4, 10))
    t.s.table.round.rolls["Gunner"] = 3
    order.add_slot(t.s, t["v3"], "Gunner")
    fell(t, "v5")
    order.add_slot(t.s, t["v4"], "Gunner")
    assert [order.initiative_of(t.s, slot) for slot in t.s.table.round.slots] == [51, 41], "as it was rolled"


@rule("GHP-3")
@shown("GHP-1")
@pytest.mark.parametrize(("square", "over"), [((3, 10), True), ((4, 9), False), ((2, 11), False)])
def test_p_a_villain_next_to_the_camera_loses(square: tuple[int, int], over: bool) -> None:
    t = lay("P", (7, 5))
    t["v1"].at = t.at(*square)
    t.act("v1", [])
    assert (t.s.table.outcome == "lost") == over
    assert lost(t) == over


@shown("GHP-1")
def test_p_is_won_when_all_have_fallen() -> None:
    t = lay("P", (7, 5))
    fell(t, "v1", "v2", "v3", "v4")
    assert not won(t)
    fell(t, "v5")
    assert won(t)


@shown("GHP-4")
def test_p_nothing_takes_the_camera() -> None:
    t = lay("P", (4, 10))
    t.s.table.piles.chosen = t.s.table.piles.hand[:2]
    assert not [group for _, groups in special.offers(t.s) for group in groups]
    assert t.s.table.tokens["camera"] == [t.at(4, 11)]


@rule("GHP-5")
def test_p_the_safe_gives_an_item() -> None:
    t = lay("P", (7, 10))
    t.play(items.end_of_turn_search(t.g))
    assert len(t.s.table.found) == 1


# -- Q ---------------------------------------------------------------------------------------------------


@shown("GHQ-2")
def test_q_a_drop_is_no_wall_and_no_floor() -> None:
    t = lay("Q", (4, 11))
    board = facts.ground(t.s)
    assert board.drops >> t.at(0, 5) & 1 and board.drops >> t.at(8, 5) & 1
    assert board.sees(t.at(0, 5), t.at(8, 4))
    assert not facts.empty(t.s) >> t.at(1, 5) & 1
    assert board.air >> t.at(1, 5) & 1


@rule("GHQ-3")
@shown("GHQ-1")
def test_q_the_hero_pushed_off_the_bridge_loses() -> None:
    t = lay("Q", (2, 8))
    t["v2"].at = t.at(3, 8)
    t.play(riders.shove(t.g, t["v2"], t.me, 1, "push"))
    assert t.s.table.outcome == "lost"
    assert lost(t)


def test_q_a_rooted_hero_stays() -> None:
    t = lay("Q", (2, 8), specialties=("super_strength", "weaponry"), perks=("super_strength:rooted",))
    t["v2"].at = t.at(3, 8)
    t.play(riders.shove(t.g, t["v2"], t.me, 1, "push"))
    assert t.xy("hero") == (2, 8)


@rule("GHQ-4")
def test_q_c37_a_beta_pushed_off_misses_one_turn_and_is_back() -> None:
    """C37: before its turn it misses this round's, after it the next round's."""
    t = lay("Q", (3, 6))
    beta = t["v4"]
    beta.at = t.at(2, 6)
    t.play(riders.shove(t.g, t.me, beta, 1, "push"), f"push>{t.at(1, 6)}")
    assert (beta.at, beta.away) == (OFF, "fallen")
    assert not won(t)
    t.act("v4", None, table="Muscle Beta", roll=1)
    assert t.xy("v4") == (4, 5)  # its start; it did nothing else
    assert beta.away == ""
    assert "log.turn" not in t.keys()


@rule("GHQ-4")
def test_q_its_start_taken_it_comes_back_beside() -> None:
    t = lay("Q", (4, 5))
    beta = t["v4"]
    beta.at, beta.away = OFF, "fallen"
    t.act("v4", None, table="Muscle Beta", roll=1)
    assert facts.gap(t.s, beta, t.me) == 1


@rule("GHQ-5")
def test_q_the_armoire_gives_an_item() -> None:
    t = lay("Q", (4, 7))
    t.play(items.end_of_turn_search(t.g))
    assert len(t.s.table.found) == 1


@shown("GHQ-1")
def test_q_is_won_when_four_betas_have_fallen() -> None:
    t = lay("Q", (4, 11))
    fell(t, "v1", "v2", "v3")
    assert not won(t)
    fell(t, "v4")
    assert won(t)


@rule("GH-16.19")
def test_q_a_throw_stops_before_units_and_not_before_drops() -> None:
    t = lay("Q", (4, 2))
    t["v2"].at = t.at(2, 9)
    t.play(riders.throw(t.g, t.me, 2, "west"))
    assert t.xy("hero") == (2, 2)
    t.play(riders.throw(t.g, t.me, 2, "west"))
    assert t.s.table.outcome == "lost"


@rule("GH-16.10")
@shown("GH-22.13")
def test_q_the_stun_of_the_muscle_betas_rides_on_a_throw_too() -> None:
    t = lay("Q", (4, 3), hand=[])
    t.act("v2", None, table="Muscle Beta", roll=6)
    t.act("v1", None, table="Leader Beta", roll=1)
    assert t.xy("hero") == (4, 3), "v2 stands in the way"
    assert "stun" in t.me.conditions


# -- R and W ---------------------------------------------------------------------------------------------


@shown("GHR-2")
def test_r_he_acts_first_and_last_on_two_tables() -> None:
    t = lay("R", (4, 10))
    early, late = SHEETS["R"].tables
    assert order.tables_of(t.s, t["v1"]) == [early.name, late.name]
    assert {row.initiative for row in early.rows} == {1}
    assert {row.initiative for row in late.rows} == {99}
    t.s.table.round.lead, t.s.table.round.initiative = t.s.table.piles.hand[0], 40
    t.play(order.roll_tables(t.g))
    turns = sorted(t.s.table.round.slots, key=lambda slot: order.key(t.s, slot))
    assert [slot.unit for slot in turns] == ["v1", "hero", "v1"]


@shown("GHR-2")
def test_r_conditions_lapse_at_the_end_of_each_of_his_turns() -> None:
    t = lay("R", (4, 10))
    conditions.give(t.g, t["v1"], "confuse")
    t.act("v1", [])
    assert "confuse" not in t["v1"].conditions


@rule("GHR-3")
def test_r_the_stash_gives_an_item() -> None:
    t = lay("R", (1, 1))
    t.play(items.end_of_turn_search(t.g))
    assert len(t.s.table.found) == 1


@shown("GHR-4")
def test_r_attacks_against_him_have_disadvantage() -> None:
    t = lay("R", (4, 5), hand=[])
    strike = attacks.Strike(3)
    assert attacks.edge(t.s, t.me, t["v1"], strike) == -1
    assert attacks.edge(t.s, t.me, t["v1"], attacks.Strike(3, advantage=True)) == 0
    assert attacks.edge(t.s, t.me, t["v1"], attacks.Strike(3, area=True)) == 0
    assert attacks.edge(t.s, t["v1"], t.me, strike) == 0


@rule("GH-16.10")
@shown("GHR-5", "GHR-1")
def test_r_he_is_immune_to_stun_and_disarm() -> None:
    t = lay("R", (4, 5))
    for name in ("stun", "disarm", "poison"):
        conditions.give(t.g, t["v1"], name)
    assert list(t["v1"].conditions) == ["poison"]
    assert not won(t)
    fell(t, "v1")
    assert won(t)


@shown("GHW-2", "GHW-3")
@pytest.mark.parametrize(("number", "blurred"), [(1, "v1"), (2, "v2"), (3, "v1"), (4, "v2")])
def test_w_the_blur_changes_with_the_round(number: int, blurred: str) -> None:
    t = lay("W", (4, 5))
    t.s.table.round.number = number
    for id in ("v1", "v2"):
        assert attacks.edge(t.s, t.me, t[id], attacks.Strike(3)) == (-1 if id == blurred else 0)


@shown("GHW-4", "GHW-5", "GHW-1")
def test_w_both_are_immune_and_both_must_fall() -> None:
    t = lay("W", (4, 5))
    for id in ("v1", "v2"):
        for name in ("stun", "disarm", "wound"):
            conditions.give(t.g, t[id], name)
        assert list(t[id].conditions) == ["wound"]
    fell(t, "v1")
    assert not won(t)
    fell(t, "v2")
    assert won(t)


# -- S ---------------------------------------------------------------------------------------------------


@rule("GHS-2")
def test_s_the_hero_begins_hurt() -> None:
    t = lay("S", (4, 10))
    t.play(special.fire(t.g, "setup", t.me))
    assert t.me.hp == 8
    assert list(t.me.conditions) == ["wound"]


@rule("GHS-3")
@rule("GHS-4")
def test_s_taking_the_stash_makes_him_rage_with_the_points_he_has() -> None:
    t = lay("S", (4, 1))
    fister = t["v1"]
    fister.hp = 6
    conditions.give(t.g, fister, "poison")
    t.play(items.end_of_turn_search(t.g))
    assert (fister.phase, fister.hp, fister.beta, facts.shield(t.s, fister)) == ("raging", 6, True, 1)
    assert order.tables_of(t.s, fister) == ["Mr. Fister RAGING"]
    assert not fister.conditions
    fell(t, "v1")  # these gone, the three of the rage come as well
    assert fister.hp == 0 and "v1" in t.s.units and not won(t)
    t.play(special.fire(t.g, "next_round"))
    assert fister.hp == 3
    fell(t, "v1")
    assert won(t)


@rule("GHS-6")
@shown("GHS-1")
def test_s_c38_second_wind() -> None:
    """C38: he stays without HP, rages from the next round with 3, and falls for good after these."""
    t = lay("S", (4, 4))
    fister = t["v1"]
    fister.hp = 2
    t.play(damage.hurt(t.g, fister, 5, "GH-7.3", t.me))
    assert (fister.hp, fister.phase) == (0, "normal")
    t.play(damage.hurt(t.g, fister, 5, "GH-7.3", t.me))  # in the same round nothing more happens
    assert fister.hp == 0 and "v1" in t.s.units and not won(t)
    t.begin_round()
    assert (fister.hp, fister.phase, facts.shield(t.s, fister)) == (3, "raging", 1)
    t.play(damage.hurt(t.g, fister, 3, "GH-7.3", t.me))
    assert "v1" not in t.s.units
    assert won(t)


@shown("GHS-5")
def test_s_raging_he_takes_no_conditions_and_no_bleed() -> None:
    t = lay("S", (4, 4))
    fister = t["v1"]
    conditions.give(t.g, fister, "stun")
    assert "stun" in fister.conditions
    fister.phase = "raging"
    fister.conditions.clear()
    conditions.give(t.g, fister, "stun")
    t.play(damage.bleed(t.g, fister, 3))
    assert (dict(fister.conditions), fister.hp) == ({}, 11)


# -- T, V, X: the Duke and his machines ------------------------------------------------------------------


@shown("GHT-2", "GHV-6", "GHX-7")
@pytest.mark.parametrize("letter", ["T", "V", "X"])
def test_the_duke_takes_nothing_new_while_a_swarm_is_in_play(letter: str) -> None:
    t = lay(letter, (4, 10))
    duke = t["v1"]
    fell(t, *[unit.id for unit in t.s.villains("Hemobot Swarm")])
    conditions.give(t.g, duke, "poison")
    t.put("v3", "Hemobot Swarm", (7, 9), hp=2)
    conditions.give(t.g, duke, "wound")
    t.play(damage.bleed(t.g, duke, 2))
    assert list(duke.conditions) == ["poison"]  # the old one stays
    assert duke.hp == duke.max_hp


@shown("GHT-4", "GHV-7", "GHX-6")
@pytest.mark.parametrize("letter", ["T", "V", "X"])
def test_a_killbot_fills_four_squares_and_reaches_two(letter: str) -> None:
    t = lay(letter, (4, 9), hand=[])
    fell(t, *[unit.id for unit in t.s.villains("Hemobot Swarm")])
    bot = t.s.units.get("v2") or t.put("v8", "Killbot", (3, 6), hp=6, size=2)
    bot.at = t.at(3, 6)  # it fills [3,6], [4,6], [3,7] and [4,7]: the hero is two squares away
    assert facts.squares(t.s, bot).bit_count() == 4
    assert facts.gap(t.s, bot, t.me) == 2
    t.act(bot.id, None, table="Killbot", roll=4)
    assert t.me.hp == t.me.max_hp - 1
    assert t.xy(bot.id) == (3, 6)  # it did not have to move


@rule("GHT-3")
@pytest.mark.parametrize("x", [2])
def test_t_the_stash_gives_an_item(x: int) -> None:
    t = lay("T", (x, 1))
    t.play(items.end_of_turn_search(t.g))
    assert len(t.s.table.found) == 1


@shown("GHT-1")
@pytest.mark.parametrize(("who", "passage"), [("v1", "p33"), ("v2", "p28")])
def test_t_is_won_by_the_fall_of_either(who: str, passage: str) -> None:
    t = lay("T", (4, 10))
    assert not won(t)
    fell(t, who)
    assert won(t)
    t.s.table.outcome = "won"
    met = [o.goto for o in SHEETS["T"].outcomes if predicates.true(t.s, o.when)]
    assert met == [passage]


# -- U ---------------------------------------------------------------------------------------------------


@shown("GHU-2")
@pytest.mark.parametrize(
    ("specialties", "read"),
    [(("martial_arts", "shadow"), {1: 1, 2: 1, 6: 5}), (("shadow", "weaponry"), {1: 1, 2: 2, 6: 6})],
)
def test_u_c40_martial_arts_lowers_the_snipers_die(
    specialties: tuple[str, str], read: dict[int, int]
) -> None:
    """C40: with Martial Arts 1 and 2 are both row 1, and a 6 is row 5."""
    t = lay("U", (4, 10), specialties=specialties, perks=())
    for die, row in read.items():
        t.rng.script["table.Sniper (Beta)"] = [die - 1]
        assert order.roll_table(t.g, "Sniper (Beta)") == row


@rule("GHU-3")
@pytest.mark.parametrize(
    ("specialties", "pile"),
    [(("super_strength", "shadow"), "discard"), (("shadow", "weaponry"), "buried")],
)
def test_u_a_card_clears_a_vehicle(specialties: tuple[str, str], pile: str) -> None:
    t = lay("U", (3, 9), specialties=specialties, perks=())
    piles = t.s.table.piles
    ((shift, groups),) = special.offers(t.s)
    assert groups[0].targets == ("vehicle.2",)
    assert price(t.s, shift) == ("bury_from_hand" if pile == "buried" else "discard_from_hand")
    card = piles.hand[3]
    t.choose(*piles.hand[:2])
    t.turn(f"{groups[0].id}>vehicle.2", f"card>{card}", "end")
    assert card in getattr(piles, pile)
    assert t.s.table.tokens["vehicle"] == [t.at(2, 1), t.at(5, 1), t.at(5, 7)]
    assert t.s.table.removed == {"vehicle": 1}


@shown("GHU-1")
def test_u_is_won_with_the_fourth_vehicle() -> None:
    t = lay("U", (3, 9))
    t.s.table.removed["vehicle"] = 3
    assert not won(t)
    t.s.table.removed["vehicle"] = 4
    assert won(t)


@shown("GHU-1")
def test_u_vehicles_stop_movement_and_not_sight() -> None:
    t = lay("U", (3, 9))
    assert not facts.empty(t.s) >> t.at(2, 7) & 1
    assert facts.ground(t.s).sees(t.at(2, 9), t.at(2, 6))


@shown("GHU-4")
def test_u_the_sniper_sees_everything_and_nothing_reaches_him() -> None:
    t = lay("U", (4, 10), hand=[])
    sniper = t["v0"]
    assert (sniper.at, sniper.beta) == (OFF, True)
    assert sight.sees(t.s, sniper, t.me) and not sight.sees(t.s, t.me, sniper)
    assert sniper not in list(t.s.on_board())
    t.dice(4, 4).act("v0", None, table="Sniper (Beta)", roll=3)
    assert t.me.hp == t.me.max_hp - 3
    t.s.table.round.rolls["Sniper (Beta)"] = 1
    order.add_slot(t.s, sniper, "Sniper (Beta)")
    assert t.s.table.round.slots == []  # a roll of 1 is no turn


@rule("GHU-5")
def test_u_a_goon_pops_up_at_each_vehicle_once() -> None:
    t = lay("U", (2, 10))
    t.play(hero_moves.walk_along(t.g, [t.at(2, 10), t.at(2, 9)], "move", "GH-18.1"))
    (goon,) = t.s.villains("Goon")
    assert goon.hp == SHEETS["U"].record("Goon").hp
    assert facts.gap(t.s, goon, t.me) == 1
    board = facts.ground(t.s)
    assert board.near(goon.at, 1) & board.block(t.at(2, 7), 2)
    assert goon.since == t.s.table.round.number  # it acts from the next round
    t.play(hero_moves.walk_along(t.g, [t.at(2, 9), t.at(1, 9)], "move", "GH-18.1"))
    assert len(list(t.s.villains("Goon"))) == 1


# -- V ---------------------------------------------------------------------------------------------------


@shown("GHV-2", "GHV-1")
def test_v_four_swarms_at_once_lose() -> None:
    t = lay("V", (4, 10))
    for n, x in enumerate((1, 3, 5), 3):
        t.put(f"v{n}", "Hemobot Swarm", (x, 9), hp=3)
    assert not lost(t)
    t.put("v6", "Hemobot Swarm", (7, 9), hp=3)
    assert lost(t)


@rule("GHV-3")
def test_v_each_swarm_may_darken_the_round_end() -> None:
    t = lay("V", (4, 10))
    for n, x in ((3, 1), (4, 3), (5, 5)):
        t.put(f"v{n}", "Hemobot Swarm", (x, 9), hp=3)
    t.rng.script["pulse"] = [5, 2, 5]
    t.play(special.fire(t.g, "round_end"))
    assert t.s.table.infusion == 2


@rule("GHV-4")
def test_v_the_duke_loses_a_point_at_round_end() -> None:
    t = lay("V", (4, 10))
    t.play(special.fire(t.g, "round_end"))
    assert t["v1"].hp == t["v1"].max_hp - 1


@rule("GHV-5")
def test_v_the_torso_gives_an_item() -> None:
    t = lay("V", (6, 1))
    t.play(items.end_of_turn_search(t.g))
    assert len(t.s.table.found) == 1


@shown("GHV-1")
def test_v_is_won_by_the_fall_of_the_killbot() -> None:
    t = lay("V", (4, 10))
    fell(t, "v1")
    assert not won(t)
    fell(t, "v2")
    assert won(t)


# -- X ---------------------------------------------------------------------------------------------------


@rule("GHX-2")
def test_x_the_fastest_card_is_discarded_before_round_1() -> None:
    t = lay("X", (4, 10), specialties=("psionics", "super_senses"), perks=())
    hand = list(t.s.table.piles.hand)
    fastest = [card for card in hand if movement_of(card) == 4]
    assert fastest == ["psionics:forewarned", "super_senses:echo_sense"]
    t.play(special.fire(t.g, "setup", t.me), "card>super_senses:echo_sense")
    assert t.s.table.piles.discard == ["super_senses:echo_sense"]
    assert t.asked[-1].groups[0].targets == tuple(fastest)


@rule("GHX-3")
@pytest.mark.parametrize(("number", "swarms"), [(1, 2), (2, 1), (3, 2)])
def test_x_a_swarm_joins_at_the_end_of_odd_rounds(number: int, swarms: int) -> None:
    t = lay("X", (4, 10))
    t.s.table.round.number = number
    t.play(special.fire(t.g, "round_end"))
    found = list(t.s.villains("Hemobot Swarm"))
    assert len(found) == swarms
    assert all(facts.gap(t.s, unit, t["v1"]) == 1 for unit in found[1:])


@shown("GHX-4")
def test_x_swarms_go_to_the_generator_whoever_is_near() -> None:
    t = lay("X", (1, 3))
    t.act("v2", None, table="Hemobot Swarm", roll=2)  # Move 3, the hero next to it
    assert t.xy("v2")[0] >= 3
    assert facts.gap(t.s, t["v2"], t.me) > 1
    t["v2"].at = t.at(1, 2)
    t.act("v2", None, table="Hemobot Swarm", roll=4)  # Move 4, STUN at range 4: the machine is no target
    assert facts.beside(t.s, t["v2"], "generator_giant")


@rule("GHX-5")
def test_x_a_swarm_beside_the_generator_becomes_a_killbot() -> None:
    t = lay("X", (4, 11))
    t["v2"].at = t.at(3, 4)
    t.act("v2", None, table="Hemobot Swarm", roll=3)
    (bot,) = t.s.villains("Killbot")
    assert "v2" not in t.s.units
    assert facts.squares(t.s, bot) >> t.at(3, 4) & 1
    assert (bot.size, bot.number, bot.since) == (2, 8, t.s.table.round.number)
    assert t.s.table.infusion == 0  # it has no other turn


@shown("GHX-5")
def test_x_the_change_waits_if_there_is_no_counter_left() -> None:
    t = lay("X", (4, 11))
    for n in range(8, 13):
        t.put(f"v{n}", "Killbot", (1 + 2 * (n % 3), 8 + 2 * (n % 2)), hp=6)
    t["v2"].at = t.at(3, 4)
    t.act("v2", None, table="Hemobot Swarm", roll=3)
    assert t["v2"].type == "Hemobot Swarm"
    assert t.s.table.infusion == 1


@shown("GHX-1")
def test_x_is_won_by_his_fall_alone() -> None:
    t = lay("X", (4, 10))
    assert not won(t)
    fell(t, "v1")
    assert won(t)


def test_every_instruction_of_these_sheets_has_its_op() -> None:
    """What is not asked for by the rules (continuous) is in one of the tables of ops."""
    known = {*special.OPS, *special.ACTIONS}
    lacking = [
        (rule.rule, rule.effect["op"])
        for letter in "OPQRSTUVWX"
        for rule in SHEETS[letter].rules
        if rule.trigger != "continuous" and not rule.trigger.startswith("hero_turn_ends_on")
        if rule.effect["op"] not in known
    ]
    assert lacking == []


@rule("GHU-5")
def test_u_a_hero_pushed_beside_a_vehicle_meets_its_goon_too() -> None:
    t = table(hero=(4, 5), sheet=box().sheets["U"], hand=[], items=("reflex_chip",))
    t["v1"].at = t.at(4, 4)
    t.act("v1", [{"op": "affect", "range": 1, "riders": [{"op": "push", "n": 1}]}])
    assert t.xy("hero")[1] == 6
    assert facts.in_play(t.s, "Goon") == 1
