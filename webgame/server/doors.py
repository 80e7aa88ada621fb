"""The doors of a table that runs: who was put out, whether it is closed, whether hands may be looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webgame.engine.game import Entry
from webgame.server import votes
from webgame.server.access import Player
from webgame.server.errors import Refused
from webgame.server.languages import N_
from webgame.server.messages import Unveil

if TYPE_CHECKING:
    from webgame.server.table import Table


def admit(table: Table, player: Player) -> None:
    """Raise Refused (`put_out`) if the host has put a player out."""
    if table.house.store.is_out(table.id, player.id):
        raise Refused("put_out", f"the host of {table.row.name} has put you out")


def check_open(table: Table) -> None:
    """Raise Refused (`closed`) while the host has closed the table."""
    if table.closed:
        raise Refused("closed", "the host has closed the table: nothing is played until it is open again")


def check_window(table: Table, player: Player, seat: str) -> None:
    """Raise Refused unless a spectator may look on from a seat's view now."""
    if seat not in table.game.seats:
        raise Refused("bad_seat", f"there is no seat {seat[:40]!r}")
    if not table.unveiled:
        raise Refused("veiled", "the table does not let anybody watch from the view of a seat")
    if not table.sees(player, True, seat):
        raise Refused("veiled", "you play here: no other seat's view is for you")


def unveil(table: Table, sid: str, message: Unveil) -> dict[str, Any]:
    """Let spectators watch from each seat's view if all seats agree; any seat ends it at once."""
    member = table.member(sid)
    done = table.done(member.player.id, message.client_id)
    if done is not None:
        return done
    seats = table.ordered(member.own)
    seat = message.seat or (seats[0] if seats else "")
    if seat not in member.own:
        raise Refused("not_your_seat", "only who holds a seat has a say in who may look at hands")
    who, client = member.player, message.client_id

    def do(_consents: set[str], asked: bool) -> dict[str, Any]:
        data = {"unveiled": message.yes}
        ack = table.commit(Entry("table", data=data, player=who.id, client=client))
        how = N_(", as all agreed") if asked else ""
        table.notice(
            f"Spectators may watch from each seat's view{how}."
            if message.yes
            else f"Spectators see only what is public{how}."
        )
        return ack

    if message.yes == table.unveiled:
        return {"ok": True, "version": table.game.version}
    return votes.ask(table, member, "unveil", seat, do) if message.yes else do(set(), False)
