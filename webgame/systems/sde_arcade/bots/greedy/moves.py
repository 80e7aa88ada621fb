"""Where a member goes: toward the best thing to do, away from danger, into the unknown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from webgame.engine.decision import Group
from webgame.engine.masks import bits, mask_of
from webgame.systems.sde_arcade.bots.greedy.mind import CAREFUL, Mind
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, walk
from webgame.systems.sde_arcade.rules.aiming import SMALL
from webgame.systems.sde_arcade.state import OFF, Member, State

FAR: Final = 1_000


def step_to(s: State, mind: Mind, move: Group, run: Group | None) -> str | None:
    """Return the step toward the best thing to do, or away from danger; None if staying is as good."""
    member = mind.member
    ends = mask_of(int(t) for t in move.targets or ())
    careful = member.kind == "hero" and mind.left <= CAREFUL and not mind.daring
    hurt = careful and facts.hearts(s, member) > CAREFUL
    if (hurt and not _can_help_itself(s, mind)) or not (mind.ap or member.ran):
        return retreat(s, mind, ends)
    goal = _goals(s, mind)
    here = 1 << member.at
    ways = walk.ways(s, member, facts.mp_left(s, member))
    best: tuple[float, int] | None = None
    exposed = _exposure(s, member)
    for value, zone, far in goal:
        anchors = facts.spread(s, zone, member.size) & ends
        if anchors:
            at = min(bits(anchors), key=lambda q: (exposed(q), far and -gap(s, q, far), ways.cost(q), q))
            if best is None or value > best[0]:
                best = (value, at)
    if best is not None:
        return f"move>{best[1]}"
    if not goal:
        return explore(s, mind, ends)
    zones = 0
    for _, zone, _far in goal:
        zones |= zone
    whole = walk.ways(s, member, FAR)
    left = whole.reach.remaining(zones & ~(facts.occupied(s) & ~facts.base(s, member)))
    for cost, layer in enumerate(left):
        some = facts.spread(s, layer, member.size) & (ends | here)
        if some:
            if run is not None and cost > 1 and some & ~here:
                return run.id
            if some & here:
                break
            return f"move>{min(bits(some), key=lambda q: (ways.cost(q), q))}"
    return explore(s, mind, ends)


def gap(s: State, square: int, foes: int) -> int:
    """Return the steps from a square to some others, many if there is no way."""
    steps = layout(s).grid.distance(1 << square, foes)
    return FAR if steps is None else steps


def _goals(s: State, mind: Mind) -> list[tuple[float, int, int]]:
    """Return what is worth going to: its value, the squares to do it from, those to keep away from."""
    lay, sight = layout(s), facts.sight(s, mind.member)
    found: list[tuple[float, int, int]] = []
    for foe in mind.foes:
        if foe.at == OFF:
            continue
        value, squares = mind.best_basic(foe)
        if value < mind.enough:
            continue
        base = facts.base(s, foe)
        known = facts.abilities(s, foe)
        if "Stealth" in known:
            squares = max(1, squares - 3)
        if "Small" in known:
            squares = min(squares, SMALL)
        seen = 0
        for square in bits(base):
            seen |= sight.row(square)
        found.append((value, lay.grid.within(base, squares) & seen, base if squares > 2 else 0))
    if mind.member.kind == "hero" and not mind.daring:
        worth = {"coin": 8.0, "key": 4.0, "chest": 4.0 if s.keys else 2.5, "potion": 1.0}
        if all(hero.potions >= facts.potion_limit(s, hero) for hero in s.heroes()):
            del worth["potion"]  # nobody has room for it (PO-1)
        for token in s.tokens.values():
            if token.kind in worth:
                found.append((worth[token.kind], lay.grid.within(1 << token.at, 1), 0))
    return found


def _can_help_itself(s: State, mind: Mind) -> bool:
    """Whether a hurt Hero can still attack from afar."""
    return any(squares >= 6 for _, squares in mind.basics.values())


def _exposure(s: State, member: Member) -> Callable[[int], int]:
    """Return a function that tells how many foes could attack the member on a square."""
    grid = layout(s).grid
    dangers = [
        grid.within(facts.base(s, foe), facts.monster_card(foe).mov + facts.reach(s, foe))
        for foe in s.foes()
        if foe.kind not in ("minion", "spawning_point")
    ]

    def exposed(at: int) -> int:
        mine = facts.block(s, at, member.size)
        return sum(1 for zone in dangers if zone & mine)

    return exposed


def retreat(s: State, mind: Mind, ends: int) -> str | None:
    """Return the step to where the fewest attacks reach; None if that is here."""
    member = mind.member
    if not ends:
        return None
    exposed = _exposure(s, member)
    now = exposed(member.at)
    if not now:
        return None
    foes = facts.bodies(s, [f for f in s.foes() if f.kind not in ("minion", "spawning_point")])
    at = min(bits(ends), key=lambda q: (exposed(q), -gap(s, q, foes), q))
    return f"move>{at}" if exposed(at) < now else None


def explore(s: State, mind: Mind, ends: int) -> str | None:
    """Return the step toward the nearest tile nobody has entered, if the Hero is fit for it."""
    member = mind.member
    zone = 0
    for tile, mask in zip(s.tiles, layout(s).tiles, strict=True):
        if not tile.explored:
            zone |= mask
    if not zone or (mind.left <= CAREFUL and not mind.daring):
        return None
    whole = walk.ways(s, member, FAR)
    here = 1 << member.at
    for layer in whole.reach.remaining(zone):
        some = facts.spread(s, layer, member.size) & (ends | here)
        if some:
            return None if some & here else f"move>{min(bits(some))}"
    return None
