"""Playing on the test table as at a table: choices from the activation menu, dice that fall well or badly."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from tests.sde.table import Answer, Table
from webgame.systems.sde_arcade.cards import Dice, box
from webgame.systems.sde_arcade.rules import activation, equipment, facts
from webgame.systems.sde_arcade.rules.facts import basic_attacks

KNIGHT, HUNTRESS, EMERALD = "questing-knight", "thundervale-huntress", "princess-emerald"


def rule(*numbers: str, state: bool = False) -> pytest.MarkDecorator:
    """Mark the rules a test checks."""
    return pytest.mark.rule("sde_arcade", *numbers, state=state)


def best(dice: Dice) -> list[str]:
    """Return the best face of each die of a pool, as the table scripts them."""
    return ["B2"] * dice.B + ["R3"] * dice.R + ["G4"] * dice.G


def worst(dice: Dice) -> list[str]:
    """Return the worst face of each die of a pool."""
    return ["B-"] * dice.B + ["R-"] * dice.R + ["G1"] * dice.G


def offered(t: Table, who: str) -> list[str]:
    """Return the options of a member's activation menu."""
    return activation.menu(t.s, t[who]).options()


def act(t: Table, who: str, option: str, answers: tuple[Answer, ...] = ()) -> None:
    """Let a member do one thing of its activation menu."""

    def rules() -> Generator[Any, Any, None]:
        choice = yield activation.menu(t.s, t[who])
        yield from activation.act(t.g, t[who], choice)

    t.play(rules(), [option, *answers])


def wear(t: Table, who: str, card: str) -> None:
    """Let a Hero take a card from the backpack and wear it."""
    t.s.backpack.append(card)
    equipment.equip(t.g, t[who], card)


def hit(t: Table, who: str, target: str, attr: str = "STR", answers: tuple[Answer, ...] = ()) -> None:
    """Make a basic attack with the best dice there are."""
    assert attr in basic_attacks(t.s, t[who])
    t.dice(*best(facts.attribute(t.s, t[who], attr)))
    act(t, who, f"attack.{attr}>{t[target].id}", answers)


def upkeep(t: Table, who: str, answers: tuple[Answer, ...] = ()) -> None:
    """Let a Hero begin its activation."""
    t.s.turn.active, t.s.turn.phase = who, "upkeep"
    t.play(activation.upkeep(t.g), answers)


def action_named(card: str, name: str) -> Any:
    """Return the action of a piece of equipment."""
    return next(a for a in box().equipment[card].actions if a.name == name)
