"""The reader's language, and the catalogue of what the pages and the client say by themselves.

A message is its English text. The other languages are in `translations/<code>.po`, written anew from the
sources by `webgame words`; both the templates (`_("...")`) and the client (`tr("...")`) use that file.
`{name}` in a message is filled with a value, `{n|one|many}` agrees with a number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import flask
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from markupsafe import Markup, escape

LANGUAGES = {"en": "English", "ja": "日本語"}  # by code, each named in itself; English comes first
USUAL = "en"
COOKIE = "lang"  # also the name in addresses
YEAR = 365 * 86400  # seconds
FOLDER = Path(__file__).parent / "translations"
NOTICE = "notice/"  # before the file of what the server tells a whole table
CLIENT = ("static/", NOTICE)  # messages from there are also for the client

TELLING = 8  # letters by which a sentence with values in it is known for what it is
_PLACE = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}")


def language() -> str:
    """Return the code of this request's language: as asked by ?lang=, chosen before, or the browser's.

    Outside a request it is English.
    """
    if not flask.has_request_context():
        return USUAL
    request = flask.request
    for code in (request.args.get(COOKIE, ""), request.cookies.get(COOKIE, "")):
        if code in LANGUAGES:
            return code
    return request.accept_languages.best_match(LANGUAGES) or USUAL


def keep(response: flask.Response) -> flask.Response:
    """Keep a language asked for by ?lang= in a cookie, for the pages to come."""
    code = flask.request.args.get(COOKIE, "")
    if code in LANGUAGES and code != flask.request.cookies.get(COOKIE):
        response.set_cookie(COOKIE, code, max_age=YEAR, samesite="Lax", httponly=True)
    return response


@cache
def catalogue(code: str) -> Catalog:
    """Return the catalogue of a language; raise OSError if there is none."""
    with (FOLDER / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


@cache
def messages(code: str) -> Mapping[str, str]:
    """Return message -> translation; what is not translated is left out, and English is empty."""
    if code == USUAL:
        return {}
    return {str(m.id): str(m.string) for m in catalogue(code) if m.id and m.string and not m.fuzzy}


@cache
def client_messages(code: str) -> Mapping[str, str]:
    """Return those messages that the client says."""
    if code == USUAL:
        return {}
    used = {m.id for m in catalogue(code) if any(path.startswith(CLIENT) for path, _ in m.locations)}
    return {text: words for text, words in messages(code).items() if text in used}


def fill(template: str, values: Mapping[str, Any]) -> str:
    """Return a template with its places filled; one without a value stays as it is."""

    def place(match: re.Match[str]) -> str:
        name, one, many = match.groups()
        if name not in values:
            return match[0]
        if many is None:
            return str(values[name])
        return str(one if values[name] == 1 else many)

    return _PLACE.sub(place, template)


def _(text: str, **values: Any) -> str:
    """Return a message in the reader's language; with a Markup value it is Markup, the rest escaped."""
    words = messages(language()).get(text, text)
    if any(hasattr(value, "__html__") for value in values.values()):
        safe = {name: v if isinstance(v, int) else escape(v) for name, v in values.items()}
        return Markup(fill(str(escape(words)), safe))  # noqa: S704  (all parts are escaped)
    return fill(words, values)


def N_(text: str) -> str:
    """Mark a text that is part of what is said later, for the catalogue; return it as it is."""
    return text


@cache
def _sayings(code: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return what the server and the engine say with values in it, as patterns, the most telling first."""
    found = []
    for message, words in messages(code).items():
        names = [match[1] for match in _PLACE.finditer(message)]
        if names and len(names) == len(set(names)):
            parts = _PLACE.split(message)[::4]  # what stands between the places
            literal = "".join(parts)
            places = [f"(?P<{name}>.*?)" for name in names]
            pattern = "".join(re.escape(a) + b for a, b in zip(parts, [*places, ""], strict=True))
            found.append((len(literal), re.compile(pattern, re.DOTALL), words))
    found.sort(key=lambda entry: -entry[0])
    return tuple((pattern, words) for length, pattern, words in found if length >= TELLING)


def told(text: str, code: str = "") -> str:
    """Return a refusal or a notice in a language (the reader's), as far as the catalogue knows its words.

    They are raised as plain English sentences wherever they arise; what is known is found by its words, and
    so are its values. What is not known stays English.
    """
    code = code or language()
    known = messages(code)
    if code == USUAL or not text:
        return text
    if text in known:
        return known[text]
    for pattern, words in _sayings(code):
        match = pattern.fullmatch(text)
        if match is not None:
            return fill(words, {name: told(value, code) for name, value in match.groupdict().items()})
    return text


def page_values() -> dict[str, Any]:
    """Return what templates need: the language, the choice of languages, the client's messages."""
    code = language()
    client = client_messages(code)
    return {"lang": code, "languages": LANGUAGES, "client_messages": client, "here": _here()}


def _here() -> dict[str, Any]:
    """Return this page's path and query without the language, for the form that chooses another one."""
    request = flask.request
    kept = [(name, value) for name, value in request.args.items(multi=True) if name != COOKIE]
    return {"path": request.path, "kept": kept} if request.method == "GET" else {"path": "/", "kept": []}
