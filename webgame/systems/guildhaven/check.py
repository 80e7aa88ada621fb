"""What must hold of every state: cards, items and squares are conserved."""

from __future__ import annotations

from collections import Counter

from webgame.engine.masks import bits
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import facts
from webgame.systems.guildhaven.state import State


def invariants(s: State) -> list[str]:
    """Return what is broken."""
    return cards(s) + items(s) + places(s) + figures(s)


def cards(s: State) -> list[str]:
    """While a scenario is played, each of the ten cards lies in one pile (GH-3.3)."""
    if s.stage != "scenario":
        return []
    piles = s.table.piles
    lying = [*piles.hand, *piles.chosen, *piles.discard, *piles.buried, *piles.active]
    if Counter(lying) != Counter(s.hero.cards):
        return [f"the hero's cards are {sorted(s.hero.cards)}, in the piles lie {sorted(lying)}"]
    return []


def items(s: State) -> list[str]:
    """Each item is in the deck, owned, found in this try or out of the game (GH-5.2)."""
    gone = s.campaign.gone if s.campaign is not None else []
    lying = Counter([*s.items.cards(), *s.hero.items, *s.table.found, *gone])
    broken = [f"item {item} is in {lying[item]} places" for item in box().items if lying[item] != 1]
    broken += [f"item {item} is packed but not owned" for item in s.hero.equipped if item not in s.hero.items]
    return broken


def places(s: State) -> list[str]:
    """Units stand on the board, two never on one square, none in a wall."""
    broken = []
    taken = 0
    grid = facts.ground(s)
    for unit in s.on_board():
        block = facts.squares(s, unit)
        if not block or block & grid.walls:
            broken.append(f"{unit.id} stands off the floor at {unit.at}")
        if block & taken:
            at = list(bits(block & taken))
            broken.append(f"{unit.id} shares square {at} with another unit")
        taken |= block
    return broken


def figures(s: State) -> list[str]:
    """Hit points and the track stay within their limits."""
    broken = [f"{u.id} has {u.hp} of {u.max_hp} HP" for u in s.units.values() if u.hp > u.max_hp]
    if not -3 <= s.table.infusion <= 3:
        broken.append(f"the infusion marker is at {s.table.infusion}")
    broken += [
        f"{item} is used but was not equipped" for item in s.table.piles.used if item not in s.hero.equipped
    ]
    known = box().items
    broken += [f"no item {item}" for item in s.hero.items if item not in known]
    return broken
