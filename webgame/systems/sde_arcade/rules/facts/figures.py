"""Figures and their cards, who answers for whom, and on which side they are."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from webgame.systems.sde_arcade.cards import HeroCard, MonsterCard, PetCard, box
from webgame.systems.sde_arcade.state import OFF, PARTY, Figure, Member, Monster, State


class Refusal(NamedTuple):
    """Why something can't be done: a message key, the rule and the message's parameters."""

    key: str
    rule: str
    params: dict[str, Any] = {}


def monster_card(fig: Figure) -> MonsterCard:
    """Return the card of a monster or spawning point."""
    return box().monsters[fig.card]


def member_card(member: Member) -> HeroCard | PetCard:
    """Return the card of a Hero or pet."""
    return box().heroes[member.card] if member.kind == "hero" else box().pets[member.card]


def card(fig: Figure) -> HeroCard | PetCard | MonsterCard:
    """Return the card of any figure."""
    return _card(fig.kind, fig.card)


@cache
def _card(kind: str, name: str) -> HeroCard | PetCard | MonsterCard:
    """Return the card of this name of Heroes, pets or monsters."""
    if kind in PARTY:
        return box().heroes[name] if kind == "hero" else box().pets[name]
    return box().monsters[name]


def name(fig: Figure) -> str:
    """Return the printed name of a figure."""
    return card(fig).name


def gone(fig: Figure) -> dict[str, Any]:
    """Return how an event shows that a figure goes: named, since the scene does not know it afterwards."""
    side = "heroes" if on_party_side(fig) else "consul"
    return {"type": "gone", "piece": fig.id, "n": 0, "name": name(fig), "side": side}


def names(figures: Iterable[Figure]) -> str | list[str]:
    """Return the name of one figure or those of several, as the words take them."""
    found = [name(fig) for fig in figures]
    return found[0] if len(found) == 1 else found


def master_of(s: State, member: Member) -> Member:
    """Return the Hero that answers for a member: itself, or a pet's master."""
    return s.members[member.master] if member.kind == "pet" else member


def pet_of(s: State, hero: Member) -> Member | None:
    """Return the pet of a Hero that is on the map (PT-2: at most one)."""
    for member in s.members.values():
        if member.master == hero.id and member.at != OFF:
            return member
    return None


@cache
def printed(kind: str, name: str) -> frozenset[str]:
    """Return the keywords printed on a figure's card."""
    return frozenset(_card(kind, name).abilities)


def on_party_side(fig: Figure) -> bool:
    """Whether a figure fights for the party."""
    return fig.kind in PARTY or (isinstance(fig, Monster) and fig.friend)


def is_enemy(a: Figure, b: Figure) -> bool:
    """Whether two figures are enemies."""
    return on_party_side(a) != on_party_side(b)


def enemies(s: State, fig: Figure) -> list[Figure]:
    """Return the enemies of a figure on the map."""
    if on_party_side(fig):
        return [m for m in s.monsters.values() if m.at != OFF and not m.friend]
    return _party_side(s)


def _party_side(s: State) -> list[Figure]:
    members: list[Figure] = [m for m in s.members.values() if m.at != OFF]
    return members + [m for m in s.monsters.values() if m.friend and m.at != OFF]


def friends(s: State, fig: Figure) -> list[Figure]:
    """Return the friends of a figure on the map, itself included."""
    if on_party_side(fig):
        return _party_side(s)
    return [m for m in s.monsters.values() if m.at != OFF and not m.friend]
