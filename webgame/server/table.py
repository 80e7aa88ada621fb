"""A table: one live game, its audiences and its people, served by one task that takes requests one by one.

An entry is checked, stored, and only then applied and shown; so an acknowledged answer outlives the
process, and another process that was first with the same number only costs a second look.
"""

from __future__ import annotations

import math
import time
from collections import deque
from typing import Any

import msgspec

from webgame.engine.audience import Audience, Audiences, View
from webgame.engine.event import Event
from webgame.engine.game import BadLog, Entry, Game, GameError, Header, RulesFault, scenario_guide
from webgame.engine.guide import plain
from webgame.engine.scene import diff
from webgame.server import standing
from webgame.server.access import Player
from webgame.server.clock import Clock
from webgame.server.crowd import Member
from webgame.server.elsewhere import Elsewhere
from webgame.server.errors import Refused
from webgame.server.house import House, log
from webgame.server.logs import happened
from webgame.server.register import Register
from webgame.server.scenarios import find_system
from webgame.server.steps import History, Rings, Step, told
from webgame.server.store import Status, Taken
from webgame.server.votes import Vote
from webgame.server.waiting import find_game

SLICE = 0.01  # seconds of work after which the others get their turn
SETTLED = 1.0  # seconds after a step until all are told the version, in case somebody has missed it
FEW = 50  # sockets at a table that are no crowd
HISTORY = 200  # entries whose events late comers are shown


class Table(Register):
    """A game that is in memory. All methods run in the table's own task; others go through `Tables.ask`."""

    def __init__(self, house: House, id: str) -> None:
        """Load a game from the store; raise Refused if there is none or it has not started."""
        self.house = house
        self.id = id
        self.row = find_game(house.store, id)
        if self.row.header is None:
            raise Refused("not_started", f"{self.row.name} has not started yet")
        self.header = msgspec.json.decode(self.row.header, type=Header)
        self.system = find_system(self.header.system)
        self.members: dict[str, Member] = {}
        self.vote: Vote | None = None
        self.number = 0  # of the last message on the table's channel
        self.guide = plain(scenario_guide(self.header.text))
        self.clock = Clock(house.store.clock(id))
        self.left: dict[str, float] = {}  # player -> when their last socket went (monotonic)
        self.opened = time.monotonic()
        self.missing: list[str] = []  # the seats whose holders are known to be absent
        self.shown = (0.0, 0)  # when the last step was pushed (monotonic), and its frames that tell something
        self.look_at = 0.0  # when to look round next (monotonic)
        self.beat = 0.0  # when all are told the version next
        self.people_told, self.people_due = -math.inf, math.inf
        self.elsewhere = Elsewhere(self)
        self.gone = False  # deleted: nothing can be asked of it any more
        self.chat: deque[dict[str, Any]] = deque(house.store.chat(id), maxlen=100)
        self.load()

    # -- loading ----------------------------------------

    def load(self) -> None:
        """Bring the game to where the store has it: from snapshots, with the events of the last entries."""
        store = self.house.store
        entries = store.entries(self.id)
        stored = store.snapshots(self.id)
        self.saved = stored[-1][0] if stored else 0
        self.told = 0  # the version whose status was stored last
        self.history = History(HISTORY)
        self.rings = Rings()
        self.cache: dict[bytes, dict[str, Any]] = {}
        snapshots = [snapshot for _, _, snapshot in stored]
        expect = stored[-1][1] if stored and self.saved == len(entries) else ""
        numbers = [number for number, _, _ in stored if number <= len(entries) - standing.SNAPSHOT_EVERY]
        head = numbers[-1] if numbers else (0 if len(entries) <= 3 * standing.SNAPSHOT_EVERY else self.saved)
        try:
            self.game = self._replay(entries, head, snapshots)
        except (GameError, RulesFault, Refused):
            self.history.clear()
            try:
                self.game = Game(self.system, self.header, entries, snapshots, expect=expect)
            except BadLog as error:
                raise Refused("bad_log", f"{self.row.name} can't be loaded: {error}") from error
        self.audiences = Audiences(self.game)
        self.standing = Status()
        self.acts = {(e.player, e.client): n for n, e in enumerate(entries) if e.client}
        self.clock.ask(self.open_decision())
        if (self.game.result is not None) != bool(self.row.finished):  # killed before that was noted
            self._note_end()
        if self.game.broken is not None:
            self.mend()
        if self.game.note and all(line["text"] != self.game.note for line in self.chat):
            self.notice(self.game.note)

    def _replay(self, entries: list[Entry], head: int, snapshots: list[Any]) -> Game:
        """Load the first `head` entries and run the others, noting their events."""
        if self.header.digest != self.system.digest():
            raise Refused("rules_changed", "a game under other rules is loaded as a whole")
        game = Game(self.system, self.header, entries[:head], snapshots)
        for entry in entries[head:]:
            events: list[Event] = []
            for frame in game.apply(entry):
                events += frame.events
            self.history.add(game.version, events)
            self.house.sio.sleep(0)
        return game

    # -- writing ----------------------------------------

    def commit(self, entry: Entry) -> dict[str, Any]:
        """Check an entry, store it, apply it, show it; return the acknowledgement.

        Raises GameError if it can't be accepted, Refused (`rules_fault`) if the rules broke on it.
        """
        while True:
            self.game.check(entry)
            number = self.game.version
            try:
                with self.house.metrics.stored.time():
                    self.house.store.append(self.id, number, entry)
                break
            except Taken:  # another process was first; perhaps it was this very act, sent again
                self.house.metrics.taken.inc()
                self.catch_up()
                done = self.done(entry.player, entry.client)
                if done is not None:
                    return done
        self.house.metrics.entries.labels(entry.kind).inc()
        happened("entry", kind=entry.kind, seat=entry.seat, number=number)
        with self.house.metrics.shown.time():
            self.run(entry)
        self.elsewhere.log_grew()
        if self.game.broken is not None:
            self.mend()
        self._keep()
        return self.ack(number)

    def ack(self, number: int) -> dict[str, Any]:
        """Return the acknowledgement of a log entry; raise Refused if the rules broke on it."""
        if any(e.kind == "fault" and e.data["entry"] == number for e in self.game.log[number + 1 :]):
            raise Refused("rules_fault", "the rules broke on this answer; it was taken back: choose another")
        return {"ok": True, "version": number + 1}

    def done(self, player: str, client: str) -> dict[str, Any] | None:
        """Return the acknowledgement of an act that was done already under the same id of its sender."""
        number = self.acts.get((player, client)) if client else None
        return None if number is None else self.ack(number)

    def catch_up(self) -> None:
        """Apply the entries that another process has stored."""
        for entry in self.house.store.entries(self.id, self.game.version):
            try:
                self.run(entry)
            except GameError as error:
                number = self.game.version
                log.error("game %s: entry %d of the store does not fit: %s", self.id, number, error.message)
                self.reload()
                return
        if self.game.broken is not None:
            self.mend()

    def reload(self) -> None:
        """Load the game afresh; everybody at the table is sent away and comes back by itself."""
        self.load()
        self.house.send("bye", {"reason": "reload"}, to=f"table:{self.id}")
        for sid in list(self.members):
            self.leave(sid)

    def mend(self) -> None:
        """Take the answer out on which the rules broke, and say so."""
        number, fault = self.game.broken, self.game.fault
        log.error("game %s: the rules broke on entry %s: %s", self.id, number, fault)
        try:
            self.commit(Entry("fault", data={"entry": number}))
        except GameError:
            if self.game.broken is not None:
                raise
            return  # another process has mended it already
        self.notice(f"The rules broke on the last answer ({fault}). It was taken back.")

    def run(self, entry: Entry) -> None:
        """Apply a stored entry and push the step to each audience."""
        game, start, was_over = self.game, self.game.version, self.game.result is not None
        before = {a: View(v.scene, v.hash) for a, v in self.audiences.views.items()}
        frames: dict[Audience, list[dict[str, Any]]] = {audience: [] for audience in before}
        events: list[Event] = []
        telling = 0
        key = self.system.static_key(game.state)
        then = time.perf_counter()
        try:
            for frame in game.apply(entry):
                events += frame.events
                telling += bool(frame.events)
                for audience, (patch, seen) in self.audiences.frame(frame).items():
                    frames[audience].append(told(patch, seen))
                if time.perf_counter() - then > SLICE:
                    self.house.sio.sleep(0)
                    then = time.perf_counter()
        except RulesFault:
            self.audiences.views = before
            frames = {audience: [] for audience in before}
            events = []
        self.history.add(game.version, events)
        if entry.client:
            self.acts[entry.player, entry.client] = start
        self.cache.clear()
        moved = self._regroup(before, key) if entry.kind in ("seat", "table") else []
        self._cut_off()
        for audience, shown in frames.items():
            self.push(audience, self._step(shown, self.audiences.views[audience].hash, key))
        self.shown = (time.monotonic(), telling)
        self.beat = self.look_at = min(self.look_at, time.monotonic() + SETTLED)
        for member in moved:
            self.house.server.enter_room(member.sid, self.room(member.seats))
        if moved:
            self._forget_audiences()
        self._after(entry, was_over)

    def _step(self, frames: list[dict[str, Any]], hash: int, was: str) -> Step:
        step: Step = {"to": self.game.version, "frames": frames, "hash": hash}
        key = self.system.static_key(self.game.state)
        return step if key == was else step | {"static_key": key}

    def push(self, audience: Audience, step: Step) -> None:
        """Send a step to all who see as an audience."""
        self.rings.add(audience, step)
        self.house.send("step", step, to=self.room(audience))

    def _cut_off(self) -> None:
        """Cut off who does not read; of a crowd one in ten is looked at with each step."""
        members = list(self.members.values())
        for member in members if len(members) <= FEW else members[self.game.version % 10 :: 10]:
            if self.house.backlog(member.sid) > self.house.config.queue_limit:
                self.house.cut_off(member.sid)

    def _regroup(self, before: dict[Audience, View], key: str) -> list[Member]:
        """Show those whose seats changed what they see now, as one step from what they saw; return them."""
        moved = [m for m in self.members.values() if self.sees(m.player, m.spectator, m.window) != m.seats]
        for member in moved:
            seats = self.sees(member.player, member.spectator, member.window)
            view = self.audiences.add(seats)
            patch, _ = diff(before[member.seats].scene, view.scene)
            step = self._step([told(patch, [])], view.hash, key)
            self.house.server.leave_room(member.sid, self.room(member.seats))
            member.seats, member.since = seats, self.game.version
            self.house.send("step", step | {"you": self.seated(member)}, to=member.sid)
        return moved

    def _after(self, entry: Entry, was_over: bool) -> None:
        if (self.game.result is not None) != was_over:
            self._note_end()
        if self.vote is not None and self.vote.overtaken_by(entry):
            self.close_vote("overtaken")
        if entry.kind == "seat":
            self.tell_people()
        if entry.kind == "table":
            self.tell_here(rules=self.rules())
        if self.audiences.views:
            self._stand()
        if self.clock.ask(self.open_decision()) and self.clock.minutes:
            self.tell(clock=self.clock.shown())

    def past(self, audience: Audience) -> list[dict[str, Any]]:
        """Return what an audience may know of the last entries that were not taken back, oldest first."""
        live = set(self.game.live)  # an answer brought back is told where it was first given
        shown: list[dict[str, Any]] = []
        for version, events in self.history.seen(audience):
            if version - 1 in live or self.game.log[version - 1].kind not in ("answer", "redo", "ruling"):
                shown.append({"version": version, "events": events})
        return shown

    def shut(self, closed: bool, by: Player) -> dict[str, Any]:
        """Close the table for all play, or open it again."""
        if closed != self.closed:
            self.commit(Entry("table", data={"closed": closed}, player=by.id))
            self.notice(
                f"{by.name} closes the table: nothing is played until it is open again."
                if closed
                else f"{by.name} opens the table again."
            )
        return {}
