"""One task pings all sockets, each when its interval is over, and ends when there is none."""

from __future__ import annotations

import gc
import time
from typing import Any

import pytest
from engineio.exceptions import SocketIsClosedError
from engineio.packet import PING

from webgame.server import pings


class Line:
    """A socket as the pings need it."""

    def __init__(self, closed: bool = False) -> None:
        self.closing = self.closed = closed
        self.last_ping: float | None = None
        self.sent: list[int] = []

    def send(self, packet: Any) -> None:
        self.sent.append(packet.packet_type)


class Eio:
    """A server whose time passes while it sleeps."""

    ping_interval = 10.0

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("webgame.server.pings.time.monotonic", lambda: self.now)

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_each_is_pinged_when_its_interval_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    eio = Eio(monkeypatch)
    tasks: list[Any] = []
    shared = pings.Pings(eio, tasks.append)
    first, closed, gone, late = Line(), Line(closed=True), Line(), Line()
    for line in (first, closed, gone):
        shared.add(line)
    del gone, line
    gc.collect()
    eio.now = 4.0
    shared.add(late)
    assert len(tasks) == 1, "one task for all"
    tasks[0]()
    assert first.sent == late.sent == [PING] and closed.sent == [] and eio.now == 14.0
    assert first.last_ping is not None and abs(first.last_ping - time.time()) < 60
    shared.add(first)
    assert len(tasks) == 2, "the first has ended with the last socket"


def test_a_socket_that_closes_in_this_moment_stops_nobody() -> None:
    class Closing(Line):
        def send(self, packet: Any) -> None:
            raise SocketIsClosedError

    pings.ping(Closing())
