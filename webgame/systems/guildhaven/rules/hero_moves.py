"""The hero's movement lines: one option for each square to end on (GH-18)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Group, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import attack as attacks
from webgame.systems.guildhaven.rules import facts, moving, perks, predicates, special
from webgame.systems.guildhaven.rules.core import Flow, decide, say
from webgame.systems.guildhaven.state import OFF, State

Line = Generator[Any, Any, bool]
SKIP = button("skip", "do.skip", "GH-4.3", tone="end")


def distance(s: State, at: int) -> int:
    """Return the square distance from the hero."""
    return facts.ground(s).distance(s.me.at, at)


def allowance(s: State, n: int, kind: str) -> int:
    """Return the squares of a movement line: with chips, less what clings to the hero (E)."""
    if "immobilize" in s.me.conditions:  # GH-16.6
        return 0
    extra = perks.number(s.hero, "move_bonus") if kind == "move" else 0
    return max(0, n + extra - (s.table.round.penalty if kind != "teleport" else 0))


def move(g: Play, step: Step) -> Line:
    """Move n: walk (GH-18.1)."""
    s: State = g.state
    n = allowance(s, step["n"], "move")
    ways = moving.walk(s, s.me, diagonal_first=perks.has(s.hero, "free_first_step"), limit=n)
    return (yield from _go(g, "move", "GH-18.1", ways, n))


def fly(g: Play, step: Step) -> Line:
    """Fly n (GH-18.6)."""
    s: State = g.state
    n = allowance(s, step["n"], "fly")
    return (yield from _go(g, "fly", "GH-18.6", moving.fly(s, s.me, n), n))


def _go(g: Play, kind: str, rule: str, ways: moving.Ways, n: int) -> Line:
    s: State = g.state
    groups = [
        targets(kind, f"do.{kind}", rule, "square", list(bits(ways.within(n))), "hero", n=n, tone="move")
    ]
    groups += [group for group, cost in _exits(s, ways) if cost < n]
    if all(group.targets == () for group in groups):
        return False
    choice = yield from decide(g, "ask.line", rule, [*groups, SKIP], ["hero"])
    if choice.group == "skip":
        return False
    if choice.group == "exit":
        yield from leave(g, choice.name())
        return True
    free = kind == "fly" or perks.has(s.hero, "free_first_step")
    yield from walk_along(
        g, moving.path(s, s.me, ways, choice.square(), first_orthogonal=not free), kind, rule
    )
    return True


def _exits(s: State, ways: moving.Ways) -> list[tuple[Group, int]]:
    """Return the edges by which the hero may leave and win, with the squares needed (GH-18.8)."""
    found = []
    record = facts.sheet(s).map
    for edge, cells in record.exits.items():
        if predicates.exit_wins(s, edge):
            cost = min(ways.cost(y * record.width + x) for x, y in cells)
            found.append((targets("exit", "do.exit", "GH-18.8", "value", [edge], "hero"), cost))
    return found


def leave(g: Play, edge: str) -> Flow:
    """Leave the board by an edge (GH-18.8)."""
    s: State = g.state
    say(g, "log.exits", "GH-18.8", s.me, {"type": "gone", "piece": "hero"})
    s.table.flags.append(f"exited:{edge}")
    s.me.at = OFF
    yield from ()
    predicates.settle(g)


def open_exit(s: State) -> str:
    """Return the edge by which the hero may leave free of cost from where it stands, "" if none."""
    record = facts.sheet(s).map
    for edge, cells in record.exits.items():
        if s.me.at in [y * record.width + x for x, y in cells] and predicates.exit_wins(s, edge):
            return edge
    return ""


def walk_along(g: Play, path: list[int], kind: str, rule: str) -> Flow:
    """Move the hero along squares and let the sheet take notice."""
    s: State = g.state
    show = {"type": "move", "piece": "hero", "from": path[0], "path": path[1:]}
    say(g, f"log.{kind}", rule, s.me, show, n=len(path) - 1)
    s.me.at = path[-1]
    yield from special.passes(g, path if kind in ("move", "charge") else path[-1:])


def jump(g: Play, step: Step) -> Line:
    """Jump n (GH-18.4)."""
    s: State = g.state
    ends = moving.jump(s, s.me, allowance(s, step["n"], "jump"))
    return (yield from _leap(g, "jump", "GH-18.4", sorted(ends)))


def teleport(g: Play, step: Step) -> Line:
    """Teleport n (GH-18.7)."""
    s: State = g.state
    ends = moving.teleport(s, s.me, allowance(s, step["n"], "teleport"))
    return (yield from _leap(g, "teleport", "GH-18.7", list(bits(ends))))


def _leap(g: Play, kind: str, rule: str, ends: list[int]) -> Line:
    s: State = g.state
    if not ends:
        return False
    group = targets(kind, f"do.{kind}", rule, "square", ends, "hero", tone="move")
    choice = yield from decide(g, "ask.line", rule, [group, SKIP], ["hero"])
    if choice.group == "skip":
        return False
    yield from walk_along(g, [s.me.at, choice.square()], kind, rule)
    return True


def charge(g: Play, step: Step) -> Line:
    """Charge n: straight over empty squares, then attack who stands ahead with as much (GH-18.5)."""
    s: State = g.state
    ends = moving.charge(s, s.me, allowance(s, step["n"], "charge"))
    if not ends:
        return False
    hits: list[int] = []
    for at, (_, direction) in ends.items():
        met = moving.ahead(s, s.me, at, direction)
        if met is not None and facts.are_enemies(s.me, met):
            hits.append(at)
    plain = [at for at in ends if at not in hits]
    groups = [
        targets("charge", "do.charge", "GH-18.5", "square", hits, "hero", n=step["n"], tone="attack"),
        targets("run", "do.run", "GH-18.5", "square", plain, "hero", n=step["n"], tone="move"),
        SKIP,
    ]
    choice = yield from decide(g, "ask.line", "GH-18.5", groups, ["hero"])
    if choice.group == "skip":
        return False
    at = choice.square()
    k, direction = ends[at]
    path = [s.me.at, *moving.line(s, s.me, direction, k, facts.empty(s, s.me))]
    yield from walk_along(g, path, "charge", "GH-18.5")
    met = moving.ahead(s, s.me, at, direction)
    if met is not None and facts.are_enemies(s.me, met):
        s.table.round.last_targets = [met.id]
        yield from attacks.attack(g, s.me, met, attacks.Strike(k, riders=step.get("riders", [])))
    return True
