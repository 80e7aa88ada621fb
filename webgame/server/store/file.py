"""The SQLite file: whether it still lies where it was opened, and copies of it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path


class DatabaseFile:
    """A database file by its path; path "" (memory, or no SQLite) has no problems."""

    def __init__(self, path: str) -> None:
        self.path = Path(path) if path not in ("", ":memory:") else None
        self.told = False  # whether the operator knows that it is gone
        self._known: tuple[int, int] | None = None

    def opened(self) -> None:
        """Note which file it is that was opened."""
        self._known = self._now()

    def problem(self) -> str:
        """Return what is wrong with the file's place, or ""."""
        if self._known is None:
            return ""
        now = self._now()
        if now == self._known:
            self.told = False
            return ""
        how = "was moved away or deleted" if now is None else "was replaced by another file"
        return f"the database file {self.path} {how} under the running server"

    def backup(self, mark: str) -> Path:
        """Copy the database, as it stands, to a file of its own beside it and return that."""
        assert self.path is not None  # noqa: S101 -- only asked of a file
        target = self.path.with_name(f"{self.path.name}.{mark}.backup")
        part = target.with_name(target.name + ".part")
        part.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(self.path)) as source:
            with contextlib.closing(sqlite3.connect(part)) as copy:
                source.backup(copy)
        part.chmod(0o600)
        part.replace(target)
        return target

    def _now(self) -> tuple[int, int] | None:
        if self.path is None:
            return None
        try:
            found = os.stat(self.path)
        except OSError:
            return None
        return found.st_dev, found.st_ino
