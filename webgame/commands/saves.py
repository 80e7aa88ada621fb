"""`webgame export` and `webgame import`: games out of the server's store and into it."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from webgame.commands.common import Fail
from webgame.commands.replay import read_file
from webgame.engine import save as saves
from webgame.engine.game import Game, Header
from webgame.server import waiting
from webgame.server.access import Player, clean
from webgame.server.config import Config
from webgame.server.errors import Refused
from webgame.server.scenarios import find_system
from webgame.server.store import GameRow, Store

OPERATOR = Player("command-line-operator", "command line")

data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=Config().data,
    help="The server's data folder.",
)
database_option = click.option(
    "--database", default="", help="SQLAlchemy URL, if not the file in the data folder."
)


def open_store(data: Path, database: str) -> Store:
    """Return the store of a server; raise Fail if there is none."""
    file = data / "games.db"
    if not database and not file.is_file():
        raise Fail(f"{file}: there is no such database; start the server once or name its --data folder")
    try:
        return Store(database or f"sqlite:///{file.resolve()}")
    except Exception as error:  # whatever the database says
        raise Fail(
            f"the database can't be opened: {type(error).__name__}: {str(error).splitlines()[0]}", 1
        ) from None


@click.command("export")
@click.argument("game")
@click.option("--to", type=click.Path(path_type=Path, dir_okay=False), help="The file; else standard output.")
@data_option
@database_option
def export_game(game: str, to: Path | None, data: Path, database: str) -> None:
    """Write the game with the id GAME as a save file.

    A running game is written from its last checkpoint on, with other dice: its seed stays secret.
    """
    store = open_store(data, database)
    try:
        text = saves.write(stored(store, game))
    except (Refused, saves.BadSave) as error:
        raise Fail(f"game {game}: {error}", 1) from None
    finally:
        store.close()
    if to is None:
        click.echo(text.decode(), nl=False)
        return
    try:
        to.write_bytes(text)
    except OSError as error:
        raise Fail(f"{to}: {error.strerror}") from None
    click.echo(f"{to}: written")


def stored(store: Store, id: str) -> saves.Save:
    """Return a stored game as a save; raise Refused or BadSave."""
    row = waiting.find_game(store, id)
    if row.header is None:
        raise saves.BadSave("it has not started yet: there is nothing to save")
    header = msgspec.json.decode(row.header, type=Header)
    kept = [snapshot for _, _, snapshot in store.snapshots(id)]
    game = Game(find_system(row.system), header, store.entries(id), kept, quiet=True)
    return saves.whole(game, row.name) if game.result is not None else saves.redacted(game, row.name)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@database_option
def import_game(file: Path, data: Path, database: str) -> None:
    """Add the game in a save FILE to the store and print its id.

    A finished game can be looked at again; a running one waits to be started from where it stood.
    """
    try:
        save = read_file(file)
        game = saves.replay(save)
    except saves.BadSave as error:
        raise Fail(f"{file}: {error}", 1) from None
    store = open_store(data, database)
    try:
        click.echo(keep(store, save, game))
    except (Refused, saves.BadSave) as error:
        raise Fail(f"{file}: {error}", 1) from None
    finally:
        store.close()


def keep(store: Store, save: saves.Save, game: Game) -> str:
    """Put a replayed save into the store and return the id it got; raise Refused."""
    header = save.header
    system = game.system
    if game.result is None:
        start = saves.checkpoint(game) if save.entries else header.start
        return waiting.create(
            store,
            OPERATOR,
            system,
            header.scenario,
            header.text,
            name=save.name,
            options=header.options,
            start=start,
        )
    setup = waiting.Setup(header.text, header.options, header.start, header.secret, header.commit)
    row = GameRow(
        id=waiting.new_id(),
        name=clean(save.name or header.scenario, 60, "the name of the game"),
        system=system.name,
        scenario=header.scenario,
        setup=msgspec.json.encode(setup).decode(),
        finished=1,
        host=OPERATOR.id,
    )
    store.create(row, header, [saves.public(entry) for entry in save.entries])
    return row.id
