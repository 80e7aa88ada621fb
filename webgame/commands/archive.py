"""`webgame archive`: packs games away, brings them back, tells how much room they take."""

from __future__ import annotations

import time
from pathlib import Path

import click

from webgame.commands.common import Fail
from webgame.commands.saves import data_option, database_option, open_store
from webgame.server.errors import Refused
from webgame.server.store import Store, Usage

DAY = 86400
days = click.IntRange(0, 36500)


@click.command("archive")
@click.argument("games", nargs=-1)
@click.option(
    "--finished", type=days, metavar="DAYS", help="Also all games over, untouched for so many days."
)
@click.option("--abandoned", type=days, metavar="DAYS", help="Also all games not over, untouched as long.")
@click.option("--back", is_flag=True, help="Bring GAMES back instead.")
@click.option("--list", "listed", is_flag=True, help="List the games in the archive.")
@click.option("--shrink", is_flag=True, help="Give freed room back to the disk; the server waits meanwhile.")
@data_option
@database_option
def archive(
    games: tuple[str, ...],
    finished: int | None,
    abandoned: int | None,
    back: bool,
    listed: bool,
    shrink: bool,
    data: Path,
    database: str,
) -> None:
    """Pack the games with the ids GAMES away and print how much room 1,000 games take.

    They stay in the database, compressed and out of every list; the records of players keep them. The
    server may run meanwhile.
    """
    if back and (finished is not None or abandoned is not None):
        raise Fail("--back takes the ids of games, not --finished or --abandoned")
    store = open_store(data, database)
    try:
        ids = list(games)
        for wait, over in ((finished, True), (abandoned, False)):
            if wait is not None:
                ids += [id for id in store.untouched(time.time() - wait * DAY, over) if id not in ids]
        for id in ids:
            _move(store, id, back)
        if listed:
            for each in store.all_packed():
                date = time.strftime("%Y-%m-%d", time.localtime(each.at))
                click.echo(f"{each.game}  {date}  {each.size / 1000:8.1f} kB  {each.name}")
        if shrink:
            store.shrink()
        click.echo(_told(store.usage()))
    finally:
        store.close()


def _move(store: Store, id: str, back: bool) -> None:
    try:
        (store.unpack if back else store.pack)(id)
    except Refused as error:
        raise Fail(f"game {id}: {error}", 1) from None
    click.echo(f"{id}: {'is back' if back else 'archived'}")


def _told(usage: Usage) -> str:
    parts = []
    for what, count, size in (
        ("in play or finished", usage.games, usage.bytes),
        ("archived", usage.packed, usage.packed_bytes),
    ):
        line = f"{count:6} games {what}: {size / 1e6:.1f} MB"
        if count:
            line += f", {size / count / 1e3:,.1f} MB per 1,000 games"
        parts.append(line)
    return "\n".join(parts)
