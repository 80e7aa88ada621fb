"""Pings: one task for all sockets instead of one for each, which costs each a stack (or even a thread)."""

from __future__ import annotations

import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any

from engineio.exceptions import SocketIsClosedError
from engineio.packet import PING, Packet
from engineio.socket import Socket


def attach(eio: Any) -> None:
    """Let the sockets of an Engine.IO server share one task that pings them."""
    start = eio.start_background_task
    pings = Pings(eio, start)

    def start_or_share(target: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if getattr(target, "__func__", None) is Socket._send_ping:
            pings.add(target.__self__)  # type: ignore[attr-defined]  # the method of a socket
            return None
        return start(target, *args, **kwargs)

    eio.start_background_task = start_or_share


class Pings:
    """The sockets that are to be pinged, soonest first: each so long after it was added."""

    def __init__(self, eio: Any, start: Callable[[Callable[[], None]], Any]) -> None:
        self._eio = eio
        self._start = start
        self._due: deque[tuple[float, weakref.ref[Any]]] = deque()  # when (monotonic), socket
        self._lock = threading.Lock()
        self._running = False

    def add(self, socket: Any) -> None:
        """Have a socket pinged when the interval is over."""
        with self._lock:
            self._due.append((time.monotonic() + self._eio.ping_interval, weakref.ref(socket)))
            start, self._running = not self._running, True
        if start:
            self._start(self._run)

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._due:
                    self._running = False
                    return
                wait = self._due[0][0] - time.monotonic()
                socket = self._due.popleft()[1]() if wait <= 0 else None
            if socket is not None:
                ping(socket)
                del socket  # not while others are waited for
            self._eio.sleep(max(0.0, wait))


def ping(socket: Any) -> None:
    """Ping a socket, unless it is closed."""
    if socket.closing or socket.closed:
        return
    socket.last_ping = time.time()
    try:
        socket.send(Packet(PING))
    except SocketIsClosedError:
        pass  # in this very moment
