"""One's own record; renaming, putting away and deleting games; old databases."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.conftest import Match, Player, Server
from tests.server.test_rematch import play_on
from tests.server.test_saves import finished
from webgame.server import lobby


def text(player: Player, path: str) -> str:
    page = player.get(path)
    assert page.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.get_data(as_text=True)))


def test_games_are_counted_for_those_who_played_them(server: Server) -> None:
    match = finished(server)
    result = match.game.result
    assert result is not None
    outcomes = {o.seat: o for o in server.house.store.results(_id(match.red))}
    assert sorted(outcomes) == ["ann", "bob"] and outcomes["ann"].how == result.sides["red"]
    page = text(match.red, "/me")
    won, lost, drawn = (int(result.sides["red"] == how) for how in ("win", "loss", "draw"))
    assert f"1 game played to the end: {won} won, {lost} lost, {drawn} drawn." in page
    assert "Meadow" in page and "One Round" in page
    assert "At the same table Bela: 1 game" in page
    assert "Going on" not in page
    assert "Rita: 1 game" in text(match.blue, "/me")
    assert "have not played" in text(server.player("Neu"), "/me")


def _id(player: Player) -> str:
    with player.http.session_transaction() as session:
        return str(session["player"])


def test_won_lost_and_drawn_add_up() -> None:
    from webgame.server.record import counted
    from webgame.server.store import Outcome

    def outcome(game: str, seat: str, how: str, scenario: str = "short") -> Outcome:
        return Outcome(
            game=game,
            seat=seat,
            player="p",
            system="toy",
            scenario=scenario,
            name=seat,
            side="",
            how=how,
            ended=1,
        )

    total, tables = counted(
        [
            outcome("a", "ann", "win"),
            outcome("a", "bob", "win"),
            outcome("b", "ann", "loss"),
            outcome("c", "cat", "draw", "meadow"),
        ]
    )
    shown = total.shown()
    assert (shown["played"], shown["won"], shown["lost"], shown["drawn"]) == (3, 1, 1, 1)
    assert {key: len(count.games) for key, count in tables["toy"].items()} == {
        ("short", ""): 2,
        ("short", "ann"): 2,
        ("short", "bob"): 1,
        ("meadow", ""): 1,
        ("meadow", "cat"): 1,
    }


def test_a_bot_plays_for_nobodys_record(server: Server) -> None:
    match = Match(server, scenario="toy/short")
    match.join()
    assert match.blue.send("seat", game=match.id, do="bot", seat="cat")["ok"]
    play_on(server, match.id, {"ann": match.red, "bob": match.red})
    assert match.game.result is not None
    assert server.house.store.results(_id(match.red)) and not server.house.store.results(_id(match.blue))


def test_running_games_are_on_ones_page(match: Match) -> None:
    page = text(match.blue, "/me")
    assert "Going on" in page and "The Meadow" in page


def test_a_game_is_renamed_for_all_who_look_on(match: Match) -> None:
    match.join()
    match.blue.received("table")
    assert match.red.post(f"/g/{match.id}/rename", name="Our  Meadow").status_code == 302
    assert [news["name"] for news in match.blue.received("table") if "name" in news] == ["Our Meadow"]
    assert match.blue.join(match.id)["game"]["name"] == "Our Meadow"
    assert "Our Meadow" in text(match.blue, "/")
    waiting = match.red.create()
    match.red.post(f"/g/{waiting}/rename", name="Later")
    assert "Later" in text(match.blue, "/")


def test_a_game_put_away_leaves_the_lists_and_comes_back(match: Match) -> None:
    match.red.post(f"/g/{match.id}/rename", name="Old Meadow")
    assert match.red.post(f"/g/{match.id}/archive").location == "/me"
    assert match.red.post(f"/g/{match.id}/archive").status_code == 302, "twice is once"
    assert "Old Meadow" not in text(match.red, "/") and "Old Meadow" not in text(match.blue, "/")
    assert "Put away Old Meadow" in text(match.red, "/me")
    assert match.blue.join(match.id)["game"]["name"] == "Old Meadow", "its address still works"
    match.red.post(f"/g/{match.id}/archive", back="1")
    assert "Old Meadow" in text(match.blue, "/") and "Put away" not in text(match.red, "/me")


def test_a_deleted_game_is_gone_for_all(match: Match) -> None:
    match.join()
    match.red.post(f"/g/{match.id}/rename", name="Doomed")
    assert match.red.error(f"/g/{match.id}/delete", name="doomed") == "bad_name"
    assert match.game.version == 3, "nothing has happened"
    assert match.red.post(f"/g/{match.id}/delete", name="Doomed").location == "/"
    assert match.blue.received("bye") == [{"reason": "deleted"}]
    assert match.blue.answer("0", "lead-ann")["error"]["code"] in ("unknown_game", "not_joined")
    assert match.blue.join(match.id)["error"]["code"] == "unknown_game"
    assert match.red.get(f"/g/{match.id}").status_code == 404
    assert match.id not in match.server.house.tables.open_ids()
    store = match.server.house.store
    assert store.entries(match.id) == [] and store.games_of(_id(match.blue)) == set()


def test_another_process_can_not_answer_a_deleted_game(serve: Callable[..., Server]) -> None:
    match = Match(serve())
    match.join()
    other = serve()
    other.house.store.remove(match.id)
    assert match.red.answer("0", "lead-ann", seat="ann")["error"]["code"] == "unknown_game"
    assert other.house.store.entries(match.id) == []


@pytest.mark.parametrize("act", ["rename", "archive", "delete"])
def test_only_the_host_manages_a_game(match: Match, act: str) -> None:
    assert match.blue.error(f"/g/{match.id}/{act}", name="The Meadow") == "not_allowed"
    assert match.blue.get(f"/g/{match.id}/manage").status_code == 403
    assert match.red.error(f"/g/nosuch/{act}", name="x") == "unknown_game"
    assert match.server.house.store.game(match.id) is not None


@pytest.mark.parametrize("name", ["", " ", "x" * 61])
def test_bad_names_change_nothing(match: Match, name: str) -> None:
    assert match.red.error(f"/g/{match.id}/rename", name=name) == "bad_text"
    row = match.server.house.store.game(match.id)
    assert row is not None and row.name == "The Meadow"


def test_the_manage_page_shows_all_three(match: Match) -> None:
    page = match.red.get(f"/g/{match.id}/manage").get_data(as_text=True)
    for path in ("rename", "archive", "delete"):
        assert f'action="/g/{match.id}/{path}"' in page


def test_old_finished_games_are_folded(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "NEWEST", 1)
    finished(server)
    page = text(server.player(), "/")
    assert " more " not in page.partition("Finished")[2]
    finished(server)
    assert "1 more" in text(server.player(), "/").partition("Finished")[2]


def test_an_old_database_opens(serve: Callable[..., Server], config: Any) -> None:
    match = finished(serve())
    match.server.close()
    with sqlite3.connect(config.data / "games.db") as db:
        for table in ("results", "sequels", "archived", "reports", "archives", "outs", "alembic_version"):
            db.execute(f"DROP TABLE {table}")
    server = serve()
    match.red.server = match.blue.server = match.server = server
    old = server.player()
    assert match.game.result is not None, "its games are there"
    assert "One Round" in text(old, "/") and "have not played" in text(old, "/me")
    assert server.house.store.sequel(match.id) is None
