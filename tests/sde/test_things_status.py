"""Status effects, healing, and what wounds bring with them (ST, AB-4 to AB-6, DR-8, DR-15, YD-10)."""

from __future__ import annotations

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, act, rule, upkeep
from tests.sde.table import table
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import effects, facts, resolve, wounds
from webgame.systems.sde_arcade.state import Lasting

FIGHT = resolve.Strike("l.fight", command="fight")


def gaining(keyword: str) -> Lasting:
    return Lasting("test", {"op": "gain_ability", "ability": keyword}, "next_upkeep", "test")


@rule("YD-10")
@rule("AB-4", state=True)
def test_nine_lives_save_once_a_game() -> None:
    t = table({KNIGHT: (2, 2), EMERALD: (9, 9)}, {"ogre": ("Grobbit Executioner", (4, 2))})
    t[KNIGHT].lasting = [gaining("9 Lives")]
    t.dice("R2")
    assert t.play(wounds.wound(t.g, t[KNIGHT], 5, t["ogre"])) is False
    assert not t[KNIGHT].down and t[KNIGHT].wounds == 3
    assert t.play(wounds.wound(t.g, t[KNIGHT], 2, t["ogre"])) is True
    assert t[KNIGHT].down
    t[EMERALD].lasting = [gaining("9 Lives")]
    t.dice("RP")
    t.play(wounds.wound(t.g, t[EMERALD], 5, t["ogre"]))
    assert t[EMERALD].down  # no star


@rule("ST-2", "ST-12", state=True)
def test_status_stays_until_it_is_removed() -> None:
    t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (9, 9))})
    t[KNIGHT].status, t["frog"].status = ["Hex", "Fire"], ["Slow"]
    upkeep(t, KNIGHT)
    act(t, KNIGHT, f"move>{t.at(3, 3)}")
    assert (t[KNIGHT].status, t[KNIGHT].wounds, t["frog"].status) == (["Hex", "Fire"], 1, ["Slow"])


@rule("ST-5", "ST-4", state=True)
def test_who_is_destroyed_suffers_nothing_more() -> None:
    t = table({HUNTRESS: (2, 2)}, {"bill": ("Billmen", (4, 2))})
    t.dice("B2", "B2", "R3", "R3")
    act(t, HUNTRESS, f"act.Lightning Charge>{t['bill'].id}")
    assert not t.told("ev.suffers") and not t.told("ev.pushed")


@rule("DR-8", state=True)
def test_a_result_never_drops_below_nothing() -> None:
    t = table({KNIGHT: (2, 2)}, {"giri": ("Giri", (4, 2)), "squirrel": ("Rabid Squirrel", (9, 9))})
    t["giri"].status = ["Bane"]
    assert facts.arm(t.s, t["giri"]) == 0
    t["squirrel"].at, t["squirrel"].host = -1, KNIGHT
    t[KNIGHT].invaders = [t["squirrel"].id]
    t.s.turn.side = "consul"
    t.dice("B-", "B-", "R-")
    t.play(resolve.strike(t.g, t["giri"], [t[KNIGHT]], FIGHT))
    assert t.told("ev.defense_fails")[0].params["n"] == 0


@rule("BA-6")
@rule("DR-15", state=True)
def test_hearts_of_a_bandage_roll_pay_nothing() -> None:
    t = table({KNIGHT: (2, 2), EMERALD: (2, 3)})
    t[EMERALD].wounds = 2
    t.dice("BH", "BH")
    act(t, KNIGHT, f"bandage>{EMERALD}")
    assert t[EMERALD].wounds == 2 and len(t.asked) == 1


@rule("AB-5")
def test_heal_removes_wounds_and_status_in_any_mix() -> None:
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].wounds, t[KNIGHT].status = 2, ["Fire"]
    assert t.play(wounds.heal(t.g, t[KNIGHT], 2, "AB-5", KNIGHT), ["heal>Fire"]) == 2
    assert (t[KNIGHT].wounds, t[KNIGHT].status) == (1, [])
    assert t.play(wounds.heal(t.g, t[KNIGHT], 3, "AB-5", KNIGHT)) == 1  # all of it: nobody is asked


@rule("AB-6", "UN-4", "AB-2", state=True)
def test_an_effect_on_the_gang_reaches_those_within_two_squares_and_ends_with_its_user() -> None:
    t = table(
        {}, {"ogre": ("Grobbit Executioner", (2, 2)), "near": ("Billmen", (5, 2)), "far": ("Billmen", (9, 9))}
    )
    sentence = resolve.from_unique(box().monsters["Grobbit Executioner"].unique[0])
    for _ in range(2):
        t.play(resolve.strike(t.g, t["ogre"], [], sentence))
    assert facts.attacks(t.s, t["ogre"]) == 2
    assert len(t["near"].lasting) == 1 and t["far"].lasting == []
    t.play(wounds.wound(t.g, t["ogre"], 3))
    assert t["near"].lasting == []


@rule("AB-3")
def test_mend_goes_to_the_most_wounded_friend_status_first() -> None:
    t = table(
        {},
        {"t": ("Turniphead", (2, 2)), "ogre": ("Grobbit Executioner", (4, 2)), "sprout": ("Sprout", (2, 4))},
    )
    t["ogre"].wounds, t["ogre"].status, t["sprout"].wounds = 2, ["Hex"], 1
    mend = resolve.from_unique(box().monsters["Turniphead"].unique[0])
    t.play(resolve.strike(t.g, t["t"], [], mend))
    assert (t["ogre"].wounds, t["ogre"].status, t["sprout"].wounds) == (2, [], 1)
    t.play(resolve.strike(t.g, t["t"], [], mend))
    assert t["ogre"].wounds == 1
    assert "mend" in effects.OPS


@rule("ST-3")
@rule("GA-11", state=True)
def test_lent_status_comes_with_wounds_of_offensive_actions_only() -> None:
    t = table({KNIGHT: (3, 2)}, {"frog": ("Frog Knight", (4, 2)), "bill": ("Billmen", (5, 2))})
    t.s.turn.side = "consul"
    t.dice("B2", "B2", "R3")
    t.play(resolve.strike(t.g, t["frog"], [t[KNIGHT]], FIGHT))
    assert t[KNIGHT].status == []
    t.dice("B-", "B-", "R-")
    t.play(resolve.strike(t.g, t["frog"], [t[KNIGHT]], FIGHT))
    assert (t[KNIGHT].wounds, t[KNIGHT].status) == (1, ["Knockdown"])


@rule("DR-17", "DR-11", state=True)
def test_a_monsters_attack_pays_no_symbols() -> None:
    t = table({KNIGHT: (3, 2)}, {"frog": ("Frog Knight", (4, 2))})
    t["frog"].wounds, t.s.turn.side = 1, "consul"
    t.dice("BH", "BH", "RP")
    t.play(resolve.strike(t.g, t["frog"], [t[KNIGHT]], FIGHT))
    assert t["frog"].wounds == 1 and t[KNIGHT].wounds == 1 and t.asked == []  # DR-13 for the defense roll
