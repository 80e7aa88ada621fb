"""Time from an answer's arrival to its patches being ready to send, and how large they are.

python -m bench.step [SYSTEM SCENARIO] [--answers 2000]

An answer comes as text; the time runs until check, rules, and for each audience (public, each seat alone)
patch, hash and its JSON are done. No network, no database. Bytes are those of JSON: patches beside the scene.
"""

from __future__ import annotations

import json
import time
from statistics import median

import msgspec

from bench.common import arguments, find, machine, percentile
from webgame.engine.audience import Audience, Audiences
from webgame.engine.game import Entry, Game
from webgame.engine.simulate import header_for, seat_bots, seed_for
from webgame.engine.system import System

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode


class Sizes:
    """What was measured: seconds of each answer, bytes of each patch and of the scene after it."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.patches: list[int] = []
        self.scenes: list[int] = []


def play(system: System, text: str, bot: str, number: int, left: int, sizes: Sizes) -> int:
    """Play one game and measure each answer; return how many answers it took."""
    seed = seed_for("bench", number)
    game = Game(system, header_for(system, "bench", text, seed))
    bots = seat_bots(system, game, {"": bot}, seed)
    audiences = Audiences(game)
    present: list[Audience] = [frozenset(), *(frozenset({seat}) for seat in game.seats)]
    for seats in present:
        audiences.add(seats)
    answers = 0
    while (decision := game.decision) is not None and answers < left:
        seat = game.waiting()[0]
        option, picks = bots[seat].choose(game.state, decision, seat)
        wire = _encode(Entry("answer", seat, option, picks, decision=decision.id))
        sent = dict.fromkeys(present, 0)
        begun = time.perf_counter()
        for frame in game.apply(_decode(wire)):
            for seats, (patch, events) in audiences.frame(frame).items():
                sent[seats] += len(_encode(patch))
                _encode(events)
        sizes.seconds.append(time.perf_counter() - begun)
        answers += 1
        sizes.patches += sent.values()
        if answers % 10 == 1:
            sizes.scenes += [len(_encode(audiences.views[seats].scene)) for seats in present]
    return answers


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__)
    parser.add_argument("--answers", type=int, default=2000)
    args = parser.parse_args()
    system, text = find(args)
    play(system, text, args.bots, -1, 50, Sizes())  # warm
    sizes = Sizes()
    left, number = args.answers, 0
    while left > 0:
        left -= play(system, text, args.bots, number, left, sizes)
        number += 1
    millis = [1000 * second for second in sizes.seconds]
    report = {
        "system": system.name,
        "scenario": args.scenario,
        "bot": args.bots,
        "machine": machine(),
        "answers": len(millis),
        "ms_median": round(median(millis), 3),
        "ms_p95": round(percentile(millis, 0.95), 3),
        "ms_max": round(max(millis), 3),
        "patch_bytes_median": round(median(sizes.patches)),
        "patch_bytes_p95": round(percentile([float(n) for n in sizes.patches], 0.95)),
        "scene_bytes_median": round(median(sizes.scenes)),
        "patch_share": round(
            sum(sizes.patches) / len(sizes.patches) / (sum(sizes.scenes) / len(sizes.scenes)), 4
        ),
    }
    if args.json:
        print(json.dumps(report))
        return
    print(
        f"{system.name} {args.scenario}, bot {args.bots}, {report['answers']} answers ({report['machine']})"
    )
    print(
        f"  ms to the patches   median {report['ms_median']}, p95 {report['ms_p95']}, max {report['ms_max']}"
    )
    print(f"  bytes of a patch    median {report['patch_bytes_median']}, p95 {report['patch_bytes_p95']}")
    print(f"  bytes of a scene    median {report['scene_bytes_median']}")
    print(f"  mean patch / scene  {100 * report['patch_share']:.1f} %")


if __name__ == "__main__":
    main()
