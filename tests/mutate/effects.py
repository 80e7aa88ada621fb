"""Every effect of the box, and how to blank it in the box that the rules use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import force_setattr

from webgame.systems.sde_arcade.cards import (
    Action,
    Box,
    Dice,
    GangCard,
    HeroCard,
    MonsterCard,
    PetCard,
    Unique,
)


class Mutant(NamedTuple):
    """One effect. `owner`: whose use is noted (views.py), several with |; `words`: what tests may call it."""

    kind: str
    name: str
    owner: str
    words: tuple[str, ...]
    blank: Callable[[], None]


def mutants(known: Box) -> list[Mutant]:
    """Return all mutants of a box; their names are unique and stay the same while the box does."""
    found = [m for part in (_party, _monsters, _equipment, _decks) for m in part(known)]
    seen: Counter[str] = Counter()
    named = []
    for mutant in found:
        seen[mutant.name] += 1
        again = seen[mutant.name]
        named.append(mutant._replace(name=f"{mutant.name} ({again})") if again > 1 else mutant)
    return named


def _drop(record: Any, field: str, entry: Any) -> Callable[[], None]:
    """Return what takes an entry (this very one) out of a tuple of a record."""

    def blank() -> None:
        kept = tuple(e for e in getattr(record, field) if e is not entry)
        assert len(kept) < len(getattr(record, field)), (record, field, entry)
        force_setattr(record, field, kept)

    return blank


def _without(record: Any, field: str, word: str) -> Callable[[], None]:
    """Return what takes a word out of a tuple of words."""
    return lambda: force_setattr(record, field, tuple(e for e in getattr(record, field) if e != word))


def _set(record: Any, field: str, value: Any) -> Callable[[], None]:
    return lambda: force_setattr(record, field, value)


def _label(effect: dict[str, Any]) -> str:
    said = [str(v) for k, v in effect.items() if k not in ("op", "dice") and not isinstance(v, (dict, list))]
    return " ".join([effect["op"], *said])


def _effects(kind: str, at: str, words: tuple[str, ...], record: Any) -> Iterator[Mutant]:
    """Yield a mutant for each effect of a record, and for each part of one that has several."""
    for effect in record.effects:
        if effect["op"] == "surge" and record.kind == "offense":  # see _told
            continue
        name = f"{at}: {_label(effect)}"
        yield Mutant(kind, name, at, words, _drop(record, "effects", effect))
        for inner in effect.values():
            if isinstance(inner, list) and inner and all(isinstance(e, dict) and "op" in e for e in inner):
                for part in inner:
                    yield Mutant(
                        kind, f"{name} > {_label(part)}", at, words, lambda i=inner, p=part: i.remove(p)
                    )


# What an action's keyword is called if an operation of the same action does it: the card says it twice.
OPERATIONS = {
    "Heal": "heal_or_remedy",
    "Mend": "mend",
    "Raise": "raise",
    "Regenerate": "regenerate",
    "Remedy": "remedy",
    "Surge": "surge",
}


GOO = "the creep's invader_effect does it (CR-4)"
OPERATION = "the effects of the actions that print it do it"
NAMELESS = {  # keywords on cards, and tile effects, that no rule has to know by name
    "Boo Booty": "is the rank boo_booty",
    "Citrine Goop": GOO,
    "Emerald Glop": GOO,
    "Extra Scared": GOO,
    "Heal": OPERATION,
    "In Your Pants": GOO,
    "Insignificant": "is the rank creep",
    "Little Splurt": "is in no spawning pool",
    "Master Gains": "the pet's master_bonus does it",
    "Mend": OPERATION,
    "Minion": "is the rank minion",
    "Raise": OPERATION,
    "Regenerate": OPERATION,
    "Remedy": OPERATION,
    "Ruby Goo": GOO,
    "Sapphire Gloop": GOO,
    "Brambles": "the status its effect names is caused in whoever enters",
    "Difficult Terrain": "costs 2 as every negative tile effect does",
    "Fresh Grave": "is known by its letter",
    "Spawn Location": "is the spawn square of the tile",
}


def head(word: str) -> str:
    """Return a keyword without its number or parameter."""
    return re.sub(r"( \d+|:.*)$", "", word)


def keywords(known: Box) -> Iterator[str]:
    """Yield the keywords, without number or parameter, that cards and actions of the box hold."""
    cards: list[Any] = [*known.heroes.values(), *known.pets.values(), *known.equipment.values()]
    cards += [*known.monsters.values(), *(lent for gang in known.gangs.values() for lent in gang.lends)]
    for card in cards:
        actions = [a for f in ("actions", "potions", "unique") for a in getattr(card, f, ())]
        words = [*card.abilities, *(w for a in actions for w in (*a.keywords, *a.inflicts))]
        yield from (head(word) for entry in words for word in entry.split(", "))


def _told(action: Action | Unique, keyword: str) -> bool:
    """Whether a keyword of an action is only the name of one of its effects."""
    word = re.sub(r" \d+$", "", keyword)
    if isinstance(action, Unique) and action.kind == "offense" and word == "Surge":
        return False  # here the keyword does it, not the operation
    return any(
        effect["op"] == OPERATIONS.get(word)
        or (effect["op"] == "control" and effect["effect"] == word)
        or (effect["op"] == "gain_ability" and effect["ability"] == keyword)
        for effect in action.effects
    )


def _action(kind: str, at: str, holder: Any, field: str, action: Action | Unique) -> Iterator[Mutant]:
    """Yield the mutants of an action: all of it, its effects, keywords, status effects, dice."""
    words = (action.name, at.split("/")[1])
    here = f"{at}/{action.name}"
    yield Mutant(f"{kind} as a whole", here, here, words, _drop(holder, field, action))
    yield from _effects(f"{kind} effect", here, words, action)
    for word in dict.fromkeys(action.keywords):
        if _told(action, word):
            continue
        blank = _without(action, "keywords", word)
        yield Mutant(f"{kind} keyword", f"{here}: {word}", here, (*words, word), blank)
    for word in dict.fromkeys(action.inflicts):
        blank = _without(action, "inflicts", word)
        yield Mutant(f"{kind} status", f"{here}: causes {word}", here, (*words, word), blank)
    if isinstance(action, Action):
        if action.bonus != Dice():
            yield Mutant(
                f"{kind} dice", f"{here}: {action.bonus}", here, words, _set(action, "bonus", Dice())
            )
        if action.dangerous:
            yield Mutant(
                f"{kind} effect", f"{here}: friends, too", here, words, _set(action, "dangerous", False)
            )
    elif action.str_mod:
        yield Mutant(
            f"{kind} dice", f"{here}: STR {action.str_mod:+d}", here, words, _set(action, "str_mod", 0)
        )


def _abilities(kind: str, at: str, words: tuple[str, ...], record: Any) -> Iterator[Mutant]:
    for word in dict.fromkeys(record.abilities):
        if head(word) in NAMELESS or (at.startswith("hero/") and "Shapeshift" in word):
            continue  # the card says it in another field, too
        yield Mutant(kind, f"{at}: {word}", at, (*words, word), _without(record, "abilities", word))


def _party(known: Box) -> Iterator[Mutant]:
    """Yield the mutants of Heroes and pets."""
    card: HeroCard | PetCard
    for card in known.heroes.values():
        at = f"hero/{card.id}"
        yield from _abilities("hero ability", at, (card.id, card.name), card)
        for field in ("actions", "potions"):
            kind = "hero action" if field == "actions" else "potion"
            for action in getattr(card, field):
                yield from _action(kind, at, card, field, action)
        if card.shapeshift:
            yield Mutant("hero ability", f"{at}: shapeshift", at, (card.id,), _set(card, "shapeshift", None))
    for card in known.pets.values():
        at = f"pet/{card.name}"
        yield from _abilities("pet ability", at, (card.name,), card)
        for action in card.actions:
            yield from _action("pet action", at, card, "actions", action)
        for effect in card.master_bonus["effects"]:
            listed = card.master_bonus["effects"]
            yield Mutant(
                "pet bonus",
                f"{at}: master {_label(effect)}",
                at,
                (card.name,),
                lambda i=listed, e=effect: i.remove(e),
            )


def _monsters(known: Box) -> Iterator[Mutant]:
    """Yield the mutants of monsters and gangs."""
    card: MonsterCard
    for card in known.monsters.values():
        at = f"monster/{card.name}"
        yield from _abilities("monster ability", at, (card.name,), card)
        for action in card.unique:
            yield from _action("unique action", at, card, "unique", action)
        if card.invader_effect is not None:
            name = f"{at}: {_label(card.invader_effect)}"
            yield Mutant("invader", name, at, (card.name,), _set(card, "invader_effect", None))
    gang: GangCard
    for gang in known.gangs.values():
        at = f"gang/{gang.name}"
        words = (gang.name, gang.elite)
        for lent in gang.lends:
            there = f"{at}/{lent.model}"
            yield from _abilities("gang keyword", there, (*words, lent.model), lent)
            for action in lent.unique:
                yield from _action("gang action", there, lent, "unique", action)
        for what in ("ac", "STR", "RNG"):
            if getattr(gang.gang, what) != getattr(gang.solo, what):
                alone = getattr(gang.solo, what)
                yield Mutant("gang line", f"{at}: {what}", at, words, _set(gang.gang, what, alone))


def _equipment(known: Box) -> Iterator[Mutant]:
    """Yield the mutants of loot and treasure. A keyword stands on a card twice, as ability and as effect."""
    for card in known.equipment.values():
        at = f"equipment/{card.name}"
        words = (card.name,)
        for bonus in card.bonus:
            extra = f" {bonus.affinity}" if bonus.affinity else ""
            name = f"{at}: {bonus.attr} {bonus.dice}{extra}"
            yield Mutant("equipment bonus", name, at, words, _drop(card, "bonus", bonus))
        yield from _abilities("equipment keyword", at, words, card)
        for mutant in _effects("equipment effect", at, words, card):
            if "gain_ability" not in mutant.name:
                yield mutant
        for action in card.actions:
            yield from _action("equipment action", at, card, "actions", action)


def _decks(known: Box) -> Iterator[Mutant]:
    """Yield the mutants of explore cards, traps, command cards and booty."""
    for card in known.explore.values():
        at = f"explore/{card.name}"
        yield from _effects("explore", at, (card.name,), card)
        if card.creeps:
            yield Mutant("explore", f"{at}: creeps", at, (card.name, "creeps"), _set(card, "creeps", 0))
    for trap in known.traps.values():
        at = f"trap/{trap.name}"
        yield from _effects("trap", at, (trap.name,), trap)
        for word in trap.inflicts:
            yield Mutant(
                "trap",
                f"{at}: causes {word}",
                at,
                (trap.name, word),
                _set(trap, "inflicts", tuple(w for w in trap.inflicts if w != word)),
            )
        if trap.wound:
            yield Mutant("trap", f"{at}: wound", at, (trap.name,), _set(trap, "wound", False))
    for command in known.commands.values():
        at = f"command/{command.name}"
        words = (command.name,)
        if command.special is not None:
            yield from _effects("command special", at, words, command.special)
        for number, step in enumerate(command.steps, 1):
            name = f"{at}: {number} {step.command} x{step.times}"
            yield Mutant("command step", name, at, words, _drop(command, "steps", step))
