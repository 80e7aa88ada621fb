"""All tables of this process: each is opened when it is first asked for and served by one task of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from webgame.engine.game import GameError
from webgame.server.bots import Bots
from webgame.server.bus import News
from webgame.server.errors import Refused
from webgame.server.house import House, log
from webgame.server.logs import about, player
from webgame.server.store import Status
from webgame.server.table import Table

Act = Callable[[Table], dict[str, Any]]
WAIT = 30.0  # seconds after which the asker is told that it takes too long
MANY = 300  # tables in memory; when there are more, those without people leave it at once
TICK = 5.0  # seconds between two looks at whether a table is idle


class Request:
    """Something to be done at a table, and later its outcome."""

    def __init__(self, act: Act, done: Any) -> None:
        self.act = act
        self.done = done
        self.player = player()  # who asks, for the log
        self.answer: dict[str, Any] = {}
        self.error: Refused | GameError | None = None


class Served:
    """A table's queue and the task that serves it; the table itself is loaded by that task."""

    def __init__(self, tables: Tables, id: str) -> None:
        self.tables = tables
        self.house = tables.house
        self.id = id
        self.queue = self.house.server.eio.create_queue()
        self.empty = self.house.server.eio.get_queue_empty_exception()
        self.table: Table | None = None
        self.touched = time.monotonic()
        self.ended = self.house.server.eio.create_event()
        self.stopping = False

    def serve(self) -> None:
        """Load the table and serve it until it is idle or the process ends."""
        about(game=self.id)
        try:
            self._serve()
        finally:
            self.house.pasts.forget(self.id)
            if self.table is not None:
                self.table.vote = None  # what it would do holds the table
            self.ended.set()

    def _serve(self) -> None:
        try:
            self.table = Table(self.house, self.id)
        except Refused as error:
            self._refuse_all(error)
            return
        except Exception:
            log.exception("game %s can't be loaded", self.id)
            self._refuse_all(Refused("internal", "this game can't be loaded; the server's log says why"))
            return
        bots = Bots(self.table)
        tick = 0.0  # when the next is due (monotonic)
        while True:
            rest = TICK if bots.due() is None else min(TICK, bots.pause())
            if self.table.members:
                due = min(self.table.look_at, self.table.people_due)
                rest = max(0.0, min(rest, due - time.monotonic()))
            request = self._next(rest)
            if self.stopping:
                self._guard(self.table, self.table.save)
                return
            if request is not None:
                self._do(self.table, request)
                if self.table.gone:
                    self._refuse_all(Refused("unknown_game", "this game was deleted"))
                    return
            elif bots.due() is not None and not bots.pause():
                self._guard(self.table, bots.answer)
            elif self._idle(self.table) and self.tables.drop(self):
                self._guard(self.table, self.table.save)
                return
            if time.monotonic() >= tick:
                self._guard(self.table, self.table.elsewhere.tick)
                tick = time.monotonic() + TICK
            if time.monotonic() >= self.table.people_due:
                self._guard(self.table, self.table.tell_people)
            if self.table.members and time.monotonic() >= self.table.look_at:
                self.table.look_at = time.monotonic() + TICK
                self._guard(self.table, self.table.look_round)
            self.house.sio.sleep(0)

    def _next(self, wait: float) -> Request | None:
        """Return the next request, or None if none comes within `wait` seconds."""
        try:
            request: Request | None = self.queue.get(timeout=wait) if wait else self.queue.get(block=False)
        except self.empty:
            return None
        self.stopping = request is None
        self.touched = time.monotonic()
        return request

    def _idle(self, table: Table) -> bool:
        idle = self.house.config.idle if self.tables.count() <= MANY else min(TICK, self.house.config.idle)
        return not table.members and time.monotonic() - self.touched > idle

    def _do(self, table: Table, request: Request) -> None:
        game, version = table.game, table.game.version
        try:
            if self.house.bus.several:
                table.catch_up()
            about(game=self.id, player=request.player)
            request.answer = request.act(table)
        except (Refused, GameError) as error:
            request.error = error
        except Exception:
            log.exception("game %s: a request failed", self.id)
            request.error = Refused("internal", "the server failed on this; its log says why")
            if table.game is not game or table.game.version != version:  # it failed half-way through an entry
                self._guard(table, table.reload)
        finally:
            about(game=self.id)
            request.done.set()

    def _guard(self, table: Table, do: Callable[[], object]) -> None:
        """Do something that nobody waits for; a failure is logged and never ends the task."""
        try:
            do()
        except Exception:
            log.exception("game %s: %s failed", self.id, getattr(do, "__name__", "a task"))
            self.house.sio.sleep(1)

    def _refuse_all(self, error: Refused) -> None:
        while not self.stopping and not self.tables.drop(self):
            request = self._next(0)
            if request is not None:
                request.error = error
                request.done.set()


class Tables:
    """The registry: game id -> its queue and task."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._lock = threading.Lock()  # held for a dictionary look-up and a put, never longer
        self._served: dict[str, Served] = {}

    def ask(self, id: str, act: Act) -> dict[str, Any]:
        """Have something done at a table and return its outcome; raise what it raised."""
        request = Request(act, self.house.server.eio.create_event())
        self._put(id, request)
        request.done.wait(WAIT)
        if not request.done.is_set():
            raise Refused("busy", "the table is busy: ask again in a moment")
        if request.error is not None:
            error, request.error = request.error, None
            try:
                raise error.with_traceback(None)
            finally:
                del error  # its traceback holds this frame: a ring, which only the collector could take apart
        return request.answer

    def leave(self, id: str, sid: str) -> None:
        """Let a table know that a socket is gone, if the table is in memory."""

        def act(table: Table) -> dict[str, Any]:
            table.leave(sid)
            return {}

        with self._lock:
            if id in self._served:
                self._served[id].queue.put(Request(act, self.house.server.eio.create_event()))

    def hear(self, news: News | None) -> None:
        """Pass news of another process on to the table, if it is in memory; None: all must catch up."""

        def act(table: Table) -> dict[str, Any]:
            if news is None:
                table.elsewhere.tick()
            else:
                table.elsewhere.hear(news)
            return {}

        with self._lock:
            for id, served in self._served.items():
                if news is None or news.game == id:
                    served.queue.put(Request(act, self.house.server.eio.create_event()))

    def drop(self, served: Served) -> bool:
        """Take a table out of memory; False if a request has come in meanwhile."""
        with self._lock:
            if not served.queue.empty():
                return False
            del self._served[served.id]
            return True

    def standing(self) -> dict[str, Status]:
        """Return where the games in memory stand that people look on at."""
        with self._lock:
            tables = [served.table for served in self._served.values() if served.table is not None]
        return {table.id: table.standing for table in tables if table.standing != Status()}

    def lookers(self, id: str) -> int:
        """Return how many people look on at a game without a seat; 0 if it is not in memory."""
        with self._lock:
            served = self._served.get(id)
            table = served.table if served is not None else None
        if table is None:
            return 0
        return len({m.player.id for m in list(table.members.values()) if not table.audience(m.player)})

    def count(self) -> int:
        """Return how many games are in memory."""
        return len(self._served)

    def open_ids(self) -> list[str]:
        """Return the ids of the games in memory."""
        with self._lock:
            return sorted(self._served)

    def close(self, wait: float = 2.0) -> None:
        """Let every task store its newest snapshot and end; wait `wait` seconds for each at most."""
        with self._lock:
            served = list(self._served.values())
            for each in served:
                each.queue.put(None)
        for each in served:
            each.ended.wait(wait)

    def _put(self, id: str, request: Request) -> None:
        with self._lock:
            served = self._served.get(id)
            if served is None:
                served = self._served[id] = Served(self, id)
                self.house.sio.start_background_task(served.serve)
            served.queue.put(request)
