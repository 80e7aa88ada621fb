"""What a Hero can do in its activation: attacks, unique actions, basic actions, potions."""

from __future__ import annotations

import pytest

from tests.sde.table import Table, table
from webgame.engine.decision import Decision
from webgame.systems.sde_arcade.rules import actions, activation, areas, basic, facts, fight, potions
from webgame.systems.sde_arcade.state import Lasting, Member

KNIGHT, HUNTRESS, EMERALD = "questing-knight", "thundervale-huntress", "princess-emerald"
FROG = {"frog": ("Frog Knight", (3, 2))}


def options(t: Table, who: str = KNIGHT) -> list[str]:
    return activation.menu(t.s, t[who]).options()


def offers(t: Table, group: str, who: str = KNIGHT) -> bool:
    return any(found.id == group for found in activation.groups(t.s, t[who]))


def run(t: Table, *answers: str, who: str = KNIGHT) -> None:
    t.s.turn.active = who
    t.play(activation.run(t.g), [*answers, "end"])


# -- attacks and unique actions ------------------------------------------------------------------------------


@pytest.mark.rule("sde_arcade", "BA-2")
@pytest.mark.rule("sde_arcade", "HA-11", "HA-13", state=True)
def test_a_melee_attack_costs_one_action_point_and_wounds():
    t = table({KNIGHT: (2, 2)}, FROG).dice("R3", "R2")
    frog = t["frog"].id
    run(t, f"attack.STR>{frog}")
    assert t["frog"].wounds == 1
    assert t[KNIGHT].ap_spent == 1


@pytest.mark.rule("sde_arcade", "BA-1", "BA-2", "BA-3")
def test_only_attributes_with_the_icon_attack():
    t = table({KNIGHT: (2, 2), EMERALD: (2, 4)}, FROG)
    assert offers(t, "attack.STR") and not offers(t, "attack.DEX")
    assert offers(t, "attack.DEX", EMERALD)
    (reason,) = actions.why_not(t.s, t[KNIGHT], {"group": "attack.WILL"})
    assert (reason.key, reason.rule) == ("no.attack_icon", "BA-1")


@pytest.mark.rule("sde_arcade", "HA-13")
@pytest.mark.rule("sde_arcade", "HA-17", state=True)
def test_targets_must_be_in_range():
    t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (5, 2))})
    assert not offers(t, "attack.STR")
    assert [r.key for r in actions.why_not(t.s, t[KNIGHT], {"group": "attack.STR"})] == ["no.aim"]


@pytest.mark.rule("sde_arcade", "CR-4", state=True)
def test_a_hero_may_attack_the_creep_on_its_card_and_nobody_else_may():
    t = table({KNIGHT: (2, 2), EMERALD: (3, 2)}, {"slime": ("Ruby Slime", (5, 5))}).dice("R1", "R-")
    slime = t["slime"]
    slime.at, slime.host = -1, KNIGHT
    t[KNIGHT].invaders.append(slime.id)
    assert not offers(t, "attack.STR", EMERALD)
    run(t, f"attack.STR>{slime.id}")
    assert slime.id not in t.s.monsters and t[KNIGHT].invaders == []


@pytest.mark.rule("sde_arcade", "HA-11")
def test_an_action_needs_its_action_points():
    t = table({KNIGHT: (2, 2)}, FROG)
    assert offers(t, "act.Massive Sword")
    t[KNIGHT].ap_spent = 2
    assert not offers(t, "act.Massive Sword") and offers(t, "attack.STR")
    (reason,) = actions.why_not(t.s, t[KNIGHT], {"group": "act.Mighty Throw"})
    assert (reason.key, reason.params["n"], reason.params["left"]) == ("no.ap", 2, 1)


@pytest.mark.rule("sde_arcade", "ST-6")
def test_ice_leaves_basic_actions_only():
    """H14."""
    t = table({KNIGHT: (2, 2)}, FROG)
    t[KNIGHT].status.append("Ice")
    assert offers(t, "attack.STR") and not offers(t, "act.Mighty Throw")
    (reason,) = actions.why_not(t.s, t[KNIGHT], {"group": "act.Mighty Throw"})
    assert reason.key == "no.ice"


@pytest.mark.rule("sde_arcade", "ST-6", state=True)
def test_poison_never_takes_the_last_action_point():
    """H13."""
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].status.append("Poison")
    assert facts.ap_left(t.s, t[KNIGHT]) == 2
    t.s.turn.active = KNIGHT
    t[KNIGHT].gains["ap"] = -2
    assert facts.ap_total(t.s, t[KNIGHT]) == 1


@pytest.mark.rule("sde_arcade", "EX-6")
@pytest.mark.rule("sde_arcade", "EX-3", state=True)
def test_red_button_stuck_forbids_unique_offensive_actions_on_its_tile():
    t = table({KNIGHT: (2, 2)}, FROG)
    t.s.tiles[0].cards.append("Red Button Stuck")
    assert not offers(t, "act.Mighty Throw") and offers(t, "attack.STR")
    assert (
        actions.why_not(t.s, t[KNIGHT], {"group": "act.Mighty Throw"})[0].params["card"] == "Red Button Stuck"
    )


@pytest.mark.rule("sde_arcade", "AE-4", "AE-2", "WR-5", state=True)
def test_mighty_throw_attacks_everybody_in_its_line():
    foes = {"a": ("Billmen", (4, 2)), "b": ("Billmen", (6, 2)), "c": ("Billmen", (6, 3))}
    t = table({KNIGHT: (2, 2)}, foes).dice("R3", "R2", "R1")
    a, b = t["a"].id, t["b"].id
    run(t, f"act.Mighty Throw>{t.at(3, 2)}")
    assert a not in t.s.monsters and b not in t.s.monsters and t["c"].wounds == 0
    assert t[KNIGHT].ap_spent == 2 and t[KNIGHT].wrath == 2


@pytest.mark.rule("sde_arcade", "HA-14", "HA-10")
def test_scope_is_a_contest_that_causes_bane_and_no_wound():
    t = table({EMERALD: (2, 2)}, {"frog": ("Grobbit Executioner", (8, 2))}).dice("B1", "BH", "R2")
    run(t, f"act.Scope>{t['frog'].id}", who=EMERALD)
    assert t["frog"].status == ["Bane"] and t["frog"].wounds == 0


@pytest.mark.rule("sde_arcade", "AE-4", "HA-12", state=True)
def test_an_aura_is_laid_on_the_user_and_helps_friends_in_it():
    t = table({KNIGHT: (2, 2), EMERALD: (3, 2)})
    t[KNIGHT].slots["Citrine"] = "Citrine Crystal Shard"
    before = facts.attribute(t.s, t[EMERALD], "STR")
    run(t, "act.Princess Power")
    assert facts.attribute(t.s, t[EMERALD], "STR").R == before.R + 1


@pytest.mark.rule("sde_arcade", "AE-1", state=True)
def test_auras_of_two_heroes_with_a_wall_between_them_reach_neither():
    t = table({KNIGHT: (3, 2), EMERALD: (4, 2)}, walls=tuple((3, y, "E") for y in range(4)))
    for hero in (KNIGHT, EMERALD):
        effect = {"op": "bonus", "attr": "STR", "dice": {"R": 1}, "area": "Aura 6"}
        t[hero].lasting.append(Lasting(hero, effect, "next_upkeep", hero))
    assert facts.near(t.s, t[KNIGHT], t[EMERALD], 6) and not facts.sees(t.s, t[KNIGHT], t[EMERALD])
    assert len(facts.lasting(t.s, t[KNIGHT])) == len(facts.lasting(t.s, t[EMERALD])) == 1


@pytest.mark.rule("sde_arcade", "AB-2", state=True)
def test_two_actions_of_one_name_are_told_apart_by_their_cards():
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].slots["Citrine"] = "Citrine Crystal Shard"
    t[KNIGHT].slots["Ruby"] = "Ruby Crystal Shard"
    labels = [label for label, _ in actions.labelled(t.s, t[KNIGHT])]
    assert "Princess Power" in labels and "Princess Power (Ruby Crystal Shard)" in labels
    assert len(set(labels)) == len(labels)


@pytest.mark.rule("sde_arcade", "AE-3", state=True)
def test_a_burst_is_aimed_at_a_square_with_a_target():
    t = table({KNIGHT: (1, 1)}, {"a": ("Billmen", (4, 1)), "b": ("Billmen", (5, 1))})
    t[KNIGHT].slots["Ruby"] = "Sceptre of the Archmage"
    (group,) = [g for g in activation.groups(t.s, t[KNIGHT]) if g.id == "act.Force of Will"]
    assert (group.on, group.targets) == ("square", (t.at(4, 1), t.at(5, 1)))
    spot = actions.spot_of(
        t.s, t[KNIGHT], dict(actions.labelled(t.s, t[KNIGHT]))["Force of Will"], t.at(4, 1)
    )
    assert spot is not None and len(areas.affected(t.s, t[KNIGHT], spot)) == 2


# -- moving and running --------------------------------------------------------------------------------------


@pytest.mark.rule("sde_arcade", "HA-1")
@pytest.mark.rule("sde_arcade", "HA-7", state=True)
def test_movement_may_be_split_around_an_attack():
    t = table({KNIGHT: (0, 2)}, {"frog": ("Frog Knight", (4, 2))}).dice("R-", "R-")
    run(t, f"move>{t.at(2, 2)}", f"attack.STR>{t['frog'].id}", f"move>{t.at(2, 6)}")
    assert t[KNIGHT].at == t.at(2, 6) and t[KNIGHT].mp_spent == 6
    assert not offers(t, "move")


@pytest.mark.rule("sde_arcade", "ST-6", state=True)
def test_slow_halves_movement_rounded_up():
    """M6, with MP 6."""
    t = table({KNIGHT: (0, 2)})
    t[KNIGHT].status.append("Slow")
    assert f"move>{t.at(3, 2)}" in options(t) and f"move>{t.at(4, 2)}" not in options(t)


@pytest.mark.rule("sde_arcade", "BA-5")
@pytest.mark.rule("sde_arcade", "BA-13", state=True)
def test_run_doubles_the_movement_for_all_action_points():
    """M7."""
    t = table({KNIGHT: (0, 2)})
    run(t, f"move>{t.at(1, 2)}", "run", f"move>{t.at(10, 2)}")
    assert facts.ap_left(t.s, t[KNIGHT]) == 0 and facts.mp_left(t.s, t[KNIGHT]) == 2
    t = table({KNIGHT: (0, 2)})
    t[KNIGHT].ap_spent = 1
    assert not offers(t, "run")
    assert [r.key for r in actions.why_not(t.s, t[KNIGHT], {"group": "run"})] == ["no.run"]


@pytest.mark.rule("sde_arcade", "BA-10")
@pytest.mark.rule("sde_arcade", "ST-7", "FQ-10", state=True)
def test_a_knocked_down_hero_can_only_stand_up():
    t = table({KNIGHT: (2, 2)}, FROG)
    t[KNIGHT].status.append("Knockdown")
    assert options(t) == ["stand.ap", "stand.mp", "end"]
    t.dice("R-", "R-")
    run(t, "stand.mp", f"attack.STR>{t['frog'].id}")
    assert t[KNIGHT].status == [] and facts.mp_left(t.s, t[KNIGHT]) == 0


@pytest.mark.rule("sde_arcade", "ST-7", state=True)
def test_standing_up_for_movement_needs_a_point_left():
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].status.append("Knockdown")
    t[KNIGHT].mp_spent = 6
    assert options(t) == ["stand.ap", "end"]


@pytest.mark.rule("sde_arcade", "HA-5", "HA-6", "MP-1")
def test_why_a_square_cannot_be_entered():
    t = table({KNIGHT: (0, 0), EMERALD: (1, 0)}, rows=("#..........",) + ("...........",) * 10)
    t[KNIGHT].at = t.at(2, 0)

    def why(x: int, y: int) -> list[str]:
        return [r.key for r in actions.why_not(t.s, t[KNIGHT], {"square": t.at(x, y)})]

    assert why(0, 0) == ["no.floor"]
    assert why(1, 0) == ["no.occupied"]
    assert why(2, 9) == ["no.mp"]
    assert why(3, 3) == []


# -- chests, tokens, help ------------------------------------------------------------------------------------


@pytest.mark.rule("sde_arcade", "BA-4", "WR-1")
def test_picking_a_lock_opens_the_chest():
    """H6."""
    t = table({EMERALD: (2, 2)}).dice("B1", "B1", "R1")
    chest = t.token("chest", 3, 3)
    run(t, f"pick_lock>{chest.id}", who=EMERALD)
    assert chest.id not in t.s.tokens and len(t.s.backpack) == 2
    assert t[EMERALD].wrath == 1 and t[EMERALD].ap_spent == 1


@pytest.mark.rule("sde_arcade", "BA-4")
@pytest.mark.rule("sde_arcade", "BB-2", state=True)
def test_a_failed_lock_brings_a_boo_booty():
    t = table({EMERALD: (2, 2)}).dice("B1", "B1", "R-")
    chest = t.token("chest", 3, 3)
    run(t, f"pick_lock>{chest.id}", who=EMERALD)
    (booty,) = t.s.monsters.values()
    assert booty.kind == "boo_booty" and booty.at == t.at(3, 3)
    assert t.s.backpack == [] and t[EMERALD].wrath == 0


@pytest.mark.rule("sde_arcade", "BA-8")
@pytest.mark.rule("sde_arcade", "EX-11", state=True)
def test_a_key_opens_a_chest_without_a_roll():
    t = table({KNIGHT: (2, 2)})
    chest = t.token("chest", 3, 3)
    assert not offers(t, "unlock")
    t.s.keys = 1
    run(t, f"unlock>{chest.id}")
    assert t.s.keys == 0 and len(t.s.backpack) == 2


@pytest.mark.rule("sde_arcade", "BA-4")
@pytest.mark.rule("sde_arcade", "LR-1", state=True)
def test_a_wall_keeps_a_chest_out_of_reach():
    t = table({KNIGHT: (2, 2)}, walls=((2, 2, "E"),))
    t.token("chest", 3, 2)
    assert not offers(t, "pick_lock")
    assert [r.rule for r in actions.why_not(t.s, t[KNIGHT], {"group": "pick_lock"})] == ["BA-4"]


@pytest.mark.rule("sde_arcade", "BA-6")
def test_bandage_heals_a_wound_with_three_stars():
    t = table({KNIGHT: (2, 2), EMERALD: (3, 2)}).dice("B2", "B1", "B1", "B1")
    t[EMERALD].wounds = 2
    run(t, f"bandage>{EMERALD}", f"bandage>{EMERALD}")
    assert t[EMERALD].wounds == 1


@pytest.mark.rule("sde_arcade", "BA-7", "YD-6")
def test_scavenge_picks_up_one_token_for_each_action():
    t = table({KNIGHT: (2, 2), EMERALD: (8, 8)})
    t[EMERALD].slots["Ruby"] = "Nether Sword"
    coin, key, skull = t.token("coin", 3, 3), t.token("key", 3, 3), t.token("skull", 1, 1, EMERALD)
    run(t, f"scavenge>{coin.id}", f"scavenge>{key.id}", f"scavenge>{skull.id}")
    assert (t.s.coins, t.s.keys, t.s.backpack, t.s.tokens) == (1, 1, ["Nether Sword"], {})
    assert facts.ap_left(t.s, t[KNIGHT]) == 0


@pytest.mark.rule("sde_arcade", "BA-7")
@pytest.mark.rule("sde_arcade", "PO-1", state=True)
def test_a_potion_token_goes_to_a_hero_with_room():
    t = table({KNIGHT: (2, 2), EMERALD: (8, 8)})
    token = t.token("potion", 3, 3)
    t[KNIGHT].potions = 1
    run(t, f"scavenge>{token.id}", f"potion>{EMERALD}")
    assert t[EMERALD].potions == 1
    t.token("potion", 3, 3)
    assert not offers(t, "scavenge")


@pytest.mark.rule("sde_arcade", "BA-9")
def test_search_draws_one_more_card_once():
    t = table({KNIGHT: (2, 2)})
    assert not offers(t, "search")
    t.s.tiles[0].searched = 1
    t.s.explore.draw_pile.append("Secret Code")
    run(t, "search")
    assert t.s.coins == 1 and not offers(t, "search")
    assert [r.key for r in basic.why_not(t.s, t[KNIGHT], "search")] == ["no.searched"]


@pytest.mark.rule("sde_arcade", "TR-7")
def test_disarming_needs_more_stars_than_the_trap():
    """E3."""
    t = table({KNIGHT: (2, 2)}).dice("B1", "B1", "B2", "B1")
    trap = t.trap("Wall of Fire", (3, 1), (3, 2), (3, 3), (3, 4))
    run(t, f"disarm>{trap.id}", f"disarm>{trap.id}")
    assert t.s.templates == {} and t[KNIGHT].ap_spent == 2


@pytest.mark.rule("sde_arcade", "EX-12", "EX-11")
def test_a_key_opens_locked_doors_for_no_action():
    t = table({KNIGHT: (2, 2)})
    t.s.tiles[0].locked = True
    assert [r.key for r in actions.why_not(t.s, t[KNIGHT], {"group": "unlock_doors"})] == ["no.key"]
    t.s.keys = 1
    run(t, "unlock_doors")
    assert not t.s.tiles[0].locked and t.s.keys == 0 and t[KNIGHT].ap_spent == 0


@pytest.mark.rule("sde_arcade", "BA-11")
def test_pets_make_no_basic_actions_but_attacks():
    t = table({KNIGHT: (2, 2)}, FROG)
    pet = pet_of(t, KNIGHT)
    t.token("chest", 3, 3)
    t[KNIGHT].wounds = 1
    ids = [group.id for group in activation.groups(t.s, pet)]
    assert "attack.STR" in ids and not {"pick_lock", "bandage", "run"}.intersection(ids)
    assert basic.why_not(t.s, pet, "bandage")[0].rule == "BA-11"


def pet_of(t: Table, hero: str, wonder: str = "Mr. Chompers") -> Member:
    pet = Member(
        "pet-chompers", "pet", wonder, at=t.s.members[hero].at + 1 + t.s.width, master=hero, seat=hero
    )
    t.s.members[pet.id] = pet
    return pet


# -- potions -------------------------------------------------------------------------------------------------


@pytest.mark.rule("sde_arcade", "PO-2", "PO-3", "WR-1")
def test_one_potion_in_an_activation_and_it_earns_wrath():
    """H8."""
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].potions = 2
    run(t, "drink.questing-knight.Magic Armor")
    assert facts.attribute(t.s, t[KNIGHT], "ARM").R == 2
    assert (t[KNIGHT].potions, t[KNIGHT].ap_spent, t[KNIGHT].wrath) == (1, 0, 1)
    assert not offers(t, "drink.questing-knight.Magic Armor")
    (reason,) = actions.why_not(t.s, t[KNIGHT], {"group": "drink.questing-knight.Magic Armor"})
    assert (reason.key, reason.rule) == ("no.drunk", "PO-3")


@pytest.mark.rule("sde_arcade", "PO-6")
def test_a_shared_potion_needs_the_consent_of_its_owner():
    """H9."""
    t = table({EMERALD: (2, 2), KNIGHT: (9, 9)})
    t[KNIGHT].potions = 1
    run(t, "drink.questing-knight.Magic Armor", "yes", who=EMERALD)
    assert t[KNIGHT].potions == 0 and facts.attribute(t.s, t[EMERALD], "ARM").R == 1
    consent = next(d for d in t.asked if d.mode == "consent")
    assert consent.seats == (KNIGHT,)


@pytest.mark.rule("sde_arcade", "PO-6")
@pytest.mark.rule("sde_arcade", "CP-3", state=True)
def test_an_owner_may_refuse_and_is_not_asked_again():
    t = table({EMERALD: (2, 2), KNIGHT: (9, 9)})
    t[KNIGHT].potions = 1
    run(t, "drink.questing-knight.Magic Armor", "no", who=EMERALD)
    assert t[KNIGHT].potions == 1 and t[EMERALD].drunk == 0
    assert not offers(t, "drink.questing-knight.Magic Armor", EMERALD)
    assert potions.why_not(t.s, t[EMERALD], "questing-knight.Magic Armor")[0].key == "no.refused"


@pytest.mark.rule("sde_arcade", "PO-11")
def test_distilled_stampede_lets_heroes_move_at_once():
    t = table({HUNTRESS: (2, 2), KNIGHT: (9, 9)})
    t[HUNTRESS].potions = 1
    to = t.at(9, 6)
    run(
        t,
        "drink.thundervale-huntress.Distilled Stampede",
        f"move.{KNIGHT}>{to}",
        f"stay.{HUNTRESS}",
        who=HUNTRESS,
    )
    assert t[KNIGHT].at == to


@pytest.mark.rule("sde_arcade", "TR-4")
def test_a_choking_cloud_forbids_potions():
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].potions = 1
    t.trap("Choking Cloud", (3, 2), (4, 2), (3, 3), (4, 3))
    run(t, f"move>{t.at(3, 2)}")
    assert not offers(t, "drink.questing-knight.Magic Armor")


@pytest.mark.rule("sde_arcade", "PO-4", "PO-9")
@pytest.mark.rule("sde_arcade", "PO-3", "WR-6", state=True)
def test_an_emergency_potion_in_the_consul_turn():
    t = table({KNIGHT: (2, 2), EMERALD: (3, 2)})
    t[KNIGHT].potions, t[EMERALD].potions = 2, 1
    t.s.turn.side = "consul"
    answers = [f"drink.{KNIGHT}.Magic Armor@{KNIGHT}", f"drink.{KNIGHT}.Magic Armor@{EMERALD}", "yes"]
    t.play(potions.emergency_window(t.g, "card", what="Hack and Slash"), answers)
    assert t[KNIGHT].potions == 0 and t[KNIGHT].wrath == t[EMERALD].wrath == 1
    t[KNIGHT].potions = 2
    t.play(potions.emergency_window(t.g, "card", what="Hack and Slash"))  # nobody is asked again: one each


@pytest.mark.rule("sde_arcade", "PO-9")
@pytest.mark.rule("sde_arcade", "ST-7", state=True)
def test_a_seat_may_pass_for_the_whole_turn_and_the_knocked_down_are_not_asked():
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].potions = 1
    t.s.turn.side = "consul"
    t.play(potions.emergency_window(t.g, "card", what="Hack and Slash"), ["wait"])
    t.play(potions.emergency_window(t.g, "card", what="Hack and Slash"), ["pass"])
    t.play(potions.emergency_window(t.g, "card", what="Hack and Slash"))
    t.s.turn.passing.clear()
    t[KNIGHT].status.append("Knockdown")
    t.play(potions.emergency_window(t.g, "card", what="Hack and Slash"))


@pytest.mark.rule("sde_arcade", "PO-9")
def test_a_potion_for_its_drinker_alone_is_offered_to_who_is_attacked():
    t = table({KNIGHT: (2, 2), EMERALD: (3, 2)}, {"frog": ("Frog Knight", (10, 10))})
    t[KNIGHT].potions = 1
    t.s.turn.side = "consul"
    frog = next(iter(t.s.monsters.values()))
    asked = t.ask(potions.emergency_window(t.g, "fight", aimed=[t[EMERALD]], who="Frog Knight", n=3))
    assert asked.seats == (EMERALD,) and asked.prompt == "ask.emergency_fight"
    assert asked.params == {"who": "Frog Knight", "n": 3, "target": facts.name(t[EMERALD])}
    shared = asked.groups[0]
    assert (shared.verb, shared.params["who"]) == ("do.drink_of_for", facts.name(t[EMERALD]))
    assert asked.groups[-2].params["tone"] != asked.groups[-1].params["tone"]
    t.play(fight.window(t.g, frog))  # it can attack nobody
    t.s.options["potion_windows"] = "all"
    asked = t.ask(potions.emergency_window(t.g, "attack", aimed=[t[EMERALD]], who="Frog Knight"))
    assert asked.seats == (KNIGHT, EMERALD)


@pytest.mark.rule("sde_arcade", "PO-9")
def test_the_window_before_a_fight_tells_who_attacks_whom_with_what():
    t = table({KNIGHT: (2, 2), EMERALD: (8, 8)}, {"frog": ("Frog Knight", (3, 2))})
    t[KNIGHT].potions = t[EMERALD].potions = 1
    t.s.turn.side = "consul"
    asked = t.ask(fight.window(t.g, t["frog"]))
    assert asked.seats == (KNIGHT,)
    stars = facts.strength(t.s, t["frog"])
    assert asked.params == {"who": "Frog Knight", "target": "Questing Knight", "n": stars}


def test_the_house_rule_on_potion_windows_is_checked():
    from webgame.engine.system import BadScenario
    from webgame.systems.sde_arcade import setup

    assert setup.checked({"potion_windows": "all"})
    with pytest.raises(BadScenario):
        setup.checked({"potion_windows": "never"})


def test_the_menu_is_one_decision_of_the_heros_seat():
    t = table({KNIGHT: (2, 2)}, FROG)
    menu = activation.menu(t.s, t[KNIGHT])
    assert isinstance(menu, Decision) and menu.seats == (KNIGHT,) and menu.mode == "one"
    assert len({group.id for group in menu.groups}) == len(menu.groups)
