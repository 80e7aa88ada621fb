"""Where a monster goes to come to its goal: the end of its move and why (MV-2 to MV-8, TE-4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from webgame.engine.masks import bits, mask_of
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, targets, walk
from webgame.systems.sde_arcade.rules.goals import ANYWHERE, Goal, Scout, ends
from webgame.systems.sde_arcade.rules.walk import Ways
from webgame.systems.sde_arcade.state import Figure, Monster, State


class Plan(NamedTuple):
    """Where a figure will go: the end of its move, its ways there, what decided, whether it arrives."""

    anchor: int
    scout: Scout
    why: str
    rule: str
    there: bool


def deadly(s: State, fig: Monster) -> int:
    """Return the squares of traps that would surely destroy a monster: it never rolls (MV-6, DR-6)."""
    if not s.templates or facts.hearts_left(s, fig) > 1:
        return 0
    arm = facts.arm(s, fig)
    known = box().traps
    lethal = [t for t in s.templates.values() if known[t.trap].wound and (known[t.trap].STR or 0) > arm]
    return mask_of(square for template in lethal for square in template.squares)


def plan_for(scout: Scout, target: Figure, goal: Goal) -> Plan:
    """Return where a figure goes to come to `goal` (MV-2 to MV-8)."""
    s, fig = scout.s, scout.fig
    stays = bool(ends(s, fig, goal, 1 << fig.at))
    if stays and s.options["move_to"] == "range":
        return Plan(fig.at, scout, "in_range", "MV-3", True)
    ways, death = scout.near(), deadly(s, fig)
    found = _cheapest(s, fig, target, ways, ends(s, fig, goal, ways.anchors), death)
    if stays and (found is None or _apart(s, fig, target, found) >= _apart(s, fig, target, fig.at)):
        return Plan(fig.at, scout, "in_range", "MV-3", True)
    if found is not None:
        return Plan(found, scout, "goal", "MV-2", True)
    zone = goal.zone()
    free = zone & ~(facts.occupied(s) & ~facts.base(s, fig))
    for through in (False, True):
        far = walk.ways(s, fig, ANYWHERE, through_enemies=True) if through else scout.far()
        if through and not far.reach.all & zone:
            break
        wanted = free & far.reach.all or zone & far.reach.all
        if wanted:
            end = _approach(s, fig, target, ways, far.reach.remaining(wanted), death)
            return Plan(end, scout, "approach", "MV-8" if through else "MV-4", False)
    end = _nearest(s, fig, ways, zone, death)
    return Plan(end, scout, "locked", "MV-8", False)


def _apart(s: State, fig: Monster, target: Figure, at: int) -> int:
    """Return the range to a target from an end of the move."""
    return layout(s).grid.distance(facts.block(s, at, fig.size), facts.base(s, target)) or 0


def _worth(s: State, fig: Monster, target: Figure, ways: Ways) -> Callable[[int], tuple[int, int, int]]:
    """Return what ends to attack from are ordered by: MP, then the farthest, then the lowest (MV-2).

    By the house rule `move_to` the nearest to the target comes first.
    """
    if s.options["move_to"] == "close":
        return lambda at: (_apart(s, fig, target, at), ways.cost(at), at)
    return lambda at: (ways.cost(at), -_apart(s, fig, target, at), at)


class Rivals(NamedTuple):
    """The ends a plan was chosen from: how many there were, how many cost as little, which are equal."""

    of: int
    cheapest: int
    equal: tuple[int, ...]


def rivals(plan: Plan, target: Figure, goal: Goal) -> Rivals:
    """Return what else a plan could have led to; for the trace and for players who choose (AI-1)."""
    scout = plan.scout
    s, fig = scout.s, scout.fig
    ways, death = scout.near(), deadly(s, fig)
    among = worth = None
    if plan.why == "goal":
        among, worth = ends(s, fig, goal, ways.anchors), _worth(s, fig, target, ways)
    elif plan.why == "approach" and plan.rule == "MV-4" and plan.anchor != fig.at:
        zone = goal.zone()
        free = zone & ~(facts.occupied(s) & ~facts.base(s, fig))
        far = scout.far()
        anchors = ways.anchors & (~death if fig.size == 1 else -1)
        for layer in far.reach.remaining(free & far.reach.all or zone & far.reach.all):
            among = facts.spread(s, layer, fig.size) & anchors
            if among >> plan.anchor & 1:
                break
        worth = _nearness(s, fig, target, ways)
    if not among or worth is None:
        return Rivals(1, 1, (plan.anchor,))
    best = worth(plan.anchor)
    values = {at: worth(at) for at in bits(among)}
    own = facts.block if plan.why == "goal" else lambda *_: 0  # what it will stand on then is no reason
    safe = [at for at in values if not death or not mask_of(ways.path(at)) & death & ~own(s, at, fig.size)]
    equal = tuple(at for at in safe if values[at][:2] == best[:2])
    return Rivals(len(values), sum(value[0] == best[0] for value in values.values()), equal)


def _cheapest(s: State, fig: Monster, target: Figure, ways: Ways, ends: int, death: int) -> int | None:
    """Return the end that costs the least MP, then the farthest from the target, then the lowest (MV-2)."""
    if not ends:
        return None
    worth = _worth(s, fig, target, ways)
    if fig.size == 1 and s.options["move_to"] == "range":
        for layer in ways.reach.layers:
            some = layer & ends
            if some:
                if not death:  # all of these cost the same
                    return min(bits(some), key=lambda at: (-_apart(s, fig, target, at), at))
                break
    for at in sorted(bits(ends), key=worth):
        path = mask_of(ways.path(at)) if death else 0
        if not path & death & ~facts.block(s, at, fig.size):
            return at
    return None


def _nearness(s: State, fig: Monster, target: Figure, ways: Ways) -> Callable[[int], tuple[int, int, int]]:
    """Return what ends are ordered by from which the rest of the way costs the same (MV-4)."""
    grid, base = layout(s).grid, facts.base(s, target)

    def worth(at: int) -> tuple[int, int, int]:
        steps = grid.distance(facts.block(s, at, fig.size), base)
        return (targets.FAR if steps is None else steps, ways.cost(at), at)

    return worth


def _approach(s: State, fig: Monster, target: Figure, ways: Ways, left: list[int], death: int) -> int:
    """Return the free end from which the rest of the way costs least, then the nearest in range (MV-4)."""
    here = 1 << fig.at
    anchors = ways.anchors | here
    if fig.size == 1:
        anchors &= ~death | here
    grid, base = layout(s).grid, facts.base(s, target)
    worth = _nearness(s, fig, target, ways)
    for layer in left:
        some = facts.spread(s, layer, fig.size) & anchors
        if some & here:
            return fig.at
        if not death and fig.size == 1 and some:  # the first one will do
            some = grid.nearest(some, base)
        for at in sorted(bits(some), key=worth):
            if not death or not mask_of([*ways.path(at), *bits(facts.block(s, at, fig.size))]) & death:
                return at
    return fig.at


def _nearest(s: State, fig: Monster, ways: Ways, zone: int, death: int) -> int:
    """Return the end with the least range to squares that no way leads to (MV-8)."""
    here = 1 << fig.at
    grid = layout(s).grid
    if not zone:
        return fig.at
    anchors = ways.anchors & ~death | here
    for steps in range(s.width * s.height):
        wide = grid.within(zone, steps)
        some = facts.spread(s, wide, fig.size) & anchors
        if some & here:
            return fig.at
        if some:
            return min(bits(some), key=lambda at: (ways.cost(at), at))
        if wide == grid.within(zone, steps + 1):
            break
    return fig.at


def shortcut(scout: Scout, goal: Goal) -> tuple[int, int] | None:
    """Return the Secret Passages a monster enters and leaves by, if that shortens its path (TE-4)."""
    s, fig = scout.s, scout.fig
    passages = layout(s).effects.get("Secret Passage", 0)
    if not passages or fig.size > 1 or facts.has(s, fig, "Fly"):
        return None
    if goal.zone(1 << fig.at):
        return None
    ways = scout.near()
    entries = ways.anchors & passages & ~deadly(s, fig)
    exits = passages & ~facts.occupied(s)
    if not entries or not exits:
        return None
    far, zone = scout.far(), goal.zone()
    free = zone & ~(facts.occupied(s) & ~facts.base(s, fig))
    left: dict[int, int] = {}
    for cost, layer in enumerate(far.reach.remaining(free & far.reach.all or zone & far.reach.all)):
        for square in bits(layer & (exits | 1 << fig.at)):
            left[square] = cost
    pairs = [
        (ways.cost(into) + left[out], into, out)
        for into in bits(entries)
        for out in bits(exits & ~(1 << into))
        if out in left
    ]
    if not pairs or fig.at not in left or min(pairs)[0] >= left[fig.at]:
        return None
    _, into, out = min(pairs)
    return into, out
