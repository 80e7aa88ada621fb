"""The async modes side by side: one answer to the last of N clients, processor and memory.

python -m bench.modes [SYSTEM SCENARIO] [--clients 8 32 100] [--answers 150] [--modes eventlet ...]

One server on one core, the clients on another, real rules, the store as it is. All but one client look on.
"""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.common import arguments, machine, percentile
from bench.follower import choose, patched
from bench.serving import Server, set_up
from bench.wire import Guest, Lost, Wire

MODES = ("eventlet", "gevent", "threading")
WARM = 20  # answers that do not count


class Crowd:
    """Clients of one game, and when the last of them got the newest step."""

    def __init__(self) -> None:
        self.wires: list[Wire] = []
        self.missing = 0
        self.last = 0.0
        self.all_here = asyncio.Event()
        self.steps: list[dict[str, Any]] = []  # that the player got

    async def add(self, port: int, game: str, cookie: str = "") -> dict[str, Any]:
        """Connect a client and let it join; the one with the cookie plays."""

        def hear(name: str, data: Any, _size: int) -> None:
            if name != "step":
                return
            if cookie:
                self.steps.append(data)
            self.missing -= 1
            if self.missing == 0:
                self.last = time.perf_counter()
                self.all_here.set()

        wire = await Wire.connect(port, cookie, hear=hear)
        self.wires.append(wire)
        joined: dict[str, Any] = await wire.call("join", {"game": game, "view": "" if cookie else "watch"})
        if "error" in joined:
            raise Lost(str(joined["error"]))
        return joined


async def measure(server: Server, scenario: str, clients: int, answers: int) -> dict[str, Any]:
    """Play answers before so many clients; return the figures."""
    host = Guest(server.port, "Host")
    rng = random.Random(1)
    games, took, before, spent, cpu, done = 0, [], server.memory(), 0.0, 0.0, 0
    grown = 0.0
    while done < answers + WARM:
        game = set_up(server.port, scenario, [host])
        crowd = Crowd()
        joined = await crowd.add(server.port, game, host.cookie)
        for _ in range(clients - 1):
            await crowd.add(server.port, game)
        if not games:
            grown = (server.memory() - before) / clients
        games += 1
        scene = joined["scene"]
        begun, used = time.perf_counter(), server.cpu()
        while done < answers + WARM and (answer := choose(scene, rng)) is not None:
            crowd.missing, crowd.steps = clients, []
            crowd.all_here.clear()
            sent = time.perf_counter()
            done += 1
            ack = await crowd.wires[0].call("answer", {"game": game, "client_id": f"c{done}", **answer})
            if "error" in ack:
                raise Lost(str(ack["error"]))
            await asyncio.wait_for(crowd.all_here.wait(), 30)
            if done > WARM:
                took.append(1000 * (crowd.last - sent))
            else:
                begun, used = time.perf_counter(), server.cpu()
            for frame in crowd.steps[0]["frames"]:
                scene = patched(scene, frame.get("patch", {}))
        spent += time.perf_counter() - begun
        cpu += server.cpu() - used
        for wire in crowd.wires:
            wire.close()
    return {
        "clients": clients,
        "answers": len(took),
        "ms_median": round(percentile(took, 0.5), 1),
        "ms_p95": round(percentile(took, 0.95), 1),
        "answers_a_second": round(len(took) / spent),
        "cpu_ms_an_answer": round(1000 * cpu / len(took), 1),
        "kb_a_client": round(grown / 1000),
    }


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__)
    parser.add_argument("--clients", type=int, nargs="+", default=[8, 32, 100])
    parser.add_argument("--answers", type=int, default=150)
    parser.add_argument("--modes", nargs="+", choices=MODES, default=MODES)
    args = parser.parse_args()
    found = []
    if not args.json:
        print(f"{args.system} {args.scenario}: one answer to the last of N clients ({machine()})")
        print("  mode       clients   ms p50   ms p95   answers/s   cpu ms   kB/client")
    for clients in args.clients:
        for mode in args.modes:
            with tempfile.TemporaryDirectory() as folder:
                server = Server(Path(folder), mode=mode, core=0)
                server.start()
                try:
                    scenario = f"{args.system}/{args.scenario}"
                    figures = {"mode": mode, **asyncio.run(measure(server, scenario, clients, args.answers))}
                finally:
                    server.stop()
            found.append(figures)
            if not args.json:
                print(
                    f"  {mode:10} {clients:7} {figures['ms_median']:8} {figures['ms_p95']:8} "
                    f"{figures['answers_a_second']:11} {figures['cpu_ms_an_answer']:8} "
                    f"{figures['kb_a_client']:11}",
                    flush=True,
                )
    if args.json:
        print(json.dumps({"machine": machine(), "system": args.system, "runs": found}))


if __name__ == "__main__":
    main()
