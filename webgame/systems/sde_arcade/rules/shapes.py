"""Shapeshift of Heroes: taking another form, being turned into one, turning back (SH-1 to SH-5)."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from typing import Any

from webgame.engine.decision import Choice, Decision, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import HeroCard, box
from webgame.systems.sde_arcade.rules import facts, wounds
from webgame.systems.sde_arcade.state import OFF, Member, State

Steps = Generator[Any, Any, None]


@cache
def form_of(name: str) -> HeroCard:
    """Return the Hero card with this printed name."""
    return next(card for card in box().heroes.values() if card.name == name)


def own_card(hero: Member) -> str:
    """Return the card of a Hero's own form; the id of a copy has a number behind it (CP-7)."""
    return hero.id if hero.id in box().heroes else hero.id.rpartition("-")[0]


def is_form(hero: Member) -> bool:
    """Whether a Hero is in another form than its own."""
    return hero.kind == "hero" and hero.card != own_card(hero)


def offer(g: Play, hero: Member) -> Steps:
    """In its upkeep a Hero may take its other form, if that is not a Fixed Form (SH-1, SH-3)."""
    s: State = g.state
    card = box().heroes[hero.card]
    if card.shapeshift is None or facts.has(s, hero, "Fixed Form"):
        return
    choice: Choice = yield Decision(
        seats=(hero.seat,),
        prompt="ask.shapeshift",
        rule="SH-1",
        groups=(
            button("keep", "do.keep_form", "SH-1", hero.id, tone="end"),
            button("shift", "do.shapeshift", "SH-1", hero.id, what=card.shapeshift, tone="help"),
        ),
        params={"who": facts.name(hero), "what": card.shapeshift},
        about=(hero.id,),
    )
    if choice.group == "shift":
        yield from take(g, hero, form_of(card.shapeshift), "SH-1")


def take(g: Play, hero: Member, form: HeroCard, rule: str) -> Steps:
    """Swap card and model; wounds, status, potions, wrath and equipment stay (SH-1, SH-2, SH-5)."""
    from webgame.systems.sde_arcade.rules import terrain

    s: State = g.state
    was, before = facts.name(hero), facts.base(s, hero)
    hero.card, hero.size = form.id, form.base[0]
    show = {"type": "glow", "piece": hero.id, "n": 0}
    g.emit("ev.shifts", rule, show, who=was, what=form.name)
    if hero.wounds >= facts.hearts(s, hero):  # before anybody is asked where it stands
        yield from wounds.destroy(g, hero, None)
        return
    yield from _stand(g, hero, before)
    hero.potions = min(hero.potions, facts.potion_limit(s, hero))
    wounds.cure_immune(g, hero)
    new = facts.base(s, hero) & ~before
    if new:
        yield from terrain.enter(g, hero, bits(new), before)


def _stand(g: Play, hero: Member, before: int) -> Steps:
    """Put the new model where the old one stood, or as near as possible (SH-5)."""
    from webgame.systems.sde_arcade.rules import spawn

    s: State = g.state
    first = next(bits(before))
    hero.at = OFF
    room = spawn.anchors_touching(s, hero, before)
    covers = [at for at in bits(room) if not _differs(facts.block(s, at, hero.size), before)]
    if len(covers) == 1 or not covers:
        hero.at = covers[0] if covers else OFF
        if not covers and not spawn.place_near(g, hero, first):
            raise RuntimeError(f"no room for {hero.card} on the whole map")
        return
    hero.at = covers[0]  # it stands somewhere while its player chooses
    choice: Choice = yield Decision(
        seats=(hero.seat,),
        prompt="ask.place",
        rule="SH-5",
        groups=(targets("to", "do.place", "SH-5", "square", covers, hero.id),),
        params={"who": facts.name(hero)},
        about=(hero.id,),
    )
    hero.at = choice.square()


def _differs(one: int, other: int) -> bool:
    """Whether neither of two bases lies within the other."""
    return bool(one & ~other and other & ~one)


# -- turned into a toad --------------------------------------------------------------------------------------


def can_bewitch(s: State, hero: Member, name: str, needs_pool: bool = True) -> bool:
    """Whether a Hero can be turned into a form: it is in another one, and a model of it is in the pool."""
    if hero.kind != "hero" or hero.card == form_of(name).id:
        return False
    return not needs_pool or s.pool.monsters.get(name, 0) > 0


def bewitch(g: Play, hero: Member, name: str, needs_pool: bool) -> Steps:
    """Turn a Hero into a form, if a model of it is in the pool; a Hero in it already stays so (SH-1)."""
    s: State = g.state
    form = form_of(name)
    if not can_bewitch(s, hero, name, needs_pool):
        g.emit("ev.no_form", "SH-1", who=facts.name(hero), what=name)
        return
    give_back(s, hero)
    if name in s.pool.monsters:
        s.pool.monsters[name] -= 1
    yield from take(g, hero, form, "SH-1")


def give_back(s: State, hero: Member) -> None:
    """Put the model of a form that is in the pool back there."""
    name = box().heroes[hero.card].name
    if is_form(hero) and name in s.pool.monsters:
        s.pool.monsters[name] += 1


def kissable(s: State, friend: Member) -> list[str]:
    """Return the Heroes next to a friend that turn back for an action point of its (Smooches)."""
    forms = [hero for hero in s.heroes() if hero is not friend and is_form(hero)]
    return [h.id for h in forms if facts.has(s, h, "Smooches") and facts.adjacent(s, friend, h)]


def turn_back(g: Play, hero: Member) -> Steps:
    """Give a Hero its own form again at once (Smooches; SH-3: it can't by itself)."""
    give_back(g.state, hero)
    yield from take(g, hero, box().heroes[own_card(hero)], "SH-3")


def fallen(s: State, hero: Member) -> None:
    """A destroyed Hero is in its first form again, as a model that returns to the pool is (SH-3)."""
    if is_form(hero):
        give_back(s, hero)
        hero.card = own_card(hero)
        hero.size = box().heroes[hero.card].base[0]
        hero.wounds = facts.hearts(s, hero)
        hero.potions = min(hero.potions, facts.potion_limit(s, hero))
