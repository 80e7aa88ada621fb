"""Lines of sight between two squares, whatever the board: which wall squares each of them touches (GH-12.2).

From the corners of one square to those of another lead sixteen lines. What they touch hangs on how far apart
the squares lie, no more, so it is worked out once for all boards, as sets of squares around the first square.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

from webgame.engine.masks import bits

Point = tuple[int, int]
MIDDLE: Final = 1 << 10
"""The bit that stands for the first square itself; squares before it in reading order have lower bits."""


def framed(walls: int, width: int, height: int) -> int:
    """Return a set of squares on a board with an empty frame of one square around it."""
    wide = width + 2
    mask = 0
    for square in bits(walls & (1 << width * height) - 1):
        mask |= 1 << (square // width + 1) * wide + square % width + 1
    return mask


@cache
def lines(right: int, down: int, wide: int) -> tuple[int, ...]:
    """Return for the lines to a square so far away what they touch, on a board that is `wide` with its frame.

    A line that touches all that another one touches is left out.
    """
    masks = []
    for touched in _touched(abs(right), abs(down)):
        mask = 0
        for x, y in touched:
            mask |= 1 << MIDDLE + (y if down >= 0 else -y) * wide + (x if right >= 0 else -x)
        masks.append(mask)
    return tuple(masks)


@cache
def _touched(right: int, down: int) -> tuple[frozenset[Point], ...]:
    """Return the least sets of squares that the sixteen lines touch, to the east and south."""
    corners = list(product((0, 1), repeat=2))
    around = list(product(range(-1, right + 2), range(-1, down + 2)))
    found = {
        frozenset(square for square in around if touches((u, v), (right + w, down + z), square))
        for u, v in corners
        for w, z in corners
    }
    least = [one for one in found if not any(other < one for other in found)]
    return tuple(sorted(least, key=sorted))


def touches(p: Point, q: Point, square: Point) -> bool:
    """Whether a point of the line, other than its two ends, lies on the closed square (GH-12.2)."""
    low, high = (0, 1), (1, 1)  # the stretch of the line inside the square, as fractions of its length
    for start, end, near in ((p[0], q[0], square[0]), (p[1], q[1], square[1])):
        way = end - start
        if way == 0:
            if not near <= start <= near + 1:
                return False
            continue
        into, out = sorted((near - start, near + 1 - start), key=lambda d: d * (1 if way > 0 else -1))
        enter = (into, way) if way > 0 else (-into, -way)
        leave = (out, way) if way > 0 else (-out, -way)
        if enter[0] * low[1] > low[0] * enter[1]:
            low = enter
        if leave[0] * high[1] < high[0] * leave[1]:
            high = leave
    if low[0] * high[1] > high[0] * low[1]:
        return False
    touches_end = low[0] * high[1] == high[0] * low[1] and low[0] in (0, low[1])
    return not touches_end
