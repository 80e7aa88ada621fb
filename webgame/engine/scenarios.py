"""Scenario files as text: what a system reads of them, and their guide."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from webgame.engine.guide import Hint, take_guide
from webgame.engine.system import System


def parse_scenario(text: str) -> dict[str, Any]:
    """Return what a system reads of a scenario file (TOML), its guide checked and taken out.

    Raises msgspec.DecodeError, with the line, if it is no TOML; BadScenario if its guide is none.
    """
    data: dict[str, Any] = msgspec.toml.decode(text)
    take_guide(data)
    return data


def scenario_guide(text: str) -> tuple[Hint, ...]:
    """Return the guide of a scenario file; raises as `parse_scenario` does."""
    return take_guide(msgspec.toml.decode(text))


@lru_cache(maxsize=32)
def scenario_of(system: System, text: str) -> Any:
    """Return a scenario as the system reads it: once for all games of it, no game changes it."""
    return system.scenario(parse_scenario(text))
