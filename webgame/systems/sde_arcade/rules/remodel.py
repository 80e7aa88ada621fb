"""Explore cards that change the dungeon: Hidden Lever, Secret Passage, Ghost Well (EX-14, SU-5)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.sde_arcade import dungeon
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import equipment, facts
from webgame.systems.sde_arcade.state import OFF, Figure, Member, State

Steps = Generator[Any, Any, None]


def haunt(g: Play, tile: int) -> None:
    """Walls and structures of a tile stop nobody's way nor sight from now on (Ghost Well, EX-3)."""
    s: State = g.state
    found = dungeon.changes(s.dungeon).get("haunted", [])
    s.dungeon = dungeon.changed(s.dungeon, "haunted", sorted({*found, tile}))
    g.emit("ev.haunted", "EX-3", what=_tile_name(s, tile))


def _tile_name(s: State, tile: int) -> str:
    return box().tiles[s.tiles[tile].side].name


# -- Secret Passage ------------------------------------------------------------------------------------------


def passages(g: Play, tile: int) -> Steps:
    """Let the players put a passage token on this tile and one on any other (TE-2); they stay for good."""
    s: State = g.state
    for here in (True, False):
        squares = [
            square
            for number in range(len(s.tiles))
            if (number == tile) == here
            for square in bits(_plain(s, number))
        ]
        if not squares:
            g.emit("ev.card_idle", "TE-2", what=dungeon.PASSAGE)
            return
        choice: Choice = yield Decision(
            seats=equipment.hero_seats(s),
            prompt="ask.passage_here" if here else "ask.passage_there",
            rule="TE-2",
            mode="any",
            groups=(targets("token", "do.passage_token", "TE-2", "square", squares),),
        )
        found = dungeon.changes(s.dungeon).get("passage", [])
        s.dungeon = dungeon.changed(s.dungeon, "passage", [*found, choice.square()])
        g.emit("ev.passage_token", "TE-2", what=_tile_name(s, tile if here else _tile_of(s, choice.square())))


def _tile_of(s: State, square: int) -> int:
    return layout(s).tile_of[square]


def _plain(s: State, tile: int) -> int:
    """Return the open squares of a tile without figure or chest (MP-2)."""
    lay = layout(s)
    mask = lay.tiles[tile] & lay.grid.open & ~facts.occupied(s)
    for squares in lay.effects.values():
        mask &= ~squares
    return mask


# -- Hidden Lever --------------------------------------------------------------------------------------------


def rotate(g: Play, tile: int, degrees: int) -> Steps:
    """Turn a tile clockwise with all that stands and lies on it.

    It is turned on by 90 degrees while a tile would be cut off from the others, as at set-up (SU-5); a figure
    that stands on two tiles, or can't stand where it is now, goes to the nearest square where it can (HA-8).
    """
    from webgame.systems.sde_arcade.rules import spawn

    s: State = g.state
    here = s.tiles[tile]
    quarters = degrees // 90
    before = here.turn
    for turns in range(quarters, quarters + 4):
        here.turn = (before + turns) % 4
        if turns % 4 and len(dungeon.joined(s.tiles)) == len(s.tiles):
            quarters = turns
            break
    else:
        here.turn = before
        g.emit("ev.card_idle", "SU-5", what="Hidden Lever")
        return
    old = layout(s)
    turned = _turner(s, tile, quarters % 4)
    figures: list[Figure] = [*s.members.values(), *s.monsters.values()]
    riding = [f for f in figures if f.at != OFF and not facts.base(s, f) & ~old.tiles[tile]]
    for fig in riding:
        fig.at = min(turned(square) for square in bits(facts.base(s, fig)))
    for token in s.tokens.values():
        token.at = turned(token.at)
    for template in s.templates.values():
        template.squares = sorted(turned(square) for square in template.squares)
    for fallen in s.turn.fallen:
        fallen[0] = turned(fallen[0])
    for drop in s.turn.drops:
        drop[1:] = [turned(square) if isinstance(square, int) else square for square in drop[1:]]
    for member in s.members.values():
        if member.began_at != OFF:
            began = facts.block(s, member.began_at, member.size)
            if not began & ~old.tiles[tile]:
                member.began_at = min(turned(square) for square in bits(began))
    found = dungeon.changes(s.dungeon)
    s.dungeon = dungeon.key(s.tiles)
    for kind, numbers in found.items():
        squares = kind == "passage" or kind.startswith("wall.")
        s.dungeon = dungeon.changed(
            s.dungeon, kind, [turned(number) for number in numbers] if squares else numbers
        )
    show = {"type": "banner", "tone": "neutral"}
    g.emit("ev.tile_turns", "SU-5", show, what=_tile_name(s, tile), n=90 * quarters)
    for fig in figures:
        if fig.at != OFF and not _stands(s, fig):
            at, fig.at = fig.at, OFF
            if not spawn.place_near(g, fig, at):
                raise RuntimeError("there is no free square on the whole map")
            g.emit("ev.placed", "HA-8", facts.went(fig.id, at, [fig.at]), who=facts.name(fig))
    yield from _arrive(g, [f for f in figures if isinstance(f, Member) and f not in riding])


def _arrive(g: Play, members: list[Member]) -> Steps:
    """Members that were put elsewhere may have come to a new tile (EX-4)."""
    from webgame.systems.sde_arcade.rules import explore

    for member in members:
        if member.at != OFF and not g.state.outcome:
            yield from explore.entered(g, member, facts.base(g.state, member))


def _turner(s: State, tile: int, quarters: int) -> Callable[[int], int]:
    """Return where a square of the tile comes to lie; squares of other tiles stay."""
    here, lay = s.tiles[tile], layout(s)

    def turned(square: int) -> int:
        if square < 0 or not lay.tiles[tile] >> square & 1:
            return square
        y, x = divmod(square, s.width)
        x, y = x - here.x, y - here.y
        for _ in range(quarters):
            x, y = lay.size - 1 - y, x
        return (here.y + y) * s.width + here.x + x

    return turned


def _stands(s: State, fig: Figure) -> bool:
    """Whether a figure may stand where it is, alone: on floor, across no wall (HA-8)."""
    lay = layout(s)
    others = facts.chests(s) | facts.bodies(
        s, [f for f in (*s.members.values(), *s.monsters.values()) if f is not fig]
    )
    mine = facts.base(s, fig)
    if mine & others or mine & ~lay.grid.floor:
        return False
    grid = lay.grid.ignoring_solids()
    return fig.size == 1 or bool(grid.placements(fig.size, lay.grid.floor) >> fig.at & 1)
