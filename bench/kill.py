"""Kill the server again and again while four clients play, and count what is lost.

python -m bench.kill [--rounds 100] [--mode eventlet] [--seed 1]

Each round: four sockets play the toy or First Steps at random, the server is killed (kill -9) at a random
moment, started again, and all four come back and play on. Counted are acknowledged answers that are not in
the database exactly once, clients whose scene is not the server's, and the seconds until all four have seen
the next answer. Exit status 1 if anything was lost or doubled or differs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

from bench.common import machine, percentile
from bench.follower import Follower
from bench.serving import Server, set_up
from bench.wire import Guest, Lost

GAMES = ("sde_arcade/first-steps", "toy/meadow")
LONGEST = 1.2  # seconds between two kills at most
PATIENCE = 200.0  # seconds for a round at most


def stored(folder: Path, game: str) -> dict[str, list[int]]:
    """Return the numbers that each act has in a game's log, by its client's id."""
    found: dict[str, list[int]] = {}
    with closing(sqlite3.connect(folder / "data" / "games.db", timeout=10)) as db:
        for number, text in db.execute("SELECT number, entry FROM entries WHERE game = ?", (game,)):
            entry = json.loads(text)
            if entry.get("client"):
                found.setdefault(entry["client"], []).append(number)
    return found


async def even(clients: list[Follower], patience: float = 20) -> bool:
    """Whether all clients come to the scene that the server has for each."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        same = True
        for client in clients:
            assert client.wire is not None
            try:
                now = await client.wire.call("sync", {"game": client.game, "version": -1}, 10)
            except Lost:
                same = False
                break
            same = same and now.get("version") == client.version and now.get("scene") == client.scene
        if same:
            return True
        await asyncio.sleep(0.1)
    return False


class Toll:
    """What the rounds have cost."""

    def __init__(self) -> None:
        self.rounds = self.acknowledged = self.lost = self.doubled = self.unlike = self.games = 0
        self.seconds: list[float] = []

    def report(self) -> dict[str, Any]:
        """Return it as numbers."""
        return {
            "rounds": self.rounds,
            "games": self.games,
            "acknowledged": self.acknowledged,
            "lost": self.lost,
            "doubled": self.doubled,
            "clients_unlike": self.unlike,
            "seconds_median": round(median(self.seconds), 2) if self.seconds else None,
            "seconds_p95": round(percentile(self.seconds, 0.95), 2) if self.seconds else None,
        }


async def table(server: Server, scenario: str) -> list[Follower]:
    """Set a game up and let four clients come to it."""
    players = [Guest(server.port, f"P{n}") for n in range(4)]
    game = set_up(server.port, scenario, players)
    clients = [Follower(player, game) for player in players]
    for client in clients:
        client.patience = 2.0
        await client.connect()
    return clients


async def rounds(server: Server, count: int, rng: random.Random, toll: Toll, quiet: bool) -> None:
    """Play and kill."""
    clients: list[Follower] = []
    tasks: list[asyncio.Task[None]] = []
    try:
        for number in range(count):
            if not clients or clients[0].scene.get("result"):
                for client in clients:
                    client.stop()
                clients = await table(server, GAMES[toll.games % len(GAMES)])
                toll.games += 1
            halt = asyncio.Event()
            tasks = [asyncio.create_task(c.play(random.Random(rng.random()), halt)) for c in clients] + [
                asyncio.create_task(c.keep_up()) for c in clients
            ]
            await asyncio.sleep(rng.uniform(0.0, LONGEST))
            server.kill()
            begun = time.monotonic()
            await asyncio.to_thread(server.start)
            versions = [c.version for c in clients]
            while not all(
                c.version > v or c.scene.get("result") for c, v in zip(clients, versions, strict=True)
            ):
                if time.monotonic() - begun > PATIENCE:
                    raise Lost(f"round {number}: the game does not go on: {server.text()[-1500:]}")
                await asyncio.sleep(0.005)
            toll.seconds.append(time.monotonic() - begun)
            halt.set()
            for task in tasks[: len(clients)]:
                await asyncio.wait_for(task, PATIENCE)
            if not await even(clients):
                toll.unlike += sum([not await even([c], 2) for c in clients])
            log = stored(server.folder, clients[0].game)
            for client in clients:
                for id, version in client.acks.items():
                    toll.acknowledged += 1
                    toll.lost += version - 1 not in log.get(id, [])
                client.acks.clear()
            toll.doubled += sum(len(numbers) > 1 for numbers in log.values())
            toll.rounds += 1
            for task in tasks[len(clients) :]:
                task.cancel()
            if not quiet:
                print(
                    f"round {number + 1}: {toll.seconds[-1]:.2f} s, {toll.acknowledged} answers", flush=True
                )
    finally:
        for task in tasks:
            task.cancel()
        for client in clients:
            client.stop()


def main() -> None:
    """Play, kill, count, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--mode", choices=["eventlet", "gevent", "threading"], default="eventlet")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    args = parser.parse_args()
    toll = Toll()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), mode=args.mode)
        server.start()
        try:
            asyncio.run(rounds(server, args.rounds, random.Random(args.seed), toll, args.json))
        finally:
            server.kill()
            faults = server.text().count("Traceback")
    report = toll.report() | {"mode": args.mode, "tracebacks": faults, "machine": machine()}
    if args.json:
        print(json.dumps(report))
    else:
        print(f"kill -9, {args.mode}, four sockets ({report['machine']})")
        print(f"  rounds {toll.rounds}, games {toll.games}, acknowledged answers {toll.acknowledged}")
        print(f"  lost {toll.lost}, doubled {toll.doubled}, clients unlike the server {toll.unlike}")
        print(f"  s to consistent play  median {report['seconds_median']}, p95 {report['seconds_p95']}")
        print(f"  tracebacks in the server's log: {faults}")
    sys.exit(bool(toll.lost or toll.doubled or toll.unlike or faults or toll.rounds < args.rounds))


if __name__ == "__main__":
    main()
