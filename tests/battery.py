"""What the battery runs on: every registered system with each of its scenarios, and random walks.

The work is bounded by two numbers: BATTERY_STEPS (answers of a walk) and BATTERY_GAMES (walks of a scenario).
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.toy import SCENARIOS, TOY, register_toy
from webgame.engine import system as registry
from webgame.engine.bots import RandomBot
from webgame.engine.decision import Decision
from webgame.engine.event import Event
from webgame.engine.game import Entry, Game, Play, Snapshot, scene
from webgame.engine.rng import Rng
from webgame.engine.scene import Scene
from webgame.engine.simulate import header_for, seed_for
from webgame.engine.system import CHECKPOINT, FRAME, Result, System

STEPS = int(os.environ.get("BATTERY_STEPS", "400"))
GAMES = int(os.environ.get("BATTERY_GAMES", "1"))
SCENARIO_DIR = Path(__file__).parent.parent / "scenarios"


class Case(msgspec.Struct, frozen=True):
    """A scenario of a system."""

    system: str
    scenario: str
    text: str

    def __str__(self) -> str:
        return f"{self.system}-{self.scenario}"

    def load(self) -> System:
        """Return the system."""
        return registry.get(self.system)

    def new_game(self, number: int = 0, **more: Any) -> Game:
        """Return game `number` of this scenario at its first decision."""
        system = self.load()
        return Game(system, header_for(system, self.scenario, self.text, seed_for("battery", number)), **more)


def quick_first(cases: Sequence[Case], more: Sequence[tuple[Any, ...]] = ((),)) -> list[Any]:
    """Return parameters of tests, each case with each of `more`; all but two cases a system are slow."""
    seen = Counter[str]()
    params = []
    for case in cases:
        seen[case.system] += 1
        slow = [pytest.mark.slow] if seen[case.system] > 2 else []
        params += [pytest.param(case, *each, marks=slow) for each in more]
    return params


def cases() -> list[Case]:
    """Return the toy's scenarios and those of every registered system that can be loaded."""
    return look_round()[0]


def look_round() -> tuple[list[Case], list[str]]:
    """Return all cases, and what is wrong with systems that give none."""
    register_toy()
    found = [Case(TOY.name, name, text) for name, text in SCENARIOS.items()]
    wrong: list[str] = []
    for name in registry.names():
        if name == TOY.name:
            continue
        try:
            registry.get(name)
        except Exception as error:  # one test fails for it, and the other systems are tested
            wrong.append(f"the system {name!r} can't be loaded: {type(error).__name__}: {error}")
            continue
        files = sorted((SCENARIO_DIR / name).glob("*.toml"))
        if not files:
            wrong.append(f"the system {name!r} has no scenario in {SCENARIO_DIR.name}/{name}")
        found += [Case(name, file.stem, file.read_text(encoding="utf-8")) for file in files]
    return found, wrong


class Step(msgspec.Struct):
    """One answer of a walk, and where it led."""

    entry: Entry
    events: list[Event]
    hash: str
    decision: Decision | None  # the one that is open after it


class Stop(msgspec.Struct, frozen=True):
    """A checkpoint met on the way, and what came after it."""

    snapshot: Snapshot
    decision: bytes
    hash: str
    scene: Scene


class Watched(Game):
    """A game that notes every checkpoint it passes."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.passed: list[Snapshot] = []
        super().__init__(*args, **more)

    def _keep_snapshot(self) -> None:
        self.passed.append(self.snapshot())
        super()._keep_snapshot()


class Walk(msgspec.Struct):
    """A random playthrough: the game at its end, and what was met."""

    case: Case
    game: Game
    root: str
    first: Decision | None
    steps: list[Step] = []
    stops: list[Stop] = []
    broken: list[str] = []  # invariants, with the step

    @property
    def decisions(self) -> Iterator[Decision]:
        """Yield all decisions met."""
        for decision in (self.first, *(step.decision for step in self.steps)):
            if decision is not None:
                yield decision


def everyone(game: Game) -> list[frozenset[str]]:
    """Return the audiences worth looking at: the public, each seat, all seats."""
    seats = list(game.seats)
    return [frozenset(), *(frozenset({seat}) for seat in seats), frozenset(seats)]


def fingerprint(decision: Decision | None) -> bytes:
    """Return a decision as bytes, without its id."""
    if decision is None:
        return b""
    return msgspec.json.encode(msgspec.structs.replace(decision, id=""), order="sorted")


def chooser(case: Case, number: int) -> RandomBot:
    """Return the random player of a walk: the engine's own, whatever bots the system has."""
    return RandomBot(Rng(seed_for(f"walk {case}", number)))


def next_seat(game: Game, number: int) -> str:
    """Return a seat that is waited for: not always the first one."""
    waiting = game.waiting()
    return waiting[number % len(waiting)]


@cache
def walk(case: Case, number: int = 0, steps: int = STEPS) -> Walk:
    """Play at random; raise AssertionError that tells how to come back to where the rules broke."""
    system = case.load()
    game = Watched(system, header_for(system, case.scenario, case.text, seed_for("battery", number)))
    bot = chooser(case, number)
    made = Walk(case, game, game.hash(), game.decision)
    made.stops += _stops(game)
    for index in range(steps):
        if game.decision is None:
            break
        seat = next_seat(game, index)
        option, picks = bot.choose(game.state, game.decision, seat)
        entry = Entry("answer", seat, option, picks)
        try:
            events = [event for frame in game.apply(entry) for event in frame.events]
        except Exception as error:
            raise AssertionError(
                f"{case}, walk {number}, answer {index} ({seat}: {option} {picks}): {error}"
            ) from error
        made.steps.append(Step(entry, events, game.hash(), game.decision))
        made.broken += [
            f"after answer {index} ({seat}: {option} {picks}): {text}" for text in system.check(game.state)
        ]
        made.stops += _stops(game)
    return made


def _stops(game: Watched) -> list[Stop]:
    passed, game.passed = game.passed, []
    if not passed:
        return []
    seen = scene(game, frozenset(game.seats))
    return [Stop(snapshot, fingerprint(game.decision), game.hash(), seen) for snapshot in passed]


def reenter(game: Game, snapshot: Snapshot) -> tuple[Decision | None, Play, Result | None]:
    """Enter the rules afresh at a snapshot and return the decision they come to."""
    play = Play(Rng(bytes.fromhex(game.header.seed), dict(snapshot.counters)))
    play.state = game.system.decode(snapshot.state.encode())
    for request in game.system.play(play):
        if request not in (FRAME, CHECKPOINT):
            assert isinstance(request, Decision)
            return request, play, None
    return None, play, game.system.result(play.state)


def floats(value: Any, path: str = "") -> Iterator[str]:
    """Yield the paths of everything that is not plain JSON without floats."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if type(key) is not str:
                yield f"{path}/{key!r}: a key that is no text"
            yield from floats(inner, f"{path}/{key}")
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from floats(inner, f"{path}/{index}")
    elif value is not None and type(value) not in (str, int, bool):
        yield f"{path}: {value!r} ({type(value).__name__})"


_PLACE = re.compile(r"\{(\w+)\}")


def unknown_words(system: System, key: str, params: dict[str, Any]) -> Iterator[str]:
    """Yield what the system's words lack to say `key` with `params`, for each language."""
    for language, words in system.words.items():
        if key not in words:
            yield f"{language}: no words for {key!r}"
            continue
        for name in _PLACE.findall(words[key]):
            if name not in params:
                yield f"{language}: {key!r} needs {{{name}}}, which is not given (only {sorted(params)})"
