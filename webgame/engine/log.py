"""What a game is kept as: its header, the entries of its log, snapshots; and what can be wrong with them."""

from __future__ import annotations

import zlib
from typing import Any, Literal

import msgspec

from webgame.engine.decision import Target
from webgame.engine.event import Event

PACKING = 1  # level of zlib: a fifth of the size at little cost
Kind = Literal["answer", "undo", "redo", "fault", "seat", "table", "ruling"]


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log.

    `data` of an undo: `to` (answers that stay) and, if it is not free, `consents` (the seats that agreed;
    counted as a forced undo); of a fault: `entry` (log index of the answer the rules broke on); of a seat:
    its holder; of a ruling: `what` is set and `consents` (the seats that agreed). A ruling stands among the
    answers: it is counted, taken back and brought back as one.
    """

    kind: Kind
    seat: str = ""
    option: str = ""
    picks: tuple[Target, ...] = ()
    data: dict[str, Any] = {}
    player: str = ""  # who sent it; private, never part of a scene or an export
    client: str = ""  # the sender's own id for it: the same id twice is the same act
    decision: str = ""  # the decision it answered

    @property
    def group(self) -> str:
        """The group of options that an answer names, "" for all other entries."""
        return self.option.partition(">")[0] if self.kind == "answer" else ""


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game was started with."""

    system: str
    version: str  # of the rules
    digest: str  # of rules and box
    scenario: str  # its name
    text: str  # the scenario file as it was
    options: dict[str, Any]
    seed: str  # hex; never leaves a running game
    commit: str = ""
    secret: str = ""
    nonces: tuple[str, ...] = ()
    start: str = ""  # a branch begins at this snapshot (JSON) instead of the set-up


class Snapshot(msgspec.Struct, frozen=True):
    """A checkpoint of the live branch: enough to go on from, with the draws made so far."""

    answers: int
    state: str
    counters: dict[str, int]
    last: int = -1  # log index of the last of those answers: tells the branch it was taken on
    marked: int = -1  # answers up to the last that revealed something; -1: unknown, none is free to undo

    def pack(self) -> Packed:
        """Return it in less memory."""
        state = zlib.compress(self.state.encode(), PACKING)
        return Packed(self.answers, state, self.counters, self.last, self.marked)


class Packed(msgspec.Struct, frozen=True):
    """A snapshot as a game keeps it: a long game has dozens, and few are ever looked at again."""

    answers: int
    packed: bytes
    counters: dict[str, int]
    last: int
    marked: int

    @property
    def state(self) -> str:
        """The state."""
        return zlib.decompress(self.packed).decode()

    def pack(self) -> Packed:
        """Return itself."""
        return self

    def whole(self) -> Snapshot:
        """Return it as it is stored."""
        return Snapshot(self.answers, self.state, self.counters, self.last, self.marked)


class Frame(msgspec.Struct, frozen=True):
    """A stretch of the rules that is shown at once; `last` if the next thing is a decision or the end."""

    events: tuple[Event, ...]
    last: bool = False


class GameError(Exception):
    """An entry that can't be accepted. Nothing was changed.

    Codes: `stale`, `not_offered`, `not_your_seat`, `finished`, `bad_pick`, `cannot_undo`, `needs_consent`,
    `bad_entry`, `no_ruling`, `bad_ruling`.
    """

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule


class RulesFault(Exception):
    """The rules broke on an answer. The game stands where it stood before that answer."""


class BadLog(ValueError):
    """A log that no game can have written; `entry` is the index of the first wrong entry."""

    def __init__(self, entry: int, message: str) -> None:
        super().__init__(f"log entry {entry}: {message}")
        self.entry = entry
