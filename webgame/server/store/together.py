"""One commit for all entries that wait for the disk at the same moment, of whatever games (SQLite).

Who comes while nobody writes, writes for all that wait by then; who comes meanwhile waits, and one of them
writes next. While several games are played, the commit itself, which waits for the disk, runs apart (in a
thread of the system), so that the others go on; for one game alone the way there and back only takes time.
An entry is on the disk when `append` returns; what can't be stored fails alone.
"""

from __future__ import annotations

import math
import sqlite3
import threading
import time
from collections.abc import Callable

from webgame.server.errors import Refused
from webgame.server.store.rows import Taken

TRIES = 40
CALM = 0.5  # seconds without an entry of another game, after which one game is played alone
TOUCH = "UPDATE games SET touched = ? WHERE id = ?"
INSERT = "INSERT INTO entries (game, number, entry) VALUES (?, ?, ?)"
Apart = Callable[[Callable[[], None]], object]


def busy() -> Refused:
    """Return what is told when the database stays locked."""
    return Refused("busy", "the database is held by another process or does not answer: try again")


def at_once(act: Callable[[], None]) -> None:
    """Do something where one is: what stands for `apart` where there are threads anyway."""
    act()


class Wish:
    """An entry that is to be stored."""

    def __init__(self, game: str, number: int, text: str) -> None:
        self.row = (game, number, text)
        self.told: threading.Event | None = None  # for who waits: it is done, or its turn to write
        self.done = False
        self.error: BaseException | None = None


class Together:
    """The writer of entries; `connect` opens its own connection, `pause` waits without stopping others."""

    def __init__(
        self, connect: Callable[[], sqlite3.Connection], pause: Callable[[float], object], apart: Apart
    ) -> None:
        self._connect = connect
        self._pause = pause
        self._apart = apart
        self._db: sqlite3.Connection | None = None
        self._lock = threading.Lock()  # held for a look at what waits, never longer
        self._waiting: list[Wish] = []
        self._writing = False
        self._game = ""  # of the entry stored last ...
        self._changed = -math.inf  # ... and when it was last of another game than the one before (monotonic)
        self.calm = CALM

    def append(self, game: str, number: int, text: str) -> None:
        """Store an entry; raise Taken or Refused (`unknown_game`, `busy`, `store_gone`)."""
        wish = Wish(game, number, text)
        with self._lock:
            self._waiting.append(wish)
            if self._writing:
                wish.told = threading.Event()
            self._writing = True
        if wish.told is not None:
            wish.told.wait()
        if not wish.done:
            self._write()
        if wish.error is not None:
            raise wish.error

    def close(self) -> None:
        """Close the connection."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def _write(self) -> None:
        """Write all that waits, and let one of those that came meanwhile write next."""
        with self._lock:
            batch, self._waiting = self._waiting, []
        try:
            self._store(batch)
        except BaseException as error:
            for wish in batch:
                wish.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            with self._lock:
                following = self._waiting[0] if self._waiting else None
                self._writing = following is not None
            for wish in batch:
                wish.done = True
                if wish.told is not None:
                    wish.told.set()
            if following is not None and following.told is not None:
                following.told.set()

    def _store(self, batch: list[Wish]) -> None:
        for attempt in range(TRIES):
            if self._db is None:
                self._db = self._connect()
            db = self._db
            try:
                db.execute("BEGIN IMMEDIATE")
                for wish in batch:
                    wish.error = self._insert(db, wish)
                if self._alone(batch):
                    db.commit()
                else:
                    self._apart(db.commit)
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
            finally:
                if db.in_transaction:
                    db.rollback()
            self._pause(min(0.005 * (attempt + 1), 0.1))
        raise busy()

    def _alone(self, batch: list[Wish]) -> bool:
        """Whether only one game is played just now."""
        now = time.monotonic()
        for wish in batch:
            if wish.row[0] != self._game:
                self._game, self._changed = wish.row[0], now
        return now - self._changed > self.calm

    def _insert(self, db: sqlite3.Connection, wish: Wish) -> Exception | None:
        """Add an entry within the transaction; return why it can't be: then nothing of it was."""
        game, number, text = wish.row
        try:
            if db.execute(TOUCH, (time.time(), game)).rowcount != 1:
                return Refused("unknown_game", "this game was deleted or archived")
            db.execute(INSERT, (game, number, text))
        except sqlite3.IntegrityError as error:
            return Taken(str(error))
        return None
