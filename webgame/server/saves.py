"""Saves: a finished game as a whole; a running one from its last checkpoint, with other dice."""

from __future__ import annotations

import time

import msgspec

from webgame.engine.game import Entry, Game, GameError, RulesFault
from webgame.engine.save import BadSave, Save, checkpoint, public, read, redacted, whole, write
from webgame.server import waiting
from webgame.server.access import Player, clean
from webgame.server.errors import Refused
from webgame.server.house import House
from webgame.server.languages import N_
from webgame.server.past import at_moment
from webgame.server.scenarios import find_system
from webgame.server.store import GameRow
from webgame.server.table import SLICE, Table


def export(table: Table, player: Player) -> bytes:
    """Return a game's save file; raise Refused if it would tell the player what they must not know."""
    game = table.game
    if game.result is not None:
        return write(whole(game, table.row.name))
    may_export(table, player)
    try:
        return write(redacted(game, table.row.name))
    except BadSave as error:
        raise Refused("no_checkpoint", str(error)) from None


def may_export(table: Table, player: Player) -> None:
    """A running game may be saved by its players; if hands are hidden, by who holds all of them."""
    mine = table.audience(player)
    if not mine and table.row.host != player.id:
        raise Refused("not_allowed", "a running game is saved by its players or its host")
    others = [s for s, who in table.game.holders.items() if s not in mine and who.get("player")]
    if table.system.hides and others:
        raise Refused(
            "not_allowed", "this game has hidden hands: while it runs only who holds all seats can save it"
        )


def branch(house: House, row: GameRow, player: Player, at: int) -> str:
    """Begin a new game where this one stood after its first `at` answers, with other dice; return its id.

    It begins at the last point from which a game can go on. A running game may be branched by those who may
    save it, a finished one by all who may see it.
    """
    system = find_system(row.system)

    def allowed(table: Table) -> None:
        if table.game.result is None:
            may_export(table, player)

    with at_moment(house, row.id, at, allowed) as game:
        number = len(game.live)
        try:
            save = redacted(game, row.name)
        except BadSave as error:
            raise Refused("no_checkpoint", str(error)) from None
    header = save.header
    return waiting.create(
        house.store,
        player,
        system,
        header.scenario,
        header.text,
        name=f"{row.name[:40]}, from answer {number}",
        options=header.options,
        start=header.start,
    )


def import_save(house: House, player: Player, data: bytes) -> str:
    """Add a game from a save file and return its id: finished ones to look at, others to be started again."""
    try:
        save = read(data)
    except BadSave as error:
        raise Refused("bad_save", str(error)) from None
    system = find_system(save.header.system)
    name = clean(save.name or save.header.scenario, 60, N_("the name of the game"))
    game = _replay(house, save)
    header = save.header
    try:
        bytes.fromhex(header.secret), bytes.fromhex(header.commit)
    except ValueError:
        raise Refused("bad_save", "header: secret and commit must be hexadecimal") from None
    if game.result is None:
        try:
            start = checkpoint(game) if save.entries else header.start
        except BadSave as error:
            raise Refused("no_checkpoint", str(error)) from None
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
    house.store.create(row, header, [public(entry) for entry in save.entries])
    house.store.admit(row.id, player.id)
    return row.id


def _replay(house: House, save: Save) -> Game:
    """Run a save from its start, so that nothing is taken on trust; the others get their turn in between."""
    then = time.perf_counter()
    try:
        game = Game(find_system(save.header.system), save.header, quiet=True)
        for entry in save.entries:
            _run(game, public(entry))
            if time.perf_counter() - then > SLICE:
                house.sio.sleep(0)
                then = time.perf_counter()
        if game.broken is not None:
            raise Refused("bad_save", f"entry {game.broken}: the rules break on it: {game.fault}")
        wrong = game.system.check(game.state)
        if wrong:
            raise Refused("bad_save", f"it leads to a table that can't be: {wrong[0]}")
        if save.hash and game.result is not None and game.hash() != save.hash:
            raise Refused("bad_save", f"it leads to another position than was saved{_other_rules(save)}")
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
