"""The drum of the laboratory: rolled by who ends a turn beside it, pushed by a Push action (L)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.guildhaven.box import SpecialRule
from webgame.systems.guildhaven.rules import facts, riders
from webgame.systems.guildhaven.rules.core import decide
from webgame.systems.guildhaven.rules.special import Now, op
from webgame.systems.guildhaven.state import State


@op("move_token")
def roll_drum(g: Play, rule: SpecialRule, now: Now) -> Generator[Any, Any, bool | None]:
    """Let the hero, at the end of a turn next to the drum, move it one square over floor."""
    s: State = g.state
    drum = s.units.get(f"o.{rule.effect['token']}")
    if drum is None or facts.gap(s, s.me, drum) != 1:
        return False
    grid = facts.ground(s)
    spots = grid.grown(1 << drum.at, facts.empty(s) & facts.stays_in(s, drum), grid.eight)
    groups = (
        targets(f"sheet.{rule.id}", "do.roll_drum", rule.rule, "square", list(bits(spots)), drum.id),
        button("stay", "do.stay", rule.rule, tone="end"),
    )
    if not spots:
        return False
    choice = yield from decide(g, "ask.roll_drum", rule.rule, groups, [drum])
    if choice.group == "stay":
        return False
    yield from riders.carry(g, drum, [choice.square()], rule.rule, "push")
    return True
