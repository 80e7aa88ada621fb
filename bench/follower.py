"""A client that keeps its scene as the browser's does: steps in order, hashes checked, gaps asked for."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from bench.wire import Guest, Lost, Wire
from webgame.engine.scene import scene_hash

PATIENCE = 8.0  # seconds until an unanswered act is sent again
LATE = 1.5  # seconds after which a step that an act has led to counts as lost


def patched(scene: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """Return the scene after a patch; what is not changed is shared with the old one."""
    scene = dict(scene)
    for section, changes in patch.items():
        if changes is None:
            del scene[section]
            continue
        records = scene[section] = dict(scene.get(section, {}))
        for key, change in changes.items():
            if change is None:
                del records[key]
            else:
                records[key] = change[0] if isinstance(change, list) else _changed(records[key], change)
    return scene


def _changed(record: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    record = dict(record)
    for name, value in fields.items():
        was = record.get(name)
        if isinstance(was, list) and isinstance(value, dict):
            value = [_changed(item, value[str(n)]) if str(n) in value else item for n, item in enumerate(was)]
        record[name] = value
    return record


def choose(scene: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """Return a random answer to what the scene asks of its seats, or None if it asks nothing of them."""
    now = scene["decision"].get("now")
    groups = list(scene["options"].items())
    if not now or not groups:
        return None
    name, group = rng.choice(groups)
    waiting = [seat for seat in group["seats"] if seat not in now["given"]]
    if not waiting:
        return None
    answer: dict[str, Any] = {"decision": now["id"], "seat": rng.choice(waiting), "option": name}
    if now["pick"]:
        least, most = now["pick"]
        targets = group["targets"] or []
        answer["picks"] = rng.sample(targets, rng.randint(least, min(most, len(targets))))
    elif group["targets"] is not None:
        answer["option"] = f"{name}>{rng.choice(group['targets'])}"
    return answer


class Follower:
    """A person's device at a table."""

    def __init__(self, guest: Guest, game: str, *, port: int = 0, view: str = "") -> None:
        self.guest = guest
        self.game = game
        self.port = port or guest.port
        self.view = view
        self.scene: dict[str, Any] = {}
        self.version = -1
        self.hash = 0
        self.key = ""
        self.heard = -1  # of the table's channel
        self.drifts = 0  # steps whose hash did not come out
        self.gaps = 0
        self.syncs = 0
        self.joins = 0
        self.acks: dict[str, int] = {}  # client id -> version of the acknowledgement
        self.refused: dict[str, int] = {}
        self.patience = PATIENCE
        self.late = LATE
        self.wire: Wire | None = None
        self.moved = asyncio.Event()  # the scene has changed
        self.stopped = False
        self._syncing = 0  # the number of the sync that is on its way, or 0
        self._later: list[dict[str, Any]] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self._number = 0

    def __str__(self) -> str:
        """Tell where it stands, for whoever wonders why nothing goes on."""
        now = self.scene.get("decision", {}).get("now") or {}
        asked = {name: now.get(name) for name in ("id", "seats", "given")} if now else "nothing"
        link = "open" if self.wire is not None and self.wire.open else "cut"
        return (
            f"{self.guest.token[:8]} {self.view} {link} at {self.version}, syncing {self._syncing}, "
            f"asked {asked}, {len(self.scene.get('options', {}))} options, {self.refused}"
        )

    # -- connection --------------------------------------------------------

    async def connect(self, patience: float = 200) -> None:
        """Connect and join, again and again until it works; raise Lost after `patience` seconds."""
        end = asyncio.get_running_loop().time() + patience
        while True:
            if self.wire is not None:
                self.wire.close()
            self._syncing, self._later = 0, []
            try:
                self.wire = await Wire.connect(self.port, self.guest.cookie, hear=self._hear, timeout=10)
                await self.join()
                return
            except Lost:
                if asyncio.get_running_loop().time() > end:
                    raise
                await asyncio.sleep(0.1)

    async def join(self) -> None:
        """Come to the table; raise Lost if it does not let one in."""
        assert self.wire is not None
        ack = await self.wire.call("join", {"game": self.game, "view": self.view}, self.patience)
        if "error" in ack:
            raise Lost(f"join: {ack['error']}")
        self.joins += 1
        self.heard = ack["n"]
        self._syncing, self._later = 0, []
        self._whole(ack)

    async def keep_up(self) -> None:
        """Come back whenever the connection is lost, until `stop`."""
        while not self.stopped:
            assert self.wire is not None
            await self.wire.lost.wait()
            if not self.stopped:
                await self.connect()

    def stop(self) -> None:
        """Hang up for good."""
        self.stopped = True
        if self.wire is not None:
            self.wire.close()
        for task in self._tasks:
            task.cancel()

    # -- steps -------------------------------------------------------------

    def _hear(self, name: str, data: Any, _size: int) -> None:
        if name == "step":
            self._step(data)
        elif name == "table":
            self._news(data)
        elif name == "bye":
            self._soon(self._again())

    def _soon(self, what: Any) -> None:
        task = asyncio.get_running_loop().create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _again(self) -> None:
        try:
            await self.join()
        except Lost:
            if self.wire is not None:
                self.wire.close()

    def _whole(self, whole: dict[str, Any]) -> None:
        self.scene, self.version, self.hash = whole["scene"], whole["version"], whole["hash"]
        self.key = whole["static_key"]
        if scene_hash(self.scene) != self.hash:
            raise AssertionError("a whole scene has another hash than it says")
        self.moved.set()

    def _step(self, step: dict[str, Any]) -> None:
        if self._syncing:
            self._later.append(step)
        elif step["to"] <= self.version:
            return
        elif step["to"] != self.version + 1:
            self.gaps += 1
            self._soon(self.sync(self.version, "gap"))
        elif not self._apply(step):
            self.drifts += 1
            self._soon(self.sync(-1, "drift"))

    def _apply(self, step: dict[str, Any]) -> bool:
        scene = self.scene
        try:
            for frame in step["frames"]:
                scene = patched(scene, frame.get("patch", {}))
        except (KeyError, TypeError, IndexError):
            return False
        if scene_hash(scene) != step["hash"]:
            return False
        self.scene, self.version, self.hash = scene, step["to"], step["hash"]
        self.moved.set()
        return True

    def _news(self, news: dict[str, Any]) -> None:
        if news["n"] <= self.heard:
            return
        if news["n"] > self.heard + 1:
            self._soon(self.sync(self.version, "news"))
            return
        self.heard = news["n"]
        if news["version"] > self.version:
            self._soon(self.sync(self.version, "gap"))

    async def sync(self, version: int, why: str = "") -> None:
        """Ask for what was missed."""
        if self._syncing or self.wire is None or not self.wire.open:
            return
        self.syncs += 1
        mine = self._syncing = self.syncs
        wire = self.wire
        try:
            message = {"game": self.game, "version": version, "why": why}
            ack = await wire.call("sync", message, self.patience)
        except Lost:
            if self._syncing == mine:
                self._syncing = 0
                if wire.open:
                    self._soon(self.sync(-1))
            return
        if self._syncing != mine:  # one has joined anew meanwhile, and knows more
            return
        self._syncing = 0
        if "error" in ack:
            if ack["error"]["code"] == "not_joined":
                await self._again()
            return
        if "table" in ack:
            self.heard = ack["table"]["n"]
        good = True
        if "steps" in ack:
            for step in ack["steps"]:
                if step["to"] > self.version:  # a late one may have come between the wish and the question
                    good = good and step["to"] == self.version + 1 and self._apply(step)
        else:
            self._whole(ack)
        later, self._later = self._later, []
        if not good:
            self.drifts += 1
            await self.sync(-1, "drift")
        for step in later:
            self._step(step)

    # -- acts --------------------------------------------------------------

    async def act(self, name: str, data: dict[str, Any], id: str = "") -> dict[str, Any]:
        """Do something under an id of one's own, again and again until it is acknowledged."""
        if not id:
            self._number += 1
            id = f"{self.guest.token[:8]}.{self._number}"
        message = {"game": self.game, "client_id": id, **data}
        while not self.stopped:
            try:
                assert self.wire is not None
                ack: dict[str, Any] = await self.wire.call(name, message, self.patience)
            except Lost:
                await asyncio.sleep(0.05)
                continue
            code = ack.get("error", {}).get("code", "")
            if code in ("not_joined", "busy", "too_fast"):
                await asyncio.sleep(0.1)
                continue
            if code:
                self.refused[code] = self.refused.get(code, 0) + 1
            elif "version" in ack:
                self.acks[id] = ack["version"]
                if ack["version"] > self.version:
                    asyncio.get_running_loop().call_later(self.late, self._look, ack["version"])
            return ack
        raise Lost("stopped")

    def _look(self, version: int) -> None:
        if version > self.version and not self.stopped:
            self._soon(self.sync(self.version, "gap"))

    async def play(self, rng: random.Random, halt: asyncio.Event) -> None:
        """Answer at random until `halt` is set or the game is over."""
        while not halt.is_set() and not self.stopped:
            answer = choose(self.scene, rng)
            if answer is None:
                if self.scene.get("result"):
                    return
                self.moved.clear()
                try:
                    await asyncio.wait_for(self.moved.wait(), 1)
                except TimeoutError:
                    continue
                continue
            version = self.version
            ack = await self.act("answer", answer)
            for _ in range(40):  # the step comes before or just after the acknowledgement
                if self.version != version or self.stopped:
                    break
                self.moved.clear()
                try:
                    await asyncio.wait_for(self.moved.wait(), 0.1)
                except TimeoutError:
                    continue
            if ack.get("error", {}).get("code") in ("stale", "not_offered", "finished"):
                await self.sync(self.version)
