"""Building a scenario of one's own: the page, what a script is told, what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from tests import toy
from tests.server.conftest import Player, Server
from webgame.engine.game import parse_scenario
from webgame.engine.system import register
from webgame.server import waiting
from webgame.server.build_pages import VALUES

GOOD = {
    "f.size": "large",
    "f.cards": ["clover", "poppy"],
    "f.rounds": "2",
    "f.name": "Ours",
    "f.stone": ["13"],
}


def told(player: Player, do: str, /, **form: Any) -> Any:
    answer = player.http.post(
        "/build/toy",
        data={"token": player.token, "do": do, **form},
        headers={"Accept": "application/json"},
    )
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_json()


def make(player: Player, /, **form: Any) -> Any:
    data = {"token": player.token, "do": "make", **form}
    return player.http.post("/build/toy", data=data, headers={"Accept": "text/html"})


def test_two_clicks_give_a_game(server: Server) -> None:
    host = server.player("Hana")
    assert 'href="/build/toy"' in host.get("/").get_data(as_text=True)
    page = host.get("/build/toy").get_data(as_text=True)
    assert page.count("<h1>") == 1 and " style=" not in page and "Ready to play." in page
    form: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", page):
        found = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if found.get("name", "").startswith("f.") and (
            found.get("type") not in ("radio", "checkbox") or " checked" in tag
        ):
            form.setdefault(found["name"], []).append(found.get("value", ""))
    answer = make(host, **form)
    assert answer.status_code == 302, answer.get_data(as_text=True)
    row = waiting.find_game(server.house.store, answer.location.rsplit("/", 1)[1])
    assert (row.name, row.scenario) == ("Our meadow", "Our meadow")


def test_a_built_game_is_like_any_other(server: Server) -> None:
    host = server.player("Hana")
    game = make(host, **GOOD).location.rsplit("/", 1)[1]
    row = waiting.find_game(server.house.store, game)
    data = parse_scenario(waiting.read_setup(row).text)
    assert (data["name"], data["rounds"], data["stones"]) == ("Ours", 2, [13])
    assert "Ours" in server.player().get("/").get_data(as_text=True)
    host.sit(game, "all")
    host.start(game)
    host.join(game)
    header = server.house.tables.ask(game, lambda t: {"h": t.header})["h"]
    assert header.text == waiting.read_setup(row).text and header.scenario == "Ours"
    save = host.get(f"/g/{game}/save").get_data()
    assert msgspec.json.decode(save)["header"]["text"] == header.text
    locked = make(host, **GOOD, lock="1", options='fault = "roll"').location.rsplit("/", 1)[1]
    row = waiting.find_game(server.house.store, locked)
    assert len(row.code) == 6 and waiting.read_setup(row).options == {"fault": "roll"}


def test_a_script_is_told_limits_and_problems(server: Server) -> None:
    host = server.player()
    found = told(host, "check", **{"f.size": "small", "f.cards": ["thistle", "clover"], "f.rounds": ["0"]})
    assert found["wrong"] == {"cards": ["3 cards are too few or too many"], "play": ["a round at least"]}
    assert found["parts"] == {"meadow": 1, "play": 1, "name": 0}
    assert found["said"] == {"cards": "3 of 2"} and found["full"] == ["cards"]
    assert found["barred"] == {"stone": {"13": "is for large meadows"}} and found["off"] == []
    found = told(host, "check", **GOOD)
    assert found["wrong"] == {} and found["off"] == ["windy"] and found["said"] == {"cards": "2 of 2 to 4"}
    assert found["accounts"] == {
        "meadow": "two, Clover, Poppy, 13",
        "play": "2 Bid under the cup",
        "name": "Ours",
    }
    assert not server.house.store.games()


def test_chance_fills_a_part_or_all(server: Server) -> None:
    host = server.player()
    kept = told(host, "fill", **{"f.size": "small", "f.name": "Mine"})["answers"]
    assert kept["size"] == ["small"] and kept["name"] == ["Mine"] and kept["rounds"] == ["2"]
    part = told(host, "fill:play", **{"f.size": "small"})["answers"]
    assert part == {"size": ["small"], "rounds": ["2"]}
    anew = told(host, "anew", **{"f.size": "small"})["answers"]
    assert anew["size"] == ["large"]
    drawn = {tuple(told(host, "anew")["answers"]["cards"]) for _ in range(40)}
    assert len(drawn) > 1, "chance draws something else each time"


def test_without_a_script_errors_stand_beside_their_fields(server: Server) -> None:
    host = server.player()
    answer = make(host, **{"f.size": "large", "f.cards": "clover", "f.rounds": "99", "f.name": "<b>Ours</b>"})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 400 and "Not set up yet" in page and "to mend before the start" in page
    beside = dict(re.findall(r'data-wrong="(\w*)"><li>(.*?)</li>', page))
    assert beside["cards"] == "1 cards are too few or too many"
    assert beside["rounds"] == "must be a whole number from 0 to 9, not &#34;99&#34;"
    assert 'value="clover" checked' in page and 'value="99"' in page, "what was chosen is still there"
    assert "&lt;b&gt;Ours" in page and "<b>Ours" not in page
    fill = host.http.post(
        "/build/toy", data={"token": host.token, "do": "fill"}, headers={"Accept": "text/html"}
    )
    assert fill.status_code == 200 and 'value="large" checked' in fill.get_data(as_text=True)
    assert not server.house.store.games()


def test_a_form_is_not_lost_over_a_join_code(server: Server) -> None:
    host = server.player()
    assert make(host, **GOOD, code="friday").status_code == 302
    answer = make(host, **GOOD | {"f.name": "Again"}, code="friday", **{"rule.toy.rounds": "3"})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 409 and "another game has that join code" in page
    assert 'value="Again"' in page and 'value="friday"' in page and 'value="3" placeholder' in page
    assert make(host, **GOOD, **{"rule.toy.rounds": "0"}).status_code == 400
    assert len(server.house.store.games()) == 1


def test_bad_forms_are_refused_and_change_nothing(server: Server) -> None:
    host = server.player()
    unknown = told(host, "check", **GOOD | {"f.dragons": "9", "f.size": "huge", "f.windy": "maybe"})["wrong"]
    assert unknown[""] == ["dragons: is no field of this form"]
    assert unknown["size"] == ['there is no "huge" to choose here']
    assert unknown["windy"] == ['is yes or nothing, not "maybe"']
    twice = told(host, "check", **GOOD | {"f.size": ["small", "large"], "f.name": "x" * 61})["wrong"]
    assert twice["size"] == ["takes one answer, not 2"]
    assert twice["name"] == ["has 61 characters: at most 60"]
    for number in ("-1", "1.5", "ten", "9" * 30, "²"):
        wrong = told(host, "check", **GOOD | {"f.rounds": number})["wrong"]["rounds"]
        assert wrong[0].startswith("must be a whole number from 0 to 9"), number
    many = host.http.post(
        "/build/toy", data={"token": host.token, "f.cards": ["clover"] * (VALUES + 1)}
    ).get_json()
    assert many["error"]["message"] == f"cards: {VALUES + 1} answers, at most {VALUES}"
    assert host.error("/build/toy", do="dance") == "malformed"
    assert host.error("/build/toy", do="fill:nosuch") == "malformed"
    assert host.error("/build/nosuch", do="make") == "unknown_system"
    assert host.error("/build/toy", **GOOD, do="make", code="a b") == "bad_code"
    assert host.error("/build/toy", **GOOD, do="make", options="[[") == "bad_options"
    assert host.http.post("/build/toy", data={"do": "make", **GOOD}).status_code == 403, "no token"
    forged = host.http.post(
        "/build/toy", data={"token": host.token, **GOOD}, headers={"Origin": "http://elsewhere"}
    )
    assert forged.status_code == 403
    assert not server.house.store.games()


def test_checks_are_limited_in_rate(serve: Callable[..., Server]) -> None:
    host = serve(posts=(0.01, 3.0)).player()
    codes = [host.http.post("/build/toy", data={"token": host.token, **GOOD}).status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]


def test_a_system_without_a_builder_says_so(server: Server) -> None:
    class Plain(toy.Toy):
        name = "plain"
        title = "Plain"
        builder = None  # type: ignore[assignment]

    register(Plain())
    try:
        host = server.player()
        answer = host.http.get("/build/plain")
        assert answer.status_code == 404
        assert answer.get_json()["error"]["message"] == "Plain can only be played by its scenarios"
        assert "/build/plain" not in host.get("/").get_data(as_text=True)
    finally:
        from webgame.engine import system

        del system._systems["plain"]
