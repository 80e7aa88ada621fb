"""Area effects: the squares that Wave, Aura, Cross, Lance, Sweep and Burst cover, and who is in them (AE)."""

from __future__ import annotations

from typing import NamedTuple

from webgame.engine.decision import Target
from webgame.engine.masks import bits
from webgame.engine.squares import ORTHOGONAL, E, N, S, W
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import aiming, facts
from webgame.systems.sde_arcade.state import Figure, State

DIRECTIONS = {N: "l.north", E: "l.east", S: "l.south", W: "l.west"}


class Spot(NamedTuple):
    """One way to lay an area: `id` names it among the choices, `on` says what it is ("": there is no choice).

    Lances and Bursts are named by a square (the first one; the centre), Sweeps by their direction.
    """

    id: Target
    squares: int
    on: str = ""
    target: str = ""  # the figure a Burst is aimed at

    def list(self) -> list[int]:
        """Return the squares in order."""
        return [*bits(self.squares)]


def shape(area: str) -> tuple[str, int]:
    """Return the name and the number of an area such as 'Wave 3'."""
    name, _, number = area.rpartition(" ")
    return name, int(number)


def seen(s: State, user: Figure, among: int) -> int:
    """Return those of some squares that a figure sees; an area affects no others (AE-1)."""
    sight = facts.sight(s, user)
    mask = 0
    for square in bits(facts.base(s, user)):
        mask |= sight.row(square, among)
    return mask


def spots(
    s: State,
    user: Figure,
    area: str,
    squares: int = 0,
    *,
    augment: bool = False,
    dangerous: bool = False,
    offensive: bool = True,
    sight: bool = True,
) -> list[Spot]:
    """Return all ways to lay an area; `squares` is the printed range, which only a Burst has (AE-3)."""
    name, size = shape(area)
    if name in ("Wave", "Aura"):
        base = facts.base(s, user)
        return [Spot("", seen(s, user, layout(s).grid.within(base, size) & _met(s)) | base)]
    if name == "Cross":
        return [Spot("", seen(s, user, _cross(s, user, size)) | facts.base(s, user))]
    if name == "Lance":
        return _lances(s, user, size)
    if name == "Sweep":
        return _sweeps(s, user, size)
    if name == "Burst":
        aimed = [f for f in pool(s, user, augment=augment, dangerous=dangerous) if f is not user]
        sights = aiming.Aiming(s, user, squares, offensive=offensive, sight=sight)
        return [spot for fig in aimed if sights.hits(fig) for spot in _bursts(s, fig, size)]
    raise NotImplementedError(f"area {area!r} is not supported")


def _met(s: State) -> int:
    """Return what an area can cover: open squares, and structures that somebody stands on (LR-6)."""
    grid = layout(s).grid
    return grid.open | grid.solid & facts.occupied(s) if grid.solid else grid.open


def _line(s: State, square: int, direction: int, size: int, met: int) -> list[int]:
    """Return the squares straight on; a structure is the last one where somebody stands on it (LR-6)."""
    grid = layout(s).grid
    line = [*grid.ray(square, direction, size)]
    if len(line) < size and met & grid.solid:
        last = line[-1] if line else square
        beyond = last + {N: -grid.width, E: 1, S: grid.width, W: -1}[direction]
        if beyond >= 0 and grid.solid & met & grid.within(1 << last, 1) & 1 << beyond:
            line.append(beyond)
    return line


def _cross(s: State, user: Figure, size: int) -> int:
    """Return the squares straight up, down, left and right of the base."""
    mask, met = 0, _met(s)
    for square in bits(facts.base(s, user)):
        for direction in ORTHOGONAL:
            for reached in _line(s, square, direction, size, met):
                mask |= 1 << reached
    return mask


def _lances(s: State, user: Figure, size: int) -> list[Spot]:
    """Return the straight lines that start next to the base; walls and structures stop them (AE-7)."""
    base, met = facts.base(s, user), _met(s)
    found = []
    for direction in ORTHOGONAL:
        for square in bits(base):
            line = _line(s, square, direction, size, met)
            if line and not base >> line[0] & 1:
                found.append(Spot(line[0], sum(1 << reached for reached in line), "square"))
    return found


def _sweeps(s: State, user: Figure, size: int) -> list[Spot]:
    """Return the strips before each side of the base, one square wider at each end (AE-4, AE-7)."""
    grid = layout(s).grid
    base, met = facts.base(s, user), _met(s)
    near = grid.within(base, 1) & met & ~base
    left, top = grid.xy(user.at)
    across = range(-1, user.size + 1) if s.options["sweep_width"] == "ends" else range(user.size)
    sides = {
        N: [(left + i, top - 1) for i in across],
        E: [(left + user.size, top + i) for i in across],
        S: [(left + i, top + user.size) for i in across],
        W: [(left - 1, top + i) for i in across],
    }
    found = []
    for direction, front in sides.items():
        mask = 0
        for x, y in front:
            if 0 <= x < grid.width and 0 <= y < grid.height:
                square = grid.square(x, y)
                if near >> square & 1:
                    mask |= 1 << square
                    if not grid.solid >> square & 1:
                        for reached in _line(s, square, direction, size - 1, met):
                            mask |= 1 << reached
        if mask := seen(s, user, mask):
            found.append(Spot(DIRECTIONS[direction], mask, "value"))
    return found


def _bursts(s: State, target: Figure, size: int) -> list[Spot]:
    """Return the bursts centred on a target; of a large one any square may be the centre (AE-4)."""
    lay = layout(s)
    base, met = facts.base(s, target), _met(s)
    return [
        Spot(
            centre,
            lay.sight.row(centre, lay.grid.within(1 << centre, size) & met) | base,
            "square",
            target.id,
        )
        for centre in bits(base)
    ]


def pool(s: State, user: Figure, *, augment: bool, dangerous: bool) -> list[Figure]:
    """Return whom an action can affect at all: enemies; Augment: friends; Dangerous: both (HA-12)."""
    if augment:
        return facts.friends(s, user)
    if dangerous:
        return [*facts.friends(s, user), *facts.enemies(s, user)]
    return facts.enemies(s, user)


def affected(
    s: State, user: Figure, spot: Spot, *, augment: bool = False, dangerous: bool = False
) -> list[Figure]:
    """Return the figures inside an area that the action affects, all at the same moment (AE-1, AE-2)."""
    return facts.standing_on(s, pool(s, user, augment=augment, dangerous=dangerous), spot.squares)
