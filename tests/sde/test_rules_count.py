"""Movement and sight proved by count: every square of every tile side, and two tiles side by side.

The engine is compared with tests/sde/naive.py square by square; the totals stand in counts.txt, so that a
change of both, or of a tile, shows too.
"""

from __future__ import annotations

from functools import cache

import pytest

from tests.sde import naive
from tests.sde.acts import KNIGHT, rule
from tests.sde.table import Table, table
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import key, layout
from webgame.systems.sde_arcade.rules import walk
from webgame.systems.sde_arcade.state import Tile

each_side = pytest.mark.parametrize("sides", naive.SIDES + naive.PAIRS)
second = cache(naive.Naive)


def laid(sides: str) -> Table:
    """Return a table on some tile sides, from west to east, with the Knight on it."""
    tiles = [Tile(side, 11 * number, 0, 0, explored=True) for number, side in enumerate(sides.split())]
    t = table({KNIGHT: (0, 0)})
    t.s.tiles, t.s.width, t.s.dungeon = tiles, 11 * len(tiles), key(tiles)
    return t


def stored(sides: str) -> tuple[list[int], int]:
    """Return the squares reached with 1 to 12 MP and the squares seen, all in all, as counts.txt has them."""
    lines = naive.COUNTS.read_text(encoding="utf-8").splitlines()
    numbers = next(line for line in lines if line.startswith(f"{sides:6}")).removeprefix(sides).split()
    return [int(number) for number in numbers[:-2]], int(numbers[-1])


@rule("HA-5", "HA-9", "LR-7", "MP-3", "TE-2", state=True)
@each_side
def test_as_many_squares_can_be_reached_as_the_rules_say(sides: str) -> None:
    t, rules = laid(sides), second(sides)
    totals = [0] * naive.MOST
    for x, y in rules.stands:
        wanted = rules.reached((x, y))
        t[KNIGHT].at = t.at(x, y)
        for points in range(1, naive.MOST + 1):
            ends = walk.ways(t.s, t[KNIGHT], points).anchors
            assert ends == squares(t, wanted[points]), f"{points} MP from {(x, y)}: {shown(t, ends)}"
            totals[points - 1] += ends.bit_count()
    assert totals == stored(sides)[0]


@pytest.mark.slow
@rule("LR-3", "LR-4", "LR-5", state=True)
@each_side
def test_as_many_squares_are_seen_as_the_rules_say(sides: str) -> None:
    t, total = laid(sides), 0
    lay = layout(t.s)
    for (x, y), wanted in second(sides).seen().items():
        near = squares(t, {at for at in second(sides).code if abs(at[0] - x) <= naive.FAR})
        seen = lay.sight.row(t.at(x, y), lay.grid.open & near)
        assert seen == squares(t, wanted), f"from {(x, y)}: {shown(t, seen)}"
        total += seen.bit_count()
    assert total == stored(sides)[1]


def test_counts_hold_every_side_of_the_box() -> None:
    """After a wanted change: `python -m tests.sde.naive --renew`."""
    lines = naive.COUNTS.read_text(encoding="utf-8").splitlines()
    assert [line[:6].strip() for line in lines] == naive.SIDES + naive.PAIRS
    assert len(naive.SIDES) == len([side for side in box().tiles.values() if side.tile]) >= 12


def squares(t: Table, found: set[naive.Square]) -> int:
    """Return squares as the engine's mask."""
    return sum(1 << t.at(x, y) for x, y in found)


def shown(t: Table, mask: int) -> list[naive.Square]:
    """Return the squares of a mask."""
    return [divmod(square, t.s.width)[::-1] for square in bits(mask)]
