"""Many games over sockets, one after the other, as in hours of play: memory must not grow.

python -m bench.soak [--games 200] [--answers 80] [--mode eventlet] [--seed 1]

Four tables at a time; at each two players and a spectator, who play at random until the game ends or has so
many answers, talk, look back, get lost and come back; then the host deletes the game. Printed: memory of a
live game and of a connection, and memory after each tenth of the games. Exit status 1 if it grows after the
first third of them.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from bench.common import machine
from bench.follower import Follower
from bench.kill import GAMES
from bench.live import idle_games
from bench.serving import Server, set_up
from bench.wire import Guest, Lost, Wire

TABLES = 4
GROWTH = 0.06  # share that may come on top after the first third ...
SLACK = 6 * 1024 * 1024  # ... and so many bytes


async def game(server: Server, answers: int, rng: random.Random, name: str) -> int:
    """Play one game as people do and delete it; return its answers."""
    guests = [await asyncio.to_thread(Guest, server.port, f"S{n}") for n in range(3)]
    scenario = rng.choice(GAMES)
    id = await asyncio.to_thread(set_up, server.port, scenario, guests[:2], name=name)
    clients = [Follower(guest, id, view="" if n < 2 else "watch") for n, guest in enumerate(guests)]
    for client in clients:
        await client.connect()
    halt = asyncio.Event()
    tasks = [asyncio.create_task(c.play(random.Random(rng.random()), halt)) for c in clients[:2]]
    tasks += [asyncio.create_task(c.keep_up()) for c in clients]
    begun = time.monotonic()
    turn = 0
    try:
        while not clients[0].scene.get("result") and time.monotonic() - begun < 300:
            await asyncio.sleep(0.2)
            count = sum(len(c.acks) for c in clients)
            if count >= answers:
                break
            turn += 1
            looker = clients[2]
            if looker.wire is None or not looker.wire.open:
                continue
            try:
                if turn % 5 == 0:
                    await looker.wire.call("past", {"game": id, "at": rng.randint(0, max(0, count - 1))})
                elif turn % 5 == 1:
                    await looker.wire.call("chat", {"game": id, "text": f"line {turn}"})
                elif turn % 7 == 2:
                    looker.wire.close()
            except Lost:
                continue
        halt.set()
        await asyncio.wait_for(asyncio.gather(*tasks[:2]), 60)
        return sum(len(c.acks) for c in clients)
    finally:
        for task in tasks:
            task.cancel()
        for client in clients:
            client.stop()
        await asyncio.to_thread(guests[0].post, f"/g/{id}/delete", name=name)


async def connections(server: Server, count: int) -> float:
    """Return the KB of memory of one more socket that looks on at a game."""
    guest = await asyncio.to_thread(Guest, server.port, "C")
    id = await asyncio.to_thread(set_up, server.port, GAMES[0], [guest])
    wires = []
    for number in range(count + 10):
        wires.append(await Wire.connect(server.port, guest.cookie))
        await wires[-1].call("join", {"game": id, "view": "watch"})
        if number == 9:
            before = server.memory()
    after = server.memory()
    for wire in wires:
        wire.close()
    return (after - before) / count / 1024


async def play(server: Server, args: argparse.Namespace) -> tuple[list[int], int]:
    """Play all games; return the memory after each tenth, and the number of answers."""
    memory: list[int] = []
    left, done, answers = args.games, 0, 0

    async def table(number: int) -> None:
        nonlocal left, done, answers
        rng = random.Random(args.seed * 100 + number)
        while left > 0:
            left -= 1
            count = await game(server, args.answers, rng, f"Soak {number} {left}")
            answers += count
            done += 1
            if done % max(1, args.games // 10) == 0:
                memory.append(server.memory())
                print(f"  {done} games: {memory[-1] / 2**20:.1f} MB, {answers} answers", flush=True)

    async with asyncio.TaskGroup() as group:
        for number in range(min(TABLES, args.games)):
            group.create_task(table(number))
    return memory, answers


def main() -> None:
    """Play, measure, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--answers", type=int, default=80, help="of a game at most")
    parser.add_argument("--mode", choices=["eventlet", "gevent", "threading"], default="eventlet")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print(f"soak, {args.mode} ({machine()})")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), mode=args.mode)
        server.start()
        try:
            live, _ = asyncio.run(idle_games(server, 20 if args.games < 50 else 60))
            line = asyncio.run(connections(server, 50))
            print(f"  a live game with two sockets: {live:.0f} KB; a connection: {line:.0f} KB", flush=True)
            begun = time.monotonic()
            memory, answers = asyncio.run(play(server, args))
            spent = time.monotonic() - begun
        finally:
            server.stop()
        faults = server.text().count("Traceback")
    third = memory[len(memory) // 3]
    grown = len(memory) >= 6 and memory[-1] > third * (1 + GROWTH) + SLACK
    print(
        f"  {args.games} games, {answers} answers in {spent:.0f} s; tracebacks in the server's log: {faults}"
    )
    print(f"  memory after a third {third / 2**20:.1f} MB, at the end {memory[-1] / 2**20:.1f} MB")
    if grown:
        print("  WRONG: memory grows")
    sys.exit(bool(grown or faults))


if __name__ == "__main__":
    main()
