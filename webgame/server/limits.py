"""Token buckets: so much a second, so much at once, for each key (a socket, an address)."""

from __future__ import annotations

import math
import time
from collections import OrderedDict

KEYS_KEPT = 10_000


class Limits:
    """Buckets that refill at `rate` tokens a second up to `burst`; full ones, and too many, are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._full = burst / rate if rate else math.inf  # seconds after which any bucket is full again
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Take `cost` tokens from the key's bucket; False, and nothing taken, if there are too few."""
        now = time.monotonic()
        tokens, then = self._buckets.pop(key, (self.burst, now))
        tokens = min(self.burst, tokens + (now - then) * self.rate)
        enough = tokens >= cost
        self._buckets[key] = (tokens - cost if enough else tokens, now)
        while len(self._buckets) > KEYS_KEPT or now - next(iter(self._buckets.values()))[1] > self._full:
            self._buckets.popitem(last=False)
        return enough

    def forget(self, key: str) -> None:
        """Drop a key's bucket."""
        self._buckets.pop(key, None)
