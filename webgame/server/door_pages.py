"""What the host does at the door: put out, lock, close, hand the game over, let one person in by a link."""

from __future__ import annotations

from typing import Any

import flask
import msgspec
from flask import Blueprint
from werkzeug.wrappers import Response

from webgame.server import access, game_pages, waiting
from webgame.server.addresses import outside
from webgame.server.errors import Refused
from webgame.server.house import house
from webgame.server.languages import _
from webgame.server.lobby import me
from webgame.server.net import qr_svg
from webgame.server.seating import put_out
from webgame.server.store import GameRow, Taken

blueprint = Blueprint("door", __name__, url_prefix="/g/<id>")


class Known(msgspec.Struct, frozen=True):
    """Somebody whom a game knows: public tag, name, and the private id."""

    tag: str
    name: str
    player: str


def people(row: GameRow) -> list[Known]:
    """Return who was let in, holds a seat or is at the table, except the host."""
    found = {player: name or _("somebody") for player, name in house().store.members_of(row.id).items()}
    found |= {
        chair.player: chair.holder
        for chair in waiting.read_setup(row).chairs.values()
        if row.header is None and chair.player
    }
    if row.header is not None:
        found |= house().tables.ask(row.id, lambda table: table.people())
    return [
        Known(access.handle(house().key, row.id, player), name, player)
        for player, name in sorted(found.items(), key=lambda each: (each[1], each[0]))
        if player != row.host
    ]


@blueprint.post("/kick")
def kick(id: str) -> Response:
    """Put somebody out of the game for good: their seats become free, and no code lets them in again."""
    row, who = game_pages.own(id), _chosen(id)
    house().store.put_out(id, who.player, who.name)
    if row.header is None:
        for seat, chair in waiting.read_setup(row).chairs.items():
            if chair.player == who.player:
                waiting.leave(house().store, id, me(), seat)
    else:
        house().tables.ask(id, lambda table: put_out(table, who.player))
    return _done(id)


@blueprint.post("/forgive")
def forgive(id: str) -> Response:
    """Let somebody who was put out come in again."""
    game_pages.own(id)
    tag = flask.request.form.get("who", "")
    for player in house().store.outs(id):
        if access.handle(house().key, id, player) == tag:
            house().store.let_back(id, player)
            return _done(id)
    raise Refused("bad_player", f"{tag[:40]!r} was not put out of this game")


@blueprint.post("/lock")
def lock(id: str) -> Response:
    """Ask for a join code from now on: the one given, else a new one; `open`: for none any more."""
    game_pages.own(id)
    form = flask.request.form
    code = "" if form.get("open") else access.clean_code(form.get("code", "")) or access.new_code()
    try:
        house().store.set_code(id, code)
    except Taken:
        raise Refused("code_taken", "another game has that join code: choose another") from None
    _refresh(id)
    return _done(id)


@blueprint.post("/host")
def host(id: str) -> Response:
    """Make somebody else the host of the game."""
    game_pages.own(id)
    store = house().store
    store.admit(id, me().id)  # a locked game lets its old host in
    store.set_host(id, _chosen(id).player)
    _refresh(id)
    house().lobby_changed(id)
    return flask.redirect(flask.url_for("game.show", id=id))


@blueprint.post("/close")
def close(id: str) -> Response:
    """Close the table for play, or open it again (`open`)."""
    row, player = game_pages.own(id), me()
    if row.header is None:
        raise Refused("not_started", f"{row.name} has not started yet: remove it instead")
    closed = not flask.request.form.get("open")
    house().tables.ask(id, lambda table: table.shut(closed, player))
    return _done(id)


@blueprint.post("/invite")
def invite(id: str) -> str:
    """Make a link that lets one person in, once, within an hour."""
    row = game_pages.own(id)
    url = outside(f"/seat/{access.make_link(house().store, id, '', '')}")
    return flask.render_template("invite.html", row=row, url=url, qr=qr_svg(url))


def _chosen(id: str) -> Known:
    """Return the person that a form names by their tag; raise Refused if the game knows none."""
    tag = flask.request.form.get("who", "")
    for known in people(waiting.find_game(house().store, id)):
        if known.tag == tag:
            return known
    raise Refused("bad_player", f"this game knows nobody by {tag[:40]!r}")


def _refresh(id: str) -> None:
    row: Any = house().store.game(id)
    if row is not None and row.header is not None:
        house().tables.ask(id, lambda table: table.refresh())


def _done(id: str) -> Response:
    house().lobby_changed(id)
    return flask.redirect(flask.url_for("game.manage", id=id))
