"""What is sent to many sockets alike: packed and deflated once, written to each at once if it takes it.

Of itself Engine.IO puts a packet into a queue for each socket, wakes that one's task, and there packs and
deflates it anew. Here (in eventlet's mode, on plain connections) the WebSocket frame of a packet is made once
for all, and whoever sends writes it to each socket whose task has nothing to do and whose line takes it. Else
all goes the old way, in order. What was sent before is no dictionary for what comes
(`server_no_context_takeover`): that would be another one for each socket, and cost each 300 KB of memory. Nor
does a client use what it has sent (`client_no_context_takeover`): messages are short, and a window to unpack
them with would cost each socket 40 KB.
"""

from __future__ import annotations

import struct
import zlib
from types import MethodType
from typing import Any

SMALL = 200  # bytes that are not worth deflating
LEVEL = 6
FIN, TEXT, DEFLATED = 0x80, 0x01, 0x40
Extensions = dict[str, list[dict[str, Any]]] | None


def attach(eio: Any) -> None:
    """Let the sockets of an Engine.IO server, in eventlet's mode, share what is sent to many of them."""
    if eio.async_mode == "eventlet":
        made = eio._async  # the parts that the mode consists of, by name
        eio._async = {
            **made,
            "websocket": _sharing(made["websocket"], _outbox(made["queue"], made["queue_empty"])),
        }


def frame(packet: Any, deflate: bool) -> bytes:
    """Return the WebSocket frame of a packet of text, made once for all who get it."""
    made: dict[bool, bytes] = packet.__dict__.setdefault("frames", {})
    if deflate not in made:
        data, mark = packet.encode().encode(), FIN | TEXT
        if deflate and len(data) >= SMALL:
            press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
            data = (press.compress(data) + press.flush(zlib.Z_SYNC_FLUSH))[:-4]  # RFC 7692, 7.2.1
            mark |= DEFLATED
        made[deflate] = _head(mark, len(data)) + data
    return made[deflate]


def unmasked(data: bytes, mask: tuple[int, ...], length: int = 0, offset: int = 0) -> bytes:
    """Return what a client has sent without its mask (RFC 6455, 5.3); `offset`: bytes of it read before."""
    turn, size = offset % 4, len(data)
    keys = ((bytes(mask) * 2)[turn : turn + 4] * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(keys, "little")).to_bytes(size, "little")


def _head(mark: int, size: int) -> bytes:
    if size < 126:
        return struct.pack("!BB", mark, size)
    return struct.pack("!BBH", mark, 126, size) if size < 65536 else struct.pack("!BBQ", mark, 127, size)


def _sharing(websocket: Any, outbox: Any) -> Any:
    """Return the mode's WebSocket, with its sockets' queues writing by themselves."""

    class Sharing(websocket):  # type: ignore[misc]
        def __init__(self, handler: Any, server: Any) -> None:
            def handle(socket: Any, line: Any) -> Any:
                if hasattr(line, "_apply_mask"):
                    line._apply_mask = unmasked  # of itself it goes byte by byte
                if not socket.connected and _plain(line):  # not in the middle of leaving long polling
                    socket.queue = outbox(server, line, socket.queue)
                return handler(line)

            super().__init__(MethodType(handle, handler.__self__), server)

        def _negotiate_permessage_deflate(self, extensions: Extensions) -> dict[str, Any] | None:
            """Agree on what the client offers, but neither side keeps what was sent (RFC 7692, 7.1.1)."""
            agreed: dict[str, Any] | None = super()._negotiate_permessage_deflate(extensions)
            return agreed and {
                **agreed,
                "server_no_context_takeover": True,
                "client_no_context_takeover": True,
            }

    return Sharing


def _plain(line: Any) -> bool:
    """Whether frames can be written to a connection as they are: of today's form, with the usual window, not
    encrypted.
    """
    if not hasattr(line, "extensions") or hasattr(line.socket, "cipher"):
        return False
    options = line.extensions.get("permessage-deflate") or {}
    return bool(options.get("server_max_window_bits", zlib.MAX_WBITS) == zlib.MAX_WBITS)


def _outbox(queue: Any, empty: Any) -> Any:
    """Return a queue of the mode that writes to its socket itself while nothing waits in it."""

    class Outbox(queue):  # type: ignore[misc]
        def __init__(self, server: Any, line: Any, waiting: Any) -> None:
            super().__init__()
            self._server, self._line = server, line
            self._deflate = bool(line.extensions.get("permessage-deflate"))
            self._idle = False  # the socket's task has sent all that it took
            self._written = 0
            while not waiting.empty():
                super().put(waiting.get(block=False))

        def put(self, packet: Any, block: bool = True, timeout: float | None = None) -> None:
            if not (self._idle and packet is not None and not packet.binary and self._write(packet)):
                self._idle = False
                super().put(packet, block, timeout)

        def get(self, block: bool = True, timeout: float | None = None) -> Any:
            while True:
                written, self._idle = self._written, block and self.empty()
                try:
                    return super().get(block, timeout)
                except empty:
                    if not block or self._written == written:
                        raise  # nothing was sent for so long
                finally:
                    self._idle = False

        def _write(self, packet: Any) -> bool:
            """Write a packet if the line is free and takes it, at least in part; the rest follows."""
            lock, data = self._line._sendlock, frame(packet, self._deflate)
            if lock.locked():
                return False
            try:
                done = self._line.socket.fd.send(data)  # never waits, so that nobody else can write meanwhile
            except OSError:  # full, or gone: the socket's task will see
                return False
            if done < len(data):
                lock.acquire()
                self._server.start_background_task(self._finish, data[done:])
            self._written += 1
            return True

        def _finish(self, rest: bytes) -> None:
            try:
                self._line.socket.sendall(rest)
            except OSError:
                pass  # gone: whoever reads from it sees that too
            finally:
                self._line._sendlock.release()

    return Outbox
