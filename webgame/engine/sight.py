"""Line of sight between squares, exact and without floats.

Two squares see each other if one of the straight lines between their sample points touches no wall and no
solid square; walls and solid squares are closed shapes, so a touched end or corner blocks. All lines between
two squares are judged at once: they are the bits of one int, and a table for each distance says which of them
meet which part of each grid line. The tables depend on the distance only, so all boards share them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from .masks import bits, mask_of, runs
from .squares import Grid

UNIT: Final = 1000
"""Length of a square's side; sample points are given in it."""

OFFSETS: Final = (50, 275, 500, 725, 950)

KEPT: Final = 20_000
"""Pairs of squares of a board whose ways are remembered."""

Lines = tuple[list[int], list[int]]
"""Blocked parts of the grid lines: upright[x] has bit y where line x blocks beside row y; level likewise."""

Table = tuple[tuple[int, ...], tuple[int, ...]]
"""Of a grid line: at[j] are the sample lines that cross it at point j or beyond, past[j] those beyond j."""


class Fan:
    """The sample lines from one square to the square `right` columns east and `down` rows south of it.

    Needs right >= down >= 0 and right >= 1; every other pair of squares is a reflection of such a pair.
    """

    __slots__ = ("_level", "_offsets", "_upright", "all", "down", "right")

    def __init__(self, right: int, down: int, offsets: tuple[int, ...]) -> None:
        """Take the distance in squares and the offsets of the sample points in thousandths of a square."""
        self.right = right
        self.down = down
        self.all: int = (1 << len(offsets) ** 4) - 1
        self._offsets = offsets
        self._upright: dict[int, Table] = {}
        self._level: dict[int, Table] = {}

    def upright(self, k: int) -> Table:
        """Return where the lines cross the k-th upright grid line east of the first square's west side."""
        if k not in self._upright:
            self._upright[k] = self._cross(k, self.right, self.down, along=1)
        return self._upright[k]

    def level(self, k: int) -> Table:
        """Return where the lines cross the k-th level grid line south of the first square's north side."""
        if k not in self._level:
            self._level[k] = self._cross(k, self.down, self.right, along=0)
        return self._level[k]

    def _cross(self, k: int, ahead: int, aside: int, along: int) -> Table:
        """Compare all crossings of the k-th grid line with its points, as fractions over a common divisor.

        A sample line is bit ((x1 * n + x2) * n + y1) * n + y2, by the numbers of its end points' offsets.
        """
        offsets, n = self._offsets, len(self._offsets)
        outer, inner = (n * n, 1) if along else (1, n * n)
        ends = [
            (begin, aside * UNIT + end - begin, (i * n + j) * inner)
            for i, begin in enumerate(offsets)
            for j, end in enumerate(offsets)
        ]
        at, touching = [0] * (aside + 2), [0] * (aside + 2)
        for i, begin in enumerate(offsets):
            for j, end in enumerate(offsets):
                whole, part = ahead * UNIT + end - begin, k * UNIT - begin
                divisor, place = whole * UNIT, (i * n + j) * outer
                for start, slope, bit in ends:
                    point, rest = divmod(start * whole + slope * part, divisor)
                    at[point] |= 1 << place + bit
                    if not rest:
                        touching[point] |= 1 << place + bit
        for point in range(aside, -1, -1):
            at[point] |= at[point + 1]
        past = tuple(mask & ~exact if exact else mask for mask, exact in zip(at, touching, strict=True))
        return tuple(at), past

    def squares(self, free: int, first: int, step_right: int, step_down: int) -> tuple[int, ...]:
        """Return the sets of squares that the `free` lines pass through between their two ends.

        `first` is the number of the square they start in; the steps lead to the next column and row. A set
        that contains another one is left out, for whatever blocks the smaller blocks the larger.
        """
        classes = {0: free}  # squares passed so far -> lines
        for column in range(self.right + 1):
            into = self.upright(column)[0] if column else None
            out = self.upright(column + 1)[1] if column < self.right else None
            for row in range(self.down + 1):
                if (column, row) in ((0, 0), (self.right, self.down)):
                    continue
                lines = free
                if out:  # it leaves the column south of the row's north side
                    lines &= out[row]
                if into:  # it enters the column north of the row's south side
                    lines &= ~into[row + 1]
                if lines:
                    classes = _split(classes, lines, 1 << first + column * step_right + row * step_down)
        least: list[int] = []
        for passed in sorted(classes, key=lambda mask: (mask.bit_count(), mask)):
            if not any(smaller & passed == smaller for smaller in least):
                least.append(passed)
        return tuple(least)


def _split(classes: dict[int, int], lines: int, square: int) -> dict[int, int]:
    """Tell the `lines` of each class that pass through `square` from those that do not."""
    found: dict[int, int] = {}
    for passed, members in classes.items():
        if inside := members & lines:
            found[passed | square] = inside
        if outside := members & ~lines:
            found[passed] = outside
    return found


@lru_cache(maxsize=2048)
def fan(right: int, down: int, offsets: tuple[int, ...]) -> Fan:
    """Return the shared sample lines for a distance."""
    return Fan(right, down, offsets)


class Sight:
    """Who sees whom on one layout; every answer is kept."""

    def __init__(self, grid: Grid, offsets: tuple[int, ...] = OFFSETS) -> None:
        """Take the layout and the sample points' offsets along each side, in thousandths of a square.

        Raises ValueError unless they lie inside the square and evenly about its middle.
        """
        self.grid: Final = grid
        self._offsets: Final = tuple(sorted(set(offsets)))
        mirrored = tuple(UNIT - offset for offset in reversed(self._offsets))
        if not offsets or self._offsets[0] <= 0 or self._offsets != mirrored:
            raise ValueError(f"offsets {offsets} must lie between 0 and {UNIT}, evenly about the middle")
        self._rows: Final = [(0, 0)] * (grid.width * grid.height)  # squares judged, and those of them seen
        self._blockers: Final[dict[int, tuple[Lines, Lines]]] = {}
        self._crossed: Final[dict[tuple[int, int], tuple[int, ...]]] = {}

    def sees(self, a: int, b: int) -> bool:
        """Tell whether some line between two squares touches no wall and no solid square but these two.

        A square sees itself and every square one legal step away. Off the floor nothing sees or is seen.
        """
        known, seen = self._rows[a]
        return bool(seen >> b & 1) if known >> b & 1 else self._look(a, b)

    def row(self, a: int, among: int = -1) -> int:
        """Return all squares (of the mask `among`) seen from square `a`."""
        known, seen = self._rows[a]
        if unknown := self.grid.floor & among & ~known:
            seen |= mask_of(b for b in bits(unknown) if self._look(a, b))
            self._rows[a] = known | unknown, seen
        return seen & among

    def sees_any(self, a: int, b: int) -> bool:
        """Tell whether any square of mask `a` sees any square of mask `b`."""
        if b.bit_count() < a.bit_count():
            a, b = b, a
        watchers = list(bits(a))
        rows = self._rows
        for square in watchers:
            if rows[square][1] & b:
                return True
        for square in watchers:
            if unknown := b & ~rows[square][0]:
                if any(self._look(square, target) for target in bits(unknown)):
                    return True
        return False

    def crossed(self, a: int, b: int) -> tuple[int, ...]:
        """Return what the lines between two squares pass through where walls and solids leave them free.

        One mask of squares for each way, without the two ends: `any(not way & figures for way in ...)` asks
        whether figures leave a line free. A way that contains another is left out. Empty if unseen.
        """
        a, b = min(a, b), max(a, b)
        found = self._crossed.get((a, b))
        if found is None:
            found = self._ways(a, b) if self.sees(a, b) else ()
            if len(self._crossed) >= KEPT:
                self._crossed.clear()
            self._crossed[a, b] = found
        return found

    def _look(self, a: int, b: int) -> bool:
        """Judge a pair; a row is replaced as a whole: threads may lose an answer but never read half."""
        floor, steps = self.grid.floor, self.grid.steps
        if not floor >> a & floor >> b & 1:
            seen = False
        elif a == b or steps(a) >> b & 1 or steps(b) >> a & 1:
            seen = True
        else:
            seen = self._free(min(a, b), max(a, b))[1] != 0
        for one, other in ((a, b), (b, a)):
            known, shown = self._rows[one]
            self._rows[one] = known | 1 << other, shown | seen << other
        return seen

    def _ways(self, a: int, b: int) -> tuple[int, ...]:
        if a == b:
            return (0,)
        lines, free = self._free(a, b)
        width = self.grid.width
        right, down = b % width - a % width, b // width - a // width
        step = -1 if right < 0 else 1
        steps = (width, step) if down > abs(right) else (step, width)
        return lines.squares(free, a, *steps)

    def _free(self, a: int, b: int) -> tuple[Fan, int]:
        """Return the sample lines between two squares, a < b, and those among them that nothing blocks.

        The board is looked at in a mirror or with its axes exchanged so that b is never west and never more
        south than east of a.
        """
        width = self.grid.width
        (ay, ax), (by, bx) = divmod(a, width), divmod(b, width)
        plain, mirrored = self._lines((1 << a | 1 << b) & self.grid.solid)
        upright, level = plain
        if bx < ax:
            ax, bx = width - 1 - ax, width - 1 - bx
            upright, level = mirrored
        right, down = bx - ax, by - ay
        if down > right:
            ax, ay, right, down = ay, ax, down, right
            upright, level = level, upright
        lines = fan(right, down, self._offsets)
        found = []
        for side, grid_lines, first, other, length, across in (
            (0, upright, ax, ay, right, down),
            (1, level, ay, ax, down, right),
        ):
            fence = (2 << across) - 1
            for k in range(1, length + 1):
                if blocked := grid_lines[first + k] >> other & fence:
                    if blocked == fence:
                        return lines, 0
                    found.append((-blocked.bit_count(), side, k, blocked))
        found.sort()  # what blocks most comes first: it mostly settles the matter
        free = lines.all
        for _, side, k, blocked in found:
            at, past = lines.level(k) if side else lines.upright(k)
            for start, end in runs(blocked):
                free &= past[end] | ~at[start]
            if not free:
                break
        return lines, free

    def _lines(self, ignored: int) -> tuple[Lines, Lines]:
        """Return what blocks but for the solid squares `ignored`: as it is, and in a mirror."""
        if ignored not in self._blockers:
            grid = self.grid
            upright, level = grid.wall_lines()
            for square in bits(grid.solid & ~ignored):
                x, y = grid.xy(square)
                for line in (x, x + 1):
                    upright[line] |= 1 << y
                for line in (y, y + 1):
                    level[line] |= 1 << x
            turned = [mask_of(grid.width - 1 - x for x in bits(line)) for line in level]
            self._blockers[ignored] = (upright, level), (upright[::-1], turned)
        return self._blockers[ignored]
