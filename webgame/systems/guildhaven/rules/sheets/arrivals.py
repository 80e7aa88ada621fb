"""Units that a sheet brings: at the start or the end of a round, or for a search (GH-20.3)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.guildhaven.box import SpecialRule
from webgame.systems.guildhaven.rules import facts, reinforce
from webgame.systems.guildhaven.rules.special import Now, fire, op
from webgame.systems.guildhaven.state import OFF, State

Done = Generator[Any, Any, bool | None]


def place(s: State, where: str, at: int = OFF) -> int:
    """Return the square a sheet names: a location, next to a unit, between the hero and a vehicle at `at`."""
    kind, _, name = where.partition(":")
    if kind == "adjacent_to_hero_and_vehicle":
        return between(s, at)
    if kind == "loc":
        return facts.sheet(s).map.cells(where)[0]
    if kind == "adjacent_to":
        unit = next(unit for unit in s.villains(name))
        return unit.at
    raise ValueError(f"no place {where!r} is known")


def between(s: State, at: int) -> int:
    """Return an empty square next to a vehicle and to the hero, else the one nearest to the hero (U)."""
    grid = facts.ground(s)
    block = grid.block(at, facts.BLOCKS["vehicle"])
    beside = [square for square in bits(facts.empty(s)) if grid.near(square, 1) & block]
    if not beside:
        return at
    return min(beside, key=lambda square: (grid.distance(square, s.me.at), square))


@op("spawn")
def spawn(g: Play, rule: SpecialRule, now: Now) -> Done:
    """One more unit arrives, in some rounds only if the sheet says so (E, L, X)."""
    s: State = g.state
    effect = rule.effect
    odd = s.table.round.number % 2 == 1
    if "rounds" in effect and odd != (effect["rounds"] == "odd"):
        return False
    unit = reinforce.bring(
        g, effect["unit"], place(s, effect["at"], now.at), acts_now=bool(effect.get("acts_this_round"))
    )
    if unit is not None:
        yield from fire(g, f"unit_summoned:{unit.type}", unit)
    return True


@op("spawn_by_count")
def spawn_by_count(g: Play, rule: SpecialRule, now: Now) -> Done:
    """The units due for the search just made arrive (J, K)."""
    s: State = g.state
    kind = rule.trigger.partition(":")[2]
    entry = rule.effect["sequence"][s.table.counts[f"searched:{kind}"] - 1]
    yield from ()
    for name in [entry] if isinstance(entry, str) else entry:
        unit, _, where = name.partition("@")
        type, _, number = unit.rpartition(" ")
        reinforce.bring(g, type, place(s, where or rule.effect["at"]), int(number))
    return True
