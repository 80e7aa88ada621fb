"""The plot and the rulebook as data: every passage and scenario is on some way, every reference resolves."""

from __future__ import annotations

import re
from pathlib import Path

from tests.guildhaven.table import printed
from webgame.engine.rulebook import Rulebook
from webgame.systems.guildhaven import plot
from webgame.systems.guildhaven.box import box

BOOK = Rulebook.read(Path(plot.__file__).parent / "rulebook.md")
REFERENCE = re.compile(r"\bGH[A-X]?-\d+(?:\.\d+)?")


def onward(place: str) -> set[str]:
    """Return where a passage ("p01") or a scenario ("A") may lead."""
    if place in box().sheets:
        return {outcome.goto.removeprefix("scenario:") for outcome in box().sheets[place].outcomes}
    leads = plot.passages()[place].next
    return {*(branch.scenario for branch in leads.choice), *filter(None, [leads.scenario])}


def test_every_passage_and_scenario_is_on_some_way() -> None:
    seen: set[str] = set()
    open_ = {plot.start()}
    while open_:
        place = open_.pop()
        seen.add(place)
        open_ |= onward(place) - seen
    assert seen == {*plot.passages(), *printed()}


def test_every_passage_leads_on_or_ends() -> None:
    for passage in plot.passages().values():
        leads = passage.next
        assert [bool(leads.scenario), bool(leads.choice), leads.end].count(True) == 1, passage.id
        assert passage.text and passage.number > 0
    assert [p.id for p in plot.passages().values() if p.next.end] == ["p25"]


def test_passage_numbers_are_told_apart() -> None:
    numbers = [passage.number for passage in plot.passages().values()]
    assert len(set(numbers)) == len(numbers) == 30


def test_levels_come_in_order_on_every_way() -> None:
    """No way through the story reaches a scenario at two levels that differ by more than a branch."""
    levels: dict[str, set[int]] = {}
    open_ = [(plot.start(), 1)]
    while open_:
        place, level = open_.pop()
        if place in plot.passages():
            gives = [e["level"] for e in plot.passages()[place].effects if e["op"] == "level_up_to"]
            level = max([level, *gives])
        if level in levels.setdefault(place, set()):
            continue
        levels[place].add(level)
        open_ += [(after, level) for after in onward(place)]
    assert levels["A"] == {1} and levels["F"] == {2} and levels["X"] == {4}
    assert all(len(found) == 1 for place, found in levels.items() if place in box().sheets), levels


def test_references_in_the_rulebook_resolve() -> None:
    texts = [(number, rule.text) for number, rule in BOOK.rules.items()] + BOOK.opening
    unknown = [(n, other) for n, text in texts for other in REFERENCE.findall(text) if other not in BOOK]
    assert unknown == []
    bare = [n for n, text in texts if re.search(r"(?<![-\d])\b\d\d\.\d", text)]
    assert bare == [], "references without their GH"


def test_the_rulebook_has_all_sections_and_sheets() -> None:
    counts = {int(n.removeprefix("GH-").partition(".")[0]) for n in BOOK.rules if n.startswith("GH-")}
    assert counts == set(range(1, 25))
    for sheet in printed().values():
        own = [n for n in BOOK.rules if n.startswith(f"GH{sheet.id}-")]
        assert len(own) == 1 + len(sheet.rules) + (sheet.id == "N")
        for i, rule in enumerate(sheet.rules):
            assert BOOK[f"GH{sheet.id}-{i + 2}"].text.startswith(rule.text.rstrip(".")), rule.id
