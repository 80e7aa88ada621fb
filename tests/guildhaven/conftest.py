"""For the tests of this game: a mark `rule` must be earned, see `tests/citing`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests import citing

SYSTEM = "guildhaven"


@pytest.fixture(scope="package", autouse=True)
def _note_citations() -> Iterator[None]:
    """Note the rule of every event, decision and group while the tests of this folder run."""
    with citing.noting(re.compile(r"\bGH[A-X]?-[\d.]*\d")):
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin each test with nothing noted."""
    citing.cited.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test that passed although nothing it saw cites a rule it is marked with."""
    yield
    message = citing.unmet(item.iter_markers("rule"), citing.cited, SYSTEM)
    if message:
        pytest.fail(message, pytrace=False)
