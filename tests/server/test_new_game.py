"""A new game: the guided choice, who plays what, the picture of the board."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from tests import toy
from tests.server.conftest import Server
from webgame.server import drawing, lobby, picture, waiting
from webgame.server.config import ROOT
from webgame.server.scenarios import find_system

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str | bytes) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314  (our own picture)


def chairs(server: Server, game: str) -> dict[str, tuple[str, str]]:
    setup = waiting.read_setup(waiting.find_game(server.house.store, game))
    return {seat: (chair.holder, chair.bot) for seat, chair in setup.chairs.items()}


def text_of(scenario: str) -> str:
    return (ROOT / "scenarios" / "sde_arcade" / f"{scenario}.toml").read_text(encoding="utf-8")


def test_a_scenario_is_shown_with_its_seats_rules_and_picture(server: Server) -> None:
    player = server.player("Hana")
    page = player.get("/new/toy/meadow").get_data(as_text=True)
    assert "<h1>The Meadow</h1>" in page and 'name="seat.ann"' in page and "Hana (you)" in page
    assert 'name="rule.toy.rounds"' in page and 'value="bot:first"' in page
    assert '<ul class="key"' in page and 'class="board-picture" role="img"' in page
    path = re.search(
        r'src="(/picture/toy/meadow.svg\?v=\w+)"', player.get("/?system=toy").get_data(as_text=True)
    )
    assert path
    answer = player.get(path[1])
    assert answer.mimetype == "image/svg+xml" and "max-age" in answer.headers["Cache-Control"]
    assert "max-age" not in player.get("/picture/toy/meadow.svg").headers["Cache-Control"]
    assert parsed(answer.data).tag == f"{SVG}svg"


@pytest.mark.parametrize(
    "path", ["/new/toy/none", "/new/toy/broken", "/new/nosuch/meadow", "/new/toy/" + "x" * 99]
)
def test_what_cannot_be_played_is_not_offered(server: Server, path: str) -> None:
    player = server.player()
    for address in (path, path.replace("/new/", "/picture/") + ".svg"):
        answer = player.http.get(address)
        assert answer.status_code in (400, 404, 409, 422), answer.status_code
        assert answer.get_json()["error"]["code"] in ("bad_scenario", "unknown_system")


def test_the_form_seats_people_and_computers(server: Server) -> None:
    host = server.player("Hana")
    form = {"seat.ann": "me", "seat.bob": "bot:first", "seat.cat": "", "nonce": "hers"}
    game = host.create(**form)
    assert {seat: bot for seat, (_, bot) in chairs(server, game).items()} == {"ann": "", "bob": "first"}
    assert chairs(server, game)["ann"] == ("Hana", "")
    setup = waiting.read_setup(waiting.find_game(server.house.store, game))
    assert list(setup.nonces.values()) == ["hers"]
    server.player().sit(game, "take", seat="cat")
    host.start(game)


@pytest.mark.parametrize(
    ("form", "seated"),
    [
        ({"party": "guests"}, {"ann": "Hana"}),
        ({"party": "guests", "seat.bob": "me"}, {"bob": "Hana"}),
        (
            {"party": "guests", "seat.ann": "free", "seat.bob": "bot:first"},
            {"bob": "Computer (first)", "cat": "Hana"},
        ),
        ({"party": "one", "seat.cat": "free"}, {"ann": "Hana", "bob": "Hana"}),
        ({"party": "bots"}, {"ann": "Hana", "bob": "Computer", "cat": "Computer"}),
        ({"party": "later", "seat.cat": "me"}, {"cat": "Hana"}),
        ({}, {}),
    ],
)
def test_a_choice_of_party_seats_all_of_it(
    server: Server, form: dict[str, str], seated: dict[str, str]
) -> None:
    game = server.player("Hana").create(**form)
    assert {seat: holder for seat, (holder, _) in chairs(server, game).items()} == seated


def test_whoever_makes_a_game_sits_at_it_unless_something_else_is_wanted(server: Server) -> None:
    page = server.player("Hana").get("/new/toy/meadow").get_data(as_text=True)
    assert re.search(r'name="party" value="one" checked', page), "nobody else can come to this server"
    assert page.count(" checked>") == 1


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"party": "all"}, "malformed"),
        ({"seat.dog": "me"}, "bad_seat"),
        ({"seat.ann": "you"}, "malformed"),
        ({"seat.ann": "bot:deep"}, "no_bot"),
        ({"seat.ann": "me", "seat.bob": "x" * 5000}, "malformed"),
    ],
)
def test_a_bad_wish_for_seats_leaves_no_game(server: Server, form: dict[str, str], code: str) -> None:
    host = server.player()
    assert host.error("/new", scenario="toy/meadow", **form) == code
    assert not server.house.store.games()


def test_systems_are_chosen_among(server: Server) -> None:
    player = server.player()
    page = player.get("/").get_data(as_text=True)
    assert 'href="/?system=sde_arcade#new"' in page and "/new/toy/meadow" in page
    other = player.get("/?system=sde_arcade").get_data(as_text=True)
    assert "/new/toy/meadow" not in other and "/build/sde_arcade" in other
    assert "/new/toy/meadow" in player.get("/?system=nosuch").get_data(as_text=True)


def test_pages_know_how_many_colours_seats_have() -> None:
    chairs = (ROOT / "static" / "src" / "chairs.json").read_text(encoding="utf-8")
    assert len(json.loads(chairs)) == lobby.COLOURS


# -- the picture ----------------------------------------


def test_a_laid_dungeon_is_drawn_with_tiles_terrain_and_spawns() -> None:
    known = picture.draw(find_system("sde_arcade"), text_of("first-steps"))
    root = parsed(drawing.svg(known))
    assert not root.findall(f"{SVG}text"), "nothing of it is decided by chance"
    assert root.findall(f"{SVG}circle"), "figures whose squares are known"
    assert len(root.findall(f"{SVG}path")) >= 6
    assert root.get("viewBox") == "-6 -6 122 122"
    legend = {look.name: look.shape for look in picture.legend(known)}
    assert legend["l.spawning_point"] == "piece" and legend["Brambles"] == "terrain", legend
    assert "l.token_start" not in legend, "a Hero stands on it"
    assert "" not in legend, "no door, nothing unknown"


def test_a_dungeon_by_chance_is_tiles_with_question_marks() -> None:
    text = re.sub(
        r"\[dungeon\].*?\n\n\[", "[dungeon]\nrandom = true\n\n[", text_of("forgotten-king"), flags=re.S
    )
    root = parsed(drawing.svg(picture.draw(find_system("sde_arcade"), text)))
    assert {mark.text for mark in root.findall(f"{SVG}text")} == {"?"}
    assert len(root.findall(f"{SVG}text")) >= 3 and not root.findall(f"{SVG}circle")


def test_what_differs_between_set_ups_is_left_open() -> None:
    def look(name: str, at: int) -> tuple[dict[str, Any], dict[str, Any]]:
        tiles = [
            {"x": 0, "y": 0, "w": 2, "h": 2, "name": "A"},
            {"x": 2, "y": 0, "w": 2, "h": 2, "name": name},
        ]
        board = {"w": 4, "h": 2, "floor": ["....", "...."], "tiles": tiles, "terrain": {"pit": [0, 3]}}
        chest = {"kind": "chest", "name": "Chest", "at": 1}
        pieces = {"p": {"at": 4, "name": "p", "side": "red"}, "q": {"at": at, "name": "q", "side": "blue"}}
        return {"board": board, "terrain": {"pit": {"tone": "blocked"}}}, {
            "pieces": pieces,
            "tokens": {"c": chest},
        }

    found = picture.sketch([look("B", 1), look("C", 5), look("B", 1)])
    assert [tile for tile, _ in found.fixed] == [(0, 0, 2, 2)] and found.open == [(2, 0, 2, 2)]
    assert found.terrain == [(0, 0, "pit")] and found.pieces == [(0, 1, 1, "piece red ")]
    assert [(look.shape, look.name) for look in picture.legend(found)] == [
        ("piece", "red"),
        ("token", "Chest"),
        ("terrain", "pit"),
        ("unknown", ""),
    ]


def test_a_game_without_a_board_has_a_picture_too(monkeypatch: pytest.MonkeyPatch) -> None:
    toy.register_toy()
    system = find_system("toy")
    monkeypatch.setattr(type(system), "static", lambda self, state: {})
    assert ">?</text>" in drawing.svg(picture.draw(system, toy.SCENARIO))
