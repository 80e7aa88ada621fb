"""Rulebooks: numbered rules in our own words, read from a system's `rulebook.md`.

A rule starts a line with its number in bold, `**HA-2** Upkeep steps ...`, and runs to the next rule or
heading. What stands before the first section with rules opens the book.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

_RULE = re.compile(r"^\*\*([A-Z][A-Z0-9]*-[0-9.]+[a-z]?)\*\*\s*(.*)$")
_HEADING = re.compile(r"^#+\s+(.*)$")


class Rule(msgspec.Struct, frozen=True):
    """One rule: its number, the heading it stands under and its text (markdown)."""

    number: str
    section: str
    text: str


class Rulebook:
    """The rules of one system by number."""

    def __init__(self, rules: list[Rule], opening: list[tuple[str, str]] | None = None) -> None:
        self.opening = opening or []  # headings and texts (markdown) before the first section with rules
        self.rules = {rule.number: rule for rule in rules}
        if len(self.rules) != len(rules):
            seen: set[str] = set()
            twice = sorted({r.number for r in rules if r.number in seen or seen.add(r.number)})  # type: ignore[func-returns-value]
            raise ValueError(f"rules with the same number: {', '.join(twice)}")

    @classmethod
    def read(cls, path: Path) -> Rulebook:
        """Read a rulebook file; raise ValueError if a number occurs twice."""
        text = path.read_text(encoding="utf-8")
        return cls(parse(text), opening(text))

    def __contains__(self, number: str) -> bool:
        return number in self.rules

    def __getitem__(self, number: str) -> Rule:
        return self.rules[number]


def parse(text: str) -> list[Rule]:
    """Return the rules found in the text of a rulebook, in order."""
    rules: list[Rule] = []
    section = ""
    number = ""
    lines: list[str] = []

    def close() -> None:
        if number:
            rules.append(Rule(number, section, "\n".join(lines).strip()))

    for line in text.splitlines():
        heading = _HEADING.match(line)
        start = _RULE.match(line)
        if heading:
            close()
            number, section = "", heading[1]
        elif start:
            close()
            number, lines = start[1], [start[2]]
        elif number:
            lines.append(line)
    close()
    return rules


def opening(text: str) -> list[tuple[str, str]]:
    """Return headings and texts of what stands before the first section with rules; the title is ""."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for line in text.splitlines():
        heading = _HEADING.match(line)
        if _RULE.match(line):
            found.pop()
            break
        if heading:
            found.append(("" if line.startswith("# ") else heading[1], []))
        else:
            found[-1][1].append(line)
    sections = [(heading, "\n".join(lines).strip()) for heading, lines in found]
    return [(heading, words) for heading, words in sections if words]
