"""What every request passes: host, origin, form token and rate; and the headers of every answer."""

from __future__ import annotations

import hmac

import flask
from flask import Response

from webgame.server import access
from webgame.server.errors import Refused
from webgame.server.house import house
from webgame.server.logs import about, happened, tag
from webgame.server.net import host_allowed, same_origin

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "X-Frame-Options": "DENY",
}


def note_request() -> None:
    """Note for the log which game and player this is about."""
    found = flask.session.get("player")
    who = tag(house().key, found) if isinstance(found, str) else ""
    about(game=(flask.request.view_args or {}).get("id", ""), player=who)


def count_answer(response: Response) -> Response:
    """Count an answer."""
    endpoint = flask.request.endpoint or "none"
    house().metrics.requests.labels(endpoint, response.status_code).inc()
    if endpoint != "static" and flask.request.method != "GET":
        happened("request", endpoint=endpoint, status=response.status_code)
    return response


def check_request() -> None:
    """Raise Refused if a request is for another host, from another site's page, or one too many."""
    request, here = flask.request, house()
    host = request.headers.get("Host", "")
    if not host_allowed(host, here.config.names):
        raise Refused(
            "bad_host", f"this server is not {host[:80]!r}; use its address, or start it with --name"
        )
    address = request.remote_addr or ""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        if request.endpoint != "static" and not here.gets.take(address):
            raise Refused("too_fast", "too many pages asked for from your address: wait a moment")
        return
    origin = request.headers.get("Origin", "null")  # browsers send null for forms of pages without referrer
    if origin != "null" and not same_origin(origin, host):
        raise Refused("forged", f"a page of {origin[:80]!r} can't act here")
    player = access.player(here.store).id
    if not here.posts.take(player) or not here.posts_here.take(address):
        raise Refused("too_fast", "too many requests: wait a moment")
    token = access.form_token(here.key, player)
    if not hmac.compare_digest(request.form.get("token", "").encode(), token.encode()):
        raise Refused(
            "forged", "this form is not from your own page, or your cookie is gone: reload the page"
        )


def read_files(response: Response) -> Response:
    """Read a static file as a whole: as a stream it could not be compressed for all that ask for it."""
    if flask.request.endpoint == "static" and response.status_code == 200:
        response.direct_passthrough = False
        response.make_sequence()
    return response


def add_headers(response: Response) -> Response:
    """Add the headers that keep a page to itself."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if flask.request.path.startswith("/static/"):
        if "v" in flask.request.args and response.status_code in (200, 304):  # another file has another mark
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    else:
        response.headers.setdefault("Cache-Control", "no-store")
    return response
