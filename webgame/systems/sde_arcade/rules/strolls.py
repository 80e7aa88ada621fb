"""Ways on which nothing can happen: a figure comes to their end as if it had been put there at once.

What `walk` and `terrain.enter` look at square by square is looked at here for the whole way. Where a way is
said to be quiet, `enter` would change nothing on any of its squares and halt nobody; what is not sure is not
said.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout, layout_of
from webgame.systems.sde_arcade.rules import costumes, facts, reactions
from webgame.systems.sde_arcade.state import Figure, Member, State

HALTING: Final = ("Knockdown", "Immobile")  # a figure that suffers these on its way goes no farther


@cache
def inflicting() -> tuple[tuple[str, str], ...]:
    """Return the tile effects that cause a status effect in whoever enters: Brambles, Lava (TE-2)."""
    return tuple(
        (name, step["status"])
        for name, effect in box().effects.items()
        for step in effect.effects
        if step["op"] == "inflict" and step.get("when") == "enter"
    )


@lru_cache(maxsize=64)
def lively(dungeon: str) -> int:
    """Return the squares with a tile effect that acts on who enters."""
    effects = layout_of(dungeon).effects
    mask = effects.get("Secret Passage", 0)
    for name, _ in inflicting():
        mask |= effects.get(name, 0)
    return mask


def quiet(s: State, fig: Figure, way: int) -> bool:
    """Whether nothing happens to a figure that counts these squares, one after the other."""
    for _ in range(fig.size - 1):  # a large figure may cover any square beside its way
        way |= way << 1 | way >> 1
        way |= way << s.width | way >> s.width
    if s.templates or fig.lasting or way & lively(s.dungeon):
        return False
    for tile, mask in zip(s.tiles, layout(s).tiles, strict=True):
        if mask & way and not tile.explored:
            return False
        if tile.cards and (fig.status or isinstance(fig, Member)):  # they cure who enters, slow, dress
            return False
    if fig.status and not set(HALTING).isdisjoint(fig.status):
        return False
    if not isinstance(fig, Member):
        return not any(token.kind == reactions.PORTCULLIS for token in s.tokens.values())
    if fig.kind == "hero" and way & facts.point_zone(s, "Soporific Cloud"):
        return False
    return not any(costumes.SLOT in member.slots for member in s.members.values())
