"""Players, the games they were let into, what they say, and the links by which they hand over seats."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import sqlalchemy as sa

from webgame.server.store import schema as t
from webgame.server.store.database import Database, one, text
from webgame.server.store.rows import Link, Taken


class People(Database):
    """Players, members, chat and links."""

    def player_name(self, player: str) -> str | None:
        """Return a player's name, or None if the player never gave one."""
        rows = self.read(sa.select(t.players.c.name).where(t.players.c.id == player))
        return rows[0].name if rows else None

    def name_player(self, player: str, name: str) -> None:
        """Set a player's name."""

        def write(db: sa.Connection) -> None:
            if not db.execute(t.players.update().where(t.players.c.id == player).values(name=name)).rowcount:
                db.execute(t.players.insert().values(id=player, name=name))

        self.write_again(write)

    def admit(self, game: str, player: str) -> None:
        """Let a player into a locked game for good."""
        if not self.admitted(game, player):
            try:
                self.write(lambda db: db.execute(t.members.insert().values(game=game, player=player)))
            except Taken:
                return  # let in twice at once

    def admitted(self, game: str, player: str) -> bool:
        """Whether a player was let into a game."""
        mine = (t.members.c.game == game) & (t.members.c.player == player)
        return bool(self.read(sa.select(t.members.c.game).where(mine)))

    def games_of(self, player: str) -> set[str]:
        """Return the ids of the games that a player takes part in."""
        return {row.game for row in self.read(t.members.select().where(t.members.c.player == player))}

    def add_chat(self, game: str, line: dict[str, Any]) -> None:
        """Keep a line of chat."""
        self.write(lambda db: db.execute(t.chat.insert().values(game=game, line=text(line))))

    def chat(self, game: str, limit: int = 100) -> list[dict[str, Any]]:
        """Return the last lines of chat, oldest first."""
        chosen = t.chat.select().where(t.chat.c.game == game).order_by(t.chat.c.id.desc()).limit(limit)
        return [msgspec.json.decode(row.line) for row in self.read(chosen)][::-1]

    def add_link(self, token: str, link: Link, until: float) -> None:
        """Keep a hand-over link that is good until a time (seconds since 1970)."""
        row = {"token": token, "until": until, "used": 0} | msgspec.structs.asdict(link)
        self.write(lambda db: db.execute(t.links.insert().values(row)))

    def link(self, token: str) -> Link | None:
        """Return what a link gives, or None if it is unknown, used or too old."""
        good = (t.links.c.token == token) & (t.links.c.used == 0) & (t.links.c.until > time.time())
        rows = self.read(t.links.select().where(good))
        return Link(rows[0].game, rows[0].seat, rows[0].player) if rows else None

    def use_link(self, token: str) -> None:
        """Use a link up; raise Taken if it was used before."""
        good = (t.links.c.token == token) & (t.links.c.used == 0)
        self.write(lambda db: one(db.execute(t.links.update().where(good).values(used=1)).rowcount))
