"""What rides on an attack or comes alone: conditions, Push, Pull, Throw (GH-16.15 to GH-16.19)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from webgame.engine.decision import button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits, mask_of
from webgame.systems.guildhaven.board import DX, DY, SIDES
from webgame.systems.guildhaven.rules import conditions, facts, special
from webgame.systems.guildhaven.rules.core import Flow, decide, named, say
from webgame.systems.guildhaven.state import OFF, State, Unit

PREFERRED = (0, 1, 2, 3, 4, 5, 6, 7)  # N, NE, E, SE, S, SW, W, NW


def apply(g: Play, source: Unit, target: Unit, riders: Iterable[dict[str, Any]]) -> Flow:
    """Carry out riders in printed order, none on a unit that is gone (GH-7.4, GH-7.5)."""
    for rider in riders:
        if target.at == OFF or target.id not in g.state.units:
            return
        if rider["op"] == "condition":
            conditions.give(g, target, rider["name"])
        else:
            yield from shove(g, source, target, int(rider["n"]), rider["op"])


def can_be_shoved(s: State, target: Unit, kind: str) -> bool:
    """Whether a unit can be moved against its will."""
    return not facts.immune(s, target, kind)


def _onward(s: State, source: Unit, target: Unit, at: int, kind: str) -> int:
    """Return the squares one step farther from the pusher, or nearer to the puller (GH-16.15, GH-16.16).

    Next to the puller there is no nearer one.
    """
    grid = facts.ground(s)
    free = facts.room(s, target, facts.empty(s, target) | _drops(s)) & facts.stays_in(s, target)
    here = facts.gap(s, target, source, at)
    steps = grid.grown(1 << at, free, grid.eight)
    wanted = [
        square
        for square in bits(steps)
        if (facts.gap(s, target, source, square) > here) == (kind == "push")
        and facts.gap(s, target, source, square) != here
    ]
    return mask_of(wanted)


def _drops(s: State) -> int:
    """Return the drops of the sheet: who is moved onto one falls (Q)."""
    return facts.ground(s).drops & ~facts.filled(s)


def shove(g: Play, source: Unit, target: Unit, n: int, kind: str) -> Flow:
    """Push or pull a unit up to `n` squares; the hero's player picks where to (GH-16.15, GH-16.16)."""
    s: State = g.state
    if not can_be_shoved(s, target, kind):
        say(g, "log.immune", _rule(kind), target, condition=f"effect.{kind}", depth=1)
        return
    if source.kind == "hero":
        way = yield from _pick_way(g, source, target, n, kind)
    else:
        way = _villain_way(s, source, target, n, kind)
    if way:
        yield from carry(g, target, way, _rule(kind), kind)


def _rule(kind: str) -> str:
    return {"push": "GH-16.15", "pull": "GH-16.16", "throw": "GH-16.19"}[kind]


def _pick_way(g: Play, source: Unit, target: Unit, n: int, kind: str) -> Any:
    """Ask where a shoved unit shall end; return the squares it passes."""
    s: State = g.state
    drops = _drops(s)
    ways: dict[int, list[int]] = {target.at: []}
    edge = [target.at]
    for _ in range(n):
        edge, before = [], edge
        for at in before:
            if drops >> at & 1:
                continue
            for square in bits(_onward(s, source, target, at, kind)):
                if square not in ways:
                    ways[square] = [*ways[at], square]
                    edge.append(square)
    del ways[target.at]
    if not ways:
        return []
    groups = (
        targets(kind, f"do.{kind}", _rule(kind), "square", sorted(ways), target.id),
        button("stay", "do.stay", _rule(kind), tone="end"),
    )
    choice = yield from decide(
        g, f"ask.{kind}", _rule(kind), groups, [target], **named(s, target, "target"), n=n
    )
    return [] if choice.group == "stay" else ways[choice.square()]


def _villain_way(s: State, source: Unit, target: Unit, n: int, kind: str) -> list[int]:
    """Return a villain's way: straight away, else the first legal direction; into a drop if it can."""
    grid = facts.ground(s)
    drops = _drops(s)
    if kind == "push" and drops:
        falling = _way_to_drop(s, source, target, n, drops)
        if falling:
            return falling
    way: list[int] = []
    at = target.at
    for _ in range(n):
        legal = _onward(s, source, target, at, kind)
        if not legal:
            break
        (ax, ay), (bx, by) = grid.xy(source.at), grid.xy(at)
        sign = 1 if kind == "push" else -1
        straight = (sign * ((bx > ax) - (bx < ax)), sign * ((by > ay) - (by < ay)))
        order = sorted(PREFERRED, key=lambda d: (DX[d], DY[d]) != straight)
        step = next(
            (
                square
                for direction in order
                for cell in grid.cells(at)
                if (square := grid.links.get(grid.step(cell, direction), grid.step(cell, direction))) >= 0
                and legal >> square & 1
            ),
            -1,
        )
        if step < 0 or drops >> at & 1:
            break
        way.append(step)
        at = step
    return way


def _way_to_drop(s: State, source: Unit, target: Unit, n: int, drops: int) -> list[int]:
    ways: list[list[int]] = [[]]
    for _ in range(n):
        longer: list[list[int]] = []
        for way in ways:
            at = way[-1] if way else target.at
            for square in bits(_onward(s, source, target, at, "push")):
                if drops >> square & 1:
                    return [*way, square]
                longer.append([*way, square])
        ways = longer
    return []


def throw(g: Play, target: Unit, n: int, direction: str) -> Flow:
    """Move a unit `n` squares one way, stopping before walls and units (GH-16.19)."""
    s: State = g.state
    if not can_be_shoved(s, target, "throw"):
        say(g, "log.immune", "GH-16.19", target, condition="effect.throw", depth=1)
        return
    free = facts.room(s, target, facts.empty(s, target) | _drops(s))
    way: list[int] = []
    at = target.at
    for _ in range(n):
        at = facts.ground(s).step(at, SIDES[direction])
        if at < 0 or not free >> at & 1:
            break
        way.append(at)
        if _drops(s) >> at & 1:
            break
    if way:
        yield from carry(g, target, way, "GH-16.19", "throw")


def carry(g: Play, unit: Unit, way: list[int], rule: str, kind: str) -> Flow:
    """Move a unit along squares against its will; into a drop it falls."""
    s: State = g.state
    fell = facts.ground(s).drops >> way[-1] & 1
    show = {"type": "move", "piece": unit.id, "from": unit.at, "path": way}
    say(g, f"log.{kind}", rule, unit, show, n=len(way))
    unit.at = way[-1]
    if unit.kind == "hero":
        yield from special.passes(g, way)
    if fell:
        trigger = "hero_moved_into_drop" if unit.kind == "hero" else "unit_moved_into_drop"
        yield from special.fire(g, trigger, unit)
