"""Votes at the table: whether the others agree that something is taken back, or set by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from webgame.engine.audience import Audience
from webgame.engine.event import Event
from webgame.engine.game import Entry, GameError
from webgame.server.access import Player
from webgame.server.errors import Refused

if TYPE_CHECKING:
    from webgame.server.crowd import Member
    from webgame.server.table import Table

Kind = Literal["undo", "ruling", "bot", "unveil"]
Do = Callable[
    [set[str], bool], dict[str, Any]
]  # what is done once all agree: consents, whether others were asked


class Vote(msgspec.Struct):
    """An open question to the holders of seats; it ends with the first no, or when all have said yes."""

    id: str
    kind: Kind
    seat: str  # who asks; of a bot: the seat it would play
    by: str  # name of who asks
    player: str  # private
    tag: str  # of who asks, as the table knows them
    voters: frozenset[str]  # seats that must agree
    consents: frozenset[str]  # seats that agree anyway: bots and the asker's own
    do: Do
    answers: int = 0  # how many are taken back
    says: tuple[Event, ...] = ()  # how a ruling would be told
    yes: frozenset[str] = frozenset()
    state: str = "open"  # open, accepted, refused, withdrawn, overtaken

    def overtaken_by(self, entry: Entry) -> bool:
        """Whether an entry makes the question pointless: what it was about has changed, or who has a say.

        A seat that changes hands does so always: its new holder was not asked, its old one is no longer.
        """
        if entry.kind == "seat":
            return True
        if self.kind not in ("undo", "ruling"):
            return False
        closes = entry.kind == "table" and bool(entry.data.get("closed"))
        return closes or entry.kind in ("answer", "undo", "redo", "fault", "ruling")

    def shown(self) -> dict[str, Any]:
        """Return what the table sees of it."""
        return {
            "id": self.id,
            "kind": self.kind,
            "seat": self.seat,
            "by": self.by,
            "asker": self.tag,
            "answers": self.answers,
            "says": [{"key": e.key, "params": e.params, "show": e.show} for e in self.says],
            "yes": sorted(self.yes),
            "waiting": sorted(self.voters - self.yes),
            "state": self.state,
        }


def ask(
    table: Table,
    member: Member,
    kind: Kind,
    seat: str,
    do: Do,
    *,
    answers: int = 0,
    says: tuple[Event, ...] = (),
    present: bool = False,
) -> dict[str, Any]:
    """Do something at once if nobody else has to agree; else open a vote of the other seats.

    `present`: the seats of those who are absent have no say in it.
    """
    game = table.game
    own = {s for s in game.voters(seat) if s in member.own or not game.holders[s].get("player")}
    own |= set(table.absent()) if present else set()
    own |= {s for s in game.voters(seat) if game.holders[s].get("bot")}
    others = game.voters(seat) - own
    if not others:
        return do(own, False)
    if table.elsewhere.vote is not None:
        raise Refused("vote_open", "somebody has asked already: vote on that first")
    if table.vote is not None:
        raise Refused("vote_open", f"{table.vote.by} has asked already: vote on that first")
    table.vote = Vote(
        id=f"v{game.version}.{table.number}",
        kind=kind,
        seat=seat,
        by=member.player.name,
        player=member.player.id,
        tag=table.tag(member.player.id),
        voters=frozenset(others),
        consents=frozenset(own),
        do=do,
        answers=answers,
        says=says,
    )
    table.tell(vote=table.vote.shown())
    return {"ok": True, "version": game.version, "vote": table.vote.id}


def cast(table: Table, member: Member, id: str, yes: bool | None) -> dict[str, Any]:
    """Vote for all of one's seats; the first no ends the vote, the asker's no withdraws it."""
    if table.vote is None and table.elsewhere.cast(id, member.player, member.own, yes):
        return {"ok": True}
    return count(table, member.player, member.own, id, yes)


def count(table: Table, player: Player, seats: Audience, id: str, yes: bool | None) -> dict[str, Any]:
    """Count a player's vote for all of the player's seats."""
    vote = table.vote
    if vote is None or vote.id != id:
        raise Refused("stale", "that vote is over")
    if player.id == vote.player and yes is False:
        table.close_vote("withdrawn")
        return {"ok": True}
    mine = seats & vote.voters
    if not mine:
        raise Refused("not_your_seat", "you have no seat in this vote")
    if yes is False:
        table.close_vote("refused")
        return {"ok": True}
    vote.yes = vote.yes | mine if yes else vote.yes - mine
    if vote.voters - vote.yes:
        table.tell(vote=vote.shown())
        return {"ok": True}
    table.close_vote("accepted")
    try:
        return vote.do(set(vote.voters | vote.consents), True)
    except (Refused, GameError):  # it can't be done any more: nobody is to think that it was
        vote.state = "overtaken"
        table.tell(vote=vote.shown())
        raise
