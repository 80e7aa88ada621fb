"""What many sockets get alike is packed once, and written at once to those that take it."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from engineio.packet import MESSAGE, Packet  # type: ignore[import-untyped]

from bench.serving import Server, set_up
from bench.wire import Guest, Wire, cut
from webgame.server import outbox

TEXT = '2["step",{"to":4,"frames":[]}]' * 20


class Lock:
    """A semaphore of the line, without tasks to wait for it."""

    def __init__(self) -> None:
        self.free = True

    def locked(self) -> bool:
        return not self.free

    def acquire(self) -> None:
        assert self.free, "whoever writes must not wait"
        self.free = False

    def release(self) -> None:
        self.free = True


class Line:
    """A connection that takes so many bytes at once."""

    def __init__(self, takes: int = 10**6, extensions: Any = None) -> None:
        self.takes, self.sent = takes, b""
        self._sendlock = Lock()
        self.extensions = extensions or {}
        self.socket = self.fd = self

    def send(self, data: bytes) -> int:
        if not self.takes:
            raise BlockingIOError
        self.sent += data[: self.takes]
        return min(self.takes, len(data))

    def sendall(self, data: bytes) -> None:
        self.sent += data


class Tasks:
    """A server whose background tasks run when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], Any]] = []

    def start_background_task(self, do: Any, *args: Any) -> None:
        self.waiting.append(lambda: do(*args))


class Waiting(queue.Queue[Any]):
    """The queue of a mode; to wait in it is to let others act."""

    meanwhile: Callable[[], None] = staticmethod(lambda: None)
    waits = 0

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        self.waits += 1
        if block and self.empty():
            act, self.meanwhile = self.meanwhile, lambda: None
            act()
        return super().get(block=False)


def box(line: Line, tasks: Tasks, *packets: Any) -> Any:
    waiting: Any = Waiting()
    for packet in packets:
        waiting.put(packet)
    return outbox._outbox(Waiting, queue.Empty)(tasks, line, waiting)


def while_idle(made: Any, act: Callable[[], None]) -> None:
    """Do something while the socket's task waits for packets, as it does when it has sent all."""
    made.meanwhile = act
    with pytest.raises(queue.Empty):
        made.get(timeout=1)


def message(text: str = TEXT) -> Any:
    return Packet(MESSAGE, text)


def test_a_frame_is_made_once_and_holds_the_text() -> None:
    packet = message()
    plain, small = outbox.frame(packet, False), outbox.frame(packet, True)
    assert outbox.frame(packet, True) is small and outbox.frame(packet, False) is plain
    assert len(small) < len(plain) / 4
    assert cut(bytearray(plain)) == cut(bytearray(small)) == [(1, packet.encode().encode())]
    assert cut(bytearray(outbox.frame(message("é"), True))) == [(1, "4é".encode())], (
        "too short to be deflated"
    )
    for size in (100, 200, 70_000):
        assert cut(bytearray(outbox.frame(message("x" * size), False))) == [(1, b"4" + b"x" * size)]


def test_who_waits_is_written_to_at_once_and_who_does_not_in_turn() -> None:
    line, tasks = Line(), Tasks()
    first, second, third = message("a"), message("b"), message("c")
    made = box(line, tasks, first)
    made.put(second)  # before the socket's task has sent the first
    assert [made.get(), made.get()] == [first, second] and not line.sent
    while_idle(made, lambda: made.put(third))
    assert line.sent == outbox.frame(third, False) and made.empty()
    assert made.waits == 2 + 2, (
        "it is no silent line (which would be closed) if something was written meanwhile"
    )
    made.put(first)
    assert made.get() is first, "nobody waits any more"


@pytest.mark.parametrize("takes", [0, 7])
def test_a_line_that_is_full_gets_the_rest_in_order(takes: int) -> None:
    line, tasks = Line(takes), Tasks()
    made = box(line, tasks)
    packets = [message(text) for text in ("first", "second", "third")]

    def put() -> None:
        for packet in packets:
            made.put(packet)

    made.meanwhile = put
    queued = [made.get()]
    while not made.empty():
        queued.append(made.get(block=False))
    for task in tasks.waiting:
        task()
    assert line._sendlock.free
    for packet in queued:  # the socket's task sends them once the line is free
        line.sendall(outbox.frame(packet, False))
    assert cut(bytearray(line.sent)) == [(1, packet.encode().encode()) for packet in packets]
    assert len(queued) == (3 if not takes else 2)


@pytest.mark.parametrize("cut_at", range(6))
def test_a_mask_is_taken_off_in_parts_too(cut_at: int) -> None:
    mask, masked = (0x37, 0xFA, 0x21, 0x3D), bytes.fromhex("7f9f4d5158")  # RFC 6455, 5.7
    parts = (masked[:cut_at], 0), (masked[cut_at:], cut_at)
    found = [outbox.unmasked(part, mask, length=len(part), offset=offset) for part, offset in parts]
    assert b"".join(found) == b"Hello"


def test_bytes_and_the_end_go_the_old_way() -> None:
    line = Line()
    for packet in (Packet(MESSAGE, b"bytes"), None):
        made = box(line, Tasks())
        made.meanwhile = lambda made=made, packet=packet: made.put(packet)
        assert made.get() is packet
    assert not line.sent


def test_only_plain_lines_of_today_are_written_to() -> None:
    assert outbox._plain(Line()) and outbox._plain(Line(extensions={"permessage-deflate": {}}))
    assert not outbox._plain(Line(extensions={"permessage-deflate": {"server_max_window_bits": 9}}))
    encrypted, old = Line(), Line()
    encrypted.cipher = lambda: "AES"  # type: ignore[attr-defined]
    del old.extensions
    assert not outbox._plain(encrypted) and not outbox._plain(old)


@pytest.mark.slow
def test_browsers_get_the_same_deflated_bytes(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        sizes = asyncio.run(_watched(server))
    finally:
        server.stop()
    (plain, *_), deflated = sizes[:1], sizes[1:]
    assert len(set(deflated)) == 1 and deflated[0] < plain
    assert "Traceback" not in server.text(), server.text()


async def _watched(server: Server) -> list[int]:
    """Return the bytes that an answer brings each of three lookers, of whom the first takes it as it is."""
    guest = await asyncio.to_thread(Guest, server.port, "Ann")
    game = await asyncio.to_thread(set_up, server.port, "toy/meadow", [guest])
    steps: list[asyncio.Queue[Any]] = [asyncio.Queue() for _ in range(3)]
    wires = []
    for number, heard in enumerate(steps):

        def hear(name: str, data: Any, _size: int, heard: asyncio.Queue[Any] = heard) -> None:
            if name == "step":
                heard.put_nowait(data)

        wires.append(await Wire.connect(server.port, guest.cookie, hear=hear, deflate=number > 0))
        await wires[-1].call("join", {"game": game, "view": "watch"})
    player = await Wire.connect(server.port, guest.cookie)
    await player.call("join", {"game": game})
    agreed = [b"permessage-deflate; server_no_context_takeover" in wire.head for wire in wires]
    assert agreed == [False, True, True]
    before = [wire.line for wire in wires]
    await player.call(
        "answer", {"game": game, "client_id": "a", "decision": "0", "seat": "ann", "option": "lead-ann"}
    )
    got = [await asyncio.wait_for(heard.get(), 60) for heard in steps]
    assert got[0] == got[1] == got[2]
    sizes = [wire.line - was for wire, was in zip(wires, before, strict=True)]
    for wire in (*wires, player):
        wire.close()
    return sizes
