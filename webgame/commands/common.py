"""What the commands share: one-line errors, systems and scenarios by name, output as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from webgame.engine import system as registry
from webgame.engine.game import parse_scenario
from webgame.engine.system import BadScenario, Problem, System

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "scenarios"


class Fail(click.ClickException):
    """A mistake of the person at the terminal: one line on stderr, no usage text."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(" ".join(message.split()))
        self.exit_code = code  # type: ignore[misc]  # click calls it a class variable and reads it from the instance


def system_named(name: str) -> System:
    """Return a system; raise Fail if there is none or it can't be loaded."""
    try:
        return registry.get(name)
    except KeyError as error:
        raise Fail(str(error.args[0])) from None
    except Exception as error:  # a plug-in that can't be imported
        raise Fail(f"the system {name!r} can't be loaded: {type(error).__name__}: {error}", 1) from None


def scenario_text(system: System, name: str) -> tuple[str, str]:
    """Return name and text of a scenario, given by its name or as the path of a file; raise Fail."""
    folder = SCENARIOS / system.name
    path = folder / f"{name}.toml"
    if name.endswith(".toml") or "/" in name:
        path = Path(name)
    elif not path.is_file():
        there = ", ".join(sorted(p.stem for p in folder.glob("*.toml"))) or "none"
        raise Fail(f"there is no scenario {name!r} of {system.name}; there are: {there}")
    return path.stem, read_text(path)


def read_text(path: Path) -> str:
    """Return the text of a file; raise Fail if it can't be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Fail(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise Fail(f"{path}: is not UTF-8 text: {error.reason} at byte {error.start}") from None


def problems_of(system: System, text: str) -> list[Problem]:
    """Return what is wrong with the text of a scenario."""
    try:
        system.scenario(parse_scenario(text))
    except msgspec.DecodeError as error:
        return [Problem("(file)", f"is no TOML: {error}")]
    except BadScenario as error:
        return error.problems
    return []


def playable(system: System, name: str) -> tuple[str, str]:
    """Return name and text of a scenario that can be played; raise Fail with the first problem."""
    name, text = scenario_text(system, name)
    problems = problems_of(system, text)
    if problems:
        more = f" (and {len(problems) - 1} more: webgame validate)" if len(problems) > 1 else ""
        raise Fail(f"scenario {name}: {problems[0].key}: {problems[0].message}{more}", 1)
    return name, text


def print_json(value: Any) -> None:
    """Print one JSON object."""
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
