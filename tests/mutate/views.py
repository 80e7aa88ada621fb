"""Two views of the box: the cards as printed for the tests, and those that the rules use.

The tests read what they expect off the cards as printed. A mutant is blanked in the other view alone: for
the tests that is as if the rules left out the effect.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from webgame.systems import sde_arcade
from webgame.systems.sde_arcade import cards
from webgame.systems.sde_arcade.cards import Action, Box, Equipment, TrapCard, Unique


def load() -> None:
    """Import all modules of the game."""
    for found in pkgutil.walk_packages(sde_arcade.__path__, f"{sde_arcade.__name__}."):
        importlib.import_module(found.name)


def split() -> Box:
    """Give the tests (not yet imported) a box of their own; return that of the rules."""
    load()
    used = cards.box()
    printed = msgspec.structs.replace(cards.box.__wrapped__(), tiles=used.tiles)  # tests add tiles
    cards.box = lambda: printed  # type: ignore[assignment]
    for known in (used, printed):
        _name(known)
    for kind in (Action, Unique, Equipment, TrapCard):
        # a test that compares whole cards must not notice a blank by that alone
        kind.__eq__ = _same  # type: ignore[method-assign, assignment]
    return used


def _name(known: Box) -> None:
    """Give every card and action its name, the same one in both boxes."""
    holders: list[tuple[str, Any]] = [
        *((f"hero/{hero.id}", (*hero.actions, *hero.potions)) for hero in known.heroes.values()),
        *((f"pet/{pet.name}", pet.actions) for pet in known.pets.values()),
        *((f"monster/{monster.name}", monster.unique) for monster in known.monsters.values()),
        *((f"equipment/{card.name}", (card, *card.actions)) for card in known.equipment.values()),
        *((f"trap/{trap.name}", (trap,)) for trap in known.traps.values()),
    ]
    holders += [(f"{g.name}/{lent.model}", lent.unique) for g in known.gangs.values() for lent in g.lends]
    for at, records in holders:
        for number, record in enumerate(records):
            _names[id(record)] = f"{at}/{number}"


_names: dict[int, str] = {}  # by id(): the boxes live as long as the process


def _same(one: Any, other: object) -> bool:
    if id(one) in _names and id(other) in _names:
        return _names[id(one)] == _names[id(other)]
    return type(one) is type(other) and msgspec.structs.astuple(one) == msgspec.structs.astuple(other)


def forget() -> None:
    """Empty all caches of the game but the box."""
    for name, module in list(sys.modules.items()):
        if name.startswith("webgame."):
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if clear is not None and getattr(value, "__wrapped__", None) is not _box:
                    clear()


_box = cards.box.__wrapped__
touched: set[str] = set()  # owners read since it was emptied


class Watched(tuple[Any, ...]):
    """A tuple that notes when it is read."""

    owner = ""

    def __iter__(self) -> Iterator[Any]:
        touched.add(self.owner)
        return super().__iter__()

    def __contains__(self, item: object) -> bool:
        touched.add(self.owner)
        return super().__contains__(item)

    def __len__(self) -> int:
        touched.add(self.owner)
        return super().__len__()

    def __getitem__(self, at: Any) -> Any:
        touched.add(self.owner)
        return super().__getitem__(at)

    def __add__(self, other: Any) -> Any:
        touched.add(self.owner)
        return tuple(self) + tuple(other)


def _watch(record: Any, owner: str, *fields: str) -> None:
    for field in fields:
        value = Watched(getattr(record, field))
        value.owner = owner
        force_setattr(record, field, value)


def watch(known: Box) -> None:
    """Note from now on which cards are read."""
    for hero in known.heroes.values():
        _actions(f"hero/{hero.id}", (*hero.actions, *hero.potions))
        _watch(hero, f"hero/{hero.id}", "abilities")
    for pet in known.pets.values():
        _actions(f"pet/{pet.name}", pet.actions)
        _watch(pet, f"pet/{pet.name}", "abilities")
    for monster in known.monsters.values():
        _actions(f"monster/{monster.name}", monster.unique)
        _watch(monster, f"monster/{monster.name}", "abilities")
    for gang in known.gangs.values():
        _watch(gang, f"gang/{gang.name}", "bonded")
        for lent in gang.lends:
            owner = f"gang/{gang.name}/{lent.model}"
            _actions(owner, lent.unique)
            _watch(lent, owner, "abilities", "unique")
        _watch(gang, f"gang/{gang.name}", "lends")
    for card in known.equipment.values():
        _actions(f"equipment/{card.name}", card.actions)
        _watch(card, f"equipment/{card.name}", "bonus", "abilities", "effects", "actions")
    for explored in known.explore.values():
        _watch(explored, f"explore/{explored.name}", "effects")
    for trap in known.traps.values():
        _watch(trap, f"trap/{trap.name}", "inflicts", "effects")
    for command in known.commands.values():
        _watch(command, f"command/{command.name}", "steps")


def _actions(at: str, actions: tuple[Any, ...]) -> None:
    for action in actions:
        _watch(action, f"{at}/{action.name}", "effects", "keywords", "inflicts")
