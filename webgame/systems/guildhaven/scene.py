"""What an audience sees of the table."""

from __future__ import annotations

from typing import Any

from webgame.engine.scene import Scene
from webgame.systems.guildhaven.rules import facts
from webgame.systems.guildhaven.state import State


def scene(s: State, seats: frozenset[str]) -> Scene:
    """Return the scene."""
    grid = facts.ground(s)
    pieces = {
        unit.id: {
            "at": unit.at,
            "size": unit.size,
            "name": unit.type,
            "side": unit.side,
            "kind": unit.kind,
            "health": [max(0, unit.hp), unit.max_hp],
        }
        for unit in s.units.values()
    }
    cards: dict[str, dict[str, Any]] = {}
    return {
        "board": {"main": {"kind": "squares", "w": grid.width, "h": grid.height}},
        "pieces": pieces,
        "cards": cards,
        "turn": {"now": {"round": s.table.round.number, "phase": s.table.round.phase}},
    }


def static(s: State) -> dict[str, Any]:
    """Return the static part."""
    return {"sheet": s.table.sheet}


def static_key(s: State) -> str:
    """Return its name."""
    return s.table.sheet
