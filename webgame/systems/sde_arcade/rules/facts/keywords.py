"""Keywords that figures have without lasting effects: printed, worn, lent (AB-1, GA-15, PT-5)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from webgame.systems.sde_arcade.cards import HeroCard, MonsterCard, PetCard, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules.facts.cards import grantable, granted, in_force, keywords_on, worn
from webgame.systems.sde_arcade.rules.facts.figures import pet_of, printed
from webgame.systems.sde_arcade.rules.facts.gangs import gang, lendable
from webgame.systems.sde_arcade.rules.facts.places import base
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

# Auras of spawning points (GA-15): the affinity they ask for and what a monster within GANG_RANGE gains.
AURAS = {
    "Bane Aura": ("Ruby", "Bane"),
    "Fire Aura": ("Citrine", "Fire"),
    "Grabby Hands": ("Sapphire", "Grabby"),
    "Mob Mentality": ("Citrine", "Mob"),
    "Poison Aura": ("Citrine", "Poison"),
    "Rock Aura": ("Sapphire", "Immune: All"),
    "Stealth Aura": ("Ruby", "Stealth"),
}
AURA_CRYSTALS = {word: crystal for crystal, word in AURAS.values()}
ELEMENT = "Elemental Affinity: "  # begins the mark in Member.once that names the element chosen (AF-4)
ELEMENTS = ("Feint", "Fire", "Fly", "Immune: All", "Predator", "Slow")  # what an element gives (AF-4)


def standing(s: State, fig: Figure) -> frozenset[str]:
    """Return the keywords of a figure without those of lasting effects."""
    return printed(fig.kind, fig.card).union(_gained(s, fig, EVERY))


def _gained(s: State, fig: Figure, means: int) -> list[str]:
    """Return the keywords that a figure has by some means beside its card: see `_means`."""
    found: list[str] = []
    if means & WORN and isinstance(fig, Member):
        found += lent_to(s, fig)
    elif means & (LENT | POINT) and isinstance(fig, Monster):
        if means & LENT and fig.kind == "elite" and lendable(fig.card):
            found += gang(s, fig).abilities
        if means & POINT:
            found += point_auras(s, fig)
    if means & TILE and in_force(s, fig):
        found += granted(s, fig)
    return found


def carries(s: State, fig: Figure, keyword: str) -> bool:
    """Whether a figure has a keyword without lasting effects: only what may give this one is looked at."""
    means = _means(fig.kind, fig.card, keyword)
    if means <= PRINTED:
        return means == PRINTED
    return bool(means & PRINTED) or keyword in _gained(s, fig, means)


@cache
def carriers(keyword: str) -> frozenset[str]:
    """Return the cards of monsters that may have a keyword without lasting effects, wherever they stand."""
    return frozenset(card.name for card in box().monsters.values() if _means(card.rank, card.name, keyword))


@cache
def _among(kind: str, card: str, words: frozenset[str]) -> tuple[frozenset[str], int]:
    """Return which of some keywords a figure's card prints, and by what means it may have the others."""
    sure = words & printed(kind, card)
    means = 0
    for word in words - sure:
        means |= _means(kind, card, word)
    return sure, means


def carried(s: State, fig: Figure, words: frozenset[str]) -> frozenset[str]:
    """Return which of some keywords a figure has without lasting effects."""
    found, means = _among(fig.kind, fig.card, words)
    if means and (gained := _gained(s, fig, means)):
        found |= words.intersection(gained)
    return found


PRINTED, LENT, POINT, WORN, TILE = 1, 2, 4, 8, 16  # what may give a figure a keyword: see `_means`
EVERY = PRINTED | LENT | POINT | WORN | TILE


@cache
def _means(kind: str, card: str, keyword: str) -> int:
    """Return by what means a figure may have a keyword.

    Its card, its gang, a spawning point's aura, what a member wears or has of its pet or element, a tile.
    """
    means = PRINTED if keyword in printed(kind, card) else 0
    if kind in ("hero", "pet"):
        means |= WORN if keyword in _wearable() else 0
    else:
        means |= LENT if kind == "elite" and keyword in lendable(card) else 0
        crystal = AURA_CRYSTALS.get(keyword)
        means |= POINT if crystal in box().monsters[card].affinity else 0
    return means | (TILE if keyword in grantable() else 0)


@cache
def _wearable() -> frozenset[str]:
    """Return the keywords that any equipment gives its wearer, any pet its master or an element a Hero."""
    gained = [e for pet in box().pets.values() for e in pet.master_bonus["effects"]]
    found = {str(effect["ability"]) for effect in gained if effect["op"] == "gain_ability"}
    return frozenset(found.union(ELEMENTS, *map(keywords_on, box().equipment)))


@cache
def known_words() -> frozenset[str]:
    """Return all keywords that any figure may have without lasting effects."""
    known = box()
    printed_: list[HeroCard | PetCard | MonsterCard] = [*known.heroes.values(), *known.pets.values()]
    printed_ += known.monsters.values()
    lent = [
        word for gang_card in known.gangs.values() for entry in gang_card.lends for word in entry.abilities
    ]
    return (
        frozenset(word for card in printed_ for word in card.abilities)
        | _wearable()
        | grantable()
        | frozenset(AURA_CRYSTALS)
        | frozenset(lent)
    )


def senses(s: State, fig: Figure, keyword: str) -> bool:
    """Whether a figure has Fly or Ghost for its sight: no aura gives these, and an aura needs sight."""
    own = {entry.effect["op"] for entry in fig.lasting if entry.effect.get("ability") == keyword}
    if own:
        return "lose_ability" not in own
    return carries(s, fig, keyword)


def lent_to(s: State, member: Member) -> list[str]:
    """Return the keywords that a member has of its equipment and, as a master, of its pet (PT-5)."""
    found: list[str] = []
    if member.slots:
        for held in worn(s, member):
            found += keywords_on(held.name)
    if member.once:
        found += [mark.partition(": ")[2] for mark in member.once if mark.startswith(ELEMENT)]
    pet = pet_of(s, member) if member.kind == "hero" else None
    if pet is not None:
        effects = box().pets[pet.card].master_bonus["effects"]
        found += [e["ability"] for e in effects if e["op"] == "gain_ability"]
    return found


@cache
def _aura_cards() -> frozenset[str]:
    """Return the cards of spawning points that print an aura."""
    return frozenset(m.name for m in box().monsters.values() if not AURAS.keys().isdisjoint(m.abilities))


@cache
def _gives(point: str, model: str) -> tuple[str, ...]:
    """Return the keywords that a spawning point gives to a model near by, for its affinities (GA-15)."""
    auras = [AURAS[word] for word in box().monsters[point].abilities if word in AURAS]
    affinity = box().monsters[model].affinity
    return tuple(word for crystal, word in auras if crystal in affinity)


def point_auras(s: State, monster: Monster) -> list[str]:
    """Return the keywords that spawning points near by give to a monster (GA-15)."""
    found: list[str] = []
    if monster.kind == "spawning_point" or monster.at == OFF:
        return found
    able, own = _aura_cards(), base(s, monster)
    for point in s.monsters.values():
        if point.card in able and (words := _gives(point.card, monster.card)):
            if layout(s).grid.within(base(s, point), int(s.options["gang_range"])) & own:
                found += words
    return found


@cache
def _points_with(keyword: str) -> frozenset[str]:
    """Return the cards of spawning points that print a keyword."""
    return frozenset(
        m.name for m in box().monsters.values() if m.rank == "spawning_point" and keyword in m.abilities
    )


def point_zone(s: State, keyword: str) -> int:
    """Return the squares within two of spawning points that print this keyword (GA-15)."""
    cards = _points_with(keyword)
    squares = int(s.options["gang_range"])
    zone = 0
    for point in s.monsters.values():
        if point.card in cards:
            zone |= layout(s).grid.within(base(s, point), squares)
    return zone


def numbered(known: Iterable[str], keyword: str) -> int | None:
    """Return the number of a keyword such as 'Pull 5' among those of a figure, or None."""
    for ability in known:
        word, _, number = ability.rpartition(" ")
        if word == keyword and number.isdigit():
            return int(number)
    return None
