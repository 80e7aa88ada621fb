"""Seats of a running game: taking, leaving and giving them, bots on them, hand-over links."""

from __future__ import annotations

from typing import Any

from webgame.engine.game import Entry
from webgame.server import votes
from webgame.server.access import Player
from webgame.server.crowd import Member
from webgame.server.errors import Refused
from webgame.server.languages import N_
from webgame.server.messages import SeatAct
from webgame.server.table import Table
from webgame.server.waiting import bot_holder, bot_name


def seat(table: Table, sid: str, message: SeatAct) -> dict[str, Any]:
    """Do what a player asks with a seat, and tell which seats the player holds then."""
    member = table.member(sid)
    who = _holder(table, message.seat)
    if message.do == "bot" and who.get("player") not in ("", None, member.player.id):
        return _stand_in(table, member, who, message)
    data = _DO[message.do](table, member, who, message)
    ack = table.commit(Entry("seat", message.seat, data=data, player=member.player.id))
    if data.get("player"):  # who holds a seat comes in again, also when the game is locked later
        table.house.store.admit(table.id, data["player"])
    return ack | {"seats": table.ordered(table.audience(member.player))}


def hand_over(table: Table, giver: str, player: Player, seat: str) -> dict[str, Any]:
    """Move a seat by a link (giver "": a free one); raise Refused if it has changed hands meanwhile."""
    if _holder(table, seat).get("player", "") != giver:
        raise Refused("not_allowed", f"seat {seat!r} has changed hands since the link was made")
    return table.commit(Entry("seat", seat, data=chair(player.name, player.id), player=player.id))


def put_out(table: Table, player: str) -> dict[str, Any]:
    """Free a player's seats and send their sockets away, here and in other processes."""
    for seat, who in list(table.game.holders.items()):
        if who.get("player") == player:
            table.commit(Entry("seat", seat))
    return table.refresh()


def chair(holder: str, player: str, bot: str = "") -> dict[str, Any]:
    """Return the data of a `seat` entry; `player` is private and never part of a scene."""
    return {"holder": holder, "player": player, "bot": bot}


def come_back(table: Table, player: Player) -> None:
    """Give a player the seats back on which the table has set bots meanwhile; the next answer is theirs."""
    for seat, who in list(table.game.holders.items()):
        if who.get("player") == player.id and who.get("bot") and who.get("stand_in"):
            table.commit(Entry("seat", seat, data=chair(who["holder"], player.id), player=player.id))
            table.notice(f"{who['holder']} is back and plays {_name(table, seat)} again.")


def _stand_in(table: Table, member: Member, who: dict[str, Any], message: SeatAct) -> dict[str, Any]:
    """Let a bot play for somebody who is absent, if all agree who are there; it stays that person's seat."""
    seat, owner = message.seat, who["player"]
    bot = bot_name(table.system, message.bot)
    if not member.own and not _is_host(table, member):
        raise Refused("not_your_seat", f"you don't hold seat {seat!r}")
    if who.get("bot"):
        raise Refused("bot_plays", f"a bot plays seat {seat!r} already")
    if table.online(owner):
        raise Refused("not_allowed", f"{who['holder']} is here and holds seat {seat!r}")
    if not table.gone_for_good(owner):
        raise Refused("not_yet", f"{who['holder']} has only just gone: wait a moment")

    def do(_consents: set[str], asked: bool) -> dict[str, Any]:
        if table.game.holders[seat] != who or table.online(owner):
            raise Refused("stale", f"{who['holder']} is back")
        data = chair(who["holder"], owner, bot) | {"stand_in": True}
        ack = table.commit(Entry("seat", seat, data=data, player=member.player.id))
        how = N_(", as all agreed") if asked else ""
        table.notice(f"A bot plays {_name(table, seat)} until {who['holder']} is back{how}.")
        return ack

    ack = votes.ask(table, member, "bot", seat, do, present=True)
    return ack | {"seats": table.ordered(member.own)}


def _name(table: Table, seat: str) -> str:
    """Return the name of a seat for all at the table: each client says it in its reader's language."""
    return table.game.seats[seat].name


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
    if not member.own and not _is_host(table, member):
        raise Refused("not_allowed", "only the host and the players let bots play free seats")
    return chair(bot_holder(table.system, name), "", name)


def _unbot(table: Table, member: Member, who: dict[str, Any], message: SeatAct) -> dict[str, Any]:
    if not who.get("bot"):
        raise Refused("bad_seat", f"no bot plays seat {message.seat!r}")
    if who.get("player"):
        if member.spectator or who["player"] != member.player.id:
            raise Refused(
                "not_allowed", f"seat {message.seat!r} is {who['holder']}'s: only they take it back"
            )
        return chair(who["holder"], who["player"])
    if not member.own and not _is_host(table, member):
        raise Refused("not_allowed", "only the host and the players take bots off seats")
    return {}


def _authorise(table: Table, member: Member, who: dict[str, Any], seat: str) -> None:
    """Let the holder through; the host too, once the holder is absent or if it is a bot's."""
    owner = who.get("player", "")
    if owner == member.player.id or (_is_host(table, member) and (not owner or table.gone_for_good(owner))):
        return
    if _is_host(table, member) and table.online(owner):
        raise Refused("not_allowed", f"{who.get('holder')} is here and holds seat {seat!r}")
    if _is_host(table, member):
        raise Refused("not_yet", f"{who.get('holder')} has only just gone: wait a moment")
    raise Refused("not_your_seat", f"you don't hold seat {seat!r}")


def _is_host(table: Table, member: Member) -> bool:
    return table.row.host == member.player.id


_DO = {"take": _take, "leave": _leave, "give": _give, "bot": _bot, "unbot": _unbot}
