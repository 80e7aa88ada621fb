"""Room that games take in the database, played to their end, and packed away by `webgame archive`.

python -m bench.disk [SYSTEM SCENARIO] [--games 5] [--database URL]

The log is stored entry by entry and snapshots are kept as the server does. Seconds are of the store alone.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

import msgspec

from bench.common import arguments, find, machine, percentile
from webgame.engine.game import Entry, Game
from webgame.engine.simulate import header_for, seat_bots, seed_for
from webgame.engine.system import System
from webgame.server.standing import SNAPSHOT_EVERY
from webgame.server.store import GameRow, Store


def play(store: Store, system: System, text: str, bot: str, number: int, took: list[float]) -> int:
    """Play one game into the store; return its answers."""
    seed = seed_for("disk", number)
    game = Game(system, header_for(system, "bench", text, seed))
    bots = seat_bots(system, game, {"": bot}, seed)
    setup = msgspec.json.encode({"text": text, "secret": "0" * 64}).decode()  # as a game that waited has it
    row = GameRow(id=f"disk{number}", name="Disk", system=system.name, scenario="bench", setup=setup)
    store.create(row, game.header)
    while (decision := game.decision) is not None:
        seat = game.waiting()[0]
        option, picks = bots[seat].choose(game.state, decision, seat)
        entry = Entry(
            "answer", seat, option, tuple(picks), player="p" * 22, client=f"{'c' * 12}{game.version}"
        )
        begun = time.perf_counter()
        store.append(row.id, game.version, entry)
        took.append(time.perf_counter() - begun)
        game.run(entry)
        if game.version % SNAPSHOT_EVERY == 0 and game.snapshots:
            store.save_snapshot(row.id, game.version, game.hash(), game.snapshots[-1].whole())
    store.finish(row.id, True)
    return game.version


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--database", default="", help="an empty one; else SQLite in a temporary folder")
    args = parser.parse_args()
    system, text = find(args)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(args.database or f"sqlite:///{Path(folder) / 'games.db'}")
        empty = store.usage().bytes
        took: list[float] = []
        answers = sum(play(store, system, text, args.bots, n, took) for n in range(args.games))
        used = store.usage().bytes - empty
        for n in range(args.games):
            store.pack(f"disk{n}")
        packed = store.usage().packed_bytes
        store.close()
    millis = [1000 * seconds for seconds in took]
    report = {
        "system": system.name,
        "scenario": args.scenario,
        "machine": machine(),
        "games": args.games,
        "answers": round(answers / args.games),
        "mb_per_1000_games": round(used / args.games / 1000, 1),
        "mb_per_1000_packed": round(packed / args.games / 1000, 1),
        "append_ms_median": round(percentile(millis, 0.5), 2),
        "append_ms_p95": round(percentile(millis, 0.95), 2),
    }
    if args.json:
        print(json.dumps(report))
        return
    print(f"{system.name} {args.scenario}, {args.games} games of {report['answers']} answers ({machine()})")
    print(
        f"  1,000 games        {report['mb_per_1000_games']} MB, archived {report['mb_per_1000_packed']} MB"
    )
    print(f"  an entry stored    median {report['append_ms_median']} ms, p95 {report['append_ms_p95']} ms")


if __name__ == "__main__":
    main()
