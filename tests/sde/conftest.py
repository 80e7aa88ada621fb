"""For the tests of this game: a mark `rule` must be earned.

While a test runs, all rule numbers cited by events, decisions, their groups of options and refusals are
noted (that a scenario is refused counts, too). A test that passes fails after all if none of the rules of a
mark was cited. Rules that show in the state only (a distance, a value, a layout, what is left undone) go
into a mark of their own, `rule("MP-7", state=True)`: there the own assertions of the test have to do.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from webgame.engine import decision
from webgame.engine.game import Play
from webgame.engine.system import BadScenario, Problem
from webgame.systems.sde_arcade.rules.facts import Refusal

SYSTEM = "sde_arcade"
_NUMBER = re.compile(r"\b[A-Z]{2}-\d+\b")
_cited: set[str] = set()


class CitedGroup(decision.Group, frozen=True):
    """A group that notes its rule."""

    def __post_init__(self) -> None:
        _cited.add(self.rule)


class CitedDecision(decision.Decision):
    """A decision that notes its rule."""

    def __post_init__(self) -> None:
        _cited.add(self.rule)


def _replace(old: type, new: type) -> list[tuple[Any, str]]:
    """Put a class in the place of another one in all modules that have imported it; return where."""
    places = [
        (module, name)
        for path, module in list(sys.modules.items())
        if path.partition(".")[0] in ("webgame", "tests") and path != __name__
        for name, value in list(vars(module).items())
        if value is old
    ]
    for module, name in places:
        setattr(module, name, new)
    return places


@pytest.fixture(scope="package", autouse=True)
def _note_citations() -> Iterator[None]:
    """Note the rule of every event, decision, group and refusal while the tests of this folder run."""
    emit, refuse, reject = Play.emit, Refusal.__new__, BadScenario.__init__

    def noting_emit(self: Play, key: str, rule: str, *args: Any, **params: Any) -> None:
        _cited.add(rule)
        emit(self, key, rule, *args, **params)

    def noting_refusal(cls: type[Refusal], key: str, rule: str, *args: Any, **params: Any) -> Refusal:
        _cited.add(rule)
        return refuse(cls, key, rule, *args, **params)

    def noting_reject(self: BadScenario, problems: list[Problem]) -> None:
        _cited.update(number for problem in problems for number in _NUMBER.findall(problem.message))
        reject(self, problems)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Play, "emit", noting_emit)
        patch.setattr(Refusal, "__new__", noting_refusal)
        patch.setattr(BadScenario, "__init__", noting_reject)
        swapped = [(decision.Group, CitedGroup), (decision.Decision, CitedDecision)]
        places = [(old, _replace(old, new)) for old, new in swapped]
        yield
        for old, where in places:
            for module, name in where:
                setattr(module, name, old)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin each test with nothing noted."""
    _cited.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test that passed although nothing it saw cites a rule it is marked with."""
    yield
    message = unmet(item.iter_markers("rule"), _cited)
    if message:
        pytest.fail(message, pytrace=False)


def unmet(marks: Iterable[pytest.Mark], cited: set[str]) -> str:
    """Return what is wrong if of a mark's rules none was cited, "" if all is well."""
    for mark in marks:
        numbers = mark.args[1:]
        if mark.args[0] == SYSTEM and not mark.kwargs.get("state") and not cited & set(numbers):
            return (
                f"marked with {', '.join(numbers)}, but no event, decision, option or refusal of this test "
                f"cites any of them. Let it observe one, or mark it state=True if the rule shows in the "
                f"state alone. Cited were: {', '.join(sorted(cited)) or 'none'}."
            )
    return ""
