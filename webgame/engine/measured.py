"""How hard a scenario is, as measured: what a bot made of it in a series of games.

A scenario file keeps it in a table of its own, `[measured]`, which `python -m bench.difficulty` writes (or a
system's own command, which may keep the games to be played again elsewhere).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

# A level and the least share of games that the bot wins on it, from the easiest on.
LEVELS: Final = (("easy", 0.65), ("normal", 0.35), ("hard", 0.12), ("deadly", 0.0))
REPLAYED: Final = 10  # games whose result and hash are kept, so that a test can play them again
LETTERS: Final = {"win": "W", "loss": "L", "draw": "D"}


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A series of games by one bot in all seats, counted for the system's first side."""

    bot: str
    seed: str  # of the series (`webgame.engine.simulate.seed_for`)
    games: int
    wins: int
    rounds: float  # mean of all games
    rules: str = ""  # the system's digest they were played under
    first: str = ""  # the first games: W, L or D; none are kept here if they are kept elsewhere
    hashes: tuple[str, ...] = ()  # the beginnings of the hashes they ended with

    @property
    def rate(self) -> float:
        """The share of games won, 0 to 1."""
        return self.wins / self.games

    @property
    def level(self) -> str:
        """The level in a word."""
        return next(level for level, least in LEVELS if self.rate >= least)

    def problems(self) -> list[tuple[str, str]]:
        """Return what is wrong, as key and message."""
        found: list[tuple[str, str]] = []
        if self.games < 1:
            found.append(("games", f"must be at least 1, not {self.games}"))
        if not 0 <= self.wins <= max(0, self.games):
            found.append(("wins", f"must be 0 to {self.games}, the games played, not {self.wins}"))
        if self.rounds < 0:
            found.append(("rounds", f"can't be {self.rounds}"))
        wanted = min(max(0, self.games), REPLAYED) if self.first or self.hashes else 0
        if len(self.first) != wanted or set(self.first) - set(LETTERS.values()):
            found.append(("first", f"must be {wanted} letters, each W, L or D, not {self.first!r}"))
        if len(self.hashes) != wanted or not all(self.hashes):
            found.append(("hashes", f"must be {wanted}, one for each of the first games"))
        return found


def of(data: Mapping[str, Any]) -> Measured | None:
    """Return what was measured of a scenario, from its file's data; None if nothing good is there."""
    try:
        measured = msgspec.convert(data.get("measured"), Measured | None)
    except msgspec.ValidationError:
        return None
    return None if measured is None or measured.problems() else measured


def level(data: Mapping[str, Any]) -> str:
    """Return how hard a scenario is in a word: as measured, else as its author says, else ''."""
    measured = of(data)
    return measured.level if measured is not None else str(data.get("difficulty") or "")


def order(word: str) -> int:
    """Return the place of a level from the easiest on; an unknown word comes last."""
    words = [name for name, _ in LEVELS]
    return words.index(word) if word in words else len(words)
