"""Table rulings: set by consent, checked, told, replayed, taken back and saved like answers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.play import load, new_game, position, undo, walk, walk_to
from tests.toy import TOY, register_toy
from webgame.engine.game import Entry, Game, GameError
from webgame.engine.past import Past
from webgame.engine.save import read, replay, whole, write

register_toy()
MOVE = {"kind": "move", "piece": "p.ann", "at": 7}


def ruled(game: Game, what: dict[str, Any], seat: str = "ann") -> None:
    game.run(Entry("ruling", seat, data={"what": what, "consents": list(game.seats)}))


def started(answers: int = 1) -> Game:
    game = new_game()
    game.answer("ann", "lead-ann")
    for option in ("move>1", "roll")[: answers - 1]:
        game.answer("ann", option)
    return game


def test_a_ruling_sets_tells_and_asks_anew() -> None:
    game = started()
    decision = game.decision
    assert decision is not None
    events = [e for f in game.apply(Entry("ruling", "ann", data={"what": MOVE})) for e in f.events]
    assert game.state.at["ann"] == 7
    assert [e.key for e in events] == ["ruled"] and events[0].show["ruling"] is True
    assert game.decision is not None and game.decision.prompt == decision.prompt
    assert game.decision.id != decision.id, "an answer to what was asked before is stale"
    assert game.decision.find("ann", "move>8") and not game.decision.find("ann", "move>1")
    with pytest.raises(GameError) as refused:
        game.run(Entry("answer", "ann", "end", decision=decision.id))
    assert refused.value.code == "stale"


def test_a_ruling_replays_and_restores_from_snapshots() -> None:
    game = started()
    ruled(game, MOVE)
    for _ in walk(game, 30, seed=3):
        pass
    assert position(load(game)) == position(game)
    assert position(load(game, game.snapshots)) == position(game)


def test_a_ruling_is_taken_back_by_consent_and_brought_back() -> None:
    game = started()
    before = game.hash()
    ruled(game, MOVE)
    after = game.hash()
    game.run(Entry("seat", "cat", data={"holder": "Cat", "player": "c"}))
    with pytest.raises(GameError) as refused:
        undo(game, "ann", 1)
    assert refused.value.code == "needs_consent"
    undo(game, "ann", 1, ["cat"])
    assert game.hash() == before
    game.run(Entry("redo", "ann"))
    assert game.hash() == after
    assert position(load(game)) == position(game)


def test_the_past_shows_a_ruling_whoever_holds_the_seats_now() -> None:
    game = started()
    ruled(game, MOVE)
    game.answer("ann", "move>8")
    game.run(Entry("seat", "cat", data={"holder": "Cat", "player": "c"}))
    past = Past(TOY, game.header)
    past.follow([game.log[i] for i in game.live], dict(game.holders), 0)
    for at, square in ((1, 0), (2, 7), (3, 8), (2, 7)):
        list(past.travel(at))
        assert past.position.state.at["ann"] == square
    list(past.travel(1))
    assert [e.key for _, events in past.forward(frozenset()) for e in events] == ["ruled"]


def test_a_finished_game_with_a_ruling_is_saved_and_replays() -> None:
    game = started()
    ruled(game, MOVE)
    for _ in walk(game, 300):
        pass
    assert game.result is not None
    assert replay(read(write(whole(game, "with a ruling")))).hash() == game.hash()


def test_a_ruling_needs_all_seats() -> None:
    game = started()
    game.run(Entry("seat", "cat", data={"holder": "Cat", "player": "c"}))
    with pytest.raises(GameError) as refused:
        game.run(Entry("ruling", "ann", data={"what": MOVE, "consents": ["bob"]}))
    assert refused.value.code == "needs_consent" and game.state.at["ann"] == 0


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({**MOVE, "at": 12}, "two things stand on one square"),
        ({**MOVE, "at": 99}, "no square 99"),
        ({**MOVE, "piece": "p.dora"}, "no piece 'p.dora'"),
        ({**MOVE, "size": 3}, "unknown field `size`"),
        ({"kind": "crown"}, "'crown'"),
        ({"kind": "token", "name": "stone.3", "on": False}, "can't be set"),
        ({"kind": "wounds", "piece": "p.ann", "n": 2}, "can't be set"),
    ],
)
def test_a_bad_ruling_changes_nothing(what: dict[str, Any], said: str) -> None:
    game = started()
    before = position(game)
    with pytest.raises(GameError) as refused:
        ruled(game, what)
    assert refused.value.code == "bad_ruling" and said in refused.value.message
    assert position(game) == before


@pytest.mark.parametrize("data", [{}, {"what": 5}, {"what": MOVE, "consents": 3}])
def test_a_ruling_entry_has_a_form(data: dict[str, Any]) -> None:
    with pytest.raises(GameError) as refused:
        started().run(Entry("ruling", "ann", data=data))
    assert refused.value.code == "bad_entry"


def test_no_ruling_between_checkpoints_nor_after_the_end() -> None:
    game = walk_to(new_game(), "flag")
    with pytest.raises(GameError) as refused:
        ruled(game, MOVE)
    assert refused.value.code == "no_ruling" and "come to rest" in refused.value.message
    for _ in walk(game, 300):
        pass
    with pytest.raises(GameError) as refused:
        ruled(game, MOVE)
    assert refused.value.code == "finished"


def test_a_half_given_answer_is_no_time_for_a_ruling() -> None:
    game = walk_to(new_game(), "bid")
    game.answer("ann", "bid>1")
    with pytest.raises(GameError) as refused:
        ruled(game, MOVE)
    assert refused.value.code == "no_ruling"
