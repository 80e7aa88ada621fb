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
from webgame.server import access, addresses, drawing, house_rules, picture, waiting
from webgame.server.errors import Refused
from webgame.server.house import house
from webgame.server.icons import icon_url
from webgame.server.languages import _
from webgame.server.lobby import me, try_code
from webgame.server.scenarios import find_system, say

SEAT = "seat."  # before the names of seats in the form
BOT = "bot:"  # before the name of a bot that is to play one
ME, FREE = "me", "free"  # a seat for oneself; one left to somebody else
# Who takes the seats for which the form has no wish of its own.
GUESTS, ONE, BOTS, LATER = PARTIES = ("guests", "one", "bots", "later")
PICTURE_SECONDS = 86400  # a browser keeps a picture; its address changes with the scenario

blueprint = Blueprint("new", __name__)


@blueprint.get("/new/<system>/<scenario>")
def show(system: str, scenario: str) -> str:
    """Show a scenario, and ask for party, house rules and the game's name."""
    found, card = find_system(system), house().shelf.card(system, scenario)
    known = picture.drawn(found, card)
    label = _("The board, with its terrain and figures as they are known before the set-up")
    samples = [(drawing.sample(look, icon_url), called(found, look)) for look in picture.legend(known)]
    return flask.render_template(
        "new.html",
        system=found,
        card=card,
        board=drawing.svg(known, icon_url, label),
        legend=samples,
        seats=[(seat, say(found, seat.name), say(found, seat.side)) for seat in card.seats],
        bots=list(found.bots),
        parties=parties(),
        usual=usual_party(),
        house=house_rules.groups(found),
    )


def called(system: System, look: picture.Look) -> str:
    """Return the name of what a picture shows."""
    others = {"door": _("Door"), "unknown": _("Drawn by chance at the set-up")}
    return others.get(look.shape) or say(system, look.name)


def usual_party() -> str:
    """Return the party that is chosen at first: where no other device reaches the server, nobody can join."""
    return ONE if addresses.trouble() else GUESTS


def parties() -> list[tuple[str, str, str]]:
    """Return the ways to seat a party: id, name, what it means."""
    return [
        (GUESTS, _("With others"), _("You take the first seat; the others join from their devices.")),
        (ONE, _("One device for all"), _("Alone or handed round: you take every seat.")),
        (BOTS, _("With the computer"), _("You take the first seat, the computer the others.")),
        (LATER, _("Decide at the table"), _("Nobody is seated yet.")),
    ]


@blueprint.post("/new")
def create() -> Response:
    """Create a game of a scenario."""
    name, _mark, scenario = flask.request.form.get("scenario", "").partition("/")
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
    wishes = {f.removeprefix(SEAT): wish for f, wish in form.items() if f.startswith(SEAT) and wish}
    seats = [seat.id for seat in waiting.seats_of(waiting.find_game(store, id))]
    wishes = shared_out(form.get("party", LATER), wishes, seats)
    for seat, wish in wishes.items():
        if wish == ME:
            waiting.take(store, id, player, seat, nonce)
        elif wish.startswith(BOT):
            waiting.set_bot(store, id, player, seat, wish.removeprefix(BOT))
        elif wish != FREE:
            raise Refused(
                "malformed", f"seat {seat[:40]!r} is for {wish[:40]!r}: one of {ME}, {FREE}, {BOT}<name>"
            )


def shared_out(party: str, wishes: dict[str, str], seats: list[str]) -> dict[str, str]:
    """Return the wishes for seats with those that the choice of a party adds; raise Refused on another.

    Whoever has wished for a seat gets no second one by the choice, unless it is to play all of them.
    """
    if party not in PARTIES:
        raise Refused("malformed", f"the party is {party[:40]!r}: one of {', '.join(PARTIES)}")
    open_ = [seat for seat in seats if seat not in wishes]
    if party in (GUESTS, BOTS) and ME not in wishes.values() and open_:
        wishes = {**wishes, open_.pop(0): ME}
    rest = {ONE: ME, BOTS: BOT}.get(party, FREE)
    return {**wishes, **dict.fromkeys(open_, rest)}


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
    response = flask.Response(drawing.svg(picture.drawn(found, card)), mimetype="image/svg+xml")
    if flask.request.args.get("v") == picture.mark(found, card):
        response.headers["Cache-Control"] = f"private, max-age={PICTURE_SECONDS}, immutable"
    return response
