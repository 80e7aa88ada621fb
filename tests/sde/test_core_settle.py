"""A Hero that loses its wings over a place where nobody can stand."""

from __future__ import annotations

import pytest

from tests.sde.table import OPEN, table
from webgame.systems.sde_arcade.rules import equipment

KNIGHT = "questing-knight"


@pytest.mark.rule("sde_arcade", "HA-7")
@pytest.mark.rule("sde_arcade", "AB-3", state=True)
@pytest.mark.parametrize("code", ["s", "c"])
def test_without_wings_a_hero_comes_down_on_the_nearest_square(code: str) -> None:
    rows = (*OPEN[:5], f"...{code * 5}...", *OPEN[6:])
    t = table({KNIGHT: (4, 5)}, rows=rows)
    t[KNIGHT].slots["Ruby"] = "Pegasus Wings"
    t.s.backpack.append("Spikes")
    equipment.equip(t.g, t[KNIGHT], "Spikes")
    assert t[KNIGHT].at in (t.at(4, 4), t.at(3, 4), t.at(5, 4), t.at(3, 6), t.at(4, 6), t.at(5, 6))
    assert t.cites("HA-7")


@pytest.mark.rule("sde_arcade", "HA-7", state=True)
def test_a_hero_that_still_flies_stays() -> None:
    t = table({KNIGHT: (4, 5)}, rows=(*OPEN[:5], "...sssss...", *OPEN[6:]))
    t[KNIGHT].slots["Ruby"] = "Pegasus Wings"
    t.s.backpack.append("Steel Sword")
    equipment.equip(t.g, t[KNIGHT], "Steel Sword")
    assert t[KNIGHT].at == t.at(4, 5)
