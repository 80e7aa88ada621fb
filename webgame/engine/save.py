"""Save files: a game as JSON, written and read with named errors.

A finished game is saved whole and replays to its hash. A running one must not tell its seed: it is saved as a
new beginning at its last checkpoint, with other dice and everything unknown shuffled anew.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from webgame.engine import system as registry
from webgame.engine.decision import Target
from webgame.engine.event import Event
from webgame.engine.game import BadLog, Entry, Game, Header
from webgame.engine.rng import Rng
from webgame.engine.system import BadScenario, Result, System
from webgame.engine.tracer import Tracer

FORMAT = "webgame-save/1"


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the last answers (or a ruling) before a report, and what all could see come of it."""

    number: int  # of the answer, from 1
    seat: str
    option: str
    picks: tuple[Target, ...] = ()
    events: tuple[Event, ...] = ()


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was asked when a report was made; `groups` are the options, without their targets."""

    prompt: str
    rule: str
    seats: tuple[str, ...]
    mode: str
    params: dict[str, Any] = {}
    groups: tuple[str, ...] = ()


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody wants to have looked at: the note, and what led to the moment it is about.

    The file itself begins at the last checkpoint before that moment.
    """

    note: str
    at: int  # answers given
    version: str  # of the rules
    digest: str
    scene: int  # hash of what spectators saw
    asked: Asked | None = None
    last: tuple[Told, ...] = ()
    rules: tuple[str, ...] = ()  # cited by what was asked and told
    where: str = ""  # round and phase, as the scene has them
    by: str = ""


class Save(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What stands in a save file; `hash` is that of the position the entries lead to."""

    format: str
    name: str
    header: Header
    entries: list[Entry]
    hash: str = ""
    result: Result | None = None
    report: Report | None = None


class BadSave(ValueError):
    """A file that can't be read or replayed; the message says what is wrong and where."""


def public(entry: Entry) -> Entry:
    """Return an entry without what is private to players and devices."""
    data = {k: v for k, v in entry.data.items() if k != "player"} if entry.kind == "seat" else entry.data
    return msgspec.structs.replace(entry, player="", client="", data=data)


def whole(game: Game, name: str) -> Save:
    """Return a game with its seed and all entries: for finished games, simulations and tests."""
    return Save(FORMAT, name, game.header, [public(entry) for entry in game.log], game.hash(), game.result)


def checkpoint(game: Game) -> str:
    """Return the state (JSON) at the last checkpoint before now; raise BadSave if there was none yet."""
    trace = Tracer(game.system, game.header, list(game.log), list(game.snapshots), quiet=True)
    if trace.latest is not None:
        return trace.latest.state
    raise BadSave("the game has not come to a point yet from which it can go on")


def redacted(game: Game, name: str) -> Save:
    """Return a running game from its last checkpoint on, with other dice and the unknown shuffled anew."""
    blind = game.system.blind(game.system.decode(checkpoint(game).encode()), Rng(secrets.token_bytes(32)))
    header = Header(
        system=game.header.system,
        version=game.system.version,
        digest=game.system.digest(),
        scenario=game.header.scenario,
        text=game.header.text,
        options=game.header.options,
        seed=secrets.token_hex(32),
        start=game.system.encode(blind).decode(),
    )
    return Save(FORMAT, name, header, [])


def write(save: Save) -> bytes:
    """Return a save as the text of a file."""
    return msgspec.json.format(msgspec.json.encode(save), indent=1) + b"\n"


def read(data: bytes) -> Save:
    """Return what stands in a save file; raise BadSave."""
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadSave(f"this is no save file: it is not JSON: {error}") from None
    if not isinstance(raw, dict):
        raise BadSave("this is no save file: it holds no object")
    if raw.get("format") != FORMAT:
        raise BadSave(f"format is {str(raw.get('format'))[:40]!r} instead of {FORMAT!r}")
    entries = raw.get("entries")
    if not isinstance(entries, list):
        raise BadSave("the key 'entries' is missing" if entries is None else "'entries' is no list")
    log: list[Entry] = []
    for number, entry in enumerate(entries):
        log.append(_convert(entry, Entry, f"$.entries[{number}]"))
    save: Save = _convert(raw | {"entries": []}, Save, "$")
    save.entries = log
    return save


def _convert(value: Any, kind: type[Any], where: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        what, mark, path = str(error).partition(" - at `$")
        raise BadSave(f"{what} - at `{where}{path}" if mark else f"{what} - at `{where}`") from None


def find_system(save: Save) -> System:
    """Return the system of a save; raise BadSave if there is none of that name."""
    try:
        return registry.get(save.header.system)
    except KeyError as error:
        raise BadSave(str(error.args[0])) from None


def replay(save: Save) -> Game:
    """Return the game that a save leads to, run from its start; raise BadSave, with the entry's number."""
    system = find_system(save)
    other = ""
    if save.header.digest != system.digest():
        other = f" (saved under rules version {save.header.version}, these are {system.version})"
    try:
        game = Game(system, save.header, save.entries, quiet=True)
    except BadLog as error:
        raise BadSave(f"{error}{other}") from None
    except BadScenario as error:
        raise BadSave(f"the scenario in the header can't be played: {error}{other}") from None
    except Exception as error:  # a header or a start that no set-up can take
        raise BadSave(f"the header can't be played: {type(error).__name__}: {error}{other}") from error
    if game.broken is not None:
        raise BadSave(f"log entry {game.broken} can't be applied: {game.fault}{other}")
    if save.hash and save.hash != game.hash():
        raise BadSave(f"it leads to the hash {game.hash()[:16]}, but was saved with {save.hash[:16]}{other}")
    if save.hash and save.result != game.result:
        raise BadSave(f"it leads to another result than it was saved with{other}")
    return game
