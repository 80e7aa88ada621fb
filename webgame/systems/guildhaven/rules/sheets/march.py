"""Police who march south after their turns (F)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.game import Play
from webgame.systems.guildhaven.board import E, S, W
from webgame.systems.guildhaven.box import SpecialRule
from webgame.systems.guildhaven.rules import facts, villain_moves
from webgame.systems.guildhaven.rules.core import say
from webgame.systems.guildhaven.rules.special import Now, op
from webgame.systems.guildhaven.state import OFF, State, Unit


@op("forced_march")
def forced_march(g: Play, rule: SpecialRule, now: Now) -> Generator[Any, Any, bool | None]:
    """Step south, one square at a time; around the hero by one side, and then the march ends."""
    s: State = g.state
    unit = now.unit
    effect = rule.effect
    if unit is None or not any(facts.is_called(unit, name) for name in effect["units"]):
        return False
    if any(condition in unit.conditions for condition in effect["unless"]):
        return False
    way = [unit.at]
    for _ in range(effect["n"]):
        south = facts.ground(s).step(way[-1], S)
        if south == OFF:
            escape(g, unit)
            return True
        if south == s.me.at:
            way += around(s, way[-1])
            break
        if not facts.empty(s, unit) >> south & 1:
            break
        way.append(south)
    if len(way) > 1:
        yield from villain_moves.go(g, unit, "move", way)
    return True


def around(s: State, at: int) -> list[int]:
    """Return the sidestep past the hero: east if that is free, else west, and one square south."""
    grid = facts.ground(s)
    for side in (E, W):
        beside = grid.step(at, side)
        if beside == OFF or not facts.empty(s) >> beside & 1:
            continue
        south = grid.step(beside, S)
        return [beside, south] if south != OFF and facts.empty(s) >> south & 1 else [beside]
    return []


def escape(g: Play, unit: Unit) -> None:
    """Let a unit leave by the south edge; that loses the scenario."""
    s: State = g.state
    say(g, "log.escapes", "GH-23.2", unit, {"type": "gone", "piece": unit.id})
    del s.units[unit.id]
    unit.at = OFF
    s.table.flags.append("escaped:south")
