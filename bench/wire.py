"""A light Socket.IO client for measurements: asyncio, one WebSocket, bytes counted, deflated if asked for."""

from __future__ import annotations

import asyncio
import base64
import http.client
import os
import re
import struct
import urllib.parse
import zlib
from collections.abc import Callable
from typing import Any

import msgspec

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
DEFLATED = 0x40


class Lost(Exception):
    """The connection is gone, or the answer did not come in time."""


def frame(kind: int, payload: bytes, *, masked: bool) -> bytes:
    """Return a WebSocket frame; the mask of a client is zero, which leaves the payload as it is."""
    size = len(payload)
    mark = 0x80 if masked else 0
    if size < 126:
        head = bytes((0x80 | kind, mark | size))
    elif size < 65536:
        head = struct.pack(">BBH", 0x80 | kind, mark | 126, size)
    else:
        head = struct.pack(">BBQ", 0x80 | kind, mark | 127, size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


def cut(buffer: bytearray) -> list[tuple[int, bytes]]:
    """Take the whole frames out of a buffer."""
    found = []
    while len(buffer) >= 2:
        size, at = buffer[1] & 0x7F, 2
        if size == 126:
            if len(buffer) < 4:
                break
            size, at = struct.unpack_from(">H", buffer, 2)[0], 4
        elif size == 127:
            if len(buffer) < 10:
                break
            size, at = struct.unpack_from(">Q", buffer, 2)[0], 10
        mask = b""
        if buffer[1] & 0x80:
            mask, at = bytes(buffer[at : at + 4]), at + 4
        if len(buffer) < at + size:
            break
        payload = bytes(buffer[at : at + size])
        if mask.strip(b"\0"):
            payload = bytes(b ^ mask[i % 4] for i, b in enumerate(payload))
        kind = buffer[0] & 0x0F
        if kind == 8:  # the end, and so reads an answer in HTTP: nothing comes after it
            found.append((kind, payload))
            buffer.clear()
            break
        found.append((kind, inflated(payload) if buffer[0] & DEFLATED else payload))
        del buffer[: at + size]
    return found


def inflated(payload: bytes) -> bytes:
    """Return a message that was deflated by itself (RFC 7692 without context takeover)."""
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(payload + b"\0\0\xff\xff")


class Wire(asyncio.Protocol):
    """One connection; `hear(name, data, size)` is called for each event."""

    def __init__(self, hear: Callable[[str, Any, int], None] | None = None, namespace: str = "/") -> None:
        self.hear = hear
        self.space = "" if namespace == "/" else f"{namespace},"
        self.received = 0  # bytes of Socket.IO messages
        self.line = 0  # bytes that came over the line since the handshake
        self.head = b""  # of the server's answer to the handshake
        self.open = False
        self.lost = asyncio.Event()
        self.tap: Callable[[bytes], None] | None = None  # sees each packet as it came
        self._buffer = bytearray()
        self._handshake = True
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._acks: dict[int, asyncio.Future[Any]] = {}
        self._next = 0
        self._transport: Any = None

    @classmethod
    async def connect(
        cls,
        port: int,
        cookie: str = "",
        *,
        hear: Callable[[str, Any, int], None] | None = None,
        namespace: str = "/",
        path: str = "/socket.io/",
        timeout: float = 30,
        deflate: bool = False,
    ) -> Wire:
        """Connect to a server on loopback; raise Lost if it does not let one in.

        With `deflate` compression is offered as browsers do; only a server that deflates each message by
        itself is understood then.
        """
        loop = asyncio.get_running_loop()
        try:
            _, made = await asyncio.wait_for(
                loop.create_connection(lambda: cls(hear, namespace), "127.0.0.1", port), timeout
            )
        except (OSError, TimeoutError) as error:
            raise Lost(str(error)) from None
        wire: Wire = made
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path}?EIO=4&transport=websocket HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        lines += [f"Cookie: {cookie}"] if cookie else []
        lines += ["Sec-WebSocket-Extensions: permessage-deflate"] if deflate else []
        wire._transport.write("\r\n".join([*lines, "", ""]).encode())
        try:
            await asyncio.wait_for(wire._ready, timeout)
        except TimeoutError:
            wire.close()
            raise Lost("no handshake in time") from None
        return wire

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        self.open = False
        self.lost.set()
        for future in (self._ready, *self._acks.values()):
            if not future.done():
                future.set_exception(Lost("the connection is gone"))
                future.exception()  # nobody may wait for it
        self._acks.clear()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self._handshake:
            head, mark, _ = self._buffer.partition(b"\r\n\r\n")
            if not mark:
                return
            if b" 101 " not in head[:20]:
                self._fail(Lost(head[:80].decode("latin-1")))
                return
            self.head = bytes(head)
            del self._buffer[: len(head) + 4]
            self._handshake = False
            data = bytes(self._buffer)
        self.line += len(data)
        for kind, payload in cut(self._buffer):
            if kind == TEXT:
                self._message(payload)
            elif kind == PING:
                self._transport.write(frame(PONG, payload, masked=True))
            elif kind == CLOSE:
                self._transport.close()

    def _fail(self, error: Lost) -> None:
        if not self._ready.done():
            self._ready.set_exception(error)
        self._transport.close()

    def _message(self, text: bytes) -> None:
        kind = text[:2]
        if self.tap is not None:
            self.tap(text)
        if text[:1] == b"2":
            self.write(b"3")
        elif text[:1] == b"0":
            self.write(f"40{self.space}".encode())
        elif kind == b"40":
            self.open = True
            if not self._ready.done():
                self._ready.set_result(None)
        elif kind in (b"41", b"44"):
            self._fail(Lost(text[:200].decode()))
        elif kind in (b"42", b"43"):
            self.received += len(text)
            at = len(self.space) + 2
            start = text.index(b"[", at)
            data = _decode(text[start:])
            if kind == b"43":
                future = self._acks.pop(int(text[at:start]), None)
                if future is not None and not future.done():
                    future.set_result(data[0] if data else None)
            elif self.hear is not None:
                self.hear(data[0], data[1] if len(data) == 2 else data[1:], len(text))

    def write(self, text: bytes) -> None:
        """Send a packet as it is."""
        self._transport.write(frame(TEXT, text, masked=True))

    def emit(self, name: str, *data: Any) -> None:
        """Send an event."""
        self.write(f"42{self.space}".encode() + _encode([name, *data]))

    async def call(self, name: str, data: Any, timeout: float = 30) -> Any:
        """Send an event and return its acknowledgement; raise Lost if none comes."""
        if not self.open:
            raise Lost("not connected")
        self._next += 1
        number = self._next
        future = self._acks[number] = asyncio.get_running_loop().create_future()
        self.write(f"42{self.space}{number}".encode() + _encode([name, data]))
        try:
            return await asyncio.wait_for(future, timeout)
        except TimeoutError:
            self._acks.pop(number, None)
            raise Lost(f"no answer to {name} in {timeout} s") from None

    def close(self) -> None:
        """Hang up."""
        self.open = False
        if self._transport is not None:
            self._transport.abort()


class Guest:
    """A browser's cookies and forms, over HTTP/1.1 on loopback."""

    def __init__(self, port: int, name: str = "") -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.token = ""
        page = self.ask("GET", "/")[2].decode()
        found = re.search(r'name="token" value="(\w+)"', page)
        if found is None:
            raise Lost("the title page has no form")
        self.token = found[1]
        if name:
            self.post("/name", name=name)

    @property
    def cookie(self) -> str:
        """The Cookie header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, Any, bytes]:
        """Make a request; return status, headers and body."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            line.request(
                method, path, body or None, {"Cookie": self.cookie, "Accept": "text/html", **headers}
            )
            answer = line.getresponse()
            data = answer.read()
            for value in answer.headers.get_all("Set-Cookie") or ():
                name, _, rest = value.partition("=")
                self.cookies[name] = rest.partition(";")[0]
            return answer.status, answer.headers, data
        finally:
            line.close()

    def post(self, path: str, /, **form: str) -> str:
        """Send a form and return where it leads; raise Lost if it is refused."""
        body = urllib.parse.urlencode({"token": self.token, **form}).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        status, headers, data = self.ask("POST", path, body, **kind)
        if status >= 400:
            raise Lost(f"{path}: {status} {data[:200]!r}")
        return str(headers.get("Location", ""))
