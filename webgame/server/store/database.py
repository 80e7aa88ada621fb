"""The database: connections, transactions that try again, and what to do when the file is moved away."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import time
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from webgame.server.errors import Refused
from webgame.server.store.file import DatabaseFile
from webgame.server.store.migrate import migrate
from webgame.server.store.rows import Taken
from webgame.server.store.together import TRIES, Apart, Together, at_once, busy

T = TypeVar("T")

log = logging.getLogger("webgame")
AGAIN = ("40001", "40P01")  # PostgreSQL: of two transactions that crossed, one has to start again


class Database:
    """One database, SQLite or PostgreSQL; what is written is on the disk when a call returns."""

    def __init__(
        self, url: str, pause: Callable[..., object] = time.sleep, apart: Apart = at_once, /
    ) -> None:
        """Open it, make or migrate its tables.

        `pause` waits, and `apart` does something that waits for the disk, without stopping the others.

        Raises Refused (`newer_store`) if it was made by a newer version of this program.
        """
        self.pause = pause
        self.sqlite = url.startswith("sqlite")
        self.engine = sa.create_engine(url, connect_args={"timeout": 0.05} if self.sqlite else {})
        self.file = DatabaseFile(self.engine.url.database or "" if self.sqlite else "")
        self.together = Together(self._alone, pause, apart)
        if self.sqlite:
            sa.event.listen(self.engine, "connect", self._connected)
        try:
            migrate(self.engine, self.file, pause)
        except BaseException:
            self.close()
            raise
        self.file.opened()

    def close(self) -> None:
        """Close all connections."""
        self.together.close()
        self.engine.dispose()

    def read(self, chosen: sa.Select[Any]) -> list[sa.Row[Any]]:
        """Return all rows of a query; raise Refused (`busy`) if the database does not answer."""

        def act() -> list[sa.Row[Any]]:
            with self.engine.connect() as db:
                return list(db.execute(chosen))

        return self._until_done(act)

    def write(self, write: Callable[[sa.Connection], T]) -> T:
        """Run a transaction and return what `write` returns; it is on the disk then.

        Raises Taken on a broken key; Refused (`busy`) if the database stays locked or does not answer,
        (`store_gone`) if its file was moved away.
        """

        def act() -> T:
            with self.engine.begin() as db:
                return write(db)

        self.check()
        done = self._until_done(act)
        self.check()  # moved away meanwhile: then this must not be acknowledged
        return done

    def _until_done(self, act: Callable[[], T]) -> T:
        for attempt in range(TRIES):
            try:
                return act()
            except IntegrityError as error:
                raise Taken(str(error.orig)) from error
            except DBAPIError as error:
                if not self._passes(error):
                    raise
            self.pause(min(0.005 * (attempt + 1), 0.1))
        raise busy()

    def write_again(self, write: Callable[[sa.Connection], T]) -> T:
        """Run a transaction that first looks and then inserts; if another writer came between, once more."""
        try:
            return self.write(write)
        except Taken:
            return self.write(write)

    def ping(self) -> None:
        """Raise Refused (`busy`, `store_gone`) if nothing could be stored now."""
        self.check()
        self.read(sa.select(sa.literal(1)))

    def check(self) -> None:
        """Raise Refused (`store_gone`) if the SQLite file is no longer where it was opened."""
        problem = self.file.problem()
        if not problem:
            return
        if not self.file.told:
            self._bring_in()
            log.critical("%s; nothing is stored until it is back", problem)
            self.file.told = True
        raise Refused("store_gone", f"{problem}: nothing can be stored until it is back")

    def _bring_in(self) -> None:
        """Bring what was stored last from the log beside the moved file into it: so it is whole by itself."""
        try:
            with self.engine.connect() as db:
                db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        except (Refused, DBAPIError) as error:
            log.critical("the newest answers may be in %s-wal only: %s", self.file.path, error)

    def _passes(self, error: DBAPIError) -> bool:
        """Whether it is worth another try: locked, crossed, or no connection."""
        if self.sqlite:
            return isinstance(error, OperationalError) and "locked" in str(error.orig)
        lost = isinstance(error, OperationalError) or error.connection_invalidated
        return lost or getattr(error.orig, "sqlstate", "") in AGAIN

    def _alone(self) -> sqlite3.Connection:
        """Return a connection to the SQLite file for the writer of entries alone."""
        database = self.engine.url.database or ""
        db = sqlite3.connect(database, timeout=0.05, isolation_level=None, check_same_thread=False)
        try:
            self._connected(db)
        except BaseException:
            db.close()
            raise
        return db

    def _connected(self, connection: Any, _record: Any = None) -> None:
        problem = self.file.problem()
        if problem:  # SQLite would make an empty file in its place
            raise Refused("store_gone", problem)
        with contextlib.closing(connection.cursor()) as cursor:
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")


def one(count: int) -> None:
    """Raise Taken unless just one row was changed."""
    if count != 1:
        raise Taken("the row was changed by another writer")


def text(value: Any) -> str:
    """Return a value as JSON text."""
    return msgspec.json.encode(value).decode()
