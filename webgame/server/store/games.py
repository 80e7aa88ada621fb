"""Games as rows: made, agreed upon, started, finished, put away, removed; and what follows what."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from webgame.engine.game import Entry, Header
from webgame.server.store import schema as t
from webgame.server.store.database import Database, one, text
from webgame.server.store.logs import insert_entries
from webgame.server.store.rows import GameRow, Taken


class Games(Database):
    """Games and the order in which they follow each other."""

    def create(self, row: GameRow, header: Header | None = None, entries: Sequence[Entry] = ()) -> None:
        """Add a game, with its log if it has one; raise Taken if its id or its join code is in use."""
        data = msgspec.structs.asdict(row) | {"created": time.time(), "touched": time.time()}
        data["header"] = text(header) if header else None

        def write(db: sa.Connection) -> None:
            if row.code and not self.sqlite:  # SQLite has one writer at a time anyway
                db.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext(row.code))))
            db.execute(t.games.insert().values(data))
            same = t.games.select().where(t.games.c.code == row.code, t.games.c.finished == 0)
            if row.code and db.execute(same.where(t.games.c.id != row.id).limit(1)).first() is not None:
                raise Taken(f"the join code {row.code}")
            insert_entries(db, row.id, 0, entries)

        self.write(write)

    def game(self, id: str) -> GameRow | None:
        """Return a game's row, or None."""
        rows = self._rows(t.games.select().where(t.games.c.id == id))
        return rows[0] if rows else None

    def games(self, limit: int = 200) -> list[GameRow]:
        """Return the games touched last, newest first: so many not over, as many over; none put away."""
        shown = t.games.select().where(t.games.c.id.not_in(sa.select(t.archived.c.game)))
        found: list[GameRow] = []
        for over in (t.games.c.finished == 0, t.games.c.finished != 0):
            found += self._rows(shown.where(over).order_by(t.games.c.touched.desc()).limit(limit))
        return found

    def by_code(self, code: str) -> GameRow | None:
        """Return the newest unfinished game with a join code, or None."""
        wanted = t.games.select().where(t.games.c.code == code, t.games.c.finished == 0, t.games.c.code != "")
        rows = self._rows(wanted.order_by(t.games.c.created.desc()).limit(1))
        return rows[0] if rows else None

    def change_setup(self, id: str, rev: int, setup: str) -> None:
        """Store what was agreed before the start; raise Taken if another change came since revision `rev`."""
        open_row = (t.games.c.id == id) & (t.games.c.rev == rev) & t.games.c.header.is_(None)
        values = {"setup": setup, "rev": rev + 1, "touched": time.time()}
        self.write(lambda db: one(db.execute(t.games.update().where(open_row).values(values)).rowcount))

    def start(self, id: str, rev: int, header: Header, entries: Sequence[Entry]) -> None:
        """Start a game with its header and first entries (seats); raise Taken as `change_setup` does."""
        open_row = (t.games.c.id == id) & (t.games.c.rev == rev) & t.games.c.header.is_(None)
        values = {"header": text(header), "rev": rev + 1, "touched": time.time()}

        def write(db: sa.Connection) -> None:
            one(db.execute(t.games.update().where(open_row).values(values)).rowcount)
            insert_entries(db, id, 0, entries)

        self.write(write)

    def finish(self, id: str, finished: bool) -> None:
        """Mark a game as over, or as running again after an undo."""
        self.write(
            lambda db: db.execute(t.games.update().where(t.games.c.id == id).values(finished=int(finished)))
        )

    def remove(self, id: str) -> None:
        """Remove a game and all that belongs to it."""

        def write(db: sa.Connection) -> None:
            for table in (
                *(t.entries, t.snapshots, t.statuses, t.clocks, t.members, t.chat, t.links),
                *(t.results, t.sequels, t.archived, t.outs),
            ):
                db.execute(table.delete().where(table.c.game == id))
            db.execute(t.sequels.delete().where(t.sequels.c.next == id))
            db.execute(t.games.delete().where(t.games.c.id == id))

        self.write(write)

    def rename(self, id: str, name: str) -> None:
        """Give a game another name."""
        self.write(lambda db: db.execute(t.games.update().where(t.games.c.id == id).values(name=name)))

    def archive(self, id: str, away: bool) -> None:
        """Take a game out of the lists, or put it back; what is so already stays so."""

        def write(db: sa.Connection) -> None:
            db.execute(t.archived.delete().where(t.archived.c.game == id))
            if away:
                db.execute(t.archived.insert().values(game=id))

        self.write_again(write)

    def archived(self, host: str) -> list[GameRow]:
        """Return a host's games that are out of the lists, newest first."""
        away = t.games.c.id.in_(sa.select(t.archived.c.game))
        mine = t.games.select().where(t.games.c.host == host, away)
        return self._rows(mine.order_by(t.games.c.touched.desc()))

    def follow(self, id: str, next: str) -> None:
        """Note which game follows a finished one; raise Taken if one does already."""
        self.write(lambda db: db.execute(t.sequels.insert().values(game=id, next=next)))

    def sequel(self, id: str) -> GameRow | None:
        """Return the game that follows one, or None."""
        rows = self._rows(t.games.select().where(t.games.c.id == t.sequels.c.next, t.sequels.c.game == id))
        return rows[0] if rows else None

    def after(self, id: str) -> str:
        """Return the id of the game that follows one, packed away or not, or ""."""
        rows = self.read(sa.select(t.sequels.c.next).where(t.sequels.c.game == id))
        return rows[0].next if rows else ""

    def before(self, id: str) -> str:
        """Return the id of the game that one follows, or ""."""
        rows = self.read(sa.select(t.sequels.c.game).where(t.sequels.c.next == id))
        return rows[0].game if rows else ""

    def _rows(self, chosen: sa.Select[Any]) -> list[GameRow]:
        return [GameRow(**row._mapping) for row in self.read(chosen)]
