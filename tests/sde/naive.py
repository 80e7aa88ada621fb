"""Movement and sight a second time, from the rulebook alone: slow in thought, nothing shared with the engine.

It knows squares as pairs and walls as lines, takes a step after the other and draws every line of sight. The
totals of all squares of each tile side stand in counts.txt: `python -m tests.sde.naive --renew` counts anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

from webgame.systems.sde_arcade.cards import box

Square = tuple[int, int]
Line = tuple[int, int, int, int]  # x1, y1, x2, y2 with x1 <= x2 and y1 <= y2

COUNTS = Path(__file__).parent / "counts.txt"
SIDES = [side.id for side in box().tiles.values() if side.tile]
# Doorways that meet, and doorways that do not (2A has none in the west).
PAIRS = ["1A 1B", "2B 3B", "4A 6B", "3A 2A"]
MOST = 12  # movement points
FAR = 10  # columns within which sight is tried
STRUCTURES, CHASM, DIFFICULT, PASSAGE = "shng", "c", "brl", "p"
FRONT = {"N": (0, 0, 1, 0), "S": (0, 1, 1, 1), "W": (0, 0, 0, 1), "E": (1, 0, 1, 1)}
BEYOND = {"N": (0, -1), "S": (0, 1), "W": (-1, 0), "E": (1, 0)}
POINTS = (2, 11, 20, 29, 38)  # 0.05, 0.275, 0.5, 0.725, 0.95 of a square of forty units (LR-5)
UNIT = 40
ROW, UPRIGHT = 64, 2048  # in a set of lines: bits from a line to that in the south of it, to the upright ones


class Naive:
    """Tile sides in a row from west to east, as printed, and nothing else: "1A", "1A 1B"."""

    def __init__(self, sides: str) -> None:
        self.code: dict[Square, str] = {}
        self.walls: set[Line] = set()
        for number, side in enumerate(sides.split()):
            printed, left = box().tiles[side], 11 * number
            for y, row in enumerate(printed.rows):
                self.code |= {(left + x, y): c for x, c in enumerate(row) if c != "#"}
            self.walls |= {front(left + x, y, name) for x, y, name in printed.walls}
        self.structures = {at for at, c in self.code.items() if c in STRUCTURES}
        for x, y in self.code:
            for name, (dx, dy) in BEYOND.items():
                beyond = (x + dx, y + dy)
                other_tile = beyond[0] // 11 != x // 11
                joined = self.code.get(beyond) == self.code[x, y] == "D"
                if beyond not in self.code or (other_tile and not joined):  # MP-4, MP-5
                    self.walls.add(front(x, y, name))
        self.corners = {p for x1, y1, x2, y2 in self.walls for p in ((x1, y1), (x2, y2))}
        self.closed = 0  # the walls and the sides of structures, as `edge` numbers them
        for line in self.walls | {front(x, y, name) for x, y in self.structures for name in FRONT}:
            self.closed |= edge(line)
        self.near = {at: {b for b in around(at) if self.step(at, b)} for at in self.code}
        difficult = {at for at, c in self.code.items() if c in DIFFICULT}
        chasm = {at for at, c in self.code.items() if c == CHASM}
        self.ways = {at: (near - difficult - chasm, near & difficult) for at, near in self.near.items()}

    @property
    def stands(self) -> list[Square]:
        """The squares that a figure may stand on."""
        return sorted(at for at, c in self.code.items() if c not in STRUCTURES + CHASM)

    def step(self, a: Square, b: Square) -> bool:
        """Whether a step to a square beside `a` is legal (LR-1, LR-7, MP-3)."""
        if b not in self.code or b in self.structures:
            return False
        (ax, ay), (bx, by) = a, b
        if ax == bx or ay == by:
            x, y = max(ax, bx), max(ay, by)
            between = (x, y, x, y + 1) if ay == by else (x, y, x + 1, y)
            return between not in self.walls
        beside = {(ax, by), (bx, ay)}
        return (max(ax, bx), max(ay, by)) not in self.corners and not beside & self.structures

    def reached(self, start: Square) -> list[set[Square]]:
        """Return the squares where 0, 1, 2 ... MP can end: a square costs 1, or 2 if difficult (HA-5, HA-9).

        A Secret Passage is no way through (TE-2).
        """
        new: list[set[Square]] = [{start}]  # that cost so much and no less
        known = [{start}]
        for points in range(1, MOST + 1):
            found: set[Square] = set()
            for cost in (1, 2):
                for at in new[points - cost] if points >= cost else ():
                    if at == start or self.code[at] != PASSAGE:
                        found |= self.ways[at][cost - 1]
            new.append(found - known[-1])
            known.append(known[-1] | found)
        return [squares - {start} for squares in known]

    def sees(self, a: Square, b: Square) -> bool:
        """Whether a step leads there or a line between points of both squares is free (LR-3 to LR-5)."""
        if a == b or b in self.near[a]:
            return True
        (ax, ay), (bx, by) = sorted((a, b))  # nothing is seen one way only
        here = self.closed >> (min(ay, by) * ROW + ax)
        return any(not line & here for line in lines(bx - ax, by - ay))

    def seen(self) -> dict[Square, set[Square]]:
        """Return what is seen from each square; beyond FAR columns nothing is looked at."""
        squares = sorted(set(self.code) - self.structures)
        found: dict[Square, set[Square]] = {at: set() for at in squares}
        for number, a in enumerate(squares):
            for b in squares[number:]:
                if b[0] - a[0] <= FAR and self.sees(a, b):
                    found[a].add(b)
                    found[b].add(a)
        return found


def front(x: int, y: int, name: str) -> Line:
    """Return the line on a side of a square."""
    x1, y1, x2, y2 = FRONT[name]
    return x + x1, y + y1, x + x2, y + y2


def around(at: Square) -> list[Square]:
    """Return the eight squares around one."""
    x, y = at
    return [(x + dx, y + dy) for dx, dy in product((-1, 0, 1), repeat=2) if dx or dy]


def edge(line: Line) -> int:
    """Return a line as long as a square as a bit: the next to the east is the next bit."""
    x1, y1, x2, _ = line
    return 1 << (y1 * ROW + x1 + (UPRIGHT if x1 == x2 else 0))


@cache
def lines(dx: int, dy: int) -> list[int]:
    """Return all lines from the points of a square to those of the one `dx` east and `dy` south of it.

    A line is the set of all sides of squares that it touches, the ends of these sides included.
    """
    down = max(0, -dy)  # no number may be negative
    found = set()
    for px, py, qx, qy in product(POINTS, repeat=4):
        p, q = (px, py + down * UNIT), (dx * UNIT + qx, (dy + down) * UNIT + qy)
        touched = 0
        for at, where in crossings(p, q):  # it meets the line x = at
            for y in where:
                touched |= edge((at, y, at, y + 1))
        for at, where in crossings(p[::-1], q[::-1]):  # it meets the line y = at
            for x in where:
                touched |= edge((x, at, x + 1, at))
        found.add(touched)
    return sorted(found, key=int.bit_count)


def crossings(p: Square, q: Square) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each x (in squares) at which the line from p to q leaves a column, and the rows it touches there.

    These are two rows if it goes through a corner exactly. No point lies on the border of a square.
    """
    (px, py), (qx, qy) = min(p, q), max(p, q)
    for x in range(px // UNIT + 1, qx // UNIT + 1):
        # y = py + (qy - py) * (x * UNIT - px) / (qx - px), in units
        height = py * (qx - px) + (qy - py) * (x * UNIT - px)
        row, rest = divmod(height, UNIT * (qx - px))
        yield x, (row,) if rest else (row - 1, row)


def counts(sides: str) -> str:
    """Return the line of counts.txt: squares reached with 1 to 12 MP, then squares seen, summed over all."""
    naive = Naive(sides)
    reached = [naive.reached(at) for at in naive.stands]
    totals = [sum(len(each[points]) for each in reached) for points in range(1, MOST + 1)]
    return " ".join(map(str, [f"{sides:5}", *totals, "sees", sum(map(len, naive.seen().values()))]))


def page() -> str:
    """Return counts.txt."""
    return "\n".join(counts(sides) for sides in SIDES + PAIRS) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] != ["--renew"]:
        sys.exit("Usage: python -m tests.sde.naive --renew")
    COUNTS.write_text(page(), encoding="utf-8")
