"""The book of figures: every card, figure and keyword of the box, to be read outside a game.

Name, kind, icon, tone and text are those the table shows (scene.texts); here come stat lines, what stands
under headings, links between entries and the rules that tell of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

import msgspec

from webgame.engine.book import Book, Chapter, Entry, Item, Section
from webgame.engine.rulebook import Rulebook
from webgame.systems.sde_arcade.book import decks, figures, keywords
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.looks import looks

RULES_MOST = 6  # rules cited for one entry


@cache
def book(rules: Rulebook) -> Book:
    """Return the book; `rules` is where the numbers come from that entries cite."""
    chapters = (
        ("heroes", "visored-helm", "gold", [*figures.heroes(), *figures.pets()]),
        ("monsters", "orc-head", "crimson", [*figures.monsters(), *figures.gangs()]),
        ("equipment", "chest", "amber", [*decks.equipment(), *decks.wonders()]),
        (
            "dungeon",
            "gate",
            "teal",
            [*decks.explore(), *decks.traps(), *keywords.tiles(), *keywords.tile_effects()],
        ),
        ("consul", "overlord", "purple", list(decks.commands())),
        ("keywords", "tome", "indigo", [*keywords.statuses(), *keywords.keywords(), *keywords.dice()]),
    )
    users = _users([entry for _, _, _, entries in chapters for entry in entries])
    known = _named_in(rules)
    return Book(
        tuple(
            Chapter(
                id,
                f"l.book_{id}",
                icon,
                tone,
                f"l.book_{id}_text",
                tuple(_finished(entry, users, known) for entry in entries),
            )
            for id, icon, tone, entries in chapters
        ),
        {code: (f"l.die_{code}", looks().dice[code]) for code in box().dice},
    )


def _users(entries: list[Entry]) -> dict[str, list[Item]]:
    """Return, by entry, the entries that link to it or name it in the text of an action."""
    terms = {term: entry.id for entry in entries for term in entry.terms if _is_keyword(entry)}
    pattern = _words(terms)
    users: dict[str, list[Item]] = {}
    for entry in entries:
        own = [item.text for section in entry.sections for item in section.items if not item.entry]
        named = pattern.findall(" ".join([*own, entry.text] if not _is_keyword(entry) else []))
        for id in dict.fromkeys([*entry.links(), *(terms[word] for word in named)]):
            if id != entry.id:
                users.setdefault(id, []).append(Item(entry.name, "", entry.id, entry.icon, entry.tone))
    return users


def _is_keyword(entry: Entry) -> bool:
    return entry.id.partition(".")[0] in ("keyword", "effect")


def _words(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds names as whole words, the longest first."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(r"(?<!\w)(" + "|".join(map(re.escape, longest_first)) + r")(?!\w)")


def _named_in(rules: Rulebook) -> dict[str, list[str]]:
    """Return, by name of a keyword, figure or card, the rules that speak of it."""
    pattern = _words({*box().abilities, *box().effects, *box().status_texts, *box().traps, *box().monsters})
    found: dict[str, list[str]] = {}
    for number, rule in rules.rules.items():
        for name in dict.fromkeys(pattern.findall(rule.text)):
            found.setdefault(name, []).append(number)
    return found


def _finished(entry: Entry, users: Mapping[str, list[Item]], known: Mapping[str, list[str]]) -> Entry:
    """Return an entry with the rules that name it and, for a keyword, with where it is found."""
    cited = tuple(dict.fromkeys([*entry.rules, *known.get(entry.name, ())]))[:RULES_MOST]
    sections = entry.sections
    if _is_keyword(entry) and entry.id in users:
        sections += (Section("l.book_found", tuple(users[entry.id]), short=True),)
    return msgspec.structs.replace(entry, rules=cited, sections=sections)
