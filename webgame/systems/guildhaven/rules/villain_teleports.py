"""Where the teleport steps of the tables lead (GH-22.11)."""

from __future__ import annotations

from webgame.systems.guildhaven.board import SIDES
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import facts, focus, villain_moves
from webgame.systems.guildhaven.state import OFF, State, Unit

Place = tuple[int, Unit | None]


def destination(s: State, unit: Unit, step: Step, rest: list[Step]) -> Place:
    """Return the square a teleport leads to, OFF if it leads nowhere, and the unit it is next to (N)."""
    match step["to"]:
        case "within":
            return _within(s, unit, step["n"], rest), None
        case "adjacent_to_hero":
            return villain_moves.teleport_beside(s, unit, facts.squares(s, s.me)), None
        case "hero_side":
            return _side(s, unit, step["side"]), None
        case "adjacent_to_unit":
            named = [other for other in s.villains(step["unit"]) if other.at != OFF]
            return (
                villain_moves.teleport_beside(s, unit, facts.squares(s, named[0])) if named else OFF
            ), None
        case "adjacent_to_generator":
            return _generator(s, unit, step["which"])
        case "location":
            return _location(s, unit, facts.sheet(s).map.cells(step["location"])[0]), None
        case "alternating_locations":
            return _alternating(s, unit, step["locations"]), None
        case "farthest_location":
            return _farthest(s, unit, facts.sheet(s).map.cells(step["location"])), None
    raise ValueError(f"no teleport to {step['to']!r} is known")


def prey(s: State, unit: Unit, rest: list[Step]) -> Unit | None:
    """Return the focus of a unit that teleports by its own choice (GH-22.3)."""
    return focus.choose(s, unit, "fly", focus.reach_of(s, unit, rest))


def _within(s: State, unit: Unit, n: int, rest: list[Step]) -> int:
    reach = focus.reach_of(s, unit, rest)
    foe = prey(s, unit, rest)
    if foe is None:
        return OFF
    return villain_moves.best_square(s, unit, foe, reach, villain_moves.options(s, unit, "teleport", n))


def _free(s: State, unit: Unit) -> int:
    return facts.room(s, unit, facts.empty(s, unit))


def _side(s: State, unit: Unit, side: str) -> int:
    """Return the square on one side of the hero; if that is blocked the first free of N, E, S, W."""
    grid = facts.ground(s)
    for direction in (SIDES[side], *SIDES.values()):
        for cell in grid.cells(s.me.at):
            at = grid.step(cell, direction)
            at = grid.links.get(at, at)
            if at >= 0 and _free(s, unit) >> at & 1:
                return at
    return OFF


def _generator(s: State, unit: Unit, which: str) -> Place:
    """Return the place beside the next Generator in the cycle, or beside the farthest one (N)."""
    running = sorted(s.villains("Generator"), key=lambda generator: generator.number)
    if not running:
        return OFF, None
    if which == "farthest":
        chosen = max(running, key=lambda generator: (facts.gap(s, unit, generator), -generator.number))
    else:
        last = s.table.counts.get("generator", 1)
        chosen = next((generator for generator in running if generator.number > last), running[0])
        s.table.counts["generator"] = chosen.number
    return villain_moves.teleport_beside(s, unit, facts.squares(s, chosen)), chosen


def _location(s: State, unit: Unit, at: int) -> int:
    """Return a location, or the empty square nearest to it."""
    if at == unit.at or _free(s, unit) >> at & 1:
        return at
    grid = facts.ground(s)
    spots = [square for square in range(grid.squares) if _free(s, unit) >> square & 1]
    return min(spots, key=lambda square: (grid.distance(at, square), square), default=OFF)


def _alternating(s: State, unit: Unit, locations: list[str]) -> int:
    """Return the next location of a cycle (M)."""
    turn = s.table.counts.get("cycle", 0)
    s.table.counts["cycle"] = turn + 1
    return _location(s, unit, facts.sheet(s).map.cells(locations[turn % len(locations)])[0])


def _farthest(s: State, unit: Unit, cells: list[int]) -> int:
    """Return the free location farthest from the hero (X)."""
    grid = facts.ground(s)
    free = [at for at in cells if at == unit.at or _free(s, unit) >> at & 1]
    return min(free, key=lambda at: (-grid.distance(s.me.at, at), at), default=OFF)
