"""How hard each scenario is: a bot plays a series of games, and the scenario's file keeps what came of it.

python -m bench.difficulty [SCENARIO ...] [--games 500] [--jobs 2]
python -m bench.difficulty --readme

The first writes the table `[measured]` at the end of each scenario file; the second plays the same number of
random games and writes `README.md` beside the files. Every finished game is kept in bench/.cache, under a key
made of rules, scenario, bot and seed: a run that was broken off goes on, and ends as one in one go would.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import inspect
import multiprocessing
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

import webgame.engine
from bench import bots, difficulty_readme
from bench.common import SCENARIO_DIR
from tests.toy import register_toy
from webgame.engine import measured as kept
from webgame.engine import system as registry
from webgame.engine.game import parse_scenario
from webgame.engine.measured import LETTERS, REPLAYED, Measured
from webgame.engine.simulate import Outcome, simulate
from webgame.engine.system import BadScenario, System

CACHE = Path(__file__).parent / ".cache"
SEED = "difficulty"
HASH = 12  # hex digits kept of a game's hash
WORDS = ("name", "description", "hints", "difficulty", "measured")  # keys that change no game
AGAIN = "measure again: python -m bench.difficulty"


class Series(msgspec.Struct, frozen=True):
    """Which games are played."""

    system: str
    scenario: str
    text: str
    bot: str
    seed: str

    def play(self, number: int) -> Outcome:
        """Play one game."""
        system = registry.get(self.system)
        return next(simulate(system, self.scenario, self.text, 1, self.seed, {"": self.bot}, first=number))

    def key(self) -> str:
        """Return what the games follow from, as a digest: rules, scenario, bot, seed."""
        data = {key: value for key, value in parse_scenario(self.text).items() if key not in WORDS}
        what = (rules_key(self.system), data, self.bot, self.seed)
        return hashlib.sha256(msgspec.json.encode(what, order="deterministic")).hexdigest()


def rules_key(name: str) -> str:
    """Return a digest of the code and data that a system's games run on, words and rulebook left out."""
    system = registry.get(name)
    total = hashlib.sha256(system.digest().encode())
    for module in (inspect.getfile(type(system)), webgame.engine.__file__ or ""):
        folder = Path(module).parent
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".json") and "words" not in path.parts:
                total.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes())
    return total.hexdigest()


# -- playing ---------------------------------------------------------------------------------------------


class Cache:
    """The finished games of a series, a line each; a line that was cut off is played again."""

    def __init__(self, series: Series, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{series.system}-{series.scenario}-{series.bot}-{series.key()[:16]}.jsonl"
        self.path = folder / name
        self.games: dict[int, Outcome] = {}
        text = self.path.read_bytes() if self.path.exists() else b""
        for line in text.splitlines():
            with contextlib.suppress(msgspec.DecodeError):
                outcome = msgspec.json.decode(line, type=Outcome)
                self.games[outcome.number] = outcome
        self._file = self.path.open("ab")
        if text and not text.endswith(b"\n"):
            self._file.write(b"\n")

    def add(self, outcome: Outcome) -> None:
        """Keep a finished game."""
        self.games[outcome.number] = outcome
        self._file.write(msgspec.json.encode(outcome) + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def serve(channel: Connection, rules: str, series: Series) -> None:
    """Play in a process of its own whatever game is asked for, until the asker goes away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    register_toy()
    if rules_key(series.system) != rules:
        channel.send(None)
        return
    with contextlib.suppress(EOFError, OSError):
        while True:
            channel.send(series.play(channel.recv()))


def played(series: Series, numbers: list[int], jobs: int) -> Iterator[Outcome]:
    """Play the games of these numbers, in several processes if `jobs` > 1; yield each as it ends."""
    if min(jobs, len(numbers)) <= 1:
        for number in numbers:
            yield series.play(number)
        return
    context = multiprocessing.get_context("spawn")  # a fork would hold the other processes' channels open
    rules = rules_key(series.system)
    left = list(reversed(numbers))
    busy: list[Connection] = []
    workers = []
    for _ in range(min(jobs, len(numbers))):
        ours, theirs = context.Pipe()
        worker = context.Process(target=serve, args=(theirs, rules, series), daemon=True)
        worker.start()
        theirs.close()
        workers.append(worker)
        busy.append(ours)
        ours.send(left.pop())
    while busy:
        for channel in wait(list(busy)):
            assert isinstance(channel, Connection)
            try:
                outcome = channel.recv()
            except EOFError:
                raise SystemExit("a process that played games has died: start again, it goes on") from None
            if outcome is None:
                raise SystemExit("the rules were changed meanwhile: start again")
            yield outcome
            if left:
                channel.send(left.pop())
            else:
                busy.remove(channel)
                channel.close()
    for worker in workers:
        worker.join()


def series_of(path: Path, system: str, bot: str, seed: str) -> Series:
    """Return the series of a scenario file; raise SystemExit if it can't be played."""
    try:
        text = path.read_text(encoding="utf-8")
        registry.get(system).scenario(parse_scenario(text))
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror}") from None
    except (BadScenario, msgspec.DecodeError) as error:
        raise SystemExit(f"{path}: {error}") from None
    return Series(system, path.stem, text, bot, seed)


def play(series: Series, games: int, jobs: int, folder: Path = CACHE) -> list[Outcome]:
    """Return the first games of a series, those not played before by playing them."""
    cache = Cache(series, folder)
    try:
        missing = [number for number in range(games) if number not in cache.games]
        begun = time.monotonic()
        for count, outcome in enumerate(played(series, missing, jobs), 1):
            cache.add(outcome)
            if count % 25 == 0 or count == len(missing):
                spent = time.monotonic() - begun
                rest = spent / count * (len(missing) - count)
                done = games - len(missing) + count
                print(
                    f"{series.scenario} ({series.bot}): {done} of {games}, {rest:.0f} s left", file=sys.stderr
                )
    finally:
        cache.close()
    return [cache.games[number] for number in range(games)]


# -- what is kept ----------------------------------------------------------------------------------------


def faults(outcomes: list[Outcome]) -> list[str]:
    """Return what went wrong: games that broke off, games without an end."""
    return [f"game {o.number}: {o.error or 'came to no end'}" for o in outcomes if o.error or not o.sides]


def summed(system: System, series: Series, outcomes: list[Outcome]) -> Measured:
    """Return what a scenario file keeps of a series without faults."""
    side = system.sides[0]
    first = outcomes[:REPLAYED]
    return Measured(
        bot=series.bot,
        seed=series.seed,
        games=len(outcomes),
        wins=sum(o.sides[side] == "win" for o in outcomes),
        rounds=round(fmean(o.rounds for o in outcomes), 1),
        rules=system.digest(),
        first="".join(LETTERS[o.sides[side]] for o in first),
        hashes=tuple(o.hash[:HASH] for o in first),
    )


def table(found: Measured) -> str:
    """Return the table of a scenario file."""
    hashes = "".join(f'    "{code}",\n' for code in found.hashes)
    lines = (
        "[measured]\n"
        f'bot = "{found.bot}"\n'
        f"seed = {msgspec.json.encode(found.seed).decode()}\n"
        f"games = {found.games}\n"
        f"wins = {found.wins}\n"
        f"rounds = {found.rounds}\n"
    )
    if not found.hashes:  # kept elsewhere
        return lines
    return f'{lines}rules = "{found.rules}"\nfirst = "{found.first}"\nhashes = [\n{hashes}]\n'


TABLE = re.compile(r"^\[measured\].*\n(?:[^\[\n].*(?:\n|\Z))*", re.MULTILINE)  # up to an empty line


def with_table(text: str, found: Measured) -> str:
    """Return a scenario file's text with the table in place of the one that was there, at its end.

    Raises ValueError if anything else in the file would change.
    """
    rest = TABLE.sub("", text).strip("\n")
    made = f"{rest}\n\n{table(found)}"
    before = parse_scenario(text)
    try:
        after = parse_scenario(made)
    except msgspec.DecodeError:
        after = {}
    before.pop("measured", None)
    if kept.of({"measured": after.pop("measured", None)}) != found or before != after:
        raise ValueError("the table [measured] can't be put into this file without changing more of it")
    return made


def write(path: Path, text: str) -> None:
    """Put a file in place in one step."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def unlike(path: Path, system: str, numbers: range) -> list[str]:
    """Play some of the first measured games again; return how they differ from what the file says."""
    text = path.read_text(encoding="utf-8")
    found = kept.of(parse_scenario(text))
    if found is None:
        return [f"{path.name} is not measured: {AGAIN}"]
    known = registry.get(system)
    if found.bot not in known.bots:
        return [f"{path.name} was measured with a bot {found.bot!r} that is no more: {AGAIN}"]
    series = Series(system, path.stem, text, found.bot, found.seed)
    wrong: list[str] = []
    for number, (letter, code) in enumerate(zip(found.first, found.hashes, strict=True)):
        if number not in numbers:
            continue
        outcome = series.play(number)
        now = LETTERS.get(outcome.sides.get(known.sides[0], ""), outcome.error or "no end")
        if (now, outcome.hash[: len(code)]) != (letter, code):
            wrong.append(
                f"{path.name} game {number}: {now} {outcome.hash[: len(code)]}, "
                f"measured {letter} {code}; if the rules were changed, {AGAIN}"
            )
    return wrong


# -- the command -----------------------------------------------------------------------------------------


def arguments(given: list[str] | None) -> Any:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m bench.difficulty", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="all if none is named")
    parser.add_argument("--system", default="sde_arcade")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--readme", action="store_true", help="write the README of the scenarios")
    args = parser.parse_args(given)
    if args.games < 1 or args.jobs < 1:
        parser.error("--games and --jobs are at least 1")
    try:
        system = registry.get(args.system)
    except KeyError as error:
        parser.error(str(error.args[0]))
    if args.bot not in system.bots:
        parser.error(f"there is no bot {args.bot!r}; there are: {', '.join(sorted(system.bots))}")
    files = {path.stem: path for path in sorted((SCENARIO_DIR / args.system).glob("*.toml"))}
    for name in args.scenarios:
        if name not in files:
            parser.error(f"there is no scenario {name!r}; there are: {', '.join(files)}")
    if args.readme and args.scenarios:
        parser.error("--readme is about all scenarios")
    args.files = [files[name] for name in args.scenarios or files]
    return args


def measure(args: Any) -> int:
    """Measure scenarios and write the tables; return how many could not be measured."""
    system, failed = registry.get(args.system), 0
    for path in args.files:
        series = series_of(path, args.system, args.bot, args.seed)
        outcomes = play(series, args.games, args.jobs)
        wrong = faults(outcomes)
        if wrong:
            print(f"{path.stem}: {len(wrong)} games went wrong, nothing is written; {wrong[0]}")
            failed += 1
            continue
        found = summed(system, series, outcomes)
        try:
            write(path, with_table(path.read_text(encoding="utf-8"), found))
        except ValueError as error:
            print(f"{path.stem}: {error}")
            failed += 1
            continue
        print(f"{path.stem}: {found.wins} of {found.games} won, {found.rounds} rounds: {found.level}")
    return failed


def readme(args: Any) -> int:
    """Write the README of the scenarios; return in how many of them a random game went wrong."""
    rows = []
    for path in args.files:
        series = series_of(path, args.system, "random", args.seed)
        outcomes = play(series, args.games, args.jobs)
        rows.append(difficulty_readme.row(registry.get(args.system), path, outcomes))
    file = SCENARIO_DIR / args.system / "README.md"
    write(file, difficulty_readme.page(rows, args.games, file.with_name(bots.PAGE).is_file()))
    print(f"{file.relative_to(SCENARIO_DIR.parent)}: {len(rows)} scenarios")
    for row in rows:
        for line in row.wrong[:3]:
            print(f"{row.id}: {line}")
    return sum(bool(row.wrong) for row in rows)


def main(given: list[str] | None = None) -> None:
    """Run the command."""
    args = arguments(given)
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(1 if (readme if args.readme else measure)(args) else 0)
    sys.exit("broken off; start again, it goes on")


if __name__ == "__main__":
    main()
