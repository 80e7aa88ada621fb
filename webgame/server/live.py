"""Socket.IO: each message is decoded, authorised, passed to the table's task and acknowledged."""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any

import flask
from flask_socketio import SocketIO

from webgame.engine.game import GameError
from webgame.server import access, acts, doors, past, planning, seating
from webgame.server import messages as m
from webgame.server.errors import Refused, as_ack
from webgame.server.house import House, Socket, log
from webgame.server.logs import about, happened, tag
from webgame.server.net import host_allowed
from webgame.server.table import Table
from webgame.server.waiting import find_game

Act = Callable[[Table, str, Any], dict[str, Any]]
Ack = dict[str, Any]
Look = Callable[[House, str, Any], dict[str, Any]]
COSTS = {
    "join": 5.0,
    "sync": 2.0,
    "query": 0.5,
    "past": 2.0,
    "timeline": 5.0,
    "arrow": 2.0,
    "clock": 5.0,
    "rulings": 2.0,
    "rule": 2.0,
}  # tokens; other messages cost one
ACTS: dict[str, tuple[type[m.Message], Act]] = {
    "join": (m.Join, acts.join),
    "answer": (m.Answer, acts.answer),
    "sync": (m.Sync, acts.sync),
    "query": (m.Query, acts.query),
    "seat": (m.SeatAct, seating.seat),
    "undo": (m.Undo, acts.undo),
    "redo": (m.Redo, acts.redo),
    "vote": (m.CastVote, acts.vote),
    "rulings": (m.AskRulings, acts.rulings),
    "rule": (m.Rule, acts.rule),
    "unveil": (m.Unveil, doors.unveil),
    "chat": (m.Chat, acts.chat),
    "ping": (m.Ping, acts.ping),
    "lead": (m.Lead, acts.lead),
    "arrow": (m.Arrow, planning.arrow),
    "clock": (m.SetClock, planning.set_clock),
}
LOOKS: dict[str, tuple[type[m.Message], Look]] = {  # done in the asker's own task
    "past": (m.LookBack, past.look_back),
    "timeline": (m.Timeline, past.timeline),
}


def attach(house: House, sio: SocketIO) -> None:
    """Register all handlers."""

    def connect(_auth: Any = None) -> bool:
        if not host_allowed(flask.request.headers.get("Host", ""), house.config.names):
            return False
        socket = Socket(access.player(house.store), flask.request.remote_addr or "")
        if not house.room_for(socket):
            house.counts["sockets_refused"] += 1
            return False
        house.sockets[_sid()] = socket
        _note(house, socket)
        happened("connected")
        return True

    def disconnect(*_reason: Any) -> None:
        socket = house.sockets.pop(_sid(), None)
        if socket is not None:
            _note(house, socket)
            happened("disconnected")
        if socket is not None and socket.game:
            house.tables.leave(socket.game, _sid())

    def watch(sid: str, data: Any = None, *_more: Any) -> Ack:
        return _acknowledge(house, "watch", lambda: _watch(house, sid, data))

    _guard_packets(house)
    sio.on_event("connect", connect)
    sio.on_event("disconnect", disconnect)
    # Of the others no one needs Flask's context of a request, which would be made anew for each message.
    house.server.on("watch", watch)
    for name in (*ACTS, *LOOKS):
        house.server.on(name, _receiver(house, name))


def _guard_packets(house: House) -> None:
    """Hang up on who sends what is no packet: without this each one is a traceback in the log.

    Events are handled in tasks of their own, so that nothing but the reading of a packet fails here.
    """
    eio = house.server.eio
    take, serve = eio.handlers["message"], eio.handle_request

    def note(error: Exception) -> None:
        house.counts["bad_packets"] += 1
        log.warning("a packet that can't be read: %s", type(error).__name__)

    def message(eio_sid: str, data: Any) -> Any:
        try:
            return take(eio_sid, data)
        except Exception as error:
            note(error)
            eio.disconnect(eio_sid)
            return None

    made = eio._async["websocket"]  # None if the mode has none

    class Guarded(made or object):  # type: ignore[misc]
        """A WebSocket that ends as one: an answer of HTTP in the middle of it would be no frame."""

        def __init__(self, handler: Any, server: Any) -> None:
            def handle(socket: Any, line: Any) -> Any:
                try:
                    return handler(line)
                except (ValueError, TypeError, LookupError) as error:
                    note(error)
                    socket.close(wait=False, abort=True)  # the task that writes to it closes the line
                    return []

            super().__init__(MethodType(handle, handler.__self__), server)

    def handle_request(environ: Any, start_response: Any) -> Any:
        new = "sid=" not in environ.get("QUERY_STRING", "")
        if new and not house.gets.take(environ.get("REMOTE_ADDR", "")):  # each waits a while for what it is
            start_response("429 TOO MANY REQUESTS", [("Content-Type", "text/plain")])
            return [b"too many connections from your address: wait a moment"]
        try:
            return serve(environ, start_response)
        except (ValueError, TypeError, LookupError) as error:
            note(error)
            start_response("400 Bad Request", [("Content-Length", "0")])
            return []

    eio.handlers["message"] = message
    eio.handle_request = handle_request
    eio._async = {**eio._async, "websocket": made and Guarded}


def _receiver(house: House, name: str) -> Callable[..., Ack]:
    def receive(sid: str, data: Any = None, *_more: Any) -> Ack:
        return _acknowledge(house, name, lambda: _receive(house, name, sid, data))

    return receive


def _receive(house: House, name: str, sid: str, data: Any) -> Ack:
    kind = ACTS[name][0] if name in ACTS else LOOKS[name][0]
    _limit(house, sid, COSTS.get(name, 1.0))
    message = m.decode(data, kind)
    _note(house, house.sockets[sid], message.game)
    if isinstance(message, m.Join):
        _admit(house, sid, message)
    elif house.sockets[sid].game != message.game:
        raise Refused("not_joined", f"this socket has not joined game {message.game[:16]!r}")
    if name in LOOKS:
        return LOOKS[name][1](house, sid, message)
    act = ACTS[name][1]
    return house.tables.ask(message.game, lambda table: act(table, sid, message))


def _admit(house: House, sid: str, message: m.Join) -> None:
    """Let a socket into a game; it leaves the one it was in."""
    socket = house.sockets[sid]
    row = find_game(house.store, message.game)
    if message.code and not house.codes.take(socket.address):
        raise Refused("too_fast", "too many join codes tried: wait a minute")
    access.enter(house.store, row, socket.player.id, message.code)
    if socket.game and socket.game != row.id:
        house.tables.leave(socket.game, sid)
        socket.game = ""


def _watch(house: House, sid: str, data: Any) -> Ack:
    _limit(house, sid, 1.0)
    message = m.decode(data, m.Watch)
    if message.game:
        row = find_game(house.store, message.game)
        access.enter(house.store, row, house.sockets[sid].player.id, None)
    house.server.enter_room(sid, f"lobby:{message.game}" if message.game else "lobby")
    return {"ok": True}


def _limit(house: House, sid: str, cost: float) -> None:
    socket = house.sockets.get(sid)
    if socket is None:
        raise Refused("not_joined", "the socket is gone")
    if not house.messages.take(socket.player.id, cost) or not house.crowds.take(socket.address, cost):
        raise Refused("too_fast", "too many messages: wait a moment")


def _note(house: House, socket: Socket, game: str = "") -> None:
    """Note for the log whose message this is."""
    about(game=game or socket.game, player=tag(house.key, socket.player.id))


def _acknowledge(house: House, name: str, do: Callable[[], Ack]) -> Ack:
    try:
        ack = do()
        house.metrics.messages.labels(name, "ok").inc()
        return ack
    except (Refused, GameError) as error:
        house.metrics.messages.labels(name, error.code).inc()
        happened("refused", message=name, code=error.code)
        return as_ack(error)
    except Exception:
        house.metrics.messages.labels(name, "failed").inc()
        log.exception("a message failed")
        return as_ack(Refused("internal", "the server failed on this; its log says why"))


def _sid() -> str:
    sid: str = flask.request.sid  # type: ignore[attr-defined]
    return sid
