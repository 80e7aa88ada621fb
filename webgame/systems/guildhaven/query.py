"""Read-only answers to what a player points at."""

from __future__ import annotations

from typing import Any

from webgame.engine.decision import Decision
from webgame.systems.guildhaven.state import State


def query(s: State, decision: Decision | None, seat: str, about: dict[str, Any]) -> dict[str, Any]:
    """Answer one question; unknown things get an empty answer."""
    return {"lines": []}
