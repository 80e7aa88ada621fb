"""Votes at the table: whether the others agree that something is taken back."""

from __future__ import annotations

from typing import Any

import msgspec


class Vote(msgspec.Struct):
    """An open question to the holders of seats; it ends with the first no, or when all have said yes."""

    id: str
    seat: str  # who asks
    to: int  # live answers that stay
    by: str  # name of who asks
    player: str  # private
    client: str  # the asker's id for the act
    voters: frozenset[str]  # seats that must agree
    consents: frozenset[str]  # seats that agree anyway: bots and the asker's own
    answers: int = 1  # how many are taken back
    yes: frozenset[str] = frozenset()
    state: str = "open"  # open, accepted, refused, withdrawn, overtaken

    def shown(self) -> dict[str, Any]:
        """Return what the table sees of it."""
        return {
            "id": self.id,
            "kind": "undo",
            "seat": self.seat,
            "by": self.by,
            "answers": self.answers,
            "yes": sorted(self.yes),
            "waiting": sorted(self.voters - self.yes),
            "state": self.state,
        }
