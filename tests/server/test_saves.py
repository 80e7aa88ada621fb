"""Save files: what they hold, what they never hold, and coming back from them."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import pytest

from tests.server.conftest import Match, Player, Server
from tests.server.test_survival import play
from webgame.engine.game import Header


def load(player: Player, data: bytes) -> Any:
    return player.post("/import", save=(io.BytesIO(data), "game.json"))


def finished(server: Server) -> Match:
    match = Match(server, scenario="toy/short")
    match.join()
    play(match, 100)
    assert match.game.result is not None
    return match


def test_a_finished_game_is_saved_whole_and_replays_to_the_same_end(server: Server) -> None:
    match = finished(server)
    data = match.blue.get(f"/g/{match.id}/save").data
    save = msgspec.json.decode(data)
    assert save["header"]["secret"] and save["header"]["nonces"] == ["rita's", "bela's"]
    assert not any("player" in e or "client" in e or "player" in e.get("data", {}) for e in save["entries"])
    other = server.player("Olga")
    game = load(other, data).location.rsplit("/", 1)[1]
    joined = other.join(game)
    assert joined["scene"]["result"] and joined["you"]["seats"] == []
    assert other.server.house.tables.ask(game, lambda t: {"h": t.game.hash()})["h"] == match.game.hash()
    assert "recomputed both" in other.get(f"/g/{game}/proof").get_data(as_text=True)


def test_the_proof_is_shown_at_the_end_only(server: Server) -> None:
    match = Match(server, scenario="toy/short")
    header: Header = server.house.tables.ask(match.id, lambda t: {"h": t.header})["h"]
    match.join()
    page = match.red.get(f"/g/{match.id}/proof").get_data(as_text=True)
    assert header.commit in page and header.secret not in page and header.seed not in page
    play(match, 100)
    page = match.red.get(f"/g/{match.id}/proof").get_data(as_text=True)
    assert (
        header.secret in page and header.seed in page and "rita&#39;s" in page and "recomputed both" in page
    )


def test_a_running_game_is_saved_without_its_future(server: Server) -> None:
    host = server.player("Solo")
    game = host.create()
    host.sit(game, "all", nonce="solo's nonce")
    host.start(game)
    host.join(game)
    host.answer("0", "lead-ann", seat="ann")
    host.answer("4", "move>1")
    header: Header = server.house.tables.ask(game, lambda t: {"h": t.header})["h"]
    before = server.house.tables.ask(game, lambda t: {"state": t.game.state})["state"]
    text = host.get(f"/g/{game}/save").get_data(as_text=True)
    for private in (header.seed, header.secret, "solo's nonce"):
        assert private not in text
    assert msgspec.json.decode(text)["entries"] == []
    again = load(host, text.encode()).location.rsplit("/", 1)[1]
    host.sit(again, "all")
    host.start(again)
    joined = host.join(again)
    assert joined["scene"]["pieces"]["p.ann"]["at"] == 1 and joined["scene"]["turn"]["now"]["phase"] == "turn"
    after = server.house.tables.ask(again, lambda t: {"state": t.game.state})["state"]
    assert sorted(after.deck) == sorted(before.deck) and after.hands == before.hands
    assert host.answer(joined["scene"]["decision"]["now"]["id"], "end")["ok"]


def test_hidden_hands_are_not_saved_by_one_of_many(match: Match) -> None:
    match.join()
    assert match.red.get(f"/g/{match.id}/save").status_code == 403
    assert match.server.player().get(f"/g/{match.id}/save").status_code == 403
    waiting = match.red.create()
    assert match.red.get(f"/g/{waiting}/save").status_code == 409


def test_the_log_is_replayed_not_trusted(server: Server) -> None:
    match = finished(server)
    save = msgspec.json.decode(match.blue.get(f"/g/{match.id}/save").data)
    player = server.player("Eve")
    index = next(i for i, e in enumerate(save["entries"]) if e["kind"] == "answer")
    save["entries"][index]["option"] = "lead-cat"
    answer = load(player, msgspec.json.encode(save))
    assert answer.get_json()["error"] == {
        "code": "bad_save",
        "message": f"entry {index}: 'lead-cat' is not one of the options",
    }


@pytest.mark.slow
def test_an_unfinished_log_goes_on_as_a_new_game_with_another_seed(server: Server) -> None:
    match = finished(server)
    save = msgspec.json.decode(match.blue.get(f"/g/{match.id}/save").data)
    save["entries"] = save["entries"][:6]
    player = server.player("Bran")
    game = load(player, msgspec.json.encode(save)).location.rsplit("/", 1)[1]
    player.sit(game, "all")
    player.start(game)
    assert player.join(game)["version"] == 3
    header = server.house.tables.ask(game, lambda t: {"h": t.header})["h"]
    assert header.seed != save["header"]["seed"] and header.start


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "other/2"}, "format is 'other/2'"),
        ({"extra": 1}, "extra"),
        ({"header": 5}, "$.header"),
        ({"entries": [{"kind": "dance"}]}, "$.entries[0].kind"),
        ({"name": "x" * 100}, "100 characters"),
    ],
)
def test_bad_saves_say_what_is_wrong(server: Server, change: dict[str, Any], said: str) -> None:
    match = finished(server)
    save = msgspec.json.decode(match.blue.get(f"/g/{match.id}/save").data)
    answer = load(server.player(), msgspec.json.encode(save | change))
    assert answer.status_code == 400 and said in answer.get_json()["error"]["message"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": "zz"}, "can't be played"),
        ({"text": "rounds = = 1"}, "can't be played"),
        ({"start": "{"}, "can't be played"),
        ({"system": "nosuch"}, "no system"),
    ],
)
def test_bad_headers_say_what_is_wrong(server: Server, change: dict[str, Any], said: str) -> None:
    match = finished(server)
    save = msgspec.json.decode(match.blue.get(f"/g/{match.id}/save").data)
    save["header"] |= change
    answer = load(server.player(), msgspec.json.encode(save))
    assert answer.status_code in (400, 404) and said in answer.get_json()["error"]["message"]


def test_no_file_no_json_too_large(server: Server) -> None:
    player = server.player()
    assert player.error("/import") == "bad_save"
    assert load(player, b"\xff\xfe").get_json()["error"]["code"] == "bad_save"
    assert load(player, b"{" * 100_000).get_json()["error"]["code"] == "bad_save"
    huge = player.http.post("/import", data=b" " * (3 << 20), content_type="multipart/form-data; boundary=x")
    assert huge.status_code == 413
