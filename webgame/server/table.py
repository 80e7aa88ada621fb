"""A table: one live game, its audiences and its people, served by one task that takes requests one by one.

An entry is checked, stored, and only then applied and shown; so an acknowledged answer outlives the
process, and another process that was first with the same number only costs a second look.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from webgame.engine.audience import Audience, Audiences, View
from webgame.engine.event import Event
from webgame.engine.game import BadLog, Entry, Game, GameError, Header, RulesFault, scenario_guide
from webgame.engine.guide import plain
from webgame.engine.scene import diff
from webgame.server.access import Player, handle
from webgame.server.clock import Clock
from webgame.server.elsewhere import Elsewhere
from webgame.server.errors import Refused
from webgame.server.house import House, log
from webgame.server.logs import happened
from webgame.server.scenarios import find_system
from webgame.server.steps import Rings, Step, told
from webgame.server.store import Outcome, Status, Taken
from webgame.server.votes import Vote
from webgame.server.waiting import find_game

SLICE = 0.01  # seconds of work after which the others get their turn
SNAPSHOT_EVERY = 40  # entries between two stored snapshots
SETTLED = 1.0  # seconds after a step until all are told the version, in case somebody has missed it
BEAT = 20.0  # seconds between two such messages while nothing happens
HISTORY = 200  # entries whose events late comers are shown


class Member(msgspec.Struct):
    """A socket at the table: whose, and what it sees."""

    sid: str
    player: Player
    spectator: bool
    seats: Audience  # what it sees: the scenes of these seats
    since: int  # the version at which it began to see as those seats
    view: str = ""  # the kind of screen: "", "tv" or "watch"
    leads: int = -1  # the number of answers it looks at and shows to others; -1: none
    window: str = ""  # the seat from whose view a spectator asks to look on

    @property
    def own(self) -> Audience:
        """The seats it may act for: none for who only looks on, whatever it sees."""
        return frozenset() if self.spectator else self.seats


class Table:
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
        self.history: deque[tuple[int, tuple[Event, ...]]] = deque(maxlen=HISTORY)
        self.rings = Rings()
        self.cache: dict[bytes, dict[str, Any]] = {}
        snapshots = [snapshot for _, _, snapshot in stored]
        expect = stored[-1][1] if stored and self.saved == len(entries) else ""
        numbers = [number for number, _, _ in stored if number <= len(entries) - SNAPSHOT_EVERY]
        head = numbers[-1] if numbers else (0 if len(entries) <= 3 * SNAPSHOT_EVERY else self.saved)
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
            self.history.append((game.version, tuple(events)))
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
        self.history.append((game.version, tuple(events)))
        if entry.client:
            self.acts[entry.player, entry.client] = start
        self.cache.clear()
        moved = self._regroup(before, start, key) if entry.kind in ("seat", "table") else []
        for audience, shown in frames.items():
            self.push(audience, self._step(start, shown, self.audiences.views[audience].hash, key))
        self.shown = (time.monotonic(), telling)
        self.beat = self.look_at = min(self.look_at, time.monotonic() + SETTLED)
        for member in moved:
            self.house.server.enter_room(member.sid, self.room(member.seats))
        if moved:
            self._forget_audiences()
        self._after(entry, was_over)

    def _step(self, start: int, frames: list[dict[str, Any]], hash: int, was: str) -> Step:
        step: Step = {"from": start, "to": self.game.version, "frames": frames, "hash": hash}
        key = self.system.static_key(self.game.state)
        return step if key == was else step | {"static_key": key}

    def push(self, audience: Audience, step: Step) -> None:
        """Send a step to all who see as an audience; who does not read is cut off."""
        for member in list(self.members.values()):
            if member.seats == audience and self.house.backlog(member.sid) > self.house.config.queue_limit:
                self.house.cut_off(member.sid)
        self.rings.add(audience, step)
        self.house.send("step", step, to=self.room(audience))

    def _regroup(self, before: dict[Audience, View], start: int, key: str) -> list[Member]:
        """Show those whose seats changed what they see now, as one step from what they saw; return them."""
        moved = [m for m in self.members.values() if self.sees(m.player, m.spectator, m.window) != m.seats]
        for member in moved:
            seats = self.sees(member.player, member.spectator, member.window)
            view = self.audiences.add(seats)
            patch, _ = diff(before[member.seats].scene, view.scene)
            step = self._step(start, [told(patch, [])], view.hash, key)
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
            self.tell(presence=self.presence(), absent=self.absent())
        if entry.kind == "table":
            self.tell_here(rules=self.rules())
        if self.audiences.views:
            self._stand()
        if self.clock.ask(self.open_decision()) and self.clock.minutes:
            self.tell(clock=self.clock.shown())

    def _note_end(self) -> None:
        """Store whether the game is over, and how it ended for whom."""
        self.house.store.finish(self.id, self.game.result is not None)
        self.house.store.save_results(self.id, self._outcomes())

    def open_decision(self) -> str:
        """Return the id of the open decision, or ""."""
        return self.game.decision.id if self.game.decision is not None else ""

    def set_clock(self, minutes: int) -> None:
        """Set the minutes for each decision (0: none), for good, and tell all."""
        self.house.store.save_clock(self.id, minutes)
        self.house.bus.say(self.id, row=True)
        self.reread()
        self.tell(clock=self.clock.shown())

    def _stand(self) -> None:
        """Note where the game stands, and let the list of games know."""
        before, self.standing = self.standing, self.status()
        if self.standing != before:
            self.house.lobby_stirs()

    def _keep(self) -> None:
        if self.game.version - self.saved >= SNAPSHOT_EVERY:
            self.save()

    def status(self) -> Status:
        """Return where the game stands, for the list of games."""
        view = next(iter(self.audiences.views.values()), None)
        scene = view.scene if view is not None else self.system.scene(self.game.state, frozenset())
        now = scene.get("turn", {}).get("now", {})
        names = [self.game.seats[seat].name for seat in self.game.waiting()]
        free = sum(not who.get("holder") for who in self.game.holders.values())
        return Status(int(now.get("round", 0)), tuple(names), free)

    def save(self) -> None:
        """Store the newest snapshot, if it is worth it, and where the game stands."""
        if self.game.version > self.told:
            self.house.store.save_status(self.id, self.status())
            self.told = self.game.version
        if self.game.snapshots and self.game.version > self.saved:
            newest = self.game.snapshots[-1]
            with contextlib.suppress(Taken):  # another process has just stored one
                self.house.store.save_snapshot(self.id, self.game.version, self.game.hash(), newest)
            self.saved = self.game.version

    def rename(self, name: str) -> dict[str, Any]:
        """Give the game another name and tell those who are here."""
        self.house.store.rename(self.id, name)
        self.reread()
        self.tell(name=name)
        return {}

    def reread(self) -> None:
        """Read again what stands beside the log and was changed: name, host, code, clock, who was put out."""
        before, self.row = self.row, find_game(self.house.store, self.id)
        minutes = self.house.store.clock(self.id)
        if minutes != self.clock.minutes:
            self.clock = Clock(minutes)
            self.clock.ask(self.open_decision())
        if (before.host, before.code) != (self.row.host, self.row.code):
            for member in self.members.values():
                host = member.player.id == self.row.host
                self.house.send("game", {"locked": bool(self.row.code), "host": host}, to=member.sid)
        outs = self.house.store.outs(self.id)
        for member in [m for m in self.members.values() if m.player.id in outs]:
            self.house.send("bye", {"reason": "put_out"}, to=member.sid)
            self.leave(member.sid)
            self.house.forget_game(member.sid)

    def refresh(self) -> dict[str, Any]:
        """Read the row again, here and in other processes: something of it was changed."""
        self.house.bus.say(self.id, row=True)
        self.reread()
        return {}

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

    def remove(self) -> dict[str, Any]:
        """Delete the game; everybody at the table is sent away for good."""
        self.house.store.remove(self.id)
        self.house.bus.say(self.id, gone=True)
        self.end()
        return {}

    def end(self) -> None:
        """Send everybody away for good: the game was deleted."""
        self.gone = True
        self.house.send("bye", {"reason": "deleted"}, to=f"table:{self.id}")
        for sid in list(self.members):
            self.leave(sid)

    def _outcomes(self) -> list[Outcome]:
        """Return how the game ended for each person who holds a seat and plays it."""
        game, result = self.game, self.game.result
        if result is None:
            return []
        return [
            Outcome(
                game=self.id,
                seat=seat.id,
                player=game.holders[seat.id]["player"],
                system=self.system.name,
                scenario=self.row.scenario,
                name=seat.name,
                side=seat.side,
                how=result.sides.get(seat.side, "draw"),
                ended=time.time(),
            )
            for seat in game.seats.values()
            if game.holders[seat.id].get("player") and not game.holders[seat.id].get("bot")
        ]

    def past(self, audience: Audience) -> list[dict[str, Any]]:
        """Return what an audience may know of the last entries that were not taken back, oldest first."""
        live = set(self.game.live)  # an answer brought back is told where it was first given
        shown: list[dict[str, Any]] = []
        for version, events in self.history:
            if version - 1 in live or self.game.log[version - 1].kind not in ("answer", "redo", "ruling"):
                seen = [e for e in events if not e.seats or audience.intersection(e.seats)]
                if seen:
                    shown.append({"version": version, "events": msgspec.to_builtins(seen)})
        return shown

    # -- people ----------------------------------------

    def room(self, audience: Audience) -> str:
        """Return the name of an audience's room."""
        return f"game:{self.id}:{'+'.join(sorted(audience))}"

    def audience(self, player: Player) -> Audience:
        """Return the seats that a player holds."""
        return frozenset(s for s, who in self.game.holders.items() if who.get("player") == player.id)

    def sees(self, player: Player, spectator: bool, window: str) -> Audience:
        """Return the seats whose scenes a socket is shown: a spectator sees what is public.

        If the table allows it, a spectator may look through one seat's window; who plays, only through
        one of their own.
        """
        own = self.audience(player)
        if not spectator:
            return own
        shown = window in self.game.seats and self.unveiled and (not own or window in own)
        return frozenset({window}) if shown else frozenset()

    @property
    def unveiled(self) -> bool:
        """Whether spectators may watch from the view of a seat."""
        return bool(self.game.table.get("unveiled"))

    @property
    def closed(self) -> bool:
        """Whether the host has closed the table: nothing is played until it is open again."""
        return bool(self.game.table.get("closed"))

    def ordered(self, seats: Audience) -> list[str]:
        """Return seats in the order of the table."""
        return [seat for seat in self.game.seats if seat in seats]

    def tag(self, player: str) -> str:
        """Return a player's public name tag at this table."""
        return handle(self.house.key, self.id, player)

    def member(self, sid: str) -> Member:
        """Return who sits at a socket; raise Refused if it has not joined."""
        member = self.members.get(sid)
        if member is None:
            raise Refused("not_joined", "join the game first")
        return member

    def enter(self, member: Member) -> View:
        """Seat a socket among its audience and return what it sees; later steps follow from just there."""
        server = self.house.server
        self.leave(member.sid)
        self.members[member.sid] = member
        view = self.audiences.add(member.seats)
        server.enter_room(member.sid, self.room(member.seats))
        server.enter_room(member.sid, f"table:{self.id}")
        self._stand()
        self.left.pop(member.player.id, None)
        self.missing = self.absent()
        self.tell(presence=self.presence(), absent=self.missing)
        self.house.lobby_stirs()
        return view

    def leave(self, sid: str) -> None:
        """Forget a socket."""
        member = self.members.pop(sid, None)
        if member is None:
            return
        if self.house.connected(sid):
            self.house.server.leave_room(sid, self.room(member.seats))
            self.house.server.leave_room(sid, f"table:{self.id}")
        self._forget_audiences()
        if not self.online(member.player.id):
            self.left[member.player.id] = time.monotonic()
        if member.leads >= 0:
            self.tell(leads=self.leads())
        self.tell(presence=self.presence())
        self.house.lobby_stirs()

    def show_way(self, member: Member, at: int | None) -> None:
        """Tell all where in the game somebody looks; None: nowhere any more."""
        member.leads = -1 if at is None else at
        self.tell(leads=self.leads())

    def leads(self) -> list[dict[str, Any]]:
        """Return who shows the past to others, and where they are in it (number of answers)."""
        return self.leads_here() + self.elsewhere.leads()

    def leads_here(self) -> list[dict[str, Any]]:
        """Return those of them who are in this process."""
        return [
            {"who": self.tag(m.player.id), "name": m.player.name, "at": m.leads}
            for m in self.members.values()
            if m.leads >= 0
        ]

    def _forget_audiences(self) -> None:
        present = {m.seats for m in self.members.values()}
        self.audiences.keep(present)
        self.rings.keep(present)

    def people(self) -> dict[str, str]:
        """Return who holds a seat or is here: ids of players, and names."""
        found = {m.player.id: m.player.name for m in self.members.values()} | self.elsewhere.ids()
        return found | {
            who["player"]: who["holder"] for who in self.game.holders.values() if who.get("player")
        }

    def online(self, player: str) -> bool:
        """Whether a player has a socket at the table."""
        tag = self.tag(player)
        return any(m.player.id == player for m in self.members.values()) or any(
            person["id"].startswith(tag) for person in self.elsewhere.people()
        )

    def gone_for_good(self, player: str) -> bool:
        """Whether a player has had no socket at the table for longer than the grace time."""
        since = self.left.get(player, self.opened)
        return not self.online(player) and time.monotonic() - since >= self.house.config.grace

    def absent(self) -> list[str]:
        """Return the seats whose holders are absent, the grace time being over."""
        return [
            seat
            for seat, who in self.game.holders.items()
            if who.get("player") and self.gone_for_good(who["player"])
        ]

    def look_round(self) -> None:
        """Tell all when somebody's grace time is over, and now and then where the table is.

        Whoever has missed a step, or news of the table, asks for it then.
        """
        for who in self.game.holders.values():
            if who.get("player") and self.online(who["player"]):  # perhaps in another process
                self.left[who["player"]] = time.monotonic()
        absent = self.absent()
        if absent != self.missing:
            self.missing = absent
            self.tell_here(absent=absent)
        elif time.monotonic() >= self.beat:
            self.tell_here()
        else:
            return
        self.beat = time.monotonic() + BEAT

    def seated(self, member: Member) -> dict[str, Any]:
        """Return the seats that a socket may act for, and the one it only looks through."""
        seats = self.ordered(member.own)
        return {"seats": seats} | (
            {"window": member.window if member.seats else ""} if member.spectator else {}
        )

    def rules(self) -> dict[str, bool]:
        """Return what the table has agreed on for this game."""
        return {"unveiled": self.unveiled, "closed": self.closed}

    def presence(self) -> list[dict[str, Any]]:
        """Return who is here: public tag, name, seats, and whether only as a spectator's screen."""
        found = {person["id"]: person for person in self.elsewhere.people() + self.people_here()}
        return list(found.values())

    def people_here(self) -> list[dict[str, Any]]:
        """Return those of them who are in this process."""
        people: dict[str, dict[str, Any]] = {}
        for m in self.members.values():
            tag = self.tag(m.player.id) + (f"-{m.view}" if m.view else "")
            people[tag] = {
                "id": tag,
                "name": m.player.name,
                "seats": self.ordered(m.own),
                "tv": m.view == "tv",
                "window": m.window if m.seats and m.spectator else "",
            }
        return list(people.values())

    # -- the table's own channel ----------------------------------------

    def tell(self, **what: Any) -> None:
        """Send a numbered message to all at the table: presence, chat, vote or ping."""
        self.tell_here(**what)
        self.elsewhere.share(what)
        if "presence" in what or "leads" in what:
            self.elsewhere.show()

    def tell_here(self, **what: Any) -> None:
        """Send it to those who are in this process.

        It names the version, so that who has missed the last step learns of it.
        """
        self.number += 1
        news = {"n": self.number, "version": self.game.version, **what}
        self.house.send("table", news, to=f"table:{self.id}")

    def channel(self) -> dict[str, Any]:
        """Return all that the table's own channel has told and that still counts."""
        return {
            "n": self.number,
            "rules": self.rules(),
            "absent": self.absent(),
            "chat": list(self.chat),
            "presence": self.presence(),
            "vote": self.vote.shown() if self.vote else self.elsewhere.vote,
            "leads": self.leads(),
            "clock": self.clock.shown(),
        }

    def say(self, line: dict[str, Any]) -> None:
        """Keep a line of chat and send it to all."""
        self.house.store.add_chat(self.id, line)
        self.chat.append(line)
        self.tell(chat=line)

    def notice(self, text: str) -> None:
        """Tell the table something that no person said."""
        self.say({"who": "", "name": "", "text": text, "at": int(time.time()), "kind": "notice"})

    def close_vote(self, state: str) -> None:
        """End the open vote and say how it ended."""
        vote, self.vote = self.vote, None
        if vote is not None:
            vote.state = state
            self.tell(vote=vote.shown())


Request = Callable[[Table], dict[str, Any]]
