"""C1, the Example of Play, as a full trace: one round from the selection to the rest."""

from __future__ import annotations

import pytest

from tests.guildhaven.table import Table, sheet_of, table
from webgame.systems.guildhaven.box import Row
from webgame.systems.guildhaven.rules import order, rest
from webgame.systems.guildhaven.rules import round as rounds

KICK, BLITZ, STANCE = "martial_arts:split_kick", "martial_arts:blitz", "super_senses:defensive_stance"
OTHERS = ["martial_arts:palm_strike", "super_senses:weak_point", "super_senses:echo_sense"]
THUG = Row(3, [{"op": "move", "n": 3}, {"op": "attack", "n": 2, "range": 1}], "Move 3; Attack 2", 58)
HOLD = {"op": "affect", "range": 6, "riders": [{"op": "condition", "name": "immobilize"}]}
GUNNER = Row(5, [{"op": "move", "n": 1}, HOLD], "Move 1; IMMOBILIZE at range 6", 13)


def the_fury() -> Table:
    """Lay the table of the example."""
    sheet = sheet_of(tables={"Thug": {3: THUG}, "Gunner": {5: GUNNER}})
    t = table(hero=(2, 5), sheet=sheet, hp=6, hand=[KICK, BLITZ, STANCE, *OTHERS], items=("stims",))
    for number, type, square, hp in (
        (1, "Thug", (1, 5), 2),
        (2, "Thug", (3, 5), 4),
        (4, "Gunner", (2, 1), 3),
    ):
        t.put(f"v{number}", type, square, hp=hp)
    t.s.table.round.number = 0
    return t


def begin(t: Table) -> None:
    """Steps 1: two cards, 39 is announced, the Thugs roll 3 and the Gunner 5."""
    t.begin_round()
    t.rolls(Thug=3, Gunner=5)
    t.play(rounds.choose(t.g), ("select", (KICK, BLITZ)), f"lead>{BLITZ}")


@pytest.mark.rule("guildhaven", "GH-9.2")
@pytest.mark.rule("guildhaven", "GH-9.3")
@pytest.mark.rule("guildhaven", "GH-6.4")
def test_the_order_of_the_round() -> None:
    t = the_fury()
    begin(t)
    assert [(slot.unit, slot.initiative) for slot in order.in_order(t.s)] == [
        ("v4", 13),
        ("hero", 39),
        ("v1", 58),
        ("v2", 58),
    ]


@pytest.mark.rule("guildhaven", "GH-4.5")
@pytest.mark.rule("guildhaven", "GH-5.3")
@pytest.mark.rule("guildhaven", "GH-7.2")
@pytest.mark.rule("guildhaven", "GH-11.2")
@pytest.mark.rule("guildhaven", "GH-22.1")
def test_the_full_trace() -> None:
    t = the_fury()
    begin(t)
    t.play(rounds.turns(t.g))  # 2. the Gunner stands still, no roll
    assert t.xy("v4") == (2, 1)
    assert "attack" not in t.rng.counters
    assert "immobilize" in t.me.conditions

    t.dice(4, 5)  # 3. Split Kick on Thug 1: 9, raised to 10
    t.dice(3, 4)  # on Thug 2: 7
    t.play(
        rounds.turns(t.g),
        f"top.{KICK}",
        "attack>v1",
        f"raise>{STANCE}",
        "attack>v2",
        f"bottom.{BLITZ}",  # 4. no charge is possible, so nothing is asked
        "item.stims",  # 5.
        "do",
    )
    assert "v1" not in t.s.units
    assert t["v2"].hp == 1
    piles = t.s.table.piles
    assert sorted(piles.discard) == sorted([STANCE, KICK, BLITZ])
    assert piles.used == ["stims"]
    assert t.me.hp == 8
    assert t.me.conditions == {}
    assert t.xy("hero") == (2, 5)

    t.dice(4, 6)  # 6. Thug 2: 10, the hero does not negate
    t.play(rounds.turns(t.g), "take")
    assert t.me.hp == 4
    assert t.xy("v2") == (3, 5)

    t.play(rounds.turns(t.g))  # 7.
    assert t.s.table.round.phase == "end"
    assert (len(piles.hand), len(piles.discard)) == (3, 3)
    assert rest.may_rest(t.s)
    t.check()


@pytest.mark.rule("guildhaven", "GH-4.5")
@pytest.mark.rule("guildhaven", "GH-18.5")
def test_without_immobilize_blitz_charges_and_is_buried() -> None:
    t = the_fury()
    begin(t)
    for slot in t.s.table.round.slots:
        slot.done = slot.unit != "hero"
    t.dice(3, 4)
    t.play(rounds.turns(t.g), f"bottom.{BLITZ}", f"charge>{t.at(2, 2)}", f"top.{KICK}", "end")
    assert t.xy("hero") == (2, 2)
    assert "v4" not in t.s.units
    assert BLITZ in t.s.table.piles.buried
