"""Clients that play through a network in which messages get lost, late, doubled and out of order.

python -m bench.chaos [--answers 10000] [--share 0.08] [--mode eventlet] [--seed 1]

A proxy between four players, a spectator and the server drops, doubles and delays Socket.IO messages (each
with a probability of `share`, in both directions; a delay lets later ones overtake) and cuts a connection
now and then. Players answer at random. When a game ends, or there are enough answers, the network is calm
again; each scene must then come to be the server's by the client's own means, and each acknowledged answer
must be in the database exactly once. Exit status 1 if not.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.common import machine
from bench.follower import Follower
from bench.kill import GAMES, stored
from bench.serving import Server, free_port, set_up
from bench.wire import TEXT, Guest, Lost, Wire, cut, frame

LATEST = 0.25  # seconds that a message is held back at most
CUT = 0.002  # share of messages on which the whole connection is cut
TABLES = 6  # at once
STALL = 60.0  # seconds without any answer after which the run has failed


class Proxy:
    """A network: passes connections on to a port, and treats messages badly unless it is calm."""

    def __init__(self, target: int, share: float, rng: random.Random) -> None:
        self.target = target
        self.share = share
        self.rng = rng
        self.calm = True
        self.port = free_port()
        self.counts = dict.fromkeys(("passed", "dropped", "doubled", "delayed", "cut"), 0)
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Begin to listen."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    def close(self) -> None:
        """Stop listening and end all connections."""
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        ways = [
            asyncio.create_task(self._carry(reader, back, masked=True)),
            asyncio.create_task(self._carry(there, writer, masked=False)),
        ]
        self._tasks.update(ways)
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            return  # the run is over
        finally:
            for way in ways:
                way.cancel()
                self._tasks.discard(way)
            for end in (writer, back):
                end.transport.abort()

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, masked: bool
    ) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            writer.write(await reader.readuntil(b"\r\n\r\n"))
            buffer = bytearray()
            while data := await reader.read(65536):
                buffer += data
                for kind, payload in cut(buffer):
                    if not self._pass(kind, payload, writer, masked):
                        return

    def _pass(self, kind: int, payload: bytes, writer: asyncio.StreamWriter, masked: bool) -> bool:
        """Treat one message; False if the connection is cut on it."""
        whole = frame(kind, payload, masked=masked)
        if self.calm or kind != TEXT or payload[:2] not in (b"42", b"43"):
            writer.write(whole)
            return True
        luck = self.rng.random()
        share = self.share
        if luck < CUT:
            self.counts["cut"] += 1
            return False
        if luck < CUT + share:
            self.counts["dropped"] += 1
        elif luck < CUT + 2 * share:
            self.counts["doubled"] += 1
            writer.write(whole)
            self._later(writer, whole)
        elif luck < CUT + 3 * share:
            self.counts["delayed"] += 1
            self._later(writer, whole)
        else:
            self.counts["passed"] += 1
            writer.write(whole)
        return True

    def _later(self, writer: asyncio.StreamWriter, whole: bytes) -> None:
        def send() -> None:
            if not writer.is_closing():
                writer.write(whole)

        asyncio.get_running_loop().call_later(self.rng.uniform(0, LATEST), send)


class Score:
    """What came out."""

    def __init__(self) -> None:
        self.games = self.answers = self.lost = self.doubled = self.unlike = 0
        self.gaps = self.drifts = self.syncs = self.joins = 0
        self.refused: dict[str, int] = {}


async def settle(clients: list[Follower], direct: Follower, patience: float = 30) -> int:
    """Wait until all clients see what the server has, by their own means; return how many never do."""
    end = time.monotonic() + patience
    number = 0
    while True:
        # A line of talk tells all the newest version, as the next answer would.
        number += 1
        assert direct.wire is not None
        await direct.wire.call("chat", {"game": direct.game, "text": f"line {number}"})
        await asyncio.sleep(0.5)
        truth = [await view_of(client) for client in clients]
        unlike = sum(
            (c.version, c.scene) != (t["version"], t["scene"]) for c, t in zip(clients, truth, strict=True)
        )
        if not unlike or time.monotonic() > end:
            return unlike


async def view_of(client: Follower) -> dict[str, Any]:
    """Return what the server has for a client, asked past the proxy."""
    wire = await Wire.connect(client.guest.port, client.guest.cookie)
    try:
        ack: dict[str, Any] = await wire.call("join", {"game": client.game, "view": client.view})
        return ack
    finally:
        wire.close()


async def game(server: Server, proxy: Proxy, answers: int, rng: random.Random, score: Score) -> int:
    """Play one game until it ends or has enough answers; return how many it had."""
    proxy.calm = True
    players = [await asyncio.to_thread(Guest, server.port, f"P{n}") for n in range(4)]
    id = await asyncio.to_thread(set_up, server.port, rng.choice(GAMES), players)
    clients = [Follower(player, id, port=proxy.port) for player in players]
    watcher, other = [await asyncio.to_thread(Guest, server.port, name) for name in ("Watcher", "Direct")]
    clients.append(Follower(watcher, id, port=proxy.port, view="watch"))
    direct = Follower(other, id, view="watch")
    halt = asyncio.Event()
    tasks: list[asyncio.Task[None]] = []
    try:
        for client in [*clients, direct]:
            client.patience, client.late = 0.6, 0.4
            await client.connect()
        direct.patience = 20
        proxy.calm = False
        tasks = [asyncio.create_task(c.play(random.Random(rng.random()), halt)) for c in clients[:-1]]
        tasks += [asyncio.create_task(c.keep_up()) for c in clients]
        seen, moved = 0, time.monotonic()
        while not direct.scene.get("result"):
            await asyncio.sleep(0.05)
            count = sum(len(c.acks) for c in clients)
            if count >= answers:
                break
            if count != seen:
                seen, moved = count, time.monotonic()
            if time.monotonic() - moved > STALL:
                state = "; ".join(map(str, [*clients, direct]))
                raise Lost(f"the game stands still: {state}\n{server.text()[-1500:]}")
        halt.set()
        await asyncio.sleep(LATEST + 0.1)  # what is still on its way comes in
        proxy.calm = True
        await asyncio.wait_for(asyncio.gather(*tasks[: len(clients) - 1]), 60)
        score.unlike += await settle(clients, direct)
        log = stored(server.folder, id)
        for client in clients:
            for act, version in client.acks.items():
                score.lost += version - 1 not in log.get(act, [])
            score.gaps += client.gaps
            score.drifts += client.drifts
            score.syncs += client.syncs
            score.joins += client.joins
            for code, n in client.refused.items():
                score.refused[code] = score.refused.get(code, 0) + n
        score.doubled += sum(len(numbers) > 1 for numbers in log.values())
        score.answers += len(log)
        score.games += 1
        return len(log)
    finally:
        for task in tasks:
            task.cancel()
        for client in [*clients, direct]:
            client.stop()


async def run(server: Server, args: argparse.Namespace, score: Score) -> dict[str, int]:
    """Play at several tables, each behind a network of its own; return what the networks did."""
    counts: dict[str, int] = {}

    async def table(number: int) -> None:
        rng = random.Random(args.seed * 1000 + number)
        proxy = Proxy(server.port, args.share, random.Random(rng.random()))
        await proxy.open()
        try:
            while score.answers < args.answers:
                await game(server, proxy, -(-(args.answers - score.answers) // TABLES), rng, score)
                if not args.json:
                    print(f"game {score.games}: {score.answers} answers", flush=True)
        finally:
            proxy.close()
            for what, n in proxy.counts.items():
                counts[what] = counts.get(what, 0) + n

    async with asyncio.TaskGroup() as group:
        for number in range(min(TABLES, 1 + args.answers // 100)):
            group.create_task(table(number))
    return counts


def main() -> None:
    """Play, compare, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--answers", type=int, default=10_000)
    parser.add_argument("--share", type=float, default=0.08, help="of messages for each misfortune")
    parser.add_argument("--mode", choices=["eventlet", "gevent", "threading"], default="eventlet")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    args = parser.parse_args()
    score = Score()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), mode=args.mode)
        server.start()
        try:
            network = asyncio.run(run(server, args, score))
        finally:
            server.kill()
            faults = server.text().count("Traceback")
    report = vars(score) | {"network": network, "mode": args.mode, "tracebacks": faults}
    report |= {"seconds": round(time.monotonic() - begun, 1), "machine": machine()}
    if args.json:
        print(json.dumps(report))
    else:
        print(f"chaos, {args.mode}, four players and a spectator ({report['machine']})")
        print(f"  the network: {', '.join(f'{n} {what}' for what, n in network.items())}")
        print(f"  games {score.games}, answers {score.answers} in {report['seconds']} s")
        print(f"  acknowledged answers lost {score.lost}, answers doubled {score.doubled}")
        print(f"  scenes unlike the server's {score.unlike}")
        print(f"  healed: {score.gaps} gaps, {score.drifts} drifts, {score.syncs} syncs, {score.joins} joins")
        print(f"  refused: {score.refused}; tracebacks in the server's log: {faults}")
    sys.exit(bool(score.lost or score.doubled or score.unlike or faults))


if __name__ == "__main__":
    main()
