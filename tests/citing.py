"""A mark `rule` must be earned: for the tests of one system, which rules a test has seen cited.

While a test runs, all rule numbers cited by events, decisions and their groups of options are noted, and by
refused scenarios. A test that passes fails after all if none of the rules of a mark was cited. Rules that
show in the state only go into a mark of their own, `rule(system, number, state=True)`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from webgame.engine import decision
from webgame.engine.game import Play
from webgame.engine.system import BadScenario, Problem

cited: set[str] = set()


class CitedGroup(decision.Group, frozen=True):
    """A group that notes its rule."""

    def __post_init__(self) -> None:
        cited.add(self.rule)


class CitedDecision(decision.Decision):
    """A decision that notes its rule."""

    def __post_init__(self) -> None:
        cited.add(self.rule)


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


@contextmanager
def noting(number: re.Pattern[str]) -> Iterator[None]:
    """Note citations; `number` finds rule numbers in the problems of refused scenarios."""
    emit, reject = Play.emit, BadScenario.__init__

    def noting_emit(self: Play, key: str, rule: str, *args: Any, **params: Any) -> None:
        cited.add(rule)
        emit(self, key, rule, *args, **params)

    def noting_reject(self: BadScenario, problems: list[Problem]) -> None:
        cited.update(found for problem in problems for found in number.findall(problem.message))
        reject(self, problems)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Play, "emit", noting_emit)
        patch.setattr(BadScenario, "__init__", noting_reject)
        swapped = [(decision.Group, CitedGroup), (decision.Decision, CitedDecision)]
        places = [(old, _replace(old, new)) for old, new in swapped]
        yield
        for old, where in places:
            for module, name in where:
                setattr(module, name, old)


def unmet(marks: Iterable[pytest.Mark], seen: set[str], system: str) -> str:
    """Return what is wrong if a test has seen none of a mark's rules cited, "" if all is well."""
    for mark in marks:
        numbers = mark.args[1:]
        if mark.args[0] == system and not mark.kwargs.get("state") and not seen & set(numbers):
            return (
                f"marked with {', '.join(numbers)}, but no event, decision or option of this test cites "
                f"any of them. Let it observe one, or mark it state=True if it shows in the state alone. "
                f"Cited were: {', '.join(sorted(seen)) or 'none'}."
            )
    return ""
