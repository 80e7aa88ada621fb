"""A running game: rules as a coroutine, an append-only log of entries, snapshots, undo and replay.

The game is its header and its log. An entry is first checked (nothing changes), then stored by whoever
keeps the game, then applied. Loading is replay from the last snapshot; the coroutine itself is never saved.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from webgame.engine.checks import check_answer, check_form
from webgame.engine.decision import Choice, Decision, Target
from webgame.engine.log import BadLog, Entry, Frame, GameError, Header, Packed, RulesFault, Snapshot
from webgame.engine.overlay import overlay, scene
from webgame.engine.play import Play
from webgame.engine.rng import Rng
from webgame.engine.ruling import BadRuling, Rulable, Ruling, read_ruling
from webgame.engine.scenarios import parse_scenario, scenario_guide, scenario_of
from webgame.engine.system import CHECKPOINT, FRAME, Result, Rules, Seat, System
from webgame.engine.trial import try_ruling

__all__ = [
    "BadLog",
    "Entry",
    "Frame",
    "Game",
    "GameError",
    "Header",
    "Play",
    "RulesFault",
    "Snapshot",
    "overlay",
    "parse_scenario",
    "scenario_guide",
    "scene",
]

SNAPSHOT_EVERY = 8  # live answers between two snapshots
SNAPSHOTS_KEPT = 24  # recent ones; older ones are halved again and again
HEARD_AGAIN = 2 * SNAPSHOT_EVERY  # last answers of a long replay; those before are replayed quietly


class Game:
    """One run of a system: header, log and the position they lead to."""

    def __init__(
        self,
        system: System,
        header: Header,
        log: list[Entry] | None = None,
        snapshots: Sequence[Snapshot | Packed] | None = None,
        *,
        quiet: bool = False,
        keep_snapshots: bool = True,
        expect: str = "",
    ) -> None:
        """Start or load a game; runs the rules up to the position that `log` leads to.

        `quiet` drops events and frames (simulation); snapshots of other branches are left aside; `expect`
        is the hash that the log led to when it was stored, if known. Raises BadLog if the log can't be that
        of a game. If the rules break on an answer, the game stands before it, `broken` names it and a
        `fault` entry must follow. If the rules have changed since and lead elsewhere, it goes on from the
        last snapshot and `note` says so.
        """
        self.system = system
        self.header = header
        self.quiet = quiet
        self.keep_snapshots = keep_snapshots
        self.scenario = scenario_of(system, header.text)
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
        self.snapshots: list[Packed] = []
        self.broken: int | None = None  # log index of the answer the rules broke on, until its fault entry
        self.fault = ""  # what broke
        self.note = ""  # what the people at the table should know about how the game was loaded
        self.play: Play
        self._rules: Rules
        self._before = 0  # draws made before the answer that is being applied
        self._rest: tuple[int, bool] = (-1, False)  # at this version, whether the rules stood at a checkpoint
        self._probe: Packed | None = None  # under changed rules: the snapshot a replay should meet
        for index, entry in enumerate(log or ()):
            try:
                check_form(self, entry)
            except GameError as error:
                raise BadLog(index, error.message) from None
            self._record(entry)
        known = sorted(filter(self._on_branch, (s.pack() for s in snapshots or ())), key=lambda s: s.answers)
        if header.digest == system.digest():
            self.snapshots = known
            self._restore(len(self.live))
        else:
            self._load_changed(known, expect)

    # -- reading -----------------------------------------------------------------------------------------

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
        return Snapshot(
            answers=len(self.live),
            state=self.system.encode(self.state).decode(),
            counters=dict(self.play.rng.counters),
            last=self.live[-1] if self.live else -1,
            marked=self._marked(),
        )

    def _marked(self) -> int:
        """Return the number of live answers up to the last one that revealed something."""
        for count in range(len(self.marks), 0, -1):
            running = count == len(self.marks) and self.decision is None and self.result is None
            if self._revealing() if running else self.marks[count - 1]:
                return count
        return 0

    def _revealing(self) -> bool:
        """Whether the answer that is being applied has revealed something so far."""
        return self.play.revealed or self.play.rng.drawn() != self._before

    def _on_branch(self, snapshot: Packed) -> bool:
        """Whether a snapshot is of the live branch: an answer stands behind the same answers always."""
        n = snapshot.answers
        return n == 0 or (n <= len(self.live) and self.live[n - 1] == snapshot.last)

    # -- checking: nothing changes -----------------------------------------------------------------------

    def check(self, entry: Entry) -> None:
        """Raise GameError if `entry` can't be accepted now."""
        if self.broken is not None and (entry.kind != "fault" or entry.data.get("entry") != self.broken):
            raise GameError(
                "bad_entry", f"the rules broke on log entry {self.broken}: a fault entry must name it first"
            )
        check_form(self, entry)
        if entry.kind == "answer":
            if self.decision is not None and entry.decision and entry.decision != self.decision.id:
                raise GameError("stale", "that question is no longer open")
            check_answer(self, entry)
        elif entry.kind == "undo":
            if not self.free_undo(entry.seat, entry.data["to"]):
                consents = entry.data.get("consents")
                if consents is None or not self.voters(entry.seat).issubset(consents):
                    raise GameError(
                        "needs_consent", "dice were rolled or cards seen since: all seats must agree"
                    )
        elif entry.kind == "ruling":
            consents = entry.data.get("consents", ())
            if not self.voters(entry.seat).issubset(consents):
                raise GameError("needs_consent", "a ruling is for all seats to agree to")
            try_ruling(self, entry.data["what"])
        elif entry.kind == "redo" and entry.seat != self.log[self.undone[-1]].seat:
            raise GameError("not_your_seat", "only the seat that gave an answer can bring it back")

    def free_undo(self, seat: str, to: int) -> bool:
        """Whether `seat` may take back all answers after the first `to` without asking anybody."""
        return all(self.log[i].seat == seat for i in self.live[to:]) and not any(self.marks[to:])

    def voters(self, seat: str) -> set[str]:
        """Return the seats that must agree when `seat` asks for an undo that is not free."""
        return {s for s, who in self.holders.items() if who.get("holder") and s != seat}

    # -- rulings -----------------------------------------------------------------------------------------

    def rulable(self) -> Rulable:
        """Return the system as one that carries out rulings; raise GameError if none can be made now."""
        if not isinstance(self.system, Rulable):
            raise GameError("no_ruling", f"{self.system.title} knows no table rulings")
        if self.decision is None:
            raise GameError("finished", "the game is over")
        from webgame.engine.tracer import at_checkpoint

        if self._rest[0] != self.version:
            self._rest = (self.version, at_checkpoint(self))
        if not self._rest[1]:
            raise GameError(
                "no_ruling", "a ruling waits until the rules come to rest: answer what is asked first"
            )
        return self.system

    def _rule(self, ruling: Ruling) -> Iterator[Frame]:
        """Set what a ruling sets and enter the rules afresh: what was asked is asked anew."""
        if not isinstance(self.system, Rulable):
            raise BadRuling(f"{self.system.title} knows no table rulings")
        self.marks.append(True)
        self.given = {}
        self.play.state = self.system.decode(self.system.encode(self.state))
        self._before = self.play.rng.drawn()
        self.play.revealed = True  # nothing that all agreed to is one's own to take back
        self.system.rule(self.play, ruling)
        self._rules = self.system.play(self.play)
        yield from self._advance(None)

    # -- applying ----------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> Iterator[Frame]:
        """Apply a checked entry, frame by frame; the last frame has `last` set.

        Raises RulesFault if the rules break; the answer then is in the log, `broken` is its index, and the
        caller must add a `fault` entry that names it, after which the game goes on as if it had not been
        given.
        """
        self.check(entry)
        self._record(entry)
        if entry.kind in ("answer", "redo", "ruling"):
            at = len(self.live) - 1
            try:
                yield from self._go_on(self.log[self.live[at]])
            except Exception as error:
                self._break_off(at, error)
                raise RulesFault(self.fault) from error
            return
        if entry.kind == "undo" or entry.kind == "fault":
            self._restore(len(self.live))
        yield Frame((), last=True)

    def _break_off(self, at: int, error: Exception) -> None:
        """Note that the rules broke on live answer number `at` and stand before it."""
        self.broken = self.live[at]
        self.fault = f"{type(error).__name__}: {error}"
        self._restore(at)

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
        if entry.kind in ("answer", "ruling"):
            self.live.append(index)
            self.made.append(index + 1)
            self.undone.clear()
        elif entry.kind == "undo":
            to: int = entry.data["to"]
            self.forced_undos += "consents" in entry.data
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
            self.broken, self.fault = None, ""
            self.snapshots = [s for s in self.snapshots if s.answers <= at]
        elif entry.kind == "seat":
            self.holders[entry.seat] = entry.data
        elif entry.kind == "table":
            self.table.update(entry.data)

    def _go_on(self, entry: Entry) -> Iterator[Frame]:
        """Play a live entry: an answer or a ruling."""
        return self._rule(read_ruling(entry.data["what"])) if entry.kind == "ruling" else self._answer(entry)

    def _answer(self, entry: Entry) -> Iterator[Frame]:
        decision = self.decision
        if decision is None:
            raise RuntimeError("there is no question to answer")
        choice = decision.choice(entry.seat, entry.option, entry.picks)
        send: Any = choice
        closed = True
        if decision.mode in ("each", "sealed", "consent"):
            self.given[entry.seat] = choice
            refused = decision.mode == "consent" and choice.group == "no"
            closed = refused or all(seat in self.given for seat in decision.seats)
            send = {seat: self.given[seat] for seat in decision.seats if seat in self.given}
        if not closed:
            self.marks.append(False)
            yield Frame((), last=True)
            return
        self.given = {}
        self.marks.append(True)  # nothing is free to take back while the rules run
        self._before = self.play.rng.drawn()
        self.play.revealed = decision.mode == "sealed" and len(decision.seats) > 1
        for frame in self._advance(send):
            if frame.last:
                self.marks[-1] = self._revealing()
            yield frame

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
                if self._probe is not None:
                    self._meet_probe(self._probe)
                if self.keep_snapshots:
                    self._keep_snapshot()
            elif isinstance(request, Decision):
                self.check_decision(request)
                request.id = str(self.made[len(self.live)])
                self.decision = request
                break
            else:
                raise TypeError(f"rules yielded {request!r}")
        events, play.events = tuple(play.events), []
        yield Frame(events, last=True)

    def check_decision(self, decision: Decision) -> None:
        """Raise RuntimeError if a decision can't be answered by each of its seats."""
        if not decision.seats:
            raise RuntimeError(f"the decision {decision.prompt!r} asks no seat")
        for seat in decision.seats:
            if seat not in self.seats:
                raise RuntimeError(f"the decision {decision.prompt!r} asks {seat!r}, which is no seat")
            if not decision.answerable(seat):
                raise RuntimeError(f"the decision {decision.prompt!r} has no option for seat {seat!r}")

    def _keep_snapshot(self) -> None:
        answers = len(self.live)
        kept = self.snapshots
        if kept and answers - kept[-1].answers < SNAPSHOT_EVERY:
            return
        kept.append(self.snapshot().pack())
        if len(kept) > 2 * SNAPSHOTS_KEPT:
            old, recent = kept[:-SNAPSHOTS_KEPT], kept[-SNAPSHOTS_KEPT:]
            self.snapshots = [s for i, s in enumerate(old) if i % 2 == 0] + recent

    def _restore(self, answers: int) -> None:
        """Bring the position to the first `answers` live answers, from the nearest snapshot.

        If the rules break on one of them, the game stands before it and `broken` names it. Nobody hears a
        replay: a long one runs quietly up to the last snapshot it leaves, and from there on as ever, so that
        the rules stand in mid-step as if they had always been heard.
        """
        begun = self._nearest(answers)
        if self.keep_snapshots and not self.quiet and answers - (begun.answers if begun else 0) > HEARD_AGAIN:
            self.quiet = True
            try:
                self._replay(answers - HEARD_AGAIN)
            finally:
                self.quiet = False
            if self.broken is not None:
                answers = self.live.index(self.broken)
        self._replay(answers)

    def _nearest(self, answers: int) -> Packed | None:
        """Return the latest snapshot taken at or before so many live answers."""
        return next((s for s in reversed(self.snapshots) if s.answers <= answers), None)

    def _replay(self, answers: int) -> None:
        """Set out from the nearest snapshot and play up to so many live answers, or to one that breaks."""
        live = self.live
        marks = self.marks
        snapshot = self._nearest(answers)
        begun = snapshot.answers if snapshot is not None else 0
        self._set_out(snapshot, live[:begun])
        if len(marks) >= begun:
            self.marks = marks[:begun]
        elif snapshot is not None:
            sure = snapshot.marked if snapshot.marked >= 0 else begun
            self.marks = [True] * sure + [False] * (begun - sure)
        self._before = self.play.rng.drawn()
        self.play.revealed = bool(self.marks) and self.marks[-1]
        wanted = [*(self.log[index].group for index in live[:answers]), ""]
        self.play.wanted = wanted[begun]
        for _ in self._advance(None):
            pass
        if begun and self._revealing():
            self.marks[-1] = True
        for at in range(begun, answers):
            self.live = live[: at + 1]
            entry = self.log[live[at]]
            self.play.wanted = wanted[at + 1]
            try:
                if entry.kind == "answer":
                    check_answer(self, entry)
                for _ in self._go_on(entry):
                    pass
            except Exception as error:  # the owner of the game must add a fault entry
                self.live = live
                self._break_off(at, error)
                break
        self.live = live
        self.marks += [True] * (len(live) - len(self.marks))

    def _set_out(self, snapshot: Packed | None, live: list[int]) -> None:
        """Begin afresh at a snapshot, at the start of a branch or at the set-up."""
        self.play = play = Play(Rng(bytes.fromhex(self.header.seed)), quiet=self.quiet)
        self.given = {}
        self.result = None
        self.decision = None
        self.live = live
        self.marks = []
        if snapshot is not None:
            play.state = self.system.decode(snapshot.state.encode())
            play.rng.counters = dict(snapshot.counters)
        elif self.header.start:
            play.state = self.system.decode(self.header.start.encode())
        else:
            self.system.setup(play, self.scenario, self.header.options)
        self._rules = self.system.play(play)

    def _load_changed(self, known: list[Packed], expect: str) -> None:
        """Load a game begun under other rules: replay it; if that leads elsewhere, go on from a snapshot."""
        versions = f"version {self.header.version}, now {self.system.version}"
        change = f"the rules have changed since this game began ({versions})"
        usable = [snapshot for snapshot in known if self._readable(snapshot)]
        self._probe = usable[-1] if usable else None
        self._restore(len(self.live))
        missed, self._probe = self._probe is not None, None
        if self.broken is None and not missed and expect in ("", self.hash()):
            return
        if not usable:
            self.note = f"{change}; there is no snapshot, so it stands where the new rules lead"
            return
        self.broken, self.fault = None, ""
        self.marks = []
        self.snapshots = usable
        self._restore(len(self.live))
        self.note = (
            f"{change} and lead elsewhere: it goes on from its snapshot after {usable[-1].answers} answers"
        )

    def _readable(self, snapshot: Packed) -> bool:
        try:
            self.system.decode(snapshot.state.encode())
        except (ValueError, TypeError, KeyError):  # what today's rules can't read is no place to go on from
            return False
        return True

    def _meet_probe(self, probe: Packed) -> None:
        """Forget the probe once a replay comes through the position it was taken at."""
        if (
            len(self.live) == probe.answers
            and self.play.rng.counters == probe.counters
            and self.system.encode(self.state) == probe.state.encode()
        ):
            self._probe = None
