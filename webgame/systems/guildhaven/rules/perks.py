"""What lasts on the hero: perks and Neural Chips, asked for by key (GH-3.4, GH-5.4, GH-24.4)."""

from __future__ import annotations

from collections.abc import Iterator

from webgame.systems.guildhaven.box import Step, box
from webgame.systems.guildhaven.state import Hero


def passives(hero: Hero) -> Iterator[Step]:
    """Yield the passive effects of the hero's perks and equipped Neural Chips."""
    things = box()
    for perk in hero.perks:
        yield things.perks[perk].effect
    for id in hero.equipped:
        item = things.items[id]
        if item.kind == "neural_chip":
            yield from item.steps


def has(hero: Hero, key: str) -> bool:
    """Whether some passive effect has this key."""
    return any(effect["key"] == key for effect in passives(hero))


def number(hero: Hero, key: str) -> int:
    """Return the sum of `n` over the passive effects with this key."""
    return sum(int(effect["n"]) for effect in passives(hero) if effect["key"] == key)


def immune(hero: Hero, what: str) -> bool:
    """Whether a perk or chip keeps off a condition, Push, Pull or Throw."""
    return any(effect["key"] == "immune" and what in effect["conditions"] for effect in passives(hero))


def max_hp(hero: Hero) -> int:
    """Return the maximum HP: of the level, with perks and chips (GH-24.1)."""
    return box().levels[hero.level].hp + number(hero, "max_hp")


def limits(hero: Hero) -> tuple[int, int, int]:
    """Return how many items may be equipped: in all, Neural Chips, Weapons (GH-24.1, GH-24.4)."""
    effects = [box().perks[perk].effect for perk in hero.perks]
    most = {"max_neural_chips": 1, "max_weapons": 1}
    for effect in effects:
        if effect["key"] in most:
            most[effect["key"]] = int(effect["n"])
    return box().levels[hero.level].items, most["max_neural_chips"], most["max_weapons"]


def equippable(hero: Hero) -> list[str]:
    """Return the first owned items that may be equipped together (GH-5.4)."""
    total, chips, weapons = limits(hero)
    taken: list[str] = []
    for id in hero.items:
        kinds = [box().items[other].kind for other in taken]
        kind = box().items[id].kind
        full = {"neural_chip": chips, "weapon": weapons}.get(kind, total)
        if len(taken) < total and kinds.count(kind) < full:
            taken.append(id)
    return taken
