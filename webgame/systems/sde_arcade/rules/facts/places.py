"""Where figures stand: bases, tiles, distances (MP-7, MP-8, LR-1, LR-6)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from webgame.engine.masks import bits
from webgame.systems.sde_arcade.dungeon import layout, layout_of
from webgame.systems.sde_arcade.state import OFF, Figure, State


def base(s: State, fig: Figure) -> int:
    """Return the squares under a figure (MP-8), 0 off the map."""
    if fig.at == OFF:
        return 0
    return 1 << fig.at if fig.size == 1 else block(s, fig.at, fig.size)


def went(id: str, was: int, path: list[int]) -> dict[str, Any]:
    """Return how an event shows that something went from a square (OFF: from off the map) along a path."""
    show = {"type": "move", "piece": id, "path": list(path)}
    return show if was == OFF else show | {"from": was}


def block(s: State, at: int, size: int) -> int:
    """Return the mask of a base of `size` with its top-left square at `at`."""
    return _block(s.width, size) << at


@cache
def _block(width: int, size: int) -> int:
    """Return the mask of a base in the corner of a board."""
    mask = row = (1 << size) - 1
    for _ in range(size - 1):
        row <<= width
        mask |= row
    return mask


def bodies(s: State, figures: Iterable[Figure]) -> int:
    """Return the squares under several figures."""
    mask = 0
    for fig in figures:
        if fig.at != OFF:
            mask |= 1 << fig.at if fig.size == 1 else block(s, fig.at, fig.size)
    return mask


def standing_on(s: State, figures: Iterable[Figure], mask: int) -> list[Figure]:
    """Return those of some figures that have a square of `mask` under them."""
    return [
        fig
        for fig in figures
        if fig.at != OFF and (mask >> fig.at & 1 if fig.size == 1 else mask & block(s, fig.at, fig.size))
    ]


def occupied(s: State) -> int:
    """Return the squares that figures and chests stand on (SU-16)."""
    return chests(s) | bodies(s, s.members.values()) | bodies(s, s.monsters.values())


def crowd(s: State) -> tuple[int, int, int]:
    """Return the squares under the party with its friends, under other monsters, under spawning points."""
    party = monsters = points = 0
    for member in s.members.values():
        if member.at != OFF:
            party |= 1 << member.at if member.size == 1 else block(s, member.at, member.size)
    for monster in s.monsters.values():
        if monster.at != OFF:
            mask = 1 << monster.at if monster.size == 1 else block(s, monster.at, monster.size)
            if monster.friend:
                party |= mask
            elif monster.kind == "spawning_point":
                points |= mask
            else:
                monsters |= mask
    return party, monsters, points


def chests(s: State) -> int:
    """Return the squares of treasure chests."""
    mask = 0
    for token in s.tokens.values():
        if token.kind == "chest":
            mask |= 1 << token.at
    return mask


def spread(s: State, mask: int, size: int) -> int:
    """Return the anchors of a base of `size` that covers a square of `mask`."""
    if size == 1:
        return mask
    found = 0
    for down in range(size):
        for right in range(size):
            found |= mask >> (down * s.width + right)
    return found


def near(s: State, a: Figure, b: Figure, squares: int) -> bool:
    """Whether two figures are within `squares` of each other (LR-6)."""
    if a is b:
        return True
    return bool(layout(s).grid.within(base(s, a), squares) & base(s, b))


def distance(s: State, a: Figure, b: Figure) -> int | None:
    """Return the range between two figures, None if there is no way (LR-6)."""
    return layout(s).grid.distance(base(s, a), base(s, b))


def adjacent(s: State, a: Figure, b: Figure) -> bool:
    """Whether two figures are adjacent (LR-1)."""
    return near(s, a, b, 1)


def tiles_of(s: State, fig: Figure) -> tuple[int, ...]:
    """Return the tiles a figure stands on, in order (MP-7)."""
    if fig.at == OFF:
        return ()
    if fig.size == 1:
        return (layout(s).tile_of[fig.at],)
    return _tiles_under(s.dungeon, base(s, fig))


@lru_cache(maxsize=4096)
def _tiles_under(dungeon: str, mask: int) -> tuple[int, ...]:
    """Return the tiles of some squares, in order."""
    where = layout_of(dungeon).tile_of
    return tuple(sorted({where[square] for square in bits(mask)}))


def on_tile(s: State, fig: Figure, tile: int) -> bool:
    """Whether a figure is on a tile."""
    return tile in tiles_of(s, fig)
