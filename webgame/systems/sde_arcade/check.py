"""Invariants of a state: what must hold after every decision, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from webgame.engine.decks import Deck
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import WALL, layout
from webgame.systems.sde_arcade.rules import costumes, equipment, facts, pets, shapes, traits, wounds
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

CLIMBERS = ("Fly", "Burrow", "Bulldozer")  # may stand on structures; Fly over chasms, too


def invariants(s: State) -> list[str]:
    """Return what is broken, in words; an empty list is a sound state."""
    totals: dict[str, Any] | None = s.options.get("totals")
    found = [*_places(s), *_members(s), *_monsters(s), *_tokens(s)]
    if totals is not None:
        found += [*_cards(s, totals), *_models(s, totals), *_wrath(s, totals)]
    return found


# -- conservation --------------------------------------------------------------------------------------------


def _cards(s: State, totals: dict[str, Any]) -> Iterator[str]:
    """Cards move; none appears or vanishes."""
    out = {"loot": 0, "treasure": 0, "explore": 0, "command": 0}
    loot = box().loot
    away = [*s.backpack, *s.removed]
    for member in s.members.values():
        away += member.slots.values()
        if member.kind == "pet":
            away.append(member.card)
    if s.turn.phase == "setup":  # pets that have not joined their Heroes yet
        masters = {m.master for m in s.members.values() if m.kind == "pet"}
        out["treasure"] += sum(
            1 for m in s.members.values() if m.kind == "hero" and pets.own_pet(m.card) and m.id not in masters
        )
    for card in away:
        out["loot" if card in loot else "treasure"] += 1
    out["explore"] = len(s.kept) + sum(len(tile.cards) for tile in s.tiles)
    out["command"] = 1 if s.turn.card else 0
    for deck in (s.loot, s.treasure, s.explore, s.command):
        there = len(deck.draw_pile) + len(deck.discard_pile) + out[deck.name]
        if there != totals["cards"][deck.name]:
            yield f"{deck.name}: {there} cards, not {totals['cards'][deck.name]}"
        yield from _strangers(deck)


@cache
def _own(name: str) -> frozenset[str]:
    known = box()
    if name == "treasure":
        return frozenset([*known.treasure, *known.booty, *known.wonders])
    if name == "loot":
        return frozenset(known.loot)
    return frozenset(known.explore) if name == "explore" else frozenset(known.commands)


def _strangers(deck: Deck) -> Iterator[str]:
    own = _own(deck.name)
    if not own.issuperset(deck.draw_pile) or not own.issuperset(deck.discard_pile):
        yield f"{deck.name}: {sorted(set(deck.cards()) - own)} belong to another deck"


@cache
def _first(card: str) -> str:
    return wounds.first_form(card)


def _models(s: State, totals: dict[str, Any]) -> Iterator[str]:
    """Models are on the map, on a Hero's card, or in the pool."""
    there = dict(s.pool.monsters)
    for name, left in s.pool.creeps.items():
        there[name] = there.get(name, 0) + left
    booties = len(s.pool.booties)
    for monster in s.monsters.values():
        if monster.kind in ("elite", "minion", "creep"):
            name = _first(monster.card)
            there[name] = there.get(name, 0) + 1
        elif monster.kind == "boo_booty":
            booties += 1
    for member in s.members.values():
        form = box().heroes[member.card].name if shapes.is_form(member) else ""
        if form in there:
            there[form] += 1
    if there != totals["models"]:
        for name in sorted({*there, *totals["models"]}):
            if there.get(name, 0) != totals["models"].get(name, 0):
                yield f"{name}: {there.get(name, 0)} models, not {totals['models'].get(name, 0)}"
    if booties != totals["booties"]:
        yield f"boo booties: {booties} models, not {totals['booties']}"
    if any(left < 0 for left in (*s.pool.monsters.values(), *s.pool.creeps.values())):
        yield "the pool holds less than nothing of a model"


def _wrath(s: State, totals: dict[str, Any]) -> Iterator[str]:
    there = s.wrath_supply + sum(member.wrath for member in s.members.values())
    if there != totals["wrath"] or s.wrath_supply < 0:
        yield f"wrath: {there} tokens (supply {s.wrath_supply}), not {totals['wrath']}"


# -- places --------------------------------------------------------------------------------------------------


def _places(s: State) -> Iterator[str]:
    """One figure or chest a square; no figure off the floor, and on solid squares only those that may."""
    lay = layout(s)
    grid = lay.grid
    taken = facts.chests(s)
    bad = grid.solid & ~lay.effects.get(WALL, 0) | lay.chasm
    odd = bad | ~grid.floor
    everybody: list[Figure] = [*s.members.values(), *s.monsters.values()]
    for fig in everybody:
        if fig.at == OFF:
            continue
        base = 1 << fig.at if fig.size == 1 else facts.base(s, fig)
        if fig.id != s.turn.moving:
            if taken & base:
                yield f"{fig.id} shares square {next(bits(taken & base))} with another figure or a chest"
            taken |= base
        if not base & odd:
            continue
        if base & ~grid.floor:
            yield f"{fig.id} stands off the floor at {fig.at}"
        elif base & bad and not _may_stand(s, fig, base, lay.chasm):
            yield f"{fig.id} ({fig.card}) stands on a structure or chasm at {fig.at}"


def _may_stand(s: State, fig: Figure, base: int, chasm: int) -> bool:
    known = facts.abilities(s, fig)
    if base & chasm and "Fly" not in known:
        return False
    return not base & layout(s).grid.solid or any(word in known for word in CLIMBERS)


def _tokens(s: State) -> Iterator[str]:
    floor = layout(s).grid.floor
    for token in s.tokens.values():
        if not floor >> token.at & 1:
            yield f"token {token.id} ({token.kind}) lies off the floor"
        if token.kind == "skull" and not s.members[token.owner].down:
            yield f"skull {token.id} belongs to {token.owner}, who lives"
    for template in s.templates.values():
        if not template.squares or any(not floor >> square & 1 for square in template.squares):
            yield f"template {template.id} ({template.trap}) lies off the floor"
    if s.coins < 0 or s.keys < 0:
        yield f"coins {s.coins}, keys {s.keys}"


# -- figures -------------------------------------------------------------------------------------------------


def _wounds(s: State, fig: Figure) -> Iterator[str]:
    full = facts.hearts(s, fig)
    if fig.wounds == full and isinstance(fig, Monster) and traits.LAST & facts.abilities(s, fig):
        return  # it is falling: Gross asks for defense rolls first
    if fig.wounds and not 0 < fig.wounds < full:
        yield f"{fig.id} ({fig.card}) has {fig.wounds} wounds of {facts.hearts(s, fig)} hearts"
    if fig.status and len(set(fig.status)) != len(fig.status):
        yield f"{fig.id} has a status token twice: {fig.status}"


def _members(s: State) -> Iterator[str]:
    begun = s.turn.phase != "setup"
    for member in s.members.values():
        if member.at != OFF:
            yield from _wounds(s, member)
        if begun and (member.at == OFF) != member.down:
            yield f"{member.id} is {'down' if member.down else 'not down'} but at {member.at}"
        if member.potions and not 0 < member.potions <= facts.potion_limit(s, member):
            yield f"{member.id} has {member.potions} potions of {facts.potion_limit(s, member)}"
        for slot, card in member.slots.items():
            beside = slot == costumes.SLOT or slot.startswith(equipment.EXTRA)
            if box().equipment[card].slot != slot and not beside:
                yield f"{member.id} wears {card} in the {slot} slot"
        for creep in member.invaders:
            if creep not in s.monsters or s.monsters[creep].host != member.id:
                yield f"{creep} lies on the card of {member.id} but does not know it"
        if member.id in (s.turn.active, s.turn.pet):
            yield from _spent(s, member)


def _spent(s: State, member: Member) -> Iterator[str]:
    """What was spent in an activation; a status suffered on the way may have lowered the total since.

    Where cards lower it on entering or leaving a tile (Mountain of Gold, Funny Costumes) nothing is compared.
    """
    ops = {step["op"] for tile in s.tiles for card in tile.cards for step in box().explore[card].effects}
    if not ops.isdisjoint(("mov_mult", "temporary_treasure")):
        return
    if member.ap_spent and member.ap_spent > facts.ap_total(s, member) + ("Poison" in member.status):
        yield f"{member.id} spent {member.ap_spent} AP of {facts.ap_total(s, member)}"
    if not member.mp_spent:
        return
    most = facts.movement(s, member) + _movement_lost(s)
    most *= (2 if member.ran else 1) * (2 if "Slow" in member.status else 1)
    if member.mp_spent > most:
        yield f"{member.id} spent {member.mp_spent} MP of {most}"


def _movement_lost(s: State) -> int:
    """Return the movement that the piece of equipment discarded last gave, if it gave any (HA-3)."""
    tops = [deck.discard_pile[-1] for deck in (s.loot, s.treasure) if deck.discard_pile]
    worn = [step for card in tops if card in box().equipment for step in box().equipment[card].effects]
    return sum(int(step["amount"]) for step in worn if step["op"] == "mov")


def _monsters(s: State) -> Iterator[str]:
    for id, monster in s.monsters.items():
        if monster.id != id:
            yield f"{id} is called {monster.id}"
        if monster.wounds or monster.status:
            yield from _wounds(s, monster)
        if monster.host:
            if monster.at != OFF or id not in s.members[monster.host].invaders:
                yield f"{id} lies on the card of {monster.host} and on the map"
        elif monster.at == OFF and s.turn.phase != "setup":
            yield f"{id} ({monster.card}) is nowhere"
