"""The door: putting out, locking, closing, another host, links for one person, new codes, limits."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.conftest import Match, Player, Server, followed
from tests.server.test_seats import seat
from webgame.server import access


def tag(match: Match, player: Player) -> str:
    with player.http.session_transaction() as session:
        return access.handle(match.server.house.key, match.id, session["player"])


def host_does(match: Match, what: str, **form: Any) -> Any:
    answer = match.red.post(f"/g/{match.id}/{what}", **form)
    assert answer.status_code in (200, 302), answer.get_data(as_text=True)
    return answer


def link_in(page: Any) -> str:
    found = re.search(r"http://localhost(/seat/[\w-]+)", page.get_data(as_text=True))
    assert found
    return found[1]


def test_who_is_put_out_is_out_for_good(match: Match) -> None:
    match.join()
    assert "Bela" in match.red.get(f"/g/{match.id}/manage").get_data(as_text=True)
    host_does(match, "kick", who=tag(match, match.blue))
    assert match.blue.received("bye") == [{"reason": "put_out"}]
    assert match.game.holders["cat"] == {}
    assert match.blue.send("chat", game=match.id, text="hi")["error"]["code"] == "not_joined"
    for view in ("", "watch", "tv"):
        assert match.blue.join(match.id, view=view)["error"]["code"] == "put_out"
    for path in ("tv", "seats", "save", "proof"):
        assert match.blue.get(f"/g/{match.id}/{path}").status_code == 403
    host_does(match, "lock", code="GARDEN")
    assert match.blue.join(match.id, code="GARDEN")["error"]["code"] == "put_out"
    assert match.blue.get("/join/GARDEN").status_code == 403
    link = link_in(host_does(match, "invite"))
    assert match.blue.error(link) == "put_out"
    assert match.server.player("Ina").post(link).status_code == 302, "and the link was not used up by it"
    assert "Bela" in match.red.get(f"/g/{match.id}/manage").get_data(as_text=True)
    host_does(match, "forgive", who=tag(match, match.blue))
    assert match.blue.join(match.id, code="GARDEN")["you"]["seats"] == []


def test_who_is_put_out_before_the_start_leaves_the_seat(server: Server) -> None:
    host, guest = server.player("Hana"), server.player("Gus")
    game = host.create()
    guest.sit(game, "take", seat="cat")
    with guest.http.session_transaction() as session:
        who = access.handle(server.house.key, game, session["player"])
    assert host.post(f"/g/{game}/kick", who=who).status_code == 302
    assert guest.error(f"/g/{game}/sit", do="take", seat="cat") == "put_out"
    assert "Gus" not in host.get(f"/g/{game}").get_data(as_text=True)


def test_only_the_host_does_what_hosts_do(match: Match) -> None:
    match.join()
    for what in ("kick", "forgive", "lock", "host", "close", "invite"):
        assert match.blue.error(f"/g/{match.id}/{what}", who=tag(match, match.red)) == "not_allowed"
    assert match.red.error(f"/g/{match.id}/kick", who="nobody") == "bad_player"
    assert match.red.error(f"/g/{match.id}/kick", who=tag(match, match.red)) == "bad_player", "not oneself"
    assert match.red.error(f"/g/{match.id}/forgive", who=tag(match, match.blue)) == "bad_player"


def test_a_table_is_locked_and_opened(match: Match) -> None:
    match.join()
    host_does(match, "lock")
    row = match.server.house.store.game(match.id)
    assert row is not None and len(row.code) == 6
    assert match.red.received("game") == [{"locked": True, "host": True}]
    assert match.blue.received("game") == [{"locked": True, "host": False}]
    late = match.server.player("Lara")
    assert late.join(match.id)["error"]["code"] == "locked"
    assert match.blue.join(match.id)["version"] == 3, "who took a seat was let in"
    assert late.join(match.id, code=row.code.lower())["version"] == 3
    host_does(match, "lock", open="1")
    assert match.server.player("Lou").join(match.id)["version"] == 3


def test_a_code_in_use_is_refused(match: Match) -> None:
    other = match.server.player("Olga")
    other.create(code="TAKEN")
    assert match.red.error(f"/g/{match.id}/lock", code="taken") == "code_taken"
    assert match.server.house.store.game(match.id).code == ""  # type: ignore[union-attr]


def test_another_host(match: Match) -> None:
    match.join()
    host_does(match, "host", who=tag(match, match.blue))
    assert match.blue.received("game") == [{"locked": False, "host": True}]
    assert match.red.error(f"/g/{match.id}/lock") == "not_allowed"
    assert match.blue.post(f"/g/{match.id}/lock").status_code == 302
    assert match.red.join(match.id)["you"]["host"] is False, "the old host is let in all the same"
    assert match.blue.join(match.id)["you"]["host"] is True


def test_while_a_table_is_closed_nothing_is_played(match: Match) -> None:
    match.join()
    seat(match, match.blue, "bot", "cat", bot="first")
    host_does(match, "close")
    assert match.red.received("table")[-2]["rules"]["closed"] is True
    assert match.red.answer("0", "lead-ann", seat="ann")["error"]["code"] == "closed"
    assert match.red.send("undo", game=match.id, client_id="u")["error"]["code"] == "closed"
    assert match.red.send("redo", game=match.id, client_id="r")["error"]["code"] == "closed"
    what = {"kind": "move", "piece": "p.ann", "at": 3}
    ruled = match.red.send("rule", game=match.id, client_id="t", what=what)
    assert ruled["error"]["code"] == "closed"
    assert match.red.send("chat", game=match.id, text="a pause")["ok"]
    assert match.red.join(match.id)["rules"] == {"unveiled": False, "closed": True}
    host_does(match, "close", open="1")
    assert match.red.answer("0", "lead-ann", seat="ann")["ok"]


def test_a_link_for_one_person(serve: Callable[..., Server]) -> None:
    match = Match(serve(), code="SECRET")
    link = link_in(host_does(match, "invite"))
    guest, late = match.server.player("Gina"), match.server.player("Late")
    assert "Come in" in guest.get(link).get_data(as_text=True)
    assert guest.post(link).status_code == 302
    assert guest.join(match.id)["version"] == 3
    assert late.error(link) == "unknown_link"
    assert late.join(match.id)["error"]["code"] == "locked"


def test_a_link_is_too_old_after_an_hour(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "LINK_SECONDS", -1)
    assert match.server.player("Late").error(link_in(host_does(match, "invite"))) == "unknown_link"


def test_the_store_knows_no_token(match: Match) -> None:
    link = link_in(host_does(match, "invite"))
    data = b"".join(path.read_bytes() for path in match.server.config.data.glob("games.db*"))
    assert data and link.rsplit("/", 1)[1].encode() not in data


def test_a_new_code_for_who_lost_a_cookie(serve: Callable[..., Server]) -> None:
    match = Match(serve(grace=0.0))
    match.join()
    assert match.red.error(f"/g/{match.id}/link", seat="cat") == "not_your_seat", "its holder is here"
    match.blue.socket.disconnect()
    assert "New code for Cat" in match.red.get(f"/g/{match.id}/seats").get_data(as_text=True)
    assert match.server.player("Sam").error(f"/g/{match.id}/link", seat="cat") == "not_your_seat"
    link = link_in(host_does(match, "link", seat="cat"))
    again = match.server.player("Bela")
    assert again.post(link).status_code == 302
    assert again.join(match.id)["you"]["seats"] == ["cat"]
    assert match.blue.join(match.id)["you"]["seats"] == []


# -- looking on from a seat's view ------------------------------------------------------------------------


def test_spectators_look_at_hands_only_if_the_table_allows_it(match: Match) -> None:
    red, blue = match.join()
    guest = match.server.player("Gast")
    assert guest.join(match.id, view="watch", seat="cat")["error"]["code"] == "veiled"
    assert guest.join(match.id, seat="dog")["error"]["code"] == "bad_seat"
    assert guest.join(match.id)["scene"]["cards"] == {}
    assert guest.send("unveil", game=match.id, yes=True, client_id="g")["error"]["code"] == "not_your_seat"
    vote = match.red.send("unveil", game=match.id, yes=True, client_id="r")["vote"]
    assert guest.join(match.id, seat="cat")["error"]["code"] == "veiled", "before all agree nothing changes"
    assert match.blue.send("vote", game=match.id, id=vote, yes=True)["ok"]
    guest.received("step")
    seen = guest.join(match.id, view="watch", seat="cat")
    assert {c["area"] for c in seen["scene"]["cards"].values()} == {"hand.cat"}
    assert seen["you"]["seats"] == [] and seen["you"]["window"] == "cat" and seen["rules"]["unveiled"]
    assert match.red.send("unveil", game=match.id, yes=False, client_id="s")["ok"], "one seat ends it at once"
    steps = guest.received("step")
    assert steps[-1]["you"] == {"seats": [], "window": ""}
    assert followed(seen, steps)["cards"] == {}
    assert guest.send("sync", game=match.id, version=-1)["scene"]["cards"] == {}
    assert guest.send("past", game=match.id, at=0)["scene"]["cards"] == {}


def test_who_looks_on_from_a_seat_can_do_nothing_with_it(match: Match) -> None:
    match.join()
    vote = match.red.send("unveil", game=match.id, yes=True, client_id="r")["vote"]
    match.blue.send("vote", game=match.id, id=vote, yes=True)
    guest = match.server.player("Gast")
    guest.join(match.id, view="watch", seat="ann")
    assert guest.answer("0", "lead-ann", seat="ann")["error"]["code"] == "not_your_seat"
    assert guest.answer("0", "lead-ann")["error"]["code"] == "not_your_seat"
    assert guest.send("undo", game=match.id, client_id="u", seat="ann")["error"]["code"] != ""
    for do in ("leave", "give", "bot"):
        assert seat(match, guest, do, "ann", to="x")["error"]["code"] in ("not_your_seat", "not_allowed")
    assert guest.send("unveil", game=match.id, yes=False, client_id="x")["error"]["code"] == "not_your_seat"
    assert match.game.version == 4


def test_who_plays_looks_through_no_other_window(match: Match) -> None:
    match.join()
    vote = match.red.send("unveil", game=match.id, yes=True, client_id="r")["vote"]
    match.blue.send("vote", game=match.id, id=vote, yes=True)
    assert match.red.join(match.id, view="watch", seat="cat")["error"]["code"] == "veiled"
    assert match.red.join(match.id, view="tv", seat="bob")["you"]["window"] == "bob"


# -- limits -----------------------------------------------------------------------------------------------


def test_a_player_with_many_sockets_has_one_limit(serve: Callable[..., Server]) -> None:
    match = Match(serve(messages=(0.01, 12.0)))
    match.red.join(match.id)  # costs five
    match.red.connect()
    match.red.join(match.id)
    acks = [match.red.send("ping", game=match.id, at=1) for _ in range(4)]
    assert acks[-1]["error"]["code"] == "too_fast"
    assert match.blue.join(match.id)["version"] == 3, "another player has one of their own"


def test_an_address_has_a_limit_whoever_they_are(serve: Callable[..., Server]) -> None:
    match = Match(serve(messages=(0.001, 5.0)))
    joined = [match.server.player().join(match.id) for _ in range(20)]
    assert sum("version" in each for each in joined) == 16 and joined[-1]["error"]["code"] == "too_fast"


def test_only_so_many_sockets(serve: Callable[..., Server]) -> None:
    server = serve(sockets=(2, 3))
    player, other = server.player(), server.player()
    open_now = [player.connect() for _ in range(3)]
    assert [s.is_connected() for s in open_now] == [True, True, False]
    assert other.connect().is_connected() and not other.connect().is_connected()
    assert server.house.counts["sockets_refused"] == 2


def test_beginnings_of_connections_have_a_limit(serve: Callable[..., Server]) -> None:
    """What begins a connection and does not go on with it is kept for a while: so much of an address."""
    player = serve(gets=(0.001, 5.0)).player()
    begun = [player.get("/socket.io/?EIO=4&transport=polling") for _ in range(6)]  # and a page
    assert [answer.status_code for answer in begun] == [200] * 4 + [429] * 2
    sid = json.loads(begun[0].get_data()[1:])["sid"]
    going = player.http.post(f"/socket.io/?EIO=4&transport=polling&sid={sid}", data="40")
    assert going.status_code == 200, "what goes on is not counted"


def test_pages_and_forms_have_limits(serve: Callable[..., Server]) -> None:
    server = serve(gets=(0.001, 5.0), posts=(0.001, 3.0))
    player = server.player()
    assert [player.get("/health").status_code for _ in range(6)].count(429) == 2
    codes = [player.post("/name", name="Nana").status_code for _ in range(5)]
    assert codes == [302, 302, 302, 429, 429]
    assert player.get("/static/nothing.css").status_code == 404, "files are not counted"


# -- what every answer carries ----------------------------------------------------------------------------


def test_cookies_and_headers(server: Server) -> None:
    page = server.app.test_client().get("/", headers={"Accept": "text/html"})
    cookie = page.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert page.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    text = page.get_data(as_text=True)
    scripts = re.findall(r"<script(?![^>]*\bsrc=)([^>]*)>", text)
    assert all('type="application/json"' in attributes for attributes in scripts), "no inline code"
    assert not re.search(r"\son\w+=|javascript:|\sstyle=", text)


def test_a_session_of_another_key_is_another_player(server: Server) -> None:
    player = server.player("Rita")
    name = server.app.config["SESSION_COOKIE_NAME"]
    value = player.http.get_cookie(name).value
    forged = value[:-2] + ("AA" if value[-2:] != "AA" else "BB")
    client = server.app.test_client()
    client.set_cookie(name, forged)
    assert "Rita" not in client.get("/", headers={"Accept": "text/html"}).get_data(as_text=True)


@pytest.mark.parametrize(
    "path", ["/static/../webgame/cli.py", "/static/%2e%2e/pyproject.toml", "/static//etc/passwd"]
)
def test_no_path_leads_to_a_file(server: Server, path: str) -> None:
    assert server.app.test_client().get(path).status_code in (404, 308)


@pytest.mark.parametrize(
    "name", ["../../pyproject", "/etc/passwd", "..%2f..%2fpyproject", "toy/../../x", "meadow\0"]
)
def test_no_name_of_a_scenario_leads_to_a_file(server: Server, name: str) -> None:
    player = server.player()
    assert player.error("/new", scenario=f"toy/{name}") in (
        "bad_scenario",
        "unknown_system",
        "unknown_scenario",
    )
    for path in (f"/picture/toy/{name}.svg", f"/new/toy/{name}"):
        assert player.http.get(path).status_code in (400, 404)


def test_who_sat_down_while_it_was_played_comes_in_when_it_is_locked(match: Match) -> None:
    match.join()
    assert seat(match, match.blue, "leave", "cat")["ok"]
    wanda = match.server.player("Wanda")
    wanda.join(match.id)
    assert seat(match, wanda, "take", "cat")["ok"]
    host_does(match, "lock")
    assert wanda.get(f"/g/{match.id}").status_code == 200
    assert wanda.join(match.id)["you"]["seats"] == ["cat"]
    assert match.server.player("Sid").get(f"/g/{match.id}").status_code == 403
