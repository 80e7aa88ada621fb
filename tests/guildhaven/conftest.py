"""For the tests of this game: a mark `rule` must be earned, see `tests/citing`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests import citing
from webgame.systems.guildhaven.box import box

SYSTEM = "guildhaven"


@pytest.fixture(scope="package", autouse=True)
def _note_citations() -> Iterator[None]:
    """Note the rule of every event, decision and group while the tests of this folder run."""
    with citing.noting(re.compile(r"\bGH[A-X]?-[\d.]*\d")):
        yield


@pytest.fixture(autouse=True)
def _box_as_it_is() -> Iterator[None]:
    """Take the sheets that a test has made up out of the box again."""
    sheets = box().sheets
    before = set(sheets)
    yield
    for made in [id for id in sheets if id not in before]:
        del sheets[made]


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
