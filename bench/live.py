"""Speed of the live server, beside boardgame.io and beside a bare Flask-SocketIO emit.

python -m bench.live [--clients 32 100] [--answers 60] [--rounds 2] [--peer DIR | --no-peer] [--games 100]
                     [--spectators 500] [--mode eventlet]

One answer until the last of so many clients has it: ours (The Forgotten King by its rules, store FULL), the
peer with full and with delta state (18 KB, installed from npm into a temporary folder), and the floor, all by
the same load client, by turns. Then bytes for each client and answer, accepted answers a second with eight
clients, memory of live games with two idle sockets each, and the delivery to many spectators. Loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from bench.common import machine, percentile
from bench.follower import Follower, choose
from bench.serving import Server, free_port, set_up
from bench.wire import Guest, Lost, Wire

SCENARIO = "sde_arcade/forgotten-king"
PEER = "boardgame.io@0.50.2"
WAIT = 60.0  # seconds for anything
PAUSE = 0.02  # seconds between two answers
MOST = 320  # answers a second for which there are games enough
SHORT = 35  # answers that random play takes at least, in most games


class Crowd:
    """Clients that note when each has got something."""

    def __init__(self) -> None:
        self.wires: list[Wire] = []
        self.sizes: list[int] = []
        self.played: list[int] = []  # bytes of the player's own steps, which have the options
        self.scenes: list[int] = []  # bytes of whole scenes
        self.deflated: list[int] = []  # of one client that takes what it gets deflated, as browsers do
        self.begun = 0.0
        self.delays: list[float] = []
        self.missing = 0
        self.cpu = 0.0  # seconds of the server's processor that the answers took
        self.all_in = asyncio.Event()

    def expect(self) -> None:
        """Begin to wait for one message to each."""
        self.missing = len(self.wires)
        self.all_in.clear()
        self.begun = time.perf_counter()

    def got(self, size: int) -> None:
        """Note that one client has it."""
        self.delays.append(1000 * (time.perf_counter() - self.begun))
        self.sizes.append(size)
        self.missing -= 1
        if self.missing == 0:
            self.all_in.set()

    async def last(self) -> float:
        """Return the milliseconds until the last one had it."""
        await asyncio.wait_for(self.all_in.wait(), WAIT)
        return 1000 * (time.perf_counter() - self.begun)

    def close(self) -> None:
        """Hang up."""
        for wire in self.wires:
            wire.close()


async def ours(server: Server, count: int, answers: int, seed: int) -> tuple[list[float], Crowd]:
    """Measure our server: one plays all seats, the others look on; after a game comes another."""
    host = await asyncio.to_thread(Guest, server.port, "Host")
    looker = await asyncio.to_thread(Guest, server.port, "Looker")
    crowd = Crowd()
    player = Follower(host, await asyncio.to_thread(set_up, server.port, SCENARIO, [host]))

    def hear(name: str, _data: Any, size: int) -> None:
        if name == "step":
            crowd.got(size)

    for number in range(count - 1):
        crowd.wires.append(await Wire.connect(server.port, looker.cookie, hear=hear, deflate=number == 0))
    await player.connect()
    assert player.wire is not None
    follow = player.wire.hear

    def hear_too(name: str, data: Any, size: int) -> None:
        assert follow is not None
        follow(name, data, size)
        if name == "step":
            crowd.got(size)
            crowd.played.append(size)

    player.wire.hear = hear_too
    lookers = list(crowd.wires)
    crowd.wires.append(player.wire)
    rng, found = random.Random(seed), []
    while True:
        for wire in lookers:
            await wire.call("join", {"game": player.game, "view": "watch"}, WAIT)
        await asyncio.sleep(1.5)  # what joining has set going is over
        crowd.scenes.append(len(msgspec.json.encode(player.scene)))
        cpu = server.cpu()
        while len(found) < answers and (answer := choose(player.scene, rng)) is not None:
            crowd.expect()
            before = lookers[0].line
            player.wire.emit("answer", {"game": player.game, "client_id": f"b{len(found)}", **answer})
            found.append(await crowd.last())
            crowd.deflated.append(lookers[0].line - before)
            await asyncio.sleep(PAUSE)
        crowd.cpu += server.cpu() - cpu
        if len(found) == answers:
            break
        player.game = await asyncio.to_thread(set_up, server.port, SCENARIO, [host])
        await player.join()
    player.stop()
    return found, crowd


async def bare(port: int, count: int, answers: int) -> tuple[list[float], Crowd]:
    """Measure the floor."""
    crowd = Crowd()
    for _ in range(count):
        wire = await Wire.connect(port, hear=lambda _n, _d, size: crowd.got(size))
        await wire.call("join", {}, WAIT)
        crowd.wires.append(wire)
    found = []
    for number in range(answers):
        crowd.expect()
        crowd.wires[0].emit("answer", number)
        found.append(await crowd.last())
        await asyncio.sleep(PAUSE)
    return found, crowd


async def peer(port: int, count: int, answers: int) -> tuple[list[float], Crowd]:
    """Measure boardgame.io: one plays, the others look on."""
    match = f"match{count}.{time.monotonic_ns()}"  # made by the first who asks for it
    crowd = Crowd()
    synced = asyncio.Event()
    state = {"id": 0}

    def hear(name: str, data: Any, size: int) -> None:
        if name == "sync":
            state["id"] = data[1]["state"]["_stateID"]
            synced.set()
        elif name in ("update", "patch"):
            crowd.got(size)

    for number in range(count):
        wire = await Wire.connect(port, hear=hear, namespace="/bench")
        synced.clear()
        wire.emit("sync", match, None if number else "0", None, 2)
        await asyncio.wait_for(synced.wait(), WAIT)
        crowd.wires.append(wire)
    found = []
    for _ in range(answers):
        move = {"type": "bump", "args": [], "playerID": "0"}
        crowd.expect()
        crowd.wires[0].emit("update", {"type": "MAKE_MOVE", "payload": move}, state["id"], match, "0")
        found.append(await crowd.last())
        state["id"] += 1
        await asyncio.sleep(PAUSE)
    return found, crowd


@contextlib.contextmanager
def child(command: list[str], folder: Path) -> Iterator[None]:
    """Run a server that says READY."""
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        try:
            assert running.stdout is not None
            for line in running.stdout:
                if line.startswith("READY"):
                    break
            else:
                raise Lost(f"{command} has ended")
            yield
        finally:
            running.kill()


def install(folder: Path) -> bool:
    """Install the peer from npm; say so if that is not possible."""
    npm = shutil.which("npm")
    if npm is None:
        print("no npm: boardgame.io is left out", file=sys.stderr)
        return False
    (folder / "package.json").write_text('{"private": true}')
    command = [npm, "install", PEER, "--ignore-scripts", "--no-audit", "--no-fund", "--omit=optional"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    if done.returncode:
        print(f"npm could not install {PEER}: {done.stderr[-300:]}", file=sys.stderr)
    return done.returncode == 0


def row(name: str, delays: list[float], sizes: list[int]) -> dict[str, Any]:
    """Return the figures of one contender."""
    return {
        "name": name,
        "answers": len(delays),
        "p50": round(median(delays), 1),
        "p95": round(percentile(delays, 0.95), 1),
        "bytes": round(median(sizes)),
    }


async def contest(server: Server, ports: dict[str, int], args: argparse.Namespace) -> list[dict[str, Any]]:
    """Let all answer, by turns."""
    rows = []
    for count in args.clients:
        delays: dict[str, list[float]] = {}
        sizes: dict[str, list[int]] = {}
        deflated, played, scenes = [], [], []
        cpu = 0.0
        for turn in range(args.rounds):
            for name in ("ours", *ports):
                if name == "ours":
                    found, crowd = await ours(server, count, args.answers, args.seed + turn)
                elif name == "floor":
                    found, crowd = await bare(ports[name], count, args.answers)
                else:
                    found, crowd = await peer(ports[name], count, args.answers)
                crowd.close()
                if name == "ours":
                    deflated += crowd.deflated
                    played += crowd.played
                    scenes += crowd.scenes
                    cpu += crowd.cpu
                delays.setdefault(name, []).extend(found)
                sizes.setdefault(name, []).extend(crowd.sizes)
                await asyncio.sleep(0.2)
        for name, found in delays.items():
            rows.append(row(name, found, sizes[name]) | {"clients": count})
            print(
                f"  {count:4} clients  {name:12} p50 {rows[-1]['p50']:7.1f} ms  p95 {rows[-1]['p95']:7.1f} ms"
                f"  {rows[-1]['bytes']:6} bytes a client and answer",
                flush=True,
            )
        print(
            f"  {count:4} clients  ours: {median(deflated):.0f} bytes deflated, as browsers take it;"
            f" to the player {median(played):.0f}; a scene has {median(scenes) / 1000:.1f} KB;"
            f" {1000 * cpu / len(delays['ours']):.1f} ms of the processor an answer",
            flush=True,
        )
    return rows


async def eight(server: Server, seconds: float) -> tuple[float, float]:
    """Return the accepted answers a second of eight clients, each alone at a table, and the server's
    processor time for one (seconds).

    Random play is over soon: who has played a game to its end goes on with another, which waits at a table.
    """
    tables = math.ceil(seconds * MOST / 8 / SHORT)
    players: list[list[Follower]] = []
    for number in range(8):
        guest = await asyncio.to_thread(Guest, server.port, f"E{number}")
        players.append([])
        for _ in range(tables):
            players[-1].append(
                Follower(guest, await asyncio.to_thread(set_up, server.port, SCENARIO, [guest]))
            )
            await players[-1][-1].connect()
    await asyncio.sleep(1.5)  # what joining has set going is over
    halt = asyncio.Event()

    async def play(mine: list[Follower], rng: random.Random) -> None:
        for each in mine:
            await each.play(rng, halt)
            if halt.is_set():
                return
        halt.set()  # all eight play, or the time is over

    begun, cpu = time.perf_counter(), server.cpu()
    tasks = [asyncio.create_task(play(mine, random.Random(n))) for n, mine in enumerate(players)]
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(halt.wait(), seconds)
    count = sum(len(each.acks) for mine in players for each in mine)
    spent, cpu = time.perf_counter() - begun, server.cpu() - cpu
    halt.set()
    await asyncio.gather(*tasks)
    for mine in players:
        for each in mine:
            each.stop()
    return count / spent, cpu / count


async def idle_games(server: Server, count: int) -> tuple[float, float]:
    """Return the KB of memory of a live game with two sockets, and the MB of all of them with the server."""
    wires = []
    async for game, guest in _games(server, count):
        for view in ("", "watch"):
            wire = await Wire.connect(server.port, guest.cookie)
            await wire.call("join", {"game": game, "view": view}, WAIT)
            wires.append(wire)
        if len(wires) == 20:
            before = server.memory()
    await asyncio.sleep(1)
    after = server.memory()
    for wire in wires:
        wire.close()
    return (after - before) / (count - 10) / 1024, after / 2**20


async def _games(server: Server, count: int) -> AsyncIterator[tuple[str, Guest]]:
    for number in range(count):
        guest = await asyncio.to_thread(Guest, server.port, f"I{number}")
        yield await asyncio.to_thread(set_up, server.port, SCENARIO, [guest]), guest


async def crowd_of(server: Server, count: int, answers: int) -> dict[str, float]:
    """Return the delivery of steps to many spectators of one game, and the processor time of one answer."""
    found, crowd = await ours(server, count + 1, answers, 5)
    crowd.close()
    each = 1000 * max(0.001, crowd.cpu) / max(1, len(found))
    return {
        "p50": median(crowd.delays),
        "p95": percentile(crowd.delays, 0.95),
        "last_p50": median(found),
        "cpu_ms": each,
        "per_second": 1000 / each,
    }


def main() -> None:
    """Measure, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clients", type=int, nargs="*", default=[32, 100])
    parser.add_argument("--answers", type=int, default=60, help="of each contender in each round")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--peer", type=Path, help="a folder in which npm has installed it already")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--games", type=int, default=100, help="live games whose memory is measured; 0: none")
    parser.add_argument("--spectators", type=int, default=500, help="0: none")
    parser.add_argument("--seconds", type=float, default=8.0, help="of eight clients; 0: none")
    parser.add_argument("--mode", choices=["eventlet", "gevent", "threading"], default="eventlet")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    here = Path(__file__).resolve().parent
    print(f"live, {args.mode}, {SCENARIO} ({machine()}; load client in a process of its own)")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ports: dict[str, int] = {}
        at = args.peer or folder
        if args.clients and not args.no_peer and (args.peer or install(folder)):
            for name, delta in (("peer full", "0"), ("peer delta", "1")):
                ports[name] = free_port()
                stack.enter_context(child(["node", str(here / "peer.cjs"), str(ports[name]), delta], at))
        ports["floor"] = free_port()
        stack.enter_context(child([sys.executable, str(here / "bare.py"), str(ports["floor"])], folder))

        def fresh() -> Server:
            server = Server(Path(stack.enter_context(tempfile.TemporaryDirectory())), mode=args.mode)
            server.start()
            stack.callback(server.kill)
            return server

        server = fresh()
        asyncio.run(contest(server, ports, args))
        if args.seconds:
            rate, each = asyncio.run(eight(server, args.seconds))
            print(
                f"  8 clients: {rate:.0f} accepted answers a second; {1000 * each:.1f} ms of the processor an"
                f" answer, that is {1 / each:.0f} a second of one core",
                flush=True,
            )
        if args.spectators:
            told = asyncio.run(crowd_of(server, args.spectators, args.answers))
            print(
                f"  {args.spectators} spectators: delivery p50 {told['p50']:.1f} ms, "
                f"p95 {told['p95']:.1f} ms, the last one p50 {told['last_p50']:.1f} ms;\n"
                f"    {told['cpu_ms']:.1f} ms of the processor an answer: one core holds "
                f"{told['per_second']:.0f} answers a second, "
                f"{told['per_second'] * args.spectators:.0f} deliveries",
                flush=True,
            )
        server.kill()
        if args.games > 10:
            game, whole = asyncio.run(idle_games(fresh(), args.games))
            print(f"  a live game with two sockets: {game:.0f} KB")
            print(f"  {args.games} of them and the server: {whole:.0f} MB")


if __name__ == "__main__":
    main()
