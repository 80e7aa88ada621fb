"""What outlives the process, what two processes do to each other, what broken rules do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests import toy
from tests.server.conftest import Match, Server, followed
from webgame.engine.game import Entry, Game
from webgame.server import standing


def play(match: Match, answers: int) -> None:
    """Answer by the first option, whoever is asked."""
    for _ in range(answers):
        game = match.game
        if game.result is not None:
            return
        seat = game.waiting()[0]
        option = game.decision.groups[0].id if game.decision.pick else game.decision.options(seat)[-1]
        ack = (match.blue if seat == "cat" else match.red).answer(game.decision.id, option, seat=seat)
        assert "ok" in ack, ack


@pytest.mark.parametrize("answers", [0, 1, 5, 11, 14])
def test_a_game_reloads_to_the_same_hash(serve: Callable[..., Server], answers: int) -> None:
    match = Match(serve())
    match.join()
    play(match, answers)
    before = match.game.hash(), match.game.version
    match.server = serve()  # as after kill -9: nothing was saved in between but the log
    assert (match.game.hash(), match.game.version) == before


def test_a_game_reloads_from_its_stored_snapshot(
    serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing, "SNAPSHOT_EVERY", 4)
    match = Match(serve())
    match.join()
    play(match, 21)
    stored = match.server.house.store.snapshots(match.id)
    assert stored and stored[-1][2].answers > 0
    before = match.game.hash()
    setups: list[int] = []
    monkeypatch.setattr(type(toy.TOY), "setup", lambda *_: setups.append(1))
    match.server = serve()
    assert match.game.hash() == before and not setups
    red = match.server.player()
    red.http = match.red.http
    assert red.join(match.id)["history"], "late comers see the last entries after a restart too"


def test_acknowledgements_outlive_the_process(serve: Callable[..., Server]) -> None:
    match = Match(serve())
    red, _ = match.join()
    first = match.red.answer("0", "lead-ann", seat="ann", client_id="same")
    assert first["ok"] and red
    match.red.server = match.server = serve()
    match.red.http = _same_cookies(match.red, match.server)
    match.red.connect()
    match.red.join(match.id)
    assert match.red.answer("0", "lead-ann", seat="ann", client_id="same") == first
    assert match.game.version == 4


def _same_cookies(player: Any, server: Server) -> Any:
    client = server.app.test_client()
    for cookie in player.http._cookies.values():
        client.set_cookie(cookie.key, cookie.value)
    return client


def test_of_two_processes_one_is_first_and_the_other_looks_again(serve: Callable[..., Server]) -> None:
    here = Match(serve())
    here.red.join(here.id)
    there = serve()
    other = there.player()
    other.http = _same_cookies(here.red, there)
    joined = other.join(here.id)
    assert here.red.answer("0", "lead-ann", seat="ann")["version"] == 4
    late = other.answer("0", "lead-bob", seat="bob", client_id="another")
    assert late["error"]["code"] == "stale"
    steps = other.received("step")
    assert [s["to"] for s in steps] == [4], "what the other process did is shown here too"
    assert followed(joined, steps)["turn"]["now"]["active"] == "p.ann"
    assert other.answer("4", "end", seat="ann") == {"ok": True, "version": 5}
    assert here.red.send("sync", game=here.id, version=4)["steps"][0]["to"] == 5
    assert here.game.hash() == there.house.tables.ask(here.id, lambda t: {"h": t.game.hash()})["h"]


def test_an_act_sent_again_to_another_process_has_one_effect(serve: Callable[..., Server]) -> None:
    here = Match(serve())
    here.red.join(here.id)
    there = serve()
    other = there.player()
    other.http = _same_cookies(here.red, there)
    other.join(here.id)
    first = here.red.answer("0", "lead-ann", seat="ann", client_id="same")
    assert first == {"ok": True, "version": 4}
    assert other.answer("0", "lead-ann", seat="ann", client_id="same") == first
    assert len(there.house.store.entries(here.id)) == 4


def test_the_end_is_noted_after_a_kill_just_before(serve: Callable[..., Server]) -> None:
    match = Match(serve(), scenario="toy/short")
    match.join()
    play(match, 200)
    store = match.server.house.store
    assert match.game.result is not None
    store.finish(match.id, False)  # as if killed between the last answer and this
    store.save_results(match.id, [])
    match.server = serve()
    assert match.game.result is not None
    row = match.server.house.store.game(match.id)
    assert row is not None and row.finished
    assert len(store.results(match.game.holders["ann"]["player"])) == 2


def test_an_answer_on_which_the_rules_break_is_rolled_back(serve: Callable[..., Server]) -> None:
    match = Match(serve(), options='fault = "roll"')
    red, blue = match.join()
    match.red.answer("0", "lead-ann", seat="ann")
    before = match.game.hash()
    ack = match.red.answer(match.decision(), "roll", client_id="bad")
    assert ack["error"]["code"] == "rules_fault"
    assert match.red.answer("4", "roll", client_id="bad") == ack, "the same act has the same outcome"
    assert match.game.hash() == before and match.game.version == 6  # the answer and its fault entry
    tables = match.blue.received("table")
    match.blue.socket.get_received()
    assert any("broke" in t["chat"]["text"] and t["chat"]["kind"] == "notice" for t in tables if "chat" in t)
    red = match.red.join(match.id)
    assert red["version"] == 6 and match.red.answer(match.decision(), "end")["ok"]
    match.server = serve()
    assert match.game.version == 7


def test_a_fault_reaches_the_clients_as_steps_in_a_row(serve: Callable[..., Server]) -> None:
    match = Match(serve(), options='fault = "roll"')
    red, blue = match.join()
    match.red.answer("0", "lead-ann", seat="ann")
    match.red.answer(match.decision(), "roll")
    match.red.answer(match.decision(), "end")
    assert followed(red, match.red.received("step"))["turn"]["now"]["active"] == "p.bob"
    assert followed(blue, match.blue.received("step"))["turn"]["now"]["active"] == "p.bob"


def test_a_fault_at_load_is_mended(serve: Callable[..., Server]) -> None:
    """Killed between the answer that broke the rules and its fault entry."""
    match = Match(serve(), options='fault = "roll"')
    match.join()
    match.red.answer("0", "lead-ann", seat="ann")
    before = match.game.hash()
    match.server.house.store.append(match.id, 4, Entry("answer", "ann", "roll", decision="4"))
    match.server = serve()
    assert match.game.hash() == before and match.game.log[-1].kind == "fault"


def test_a_failure_of_the_server_leaves_the_game_as_the_store_has_it(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    match.join()
    real = type(toy.TOY).scene
    monkeypatch.setattr(type(toy.TOY), "scene", lambda *_: 1 / 0)
    ack = match.red.answer("0", "lead-ann", seat="ann", client_id="a")
    assert ack["error"]["code"] == "internal"
    monkeypatch.setattr(type(toy.TOY), "scene", real)
    assert match.game.version == 4, "it was stored before it was shown"
    assert match.red.received("bye")
    assert match.red.join(match.id)["version"] == 4
    assert match.red.answer("0", "lead-ann", seat="ann", client_id="a") == {"ok": True, "version": 4}


def test_an_idle_game_leaves_memory_and_comes_back(serve: Callable[..., Server], monkeypatch: Any) -> None:
    import time

    from webgame.server import tables

    monkeypatch.setattr(tables, "TICK", 0.02)
    match = Match(serve(idle=0.05))
    match.join()
    play(match, 3)
    before = match.game.hash()
    match.red.socket.disconnect()
    match.blue.socket.disconnect()
    for _ in range(100):
        if not match.server.house.tables.open_ids():
            break
        time.sleep(0.02)
    assert not match.server.house.tables.open_ids()
    assert match.game.hash() == before


def test_a_game_of_other_rules_says_so(serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(serve())
    match.join()
    play(match, 4)
    monkeypatch.setattr(type(toy.TOY), "digest", lambda _: "other")
    match.server = serve()
    game: Game = match.game
    assert game.version == 7 and game.live
