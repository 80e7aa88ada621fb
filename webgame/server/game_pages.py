"""The pages of one game: its seats before the start, the table, TV, looking on, hand-over, save, proof."""

from __future__ import annotations

from typing import Any

import flask
import msgspec
from flask import Blueprint
from werkzeug.wrappers import Response

from webgame.engine.game import Header
from webgame.engine.rng import commitment, seed_from
from webgame.server import access, addresses, house_rules, saves, waiting
from webgame.server.addresses import outside as outside
from webgame.server.errors import Refused
from webgame.server.house import house
from webgame.server.lobby import me, seat_name, watch_path
from webgame.server.net import qr_svg
from webgame.server.scenarios import find_system, say
from webgame.server.store import GameRow

blueprint = Blueprint("game", __name__, url_prefix="/g/<id>")
watching = Blueprint("watch", __name__, url_prefix="/watch/<id>")


def find(id: str) -> GameRow:
    """Return a game that the player of this request may see; raise Refused otherwise."""
    row = waiting.find_game(house().store, id)
    if not access.may_enter(house().store, row, me().id):
        raise Refused("locked", f"{row.name} is locked: it asks for a join code")
    return row


@blueprint.get("")
def show(id: str) -> Any:
    """Show the table, or the seats if the game has not started, or the door if it is locked."""
    row = waiting.find_game(house().store, id)
    if not access.may_enter(house().store, row, me().id):
        return flask.render_template("locked.html", row=row), 403
    if row.header is not None:
        return table_page(row, "")
    return flask.render_template("waiting.html", **waiting_values(row))


@blueprint.get("/tv")
def tv(id: str) -> Any:
    """Show the table as spectators see it, for a screen that all look at; before the start, the seats."""
    row = find(id)
    if row.header is not None:
        return table_page(row, "tv")
    return flask.render_template("waiting.html", **waiting_values(row))


@watching.get("")
def watch(id: str) -> Any:
    """Show the table to somebody who looks on, whatever seats they hold; `?tv=1`: on a big screen."""
    row = waiting.find_game(house().store, id)
    if not access.may_enter(house().store, row, me().id):
        return flask.render_template("locked.html", row=row), 403
    if row.header is not None:
        return table_page(row, "tv" if flask.request.args.get("tv") == "1" else "watch")
    return flask.render_template("waiting.html", **waiting_values(row))


def table_page(row: GameRow, view: str) -> str:
    """Return the page of a running game; the client draws the rest. The TV shows how to join."""
    join = invitation(row)
    return flask.render_template(
        "table.html",
        game=row,
        view=view,
        system=find_system(row.system),
        join_url=join if view == "tv" else "",
        join_qr=qr_svg(join) if view == "tv" else "",
    )


def invitation(row: GameRow) -> str:
    """Return the address that lets others in."""
    return outside(f"/join/{row.code}" if row.code else f"/g/{row.id}")


def waiting_values(row: GameRow) -> dict[str, Any]:
    """Return what the page of a waiting game shows."""
    system, setup, player = find_system(row.system), waiting.read_setup(row), me()
    link = invitation(row)
    seats = [
        (s, say(system, s.name), say(system, s.side), setup.chairs.get(s.id)) for s in waiting.seats_of(row)
    ]
    return {
        "row": row,
        "system": system,
        "setup": setup,
        "seats": seats,
        "mine": [s.id for s, _, _, c in seats if c and c.player == player.id],
        "sides": len({side for _, _, side, _ in seats}),
        "free": [s.id for s, _, _, c in seats if not c],
        "host": row.host == player.id,
        "ready": player.id in setup.ready,
        "link": link,
        "qr": qr_svg(link),
        "nonce": setup.nonces.get(player.id, ""),
        "house_rules": house_rules.changed(system, setup.options),
    }


@blueprint.post("/enter")
def enter(id: str) -> Response:
    """Enter a locked game by a code typed in."""
    row = waiting.find_game(house().store, id)
    if not house().codes.take(flask.request.remote_addr or ""):
        raise Refused("too_fast", "too many join codes tried: wait a minute")
    access.enter(house().store, row, me().id, flask.request.form.get("code", ""))
    return flask.redirect(flask.url_for("game.show", id=id))


@blueprint.post("/sit")
def sit(id: str) -> Response:
    """Take or leave seats, let bots play, say that one is ready: all before the start."""
    find(id)
    form, store, player = flask.request.form, house().store, me()
    do, seat, nonce = form.get("do", ""), form.get("seat", ""), form.get("nonce", "")[: waiting.NONCE_LENGTH]
    acts = {
        "take": lambda: waiting.take(store, id, player, seat, nonce),
        "all": lambda: waiting.take_all(store, id, player, nonce),
        "leave": lambda: waiting.leave(store, id, player, seat),
        "bot": lambda: waiting.set_bot(store, id, player, seat, form.get("bot", "")),
        "ready": lambda: waiting.set_ready(store, id, player, True),
        "unready": lambda: waiting.set_ready(store, id, player, False),
    }
    if do not in acts:
        raise Refused("malformed", f"do is {do[:20]!r}: one of {', '.join(acts)}")
    acts[do]()
    store.admit(id, player.id)
    return _changed(id)


@blueprint.post("/start")
def start(id: str) -> Response:
    """Start the game."""
    waiting.start(house().store, id, me())
    return _changed(id)


@blueprint.post("/remove")
def remove(id: str) -> Response:
    """Remove a game that has not started."""
    waiting.remove(house().store, id, me())
    house().lobby_changed(id)
    return flask.redirect("/")


@blueprint.get("/seats")
def seats(id: str) -> str:
    """Show the seats that one may hand out, each with a button for its code, and the code for looking on."""
    row = find(id)
    mine, free = my_seats(row), free_seats(row) if row.host == me().id else []
    url = outside(f"/join/{row.code}?watch=1" if row.code else watch_path(row))
    return flask.render_template(
        "seats.html",
        row=row,
        mine=[(seat, seat_name(row, seat)) for seat in mine],
        free=[(seat, seat_name(row, seat)) for seat in free],
        link=url,
        qr=qr_svg(url),
    )


@blueprint.post("/link")
def link(id: str) -> Any:
    """Make a one-time link to a seat and show it as a QR code: one's own seat, or the host to a free one."""
    row, form = find(id), flask.request.form
    seat = form.get("seat", "")
    if seat in my_seats(row):
        giver = me().id
    elif seat in free_seats(row):
        giver = ""
        if row.host != me().id:
            raise Refused("not_allowed", "only the host makes codes for free seats: you may simply sit down")
    else:
        raise Refused("not_your_seat", f"you don't hold seat {seat[:40]!r}, and it is not free")
    response = flask.make_response("")
    if "address" in form:
        addresses.keep(response, form["address"])
    url = outside(f"/seat/{access.make_link(house().store, id, seat, giver)}")
    shown = {"row": row, "seat": seat_name(row, seat), "seat_id": seat, "url": url, "qr": qr_svg(url)}
    response.set_data(flask.render_template("link.html", own=bool(giver), **shown))
    return response


def free_seats(row: GameRow) -> list[str]:
    """Return the seats of a game that nobody holds, neither person nor bot."""
    if row.header is None:
        chairs = waiting.read_setup(row).chairs
        return [s.id for s in waiting.seats_of(row) if s.id not in chairs]
    holders: dict[str, dict[str, Any]] = house().tables.ask(
        row.id, lambda table: {"holders": dict(table.game.holders)}
    )["holders"]
    return [seat for seat, who in holders.items() if not who.get("holder")]


def my_seats(row: GameRow) -> list[str]:
    """Return the seats that the player of this request holds."""
    player = me()
    if row.header is None:
        return [seat for seat, chair in waiting.read_setup(row).chairs.items() if chair.player == player.id]
    found = house().tables.ask(row.id, lambda table: {"seats": table.ordered(table.audience(player))})
    return list(found["seats"])


@blueprint.get("/save")
def save(id: str) -> Response:
    """Download the game."""
    row, player = find(id), me()
    if row.header is None:
        raise Refused("not_started", f"{row.name} has not started yet: there is nothing to save")
    data = house().tables.ask(id, lambda table: {"save": saves.export(table, player)})["save"]
    headers = {"Content-Disposition": f'attachment; filename="{id}.json"'}
    return flask.Response(data, mimetype="application/json", headers=headers)


@blueprint.post("/branch")
def branch(id: str) -> Response:
    """Begin a new game where this one stood after its first `at` answers."""
    row, player, at = find(id), me(), flask.request.form.get("at", "")
    if row.header is None:
        raise Refused("not_started", f"{row.name} has not started yet: there is nothing to play on from")
    if not at.isascii() or not at.isdigit() or len(at) > 7:
        raise Refused("malformed", f"at is {at[:20]!r}: a number of answers, from 0 on")
    new = saves.branch(house(), row, player, int(at))
    house().lobby_changed(new)
    return flask.redirect(flask.url_for("game.show", id=new))


@blueprint.get("/proof")
def proof(id: str) -> str:
    """Show, when the game is over, what its dice were made of, so that anybody can recompute them."""
    row = find(id)
    header = msgspec.json.decode(row.header, type=Header) if row.header else None
    commit = header.commit if header else waiting.read_setup(row).commit
    if not row.finished or header is None:
        return flask.render_template("proof.html", row=row, commit=commit, header=None)
    secret = bytes.fromhex(header.secret)
    good = commitment(secret) == header.commit and seed_from(secret, header.nonces).hex() == header.seed
    own = waiting.read_setup(row).nonces.get(me().id, "")
    return flask.render_template("proof.html", row=row, commit=commit, header=header, good=good, own=own)


def _changed(id: str) -> Response:
    house().lobby_changed(id)
    return flask.redirect(flask.url_for("game.show", id=id))
