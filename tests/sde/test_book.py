"""The book of figures: all of the box is in it, can be read, and leads on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from webgame.engine.book import Book, Entry, Illustrated
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.looks import page
from webgame.systems.sde_arcade.scene import texts
from webgame.systems.sde_arcade.system import SYSTEM

ICONS = Path(__file__).parents[2] / "static" / "src" / "icons.txt"
TONES = ICONS.with_name("tones.json")
KEY = re.compile(r"(?:l|ask|do|ev|no|q|phase)\.\w+$")


@pytest.fixture(scope="module")
def book() -> Book:
    assert isinstance(SYSTEM, Illustrated)
    return SYSTEM.book()


def say(text: str) -> str:
    return SYSTEM.words["en"].get(text, text)


def words(entry: Entry) -> Iterator[str]:
    """Yield every word of an entry that a person reads."""
    yield from (entry.kind, entry.name, entry.text, *entry.tags)
    for line in entry.lines:
        yield from (line.label, line.value, line.note)
    for section in entry.sections:
        yield from (section.title, section.text)
        for item in section.items:
            yield from (item.name, item.text, item.unit, *item.tags)


def records() -> list[tuple[str, str, str]]:
    """Return address, name and text of every record of the box."""
    b = box()
    found = [("hero", h.id, h.name, h.text) for h in b.heroes.values()]
    found += [("model", m.name, m.name, m.text) for m in (*b.monsters.values(), *b.pets.values())]
    found += [("gang", g.name, g.name, g.text) for g in b.gangs.values()]
    found += [("card", c.name, c.name, c.text) for c in (*b.equipment.values(), *b.wonders.values())]
    found += [("explore", c.name, c.name, c.text) for c in b.explore.values()]
    found += [("command", c.name, c.name, c.text) for c in b.commands.values()]
    found += [("trap", t.name, t.name, t.text) for t in b.traps.values()]
    found += [("tile", t.id, f"{t.name} ({t.id})", t.text) for t in b.tiles.values()]
    found += [("effect", e.name, e.name, e.text) for e in b.effects.values()]
    found += [("keyword", s.name, s.name, s.text) for s in b.status_texts.values()]
    others = [a for a in b.abilities.values() if a.name not in b.effects and a.name not in b.status_texts]
    found += [("keyword", a.name, a.name, a.text) for a in others]
    found += [("die", code, f"l.die_{code}", b.dice_texts[code]) for code in b.dice]
    return [(page(kind, id), name, text) for kind, id, name, text in found]


def test_every_record_of_the_box_is_in_the_book(book: Book) -> None:
    for id, name, text in records():
        assert id in book.entries, f"{name} is not in the book"
        assert (book.entries[id].name, book.entries[id].text) == (name, text)
    assert len(book.entries) == len(records()) == sum(len(c.entries) for c in book.chapters)


def test_what_stands_on_a_figure_stands_in_its_entry(book: Book) -> None:
    b = box()
    for hero in b.heroes.values():
        named = {i.name for s in book.entries[page("hero", hero.id)].sections for i in s.items}
        assert named >= {*(a.name for a in (*hero.actions, *hero.potions)), *hero.abilities}
    for monster in b.monsters.values():
        named = {i.name for s in book.entries[page("model", monster.name)].sections for i in s.items}
        assert named >= {u.name for u in monster.unique} | set(monster.abilities)
        assert named >= {m["model"] for m in monster.spawning_pool} | set(monster.gang_cards)
    for card in b.booty_cards.values():
        told = [i for s in book.entries[page("model", card.model)].sections for i in s.items]
        assert any(i.text == card.text and i.count == card.count for i in told)


def test_no_entry_is_without_text_or_has_a_key_without_words(book: Book) -> None:
    for entry in book.entries.values():
        assert entry.text.strip() and entry.name.strip(), entry.id
        for word in words(entry):
            assert not KEY.match(word) or word in SYSTEM.words["en"], f"{entry.id}: no words for {word!r}"
    for chapter in book.chapters:
        assert {chapter.name, chapter.text} <= set(SYSTEM.words["en"])


def test_nothing_in_an_entry_is_empty(book: Book) -> None:
    for entry in book.entries.values():
        for section in entry.sections:
            assert section.items or section.text, f"{entry.id}: {section.title} has nothing under it"
            for item in section.items:
                assert item.name or item.face is not None, f"{entry.id}: {section.title}"
                assert not section.short or item.entry, f"{entry.id}: {item.name} leads nowhere"


def test_links_lead_to_entries_and_rules(book: Book) -> None:
    for entry in book.entries.values():
        assert [id for id in entry.links() if id not in book.entries] == [], entry.id
        assert entry.rules and [n for n in entry.rules if n not in SYSTEM.rulebook] == [], entry.id
    assert set(book.terms.values()) <= set(book.entries)


def test_a_keyword_lists_what_has_it(book: Book) -> None:
    found = {i.entry for s in book.entries["keyword.sweep"].sections for i in s.items}
    assert "model.bashful-boris" in found  # by the text of an action
    found = {i.entry for s in book.entries["keyword.pile-on"].sections for i in s.items}
    assert "model.bashful-boris" in found  # by an ability


def test_icons_and_tones_are_known(book: Book) -> None:
    tones = json.loads(TONES.read_text())
    lines = [line.partition("#")[0].strip() for line in ICONS.read_text().splitlines()]
    icons = {line.partition("=")[0].strip() for line in lines if line}
    for entry in book.entries.values():
        items = [item for section in entry.sections for item in section.items]
        used = {
            entry.icon,
            *(i.icon for i in items if i.face is None),
            *(n for i in items for n in i.face or ()),
        }
        used |= {line.icon for line in entry.lines if line.icon}
        assert used <= icons, f"{entry.id}: no icon {used - icons}"
        assert {entry.tone, *(item.tone for item in items)} <= set(tones), entry.id


def test_cards_of_the_table_know_their_entry(book: Book) -> None:
    for id, text in texts().items():
        entry = book.entries[text["entry"]]
        assert (entry.name, entry.text, entry.icon) == (text["name"], text["text"], text["icon"]), id


def test_addresses_are_plain(book: Book) -> None:
    assert page("card", "Boris's Bashful Bammer") == "card.boriss-bashful-bammer"
    assert page("model", "Ragin’ Röxor") == "model.ragin-roxor"
    assert all(re.fullmatch(r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*", id) for id in book.entries)
