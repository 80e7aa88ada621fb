"""A running game: rules as a coroutine, an append-only log of entries, snapshots, undo and replay.

The game is its header and its log. An entry is first checked (nothing changes), then stored by whoever keeps the
game, then applied. Loading is replay from the last snapshot; the coroutine itself is never saved.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from webgame.engine.decision import Choice, Decision, Target
from webgame.engine.event import Event
from webgame.engine.rng import Rng
from webgame.engine.scene import Scene
from webgame.engine.system import CHECKPOINT, FRAME, Result, Rules, Seat, System

SNAPSHOT_EVERY = 8  # live answers between two snapshots
SNAPSHOTS_KEPT = 24  # recent ones; older ones are thinned to every eighth

Kind = Literal["answer", "undo", "redo", "fault", "seat", "table", "ruling"]


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log."""

    kind: Kind
    seat: str = ""
    option: str = ""
    picks: tuple[Target, ...] = ()
    data: dict[str, Any] = {}
    player: str = ""  # who sent it; private, never part of a scene or an export
    client: str = ""  # the sender's own id for it: the same id twice is the same act
    decision: str = ""  # the decision it answered


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game was started with."""

    system: str
    version: str  # of the rules
    digest: str  # of rules and box
    scenario: str  # its name
    text: str  # the scenario file as it was
    options: dict[str, Any]
    seed: str  # hex; never leaves a running game
    commit: str = ""
    secret: str = ""
    nonces: tuple[str, ...] = ()
    start: str = ""  # a branch begins at this snapshot (JSON) instead of the set-up


class Snapshot(msgspec.Struct, frozen=True):
    """A checkpoint of the live branch: enough to go on from, with the draws made so far."""

    answers: int
    state: str
    counters: dict[str, int]


class Frame(msgspec.Struct, frozen=True):
    """A stretch of the rules that is shown at once; `last` if the next thing is a decision or the end."""

    events: tuple[Event, ...]
    last: bool = False


class GameError(Exception):
    """An entry that can't be accepted. Nothing was changed.

    Codes: `stale`, `not_offered`, `not_your_seat`, `finished`, `bad_pick`, `cannot_undo`, `needs_consent`, `bad_entry`.
    """

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule


class RulesFault(Exception):
    """The rules broke on an answer. The game stands where it stood before that answer."""


class Play:
    """What the rules see of the game they run in: the state, the dice and a place to tell what happens."""

    __slots__ = ("state", "rng", "events", "revealed", "quiet")

    def __init__(self, rng: Rng, *, quiet: bool = False) -> None:
        self.state: Any = None
        self.rng = rng
        self.events: list[Event] = []
        self.revealed = False
        self.quiet = quiet

    def emit(
        self,
        key: str,
        rule: str,
        show: dict[str, Any] | None = None,
        *,
        seats: tuple[str, ...] = (),
        depth: int = 0,
        **params: Any,
    ) -> None:
        """Tell that something happened, by message key, with the rule it follows from."""
        if not self.quiet:
            self.events.append(Event(key, rule, params, show or {}, seats, depth))

    def reveal(self) -> None:
        """Say that something hidden was seen although no die was rolled: undo is no longer free."""
        self.revealed = True


class Game:
    """One run of a system: header, log and the position they lead to."""

    def __init__(
        self,
        system: System,
        header: Header,
        log: list[Entry] | None = None,
        snapshots: list[Snapshot] | None = None,
        *,
        quiet: bool = False,
        keep_snapshots: bool = True,
    ) -> None:
        """Start or load a game; runs the rules up to the position that `log` leads to.

        `quiet` drops events and frames (simulation); `snapshots` are trusted to belong to the log's live branch.
        """
        self.system = system
        self.header = header
        self.quiet = quiet
        self.keep_snapshots = keep_snapshots
        self.scenario = system.scenario(parse_scenario(header.text))
        self.seats: dict[str, Seat] = {seat.id: seat for seat in system.seats(self.scenario, header.options)}
        self.holders: dict[str, dict[str, Any]] = {seat: {} for seat in self.seats}
        self.table: dict[str, Any] = {}
        self.log: list[Entry] = []
        self.live: list[int] = []  # log indexes of the answers that led here
        self.undone: list[int] = []  # answers that redo would bring back, next one last
        self.made: list[int] = [0]  # for each number of live answers: the version that made it current
        self.marks: list[bool] = []  # for each live answer: whether it revealed something
        self.forced_undos = 0  # undos past a roll, by consent
        self.decision: Decision | None = None
        self.given: dict[str, Choice] = {}
        self.result: Result | None = None
        self.snapshots: list[Snapshot] = list(snapshots or [])
        self.play: Play
        self._rules: Rules
        for entry in log or ():
            self._record(entry)
        self._restore(len(self.live))

    # -- reading -----------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """The number of log entries."""
        return len(self.log)

    @property
    def state(self) -> Any:
        """The system's state."""
        return self.play.state

    def waiting(self) -> tuple[str, ...]:
        """Return the seats whose answer is awaited."""
        if self.decision is None:
            return ()
        return tuple(seat for seat in self.decision.seats if seat not in self.given)

    def hash(self) -> str:
        """Return the hash of the position: state and draws."""
        digest = hashlib.sha256(self.system.encode(self.state))
        digest.update(msgspec.json.encode(self.play.rng.counters, order="sorted"))
        return digest.hexdigest()

    def snapshot(self) -> Snapshot:
        """Return a snapshot of this very moment (of use only at a checkpoint)."""
        return Snapshot(len(self.live), self.system.encode(self.state).decode(), dict(self.play.rng.counters))

    # -- checking: nothing changes -----------------------------------------------------------------------------

    def check(self, entry: Entry) -> None:
        """Raise GameError if `entry` can't be accepted now."""
        if entry.kind == "answer":
            self._check_answer(entry)
        elif entry.kind == "undo":
            to = entry.data.get("to")
            if not isinstance(to, int) or not 0 <= to < len(self.live):
                raise GameError("cannot_undo", "there is no answer to take back")
            if not self.free_undo(entry.seat, to) and not set(entry.data.get("consents", ())) >= self._voters(entry.seat):
                raise GameError("needs_consent", "dice were rolled or cards seen since: all seats must agree")
        elif entry.kind == "redo":
            if not self.undone:
                raise GameError("cannot_undo", "there is nothing to redo")
        elif entry.kind == "fault":
            if entry.data.get("entry") not in self.live:
                raise GameError("bad_entry", "a fault names an answer of the live branch")
        elif entry.kind == "seat" and entry.seat not in self.seats:
            raise GameError("bad_entry", f"there is no seat {entry.seat!r}")

    def _check_answer(self, entry: Entry) -> None:
        decision = self.decision
        if decision is None:
            raise GameError("finished", "the game is over")
        if entry.decision and entry.decision != decision.id:
            raise GameError("stale", "that question is no longer open")
        if entry.seat not in decision.seats:
            raise GameError("not_your_seat", f"this question is not for seat {entry.seat!r}")
        if entry.seat in self.given and decision.mode != "consent":
            raise GameError("stale", "this seat has answered already")
        if decision.find(entry.seat, entry.option) is None and not (decision.pick and entry.option == decision.groups[0].id):
            raise GameError("not_offered", f"{entry.option!r} is not one of the options")
        if decision.pick is not None and decision.find(entry.seat, entry.option) is None:
            offered = decision.groups[0].targets or ()
            picks = entry.picks
            if not decision.pick.min <= len(picks) <= decision.pick.max:
                raise GameError("bad_pick", f"choose {decision.pick.min} to {decision.pick.max}, not {len(picks)}")
            if len(set(picks)) != len(picks) or any(pick not in offered for pick in picks):
                raise GameError("bad_pick", "each pick must be one of those listed, and no pick twice")
        elif entry.picks:
            raise GameError("bad_pick", "this option takes no picks")

    def free_undo(self, seat: str, to: int) -> bool:
        """Whether `seat` may take back all answers after the first `to` without asking anybody."""
        return all(self.log[i].seat == seat for i in self.live[to:]) and not any(self.marks[to:])

    def _voters(self, seat: str) -> set[str]:
        return {s for s, who in self.holders.items() if who.get("holder") and s != seat}

    # -- applying ----------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> Iterator[Frame]:
        """Apply a checked entry, frame by frame; the last frame has `last` set.

        Raises RulesFault if the rules break; the answer then is in the log, and the caller must add a `fault` entry
        that names it, after which the game goes on as if it had not been given.
        """
        self.check(entry)
        index = len(self.log)
        forced = entry.kind == "undo" and not self.free_undo(entry.seat, entry.data["to"])
        self._record(entry)
        if entry.kind == "answer" or entry.kind == "redo":
            answer = self.log[self.live[-1]]
            try:
                yield from self._answer(answer)
            except Exception as error:
                broken = self.live.pop()
                self.made.pop()
                del self.marks[len(self.live) :]
                self._restore(len(self.live))
                self.live.append(broken)  # the fault entry takes it out again
                self.made.append(index + 1)
                self.marks.append(True)
                raise RulesFault(f"{type(error).__name__}: {error}") from error
            return
        if entry.kind == "undo" or entry.kind == "fault":
            self.forced_undos += forced
            self._restore(len(self.live))
        yield Frame((), last=True)

    def run(self, entry: Entry) -> None:
        """Apply an entry without looking at its frames."""
        for _ in self.apply(entry):
            pass

    def answer(self, seat: str, option: str, picks: tuple[Target, ...] = ()) -> None:
        """Answer the open decision and run on: the short way for bots, simulations and tests."""
        self.run(Entry("answer", seat, option, picks))

    def _record(self, entry: Entry) -> None:
        """Take an entry into the log and keep the live branch: pure bookkeeping, no rules."""
        index = len(self.log)
        self.log.append(entry)
        if entry.kind == "answer":
            self.live.append(index)
            self.made.append(index + 1)
            self.undone.clear()
        elif entry.kind == "undo":
            to: int = entry.data["to"]
            self.undone += reversed(self.live[to:])
            del self.live[to:], self.marks[to:]
            self.made[to:] = [index + 1]
            self.snapshots = [s for s in self.snapshots if s.answers <= to]
        elif entry.kind == "redo":
            self.live.append(self.undone.pop())
            self.made.append(index + 1)
        elif entry.kind == "fault":
            at = self.live.index(entry.data["entry"])
            del self.live[at:], self.marks[at:]
            self.made[at:] = [index + 1]
            self.undone.clear()
            self.snapshots = [s for s in self.snapshots if s.answers <= at]
        elif entry.kind == "seat":
            self.holders[entry.seat] = entry.data
        elif entry.kind == "table":
            self.table.update(entry.data)

    def _answer(self, entry: Entry) -> Iterator[Frame]:
        decision = self.decision
        assert decision is not None
        found = decision.find(entry.seat, entry.option)
        if found is None:  # the pick form
            choice = Choice(entry.seat, entry.option, picks=entry.picks)
        else:
            choice = Choice(entry.seat, found[0].id, found[1])
        before = self.play.rng.drawn()
        self.play.revealed = False
        send: Any = choice
        closed = True
        if decision.mode in ("each", "sealed", "consent"):
            self.given[entry.seat] = choice
            refused = decision.mode == "consent" and choice.group == "no"
            closed = refused or all(seat in self.given for seat in decision.seats)
            send = {seat: self.given[seat] for seat in decision.seats if seat in self.given}
        if closed:
            self.given = {}
            yield from self._advance(send)
        else:
            yield Frame((), last=True)
        self.marks.append(self.play.revealed or self.play.rng.drawn() != before)

    def _advance(self, send: Any) -> Iterator[Frame]:
        """Run the rules until they ask or end."""
        play = self.play
        self.decision = None
        while True:
            try:
                request = self._rules.send(send)
            except StopIteration:
                self.result = self.system.result(play.state)
                if self.result is None:
                    raise RuntimeError("the rules ended without a result") from None
                break
            send = None
            if request == FRAME:
                if not self.quiet and play.events:
                    yield Frame(tuple(play.events))
                    play.events.clear()
            elif request == CHECKPOINT:
                if self.keep_snapshots:
                    self._keep_snapshot()
            elif isinstance(request, Decision):
                if not request.groups or not any(g.targets is None or g.targets for g in request.groups):
                    raise RuntimeError(f"the decision {request.prompt!r} has no option")
                request.id = str(self.made[len(self.live)])
                self.decision = request
                break
            else:
                raise TypeError(f"rules yielded {request!r}")
        events, play.events = tuple(play.events), []
        yield Frame(events, last=True)

    def _keep_snapshot(self) -> None:
        answers = len(self.live)
        kept = self.snapshots
        if kept and answers - kept[-1].answers < SNAPSHOT_EVERY:
            return
        kept.append(self.snapshot())
        if len(kept) > 2 * SNAPSHOTS_KEPT:
            old, recent = kept[:-SNAPSHOTS_KEPT], kept[-SNAPSHOTS_KEPT:]
            self.snapshots = [s for i, s in enumerate(old) if i % 2 == 0] + recent

    def _restore(self, answers: int) -> None:
        """Bring the position to the first `answers` live answers, from the nearest snapshot."""
        snapshot = next((s for s in reversed(self.snapshots) if s.answers <= answers), None)
        self.play = play = Play(Rng(bytes.fromhex(self.header.seed)), quiet=self.quiet)
        self.given = {}
        self.result = None
        begun = 0
        if snapshot is not None:
            play.state = self.system.decode(snapshot.state.encode())
            play.rng.counters = dict(snapshot.counters)
            begun = snapshot.answers
        elif self.header.start:
            play.state = self.system.decode(self.header.start.encode())
        else:
            self.system.setup(play, self.scenario, self.header.options)
        live = self.live
        old_marks = self.marks[:begun] if len(self.marks) >= begun else self.marks + [True] * (begun - len(self.marks))
        self.marks = old_marks
        self._rules = self.system.play(play)
        self.live = live[:begun]
        for _ in self._advance(None):
            pass
        for index in live[begun:answers]:
            self.live.append(index)
            for _ in self._answer(self.log[index]):
                pass
        self.live = live


def parse_scenario(text: str) -> dict[str, Any]:
    """Return the data of a scenario file (TOML); raise msgspec.DecodeError with the line if it is not TOML."""
    data: dict[str, Any] = msgspec.toml.decode(text)
    return data


def scene(game: Game, seats: frozenset[str], base: Scene | None = None) -> Scene:
    """Return what the holder of `seats` sees: the system's scene and the game's own sections.

    `base` is the system's part if it is at hand already.
    """
    return (game.system.scene(game.state, seats) if base is None else base) | overlay(game, seats)


def overlay(game: Game, seats: frozenset[str]) -> Scene:
    """Return the sections that the game itself adds: seats, decision, options, result, undo."""
    people = {
        seat.id: {
            "name": seat.name,
            "side": seat.side,
            "piece": seat.piece,
            "icon": seat.icon,
            "order": order,
            "holder": game.holders[seat.id].get("holder", ""),
            "bot": game.holders[seat.id].get("bot", ""),
        }
        for order, seat in enumerate(game.seats.values())
    }
    decision = game.decision
    now: dict[str, Any] = {}
    options: dict[str, Any] = {}
    if decision is not None:
        pick = decision.pick
        now["now"] = {
            "id": decision.id,
            "seats": list(decision.seats),
            "waiting": list(game.waiting()),
            "prompt": decision.prompt,
            "params": decision.params,
            "rule": decision.rule,
            "mode": decision.mode,
            "about": list(decision.about),
            "pick": [pick.min, pick.max] if pick else [],
        }
        mine = seats.intersection(decision.seats)
        if mine:
            for order, group in enumerate(decision.groups):
                who = [s for s in decision.seats if s in mine and (not group.seats or s in group.seats)]
                if who:
                    options[group.id] = {
                        "verb": group.verb,
                        "rule": group.rule,
                        "actor": group.actor,
                        "on": group.on,
                        "targets": list(group.targets) if group.targets is not None else None,
                        "params": group.params,
                        "seats": who,
                        "order": order,
                        "confirm": group.confirm,
                    }
    result = game.result
    over: dict[str, Any] = {}
    if result is not None:
        over["result"] = {
            "sides": result.sides,
            "reason": result.reason,
            "rule": result.rule,
            "params": result.params,
            "undos": game.forced_undos,
        }
    can = {
        "undo": {
            "answers": len(game.live),
            "free": [s for s in game.seats if game.live and game.free_undo(s, len(game.live) - 1)],
            "redo": len(game.undone),
        }
    }
    return {"seats": people, "decision": now, "options": options, "result": over, "log": can}
