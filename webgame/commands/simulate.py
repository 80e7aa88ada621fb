"""`webgame simulate`: games by bots, counted."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import click
import msgspec

from webgame.commands.common import Fail, playable, print_json, system_named
from webgame.commands.simulate_built import builder_for, play_built, told
from webgame.engine import save as saves
from webgame.engine import simulate as engine
from webgame.engine.game import Game
from webgame.engine.simulate import Outcome
from webgame.engine.system import System


class Series(msgspec.Struct, frozen=True):
    """What is to be played."""

    system: str
    scenario: str
    text: str
    seed: str
    bots: dict[str, str]
    check: bool
    saves: str = ""
    built: bool = False  # each game of a scenario of its own, made up by the system's builder


@click.command()
@click.argument("system")
@click.argument("scenario", required=False)
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="How many games."
)
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
@click.option("--build", help="Instead of SCENARIO: make up a scenario for each game, from this seed.")
@click.option(
    "--texts",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write each made-up scenario whose game did not end into this folder.",
)
@click.option("--bots", default="random", show_default=True, help="NAME, or side=NAME,side=NAME.")
@click.option("--against", help="Play the same seeds with this bot too and compare.")
@click.option("--check/--no-check", default=False, help="Check the rules' invariants after each answer.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option(
    "--saves", type=click.Path(file_okay=False, path_type=Path), help="Write each game into this folder."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def simulate(
    system: str,
    scenario: str | None,
    games: int,
    seed: str,
    build: str | None,
    texts: Path | None,
    bots: str,
    against: str | None,
    check: bool,
    jobs: int,
    saves: Path | None,
    as_json: bool,
) -> None:
    """Play GAMES games of SCENARIO (a name or a TOML file) by bots and count what came of them."""
    found = system_named(system)
    name, text, seed = subject(found, scenario, build, seed)
    if texts is not None and build is None:
        raise Fail("--texts goes with --build: the text of a scenario is in its file")
    chosen = bots_from(found, bots)
    if saves is not None:
        try:
            saves.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Fail(f"{saves}: {error.strerror}") from None
    series = Series(system, name, text, seed, chosen, check, str(saves or ""), build is not None)
    begun = time.perf_counter()
    outcomes = run(series, games, jobs)
    report: dict[str, Any] = {"system": system, "scenario": name, "seed": seed, "bots": chosen}
    report |= summary(found, outcomes, time.perf_counter() - begun)
    if against is not None:
        other = dict.fromkeys(chosen, against)
        _known(found, against)
        report["against"] = against
        second = run(msgspec.structs.replace(series, bots=other, saves=""), games, jobs)
        report["difference"] = differences(found, outcomes, second)
        report["pairs"] = len(list(_pairs(outcomes, second)))
    rows = told(found, seed, outcomes, texts) if build is not None else []
    if as_json:
        print_json(report | ({"built": rows} if build is not None else {}))
    else:
        _print(report)
    errors = [o for o in outcomes if o.error]
    if errors:
        where = next((f" (text in {row['text']})" for row in rows if row.get("text")), "")
        raise Fail(
            f"{len(errors)} games broke off; the first, number {errors[0].number}: {errors[0].error}{where}",
            1,
        )


def subject(system: System, scenario: str | None, build: str | None, seed: str) -> tuple[str, str, str]:
    """Return name and text of what is played, and the seed; raise Fail unless it is one thing."""
    if build is None:
        if scenario is None:
            raise Fail("name a SCENARIO, or let one be made up for each game: --build SEED")
        return *playable(system, scenario), seed
    if scenario is not None:
        raise Fail("a SCENARIO and --build exclude each other")
    builder_for(system)
    return "built", "", build


def bots_from(system: System, text: str) -> dict[str, str]:
    """Return a bot's name for each side (or for all sides under ''); raise Fail."""
    if "=" not in text:
        return {"": _known(system, text)}
    chosen: dict[str, str] = {}
    for part in text.split(","):
        side, _, name = part.partition("=")
        if side not in system.sides:
            raise Fail(f"--bots: there is no side {side!r}; there are: {', '.join(system.sides)}")
        chosen[side] = _known(system, name)
    rest = [side for side in system.sides if side not in chosen]
    if rest:
        raise Fail(f"--bots: no bot for side {rest[0]!r}: name one for each of {', '.join(system.sides)}")
    return chosen


def _known(system: System, bot: str) -> str:
    if bot not in system.bots:
        raise Fail(f"there is no bot {bot!r} of {system.name}; there are: {', '.join(sorted(system.bots))}")
    return bot


def run(series: Series, games: int, jobs: int) -> list[Outcome]:
    """Play a series, in several processes if `jobs` > 1; the outcomes are the same either way."""
    if jobs == 1:
        return play_part(series, 0, games)
    size = max(1, math.ceil(games / (4 * jobs)))
    starts = range(0, games, size)
    with ProcessPoolExecutor(jobs) as pool:
        parts = pool.map(play_part, [series] * len(starts), starts, [min(size, games - s) for s in starts])
        return [outcome for part in parts for outcome in part]


def play_part(series: Series, first: int, games: int) -> list[Outcome]:
    """Play some games of a series."""
    system = system_named(series.system)

    def keep(number: int, game: Game) -> None:
        title = f"{series.system} {series.scenario} {series.seed} {number}"
        file = Path(series.saves) / f"{series.system}-{series.scenario}-{number}.json"
        file.write_bytes(saves.write(saves.whole(game, title)))

    if series.built:
        after = keep if series.saves else None
        return list(play_built(system, series.seed, first, games, series.bots, series.check, after))
    played = engine.simulate(
        system,
        series.scenario,
        series.text,
        games,
        series.seed,
        series.bots,
        check=series.check,
        keep=keep if series.saves else None,
        first=first,
    )
    return list(played)


def summary(system: System, outcomes: list[Outcome], seconds: float) -> dict[str, Any]:
    """Return counts and means of a series."""
    ended = [o for o in outcomes if o.sides]
    decisions = sum(o.decisions for o in outcomes)
    names = sorted({name for o in ended for name in o.measures})
    return {
        "games": len(outcomes),
        "finished": len(ended),
        "unfinished": sum(not o.sides and not o.error for o in outcomes),
        "errors": sum(bool(o.error) for o in outcomes),
        "sides": {
            side: {how: sum(o.sides[side] == how for o in ended) for how in ("win", "loss", "draw")}
            for side in system.sides
        },
        "reasons": dict(Counter(o.reason for o in ended).most_common()),
        "decisions": decisions,
        "decisions_per_game": _mean(o.decisions for o in outcomes),
        "decisions_per_second": round(decisions / seconds) if seconds else 0,
        "rounds": _mean(o.rounds for o in ended),
        "measures": {name: _mean(o.measures.get(name, 0) for o in ended) for name in names},
        "seconds": round(seconds, 3),
    }


def _mean(values: Iterable[int]) -> float:
    found = list(values)
    return round(fmean(found), 2) if found else 0.0


def _pairs(one: list[Outcome], two: list[Outcome]) -> Iterator[tuple[Outcome, Outcome]]:
    """Yield the games of the same seed that both series finished."""
    for a, b in zip(one, two, strict=True):
        if a.sides and b.sides:
            yield a, b


def differences(system: System, one: list[Outcome], two: list[Outcome]) -> dict[str, dict[str, float]]:
    """Return the paired differences (first minus second) of win rates and measures with 95 % intervals."""
    pairs = list(_pairs(one, two))
    rows: dict[str, list[float]] = {
        f"win rate of {side}": [
            float(a.sides[side] == "win") - float(b.sides[side] == "win") for a, b in pairs
        ]
        for side in system.sides
    }
    for name in sorted({name for pair in pairs for outcome in pair for name in outcome.measures}):
        rows[name] = [float(a.measures.get(name, 0) - b.measures.get(name, 0)) for a, b in pairs]
    return {name: interval(values) for name, values in rows.items() if values}


def interval(values: list[float]) -> dict[str, float]:
    """Return mean and 95 % interval (Student's t, by its usual series) of paired differences.

    >>> interval([1.0, 1.0, 1.0])
    {'mean': 1.0, 'low': 1.0, 'high': 1.0}
    """
    mean = fmean(values)
    free = len(values) - 1
    if free == 0:
        return {"mean": round(mean, 4), "low": -math.inf, "high": math.inf}
    quantile = 1.95996 + 2.37227 / free + 2.8225 / free**2 + 2.5558 / free**3 + 1.6 / free**4
    half = quantile * stdev(values) / math.sqrt(len(values))
    return {"mean": round(mean, 4), "low": round(mean - half, 4), "high": round(mean + half, 4)}


def _print(report: dict[str, Any]) -> None:
    bots = ", ".join(f"{side}={name}" if side else name for side, name in report["bots"].items())
    click.echo(f"{report['system']} {report['scenario']}, seed {report['seed']}, bots {bots}")
    click.echo(
        f"games {report['games']}: finished {report['finished']}, "
        f"unfinished {report['unfinished']}, errors {report['errors']}"
    )
    for side, counts in report["sides"].items():
        share = 100 * counts["win"] / report["finished"] if report["finished"] else 0
        click.echo(
            f"  {side}: {counts['win']} won ({share:.1f} %), {counts['loss']} lost, {counts['draw']} drawn"
        )
    for reason, count in report["reasons"].items():
        click.echo(f"  {reason}: {count}")
    click.echo(f"rounds {report['rounds']}, decisions {report['decisions_per_game']} a game")
    click.echo(
        f"{report['decisions']} decisions in {report['seconds']} s: {report['decisions_per_second']} a second"
    )
    for name, mean in report["measures"].items():
        click.echo(f"  {name}: {mean}")
    if "difference" in report:
        click.echo(f"difference to {report['against']}, {report['pairs']} pairs, with 95 % interval:")
        for name, found in report["difference"].items():
            click.echo(f"  {name}: {found['mean']:+.3f} ({found['low']:+.3f} to {found['high']:+.3f})")
