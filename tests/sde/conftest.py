"""For the tests of this game: a mark `rule` must be earned, see `tests/citing`.

Refusals cite their rule, too, and that a scenario is refused counts. Rules that show in the state only (a
distance, a value, a layout, what is left undone) go into a mark of their own, `rule("MP-7", state=True)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests import citing
from tests.sde import table
from webgame.systems.sde_arcade import cards
from webgame.systems.sde_arcade.rules.facts import Refusal

SYSTEM = "sde_arcade"


@pytest.fixture(scope="package", autouse=True)
def _note_citations() -> Iterator[None]:
    """Note the rule of every event, decision, group and refusal while the tests of this folder run."""
    refuse = Refusal.__new__

    def noting_refusal(cls: type[Refusal], key: str, rule: str, *args: Any, **params: Any) -> Refusal:
        citing.cited.add(rule)
        return refuse(cls, key, rule, *args, **params)

    with pytest.MonkeyPatch.context() as patch, citing.noting(re.compile(r"\b[A-Z]{2}-\d+\b")):
        patch.setattr(Refusal, "__new__", noting_refusal)
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin each test with nothing noted, and without the tiles that others have added to the box."""
    citing.cited.clear()
    tiles: Any = cards.box().tiles
    for name in [name for name in tiles if name.startswith(table.MADE)]:
        del tiles[name]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test that passed although nothing it saw cites a rule it is marked with."""
    yield
    message = citing.unmet(item.iter_markers("rule"), citing.cited, SYSTEM)
    if message:
        pytest.fail(message, pytrace=False)
