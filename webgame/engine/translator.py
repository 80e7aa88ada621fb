"""Names and texts of a box in other languages than English, from the files of one folder.

`names.json` holds names; `sentences.json` whole sentences or parts of them; `patterns.json` what recurs with
other numbers and names in it; every further file texts that are said as a whole. A text is split into
sentences, a sentence that has no words of its own into its lines and the parts between commas, so that the
order of words is each language's own. In a pattern `{n}` stands for a number, `{k}` for a name and `{x}` for
any text that has words. A system may have more such letters; a digit after a letter tells several apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import msgspec

from webgame.engine.words import read_file

Piece = tuple[str, Callable[[str], str]]
"""What a place of a pattern takes, as an expression, and how that is said."""

_PLACE = re.compile(r"\\\{([a-z])(\d?)\\\}")
_OPEN = re.compile(r"\{[a-z]\d?\}")
_SENTENCES = re.compile(r"(?<=\.)\s+(?=[A-Z+0-9])")
_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
_PARTED = ("names.json", "sentences.json", "patterns.json")
PLAIN = re.compile(r"[\d\s+\-/()×→.,:]*")
"""What needs no words: numbers."""


class Untranslated(ValueError):
    """A name or text of the box has no words in a language."""


class Translator:
    """Says what a box says in one language.

    `plain` is what stays as it is; `pieces` are the letters of patterns that a system adds.
    """

    def __init__(
        self, folder: Path, plain: re.Pattern[str] = PLAIN, pieces: Mapping[str, Piece] | None = None
    ) -> None:
        self.plain = plain
        self.names = read_file(folder / "names.json")
        self.sentences = read_file(folder / "sentences.json")
        self.whole: dict[str, str] = {}
        for path in sorted(folder.glob("*.json")):
            if path.name not in _PARTED:
                self.whole |= read_file(path)
        self._pieces: dict[str, Piece] = {
            "n": (rf"\d+|X|{'|'.join(_NUMBERS)}", lambda value: _NUMBERS.get(value, value)),
            "k": (r".+?", self._name),
            "x": (r".+", self._part),
            **(pieces or {}),
        }
        written = msgspec.json.decode((folder / "patterns.json").read_bytes(), type=list[tuple[str, str]])
        self.patterns = [(_literal(english), self._compiled(english), words) for english, words in written]
        self._found: dict[str, str | None] = {}
        self.stop = self.sentences["."]
        self.comma = self.sentences[","]
        self._marks = (("; ", self.sentences.get(";", self.comma)), (", ", self.comma))

    def text(self, text: str) -> str:
        """Return a name or text in this language; raise Untranslated with what is missing."""
        for known in (self.whole, self.names, self.sentences):
            if text in known:
                return known[text]
        head, colon, rest = text.partition(": ")
        if colon and self._known(text.removesuffix(".")) is None:
            named = self._known(head)
            if named is not None:
                return f"{named}: {self.text(rest)}"
        return "".join(map(self._sentence, _SENTENCES.split(text)))

    def all(self, texts: Iterable[str]) -> dict[str, str]:
        """Return text -> words of those texts that have any and need them, and of what is said as a whole."""
        found = dict(self.whole)
        for text in texts:
            if text and text not in found and not self.plain.fullmatch(text):
                try:
                    found[text] = self.text(text)
                except Untranslated:
                    continue
        return found

    def missing(self, texts: Iterable[str]) -> list[str]:
        """Return what has no words: parts of texts, with the text they stand in."""
        found: dict[str, str] = {}
        for text in texts:
            try:
                self.text(text)
            except Untranslated as error:
                found.setdefault(str(error), text)
        return [part if part == text else f"{part!r} of {text!r}" for part, text in found.items()]

    def _sentence(self, text: str) -> str:
        bare = text.removesuffix(".")
        return self._part(bare) + (self.stop if bare != text else "")

    def _part(self, text: str) -> str:
        """Return a sentence or a part of one; the parts are tried when the whole has no words."""
        found = self._known(text)
        if found is not None:
            return found
        for mark, words in self._marks:
            if mark in text:
                return words.join(map(self._part, text.split(mark)))
        raise Untranslated(text)

    def _known(self, text: str) -> str | None:
        """Return the words of a text known as a whole, with a small or capital first letter, else None."""
        if text not in self._found:
            keys = (text, text[:1].upper() + text[1:], text[:1].lower() + text[1:])
            words = (self.names.get(key) or self.sentences.get(key) or self._matched(key) for key in keys)
            found = text if self.plain.fullmatch(text) else next((word for word in words if word), None)
            self._found[text] = found
        return self._found[text]

    def _matched(self, text: str) -> str | None:
        for literal, pattern, words in self.patterns:
            match = pattern.fullmatch(text) if literal in text else None
            if match is None:
                continue
            try:
                values = {name: self._pieces[name[0]][1](value) for name, value in match.groupdict().items()}
            except Untranslated:
                continue  # another pattern may fit
            return words.format(**values)
        return None

    def _name(self, text: str) -> str:
        """Return a name, or several joined by commas, "and" or "or"."""
        if text in self.names:
            return self.names[text]
        for mark in (", ", " and ", " or "):
            head, found, rest = text.partition(mark)
            if found:
                return f"{self._name(head)}{self.sentences[mark.strip()]}{self._name(rest)}"
        raise Untranslated(text)

    def _compiled(self, english: str) -> re.Pattern[str]:
        """Return the expression of a pattern."""
        return re.compile(
            _PLACE.sub(lambda m: f"(?P<{m[1]}{m[2]}>{self._pieces[m[1]][0]})", re.escape(english))
        )


def _literal(english: str) -> str:
    """Return the longest piece of a pattern outside its places, by which most texts are passed over fast."""
    return max(_OPEN.split(english), key=len)
