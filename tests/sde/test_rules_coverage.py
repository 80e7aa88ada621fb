"""What the tests prove: every rule of the book is tested or excused, every worked case is played."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import citing
from webgame.commands.rules import cover
from webgame.systems.sde_arcade.system import SYSTEM

HERE = Path(__file__).parent
MARK = "rule"
_ID = re.compile(r"\b[A-Z]\d{1,2}\b")


@pytest.mark.slow
def test_every_rule_is_tested_or_excused() -> None:
    report = cover(SYSTEM, HERE)
    assert report.missing == [], "neither marked by a test nor untestable"
    assert report.unknown == [], "cited or marked, but not in the rulebook"
    both = set(report.tested) & set(SYSTEM.untestable)
    assert not both, f"tested, so no longer untestable: {sorted(both)}"
    assert all(SYSTEM.untestable.values())


def test_a_mark_must_be_earned() -> None:
    def marks(*numbers: str, system: str = "sde_arcade", state: bool = False) -> list[pytest.Mark]:
        return [getattr(pytest.mark, MARK)(system, *numbers, state=state).mark]

    def unmet(found: list[pytest.Mark], seen: set[str]) -> str:
        return citing.unmet(found, seen, "sde_arcade")

    assert unmet(marks("HA-1", "HA-2"), {"HA-2", "DR-3"}) == ""
    assert unmet(marks("HA-2") + marks("HA-1"), {"HA-2"}).startswith("marked with HA-1, but")
    assert unmet(marks("HA-1", state=True), {"DR-3"}) == ""
    assert unmet([], set()) == unmet(marks("T-1", system="toy"), set()) == ""
    message = unmet(marks("HA-1"), {"DR-3"})
    assert message.startswith("marked with HA-1, but") and message.endswith("Cited were: DR-3.")


def worked_cases() -> dict[str, str]:
    """Return the ids of oracle_ids.txt, with the reason behind those that can't be played yet."""
    cases = {}
    for line in (HERE / "oracle_ids.txt").read_text(encoding="utf-8").splitlines():
        id, _, rest = line.partition(" ")
        if id and id != "#":
            assert _ID.fullmatch(id) and (not rest or re.fullmatch(r"later: .{10,}", rest)), line
            assert id not in cases, f"{id} is listed twice"
            cases[id] = rest.removeprefix("later: ")
    return cases


def named() -> Iterator[str]:
    """Yield the ids that comments in the tests, or what their functions say of themselves, name."""
    for file in sorted(HERE.glob("test_*.py")):
        with tokenize.open(file) as source:
            for token in tokenize.generate_tokens(source.readline):
                if token.type == tokenize.COMMENT:
                    yield from _ID.findall(token.string)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from _ID.findall(ast.get_docstring(node) or "")


def test_every_worked_case_is_played() -> None:
    cases, found = worked_cases(), set(named())
    assert len(cases) == 92
    missing = [id for id, later in cases.items() if id not in found and not later]
    assert missing == [], "no test names these worked cases"
    played = [id for id, later in cases.items() if id in found and later]
    assert played == [], "played now: take `later` away"
