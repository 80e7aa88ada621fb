"""Addresses of what the build has made: files, and icons in them."""

from __future__ import annotations

import flask

from webgame.server.house import house


def asset(name: str) -> str:
    """Return the address of a built file, with a mark that changes when it does."""
    path = house().config.static / "dist" / name
    mark = str(path.stat().st_mtime_ns) if path.is_file() else "0"
    return flask.url_for("static", filename=f"dist/{name}", v=mark)


def icon_url(name: str) -> str:
    """Return the address of an icon: in a file of its own, or in the sprite."""
    alone = f"icons/{name}.svg"
    known = (house().config.static / "dist" / alone).is_file()
    return f"{asset(alone if known else 'icons.svg')}#{name}"
