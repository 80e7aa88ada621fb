"""What the rules as coded can carry out: content that needs more is refused when a scenario is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from webgame.systems.sde_arcade.cards import Action, Effect, Unique, box
from webgame.systems.sde_arcade.rules import effects, explore, shapes, traps

KEYWORDS = frozenset(
    {
        "9 Lives",
        "Alchemy",
        "Back Strike",
        "Backlash",
        "Backstabber",
        "Bane Aura",
        "Berserk",
        "Blood Drinker",
        "Bone Pile",
        "Bone Collector",
        "Boo Booty",
        "Bramble Growth",
        "Bruiser",
        "Burrow",
        "Citrine Goop",
        "Compel",
        "Corpse Stench",
        "Cursed",
        "Dark Radiance",
        "Defender",
        "Dodge",
        "Dragon Blessing",
        "Dragon Spite",
        "Elemental Affinity",
        "Emerald Glop",
        "Extra Scared",
        "Feed Me",
        "Feint",
        "Fire Aura",
        "Fixable",
        "Fixed Form",
        "Flammable",
        "Fly",
        "Forced Shift",
        "Fury",
        "Ghost",
        "Ghostmancer",
        "Gloom Aura",
        "Grabby",
        "Grabby Hands",
        "Grind",
        "Gross",
        "Heal",
        "Healer",
        "Heart Attack",
        "Holy",
        "Hookshot",
        "Hubris",
        "In Your Pants",
        "Insignificant",
        "Invader",
        "Kitty Claws",
        "Little Splurt",
        "Luck",
        "Massive Damage",
        "Mend",
        "Minion",
        "Mob",
        "Mob Mentality",
        "Never-Lost",
        "Pile-On",
        "Poison Aura",
        "Pounce",
        "Predator",
        "Primal Aura",
        "Pull",
        "Push",
        "Quick Hatch",
        "Raise",
        "Reach",
        "Regenerate",
        "Remedy",
        "Retreat",
        "Rock Aura",
        "Ruby Goo",
        "Sapphire Gloop",
        "Shapeshift",
        "Sidestep",
        "Small",
        "Smooches",
        "Soporific",
        "Soporific Cloud",
        "Splurt",
        "Spongy",
        "Static Charge",
        "Stealth",
        "Stealth Aura",
        "Sturdy",
        "Surefoot",
        "Surge",
        "Thief",
        "Tough",
        "Toxic Blood",
        "Virulent",
    }
)
# Keywords that are coded for Heroes and pets only.
PARTY = frozenset({"Cola", "Pet", "Potion Master", "Student"})
TIMINGS = frozenset({"after_defense_roll", "after_offense_roll", "after_open_chest"})  # of potions (PO-5)
ON_CARDS = frozenset(  # keywords of equipment, pets and explore cards
    {
        "Berserk",
        "Bleed",
        "Hookshot",
        "Hunger",
        "Insight",
        "One Use Only",
        "Pounce",
        "Regenerate",
        "Remedy",
    }
)
AREAS = frozenset({"Aura", "Burst", "Cross", "Lance", "Sweep", "Wave"})
WORN = frozenset(
    {"ap", "gain_ability", "hearts", "mov", "potion_quantity"}
)  # effects of equipment while it is worn
ORDERS = frozenset(
    {"forbid", "heal_or_remedy", "inflict", "mov", "mov_mult", "str", "target"}
)  # of a command card
LENT = frozenset({"gain_ability", "gain_action"})  # what a pet gives its master
INVADING = frozenset({"defense_stars", "disable_slot", "no_status_removal"})


def _keyword(word: str, known: frozenset[str]) -> bool:
    """Whether a keyword is coded; a number or what stands after a colon belongs to it."""
    if word in known or word in box().statuses or word.startswith(("Immune: ", "Master Gains: ")):
        return True
    head = word.partition(": ")[0]
    name, _, number = head.rpartition(" ")
    return head in known or (number.isdigit() and name in known)


def _keywords(words: Iterable[str], *, party: bool = True) -> Iterator[str]:
    known = KEYWORDS | PARTY | ON_CARDS if party else KEYWORDS
    for word in words:
        for part in word.split(", "):
            if not _keyword(part, known):
                yield f"keyword {part!r}"


def _ops(steps: Iterable[Effect], known: frozenset[str]) -> Iterator[str]:
    for step in steps:
        if step["op"] not in known:
            yield f"effect {step['op']!r}"


def _actions(actions: Iterable[Action | Unique], *, party: bool = True) -> Iterator[str]:
    known = frozenset(effects.OPS) if party else frozenset(effects.OPS) - effects.PARTY_OPS
    for action in actions:
        yield from _ops(action.effects, known)
        yield from _keywords(action.keywords, party=party)
        if action.area and action.area.split()[0] not in AREAS:
            yield f"area {action.area!r}"
        timing = getattr(action, "timing", "")
        if timing and timing not in TIMINGS:
            yield f"timing of {action.name!r}"


def lacking(kind: str, name: str) -> list[str]:
    """Return what a piece of content needs that is not coded yet: keywords, effects, areas.

    `kind`: hero, monster, equipment, wonder, explore, command.
    """
    return list(_known_to_lack(kind, name))


@cache
def _known_to_lack(kind: str, name: str) -> tuple[str, ...]:
    return tuple(sorted(set(_lacking(kind, name))))


def _lacking(kind: str, name: str) -> Iterator[str]:
    known = box()
    if kind == "hero":
        hero = known.heroes[name]
        yield from _keywords(hero.abilities)
        yield from _actions(hero.actions + hero.potions)
        for wonder in known.wonders.values():
            if f"Pet: {wonder.pet}" in hero.abilities:
                yield from _lacking("wonder", wonder.name)
        if hero.shapeshift:
            form = shapes.form_of(hero.shapeshift)
            yield from _keywords(form.abilities)
            yield from _actions(form.actions + form.potions)
    elif kind == "monster":
        monster = known.monsters[name]
        yield from _keywords(monster.abilities, party=False)
        yield from _actions(monster.unique, party=False)
        if monster.invader_effect is not None:
            yield from _ops([monster.invader_effect], INVADING)
        for gang in known.gangs.values():
            if gang.elite == name:
                for lent in gang.lends:
                    yield from _keywords(lent.abilities, party=False)
                    yield from _actions(lent.unique, party=False)
    elif kind == "equipment":
        card = known.equipment[name]
        yield from _keywords(card.abilities)
        yield from _actions(card.actions)
        yield from _ops(card.effects, WORN)
    elif kind == "wonder":
        pet = known.pets[known.wonders[name].pet]
        yield from _keywords(pet.abilities)
        yield from _actions(pet.actions)
        yield from _ops(pet.master_bonus["effects"], LENT)
    elif kind == "explore":
        yield from explore.lacking(known.explore[name])
        for step in known.explore[name].effects:
            if step["op"] == "trap":
                yield from traps.lacking(known.traps[step["trap"]])
    elif kind == "command":
        special = known.commands[name].special
        if special is not None:
            yield from _ops(special.effects, ORDERS)
