"""Playing over sockets: answers, steps, audiences, errors that change nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.conftest import Match, Server, event_keys, followed


def test_joining_gives_all_there_is_to_see(match: Match) -> None:
    red, blue = match.join()
    assert red["version"] == 3  # three seats were taken
    assert red["you"] | {"player": ""} == {
        "name": "Rita",
        "player": "",
        "seats": ["ann", "bob"],
        "host": True,
    }
    assert blue["you"]["seats"] == ["cat"] and not blue["you"]["host"]
    assert red["game"]["id"] == match.id and len(red["game"]["commit"]) == 64
    assert red["static"]["board"]["w"] == 5 and red["words_url"] == "/words/toy.json"
    assert {p["name"] for p in blue["presence"]} == {"Rita", "Bela"}
    assert red["scene"]["seats"]["ann"]["holder"] == "Rita"


def test_two_audiences_see_their_own_hands_and_one_game(match: Match) -> None:
    red, blue = match.join()
    assert {c["area"] for c in red["scene"]["cards"].values()} == {"hand.ann", "hand.bob"}
    assert {c["area"] for c in blue["scene"]["cards"].values()} == {"hand.cat"}
    assert red["scene"]["options"] and not blue["scene"]["options"]
    ack = match.red.answer(red["scene"]["decision"]["now"]["id"], "lead-ann", seat="ann")
    assert ack == {"ok": True, "version": 4}
    ours, theirs = match.red.received("step"), match.blue.received("step")
    assert len(ours) == len(theirs) == 1
    assert followed(red, ours)["turn"]["now"]["active"] == "p.ann"
    assert not followed(blue, theirs)["options"]
    match.red.answer(match.decision(), "draw")
    assert event_keys(match.red.received("step")) == ["drew", "drew.card"]
    assert event_keys(match.blue.received("step")) == ["drew"]


def test_a_whole_game_in_step(match: Match) -> None:
    """Both clients' scenes, built from steps alone, match the server's hashes to the end."""
    red, blue = match.join()
    steps: dict[str, list[Any]] = {"red": [], "blue": []}
    for turn in range(200):
        game = match.game
        if game.result is not None:
            break
        seat = game.waiting()[0]
        who = match.blue if seat == "cat" else match.red
        if game.decision.pick:
            ack = who.answer(game.decision.id, game.decision.groups[0].id, seat=seat, picks=[])
        else:
            options = game.decision.options(seat)
            ack = who.answer(game.decision.id, options[turn % len(options)], seat=seat)
        assert "ok" in ack, ack
        steps["red"] += match.red.received("step")
        steps["blue"] += match.blue.received("step")
    assert match.game.result is not None
    assert followed(red, steps["red"])["result"] == followed(blue, steps["blue"])["result"]
    assert match.server.house.store.game(match.id).finished == 1  # type: ignore[union-attr]
    assert match.red.answer("9", "x")["error"]["code"] == "finished"
    assert match.red.send("undo", game=match.id, client_id="u")["error"]["code"] == "finished"


def test_bad_answers_are_named_and_change_nothing(match: Match) -> None:
    red, _ = match.join()
    now = red["scene"]["decision"]["now"]["id"]
    cases: list[tuple[Any, str, dict[str, Any], str]] = [
        (match.red, "lead-ann", {"seat": "ann", "decision": "99"}, "stale"),
        (match.red, "lead-ann", {"seat": "cat"}, "not_your_seat"),
        (match.red, "lead-ann", {"seat": "nobody"}, "not_your_seat"),
        (match.blue, "lead-ann", {"seat": "cat"}, "not_your_seat"),
        (match.blue, "lead-ann", {}, "not_your_seat"),
        (match.red, "lead-cat", {"seat": "ann"}, "not_offered"),
        (match.red, "lead-ann>4", {"seat": "ann"}, "not_offered"),
        (match.red, "lead-ann", {}, "which_seat"),
        (match.red, "lead-ann", {"seat": "ann", "picks": [1]}, "bad_pick"),
        (match.red, "lead-ann", {"seat": "ann", "game": "nosuch"}, "not_joined"),
        (match.red, "lead-ann", {"seat": 7}, "malformed"),
        (match.red, "lead-ann", {"extra": 1}, "malformed"),
        (match.red, "lead-ann", {"client_id": ""}, "malformed"),
        (match.red, "x" * 300, {}, "malformed"),
        (match.red, "lead-ann", {"picks": [{}]}, "malformed"),
    ]
    before = match.game.hash()
    for player, option, more, code in cases:
        ack = player.answer(now, option, **more)
        assert ack["error"]["code"] == code, (option, more, ack)
        assert ack["error"]["message"]
    assert match.game.version == 3 and match.game.hash() == before
    assert not match.red.received("step") and not match.blue.received("step")


@pytest.mark.parametrize("name", ["join", "answer", "sync", "query", "seat", "undo", "vote", "chat", "ping"])
def test_malformed_messages_say_where(match: Match, name: str) -> None:
    match.red.connect()
    for data in (None, 7, "join", [], {}, {"game": 5}, {"game": "x", "a": 1}, {"game": ""}):
        ack = match.red.socket.emit(name, data, callback=True)
        assert ack["error"]["code"] == "malformed" and ack["error"]["message"], data


def test_unknown_games_are_named(match: Match) -> None:
    assert match.red.join("nosuch")["error"]["code"] == "unknown_game"
    assert match.red.get("/g/nosuch").status_code == 404
    assert "nosuch" in match.red.get("/g/nosuch").get_data(as_text=True)


def test_a_doubled_answer_has_one_effect_and_one_acknowledgement(match: Match) -> None:
    red, _ = match.join()
    now = red["scene"]["decision"]["now"]["id"]
    first = match.red.answer(now, "lead-ann", seat="ann", client_id="same")
    again = match.red.answer(now, "lead-ann", seat="ann", client_id="same")
    assert first == again == {"ok": True, "version": 4}
    assert match.game.version == 4
    late = match.red.answer(now, "lead-bob", seat="bob", client_id="other")
    assert late["error"]["code"] == "stale"


def test_missed_steps_are_sent_again_or_the_whole_scene(match: Match) -> None:
    red, blue = match.join()
    match.red.answer(match.decision(), "lead-ann", seat="ann")
    match.red.answer(match.decision(), "end")
    match.blue.received("step")  # lost on the way
    missed = match.blue.send("sync", game=match.id, version=blue["version"])
    assert [s["to"] for s in missed["steps"]] == [4, 5]
    scene = followed(blue, missed["steps"])
    whole = match.blue.send("sync", game=match.id, version=-1)
    assert whole["scene"] == scene and whole["version"] == 5 and whole["static_key"] == "12"
    assert match.blue.send("sync", game=match.id, version=5)["scene"] == scene
    assert match.blue.send("sync", game=match.id, version=77)["scene"] == scene


def test_late_comers_are_told_what_happened(match: Match) -> None:
    match.red.join(match.id)
    match.red.answer(match.decision(), "lead-ann", seat="ann")
    match.red.answer(match.decision(), "draw")
    history = match.blue.join(match.id)["history"]
    assert [(h["version"], [e["key"] for e in h["events"]]) for h in history] == [
        (4, ["leads"]),
        (5, ["drew"]),
    ]


def test_a_screen_for_all_sees_no_hand_although_its_player_has_one(match: Match) -> None:
    screen = match.red.join(match.id, view="tv")
    assert not screen["scene"]["cards"] and not screen["you"]["seats"]
    assert screen["presence"][0]["tv"]
    ack = match.red.answer(match.decision(), "lead-ann", seat="ann")
    assert ack["error"]["code"] == "not_your_seat"


def test_queries_answer_and_change_nothing(match: Match) -> None:
    match.join()
    match.red.answer(match.decision(), "lead-ann", seat="ann")
    odds = match.red.send("query", game=match.id, version=4, about={"option": "roll"})
    assert odds["odds"] == [{"label": "scored", "permille": 417}]
    why = match.red.send("query", game=match.id, version=4, about={"square": 24})
    assert why["lines"][0]["rule"] == "T-3.1"
    assert match.red.send("query", game=match.id, version=3, about={})["error"]["code"] == "stale"
    bad = match.red.send("query", game=match.id, version=4, about={"option": "move>far away"})
    assert bad["error"]["code"] == "bad_query"
    huge = match.red.send("query", game=match.id, version=4, about={"option": "x" * 2000})
    assert huge["error"]["code"] == "malformed"
    assert match.game.version == 4


def test_chat_and_pings_are_numbered_and_plain_text(match: Match) -> None:
    match.join()
    match.blue.received("table")
    nasty = "<script>alert(1)</script>\n\u202ehi"
    assert match.red.send("chat", game=match.id, text=nasty) == {"ok": True}
    assert match.red.send("ping", game=match.id, at=7) == {"ok": True}
    chat, ping = match.blue.received("table")
    assert chat["chat"]["text"] == "<script>alert(1)</script> hi" and chat["chat"]["name"] == "Rita"
    assert ping["ping"]["at"] == 7 and ping["n"] == chat["n"] + 1
    assert match.red.send("chat", game=match.id, text="  ")["error"]["code"] == "bad_text"
    assert match.red.send("chat", game=match.id, text="x" * 501)["error"]["code"] == "bad_text"
    assert match.blue.join(match.id)["chat"][-1]["text"] == "<script>alert(1)</script> hi"


def test_presence_follows_people(match: Match) -> None:
    match.join()
    match.red.received("table")
    match.blue.socket.disconnect()
    match.server.house.tables.ask(match.id, lambda table: {})  # all before it is done
    assert [p["name"] for p in match.red.received("table")[-1]["presence"]] == ["Rita"]


@pytest.mark.slow
def test_a_crowd_that_comes_is_told_of_now_and_then(serve: Callable[..., Server]) -> None:
    match = Match(serve(presence=1.0))
    match.join()
    names = {"Rita", "Bela", *(f"Guest {n}" for n in range(20))}
    crowd = [match.server.player(f"Guest {n}") for n in range(20)]
    for guest in crowd:
        guest.connect()
    begun = time.monotonic()
    for n, guest in enumerate(crowd):
        assert len(guest.join(match.id)["presence"]) == 3 + n, "who comes sees all"
    told: list[set[str]] = []
    for _ in range(1000):
        news = match.red.received("table")
        told += [{p["name"] for p in each["presence"]} for each in news if "presence" in each]
        if told[-1:] == [names]:
            break
        time.sleep(0.02)
    assert told[-1] == names, "in the end all are told of all"
    assert len(told) <= 3 + (time.monotonic() - begun), "not once for each"


def test_too_many_messages_are_refused(serve: Callable[..., Server]) -> None:
    match = Match(serve(messages=(0.01, 12.0)))
    match.red.join(match.id)  # costs five
    acks = [match.red.send("ping", game=match.id, at=1) for _ in range(10)]
    assert acks[0] == {"ok": True} and acks[-1]["error"]["code"] == "too_fast"


def test_who_does_not_read_is_cut_off(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    match.join()
    slow = next(s for s, v in match.server.house.sockets.items() if v.player.name == "Bela")
    monkeypatch.setattr(match.server.house, "backlog", lambda sid: 201 if sid == slow else 0)
    match.red.answer(match.decision(), "lead-ann", seat="ann")
    assert not match.blue.socket.is_connected() and match.red.socket.is_connected()
