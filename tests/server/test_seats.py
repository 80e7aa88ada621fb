"""Seats while a game runs: taking, giving, leaving; bots; hand-over links."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.conftest import Match, Player, Server, followed
from webgame.engine.bots import FirstBot
from webgame.engine.game import Entry
from webgame.engine.rng import Rng


def seat(match: Match, player: Player, do: str, name: str, **more: Any) -> Any:
    return player.send("seat", game=match.id, do=do, seat=name, **more)


def settled(match: Match, done: Any) -> Any:
    """Wait until the table has come to what is wanted."""
    for _ in range(300):
        if done(match.game):
            return match.game
        time.sleep(0.01)
    raise AssertionError("it did not come to that")


def test_a_seat_is_given_and_both_see_what_they_may_at_once(match: Match) -> None:
    red, blue = match.join()
    tag = blue["you"]["player"]
    assert seat(match, match.red, "give", "bob", to=tag) == {"ok": True, "version": 4, "seats": ["ann"]}
    ours, theirs = match.red.received("step"), match.blue.received("step")
    assert ours[0]["you"] == {"seats": ["ann"]} and theirs[0]["you"] == {"seats": ["bob", "cat"]}
    assert {c["area"] for c in followed(red, ours)["cards"].values()} == {"hand.ann"}
    assert {c["area"] for c in followed(blue, theirs)["cards"].values()} == {"hand.bob", "hand.cat"}
    assert match.red.answer("0", "lead-bob", seat="bob")["error"]["code"] == "not_your_seat"
    assert match.blue.answer("0", "lead-bob", seat="bob")["ok"]
    more = match.blue.received("step")
    assert followed(blue, theirs + more)["turn"]["now"]["active"] == "p.bob"
    missed = match.blue.send("sync", game=match.id, version=3)
    assert "scene" in missed, "steps of other eyes are not sent again"


def test_seats_are_left_and_taken(match: Match) -> None:
    match.join()
    other = match.server.player("Sam")
    other.join(match.id)
    assert seat(match, other, "take", "cat")["error"]["code"] == "taken"
    assert seat(match, other, "leave", "cat")["error"]["code"] == "not_your_seat"
    assert seat(match, other, "bot", "cat")["error"]["code"] == "not_your_seat"
    assert seat(match, match.red, "leave", "cat")["error"]["code"] == "not_allowed", "its holder is here"
    assert seat(match, match.blue, "leave", "cat")["seats"] == []
    assert seat(match, other, "take", "cat")["seats"] == ["cat"]
    assert seat(match, other, "take", "cat")["error"]["code"] == "taken"
    assert seat(match, other, "take", "dog")["error"]["code"] == "bad_seat"
    assert seat(match, other, "give", "cat", to="nobody")["error"]["code"] == "bad_player"
    assert match.game.holders["cat"]["holder"] == "Sam"
    scene = other.join(match.id)["scene"]
    assert "player" not in scene["seats"]["cat"], "ids of players are private"


def test_the_host_lets_a_bot_play_for_who_is_absent(serve: Callable[..., Server]) -> None:
    match = Match(serve(grace=0.0))
    match.join()
    match.blue.socket.disconnect()
    assert seat(match, match.red, "bot", "cat", bot="first")["ok"]
    assert match.game.holders["cat"]["bot"] == "first"
    assert seat(match, match.red, "unbot", "cat")["error"]["code"] == "not_allowed"
    assert match.blue.join(match.id)["you"]["seats"] == ["cat"], "it is still hers"
    assert match.game.holders["cat"]["bot"] == "", "and she plays it from the next answer on"


def test_bots_answer_through_the_same_door(match: Match) -> None:
    match.join()
    assert seat(match, match.blue, "bot", "cat", bot="first")["ok"]
    match.red.answer("0", "lead-ann", seat="ann")
    for _ in range(2):
        match.red.answer(match.decision(), "end")
    game = settled(match, lambda g: g.decision.prompt != "turn" and "cat" not in g.waiting())
    assert any(e.seat == "cat" and e.kind == "answer" and not e.player for e in game.log)
    assert match.blue.answer(match.decision(), "bid>1", seat="cat")["error"]["code"] == "bot_plays"


def test_people_go_first_where_any_seat_may_answer(match: Match) -> None:
    match.join()
    seat(match, match.red, "bot", "bob", bot="first")
    time.sleep(0.1)
    assert match.game.decision.prompt == "lead", "Ann may still say who leads"
    assert match.red.answer("0", "lead-ann", seat="ann")["ok"]


def test_bots_play_a_whole_game(server: Server) -> None:
    host = server.player("Hana")
    game = host.create()
    host.sit(game, "bot", bot="random")
    host.start(game)
    match = Match.__new__(Match)
    match.server, match.id = server, game
    settled(match, lambda g: g.result is not None)


def answers(match: Match) -> int:
    return len(match.game.live)


@pytest.mark.slow
def test_bots_take_their_time_while_somebody_looks_on(serve: Callable[..., Server]) -> None:
    match = Match(serve(bot_pace=0.4))
    match.join()
    assert seat(match, match.blue, "bot", "cat", bot="first")["ok"]
    match.red.answer("0", "lead-ann", seat="ann")
    for _ in range(2):
        match.red.answer(match.decision(), "end")
    then, before = time.monotonic(), answers(match)
    while "cat" in match.game.waiting():
        assert time.monotonic() - then < 5
        time.sleep(0.02)
    given = answers(match) - before
    assert given and time.monotonic() - then > 0.35 * given


def test_bots_wait_when_nobody_plays_or_looks_on(match: Match) -> None:
    match.join()
    for player, name in ((match.red, "ann"), (match.red, "bob")):
        assert seat(match, player, "bot", name, bot="first")["ok"]
    match.red.socket.disconnect()
    match.blue.socket.disconnect()
    settled(match, lambda g: "cat" in g.waiting())  # Cat's is a person's seat: the bots go on to her question
    match.blue.join(match.id)
    match.server.house.tables.ask(match.id, lambda table: leave_alone(table, match))
    before = answers(match)
    time.sleep(0.2)
    assert answers(match) == before, "only bots are left, and nobody is there"
    match.blue.join(match.id)
    settled(match, lambda g: len(g.live) > before)


def leave_alone(table: Any, match: Match) -> dict[str, Any]:
    """Give the last seat to a bot in the moment when the last person goes."""
    table.commit(Entry("seat", "cat", data={"holder": "Bela", "player": "x", "bot": "first"}))
    for sid in list(table.members):
        table.leave(sid)
    return {}


def test_a_bot_that_cannot_answer_leaves_its_seat(match: Match, monkeypatch: Any) -> None:
    match.join()

    def fail(self: FirstBot, *_: Any) -> Any:
        raise ValueError("no idea")

    monkeypatch.setattr(FirstBot, "choose", fail)
    match.red.answer("0", "lead-ann", seat="ann")
    assert seat(match, match.red, "bot", "ann", bot="first")["ok"]
    game = settled(match, lambda g: not g.holders["ann"]["bot"])
    assert game.holders["ann"]["holder"] == "Rita", "its owner plays on"
    assert any("no idea" in line["text"] for line in match.red.join(match.id)["chat"])


def test_bots_do_not_meet_the_seed() -> None:
    assert not hasattr(FirstBot(Rng(b"x")), "seed")


def test_votes_do_not_wait_for_bots(match: Match) -> None:
    match.join()
    seat(match, match.blue, "bot", "cat", bot="first")
    match.red.answer("0", "lead-ann", seat="ann")
    match.red.answer(match.decision(), "roll")
    ack = match.red.send("undo", game=match.id, client_id="u")
    assert ack["ok"] and "vote" not in ack and match.game.forced_undos == 1


def test_a_link_hands_a_seat_over_once(match: Match) -> None:
    match.join()
    assert match.blue.error(f"/g/{match.id}/link", seat="ann") == "not_your_seat"
    assert "Hand over Cat" in match.blue.get(f"/g/{match.id}/seats").get_data(as_text=True)
    page = match.blue.post(f"/g/{match.id}/link", seat="cat").get_data(as_text=True)
    found = re.search(r"http://localhost(/seat/[\w-]+)", page)
    assert found and "<svg" in page
    phone, late = match.server.player("Phone"), match.server.player("Late")
    assert "Cat" in phone.get(found[1]).get_data(as_text=True), "looking does not use it up"
    assert phone.post(found[1]).status_code == 302
    assert match.game.holders["cat"]["holder"] == "Phone"
    assert late.error(found[1]) == "unknown_link"
    assert late.get(found[1]).status_code == 404
    assert phone.join(match.id)["you"]["seats"] == ["cat"]
    assert match.blue.answer("0", "lead-ann", seat="cat")["error"]["code"] == "not_your_seat"


def test_a_link_does_not_outlive_the_givers_seat(match: Match) -> None:
    match.join()
    page = match.blue.post(f"/g/{match.id}/link", seat="cat").get_data(as_text=True)
    found = re.search(r"(/seat/[\w-]+)", page)
    assert found
    seat(match, match.blue, "leave", "cat")
    assert match.server.player("Late").error(found[1]) == "not_allowed"
