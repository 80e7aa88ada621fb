"""Gangs: who is bonded to whom and what that lends (GA-4 to GA-12)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from webgame.systems.sde_arcade.cards import Line, Unique, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules.facts.places import base
from webgame.systems.sde_arcade.state import OFF, Monster, State


class Gang(NamedTuple):
    """The state of a gang at this moment (GA-6): the line in use and what bonded models lend."""

    together: bool
    line: Line
    partners: tuple[str, ...]
    abilities: frozenset[str]
    unique: tuple[Unique, ...]


@cache
def lendable(elite: str) -> frozenset[str]:
    """Return the keywords that bonded models can lend to an elite."""
    gang_card = box().gangs.get(box().monsters[elite].gang or "")
    return (
        frozenset(word for lent in gang_card.lends for word in lent.abilities) if gang_card else frozenset()
    )


def gang(s: State, monster: Monster) -> Gang:
    """Return the state of an elite's gang (GA-6 to GA-8, GA-12); solo monsters use their own line (GA-4)."""
    models = _bonded(monster.card) if monster.kind == "elite" else None
    if not models or monster.at == OFF:
        return _solo(monster.card)
    around = 0
    mates: list[str] = []
    kinds: set[str] = set()
    for other in s.monsters.values():
        if other.card in models and other.at != OFF and other is not monster:
            around = around or layout(s).grid.within(base(s, monster), int(s.options["gang_range"]))
            near = around >> other.at & 1 if other.size == 1 else around & base(s, other)
            if near and other.friend == monster.friend:
                mates.append(other.id)
                kinds.add(other.card)
    if not mates:
        return _solo(monster.card)
    line, lent, unique = _lines(monster.card, frozenset(kinds))
    return Gang(True, line, tuple(mates), lent, unique)


@cache
def _solo(model: str) -> Gang:
    """Return the gang of a model that has no bonded models near by."""
    line, lent, unique = _lines(model, frozenset())
    return Gang(False, line, (), lent, unique)


@cache
def _bonded(elite: str) -> frozenset[str]:
    """Return the models bonded to an elite."""
    gang_card = box().gangs.get(box().monsters[elite].gang or "")
    return frozenset(bond["model"] for bond in gang_card.bonded) if gang_card else frozenset()


@cache
def _lines(model: str, kinds: frozenset[str]) -> tuple[Line, frozenset[str], tuple[Unique, ...]]:
    """Return line, lent keywords and unique actions of a model with bonded models of these kinds near by."""
    own = box().monsters[model]
    gang_card = box().gangs.get(own.gang or "")
    if gang_card is None:
        return Line(own.ac, own.STR, own.range.squares if own.range else 0), frozenset(), own.unique
    if not kinds:
        return gang_card.solo, frozenset(), own.unique
    lent: list[str] = []
    unique = list(own.unique)
    for entry in gang_card.lends:
        if entry.model in kinds:
            lent += entry.abilities
            for action in entry.unique:
                unique = [
                    u for u in unique if u.name != action.name
                ]  # GA-12: the lent form is the stronger one
                unique.append(action)
    return gang_card.gang, frozenset(lent), tuple(unique)
