"""What sheets do to units at certain moments: healing, bleeding, blasts, slowing (C, E, I, N)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.game import Play
from webgame.systems.guildhaven.box import SpecialRule
from webgame.systems.guildhaven.rules import area, conditions, damage, facts, riders
from webgame.systems.guildhaven.rules.special import Now, op
from webgame.systems.guildhaven.state import OFF, State

Done = Generator[Any, Any, bool | None]


@op("heal")
def heal(g: Play, rule: SpecialRule, now: Now) -> Done:
    """A villain heals (C, I)."""
    s: State = g.state
    for unit in list(s.villains()):
        if facts.is_called(unit, rule.effect["unit"]):
            conditions.heal(g, unit, rule.effect["n"])
    yield from ()
    return True


@op("movement_penalty")
def movement_penalty(g: Play, rule: SpecialRule, now: Now) -> Done:
    """Shades cling to the hero: each movement line of this turn is shorter (E)."""
    s: State = g.state
    s.table.round.penalty = -rule.effect["n"]
    yield from ()
    return True


@op("bleed")
def bleed(g: Play, rule: SpecialRule, now: Now) -> Done:
    """Every unit next to a Generator bleeds, once from each (N)."""
    s: State = g.state
    for source in [unit for unit in s.villains(rule.effect["source"]) if unit.at != OFF]:
        for unit in [unit for unit in s.on_board() if unit is not source]:
            if source.id in s.units and unit.id in s.units and facts.gap(s, source, unit) == 1:
                yield from damage.bleed(g, unit, rule.effect["n"])
    return True


@op("affect")
def affect(g: Play, rule: SpecialRule, now: Now) -> Done:
    """Whoever is near a unit that fell takes the conditions (N)."""
    s: State = g.state
    if now.unit is None or now.at == OFF:
        return False
    for unit in area.inside(s, area.around(s, now.at, rule.effect["radius"])):
        yield from riders.apply(g, now.unit, unit, rule.effect["riders"])
    return True
