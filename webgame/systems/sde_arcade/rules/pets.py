"""Pets: wonders that get a master in Power-Up and act beside it (section 17.6, PT)."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from typing import Any

from webgame.engine.decision import Choice, Decision, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout, reserved
from webgame.systems.sde_arcade.rules import facts, shapes
from webgame.systems.sde_arcade.state import OFF, Member, State

LEASH = 2  # squares between a pet and its new master (PT-3)


def pet_id(wonder: str) -> str:
    """Return the id of the figure of a pet."""
    return "pet-" + "".join(c if c.isalnum() else "-" for c in wonder.lower()).replace("--", "-").strip("-")


def _wonder(pet: Member) -> str:
    """Return the wonder card of a pet."""
    return wonder_of(pet.card)


def available(s: State) -> list[str]:
    """Return the wonders in the backpack that may get a master now.

    A destroyed pet rests until the end of the next Hero turn (PT-1, PT-7).
    """
    wonders = [card for card in s.backpack if card in box().wonders]
    returns = s.options["pet_return"]
    if returns == "at_once":
        return wonders
    if returns == "never":
        return [card for card in wonders if card not in s.resting]
    return [card for card in wonders if s.resting.get(card, 0) < s.turn.round]


def masters(s: State) -> list[Member]:
    """Return the Heroes on the map that have no pet (PT-2)."""
    return [hero for hero in s.heroes() if facts.pet_of(s, hero) is None]


@cache
def own_pet(hero: str) -> str:
    """Return the pet that a Hero has from the start ("Pet: X"), "" if it has none (SU-2)."""
    words = box().heroes[hero].abilities
    return next((word.partition(": ")[2] for word in words if word.startswith("Pet: ")), "")


def suits(s: State, hero: Member, pet: str) -> bool:
    """Whether a Hero may be a pet's master: with its own pet it has no other, nor that another one (PT-2)."""
    own = own_pet(shapes.own_card(hero))
    if own:
        return pet == own
    return all(own_pet(shapes.own_card(m)) != pet for m in s.members.values() if m.kind == "hero")


def wonder_of(pet: str) -> str:
    """Return the wonder card of a pet."""
    return next(wonder.name for wonder in box().wonders.values() if wonder.pet == pet)


def join(g: Play, hero: Member, *, ask: bool) -> Generator[Any, Any, None]:
    """Put the pet that a Hero has from the start within two squares of it, or as near as can be (SU-2)."""
    s: State = g.state
    name = own_pet(hero.card)
    reach = LEASH
    while not (squares := room(s, hero, reach=reach)):  # a crowd at the start: it spills over (SU-11)
        if reach > s.width + s.height:
            raise RuntimeError(f"no room for {name} anywhere around {hero.id}")
        reach += 1
    near = layout(s).grid.within(facts.base(s, hero), 1)
    square = next((square for square in squares if near >> square & 1), squares[0])
    if ask:
        square = yield from _where(g, hero, name, squares)
    pet = Member(pet_id(wonder_of(name)), "pet", name, at=square, master=hero.id, seat=hero.seat)
    s.members[pet.id] = pet
    show = {"type": "appear", "piece": pet.id, "n": 0}
    g.emit("ev.pet_joins", "SU-2", show, who=name, what=facts.name(hero))


def room(s: State, hero: Member, pet: Member | None = None, *, reach: int = LEASH) -> list[int]:
    """Return the squares within two of a Hero where a pet may be placed, or stay (PT-3)."""
    lay = layout(s)
    mine = facts.base(s, pet) if pet is not None else 0
    blocked = facts.occupied(s) & ~mine | lay.chasm | reserved(s)
    return list(bits(lay.grid.within(facts.base(s, hero), reach) & lay.grid.open & ~blocked))


def _where(g: Play, hero: Member, name: str, squares: list[int]) -> Generator[Any, Any, int]:
    """Let the new master's player choose the pet's square (PT-3)."""
    choice: Choice = yield Decision(
        seats=(hero.seat,),
        prompt="ask.pet_place",
        rule="PT-3",
        groups=(targets("to", "do.place", "PT-3", "square", squares, hero.id),),
        params={"who": name},
        about=(hero.id,),
    )
    return choice.square()


def gain_master(g: Play, hero: Member, wonder: str) -> Generator[Any, Any, None]:
    """Give a pet from the backpack a master and place it within two squares (PT-1, PT-3)."""
    from webgame.systems.sde_arcade.rules import terrain

    s: State = g.state
    name = box().wonders[wonder].pet
    square = yield from _where(g, hero, name, room(s, hero))
    s.backpack.remove(wonder)
    s.resting.pop(wonder, None)
    pet = Member(pet_id(wonder), "pet", name, at=square, master=hero.id, seat=hero.seat)
    s.members[pet.id] = pet
    g.emit(
        "ev.pet_joins", "PT-1", {"type": "appear", "piece": pet.id, "n": 0}, who=name, what=facts.name(hero)
    )
    yield from terrain.enter(g, pet, [square])  # EX-4


def change_master(g: Play, pet: Member, hero: Member) -> Generator[Any, Any, None]:
    """Give a pet on the map to another Hero and put it within two squares of it (PT-2, PT-3)."""
    from webgame.systems.sde_arcade.rules import terrain

    s: State = g.state
    square = yield from _where(g, hero, facts.name(pet), room(s, hero, pet))
    pet.master, pet.seat = hero.id, hero.seat
    show = facts.went(pet.id, pet.at, [square])
    g.emit("ev.pet_changes", "PT-2", show, who=facts.name(pet), what=facts.name(hero))
    if square != pet.at:
        before, pet.at = facts.base(s, pet), square
        yield from terrain.enter(g, pet, [square], before)


def to_backpack(g: Play, pet: Member) -> None:
    """Put a pet back into the backpack (PT-7)."""
    from webgame.systems.sde_arcade.rules import equipment, wounds

    s: State = g.state
    master = s.members[pet.master]
    pet.at = OFF
    del s.members[pet.id]
    wounds.end_effects(s, pet.id)
    s.backpack.append(_wonder(pet))
    if s.turn.pet == pet.id:
        s.turn.pet = ""
    equipment.clamp(g, master)
    g.emit("ev.pet_leaves", "PT-7", facts.gone(pet), who=pet.card)


def pet_falls(g: Play, pet: Member) -> Generator[Any, Any, None]:
    """A destroyed pet goes back to the backpack and rests until the end of the next Hero turn (PT-7)."""
    s: State = g.state
    s.resting[_wonder(pet)] = s.turn.round
    to_backpack(g, pet)
    yield from ()
