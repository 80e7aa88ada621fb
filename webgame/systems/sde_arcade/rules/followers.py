"""How minions come along with their elites: who is bonded, who is near, where they go (MV-9, GA-5)."""

from __future__ import annotations

from webgame.engine.masks import bits, mask_of
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, targets, walk
from webgame.systems.sde_arcade.rules.goals import Goal, Scout, held
from webgame.systems.sde_arcade.rules.plans import Plan, deadly, plan_for
from webgame.systems.sde_arcade.rules.walk import Ways
from webgame.systems.sde_arcade.state import OFF, Figure, Monster, State


def bonded_elites(s: State, minion: Monster) -> list[Monster]:
    """Return the elites on the map that a minion is bonded to (GA-5)."""
    elites = {box().gangs[name].elite for name in facts.monster_card(minion).gangs}
    return [m for m in s.monsters.values() if m.card in elites and m.at != OFF and m.friend == minion.friend]


def stray(s: State, elite: Monster, model: str, squares: int) -> tuple[Monster, Ways, int] | None:
    """Return a minion near no elite of its own that can come to `elite` within `squares` MP, and its way.

    The one with the shortest way is taken (AI-1).
    """
    zone = layout(s).grid.within(facts.base(s, elite), int(s.options["gang_range"]))
    found: list[tuple[int, tuple[int, str], int, Monster, Ways]] = []
    for minion in [m for m in s.foes() if m.card == model and held(s, m) is None]:
        if facts.base(s, minion) & zone or near_another(s, minion, elite):
            continue
        ways = walk.ways(s, minion, squares)
        for end in bits(ways.anchors & facts.spread(s, zone, minion.size)):
            found.append((ways.cost(end), targets.number(minion.id), end, minion, ways))
    if not found:
        return None
    _, _, end, minion, ways = min(found, key=lambda entry: entry[:3])
    return minion, ways, end


def near_another(s: State, minion: Monster, elite: Monster) -> bool:
    """Whether a minion stands within gang range of another elite it is bonded to."""
    others = [e for e in bonded_elites(s, minion) if e is not elite]
    return any(facts.near(s, minion, e, int(s.options["gang_range"])) for e in others)


def place_in_gang(s: State, minion: Monster, elite: Monster, target: Figure) -> Plan:
    """Return where a minion goes: within two squares of its elite, as near to the target as it can (MV-9)."""
    grid = layout(s).grid
    zone = grid.within(facts.base(s, elite), int(s.options["gang_range"]))
    scout = Scout(s, minion, facts.movement(s, minion))
    base, here = facts.base(s, target), 1 << minion.at
    if here & zone and minion.size == 1:
        room = zone & grid.floor & ~facts.occupied(s) | here
        if grid.nearest(room, base) & here:  # it can't come nearer
            return Plan(minion.at, scout, "gang", "MV-9", True)
    ways = scout.near()
    death = deadly(s, minion)
    ends = _ends(scout, zone, death)
    if ends:
        if not death and minion.size == 1:  # the first one will do
            return Plan(ways.cheapest(grid.nearest(ends, base)), scout, "gang", "MV-9", True)
        for at in sorted(bits(ends), key=lambda at: (*_worth(scout, base, at), at)):
            if not mask_of(ways.path(at)) & death:
                return Plan(at, scout, "gang", "MV-9", True)
    plan = plan_for(scout, elite, Goal(zone))
    return plan._replace(why="gang" if plan.there else "gang_far", rule="MV-9")


def _ends(scout: Scout, zone: int, death: int) -> int:
    """Return where a minion may end so that some of its base lies in a zone (MP-8), clear of deadly traps."""
    s, minion = scout.s, scout.fig
    deadly_ends = facts.spread(s, death, minion.size)
    return (scout.near().anchors & ~deadly_ends | 1 << minion.at) & facts.spread(s, zone, minion.size)


def _worth(scout: Scout, base: int, at: int) -> tuple[int, int]:
    """Return what orders the ends of a minion's move: the range to the target, from its base, and the MP."""
    s, minion = scout.s, scout.fig
    away = layout(s).grid.distance(facts.block(s, at, minion.size), base)
    return targets.FAR if away is None else away, scout.near().cost(at)


def equals(plan: Plan, elite: Monster, target: Figure) -> tuple[int, ...]:
    """Return the squares as good as the one that a minion is to go to (AI-1)."""
    s, minion, ways = plan.scout.s, plan.scout.fig, plan.scout.near()
    grid, base, death = layout(s).grid, facts.base(s, target), deadly(s, minion)
    zone = grid.within(facts.base(s, elite), int(s.options["gang_range"]))
    ends = _ends(plan.scout, zone, death)
    if plan.why != "gang" or plan.anchor == minion.at or not ends >> plan.anchor & 1:
        return (plan.anchor,)
    best = _worth(plan.scout, base, plan.anchor)
    return tuple(
        at
        for at in bits(ends)
        if _worth(plan.scout, base, at) == best and not (death and mask_of(ways.path(at)) & death)
    )
