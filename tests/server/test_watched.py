"""What tells how the server does: health, figures, the log; and no secret in any of it."""

from __future__ import annotations

import io
import json
import logging
import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.server.conftest import Match, Server
from webgame.server import logs


def figures(server: Server) -> dict[str, float]:
    """Return the figures by name and labels."""
    text = server.player().http.get("/metrics").get_data(as_text=True)
    found = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in found}


def test_health_says_when_nothing_can_be_stored(server: Server) -> None:
    player = server.player()
    good = player.http.get("/healthz")
    assert good.status_code == 200 and good.get_json()["ok"] is True
    file = server.config.data / "games.db"
    file.rename(server.config.data / "moved.db")
    bad = player.http.get("/healthz")
    assert bad.status_code == 503 and bad.get_json()["ok"] is False
    assert "moved away" in bad.get_json()["problem"]
    os.rename(server.config.data / "moved.db", file)
    assert player.http.get("/healthz").status_code == 200


def test_an_answer_is_refused_while_the_file_is_gone_and_taken_when_it_is_back(match: Match) -> None:
    match.join()
    file = match.server.config.data / "games.db"
    file.rename(file.with_name("moved.db"))
    ack = match.red.answer("0", "lead-ann", seat="ann", client_id="a")
    assert ack["error"]["code"] == "store_gone" and match.red.received("step") == []
    file.with_name("moved.db").rename(file)
    assert match.red.answer("0", "lead-ann", seat="ann", client_id="a") == {"ok": True, "version": 4}


def test_figures_count_what_happens(match: Match) -> None:
    match.join()
    before = figures(match.server)
    assert match.red.answer("0", "lead-ann", seat="ann")["ok"]
    match.red.answer("0", "lead-ann", seat="ann", client_id="late")
    match.red.get("/nowhere")
    after = figures(match.server)

    def more(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert more('webgame_entries_total{kind="answer"}') == 1
    assert more('webgame_messages_total{name="answer",outcome="ok"}') == 1
    assert more('webgame_messages_total{name="answer",outcome="stale"}') == 1
    assert more("webgame_store_seconds_count") == 1 and more("webgame_step_seconds_count") == 1
    assert more('webgame_requests_total{endpoint="none",status="404"}') == 1
    assert after["webgame_games"] == 1 and after["webgame_sockets"] == 2


def test_figures_are_for_this_machine(serve: Callable[..., Server]) -> None:
    player = serve().player()
    assert player.http.get("/metrics", environ_base={"REMOTE_ADDR": "192.168.1.9"}).status_code == 403
    behind = serve(proxies=1).player()
    far = {"X-Forwarded-For": "192.168.1.9"}
    assert behind.http.get("/metrics", headers=far).status_code == 403
    assert player.http.get("/metrics", headers=far).status_code == 200, "nobody's word is taken for it"


@pytest.fixture
def lines() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """The JSON log, as it comes."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logs.JsonLines())
    logs.log.addHandler(handler)
    logs.log.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in out.getvalue().splitlines()]
    logs.log.removeHandler(handler)
    logs.log.setLevel(logging.NOTSET)


def test_the_log_names_game_and_player_and_no_secret(
    server: Server, lines: Callable[[], list[dict[str, Any]]]
) -> None:
    match = Match(server, code="SECRET1")
    match.join()
    page = match.red.post(f"/g/{match.id}/link", seat="bob").get_data(as_text=True)
    token = re.findall(r"/seat/([\w-]+)", page)[0]
    assert match.server.player().get(f"/seat/{token}").status_code == 200
    assert match.red.answer("0", "lead-ann", seat="ann", client_id="c")["ok"]
    match.red.answer("0", "lead-ann", seat="ann", client_id="d")
    found = lines()
    [entry] = [line for line in found if line["what"] == "entry"]
    assert entry["game"] == match.id and entry["kind"] == "answer" and entry["number"] == 3
    [refused] = [line for line in found if line["what"] == "refused"]
    assert refused["code"] == "stale" and refused["player"] == entry["player"]
    assert re.fullmatch("[0-9a-f]{8}", entry["player"])
    requests = [line for line in found if line["what"] == "request"]
    assert {"game.sit", "game.start"} <= {line["endpoint"] for line in requests}
    text = json.dumps(found)
    with match.red.http.session_transaction() as session:
        secrets = [session["player"], match.red.token, "SECRET1", match.game.header.seed]
    cookies = [cookie.value for cookie in match.red.http._cookies.values()]
    for secret in (*secrets, token, *cookies, server.house.key.hex()):
        assert secret and secret not in text


def test_a_failure_in_the_log_says_where(
    match: Match, lines: Callable[[], list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    match.join()
    table = match.server.house.tables.ask(match.id, lambda table: {"table": table})["table"]
    monkeypatch.setattr(table, "say", lambda *_: 1 / 0)
    assert match.red.send("chat", game=match.id, text="hi")["error"]["code"] == "internal"
    [line] = [line for line in lines() if line["level"] == "error"]
    assert line["game"] == match.id and line["player"] and "ZeroDivisionError" in line["traceback"]


def test_people_get_sentences() -> None:
    logs.about(game="g1", player="")
    record = logging.LogRecord("webgame", logging.WARNING, "", 0, "it %s", ("rains",), None)
    assert logs.Lines("%(levelname)s\0: %(message)s").format(record) == "WARNING game=g1: it rains"
    logs.about()
