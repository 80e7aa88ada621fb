"""Seats of a running game: taking, leaving and giving them, bots on them, hand-over links."""

from __future__ import annotations

from typing import Any

from webgame.engine.game import Entry
from webgame.server.access import Player
from webgame.server.errors import Refused
from webgame.server.messages import SeatAct
from webgame.server.table import Member, Table
from webgame.server.waiting import bot_holder, bot_name


def seat(table: Table, sid: str, message: SeatAct) -> dict[str, Any]:
    """Do what a player asks with a seat, and tell which seats the player holds then."""
    member = table.member(sid)
    data = _DO[message.do](table, member, _holder(table, message.seat), message)
    ack = table.commit(Entry("seat", message.seat, data=data, player=member.player.id))
    return ack | {"seats": table.ordered(table.audience(member.player))}


def hand_over(table: Table, giver: str, player: Player, seat: str) -> dict[str, Any]:
    """Move a seat by a link (giver "": a free one); raise Refused if it has changed hands meanwhile."""
    if _holder(table, seat).get("player", "") != giver:
        raise Refused("not_allowed", f"seat {seat!r} has changed hands since the link was made")
    return table.commit(Entry("seat", seat, data=chair(player.name, player.id), player=player.id))


def chair(holder: str, player: str, bot: str = "") -> dict[str, Any]:
    """Return the data of a `seat` entry; `player` is private and never part of a scene."""
    return {"holder": holder, "player": player, "bot": bot}


def _holder(table: Table, seat: str) -> dict[str, Any]:
    if seat not in table.game.seats:
        raise Refused("bad_seat", f"there is no seat {seat[:40]!r}")
    return table.game.holders[seat]


def _take(table: Table, member: Member, who: dict[str, Any], message: SeatAct) -> dict[str, Any]:
    owner = who.get("player")
    if owner and owner != member.player.id:
        raise Refused("taken", f"seat {message.seat!r} is held by {who['holder']}")
    if owner and not who.get("bot"):
        raise Refused("taken", f"you hold seat {message.seat!r} already")
    return chair(member.player.name, member.player.id)


def _leave(table: Table, member: Member, who: dict[str, Any], message: SeatAct) -> dict[str, Any]:
    if not who.get("holder"):
        raise Refused("bad_seat", f"seat {message.seat!r} is free already")
    _authorise(table, member, who, message.seat)
    return {}


def _give(table: Table, member: Member, who: dict[str, Any], message: SeatAct) -> dict[str, Any]:
    _authorise(table, member, who, message.seat)
    for other in table.members.values():
        if table.tag(other.player.id) == message.to:
            return chair(other.player.name, other.player.id)
    raise Refused("bad_player", f"there is no player {message.to[:40]!r} at the table")


def _bot(table: Table, member: Member, who: dict[str, Any], message: SeatAct) -> dict[str, Any]:
    name = bot_name(table.system, message.bot)
    if who.get("player"):
        _authorise(table, member, who, message.seat)
        return chair(who["holder"], who["player"], name)
    if not member.seats and not _is_host(table, member):
        raise Refused("not_allowed", "only the host and the players let bots play free seats")
    return chair(bot_holder(table.system, name), "", name)


def _unbot(table: Table, member: Member, who: dict[str, Any], message: SeatAct) -> dict[str, Any]:
    if not who.get("bot"):
        raise Refused("bad_seat", f"no bot plays seat {message.seat!r}")
    if who.get("player"):
        if who["player"] != member.player.id:
            raise Refused(
                "not_allowed", f"seat {message.seat!r} is {who['holder']}'s: only they take it back"
            )
        return chair(who["holder"], who["player"])
    if not member.seats and not _is_host(table, member):
        raise Refused("not_allowed", "only the host and the players take bots off seats")
    return {}


def _authorise(table: Table, member: Member, who: dict[str, Any], seat: str) -> None:
    """Let the holder through; the host too, as long as the holder is away."""
    owner = who.get("player", "")
    if owner == member.player.id or (_is_host(table, member) and not table.online(owner)):
        return
    if _is_host(table, member):
        raise Refused("not_allowed", f"{who.get('holder')} is here and holds seat {seat!r}")
    raise Refused("not_your_seat", f"you don't hold seat {seat!r}")


def _is_host(table: Table, member: Member) -> bool:
    return table.row.host == member.player.id


_DO = {"take": _take, "leave": _leave, "give": _give, "bot": _bot, "unbot": _unbot}
