"""Set-up by hand as greedy does it: a straight dungeon with few hindrances, monsters far away (SU-6)."""

from __future__ import annotations

from webgame.engine.decision import Decision, Target
from webgame.systems.sde_arcade import dungeon
from webgame.systems.sde_arcade.bots.offers import Offered, pick
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import building, facts, populate
from webgame.systems.sde_arcade.state import State


def tile(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Take the side with the fewest squares of negative effects."""
    bad = [effect.code for effect in box().effects.values() if effect.sign == "negative"]

    def value(target: Target) -> float:
        rows = "".join(box().tiles[building.side_of(str(target))].rows)
        return -float(sum(rows.count(code) for code in bad))

    return pick(found[0], value)


def join(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Put it to the last tile, straight on if it can be."""
    doorways = building.doorways(s)
    cells = list(dungeon.cells_of(s.tiles))

    def value(target: Target) -> float:
        cell, way = doorways[int(target)]
        before = dungeon.beyond(cell, dungeon.OPPOSITE[way])
        return cells.index(cell) + 0.5 * (before in cells)

    return pick(found[0], value)


def start(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Begin where the engine would."""
    return f"start>{populate.best_start(s, populate.start_squares(s))}"


def chest(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Place the chest out of the way."""
    point = s.monsters[decision.about[0]]
    return f"chest>{populate.good_chest_squares(s, point, populate.chest_squares(s, point))[0]}"


def monster(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Put the next monster as far from the Heroes as it may be."""
    group = next(g for g in found if g.on == "square")
    heroes = facts.bodies(s, s.heroes())
    return pick(group, lambda at: layout(s).grid.distance(1 << int(at), heroes) or 0)
