"""Names and texts of cards in other languages than English, from `words/<language>/cards/`.

`names.json` holds names; `sentences.json` whole sentences or parts of them; `patterns.json` what recurs with
other numbers, dice and names in it. A text is split into sentences, a sentence that has no words of its own
into the parts between commas, so that the order of words is each language's own. In a pattern `{n}` stands
for a number, `{d}` for dice or stars, `{a}` for an attribute, `{k}` for a name and `{x}` for any text that
has words; a digit after the letter tells several apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parent / "words"
_PIECES = {  # what a place in a pattern takes
    "n": r"\d+|X|one|two|three|four|five|six",
    "d": r"[+-]?(?:\d+[BRG])+|[+-]?\d+ stars?|[+-]?\d+",
    "a": r"STR|ARM|WILL|DEX|MV|AC|RNG|AP",
    "k": r".+?",
    "x": r".+",
}
_PLACE = re.compile(r"\\\{([ndakx])(\d?)\\\}")
_SENTENCES = re.compile(r"(?<=\.)\s+(?=[A-Z+0-9])")
NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
PLAIN = re.compile(r"[\d\s+\-/()×→.,:BRGXx★]*|\d[\d/]*")  # numbers need no words


class Untranslated(ValueError):
    """A name or text of the box has no words in a language."""


class Translator:
    """Says what the box says in one language."""

    def __init__(self, language: str) -> None:
        folder = FOLDER / language / "cards"

        def read(name: str, type: Any) -> Any:
            return msgspec.json.decode((folder / name).read_bytes(), type=type)

        self.language = language
        self.names: dict[str, str] = read("names.json", dict[str, str])
        self.sentences: dict[str, str] = read("sentences.json", dict[str, str])
        self.whole: dict[str, str] = {
            **read("rulebook.json", dict[str, str]),
            **read("scenarios.json", dict[str, str]),
        }
        patterns: list[tuple[str, str]] = read("patterns.json", list[tuple[str, str]])
        self.patterns = [(_literal(english), _compiled(english), words) for english, words in patterns]
        self._found: dict[str, str | None] = {}
        self.stop: str = self.sentences["."]
        self.comma: str = self.sentences[","]

    def text(self, text: str) -> str:
        """Return a name or text in this language; raise Untranslated with what is missing."""
        if text in self.names:
            return self.names[text]
        if text in self.sentences:
            return self.sentences[text]
        head, colon, rest = text.partition(": ")
        if colon and self._known(text.removesuffix(".")) is None:
            named = self._known(head)
            if named is not None:
                return f"{named}: {self.text(rest)}"
        return "".join(map(self._sentence, _SENTENCES.split(text)))

    def _sentence(self, text: str) -> str:
        bare = text.removesuffix(".")
        return self._part(bare) + (self.stop if bare != text else "")

    def _part(self, text: str) -> str:
        """Return a sentence or a part of one; the parts are tried when the whole has no words."""
        found = self._known(text)
        if found is not None:
            return found
        for mark in ("; ", ", "):
            if mark in text:
                return self.comma.join(map(self._part, text.split(mark)))
        raise Untranslated(text)

    def _known(self, text: str) -> str | None:
        """Return the words of a text known as a whole, with a small or capital first letter, else None."""
        if text not in self._found:
            keys = (text, text[:1].upper() + text[1:], text[:1].lower() + text[1:])
            words = (self.names.get(key) or self.sentences.get(key) or self._matched(key) for key in keys)
            found = text if PLAIN.fullmatch(text) else next((word for word in words if word), None)
            self._found[text] = found
        return self._found[text]

    def _matched(self, text: str) -> str | None:
        for literal, pattern, words in self.patterns:
            match = pattern.fullmatch(text) if literal in text else None
            if match is None:
                continue
            try:
                values = {name: self._value(name[0], value) for name, value in match.groupdict().items()}
            except Untranslated:
                continue  # another pattern may fit
            return words.format(**values)
        return None

    def _value(self, kind: str, value: str) -> str:
        if kind == "k":
            return self._name(value)
        if kind == "x":
            return self._part(value)
        if kind == "d":
            return re.sub(r"(\d+) stars?", r"★\1", value).replace("+★", "★+").replace("-★", "★-")
        return NUMBERS.get(value, value)

    def _name(self, text: str) -> str:
        """Return a name, or several joined by commas, "and" or "or"."""
        if text in self.names:
            return self.names[text]
        for mark in (", ", " and ", " or "):
            head, found, rest = text.partition(mark)
            if found:
                return f"{self._name(head)}{self.sentences[mark.strip()]}{self._name(rest)}"
        raise Untranslated(text)


def _compiled(english: str) -> re.Pattern[str]:
    """Return the expression of a pattern."""
    return re.compile(_PLACE.sub(lambda m: f"(?P<{m[1]}{m[2]}>{_PIECES[m[1]]})", re.escape(english)))


def _literal(english: str) -> str:
    """Return the longest piece of a pattern outside its places, by which most texts are passed over fast."""
    return max(re.split(r"\{[ndakx]\d?\}", english), key=len)


@cache
def translator(language: str) -> Translator:
    """Return the translator of a language, its files read once."""
    return Translator(language)


def box_texts() -> Iterator[str]:
    """Yield every name and text of the box that a reader can see, some more than once."""
    from webgame.systems.sde_arcade import scene
    from webgame.systems.sde_arcade.system import SYSTEM

    yield SYSTEM.title
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


def missing(language: str) -> list[str]:
    """Return what has no words in a language: parts of texts, with the text they stand in."""
    from webgame.systems.sde_arcade.words import files

    known, found = files("en"), dict[str, str]()
    for text in box_texts():
        if text and text not in known:
            try:
                translator(language).text(text)
            except Untranslated as error:
                found.setdefault(str(error), text)
    return [part if part == text else f"{part!r} of {text!r}" for part, text in found.items()]


def all_words(language: str) -> dict[str, str]:
    """Return text -> words for everything in the box; what has none is left out, and so stays English."""
    from webgame.systems.sde_arcade.words import files

    known, found = files("en"), dict(translator(language).whole)
    for text in box_texts():
        if text and text not in known and text not in found and not PLAIN.fullmatch(text):
            try:
                found[text] = translator(language).text(text)
            except Untranslated:
                continue
    return found
