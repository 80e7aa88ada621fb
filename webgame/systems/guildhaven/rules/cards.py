"""The hero's cards on their ways: hand, discard, buried, active (GH-2.3, GH-4)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import targets
from webgame.engine.game import Play
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules.core import Flow, decide
from webgame.systems.guildhaven.state import Piles, State


def pile_of(piles: Piles, card: str) -> list[str]:
    """Return the pile that holds a card; KeyError if none does."""
    for pile in (piles.hand, piles.chosen, piles.discard, piles.active, piles.buried):
        if card in pile:
            return pile
    raise KeyError(f"no pile holds {card!r}")


def move_card(g: Play, card: str, pile: str, rule: str) -> None:
    """Put a card onto a pile and tell it; a buried card lies face down (GH-2.3).

    What goes from the hand straight under the buried cards nobody but the hero's players has seen.
    """
    s: State = g.state
    source = pile_of(s.table.piles, card)
    secret = source is s.table.piles.hand and pile == "buried"
    source.remove(card)
    getattr(s.table.piles, pile).append(card)
    if secret:
        g.emit("log.card_hidden", rule, depth=1)
    seats = tuple(s.seats) if secret else ()
    show = {"type": "card", "card": card}
    g.emit(f"log.card_{pile}", rule, show, seats=seats, card=box().cards[card].name, depth=1)


def is_summon(card: str) -> bool:
    """Whether a card keeps a summon in play (GH-4.7)."""
    halves = (box().cards[card].top, box().cards[card].bottom)
    return any(half.active and any(step["op"] == "summon" for step in half.steps) for half in halves)


def effects_running(s: State) -> list[str]:
    """Return the active cards that rest and STUN bury: all but those of summons (GH-4.7, GH-16.10)."""
    return [card for card in s.table.piles.active if not is_summon(card)]


def bury_active(g: Play, rule: str) -> bool:
    """Bury the running active cards; return whether there were any (GH-4.6)."""
    running = effects_running(g.state)
    for card in running:
        move_card(g, card, "buried", rule)
    return bool(running)


def make_active(g: Play, card: str) -> None:
    """Lay a card into the active area; a running one is buried for it (GH-4.6, GH-4.7)."""
    if not is_summon(card):
        bury_active(g, "GH-4.6")
    move_card(g, card, "active", "GH-4.7" if is_summon(card) else "GH-4.6")


def pick_card(g: Play, cards: list[str], prompt: str, verb: str, rule: str) -> Generator[Any, Any, str]:
    """Let the player name one of some cards; a single one needs no question."""
    if len(cards) == 1:
        return cards[0]
    choice = yield from decide(g, prompt, rule, [targets("card", verb, rule, "card", cards)])
    return str(choice.name())


def drain(g: Play) -> Flow:
    """Bury one hand card, or with an empty hand two discards (GH-16.14)."""
    s: State = g.state
    piles = s.table.piles
    if piles.hand:
        card = yield from pick_card(g, piles.hand, "ask.drain", "do.bury", "GH-16.14")
        move_card(g, card, "buried", "GH-16.14")
        return
    for _ in range(min(2, len(piles.discard))):
        card = yield from pick_card(g, piles.discard, "ask.drain", "do.bury", "GH-16.14")
        move_card(g, card, "buried", "GH-16.14")


def recover(g: Play, n: int) -> Generator[Any, Any, bool]:
    """Return up to `n` discards to hand; return whether any came."""
    s: State = g.state
    came = False
    for _ in range(n):
        if not s.table.piles.discard:
            break
        card = yield from pick_card(g, s.table.piles.discard, "ask.recover", "do.recover", "GH-4.3")
        move_card(g, card, "hand", "GH-4.3")
        came = True
    return came
