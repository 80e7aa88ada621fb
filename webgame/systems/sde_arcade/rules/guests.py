"""The guest of New Player: an unused Hero that may act once, beside the two of the turn; then it leaves."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cache
from typing import Any, Final

from webgame.engine.decision import Choice, Decision, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import beginnings, equipment, facts, reactions, shapes, wounds
from webgame.systems.sde_arcade.state import OFF, Lasting, Member, State

Steps = Generator[Any, Any, None]
MARK: Final = "guest_hero"


def is_guest(member: Member) -> bool:
    """Whether a Hero is a guest: it leaves after its activation, and the party is lost without it."""
    return any(entry.effect["op"] == MARK for entry in member.lasting)


@cache
def _playable() -> tuple[str, ...]:
    """Return the Heroes that the rules as coded can carry out."""
    from webgame.systems.sde_arcade import supported

    return tuple(
        hero.id
        for hero in box().heroes.values()
        if hero.selectable and not supported.lacking("hero", hero.id)
    )


def arrives(g: Play, host: Member, tile: int, activations: int) -> Steps:
    """Let the party choose an unused Hero; the player whose Hero drew the card plays it (CP-3, CP-7)."""
    from webgame.systems.sde_arcade.rules import spawn, terrain

    s: State = g.state
    used = {member.card for member in s.members.values()}
    idle = [id for id in _playable() if id not in used and id not in s.members]
    if not idle:
        g.emit("ev.card_idle", "EX-6", what="New Player")
        return
    choice: Choice = yield Decision(
        seats=equipment.hero_seats(s),
        prompt="ask.guest",
        rule="EX-6",
        mode="any",
        groups=(targets("guest", "do.guest", "EX-6", "value", idle),),
        about=(host.id,),
    )
    id = choice.name()
    seat = facts.master_of(s, host).seat
    guest = Member(id, "hero", id, size=box().heroes[id].base[0], seat=seat)
    squares = list(bits(spawn.anchors_touching(s, guest, layout(s).tiles[tile])))
    if not squares:
        g.emit("ev.no_room", "EX-6", what="New Player")
        return
    place: Choice = yield Decision(
        seats=(seat,),
        prompt="ask.guest_place",
        rule="EX-6",
        groups=(targets("to", "do.place", "EX-6", "square", squares),),
        params={"who": facts.name(guest)},
    )
    guest.at = place.square()
    guest.potions = min(int(s.options["start_potions"]), facts.potion_limit(s, guest))
    guest.lasting.append(Lasting("New Player", {"op": MARK}, MARK, id, activations))
    s.members[id] = guest
    g.emit("ev.guest", "EX-6", {"type": "appear", "piece": id, "n": 0}, who=facts.name(guest))
    yield from beginnings.guest_begins(g, guest)
    yield from terrain.enter(g, guest, bits(facts.base(s, guest)))


def waiting(s: State) -> list[Member]:
    """Return the guests on the map: each may act in addition to the Heroes of the turn."""
    return [hero for hero in s.heroes() if hero.lasting and is_guest(hero)]


def regulars(s: State) -> Iterator[Member]:
    """Yield the Heroes of the party on the map; without any of them the game is lost (TS-9)."""
    for hero in s.heroes():
        if not (hero.lasting and is_guest(hero)):
            yield hero


def leaves(g: Play, guest: Member) -> None:
    """Take a guest out of the game: its cards go to the backpack, tokens to the supply (YD-2)."""
    from webgame.systems.sde_arcade.rules import pets

    s: State = g.state
    pet = facts.pet_of(s, guest)
    if pet is not None:
        pets.to_backpack(g, pet)
    beginnings.guest_leaves(s, guest)
    reactions.lift_traps(g, guest)
    shapes.give_back(s, guest)
    equipment.strip(s, guest)
    s.wrath_supply += guest.wrath
    for creep in guest.invaders:
        kind = s.monsters.pop(creep).card
        s.pool.creeps[kind] = s.pool.creeps.get(kind, 0) + 1
    wounds.end_effects(s, guest.id)
    guest.at, guest.down = OFF, True
    guest.lasting.clear()
    del s.members[guest.id]
    g.emit("ev.guest_leaves", "EX-6", facts.gone(guest), who=facts.name(guest))


def acted(g: Play, guest: Member) -> None:
    """An activation of a guest is over: after the last one that the card allows it leaves."""
    mark = next(entry for entry in guest.lasting if entry.effect["op"] == MARK)
    mark.count -= 1
    if mark.count <= 0:
        leaves(g, guest)
