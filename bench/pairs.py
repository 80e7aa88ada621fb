"""How hard each scenario of Guildhaven City is for each pair of specialties: the greedy bot plays them all.

python -m bench.pairs [SCENARIO ...] [--games 10] [--jobs 1]

It writes scenarios/guildhaven/pairs.json (what was measured, with hashes by which tests play games again) and
README.md beside it, and puts level and games won into each scenario's file. Finished games are kept in
bench/.cache: a run that was broken off goes on.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import re
import sys
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

from bench.common import SCENARIO_DIR
from bench.difficulty import HASH, Series, faults, play, series_of, with_table, write
from webgame.engine import system as registry
from webgame.engine.measured import LETTERS, Measured
from webgame.engine.simulate import Outcome, simulate
from webgame.systems.guildhaven.box import SPECIALTIES, box

SYSTEM = "guildhaven"
BOT, SEED = "greedy", "pairs"
KEPT = 2  # games a pair whose hashes are kept
FOLDER = SCENARIO_DIR / SYSTEM
FILE = FOLDER / "pairs.json"
PAIRS = tuple(combinations(SPECIALTIES, 2))
SHORT = {name: "".join(word[0] for word in name.split("_")).upper() for name in SPECIALTIES}
SHORT |= {"psionics": "PS", "shadow": "SH", "weaponry": "WE", "super_senses": "SE", "super_strength": "ST"}


class PairSeries(Series, frozen=True):
    """Games of a hero with two given specialties; all else the bot chooses."""

    pair: tuple[str, str] = ("", "")

    def play(self, number: int) -> Outcome:
        """Play one game."""
        system = registry.get(self.system)
        games = simulate(
            system,
            self.scenario,
            self.text,
            1,
            self.seed,
            {"": self.bot},
            first=number,
            options=options(self.pair),
        )
        return next(games)

    def key(self) -> str:
        """Return what the games follow from."""
        return hashlib.sha256(f"{super().key()} {self.pair}".encode()).hexdigest()


class Kept(msgspec.Struct, frozen=True):
    """What is kept of a scenario and a pair: games, wins, mean rounds; result and hash of the first games."""

    games: int
    wins: int
    rounds: float
    first: str
    hashes: tuple[str, ...]


Table = dict[str, dict[str, Kept]]
"""Scenario -> pair ("martial_arts+shadow") -> what was measured."""


def options(pair: tuple[str, str]) -> dict[str, Any]:
    """Return the options of a game with these specialties."""
    return {"hero": {"ask": True, "specialties": list(pair)}}


def series(path: Path, pair: tuple[str, str]) -> PairSeries:
    """Return the series of a scenario file and a pair."""
    plain = series_of(path, SYSTEM, BOT, SEED)
    return PairSeries(plain.system, plain.scenario, plain.text, plain.bot, plain.seed, pair)


def read() -> Table:
    """Return what was measured, nothing if it never was."""
    return msgspec.json.decode(FILE.read_bytes(), type=Table) if FILE.is_file() else {}


def summed(outcomes: list[Outcome]) -> Kept:
    """Return what is kept of a series without faults."""
    side = registry.get(SYSTEM).sides[0]
    return Kept(
        games=len(outcomes),
        wins=sum(o.sides[side] == "win" for o in outcomes),
        rounds=round(fmean(o.rounds for o in outcomes), 1),
        first="".join(LETTERS[o.sides[side]] for o in outcomes[:KEPT]),
        hashes=tuple(o.hash[:HASH] for o in outcomes[:KEPT]),
    )


def unlike(scenario: str, pair: tuple[str, str]) -> list[str]:
    """Play the kept games of a scenario and a pair again; return how they differ from what was measured."""
    found = read().get(scenario, {}).get("+".join(pair))
    if found is None:
        return [f"{scenario} with {' and '.join(pair)} is not measured: python -m bench.pairs"]
    wrong = []
    for number, (letter, code) in enumerate(zip(found.first, found.hashes, strict=True)):
        outcome = series(FOLDER / f"{scenario}.toml", pair).play(number)
        now = LETTERS.get(outcome.sides.get("hero", ""), outcome.error or "no end")
        if (now, outcome.hash[: len(code)]) != (letter, code):
            wrong.append(
                f"{scenario} with {' and '.join(pair)}, game {number}: {now} {outcome.hash[: len(code)]}, "
                f"measured {letter} {code}; if the rules were changed, measure again: python -m bench.pairs"
            )
    return wrong


def whole(found: dict[str, Kept]) -> Measured:
    """Return what was measured of a scenario, all pairs together."""
    games = sum(kept.games for kept in found.values())
    rounds = sum(kept.rounds * kept.games for kept in found.values()) / games
    return Measured(BOT, SEED, games, sum(kept.wins for kept in found.values()), round(rounds, 1))


def level_of(found: dict[str, Kept]) -> str:
    """Return how hard a scenario is in a word."""
    return whole(found).level


def with_measure(text: str, found: dict[str, Kept]) -> str:
    """Return the text of a scenario file with another level and measure; ValueError if it names no level."""
    line = f'difficulty = "{level_of(found)}"'
    made, count = re.subn(r'^difficulty = "\w*"$', line, text, flags=re.MULTILINE)
    if count != 1:
        raise ValueError("the file has no line `difficulty`")
    return with_table(made, whole(found))


def page(table: Table) -> str:
    """Return the README of the scenarios."""
    heads = [f"{SHORT[a]}+{SHORT[b]}" for a, b in PAIRS]
    names = ", ".join(f"{SHORT[name]} {name.replace('_', ' ')}" for name in SPECIALTIES)
    lines = [
        "# Scenarios of Guildhaven City",
        "",
        "Written by `python -m bench.pairs`: the bot `greedy` plays as many games of a scenario with each",
        "pair of specialties; the rest of the hero it chooses itself. A column says how many it won:",
        f"{names}.",
        "",
        "| Scenario | Level | Games | Won | Rounds | " + " | ".join(heads) + " |",
        "|---|---|---:|---:|---:|" + "---:|" * len(heads),
    ]
    for id, pairs in sorted(table.items()):
        every = whole(pairs)
        cells = [str(pairs[key].wins) if (key := "+".join(pair)) in pairs else "" for pair in PAIRS]
        name = box().sheets[id].name
        lines.append(
            f"| [{id}: {name}]({id}.toml) | {every.level} | {every.games} | {every.rate:.0%} "
            f"| {every.rounds:.1f} | " + " | ".join(cells) + " |"
        )
    return "\n".join(lines) + "\n"


def main(given: list[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.pairs", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="A to X; all if none is named")
    parser.add_argument("--games", type=int, default=10, help="a pair")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    args = parser.parse_args(given)
    if args.games < 1 or args.jobs < 1:
        parser.error("--games and --jobs are at least 1")
    names = args.scenarios or list(box().sheets)
    for name in names:
        if name not in box().sheets:
            parser.error(f"there is no scenario {name!r}; there are: {', '.join(box().sheets)}")
    failed = 0
    with contextlib.suppress(KeyboardInterrupt):
        for name in names:
            failed += measure(name, args.games, args.jobs)
        sys.exit(1 if failed else 0)
    sys.exit("broken off; start again, it goes on")


def measure(name: str, games: int, jobs: int) -> int:
    """Measure a scenario with all pairs and write it down; return 1 if a game went wrong."""
    found: dict[str, Kept] = {}
    for pair in PAIRS:
        outcomes = play(series(FOLDER / f"{name}.toml", pair), games, jobs)
        wrong = faults(outcomes)
        if wrong:
            print(f"{name}: {'+'.join(pair)}: {len(wrong)} games went wrong, nothing is written; {wrong[0]}")
            return 1
        found["+".join(pair)] = summed(outcomes)
    table = read() | {name: found}
    text = msgspec.json.format(msgspec.json.encode(dict(sorted(table.items()))), indent=1).decode()
    write(FILE, text + "\n")
    write(FOLDER / "README.md", page(table))
    file = FOLDER / f"{name}.toml"
    write(file, with_measure(file.read_text(encoding="utf-8"), found))
    print(f"{name}: {whole(found).wins} of {whole(found).games} won", flush=True)
    return 0


if __name__ == "__main__":
    main()
