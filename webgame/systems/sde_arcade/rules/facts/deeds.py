"""Attacks, unique actions and potions that a member has (AB-2, BA-1 to BA-3)."""

from __future__ import annotations

from webgame.systems.sde_arcade.cards import Action, HeroCard, box
from webgame.systems.sde_arcade.rules.facts.cards import worn
from webgame.systems.sde_arcade.rules.facts.figures import member_card, pet_of
from webgame.systems.sde_arcade.state import Member, State

STUDENT = "Student"  # mark in Member.once: has used an action of another Hero's card


def basic_attacks(s: State, member: Member) -> dict[str, tuple[str, int]]:
    """Return, for each attribute that has a basic attack, its icon and range (BA-1 to BA-3)."""
    return {
        attr: (entry.range.icon, entry.range.squares)
        for attr, entry in member_card(member).attributes.items()
        if entry.range is not None
    }


def actions(s: State, member: Member) -> list[tuple[Action, str]]:
    """Return the unique actions of a member with the card each comes from; a name counts once (AB-2)."""
    printed = member_card(member)
    found = [(action, printed.name) for action in printed.actions]
    if member.kind == "hero":
        for held in worn(s, member):
            found += [(action, held.name) for action in held.actions]
        if STUDENT in printed.abilities and STUDENT not in member.once:
            for other in s.members.values():
                if other.kind == "hero" and other is not member:
                    learnt = member_card(other)
                    found += [(action, f"{STUDENT}: {learnt.name}") for action in learnt.actions]
        pet = pet_of(s, member)
        if pet is not None:
            pet_card = box().pets[pet.card]
            for effect in pet_card.master_bonus["effects"]:
                if effect["op"] == "gain_action":
                    found += [(a, pet_card.name) for a in pet_card.actions if a.name == effect["action"]]
    seen: set[tuple[str, str]] = set()
    return [f for f in found if not ((f[0].name, f[1]) in seen or seen.add((f[0].name, f[1])))]  # type: ignore[func-returns-value]


def potions(s: State, member: Member) -> tuple[Action, ...]:
    """Return the potions printed on a Hero's card."""
    printed = member_card(member)
    return printed.potions if isinstance(printed, HeroCard) else ()
