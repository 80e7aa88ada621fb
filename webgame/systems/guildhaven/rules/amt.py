"""The attack modifier table: dice, advantage, discards to raise, and what a total does (GH-7, GH-13)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from webgame.engine.decision import button, targets
from webgame.engine.game import Play
from webgame.engine.system import FRAME
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import cards, perks
from webgame.systems.guildhaven.rules.core import decide, named
from webgame.systems.guildhaven.state import State, Unit

MOST = 12  # a total is never more (GH-7.2)


def modified(value: int, total: int, is_beta: bool) -> int:
    """Return what an attack value becomes by a total, never below 0 (GH-7.3)."""
    result = box().amt[total]
    if result.op == "nil":
        return 0
    if result.op == "multiply":
        return value * result.multiplier(is_beta)
    return max(0, value + result.n)


def kept(dice: list[int], edge: int) -> list[int]:
    """Return the two dice that count: the highest with advantage, the lowest with disadvantage (GH-13.1)."""
    ranked = sorted(dice)
    return ranked[-2:] if edge > 0 else ranked[:2]


def roll(
    g: Play, attacker: Unit, target: Unit, edge: int, damage: Callable[[int], int]
) -> Generator[Any, Any, int]:
    """Roll for one target and return the total, raised if the hero wants it (GH-7.1, GH-7.2).

    `edge` is 1 with advantage, -1 with disadvantage; `damage` tells what a total would do.
    """
    s: State = g.state
    dice = [g.rng.draw("attack", 6) + 1 for _ in range(3 if edge else 2)]
    total = sum(kept(dice, edge))
    rule = "GH-13.1" if edge else "GH-7.1"
    g.emit(
        f"log.roll.{edge}",
        rule,
        {
            "type": "roll",
            "piece": attacker.id,
            "dice": [["d6", die - 1] for die in dice],
            "total": total,
            "label": _label(total, attacker.beta),
        },
        **named(s, attacker),
        **named(s, target, "target"),
        dice=" ".join(map(str, dice)),
        total=total,
    )
    yield FRAME
    if attacker.kind == "hero":
        total = yield from _raise(g, total, damage)
    return total


def _label(total: int, is_beta: bool) -> str:
    result = box().amt[total]
    if result.op == "nil":
        return "amt.nil"
    if result.op == "multiply":
        return f"amt.x{result.multiplier(is_beta)}"
    return f"amt.{result.n:+d}" if result.n else "amt.0"


def _raise(g: Play, total: int, damage: Callable[[int], int]) -> Generator[Any, Any, int]:
    """Let the hero discard hand cards, as long as that can matter (GH-7.2)."""
    s: State = g.state
    any_number = perks.has(s.hero, "amt_discard_any")
    while s.table.piles.hand and total < MOST:
        reach = min(MOST, total + (len(s.table.piles.hand) if any_number else 1))
        if max(damage(higher) for higher in range(total + 1, reach + 1)) <= damage(total):
            break
        groups = (
            button("keep", "do.keep", "GH-7.2", tone="end", total=total, n=damage(total)),
            targets(
                "raise",
                "do.raise",
                "GH-7.2",
                "card",
                list(s.table.piles.hand),
                total=total + 1,
                n=damage(total + 1),
            ),
        )
        choice = yield from decide(g, "ask.raise", "GH-7.2", groups, total=total, n=damage(total))
        if choice.group == "keep":
            break
        cards.move_card(g, choice.name(), "discard", "GH-7.2")
        total += 1
        g.emit("log.raised", "GH-7.2", total=total)
        if not any_number:
            break
    return total
