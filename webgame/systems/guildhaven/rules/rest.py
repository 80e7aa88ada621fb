"""Resting at the end of a round (GH-9.4), and exhaustion by cards (GH-21)."""

from __future__ import annotations

from webgame.engine.game import Play
from webgame.systems.guildhaven.rules import cards, conditions, perks
from webgame.systems.guildhaven.rules.core import Flow, yes_or_no
from webgame.systems.guildhaven.state import State


def may_rest(s: State) -> bool:
    """Whether the hero may rest: two or more discards, not stunned."""
    return len(s.table.piles.discard) >= 2 and "stun" not in s.me.conditions


def offer(g: Play) -> Flow:
    """Ask whether the hero rests, and carry it out (GH-9.4)."""
    s: State = g.state
    if not may_rest(s):
        return
    yes = yield from yes_or_no(
        g, "ask.rest", "GH-9.4", "do.rest", "do.no_rest",
        grave=len(s.table.piles.hand) < 2,  # the next round would pass without cards (GH-9.2)
        hand=len(s.table.piles.hand), discard=len(s.table.piles.discard),
    )  # fmt: skip
    if yes:
        yield from rest(g)


def rest(g: Play) -> Flow:
    """Bury active cards, bury one or two discards, heal, take the others back (GH-9.4)."""
    s: State = g.state
    piles = s.table.piles
    g.emit("log.rests", "GH-9.4", who=s.hero.name)
    for _ in range(1 if cards.bury_active(g, "GH-9.4") else 2):
        card = yield from cards.pick_card(g, piles.discard, "ask.rest_bury", "do.bury", "GH-9.4")
        cards.move_card(g, card, "buried", "GH-9.4")
    if not conditions.cleanse(g, s.me):
        conditions.heal(g, s.me, max(1, perks.number(s.hero, "rest_heal")), "GH-9.4")
    for card in list(piles.discard):
        cards.move_card(g, card, "hand", "GH-9.4")


def out_of_cards(s: State) -> bool:
    """Whether the hero is exhausted as a round starts: fewer than 2 in hand and than 2 discards (GH-21.1)."""
    return len(s.table.piles.hand) < 2 and len(s.table.piles.discard) < 2
