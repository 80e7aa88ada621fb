"""Who is at a table: sockets, what each sees, who is present and who is absent."""

from __future__ import annotations

import math
import time
from typing import Any

import msgspec

from webgame.engine.audience import Audience, View
from webgame.server.access import Player, handle
from webgame.server.clock import Clock
from webgame.server.errors import Refused
from webgame.server.standing import Standing
from webgame.server.steps import Rings

LEFT = 100  # people who are gone and remembered
BEAT = 20.0  # seconds between two messages that name the version while nothing happens


class Member(msgspec.Struct):
    """A socket at the table: whose, and what it sees."""

    sid: str
    player: Player
    spectator: bool
    seats: Audience  # what it sees: the scenes of these seats
    since: int  # the version at which it began to see as those seats
    view: str = ""  # the kind of screen: "", "tv" or "watch"
    leads: int = -1  # the number of answers it looks at and shows to others; -1: none
    window: str = ""  # the seat from whose view a spectator asks to look on

    @property
    def own(self) -> Audience:
        """The seats it may act for: none for who only looks on, whatever it sees."""
        return frozenset() if self.spectator else self.seats


class Crowd(Standing):
    """The people at a table."""

    members: dict[str, Member]  # by socket
    rings: Rings
    clock: Clock
    left: dict[str, float]  # player -> when their last socket went (monotonic)
    opened: float  # monotonic
    missing: list[str]  # the seats whose holders are known to be absent
    beat: float  # when all are told the version next (monotonic)
    people_told: float  # when all were told who is here (monotonic) ...
    people_due: float  # ... and when they have to be next; infinite: nothing has changed

    def room(self, audience: Audience) -> str:
        """Return the name of an audience's room."""
        return f"game:{self.id}:{'+'.join(sorted(audience))}"

    def audience(self, player: Player) -> Audience:
        """Return the seats that a player holds."""
        return frozenset(s for s, who in self.game.holders.items() if who.get("player") == player.id)

    def sees(self, player: Player, spectator: bool, window: str) -> Audience:
        """Return the seats whose scenes a socket is shown: a spectator sees what is public.

        If the table allows it, a spectator may look through one seat's window; who plays, only through
        one of their own.
        """
        own = self.audience(player)
        if not spectator:
            return own
        shown = window in self.game.seats and self.unveiled and (not own or window in own)
        return frozenset({window}) if shown else frozenset()

    @property
    def unveiled(self) -> bool:
        """Whether spectators may watch from the view of a seat."""
        return bool(self.game.table.get("unveiled"))

    @property
    def closed(self) -> bool:
        """Whether the host has closed the table: nothing is played until it is open again."""
        return bool(self.game.table.get("closed"))

    def ordered(self, seats: Audience) -> list[str]:
        """Return seats in the order of the table."""
        return [seat for seat in self.game.seats if seat in seats]

    def tag(self, player: str) -> str:
        """Return a player's public name tag at this table."""
        return handle(self.house.key, self.id, player)

    def member(self, sid: str) -> Member:
        """Return who sits at a socket; raise Refused if it has not joined."""
        member = self.members.get(sid)
        if member is None:
            raise Refused("not_joined", "join the game first")
        return member

    def enter(self, member: Member) -> View:
        """Seat a socket among its audience and return what it sees; later steps follow from just there."""
        server = self.house.server
        self.leave(member.sid)
        self.members[member.sid] = member
        view = self.audiences.add(member.seats)
        server.enter_room(member.sid, self.room(member.seats))
        server.enter_room(member.sid, f"table:{self.id}")
        self._stand()
        self.left.pop(member.player.id, None)
        self.people_change()
        self.house.lobby_stirs()
        return view

    def leave(self, sid: str) -> None:
        """Forget a socket."""
        member = self.members.pop(sid, None)
        if member is None:
            return
        if self.house.connected(sid):
            self.house.server.leave_room(sid, self.room(member.seats))
            self.house.server.leave_room(sid, f"table:{self.id}")
        self._forget_audiences()
        if not self.online(member.player.id):
            self.left[member.player.id] = time.monotonic()
            if len(self.left) > LEFT:  # those who hold no seat are not waited for
                held = {who.get("player") for who in self.game.holders.values()}
                self.left = {player: since for player, since in self.left.items() if player in held}
        if member.leads >= 0:
            self.tell(leads=self.leads())
        self.people_change()
        self.house.lobby_stirs()

    def people_change(self) -> None:
        """Have all told who is here: at once, or in a moment if they have just been told."""
        now = time.monotonic()
        self.people_due = min(self.people_due, max(now, self.people_told + self.house.config.presence))
        if self.people_due <= now:
            self.tell_people()

    def tell_people(self) -> None:
        """Tell all who is here, and whose holders are absent."""
        self.people_told, self.people_due = time.monotonic(), math.inf
        self.missing = self.absent()
        self.tell(presence=self.presence(), absent=self.missing)

    def show_way(self, member: Member, at: int | None) -> None:
        """Tell all where in the game somebody looks; None: nowhere any more."""
        member.leads = -1 if at is None else at
        self.tell(leads=self.leads())

    def leads(self) -> list[dict[str, Any]]:
        """Return who shows the past to others, and where they are in it (number of answers)."""
        return self.leads_here() + self.elsewhere.leads()

    def leads_here(self) -> list[dict[str, Any]]:
        """Return those of them who are in this process."""
        return [
            {"who": self.tag(m.player.id), "name": m.player.name, "at": m.leads}
            for m in self.members.values()
            if m.leads >= 0
        ]

    def _forget_audiences(self) -> None:
        present = {m.seats for m in self.members.values()}
        self.audiences.keep(present)
        self.rings.keep(present)

    def people(self) -> dict[str, str]:
        """Return who holds a seat or is here: ids of players, and names."""
        found = {m.player.id: m.player.name for m in self.members.values()} | self.elsewhere.ids()
        return found | {
            who["player"]: who["holder"] for who in self.game.holders.values() if who.get("player")
        }

    def online(self, player: str) -> bool:
        """Whether a player has a socket at the table."""
        tag = self.tag(player)
        return any(m.player.id == player for m in self.members.values()) or any(
            person["id"].startswith(tag) for person in self.elsewhere.people()
        )

    def gone_for_good(self, player: str) -> bool:
        """Whether a player has had no socket at the table for longer than the grace time."""
        since = self.left.get(player, self.opened)
        return not self.online(player) and time.monotonic() - since >= self.house.config.grace

    def absent(self) -> list[str]:
        """Return the seats whose holders are absent, the grace time being over."""
        return [
            seat
            for seat, who in self.game.holders.items()
            if who.get("player") and self.gone_for_good(who["player"])
        ]

    def look_round(self) -> None:
        """Tell all when somebody's grace time is over, and now and then where the table is.

        Whoever has missed a step, or news of the table, asks for it then.
        """
        for who in self.game.holders.values():
            if who.get("player") and self.online(who["player"]):  # perhaps in another process
                self.left[who["player"]] = time.monotonic()
        absent = self.absent()
        if absent != self.missing:
            self.missing = absent
            self.tell_here(absent=absent)
        elif time.monotonic() >= self.beat:
            self.tell_here()
        else:
            return
        self.beat = time.monotonic() + BEAT

    def seated(self, member: Member) -> dict[str, Any]:
        """Return the seats that a socket may act for, and the one it only looks through."""
        seats = self.ordered(member.own)
        return {"seats": seats} | (
            {"window": member.window if member.seats else ""} if member.spectator else {}
        )

    def rules(self) -> dict[str, bool]:
        """Return what the table has agreed on for this game."""
        return {"unveiled": self.unveiled, "closed": self.closed}

    def presence(self) -> list[dict[str, Any]]:
        """Return who is here: public tag, name, seats, and whether only as a spectator's screen."""
        found = {person["id"]: person for person in self.elsewhere.people() + self.people_here()}
        return list(found.values())

    def people_here(self) -> list[dict[str, Any]]:
        """Return those of them who are in this process."""
        people: dict[str, dict[str, Any]] = {}
        for m in self.members.values():
            tag = self.tag(m.player.id) + (f"-{m.view}" if m.view else "")
            people[tag] = {
                "id": tag,
                "name": m.player.name,
                "seats": self.ordered(m.own),
                "tv": m.view == "tv",
                "window": m.window if m.seats and m.spectator else "",
            }
        return list(people.values())

    def channel(self) -> dict[str, Any]:
        """Return all that the table's own channel has told and that still counts."""
        return {
            "n": self.number,
            "rules": self.rules(),
            "absent": self.absent(),
            "chat": list(self.chat),
            "presence": self.presence(),
            "vote": self.vote.shown() if self.vote else self.elsewhere.vote,
            "leads": self.leads(),
            "clock": self.clock.shown(),
        }
