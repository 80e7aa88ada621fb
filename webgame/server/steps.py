"""The last steps of a game for each audience, so that a client that missed some gets just those."""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec

from webgame.engine.audience import Audience

Step = dict[str, Any]
RING_BYTES = 64 * 1024  # for each audience: who missed more is better served with the whole scene


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
