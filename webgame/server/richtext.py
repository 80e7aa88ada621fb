"""Texts of a book as HTML: terms and rule numbers become links, dice become little dice."""

from __future__ import annotations

import re
from collections.abc import Callable

from markupsafe import Markup, escape

from webgame.engine.book import Book
from webgame.engine.system import System

MOST_DICE = 8  # drawn one by one

_DIE = Markup(
    '<svg class="die" viewBox="0 0 20 20" data-tone="{}" aria-hidden="true">'
    '<rect x="1" y="1" width="18" height="18" rx="4.5"/><circle cx="10" cy="10" r="3"/></svg>'
)


def _whole(term: str) -> str:
    """Return a pattern of a term as a whole word; scripts without spaces have no such borders."""
    return rf"(?<!\w){re.escape(term)}(?!\w)" if term.isascii() else re.escape(term)


class Marker:
    """Marks up texts of one book."""

    def __init__(self, system: System, book: Book, say: Callable[[str], str]) -> None:
        self.system = system
        self.book = book
        self.say = say
        codes = "".join(sorted(book.dice))
        self.terms = {say(term): entry for term, entry in reversed(book.terms.items())}  # the first counts
        terms = "|".join(map(_whole, sorted(self.terms, key=lambda term: (-len(term), term))))
        parts = [
            r"(?P<rule>\b[A-Z][A-Z0-9]*-[0-9]+(?:\.[0-9]+)*[a-z]?\b)",
            rf"(?P<dice>(?<![A-Za-z0-9])(?:[0-9]+[{codes}])+(?![A-Za-z0-9]))" if codes else "",
            rf"(?P<term>{terms})" if terms else "",
        ]
        self._pattern = re.compile("|".join(part for part in parts if part))

    def mark(self, text: str, own: str = "") -> Markup:
        """Return a text as HTML; each word links once, and not to the entry it stands in (`own`)."""
        done = {own}
        out: list[Markup] = []
        at = 0
        for match in self._pattern.finditer(text):
            piece = self._piece(match, done)
            if piece is not None:
                out += [escape(text[at : match.start()]), piece]
                at = match.end()
        return Markup("").join([*out, escape(text[at:])])

    def _piece(self, match: re.Match[str], done: set[str]) -> Markup | None:
        word = match[0]
        if match.lastgroup == "dice":
            return self.dice(word)
        if match.lastgroup == "rule":
            if word not in self.system.rulebook:
                return None
            return Markup('<a href="/rules/{}#{}">{}</a>').format(self.system.name, word, word)
        entry = self.terms[word]
        if entry in done:
            return None
        done.add(entry)
        return Markup('<a class="term" href="/box/{}/{}">{}</a>').format(self.system.name, entry, word)

    def dice(self, text: str) -> Markup:
        """Return dice like "2B1R+1★" as little dice with words for those who don't see them."""
        drawn: list[Markup] = []
        words: list[str] = []
        at = 0
        for match in re.finditer(r"(\d+)([A-Za-z])", text):
            name, tone = self.book.dice.get(match[2], ("", ""))
            if not name:
                continue
            rest = text[at : match.start()].strip()
            if rest:
                drawn.append(Markup("<span>{}</span>").format(rest))
                words.append(rest)
            number = int(match[1])
            words.append(f"{number} × {self.say(name)}")
            drawn += [_DIE.format(tone)] * min(number, MOST_DICE)
            if number > MOST_DICE:
                drawn.append(Markup("<span>×{}</span>").format(number))
            at = match.end()
        rest = text[at:].strip()
        if rest:
            drawn.append(Markup("<span>{}</span>").format(rest))
            words.append(rest)
        label = ", ".join(words)
        return Markup('<span class="dice" role="img" aria-label="{}" title="{}">{}</span>').format(
            label, text, Markup("").join(drawn)
        )
