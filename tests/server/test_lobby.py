"""The pages: creating, joining, starting; codes, forms, headers, hosts; rulebooks and words."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import toy
from tests.server.conftest import Match, Server
from webgame.engine.rng import commitment, seed_from
from webgame.engine.system import register
from webgame.server import waiting
from webgame.server.lobby import ago
from webgame.server.table import Table


def setup_of(server: Server, game: str) -> waiting.Setup:
    return waiting.read_setup(waiting.find_game(server.house.store, game))


def test_the_title_screen_shows_scenarios_good_and_broken(server: Server) -> None:
    page = server.player().get("/").get_data(as_text=True)
    assert "The Meadow" in page and "1 to 3 players</small>" in page and 'href="/new/toy/meadow"' in page
    assert "2 scenarios can" in page and "/new/toy/broken" not in page
    assert "0 is too few: at least 1" in page and "is no TOML" in page
    assert page.count("<h1>") == 1 and "<script>" not in page and " style=" not in page


def test_the_title_screen_shows_how_hard_scenarios_are_easiest_first(server: Server) -> None:
    folder = server.config.scenarios / "toy"
    measured = (
        '\n[measured]\nbot = "first"\nseed = "s"\ngames = 2\nwins = 1\nrounds = 2.0\nrules = "1"\n'
        'first = "WL"\nhashes = ["a", "b"]\n'
    )
    (folder / "a_hard.toml").write_text('difficulty = "hard"\n' + toy.SCENARIO.replace("The Meadow", "Steep"))
    (folder / "b_even.toml").write_text(toy.SCENARIO.replace("The Meadow", "Level") + measured)
    page = server.player().get("/").get_data(as_text=True)
    assert page.index("Level") < page.index("Steep") < page.index("The Meadow")
    assert '<b class="level" data-level="hard">hard</b>, 1 to 3 players' in page
    page = server.player().get("/new/toy/b_even").get_data(as_text=True)
    assert "normal</b>: a bot (first) won 1 of 2 games" in page


def test_a_system_that_cannot_be_loaded_does_not_take_the_lobby_down(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Bad(toy.Toy):
        name = "bad"
        title = "Bad"

        def scenario(self, data: Any) -> Any:
            raise ZeroDivisionError("oops")

    register(Bad())
    folder = server.config.scenarios / "bad"
    folder.mkdir()
    (folder / "one.toml").write_text(toy.SCENARIO)
    try:
        page = server.player().get("/").get_data(as_text=True)
        assert "The Meadow" in page and 'href="/?system=bad#new">Bad</a>' in page
        assert "ZeroDivisionError: oops" in server.player().get("/?system=bad").get_data(as_text=True)
        assert server.player().error("/new", scenario="bad/one") == "bad_scenario"
    finally:
        from webgame.engine import system

        del system._systems["bad"]


def test_from_the_lobby_to_the_first_decision(server: Server) -> None:
    host, guest = server.player("Hana"), server.player("Gus")
    game = host.create(name="Friday")
    assert "Friday" in guest.get("/").get_data(as_text=True)
    commit = setup_of(server, game).commit
    page = guest.get(f"/g/{game}").get_data(as_text=True)
    assert commit in page and "<svg" in page and "Sit here: Ann" in page
    guest.sit(game, "take", seat="ann", nonce="gus adds this")
    guest.sit(game, "ready")
    assert "ready" in host.get(f"/g/{game}").get_data(as_text=True)
    assert host.error(f"/g/{game}/sit", do="take", seat="ann") == "taken"
    assert host.error(f"/g/{game}/sit", do="take", seat="dog") == "bad_seat"
    assert host.error(f"/g/{game}/sit", do="dance") == "malformed"
    assert host.error(f"/g/{game}/start") == "seats_free"
    assert guest.error(f"/g/{game}/start") == "not_allowed"
    assert host.join(game)["error"]["code"] == "not_started"
    host.sit(game, "take", seat="bob", nonce="hana's")
    host.sit(game, "bot", bot="first")
    host.start(game)
    assert host.error(f"/g/{game}/start") == "started"
    assert host.error(f"/g/{game}/sit", do="leave", seat="bob") == "started"
    joined = guest.join(game)
    assert {s: r["holder"] for s, r in joined["scene"]["seats"].items()} == {
        "ann": "Gus",
        "bob": "Hana",
        "cat": "Computer (first)",
    }
    header = server.house.tables.ask(game, lambda t: {"h": t.header})["h"]
    secret = bytes.fromhex(header.secret)
    assert commitment(secret) == commit and header.nonces == ("gus adds this", "hana's")
    assert seed_from(secret, header.nonces).hex() == header.seed
    assert header.secret not in str(joined) and header.seed not in str(joined)


def test_one_device_plays_all(server: Server) -> None:
    host = server.player("Solo")
    game = host.create()
    host.sit(game, "all")
    host.start(game)
    joined = host.join(game)
    assert joined["you"]["seats"] == ["ann", "bob", "cat"] and len(joined["scene"]["cards"]) == 6


def test_seats_before_the_start_are_left_cleared_and_handed_over(server: Server) -> None:
    host, guest = server.player("Hana"), server.player("Gus")
    game = host.create()
    guest.sit(game, "take", seat="cat")
    assert guest.error(f"/g/{game}/sit", do="bot", seat="cat") == "taken"
    page = guest.post(f"/g/{game}/link", seat="cat").get_data(as_text=True)
    found = re.search(r"(/seat/[\w-]+)", page)
    assert found
    phone = server.player("Phone")
    assert phone.post(found[1]).status_code == 302
    assert setup_of(server, game).chairs["cat"].holder == "Phone"
    phone.post("/name", name="Philo", back=f"/g/{game}")
    assert setup_of(server, game).chairs["cat"].holder == "Philo"
    assert guest.error(f"/g/{game}/sit", do="leave", seat="cat") == "not_allowed"
    host.sit(game, "leave", seat="cat")
    assert not setup_of(server, game).chairs
    stranger = server.player("Sam")
    assert stranger.error(f"/g/{game}/sit", do="bot", seat="cat") == "not_allowed"
    assert stranger.error(f"/g/{game}/sit", do="ready") == "not_allowed"
    assert stranger.error(f"/g/{game}/remove") == "not_allowed"
    assert host.post(f"/g/{game}/remove").status_code == 302
    assert host.get(f"/g/{game}").status_code == 404


def test_pages_of_waiting_games_hear_of_changes(server: Server) -> None:
    host, guest = server.player("Hana"), server.player("Gus")
    game = host.create()
    host.connect()
    assert host.send("watch", game=game) == {"ok": True}
    guest.sit(game, "take", seat="cat")
    assert host.received("lobby") == [{"game": game}]
    assert host.send("watch", game="nosuch")["error"]["code"] == "unknown_game"
    assert host.send("watch", game=[1])["error"]["code"] == "malformed"


def test_a_locked_game_asks_for_its_code(server: Server) -> None:
    host, guest = server.player("Hana"), server.player("Gus")
    game = host.create(code="open1234")
    assert guest.get(f"/g/{game}").status_code == 403
    assert guest.error(f"/g/{game}/sit", do="take", seat="ann") == "locked"
    assert guest.get(f"/g/{game}/save").status_code == 403
    guest.connect()
    assert guest.send("watch", game=game)["error"]["code"] == "locked"
    assert guest.error(f"/g/{game}/enter", code="WRONG") == "locked"
    assert guest.get("/join/nosuch").status_code == 404
    assert guest.get("/join/OPEN1234").location == f"/g/{game}"
    guest.sit(game, "take", seat="ann")
    host.sit(game, "all")
    host.start(game)
    late = server.player("Late")
    assert late.join(game)["error"]["code"] == "locked"
    assert late.join(game, code="NOPE")["error"]["code"] == "locked"
    assert late.join(game, code="open1234")["game"]["locked"]
    assert late.join(game)["version"] == 3, "once let in is let in"
    assert host.error("/new", scenario="toy/meadow", code="a b") == "bad_code"
    locked = host.create(lock="1")
    assert len(waiting.find_game(server.house.store, locked).code) == 6


def test_codes_cannot_be_guessed_quickly(serve: Callable[..., Server]) -> None:
    guest = serve(codes=(0.01, 3.0)).player()
    answers = [guest.get(f"/join/GUESS{n}").status_code for n in range(5)]
    assert answers == [404, 404, 404, 429, 429]


def test_a_join_code_opens_one_game(server: Server) -> None:
    host, other = server.player("Hana"), server.player("Otto")
    first = host.create(code="friday")
    assert other.error("/new", scenario="toy/meadow", code="FRIDAY") == "code_taken"
    assert [row.id for row in server.house.store.games()] == [first]
    host.post(f"/g/{first}/remove")
    assert other.create(code="friday")
    assert other.create() and host.create(), "games without a code are many"


def test_taken_codes_cannot_be_guessed_quickly(serve: Callable[..., Server]) -> None:
    guest = serve(codes=(0.01, 2.0)).player()
    codes = [guest.post("/new", scenario="toy/meadow", code=f"GUESS{n}").status_code for n in range(4)]
    assert codes == [302, 302, 429, 429]


def test_long_names_are_cut_in_refusals(server: Server) -> None:
    host = server.player()
    for scenario in ("toy/" + "x" * 5000, "y" * 5000 + "/meadow"):
        answer = host.post("/new", scenario=scenario)
        assert answer.status_code >= 400 and len(answer.get_json()["error"]["message"]) < 200


def test_bad_games_are_not_created(server: Server) -> None:
    host = server.player("Hana")
    assert host.error("/new", scenario="toy/broken") == "bad_scenario"
    assert host.error("/new", scenario="toy/none") == "bad_scenario"
    assert host.error("/new", scenario="../secret/none") == "unknown_system"
    assert host.error("/new") == "unknown_system"
    assert host.error("/new", scenario="toy/meadow", name="x" * 61) == "bad_text"
    assert host.error("/new", scenario="toy/meadow", options="fault") == "bad_options"
    assert host.error("/name", name=" \n") == "bad_text"
    assert not server.house.store.games()


def test_names_are_shown_as_text(server: Server) -> None:
    host = server.player("<b>Bo</b>")
    game = host.create(name="<i>x</i>")
    host.sit(game, "take", seat="ann")
    for path in ("/", f"/g/{game}"):
        page = host.get(path).get_data(as_text=True)
        assert "<b>Bo" not in page and "<i>x" not in page and "&lt;i&gt;x" in page


# -- guards ----------------------------------------


def test_every_answer_carries_the_headers(server: Server) -> None:
    for path in ("/", "/health", "/nosuch", "/rules/toy"):
        answer = server.player().get(path)
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("host", "good"),
    [
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("192.168.1.5:8000", True),
        ("10.0.0.2", True),
        ("[::1]:8000", True),
        ("tisch.local:8000", True),
        ("games.example", True),  # configured
        ("evil.example", False),
        ("8.8.8.8", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("", False),
        ("[::1", False),
    ],
)
def test_only_own_hosts_are_served(serve: Callable[..., Server], host: str, good: bool) -> None:
    server = serve(names=("games.example",))
    answer = server.app.test_client().get("/health", headers={"Host": host})
    assert (answer.status_code == 200) == good
    player = server.player()
    player.connect(headers={"Host": host})
    assert player.socket.is_connected() == good


def test_forms_of_other_pages_are_refused(server: Server) -> None:
    host = server.player("Hana")
    evil = {"Origin": "http://evil.example"}
    form = {"scenario": "toy/meadow", "token": host.token}
    assert host.http.post("/new", data=form, headers=evil).get_json()["error"]["code"] == "forged"
    assert host.error("/new", token="", scenario="toy/meadow") == "forged"
    assert host.error("/new", token="0" * 32, scenario="toy/meadow") == "forged"
    assert server.player().error("/new", token=host.token, scenario="toy/meadow") == "forged"
    own = {"Origin": "http://localhost"}
    assert host.http.post("/new", data=form, headers=own).status_code == 302
    assert host.http.post("/new", data=form, headers={"Origin": "null"}).status_code == 302


def test_a_forged_cookie_is_a_stranger(match: Match) -> None:
    jar: Any = match.blue.http
    cookie = next(iter(jar._cookies.values()))
    thief = match.server.app.test_client()
    body, _, _ = cookie.value.rpartition(".")
    thief.set_cookie(cookie.key, f"{body}.AAAAAAAAAAAAAAAAAAAAAAAAAAA")
    socket = match.server.sio.test_client(match.server.app, flask_test_client=thief)
    joined: Any = socket.emit("join", {"game": match.id}, callback=True)
    assert joined["you"]["seats"] == [] and not joined["scene"]["cards"]


def test_too_many_posts_are_refused(serve: Callable[..., Server]) -> None:
    host = serve(posts=(0.01, 3.0)).player("Hana")
    codes = [host.post("/name", name=f"N{n}").status_code for n in range(5)]
    assert codes == [302, 302, 429, 429, 429]


def test_the_key_is_its_owners(server: Server) -> None:
    path = Path(server.config.data) / "secret_key"
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600 and len(path.read_bytes()) == 32


def test_errors_say_what_and_where(server: Server) -> None:
    player = server.player()
    answer = player.http.get("/nosuch")
    assert answer.status_code == 404 and "/nosuch" in answer.get_json()["error"]["message"]
    page = player.get("/nosuch")
    assert page.status_code == 404 and "<h1>" in page.get_data(as_text=True)
    assert player.http.post("/").status_code == 403


# -- reading ---------------------------------------


def test_rulebooks_words_and_health(server: Server) -> None:
    player = server.player()
    page = player.get("/rules/toy").get_data(as_text=True)
    assert 'id="T-3.1"' in page and "Roll two dice" in page
    rules = player.get("/rules/toy.json").get_json()
    assert rules["T-3.1"]["section"] == "Turns" and "<p>" in rules["T-3.1"]["html"]
    assert player.get("/words/toy.json").get_json()["roll"] == "Roll two dice"
    assert player.get("/rules/nosuch").status_code == 404
    assert player.get("/words/nosuch.json").get_json()["error"]["code"] == "unknown_system"
    assert player.get("/health").get_json() == {"ok": True, "mode": "threading", "games": 0, "sockets": 0}
    assert player.get("/credits").status_code == 200


def test_the_table_and_the_tv_have_their_page(match: Match) -> None:
    page = match.red.get(f"/g/{match.id}").get_data(as_text=True)
    assert f'data-game="{match.id}"' in page
    tv = match.blue.get(f"/g/{match.id}/tv").get_data(as_text=True)
    assert 'data-view="tv"' in tv and f'data-url="http://localhost/g/{match.id}"' in tv and "<svg" in tv
    assert "<svg" not in match.blue.get(f"/g/{match.id}").get_data(as_text=True)


def kept(table: Table) -> dict[str, Any]:
    table.save()
    return {}


def test_the_list_tells_where_a_game_stands(match: Match) -> None:
    page = match.red.get("/").get_data(as_text=True)
    assert "Last played just now" in page and f"/watch/{match.id}?tv=1" in page
    match.join()
    assert "to play" in match.red.get("/").get_data(as_text=True)
    match.red.answer("0", "lead-ann", seat="ann")
    page = match.red.get("/").get_data(as_text=True)
    assert "Ann" in page and "to play" in page
    match.server.house.tables.ask(match.id, kept)
    assert match.server.house.store.statuses()[match.id].waiting == ("ann",)


def test_how_long_ago() -> None:
    assert [ago(s) for s in (3, 61, 7200, 86400 * 3)] == [
        "just now",
        "1 minute ago",
        "2 hours ago",
        "3 days ago",
    ]


def test_the_waiting_room_invites_and_leads_a_tv_to_the_table(server: Server) -> None:
    host = server.player("Hana")
    game = host.create()
    page = host.get(f"/g/{game}").get_data(as_text=True)
    assert 'data-copy="address"' in page and f"/g/{game}/tv" in page
    assert setup_of(server, game).commit[:8] + "</code>" in page and "own code" not in page
    assert "Seats" in host.get(f"/g/{game}/tv").get_data(as_text=True)


@pytest.mark.parametrize("text", ["a=" + "[" * 1900 + "]" * 1900, "a." * 906 + "b=1", "a={b={c=1}}", "a = ["])
def test_house_rules_nested_too_deep_are_refused(server: Server, text: str) -> None:
    host = server.player()
    assert host.error("/new", scenario="toy/meadow", options=text) == "bad_options"
    assert host.get("/").status_code == 200


def test_saving_a_name_leaves_the_shelf_open(server: Server) -> None:
    player = server.player()
    page = player.get("/?system=toy").get_data(as_text=True)
    assert 'name="back" value="/?system=toy"' in page
    assert player.post("/name", name="Ann", back="/?system=toy").location == "/?system=toy"
    for elsewhere in ("//evil.example", "/?system=x//evil", "https://evil.example", "/?system=\\evil"):
        assert player.post("/name", name="Ann", back=elsewhere).location == "/"
