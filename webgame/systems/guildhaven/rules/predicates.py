"""When a scenario is won or lost, and where it leads: the predicates of the sheets (GH-23.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from webgame.engine.game import Play
from webgame.systems.guildhaven.rules import facts
from webgame.systems.guildhaven.rules.core import end
from webgame.systems.guildhaven.state import OFF, State

Predicate = dict[str, Any]


def _defeated(s: State, name: str) -> bool:
    left = any(facts.is_called(unit, name) for unit in s.villains())
    return not left and not any(name in (due, due.rpartition(" ")[0]) for due in s.table.due)


def _left(s: State, wanted: dict[str, int]) -> bool:
    count = sum(1 for _ in s.villains()) + len(s.table.due)
    return wanted.get("min", 0) <= count <= wanted.get("max", 10**6)


def _near_token(s: State, wanted: dict[str, Any]) -> bool:
    return f"near:{wanted['token']}" in s.table.flags


def _in_zone(s: State, wanted: dict[str, Any]) -> bool:
    thing = s.units.get(f"o.{wanted['token']}")
    return thing is not None and thing.at in facts.sheet(s).map.zone(wanted["zone"])


def _searched(s: State, wanted: dict[str, Any]) -> bool:
    return s.table.counts.get(f"searched:{wanted['kind']}", 0) >= int(wanted["count"])


def _count(s: State, wanted: dict[str, Any]) -> bool:
    return bool(wanted.get("min", 0) <= facts.in_play(s, wanted["type"]) <= wanted.get("max", 10**6))


TESTS: dict[str, Callable[[State, Any], bool]] = {
    "all": lambda s, parts: all(true(s, part) for part in parts),
    "sequence": lambda s, parts: all(true(s, part) for part in parts),
    "any": lambda s, parts: any(true(s, part) for part in parts),
    "not": lambda s, part: not true(s, part),
    "defeated_all_of": _defeated,
    "all_villains_defeated": lambda s, _: _left(s, {"max": 0}),
    "villains_left": _left,
    "hero_exits": lambda s, edge: f"exited:{edge}" in s.table.flags,
    "hero_exhausted": lambda s, _: s.me.hp < 1 or "exhausted" in s.table.flags,
    "searched": _searched,
    "token_in_zone": _in_zone,
    "token_destroyed": lambda s, token: f"o.{token}" in s.table.defeated,
    "tokens_removed": lambda s, wanted: s.table.removed.get(wanted["token"], 0) >= wanted["count"],
    "villain_exits": lambda s, wanted: f"escaped:{wanted['edge']}" in s.table.flags,
    "villain_ends_turn_near": _near_token,
    "hero_off_edge": lambda s, _: "fell" in s.table.flags,
    "ally_defeated": lambda s, name: f"ally:{name}" in s.table.flags,
    "count_in_play": _count,
    "item_spot_taken": lambda s, wanted: ("item_spot_taken" in s.table.flags) == wanted,
    "shadow_powers_used_on": lambda s, name: f"shadow:{name}" in s.table.flags,
    "phase_done": lambda s, phase: f"phase_done:{phase}" in s.table.flags,
    "won": lambda s, wanted: (s.table.outcome == "won") == wanted,
    "choice": lambda s, option: f"choice:{option}" in s.table.flags,
}


def true(s: State, predicate: Predicate) -> bool:
    """Whether a predicate holds: all its parts do; ValueError for one that is not known."""
    for name, wanted in predicate.items():
        if name not in TESTS:
            raise ValueError(f"no predicate {name!r} is known")
        if not TESTS[name](s, wanted):
            return False
    return True


def settle(g: Play) -> None:
    """End the scenario if it is decided: after each resolved step, the loss first (GH-23.3)."""
    s: State = g.state
    sheet = facts.sheet(s)
    if true(s, sheet.loss):
        lost(g)
    if true(s, sheet.win):
        g.emit("log.won", "GH-23.1", {"type": "banner", "tone": "good"})
        end(s, "won", "end.won", "GH-23.1")


def lost(g: Play) -> None:
    """Lose the scenario (GH-2.2, GH-21.1, or what the sheet says)."""
    s: State = g.state
    if s.me.hp < 1:
        reason, rule = "end.exhausted", "GH-2.2"
    elif "exhausted" in s.table.flags:
        reason, rule = "end.no_cards", "GH-21.1"
    else:
        reason, rule = "end.lost", "GH-23.2"
    g.emit(reason, rule, {"type": "banner", "tone": "bad"})
    end(s, "lost", reason, rule)


def exit_wins(s: State, edge: str) -> bool:
    """Whether leaving by an edge would win now: exits come last (GH-23.3)."""
    flag = f"exited:{edge}"
    if s.me.at == OFF or flag in s.table.flags:
        return False
    s.table.flags.append(flag)
    wins = true(s, facts.sheet(s).win) and not true(s, facts.sheet(s).loss)
    s.table.flags.remove(flag)
    return wins
