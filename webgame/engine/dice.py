"""Dice as data: named lists of faces, each a count of symbols; rolls, and exact chances.

A chance is a Fraction over all equally likely outcomes, never an estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import TypeVar

import msgspec

from .rng import Rng

T = TypeVar("T", bound=Hashable)
Face = Mapping[str, int]
"""How often each symbol shows; a symbol that is not named does not show."""


class Die(msgspec.Struct, frozen=True):
    """A die; every face is equally likely.

    >>> Die("coin", ({"heads": 1}, {})).count(0, "heads")
    1
    """

    name: str
    faces: tuple[dict[str, int], ...]

    def __post_init__(self) -> None:
        """Refuse, with ValueError, a die without faces and symbols that show less than never."""
        if not self.faces:
            raise ValueError(f"die {self.name!r} has no face")
        if any(times < 0 for face in self.faces for times in face.values()):
            raise ValueError(f"die {self.name!r} shows a symbol less than 0 times")

    def count(self, face: int, symbol: str) -> int:
        """Return how often `symbol` shows on face number `face`."""
        return self.faces[face].get(symbol, 0)


def roll(rng: Rng, stream: str, dice: Sequence[Die]) -> list[int]:
    """Roll `dice` from left to right, one draw of `stream` each, and return the numbers of the faces."""
    return [rng.draw(stream, len(die.faces)) for die in dice]


def total(dice: Sequence[Die], faces: Sequence[int], symbol: str) -> int:
    """Return how often `symbol` shows on the rolled `faces`; ValueError unless each die has one."""
    return sum(die.count(face, symbol) for die, face in zip(dice, faces, strict=True))


def outcomes(dice: Sequence[Die]) -> int:
    """Return the number of equally likely outcomes of a roll."""
    return prod(len(die.faces) for die in dice)


def distribution(dice: Sequence[Die], symbol: str) -> tuple[int, ...]:
    """Return for each total of `symbol`, from 0 on, the number of outcomes that show it.

    The numbers add up to `outcomes(dice)`; the last one is not 0.
    """
    return _distribution(_counts(dice, symbol))


def chance_above(dice: Sequence[Die], symbol: str, threshold: int, plus: int = 0) -> Fraction:
    """Return the chance that `dice` show strictly more than `threshold` of `symbol`, `plus` added."""
    ways = distribution(dice, symbol)
    return Fraction(sum(ways[max(threshold - plus + 1, 0) :]), sum(ways))


def chance_beats(
    attack: Sequence[Die], defense: Sequence[Die], symbol: str, plus: int = 0, defense_plus: int = 0
) -> Fraction:
    """Return the chance that `attack` shows strictly more of `symbol` than `defense`, fixed amounts added."""
    return _beats(_counts(attack, symbol), _counts(defense, symbol), defense_plus - plus)


def distribution_of(dice: Sequence[Die], value: Callable[[tuple[Face, ...]], T]) -> dict[T, int]:
    """Return for each result of `value` the number of outcomes that have it.

    `value` sees the faces shown. Which of several equal dice shows which must not matter to it, for every
    combination is tried only once and weighed. For rules such as 'the best die is dropped'.
    """
    kinds: list[list[Die]] = []
    for die in dice:
        same = next((kind for kind in kinds if kind[0] == die), None)
        if same is None:
            kinds.append([die])
        else:
            same.append(die)
    ways: dict[T, int] = {}
    for rolled in product(*(_combinations(kind[0], len(kind)) for kind in kinds)):
        result = value(tuple(face for faces, _ in rolled for face in faces))
        ways[result] = ways.get(result, 0) + prod(weight for _, weight in rolled)
    return ways


def _combinations(die: Die, number: int) -> list[tuple[tuple[Face, ...], int]]:
    """Return what `number` equal dice can show, in any order, with the number of outcomes that show it."""
    faces: list[Face] = []
    often: list[int] = []
    for face in die.faces:
        if face in faces:
            often[faces.index(face)] += 1
        else:
            faces.append(face)
            often.append(1)
    found = []
    for chosen in combinations_with_replacement(range(len(faces)), number):
        weight = factorial(number)
        for index in set(chosen):
            times = chosen.count(index)
            weight = weight // factorial(times) * often[index] ** times
        found.append((tuple(faces[index] for index in chosen), weight))
    return found


def _counts(dice: Sequence[Die], symbol: str) -> tuple[tuple[int, ...], ...]:
    """Return what `distribution` depends on, the same for dice in another order."""
    return tuple(sorted(tuple([face.get(symbol, 0) for face in die.faces]) for die in dice))


@lru_cache(maxsize=4096)
def _distribution(counts: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    if not counts:
        return (1,)
    rest = _distribution(counts[1:])
    ways = [0] * (len(rest) + max(counts[0]))
    for shown in counts[0]:
        for so_far, number in enumerate(rest):
            ways[so_far + shown] += number
    return tuple(ways)


@lru_cache(maxsize=4096)
def _beats(attack: tuple[tuple[int, ...], ...], defense: tuple[tuple[int, ...], ...], lead: int) -> Fraction:
    """Return the chance that `attack` shows more than `defense` and a `lead` together."""
    attacking, defending = _distribution(attack), _distribution(defense)
    won = sum(
        number * sum(attacking[max(shown + lead + 1, 0) :])
        for shown, number in enumerate(defending)
        if number
    )
    return Fraction(won, sum(attacking) * sum(defending))
