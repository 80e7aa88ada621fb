"""Two bots on the same seeds over all scenarios of a system: win rates, their paired difference, time.

python -m bench.bots [--bots clever] [--against greedy] [--games 100] [--seed 1] [--kept FILE] [SCENARIO ...]

With `--kept` each finished game is added to FILE (a JSON object a line) and games found there are not played
again: a long series can be stopped and gone on with. Games of other rules, box or scenario text don't count;
bots that were changed want a new FILE. With `--write` the table goes into BOTS.md beside the scenarios.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.common import SCENARIO_DIR, machine
from webgame.commands.simulate import interval
from webgame.engine import simulate
from webgame.engine import system as registry
from webgame.engine.system import System

PAGE = "BOTS.md"
Key = tuple[str, str, str, int]  # what is played (a digest), bot, seed, number
Row = dict[str, Any]


def read(kept: Path | None) -> dict[Key, Row]:
    """Return the games kept in a file; a last line that was cut off is ended and left out."""
    found: dict[Key, Row] = {}
    if kept is None or not kept.is_file():
        return found
    text = kept.read_text(encoding="utf-8")
    if text and not text.endswith("\n"):
        with kept.open("a", encoding="utf-8") as out:
            out.write("\n")
    for line in text.splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        found[row["played"], row["bot"], row["seed"], row["number"]] = row
    return found


def played(
    system: System, name: str, text: str, bot: str, args: argparse.Namespace, known: dict[Key, Row]
) -> Iterator[Row]:
    """Yield the games of one bot on one scenario, those kept and those played now."""
    digest = hashlib.sha256(f"{system.digest()}\0{text}".encode()).hexdigest()[:16]
    for number in range(args.games):
        key = (digest, bot, args.seed, number)
        if key not in known:
            begun = time.process_time()
            outcome = next(simulate.simulate(system, name, text, 1, args.seed, {"": bot}, first=number))
            spent = time.process_time() - begun
            known[key] = {
                "played": digest,
                "scenario": name,
                "bot": bot,
                "seed": args.seed,
                "number": number,
                "won": outcome.sides.get("heroes") == "win",
                "error": outcome.error or ("" if outcome.sides else "unfinished"),
                "rounds": outcome.rounds,
                "decisions": outcome.decisions,
                "seconds": round(spent, 3),
            }
            if args.kept is not None:
                with args.kept.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(known[key]) + "\n")
        yield known[key]


def report(name: str, ours: list[Row], theirs: list[Row]) -> Row:
    """Return a row of the table: win rates in percent, the difference and its 95 % interval, errors, time."""
    pairs = [(a, b) for a, b in zip(ours, theirs, strict=True) if not a["error"] and not b["error"]]
    gain = interval([100.0 * (a["won"] - b["won"]) for a, b in pairs]) if len(pairs) > 1 else {}
    made = sum(a["decisions"] for a in ours)
    return {
        "scenario": name,
        "pairs": len(pairs),
        "errors": len(ours) - len(pairs),
        "ours": round(100 * sum(a["won"] for a, _ in pairs) / max(1, len(pairs)), 1),
        "theirs": round(100 * sum(b["won"] for _, b in pairs) / max(1, len(pairs)), 1),
        **{key: round(value, 1) for key, value in gain.items()},
        "rounds": round(sum(a["rounds"] for a in ours) / max(1, len(ours)), 1),
        "ms": round(1000 * sum(a["seconds"] for a in ours) / max(1, made), 2),
    }


def line(row: Row) -> str:
    """Return a row as text."""
    return (
        f"{row['scenario']:20}{row['pairs']:6}{row['ours']:8.1f}{row['theirs']:8.1f}"
        f"{row.get('mean', 0):+8.1f}  {row.get('low', 0):+6.1f} to {row.get('high', 0):+6.1f}"
        f"{row['rounds']:8.1f}{row['ms']:7.2f}{row['errors']:8}"
    )


def page(rows: list[Row], args: argparse.Namespace) -> str:
    """Return the table as a page, the total last."""
    ours, theirs = args.bots, args.against
    lines = [
        f"# The {ours} bot beside the {theirs} one",
        "",
        "Written by `python -m bench.bots --write`. Both play the same games, all seats of each; the gain is",
        "the difference of shares in percent, with its 95 % interval; time is that of a decision.",
        "",
        f"| Scenario | Games | {ours} wins | {theirs} wins | Gain | Interval | Rounds | Time | Unfinished |",
        f"| --- |{' ---: |' * 8}",
    ]
    for row in rows:
        name = f"[{row['scenario']}]({row['scenario']}.toml)" if row is not rows[-1] else "all"
        cells = (
            name,
            str(row["pairs"]),
            f"{row['ours']:.1f}%",
            f"{row['theirs']:.1f}%",
            f"{row.get('mean', 0):+.1f}",
            f"{row.get('low', 0):+.1f} to {row.get('high', 0):+.1f}",
            f"{row['rounds']:.1f}",
            f"{row['ms']:.1f} ms",
            str(row["errors"]),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="a name or a TOML file; all of them")
    parser.add_argument("--system", default="sde_arcade")
    parser.add_argument("--bots", default="clever")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--kept", type=Path, help="file of finished games")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE} beside the scenarios")
    args = parser.parse_args()
    if args.write and args.scenarios:
        sys.exit(f"{PAGE} is about all scenarios")
    system = registry.get(args.system)
    for bot in (args.bots, args.against):
        if bot not in system.bots:
            sys.exit(f"there is no bot {bot!r} of {system.name}; there are: {', '.join(sorted(system.bots))}")
    names = args.scenarios or sorted(path.stem for path in (SCENARIO_DIR / system.name).glob("*.toml"))
    paths = [Path(n) if n.endswith(".toml") else SCENARIO_DIR / system.name / f"{n}.toml" for n in names]
    for path in paths:
        if not path.is_file():
            sys.exit(f"{path}: there is no such scenario")
    known = read(args.kept)
    rows: list[Row] = []
    ours: list[Row] = []
    theirs: list[Row] = []
    if not args.json:
        print(f"{args.bots} against {args.against}, {args.games} pairs, seed {args.seed}; {machine()}")
        print(
            f"{'scenario':20}{'pairs':>6}{args.bots:>8}{args.against:>8}"
            f"{'gain':>8}{'95 % interval':>18}{'rounds':>8}{'ms':>7}{'errors':>8}"
        )
    for path in paths:
        text = path.read_text(encoding="utf-8")
        mine = list(played(system, path.stem, text, args.bots, args, known))
        other = list(played(system, path.stem, text, args.against, args, known))
        ours += mine
        theirs += other
        rows.append(report(path.stem, mine, other))
        if not args.json:
            print(line(rows[-1]), flush=True)
    total = report("all", ours, theirs)
    if args.json:
        print(json.dumps({"bots": args.bots, "against": args.against, "rows": rows, "all": total}))
    else:
        print(line(total))
    if args.write:
        (SCENARIO_DIR / system.name / PAGE).write_text(page([*rows, total], args), encoding="utf-8")


if __name__ == "__main__":
    main()
