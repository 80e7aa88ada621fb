"""Table rulings: what a table may set by hand, all seats agreeing, when a rule is wrong.

A system that allows it (`Rulable`) says what can be set, and sets it; the game checks that the result is a
sound table and enters the rules afresh from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, runtime_checkable

import msgspec
from msgspec import Meta

if TYPE_CHECKING:
    from webgame.engine.game import Play

Text = Annotated[str, Meta(max_length=100)]
Number = Annotated[int, Meta(ge=-1, le=10**6)]


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing to be set.

    `move` puts `piece` on square `at`; `wounds` gives it `n` wounds in all; `status` puts the status `name`
    on it, or takes it off (`on` false); `token` puts a token of kind `name` on square `at`, or takes the
    token with id `name` away.
    """

    kind: Literal["move", "wounds", "status", "token"]
    piece: Text = ""
    at: Number = -1
    n: Number = 0
    name: Text = ""
    on: bool = True


class Settable(msgspec.Struct, frozen=True, omit_defaults=True):
    """What can be set on a figure: its place, its wounds (from 0 to `most`), its status (those it has)."""

    name: str
    at: int
    wounds: int = 0
    most: int = 0
    status: tuple[str, ...] = ()
    moves: bool = True


class Lying(msgspec.Struct, frozen=True):
    """A token that can be taken away."""

    name: str
    at: int


class Rulings(msgspec.Struct, frozen=True):
    """What a ruling may name. Names are message keys; squares are those where something may be put at all."""

    figures: dict[str, Settable]
    squares: tuple[int, ...]
    status: tuple[str, ...] = ()
    tokens: dict[str, str] = {}  # kind -> name
    lying: dict[str, Lying] = {}  # id of a token


class BadRuling(ValueError):
    """A ruling that can't be carried out; the message says why."""


@runtime_checkable
class Rulable(Protocol):
    """The part of a system that carries out rulings; a system may do without."""

    def rulings(self, state: Any) -> Rulings:
        """Return what can be set."""
        ...

    def rule(self, play: Play, ruling: Ruling) -> None:
        """Carry out a ruling and tell it by one event whose `show` has `ruling` true; raise BadRuling."""
        ...


def read_ruling(data: Any) -> Ruling:
    """Return a ruling from the data of a log entry; raise BadRuling with what is wrong and where."""
    try:
        return msgspec.convert(data, Ruling)
    except msgspec.ValidationError as error:
        raise BadRuling(f"that is no ruling: {error}") from None
