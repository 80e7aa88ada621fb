"""Rulebooks as they are read from markdown."""

from __future__ import annotations

from pathlib import Path

import pytest

from webgame.engine.rulebook import Rule, Rulebook, opening, parse

TEXT = """\
# Book

Words before any rule belong to none.

## Heroes

**HA-1** A hero acts.
Twice a round.

**HA-1.2a** Or rests.

## Dice
**D6-10**
Blue is best.
**Not a rule** at all.
"""


def test_rules_run_to_the_next_rule_or_heading() -> None:
    assert parse(TEXT) == [
        Rule("HA-1", "Heroes", "A hero acts.\nTwice a round."),
        Rule("HA-1.2a", "Heroes", "Or rests."),
        Rule("D6-10", "Dice", "Blue is best.\n**Not a rule** at all."),
    ]


def test_a_rulebook_finds_rules_by_number(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.md"
    path.write_text(TEXT, encoding="utf-8")
    book = Rulebook.read(path)
    assert "HA-1" in book
    assert "HA-9" not in book
    assert book["D6-10"].section == "Dice"


def test_a_number_must_not_occur_twice() -> None:
    with pytest.raises(ValueError, match="rules with the same number: A-1, B-1"):
        Rulebook([Rule(n, "", "") for n in ("A-1", "B-1", "B-1", "A-1", "A-1", "C-1")])


def test_an_empty_text_has_no_rules() -> None:
    assert parse("") == []


def test_what_stands_before_the_rules_opens_the_book(tmp_path: Path) -> None:
    assert opening(TEXT) == [("", "Words before any rule belong to none.")]
    text = TEXT.replace("## Heroes", "## First turn\n\n1. Roll (HA-1).\n\n## Heroes\n\nNo rule yet.")
    assert opening(text) == [("", "Words before any rule belong to none."), ("First turn", "1. Roll (HA-1).")]
    path = tmp_path / "rulebook.md"
    path.write_text(text, encoding="utf-8")
    assert Rulebook.read(path).opening == opening(text)
