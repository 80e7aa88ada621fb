"""Restoring a long game from its log, and seeking to any answer of it, as the server and the time-shift do.

python -m bench.restore [SYSTEM SCENARIO] [--bots greedy] [--answers 1000] [--rule start_coins=99]

Bots play until a game has so many answers; if none gets there, the longest one is taken, and the report says
how long it is. House rules (`--rule`) may keep games from ending early. Measured is
CPU time, in milliseconds: loading it from its log alone (quiet: as a save is checked; heard: with events and
snapshots, as a server without stored snapshots does), loading it from its log and snapshots, charting its
past (done once, when somebody first looks back) and looking at an answer of it, 200 in a random order.
The chess plies in the same run tell how fast the machine was.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from bench.common import arguments, find, machine, percentile
from bench.engine import chess_plies
from webgame.engine.game import Game, Header
from webgame.engine.past import Past
from webgame.engine.simulate import header_for, seat_bots, seed_for
from webgame.engine.system import System

TRIES = 12  # games begun until one is long enough
SEEKS = 200  # answers looked at
PLIES = 5_000


def millis(work: Callable[[], object]) -> float:
    """Return the CPU time of `work` in milliseconds."""
    begun = time.process_time()
    work()
    return 1000 * (time.process_time() - begun)


def long_game(system: System, text: str, bot: str, answers: int, options: dict[str, Any]) -> Game:
    """Return the first game that bots play to so many answers, or else the longest one."""
    longest: Game | None = None
    for number in range(TRIES):
        seed = seed_for("restore", number)
        game = Game(system, header_for(system, "bench", text, seed, options))
        bots = seat_bots(system, game, {"": bot}, seed)
        while (decision := game.decision) is not None and len(game.live) < answers:
            seat = game.waiting()[0]
            game.answer(seat, *bots[seat].choose(game.state, decision, seat))
        if longest is None or len(game.live) > len(longest.live):
            longest = game
        if len(game.live) == answers:
            break
    assert longest is not None
    return longest


def rules(given: list[str]) -> dict[str, Any]:
    """Return the options of a game with house rules `name=number`; exit with a line if one is none."""
    found: dict[str, int] = {}
    for rule in given:
        name, mark, number = rule.partition("=")
        if not mark or not number.isdigit():
            sys.exit(f"--rule wants name=number, not {rule!r}")
        found[name] = int(number)
    return {"rules": found} if found else {}


def seeks(system: System, header: Header, game: Game) -> tuple[float, list[float]]:
    """Return the time of charting the past and of each look at an answer, in a random order."""
    past = Past(system, header)
    past.follow([game.log[index] for index in game.live], dict(game.holders), 0)
    charting = millis(lambda: [None for _ in past.chart()])
    seats = frozenset[str]()

    def look(at: int) -> None:
        for _ in past.travel(at):
            pass
        past.look(seats)

    order = random.Random(1).choices(range(len(game.live) + 1), k=SEEKS)
    return charting, [millis(lambda at=at: look(at)) for at in order]  # type: ignore[misc]


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__)
    parser.add_argument("--answers", type=int, default=1000)
    parser.add_argument("--rule", action="append", default=[], help="a house rule, name=number")
    args = parser.parse_args()
    system, text = find(args)
    game = long_game(system, text, args.bots, args.answers, rules(args.rule))
    header, log, kept = game.header, list(game.log), list(game.snapshots)
    plies = chess_plies(1)
    chess = PLIES / millis(lambda: [next(plies) for _ in range(PLIES)]) * 1000

    def load(quiet: bool, snapshots: bool) -> None:
        known = kept if snapshots else None
        again = Game(system, header, log, known, quiet=quiet, keep_snapshots=not quiet)
        if again.hash() != game.hash():
            sys.exit("the log led elsewhere")

    charting, looks = seeks(system, header, game)
    report = {
        "system": system.name,
        "scenario": args.scenario,
        "bot": args.bots,
        "machine": machine(),
        "answers": len(game.live),
        "log_quiet_ms": round(min(millis(lambda: load(True, False)) for _ in range(3)), 1),
        "log_heard_ms": round(min(millis(lambda: load(False, False)) for _ in range(3)), 1),
        "snapshots_ms": round(min(millis(lambda: load(False, True)) for _ in range(3)), 1),
        "chart_ms": round(charting, 1),
        "seek_ms_median": round(median(looks), 1),
        "seek_ms_p95": round(percentile(looks, 0.95), 1),
        "seek_ms_max": round(max(looks), 1),
        "chess_plies_per_second": round(chess),
    }
    if args.json:
        print(json.dumps(report))
        return
    print(f"{system.name} {args.scenario}, bot {args.bots}, a game of {len(game.live)} answers ({machine()})")
    print(f"  ms from the log     quiet {report['log_quiet_ms']}, heard {report['log_heard_ms']}")
    print(f"  ms from snapshots   {report['snapshots_ms']}")
    print(f"  ms to chart it      {report['chart_ms']}")
    print(
        f"  ms to an answer     median {report['seek_ms_median']}, p95 {report['seek_ms_p95']}, "
        f"max {report['seek_ms_max']}"
    )
    print(f"  chess plies a second {report['chess_plies_per_second']}")


if __name__ == "__main__":
    main()
