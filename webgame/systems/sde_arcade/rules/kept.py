"""Explore cards kept in the backpack and discarded to be used (EX-6): when, by whom, what for."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

import msgspec

from webgame.engine.decision import Choice, Decision, Group, button, targets
from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import Action, Dice, Effect, box
from webgame.systems.sde_arcade.rules import effects, equipment, facts, resolve, wounds
from webgame.systems.sde_arcade.state import Lasting, Member, State

Steps = Generator[Any, Any, None]
ANY_TIME: Final = frozenset({"heal_wound", "remove_status"})  # Pumpkin Pie, Antidote
UPKEEP: Final = frozenset({"gain_ability", "remedy"})  # Handy Tunnel, Testudo Formation
ACTIVATION: Final = frozenset({"attack"})  # Bomb Flower
DEFENSE: Final = frozenset({"bonus"})  # Shell Up
MOMENTS: Final = ANY_TIME | UPKEEP | ACTIVATION | DEFENSE


def what_for(card: str) -> Effect:
    """Return what a kept card does when it is discarded."""
    return next(dict(step["use"]) for step in box().explore[card].effects if step["op"] == "keep")


def held(s: State, moments: frozenset[str]) -> list[str]:
    """Return the kept cards, each once, that may be used at a moment."""
    return [card for card in dict.fromkeys(s.kept) if what_for(card)["op"] in moments] if s.kept else []


def _spend(g: Play, card: str, who: Member | None) -> None:
    s: State = g.state
    s.kept.remove(card)
    s.explore.discard(card)
    name = facts.name(who) if who is not None else "l.party"
    g.emit("ev.uses_kept", "EX-6", {"type": "card", "card": f"explore.{card}"}, who=name, what=card)


# -- any time ------------------------------------------------------------------------------------------------


def useful(s: State, card: str) -> bool:
    """Whether a card that helps the party would help anybody now."""
    op = what_for(card)["op"]
    return any(member.wounds if op == "heal_wound" else member.status for member in s.party())


def any_time(s: State) -> list[Group]:
    """Return the kept cards that may be used at any time and would help somebody (EX-6)."""
    return [
        button(f"keep.{card}", "do.use_kept", "EX-6", what=card, tone="help", ap=0)
        for card in held(s, ANY_TIME)
        if useful(s, card)
    ]


def groups(s: State, member: Member) -> list[Group]:
    """Return the kept cards that a Hero may use in its activation (EX-6, EX-8)."""
    if not s.kept or member.kind != "hero":
        return []
    from webgame.systems.sde_arcade.rules import actions

    found = any_time(s)
    for card in held(s, ACTIVATION):
        group = actions.aimed(
            s, member, f"keep.{card}", "do.use_kept", "EX-6", _attack(card), ap=0, tone="attack"
        )
        if group is not None:
            found.append(group)
    return found


def _attack(card: str) -> Action:
    """Return the action of a card that attacks (Bomb Flower); it is no unique action and costs nothing."""
    use = what_for(card)
    return Action(
        card,
        0,
        "offense",
        box().explore[card].text,
        attr=use["attr"],
        area=use["area"],
        vs="ARM",
        dangerous=bool(use["dangerous"]),
    )


def use(g: Play, member: Member | None, choice: Choice) -> Steps:
    """Discard a kept card and do what it says; `member` is the Hero that uses it, if it takes one."""
    from webgame.systems.sde_arcade.rules import actions

    card = choice.group.partition(".")[2]
    step = what_for(card)
    _spend(g, card, member)
    if step["op"] == "attack" and member is not None:
        yield from actions.perform(g, member, _attack(card), choice.target)
        return
    strike = resolve.Strike(name=card, kind="support", vs=None, effects=(step,), local=False, rule="EX-6")
    yield from effects.carry_out(g, strike, None, [], resolve.Outcome())


# -- upkeep --------------------------------------------------------------------------------------------------


def upkeep(g: Play, hero: Member) -> Steps:
    """Let a Hero use kept cards in its upkeep (EX-6)."""
    s: State = g.state
    while cards := held(s, UPKEEP):
        choice: Choice = yield Decision(
            seats=(hero.seat,),
            prompt="ask.keep_upkeep",
            rule="EX-6",
            groups=(
                *(button(f"keep.{c}", "do.use_kept", "EX-6", hero.id, what=c, tone="help") for c in cards),
                button("no_card", "do.no_kept", "EX-6", hero.id, tone="end"),
            ),
            params={"who": facts.name(hero)},
            about=(hero.id,),
        )
        if choice.group == "no_card":
            return
        card = choice.group.partition(".")[2]
        step = what_for(card)
        _spend(g, card, hero)
        if step["op"] == "gain_ability":
            gained = {"op": "gain_ability", "ability": step["ability"]}
            hero.lasting.append(Lasting(card, gained, step["until"], hero.id))
        else:
            for other in [h for h in s.heroes() if h is hero or facts.adjacent(s, hero, h)]:
                for status in list(other.status):
                    wounds.cure(g, other, status, "EX-6")


# -- defense rolls -------------------------------------------------------------------------------------------


def before_defense(g: Play, member: Member) -> Generator[Any, Any, Dice]:
    """Let a member's player discard a card for dice on the defense roll that comes (EX-6)."""
    s: State = g.state
    cards = held(s, DEFENSE)
    if not cards:
        return Dice()
    choice: Choice = yield Decision(
        seats=(facts.master_of(s, member).seat,),
        prompt="ask.keep_defense",
        rule="EX-6",
        groups=(
            targets("keep", "do.use_kept", "EX-6", "card", cards, member.id, what="l.a_card"),
            button("no_card", "do.no_kept", "EX-6", member.id, tone="end"),
        ),
        params={"who": facts.name(member)},
        about=(member.id,),
    )
    if choice.group == "no_card":
        return Dice()
    _spend(g, choice.name(), member)
    return msgspec.convert(what_for(choice.name())["dice"], Dice)


def seats(s: State) -> tuple[str, ...]:
    """Return who may use the cards of the backpack: every Hero's player (EX-8)."""
    return equipment.hero_seats(s)
