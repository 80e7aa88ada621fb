"""Odds of rolls, exact and kept: stars against fixed stars."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from webgame.engine.dice import chance_above
from webgame.systems.sde_arcade.cards import Dice, box

AVERAGE: Final = {"B": 4 / 6, "R": 7 / 6, "G": 2.0}  # stars of a die (DR-2)


@lru_cache(maxsize=4096)
def chance(blue: int, red: int, green: int, plus: int, against: int) -> float:
    """Return the chance that dice and fixed stars show more stars than `against`."""
    known = box().dice
    dice = [known["B"]] * blue + [known["R"]] * red + [known["G"]] * green
    return float(chance_above(dice, "stars", against, plus))


def mean(dice: Dice) -> float:
    """Return the average stars of a roll."""
    return dice.B * AVERAGE["B"] + dice.R * AVERAGE["R"] + dice.G * AVERAGE["G"] + dice.stars


def odds(dice: Dice, against: int) -> float:
    """Return the chance that a roll beats fixed stars."""
    return chance(dice.B, dice.R, dice.G, dice.stars, against)
