"""Hostile messages and requests against a server process: nothing may fail, change, leak or grow.

python -m bench.fuzz [--messages 1000000] [--requests 100000] [--mode eventlet] [--seed 1]

Messages come from a spectator, a stranger, one who was put out and a player whose own moves are left out;
about half have the right form. First without limits of rate, then a tenth of it with them. Exit status 1 on
a status of 500 or above, an `internal` error, a change of the game, a secret in an answer, a traceback in the
log, fewer than 30 % of messages past the decoder, or growing memory.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from bench.common import machine
from bench.hostile import Attacker, Intruder
from bench.serving import Server, set_up
from bench.wire import Guest, Lost, Wire

AT_ONCE = 8  # messages of one socket on their way
WAIT = 20.0  # seconds for an answer
CHECK = 2000  # messages between two looks at the game
GROWTH = 0.08  # share of memory that may come on top after the first quarter ...
SLACK = 6 * 1024 * 1024  # ... and so many bytes


class Findings:
    """What happened, and what must not have."""

    def __init__(self) -> None:
        self.codes: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.messages = self.requests = self.past_decoder = self.dropped = 0
        self.wrong: list[str] = []
        self.memory: list[int] = []

    def blame(self, what: str) -> None:
        """Note something that must not be."""
        if len(self.wrong) < 50:
            self.wrong.append(what)


class Target:
    """A server with a game that nobody plays, and what must stay as it is."""

    def __init__(self, server: Server, found: Findings) -> None:
        self.server = server
        self.found = found
        names = ("Rita", "Bela", "Wanda", "Ulf", "Karl")
        self.rita, self.bela, self.wanda, self.ulf, self.karl = (Guest(server.port, name) for name in names)
        players, shares = [self.rita, self.bela], [["ann", "bob"], ["cat"]]
        self.game = set_up(server.port, "toy/meadow", players, shares, code="SECRET")
        for guest in (self.wanda, self.karl):
            guest.ask("GET", "/join/SECRET")
        page = self.rita.ask("GET", f"/g/{self.game}/manage")[2].decode()
        tags = dict(re.findall(r'seat-who">(\w+)</strong>.*?name="who" value="(\w+)"', page, re.DOTALL))
        self.rita.post(f"/g/{self.game}/kick", who=tags["Karl"])
        with closing(self.database()) as db:
            header, host = db.execute("SELECT header, host FROM games WHERE id = ?", (self.game,)).fetchone()
            ids = [host, *(player for (player,) in db.execute("SELECT DISTINCT player FROM members"))]
        values = json.loads(header)
        key = (server.folder / "data" / "secret_key").read_bytes()
        secrets = [values["seed"], values["secret"], key.hex(), *ids]
        self.secrets = re.compile(b"|".join(re.escape(secret.encode()) for secret in secrets))
        self.before = self.state()

    def database(self) -> sqlite3.Connection:
        """Open the database to look into it."""
        return sqlite3.connect(self.server.folder / "data" / "games.db", timeout=20)

    def state(self) -> Any:
        """Return what nobody hostile may change."""
        with closing(self.database()) as db:
            row = db.execute(
                "SELECT name, header, setup, rev, finished, code, host FROM games WHERE id = ?", (self.game,)
            ).fetchone()
            log = db.execute(
                "SELECT number, entry FROM entries WHERE game = ? ORDER BY number", (self.game,)
            ).fetchall()
        return row, log

    def look(self) -> None:
        """Check that the game is as it was, and note the server's memory."""
        if self.state() != self.before:
            self.found.blame("the game has changed")
            self.before = self.state()
        self.found.memory.append(self.server.memory())

    def tap(self, text: bytes) -> None:
        """Look for secrets in what came."""
        if self.secrets.search(text):
            self.found.blame(f"a secret in {text[:200]!r}")


async def shoot(target: Target, guest: Guest, attacker: Attacker, count: int) -> None:
    """Send so many messages over one socket, connecting anew when the server hangs up."""
    found = target.found
    wire: Wire | None = None
    sent = 0

    async def one(wire: Wire) -> None:
        name, data = attacker.message()
        try:
            ack = await wire.call(name, data, WAIT)
        except Lost:
            found.dropped += 1
            return
        code = ack["error"]["code"] if isinstance(ack, dict) and "error" in ack else "ok"
        found.codes[code] += 1
        found.past_decoder += code != "malformed"
        if code == "internal":
            found.blame(f"{name} {json.dumps(data)[:300]}: {ack}")

    while sent < count:
        if wire is None or not wire.open:
            wire = await Wire.connect(guest.port, guest.cookie)
            wire.tap = target.tap
            await wire.call("join", {"game": target.game}, WAIT)
        if attacker.rng.random() < 0.01:
            wire.write(attacker.packet())
            found.messages += 1
            sent += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(wire.lost.wait(), 0.02)
            wire.close()  # the server may have hung up, or listen no more
            continue
        batch = min(AT_ONCE, count - sent)
        await asyncio.gather(*(one(wire) for _ in range(batch)))
        sent += batch
        found.messages += batch
    if wire is not None:
        wire.close()


async def messages(target: Target, count: int, seed: int) -> None:
    """Send hostile messages from all sides."""
    rng = random.Random(seed)
    guests = [(target.wanda, False), (target.ulf, False), (target.karl, False), (target.bela, True)]
    while target.found.messages < count:
        share = min(CHECK, count - target.found.messages) // len(guests) + 1
        await asyncio.gather(
            *(
                shoot(target, guest, Attacker(random.Random(rng.random()), target.game, quiet), share)
                for guest, quiet in guests
            )
        )
        await asyncio.to_thread(target.look)


def rules_of(server: Server) -> list[str]:
    """Return the rules of all routes."""
    from webgame.server.app import create_app
    from webgame.server.config import Config

    app, _ = create_app(Config(data=server.folder / "routes"))
    app.extensions["webgame"].store.close()
    return sorted({str(rule) for rule in app.url_map.iter_rules()})


def requests(target: Target, rules: list[str], count: int, seed: int) -> None:
    """Make hostile requests: with no cookie, a spectator's, and one that is nonsense."""
    found = target.found
    for number, guest in enumerate((target.wanda, target.ulf, target.karl)):
        intruder = Intruder(random.Random(seed + number), rules, [target.game], guest.token)
        line = http.client.HTTPConnection("127.0.0.1", target.server.port, timeout=60)
        for turn in range(count // 3):
            method, path, body, headers = intruder.request()
            if turn % 4:
                headers.setdefault("Cookie", guest.cookie)
            try:
                line.request(method, path, body, headers)
                answer = line.getresponse()
                data = answer.read()
            except (OSError, http.client.HTTPException, ValueError):
                line.close()  # refused before it was a request, or an address that no client sends
                found.dropped += 1
                continue
            found.requests += 1
            found.statuses[answer.status] += 1
            if answer.status >= 500:
                found.blame(f"{method} {path[:200]} {body[:200]!r} {headers}: {answer.status} {data[:200]!r}")
            if target.secrets.search(data):
                found.blame(f"a secret in the answer to {method} {path[:200]}")
            if turn % (CHECK // 4) == 0:
                target.look()
        line.close()
        target.look()


def attack(folder: Path, args: argparse.Namespace, *, limits: bool, share: float) -> Findings:
    """Attack one server and return what was found."""
    found = Findings()
    server = Server(folder, mode=args.mode, limits=limits)
    server.start()
    try:
        target = Target(server, found)
        asyncio.run(messages(target, int(args.messages * share), args.seed))
        requests(target, rules_of(server), int(args.requests * share), args.seed)
        if server.running is None or server.running.poll() is not None:
            found.blame("the server is gone")
        if limits and found.messages > 5000 and not (found.codes["too_fast"] or found.statuses[429]):
            found.blame("no limit was ever reached")
    finally:
        server.stop()
    text = server.text()
    if "Traceback" in text:
        found.blame(text[text.index("Traceback") :][:1500])
    if not limits and found.past_decoder < 0.3 * found.messages:
        found.blame(f"only {found.past_decoder} of {found.messages} messages got past the decoder")
    quarter = found.memory[len(found.memory) // 4 :]
    if quarter and len(found.memory) > 8 and quarter[-1] > quarter[0] * (1 + GROWTH) + SLACK:
        found.blame(f"memory grew from {quarter[0]} to {quarter[-1]} bytes")
    return found


def tell(found: Findings, limits: bool) -> None:
    """Print what was found."""
    share = 100 * found.past_decoder / max(1, found.messages)
    print(f"{'with' if limits else 'without'} limits of rate")
    print(f"  messages {found.messages}, past the decoder {share:.0f} %; requests {found.requests}")
    print(f"  codes: {', '.join(f'{code} {n}' for code, n in found.codes.most_common())}")
    print(f"  statuses: {', '.join(f'{status} {n}' for status, n in sorted(found.statuses.items()))}")
    memory = [n / 2**20 for n in found.memory]
    if memory:
        later = memory[len(memory) // 4]
        print(f"  memory MB: first {memory[0]:.1f}, a quarter on {later:.1f}, last {memory[-1]:.1f}")
    for wrong in found.wrong:
        print(f"  WRONG: {wrong}")


def main() -> None:
    """Attack, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--mode", choices=["eventlet", "gevent", "threading"], default="eventlet")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    begun, wrong = time.monotonic(), 0
    print(f"fuzzing, {args.mode} ({machine()})")
    for limits, share in ((False, 1.0), (True, 0.1)):
        with tempfile.TemporaryDirectory() as folder:
            found = attack(Path(folder), args, limits=limits, share=share)
        tell(found, limits)
        wrong += len(found.wrong)
    print(f"  {time.monotonic() - begun:.0f} s, {wrong} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
