"""The logs of games, which are the truth, and what is kept to load them fast."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from webgame.engine.game import Entry, Snapshot
from webgame.server.errors import Refused
from webgame.server.store import schema as t
from webgame.server.store.database import Database, text
from webgame.server.store.rows import Status

SNAPSHOTS_KEPT = 4
TOUCH = sa.update(t.games).where(t.games.c.id == sa.bindparam("which")).values(touched=sa.bindparam("now"))


class Logs(Database):
    """Logs, snapshots, and where games stand."""

    def append(self, game: str, number: int, entry: Entry) -> None:
        """Append entry `number` of a game's log, durably.

        Raises Taken if another writer was first, Refused (`unknown_game`) if the game was deleted.
        """
        if self.file.path is not None:
            self.check()
            self.together.append(game, number, text(entry))
            self.check()  # as in `write`
            return

        def write(db: sa.Connection) -> None:
            insert_entries(db, game, number, (entry,))
            if db.execute(TOUCH, {"which": game, "now": time.time()}).rowcount != 1:
                raise Refused("unknown_game", "this game was deleted or archived")

        self.write(write)

    def entries(self, game: str, start: int = 0) -> list[Entry]:
        """Return a game's log from entry `start` on."""
        chosen = sa.select(t.entries.c.entry).where(t.entries.c.game == game, t.entries.c.number >= start)
        rows = self.read(chosen.order_by(t.entries.c.number))
        return [msgspec.json.decode(row.entry, type=Entry) for row in rows]

    def save_snapshot(self, game: str, number: int, hash: str, snapshot: Snapshot) -> None:
        """Keep a snapshot of a log of `number` entries that led to `hash`; drop older ones."""
        row = {"game": game, "number": number, "hash": hash, "snapshot": text(snapshot)}
        mine = t.snapshots.c.game == game

        def write(db: sa.Connection) -> None:
            db.execute(t.snapshots.delete().where(mine, t.snapshots.c.number >= number))
            db.execute(t.snapshots.insert().values(row))
            kept = sa.select(t.snapshots.c.number).where(mine).order_by(t.snapshots.c.number.desc())
            numbers = [n for (n,) in db.execute(kept.limit(SNAPSHOTS_KEPT))]
            db.execute(t.snapshots.delete().where(mine, t.snapshots.c.number < numbers[-1]))

        self.write_again(write)

    def snapshots(self, game: str) -> list[tuple[int, str, Snapshot]]:
        """Return a game's snapshots with log length and hash when stored, oldest first."""
        chosen = t.snapshots.select().where(t.snapshots.c.game == game).order_by(t.snapshots.c.number)
        return [
            (row.number, row.hash, msgspec.json.decode(row.snapshot, type=Snapshot))
            for row in self.read(chosen)
        ]

    def save_clock(self, game: str, minutes: int) -> None:
        """Keep the minutes for each decision of a game; 0: none."""

        def write(db: sa.Connection) -> None:
            db.execute(t.clocks.delete().where(t.clocks.c.game == game))
            if minutes:
                db.execute(t.clocks.insert().values(game=game, minutes=minutes))

        self.write_again(write)

    def clock(self, game: str) -> int:
        """Return the minutes for each decision of a game; 0: none."""
        rows = self.read(sa.select(t.clocks.c.minutes).where(t.clocks.c.game == game))
        return rows[0].minutes if rows else 0

    def save_status(self, game: str, status: Status) -> None:
        """Keep where a game stands."""
        row = {"game": game, "status": text(status)}

        def write(db: sa.Connection) -> None:
            if not db.execute(t.statuses.update().where(t.statuses.c.game == game).values(row)).rowcount:
                db.execute(t.statuses.insert().values(row))

        self.write_again(write)

    def statuses(self) -> dict[str, Status]:
        """Return where games stood when that was last kept."""
        rows = self.read(t.statuses.select())
        return {row.game: msgspec.json.decode(row.status, type=Status) for row in rows}


def insert_entries(db: sa.Connection, game: str, start: int, entries: Sequence[Entry]) -> None:
    """Add entries to a game's log within a transaction."""
    rows = [{"game": game, "number": start + n, "entry": text(entry)} for n, entry in enumerate(entries)]
    if rows:
        db.execute(t.entries.insert(), rows)
