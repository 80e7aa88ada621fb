"""Saves: a finished game as a whole; a running one from its last checkpoint, with other dice."""

from __future__ import annotations

import secrets
import time

import msgspec

from webgame.engine.game import Entry, Game, GameError, Header, RulesFault, Snapshot
from webgame.engine.rng import Rng
from webgame.server import waiting
from webgame.server.access import Player, clean
from webgame.server.errors import Refused
from webgame.server.house import House
from webgame.server.scenarios import find_system
from webgame.server.store import GameRow
from webgame.server.table import SLICE, Table

FORMAT = "webgame-save/1"


class Save(msgspec.Struct, forbid_unknown_fields=True):
    """What stands in a save file."""

    format: str
    name: str
    header: Header
    entries: list[Entry]


class _Tracer(Game):
    """A replay that keeps the newest checkpoint."""

    latest: Snapshot | None = None

    def _keep_snapshot(self) -> None:
        self.latest = self.snapshot()
        super()._keep_snapshot()


def export(table: Table, player: Player) -> bytes:
    """Return a game's save file; raise Refused if it would tell the player what they must not know."""
    game = table.game
    if game.result is not None:
        save = Save(FORMAT, table.row.name, table.header, [_public(entry) for entry in game.log])
    else:
        _may_export(table, player)
        save = Save(FORMAT, table.row.name, _redacted(game), [])
    return msgspec.json.format(msgspec.json.encode(save), indent=1)


def _may_export(table: Table, player: Player) -> None:
    """A running game may be saved by its players; if hands are hidden, by who holds all of them."""
    mine = table.audience(player)
    if not mine and table.row.host != player.id:
        raise Refused("not_allowed", "a running game is saved by its players or its host")
    others = [s for s, who in table.game.holders.items() if s not in mine and who.get("player")]
    if table.system.hides and others:
        raise Refused(
            "not_allowed", "this game has hidden hands: while it runs only who holds all seats can save it"
        )


def _public(entry: Entry) -> Entry:
    """Return an entry without what is private to players and devices."""
    data = {k: v for k, v in entry.data.items() if k != "player"} if entry.kind == "seat" else entry.data
    return msgspec.structs.replace(entry, player="", client="", data=data)


def _redacted(game: Game) -> Header:
    """Return a header that goes on from the last checkpoint with another seed and unknowns shuffled."""
    header = game.header
    start = checkpoint(game)
    blind = game.system.blind(game.system.decode(start.encode()), Rng(secrets.token_bytes(32)))
    return Header(
        system=header.system,
        version=game.system.version,
        digest=game.system.digest(),
        scenario=header.scenario,
        text=header.text,
        options=header.options,
        seed=secrets.token_hex(32),
        start=game.system.encode(blind).decode(),
    )


def checkpoint(game: Game) -> str:
    """Return the state (JSON) at the last checkpoint before now: there the rules can be entered afresh."""
    trace = _Tracer(game.system, game.header, list(game.log), list(game.snapshots), quiet=True)
    latest = trace.latest or (trace.snapshots[-1] if trace.snapshots else None)
    if latest is not None:
        return latest.state
    if game.header.start:
        return game.header.start
    raise Refused("no_checkpoint", "the game has not come to a point yet from which it can go on")


def import_save(house: House, player: Player, data: bytes) -> str:
    """Add a game from a save file and return its id: finished ones to look at, others to be started again."""
    try:
        save = msgspec.json.decode(data, type=Save)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("bad_save", f"this is no save file: {error}") from None
    if save.format != FORMAT:
        raise Refused("bad_save", f"format is {save.format[:40]!r}: this server reads {FORMAT!r}")
    system = find_system(save.header.system)
    name = clean(save.name or save.header.scenario, 60, "the name of the game")
    game = _replay(house, save)
    header = save.header
    if game.result is None:
        start = checkpoint(game) if save.entries else header.start
        return waiting.create(
            house.store,
            player,
            system,
            header.scenario,
            header.text,
            name=name,
            options=header.options,
            start=start,
        )
    setup = waiting.Setup(header.text, header.options, header.start, header.secret, header.commit)
    row = GameRow(
        id=waiting.new_id(),
        name=name,
        system=system.name,
        scenario=header.scenario,
        setup=msgspec.json.encode(setup).decode(),
        finished=1,
        host=player.id,
    )
    house.store.create(row, header, [_public(entry) for entry in save.entries])
    house.store.admit(row.id, player.id)
    return row.id


def _replay(house: House, save: Save) -> Game:
    """Run a save from its start, so that nothing is taken on trust; the others get their turn in between."""
    then = time.perf_counter()
    try:
        game = Game(find_system(save.header.system), save.header, quiet=True)
        for entry in save.entries:
            _run(game, _public(entry))
            if time.perf_counter() - then > SLICE:
                house.sio.sleep(0)
                then = time.perf_counter()
        if game.broken is not None:
            raise Refused("bad_save", f"entry {game.broken}: the rules break on it: {game.fault}")
    except Refused:
        raise
    except GameError as error:
        raise Refused("bad_save", f"entry {game.version}: {error.message}{_other_rules(save)}") from None
    except Exception as error:  # a header or a start that no set-up can take
        raise Refused(
            "bad_save", f"the header can't be played: {type(error).__name__}: {error}{_other_rules(save)}"
        ) from error
    return game


def _run(game: Game, entry: Entry) -> None:
    """Apply an entry; if the rules break on it, the entry after it must take it out."""
    try:
        game.run(entry)
    except RulesFault:
        return


def _other_rules(save: Save) -> str:
    system = find_system(save.header.system)
    if save.header.digest == system.digest():
        return ""
    return f" (the save is of rules version {save.header.version}, this server has {system.version})"
