"""Table rulings in a real game: each kind sets what it says, and what can't be is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.battery import cases
from webgame.engine.bots import RandomBot
from webgame.engine.game import Entry, Game, GameError
from webgame.engine.rng import Rng
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import State
from webgame.systems.sde_arcade.system import SYSTEM


@pytest.fixture(scope="module")
def begun() -> Game:
    """A game in the middle of a Hero's activation."""
    case = next(c for c in cases() if c.system == "sde_arcade" and c.scenario == "first-steps")
    game = case.new_game()
    bot = RandomBot(Rng(b"ruling"))
    while game.decision is not None and game.state.turn.phase != "activation":
        seat = game.waiting()[0]
        game.answer(seat, *bot.choose(game.state, game.decision, seat))
    return game


@pytest.fixture
def game(begun: Game) -> Game:
    return Game(SYSTEM, begun.header, list(begun.log))


def ruled(game: Game, **what: Any) -> str:
    """Carry a ruling out and return how it is told."""
    seat = next(iter(game.seats))
    frames = list(game.apply(Entry("ruling", seat, data={"what": what})))
    events = [event for frame in frames for event in frame.events]
    assert events[0].show["ruling"] is True
    assert SYSTEM.check(game.state) == []
    return events[0].key


def refused(game: Game, **what: Any) -> str:
    before = game.hash()
    with pytest.raises(GameError) as error:
        ruled(game, **what)
    assert game.hash() == before and error.value.code == "bad_ruling"
    return error.value.message


def free(s: State) -> int:
    taken = facts.occupied(s)
    return next(square for square in SYSTEM.rulings(s).squares if not taken >> square & 1)


def test_each_kind_sets_what_it_says(game: Game) -> None:
    hero = next(iter(game.seats))
    square = free(game.state)
    assert ruled(game, kind="move", piece=hero, at=square) == "ev.ruling.move"
    assert game.state.members[hero].at == square
    assert ruled(game, kind="wounds", piece=hero, n=1) == "ev.ruling.wounds"
    assert game.state.members[hero].wounds == 1
    assert ruled(game, kind="status", piece=hero, name="Fire") == "ev.ruling.status"
    assert "Fire" in game.state.members[hero].status
    assert ruled(game, kind="status", piece=hero, name="Fire", on=False) == "ev.ruling.cured"
    assert "Fire" not in game.state.members[hero].status
    assert ruled(game, kind="token", name="coin", at=free(game.state)) == "ev.ruling.token"
    coin = next(token for token in game.state.tokens.values() if token.kind == "coin")
    assert ruled(game, kind="token", name=coin.id, on=False) == "ev.ruling.taken"
    assert coin.id not in game.state.tokens
    again = Game(SYSTEM, game.header, list(game.log))
    assert again.hash() == game.hash()


def test_what_can_not_be_is_refused(game: Game) -> None:
    hero, other = list(game.seats)[:2]
    there = game.state.members[other].at
    assert "shares square" in refused(game, kind="move", piece=hero, at=there)
    assert "none of the floor" in refused(game, kind="move", piece=hero, at=10**6)
    assert "there already" in refused(game, kind="move", piece=hero, at=game.state.members[hero].at)
    assert "0 to" in refused(game, kind="wounds", piece=hero, n=99)
    assert "no figure 'nobody'" in refused(game, kind="wounds", piece="nobody", n=1)
    assert "no status effect" in refused(game, kind="status", piece=hero, name="Joy")
    assert "does not have" in refused(game, kind="status", piece=hero, name="Fire", on=False)
    assert "no token" in refused(game, kind="token", name="skull", at=there)
    assert "could be taken away" in refused(game, kind="token", name="t999", on=False)
    assert "shares square" in refused(game, kind="token", name="chest", at=there)
    point = next(m for m in game.state.monsters.values() if m.kind == "spawning_point")
    assert "stays" in refused(game, kind="move", piece=point.id, at=free(game.state))


def test_what_is_offered_is_what_is_there(game: Game) -> None:
    found = SYSTEM.rulings(game.state)
    hero = next(iter(game.seats))
    assert found.figures[hero].at == game.state.members[hero].at
    assert found.figures[hero].most == facts.hearts(game.state, game.state.members[hero]) - 1
    words = SYSTEM.words["en"]
    assert all(name in words for name in found.tokens.values())
