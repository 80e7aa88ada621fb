"""The pages of one game: its seats before the start, the table, TV, looking on, hand-over, save, proof."""

from __future__ import annotations

import re
from typing import Any

import flask
import msgspec
from flask import Blueprint
from werkzeug.wrappers import Response

from webgame.engine.game import Header
from webgame.engine.rng import commitment, seed_from
from webgame.engine.system import Keeps
from webgame.server import access, addresses, door_pages, house_rules, reports, saves, waiting
from webgame.server.addresses import outside as outside
from webgame.server.errors import Refused
from webgame.server.house import house
from webgame.server.languages import N_
from webgame.server.lobby import me, seat_name, try_code, watch_path
from webgame.server.net import qr_svg
from webgame.server.scenarios import find_system, say
from webgame.server.store import GameRow
from webgame.server.table import Table

blueprint = Blueprint("game", __name__, url_prefix="/g/<id>")
watching = Blueprint("watch", __name__, url_prefix="/watch/<id>")


def find(id: str) -> GameRow:
    """Return a game that the player of this request may see; raise Refused otherwise."""
    row = waiting.find_game(house().store, id)
    access.enter(house().store, row, me().id, None)
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
    return flask.render_template("waiting.html", **waiting_values(row), big=True)


@watching.get("")
def watch(id: str) -> Any:
    """Show the table to somebody who looks on, whatever seats they hold; `?tv=1`: on a big screen."""
    row = waiting.find_game(house().store, id)
    if not access.may_enter(house().store, row, me().id):
        return flask.render_template("locked.html", row=row), 403
    big = flask.request.args.get("tv") == "1"
    if row.header is not None:
        return table_page(row, "tv" if big else "watch")
    return flask.render_template("waiting.html", **waiting_values(row), big=big)


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
    try_code()
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
        "ready": lambda: waiting.set_ready(store, id, player, True, nonce),
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
    _goes_on(house().store.before(id), id, started=True)
    return _changed(id)


@blueprint.post("/rematch")
def rematch(id: str) -> Response:
    """Set up the next game of a table whose game is over, with the same people on the same seats.

    The form's `keep`: with what they chose in the game itself, if the system knows how to keep it.
    """
    row, player = find(id), me()
    if row.header is None:
        raise Refused("not_started", f"{row.name} has not started yet")
    keep = bool(flask.request.form.get("keep"))

    def known(table: Table) -> dict[str, Any]:
        over = table.game.result is not None
        kept = (
            table.system.kept(table.game.state) if keep and over and isinstance(table.system, Keeps) else {}
        )
        return {"holders": dict(table.game.holders), "kept": kept}

    found = house().tables.ask(id, known)
    new = waiting.again(house().store, row, found["holders"], player, found["kept"])
    _goes_on(id, new, by=player.name)
    return _changed(new)


def _goes_on(before: str, next: str, *, started: bool = False, by: str = "") -> None:
    """Tell all at a table that is done ("": none) which game follows; "" for `next`: none after all."""
    if before:
        told = {"id": next, "started": started, "by": by}
        house().sio.emit("next", told, to=f"table:{before}")


@blueprint.post("/remove")
def remove(id: str) -> Response:
    """Remove a game that has not started."""
    before = house().store.before(id)
    waiting.remove(house().store, id, me())
    _goes_on(before, "")
    house().lobby_changed(id)
    return flask.redirect("/")


@blueprint.get("/seats")
def seats(id: str) -> str:
    """Show the seats that one may hand out, each with a button for its code, and the code for looking on."""
    row = find(id)
    host = row.host == me().id
    mine, free = my_seats(row), free_seats(row) if host else []
    lost = away_seats(row) if host else {}
    url = outside(f"/join/{row.code}?watch=1" if row.code else watch_path(row))
    return flask.render_template(
        "seats.html",
        row=row,
        mine=[(seat, seat_name(row, seat)) for seat in mine],
        free=[(seat, seat_name(row, seat)) for seat in free],
        lost=[(seat, seat_name(row, seat)) for seat in lost],
        host=host,
        link=url,
        qr=qr_svg(url),
    )


@blueprint.post("/link")
def link(id: str) -> Any:
    """Make a one-time link to a seat and show it as a QR code.

    Everybody makes one for their own seat; the host also for a free one, and for that of somebody who is
    absent: who has lost their cookie comes back so.
    """
    row, form = find(id), flask.request.form
    seat = form.get("seat", "")
    if seat in my_seats(row):
        giver = me().id
    elif seat in free_seats(row):
        giver = ""
        if row.host != me().id:
            raise Refused("not_allowed", "only the host makes codes for free seats: you may simply sit down")
    elif row.host == me().id and seat in (away := away_seats(row)):
        giver = away[seat]
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


def away_seats(row: GameRow) -> dict[str, str]:
    """Return the seats of a running game whose holders are absent, and the holders."""
    if row.header is None:
        return {}
    found: dict[str, str] = house().tables.ask(
        row.id, lambda table: {seat: table.game.holders[seat]["player"] for seat in table.absent()}
    )
    return found


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


@blueprint.post("/report")
def report(id: str) -> Response:
    """Make a bug report of a moment and tell its address."""
    row, form = find(id), flask.request.form
    if row.header is None:
        raise Refused("not_started", f"{row.name} has not started yet: there is nothing to report")
    at = form.get("at", "-1")
    if not re.fullmatch(r"-1|[0-9]{1,7}", at):
        raise Refused("malformed", f"at is {at[:20]!r}: a number of answers, or -1 for now")
    made = reports.make(house(), row, me(), form.get("note", ""), int(at))
    path = flask.url_for("reports.show", id=made)
    return flask.jsonify({"id": made, "url": outside(path), "qr": flask.url_for("reports.qr", id=made)})


@blueprint.get("/manage")
def manage(id: str) -> str:
    """Show the host what can be done with a game: its door, its people, rename, put away, delete."""
    row = own(id)
    known = door_pages.people(row)
    closed = row.header is not None and house().tables.ask(id, lambda table: {"is": table.closed})["is"]
    outs = house().store.outs(id)
    return flask.render_template(
        "manage.html",
        row=row,
        away=_is_away(id),
        people=known,
        outs=outs,
        closed=closed,
        tag=lambda game, player: access.handle(house().key, game, player),
    )


@blueprint.post("/rename")
def rename(id: str) -> Response:
    """Give the game another name."""
    row = own(id)
    name = access.clean(flask.request.form.get("name", ""), 60, N_("the name of the game"))
    if row.header is None:
        house().store.rename(id, name)
    else:
        house().tables.ask(id, lambda table: table.rename(name))
    return _changed(id)


@blueprint.post("/archive")
def archive(id: str) -> Response:
    """Take the game out of the lists, or bring it back (`back`)."""
    own(id)
    house().store.archive(id, not flask.request.form.get("back"))
    house().lobby_changed(id)
    return flask.redirect(flask.url_for("record.show"))


@blueprint.post("/delete")
def delete(id: str) -> Response:
    """Delete the game for good, once its name was typed in."""
    row = own(id)
    if flask.request.form.get("name", "").strip() != row.name:
        raise Refused("bad_name", f"to delete it, type its name: {row.name}")
    before = house().store.before(id)
    if row.header is None:
        house().store.remove(id)
    else:
        try:
            house().tables.ask(id, lambda table: table.remove())
        except Refused as error:
            if error.code == "busy":
                raise
            house().store.remove(id)  # it can't even be loaded
    _goes_on(before, "")
    house().lobby_changed(id)
    return flask.redirect("/")


def own(id: str) -> GameRow:
    """Return a game of which the player of this request is the host; raise Refused otherwise."""
    row = find(id)
    if row.host != me().id:
        raise Refused("not_allowed", f"only the host of {row.name} can do that")
    return row


def _is_away(id: str) -> bool:
    return any(row.id == id for row in house().store.archived(me().id))


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
