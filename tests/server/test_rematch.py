"""The table goes on: the same people on the same seats of a new game, and all others can follow."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests import toy
from tests.server.conftest import Match, Player, Server
from tests.server.test_saves import finished, load
from webgame.server.waiting import read_setup


def rematch(player: Player, game: str, **form: str) -> str:
    answer = player.post(f"/g/{game}/rematch", **form)
    assert answer.status_code == 302, answer.get_data(as_text=True)
    return str(answer.location.rsplit("/", 1)[1])


def play_on(server: Server, id: str, players: dict[str, Player]) -> None:
    """Let people answer for their seats, and bots for theirs, until the game is over."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        game = server.house.tables.ask(id, lambda table: {"game": table.game})["game"]
        if game.result is not None:
            return
        seat = next((seat for seat in players if seat in game.waiting()), "")
        if not seat:
            time.sleep(0.005)
            continue
        option = game.decision.groups[0].id if game.decision.pick else game.decision.options(seat)[-1]
        players[seat].answer(game.decision.id, option, seat=seat)
    raise AssertionError("the game does not end")


def holders(server: Server, game: str) -> dict[str, Any]:
    found = server.house.tables.ask(game, lambda t: {s: w.get("holder") for s, w in t.game.holders.items()})
    return dict(found)


def test_the_same_people_on_the_same_seats(server: Server) -> None:
    match = finished(server)
    watcher = server.player("Wanda")
    assert watcher.join(match.id)["next"] is None
    new = rematch(match.blue, match.id)
    told = watcher.received("next")
    assert told == [{"id": new, "started": False, "by": "Bela"}]
    row = server.house.store.game(new)
    assert row is not None and row.name == "One Round, game 2" and row.scenario == "One Round"
    match.red.sit(new, "ready", nonce="rita's again")
    match.blue.start(new)
    assert holders(server, new) == {"ann": "Rita", "bob": "Rita", "cat": "Bela"}
    assert watcher.received("next") == [{"id": new, "started": True, "by": ""}]
    header = server.house.tables.ask(new, lambda t: {"h": t.header})["h"]
    assert "rita's again" in header.nonces and header.seed != match.game.header.seed
    assert watcher.join(match.id)["next"] == {"id": new, "started": True, "by": ""}


def test_who_asks_later_gets_the_same_game(server: Server) -> None:
    match = finished(server)
    assert rematch(match.red, match.id) == rematch(match.blue, match.id) == rematch(match.red, match.id)


def test_bots_and_options_go_along(server: Server) -> None:
    host = server.player("Hana")
    id = host.create(scenario="toy/short", options="pace = 3")
    host.sit(id, "take", seat="ann")
    host.sit(id, "bot")
    host.start(id)
    host.join(id)
    play_on(server, id, {"ann": host})
    new = rematch(host, id)
    host.start(new)
    game = server.house.tables.ask(new, lambda t: {"game": t.game})["game"]
    assert game.header.options == {"pace": 3} and game.holders["cat"]["bot"] == "random"


def test_what_was_chosen_in_the_game_is_kept_if_it_is_wanted(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished(server)
    assert not match.red.join(match.id)["game"]["keeps"]
    rounds = match.game.state.rounds
    options = {"rules": {"rounds": rounds}}
    monkeypatch.setattr(toy.Toy, "kept", lambda self, state: options, raising=False)
    assert match.red.join(match.id)["game"]["keeps"]

    def chosen(**form: str) -> Any:
        new = rematch(match.red, match.id, **form)
        row = server.house.store.game(new)
        assert row is not None
        return new, read_setup(row).options

    first, anew = chosen()
    assert anew == match.game.header.options
    match.red.post(f"/g/{first}/remove")
    assert chosen(keep="1")[1] == match.game.header.options | options


def test_a_removed_rematch_can_be_made_again(server: Server) -> None:
    match = finished(server)
    new = rematch(match.red, match.id)
    match.blue.join(match.id)
    assert match.red.post(f"/g/{new}/remove").status_code == 302
    assert match.blue.received("next")[-1]["id"] == ""
    assert rematch(match.blue, match.id) != new


def test_who_may_play_again_and_when(match: Match) -> None:
    assert match.red.error(f"/g/{match.id}/rematch") == "not_finished"
    done = finished(match.server)
    assert match.server.player("Sid").error(f"/g/{done.id}/rematch") == "not_allowed"
    waiting = match.red.create()
    assert match.red.error(f"/g/{waiting}/rematch") == "not_started"
    assert match.server.house.store.sequel(done.id) is None


def test_an_imported_game_is_played_again_with_free_seats(server: Server) -> None:
    match = finished(server)
    other = server.player("Olga")
    id = load(other, match.blue.get(f"/g/{match.id}/save").data).location.rsplit("/", 1)[1]
    new = rematch(other, id)
    row = server.house.store.game(new)
    assert row is not None and not read_setup(row).chairs, "names of people who are not here hold no seat"
    other.sit(new, "all")
    other.start(new)


def test_an_archived_rematch_is_told(server: Server) -> None:
    match = finished(server)
    server.house.store.pack(rematch(match.red, match.id))
    assert match.red.error(f"/g/{match.id}/rematch") == "archived"


def test_a_door_goes_along(server: Server) -> None:
    match = finished(server)
    store = server.house.store
    assert match.red.post(f"/g/{match.id}/lock", code="CLUB").status_code == 302
    wanda, sid = server.player("Wanda"), server.player("Sid")
    for player in (wanda, sid):
        assert player.post(f"/g/{match.id}/enter", code="CLUB").status_code == 302
    for player, name in store.members_of(match.id).items():
        if name == "Sid":
            store.put_out(match.id, player, name)
    match.red.create(code="CLUB")
    new = rematch(match.red, match.id)
    row = store.game(new)
    assert row is not None and row.code not in ("", "CLUB"), "another game has that code by now"
    assert wanda.get(f"/g/{new}").status_code == 200, "whoever was let in follows"
    assert "Sid" in store.outs(new).values()
