"""The board of a sheet as geometry: steps, distances, cones, lines of sight. It knows no unit and no turn.

A set of squares is a bit mask. Two linked squares (a staircase) are one: the first of them stands for both.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final

from webgame.engine.masks import Allowed, bits, grow, mask_of
from webgame.systems.guildhaven.box import MapRecord, box
from webgame.systems.guildhaven.lines import MIDDLE, framed, lines

N, NE, E, SE, S, SW, W, NW = range(8)
DX: Final = (0, 1, 1, 1, 0, -1, -1, -1)
DY: Final = (-1, -1, 0, 1, 1, 1, 0, -1)
SIDES: Final = {"north": N, "east": E, "south": S, "west": W}
ORTHOGONAL: Final = (N, E, S, W)
FAR_AWAY: Final = 99


class Board:
    """A board; everything asked of it is computed once."""

    def __init__(self, record: MapRecord) -> None:
        self.record: Final = record
        self.width: Final = record.width
        self.height: Final = record.height
        self.squares: Final = record.width * record.height
        self.everywhere: Final = (1 << self.squares) - 1
        cells = "".join(record.terrain)
        self.walls: Final = self._where(cells, "#w")
        self.windows: Final = self._where(cells, "w")
        self.obstacles: Final = self._where(cells, "o")
        self.drops: Final = self._where(cells, "~")
        linked = [record.cells(key) for key in record.linked_places]
        self.links: Final = {other: group[0] for group in linked for other in group[1:]}
        self._linked: Final = [mask_of(group) for group in linked]
        self._sights: Final[dict[tuple[int, int, bool], bool]] = {}
        self._near: Final[dict[tuple[int, int], int]] = {}
        self._rows: Final[dict[int, tuple[int, int]]] = {}
        self._framed: Final[dict[int, int]] = {}

    @staticmethod
    def _where(cells: str, kinds: str) -> int:
        return mask_of(square for square, kind in enumerate(cells) if kind in kinds)

    # -- squares -----------------------------------------------------------------------------------------

    def xy(self, square: int) -> tuple[int, int]:
        """Return column and row."""
        return square % self.width, square // self.width

    def step(self, square: int, direction: int) -> int:
        """Return the next square in a direction, -1 beyond the edge; walls and links are not heeded."""
        x, y = self.xy(square)
        x, y = x + DX[direction], y + DY[direction]
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else -1

    def cells(self, square: int) -> list[int]:
        """Return the square and what is linked to it."""
        for group in self._linked:
            if group >> square & 1:
                return list(bits(group))
        return [square]

    def joined(self, mask: int) -> int:
        """Return a set with all linked squares of those in it."""
        for group in self._linked:
            if mask & group:
                mask |= group
        return mask

    def plain(self, mask: int) -> int:
        """Return a set with linked squares named by the first of them."""
        for other, first in self.links.items():
            if mask >> other & 1:
                mask = mask & ~(1 << other) | 1 << first
        return mask

    def block(self, square: int, size: int) -> int:
        """Return the squares of a unit of `size` whose north-west square is `square`; 0 if it hangs over."""
        if size == 1:
            return 1 << square
        x, y = self.xy(square)
        if x + size > self.width or y + size > self.height:
            return 0
        return mask_of((y + v) * self.width + x + u for v in range(size) for u in range(size))

    def corners(self, mask: int, size: int) -> int:
        """Return the north-west squares of the blocks of `size` that touch `mask`."""
        if size == 1:
            return mask
        found = 0
        for square in bits(mask):
            x, y = self.xy(square)
            for v in range(max(0, y - size + 1), y + 1):
                for u in range(max(0, x - size + 1), x + 1):
                    found |= 1 << v * self.width + u
        return found

    # -- steps -------------------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> int:
        """The squares that can be walked on: no wall, window, obstacle or drop; of linked ones the first."""
        return self.air & ~(self.obstacles | self.drops)

    @cached_property
    def air(self) -> int:
        """The squares that can be flown over: no wall and no window (GH-18.6); of linked ones the first."""
        return self.everywhere & ~(self.walls | mask_of(self.links))

    @cached_property
    def eight(self) -> Allowed:
        """The squares from which each king's step stays on the board and passes no two walls (GH-18.3)."""
        legal = []
        for direction in range(8):
            mask = 0
            for square in range(self.squares):
                if self.step(square, direction) < 0:
                    continue
                if direction % 2:
                    beside = [self.step(square, (direction + turn) % 8) for turn in (-1, 1)]
                    if all(self.walls >> other & 1 for other in beside):
                        continue
                mask |= 1 << square
            legal.append(mask)
        n, ne, e, se, s, sw, w, nw = legal
        return n, ne, e, se, s, sw, w, nw

    @cached_property
    def four(self) -> Allowed:
        """The same for orthogonal steps alone."""
        n, _, e, _, s, _, w, _ = self.eight
        return n, 0, e, 0, s, 0, w, 0

    def grown(self, mask: int, into: int, allowed: Allowed) -> int:
        """Return the squares of `into` one allowed step from `mask`, linked squares as one."""
        if not self._linked:
            return grow(mask, allowed, self.width) & into
        return self.plain(grow(self.joined(mask), allowed, self.width) & self.joined(into))

    # -- distances (GH-12, GH-14, GH-15) -----------------------------------------------------------------

    @cached_property
    def floors(self) -> list[int]:
        """The floors that linked squares join, each as its squares; none if there are no links (M)."""
        found: list[int] = []
        for square in bits(mask_of([*self.links, *self.links.values()])):
            floor = edge = 1 << square
            while edge:
                edge = grow(edge, self.eight, self.width) & self.air & ~floor
                floor |= edge
            if floor not in found:
                found.append(floor)
        return found

    def _apart(self, a: int, b: int) -> bool:
        """Whether two squares lie on different floors, so that only the stairs lead from one to the other."""
        if not self.links:
            return False
        one, other = ([n for n, floor in enumerate(self.floors) if floor >> at & 1] for at in (a, b))
        return bool(one and other) and one != other

    def distance(self, a: int, b: int) -> int:
        """Return the square distance of two squares, linked squares as one; floors meet only there (M)."""
        best = FAR_AWAY if self._apart(a, b) else self._king(a, b)
        for first in {*self.links.values()}:
            ends = self.cells(first)
            way = sum(min(self._king(at, end) for end in ends if not self._apart(at, end)) for at in (a, b))
            best = min(best, way)
        return best

    def _king(self, a: int, b: int) -> int:
        ax, ay = self.xy(a)
        bx, by = self.xy(b)
        return max(abs(ax - bx), abs(ay - by))

    def near(self, square: int, n: int) -> int:
        """Return the squares within square distance `n`, itself included."""
        if (square, n) not in self._near:
            self._near[square, n] = mask_of(s for s in range(self.squares) if self.distance(square, s) <= n)
        return self._near[square, n]

    def cone(self, square: int, direction: int) -> int:
        """Return the eight squares of a cone: three in the first row, five in the second (GH-15.1)."""
        x, y = self.xy(square)
        dx, dy = DX[direction], DY[direction]
        found = 0
        for row, half in ((1, 1), (2, 2)):
            for aside in range(-half, half + 1):
                u, v = x + dx * row + dy * aside, y + dy * row + dx * aside
                if 0 <= u < self.width and 0 <= v < self.height:
                    found |= 1 << v * self.width + u
        return self.plain(found)

    # -- sight (GH-12) -----------------------------------------------------------------------------------

    def sees(self, a: int, b: int, windows: bool = False) -> bool:
        """Whether two squares see each other; `windows`: they don't block (D)."""
        key = (min(a, b), max(a, b), windows)
        if key not in self._sights:
            walls = self.walls & ~self.windows if windows else self.walls
            self._sights[key] = any(
                self._clear(one, other, walls) for one in self.cells(a) for other in self.cells(b)
            )
        return self._sights[key]

    def seen_from(self, square: int, among: int = -1) -> int:
        """Return all squares (of the mask `among`) that see `square`."""
        known, seen = self._rows.get(square, (0, 0))
        if unknown := self.everywhere & among & ~known:
            seen |= mask_of(other for other in bits(unknown) if self.sees(square, other))
            self._rows[square] = known | unknown, seen
        return seen & among

    def _clear(self, a: int, b: int, walls: int) -> bool:
        (ax, ay), (bx, by) = self.xy(a), self.xy(b)
        if self._king(a, b) <= 1:
            pinched = (
                ax != bx and ay != by and walls >> ay * self.width + bx & walls >> by * self.width + ax & 1
            )
            return not pinched
        if ax == bx or ay == by:
            return not any(walls >> y * self.width + x & 1 for x, y in _between(ax, ay, bx, by))
        if walls not in self._framed:
            self._framed[walls] = framed(walls, self.width, self.height)
        place = (ay + 1) * (self.width + 2) + ax + 1
        here = self._framed[walls] << MIDDLE >> place
        return any(not line & here for line in lines(bx - ax, by - ay, self.width + 2))


def _between(ax: int, ay: int, bx: int, by: int) -> list[tuple[int, int]]:
    n = max(abs(ax - bx), abs(ay - by))
    return [(ax + (bx - ax) * k // n, ay + (by - ay) * k // n) for k in range(1, n)]


@lru_cache(maxsize=64)
def board(sheet: str) -> Board:
    """Return the board of a sheet."""
    return Board(box().sheets[sheet].map)
