"""Pointing at things while the party sets up by hand: what an option brings, and why a square is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from webgame.engine.decision import Decision, Target
from webgame.engine.masks import bits
from webgame.systems.sde_arcade import dungeon
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import building, facts, muster, populate
from webgame.systems.sde_arcade.rules.facts import Refusal
from webgame.systems.sde_arcade.state import State

Line = dict[str, Any]
WAYS: Final = {"N": "l.north", "E": "l.east", "S": "l.south", "W": "l.west"}
ASKED: Final = {  # what the party places
    "ask.setup_tile": "tile",
    "ask.setup_join": "join",
    "ask.setup_turn": "turn",
    "ask.setup_start": "start",
    "ask.setup_hero": "hero",
    "ask.setup_point": "point",
    "ask.setup_chest": "chest",
    "ask.setup_half": "half",
    "ask.setup_monster": "monster",
}


def query(s: State, decision: Decision | None, about: dict[str, Any]) -> dict[str, Any] | None:
    """Answer a question about the set-up; None if it is about something else."""
    if decision is None or decision.prompt not in ASKED:
        return None
    if isinstance(about.get("option"), str):
        for seat in decision.seats:
            found = decision.find(seat, about["option"])
            if found is not None:
                group, target = found
                tell = TELL.get(group.id)
                return {"lines": list(tell(s, target)) if tell is not None else []}
        return None
    if isinstance(about.get("square"), int):
        return {"lines": [_line(*refusal) for refusal in why_not(s, decision, about["square"])]}
    return None


def _line(key: str, rule: str, params: dict[str, Any]) -> Line:
    return {"key": key, "params": params, "rule": rule}


# -- what an option brings -----------------------------------------------------------------------------------


def _tile(s: State, target: Target | None) -> Iterator[Line]:
    side = box().tiles[building.side_of(str(target))]
    text = "".join(side.rows)
    yield _line("q.setup_tile", "SU-5", {"what": side.name, "n": len(dungeon.plan(side.id, 0).doorways)})
    for effect in box().effects.values():
        squares = text.count(effect.code)
        if squares:
            yield _line("q.setup_effect", "SU-5", {"what": effect.name, "n": squares})


def _join(s: State, target: Target | None) -> Iterator[Line]:
    cell, way = building.doorways(s)[int(target or 0)]
    side = dungeon.cells_of(s.tiles)[cell][0]
    yield _line("q.setup_join", "SU-5", {"what": box().tiles[side].name, "way": WAYS[way]})


def _turn(s: State, target: Target | None) -> Iterator[Line]:
    yield _line("q.setup_turn" if s.tiles else "q.setup_first", "SU-5", {})


def _start(s: State, target: Target | None) -> Iterator[Line]:
    lay = layout(s)
    away = lay.grid.distance(1 << int(target or 0), lay.free_doorways()) or 0
    yield _line("q.setup_start", "SU-11", {"n": away})


TELL: Final[dict[str, Callable[[State, Target | None], Iterator[Line]]]] = {
    "tile": _tile,
    "join": _join,
    "turn": _turn,
    "start": _start,
}


# -- why a square is no option -------------------------------------------------------------------------------


def why_not(s: State, decision: Decision, square: int) -> list[Refusal]:
    """Return why nothing can be put on a square, nothing if something can."""
    if any(group.on == "square" and square in (group.targets or ()) for group in decision.groups):
        return []
    grid = layout(s).grid
    if not 0 <= square < s.width * s.height or not grid.floor >> square & 1:
        return [Refusal("no.floor", "MP-1", {})]
    what = ASKED[decision.prompt]
    if what == "join":
        return [_no_join(s, square)]
    if what not in ("start", "hero", "chest", "monster"):
        return []
    if facts.occupied(s) >> square & 1:
        return [Refusal("no.chest_there" if facts.chests(s) >> square & 1 else "no.occupied", "SU-16", {})]
    if not populate.free(s) >> square & 1:
        return [Refusal("no.setup_solid", "SU-16", {})]
    if what == "start":
        return [_no_start(s, square)]
    if what == "hero":
        return [Refusal("no.setup_hero", "SU-11", dict(decision.params))]
    if what == "chest":
        far = {"n": int(s.options["chest_range"]), **decision.params}
        return [Refusal("no.setup_chest", "SU-12", far)]
    return list(_no_monster(s, decision, square))


def _no_join(s: State, square: int) -> Refusal:
    for doorway in layout(s).doorways:
        if doorway.squares >> square & 1:
            if set(bits(doorway.squares)).isdisjoint(building.doorways(s)):
                return Refusal("no.setup_joined", "MP-4", {})
            return Refusal("no.setup_middle", "SU-5", {})
    return Refusal("no.setup_doorway", "SU-5", {})


def _no_start(s: State, square: int) -> Refusal:
    lay = layout(s)
    if square in lay.spawn:
        return Refusal("no.setup_spawn", "SU-12", {})
    tile = s.options["setup"]["start_tile"]
    if tile and lay.tile_of[square] != tile - 1:
        return Refusal("no.setup_start_tile", "SU-11", {"n": tile})
    return Refusal("no.setup_start", "SU-11", {"n": int(s.options["start_marker_range"])})


def _no_monster(s: State, decision: Decision, square: int) -> Iterator[Refusal]:
    """Yield for each model that may be put next the limit that keeps it off a square."""
    point = s.monsters[decision.about[0]]
    reach = layout(s).grid.within(facts.base(s, point), int(s.options["spawn_range"]))
    for group in decision.groups:
        kind, _, name = group.id.partition(".")
        if kind != "put":
            continue
        missed = muster.room(s, point, name).missed(square)
        if missed == "near" and reach >> square & 1:
            missed = "room"  # a large model has none there
        n = s.options["gang_range" if missed == "gang" else "spawn_range"]
        if missed:
            params = {"who": name, "what": point.card, "n": int(n)}
            yield Refusal(f"no.setup_{missed}", "SU-13", params)
