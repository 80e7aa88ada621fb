"""The title screen: games to join, to go on with, to look at; new games; names; codes and links."""

from __future__ import annotations

import math
import time
from typing import Any

import flask
from flask import Blueprint
from werkzeug.wrappers import Response

from webgame.engine.build import builder_of
from webgame.server import access, picture, saves, seating, waiting
from webgame.server.access import Player
from webgame.server.addresses import back, outside
from webgame.server.errors import Refused
from webgame.server.house import house
from webgame.server.languages import N_, _, fill
from webgame.server.net import qr_svg
from webgame.server.pages import system_names
from webgame.server.scenarios import find_system, say
from webgame.server.store import GameRow, Status

COLOURS = 6  # of seats, as in static/src/chairs.json
NEWEST = 20  # finished games that are shown; older ones are folded
blueprint = Blueprint("lobby", __name__)


def me() -> Player:
    """Return the player of this request."""
    return access.player(house().store)


@blueprint.get("/")
def index() -> str:
    """Show all games and what can be started."""
    player = me()
    mine = house().store.games_of(player.id)
    stand = house().store.statuses() | house().tables.standing()
    lists: dict[str, list[dict[str, Any]]] = {"yours": [], "open": [], "running": [], "finished": []}
    for row in house().store.games():
        kind = (
            "finished" if row.finished else "yours" if row.id in mine else "running" if row.header else "open"
        )
        lists[kind].append(card(row, player, stand.get(row.id)) | {"mine": row.id in mine})
    older, lists["finished"] = lists["finished"][NEWEST:], lists["finished"][:NEWEST]
    found = shelves()
    link = outside("/")
    return flask.render_template(
        "index.html",
        lists=lists,
        older=older,
        shelves=found,
        shelf=chosen_shelf(found, flask.request.args.get("system", "")),
        picture_mark=picture.mark,
        limit=flask.current_app.config["MAX_CONTENT_LENGTH"],
        link=link,
        qr=qr_svg(link),
    )


def card(row: GameRow, player: Player, status: Status | None = None) -> dict[str, Any]:
    """Return what the list shows of a game."""
    system = title(row.system)
    seats: list[str] = []
    shown: dict[str, Any] = {
        "row": row,
        "system": system,
        "seats": seats,
        "broken": "",
        "host": row.host == player.id,
        "watch": watch_path(row),
        "lookers": house().tables.lookers(row.id),
    }
    shown["played"] = ago(time.time() - row.touched)
    if row.header is not None and status is not None:
        shown["round"] = status.round
        shown["turn"] = () if row.finished else [said_seat(row, name) for name in status.waiting]
        shown["free"] = 0 if row.finished else status.free
    if row.header is None:
        setup = waiting.read_setup(row)
        try:
            seats = [setup.chairs[s.id].holder if s.id in setup.chairs else "" for s in waiting.seats_of(row)]
        except Refused as error:
            return shown | {"broken": error.message, "host": False}
    return shown | {"seats": seats}


def said_seat(row: GameRow, name: str) -> str:
    """Return the name of a seat in the reader's language."""
    try:
        return say(find_system(row.system), name)
    except Refused:  # the system is not here any more
        return name


def ago(seconds: float) -> str:
    """Return in words how long ago something was."""
    units = (
        (86400, _("{n} {n|day|days} ago")),
        (3600, _("{n} {n|hour|hours} ago")),
        (60, _("{n} {n|minute|minutes} ago")),
    )
    for length, words in units:
        if count := int(seconds // length):
            return fill(words, {"n": count})
    return _("just now")


def level_name(level: str) -> str:
    """Return how hard a scenario is in the reader's language; a word of its author's own stays."""
    usual = {"easy": _("easy"), "normal": _("normal"), "hard": _("hard"), "deadly": _("deadly")}
    return usual.get(level, level)


def title(name: str) -> str:
    """Return a system's title, or its name if it is not here any more."""
    try:
        system = find_system(name)
        return say(system, system.title)
    except Refused:
        return name


def shelves() -> list[dict[str, Any]]:
    """Return the systems with their scenarios in their order; a system that can't be loaded says why."""
    found: list[dict[str, Any]] = []
    for name in system_names():
        try:
            system = find_system(name)
        except Refused as error:
            found.append({"name": name, "title": name, "broken": error.message, "cards": []})
            continue
        shelf = {
            "name": name,
            "title": say(system, system.title),
            "broken": "",
            "cards": house().shelf.cards(name),
        }
        found.append({**shelf, "system": system, "own": builder_of(system) is not None})
    return sorted(found, key=lambda shelf: shelf["system"].place if "system" in shelf else math.inf)


def chosen_shelf(found: list[dict[str, Any]], wanted: str) -> dict[str, Any] | None:
    """Return the shelf of the system that was asked for, else the first one with something to play."""
    for shelf in found:
        if shelf["name"] == wanted:
            return shelf
    playable = (s for s in found if any(not card.broken for card in s["cards"]))
    return next(playable, found[0] if found else None)


@blueprint.post("/name")
def name() -> Response:
    """Set one's name, also on the seats of games that have not started."""
    called = flask.request.form.get("name", "")
    player = Player(me().id, access.clean(called, access.NAME_LENGTH, N_("the name")))
    house().store.name_player(player.id, player.name)
    for id in waiting.rename(house().store, player):
        house().lobby_changed(id)
    return flask.redirect(back())


@blueprint.post("/import")
def import_game() -> Response:
    """Add a game from a save file."""
    file = flask.request.files.get("save")
    if file is None or not file.filename:
        raise Refused("bad_save", "choose a save file")
    id = saves.import_save(house(), me(), file.read())
    house().lobby_changed()
    return flask.redirect(flask.url_for("game.show", id=id))


@blueprint.get("/join/<code>")
def join(code: str) -> Response:
    """Enter a locked game by its code."""
    try_code()
    row = house().store.by_code(access.clean_code(code))
    if row is None:
        raise Refused("unknown_link", "there is no game with that join code")
    access.enter(house().store, row, me().id, code)
    if flask.request.args.get("watch") == "1":
        return flask.redirect(watch_path(row))
    return flask.redirect(flask.url_for("game.show", id=row.id))


def watch_path(row: GameRow) -> str:
    """Return the path under which one looks on at a game."""
    return f"/watch/{row.id}"


@blueprint.post("/join")
def join_form() -> Response:
    """Enter a locked game by a code typed in."""
    code = access.clean_code(flask.request.form.get("code", ""))
    if not code:
        raise Refused("bad_code", "type a join code")
    return flask.redirect(flask.url_for("lobby.join", code=code))


def try_code() -> None:
    """Count a try of a join code; raise Refused if there were too many."""
    if not house().codes.take(flask.request.remote_addr or ""):
        raise Refused("too_fast", "too many join codes tried: wait a minute")


@blueprint.get("/seat/<token>")
def seat(token: str) -> str:
    """Ask whether to take a seat over, or to come in; looking at the link does not use it up."""
    try_code()
    link = access.read_link(house().store, token)
    row = waiting.find_game(house().store, link.game)
    name = seat_name(row, link.seat) if link.seat else ""
    return flask.render_template("seat.html", row=row, seat=name, own=bool(link.player), link=token)


@blueprint.post("/seat/<token>")
def take_seat(token: str) -> Response:
    """Take a seat over by a one-time link, or come in by one that has no seat."""
    store, player = house().store, me()
    try_code()
    row = waiting.find_game(store, access.read_link(store, token).game)
    if store.is_out(row.id, player.id):
        raise Refused("put_out", f"the host of {row.name} has put you out")
    link = access.use_link(store, token)
    if not link.seat:
        store.admit(row.id, player.id)
        return flask.redirect(flask.url_for("game.show", id=row.id))
    if row.header is None:
        waiting.hand_over(store, row.id, link.player, player, link.seat, flask.request.form.get("nonce", ""))
    else:
        house().tables.ask(row.id, lambda table: seating.hand_over(table, link.player, player, link.seat))
    store.admit(row.id, player.id)
    house().lobby_changed(row.id)
    return flask.redirect(flask.url_for("game.show", id=row.id))


def seat_mark(row: GameRow, seat: str) -> tuple[int, str]:
    """Return by what a seat is told apart: the number of its colour, and its icon."""
    seats = waiting.seats_of(row)
    return next(((n % COLOURS, s.icon) for n, s in enumerate(seats) if s.id == seat), (0, ""))


def seat_name(row: GameRow, seat: str) -> str:
    """Return the name of a seat in words."""
    system = find_system(row.system)
    return next((say(system, s.name) for s in waiting.seats_of(row) if s.id == seat), seat)
