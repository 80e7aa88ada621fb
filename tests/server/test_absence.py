"""Who is away: a grace time, a bot by vote of those who are there, and the seat taken back by coming."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.conftest import Match, Player, Server
from tests.server.test_seats import seat, settled
from webgame.server import tables


class Three(Match):
    """Ann is Rita's, Bob Bruno's, Cat Bela's; Rita is the host."""

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self.green: Player = server.player("Bruno")
        self.join()
        self.green.join(self.id)
        tag = self.server.house.tables.ask(
            self.id,
            lambda t: {
                "tag": next(t.tag(m.player.id) for m in t.members.values() if m.player.name == "Bruno")
            },
        )["tag"]
        assert seat(self, self.red, "give", "bob", to=tag)["ok"]


def forget(*players: Player) -> None:
    for player in players:
        player.received("table")


def test_somebody_who_has_only_just_gone_keeps_the_seat(match: Match) -> None:
    match.join()
    match.blue.socket.disconnect()
    for do in ("bot", "leave"):
        assert seat(match, match.red, do, "cat")["error"]["code"] == "not_yet"
    assert match.blue.join(match.id)["absent"] == []


def test_all_are_told_when_the_grace_time_is_over(
    serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "TICK", 0.05)
    match = Match(serve(grace=0.3))
    match.join()
    match.blue.socket.disconnect()
    told: list[Any] = []

    def absent(_game: Any) -> bool:
        told.extend(m["absent"] for m in match.red.received("table") if "absent" in m)
        return ["cat"] in told

    settled(match, absent)
    assert match.blue.join(match.id)["absent"] == []
    assert [m["absent"] for m in match.red.received("table") if "absent" in m][-1] == []


def test_after_a_restart_who_has_not_come_back_is_absent(serve: Callable[..., Server]) -> None:
    match = Match(serve())
    match.join()
    again = serve(grace=0.0)
    assert again.house.tables.ask(match.id, lambda t: {"absent": t.absent()})["absent"] == [
        "ann",
        "bob",
        "cat",
    ]


def test_those_who_are_there_vote_on_a_bot_for_who_is_absent(serve: Callable[..., Server]) -> None:
    match = Three(serve(grace=0.0))
    match.blue.socket.disconnect()
    forget(match.red, match.green)
    ack = seat(match, match.green, "bot", "cat", bot="first")
    assert ack["ok"] and ack["vote"]
    assert match.game.holders["cat"]["bot"] == "", "nothing is done before all agree"
    shown = [m["vote"] for m in match.red.received("table") if "vote" in m][0]
    assert (shown["kind"], shown["seat"], shown["waiting"]) == ("bot", "cat", ["ann"])
    assert (
        match.green.send("vote", game=match.id, id=shown["id"], yes=True)["error"]["code"] == "not_your_seat"
    )
    assert match.red.send("vote", game=match.id, id=shown["id"], yes=True)["ok"]
    assert match.game.holders["cat"] == {"holder": "Bela", "player": match.game.holders["cat"]["player"]} | {
        "bot": "first",
        "stand_in": True,
    }
    match.red.answer("0", "lead-ann", seat="ann")
    for player in (match.red, match.green):
        assert player.answer(match.decision(), "end")["ok"]
    settled(match, lambda game: "cat" not in game.waiting() and game.decision.prompt == "bid")
    assert match.blue.join(match.id)["you"]["seats"] == ["cat"]
    assert match.game.holders["cat"]["bot"] == ""
    assert any("is back" in line["text"] for line in match.blue.join(match.id)["chat"])


def test_one_no_is_enough(serve: Callable[..., Server]) -> None:
    match = Three(serve(grace=0.0))
    match.blue.socket.disconnect()
    vote = seat(match, match.green, "bot", "cat")["vote"]
    assert match.red.send("vote", game=match.id, id=vote, yes=False)["ok"]
    assert match.game.holders["cat"]["bot"] == ""


def test_coming_back_ends_the_vote(serve: Callable[..., Server]) -> None:
    match = Three(serve(grace=0.0))
    match.blue.socket.disconnect()
    vote = seat(match, match.green, "bot", "cat")["vote"]
    match.blue.join(match.id)
    assert match.red.send("vote", game=match.id, id=vote, yes=True)["error"]["code"] == "stale"
    assert match.game.holders["cat"]["bot"] == ""


def test_a_bot_of_ones_own_stays_until_its_owner_takes_it_off(serve: Callable[..., Server]) -> None:
    match = Match(serve(grace=0.0))
    match.join()
    assert seat(match, match.blue, "bot", "cat", bot="first")["ok"]
    match.blue.socket.disconnect()
    match.blue.join(match.id)
    assert match.game.holders["cat"]["bot"] == "first"


def test_strangers_set_no_bots(serve: Callable[..., Server]) -> None:
    match = Match(serve(grace=0.0))
    match.join()
    stranger = match.server.player("Sam")
    stranger.join(match.id)
    match.blue.socket.disconnect()
    assert seat(match, stranger, "bot", "cat")["error"]["code"] == "not_your_seat"
    assert seat(match, stranger, "leave", "cat")["error"]["code"] == "not_your_seat"


def test_what_cannot_be_done_any_more_is_not_told_as_agreed(serve: Callable[..., Server]) -> None:
    match = Three(serve(grace=0.0))
    match.blue.socket.disconnect()
    vote = seat(match, match.green, "bot", "cat")["vote"]
    match.blue.join(match.id, view="watch")
    match.green.received("table")
    assert match.red.send("vote", game=match.id, id=vote, yes=True)["error"]["code"] == "stale"
    states = [m["vote"]["state"] for m in match.green.received("table") if "vote" in m]
    assert states[-1] == "overtaken" and match.game.holders["cat"]["bot"] == ""
