"""Data folder and database: one server at a time, or several that know of each other."""

from __future__ import annotations

import os
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from webgame.server.errors import Refused

SERVING = 7_231_945  # PostgreSQL's advisory lock of who serves from a database


class FolderLock:
    """A lock on a data folder that ends with the process, however that ends."""

    def __init__(self, folder: Path, shared: bool) -> None:
        """Take it: alone, or with other servers that share it too; raise Refused (`folder_in_use`)."""
        folder.mkdir(parents=True, exist_ok=True)
        self._handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            import fcntl
        except ImportError:  # no such locks on this system: then without
            return
        try:
            fcntl.flock(self._handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError:
            os.close(self._handle)
            raise Refused(
                "folder_in_use",
                f"another server uses {folder}: stop it, or name another folder by --data"
                " (several servers on one need --message-queue, all of them)",
            ) from None

    def close(self) -> None:
        """Let go of it."""
        os.close(self._handle)


class DatabaseLock:
    """A lock on a PostgreSQL that several folders may name; it ends with the process, however that ends.

    SQLite has none: its file is in the data folder.
    """

    def __init__(self, url: str, shared: bool) -> None:
        """Take it: alone, or with other servers that share it too.

        Raises Refused: `database_in_use`, or `no_database` if it does not answer.
        """
        self._held: sa.Connection | None = None
        if not url.startswith("postgresql"):
            return
        take = sa.func.pg_try_advisory_lock_shared if shared else sa.func.pg_try_advisory_lock
        engine = sa.create_engine(url, poolclass=sa.pool.NullPool, isolation_level="AUTOCOMMIT")
        try:
            self._held = engine.connect()
            if self._held.scalar(sa.select(take(SERVING))):
                return
            self.close()
        except DBAPIError as error:
            raise Refused("no_database", f"the database can't be used: {error.orig}") from None
        raise Refused(
            "database_in_use",
            "another server uses this database: stop it, or let each use one of its own"
            " (several servers on one need --message-queue, all of them)",
        )

    def close(self) -> None:
        """Let go of it."""
        if self._held is not None:
            self._held.close()
            self._held = None
