"""Line of sight between figures (LR-3, LR-4, AB-3)."""

from __future__ import annotations

from functools import lru_cache

from webgame.engine.sight import Sight
from webgame.engine.squares import Grid
from webgame.systems.sde_arcade.dungeon import WALL, layout, layout_of
from webgame.systems.sde_arcade.rules.facts.figures import printed
from webgame.systems.sde_arcade.rules.facts.keywords import senses
from webgame.systems.sde_arcade.rules.facts.places import base
from webgame.systems.sde_arcade.state import OFF, Figure, Member, State


@lru_cache(maxsize=64)
def _sight_over(dungeon: str) -> Sight:
    """Return the sight of those that fly: over structures, yet not over a Stone Wall."""
    lay = layout_of(dungeon)
    grid, stone = lay.grid, lay.effects.get(WALL, 0)
    if stone:
        return Sight(Grid(grid.width, grid.height, grid.floor, grid.walls, stone))
    return Sight(grid.ignoring_solids())


@lru_cache(maxsize=64)
def _sight_through(dungeon: str, flies: bool) -> Sight:
    grid = layout_of(dungeon).grid
    grid = grid.without_walls(grid.floor)
    return Sight(grid.ignoring_solids() if flies else grid)


def _ghostly(s: State, fig: Figure) -> bool:
    """Whether walls don't block a figure's sight (AB-3 Ghost)."""
    may = "Ghost" in printed(fig.kind, fig.card) or (isinstance(fig, Member) and (fig.slots or fig.lasting))
    return bool(may) and senses(s, fig, "Ghost")


def sight(s: State, fig: Figure) -> Sight:
    """Return the sight of a figure: no structure blocks that of one that flies, no wall a ghost's (AB-3)."""
    lay = layout(s)
    flies = bool(lay.grid.solid) and senses(s, fig, "Fly")
    if _ghostly(s, fig):
        return _sight_through(s.dungeon, flies)
    return _sight_over(s.dungeon) if flies else lay.sight


def sees(s: State, a: Figure, b: Figure) -> bool:
    """Whether `a` has line of sight to `b` (LR-3, LR-4)."""
    if a is b:
        return True
    plain = layout(s).sight
    if a.size == b.size == 1 and OFF not in (a.at, b.at):
        if plain.sees(a.at, b.at):
            return True
    elif plain.sees_any(base(s, a), base(s, b)):
        return True
    own = sight(s, a)
    return own is not plain and own.sees_any(base(s, a), base(s, b))
