"""What a figure sees, how far it goes and aims from where it stands (HA-5, HA-13, LR-3)."""

from __future__ import annotations

from typing import Any

from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, walk
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

Lines = list[dict[str, Any]]


def outlook(s: State, id: str) -> dict[str, Any]:
    """Return the zones of a figure: where it can move, what it can aim at from here, what else it sees.

    A member in its activation moves with the points it has left, everybody else as far as it goes in a
    whole turn. Each square stands in one zone only, the first that it belongs to.
    """
    if id not in s.members and id not in s.monsters:
        return {"lines": []}
    fig = s.figure(id)
    if fig.at == OFF:
        return {"lines": []}
    lay = layout(s)
    own = facts.base(s, fig)
    row = facts.sight(s, fig)
    seen = own
    for square in bits(own):
        seen |= row.row(square, lay.grid.floor)
    far = _range(s, fig)
    aimed = lay.grid.within(own, facts.fogged(s, fig, far)) & seen & ~own if far else 0
    steps = _steps(s, fig)
    ground = 0
    for anchor in bits(walk.ways(s, fig, steps).anchors) if steps else ():
        ground |= lay.grid.footprint(anchor, fig.size)
    ground &= ~own
    who = facts.name(fig)
    lines: Lines = [
        {"key": "q.moves", "params": {"who": who, "n": steps}, "rule": "HA-5"},
        {"key": "q.aims", "params": {"who": who, "n": far}, "rule": "HA-13"},
        {"key": "q.sees", "params": {"who": who}, "rule": "LR-3"},
    ]
    zones = [
        {"name": "l.zone_move", "tone": "move", "squares": list(bits(ground))},
        {"name": "l.zone_aim", "tone": "attack", "squares": list(bits(aimed))},
        {"name": "l.zone_sight", "tone": "plain", "squares": list(bits(seen & ~aimed & ~own))},
    ]
    return {"lines": lines, "zones": zones}


def _range(s: State, fig: Figure) -> int:
    """Return the longest range of a figure's basic attacks, in squares."""
    if isinstance(fig, Monster):
        return facts.clear_reach(s, fig)
    if not isinstance(fig, Member):
        raise TypeError(f"{fig.id} is neither monster nor member")
    return max((squares for _, squares in facts.basic_attacks(s, fig).values()), default=0)


def _steps(s: State, fig: Figure) -> int:
    """Return the movement points that a figure has."""
    acts = s.turn.side == "heroes" and fig.id in (s.turn.active, s.turn.pet)
    return facts.mp_left(s, fig) if acts and isinstance(fig, Member) else facts.movement(s, fig)


def dangers(s: State, member: Member, path: list[int]) -> dict[str, Any]:
    """Return the squares of a path that are bad for a member and a line that names what lies there (MV-6)."""
    bad = walk.hazards(s, member)
    squares = [square for square in path if bad >> square & 1]
    if not squares:
        return {}
    lay = layout(s)
    names: list[str] = []
    for square in squares:
        names += [
            name
            for name, mask in sorted(lay.effects.items())
            if mask >> square & 1 and box().effects[name].sign == "negative"
        ]
        names += [trap.trap for trap in s.templates.values() if square in trap.squares]
    line = {"key": "q.dangers", "params": {"what": list(dict.fromkeys(names))}, "rule": "TE-2"}
    return {"dangers": squares, "line": line}
