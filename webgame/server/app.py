"""The application: configuration, parts, error pages."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

import flask
import msgspec
from flask import Flask
from flask_compress import Compress
from flask_socketio import SocketIO
from socketio.packet import Packet
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from webgame.engine.game import GameError
from webgame.server import (
    access,
    addresses,
    box,
    build_pages,
    door_pages,
    game_pages,
    guard,
    languages,
    live,
    lobby,
    new_game,
    outbox,
    pages,
    pings,
    record,
    report_pages,
)
from webgame.server.config import Config
from webgame.server.errors import Refused
from webgame.server.house import House, house, log
from webgame.server.icons import asset, icon_url
from webgame.server.scenarios import bot_label, computer, game_name, say
from webgame.server.store import Apart, Store, at_once
from webgame.server.tables import Tables

COMPRESS_FROM = 1000  # bytes: what is smaller fits into one packet anyway
MESSAGE_BYTES = 64 * 1024
UPLOAD_BYTES = 2 * 1024 * 1024
SOCKETS = "/socket.io/"  # the path whose requests Socket.IO answers before the application sees them


class _Json:
    """JSON for Socket.IO packets."""

    @staticmethod
    def dumps(value: Any, **_: Any) -> str:
        return msgspec.json.encode(value).decode()

    @staticmethod
    def loads(text: str | bytes, **_: Any) -> Any:
        return msgspec.json.decode(text)


class _Text(Packet):
    """A Socket.IO packet of ours: never one with bytes in it, so that nobody looks through it for some."""

    uses_binary_events = False


class _App(Flask):
    """The application, which looks up no page for the sockets that come and go.

    Each is a request for their path, which is no page: to look it up would be an error each time,
    whose traceback holds the request and its connection in a ring that only the collector can take apart.
    """

    def create_url_adapter(self, request: flask.Request | None) -> Any:
        """Return what finds the page for a request; None for one of a socket."""
        if request is not None and request.environ["PATH_INFO"].startswith(SOCKETS):
            return None
        return super().create_url_adapter(request)


def create_app(config: Config, apart: Apart = at_once) -> tuple[Flask, SocketIO]:
    """Return the application and its Socket.IO server; nothing listens yet.

    `apart` does what waits for the disk, in the way of the async mode, without stopping the others.
    """
    key = access.secret_key(config.data)
    app = _App("webgame", template_folder=str(config.templates), static_folder=str(config.static))
    app.config.update(
        SECRET_KEY=key,
        SESSION_COOKIE_NAME=f"webgame_{hashlib.sha256(key).hexdigest()[:6]}",  # not another server's
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=timedelta(days=730),
        MAX_CONTENT_LENGTH=UPLOAD_BYTES,
        TESTING=config.testing,
        COMPRESS_ALGORITHM=["br", "gzip"],  # browsers take gzip alone from a plain address of the LAN
        COMPRESS_BR_LEVEL=5,  # at the default, 4, gzip is smaller
        COMPRESS_MIN_SIZE=COMPRESS_FROM,
        COMPRESS_MIMETYPES=["text/html", "text/css", "text/javascript", "application/json", "image/svg+xml"],
    )
    app.json.ensure_ascii = False  # type: ignore[attr-defined]  # other scripts are shorter as themselves
    Compress(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    sio = SocketIO(
        app,
        async_mode=config.async_mode,
        json=_Json,
        serializer=_Text,  # type: ignore[call-arg]  # of the server within, unknown to its stubs
        manage_session=False,
        max_http_buffer_size=MESSAGE_BYTES,
        ping_interval=10,
        ping_timeout=10,
        message_queue=config.message_queue or None,
    )
    url = config.database or f"sqlite:///{(config.data / 'games.db').resolve()}"
    here = House(config, sio, Store(url, sio.sleep, apart), key)
    here.tables = Tables(here)
    app.extensions["webgame"] = here
    if config.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=config.proxies, x_proto=config.proxies)  # type: ignore[method-assign]
    app.session_interface = access.Sessions()
    app.before_request(guard.note_request)
    app.before_request(guard.check_request)
    app.after_request(guard.count_answer)
    app.after_request(guard.read_files)  # called before that of Compress: the last one is the first
    app.after_request(guard.add_headers)
    app.after_request(languages.keep)
    app.register_blueprint(lobby.blueprint)
    app.register_blueprint(new_game.blueprint)
    app.register_blueprint(addresses.blueprint)
    app.register_blueprint(build_pages.blueprint)
    app.register_blueprint(game_pages.blueprint)
    app.register_blueprint(game_pages.watching)
    app.register_blueprint(door_pages.blueprint)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(report_pages.blueprint)
    app.register_blueprint(record.blueprint)
    app.register_blueprint(box.blueprint)
    app.context_processor(_page_values)
    app.context_processor(languages.page_values)
    app.jinja_env.globals["_"] = languages._  # for macros, which are imported without a page's values
    app.context_processor(addresses.page_values)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(GameError, _refused)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _failed)
    live.attach(here, sio)
    outbox.attach(here.server.eio)
    pings.attach(here.server.eio)
    if here.bus.several:
        sio.start_background_task(here.bus.listen, here.tables.hear, sio.sleep)
    return app, sio


def _page_values() -> dict[str, Any]:
    here = house()
    player = access.player(here.store)
    return {
        "player": player,
        "token": access.form_token(here.key, player.id),
        "asset": asset,
        "icon_url": icon_url,
        "seat_mark": lobby.seat_mark,
        "has_book": box.has_book,
        "level_name": lobby.level_name,
        "said": say,
        "title_of": lambda system: say(system, system.title),
        "game_name": lambda row: game_name(row.name, row.system, row.scenario),
        "computer": computer,
        "bot_label": bot_label,
    }


def _refused(error: Refused | GameError) -> tuple[Any, int]:
    return _told(error.code, error.message, error.status if isinstance(error, Refused) else 409)


def _http_error(error: HTTPException) -> tuple[Any, int]:
    where = f"{flask.request.method} {flask.request.path}"
    code = error.name.lower().replace(" ", "_")
    why = {404: languages._("there is no such page"), 405: languages._("that can't be done here")}
    return _told(code, f"{where}: {why.get(error.code or 500, error.description)}", error.code or 500)


def _failed(error: Exception) -> tuple[Any, int]:
    log.exception("%s %s failed", flask.request.method, flask.request.path)
    return _told("internal", f"{flask.request.path}: the server failed on this; its log says why", 500)


def _told(code: str, message: str, status: int) -> tuple[Any, int]:
    """Return an error as JSON to programs and as a page to people, in their language."""
    message = languages.told(message)
    best = flask.request.accept_mimetypes.best_match(["text/html", "application/json"], "application/json")
    if best == "application/json" or flask.request.path.endswith(".json") or code == "bad_host":
        return flask.jsonify({"error": {"code": code, "message": message}}), status
    back = (flask.request.view_args or {}).get("id", "")
    return flask.render_template("error.html", code=code, message=message, status=status, back=back), status
