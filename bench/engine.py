"""Decisions per CPU second of a system's random play, beside random chess by python-chess in the same run.

python -m bench.engine [SYSTEM SCENARIO] [--seconds 3] [--rounds 5]

Both run on one core, turn by turn in short slices, so that a busy machine slows both alike: the ratio is what
to compare between machines. Before measuring, both play a few whole games: what is computed once and kept is
there then; what belongs to one game (its set-up, a dungeon built at random) counts. A chess ply is: list the
legal moves, take one by lot, push it; a decision is: take one of the listed options by lot, run the rules to
the next question. Neither keeps scenes or snapshots.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from statistics import median

import chess

from bench.common import arguments, find, machine
from webgame.engine.game import Game
from webgame.engine.simulate import header_for, seat_bots, seed_for
from webgame.engine.system import System

WARM = 8  # games that each of the two plays before measuring


def chess_plies(seed: int) -> Iterator[bool]:
    """Play random chess for ever; yield after each ply whether a new game begins."""
    lot = random.Random(seed)
    while True:
        board = chess.Board()
        while moves := list(board.legal_moves):
            board.push(lot.choice(moves))
            yield len(board.move_stack) == 1
            if board.is_seventyfive_moves() or board.is_insufficient_material():
                break


def decisions(system: System, text: str, bot: str, seed: str) -> Iterator[bool]:
    """Play a scenario for ever; yield after each answer whether a new game begins."""
    number = 0
    while True:
        game_seed = seed_for(seed, number)
        game = Game(system, header_for(system, "bench", text, game_seed), quiet=True, keep_snapshots=False)
        bots = seat_bots(system, game, {"": bot}, game_seed)
        answers = 0
        while (decision := game.decision) is not None and answers < system.decision_cap:
            seat = game.waiting()[0]
            game.answer(seat, *bots[seat].choose(game.state, decision, seat))
            answers += 1
            yield answers == 1
        number += 1


def warm(work: Iterator[bool]) -> None:
    """Play the first games."""
    begun = 0
    while begun <= WARM:
        begun += next(work)


def rate(work: Iterator[bool], seconds: float) -> float:
    """Return how many steps `work` makes in a second of CPU time."""
    begun = now = time.process_time()
    steps = 0
    while now - begun < seconds:
        for _ in range(20):
            next(work)
        steps += 20
        now = time.process_time()
    return steps / (now - begun)


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each of the two, in each round")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    system, text = find(args)
    ours, theirs = decisions(system, text, args.bots, "bench"), chess_plies(1)
    warm(ours)
    warm(theirs)
    slices = [(rate(ours, args.seconds), rate(theirs, args.seconds)) for _ in range(args.rounds)]
    ratios = [a / b for a, b in slices]
    report = {
        "system": system.name,
        "scenario": args.scenario,
        "bot": args.bots,
        "machine": machine(),
        "decisions_per_second": round(median(a for a, _ in slices)),
        "chess_plies_per_second": round(median(b for _, b in slices)),
        "ratio": round(median(ratios), 3),
        "ratio_low": round(min(ratios), 3),
        "ratio_high": round(max(ratios), 3),
        "rounds": args.rounds,
    }
    if args.json:
        print(json.dumps(report))
        return
    print(f"{system.name} {args.scenario}, bot {args.bots}, median of {args.rounds} rounds ({machine()})")
    print(f"  decisions a second    {report['decisions_per_second']:>8}")
    print(f"  chess plies a second  {report['chess_plies_per_second']:>8}")
    print(f"  ratio                 {report['ratio']:>8} ({report['ratio_low']} to {report['ratio_high']})")


if __name__ == "__main__":
    main()
