"""The pages of bug reports: who has the address may read one, take the file, or open it as a new game."""

from __future__ import annotations

import time
from typing import Any

import flask
from flask import Blueprint
from werkzeug.wrappers import Response

from webgame.server import reports, saves
from webgame.server.game_pages import outside
from webgame.server.house import house
from webgame.server.lobby import ago, me
from webgame.server.net import qr_svg
from webgame.server.scenarios import find_system, tell

blueprint = Blueprint("reports", __name__, url_prefix="/report/<id>")


@blueprint.get("")
def show(id: str) -> str:
    """Show a report."""
    created, save = reports.load(house(), id)
    system = find_system(save.header.system)

    def say(key: str, params: dict[str, Any]) -> str:
        return tell(system, key, params)

    values = reports.shown(save, say)
    url = outside(flask.url_for("reports.show", id=id))
    return flask.render_template(
        "report.html",
        id=id,
        save=save,
        system=system,
        same=save.header.digest == system.digest(),
        made=ago(time.time() - created),
        url=url,
        code=qr_svg(url),
        **values,
    )


@blueprint.get("/file")
def file(id: str) -> Response:
    """Download a report as a save file."""
    reports.load(house(), id)
    found = house().store.report(id)
    headers = {"Content-Disposition": f'attachment; filename="report-{id}.json"'}
    return flask.Response(found[1] if found else "", mimetype="application/json", headers=headers)


@blueprint.get("/qr.svg")
def qr(id: str) -> Response:
    """Return the QR code of a report's address."""
    reports.load(house(), id)
    image = qr_svg(outside(flask.url_for("reports.show", id=id)))
    alone = image.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)  # a file, no part of a page
    return flask.Response(alone, mimetype="image/svg+xml")


@blueprint.post("/open")
def open_game(id: str) -> Response:
    """Begin a new game where the report stands."""
    found = house().store.report(id)
    reports.load(house(), id)
    new = saves.import_save(house(), me(), found[1].encode() if found else b"")
    house().lobby_changed(new)
    return flask.redirect(flask.url_for("game.show", id=new))
