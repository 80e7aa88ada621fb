"""The book of a box: what its cards, figures and keywords say, to be read outside a game.

A system that offers one has a method `book()` (see `Illustrated`). Words are message keys or plain text,
icons and tones are those of scenes. The server and its pages know only this vocabulary.
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol, runtime_checkable

import msgspec


class Line(msgspec.Struct, frozen=True):
    """One value of a stat line: a number or word, dice ("2B1R+1"), or both; `note` says more (Melee)."""

    label: str
    value: str = ""
    dice: str = ""
    note: str = ""
    icon: str = ""


class Item(msgspec.Struct, frozen=True):
    """One thing under a heading of an entry: an action, an ability, a member of a gang, a face of a die."""

    name: str
    text: str = ""
    entry: str = ""  # the entry it is about
    icon: str = ""
    tone: str = ""
    count: int = 0  # how many of it
    cost: int = 0
    unit: str = ""  # of the cost
    tags: tuple[str, ...] = ()  # on the face of a die: what its icons are called
    face: tuple[str, ...] | None = None  # icons on the face of a die


class Section(msgspec.Struct, frozen=True):
    """A heading of an entry and what stands under it; `short` ones are lists of names."""

    title: str
    items: tuple[Item, ...] = ()
    text: str = ""
    short: bool = False


class Entry(msgspec.Struct, frozen=True):
    """One card, figure or keyword. `id` is its address; `terms` are the words by which texts name it.

    `gist` names what a list shows in place of the text, where the text only repeats the stat line.
    """

    id: str
    kind: str
    name: str
    text: str
    icon: str = ""
    tone: str = ""
    tags: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    sections: tuple[Section, ...] = ()
    rules: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    gist: tuple[str, ...] = ()

    def links(self) -> list[str]:
        """Return the ids of the entries that its sections name."""
        named = [item.entry for section in self.sections for item in section.items if item.entry]
        return list(dict.fromkeys(named))


class Chapter(msgspec.Struct, frozen=True):
    """A chapter: entries of a few kinds, in the order in which they are read."""

    id: str
    name: str
    icon: str
    tone: str
    text: str
    entries: tuple[Entry, ...]

    def kinds(self) -> dict[str, int]:
        """Return the kinds of its entries and how many there are of each."""
        found: dict[str, int] = {}
        for entry in self.entries:
            found[entry.kind] = found.get(entry.kind, 0) + 1
        return found


class Book(msgspec.Struct, frozen=True, dict=True):
    """All chapters; `dice` maps the codes of dice to name and tone."""

    chapters: tuple[Chapter, ...]
    dice: dict[str, tuple[str, str]] = {}

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """All entries by id."""
        return {entry.id: entry for chapter in self.chapters for entry in chapter.entries}

    @cached_property
    def terms(self) -> dict[str, str]:
        """The entry that each term means; of two entries with one term the first has it."""
        found: dict[str, str] = {}
        for entry in self.entries.values():
            for term in entry.terms:
                found.setdefault(term, entry.id)
        return found

    def chapter_of(self, id: str) -> Chapter:
        """Return the chapter an entry stands in; raise KeyError if there is no such entry."""
        for chapter in self.chapters:
            if any(entry.id == id for entry in chapter.entries):
                return chapter
        raise KeyError(id)


@runtime_checkable
class Illustrated(Protocol):
    """A system that has a book (this part of a system is optional)."""

    def book(self) -> Book:
        """Return the book; always the same one."""
        ...
