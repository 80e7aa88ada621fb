"""Who has line of sight to whom, with what the sheets grant (GH-12)."""

from __future__ import annotations

from webgame.engine.masks import bits
from webgame.systems.guildhaven.rules import facts
from webgame.systems.guildhaven.state import OFF, State, Unit


def sees(s: State, a: Unit, b: Unit, at: int | None = None, through_walls: bool = False) -> bool:
    """Whether unit `a` (if it stood at `at`) has line of sight to unit `b` (GH-12.1)."""
    if a is b or a.away == "sniper":  # U: nothing hides from him
        return True
    if b.at == OFF:
        return False
    if through_walls or ignores_walls(s, a):
        return not hidden(s, a, b)
    grid = facts.ground(s)
    windows = at is None and through_window(s, a)
    seen = any(
        grid.sees(one, other, windows)
        for one in bits(facts.squares(s, a, at))
        for other in bits(facts.squares(s, b))
    )
    return seen and not hidden(s, a, b)


def ignores_walls(s: State, unit: Unit) -> bool:
    """Whether walls never block this unit's sight (C, M; GH-12.4)."""
    return any(facts.is_called(unit, effect["unit"]) for effect in facts.standing(s, "los_ignores_walls"))


def through_window(s: State, unit: Unit) -> bool:
    """Whether the unit looks out through the window: from its first square only (D; GH-12.4)."""
    return unit.at == unit.start and any(
        facts.is_called(unit, effect["unit"]) for effect in facts.standing(s, "one_way_los")
    )


def hidden(s: State, a: Unit, b: Unit) -> bool:
    """Whether `b` at its window cannot be seen by `a`, who is outside the house (D)."""
    return any(
        facts.is_called(b, effect["unit"])
        and b.at == b.start
        and a.side == "hero"
        and a.at not in facts.sheet(s).map.zone(effect["hero_outside_zone"])
        for effect in facts.standing(s, "one_way_los")
    )


def sighted(s: State, unit: Unit, target: Unit, through_walls: bool = False, among: int = -1) -> int:
    """Return the squares of the mask `among` from which one square of `unit` would see `target`."""
    grid = facts.ground(s)
    if through_walls or ignores_walls(s, unit):
        return grid.everywhere & among
    mask = 0
    for square in bits(facts.squares(s, target)):
        mask |= grid.seen_from(square, among)
    if through_window(s, unit) and sees(s, unit, target):
        mask |= 1 << unit.at & among
    return mask
