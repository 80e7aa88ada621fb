"""The page on which a scenario of one's own is put together; the system's builder knows what may be."""

from __future__ import annotations

import secrets
from typing import Any

import flask
import msgspec
from flask import Blueprint

from webgame.engine.build import Answers, Builder, Field, Limit, Part, Sheet, builder_of, chosen, number
from webgame.engine.game import parse_scenario
from webgame.engine.rng import Rng
from webgame.engine.system import BadScenario, Problem, System
from webgame.server import house_rules, languages
from webgame.server.errors import Refused
from webgame.server.languages import _
from webgame.server.new_game import create_game
from webgame.server.scenarios import find_system, say

blueprint = Blueprint("build", __name__, url_prefix="/build/<system>")

MARK = "f."  # before the names of the builder's fields, so that they can't be taken for ours
VALUES = 200  # answers to one field that a form may send
LISTED = 4  # names that the short account of a part holds


def find_builder(name: str) -> tuple[System, Builder]:
    """Return a system and its builder; raise Refused if either is missing."""
    system = find_system(name)
    builder = builder_of(system)
    if builder is None:
        raise Refused("no_builder", f"{system.title} can only be played by its scenarios")
    return system, builder


@blueprint.get("")
def show(system: str) -> str:
    """Show the form with answers that can be played as they are."""
    found, builder = find_builder(system)
    answers = builder.begin()
    return page(found, builder, answers, builder.check(answers))


@blueprint.post("")
def change(system: str) -> Any:
    """Check the answers, fill them in by chance, or make a game of them, as the button says.

    A program gets JSON: answers, limits, problems. A refused form is shown again with what is wrong.
    """
    found, builder = find_builder(system)
    answers = read(flask.request.form.to_dict(flat=False))
    do, _, part = flask.request.form.get("do", "check").partition(":")
    if do in ("fill", "anew"):
        if part and all(part != p.id for p in builder.parts):
            raise Refused("malformed", f"there is no part {part[:40]!r} of this form")
        answers = builder.fill(answers, Rng(secrets.token_bytes(32)), part, anew=do == "anew")
    elif do == "make":
        try:
            text = builder.compose(answers)
        except BadScenario as error:
            return refused(found, builder, answers, error.problems), 400
        try:
            return create_game(found, str(parse_scenario(text)["name"]), text)
        except Refused as error:  # a join code that is taken, a house rule that is wrong
            if not for_people():
                raise
            wrong = [Problem("", languages.told(error.message))]
            return refused(found, builder, answers, wrong), error.status
    elif do != "check":
        raise Refused("malformed", f"do is {do[:20]!r}: one of check, fill, anew, make")
    sheet = builder.check(answers)
    if for_people():
        return page(found, builder, answers, sheet)
    return flask.jsonify(told(found, builder, answers, sheet))


def for_people() -> bool:
    """Whether a page is wanted, and not JSON for a program."""
    best = flask.request.accept_mimetypes.best_match(["text/html", "application/json"], "application/json")
    return best == "text/html"


def refused(system: System, builder: Builder, answers: Answers, problems: list[Problem]) -> str:
    """Return the form with what it was refused for."""
    sheet = msgspec.structs.replace(builder.check(answers), problems=problems)
    return page(system, builder, answers, sheet, refused=True)


def read(form: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the answers of a form; raise Refused if there are too many to one field."""
    answers = {key.removeprefix(MARK): values for key, values in form.items() if key.startswith(MARK)}
    for id, values in answers.items():
        if len(values) > VALUES:
            raise Refused("malformed", f"{id[:40]}: {len(values)} answers, at most {VALUES}")
    return answers


def page(system: System, builder: Builder, answers: Answers, sheet: Sheet, *, refused: bool = False) -> str:
    """Return the form as a page."""
    parts, sheet = builder.parts, in_words(builder, sheet)
    wrong = told_problems(parts, sheet)
    first = next((part.id for part in parts if wrong_in(part, wrong)), parts[0].id)
    return flask.render_template(
        "build.html",
        system=system,
        parts=parts,
        answers=answers,
        sheet=sheet,
        wrong=wrong,
        wrong_in=wrong_in,
        open=first,
        refused=refused,
        mark=MARK,
        say=lambda key: say(system, key),
        said=said_limits(sheet),
        accounts={part.id: account(system, part, answers) for part in parts},
        picked={field.id: chosen(field, answers) for part in parts for field in part.fields},
        extra=flask.request.form,
        house=house_rules.groups(system),
    )


def told(system: System, builder: Builder, answers: Answers, sheet: Sheet) -> dict[str, Any]:
    """Return answers and sheet as the browser's script reads them."""
    sheet = in_words(builder, sheet)
    wrong = told_problems(builder.parts, sheet)
    return {
        "answers": answers,
        "said": said_limits(sheet),
        "full": [id for id, limit in sheet.limits.items() if limit.high and limit.count >= limit.high],
        "wrong": wrong,
        "parts": {part.id: len(wrong_in(part, wrong)) for part in builder.parts},
        "accounts": {part.id: account(system, part, answers) for part in builder.parts},
        "barred": sheet.barred,
        "off": sheet.off,
    }


def in_words(builder: Builder, sheet: Sheet) -> Sheet:
    """Return a sheet with its problems and reasons in the reader's language."""
    code = languages.language()
    return msgspec.structs.replace(
        sheet,
        problems=[Problem(p.key, builder.said(p.message, code)) for p in sheet.problems],
        barred={
            field: {item: builder.said(why, code) for item, why in reasons.items()}
            for field, reasons in sheet.barred.items()
        },
    )


def told_problems(parts: tuple[Part, ...], sheet: Sheet) -> dict[str, list[str]]:
    """Return what is wrong by field or part; under "" what belongs to neither."""
    known = {part.id for part in parts} | {field.id for part in parts for field in part.fields}
    found: dict[str, list[str]] = {}
    for problem in sheet.problems:
        own = problem.key in known
        found.setdefault(problem.key if own else "", []).append(
            problem.message if own or not problem.key else f"{problem.key}: {problem.message}"
        )
    return found


def wrong_in(part: Part, wrong: dict[str, list[str]]) -> list[str]:
    """Return all that is wrong in a part."""
    return [text for id in (part.id, *(field.id for field in part.fields)) for text in wrong.get(id, ())]


def said_limits(sheet: Sheet) -> dict[str, str]:
    """Return in words how many choices are made, and how many should be."""
    return {id: said(limit) for id, limit in sheet.limits.items() if limit.high != 0}


def said(limit: Limit) -> str:
    """Return a limit in words.

    >>> said(Limit(2, 4, 1)), said(Limit(3, 3, 3)), said(Limit(6, None, 7)), said(Limit(0, 6, 0))
    ('1 of 2 to 4', '3 of 3', '7, at least 6', '0 of up to 6')
    """
    if limit.high is None:
        return _("{n}, at least {low}", n=limit.count, low=limit.low)
    if limit.low == limit.high:
        return _("{n} of {of}", n=limit.count, of=limit.low)
    if not limit.low:
        return _("{n} of up to {high}", n=limit.count, high=limit.high)
    return _("{n} of {low} to {high}", n=limit.count, low=limit.low, high=limit.high)


def account(system: System, part: Part, answers: Answers) -> str:
    """Return in short what is chosen in a part."""
    names = [name for field in part.fields for name in _chosen_names(system, field, answers)]
    more = _(" and {n} more", n=len(names) - LISTED) if len(names) > LISTED + 1 else ""
    return ", ".join(names[:LISTED] if more else names) + more


def _chosen_names(system: System, field: Field, answers: Answers) -> list[str]:
    if field.kind == "number":
        count = number(field, answers)
        return [f"{count} {say(system, field.label)}"] if count else []
    if field.kind == "yes":
        return [say(system, field.label)] if answers.get(field.id) else []
    if field.kind == "text":
        return [say(system, text) for text in answers.get(field.id, [])[:1] if text.strip()]
    picked = chosen(field, answers)
    return [say(system, item.name) for item in field.items if item.id in picked]
