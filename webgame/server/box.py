"""The book of a box on pages: chapters, search, and each entry at an address of its own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

import flask
import msgspec
from flask import Blueprint
from markupsafe import Markup

from webgame.engine.book import Book, Chapter, Entry, Illustrated, Item
from webgame.engine.system import System
from webgame.server.errors import Refused
from webgame.server.languages import language
from webgame.server.richtext import Marker
from webgame.server.scenarios import find_system, say

blueprint = Blueprint("box", __name__)
LONGEST = 80  # characters of a search
TEXT = 5  # rank of entries that have the words in their text only
FIRST = 48  # entries shown of a long list, until all are asked for


class Hit(msgspec.Struct, frozen=True):
    """An entry found, and the thing of it in which the words stand, if they don't in what is shown anyway."""

    entry: Entry
    item: Item | None = None


class Reader:
    """The book of one system, with its words, ready to be searched and shown."""

    def __init__(self, system: System, book: Book) -> None:
        self.system = system
        self.book = book
        self.say: Callable[[str], str] = lambda key: say(system, key)
        self.marker = Marker(system, book, self.say)
        self._folded = [(entry, chapter.id, *self._fold(entry)) for chapter, entry in self._all()]

    def _all(self) -> list[tuple[Chapter, Entry]]:
        return [(chapter, entry) for chapter in self.book.chapters for entry in chapter.entries]

    def _fold(self, entry: Entry) -> tuple[str, str, str]:
        """Return name, what stands beside it, and all the words of an entry, as they are compared."""
        beside = " ".join(self.say(word) for word in (entry.kind, *entry.tags))
        words = [self.say(entry.text)]
        for section in entry.sections:
            words.append(self.say(section.text))
            words += [self.say(word) for item in section.items for word in (item.name, item.text, *item.tags)]
        return fold(self.say(entry.name)), fold(beside), fold(" ".join(words))

    def search(self, words: str, chapter: str = "") -> list[Hit]:
        """Return the entries in which all words stand, those first whose name has them."""
        wanted = fold(words).split()
        whole = " ".join(wanted)
        found: list[tuple[int, int, Hit]] = []
        for order, (entry, place, name, beside, text) in enumerate(self._folded):
            if chapter and place != chapter:
                continue
            if not all(word in name or word in beside or word in text for word in wanted):
                continue
            rank = self._rank(wanted, whole, name, beside)
            found.append((rank, order, Hit(entry, self._where(entry, wanted) if rank == TEXT else None)))
        return [hit for _, _, hit in sorted(found, key=lambda f: f[:2])]

    @staticmethod
    def _rank(wanted: list[str], whole: str, name: str, beside: str) -> int:
        """Return how well an entry fits: by its name, words or parts of it, its kind, its text."""
        if name == whole or not wanted:
            return 0
        if re.search(rf"(?<!\w){re.escape(whole)}(?![\w'])", name):
            return 1
        if name.startswith(whole):
            return 2
        if all(word in name for word in wanted):
            return 3
        return 4 if all(word in name or word in beside for word in wanted) else TEXT

    def _where(self, entry: Entry, wanted: list[str]) -> Item | None:
        """Return the thing under a heading of an entry in which the words stand."""
        if all(word in fold(self.say(entry.text)) for word in wanted):
            return None
        for section in entry.sections:
            for item in section.items:
                text = fold(f"{self.say(item.name)} {self.say(item.text)}")
                if any(word in text for word in wanted):
                    return item
        return None

    def kind(self, slug: str) -> str:
        """Return the kind that an address names; raise Refused if there is none."""
        kinds = {kind for chapter in self.book.chapters for kind in chapter.kinds()}
        for kind in sorted(kinds):
            if slug_of(kind) == slug:
                return kind
        raise Refused("unknown_entry", f"the book of {self.system.name!r} has no kind {slug[:40]!r}")

    def chapter_with(self, kind: str) -> Chapter:
        """Return the chapter of a kind."""
        return next(chapter for chapter in self.book.chapters if kind in chapter.kinds())

    def chapter(self, id: str) -> Chapter:
        """Return a chapter; raise Refused if there is none."""
        for chapter in self.book.chapters:
            if chapter.id == id:
                return chapter
        known = ", ".join(chapter.id for chapter in self.book.chapters)
        raise Refused(
            "unknown_entry", f"the book of {self.system.name!r} has no chapter {id[:40]!r}; it has {known}"
        )


def fold(text: str) -> str:
    """Return a text without accents, case and typographic marks, as searches compare it."""
    plain = unicodedata.normalize("NFKD", text.replace("’", "'"))
    return re.sub(r"\s+", " ", "".join(c for c in plain if not unicodedata.combining(c)).casefold()).strip()


def slug_of(kind: str) -> str:
    """Return how addresses name a kind: the last part of its key."""
    return kind.rpartition(".")[2]


_readers: dict[tuple[str, str], Reader] = {}  # by system and language


def has_book(name: str) -> bool:
    """Whether a system can be loaded and has a book."""
    try:
        return isinstance(find_system(name), Illustrated)
    except Refused:
        return False


def reader(name: str) -> Reader:
    """Return the reader of a system's book; raise Refused if there is no such system, or no book of it."""
    system = find_system(name)
    if not isinstance(system, Illustrated):
        raise Refused("unknown_entry", f"the system {name!r} has no book of figures")
    book = system.book()
    key = (name, language())
    known = _readers.get(key)
    if known is None or known.book is not book:
        known = _readers[key] = Reader(system, book)
    return known


@blueprint.get("/box/<system>")
def contents(system: str) -> str:
    """Show the chapters of a book, or what a search or a kind finds."""
    read = reader(system)
    words = " ".join(flask.request.args.get("q", "").split())
    if len(words) > LONGEST:
        raise Refused("malformed", f"a search has at most {LONGEST} characters, this one has {len(words)}")
    kind = flask.request.args.get("kind", "")
    chapter = flask.request.args.get("chapter", "")
    wanted = read.kind(kind) if kind else ""
    place = read.chapter(chapter) if chapter else None
    if wanted and not words and place is None:
        place = read.chapter_with(wanted)
        chapter = place.id
    hits = read.search(words, chapter) if words or wanted or place else []
    kinds: dict[str, int] = {}
    for hit in hits:
        kinds[hit.entry.kind] = kinds.get(hit.entry.kind, 0) + 1
    if wanted:
        kinds.setdefault(wanted, 0)
        hits = [hit for hit in hits if hit.entry.kind == wanted]
    shown = hits if flask.request.args.get("all") or len(hits) <= FIRST * 5 // 4 else hits[:FIRST]
    return flask.render_template(
        "box.html",
        **_tools(read),
        q=words,
        kind=kind,
        chapter=place,
        kind_name=wanted,
        kinds=kinds,
        hits=shown,
        found=len(hits),
        searched=bool(words or wanted or place),
    )


@blueprint.get("/box/<system>/<id>")
def entry(system: str, id: str) -> str:
    """Show one entry."""
    read = reader(system)
    found = read.book.entries.get(id)
    if found is None:
        raise Refused("unknown_entry", f"the book of {system!r} has no entry {id[:60]!r}: search it by name")
    chapter = read.book.chapter_of(id)
    ids = [entry.id for entry in chapter.entries]
    at = ids.index(id)
    before = chapter.entries[at - 1] if at else None
    after = chapter.entries[at + 1] if at + 1 < len(ids) else None
    return flask.render_template(
        "box_entry.html", **_tools(read), entry=found, chapter=chapter, before=before, after=after
    )


def _tools(read: Reader) -> dict[str, Any]:
    """Return what the templates need to draw entries of a book."""

    def rich(text: str, self_id: str = "") -> Markup:
        return read.marker.mark(read.say(text), self_id)

    return {
        "system": read.system,
        "book": read.book,
        "say": read.say,
        "rich": rich,
        "dice": read.marker.dice,
        "slug": slug_of,
    }
