"""Refusals: what can't be done, by code, with a sentence that says what and where."""

from __future__ import annotations

from typing import Any

from webgame.engine.game import GameError
from webgame.server import languages

STATUS = {
    "unknown_game": 404,
    "archived": 404,
    "unknown_system": 404,
    "unknown_link": 404,
    "unknown_report": 404,
    "too_many": 409,
    "unknown_entry": 404,
    "no_builder": 404,
    "locked": 403,
    "not_allowed": 403,
    "not_your_seat": 403,
    "forged": 403,
    "put_out": 403,
    "not_yet": 409,
    "closed": 409,
    "not_started": 409,
    "not_finished": 409,
    "started": 409,
    "taken": 409,
    "code_taken": 409,
    "stale": 409,
    "busy": 503,
    "store_gone": 503,
    "too_fast": 429,
    "internal": 500,
    "too_large": 413,
}


class Refused(Exception):
    """A request that was turned down; nothing was changed."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule

    @property
    def status(self) -> int:
        """The HTTP status that fits the code (400 unless listed)."""
        return STATUS.get(self.code, 400)


def as_ack(error: Refused | GameError) -> dict[str, Any]:
    """Return the acknowledgement that tells a client about a refusal."""
    told = {"code": error.code, "message": languages.told(error.message)}
    if error.rule:
        told["rule"] = error.rule
    return {"error": told}
