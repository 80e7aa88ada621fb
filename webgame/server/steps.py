"""Steps: what one log entry leads to, and the last of them for each audience, for who missed some.

A step is `{to, frames, hash}`: the version that it leads to from the one before, what is shown one after the
other, and the hash of the scene after it. A frame is `{patch, events}` (engine/scene.py, engine/event.py), of
which either is left out if it is empty; in all but the last no question is open, whatever the scene has in
`decision` and `options`. `static_key` names the static part if that has become another one; `you`, in a step
to one socket, the seats it has now.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from webgame.engine.audience import Audience
from webgame.engine.event import Event
from webgame.engine.scene import Patch

Step = dict[str, Any]
RING_BYTES = 16 * 1024  # packed, for each audience: who missed more is better served with the whole scene
PACKING = 1  # level of zlib: a third to a quarter of the size at little cost


def told(patch: Patch, events: list[Event]) -> dict[str, Any]:
    """Return a frame as it is sent."""
    frame: dict[str, Any] = {"patch": patch} if patch else {}
    return frame | {"events": msgspec.to_builtins(events)} if events else frame


def pack(value: Any) -> bytes:
    """Return something as JSON in less memory."""
    return zlib.compress(msgspec.json.encode(value), PACKING)


def unpack(data: bytes) -> msgspec.Raw:
    """Return the JSON of what was packed."""
    return msgspec.Raw(zlib.decompress(data))


class Ring:
    """Steps in a row as packed JSON, oldest first, bounded in bytes."""

    def __init__(self, limit: int = RING_BYTES) -> None:
        self.limit = limit
        self.bytes = 0
        self._steps: deque[tuple[int, bytes]] = deque()  # the version it leads to, packed

    def add(self, step: Step) -> None:
        """Keep a step; it must follow the last one, else those before it are of no use and go."""
        if self._steps and self._steps[-1][0] != step["to"] - 1:
            self._steps.clear()
            self.bytes = 0
        data = pack(step)
        self._steps.append((step["to"], data))
        self.bytes += len(data)
        while self.bytes > self.limit and self._steps:
            self.bytes -= len(self._steps.popleft()[1])

    def since(self, version: int, now: int) -> list[msgspec.Raw] | None:
        """Return the steps from `version` to `now`, or None if they are not all here."""
        steps = [each for each in self._steps if each[0] > version]
        if not steps or steps[0][0] != version + 1 or steps[-1][0] != now:
            return None
        return [unpack(data) for _, data in steps]


class Rings:
    """A ring for each audience."""

    def __init__(self) -> None:
        self._rings: dict[Audience, Ring] = {}

    def add(self, audience: Audience, step: Step) -> None:
        """Keep a step of an audience."""
        self._rings.setdefault(audience, Ring()).add(step)

    def since(self, audience: Audience, version: int, now: int) -> list[msgspec.Raw] | None:
        """Return an audience's steps from `version` to `now`, or None if they are not all here."""
        ring = self._rings.get(audience)
        return ring.since(version, now) if ring else None

    def keep(self, present: set[Audience]) -> None:
        """Forget the audiences that are not in `present`."""
        for audience in [a for a in self._rings if a not in present]:
            del self._rings[audience]


class History:
    """What the last entries told, packed."""

    def __init__(self, entries: int) -> None:
        # version, whether all may see all of it, events
        self._kept: deque[tuple[int, bool, bytes]] = deque(maxlen=entries)

    def add(self, version: int, events: Sequence[Event]) -> None:
        """Keep what the entry told that made a version."""
        if events:
            self._kept.append((version, not any(e.seats for e in events), pack(events)))

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()

    def seen(self, audience: Audience) -> Iterator[tuple[int, Any]]:
        """Yield version and events of each entry that told an audience something, oldest first."""
        for version, open, data in self._kept:
            events: Any = unpack(data)
            if not open:
                whole = msgspec.json.decode(events, type=list[Event])
                heard = [e for e in whole if not e.seats or audience.intersection(e.seats)]
                events = msgspec.to_builtins(heard)
            if events:
                yield version, events
