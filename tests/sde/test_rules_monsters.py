"""Monsters, gangs, the Consul's deck, spawning: GA, MA, CM, UN and SH where no other test has the rule."""

from __future__ import annotations

from tests.sde.acts import EMERALD, KNIGHT, rule
from tests.sde.consul import command, turn
from tests.sde.table import OPEN, table
from webgame.systems.sde_arcade.cards import Line, box
from webgame.systems.sde_arcade.rules import facts, powerup, spawn, waking, wounds
from webgame.systems.sde_arcade.state import Lasting


@rule("GA-1", "GA-4", state=True)
def test_solo_monsters_keep_their_own_line_whoever_is_near() -> None:
    kinds = {"boris": "Bashful Boris", "king": "The Forgotten King", "giri": "Giri", "biter": "Booty Biter"}
    at = {"boris": (5, 5), "king": (0, 0), "giri": (4, 5), "biter": (4, 6)}
    t = table({KNIGHT: (9, 9)}, {n: (c, at[n]) for n, c in kinds.items()} | {"bill": ("Billmen", (4, 4))})
    for name, card in kinds.items():
        gang, printed = facts.gang(t.s, t[name]), box().monsters[card]
        assert not gang.together and gang.partners == ()
        assert printed.range is not None
        assert gang.line == Line(printed.ac, printed.STR, printed.range.squares), card
    t = table({KNIGHT: (9, 9)}, {"frog": ("Frog Knight", (5, 5)), "bill": ("Billmen", (4, 4))})
    assert facts.gang(t.s, t["frog"]).together  # the other category


@rule("WR-1")
@rule("GA-2", "PU-3", state=True)
def test_ranks_boo_booties_count_as_elites_and_forms_keep_theirs() -> None:
    ranks = {m.rank for m in box().monsters.values()} - {"spawning_point", "form"}
    assert ranks == {"creep", "minion", "elite", "mini_boss", "dungeon_boss", "boo_booty"}
    t = table(
        {KNIGHT: (5, 5)},
        {"giri": ("Giri", (5, 3)), "biter": ("Booty Biter", (3, 5)), "sprout": ("Sprout", (7, 5))},
    )
    order = waking.activation_order(t.s, [m.id for m in t.s.monsters.values()])
    assert order == [t[n].id for n in ("biter", "sprout", "giri")]  # at one distance: elites before the creep
    t.play(wounds.wound(t.g, t["biter"], 2, t[KNIGHT]))
    assert t[KNIGHT].wrath == 1
    t.play(wounds.wound(t.g, t["sprout"], 2, t[KNIGHT]))
    assert (t["sprout"].card, t["sprout"].kind) == ("King Sprout", "elite")


@rule("GA-5", state=True)
def test_a_gang_card_names_an_elite_and_those_bonded_to_it() -> None:
    known = box().monsters
    for gang in box().gangs.values():
        assert known[gang.elite].rank in ("elite", "form") and gang.bonded, gang.name
        for bond in gang.bonded:
            assert bond["rank"] == known[bond["model"]].rank
            assert bond["rank"] == "minion" or bond["model"] == gang.elite, (
                gang.name
            )  # a second one of the kind
    minions = [m for m in known.values() if m.rank == "minion"]
    assert minions and all(m.gangs for m in minions)  # always bonded


@rule("GA-7", state=True)
def test_bonds_are_measured_as_range() -> None:
    models = {"frog": ("Frog Knight", (5, 5)), "bill": ("Billmen", (7, 5))}
    assert facts.gang((t := table({}, models)).s, t["frog"]).together
    t = table({}, models, walls=((6, 5, "E"),))  # around the wall it is three squares
    assert facts.distance(t.s, t["frog"], t["bill"]) == 3 and not facts.gang(t.s, t["frog"]).together
    rows = list(OPEN)
    rows[4] = rows[6] = "......s...."
    t = table({}, models, rows=tuple(rows))  # between statues the way is free
    assert facts.gang(t.s, t["frog"]).together


@rule("UN-1")
@rule("GA-13", state=True)
def test_two_minions_give_the_same_action_once() -> None:
    monsters = {"sprout": ("Sprout", (5, 5)), "a": ("Mook", (4, 4)), "b": ("Mook", (6, 6))}
    t = table({KNIGHT: (5, 7)}, monsters)
    names = [action.name for action in facts.gang(t.s, t["sprout"]).unique]
    assert names.count("Rampant Growth") == 1
    turn(t, "Special Move")  # Unique twice
    used = [e.params["what"] for e in t.told("ev.unique") + t.told("ev.unique_skipped")]
    assert used.count("Rampant Growth") == 2


@rule("GA-14", state=True)
def test_mob_reach_and_bruiser_of_a_gang() -> None:  # G9
    monsters = {"priest": ("Dragon Priest", (5, 5))}
    for i, at in enumerate([(4, 4), (6, 6), (4, 6)]):
        monsters[f"g{i}"] = ("Gouger", at)
    t = table({KNIGHT: (5, 8)}, monsters)
    assert facts.gang(t.s, t["priest"]).line == Line(3, 2, 3)
    assert (facts.strength(t.s, t["priest"]), facts.reach(t.s, t["priest"])) == (3, 5)
    t.play(wounds.wound(t.g, t["g0"], 1))
    assert facts.strength(t.s, t["priest"]) == 2  # three models are no more than three
    t = table({KNIGHT: (5, 8)}, {"priest": ("Dragon Priest", (5, 5)), "k": ("Knucklehead", (4, 4))})
    assert (facts.strength(t.s, t["priest"]), facts.reach(t.s, t["priest"])) == (3, 3)  # Bruiser


@rule("GA-14", state=True)
def test_back_strike_counts_against_a_hero_that_rested() -> None:
    t = table({KNIGHT: (5, 8)}, {"giri": ("Giri", (5, 5))})
    assert facts.strength(t.s, t["giri"], t[KNIGHT]) == 2
    t["giri"].lasting = [Lasting("x", {"op": "gain_ability", "ability": "Back Strike"}, "next_upkeep", "y")]
    assert facts.strength(t.s, t["giri"], t[KNIGHT]) == 3
    t[KNIGHT].acted_in = t.s.turn.round
    assert facts.strength(t.s, t["giri"], t[KNIGHT]) == 2


@rule("MA-11", "SU-10", state=True)
def test_the_command_deck_holds_the_known_cards() -> None:
    cards = {card.name: card.count for card in box().commands.values()}
    known = (
        "Combo",
        "Griefer",
        "Rush",
        "Exploit",
        "Hack and Slash",
        "Gauntlet",
        "Hardcore",
        "Turbo",
        "Recover",
    )
    assert set(known) <= set(cards) and len(cards) == len(known) + 7 and sum(cards.values()) == 36
    assert all(cards[name] >= 2 for name in ("Hack and Slash", "Gauntlet", "Hardcore"))


@rule("CM-1")
@rule("CM-7", "CM-2", state=True)
def test_nobody_notes_which_of_two_equal_points_a_monster_came_from() -> None:
    t = table(
        {KNIGHT: (1, 1)},
        {"near": ("Bramble Knight", (4, 4)), "far": ("Bramble Knight", (9, 9)), "bill": ("Billmen", (8, 9))},
    )
    t.play(wounds.wound(t.g, t["bill"], 1, t[KNIGHT]))
    assert t.s.pool.monsters == {"Billmen": 1}
    assert spawn.missing(t.s, t["near"]) == spawn.missing(t.s, t["far"]) == ["Billmen"]
    command(t, "Respawn")
    t.play(spawn.command(t.g))
    (bill,) = [m for m in t.s.monsters.values() if m.card == "Billmen"]
    assert facts.distance(t.s, bill, t["near"]) <= 2 and t.s.pool.monsters == {"Billmen": 0}  # type: ignore[operator]
    assert (t["near"].wounds, t["far"].wounds) == (1, 0)


@rule("CM-1", "ST-6")
@rule("CM-9", state=True)
def test_what_burns_in_the_consul_turn_may_be_spawned_in_the_same_turn() -> None:
    t = table({KNIGHT: (1, 1)}, {"point": ("Bramble Knight", (4, 4)), "bill": ("Billmen", (9, 9))})
    t["bill"].status = ["Fire"]
    burning = t["bill"].id
    turn(t, "Recover")
    (bill,) = [m for m in t.s.monsters.values() if m.card == "Billmen"]
    assert bill.id != burning and t["point"].wounds == 1
    assert t.cites("ST-6") and t.cites("CM-1")


@rule("UN-1")
@rule("UN-9", state=True)
def test_spawning_points_have_no_unique_actions() -> None:
    assert not [m.name for m in box().monsters.values() if m.rank == "spawning_point" and m.unique]
    t = table({KNIGHT: (1, 1)}, {"point": ("Old-Growth Hollow", (3, 3)), "frog": ("Frog Knight", (6, 6))})
    turn(t, "Special Move")
    told = t.told("ev.unique") + t.told("ev.unique_skipped")
    assert {e.params["who"] for e in told} == {"Frog Knight"}


@rule("SH-4")
@rule("SH-1", state=True)
def test_a_model_takes_its_other_form_in_upkeep_on_the_same_square() -> None:
    t = table({KNIGHT: (1, 1)}, {"drakk": ("Von Drakk", (6, 6))})
    drakk = t["drakk"]
    drakk.wounds, drakk.status = 4, ["Immobile", "Slow"]
    drakk.status.append("Knockdown")
    turn(t, "Camper")
    assert drakk.card == "Nocturne" and facts.base(t.s, drakk) >> t.at(6, 6) & 1 and drakk.size == 2
    assert drakk.wounds == 4 and set(drakk.status) == {"Immobile", "Slow", "Knockdown"}
    keys = [e.key for e in t.events]
    assert keys.index("ev.shifts") < keys.index("ev.command_card")  # in upkeep


@rule("PU-19", state=True)
def test_a_boss_at_half_health_calls_nobody() -> None:
    t = table({KNIGHT: (1, 1), EMERALD: (1, 9)}, {"king": ("The Forgotten King", (8, 8))})
    t.s.pool.monsters = {"Frog Knight": 2}
    t.play(wounds.wound(t.g, t["king"], 6, t[KNIGHT]))
    t.s.turn.phase = "power_up"
    t.play(powerup.run(t.g))
    assert len(t.s.monsters) == 1 and t.s.pool.monsters == {"Frog Knight": 2}
