"""Games that are packed away: all rows of one game as one compressed file, and back again."""

from __future__ import annotations

import lzma
import time
from typing import Any

import msgspec
import sqlalchemy as sa

from webgame.server.errors import Refused
from webgame.server.store import schema as t
from webgame.server.store.database import Database
from webgame.server.store.rows import Archived, Usage

PACKED = (
    t.entries,
    t.snapshots,
    t.statuses,
    t.clocks,
    t.members,
    t.chat,
    t.archived,
)  # by game; links expire
FORMAT = 1


class _File(msgspec.Struct):
    """What is in the file: table name -> its rows, of just this game."""

    format: int
    tables: dict[str, list[dict[str, Any]]]


class Archives(Database):
    """The archive: a table of its own. Results stay where they are, so records of players stay whole."""

    def pack(self, id: str) -> None:
        """Pack a game away; raise Refused if there is no such game. An answer is in it, or is refused."""

        def write(db: sa.Connection) -> None:
            mine = t.games.c.id == id
            # Written to first: from here on nobody appends, since an append needs the game's row.
            if db.execute(t.games.update().where(mine).values(rev=t.games.c.rev)).rowcount != 1:
                raise Refused("unknown_game", f"there is no game {id[:16]!r}")
            row = db.execute(t.games.select().where(mine)).one()
            db.execute(t.games.delete().where(mine))
            tables = {"games": [dict(row._mapping)]}
            for table in PACKED:
                rows = db.execute(table.select().where(table.c.game == id).order_by(*table.primary_key))
                tables[table.name] = [dict(each._mapping) for each in rows]
                db.execute(table.delete().where(table.c.game == id))
            tables["snapshots"] = tables["snapshots"][-1:]
            db.execute(t.links.delete().where(t.links.c.game == id))
            file = lzma.compress(msgspec.json.encode(_File(FORMAT, tables)))
            db.execute(t.archives.insert().values(game=id, name=row.name, at=time.time(), file=file))

        self.write(write)

    def unpack(self, id: str) -> None:
        """Bring a game back as it was; raise Refused if it is not in the archive or can't be read."""

        def write(db: sa.Connection) -> None:
            row = db.execute(t.archives.select().where(t.archives.c.game == id)).first()
            if row is None or db.execute(t.archives.delete().where(t.archives.c.game == id)).rowcount != 1:
                raise Refused("unknown_game", f"there is no game {id[:16]!r} in the archive")
            for name, rows in _tables(row.file, id).items():
                table = t.meta.tables[name]
                for each in rows:
                    if table is t.chat:
                        del each["id"]  # given anew
                    db.execute(table.insert().values(each))

        self.write(write)

    def packed(self, id: str) -> Archived | None:
        """Return a packed game, or None."""
        rows = self.read(_shown.where(t.archives.c.game == id))
        return Archived(**rows[0]._mapping) if rows else None

    def all_packed(self) -> list[Archived]:
        """Return all packed games, the newest first."""
        return [Archived(**row._mapping) for row in self.read(_shown.order_by(t.archives.c.at.desc()))]

    def untouched(self, before: float, finished: bool) -> list[str]:
        """Return the ids of games, over or not, that were last touched before a time; oldest first."""
        chosen = sa.select(t.games.c.id).where(t.games.c.touched < before)
        over = t.games.c.finished != 0 if finished else t.games.c.finished == 0
        return [row.id for row in self.read(chosen.where(over).order_by(t.games.c.touched))]

    def usage(self) -> Usage:
        """Return how much room the games take."""
        with self.engine.connect() as db:
            games = db.execute(sa.select(sa.func.count()).select_from(t.games)).scalar_one()
            length = sa.func.coalesce(sa.func.sum(sa.func.length(t.archives.c.file)), 0)
            packed, size = db.execute(sa.select(sa.func.count(), length).select_from(t.archives)).one()
            if self.sqlite:
                pages, free, page = (
                    db.exec_driver_sql(f"PRAGMA {what}").scalar_one()
                    for what in ("page_count", "freelist_count", "page_size")
                )
                total = (pages - free) * page
            else:
                total = sum(
                    db.execute(sa.select(sa.func.pg_total_relation_size(name))).scalar_one()
                    for name in t.meta.tables
                )
        return Usage(games, max(0, total - size), packed, size)

    def shrink(self) -> None:
        """Give the room of what is gone back to the disk; nobody can write meanwhile."""
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
            db.exec_driver_sql("VACUUM" if self.sqlite else "VACUUM FULL")


_size = sa.func.length(t.archives.c.file)
_shown = sa.select(t.archives.c.game, t.archives.c.name, t.archives.c.at, _size.label("size"))


def _tables(data: bytes, id: str) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of a packed game; raise Refused if they are damaged or of a newer version."""
    try:
        file = msgspec.json.decode(lzma.decompress(data), type=_File)
    except (lzma.LZMAError, EOFError, msgspec.DecodeError) as error:
        raise Refused("bad_archive", f"game {id}: its archive is damaged: {error}") from None
    known = {name: set(table.columns.keys()) for name, table in t.meta.tables.items()}
    if file.format != FORMAT or any(
        not known.get(name, set()).issuperset(row) for name, rows in file.tables.items() for row in rows
    ):
        raise Refused("newer_store", f"game {id} was archived by a newer version of this program")
    return file.tables
