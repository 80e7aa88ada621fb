"""What equipment is worth, and who wears it."""

from __future__ import annotations

from webgame.engine.decision import Decision, Target
from webgame.systems.sde_arcade.bots.odds import mean
from webgame.systems.sde_arcade.bots.offers import Offered, named, pick
from webgame.systems.sde_arcade.cards import Equipment, box
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import Member, State


def card_value(s: State, hero: Member, card: Equipment) -> float:
    """Return what a piece of equipment is worth to a Hero."""
    attacks = facts.basic_attacks(s, hero)
    shields = facts.defense_attributes(s, hero)
    value = 0.0
    for bonus in card.bonus:
        if bonus.affinity and bonus.affinity not in getattr(facts.member_card(hero), "affinity", ()):
            continue
        weight = 1.0 if bonus.attr in shields else 0.2
        if bonus.attr in attacks:
            weight = max(weight, 1.2)
        value += weight * mean(bonus.dice)
    for effect in card.effects:
        amount = effect.get("amount", 0)
        if isinstance(amount, int):
            value += {"hearts": 0.9, "ap": 2.5, "mov": 0.15, "potion_quantity": 0.3}.get(
                effect["op"], 0.0
            ) * amount
    plain = [word for word in card.abilities if word != "Cursed"]
    return value + 0.3 * len(plain) + 0.4 * len(card.actions)


def equip(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Equip the card that improves a Hero most over what it wears."""
    known = box().equipment
    best, top = "rest", 0.05
    forced = named(found, "done") is None
    for group in found:
        hero = s.members.get(group.id.partition(".")[2])
        if hero is None:
            continue
        for target in group.targets or ():
            card = known[str(target)]
            worn = hero.slots.get(card.slot)
            gain = card_value(s, hero, card) - (card_value(s, hero, known[worn]) if worn else 0.0)
            if forced or gain > top:
                best, top, forced = f"{group.id}>{target}", gain, False
    return best


def put_back(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Luck: put back the card that is worth least to any Hero."""
    group = next((g for g in found if g.on == "card"), None)
    if group is None:
        return None
    heroes = [m for m in s.members.values() if m.kind == "hero"]
    known = box().equipment

    def value(target: Target) -> float:
        card = known.get(str(target))
        return -max(card_value(s, hero, card) for hero in heroes) if card is not None else -2.0

    return pick(group, value)


def worst_card(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Discard the card that is worth least to its wearer."""
    hero = s.members[decision.about[0]]
    known = box().equipment
    return pick(found[0], lambda card: -card_value(s, hero, known[str(card)]))


def wonder(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Give every waiting pet a master; change none."""
    for group in found:
        if group.id.startswith("master."):
            return f"{group.id}>{(group.targets or ())[0]}"
    return "rest"
