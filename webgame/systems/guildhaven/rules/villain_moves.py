"""How villains, summons and allies move: toward where their row reaches the focus (GH-22.4 to GH-22.11)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from webgame.engine.game import Play
from webgame.engine.masks import bits, mask_of
from webgame.engine.system import FRAME
from webgame.systems.guildhaven.board import SIDES
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import area, facts, focus, moving, perks, sight
from webgame.systems.guildhaven.rules.core import Flow, say
from webgame.systems.guildhaven.state import OFF, State, Unit

RULES = {"move": "GH-18.1", "fly": "GH-18.6", "jump": "GH-18.4", "charge": "GH-18.5", "teleport": "GH-18.7"}


def held(s: State, unit: Unit) -> bool:
    """Whether a unit may not move of its own will (GH-16.6, D)."""
    if "immobilize" in unit.conditions:
        return True
    return any(
        facts.is_called(unit, effect["unit"])
        and not facts.holds(s, effect["until"])
        and f"entered:{effect['until']['hero_in_zone']}" not in s.table.flags
        for effect in facts.standing(s, "cannot_move")
    )


def advance(g: Play, unit: Unit, step: Step, rest: list[Step]) -> Generator[Any, Any, Unit | None]:
    """Carry out a Move, Fly or Jump step; `rest` are the steps after it, whose reach counts (GH-22.4).

    Return the focus, which stays the same for the steps after it (GH-22.3).
    """
    s: State = g.state
    if held(s, unit):
        return None
    if "direction" in step:
        yield from straight(g, unit, SIDES[step["direction"]], step["n"])
        return None
    kind = step["op"]
    machine = goal(s, unit)
    reach = focus.reach_of(s, unit, rest) if machine is None else focus.MELEE
    foe = machine or focus.choose(s, unit, "move" if kind == "move" else "fly", reach)
    if foe is None:
        return None
    costs = options(s, unit, kind, step["n"])
    to = best_square(s, unit, foe, reach, costs, kind)
    if to != unit.at:
        yield from travel(g, unit, kind, to, step["n"])
    return None if machine else foe


def goal(s: State, unit: Unit) -> Unit | None:
    """Return what a sheet makes a unit go to instead of its focus (X), as a unit that stands there."""
    for effect in facts.standing(s, "ai_target"):
        if facts.is_called(unit, effect["unit"]):
            at = s.table.tokens[effect["towards"]][0]
            return Unit(
                "goal", "token", effect["towards"], 0, "hero", at, 1, 1, size=facts.BLOCKS[effect["towards"]]
            )
    return None


def options(s: State, unit: Unit, kind: str, n: int) -> dict[int, int]:
    """Return the squares a step may end on, staying included, and the squares of movement each needs."""
    if kind == "jump":
        found = moving.jump(s, unit, n)
    elif kind == "teleport":
        found = {at: facts.ground(s).distance(unit.at, at) for at in bits(moving.teleport(s, unit, n))}
    else:
        ways = moving.fly(s, unit, n) if kind == "fly" else moving.walk(s, unit, limit=n)
        found = {at: ways.cost(at) for at in bits(ways.within(n))}
    return {unit.at: 0, **found}


def best_square(
    s: State, unit: Unit, foe: Unit, reach: focus.Reach, costs: dict[int, int], kind: str = "move"
) -> int:
    """Return where a unit ends: in reach of the focus if it can, else as near to it as possible (GH-22.4)."""
    grid = facts.ground(s)
    spots = focus.cover(s, unit, foe, reach)
    good = [at for at in costs if spots >> at & 1]

    def place(at: int) -> tuple[int, int]:
        x, y = grid.xy(at)
        return y, x

    if good:
        if reach.run:
            return min(good, key=lambda at: (-grid.distance(at, foe.at), costs[at], place(at)))
        return min(
            good,
            key=lambda at: (
                _cramped(s, unit, foe, reach, at),
                costs[at],
                -_others(s, unit, foe, reach, at),
                place(at),
            ),
        )
    further = distance_to(s, unit, foe, flies=kind == "fly")
    return min(costs, key=lambda at: (further(at), costs[at], place(at)))


def _cramped(s: State, unit: Unit, foe: Unit, reach: focus.Reach, at: int) -> bool:
    """Whether a ranged attack from there would suffer from the adjacent focus (GH-13.3)."""
    if not reach.rolls or facts.gap(s, unit, foe, at) > 1:
        return False
    return not (unit.side == "villains" and perks.has(s.hero, "villains_no_adv_dis"))


def _others(s: State, unit: Unit, foe: Unit, reach: focus.Reach, at: int) -> int:
    """Return how many more enemies a row for several targets would reach from there."""
    if not reach.many:
        return 0
    others = [other for other in facts.enemies(s, unit) if other is not foe]
    if reach.kind == "cone":
        direction = area.best_cone(s, unit, foe, at)
        hit = area.inside(s, area.cone(s, unit, direction, at)) if direction is not None else []
        return sum(other in hit for other in others)
    return sum(
        facts.gap(s, unit, other, at) <= reach.n and sight.sees(s, unit, other, at) for other in others
    )


def distance_to(s: State, unit: Unit, foe: Unit, *, flies: bool = False) -> Callable[[int], int]:
    """Return a function: the squares a unit still needs from a square to become adjacent to the focus.

    Who flies passes over units, obstacles and drops, and may begin with a diagonal step (GH-18.6).
    """
    grid = facts.ground(s)
    near = 0
    for square in bits(facts.squares(s, foe)):
        near |= grid.near(square, 1)
    near = grid.corners(near & ~facts.squares(s, foe), unit.size)
    free = facts.room(s, unit, facts.empty(s, unit))
    clear = grid.air if flies else grid.ground & ~moving.walls_of_units(s, unit)
    passable = facts.room(s, unit, clear)
    tiers = [_back(s, near & free, passable)]
    if unit.at not in tiers[0]:
        crowd = facts.room(s, unit, grid.ground)
        tiers.append(_back(s, near & crowd, passable if flies else crowd))
    found = tiers[-1]
    known = mask_of(found)

    def further(at: int) -> int:
        if found.get(at) == 0:
            return 0
        steps = grid.grown(1 << at, known, grid.eight if flies else grid.four)
        return 1 + min((found[next_] for next_ in bits(steps)), default=moving.FAR)

    return further


def _back(s: State, goals: int, passable: int) -> dict[int, int]:
    """Return the least number of king's steps from each square to one of `goals`."""
    grid = facts.ground(s)
    found = {at: 0 for at in bits(goals)}
    seen = edge = goals
    n = 0
    while edge:
        n += 1
        edge = grid.grown(edge, passable, grid.eight) & ~seen
        seen |= edge
        found.update((at, n) for at in bits(edge))
    return found


def travel(g: Play, unit: Unit, kind: str, to: int, n: int) -> Flow:
    """Move a unit to a square by a movement kind."""
    s: State = g.state
    if kind in ("move", "fly"):
        ways = moving.fly(s, unit, n) if kind == "fly" else moving.walk(s, unit, limit=n)
        path = moving.path(s, unit, ways, to, first_orthogonal=kind == "move")
    else:
        path = [unit.at, to]
    yield from go(g, unit, kind, path)


def go(g: Play, unit: Unit, kind: str, path: list[int]) -> Flow:
    """Put a unit on the last of some squares and tell it."""
    show = {"type": "move", "piece": unit.id, "from": path[0], "path": path[1:]}
    say(g, f"log.{kind}", RULES[kind], unit, show, n=len(path) - 1)
    unit.at = path[-1]
    yield FRAME


def straight(g: Play, unit: Unit, direction: int, n: int) -> Flow:
    """Walk straight on, up to `n` squares, as far as they are empty (F)."""
    s: State = g.state
    way = moving.line(s, unit, direction, n, facts.room(s, unit, facts.empty(s, unit)))
    if way:
        yield from go(g, unit, "move", [unit.at, *way])


# -- charges (GH-22.9, GH-22.10) -----------------------------------------------------------------------------


def charge_run(s: State, unit: Unit, foe: Unit, n: int) -> list[int]:
    """Return the squares of a charge that ends next to the focus, straight at it; empty if there is none."""
    runs: list[list[int]] = []
    for direction in SIDES.values():
        line = moving.line(s, unit, direction, n, facts.room(s, unit, facts.empty(s, unit)))
        for k, at in enumerate(line, 1):
            if moving.ahead(s, unit, at, direction) is foe:
                runs.append(line[:k])
    return max(runs, key=len, default=[])


def charge_nearer(s: State, unit: Unit, foe: Unit, n: int) -> list[int]:
    """Return the squares of a charge that meets nobody but brings the unit closest to its focus."""
    further = distance_to(s, unit, foe)
    best: tuple[int, int] = (further(unit.at), 0)
    found: list[int] = []
    for direction in SIDES.values():
        line = moving.line(s, unit, direction, n, facts.room(s, unit, facts.empty(s, unit)))
        for k, at in enumerate(line, 1):
            if (further(at), k) < best:
                best, found = (further(at), k), line[:k]
    return found


# -- teleports (GH-22.11) ------------------------------------------------------------------------------------


def teleport_beside(s: State, unit: Unit, squares: int) -> int:
    """Return the empty square next to some squares that is nearest to the teleporter, OFF if none is."""
    grid = facts.ground(s)
    near = 0
    for square in bits(squares):
        near |= grid.near(square, 1)
    spots = facts.room(s, unit, facts.empty(s, unit)) & near & ~squares
    return nearest_of(s, unit, list(bits(spots)))


def nearest_of(s: State, unit: Unit, spots: list[int]) -> int:
    """Return the nearest of some squares, then lower y, then lower x; OFF if there is none."""
    grid = facts.ground(s)
    return min(spots, key=lambda at: (grid.distance(unit.at, at), at), default=OFF)
