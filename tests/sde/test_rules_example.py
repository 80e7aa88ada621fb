"""The example of play (section 20 of the digest), followed roll by roll on an open map.

Where the trace says "this tile" the table is one tile. Its third part moves the Huntress before each kind of
attack as the trace needs it; all dice fall as it says.
"""

from __future__ import annotations

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, act, offered, rule
from tests.sde.consul import turn
from tests.sde.table import Table, table
from webgame.systems.sde_arcade.cards import Dice
from webgame.systems.sde_arcade.rules import activation, facts, powerup
from webgame.systems.sde_arcade.rules import turn as turns


def strikes(t: Table) -> list[tuple[str, int]]:
    """Return who struck with how many stars, in order."""
    return [(e.params["who"], e.params["n"]) for e in t.told("ev.strikes")]


def begin(t: Table, hero: str, answers: tuple[str, ...] = ()) -> None:
    """Let a Hero be the next to activate."""
    t.s.turn.phase = "choose"
    t.play(turns.choose(t.g), [f"activate>{hero}"] if len(turns.candidates(t.s)) > 1 else [])
    assert t.s.turn.active == hero
    t.play(activation.upkeep(t.g), answers)


def end(t: Table) -> None:
    """End the activation."""
    t.play(activation.run(t.g), ["end"])


@rule("TS-2", "TS-3", "HA-14", "DR-3", "DR-12", "WR-1", "PU-2", "MA-10", "WR-8", "FI-2", "ST-3")
@rule("DR-11", "ST-7", state=True)
def test_the_example_of_play() -> None:
    t = table(
        {EMERALD: (8, 5), KNIGHT: (9, 6), HUNTRESS: (9, 8)},
        {
            "ex": ("Grobbit Executioner", (1, 5)),
            "b1": ("Billmen", (3, 8)),
            "b2": ("Billmen", (2, 2)),
            "b3": ("Billmen", (5, 1)),
            "frog1": ("Frog Knight", (2, 1)),
            "frog2": ("Frog Knight", (4, 1)),
            "point": ("Bramble Knight", (0, 0)),
        },
    )
    ex = t["ex"]

    # 1. Emerald: Scope on the Executioner six squares away, three stars and a heart against ARM 2.
    begin(t, EMERALD)
    assert (facts.ap_left(t.s, t[EMERALD]), facts.mp_left(t.s, t[EMERALD])) == (3, 6)
    assert facts.distance(t.s, t[EMERALD], ex) == 6 and facts.sees(t.s, t[EMERALD], ex)
    t.dice("B1", "BH", "R2")
    act(t, EMERALD, f"act.Scope>{ex.id}")
    assert strikes(t) == [("Princess Emerald", 3)] and t.told("ev.defense_fails")[0].params["n"] == 2
    assert ex.wounds == 0 and ex.status == ["Bane"] and facts.arm(t.s, ex) == 1
    assert not [
        d for d in t.asked if d.rule == "DR-11"
    ]  # nobody has a wound or a status token: the heart is lost

    # 2. Two Missile Attacks: 3 against 1 wounds, 1 against 1 does not.
    t.dice("B2", "B-", "R1")
    act(t, EMERALD, f"attack.DEX>{ex.id}")
    assert strikes(t)[-1] == ("Princess Emerald", 3) and ex.wounds == 1
    t.dice("B1", "B-", "R-")
    act(t, EMERALD, f"attack.DEX>{ex.id}")
    assert strikes(t)[-1] == ("Princess Emerald", 1) and ex.wounds == 1
    assert facts.ap_left(t.s, t[EMERALD]) == 0 and not [o for o in offered(t, EMERALD) if "attack" in o]
    end(t)

    # 3. The Huntress walks up, destroys a Billman (a potion for the Knight) and the Executioner.
    begin(t, HUNTRESS)
    assert facts.mp_left(t.s, t[HUNTRESS]) == 8
    act(t, HUNTRESS, f"move>{t.at(4, 6)}")
    assert facts.mp_left(t.s, t[HUNTRESS]) == 3  # five squares
    t.dice("B1", "B1", "RP")
    act(t, HUNTRESS, f"attack.STR>{t['b1'].id}", (f"potion>{KNIGHT}",))
    assert strikes(t)[-1] == ("Thundervale Huntress", 2) and t.names["b1"] not in t.s.monsters
    assert t[KNIGHT].potions == 1 and t[HUNTRESS].wrath == 1
    t.dice("B2", "B1", "R3")
    act(t, HUNTRESS, f"attack.STR>{ex.id}")
    assert strikes(t)[-1] == ("Thundervale Huntress", 6) and ex.wounds == 2
    t.dice("B-", "BH", "R2")
    act(t, HUNTRESS, f"attack.STR>{ex.id}")
    assert strikes(t)[-1] == ("Thundervale Huntress", 2) and ex.id not in t.s.monsters
    assert t[HUNTRESS].wrath == 2
    end(t)

    # 4. Power-Up: a minion and an elite make two loot cards; the Dwarven Axe goes to the Huntress.
    assert t.s.turn.loot == 2
    t.s.loot.draw_pile += ["Spikes", "Dwarven Axe"]
    t.s.turn.phase = "power_up"
    t.play(powerup.run(t.g), [f"equip.{HUNTRESS}>Dwarven Axe", "done"])
    assert [e.params["what"] for e in t.told("ev.loot")] == ["Dwarven Axe", "Spikes"]
    assert facts.attribute(t.s, t[HUNTRESS], "STR") == Dice(B=2, R=1, stars=1)
    assert t.s.turn.side == "consul"

    # 5. Griefer: of Knight and Emerald, both without wrath, Emerald acted last, so the Knight is the least.
    # 6. The Frog Knights move until he is in range, their Billmen along; 3 against 3, then 3 against 1.
    t[HUNTRESS].at = t.at(9, 9)  # out of the way: the trace says nothing of her
    t[KNIGHT].at = t.at(5, 5)
    t[KNIGHT].potions = 0  # nor of the potion, so that nobody is asked
    t.dice("B1", "B-", "R2", "B-", "B1", "R-")
    before = len(t.events)
    turn(t, "Griefer")
    told = t.events[before:]
    assert sum(e.key == "ev.woken" for e in told) == 5  # all on the tile, the spawning point too
    aims = [e for e in told if e.key == "ev.aims"]
    assert aims and {e.params["target"] for e in aims} == {"Questing Knight"}
    assert {(e.rule, e.params["why"]) for e in aims} <= {("WR-8", "l.why.earliest"), ("TP-2", "l.why.only")}
    for name in ("frog1", "frog2"):
        frog = t[name]
        gang = facts.gang(t.s, frog)
        assert gang.together and (gang.line.ac, gang.line.STR, gang.line.RNG) == (1, 3, 2)
        assert facts.distance(t.s, frog, t[KNIGHT]) <= 2 and facts.sees(t.s, frog, t[KNIGHT])  # type: ignore[operator]
    assert strikes(t)[-2:] == [("Frog Knight", 3)] * 2
    answers = [(e.key, e.params["n"]) for e in told if e.rule == "DR-3"]
    assert answers == [("ev.defends", 3), ("ev.defense_fails", 1)]
    assert t[KNIGHT].wounds == 1 and t[KNIGHT].status == ["Knockdown"]
    assert t.rng.script == []  # every die of the trace has fallen

    # 7. Power-Up has nothing to do. The Knight must be one of the two next, and stand up first.
    t.play(powerup.run(t.g), ["done"])
    assert (t.s.turn.side, t.s.turn.round) == ("heroes", 2) and len(t.told("ev.loot")) == 2
    t.s.turn.acted = [EMERALD]
    assert [hero.id for hero in turns.candidates(t.s)] == [KNIGHT]
    t.s.turn.acted = []
    begin(t, KNIGHT)
    assert offered(t, KNIGHT) == ["stand.ap", "stand.mp", "end"]
    act(t, KNIGHT, "stand.ap")
    assert facts.ap_left(t.s, t[KNIGHT]) == 2 and t[KNIGHT].status == []
