"""Tile effects: what happens to a figure that enters squares or ends its activation beside a statue (TE)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, Final

from webgame.engine.decision import Choice, Decision, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits, mask_of
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import costumes, explore, facts, reactions, strolls, traps, wounds
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

SURE: Final = frozenset(("Fly", "Surefoot", "Burrow", "Bulldozer"))  # no ground is difficult to them (AB-3)
GROWTH = 2  # squares around a spawning point with Bramble Growth (GA-15)


def enter(g: Play, fig: Figure, squares: Iterable[int], left: int = 0) -> Generator[Any, Any, bool]:
    """See to all that a figure meets on squares it has newly covered; return whether its move is interrupted.

    `left` are the squares it stood on before the step: a trap is triggered only from outside (TR-5).
    A move is interrupted if the figure was destroyed, put elsewhere or held fast, and for a party member
    also by an explore card (EX-1) and, in its own activation, by a trap.
    """
    s: State = g.state
    new = mask_of(squares)
    lay = layout(s)
    stop = False
    for name, status in strolls.inflicting():
        if new & lay.effects.get(name, 0) and facts.abilities(s, fig).isdisjoint(SURE):
            yield from wounds.inflict(g, fig, status, "TE-2")
    if isinstance(fig, Monster) and reactions.PORTCULLIS in [t.kind for t in s.tokens.values()]:
        yield from reactions.portcullis(g, fig, new, left)
        if s.outcome or gone(s, fig):
            return True
    if s.templates:
        ground = s.dungeon
        stop = yield from _traps(g, fig, new, left)
        traps.close_walls(g)
        if s.outcome or gone(s, fig):
            return True
        stop = stop or s.dungeon != ground
    at = fig.at
    if isinstance(fig, Member) and new & lay.effects.get("Secret Passage", 0):
        new |= yield from _passage(g, fig, new)
        stop = stop or fig.at != at
    if isinstance(fig, Member):
        at = fig.at
        drawn = yield from explore.entered(g, fig, new)
        if s.outcome or fig.at != at:
            return True
        stop = stop or drawn
    if isinstance(fig, Member) and fig.kind == "hero" and new & facts.point_zone(s, "Soporific Cloud"):
        if "Emerald" not in getattr(facts.member_card(fig), "affinity", ()):
            yield from wounds.inflict(g, fig, "Slow", "GA-15")
    if fig.status and facts.granted(s, fig):
        wounds.cure_immune(g, fig)
    if isinstance(fig, Member) and _special(s):
        was = {lay.tile_of[square] for square in bits(left)}
        yield from costumes.entered(g, fig, tuple(sorted(was)))
        slow = {tile for tile in facts.tiles_of(s, fig) if _halved(s, tile)}
        stop = stop or bool(slow - was and fig.id in (s.turn.active, s.turn.pet))
    if fig.status and any(status in fig.status for status in strolls.HALTING):
        return True
    return stop or facts.forbidden(s, fig, "move") is not None


def _special(s: State) -> bool:
    """Whether any tile has Funny Costumes or a Mountain of Gold, or a Hero wears a costume."""
    return any(costumes.SLOT in hero.slots for hero in s.heroes()) or any(
        costumes.dressing(s, tile) or _halved(s, tile) for tile in range(len(s.tiles)) if s.tiles[tile].cards
    )


def _halved(s: State, tile: int) -> bool:
    """Whether models on a tile move at half speed (Mountain of Gold)."""
    return any(e["op"] == "mov_mult" for card in s.tiles[tile].cards for e in box().explore[card].effects)


def gone(s: State, fig: Figure) -> bool:
    """Whether a figure is no longer on the map."""
    return fig.at == OFF or (fig.id not in s.members and fig.id not in s.monsters)


def _traps(g: Play, fig: Figure, new: int, left: int) -> Generator[Any, Any, bool]:
    """Trigger the templates a figure has entered from outside (TR-5)."""
    s: State = g.state
    outside = facts.base(s, fig) & ~new | left
    stop = False
    for template in list(s.templates.values()):
        where = mask_of(template.squares)
        if not where & new or where & outside or template.id not in s.templates:
            continue
        at, hurt = fig.at, fig.wounds
        caught = yield from traps.trigger(g, fig, template)
        if s.outcome or fig.at != at or gone(s, fig):
            return True
        own_move = isinstance(fig, Member) and fig.id in (s.turn.active, s.turn.pet)
        stop = stop or (own_move and caught and (fig.wounds > hurt or "Slow" in fig.status))
    return stop


def _passage(g: Play, fig: Member, new: int) -> Generator[Any, Any, int]:
    """Place a member on another free Secret Passage square if it fits (TE-2); return its new squares."""
    s: State = g.state
    if facts.has(s, fig, "Fly"):
        return 0
    lay = layout(s)
    mine = facts.base(s, fig)
    taken = facts.occupied(s) & ~mine | lay.chasm
    exits: dict[int, int] = {}
    for square in bits(lay.effects["Secret Passage"] & ~mine & ~new):
        for anchor in bits(lay.grid.anchors_covering(square, fig.size)):
            if not facts.block(s, anchor, fig.size) & (taken | mine):
                exits[square] = anchor
                break
    if not exits:
        return 0
    square = next(iter(exits))
    if len(exits) > 1:
        choice: Choice = yield Decision(
            seats=(facts.master_of(s, fig).seat,),
            prompt="ask.passage",
            rule="TE-2",
            groups=(targets("passage", "do.passage", "TE-2", "square", list(exits), fig.id),),
            params={"who": facts.name(fig)},
            about=(fig.id,),
        )
        square = choice.square()
    was, fig.at = fig.at, exits[square]
    g.emit("ev.passage", "TE-2", facts.went(fig.id, was, [fig.at]), who=facts.name(fig))
    return facts.base(s, fig)


# -- what the ground is like ---------------------------------------------------------------------------------


def tentacles(s: State) -> int:
    """Return the squares that Grasping Tentacles make difficult: theirs and all next to them (TR-4)."""
    mask = 0
    for template in s.templates.values() if s.templates else ():
        if traps.makes_difficult(template.trap):
            mask |= layout(s).grid.within(mask_of(template.squares), 1)
    return mask


def growth(s: State, fig: Figure) -> int:
    """Return the squares that Bramble Growth makes difficult for a Hero without Emerald affinity (GA-15)."""
    if fig.kind != "hero" or "Emerald" in box().heroes[fig.card].affinity:
        return 0
    mask = 0
    for point in s.monsters.values():
        if point.kind == "spawning_point" and "Bramble Growth" in facts.printed(point.kind, point.card):
            mask |= layout(s).grid.within(facts.base(s, point), GROWTH)
    return mask


def difficult(s: State, fig: Figure, known: frozenset[str] | None = None) -> int:
    """Return the squares that cost a figure 2 MP (HA-9): none for those of `SURE`.

    `known` are its keywords, if they are at hand.
    """
    if not (facts.abilities(s, fig) if known is None else known).isdisjoint(SURE):
        return 0
    return layout(s).difficult | tentacles(s) | growth(s, fig)


def negative(s: State, fig: Figure, known: frozenset[str] | None = None) -> int:
    """Return the squares whose tile effect is negative for a figure (TE-2, SU-13)."""
    if not (facts.abilities(s, fig) if known is None else known).isdisjoint(SURE):
        return 0
    return layout(s).negative | tentacles(s)


# -- the end of an activation --------------------------------------------------------------------------------


def end_of_activation(g: Play, fig: Figure) -> Generator[Any, Any, None]:
    """What the place does to a figure whose activation ends: Dancing Light, Goddess.

    For monsters that is the end of the Consul turn (TE-5).
    """
    s: State = g.state
    if gone(s, fig):
        return
    if isinstance(fig, Member) and fig.kind == "hero" and s.templates:
        yield from traps.dancing_light(g, fig)
        if s.outcome or fig.at == OFF:
            return
    statues = layout(s).effects.get("Goddess", 0)
    if (
        fig.wounds
        and statues
        and fig.kind in facts.BLESSED
        and layout(s).beside(facts.base(s, fig)) & statues
    ):
        if isinstance(fig, Member) and facts.has(s, fig, "Fury"):  # only then it may want to keep its wounds
            choice: Choice = yield Decision(
                seats=(facts.master_of(s, fig).seat,),
                prompt="ask.goddess",
                rule="TE-2",
                groups=(
                    button("heal", "do.goddess", "TE-2", fig.id, tone="help"),
                    button("skip", "do.skip", "TE-2", fig.id, tone="end"),
                ),
                params={"who": facts.name(fig)},
                about=(fig.id,),
            )
            if choice.group == "skip":
                return
        wounds.unwound(g, fig, 1, "TE-2")
