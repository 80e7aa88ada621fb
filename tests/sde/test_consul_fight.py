"""The Fight and Unique commands: targets, strength, gangs, invaders (FI, UN, GA, CR-4)."""

from __future__ import annotations

import pytest

from tests.sde.consul import ROOM, command, turn
from tests.sde.table import table
from webgame.systems.sde_arcade.rules import aiming, facts, fight, targets, unique
from webgame.systems.sde_arcade.state import Member

KNIGHT, EMERALD, HUNTRESS = "questing-knight", "princess-emerald", "thundervale-huntress"
MISS = ("B-", "B-", "R-")


@pytest.mark.rule("sde_arcade", "TP-2", "FI-1")
@pytest.mark.rule("sde_arcade", "TP-4", state=True)
def test_the_best_target_out_of_range_the_next_one_is_attacked() -> None:
    """Oracle C10."""
    t = table({KNIGHT: (0, 0), EMERALD: (5, 4)}, {"wisp": ("Wisp", (5, 5))})
    t[KNIGHT].wrath, t[EMERALD].wrath = 3, 1
    command(t)
    t.play(fight.fight(t.g, t["wisp"]))
    assert t.told("ev.strikes")[0].params["target"] == "Princess Emerald"
    assert [e.params["target"] for e in t.told("no.range")] == ["Questing Knight"]


@pytest.mark.rule("sde_arcade", "FI-1")
@pytest.mark.rule("sde_arcade", "ST-6", state=True)
def test_poison_takes_one_attack() -> None:
    """Oracle C12."""
    t = table({KNIGHT: (5, 4)}, {"king": ("Bashful Boris", (5, 5))})
    t["king"].status = ["Poison"]
    command(t)
    t.dice(*("B2", "B2", "R3") * 2)
    t.play(fight.fight(t.g, t["king"]))
    assert len(t.told("ev.strikes")) == 2


@pytest.mark.rule("sde_arcade", "FI-2", "DR-3")
def test_a_tie_wounds_nobody() -> None:
    """Oracle D6."""
    t = table({KNIGHT: (5, 4)}, {"ex": ("Grobbit Executioner", (5, 5))})
    command(t)
    t.dice("B1", "B-", "R2")
    t.play(fight.fight(t.g, t["ex"]))
    assert t[KNIGHT].wounds == 0


@pytest.mark.rule("sde_arcade", "FI-2")
@pytest.mark.rule("sde_arcade", "GA-6", "GA-11", state=True)
@pytest.mark.parametrize(("at", "stars", "reach", "slow"), [((8, 5), 4, 4, True), ((9, 5), 3, 2, False)])
def test_an_executioner_with_and_without_its_billman(
    at: tuple[int, int], stars: int, reach: int, slow: bool
) -> None:
    """Oracle G1 and G2; the Executioner stands on columns 5 and 6."""
    t = table({KNIGHT: (4, 5)}, {"ex": ("Grobbit Executioner", (5, 5)), "bill": ("Billmen", at)})
    command(t)
    t.dice(*MISS)
    t.play(fight.fight(t.g, t["ex"]))
    assert [e.params["n"] for e in t.told("ev.strikes")] == [stars]
    assert facts.reach(t.s, t["ex"]) == reach
    assert t[KNIGHT].wounds == 2 and ("Slow" in t[KNIGHT].status) is slow


@pytest.mark.rule("sde_arcade", "GA-6")
@pytest.mark.rule("sde_arcade", "GA-3", "GA-8", "GA-11", state=True)
def test_the_same_billman_lends_a_frog_knight_knockdown() -> None:
    """Oracle G7."""
    t = table({KNIGHT: (4, 5)}, {"frog": ("Frog Knight", (5, 5)), "bill": ("Billmen", (7, 5))})
    command(t)
    t.dice(*MISS)
    t.play(fight.fight(t.g, t["frog"]))
    assert t.told("ev.strikes")[0].params["n"] == 3
    assert (t[KNIGHT].wounds, t[KNIGHT].status) == (1, ["Knockdown"])


@pytest.mark.rule("sde_arcade", "FI-3", "TP-6", state=True)
def test_a_hero_destroyed_in_mid_command_is_followed_by_the_next() -> None:
    t = table({KNIGHT: (5, 4), EMERALD: (4, 5)}, {"boris": ("Bashful Boris", (5, 5))})
    t[KNIGHT].wrath, t[KNIGHT].wounds = 3, 4
    command(t)
    t.dice(*MISS)
    t.play(fight.fight(t.g, t["boris"]))
    assert t[KNIGHT].down
    told = [e.params["target"] for e in t.told("ev.strikes")]
    assert told == ["Questing Knight", "Princess Emerald", "Princess Emerald"]


@pytest.mark.rule("sde_arcade", "FI-1", "FI-2")
@pytest.mark.rule("sde_arcade", "EX-14", state=True)
@pytest.mark.parametrize(("row", "attacked"), [(2, True), (1, False)])
def test_fog_cuts_a_monsters_range_once(row: int, attacked: bool) -> None:
    """RNG 6 is 3 in Mistmourn Fog, for moving into range and for the attack alike."""
    t = table({KNIGHT: (5, row)}, {"king": ("The Forgotten King", (5, 5))})
    t.s.tiles[0].cards.append("Mistmourn Fog")
    command(t)
    assert facts.reach(t.s, t["king"]) == 3 and targets.can_attack(t.s, t["king"]) is attacked
    t.dice(*MISS * 3)
    t.play(fight.fight(t.g, t["king"]))
    assert bool(t.told("ev.strikes")) is attacked


@pytest.mark.rule("sde_arcade", "FI-6", "GA-9", state=True)
def test_minions_never_fight() -> None:
    t = table({KNIGHT: (5, 4)}, {"bill": ("Billmen", (5, 5))})
    turn(t, "Hack and Slash")
    assert not t.told("ev.fights") and not t.told("ev.strikes")


@pytest.mark.rule("sde_arcade", "CR-4")
@pytest.mark.rule("sde_arcade", "FI-5", "CR-3", state=True)
def test_a_rabid_squirrel_jumps_onto_the_card() -> None:
    """Oracle C14."""
    t = table({KNIGHT: (5, 4), EMERALD: (0, 0)}, {"squirrel": ("Rabid Squirrel", (5, 5))})
    turn(t, "Griefer")
    assert (t["squirrel"].at, t["squirrel"].host, t[KNIGHT].invaders) == (-1, KNIGHT, [t["squirrel"].id])
    assert t[KNIGHT].wounds == 0
    assert facts.defense_bonus(t.s, t[KNIGHT]) == -1
    assert aiming.targetable(t.s, t[KNIGHT], t["squirrel"], 1, offensive=True) is None
    assert aiming.targetable(t.s, t[EMERALD], t["squirrel"], 8, offensive=True).rule == "CR-4"


@pytest.mark.rule("sde_arcade", "CR-4")
@pytest.mark.rule("sde_arcade", "PU-10", state=True)
def test_a_slime_that_switches_off_hearts_destroys_nobody() -> None:
    from webgame.systems.sde_arcade.cards import box

    card = next(
        c
        for c in box().equipment.values()
        if any(e["op"] == "hearts" and e["amount"] == 1 for e in c.effects)
    )
    t = table({KNIGHT: (5, 4)}, {"slime": (f"{card.slot} Slime", (5, 5))})
    t[KNIGHT].slots[card.slot] = card.name
    t[KNIGHT].wounds = 5
    turn(t, "Griefer")
    assert not t[KNIGHT].down and t[KNIGHT].wounds == 4


@pytest.mark.rule("sde_arcade", "FI-5", state=True)
def test_an_invader_leaves_pets_alone() -> None:
    t = table({KNIGHT: (0, 0)}, {"squirrel": ("Rabid Squirrel", (5, 5))})
    t.s.members["pet"] = Member("pet", "pet", "Mr. Chompers", at=t.at(5, 6), master=KNIGHT, seat=KNIGHT)
    command(t)
    t.play(fight.fight(t.g, t["squirrel"]))
    assert t["squirrel"].at == t.at(5, 5)


@pytest.mark.rule("sde_arcade", "TP-5", state=True)
def test_a_pet_is_attacked_only_if_no_hero_is_in_range() -> None:
    t = table({KNIGHT: (3, 5)}, {"rattle": ("Rattlebone", (5, 5))})
    t.s.members["pet"] = Member("pet", "pet", "Mr. Chompers", at=t.at(5, 6), master=KNIGHT, seat=KNIGHT)
    t.s.backpack.clear()
    command(t)
    t.play(fight.fight(t.g, t["rattle"]))
    assert t.told("ev.strikes")[0].params["target"] == "Mr. Chompers"
    t[KNIGHT].at = t.at(4, 5)
    t.play(fight.fight(t.g, t["rattle"]))
    assert t.told("ev.strikes")[-1].params["target"] == "Questing Knight"


@pytest.mark.rule("sde_arcade", "FI-4", "DR-6", state=True)
def test_hubris_and_virulent_and_pile_on() -> None:
    """Oracle C15 and C16."""
    t = table({KNIGHT: (5, 4)}, {"king": ("The Forgotten King", (5, 5)), "turnip": ("Turniphead", (8, 8))})
    t[KNIGHT].slots = {"Ruby": "Spikes", "Citrine": "Dwarven Axe"}
    assert facts.strength(t.s, t["king"], t[KNIGHT]) == 4
    t[KNIGHT].status = ["Poison"]
    assert facts.strength(t.s, t["turnip"], t[KNIGHT]) == 3


@pytest.mark.rule("sde_arcade", "FI-1", "UN-1")
@pytest.mark.rule("sde_arcade", "UN-4", state=True)
def test_death_sentence_gives_a_second_attack() -> None:
    """Oracle G6."""
    t = table({KNIGHT: (4, 5)}, {"ex": ("Grobbit Executioner", (5, 5)), "bill": ("Billmen", (8, 5))})
    command(t, "Hardcore")
    t.play(unique.perform(t.g, t["ex"]))
    assert facts.attacks(t.s, t["ex"]) == 2
    t.dice(*("B2", "B2", "R3") * 2)
    t.play(fight.fight(t.g, t["ex"]))
    assert len([e for e in t.told("ev.strikes")]) == 2
    turn(t, "Lag")  # its next upkeep ends it
    assert facts.attacks(t.s, t["ex"]) == 1


@pytest.mark.rule("sde_arcade", "UN-7")
@pytest.mark.rule("sde_arcade", "AB-2", state=True)
def test_a_unique_that_would_do_nothing_is_skipped() -> None:
    t = table({KNIGHT: (4, 5)}, {"ex": ("Grobbit Executioner", (5, 5)), "wisp": ("Wisp", (5, 3))})
    t[KNIGHT].status = ["Slow"]
    command(t, "Special Move")
    t.play(unique.perform(t.g, t["ex"]))
    t.play(unique.perform(t.g, t["ex"]))
    t.play(unique.perform(t.g, t["wisp"]))
    assert len(t.told("ev.unique")) == 1
    assert [e.rule for e in t.told("ev.unique_skipped")] == ["UN-7", "UN-7"]


@pytest.mark.rule("sde_arcade", "UN-1")
@pytest.mark.rule("sde_arcade", "UN-7", state=True)
def test_bounce_costs_an_attack_of_the_next_fight() -> None:
    t = table({KNIGHT: (0, 5)}, {"booty": ("Bouncing Booty", (9, 5))})
    command(t, "Combo")
    assert facts.attacks(t.s, t["booty"]) == 2
    t.play(unique.perform(t.g, t["booty"]))
    assert facts.attacks(t.s, t["booty"]) == 1
    assert t["booty"].at % 11 == 4
    t.play(fight.fight(t.g, t["booty"]))
    assert facts.attacks(t.s, t["booty"]) == 2


@pytest.mark.rule("sde_arcade", "UN-8")
def test_ice_freezes_unique_actions() -> None:
    t = table({KNIGHT: (5, 4)}, {"wisp": ("Wisp", (5, 5))})
    t["wisp"].status = ["Ice"]
    turn(t, "Special Move")
    assert [e.rule for e in t.told("ev.out")] == ["UN-8", "UN-8"]
    assert t[KNIGHT].status == []


@pytest.mark.rule("sde_arcade", "UN-3")
@pytest.mark.rule("sde_arcade", "UN-5", state=True)
def test_pollen_dream_slows_without_a_roll_within_rng() -> None:
    t = table({KNIGHT: (5, 1), EMERALD: (0, 0)}, {"wisp": ("Wisp", (5, 5))})
    command(t, "Special Move")
    t.play(unique.perform(t.g, t["wisp"]))
    assert (t[KNIGHT].status, t[EMERALD].status) == (["Slow"], [])
    assert not t.told("ev.strikes")


@pytest.mark.rule("sde_arcade", "GA-12", "GA-6", state=True)
def test_two_wisps_use_the_stronger_form_of_their_action() -> None:
    t = table({KNIGHT: (5, 1), EMERALD: (8, 3)}, {"a": ("Wisp", (5, 5)), "b": ("Wisp", (5, 7))})
    command(t, "Special Move")
    t.play(unique.perform(t.g, t["a"]))
    assert (t[KNIGHT].status, t[EMERALD].status) == (["Slow"], ["Slow"])
    assert len(t.told("ev.unique")) == 1


@pytest.mark.rule("sde_arcade", "UN-3")
@pytest.mark.rule("sde_arcade", "UN-6", "AE-2", state=True)
def test_primal_roar_knocks_down_everybody_around() -> None:
    t = table({KNIGHT: (5, 2), EMERALD: (9, 9), HUNTRESS: (0, 0)}, {"king": ("The Forgotten King", (5, 6))})
    command(t, "Special Move")
    t.s.members[KNIGHT].wrath = 1
    t.dice(*("B2", "B2", "R3"))
    t.play(unique.perform(t.g, t["king"]))
    assert "Knockdown" in t[KNIGHT].status and "Knockdown" in t[EMERALD].status
    assert t.told("ev.unique")[1].params["what"] == "Primal Roar"


@pytest.mark.rule("sde_arcade", "UN-6", state=True)
def test_a_sweep_turns_to_the_priority_hero() -> None:
    t = table({KNIGHT: (5, 3), EMERALD: (8, 5), HUNTRESS: (8, 6)}, {"boris": ("Bashful Boris", (5, 5))})
    t[KNIGHT].wrath = 1
    command(t, "Special Move")
    t.play(unique.perform(t.g, t["boris"]))
    assert "Knockdown" in t[KNIGHT].status and "Knockdown" not in t[EMERALD].status
    t[KNIGHT].wrath = 0
    t[KNIGHT].status.clear()
    t[EMERALD].wrath = 1
    t.play(unique.perform(t.g, t["boris"]))
    assert "Knockdown" in t[EMERALD].status and "Knockdown" in t[HUNTRESS].status


@pytest.mark.rule("sde_arcade", "UN-2")
@pytest.mark.rule("sde_arcade", "BB-6", state=True)
def test_decay_wounds_and_takes_equipment() -> None:
    t = table({KNIGHT: (5, 4)}, {"trent": ("Trent", (5, 5))})
    t[KNIGHT].slots = {"Citrine": "Dwarven Axe"}
    command(t, "Special Move")
    t.dice(*MISS, *("B2", "B2", "R3"))
    t.play(unique.perform(t.g, t["trent"]), ["discard>Dwarven Axe"])
    assert t[KNIGHT].slots == {} and t[KNIGHT].wounds == 1
    assert t["trent"].unique_wounded


@pytest.mark.rule("sde_arcade", "UN-1")
@pytest.mark.rule("sde_arcade", "CR-3", state=True)
def test_a_giri_puts_a_mook_from_the_pool_beside_itself() -> None:
    t = table({KNIGHT: (0, 0)}, {"giri": ("Giri", (5, 5))})
    t.s.pool.monsters = {"Mook": 1}
    command(t, "Special Move")
    t.play(unique.perform(t.g, t["giri"]))
    (mook,) = [m for m in t.s.monsters.values() if m.card == "Mook"]
    assert facts.adjacent(t.s, t["giri"], mook)
    t.play(unique.perform(t.g, t["giri"]))
    assert t.told("ev.unique_skipped")


@pytest.mark.rule("sde_arcade", "AB-3", "UN-7")
def test_a_turniphead_mends_the_most_wounded_friend_or_nobody() -> None:
    t = table({KNIGHT: (0, 0)}, {"turnip": ("Turniphead", (5, 5)), "trent": ("Trent", (6, 6))})
    command(t, "Special Move")
    t.play(unique.perform(t.g, t["turnip"]))
    assert t.told("ev.unique_skipped")
    t["trent"].wounds = 2
    t.play(unique.perform(t.g, t["turnip"]))
    assert t["trent"].wounds == 1


@pytest.mark.rule("sde_arcade", "EX-3")
def test_a_card_on_the_tile_forbids_unique_actions_of_monsters_too() -> None:
    from webgame.systems.sde_arcade.cards import box

    found = [
        name
        for name, card in box().explore.items()
        if any(e["op"] == "forbid" and e["what"] == "unique_support" for e in card.effects)
    ]
    t = table({KNIGHT: (5, 4)}, {"wisp": ("Wisp", (5, 5))})
    t.s.tiles[0].cards = [found[0]]
    command(t, "Special Move")
    t.play(unique.perform(t.g, t["wisp"]))
    assert t[KNIGHT].status == [] and t.cites("EX-3")


@pytest.mark.rule("sde_arcade", "MA-1")
def test_monsters_far_from_all_heroes_do_nothing() -> None:
    t = table({KNIGHT: (0, 0)}, {"wisp": ("Wisp", (20, 5))}, second=ROOM)
    turn(t, "Hack and Slash")
    assert not t.told("ev.fights") and not t.told("ev.move")


@pytest.mark.rule("sde_arcade", "TS-9")
def test_the_turn_ends_at_once_with_the_last_hero() -> None:
    """Oracle P12."""
    t = table({KNIGHT: (5, 4)}, {"boris": ("Bashful Boris", (5, 5)), "wisp": ("Wisp", (4, 4))})
    t[KNIGHT].wounds = 4
    t.s.coins = 2
    t.dice(*MISS)
    turn(t, "Griefer")
    assert (t.s.outcome, t.s.outcome_rule) == ("defeat", "TS-9")
    assert t.s.turn.phase == "command"
