"""Dice: rolls, and exact chances against plain enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webgame.engine.dice import (
    Die,
    Face,
    chance_above,
    chance_beats,
    distribution,
    distribution_of,
    outcomes,
    roll,
    total,
)
from webgame.engine.rng import Rng

BLUE = Die("blue", ({}, {}, {"star": 1}, {"star": 1}, {"star": 2}, {"heart": 1}))
RED = Die("red", ({}, {"star": 1}, {"star": 1}, {"star": 2}, {"star": 3}, {"potion": 1}))
GREEN = Die("green", (*({"star": n} for n in (1, 2, 2, 3, 4)), {"heart": 1, "potion": 1}))

hands = st.lists(st.sampled_from([BLUE, RED, GREEN]), max_size=4)


def every_roll(dice: list[Die]) -> list[tuple[dict[str, int], ...]]:
    return list(product(*(die.faces for die in dice)))


def stars(faces: tuple[Face, ...]) -> int:
    return sum(face.get("star", 0) for face in faces)


def without_best(faces: tuple[Face, ...]) -> int:
    shown = [face.get("star", 0) for face in faces]
    return sum(shown) - max(shown, default=0)


def test_d16_two_blue_and_two_red_average_three_and_two_thirds_and_at_best_ten() -> None:
    ways = distribution([BLUE, BLUE, RED, RED], "star")
    assert Fraction(sum(n * number for n, number in enumerate(ways)), sum(ways)) == Fraction(11, 3)
    assert len(ways) - 1 == 10


def test_a_tie_does_not_beat() -> None:
    assert chance_beats([], [], "star", 2, 2) == 0
    assert chance_beats([], [], "star", 3, 2) == 1
    assert chance_above([BLUE], "star", 2) == 0
    assert chance_above([BLUE], "star", 1) == Fraction(1, 6)
    assert chance_above([BLUE], "star", 2, plus=1) == Fraction(1, 6)
    assert chance_above([BLUE], "star", -5) == 1


def test_a_roll_is_one_draw_a_die_from_its_own_stream() -> None:
    first, second = Rng(b"seed"), Rng(b"seed")
    second.draw("loot", 6)
    faces = roll(first, "attack", [BLUE, RED, GREEN])
    assert faces == roll(second, "attack", [BLUE, RED, GREEN])
    assert first.drawn() == 3
    assert total([BLUE, RED, GREEN], faces, "star") == sum(
        die.count(face, "star") for die, face in zip((BLUE, RED, GREEN), faces, strict=True)
    )
    with pytest.raises(ValueError, match="argument"):
        total([BLUE], [1, 2], "star")


def test_d9_the_best_die_dropped() -> None:
    ways = distribution_of([BLUE, BLUE, RED], without_best)
    assert sum(ways.values()) == 216
    assert ways == {n: sum(without_best(faces) == n for faces in every_roll([BLUE, BLUE, RED])) for n in ways}


def test_impossible_dice_are_refused() -> None:
    with pytest.raises(ValueError, match="no face"):
        Die("air", ())
    with pytest.raises(ValueError, match="less than 0"):
        Die("debt", ({"star": -1},))


@given(hands, st.sampled_from(["star", "heart", "potion", "none"]))
def test_distributions_count_every_outcome(dice: list[Die], symbol: str) -> None:
    sums = [sum(face.get(symbol, 0) for face in faces) for faces in every_roll(dice)]
    ways = distribution(dice, symbol)
    assert ways == tuple(sums.count(n) for n in range(max(sums) + 1))
    assert sum(ways) == outcomes(dice)


@given(hands, st.integers(-2, 9), st.integers(-2, 3))
def test_chances_above_a_threshold(dice: list[Die], threshold: int, plus: int) -> None:
    rolls = every_roll(dice)
    won = sum(stars(faces) + plus > threshold for faces in rolls)
    assert chance_above(dice, "star", threshold, plus) == Fraction(won, len(rolls))


@given(
    hands.map(lambda dice: dice[:2]), hands.map(lambda dice: dice[:2]), st.integers(-2, 3), st.integers(0, 3)
)
def test_chances_of_a_contest(attack: list[Die], defense: list[Die], plus: int, defense_plus: int) -> None:
    pairs = list(product(every_roll(attack), every_roll(defense)))
    won = sum(stars(a) + plus > stars(d) + defense_plus for a, d in pairs)
    assert chance_beats(attack, defense, "star", plus, defense_plus) == Fraction(won, len(pairs))


@given(hands)
def test_any_value_of_a_roll_can_be_counted(dice: list[Die]) -> None:
    values = [without_best(faces) for faces in every_roll(dice)]
    assert distribution_of(dice, without_best) == {n: values.count(n) for n in set(values)}
