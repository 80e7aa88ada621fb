"""The invariants notice what is broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sde.test_world_setup import laid
from webgame.systems.sde_arcade import check
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.state import Monster, State

KNIGHT = "questing-knight"


def monster(s: State, card: str) -> Monster:
    return next(m for m in s.monsters.values() if m.card == card)


def on_a_structure(s: State) -> None:
    solid = layout(s).grid.solid
    s.members[KNIGHT].at = (solid & -solid).bit_length() - 1


BREAKS: dict[str, tuple[Callable[[State], object], str]] = {
    "a lost card": (lambda s: s.loot.draw_pile.pop(), "loot: 47 cards, not 48"),
    "a card twice": (lambda s: s.backpack.append("Stone Heart"), "treasure: 43 cards"),
    "a card in a wrong deck": (
        lambda s: (s.loot.draw_pile.append(s.explore.draw_pile.pop()), s.explore.draw_pile.append("Griefer")),
        "belong to another deck",
    ),
    "a model from nowhere": (lambda s: s.pool.monsters.update(Mook=1), "Mook: 7 models, not 6"),
    "a creep lost": (lambda s: s.pool.creeps.update(Giri=3), "Giri: 3 models, not 4"),
    "a booty lost": (lambda s: s.pool.booties.pop(), "boo booties: 2"),
    "wrath": (lambda s: setattr(s, "wrath_supply", 4), "wrath: 4 tokens"),
    "two on a square": (
        lambda s: setattr(s.members[KNIGHT], "at", s.members["princess-emerald"].at),
        "shares square",
    ),
    "on a structure": (on_a_structure, "on a structure or chasm"),
    "too many wounds": (lambda s: setattr(s.members[KNIGHT], "wounds", 5), "5 wounds of 5 hearts"),
    "a status twice": (lambda s: s.members[KNIGHT].status.extend(["Ice", "Ice"]), "status token twice"),
    "gone but not down": (lambda s: setattr(s.members[KNIGHT], "at", -1), "is not down but at -1"),
    "too many potions": (lambda s: setattr(s.members[KNIGHT], "potions", 9), "9 potions"),
    "a wrong slot": (
        lambda s: s.members[KNIGHT].slots.update(Nowhere=s.loot.draw_pile.pop()),
        "in the Nowhere slot",
    ),
    "AP overspent": (
        lambda s: (setattr(s.turn, "active", KNIGHT), setattr(s.members[KNIGHT], "ap_spent", 9)),
        "spent 9 AP",
    ),
    "MP overspent": (
        lambda s: (setattr(s.turn, "active", KNIGHT), setattr(s.members[KNIGHT], "mp_spent", 9)),
        "spent 9 MP",
    ),
    "nowhere": (lambda s: setattr(monster(s, "Mook"), "at", -1), "is nowhere"),
    "a debt": (lambda s: setattr(s, "coins", -1), "coins -1"),
}


def test_a_fresh_table_is_sound() -> None:
    assert check.invariants(laid()) == []


@pytest.mark.parametrize("name", BREAKS)
def test_each_break_is_told(name: str) -> None:
    s = laid()
    spoil, words = BREAKS[name]
    spoil(s)
    assert any(words in line for line in check.invariants(s)), check.invariants(s)
