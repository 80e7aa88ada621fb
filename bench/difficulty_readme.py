"""The README of a system's scenarios, as `python -m bench.difficulty --readme` writes it."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import msgspec

from webgame.engine import measured as kept
from webgame.engine.game import parse_scenario
from webgame.engine.measured import LEVELS, Measured
from webgame.engine.simulate import Outcome
from webgame.engine.system import System

COLUMNS = (
    ("Scenario", "---"),
    ("Heroes", "---:"),
    ("Boss", "---"),
    ("Difficulty", "---"),
    ("Bot wins", "---:"),
    ("Rounds", "---:"),
    ("Random wins", "---:"),
    ("Rounds", "---:"),
    ("Decisions", "---:"),
    ("Errors", "---:"),
    ("Unfinished", "---:"),
)


class Row(msgspec.Struct):
    """What the page says of a scenario."""

    id: str
    name: str
    heroes: list[str]
    boss: str
    others: list[str]  # who comes before the boss
    level: str
    measured: Measured | None
    wins: int  # of the random games
    rounds: float
    decisions: float
    errors: int
    unfinished: int
    wrong: list[str]


def row(system: System, path: Path, outcomes: list[Outcome]) -> Row:
    """Return what the page says of a scenario, after its random games."""
    data = parse_scenario(path.read_text(encoding="utf-8"))
    seats = system.seats(system.scenario(data), {})
    ended = [outcome for outcome in outcomes if outcome.sides]
    return Row(
        id=path.stem,
        name=str(data.get("name") or path.stem),
        heroes=[seat.name for seat in seats],
        boss=str(data.get("boss", "")),
        others=[*data.get("mini_bosses", []), *data.get("spawning_points", [])],
        level=kept.level(data),
        measured=kept.of(data),
        wins=sum(outcome.sides[system.sides[0]] == "win" for outcome in ended),
        rounds=fmean(outcome.rounds for outcome in ended) if ended else 0.0,
        decisions=fmean(outcome.decisions for outcome in ended) if ended else 0.0,
        errors=sum(bool(outcome.error) for outcome in outcomes),
        unfinished=sum(not outcome.sides and not outcome.error for outcome in outcomes),
        wrong=[f"game {o.number}: {o.error or 'came to no end'}" for o in outcomes if not o.sides],
    )


def page(rows: list[Row], games: int, compared: bool = False) -> str:
    """Return the page, the easiest scenario first; `compared`: a page that compares bots lies beside it."""
    rows = sorted(rows, key=place)
    levels = ", ".join(f"{word} from {least:.0%}" for word, least in LEVELS[:-1])
    lines = [
        "# The scenarios",
        "",
        "Written by `python -m bench.difficulty --readme`. The difficulty is measured by",
        "`python -m bench.difficulty`: a bot plays all seats, its games are noted in each file, and the word",
        f"follows the share of them that the Heroes win: {levels}, below that {LEVELS[-1][0]}.",
        *(("How bots compare is in [BOTS.md](BOTS.md).", "") if compared else ()),
        f"| {' | '.join(name for name, _ in COLUMNS)} |",
        f"| {' | '.join(line for _, line in COLUMNS)} |",
    ]
    for r in rows:
        bot = ("not measured", "") if r.measured is None else (wins(r.measured), f"{r.measured.rounds:.1f}")
        cells = (
            f"[{r.name}]({r.id}.toml)",
            str(len(r.heroes)),
            r.boss,
            r.level,
            *bot,
            f"{r.wins / games:.1%}",
            f"{r.rounds:.1f}",
            f"{r.decisions:.0f}",
            str(r.errors),
            str(r.unfinished),
        )
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", f"Random play: {games} games of each.", "", "## Who is in them", ""]
    for r in rows:
        lines.append(f"* **{r.name}**: {', '.join(r.heroes)} against {r.boss}; {', '.join(r.others)}.")
    return "\n".join(lines) + "\n"


def place(r: Row) -> tuple[int, float, str]:
    """Return what the page is sorted by: level, share of games won, name."""
    return kept.order(r.level), -r.measured.rate if r.measured else 0.0, r.id


def wins(found: Measured) -> str:
    """Return a cell: share of games won, bot, number of games."""
    return f"{found.rate:.1%} ({found.bot}, {found.games})"
