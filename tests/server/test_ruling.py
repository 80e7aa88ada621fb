"""Table rulings at a served table: all seats agree, bad ones are refused before anybody is asked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.conftest import Match, Server, event_keys, followed

MOVE = {"kind": "move", "piece": "p.ann", "at": 7}


def rule(match: Match, what: Any = None, by: str = "red", **more: Any) -> Any:
    player = match.red if by == "red" else match.blue
    player.ids += 1
    return player.send("rule", game=match.id, what=what or MOVE, client_id=f"r{player.ids}", **more)


def test_all_seats_agree_to_a_ruling(match: Match) -> None:
    red, blue = match.join()
    match.blue.received("table")
    asked = rule(match)
    assert asked["ok"] and asked["vote"] and match.game.state.at["ann"] == 0
    vote = match.blue.received("table")[-1]["vote"]
    assert vote["kind"] == "ruling" and vote["by"] == "Rita" and vote["waiting"] == ["cat"]
    assert vote["says"][0]["key"] == "ruled" and vote["says"][0]["params"] == {"what": "move p.ann"}
    assert (vote["says"][0]["show"]["from"], vote["says"][0]["show"]["path"]) == (0, [7])
    assert rule(match)["error"]["code"] == "vote_open"
    assert match.blue.send("vote", game=match.id, id=vote["id"], yes=True)["ok"]
    assert match.game.state.at["ann"] == 7 and match.game.log[-1].data["consents"] == ["bob", "cat"]
    steps = match.blue.received("step")
    assert followed(blue, steps)["pieces"]["p.ann"]["at"] == 7
    assert event_keys(steps) == ["ruled"]
    history = match.blue.join(match.id)["history"]
    assert [e["key"] for h in history for e in h["events"]] == ["ruled"]


def test_one_no_and_nothing_is_set(match: Match) -> None:
    match.join()
    asked = rule(match)
    assert match.blue.send("vote", game=match.id, id=asked["vote"], yes=False)["ok"]
    assert match.red.received("table")[-1]["vote"]["state"] == "refused"
    assert match.game.version == 3 and match.game.state.at["ann"] == 0


def test_an_answer_overtakes_a_proposed_ruling(match: Match) -> None:
    match.join()
    asked = rule(match)
    match.red.answer("0", "lead-ann", seat="ann")
    assert match.blue.send("vote", game=match.id, id=asked["vote"], yes=True)["error"]["code"] == "stale"
    assert match.game.state.at["ann"] == 0


def test_a_taken_back_ruling_is_not_told_to_late_comers(match: Match) -> None:
    match.join()
    asked = rule(match)
    match.blue.send("vote", game=match.id, id=asked["vote"], yes=True)
    undo = match.red.send("undo", game=match.id, client_id="u")
    assert undo["vote"], "what all agreed to, all take back"
    assert match.blue.send("vote", game=match.id, id=undo["vote"], yes=True)["ok"]
    assert match.game.state.at["ann"] == 0
    assert match.blue.join(match.id)["history"] == []


def test_alone_a_ruling_is_made_at_once(server: Server) -> None:
    host = server.player("Hana")
    id = host.create()
    host.sit(id, "all")
    host.start(id)
    host.join(id)
    made = host.send("rule", game=id, what=MOVE, client_id="r1")
    assert made == {"ok": True, "version": 4}
    assert host.send("rule", game=id, what=MOVE, client_id="r1") == made, "the same act once"
    offered = host.send("rulings", game=id)
    assert offered["figures"]["p.ann"]["at"] == 7 and offered["tokens"] == {"stone": "stone"}


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({"kind": "move", "piece": "p.ann", "at": 12}, "bad_ruling"),
        ({"kind": "move", "piece": "p.dora", "at": 1}, "bad_ruling"),
        ({"kind": "dance"}, "malformed"),
        ({"kind": "move", "piece": "p.ann", "at": 1.5}, "malformed"),
        ({"kind": "move", "piece": "x" * 200}, "malformed"),
        ("up", "malformed"),
    ],
)
def test_bad_rulings_are_refused_by_name(match: Match, what: Any, code: str) -> None:
    match.join()
    before = match.game.hash()
    assert rule(match, what)["error"]["code"] == code
    assert match.game.hash() == before and match.game.version == 3


def test_who_may_not_rule(match: Match) -> None:
    match.join()
    other = match.server.player("Sam")
    other.join(match.id)
    refused = other.send("rule", game=match.id, what=MOVE, client_id="r")
    assert refused["error"]["code"] == "not_your_seat"
    assert rule(match, seat="cat")["error"]["code"] == "not_your_seat"


def test_no_ruling_in_the_middle_of_a_bid(match: Match) -> None:
    match.join()
    match.red.answer("0", "lead-ann", seat="ann")
    for seat in ("ann", "bob", "cat"):
        player = match.blue if seat == "cat" else match.red
        assert player.answer(match.decision(), "end")["ok"]
    assert match.red.answer(match.decision(), "bid>1", seat="ann")["ok"]
    assert match.red.send("rulings", game=match.id)["error"]["code"] == "no_ruling"
    assert rule(match)["error"]["code"] == "no_ruling"
