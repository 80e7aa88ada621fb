"""The last steps of a game for each audience, so that a client that missed some gets just those."""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec

from webgame.engine.audience import Audience

Step = dict[str, Any]
RING_BYTES = 512 * 1024  # for each audience


class Ring:
    """Steps in a row, oldest first, bounded in bytes."""

    def __init__(self, limit: int = RING_BYTES) -> None:
        self.limit = limit
        self.bytes = 0
        self._steps: deque[tuple[int, Step]] = deque()

    def add(self, step: Step) -> None:
        """Keep a step; it must follow the last one, else those before it are of no use and go."""
        if self._steps and self._steps[-1][1]["to"] != step["from"]:
            self._steps.clear()
            self.bytes = 0
        size = len(msgspec.json.encode(step))
        self._steps.append((size, step))
        self.bytes += size
        while self.bytes > self.limit and self._steps:
            self.bytes -= self._steps.popleft()[0]

    def since(self, version: int, now: int) -> list[Step] | None:
        """Return the steps from `version` to `now`, or None if they are not all here."""
        steps = [step for _, step in self._steps if step["from"] >= version]
        if not steps or steps[0]["from"] != version or steps[-1]["to"] != now:
            return None
        return steps


class Rings:
    """A ring for each audience."""

    def __init__(self) -> None:
        self._rings: dict[Audience, Ring] = {}

    def add(self, audience: Audience, step: Step) -> None:
        """Keep a step of an audience."""
        self._rings.setdefault(audience, Ring()).add(step)

    def since(self, audience: Audience, version: int, now: int) -> list[Step] | None:
        """Return an audience's steps from `version` to `now`, or None if they are not all here."""
        ring = self._rings.get(audience)
        return ring.since(version, now) if ring else None

    def keep(self, present: set[Audience]) -> None:
        """Forget the audiences that are not in `present`."""
        for audience in [a for a in self._rings if a not in present]:
            del self._rings[audience]
