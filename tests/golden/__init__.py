"""Golden playthroughs: a random game of each scenario, line by line, compared in the tests."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path
from typing import Any

from tests.battery import STEPS, Case, chooser, walk
from webgame.engine.game import Game

FOLDER = Path(__file__).parent
ANSWERS = 120  # of a playthrough


def path_of(case: Case) -> Path:
    """Return the file of a case."""
    return FOLDER / f"{case.system}-{case.scenario}.txt"


def playthrough(case: Case) -> list[str]:
    """Return a playthrough as lines: each answer, what it caused, what is asked next, and the hash."""
    made = walk(case, 0, max(STEPS, ANSWERS))
    lines = [f"# {case.system} {case.scenario}", f"root {made.root[:16]}"]
    if made.first is not None:
        lines.append(f"ask {made.first.prompt} {made.first.rule} {len(made.first.options())}")
    for number, step in enumerate(made.steps[:ANSWERS]):
        entry = step.entry
        picks = "".join(f" +{pick}" for pick in entry.picks)
        lines.append(f"{number} {entry.seat}: {entry.option}{picks}")
        for event in step.events:
            params = " ".join(f"{name}={_plain(value)}" for name, value in event.params.items())
            lines.append(f"  {'  ' * event.depth}{event.key} {event.rule} {params}".rstrip())
        if step.decision is not None:
            ask = step.decision
            lines.append(f"ask {ask.prompt} {ask.rule} {len(ask.options())} {step.hash[:16]}")
        else:
            lines.append(f"end {step.hash[:16]}")
    result = made.game.result
    if result is not None and len(made.steps) <= ANSWERS:
        lines.append(f"result {result.reason} {result.rule} {result.sides}")
    return lines


def _plain(value: Any) -> str:
    """Return a parameter as it is written: several things with commas between them."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def compare(case: Case) -> list[str]:
    """Return the difference between the file and a new playthrough, or how to make the file."""
    path = path_of(case)
    if not path.exists():
        return [f"there is no {path.name}: run python -m tests.golden --renew"]
    old = path.read_text(encoding="utf-8").splitlines()
    return list(unified_diff(old, playthrough(case), "golden", "now", n=3, lineterm=""))[:40]


def walk_hash(case: Case, answers: int) -> str:
    """Return the hash after some random answers in a new game (nothing is taken from a cache)."""
    game: Game = case.new_game(7, keep_snapshots=False)
    bot = chooser(case, 7)
    for _ in range(answers):
        if game.decision is None:
            break
        seat = game.waiting()[-1]
        game.answer(seat, *bot.choose(game.state, game.decision, seat))
    return game.hash()
