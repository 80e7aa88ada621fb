"""What the store hands out: rows as small frozen values, and who comes too late."""

from __future__ import annotations

import msgspec


class Taken(Exception):
    """Another writer was first."""


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it stands in the list."""

    id: str
    name: str
    system: str
    scenario: str
    header: str | None = None
    setup: str = "{}"
    rev: int = 0
    created: float = 0
    touched: float = 0
    finished: int = 0
    code: str = ""
    host: str = ""


class Status(msgspec.Struct, frozen=True):
    """Where a game stands: its round (0: unknown), the seats that must answer, how many are free."""

    round: int = 0
    waiting: tuple[str, ...] = ()  # names
    free: int = 0  # seats that neither a person nor a bot holds


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended for a seat and who held it."""

    game: str
    seat: str
    player: str
    system: str
    scenario: str
    name: str
    side: str
    how: str
    ended: float


class Link(msgspec.Struct, frozen=True):
    """A hand-over link: the seat it gives, whose seat it was."""

    game: str
    seat: str
    player: str


class Archived(msgspec.Struct, frozen=True):
    """A game that was packed away: when (seconds since 1970), and its size in bytes."""

    game: str
    name: str
    at: float
    size: int


class Usage(msgspec.Struct, frozen=True):
    """Games in the database and packed ones, and the bytes that each kind takes."""

    games: int
    bytes: int
    packed: int
    packed_bytes: int
