"""What a roll is made of, for who looks at it: each source and the dice or stars it gives (DR-3 to DR-7)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from webgame.systems.sde_arcade.cards import Dice
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import Figure, Member, Monster, State

Parts = list[list[str]]
"""Source and what it gives: ["Dirty Penny", "+1B"]; the source is a name or a key."""
Given = Sequence[tuple[str, Dice]]


def of_member(
    s: State, member: Member, attr: str, whole: Dice, place: int, roll: str = "", also: Given = ()
) -> Parts:
    """Return what a member's roll of an attribute is made of; `whole` is what it rolls, `place` fixed stars.

    Equipment is named card by card, then the effects that count for this `roll` (offense, defense) and what
    the action adds (`also`); what nothing explains stands together as `l.more`.
    """
    card = facts.member_card(member)
    affinity = getattr(card, "affinity", ())
    entry = card.attributes.get(attr)
    given: list[tuple[str, Dice]] = [(card.name, entry.dice if entry is not None else Dice())]
    for held in facts.worn(s, member):
        bonuses = [b for b in held.bonus if b.attr == attr and (not b.affinity or b.affinity in affinity)]
        if any(b.affinity and b.instead for b in bonuses):
            bonuses = [b for b in bonuses if b.affinity]
        given += [(held.name, bonus.dice) for bonus in bonuses]
    given += [*_lent(s, member, attr, roll), *also]
    known = sum((dice for _, dice in given), Dice())
    more = [getattr(whole, code) - getattr(known, code) for code in ("B", "R", "G", "stars")]
    if min(more) < 0:  # an effect sets the attribute: the printed one counts no more
        given = [("l.in_all", whole)]
    elif max(more) > 0:
        given.append(("l.more", Dice(*more)))
    parts = [
        [source, f"{'+' if i else ''}{dice}"] for i, (source, dice) in enumerate(given) if dice != Dice()
    ]
    jinxes = [[source, _signed(-1)] for source in facts.jinxes(s, member)]
    place += len(jinxes)  # it tells of itself
    return parts + ([["l.place", _signed(place)]] if place else []) + jinxes


def _lent(s: State, member: Member, attr: str, roll: str) -> list[tuple[str, Dice]]:
    """Return what potions, actions and Fury add for a time, by name; auras of others stay unnamed."""
    found: list[tuple[str, Dice]] = []
    for entry in member.lasting:
        effect = entry.effect
        if effect["op"] == "bonus" and effect["attr"] in (roll, "next_roll", attr) and "area" not in effect:
            found.append((entry.name, msgspec.convert(effect["dice"], Dice)))
    if roll == "offense" and member.wounds and facts.has(s, member, "Fury"):
        found.append(("Fury", Dice(B=member.wounds)))
    return found


def of_strength(s: State, monster: Monster, target: Figure | None, mod: int, command: str) -> Parts:
    """Return what the stars of a monster's attack are made of: its line, and all that changes it (FI-4)."""
    return _stars(facts.strength_of(s, monster, target, mod, command))


def of_arm(s: State, monster: Monster) -> Parts:
    """Return what makes the stars of a monster's defense: ARM as printed, and what changes it (DR-6)."""
    return _stars(facts.arm_of(s, monster))


def _stars(given: list[tuple[str, int]]) -> Parts:
    """Return sources with their stars; the same source twice stands once, the first is what is printed."""
    found: dict[str, int] = {}
    for source, n in given:
        found[source] = found.get(source, 0) + n
    return [[name, f"{n}★" if i == 0 else _signed(n)] for i, (name, n) in enumerate(found.items()) if n]


def _signed(n: int) -> str:
    return f"{'+' if n > 0 else '−'}{abs(n)}★"
