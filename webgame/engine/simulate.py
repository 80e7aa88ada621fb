"""Play games by bots, as fast as the rules run; the same seed gives the same games."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from webgame.engine.game import Game, Header
from webgame.engine.rng import Rng
from webgame.engine.system import Bot, System


class Outcome(msgspec.Struct):
    """How one simulated game went."""

    number: int
    sides: dict[str, str] = {}
    reason: str = ""
    error: str = ""
    decisions: int = 0
    rounds: int = 0
    hash: str = ""
    measures: dict[str, int] = {}


def seed_for(seed: str, number: int) -> bytes:
    """Return the game seed of game `number` of a series."""
    return hashlib.sha256(f"simulate\0{seed}\0{number}".encode()).digest()


def header_for(
    system: System, name: str, text: str, seed: bytes, options: dict[str, Any] | None = None
) -> Header:
    """Return the header of a game without commitment (simulations, tests)."""
    return Header(
        system=system.name,
        version=system.version,
        digest=system.digest(),
        scenario=name,
        text=text,
        options=options or {},
        seed=seed.hex(),
    )


def seat_bots(system: System, game: Game, bots: dict[str, str], seed: bytes) -> dict[str, Bot]:
    """Return a bot for each seat; `bots` names one for each side, or for all sides under the key ''."""
    rng = Rng(hashlib.sha256(b"bots\0" + seed).digest())
    made: dict[str, Bot] = {}
    for seat in game.seats.values():
        name = bots.get(seat.side) or bots.get("")
        if not name or name not in system.bots:
            there = ", ".join(sorted(system.bots))
            raise KeyError(f"there is no bot {name!r} for side {seat.side!r}; there are: {there}")
        made[seat.id] = system.bots[name](rng.fork(seat.id))
    return made


def play_out(game: Game, bots: dict[str, Bot], check: bool = False, cap: int | None = None) -> Iterator[int]:
    """Let bots answer until the game ends or the cap is reached; yield the number of answers after each.

    With `check`, raise AssertionError as soon as an invariant is broken.
    """
    answers = 0
    limit = game.system.decision_cap if cap is None else cap
    while (decision := game.decision) is not None and answers < limit:
        seat = game.waiting()[0]
        option, picks = bots[seat].choose(game.state, decision, seat)
        game.answer(seat, option, picks)
        answers += 1
        if check:
            broken = game.system.check(game.state)
            if broken:
                raise AssertionError("; ".join(broken))
        yield answers


def simulate(
    system: System,
    name: str,
    text: str,
    games: int,
    seed: str,
    bots: dict[str, str],
    *,
    check: bool = False,
    keep: Callable[[int, Game], None] | None = None,
    first: int = 0,
    options: dict[str, Any] | None = None,
) -> Iterator[Outcome]:
    """Play `games` games of a scenario and yield how each went; an error ends that game, not the series.

    Numbers begin at `first`: a series can be split and gives the same games. `options` are those of each
    game. `keep` receives each game at its end, one that broke off included.
    """
    for number in range(first, first + games):
        outcome = Outcome(number)
        game_seed = seed_for(seed, number)
        game: Game | None = None
        try:
            header = header_for(system, name, text, game_seed, options)
            game = Game(system, header, quiet=True, keep_snapshots=False)
            for outcome.decisions in play_out(game, seat_bots(system, game, bots, game_seed), check):
                pass
            outcome.hash = game.hash()
            if game.result is not None:
                outcome.sides = game.result.sides
                outcome.reason = game.result.reason
            seen = system.scene(game.state, frozenset())
            outcome.rounds = int(seen.get("turn", {}).get("now", {}).get("round", 0))
            measures = getattr(system, "measures", None)
            if measures is not None:
                outcome.measures = measures(game.state)
        except Exception as error:  # reported and counted: the series goes on with the next game
            outcome.error = f"{type(error).__name__}: {error}"
        if keep is not None and game is not None:
            keep(number, game)
        yield outcome
