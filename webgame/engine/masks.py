"""Sets of squares as int bit masks: bit s stands for square s of a board that is `width` squares wide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Allowed = tuple[int, int, int, int, int, int, int, int]
"""For each of eight directions, north first and clockwise: the squares from which that step is legal."""

count = int.bit_count


def bits(mask: int) -> Iterator[int]:
    """Yield the squares of `mask` in ascending order.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(squares: Iterable[int]) -> int:
    """Return the set of `squares` as a bit mask; a negative square raises ValueError."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def runs(mask: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the one-past-last position of each run of ones in `mask`, lowest first.

    >>> list(runs(0b1011))
    [(0, 2), (3, 4)]
    """
    start = 0
    while mask:
        gap = (mask & -mask).bit_length() - 1
        mask >>= gap
        length = (~mask & mask + 1).bit_length() - 1
        mask >>= length
        yield start + gap, start + gap + length
        start += gap + length


def fits(free: int, width: int, wide: int, tall: int) -> int:
    """Return the squares that are the north-west one of a `wide` x `tall` block in `free`.

    Blocks that wrap around the east rim are not told apart; the caller knows which squares are joined.
    """
    for _ in range(wide - 1):
        free &= free >> 1
    for _ in range(tall - 1):
        free &= free >> width
    return free


def grow(mask: int, allowed: Allowed, width: int) -> int:
    """Return the squares one step of `allowed` from any square of `mask`."""
    n, ne, e, se, s, sw, west, nw = allowed
    return (
        (mask & e) << 1
        | (mask & west) >> 1
        | (mask & s) << width
        | (mask & n) >> width
        | (mask & se) << width + 1
        | (mask & nw) >> width + 1
        | (mask & sw) << width - 1
        | (mask & ne) >> width - 1
    )


def grow_back(mask: int, allowed: Allowed, width: int) -> int:
    """Return the squares from which one step of `allowed` leads into `mask`."""
    n, ne, e, se, s, sw, west, nw = allowed
    return (
        mask >> 1 & e
        | mask << 1 & west
        | mask >> width & s
        | mask << width & n
        | mask >> width + 1 & se
        | mask << width + 1 & nw
        | mask >> width - 1 & sw
        | mask << width - 1 & ne
    )
