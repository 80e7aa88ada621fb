"""Square grids: a square is an int, a set of squares is an int bit mask (bit s stands for square s).

A grid never changes, so what is asked of it is computed once; a whole set of squares moves with a few shifts.
The grid knows the layout alone. Figures, terrain and templates are masks that the caller passes in.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Final

from .masks import Allowed, bits, count, fits, grow, mask_of, runs
from .reach import Reach

__all__ = ["ORTHOGONAL", "Grid", "Reach", "Segment", "bits", "count", "mask_of"]

N, NE, E, SE, S, SW, W, NW = range(8)
ORTHOGONAL: Final = (N, E, S, W)

Segment = tuple[int, int, int, int]
"""A wall between two corner points, (x1, y1, x2, y2) with x1 <= x2 and y1 <= y2."""


class Grid:
    """An immutable layout of squares, walls and solid squares (structures), and the steps it allows.

    A side of the floor that has no floor beyond it is a wall. An orthogonal step needs no wall on its way and
    a target that is floor and not solid. A diagonal step needs, besides, that no wall ends at or passes the
    corner it goes through and that neither square beside it is solid. A solid square may still be left.
    Distances go both ways: they may start and end on a solid square, but never lead through one.
    """

    def __init__(
        self, width: int, height: int, floor: int, walls: Iterable[tuple[int, int]] = (), solid: int = 0
    ) -> None:
        """Build the layout from masks and from the pairs of squares that have a wall between them.

        Raises ValueError for an empty board, squares off it and walls between squares that share no side.
        """
        if width < 1 or height < 1:
            raise ValueError(f"a grid needs at least one square, not {width} x {height}")
        if not 0 <= floor < 1 << width * height or solid & ~floor:
            raise ValueError("the floor must lie on the grid and solid squares on the floor")
        self.width: Final = width
        self.height: Final = height
        self.floor: Final = floor
        self.solid: Final = solid
        self.open: Final = floor & ~solid
        self.walls: Final = tuple(sorted({(min(pair), max(pair)) for pair in walls}))
        self._wall_east = self._wall_south = 0
        for a, b in self.walls:
            if not self._side_by_side(a, b):
                raise ValueError(f"squares {a} and {b} share no side")
            if b - a == width:
                self._wall_south |= 1 << a
            else:
                self._wall_east |= 1 << a
        rows = mask_of(y * width for y in range(height))
        last_column = rows << width - 1
        self._open_east: Final = floor & floor >> 1 & ~last_column & ~self._wall_east
        self._open_south: Final = floor & floor >> width & ~self._wall_south
        self.allowed: Final = self._law(self.open)
        self._arrivals: Final = (
            self._law(solid) if solid else None
        )  # steps onto a solid square, the last ones
        self.shut: Final = solid & ~reduce(or_, self.allowed)  # no step leads off these or onto them
        self._steps: Final[dict[int, int]] = {}
        self._layers: Final[dict[int, tuple[int, ...]]] = {}
        self._legal_anchors: Final[dict[tuple[int, int], int]] = {}
        self._footprints: Final[dict[tuple[int, int], list[int]]] = {}
        self._covering: Final[dict[tuple[int, int, int], int]] = {}
        self._variants: Final[dict[tuple[int, int], Grid]] = {}
        self._segments: tuple[Segment, ...] | None = None

    def _side_by_side(self, a: int, b: int) -> bool:
        low, high = min(a, b), max(a, b)
        if low < 0 or high >= self.width * self.height:
            return False
        return high - low == self.width or (high - low == 1 and high % self.width != 0)

    def _law(self, into: int) -> Allowed:
        """Apply the law of steps `into` some squares; a corner is named by the square north-west of it."""
        w, free, east, south = self.width, self.open, self._open_east, self._open_south
        corner = east & south & south >> 1 & east >> w
        falling = corner & free >> 1 & free >> w  # beside a step between north-west and south-east
        rising = corner & free & free >> w + 1  # beside the other diagonal
        return (
            (south & into) << w,
            (rising & into >> 1) << w,
            east & into >> 1,
            falling & into >> w + 1,
            south & into >> w,
            (rising & into >> w) << 1,
            (east & into) << 1,
            (falling & into) << w + 1,
        )

    def square(self, x: int, y: int) -> int:
        """Return the number of the square in column `x`, row `y`; ValueError if it is off the grid."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise ValueError(f"({x}, {y}) is off the grid")
        return y * self.width + x

    def xy(self, square: int) -> tuple[int, int]:
        """Return column and row of `square`."""
        return square % self.width, square // self.width

    def name(self, square: int) -> str:
        """Return the name of a square as people say it: column letters and row number from 1, "C4"."""
        x, y = self.xy(square)
        letters = ""
        while x >= 0:
            x, letter = divmod(x, 26)
            letters = chr(65 + letter) + letters
            x -= 1
        return f"{letters}{y + 1}"

    def has_wall(self, a: int, b: int) -> bool:
        """Tell whether a wall or an edge of the floor parts two squares; ValueError if they share no side."""
        if not self._side_by_side(a, b):
            raise ValueError(f"squares {a} and {b} share no side")
        low = min(a, b)
        joined = self._open_south if abs(a - b) == self.width else self._open_east
        between_nothing = not self.floor >> a & 1 and not self.floor >> b & 1
        return not joined >> low & 1 and not between_nothing

    def wall_segments(self) -> tuple[Segment, ...]:
        """Return all walls, edges of the floor included, merged into the longest straight segments."""
        if self._segments is None:
            upright, level = self.wall_lines()
            self._segments = tuple(
                [(x, y1, x, y2) for x, line in enumerate(upright) for y1, y2 in runs(line)]
                + [(x1, y, x2, y) for y, line in enumerate(level) for x1, x2 in runs(line)]
            )
        return self._segments

    def wall_lines(self) -> tuple[list[int], list[int]]:
        """Return the walls by grid line: upright[x] has bit y if line x is wall in row y; level likewise."""
        upright, level = [0] * (self.width + 1), [0] * (self.height + 1)
        floor, first_column = self.floor, mask_of(y * self.width for y in range(self.height))
        for side, squares in (
            (E, floor & ~self._open_east),
            (W, floor & (first_column | ~(floor << 1))),
            (S, floor & ~self._open_south),
            (N, floor & ~(floor << self.width)),
        ):
            for square in bits(squares):
                x, y = self.xy(square)
                if side in (E, W):
                    upright[x + (side == E)] |= 1 << y
                else:
                    level[y + (side == S)] |= 1 << x
        return upright, level

    def without_walls(self, mask: int) -> Grid:
        """Return the layout without the walls between two squares of `mask`: for movement, not for sight."""
        gone = mask & mask >> 1 & self._wall_east, mask & mask >> self.width & self._wall_south
        if not any(gone):
            return self
        if gone not in self._variants:
            kept = [(a, b) for a, b in self.walls if not gone[b - a == self.width] >> a & 1]
            self._variants[gone] = Grid(self.width, self.height, self.floor, kept, self.solid)
        return self._variants[gone]

    def ignoring_solids(self) -> Grid:
        """Return the layout for figures that may enter solid squares."""
        if not self.solid:
            return self
        key = (-1, -1)
        if key not in self._variants:
            self._variants[key] = Grid(self.width, self.height, self.floor, self.walls)
        return self._variants[key]

    def steps(self, square: int) -> int:
        """Return the squares one legal step from `square`."""
        if square not in self._steps:
            self._steps[square] = grow(1 << square, self.allowed, self.width)
        return self._steps[square]

    def neighbours(self, mask: int) -> int:
        """Return all squares one legal step from any square of `mask`; some of them may lie in `mask`."""
        return grow(mask, self.allowed, self.width)

    def _onward(self, mask: int) -> int:
        """Return the squares one step from `mask`, solid ones too."""
        found = grow(mask, self.allowed, self.width)
        return found if self._arrivals is None else found | grow(mask, self._arrivals, self.width)

    def _layers_from(self, square: int) -> tuple[int, ...]:
        """Return the squares at most 0, 1, 2... steps from `square`, up to the last layer that adds one."""
        if square not in self._layers:
            layers = [1 << square]
            fresh = layers[0]
            while fresh := self._onward(fresh) & ~layers[-1]:
                layers.append(layers[-1] | fresh)
                fresh &= self.open
            self._layers[square] = tuple(layers)
        return self._layers[square]

    def within(self, mask: int, n: int) -> int:
        """Return all squares at most `n` steps from `mask`, itself included; nothing if `n` is negative.

        The last step may lead onto a solid square: who stands there can be reached.
        """
        if n < 0:
            return 0
        found = 0
        if mask.bit_count() <= 4:
            while mask:
                square = mask.bit_length() - 1
                layers = self._layers.get(square) or self._layers_from(square)
                found |= layers[n] if n < len(layers) else layers[-1]
                mask ^= 1 << square
            return found
        fresh = found = mask
        while n and fresh:
            fresh = self._onward(fresh) & ~found
            found |= fresh
            fresh &= self.open
            n -= 1
        return found

    def distance(self, a: int, b: int, limit: int | None = None) -> int | None:
        """Return the least number of steps from any square of `a` to any of `b`.

        It is 0 where they overlap, and None if there is no way or none of at most `limit` steps.
        """
        if b.bit_count() < a.bit_count():
            a, b = b, a
        if limit is None and a and not a & a - 1:
            for n, layer in enumerate(self._layers_from(a.bit_length() - 1)):
                if layer & b:
                    return n
            return None
        best = None
        for square in bits(a):
            layers = self._layers_from(square)
            for n, layer in enumerate(layers if limit is None else layers[: max(limit + 1, 0)]):
                if layer & b:
                    best, limit = n, n - 1
                    break
        return best

    def nearest(self, mask: int, goal: int) -> int:
        """Return the squares of `mask` with the least distance to any of `goal`; all if none has a way."""
        if goal and not goal & goal - 1:
            for layer in self._layers_from(goal.bit_length() - 1):
                if layer & mask:
                    return layer & mask
            return mask
        zone, n = goal, 0
        while not zone & mask:
            n += 1
            wider = self.within(goal, n)
            if wider == zone:
                return mask
            zone = wider
        return zone & mask

    def reach(self, start: int, budget: int, *, blocked: int = 0, slow: int = 0, pinch: int = 0) -> Reach:
        """Return the squares that movement can enter from any square of `start` for at most `budget`.

        Entering a square costs 1, or 2 if it is `slow`; `blocked` squares cannot be entered; a diagonal step
        that passes between two squares of `pinch` is illegal. Squares of `start` cost nothing.
        """
        allowed = self.pinched(pinch) if pinch else self.allowed
        return Reach(self.width, allowed, start, budget, blocked, slow)

    def pinched(self, pinch: int) -> Allowed:
        """Return the steps that are left when none may pass diagonally between two squares of `pinch`."""
        w = self.width
        n, ne, e, se, s, sw, west, nw = self.allowed
        fall = pinch >> 1 & pinch >> w
        rise = pinch & pinch >> w + 1
        return n, ne & ~(rise << w), e, se & ~fall, s, sw & ~(rise << 1), west, nw & ~(fall << w + 1)

    def footprint(self, anchor: int, size: int, tall: int | None = None) -> int:
        """Return the block `size` wide and `tall` high (or square) whose north-west square is `anchor`.

        It is 0 where the block leaves the open floor or a wall lies between two of its squares.
        """
        high = size if tall is None else tall
        if (size, high) not in self._footprints:
            block = mask_of(y * self.width + x for y in range(high) for x in range(size))
            legal = self._anchors(size, high)
            squares = range(self.width * self.height)
            self._footprints[size, high] = [block << s if legal >> s & 1 else 0 for s in squares]
        return self._footprints[size, high][anchor]

    def placements(self, size: int, free: int, tall: int | None = None) -> int:
        """Return the anchors whose footprint is legal and lies wholly inside `free`."""
        high = size if tall is None else tall
        return self._anchors(size, high) & fits(free, self.width, size, high)

    def anchors_covering(self, square: int, size: int, tall: int | None = None) -> int:
        """Return the anchors whose legal footprint covers `square`."""
        high = size if tall is None else tall
        key = (square, size, high)
        if key not in self._covering:
            x, y = self.xy(square)
            left, top = max(x - size + 1, 0), max(y - high + 1, 0)
            anchors = (v * self.width + u for v in range(top, y + 1) for u in range(left, x + 1))
            self._covering[key] = mask_of(anchors) & self._anchors(size, high)
        return self._covering[key]

    def _anchors(self, size: int, tall: int) -> int:
        key = (size, tall)
        if key not in self._legal_anchors:
            if size < 1 or tall < 1:
                raise ValueError(f"a footprint of {size} x {tall} has no square")
            legal = fits(self.open, self.width, size, tall)
            if size > 1:
                legal &= fits(self._open_east, self.width, size - 1, tall)
            if tall > 1:
                legal &= fits(self._open_south, self.width, size, tall - 1)
            self._legal_anchors[key] = legal
        return self._legal_anchors[key]

    def ray(self, square: int, direction: int, n: int) -> tuple[int, ...]:
        """Return up to `n` squares straight on from `square`, nearest first.

        Walls, solid squares and the end of the floor stop it. ValueError if `direction` is not N, E, S or W.
        """
        if direction not in ORTHOGONAL:
            raise ValueError(f"direction {direction} is not orthogonal")
        step = {N: -self.width, E: 1, S: self.width, W: -1}[direction]
        line = list[int]()
        while len(line) < n and self.allowed[direction] >> square & 1:
            square += step
            line.append(square)
        return tuple(line)
