"""What people do at a table: each act takes the table, the socket and its message, and acknowledges."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from webgame.engine.audience import View
from webgame.engine.game import Entry, Game
from webgame.engine.system import Keeps
from webgame.engine.trial import try_ruling
from webgame.server import access, doors, seating, votes
from webgame.server.access import Player
from webgame.server.crowd import Member
from webgame.server.errors import Refused
from webgame.server.house import log
from webgame.server.languages import N_
from webgame.server.messages import (
    Answer,
    AskRulings,
    CastVote,
    Chat,
    Join,
    Lead,
    Ping,
    Query,
    Redo,
    Rule,
    Sync,
    Undo,
)
from webgame.server.table import Table

CHAT_LENGTH = 500
CACHE_SIZE = 500


def join(table: Table, sid: str, message: Join) -> dict[str, Any]:
    """Sit down (or look on) and get all there is to see."""
    socket = table.house.sockets.get(sid)
    if socket is None:
        raise Refused("not_joined", "the socket is gone")
    player = Player(socket.player.id, table.house.store.player_name(socket.player.id) or socket.player.name)
    table.catch_up()
    doors.admit(table, player)
    spectator = message.view != "" or message.seat != ""
    if message.seat:
        doors.check_window(table, player, message.seat)
    if not spectator:
        seating.come_back(table, player)
    seats = table.sees(player, spectator, message.seat)
    row, header, whole = table.row, table.header, _whole(table, table.audiences.add(seats))
    view = message.view or ("watch" if spectator else "")
    member = Member(sid, player, spectator, seats, table.game.version, view, window=message.seat)
    table.enter(member)
    socket.game = table.id
    return whole | {
        "words_url": f"/words/{table.system.name}.json",
        "you": {
            "name": player.name,
            "player": table.tag(player.id),
            **table.seated(member),
            "host": row.host == player.id,
        },
        **table.channel(),
        "history": table.past(seats),
        "guide": table.guide,
        "next": _next(table),
        "bots": list(table.system.bots),
        "game": {
            "id": table.id,
            "name": row.name,
            "system": header.system,
            "scenario": header.scenario,
            "locked": bool(row.code),
            "commit": header.commit,
            "hides": table.system.hides,
            "keeps": isinstance(table.system, Keeps),
        },
    }


def _next(table: Table) -> dict[str, Any] | None:
    """Return the game that the table plays after this one, if there is one."""
    row = table.house.store.sequel(table.id) if table.game.result is not None else None
    return None if row is None else {"id": row.id, "started": row.header is not None, "by": ""}


def _whole(table: Table, view: View) -> dict[str, Any]:
    state = table.game.state
    return {
        "version": table.game.version,
        "scene": view.scene,
        "hash": view.hash,
        "static": table.system.static(state),
        "static_key": table.system.static_key(state),
    }


def sync(table: Table, sid: str, message: Sync) -> dict[str, Any]:
    """Return the missing steps; who misses none, or too many, gets the whole scene.

    Who missed news of the table gets that as a whole besides.
    """
    member = table.member(sid)
    table.catch_up()
    if message.why:
        table.house.counts[f"resync_{message.why}"] += 1
    if message.why == "drift":
        log.warning("game %s: a client's scene has drifted before version %d", table.id, table.game.version)
    news = {"table": table.channel()} if message.why == "news" else {}
    if message.version >= member.since:
        if news and message.version == table.game.version:
            return {"steps": []} | news
        steps = table.rings.since(member.seats, message.version, table.game.version)
        if steps is not None:
            return {"steps": steps} | news
    return _whole(table, table.audiences.add(member.seats)) | news


def answer(table: Table, sid: str, message: Answer) -> dict[str, Any]:
    """Answer the open decision for one of the sender's seats."""
    member = table.member(sid)
    done = table.done(member.player.id, message.client_id)
    if done is not None:
        return done
    doors.check_open(table)
    seat = _answering(table, member, message)
    return table.commit(
        Entry(
            "answer",
            seat,
            message.option,
            message.picks,
            player=member.player.id,
            client=message.client_id,
            decision=message.decision,
        )
    )


def _answering(table: Table, member: Member, message: Answer) -> str:
    """Return the seat that an answer is for; raise Refused if it is not the sender's, or not clear."""
    decision = table.game.decision
    if decision is None:
        raise Refused("finished", "the game is over")
    if decision.id != message.decision:
        raise Refused("stale", "that question is no longer open")
    if message.seat:
        return own_seat(table, member, message.seat)
    holders = table.game.holders
    mine = [s for s in table.ordered(member.own) if s in decision.seats and not holders[s].get("bot")]
    if not mine:
        raise Refused("not_your_seat", f"this question is for: {', '.join(decision.seats)}")
    waiting = [s for s in mine if s in table.game.waiting()] or mine
    option = message.option
    able = [s for s in waiting if decision.find(s, option) or decision.picking(s, option)] or waiting
    if len(able) > 1:
        raise Refused("which_seat", f"say which of your seats answers: {', '.join(able)}")
    return able[0]


def own_seat(table: Table, member: Member, seat: str) -> str:
    """Return a seat that the member holds and plays; raise Refused otherwise."""
    if seat not in member.own:
        raise Refused("not_your_seat", f"you don't hold seat {seat[:40]!r}")
    if table.game.holders[seat].get("bot"):
        raise Refused("bot_plays", f"a bot plays seat {seat!r}: take it back first")
    return seat


def undo(table: Table, sid: str, message: Undo) -> dict[str, Any]:
    """Take back the last answer a person gave: at once if that is free, else by a vote of the other seats."""
    member = table.member(sid)
    done = table.done(member.player.id, message.client_id)
    if done is not None:
        return done
    game = _running(table)
    to = next((n for n in reversed(range(len(game.live))) if game.log[game.live[n]].player), None)
    if to is None:
        raise Refused("cannot_undo", "there is no answer to take back")
    last = game.log[game.live[to]].seat
    seat = own_seat(table, member, last if last in member.own else message.seat or _first(table, member))
    if game.free_undo(seat, to):
        return take_back(table, seat, to, None, member.player, message.client_id)
    who, client = member.player, message.client_id

    def do(consents: set[str], asked: bool) -> dict[str, Any]:
        return take_back(table, seat, to, consents, who, client, asked=asked)

    return votes.ask(table, member, "undo", seat, do, answers=len(game.live) - to)


def take_back(
    table: Table,
    seat: str,
    to: int,
    consents: set[str] | None,
    player: Player,
    client: str,
    *,
    asked: bool = False,
) -> dict[str, Any]:
    """Append an undo, by consent unless it is free, and say so; `asked`: other people had to agree."""
    data: dict[str, Any] = {"to": to} if consents is None else {"to": to, "consents": sorted(consents)}
    open_id = table.game.decision.id if table.game.decision else ""
    count = len(table.game.live) - to
    ack = table.commit(Entry("undo", seat, data=data, player=player.id, client=client, decision=open_id))
    if consents is None:
        how = N_(", as all agreed") if asked else ""
    else:
        how = N_(", past a roll or a card, as all agreed") if asked else N_(", past a roll or a card")
    table.notice(f"{player.name} took back {count} {'answer' if count == 1 else 'answers'}{how}.")
    return ack


def redo(table: Table, sid: str, message: Redo) -> dict[str, Any]:
    """Bring back the answer taken back last; only the seat that gave it may."""
    member = table.member(sid)
    done = table.done(member.player.id, message.client_id)
    if done is not None:
        return done
    game = _running(table)
    if not game.undone:
        raise Refused("cannot_undo", "there is nothing to redo")
    seat = own_seat(table, member, game.log[game.undone[-1]].seat)
    ack = table.commit(Entry("redo", seat, player=member.player.id, client=message.client_id))
    table.notice(f"{member.player.name} brought back an answer.")
    return ack


def vote(table: Table, sid: str, message: CastVote) -> dict[str, Any]:
    """Vote for all of one's seats."""
    return votes.cast(table, table.member(sid), message.id, message.yes)


def rulings(table: Table, sid: str, message: AskRulings) -> dict[str, Any]:
    """Return what a table ruling may set now."""
    table.member(sid)
    found: dict[str, Any] = msgspec.to_builtins(table.game.rulable().rulings(table.game.state))
    return found


def rule(table: Table, sid: str, message: Rule) -> dict[str, Any]:
    """Set something by hand, all other seats agreeing; what can't be is refused before anybody is asked."""
    member = table.member(sid)
    done = table.done(member.player.id, message.client_id)
    if done is not None:
        return done
    doors.check_open(table)
    seat = own_seat(table, member, message.seat or _first(table, member))
    what: dict[str, Any] = msgspec.to_builtins(message.what)
    says = try_ruling(table.game, what)
    who, client = member.player, message.client_id

    def do(consents: set[str], asked: bool) -> dict[str, Any]:
        data = {"what": what, "consents": sorted(consents)}
        ack = table.commit(Entry("ruling", seat, data=data, player=who.id, client=client))
        table.notice(f"A table ruling of {who.name}{', as all agreed' if asked else ''}: the log has it.")
        return ack

    return votes.ask(table, member, "ruling", seat, do, says=says)


def query(table: Table, sid: str, message: Query) -> dict[str, Any]:
    """Ask the rules something; nothing changes."""
    member = table.member(sid)
    game = table.game
    if message.version != game.version:
        raise Refused("stale", f"the table is at version {game.version}")
    mine = table.ordered(member.seats)
    seat = next((s for s in game.waiting() if s in mine), mine[0] if mine else "")
    key = msgspec.json.encode([seat, message.about], order="sorted")
    if len(key) > 1000:
        raise Refused("malformed", "query: `about` is too long")
    if key not in table.cache:
        decision = game.decision if game.decision and seat in game.decision.seats else None
        try:
            found = table.system.query(game.state, decision, seat, message.about)
        except Exception as error:  # rules need not expect every question about what is not there
            log.warning("game %s: query %s: %r", table.id, message.about, error)
            raise Refused("bad_query", f"there is no answer to {key.decode()[:200]}") from error
        if len(table.cache) >= CACHE_SIZE:
            table.cache.clear()
        table.cache[key] = found
    return {"version": game.version, **table.cache[key]}


def chat(table: Table, sid: str, message: Chat) -> dict[str, Any]:
    """Say something to all at the table; it is kept and shown as text."""
    member = table.member(sid)
    text = access.clean(message.text, CHAT_LENGTH, N_("the message"))
    table.say(
        {
            "who": table.tag(member.player.id),
            "name": member.player.name,
            "text": text,
            "at": int(time.time()),
            "kind": "chat",
        }
    )
    return {"ok": True}


def ping(table: Table, sid: str, message: Ping) -> dict[str, Any]:
    """Point at something on the board, for all to see."""
    member = table.member(sid)
    table.tell(ping={"who": table.tag(member.player.id), "name": member.player.name, "at": message.at})
    return {"ok": True}


def lead(table: Table, sid: str, message: Lead) -> dict[str, Any]:
    """Show the others where in the game one is looking, so that they may follow."""
    member = table.member(sid)
    table.show_way(member, message.at)
    return {"ok": True}


def _running(table: Table) -> Game:
    """Return the game while it runs: after the end its seed is known, so nothing may be played again."""
    doors.check_open(table)
    if table.game.result is not None:
        raise Refused("finished", "the game is over and its seed is known: nothing can be taken back")
    return table.game


def _first(table: Table, member: Member) -> str:
    seats = table.ordered(member.own)
    if not seats:
        raise Refused("not_your_seat", "you hold no seat")
    return seats[0]
