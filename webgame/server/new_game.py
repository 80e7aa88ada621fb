"""A new game: its scenario with a picture, who plays what, house rules; then the table is set up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import flask
import msgspec
from flask import Blueprint
from werkzeug.wrappers import Response

from webgame.engine.system import System
from webgame.server import access, house_rules, picture, waiting
from webgame.server.errors import Refused
from webgame.server.house import house
from webgame.server.lobby import me, try_code
from webgame.server.scenarios import find_system, say

SEAT = "seat."  # before the names of seats in the form
BOT = "bot:"  # before the name of a bot that is to play one
PICTURE_SECONDS = 86400  # a browser keeps a picture; its address changes with the scenario

blueprint = Blueprint("new", __name__)


@blueprint.get("/new/<system>/<scenario>")
def show(system: str, scenario: str) -> str:
    """Show a scenario, and ask for party, house rules and the game's name."""
    found, card = find_system(system), house().shelf.card(system, scenario)
    return flask.render_template(
        "new.html",
        system=found,
        card=card,
        mark=picture.mark(found, card),
        seats=[(seat, say(found, seat.name), say(found, seat.side)) for seat in card.seats],
        bots=list(found.bots),
        house=house_rules.groups(found),
    )


@blueprint.post("/new")
def create() -> Response:
    """Create a game of a scenario."""
    name, _, scenario = flask.request.form.get("scenario", "").partition("/")
    system = find_system(name)
    found = house().shelf.card(name, scenario)
    return create_game(system, found.name, found.text)


def create_game(system: System, scenario: str, text: str) -> Response:
    """Create a game with the name, join code, house rules and seats of this request's form."""
    form, store = flask.request.form, house().store
    code = access.clean_code(form.get("code", ""))
    if code:
        try_code()  # to be told that it is taken is to have guessed one
    elif form.get("lock"):
        code = access.new_code()
    options = house_rules.merged(parse_options(form.get("options", "")), house_rules.read(system, form))
    name = form.get("name", "").strip() or scenario
    id = waiting.create(store, me(), system, scenario, text, name=name, code=code, options=options)
    try:
        seat_all(id, form)
    except Refused:
        store.remove(id)  # what was asked for can't be had: nothing is left of it
        raise
    house().lobby_changed()
    return flask.redirect(flask.url_for("game.show", id=id))


def seat_all(id: str, form: Mapping[str, str]) -> None:
    """Put oneself and bots on the seats of a new game, as its form says; raise Refused on a bad wish."""
    store, player = house().store, me()
    nonce = form.get("nonce", "")[: waiting.NONCE_LENGTH]
    for field, wish in form.items():
        if not field.startswith(SEAT) or not wish:
            continue
        seat = field.removeprefix(SEAT)
        if wish == "me":
            waiting.take(store, id, player, seat, nonce)
        elif wish.startswith(BOT):
            waiting.set_bot(store, id, player, seat, wish.removeprefix(BOT))
        else:
            raise Refused("malformed", f"seat {seat[:40]!r} is for {wish[:40]!r}: one of me, {BOT}<name>")


# More levels than any rule has: a list or table within another one, a name of more than two parts.
DEEP = re.compile(r"[\[{][^\]}\n]*[\[{]|^[^=\n]*\.[^=\n]*\.", re.MULTILINE)


def parse_options(text: str) -> dict[str, Any]:
    """Return house rules written as TOML lines (`name = value`); raise Refused if they are not."""
    if len(text) > 4000:
        raise Refused("bad_options", "the house rules are longer than 4000 characters")
    form = "house rules are lines of the form name = value"
    if DEEP.search(text):
        raise Refused("bad_options", f"{form}: no lists in lists, no name with more than one dot")
    try:
        options: dict[str, Any] = msgspec.toml.decode(text)
    except msgspec.DecodeError as error:
        raise Refused("bad_options", f"{form}: {error}") from None
    return options


@blueprint.get("/picture/<system>/<scenario>.svg")
def board(system: str, scenario: str) -> flask.Response:
    """Return the picture of a scenario's board."""
    found, card = find_system(system), house().shelf.card(system, scenario)
    response = flask.Response(picture.drawn(found, card), mimetype="image/svg+xml")
    if flask.request.args.get("v") == picture.mark(found, card):
        response.headers["Cache-Control"] = f"private, max-age={PICTURE_SECONDS}, immutable"
    return response
