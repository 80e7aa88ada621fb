"""Who is who: players as signed cookies, tokens for forms, join codes, one-time links for seats."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
import time
import unicodedata
from pathlib import Path

import flask
import msgspec
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

from webgame.server.errors import Refused
from webgame.server.languages import N_, _
from webgame.server.store import GameRow, Link, Store, Taken

NAME_LENGTH = 24
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that are read as another
LINK_SECONDS = 3600
KEPT = "webgame.session"  # in a request's environment: what its cookie held


class Player(msgspec.Struct, frozen=True):
    """A browser: its secret id, and the name the others see."""

    id: str
    name: str


class Sessions(SecureCookieSessionInterface):
    """Cookies that, once they came encrypted, never go unencrypted.

    Those have a name of their own, since a browser lets no plain connection change them: a server may be
    started with and without HTTPS in turn. Who was known without is known with it.
    """

    def get_cookie_name(self, app: flask.Flask) -> str:
        """Return the name under which this connection keeps its cookie."""
        return super().get_cookie_name(app) + ("_s" if flask.request.is_secure else "")

    def open_session(self, app: flask.Flask, request: flask.Request) -> SecureCookieSession | None:
        """Return what the cookie holds; the plain one counts where there is no other yet.

        All messages of a socket come as one request: its cookie is read once.
        """
        kept: dict[str, object] | None = request.environ.get(KEPT)
        if kept is not None:
            return SecureCookieSession(kept)
        session = self._read(app, request)
        if session is not None:
            request.environ[KEPT] = dict(session)
        return session

    def _read(self, app: flask.Flask, request: flask.Request) -> SecureCookieSession | None:
        session = super().open_session(app, request)
        plain = request.cookies.get(super().get_cookie_name(app))
        serializer = self.get_signing_serializer(app)
        if session is None or session or not request.is_secure or not plain or serializer is None:
            return session
        with contextlib.suppress(BadSignature):
            age = int(app.permanent_session_lifetime.total_seconds())
            session.update(serializer.loads(plain, max_age=age))
        return session

    def get_cookie_secure(self, app: flask.Flask) -> bool:
        """Whether the browser is told to send the cookie over encrypted connections only."""
        return flask.request.is_secure


def secret_key(folder: Path) -> bytes:
    """Return the key that signs cookies, made at the first start; only its owner may read the file."""
    path = folder / "secret_key"
    folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        part = folder / f"secret_key.{secrets.token_hex(8)}"
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(32))
        with contextlib.suppress(FileExistsError):
            os.link(part, path)  # whole or not at all: of several servers that start at once, one makes it
        part.unlink()
    key = path.read_bytes()
    if len(key) < 32:
        raise Refused("bad_key", f"{path} is no key: remove it (all players are new then)") from None
    return key


def player(store: Store) -> Player:
    """Return the player of this request's cookie; a new one gets an id."""
    id = flask.session.get("player")
    if not isinstance(id, str) or not 16 <= len(id) <= 64:
        id = secrets.token_urlsafe(16)
        flask.session["player"] = id
        flask.session.permanent = True
    number = int(hashlib.sha256(id.encode()).hexdigest(), 16) % 9000 + 1000
    return Player(id, store.player_name(id) or _("Guest {n}", n=number))


def handle(key: bytes, game: str, player: str) -> str:
    """Return a player's public name tag within a game: stable, and of no use elsewhere."""
    return hmac.digest(key, f"handle\0{game}\0{player}".encode(), "sha256").hex()[:12]


def form_token(key: bytes, player: str) -> str:
    """Return what each form of ours carries, so that a page elsewhere can't send one."""
    return hmac.digest(key, f"form\0{player}".encode(), "sha256").hex()[:32]


def clean(text: str, limit: int, what: str) -> str:
    """Return a person's text without control characters; raise Refused if it is empty or too long."""
    kept = "".join(" " if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs") else c for c in text)
    kept = " ".join(kept.split())
    if not kept:
        raise Refused("bad_text", f"{what} is empty")
    if len(kept) > limit:
        raise Refused("bad_text", f"{what} has {len(kept)} characters: at most {limit}")
    return kept


def clean_code(text: str) -> str:
    """Return a join code in capitals; empty means none; raise Refused if it can't be one."""
    code = text.strip().upper()
    if code and (not 4 <= len(code) <= 12 or not code.isascii() or not code.isalnum()):
        raise Refused("bad_code", "a join code has 4 to 12 letters and digits")
    return code


def new_code() -> str:
    """Return a fresh join code."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


def may_enter(store: Store, row: GameRow, player: str) -> bool:
    """Whether a player may see a game: an open one, or as its host, or let in; never if put out."""
    if row.host == player:
        return True
    if store.is_out(row.id, player):
        return False
    return not row.code or store.admitted(row.id, player)


def enter(store: Store, row: GameRow, player: str, code: str | None) -> None:
    """Let a player in by a code; raise Refused (`locked`) if there is need of one and it is wrong.

    Raises Refused (`put_out`) for whom the host has put out, whatever the code.
    """
    if may_enter(store, row, player):
        return
    if store.is_out(row.id, player):
        raise Refused("put_out", f"the host of {row.name} has put you out")
    if not code or not hmac.compare_digest(code.strip().upper().encode(), row.code.encode()):
        why = N_("that is not its join code") if code else N_("it asks for a join code")
        raise Refused("locked", f"{row.name} is locked: {why}")
    store.admit(row.id, player)


def make_link(store: Store, game: str, seat: str, player: str) -> str:
    """Return the token of a new one-time link that hands over a seat, or (no seat) lets one person in."""
    token = secrets.token_urlsafe(18)
    store.add_link(_hash(token), Link(game, seat, player), time.time() + LINK_SECONDS)
    return token


def read_link(store: Store, token: str) -> Link:
    """Return what a link gives; raise Refused if it is used, too old or was never made."""
    link = store.link(_hash(token))
    if link is None:
        raise Refused("unknown_link", "this link was used already, is older than an hour, or never existed")
    return link


def use_link(store: Store, token: str) -> Link:
    """Use a link up and return what it gives; of two at once, one is refused."""
    link = read_link(store, token)
    try:
        store.use_link(_hash(token))
    except Taken:
        raise Refused("unknown_link", "this link was used already") from None
    return link


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
