"""What sheets do once, at the start of a scenario (GH-8.1)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.game import Play
from webgame.systems.guildhaven.box import SpecialRule
from webgame.systems.guildhaven.rules import conditions
from webgame.systems.guildhaven.rules.special import Now, op
from webgame.systems.guildhaven.state import State

Done = Generator[Any, Any, bool | None]


@op("give_condition")
def give_condition(g: Play, rule: SpecialRule, now: Now) -> Done:
    """The hero begins with a condition (A)."""
    s: State = g.state
    conditions.give(g, s.me, rule.effect["condition"])
    yield from ()
    return True


def _by_layout(g: Play, rule: SpecialRule, now: Now) -> Done:
    """Nothing more to do: the layout of the sheet has it (J, K, L), or the dice heed it (U)."""
    yield from ()
    return True


for name in ("no_villains", "only_on_board", "token_stats", "die_mod"):
    op(name)(_by_layout)
