"""What a client may send, typed; past this module nobody sees raw data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from webgame.engine.ruling import Ruling
from webgame.server.errors import Refused

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(max_length=200)]
Square = Annotated[int, Meta(ge=0, lt=10**6)]
Version = Annotated[int, Meta(ge=-1, le=2**31)]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A message about a game."""

    game: Id


class Join(Message, frozen=True, kw_only=True):
    """Sit down at a table; `view` "tv" and "watch" see what spectators see, whatever seats one holds.

    With `seat` a spectator looks on from that seat's view, as long as the table allows it.
    """

    code: Annotated[str, Meta(max_length=20)] | None = None
    view: Literal["", "tv", "watch"] = ""
    seat: Name = ""


class Answer(Message, frozen=True, kw_only=True):
    """Answer a decision."""

    decision: Id
    option: Name
    picks: Annotated[tuple[int | Name, ...], Meta(max_length=200)] = ()
    seat: Name = ""
    client_id: Id


class Sync(Message, frozen=True, kw_only=True):
    """Ask for what was missed since a version; -1, or the newest version, asks for the whole scene.

    `why`: "gap", a step was missing; "drift", the scene had another hash than the step said; "board", the
    static part has changed; "news", a message of the table was missing.
    """

    version: Version
    why: Literal["", "gap", "drift", "board", "news"] = ""


class Query(Message, frozen=True, kw_only=True):
    """Ask about an option, a square, a piece or a group."""

    version: Version
    about: dict[str, Any]


class LookBack(Message, frozen=True, kw_only=True):
    """Look at the position after the first `at` answers; `key` is the static part that the asker has."""

    at: Annotated[int, Meta(ge=0, le=10**6)]
    key: Name = ""
    play: bool = False


class Timeline(Message, frozen=True, kw_only=True):
    """Ask where rounds and activations begin."""


class Lead(Message, frozen=True, kw_only=True):
    """Show the others where in the game one is looking; None: no longer."""

    at: Annotated[int, Meta(ge=0, le=10**6)] | None


class SeatAct(Message, frozen=True, kw_only=True):
    """Take, leave or give a seat, or let a bot play it."""

    do: Literal["take", "leave", "give", "bot", "unbot"]
    seat: Name
    to: Name = ""
    bot: Name = ""


class Undo(Message, frozen=True, kw_only=True):
    """Take the last answer back."""

    seat: Name = ""
    client_id: Id


class Redo(Message, frozen=True, kw_only=True):
    """Bring back what was taken back."""

    seat: Name = ""
    client_id: Id


class AskRulings(Message, frozen=True, kw_only=True):
    """Ask what a table ruling may set."""


class Rule(Message, frozen=True, kw_only=True):
    """Set something by hand, all seats agreeing."""

    seat: Name = ""
    what: Ruling
    client_id: Id


class CastVote(Message, frozen=True, kw_only=True):
    """Agree, refuse, or (None) withdraw one's agreement."""

    id: Id
    yes: bool | None


class Unveil(Message, frozen=True, kw_only=True):
    """Let spectators watch from each seat's view, all seats agreeing; or, at once, no longer."""

    yes: bool
    seat: Name = ""
    client_id: Id


class Chat(Message, frozen=True, kw_only=True):
    """Say something."""

    text: Annotated[str, Meta(max_length=2000)]


class Ping(Message, frozen=True, kw_only=True):
    """Point at a square or a piece."""

    at: Annotated[int, Meta(ge=0, le=10**6)] | Id


class Arrow(Message, frozen=True, kw_only=True):
    """Draw a line from one square to another for all to see; None: take one's lines away."""

    line: tuple[Square, Square] | None


class SetClock(Message, frozen=True, kw_only=True):
    """Let the table count the minutes of each decision; 0: no longer."""

    minutes: Annotated[int, Meta(ge=0, le=60)]


class Watch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hear of changes of a game that waits, or (without game) of the list of games."""

    game: Annotated[str, Meta(max_length=64)] = ""


def decode(data: Any, kind: type[Any]) -> Any:
    """Return a message of a kind; raise Refused (`malformed`) with what is wrong and where."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise Refused("malformed", f"{kind.__name__.lower()}: {error}") from None
