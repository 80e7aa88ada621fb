"""What a roll is made of, for who looks at it: each source and the dice or stars it gives (DR-3 to DR-7)."""

from __future__ import annotations

from webgame.systems.sde_arcade.cards import Dice
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import Member, Monster, State

Parts = list[list[str]]
"""Source and what it gives: ["Dirty Penny", "+1B"]; the source is a name or a key."""


def of_member(s: State, member: Member, attr: str, whole: Dice, place: int) -> Parts:
    """Return what a member's roll of an attribute is made of; `whole` is what it rolls, `place` fixed stars.

    Equipment is named card by card; what no card explains stands together as `l.more`.
    """
    card = facts.member_card(member)
    affinity = getattr(card, "affinity", ())
    entry = card.attributes.get(attr)
    known = entry.dice if entry is not None else Dice()
    parts: Parts = [[card.name, str(known)]] if known != Dice() else []
    for held in facts.worn(s, member):
        bonuses = [b for b in held.bonus if b.attr == attr and (not b.affinity or b.affinity in affinity)]
        if any(b.affinity and b.instead for b in bonuses):
            bonuses = [b for b in bonuses if b.affinity]
        for bonus in bonuses:
            known += bonus.dice
            parts.append([held.name, f"+{bonus.dice}"])
    more = [getattr(whole, code) - getattr(known, code) for code in ("B", "R", "G", "stars")]
    if min(more) < 0:  # an effect sets the attribute: the printed one counts no more
        parts = [["l.in_all", str(whole)]]
    elif max(more) > 0:
        parts.append(["l.more", f"+{Dice(*more)}"])
    return parts + _stars("l.place", place)


def of_strength(s: State, monster: Monster, stars: int) -> Parts:
    """Return what the stars of a monster's attack are made of: its line, and all that changes it (FI-4)."""
    line = facts.gang(s, monster).line.STR
    return [["l.STR", f"{line}★"], *_stars("l.more", stars - line)]


def of_arm(s: State, monster: Monster, stars: int) -> Parts:
    """Return what makes the stars of a monster's defense: ARM as printed, and what changes it (DR-6)."""
    printed = facts.monster_card(monster).ARM
    return [["l.ARM", f"{printed}★"], *_stars("l.more", stars - printed)]


def _stars(source: str, n: int) -> Parts:
    return [[source, f"{'+' if n > 0 else '−'}{abs(n)}★"]] if n else []
