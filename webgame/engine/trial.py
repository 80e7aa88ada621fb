"""Trying a ruling of the table out on a copy of the game before it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webgame.engine.decision import Decision
from webgame.engine.event import Event
from webgame.engine.log import GameError
from webgame.engine.play import Play
from webgame.engine.rng import Rng
from webgame.engine.ruling import BadRuling, read_ruling

if TYPE_CHECKING:
    from webgame.engine.game import Game


def try_ruling(game: Game, what: dict[str, Any]) -> tuple[Event, ...]:
    """Carry a ruling out on a copy and return how it is told; raise GameError if it can't be done."""
    system = game.rulable()
    copy = Play(Rng(bytes.fromhex(game.header.seed)))
    copy.state = game.system.decode(game.system.encode(game.state))
    copy.rng.counters = dict(game.play.rng.counters)
    before = set(game.system.check(copy.state))
    try:
        system.rule(copy, read_ruling(what))
    except BadRuling as error:
        raise GameError("bad_ruling", str(error)) from None
    told = tuple(copy.events)
    wrong = [broken for broken in game.system.check(copy.state) if broken not in before]
    if wrong:
        raise GameError("bad_ruling", f"that makes a table that can't be: {wrong[0]}")
    try:
        for request in game.system.play(copy):
            if isinstance(request, Decision):
                game.check_decision(request)
                return told
    except Exception as error:  # a position that the rules can't go on from
        raise GameError(
            "bad_ruling", f"the rules can't go on from there: {type(error).__name__}: {error}"
        ) from error
    raise GameError("bad_ruling", "that would end the game: a ruling never does")
