"""The past of a game: a copy of it that goes to any of its answers and leaves the game alone."""

from __future__ import annotations

import weakref
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import msgspec

from webgame.engine.audience import Audience, Audiences
from webgame.engine.event import Event
from webgame.engine.game import Entry, Game, Header
from webgame.engine.log import Packed
from webgame.engine.scene import Patch, Scene
from webgame.engine.system import System

STRIDE = 8  # answers between two places to set out from
BYTES = 1024 * 1024  # of such places, packed; when there are more, every second one goes


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """From answer number `at` on it is this round, side, phase and figure's activation."""

    at: int
    round: int
    side: str
    phase: str
    active: str


class NoPast(Exception):
    """The game's past can't be shown; the message says why."""


class _Copy(Game):
    """A game of the answers alone, which tells its owner of the checkpoints it comes through."""

    def __init__(self, owner: Past, entries: list[Entry], place: Packed | None) -> None:
        self._owner = weakref.ref(owner)  # no ring: a past that nobody needs is gone at once
        super().__init__(owner.system, owner.header, entries, [place] if place is not None else [])

    def _keep_snapshot(self) -> None:
        owner = self._owner()
        if owner is not None:
            owner.keep(self)

    def voters(self, seat: str) -> set[str]:
        """Return nobody: what was agreed to then needs no consent of those who hold the seats now."""
        return set()


class Past:
    """The live answers of one game; `follow` first, then `travel`, then look."""

    def __init__(self, system: System, header: Header) -> None:
        if header.digest != system.digest():
            raise NoPast("the rules have changed since this game began: its past can't be played again")
        self.system = system
        self.header = header
        self.answers: list[Entry] = []
        self.marks: list[Mark] = []
        self._charted = 0  # positions 0 .. _charted - 1 have been seen for `marks`
        self._places: list[Packed] = []  # by number of answers
        self._bytes = 0
        self._copy: _Copy | None = None
        self._holders: dict[str, dict[str, Any]] = {}
        self._undos = 0

    def follow(self, answers: list[Entry], holders: dict[str, dict[str, Any]], undos: int) -> None:
        """Take over the answers that stand now, who holds the seats, and how often dice were taken back.

        What was taken back is forgotten.
        """
        same = 0
        for old, new in zip(self.answers, answers, strict=False):
            if old is not new and old != new:
                break
            same += 1
        if same < len(self.answers):
            self._places = [place for place in self._places if place.answers <= same]
            self._bytes = sum(len(place.packed) for place in self._places)
            self.marks = [mark for mark in self.marks if mark.at <= same]
            self._charted = min(self._charted, same + 1)
            if self._copy is not None and len(self._copy.live) > same:
                self._copy = None
        self.answers = answers
        self._holders = holders
        self._undos = undos

    def keep(self, copy: Game) -> None:
        """Keep the checkpoint that the copy stands at, if there is none near it."""
        count = len(copy.live)
        near = bisect_right(self._places, count, key=lambda place: place.answers)
        if near and count - self._places[near - 1].answers < STRIDE:
            return
        place = copy.snapshot().pack()
        self._places.insert(near, place)
        self._bytes += len(place.packed)
        if self._bytes > BYTES:
            self._places = self._places[::2]
            self._bytes = sum(len(each.packed) for each in self._places)

    def travel(self, to: int) -> Iterator[None]:
        """Go to the position after the first `to` answers; yield after each answer on the way.

        Raises NoPast if there are not so many, or if the rules break on one of them.
        """
        if not 0 <= to <= len(self.answers):
            raise NoPast(f"there are {len(self.answers)} answers, so {to} is no place to look at")
        copy = self._copy
        near = bisect_right(self._places, to, key=lambda place: place.answers)
        place = self._places[near - 1] if near else None
        begin = place.answers if place is not None else 0
        if copy is None or not begin <= len(copy.live) <= to:
            copy = self._begin(place)
        copy.holders = self._holders
        copy.forced_undos = self._undos
        self._copy = copy
        self._chart(copy)
        while len(copy.live) < to:
            self._step(copy)
            self._chart(copy)
            yield

    def _begin(self, place: Packed | None) -> _Copy:
        count = place.answers if place is not None else 0
        copy = _Copy(self, [_plain(entry) for entry in self.answers[:count]], place)
        if copy.broken is not None:
            raise NoPast(f"the rules break on answer {count}: {copy.fault}")
        return copy

    def _step(self, copy: _Copy) -> None:
        try:
            copy.run(_plain(self.answers[len(copy.live)]))
        except Exception as error:  # whatever broke, the game itself is not touched
            self._copy = None
            raise NoPast(f"the past can't be played on: {type(error).__name__}: {error}") from error

    def _chart(self, copy: Game) -> None:
        """Note round, phase and activation of a position that is seen for the first time, in order."""
        at = len(copy.live)
        if at != self._charted:
            return
        self._charted += 1
        now = self.system.scene(copy.state, frozenset()).get("turn", {}).get("now", {})
        mark = Mark(
            at, int(now.get("round", 0)), now.get("side", ""), now.get("phase", ""), now.get("active", "")
        )
        if not self.marks or self.marks[-1] != msgspec.structs.replace(mark, at=self.marks[-1].at):
            self.marks.append(mark)

    def chart(self) -> Iterator[None]:
        """See every position once, so that `marks` is whole; yield after each answer."""
        if self._charted <= len(self.answers):
            if self._charted:
                yield from self.travel(self._charted - 1)
            yield from self.travel(len(self.answers))

    # -- looking -----------------------------------------------------------------------------------------

    @property
    def position(self) -> Game:
        """The game as it stood where one has travelled to."""
        if self._copy is None:
            raise NoPast("travel first")
        return self._copy

    def look(self, seats: Audience) -> tuple[Scene, int]:
        """Return what the holder of `seats` saw here, and its hash. Nothing can be chosen in the past."""
        view = Audiences(self.position, chooses=False).add(seats)
        return view.scene, view.hash

    def forward(self, seats: Audience) -> list[tuple[Patch, list[Event]]]:
        """Play the next answer and return its frames as `seats` saw them."""
        copy = self._copy
        if copy is None or len(copy.live) >= len(self.answers):
            raise NoPast("there is no later answer")
        audiences = Audiences(copy, chooses=False)
        audiences.add(seats)
        frames: list[tuple[Patch, list[Event]]] = []
        try:
            for frame in copy.apply(_plain(self.answers[len(copy.live)])):
                frames.append(audiences.frame(frame)[seats])
        except Exception as error:
            self._copy = None
            raise NoPast(f"the past can't be played on: {type(error).__name__}: {error}") from error
        self._chart(copy)
        return frames


def _plain(entry: Entry) -> Entry:
    """Return an answer without the id of the question it answered: here questions are counted anew."""
    return msgspec.structs.replace(entry, decision="")
