"""Nothing of a game outlives it in memory, and no ring is left for the collector, whose rounds are rare."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.server.conftest import Match, Server
from tests.server.test_survival import play
from webgame.server import crowd, tables

OURS = ("webgame.", "tests.toy")


def kinds() -> Counter[str]:
    """Count all objects of our own classes that are in memory."""
    return Counter(
        f"{kind.__module__}.{kind.__qualname__}"
        for kind in map(type, gc.get_objects())
        if str(kind.__module__).startswith(OURS)
    )


@pytest.fixture
def quiet(serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server whose games leave memory soon, without the collector; sockets come by their real path."""
    monkeypatch.setattr(tables, "TICK", 0.01)
    server = serve(idle=0.02)
    take = server.house.server._handle_eio_connect

    def connect(eio_sid: str, environ: dict[str, Any]) -> Any:
        return take(eio_sid, {**environ, "PATH_INFO": "/socket.io/"})

    monkeypatch.setattr(server.house.server, "_handle_eio_connect", connect)
    gc.collect()
    gc.disable()
    yield server
    gc.enable()


def deleted(match: Match) -> None:
    match.red.post(f"/g/{match.id}/delete", name=match.server.house.store.game(match.id).name)  # type: ignore[union-attr]


def closed(match: Match) -> None:
    assert match.red.post(f"/g/{match.id}/close").status_code == 302
    leave(match)


def over(match: Match) -> None:
    play(match, 200)
    assert match.game.result is not None
    leave(match)


def leave(match: Match) -> None:
    for player in (match.red, match.blue):
        player.socket.disconnect()


def one_game(server: Server, end: Callable[[Match], None]) -> None:
    """Play a little of a game, with refusals, looks back, talk and a vote, and end it."""
    match = Match(server, scenario="toy/short")
    match.join()
    play(match, 3)
    red, game = match.red, match.id
    assert red.answer("no", "such")["error"]
    assert red.send("answer", game=game)["error"]["code"] == "malformed"
    assert "scene" in red.send("past", game=game, at=1, key="", play=True)
    assert "marks" in red.send("timeline", game=game)
    assert red.send("chat", game=game, text="hello")["ok"]
    assert red.send("sync", game=game, version=-1)["scene"]
    assert red.send("unveil", game=game, yes=True, seat="ann", client_id="v")["ok"], "the vote stays open"
    end(match)
    until(lambda: not server.house.tables.open_ids())
    for player in (match.red, match.blue):
        if player.socket.is_connected():
            player.socket.disconnect()


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_nothing_of_a_game_stays_in_memory(quiet: Server) -> None:
    one_game(quiet, over)  # what is made once and kept for all
    gc.collect()
    before = kinds()
    for end in (deleted, closed, over):
        one_game(quiet, end)
        until(lambda: not kinds() - before)
    house = quiet.house
    assert house.sockets == {} and house.pasts._held == {}
    rooms = house.server.manager.rooms.get("/", {})
    assert {name for name, people in rooms.items() if people} <= {None}


def test_strangers_who_come_and_go_are_not_remembered(
    serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "LEFT", 3)
    match = Match(serve())
    match.join()
    match.blue.socket.disconnect()
    held = match.game.holders["cat"]["player"]
    for _ in range(6):
        stranger = match.server.player()
        stranger.join(match.id)
        stranger.socket.disconnect()
    left = match.server.house.tables.ask(match.id, lambda table: {"left": set(table.left)})["left"]
    assert held in left and len(left) <= 3, "who holds a seat is waited for"


def test_when_many_tables_are_in_memory_those_without_people_leave_it(
    serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "TICK", 0.01)
    monkeypatch.setattr(tables, "MANY", 1)
    server = serve(idle=1000.0)
    one, two = Match(server), Match(server)
    one.join()
    version = two.game.version
    until(lambda: server.house.tables.open_ids() == [one.id])
    assert two.game.version == version
