"""Units that come into play: on a square or the nearest empty one, with the lowest free number (GH-20.3)."""

from __future__ import annotations

from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.guildhaven import setup
from webgame.systems.guildhaven.box import VillainRecord
from webgame.systems.guildhaven.rules import facts, special
from webgame.systems.guildhaven.rules.core import Flow, say
from webgame.systems.guildhaven.state import OFF, State, Unit


def nearest_empty(s: State, unit_size: int, at: int) -> int:
    """Return the empty square (north-west one) nearest to `at`, then lower y, then lower x; OFF if none."""
    grid = facts.ground(s)
    free = facts.empty(s)
    best = [
        (grid.distance(at, square), square)
        for square in bits(free)
        if (block := grid.block(square, unit_size)) and block & free == block
    ]
    return min(best)[1] if best else OFF


def records(s: State, type: str) -> list[VillainRecord]:
    """Return the sheet's records of a type."""
    return [record for record in facts.sheet(s).villains if record.type == type]


def free_number(s: State, type: str) -> int:
    """Return the lowest number of a type that is not in play and not owed otherwise, 0 if none (GH-20.3)."""
    used = {unit.number for unit in s.villains()}
    owed = {int(due.rpartition(" ")[2]) for due in s.table.due}
    for record in records(s, type):
        for number in sorted(record.numbers):
            if number not in used and number not in owed:
                return number
    return 0


def bring(
    g: Play, type: str, at: int, number: int = 0, hp: int | None = None, acts_now: bool = False
) -> Unit | None:
    """Bring one villain into play at or near a square; None if the sheet has no counter left."""
    s: State = g.state
    number = number or free_number(s, type)
    if not number:
        g.emit("log.no_counter", "GH-20.3", unit=type)
        return None
    record = facts.sheet(s).record(type, number)
    square = nearest_empty(s, record.size[0], at)
    if square == OFF:
        g.emit("log.no_counter", "GH-20.3", unit=type)
        return None
    unit = setup.place_villain(s, record, number, square)
    if hp is not None:
        unit.hp = unit.max_hp = hp
    if acts_now:
        unit.since = s.table.round.number - 1
    owed = f"{type} {number}"
    if owed in s.table.due:
        s.table.due.remove(owed)
    say(g, "log.arrives", "GH-20.3", unit, {"type": "appear", "piece": unit.id})
    return unit


def summon(g: Play, type: str, at: int, hp: int | None = None) -> Flow:
    """Let a villain summon another one; it acts from the next round (GH-20.3)."""
    unit = bring(g, type, at, hp=hp)
    if unit is not None:
        yield from special.fire(g, f"unit_summoned:{type}", unit)
