"""The server's log: each line says which game and which player it is about, and holds no secret.

A player's id is never written, since it is what their cookie holds: the log has a short tag of it, the same
for a player in all lines of one server.
"""

from __future__ import annotations

import hmac
import logging
import time
import traceback
from contextvars import ContextVar
from typing import Any

import msgspec

log = logging.getLogger("webgame")
_about: ContextVar[dict[str, Any] | None] = ContextVar("about", default=None)


def about(**what: Any) -> None:
    """Note what this task works on from now on: `game`, `player` (its tag)."""
    _about.set(what)


def player() -> str:
    """Return the tag of the player for whom this task works, or ""."""
    return str((_about.get() or {}).get("player", ""))


def tag(key: bytes, player: str) -> str:
    """Return the tag of a player in the log."""
    return hmac.digest(key, f"log\0{player}".encode(), "sha256").hex()[:8]


def happened(what: str, /, **more: Any) -> None:
    """Log something that is no problem; only the JSON log shows it."""
    if log.isEnabledFor(logging.INFO):
        log.info(what, extra={"more": more})


class JsonLines(logging.Formatter):
    """One JSON object for each record: time (UTC), level, what, game, player, and more by kind."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {"time": f"{when}.{int(record.msecs):03d}Z", "level": record.levelname.lower()}
        line |= {"what": record.getMessage(), **(_about.get() or {}), **getattr(record, "more", {})}
        line = {key: value for key, value in line.items() if value != ""}
        if record.exc_info:
            line["traceback"] = "".join(traceback.format_exception(*record.exc_info))
        return msgspec.json.encode(line, enc_hook=str).decode()


class Lines(logging.Formatter):
    """For people at a terminal: level, game, player, sentence."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        where = "".join(f" {key}={value}" for key, value in (_about.get() or {}).items() if value)
        return super().format(record).replace("\0", where, 1)


def set_up(kind: str) -> None:
    """Write the log to standard error: "text" has warnings for people, "json" all, for programs."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if kind == "json" else Lines("%(asctime)s %(levelname)s\0: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    log.setLevel(logging.INFO if kind == "json" else logging.WARNING)
