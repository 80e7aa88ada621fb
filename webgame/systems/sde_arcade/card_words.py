"""Names and texts of cards in other languages than English, from `words/<language>/cards/`.

Beside the places that every pattern may have, `{d}` stands for dice or stars and `{a}` for an attribute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from webgame.engine.translator import Piece, Translator
from webgame.engine.words import USUAL
from webgame.systems.sde_arcade import words

# Numbers, dice, sides of tiles and numbers of rules need no words.
PLAIN = re.compile(r"[\d\s+\-/()×→.,:BRGXx★]*|\d[\d/]*|\d[AB]|[A-Z]{2}-\d+")


def _dice(value: str) -> str:
    return re.sub(r"(\d+) stars?", r"★\1", value).replace("+★", "★+").replace("-★", "★-")


PIECES: dict[str, Piece] = {
    "d": (r"[+-]?(?:\d+[BRG])+|[+-]?\d+ stars?|[+-]?\d+", _dice),
    "a": (r"STR|ARM|WILL|DEX|MV|AC|RNG|AP", str),
}


@cache
def translator(language: str) -> Translator:
    """Return the translator of a language, its files read once."""
    return Translator(words.FOLDER / language / "cards", PLAIN, PIECES)


def box_texts() -> Iterator[str]:
    """Yield every name and text of the box that a reader can see, some more than once."""
    from webgame.systems.sde_arcade import build_form, scene
    from webgame.systems.sde_arcade.cards import box
    from webgame.systems.sde_arcade.system import SYSTEM

    yield from (SYSTEM.title, words.files(USUAL).get(build_form.NAME, ""))
    for entry in SYSTEM.book().entries.values():
        yield from (entry.name, entry.text, *entry.tags, *(line.note for line in entry.lines))
        yield from (line.value for line in entry.lines)
        for section in entry.sections:
            yield section.text
            for item in section.items:
                yield from (item.name, item.text, *item.tags)
    for card in scene.texts().values():
        yield from (card["name"], card["text"], *card.get("lines", ()))
    for static in scene.terrain().values():
        yield from (static["name"], static["text"])
    yield from (tile.name for tile in box().tiles.values())
    for field in build_form.form().values():
        yield field.label
        for choice in field.items:
            yield from (choice.name, choice.text, *(tag.text for tag in choice.tags))


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
