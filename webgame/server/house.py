"""What the parts of one server process share."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import flask
import msgspec
from flask_socketio import SocketIO

from webgame.server.access import Player
from webgame.server.bus import Bus
from webgame.server.config import Config
from webgame.server.limits import Limits
from webgame.server.logs import log
from webgame.server.metrics import Metrics
from webgame.server.past import Pasts
from webgame.server.scenarios import Shelf
from webgame.server.store import Store

if TYPE_CHECKING:
    from webgame.server.tables import Tables

__all__ = ["House", "Socket", "house", "log"]
CROWD = 16  # players whose messages one address may send: a household, or a club behind one router


class Socket(msgspec.Struct):
    """A connected socket: whose it is, where from, and the game it joined."""

    player: Player
    address: str
    game: str = ""


class House:
    """Store, socket server, limits and tables of one process."""

    tables: Tables

    def __init__(self, config: Config, sio: SocketIO, store: Store, key: bytes) -> None:
        self.config = config
        self.sio = sio
        self.server: Any = sio.server  # type: ignore[attr-defined]  # made by SocketIO, unknown to its stubs
        self.store = store
        self.key = key
        self.shelf = Shelf(config.scenarios)
        self.posts = Limits(*config.posts)
        self.posts_here = Limits(config.posts[0] * 4, config.posts[1] * 4)
        self.codes = Limits(*config.codes)
        self.gets = Limits(*config.gets)
        self.messages = Limits(*config.messages)
        self.crowds = Limits(config.messages[0] * CROWD, config.messages[1] * CROWD)
        self.sockets: dict[str, Socket] = {}
        self.counts: Counter[str] = Counter()  # resyncs by reason, refusals, cut-offs
        self.pasts = Pasts()
        self.metrics = Metrics()
        self.metrics.watch(self)
        self.bus = Bus(config.message_queue, log.warning)

    def send(self, event: str, message: Any, to: str) -> None:
        """Send a message to a room or a socket of this process; others send to theirs themselves."""
        self.server.emit(event, message, to=to, ignore_queue=True)

    def backlog(self, sid: str) -> int:
        """Return how many packets wait to be sent to a socket."""
        socket = self._transport(sid)
        return int(socket.queue.qsize()) if socket is not None else 0

    def room_for(self, new: Socket) -> bool:
        """Whether one more socket of its player and its address may be open."""
        most, most_here = self.config.sockets
        others = list(self.sockets.values())
        own = sum(each.player.id == new.player.id for each in others)
        return own < most and sum(each.address == new.address for each in others) < most_here

    def connected(self, sid: str) -> bool:
        """Whether a socket is still there."""
        return sid in self.sockets

    def forget_game(self, sid: str) -> None:
        """Let a socket have joined no game any more."""
        if sid in self.sockets:
            self.sockets[sid].game = ""

    def cut_off(self, sid: str) -> None:
        """Disconnect a client that does not read what it is sent, so that its queue can't grow for ever."""
        socket = self._transport(sid)
        log.warning("a client was cut off: it does not read what it is sent")
        self.counts["cut_off"] += 1
        self.server.disconnect(sid)
        if socket is not None:
            self.sio.start_background_task(socket.close, wait=False)

    def lobby_changed(self, game: str = "") -> None:
        """Tell open pages that the list of games, or a game that waits, has changed."""
        self.sio.emit("lobby", {"game": game}, to="lobby")
        if game:
            self.sio.emit("lobby", {"game": game}, to=f"lobby:{game}")

    def lobby_stirs(self) -> None:
        """Tell open lists of games that something small has changed: who looks on, whose turn it is."""
        self.sio.emit("stir", {}, to="lobby")

    def _transport(self, sid: str) -> Any:
        return self.server.eio.sockets.get(self.server.manager.eio_sid_from_sid(sid, "/"))


def house() -> House:
    """Return the house of the running request."""
    found: House = flask.current_app.extensions["webgame"]
    return found
