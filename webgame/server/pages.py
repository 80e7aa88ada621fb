"""Pages that only tell: health, credits, rulebooks, words."""

from __future__ import annotations

from typing import Any

import flask
import msgspec
from flask import Blueprint, Response

from webgame.engine import system as registry
from webgame.engine.rulebook import Rulebook
from webgame.server import markdown
from webgame.server.config import ROOT
from webgame.server.errors import Refused
from webgame.server.house import house
from webgame.server.languages import USUAL, language
from webgame.server.net import is_loopback
from webgame.server.scenarios import find_system, say
from webgame.server.shorten import shorten

blueprint = Blueprint("pages", __name__)


@blueprint.get("/health")
@blueprint.get("/healthz")
def health() -> tuple[Response, int]:
    """Tell that the server is up and can store (else 503), and what it has in memory."""
    here = house()
    try:
        here.store.ping()
        problem = ""
    except Refused as error:
        problem = error.message
    games = len(here.tables.open_ids())
    told = {"ok": not problem, "mode": here.config.async_mode, "games": games, "sockets": len(here.sockets)}
    return flask.jsonify(told | ({"problem": problem} if problem else {})), 503 if problem else 200


@blueprint.get("/metrics")
def metrics() -> Response:
    """Return figures for Prometheus, to programs of this machine only."""
    if not is_loopback(flask.request.remote_addr or ""):
        raise Refused("not_allowed", "figures are for this machine only: ask on 127.0.0.1")
    return Response(house().metrics.text(), content_type="text/plain; version=0.0.4; charset=utf-8")


@blueprint.get("/credits")
def credits() -> str:
    """Tell whose work is in here."""
    sources = (ROOT / "CREDITS.md", house().config.static / "dist" / "THIRD_PARTY_LICENSES.txt")
    texts = [(path.name, path.read_text(encoding="utf-8")) for path in sources if path.is_file()]
    return flask.render_template("credits.html", texts=texts)


@blueprint.get("/rules/<system>")
def rules(system: str) -> str:
    """Show a rulebook; each rule has its number as anchor."""
    found = find_system(system)
    book = found.rulebook
    opening = []
    for heading, text in book.opening:
        said = say(found, text)
        own = USUAL if said == text else language()  # the language it is in
        opening.append((heading, markdown.render(said, book.rules.__contains__), own))
    return flask.render_template(
        "rules.html",
        system=found,
        sections=_sections(book),
        opening=opening,
        say=lambda key: say(found, key),
    )


@blueprint.get("/rules/<system>.json")
def rules_json(system: str) -> Response:
    """Return the rules by number: section, and text as HTML."""
    found = find_system(system)
    book = found.rulebook
    known = book.rules.__contains__
    return flask.jsonify(
        {
            n: {"section": say(found, r.section), "text": r.text, "html": str(markdown.render(r.text, known))}
            for n, r in book.rules.items()
        }
    )


@blueprint.get("/words/<system>.json")
def words(system: str) -> Response:
    """Return the words of a system in the reader's language: key -> template; English where that has none.

    Keys that English has not are texts, and shortened. Those of house rules are left out: they are read on
    the pages before a game, which the server writes.
    """
    words = find_system(system).words
    usual = words.get(USUAL) or next(iter(words.values()), {})
    known = {**usual, **words.get(language(), {})}
    told = {key: text for key, text in known.items() if not key.startswith("house.")}
    return Response(msgspec.json.encode(shorten(told, usual)), mimetype="application/json")


def system_names() -> list[str]:
    """Return the names of all systems."""
    return registry.names()


def _sections(book: Rulebook) -> list[tuple[str, list[tuple[str, Any]]]]:
    sections: list[tuple[str, list[tuple[str, Any]]]] = []
    for number, rule in book.rules.items():
        if not sections or sections[-1][0] != rule.section:
            sections.append((rule.section, []))
        sections[-1][1].append((number, markdown.render(rule.text, book.rules.__contains__)))
    return sections
