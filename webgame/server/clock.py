"""The clock of a table: how long the open decision has been asked. It reminds, nothing more."""

from __future__ import annotations

import time

import msgspec


class Clock(msgspec.Struct):
    """Minutes for each decision (0: none), the decision that is open, and when it was asked (monotonic)."""

    minutes: int
    decision: str = ""
    since: float = 0.0

    def ask(self, decision: str) -> bool:
        """Note what is open; return whether that is another decision than before."""
        if decision == self.decision:
            return False
        self.decision, self.since = decision, time.monotonic()
        return True

    def shown(self) -> dict[str, int]:
        """Return the minutes, and the milliseconds that are left (below 0: so long over)."""
        spent = time.monotonic() - self.since if self.decision else 0.0
        return {"minutes": self.minutes, "left": round((self.minutes * 60 - spent) * 1000)}
