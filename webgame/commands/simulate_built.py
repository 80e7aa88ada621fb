"""`webgame simulate --build`: games of scenarios that a system's builder makes up, one game each."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from webgame.commands.common import Fail
from webgame.engine import simulate as engine
from webgame.engine.build import Answers, Builder, builder_of
from webgame.engine.game import Game
from webgame.engine.rng import Rng
from webgame.engine.simulate import Outcome
from webgame.engine.system import BadScenario, System


def builder_for(system: System) -> Builder:
    """Return a system's builder; raise Fail if it has none."""
    builder = builder_of(system)
    if builder is None:
        raise Fail(f"{system.name} has no builder: name a scenario")
    return builder


def answers_of(builder: Builder, seed: str, number: int) -> Answers:
    """Return the answers that make scenario `number` of a series: all of them by chance."""
    drawn = hashlib.sha256(f"build\0{seed}\0{number}".encode()).digest()
    return builder.fill({}, Rng(drawn), anew=True)


def game_seed(seed: str, number: int) -> str:
    """Return the seed that plays scenario `number` once more: `simulate ... FILE --games 1 --seed` this."""
    return f"{seed}-{number}"


def play_built(
    system: System,
    seed: str,
    first: int,
    games: int,
    bots: dict[str, str],
    check: bool,
    keep: Callable[[int, Game], None] | None,
) -> Iterator[Outcome]:
    """Play one game of each scenario; one that can't be composed counts as an error."""
    builder = builder_for(system)
    for number in range(first, first + games):
        try:
            text = builder.compose(answers_of(builder, seed, number))
        except BadScenario as error:
            yield Outcome(number, error=f"not composed: {error}")
            continue

        def kept(_: int, game: Game, number: int = number) -> None:
            if keep is not None:
                keep(number, game)

        name = f"built-{number}"
        series = game_seed(seed, number)
        for outcome in engine.simulate(system, name, text, 1, series, bots, check=check, keep=kept):
            outcome.number = number
            yield outcome


def told(system: System, seed: str, outcomes: list[Outcome], folder: Path | None) -> list[dict[str, Any]]:
    """Return what each game was and came to; write the text of each that did not end into a folder."""
    builder = builder_for(system)
    rows: list[dict[str, Any]] = []
    for outcome in outcomes:
        answers = answers_of(builder, seed, outcome.number)
        row: dict[str, Any] = {
            "number": outcome.number,
            "seed": game_seed(seed, outcome.number),
            "answers": {id: values for id, values in answers.items() if values},
            "sides": outcome.sides,
            "reason": outcome.reason,
            "decisions": outcome.decisions,
            "rounds": outcome.rounds,
            "hash": outcome.hash,
        }
        if not outcome.sides:
            row["error"] = outcome.error or "unfinished"
            row["text"] = _written(builder, answers, folder, outcome.number)
        rows.append(row)
    return rows


def _written(builder: Builder, answers: Answers, folder: Path | None, number: int) -> str:
    """Write a scenario's text and return where; nothing without a folder, or if there is no text."""
    if folder is None:
        return ""
    try:
        text = builder.compose(answers)
    except BadScenario:
        return ""
    path = folder / f"built-{number}.toml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Fail(f"{path}: {error.strerror}") from None
    return str(path)
