"""Summons of the hero: placed by a card, fighting by the villains' ways (GH-20)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import facts, reinforce
from webgame.systems.guildhaven.rules.core import decide, say
from webgame.systems.guildhaven.state import OFF, State, Unit


def places(s: State) -> list[int]:
    """Return the empty squares next to the hero, else the nearest empty one (GH-20.1)."""
    near = list(bits(facts.empty(s) & facts.ground(s).near(s.me.at, 1)))
    if near:
        return near
    nearest = reinforce.nearest_empty(s, 1, s.me.at)
    return [nearest] if nearest != OFF else []


def summon_line(g: Play, step: Step) -> Generator[Any, Any, bool]:
    """Place the summon of a card next to the hero (GH-20.1); it acts from the next round (GH-20.2)."""
    s: State = g.state
    offered = places(s)
    if not offered:
        return False
    groups = (
        targets("summon", "do.summon", "GH-20.1", "square", offered, "hero", unit=step["unit"]),
        button("skip", "do.skip", "GH-4.3", tone="end"),
    )
    choice = yield from decide(g, "ask.line", "GH-20.1", groups, ["hero"])
    if choice.group == "skip":
        return False
    playing = s.table.round.playing
    place_summon(g, step, choice.square(), playing.card if playing else "")
    return True


def place_summon(g: Play, step: Step, at: int, card: str) -> Unit:
    """Put a summon on the board."""
    s: State = g.state
    stats = step["stats"]
    unit = Unit(
        id=f"s{s.table.next_id}",
        kind="summon",
        type=step["unit"],
        number=0,
        side="hero",
        at=at,
        hp=stats["hp"],
        max_hp=stats["hp"],
        start=at,
        since=s.table.round.number,
        card=card,
        steps=[
            {"op": "move", "n": stats["move"]},
            {"op": "attack", "n": stats["attack"], "range": stats["range"]},
        ],
    )
    s.table.next_id += 1
    s.table.units[unit.id] = unit
    say(g, "log.arrives", "GH-20.1", unit, {"type": "appear", "piece": unit.id})
    return unit
