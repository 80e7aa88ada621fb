"""The plot: numbered passages, what they do, and where the story goes from each (`box/plot.json`)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from webgame.systems.guildhaven.box import FOLDER


class Branch(msgspec.Struct, frozen=True):
    """A choice at the end of a passage: its words and the scenario it leads to."""

    label: str
    scenario: str


class Next(msgspec.Struct, frozen=True):
    """Where a passage leads: one scenario, a choice of several, or the end."""

    scenario: str = ""
    choice: list[Branch] = []
    end: bool = False


class Passage(msgspec.Struct, frozen=True):
    """A passage: its id, printed number and text, its effects (`op` and fields) and what comes next."""

    id: str
    number: int
    text: str
    effects: list[dict[str, Any]]
    next: Next


class _PlotFile(msgspec.Struct):
    start: str
    nodes: list[Passage]


@lru_cache(maxsize=1)
def passages() -> dict[str, Passage]:
    """Return the passages by id; read once."""
    return {node.id: node for node in _file().nodes}


@lru_cache(maxsize=1)
def start() -> str:
    """Return the id of the first passage."""
    return _file().start


@lru_cache(maxsize=1)
def _file() -> _PlotFile:
    return msgspec.json.decode((FOLDER / "plot.json").read_bytes(), type=_PlotFile)
