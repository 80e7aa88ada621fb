"""How games ended, for those who played them, and reports of bugs."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from webgame.server.store import schema as t
from webgame.server.store.database import Database
from webgame.server.store.rows import Outcome


class Results(Database):
    """Results and bug reports."""

    def save_results(self, game: str, outcomes: Sequence[Outcome]) -> None:
        """Keep how a game ended, in place of what was kept of it before."""

        def write(db: sa.Connection) -> None:
            db.execute(t.results.delete().where(t.results.c.game == game))
            for outcome in outcomes:
                db.execute(t.results.insert().values(msgspec.structs.asdict(outcome)))

        self.write_again(write)

    def results(self, player: str) -> list[Outcome]:
        """Return how all games ended that a player has finished, newest first; of one moment, by game."""
        chosen = (
            t.results.select()
            .where(t.results.c.player == player)
            .order_by(t.results.c.ended.desc(), t.results.c.game, t.results.c.seat)
        )
        return [Outcome(**row._mapping) for row in self.read(chosen)]

    def companions(self, player: str) -> list[tuple[str, int]]:
        """Return the names of those with whom a player has finished games, and how many; most first."""
        mine = sa.select(t.results.c.game).where(t.results.c.player == player)
        count = sa.func.count(sa.distinct(t.results.c.game))
        chosen = (
            sa.select(t.players.c.name, count.label("n"))
            .where(t.results.c.player == t.players.c.id, t.results.c.game.in_(mine))
            .where(t.results.c.player != player)
            .group_by(t.players.c.id, t.players.c.name)
            .order_by(count.desc(), t.players.c.name)
        )
        return [(row.name, row.n) for row in self.read(chosen)]

    def add_report(self, id: str, game: str, file: str) -> None:
        """Keep a bug report."""
        row = {"id": id, "game": game, "created": time.time(), "file": file}
        self.write(lambda db: db.execute(t.reports.insert().values(row)))

    def report(self, id: str) -> tuple[float, str] | None:
        """Return when a report was made and its file, or None."""
        rows = self.read(t.reports.select().where(t.reports.c.id == id))
        return (rows[0].created, rows[0].file) if rows else None

    def reports(self, game: str) -> int:
        """Return how many reports were made from a game."""
        rows = self.read(sa.select(sa.func.count().label("n")).where(t.reports.c.game == game))
        return int(rows[0].n)
