"""Helpers for tests: games of the toy, walks by random bots, and what a client would hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.toy import SCENARIO, TOY, Toy
from webgame.engine.game import Entry, Game, Snapshot
from webgame.engine.simulate import header_for, seat_bots

SEED = bytes(32)


def new_game(seed: int = 0, system: Toy = TOY, text: str = SCENARIO, **options: Any) -> Game:
    """Return a game of the toy at its first decision."""
    return Game(system, header_for(system, "meadow", text, seed.to_bytes(32, "big"), options))


def load(game: Game, snapshots: list[Snapshot] | None = None, **more: Any) -> Game:
    """Return the game loaded anew from its header and log, as after a restart."""
    return Game(game.system, game.header, list(game.log), snapshots, **more)


def undo(game: Game, seat: str, to: int, consents: list[str] | None = None) -> None:
    """Take back all answers after the first `to`."""
    game.run(Entry("undo", seat, data={"to": to} if consents is None else {"to": to, "consents": consents}))


def walk(game: Game, steps: int, seed: int = 0) -> Iterator[None]:
    """Let random bots answer, at most `steps` times; yield after each."""
    bots = seat_bots(game.system, game, {"": "random"}, bytes([seed]))
    for _ in range(steps):
        if game.decision is None:
            return
        seat = game.waiting()[seed % len(game.waiting())]
        game.answer(seat, *bots[seat].choose(game.state, game.decision, seat))
        yield


def walk_to(game: Game, prompt: str, seed: int = 0) -> Game:
    """Walk until the decision `prompt` is open."""
    for _ in walk(game, 200, seed):
        if game.decision is not None and game.decision.prompt == prompt:
            return game
    raise AssertionError(f"the game ended before the decision {prompt!r}")


def position(game: Game) -> dict[str, Any]:
    """Return everything a loaded game must have in common with the one that was never put away."""
    decision = game.decision
    return {
        "hash": game.hash(),
        "decision": decision and (decision.id, decision.options()),
        "waiting": game.waiting(),
        "given": game.given,
        "free": [game.free_undo(seat, to) for seat in game.seats for to in range(len(game.live))],
        "live": game.live,
        "undone": game.undone,
        "made": game.made,
        "result": game.result,
        "forced": game.forced_undos,
        "broken": game.broken,
        "holders": game.holders,
    }
