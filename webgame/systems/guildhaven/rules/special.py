"""Special instructions of sheets: when something happens, the sheet's ops for it are carried out.

An op is a small function, put into the table by `@op("name")`; its file stands in `rules/sheets`. Continuous
instructions are not run: the rules ask for them where they matter (`facts.standing`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import msgspec

from webgame.engine.decision import Choice, Group
from webgame.engine.game import Play
from webgame.systems.guildhaven.box import SpecialRule
from webgame.systems.guildhaven.rules import facts
from webgame.systems.guildhaven.state import OFF, State, Unit


class Now(msgspec.Struct, frozen=True):
    """What an op is told: the unit it happened to, and the square it is about."""

    unit: Unit | None = None
    at: int = OFF


Op = Callable[[Play, SpecialRule, Now], Generator[Any, Any, bool | None]]
OPS: dict[str, Op] = {}
"""Named ops of triggers; one that returns True says that it has dealt with the matter."""


class Action(msgspec.Struct, frozen=True):
    """A voluntary action of a sheet on the hero's turn: its options now, and what an answer does."""

    offer: Callable[[State, SpecialRule], list[Group]]
    do: Callable[[Play, SpecialRule, Choice], Generator[Any, Any, None]]


ACTIONS: dict[str, Action] = {}


def op(name: str) -> Callable[[Op], Op]:
    """Put a function into the table of ops."""

    def put(function: Op) -> Op:
        if name in OPS:
            raise ValueError(f"there are two ops {name!r}")
        OPS[name] = function
        return function

    return put


def fire(g: Play, trigger: str, unit: Unit | None = None, at: int = OFF) -> Generator[Any, Any, bool]:
    """Carry out the sheet's instructions for a trigger; return whether one of them dealt with the matter."""
    s: State = g.state
    dealt = False
    for rule in list(facts.rules_for(s, trigger)):
        if not facts.holds(s, rule.effect.get("if"), unit):
            continue
        if rule.effect["op"] not in OPS:
            raise ValueError(f"sheet {s.table.sheet}, rule {rule.id}: no op {rule.effect['op']!r} is known")
        g.emit("log.special", rule.rule, text=rule.text)
        told = g.events[-1:]
        done = yield from OPS[rule.effect["op"]](g, rule, Now(unit, at))
        if not done and told and g.events and g.events[-1] is told[0]:
            g.events.pop()  # nothing came of it, so there is nothing to tell
        dealt = dealt or bool(done)
    return dealt


def passes(g: Play, path: list[int]) -> Generator[Any, Any, None]:
    """Tell the sheet where the hero comes, willingly or not: into a zone (D), first next to a token (U)."""
    s: State = g.state
    for effect in facts.standing(s, "cannot_move"):
        zone = effect["until"]["hero_in_zone"]
        flag = f"entered:{zone}"
        if flag not in s.table.flags and not set(path).isdisjoint(facts.sheet(s).map.zone(zone)):
            s.table.flags.append(flag)
    for rule in facts.sheet(s).rules:
        head, _, kind = rule.trigger.partition(":")
        if head != "hero_moved_adjacent_first_time":
            continue
        for at in s.table.tokens.get(kind, ()):
            flag = f"met:{kind}:{at}"
            block = facts.ground(s).block(at, facts.BLOCKS.get(kind, 1))
            near = any(facts.ground(s).near(square, 1) & block for square in path)
            if near and flag not in s.table.flags:
                s.table.flags.append(flag)
                yield from fire(g, rule.trigger, s.me, at)


def offers(s: State) -> list[tuple[SpecialRule, list[Group]]]:
    """Return what the sheet lets the hero do on this turn (GH-10.1)."""
    found = []
    for trigger in ("hero_turn", "hero_action"):
        for rule in facts.rules_for(s, trigger):
            if rule.effect["op"] in ACTIONS:
                found.append((rule, ACTIONS[rule.effect["op"]].offer(s, rule)))
    return found
