"""What of a table is in other server processes: its people, a vote they have open, the log's new entries.

As a rule one process serves a game. For a while there may be two: when one was restarted and its games
have moved. Then the log decides (see `Table.commit`), and each process shows its own people each entry.
"""

from __future__ import annotations

import time
import weakref
from typing import TYPE_CHECKING, Any

from webgame.engine.audience import Audience
from webgame.server import votes
from webgame.server.access import Player
from webgame.server.bus import News
from webgame.server.errors import Refused

if TYPE_CHECKING:
    from webgame.server.table import Table

SHARED = ("chat", "ping", "arrow", "vote", "name")  # told to everybody; the rest each process tells its own
LASTS = 20.0  # seconds after which people are forgotten of whom a process says nothing more


class Elsewhere:
    """One table's side of the line to the other processes."""

    def __init__(self, table: Table) -> None:
        self._table = weakref.ref(table)  # no ring: a table that is dropped is gone at once
        self.bus = table.house.bus
        self.vote: dict[str, Any] | None = None  # open in another process ...
        self._vote_by = ""  # ... which is this one
        self._people: dict[
            str, tuple[float, dict[str, Any]]
        ] = {}  # process -> since (monotonic), who is there

    @property
    def table(self) -> Table:
        """The table that this stands beside."""
        table = self._table()
        if table is None:
            raise RuntimeError("the table is gone")
        return table

    # -- telling ----------------------------------------

    def log_grew(self) -> None:
        """Say that the log has a new entry."""
        self.bus.say(self.table.id, version=self.table.game.version)

    def share(self, what: dict[str, Any]) -> None:
        """Have people elsewhere told what they are told here."""
        shared = {key: value for key, value in what.items() if key in SHARED}
        if shared:
            self.bus.say(self.table.id, tell=shared)

    def show(self) -> None:
        """Say who is here."""
        if self.bus.several:
            ids = {m.player.id: m.player.name for m in self.table.members.values()}
            here = {"people": self.table.people_here(), "leads": self.table.leads_here(), "ids": ids}
            self.bus.say(self.table.id, here=here)

    def cast(self, id: str, player: Player, seats: Audience, yes: bool | None) -> bool:
        """Pass a vote on if the question is open elsewhere; return whether it is."""
        if self.vote is None or self.vote["id"] != id:
            return False
        cast = {"id": id, "seats": sorted(seats), "yes": yes, "player": player.id, "name": player.name}
        self.bus.say(self.table.id, cast=cast)
        return True

    # -- hearing ----------------------------------------

    def hear(self, news: News) -> None:
        """Take in what another process says."""
        table = self.table
        if news.version > table.game.version:
            table.catch_up()
        if news.row or "name" in news.tell:
            table.reread()
            table.tell_here(clock=table.clock.shown())
        if "chat" in news.tell:
            table.chat.append(news.tell["chat"])
        if "vote" in news.tell:
            vote = news.tell["vote"]
            self.vote, self._vote_by = (vote, news.by) if vote["state"] == "open" else (None, "")
        if news.tell:
            table.tell_here(**news.tell)
        if news.here:
            self._hear_people(news)
        if news.cast:
            self._hear_vote(news.cast)
        if news.gone:
            table.end()

    def _hear_people(self, news: News) -> None:
        new = news.by not in self._people
        before = self._people.pop(news.by, (0.0, {}))[1]
        if news.here["people"] or news.here["leads"]:
            self._people[news.by] = (time.monotonic(), news.here)
        if before != news.here:
            self.table.tell_here(presence=self.table.presence(), leads=self.table.leads())
        if new and news.by in self._people:
            self.show()  # it may just have opened the table

    def _hear_vote(self, cast: dict[str, Any]) -> None:
        try:
            votes.count(
                self.table,
                Player(cast["player"], cast["name"]),
                frozenset(cast["seats"]),
                cast["id"],
                cast["yes"],
            )
        except Refused:
            return  # over meanwhile: all have been told so

    # -- people ----------------------------------------

    def people(self) -> list[dict[str, Any]]:
        """Return who is at the table elsewhere, as `presence` shows them."""
        return [person for _, there in self._people.values() for person in there["people"]]

    def ids(self) -> dict[str, str]:
        """Return the players elsewhere by their private ids, and their names."""
        return {id: name for _, there in self._people.values() for id, name in there["ids"].items()}

    def leads(self) -> list[dict[str, Any]]:
        """Return who shows the past to others elsewhere."""
        return [lead for _, there in self._people.values() for lead in there["leads"]]

    def tick(self) -> None:
        """Do what makes up for lost news, every few seconds."""
        if not self.bus.several or not self.table.members:  # nobody here: a request catches up by itself
            return
        self.table.catch_up()
        old = [by for by, (since, _) in self._people.items() if time.monotonic() - since > LASTS]
        for by in old:
            del self._people[by]
            if by == self._vote_by:
                self.vote = None
                self.table.tell_here(vote=None)
        if old:
            self.table.tell_here(presence=self.table.presence(), leads=self.table.leads())
        self.show()
