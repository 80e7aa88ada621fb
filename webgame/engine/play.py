"""What the rules see of the game they run in."""

from __future__ import annotations

from typing import Any

from webgame.engine.event import Event
from webgame.engine.rng import Rng


class Play:
    """What the rules see of the game they run in: the state, the dice and a place to tell what happens."""

    __slots__ = ("state", "rng", "events", "revealed", "quiet", "wanted")

    def __init__(self, rng: Rng, *, quiet: bool = False) -> None:
        self.state: Any = None
        self.rng = rng
        self.events: list[Event] = []
        self.revealed = False
        self.quiet = quiet
        # In a replay: the group of the option that answers the next decision; that decision may leave out
        # all other groups, for nobody else will see it. Empty: the decision must be whole.
        self.wanted = ""

    def emit(
        self,
        key: str,
        rule: str,
        show: dict[str, Any] | None = None,
        *,
        seats: tuple[str, ...] = (),
        depth: int = 0,
        **params: Any,
    ) -> None:
        """Tell that something happened, by message key, with the rule it follows from."""
        if not self.quiet:
            self.events.append(Event(key, rule, params, show or {}, seats, depth))

    def reveal(self) -> None:
        """Say that something hidden was seen although no die was rolled: undo is no longer free."""
        self.revealed = True
