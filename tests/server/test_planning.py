"""Around the table: lines and the clock, looking on, the guide."""

from __future__ import annotations

from typing import Any

from tests.server.conftest import Match, Server


def news(player: Any, what: str) -> list[Any]:
    return [message[what] for message in player.received("table") if what in message]


def test_a_line_is_shown_to_all_and_taken_away(match: Match) -> None:
    rita, _ = match.join()
    assert match.red.send("arrow", game=match.id, line=[3, 8]) == {"ok": True}
    assert match.red.send("arrow", game=match.id, line=None) == {"ok": True}
    shown = news(match.blue, "arrow")
    assert [(a["who"], a["name"], a["line"]) for a in shown] == [
        (rita["you"]["player"], "Rita", [3, 8]),
        (rita["you"]["player"], "Rita", None),
    ]
    for bad in ([3], [3, -1], [3, 10**6], "x", [1, 2, 3]):
        assert match.red.send("arrow", game=match.id, line=bad)["error"]["code"] == "malformed"
    assert match.red.send("arrow", game=match.id)["error"]["code"] == "malformed"
    assert not news(match.blue, "arrow")


def test_lines_are_limited(server: Server, serve: Any) -> None:
    slow = serve(messages=(1.0, 20.0))
    match = Match(slow)
    match.join()
    codes = [
        match.red.send("arrow", game=match.id, line=[0, 1]).get("error", {}).get("code") for _ in range(20)
    ]
    assert codes[0] is None and codes[-1] == "too_fast"
    assert len(news(match.blue, "arrow")) < 10


def test_the_host_sets_the_clock_and_it_outlives_the_server(match: Match, serve: Any) -> None:
    assert match.join()[0]["clock"]["minutes"] == 0
    assert match.blue.send("clock", game=match.id, minutes=2)["error"]["code"] == "not_allowed"
    for bad in (-1, 61, "x"):
        assert match.red.send("clock", game=match.id, minutes=bad)["error"]["code"] == "malformed"
    assert not news(match.blue, "clock")
    assert match.red.send("clock", game=match.id, minutes=2) == {"ok": True}
    (clock,) = news(match.blue, "clock")
    assert clock["minutes"] == 2 and 115_000 < clock["left"] <= 120_000
    assert match.red.answer(match.decision(), "lead-ann", seat="ann").get("ok")
    (clock,) = news(match.blue, "clock")
    assert 119_000 < clock["left"] <= 120_000, "a new decision, new time"
    late = match.server.player("Lea").join(match.id)
    assert late["clock"]["minutes"] == 2 and late["clock"]["left"] <= clock["left"]
    again = serve().player("Bo").join(match.id)
    assert again["clock"]["minutes"] == 2
    assert match.red.send("clock", game=match.id, minutes=0) == {"ok": True}
    assert news(match.blue, "clock")[-1]["minutes"] == 0
    assert match.red.answer(match.decision(), "roll").get("ok")
    assert not news(match.blue, "clock"), "no clock, no news of it"


def test_who_looks_on_sees_no_hand(match: Match) -> None:
    match.join()
    seats = match.red.join(match.id)["you"]["seats"]
    looking = match.red.join(match.id, view="watch")
    assert seats == ["ann", "bob"] and looking["you"]["seats"] == []
    assert not looking["scene"]["cards"]
    assert looking["game"]["hides"] is True
    assert [p["tv"] for p in looking["presence"] if p["id"].endswith("-watch")] == [False]
    page = match.red.get(f"/watch/{match.id}").get_data(as_text=True)
    assert 'data-view="watch"' in page and 'id="join"' not in page
    page = match.red.get(f"/watch/{match.id}?tv=1").get_data(as_text=True)
    assert 'data-view="tv"' in page and "<svg" in page.partition('id="join"')[2]


def test_looking_on_before_the_start_and_at_a_locked_door(server: Server) -> None:
    host = server.player("Hal")
    id = host.create(lock="1")
    assert "Seats" in host.get(f"/watch/{id}").get_data(as_text=True)
    stranger = server.player("Sid")
    assert stranger.get(f"/watch/{id}").status_code == 403
    assert stranger.get("/watch/nothing").status_code == 404


def test_the_guide_comes_with_the_table(server: Server, config: Any) -> None:
    path = config.scenarios / "toy" / "meadow.toml"
    hint = '[[guide]]\nwhen = { prompt = "lead" }\nsay = "Choose."\npoint = { panel = "prompt" }\n'
    path.write_text(path.read_text() + hint)
    match = Match(server)
    joined, _ = match.join()
    assert joined["guide"] == [{"when": {"prompt": "lead"}, "say": "Choose.", "point": {"panel": "prompt"}}]
