"""Rolls, wounds and actions carried out: the worked cases D, and their kin."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.sde.table import table
from webgame.engine.dice import distribution
from webgame.systems.sde_arcade.cards import Dice, box
from webgame.systems.sde_arcade.rules import aiming, facts, resolve, rolls, wounds
from webgame.systems.sde_arcade.state import Lasting

KNIGHT, HUNTRESS, EMERALD = "questing-knight", "thundervale-huntress", "princess-emerald"


def rule(*numbers: str, state: bool = False) -> pytest.MarkDecorator:
    return pytest.mark.rule("sde_arcade", *numbers, state=state)


def attack(t, who, target, attr="STR", answers=()):
    return t.play(resolve.strike(t.g, t[who], [t[target]], resolve.basic(attr, "BA-2")), answers)


@rule("DR-3")
@rule("DR-13", state=True)
def test_a_tie_is_won_by_the_defense_and_its_heart_pays_nothing() -> None:
    t = table({HUNTRESS: (2, 2), KNIGHT: (0, 0)}, {"ogre": ("Grobbit Executioner", (4, 2))})
    t[KNIGHT].wounds = 1
    out = attack(t.dice("B1", "BH", "R1"), HUNTRESS, "ogre")  # D1
    assert out.lost and t["ogre"].wounds == 0 and t[KNIGHT].wounds == 1
    assert t.cites("DR-3")


@rule("DR-3", "DR-11")
@rule("HA-10", state=True)
def test_a_heart_of_a_won_roll_removes_one_token_of_any_hero(  # D2
) -> None:
    t = table({HUNTRESS: (2, 2), KNIGHT: (0, 0)}, {"ogre": ("Grobbit Executioner", (4, 2))})
    t[KNIGHT].wounds, t[KNIGHT].status = 1, ["Fire"]
    attack(t.dice("B1", "BH", "R2"), HUNTRESS, "ogre", answers=[f"cure.Fire>{KNIGHT}"])
    assert t["ogre"].wounds == 1
    assert t[KNIGHT].status == [] and t[KNIGHT].wounds == 1
    assert len(t.asked) == 1 and t.asked[0].rule == "DR-11"


@rule("DR-12")
@rule("PO-1", state=True)
def test_a_potion_goes_to_a_hero_with_room_only() -> None:  # D4
    t = table({HUNTRESS: (2, 2), KNIGHT: (0, 0)}, {"ogre": ("Grobbit Executioner", (4, 2))})
    t[KNIGHT].potions = 1
    attack(t.dice("B1", "B2", "RP"), HUNTRESS, "ogre", answers=[f"potion>{HUNTRESS}"])
    assert t[HUNTRESS].potions == 1
    assert f"potion>{KNIGHT}" not in t.asked[0].options()


@rule("HA-14")
@rule("DR-6", state=True)
def test_a_monster_answers_a_contest_with_its_arm() -> None:  # D5
    t = table({EMERALD: (2, 2)}, {"ogre": ("Grobbit Executioner", (8, 2))})
    scope = box().heroes[EMERALD].actions[1]
    out = t.dice("B1", "B1", "R1").play(
        resolve.strike(t.g, t[EMERALD], [t["ogre"]], resolve.from_action(scope))
    )
    assert out.won and t["ogre"].status == ["Bane"] and t["ogre"].wounds == 0


@rule("DR-3")
@rule("FI-2", "FQ-12", state=True)
def test_three_against_three_is_no_wound() -> None:  # D6
    t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (3, 2)), "bill": ("Billmen", (4, 2))})
    t.dice("B1", "B-", "R2")
    out = t.play(resolve.strike(t.g, t["frog"], [t[KNIGHT]], resolve.Strike("l.fight", command="fight")))
    assert facts.strength(t.s, t["frog"], t[KNIGHT]) == 3
    assert out.lost == [KNIGHT] and t[KNIGHT].wounds == 0


@rule("DR-9")
def test_a_die_is_rerolled_once_and_the_new_result_stands() -> None:
    t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (3, 2))})
    effect = {"op": "reroll", "roll": "defense", "dice": 1, "area": "Aura 3"}
    t[KNIGHT].lasting = [Lasting("Invincible", effect, "next_upkeep", KNIGHT)]
    t.dice("B-", "B-", "R1", "B2")
    out = t.play(
        resolve.strike(t.g, t["frog"], [t[KNIGHT]], resolve.Strike("l.fight", command="fight")),
        ["reroll>0:B:0"],
    )
    assert out.lost == [KNIGHT]  # 2 + 1 against 2
    assert len(t.asked) == 1


@rule("ST-6")
@rule("DR-10", state=True)
def test_hex_discards_the_highest_die_before_fixed_stars() -> None:  # D9
    t = table({HUNTRESS: (2, 2)}, {"ogre": ("Grobbit Executioner", (4, 2))})
    t[HUNTRESS].slots["Citrine"] = "Dwarven Axe"
    t[HUNTRESS].status = ["Hex"]
    t.dice("B2", "B1", "R3")
    roll = t.play(rolls.offense(t.g, t[HUNTRESS], facts.attribute(t.s, t[HUNTRESS], "STR"), [t["ogre"]], "x"))
    assert roll.stars == 4


@rule("ST-6")
def test_bane_discards_the_highest_die_of_a_defense_roll() -> None:  # D10
    t = table({EMERALD: (2, 2)}, {"frog": ("Frog Knight", (3, 2))})
    t[EMERALD].status = ["Bane"]
    t.dice("B1", "B1", "B2")
    out = t.play(resolve.strike(t.g, t["frog"], [t[EMERALD]], resolve.Strike("l.fight", command="fight")))
    assert out.lost == [EMERALD]


@rule("ST-8")
def test_the_player_chooses_between_highest_dice_that_differ() -> None:
    t = table({EMERALD: (2, 2)}, {"frog": ("Frog Knight", (3, 2))})
    t[EMERALD].status = ["Hex"]
    t.dice("B-", "BH", "R-")
    dice = facts.attribute(t.s, t[EMERALD], "DEX")
    roll = t.play(rolls.offense(t.g, t[EMERALD], dice, [t["frog"]], "x"), ["drop>0:B:0"])
    assert roll.hearts == 1


@rule("ST-6", state=True)
def test_bane_and_hex_lower_a_monster_by_one_star() -> None:  # D11
    t = table({}, {"ogre": ("Grobbit Executioner", (4, 2))})
    t["ogre"].status = ["Bane", "Hex"]
    assert (facts.arm(t.s, t["ogre"]), facts.strength(t.s, t["ogre"])) == (1, 2)


@rule("DR-14", "AE-2", state=True)
def test_an_area_pays_its_symbols_once() -> None:  # D12
    t = table(
        {HUNTRESS: (4, 4)},
        {
            "a": ("Billmen", (3, 3)),
            "b": ("Billmen", (3, 5)),
            "c": ("Billmen", (6, 3)),
            "d": ("Grobbit Executioner", (6, 4)),
        },
    )
    trample = box().heroes[HUNTRESS].actions[1]
    t.dice("B1", "B1", "RP")
    victims = [t[name] for name in "abcd"]
    out = t.play(
        resolve.strike(t.g, t[HUNTRESS], victims, resolve.from_action(trample)), [f"potion>{HUNTRESS}"]
    )
    assert len(out.destroyed) == 3 and len(out.lost) == 1
    assert t[HUNTRESS].potions == 1 and len(t.asked) == 1


@rule("HA-16")
def test_two_shields_let_the_player_choose_before_the_roll() -> None:  # D14
    t = table({"ninja-cola": (2, 2)}, {"frog": ("Frog Knight", (3, 2))})
    assert facts.defense_attributes(t.s, t["ninja-cola"]) == ("ARM", "DEX")
    t.dice("B1", "B1", "R1")
    t.play(
        resolve.strike(t.g, t["frog"], [t["ninja-cola"]], resolve.Strike("l.fight", command="fight")),
        ["defend>DEX", "stay.ninja-cola"],
    )
    assert t.asked[0].rule == "HA-16"
    assert t["ninja-cola"].wounds == 0


@rule("AF-1", "AF-3", state=True)
def test_an_affinity_replaces_the_bonus() -> None:  # D15
    t = table({EMERALD: (2, 2), KNIGHT: (4, 4)})
    for hero in (EMERALD, KNIGHT):
        t[hero].slots["Citrine"] = "Citrine Crystal Shard"
    assert facts.attribute(t.s, t[EMERALD], "STR") == Dice(B=2, R=1)
    assert facts.attribute(t.s, t[KNIGHT], "STR") == Dice(R=2, G=1)


@rule("DR-2", "DR-4", state=True)
def test_the_faces_give_the_published_averages() -> None:  # D16
    dice = [box().dice[c] for c in "BBRR"]
    ways = distribution(dice, "stars")
    mean = Fraction(sum(n * count for n, count in enumerate(ways)), sum(ways))
    assert mean == Fraction(11, 3) and len(ways) - 1 == 10


@rule("DR-5", "DR-7", state=True)
def test_fixed_stars_of_equipment_are_added_to_the_roll() -> None:
    t = table({HUNTRESS: (2, 2)}, {"ogre": ("Grobbit Executioner", (4, 2))})
    t[HUNTRESS].slots["Citrine"] = "Dwarven Axe"
    out = attack(t.dice("B1", "B-", "R1"), HUNTRESS, "ogre")
    assert out.stars == 3 and t["ogre"].wounds == 1


@rule("GA-10", state=True)
def test_each_model_of_a_gang_defends_with_its_own_arm() -> None:  # G4
    t = table({HUNTRESS: (2, 2)}, {"bill": ("Billmen", (4, 2)), "ogre": ("Grobbit Executioner", (5, 2))})
    attack(t.dice("B1", "B1", "R-"), HUNTRESS, "bill")
    assert "m1" not in t.s.monsters and t.s.pool.monsters["Billmen"] == 1


@rule("WR-1")
@rule("PU-2", state=True)
def test_a_minion_and_an_elite_give_wrath_and_loot() -> None:  # W1
    t = table({HUNTRESS: (2, 2)}, {"bill": ("Billmen", (4, 2)), "frog": ("Frog Knight", (4, 3))})
    t["frog"].wounds = 1
    attack(t.dice("B1", "B1", "R-"), HUNTRESS, "bill")
    attack(t.dice("B2", "B1", "R-"), HUNTRESS, "frog")
    assert t[HUNTRESS].wrath == 2 and t.s.turn.loot == 2 and t.s.wrath_supply == 3


@rule("WR-3")
@rule("WR-2", state=True)
def test_with_an_empty_supply_wrath_comes_from_the_hero_with_most() -> None:  # W2
    t = table(
        {HUNTRESS: (2, 2), KNIGHT: (0, 0), EMERALD: (0, 2)}, {"bill": ("Billmen", (4, 2))}, wrath_supply=0
    )
    t[KNIGHT].wrath, t[EMERALD].wrath = 3, 2
    attack(t.dice("B1", "B1", "R-"), HUNTRESS, "bill")
    assert (t[KNIGHT].wrath, t[EMERALD].wrath, t[HUNTRESS].wrath) == (2, 2, 1)


@rule("SH-3")
@rule("SH-2", state=True)
def test_a_sprout_that_falls_becomes_the_king_sprout() -> None:  # G10
    t = table({HUNTRESS: (2, 2)}, {"sprout": ("Sprout", (4, 2))})
    t["sprout"].wounds = 1
    attack(t.dice("B2", "B2", "R3"), HUNTRESS, "sprout")
    king = t["sprout"]
    assert (king.card, king.size, king.wounds) == ("King Sprout", 2, 0)
    assert facts.movement(t.s, king) == 3 and facts.hearts(t.s, king) == 6
    assert t[HUNTRESS].wrath == 0 and t.s.turn.loot == 0
    t.play(wounds.wound(t.g, king, 6, t[HUNTRESS]))
    assert t[HUNTRESS].wrath == 1 and t.s.turn.loot == 1 and t.s.pool.monsters == {"Sprout": 1}


@rule("YD-1")
@rule("YD-2", "WR-4", state=True)
def test_massive_damage_destroys_a_hero_with_four_of_five_wounds() -> None:  # P9
    t = table({KNIGHT: (3, 2), EMERALD: (9, 9)}, {"ogre": ("Grobbit Executioner", (1, 2))})
    t[KNIGHT].wounds, t[KNIGHT].wrath, t[KNIGHT].status = 4, 2, ["Fire"]
    t.dice("B-", "B-", "R-")
    t.play(resolve.strike(t.g, t["ogre"], [t[KNIGHT]], resolve.Strike("l.fight", command="fight")))
    assert t[KNIGHT].down and t[KNIGHT].at == -1 and t[KNIGHT].status == []
    assert t.s.wrath_supply == 7
    assert [(tok.kind, tok.at, tok.owner) for tok in t.s.tokens.values()] == [("skull", t.at(3, 2), KNIGHT)]


@rule("TS-9")
def test_the_consul_wins_when_the_last_hero_falls_whatever_coins_remain() -> None:  # P12
    t = table({KNIGHT: (3, 2)}, {"ogre": ("Grobbit Executioner", (1, 2))})
    t.s.coins = 2
    t.play(wounds.wound(t.g, t[KNIGHT], 5, t["ogre"]))
    assert (t.s.outcome, t.s.outcome_rule) == ("defeat", "TS-9")


@rule("TS-8")
def test_the_heroes_win_when_the_dungeon_boss_falls() -> None:  # P13
    t = table({KNIGHT: (3, 2)}, {"king": ("The Forgotten King", (1, 2))})
    t["king"].wounds = 9
    attack(t.dice("R3", "R3"), KNIGHT, "king", "STR")
    assert (t.s.outcome, t.s.outcome_rule) == ("victory", "TS-8")


@rule("EX-10")
def test_a_mini_boss_leaves_a_key_in_one_of_its_squares() -> None:  # P8
    t = table({KNIGHT: (3, 2)}, {"boris": ("Bashful Boris", (1, 2))})
    t["boris"].wounds = 7
    attack(t.dice("R3", "R3"), KNIGHT, "boris", answers=[lambda d: f"place_key>{t.at(2, 3)}"])
    assert [(tok.kind, tok.at) for tok in t.s.tokens.values()] == [("key", t.at(2, 3))]
    assert t[KNIGHT].wrath == 2 and t.s.turn.treasure == 1


@rule("ST-1")
def test_a_second_token_of_the_same_status_does_not_come() -> None:  # A10
    t = table({KNIGHT: (3, 2)})
    for _ in range(2):
        t.play(wounds.inflict(t.g, t[KNIGHT], "Fire", "ST-1"))
    assert t[KNIGHT].status == ["Fire"]


@rule("ST-11", state=True)
def test_spawning_points_are_immune_to_status_effects() -> None:
    t = table({KNIGHT: (3, 2)}, {"point": ("Bramble Knight", (5, 5))})
    t.play(wounds.inflict(t.g, t["point"], "Fire", "ST-4"))
    assert t["point"].status == []


@rule("PU-20", "WR-1")
def test_a_destroyed_spawning_point_leaves_a_coin_and_gives_two_wrath() -> None:
    t = table({KNIGHT: (3, 5)}, {"point": ("Bramble Knight", (5, 5))})
    t["point"].wounds = 3
    attack(t.dice("R3", "R3"), KNIGHT, "point")
    assert t[KNIGHT].wrath == 2 and t.s.turn.fallen == [[t.at(5, 5), 0]]
    assert [(tok.kind, tok.at) for tok in t.s.tokens.values()] == [("coin", t.at(5, 5))]


@rule("WR-1")
def test_wounding_a_spawning_point_earns_one_wrath() -> None:
    t = table({KNIGHT: (3, 5)}, {"point": ("Bramble Knight", (5, 5))})
    attack(t.dice("R3", "R3"), KNIGHT, "point")
    assert t[KNIGHT].wrath == 1 and t["point"].wounds == 1


@rule("WR-1", "WR-5")
def test_an_area_earns_one_wrath_for_each_boss_and_point_it_wounds() -> None:
    foes = {"point": ("Bramble Knight", (5, 5)), "boris": ("Bashful Boris", (1, 5))}
    t = table({KNIGHT: (3, 5)}, foes | {"bill": ("Billmen", (3, 4))})
    struck = [t["point"], t["boris"], t["bill"]]
    attack_all = resolve.Strike("Trample", attr="STR", area="Wave 2")
    t.play(resolve.strike(t.g, t.dice("R3", "R3")[KNIGHT], struck, attack_all))
    assert t[KNIGHT].wrath == 3


@rule("GA-15", state=True)
def test_poison_aura_reaches_citrine_monsters_within_two_squares() -> None:
    t = table(
        {},
        {
            "hollow": ("Old-Growth Hollow", (5, 5)),
            "mook": ("Mook", (7, 5)),
            "far": ("Mook", (8, 5)),
            "wisp": ("Wisp", (5, 6)),
        },
    )
    assert facts.has(t.s, t["mook"], "Poison")
    assert not facts.has(t.s, t["far"], "Poison")
    assert not facts.has(t.s, t["wisp"], "Poison")  # Ruby


@rule("GA-6", "GA-11", "GA-3", state=True)
def test_an_elite_near_its_minion_uses_the_gang_line() -> None:  # G1, G2
    t = table({}, {"ogre": ("Grobbit Executioner", (2, 2)), "bill": ("Billmen", (5, 2))})
    assert facts.gang(t.s, t["ogre"]).together and facts.has(t.s, t["ogre"], "Slow")
    assert (facts.strength(t.s, t["ogre"]), facts.reach(t.s, t["ogre"])) == (4, 4)
    t["bill"].at = t.at(6, 2)
    assert not facts.gang(t.s, t["ogre"]).together and not facts.has(t.s, t["ogre"], "Slow")
    assert (facts.strength(t.s, t["ogre"]), facts.reach(t.s, t["ogre"])) == (3, 2)


@rule("GA-12", state=True)
def test_in_a_gang_of_two_elites_only_the_stronger_action_of_a_name_counts() -> None:
    t = table({}, {"a": ("Wisp", (2, 2)), "b": ("Wisp", (4, 2))})
    (action,) = facts.gang(t.s, t["a"]).unique
    assert action.area == "Wave 5"
    t["b"].at = t.at(9, 9)
    assert facts.gang(t.s, t["a"]).unique[0].area is None


@rule("FI-4", state=True)
def test_hubris_counts_the_equipment_of_the_target() -> None:  # C15
    t = table({KNIGHT: (3, 2)}, {"king": ("The Forgotten King", (5, 2))})
    t[KNIGHT].slots = {"Citrine": "Steel Sword", "Ruby": "Spikes"}
    assert facts.strength(t.s, t["king"], t[KNIGHT]) == 4


@rule("FI-4", state=True)
def test_virulent_counts_against_poison() -> None:  # C16
    t = table({KNIGHT: (3, 2)}, {"turnip": ("Turniphead", (5, 2))})
    assert facts.strength(t.s, t["turnip"], t[KNIGHT]) == 2
    t[KNIGHT].status = ["Poison"]
    assert facts.strength(t.s, t["turnip"], t[KNIGHT]) == 3


@rule("ST-6", state=True)
def test_poison_and_slow_bite_but_leave_the_last_action_point() -> None:  # H13, M6
    t = table({KNIGHT: (3, 2)})
    t[KNIGHT].status = ["Poison", "Slow"]
    assert facts.ap_total(t.s, t[KNIGHT]) == 2 and facts.movement(t.s, t[KNIGHT]) == 3


@rule("AB-3", state=True)
def test_stealth_shortens_ranges_by_three_to_no_less_than_one() -> None:  # A11
    t = table({EMERALD: (0, 0)}, {"rat": ("Frog Knight", (3, 0))})
    t["rat"].lasting = [Lasting("x", {"op": "gain_ability", "ability": "Stealth"}, "next_upkeep", "x")]
    assert aiming.targetable(t.s, t[EMERALD], t["rat"], 6, offensive=True) is None
    t["rat"].at = t.at(4, 0)
    refusal = aiming.targetable(t.s, t[EMERALD], t["rat"], 6, offensive=True)
    assert refusal is not None and refusal.params["n"] == 3
    t["rat"].at = t.at(1, 0)
    assert aiming.targetable(t.s, t[EMERALD], t["rat"], 3, offensive=True) is None


@rule("AB-3")
def test_backlash_wounds_an_attacker_whose_roll_fails() -> None:
    t = table({KNIGHT: (3, 2)}, {"biter": ("Booty Biter", (4, 2))})
    attack(t.dice("R1", "R1"), KNIGHT, "biter")
    assert t[KNIGHT].wounds == 1


@rule("GA-2", "PU-13", state=True)
def test_mighty_monsters_add_stars_to_elites_and_minions_only() -> None:
    boss, biter = ("Bashful Boris", (7, 7)), ("Booty Biter", (9, 2))
    t = table({}, {"frog": ("Frog Knight", (3, 2)), "boris": boss, "biter": biter})
    t.s.might = 2
    assert (facts.strength(t.s, t["biter"]), facts.arm(t.s, t["biter"])) == (4, 4)  # ranks as an elite
    assert (facts.strength(t.s, t["frog"]), facts.arm(t.s, t["frog"])) == (3, 3)
    assert (facts.strength(t.s, t["boris"]), facts.arm(t.s, t["boris"])) == (4, 2)
