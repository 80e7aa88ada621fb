"""Pets: wonders that get a master in Power-Up and act beside it (section 17.6, PT)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import OFF, Member, State

LEASH = 2  # squares between a pet and its new master (PT-3)


def pet_id(wonder: str) -> str:
    """Return the id of the figure of a pet."""
    return "pet-" + "".join(c if c.isalnum() else "-" for c in wonder.lower()).replace("--", "-").strip("-")


def available(s: State) -> list[str]:
    """Return the wonders in the backpack that may get a master now; a destroyed pet rests (PT-1, PT-7)."""
    ready = [card for card in s.backpack if card in box().wonders]
    if s.turn.side != "heroes":
        return [card for card in ready if card not in s.resting]
    return [card for card in ready if s.resting.get(card, 0) < s.turn.round]


def masters(s: State) -> list[Member]:
    """Return the Heroes on the map that have no pet (PT-2)."""
    return [hero for hero in s.heroes() if facts.pet_of(s, hero) is None]


def room(s: State, hero: Member) -> list[int]:
    """Return the free squares within two of a Hero where a pet may be placed (PT-3)."""
    lay = layout(s)
    blocked = facts.occupied(s) | lay.effects.get("Chasm", 0)
    return list(bits(lay.grid.within(facts.base(s, hero), LEASH) & lay.grid.open & ~blocked))


def gain_master(g: Play, hero: Member, wonder: str) -> Generator[Any, Any, None]:
    """Give a pet from the backpack a master and place it within two squares (PT-1, PT-3)."""
    s: State = g.state
    squares = room(s, hero)
    if not squares:
        g.emit("ev.no_room", "PT-3", what=wonder)
        return
    choice: Choice = yield Decision(
        seats=(hero.seat,),
        prompt="ask.pet_place",
        rule="PT-3",
        groups=(targets("to", "do.place", "PT-3", "square", squares, hero.id),),
        params={"who": wonder},
        about=(hero.id,),
    )
    s.backpack.remove(wonder)
    s.resting.pop(wonder, None)
    pet = Member(pet_id(wonder), "pet", wonder, at=choice.square(), master=hero.id, seat=hero.seat)
    s.members[pet.id] = pet
    g.emit("ev.pet_joins", "PT-1", {"type": "appear", "piece": pet.id, "n": 0}, who=wonder, what=facts.name(hero))


def change_master(g: Play, pet: Member, hero: Member) -> None:
    """Give a pet on the map to another Hero; only in Power-Up, both masters alive (PT-2)."""
    pet.master = hero.id
    pet.seat = hero.seat
    g.emit("ev.pet_changes", "PT-2", {"type": "glow", "piece": pet.id, "n": 0}, who=facts.name(pet), what=facts.name(hero))


def to_backpack(g: Play, pet: Member) -> None:
    """Put a pet back into the backpack (PT-7)."""
    from webgame.systems.sde_arcade.rules import equipment

    s: State = g.state
    master = s.members[pet.master]
    pet.at = OFF
    del s.members[pet.id]
    s.backpack.append(pet.card)
    if s.turn.pet == pet.id:
        s.turn.pet = ""
    equipment.clamp(g, master)
    g.emit("ev.pet_leaves", "PT-7", {"type": "gone", "piece": pet.id, "n": 0}, who=pet.card)


def pet_falls(g: Play, pet: Member) -> Generator[Any, Any, None]:
    """A destroyed pet goes back to the backpack and rests until the end of the next Hero turn (PT-7)."""
    s: State = g.state
    s.resting[pet.card] = s.turn.round
    to_backpack(g, pet)
    return
    yield
