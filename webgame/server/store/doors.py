"""The door of a game: who was let in, who was put out, its join code, its host."""

from __future__ import annotations

import sqlalchemy as sa

from webgame.server.store import schema as t
from webgame.server.store.database import Database
from webgame.server.store.rows import Taken


class Doors(Database):
    """Who may come in, and who says so."""

    def put_out(self, game: str, player: str, name: str) -> None:
        """Keep a player out of a game from now on."""

        def write(db: sa.Connection) -> None:
            mine = (t.members.c.game == game) & (t.members.c.player == player)
            db.execute(t.members.delete().where(mine))
            db.execute(t.outs.delete().where((t.outs.c.game == game) & (t.outs.c.player == player)))
            db.execute(t.outs.insert().values(game=game, player=player, name=name))

        self.write_again(write)

    def let_back(self, game: str, player: str) -> None:
        """Let a player who was put out come in again."""
        mine = (t.outs.c.game == game) & (t.outs.c.player == player)
        self.write(lambda db: db.execute(t.outs.delete().where(mine)))

    def is_out(self, game: str, player: str) -> bool:
        """Whether a player was put out of a game."""
        mine = (t.outs.c.game == game) & (t.outs.c.player == player)
        return bool(self.read(sa.select(t.outs.c.game).where(mine)))

    def outs(self, game: str) -> dict[str, str]:
        """Return the players who were put out of a game, and their names."""
        rows = self.read(t.outs.select().where(t.outs.c.game == game).order_by(t.outs.c.name))
        return {row.player: row.name for row in rows}

    def members_of(self, game: str) -> dict[str, str]:
        """Return the players who were let into a game, and the names of those who gave one."""
        chosen = (
            sa.select(t.members.c.player, t.players.c.name)
            .outerjoin(t.players, t.players.c.id == t.members.c.player)
            .where(t.members.c.game == game)
            .order_by(t.players.c.name, t.members.c.player)
        )
        return {row.player: row.name or "" for row in self.read(chosen)}

    def set_host(self, game: str, host: str) -> None:
        """Give a game another host."""
        self.write(lambda db: db.execute(t.games.update().where(t.games.c.id == game).values(host=host)))

    def set_code(self, game: str, code: str) -> None:
        """Give a game another join code (empty: none); raise Taken if another unfinished game has it."""

        def write(db: sa.Connection) -> None:
            if code and not self.sqlite:  # SQLite has one writer at a time anyway
                db.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext(code))))
            db.execute(t.games.update().where(t.games.c.id == game).values(code=code))
            same = t.games.select().where(t.games.c.code == code, t.games.c.finished == 0)
            if code and db.execute(same.where(t.games.c.id != game).limit(1)).first() is not None:
                raise Taken(f"the join code {code}")

        self.write(write)
