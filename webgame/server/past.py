"""Looking back: any answer of a game, finished or running, without disturbing those who play.

The past of a game is played again in a copy, in the task of whoever asks, never in the table's own.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from webgame.engine.audience import Audience
from webgame.engine.game import Entry, Game
from webgame.engine.past import NoPast, Past
from webgame.server.errors import Refused
from webgame.server.messages import LookBack, Timeline
from webgame.server.steps import told

if TYPE_CHECKING:
    from webgame.server.house import House
    from webgame.server.table import Table

KEPT = 8  # games whose past is kept at hand
SLICE = 0.01  # seconds of work after which the others get their turn


class Held:
    """A past and the lock of whoever travels in it."""

    def __init__(self, past: Past) -> None:
        self.past = past
        self.lock = threading.Lock()


class Pasts:
    """The pasts that were looked at last."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, Held] = OrderedDict()

    def of(self, table: Table) -> Held:
        """Return the past of a game, up to its newest answer; raise Refused if it can't be shown."""
        held = self._held.get(table.id)
        if held is None or held.past.header != table.header:
            try:
                held = Held(Past(table.system, table.header))
            except NoPast as error:
                raise Refused("no_past", str(error)) from None
        self._held[table.id] = held
        self._held.move_to_end(table.id)
        while len(self._held) > KEPT:
            self._held.popitem(last=False)
        return held

    def forget(self, id: str) -> None:
        """Keep a game's past no longer: nobody looks on, or the game is gone."""
        self._held.pop(id, None)


def look_back(house: House, sid: str, message: LookBack) -> dict[str, Any]:
    """Return the position after the first `at` answers; with `play`, the frames that led to it."""
    held, audience, standing = _enter(house, sid, message.game)
    with held.lock:
        past = held.past
        past.follow(*standing)
        try:
            frames: list[dict[str, Any]] | None = None
            if message.play and message.at:
                travel(house, past.travel(message.at - 1))
                moved = past.forward(audience)
                frames = [told(patch, seen) for patch, seen in moved]
            travel(house, past.travel(message.at))
            scene, hash = past.look(audience)
        except NoPast as error:
            raise Refused("no_past", str(error)) from None
        state = past.position.state
        key = past.system.static_key(state)
        shown: dict[str, Any] = {
            "at": message.at,
            "of": len(past.answers),
            "scene": scene,
            "hash": hash,
            "static_key": key,
        }
        if key != message.key:
            shown["static"] = past.system.static(state)
        if frames is not None:
            shown["frames"] = frames
        return shown


def timeline(house: House, sid: str, message: Timeline) -> dict[str, Any]:
    """Return where rounds, sides, phases and activations begin, by number of answers."""
    held, _, standing = _enter(house, sid, message.game)
    with held.lock:
        past = held.past
        past.follow(*standing)
        try:
            travel(house, past.chart())
        except NoPast as error:
            raise Refused("no_past", str(error)) from None
        return {"of": len(past.answers), "marks": msgspec.to_builtins(past.marks)}


@contextmanager
def at_moment(house: House, id: str, at: int, allowed: Callable[[Table], None]) -> Iterator[Game]:
    """Lend a game as it stood after its first `at` answers (-1: all); raise Refused if it can't be shown.

    `allowed` is asked at the table and raises Refused.
    """
    with lent(house, id, allowed) as past:
        travel(house, past.travel(len(past.answers) if at < 0 else at))
        yield past.position


@contextmanager
def lent(house: House, id: str, allowed: Callable[[Table], None]) -> Iterator[Past]:
    """Lend the past of a game to travel in; raise Refused if it can't be shown."""

    def inputs(table: Table) -> dict[str, Any]:
        allowed(table)
        table.catch_up()
        return {"held": house.pasts.of(table), "standing": _standing(table)}

    found = house.tables.ask(id, inputs)
    past: Past = found["held"].past
    with found["held"].lock:
        past.follow(*found["standing"])
        try:
            yield past
        except NoPast as error:
            raise Refused("no_past", str(error)) from None


def _enter(house: House, sid: str, game: str) -> tuple[Held, Audience, tuple[Any, Any, int]]:
    """Return a game's past, what the asker sees, and what the past follows."""

    def inputs(table: Table) -> dict[str, Any]:
        member = table.member(sid)
        table.catch_up()
        return {"held": house.pasts.of(table), "seats": member.seats, "standing": _standing(table)}

    found = house.tables.ask(game, inputs)
    return found["held"], found["seats"], found["standing"]


def _standing(table: Table) -> tuple[list[Entry], dict[str, dict[str, Any]], int]:
    game = table.game
    return [game.log[index] for index in game.live], dict(game.holders), game.forced_undos


def travel(house: House, way: Iterator[None]) -> None:
    """Go all the way, with a turn for the others now and then."""
    then = time.perf_counter()
    for _ in way:
        if time.perf_counter() - then > SLICE:
            house.sio.sleep(0)
            then = time.perf_counter()
