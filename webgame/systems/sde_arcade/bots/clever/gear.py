"""What equipment is worth to a Hero: hits it adds, wounds it keeps off, against the foes of this game."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from webgame.engine.decision import Decision, Target
from webgame.systems.sde_arcade.bots.clever.danger import beaten
from webgame.systems.sde_arcade.bots.odds import chance, mean
from webgame.systems.sde_arcade.bots.offers import Offered, named, pick
from webgame.systems.sde_arcade.cards import Equipment, box
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import Member, State

HIT: Final = 12.0  # an attack that always wins over one that never does
GUARD: Final = 12.0
VALUES: Final = {"hearts": 1.3, "ap": 3.0, "mov": 0.15, "potion_quantity": 0.5}
KEYWORDS: Final = {  # what a keyword is worth to whoever wears it
    "Massive Damage": 3.0,
    "Berserk": 2.5,
    "Tough": 2.0,
    "Immune: All": 1.2,
    "Knockdown": 1.5,
    "Fire": 0.8,
    "Bane": 0.8,
    "Hex": 0.8,
    "Stealth": 1.0,
    "Backlash": 0.8,
    "Dodge": 0.6,
    "Cursed": 0.0,
    "Immobile": 0.3,
}
WORD: Final = 0.3  # any other keyword
ACTION: Final = 0.4
OTHER: Final = 0.15  # a star of an attribute that neither attacks nor defends
STRONG: Final = 2  # how much the foes still to come count, beside those that are there
BETTER: Final = 0.05
NOISE: Final = 0.9  # another Hero must make this much more of a card to be left it


def opponents(s: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return STR and ARM of the bosses and elites of this game, those on the map and those to come."""
    known = box().monsters
    names = [m.card for m in s.foes() if m.kind in ("elite", "mini_boss", "dungeon_boss")]
    to_come = sorted(s.pool.mini_bosses) + ([s.pool.boss] if s.pool.boss else [])
    names += to_come * STRONG
    cards = [known[name] for name in names if name in known]
    strengths = tuple(sorted(card.STR or 3 for card in cards)) or (3, 4)
    return strengths, tuple(sorted(card.ARM for card in cards)) or (2, 3)


def power(s: State, hero: Member, strengths: tuple[int, ...], armour: tuple[int, ...]) -> float:
    """Return what a Hero is worth with what it wears: hits, guard, hearts, the rest."""
    attacks = facts.basic_attacks(s, hero)
    shields = facts.defense_attributes(s, hero)
    dice = {attr: facts.attribute(s, hero, attr) for attr in ("STR", "ARM", "WILL", "DEX")}
    hits = max((_hits(*_counts(dice[attr]), armour) for attr in attacks), default=0.0)
    guards = [dice[attr] for attr in shields]
    value = HIT * hits - GUARD * sum(beaten(guards, stars) for stars in strengths) / len(strengths)
    used = {action.attr for action, _ in facts.actions(s, hero)}
    for attr, roll in dice.items():
        if attr not in attacks and attr not in shields:
            value += OTHER * mean(roll) * (2 if attr in used else 1)
    return value


def _counts(dice: object) -> tuple[int, int, int, int]:
    return dice.B, dice.R, dice.G, dice.stars  # type: ignore[attr-defined]


@lru_cache(maxsize=4096)
def _hits(blue: int, red: int, green: int, stars: int, armour: tuple[int, ...]) -> float:
    return sum(chance(blue, red, green, stars, arm) for arm in armour) / len(armour)


def extras(hero: Member, card: Equipment) -> float:
    """Return what a card gives besides dice."""
    value = 0.0
    for effect in card.effects:
        amount = effect.get("amount", 0)
        if isinstance(amount, int):
            value += VALUES.get(effect["op"], 0.0) * amount
    words = facts.keywords(card)
    value += sum(KEYWORDS.get(word, WORD) for word in words)
    return value + ACTION * len(card.actions)


def gain(s: State, hero: Member, card: Equipment) -> float:
    """Return what a Hero gains by wearing a card in place of what is in its slot."""
    strengths, armour = opponents(s)
    known = box().equipment
    worn = hero.slots.get(card.slot)
    with_it = msgspec.structs.replace(hero, slots={**hero.slots, card.slot: card.name})
    value = power(s, with_it, strengths, armour) - power(s, hero, strengths, armour) + extras(hero, card)
    return value - (extras(hero, known[worn]) if worn else 0.0)


def equip(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Equip the card that improves a Hero most, unless another Hero makes more of it."""
    known = box().equipment
    heroes = list(s.heroes())
    forced = named(found, "done") is None and named(found, "rest") is None
    best, top = None if forced else "rest", BETTER
    for group in found:
        hero = s.members.get(group.id.partition(".")[2])
        if hero is None:
            continue
        for target in group.targets or ():
            card = known[str(target)]
            value = gain(s, hero, card)
            if not forced and value > BETTER:
                others = (gain(s, other, card) for other in heroes if other.id != hero.id)
                if max(others, default=0.0) * NOISE > value:
                    continue
            if best is None or value > top:
                best, top = f"{group.id}>{target}", value
    return best


def put_back(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Luck: put back the card that is worth least to any Hero."""
    group = next((g for g in found if g.on == "card"), None)
    if group is None:
        return None
    known = box().equipment
    heroes = list(s.heroes())

    def value(target: Target) -> float:
        card = known.get(str(target))
        return -max((gain(s, hero, card) for hero in heroes), default=0.0) if card is not None else -2.0

    return pick(group, value)


def discard(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Discard what its wearer would miss least."""
    if not decision.about or decision.about[0] not in s.members:
        return None
    hero = s.members[decision.about[0]]
    known = box().equipment

    def loss(target: Target) -> float:
        card = known[str(target)]
        slots = {slot: held for slot, held in hero.slots.items() if held != card.name}
        return -gain(s, msgspec.structs.replace(hero, slots=slots), card)

    return pick(found[0], loss)
