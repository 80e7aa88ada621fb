"""Cookies with and without HTTPS."""

from __future__ import annotations

from typing import Any

from tests.server.conftest import Server

SAFE = "https://localhost"


def name(http: Any, base: str) -> str:
    """Return how the server greets a browser."""
    http.get("/", base_url=base)
    with http.session_transaction(base_url=base) as session:
        return str(session["player"])


def test_a_player_is_the_same_with_https_and_plain_cookies_go_on(server: Server) -> None:
    player = server.player("Ann")
    known = name(player.http, "http://localhost")
    answer = player.http.get("/", base_url=SAFE, headers={"Accept": "text/html"})
    assert "Ann" in answer.get_data(as_text=True)
    [cookie] = [c for c in answer.headers.getlist("Set-Cookie") if "webgame" in c]
    assert "Secure" in cookie and cookie.split("=")[0].endswith("_s")
    assert name(player.http, SAFE) == name(player.http, "http://localhost") == known
    plain = player.http.post("/name", data={"token": player.token, "name": "Anne"})
    assert plain.status_code == 302, "a secure cookie locks nobody out of a server without HTTPS"


def test_https_alone_makes_a_player_and_believes_no_forged_cookie(server: Server) -> None:
    http = server.app.test_client()
    known = name(http, SAFE)
    assert known and name(http, SAFE) == known
    other = server.app.test_client()
    other.set_cookie(server.app.config["SESSION_COOKIE_NAME"], "eyJwbGF5ZXIiOiJ4In0.forged.mark")
    assert name(other, SAFE) not in ("x", known)
