"""What there is to do besides attacks: chests, tokens, bandages, doors, traps, support on foes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webgame.systems.sde_arcade.bots.clever.means import Means
from webgame.systems.sde_arcade.bots.clever.sequence import Thing, Try
from webgame.systems.sde_arcade.bots.clever.stakes import Table
from webgame.systems.sde_arcade.bots.odds import odds
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import actions, facts
from webgame.systems.sde_arcade.state import Member, Token

TOKENS: Final = {"coin": 9.0, "key": 4.0, "potion": 1.2, "skull": 1.5}
CHEST: Final = 4.5  # a chest opened
BITER: Final = -1.0  # a boo booty in its place
TRAP: Final = 0.3


class Chore:
    """A thing to do and the squares next to which it is done."""

    def __init__(self, thing: Thing, where: int) -> None:
        self.thing = thing
        self.where = where


def chores(table: Table, member: Member, means: Means) -> list[Chore]:
    """Return what a Hero can do besides attacks, wherever it goes."""
    if member.kind != "hero":
        return []
    found = [*_tokens(table, member), *_bandages(table, member), *_support(table, means)]
    return [chore for chore in found if chore.thing.tries]


def _tokens(table: Table, hero: Member) -> Iterator[Chore]:
    s = table.s
    for token in s.tokens.values():
        near = layout(s).grid.within(1 << token.at, 1)
        if token.kind == "chest":
            yield Chore(_chest(table, hero, token), near)
        elif token.kind in TOKENS:
            if token.kind == "skull" and not s.members[token.owner].slots:
                continue
            if token.kind == "potion" and not any(h.potions < facts.potion_limit(s, h) for h in table.heroes):
                continue
            value = TOKENS[token.kind]
            if token.kind == "skull" and s.coins:
                value = 0.0
            act = Try(f"scavenge>{token.id}", 1, 1.0, 1, 0.0)
            yield Chore(Thing(token.id, value, 1, (act,)), near)


def _chest(table: Table, hero: Member, chest: Token) -> Thing:
    s = table.s
    worth = CHEST * max(0.3, 1 - table.gear / 5)
    dice = facts.attribute(s, hero, "DEX")
    win = odds(dice, int(s.options["pick_lock_stars"]) - 1)
    if "Thief" in facts.abilities(s, hero):
        win = 1 - (1 - win) ** 1.5
    acts = []
    if s.keys:
        acts.append(Try(f"unlock>{chest.id}", 1, 1.0, 1, 0.0))
    lure = 0.0 if table.fit and not table.bosses else -2.0
    value = win * worth + (1 - win) * (BITER + lure)
    if value > 0:  # the chest is gone either way: a try is sure to end it
        acts.append(Try(f"pick_lock>{chest.id}", 1, value / worth, 1, 0.0))
    return Thing(chest.id, worth, 1, tuple(acts))


def _bandages(table: Table, hero: Member) -> Iterator[Chore]:
    s = table.s
    win = odds(facts.attribute(s, hero, "WILL"), int(s.options["bandage_stars"]) - 1)
    if not win:
        return
    for patient in s.party():
        if patient.wounds:
            size = 2 if facts.has(s, patient, "Fixable") else 1
            act = Try(f"bandage>{patient.id}", 1, win, size, 0.0)
            where = -1 if patient.id == hero.id else layout(s).grid.within(facts.base(s, patient), 1)
            worth = table.mended(patient, patient.wounds)
            yield Chore(Thing(f"wounds of {patient.id}", worth, patient.wounds, (act,)), where)


def _support(table: Table, means: Means) -> Iterator[Chore]:
    """Yield status effects that actions without damage bring on single foes (Scope)."""
    s, member = table.s, means.member
    for label, action in actions.labelled(s, member):
        if action.kind == "offense" or action.range is None or action.area or not action.inflicts:
            continue
        if actions.barred(s, member, label, action) is not None:
            continue
        for foe in means.targets():
            if table.left(foe) < 2:
                continue
            value = means.hampered(foe, action.inflicts)
            if value <= 0:
                continue
            win, extra = 1.0, 0.0
            if action.vs is not None and action.attr is not None:
                win, extra = means.hit(means.offense(action.attr, action.bonus), foe, 9, ())
            where = zone(table, member, action.range.squares, foe.id)
            act = Try(f"act.{label}>{foe.id}", action.cost, win, 1, extra)
            yield Chore(Thing(f"{label} on {foe.id}", value, 1, (act,)), where)


def zone(table: Table, member: Member, squares: int, foe_id: str) -> int:
    """Return the squares from which a member reaches a foe with a range: counted, seen, Stealth, Small."""
    s = table.s
    foe = s.figure(foe_id)
    known = facts.abilities(s, foe)
    if "Stealth" in known:
        squares = max(1, squares - 3)
    if "Small" in known:
        squares = min(squares, 3)
    body = facts.base(s, foe)
    sight = facts.sight(s, member)
    near = layout(s).grid.within(body, squares)
    seen = 0
    rest = body
    while rest:
        low = rest & -rest
        seen |= sight.row(low.bit_length() - 1, near)
        rest ^= low
    return near & seen | body
