"""Names and texts of the box in other languages than English, from `words/<language>/box/`.

Beside names, sentences and patterns there are files of texts said as a whole: `rulebook.json` (headings),
`scenarios.json`, `sheets.json` (goals and special instructions) and `story.json` (passages and choices).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from webgame.engine.translator import Translator
from webgame.engine.words import USUAL
from webgame.systems.guildhaven import words
from webgame.systems.guildhaven.box import Sheet, Step, box
from webgame.systems.guildhaven.plot import passages
from webgame.systems.guildhaven.rules.creation import COLOURS, NAMES
from webgame.systems.guildhaven.texts import card_texts, half_text, row_text


@cache
def translator(language: str) -> Translator:
    """Return the translator of a language, its files read once."""
    return Translator(words.FOLDER / language / "box")


def box_texts() -> Iterator[str]:
    """Yield every name and text of the box that a reader can see, some more than once."""
    yield from (*NAMES, *COLOURS)
    for card in card_texts().values():
        yield from (card["name"], card["text"], *card.get("lines", ()))
    for ability in box().cards.values():
        for mark, half in (("▲", ability.top), ("▼", ability.bottom)):
            yield from (f"{mark} {ability.name}", half.text, half_text(half))
            yield from _summoned(half.steps)
    for sheet in box().sheets.values():
        yield from _sheet(sheet)
    for passage in passages().values():
        yield from (branch.label for branch in passage.next.choice)


def _sheet(sheet: Sheet) -> Iterator[str]:
    """Yield what a sheet calls its units, and what its tables and instructions say."""
    yield sheet.win_text
    yield from (thing.key for thing in sheet.objects)
    for ally in sheet.allies:
        yield ally.name
    for record in sheet.villains:
        yield record.type
        if sheet.several(record.type):
            yield from (f"{record.type} {number}" for number in record.numbers)
    for table in sheet.tables:
        yield table.name
        for row in table.rows:
            yield from (row.text, *row.text.split("; "), row_text(row), row_text(row, rolled=True))
            yield from _summoned(row.steps)
    yield from (rule.text for rule in sheet.rules)
    yield from (outcome.text for outcome in sheet.outcomes if "choice" in outcome.when)


def _summoned(steps: Iterable[Step]) -> Iterator[str]:
    """Yield the names of units that steps bring into play or command, however deep they lie."""
    for step in steps:
        if step.get("op") == "summon":
            yield step["unit"]
        yield from step.get("units", ())
        for value in step.values():
            yield from _summoned(_steps(value))


def _steps(value: Any) -> Iterator[Step]:
    """Yield the steps in a field of a step: a list of them, or a list of lists."""
    for one in value if isinstance(value, list) else ():
        if isinstance(one, dict):
            yield one
        else:
            yield from _steps(one)


def _said() -> Iterator[str]:
    """Yield those names and texts that are no keys of the words themselves."""
    known = words.files(USUAL)
    return (text for text in box_texts() if text and text not in known)


def missing(language: str) -> list[str]:
    """Return what has no words in a language: parts of texts, with the text they stand in."""
    return translator(language).missing(_said())


def all_words(language: str) -> dict[str, str]:
    """Return text -> words for everything in the box; what has none is left out, and so stays English."""
    return translator(language).all(_said())
