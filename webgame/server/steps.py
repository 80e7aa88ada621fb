"""Steps: what one log entry leads to, and the last of them for each audience, for who missed some.

A step is `{from, to, frames, hash}`: versions, what is shown one after the other, and the hash of the scene
after it. A frame is `{patch, events}` (see engine/scene.py, engine/event.py), of which either is left out if
it is empty; in all but the last no question is open, whatever the scene has in `decision` and `options`.
`static_key` names the static part if that has become another one; `you`, in a step to one socket, the seats
it has now.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec

from webgame.engine.audience import Audience
from webgame.engine.event import Event
from webgame.engine.scene import Patch

Step = dict[str, Any]
RING_BYTES = 64 * 1024  # for each audience: who missed more is better served with the whole scene


def told(patch: Patch, events: list[Event]) -> dict[str, Any]:
    """Return a frame as it is sent."""
    frame: dict[str, Any] = {"patch": patch} if patch else {}
    return frame | {"events": msgspec.to_builtins(events)} if events else frame


class Ring:
    """Steps in a row as JSON, oldest first, bounded in bytes."""

    def __init__(self, limit: int = RING_BYTES) -> None:
        self.limit = limit
        self.bytes = 0
        self._steps: deque[tuple[int, int, bytes]] = deque()  # from, to, JSON

    def add(self, step: Step) -> None:
        """Keep a step; it must follow the last one, else those before it are of no use and go."""
        if self._steps and self._steps[-1][1] != step["from"]:
            self._steps.clear()
            self.bytes = 0
        text = msgspec.json.encode(step)
        self._steps.append((step["from"], step["to"], text))
        self.bytes += len(text)
        while self.bytes > self.limit and self._steps:
            self.bytes -= len(self._steps.popleft()[2])

    def since(self, version: int, now: int) -> list[msgspec.Raw] | None:
        """Return the steps from `version` to `now`, or None if they are not all here."""
        steps = [each for each in self._steps if each[0] >= version]
        if not steps or steps[0][0] != version or steps[-1][1] != now:
            return None
        return [msgspec.Raw(text) for _, _, text in steps]


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
