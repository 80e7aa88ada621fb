"""Every row of every action table of every sheet is carried out, from near and from far."""

from __future__ import annotations

from typing import Any

import pytest

from tests.guildhaven.marks import rule
from tests.guildhaven.table import Table, table
from webgame.engine.decision import Decision
from webgame.systems.guildhaven.box import Sheet, box
from webgame.systems.guildhaven.rules import order, reinforce, villains
from webgame.systems.guildhaven.rules.core import Over
from webgame.systems.guildhaven.state import OFF, Slot
from webgame.systems.guildhaven.system import SYSTEM

TABLES = [(sheet, one.name) for sheet in box().sheets.values() if len(sheet.id) == 1 for one in sheet.tables]


def eager(decision: Decision) -> Any:
    """Take damage; else the first option."""
    ends = [group.id for group in decision.groups if group.id == "take"]
    return decision.choice("hero", (ends or decision.options())[0])


def carry_out(t: Table, unit: str, name: str, roll: int) -> None:
    """Let a unit take its turn with a row, whoever is asked what."""
    rules = villains.take_turn(t.g, t[unit], Slot(unit, 0, name, roll))
    send: Any = None
    try:
        while True:
            request = rules.send(send)
            send = eager(request) if isinstance(request, Decision) else None
    except (StopIteration, Over):
        return


@rule("GH-22.1")
@pytest.mark.parametrize(("sheet", "name"), TABLES, ids=[f"{sheet.id}-{name}" for sheet, name in TABLES])
def test_every_row_can_be_carried_out(sheet: Sheet, name: str) -> None:
    record = next(record for record in sheet.villains if name in record.vats)
    for far in (False, True):
        for roll in range(1, 7):
            t = table(hero=None, sheet=sheet, infusion=2)
            t.me.at = sheet.map.cells("start")[0]
            found = [unit for unit in t.s.villains(record.type)]
            unit = found[0] if found else reinforce.bring(t.g, record.type, t.me.at, record.numbers[0])
            assert unit is not None
            if not far and unit.at != OFF:
                unit.at = OFF
                unit.at = reinforce.nearest_empty(t.s, unit.size, t.me.at)
            if order.row(t.s, name, roll).initiative is None:
                continue
            for other in list(t.s.villains()):
                other.hp -= other.hp > 1
            carry_out(t, unit.id, name, roll)
            t.check()
            unknown = [event.key for event in t.events if event.key not in WORDS]
            assert unknown == []


WORDS = SYSTEM.words["en"]
