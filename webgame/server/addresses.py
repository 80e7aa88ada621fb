"""The address that others type or scan: one of this machine's, as each device has chosen it."""

from __future__ import annotations

import flask
import msgspec
from flask import Blueprint
from werkzeug.wrappers import Response

from webgame.server import net
from webgame.server.errors import Refused
from webgame.server.house import house

COOKIE = "address"
YEAR = 365 * 86400  # seconds
START = "./play --host 0.0.0.0"  # what to type so that other devices reach the server

blueprint = Blueprint("address", __name__)


class Place(msgspec.Struct, frozen=True):
    """An address of this server, and the network it is in."""

    url: str  # ends in a slash
    network: str = ""


def places() -> list[Place]:
    """Return the addresses that other devices can open, likeliest first; the one this page came by leads."""
    host = flask.request.host
    urls = list(house().config.urls)
    if not net.is_loopback(_name(host)):
        urls.insert(0, f"{flask.request.scheme}://{host}/")
    networks = net.networks()
    return [Place(url, networks.get(_name(url.split("/")[2]), "")) for url in dict.fromkeys(urls)]


def base() -> str:
    """Return the address to show, with a slash at its end: the one this device chose, else the likeliest."""
    urls = [place.url for place in places()]
    kept = flask.g.get(COOKIE) or flask.request.cookies.get(COOKIE, "")
    if kept in urls:
        return kept
    return urls[0] if urls else f"{flask.request.scheme}://{flask.request.host}/"


def outside(path: str) -> str:
    """Return a full address that other devices can open, even if this request came over localhost."""
    return base().rstrip("/") + path


def keep(response: Response, url: str) -> None:
    """Remember an address as this device's choice; raise Refused if it is none of this server's."""
    urls = [place.url for place in places()]
    if url not in urls:
        raise Refused(
            "bad_address", f"{url[:80]!r} is no address of this server: {', '.join(urls) or 'none'}"
        )
    flask.g.address = url  # what this very answer shows
    response.set_cookie(COOKIE, url, max_age=YEAR, samesite="Lax", httponly=True)


def trouble() -> str:
    """Return why no other device can open what is shown: "local", "no network", or "" if one can."""
    if places():
        return ""
    return "no network" if house().config.host in net.EVERYWHERE else "local"


def page_values() -> dict[str, object]:
    """Return what the templates that show an address need."""
    return {"places": places, "base_url": base, "address_trouble": trouble, "start_command": START}


@blueprint.post("/address")
def choose() -> Response:
    """Choose the address to show, then go back to the page that asked."""
    response = flask.redirect(back())
    keep(response, flask.request.form.get("address", ""))
    return response


def back() -> str:
    """Return the page to go back to: one of our own, named by the form."""
    path = flask.request.form.get("back", "")
    own = path.startswith(("/g/", "/watch/", "/new/", "/me", "/?system="))
    return path if own and "//" not in path and "\\" not in path else "/"


def _name(host: str) -> str:
    """Return the name in `name:port`, without the brackets of IPv6."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).strip("[]")
