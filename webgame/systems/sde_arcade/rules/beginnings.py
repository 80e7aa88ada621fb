"""What Heroes bring with them and choose as the game begins: a pet of their own, an element (SU-2, AF-4)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from webgame.engine.decision import Choice, Decision, targets
from webgame.engine.game import Play
from webgame.systems.sde_arcade.rules import facts, pets, shapes
from webgame.systems.sde_arcade.rules.byhand import by_hand
from webgame.systems.sde_arcade.state import Member, State

Steps = Generator[Any, Any, None]
ELEMENTAL: Final = "Elemental Affinity"


def heroes_begin(g: Play) -> Steps:
    """Let pets join their Heroes, and Heroes with an elemental affinity choose their element."""
    s: State = g.state
    for hero in list(s.heroes()):
        if pets.own_pet(hero.card):
            yield from pets.join(g, hero, ask=by_hand(s, "start"))
    for hero in list(s.heroes()):
        if ELEMENTAL in facts.card(hero).abilities:
            yield from choose_element(g, hero)


def guest_begins(g: Play, guest: Member) -> Steps:
    """What a Hero that comes as a guest brings with it: its pet, its element (EX-6)."""
    s: State = g.state
    if pets.own_pet(guest.card):
        _count(s, 1)
        yield from pets.join(g, guest, ask=True)
    if ELEMENTAL in facts.card(guest).abilities:
        yield from choose_element(g, guest)


def guest_leaves(s: State, guest: Member) -> None:
    """Take a guest's own pet out of the game with it; it is in the backpack now."""
    own = pets.own_pet(shapes.own_card(guest))
    wonder = pets.wonder_of(own) if own else ""
    if wonder in s.backpack:
        s.backpack.remove(wonder)
        s.resting.pop(wonder, None)
        _count(s, -1)


def _count(s: State, cards: int) -> None:
    """Note that treasure cards come into the game or leave it (what the invariants compare with)."""
    if "totals" in s.options:
        s.options["totals"]["cards"]["treasure"] += cards


def choose_element(g: Play, hero: Member) -> Steps:
    """Let a Hero's player choose its element, once and for all (AF-4)."""
    choice: Choice = yield Decision(
        seats=(hero.seat,),
        prompt="ask.element",
        rule="AF-4",
        groups=(targets("element", "do.element", "AF-4", "value", facts.ELEMENTS, hero.id),),
        params={"who": facts.name(hero)},
        about=(hero.id,),
    )
    hero.once.append(facts.ELEMENT + choice.name())
    g.emit("ev.element", "AF-4", who=facts.name(hero), what=choice.name())
