"""Bug reports: who may make one, what stands in it, and that it opens as a branch."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from click.testing import CliRunner

from tests.server.conftest import Match, Player, Server
from tests.server.test_saves import finished, load
from webgame.commands.replay import replay
from webgame.server import reports


def alone(server: Server) -> tuple[Player, str]:
    """A player who holds all seats, three answers into a game."""
    host = server.player("Hana")
    id = host.create()
    host.sit(id, "all", nonce="hana's nonce")
    host.start(id)
    host.join(id)
    host.answer("0", "lead-ann", seat="ann")
    for option in ("move>1", "roll"):
        game = server.house.tables.ask(id, lambda table: {"game": table.game})["game"]
        assert host.answer(game.decision.id, option)["ok"]
    return host, id


def report(player: Player, game: str, **form: Any) -> str:
    answer = player.post(f"/g/{game}/report", note="The roll was wrong.", **form)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    told = answer.get_json()
    assert told["url"].endswith(f"/report/{told['id']}")
    return str(told["id"])


def test_a_report_tells_what_led_to_it(server: Server) -> None:
    host, id = alone(server)
    made = report(host, id)
    page = server.player("Olga").get(f"/report/{made}").get_data(as_text=True)
    for said in (
        "The roll was wrong.",
        "Hana",
        "after answer 3",
        "Ann rolls",
        "Ann moves",
        "T-3.2",
        "move&gt;1",
    ):
        assert said in page, said
    file = server.player().get(f"/report/{made}/file")
    save = msgspec.json.decode(file.data)
    told = save["report"]
    assert [answer["option"] for answer in told["last"]] == ["lead-ann", "move>1", "roll"]
    assert told["asked"]["prompt"] == "turn" and "roll" in told["asked"]["groups"]
    assert {"T-3", "T-3.1", "T-3.2", "T-2"} <= set(told["rules"]) and len(set(told["rules"])) == len(
        told["rules"]
    )
    assert told["version"] == "1" and told["digest"] == save["header"]["digest"] and told["scene"] > 0
    header = server.house.tables.ask(id, lambda t: {"h": t.header})["h"]
    for private in (header.seed, header.secret, "hana's nonce"):
        assert private not in file.get_data(as_text=True)
    code = ElementTree.fromstring(server.player().get(f"/report/{made}/qr.svg").data)  # noqa: S314
    assert code.tag == "{http://www.w3.org/2000/svg}svg", "a browser draws it as an image"


def test_a_report_of_an_earlier_moment(server: Server) -> None:
    host, id = alone(server)
    save = reports.load(server.house, report(host, id, at="2"))[1]
    assert save.report is not None and save.report.at == 2 and len(save.report.last) == 2


def test_anybody_opens_a_report_as_a_new_game(server: Server, tmp_path: Path) -> None:
    host, id = alone(server)
    made = report(host, id)
    olga = server.player("Olga")
    answer = olga.post(f"/report/{made}/open")
    new = answer.location.rsplit("/", 1)[1]
    olga.sit(new, "all")
    olga.start(new)
    assert olga.join(new)["scene"]["pieces"]["p.ann"]["at"] == 1
    data = server.player().get(f"/report/{made}/file").data
    assert load(olga, data).status_code == 302, "the file loads as any save"
    (tmp_path / "report.json").write_bytes(data)
    ran = CliRunner().invoke(replay, [str(tmp_path / "report.json")])
    assert ran.exit_code == 0 and "toy The Meadow" in ran.output and "The roll was wrong." in ran.output


def test_a_finished_game_is_reported_by_all(server: Server) -> None:
    match = finished(server)
    made = report(server.player("Sam"), match.id)
    found = reports.load(server.house, made)[1].report
    assert found is not None and found.asked is None and len(found.last) == reports.LAST


def test_who_may_report_and_what(match: Match) -> None:
    match.join()
    match.red.answer("0", "lead-ann", seat="ann")
    path = f"/g/{match.id}/report"
    stranger = match.server.player("Sid")
    assert stranger.error(path, note="n") == "not_allowed"
    assert match.red.error(path, note="n") == "not_allowed", "Blue's hand is hidden from Red"
    for at in ("x", "-2", "12345678", "1.5"):
        assert match.red.error(path, note="n", at=at) == "malformed"
    assert match.red.error(path, note=" ") == "bad_text"
    assert match.red.error(path, note="n" * 3000) == "bad_text"
    waiting = match.red.create()
    assert match.red.error(f"/g/{waiting}/report", note="n") == "not_started"
    assert match.server.house.store.reports(match.id) == 0


def test_bad_moments_and_addresses(server: Server) -> None:
    host, id = alone(server)
    assert host.error(f"/g/{id}/report", note="n", at="9") == "no_past"
    for path in ("/report/nosuch", "/report/nosuch/file", "/report/nosuch/qr.svg", f"/report/{'x' * 99}"):
        assert host.get(path).status_code == 404
    assert host.error("/report/nosuch/open") == "unknown_report"


def test_a_game_has_so_many_reports(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MOST", 1)
    host, id = alone(server)
    report(host, id)
    assert host.error(f"/g/{id}/report", note="n") == "too_many"


def test_a_report_outlives_its_game(server: Server) -> None:
    host, id = alone(server)
    made = report(host, id)
    name = server.house.store.game(id)
    assert name is not None and host.post(f"/g/{id}/delete", name=name.name).status_code == 302
    assert host.get(f"/report/{made}").status_code == 200
