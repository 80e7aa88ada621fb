"""The elemental infusion track: -3 LIGHT to +3 DARK (GH-19)."""

from __future__ import annotations

from webgame.engine.game import Play
from webgame.systems.guildhaven.rules import perks
from webgame.systems.guildhaven.state import State

LEAST, MOST = -3, 3


def add(g: Play, element: str, n: int = 1) -> None:
    """Move the marker toward an element; it stops at the ends (GH-19.2)."""
    s: State = g.state
    way = -n if element == "light" else n
    s.table.infusion = max(LEAST, min(MOST, s.table.infusion + way))
    g.emit(f"log.add_{element}", "GH-19.2", n=s.table.infusion)


def can_consume(s: State, element: str) -> bool:
    """Whether the marker is on that side (GH-19.3)."""
    return s.table.infusion < 0 if element == "light" else s.table.infusion > 0


def lends_dark(s: State) -> bool:
    """Whether the hero may consume DARK as LIGHT now (Borrowed Night)."""
    asked = perks.has(s.hero, "consume_dark_as_light") and "consume_dark" not in s.table.round.once
    return asked and can_consume(s, "dark")


def consume(g: Play, element: str) -> None:
    """Move the marker one step toward 0 (GH-19.3)."""
    s: State = g.state
    s.table.infusion += 1 if element == "light" else -1
    g.emit(f"log.consume_{element}", "GH-19.3", n=s.table.infusion)
