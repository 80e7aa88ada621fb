"""What the benchmarks share: a case by name, the machine in one line, percentiles."""

from __future__ import annotations

import argparse
import platform
import sys
from pathlib import Path

from tests.toy import SCENARIOS, TOY, register_toy
from webgame.engine import system as registry
from webgame.engine.system import System

SCENARIO_DIR = Path(__file__).resolve().parent.parent / "scenarios"


def arguments(description: str | None) -> argparse.ArgumentParser:
    """Return a parser for `SYSTEM SCENARIO`; without them the toy is measured."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("system", nargs="?", default=TOY.name)
    parser.add_argument("scenario", nargs="?", default="meadow", help="its name, or a TOML file")
    parser.add_argument("--bots", default="random", help="the bot that plays all seats")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    return parser


def find(args: argparse.Namespace) -> tuple[System, str]:
    """Return system and scenario text that the arguments name; exit with a line if there are none."""
    register_toy()
    try:
        system = registry.get(args.system)
    except KeyError as error:
        sys.exit(str(error.args[0]))
    if args.bots not in system.bots:
        sys.exit(
            f"there is no bot {args.bots!r} of {system.name}; there are: {', '.join(sorted(system.bots))}"
        )
    if system is TOY and args.scenario in SCENARIOS:
        return system, SCENARIOS[args.scenario]
    given = str(args.scenario)
    path = Path(given) if given.endswith(".toml") else SCENARIO_DIR / system.name / f"{given}.toml"
    if not path.is_file():
        sys.exit(f"{path}: there is no such scenario")
    return system, path.read_text(encoding="utf-8")


def machine() -> str:
    """Return what the figures depend on most."""
    return f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, one core"


def percentile(values: list[float], share: float) -> float:
    """Return the value below which `share` of the values lie (nearest rank).

    >>> percentile([1.0, 2.0, 3.0, 4.0], 0.5)
    2.0
    """
    ordered = sorted(values)
    return ordered[max(0, min(len(ordered) - 1, -(-int(share * 1000) * len(ordered) // 1000) - 1))]
