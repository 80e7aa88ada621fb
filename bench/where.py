"""Where the time of random play goes, by file: what its own lines take, and what they call takes with them.

python -m bench.where [SYSTEM SCENARIO] [--seconds 5] [--top 20]

A timer looks at the stack every few milliseconds of CPU time, so the measuring changes the shares but little.
"""

from __future__ import annotations

import json
import signal
import time
from collections import Counter
from pathlib import Path
from types import FrameType

import webgame
from bench.common import arguments, find, machine
from bench.engine import decisions, warm

TICK = 0.002  # seconds of CPU time between two looks
HOME = str(Path(webgame.__file__).resolve().parent)


class Looks:
    """How often each file of the program was on top of the stack, and on it at all."""

    def __init__(self) -> None:
        self.all = 0
        self.own: Counter[str] = Counter()
        self.within: Counter[str] = Counter()

    def look(self, signum: int, frame: FrameType | None) -> None:
        """Note the files on the stack."""
        self.all += 1
        seen: set[str] = set()
        while frame is not None:
            path = frame.f_code.co_filename
            if path.startswith(HOME):
                name = path[len(HOME) + 1 :]
                if not seen:
                    self.own[name] += 1
                seen.add(name)
            frame = frame.f_back
        self.within.update(seen)


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="of CPU time")
    parser.add_argument("--top", type=int, default=20, help="files to print")
    args = parser.parse_args()
    system, text = find(args)
    work = decisions(system, text, args.bots, "where")
    warm(work)
    looks = Looks()
    signal.signal(signal.SIGPROF, looks.look)
    signal.setitimer(signal.ITIMER_PROF, TICK, TICK)
    end = time.process_time() + args.seconds
    while time.process_time() < end:
        next(work)
    signal.setitimer(signal.ITIMER_PROF, 0)
    shares = {
        name: {"own": round(looks.own[name] / looks.all, 3), "within": round(count / looks.all, 3)}
        for name, count in looks.within.most_common(args.top)
    }
    if args.json:
        print(json.dumps({"system": system.name, "scenario": args.scenario, "files": shares}))
        return
    print(f"{system.name} {args.scenario}, bot {args.bots}, {looks.all} looks ({machine()})")
    print("   own  with what it calls")
    for name, share in shares.items():
        print(f"  {100 * share['own']:4.1f}  {100 * share['within']:5.1f}  {name}")


if __name__ == "__main__":
    main()
