"""The hero's turn: two halves, items and the sheet's actions in between, its end (GH-10)."""

from __future__ import annotations

from webgame.engine.decision import Choice, Group, button
from webgame.engine.game import Play
from webgame.engine.system import CHECKPOINT
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import (
    cards,
    conditions,
    damage,
    extras,
    facts,
    halves,
    hero_moves,
    items,
    special,
)
from webgame.systems.guildhaven.rules.core import Flow, decide, named, yes_or_no
from webgame.systems.guildhaven.rules.predicates import settle
from webgame.systems.guildhaven.state import State


def hero_turn(g: Play) -> Flow:
    """Carry out the hero's turn from wherever it stands (GH-10.1)."""
    s: State = g.state
    r = s.table.round
    if not r.turn_begun:
        yield from begin(g)
    idle = not s.table.piles.chosen and not r.played  # GH-9.2, GH-16.10
    while not idle:
        yield CHECKPOINT
        if r.playing is not None:
            yield from halves.next_line(g)
            continue
        groups = menu(s)
        if not groups:
            break
        end = button("end", "do.end_turn", "GH-10.1", tone="end")
        choice = yield from decide(
            g, "ask.turn", "GH-10.1", [*groups, end], ["hero"], left=halves.halves_left(s)
        )
        if choice.group == "end":
            break
        yield from act(g, choice)
        settle(g)
    yield from finish(g)


def begin(g: Play) -> Flow:
    """Mark what lapses, take WOUND damage, see to the sheet's start of turn."""
    s: State = g.state
    g.emit("log.turn", "GH-10.1", {"type": "banner", "tone": "good"}, **named(s, s.me))
    conditions.begin_turn(s.me)
    if "wound" in s.me.conditions:
        yield from damage.hurt(g, s.me, 1, "GH-16.11")
    yield from special.fire(g, "hero_turn_starts", s.me)
    settle(g)
    s.table.round.turn_begun = True


def menu(s: State) -> list[Group]:
    """Return what the hero may do between halves (GH-4.2 to GH-4.4, GH-10.1)."""
    groups: list[Group] = []
    for side, left in halves.open_halves(s).items():
        groups += [_half(card, side) for card in left]
        groups += [
            button(f"basic_{side}.{card}", f"do.basic_{side}", "GH-4.4", card=box().cards[card].name)
            for card in left
        ]
    return groups + extras.offered(s)


def _half(card: str, side: str) -> Group:
    record = box().cards[card]
    return button(f"{side}.{card}", f"do.{side}", "GH-4.2", card=record.name, text=record.half(side).text)


def act(g: Play, choice: Choice) -> Flow:
    """Carry out an answer to the menu."""
    verb, _, card = choice.group.partition(".")
    if verb in halves.SIDES:
        halves.start_half(g, card, verb)
    elif verb.startswith("basic_"):
        yield from halves.choose_basic(g, card, verb.removeprefix("basic_"))
    else:
        yield from extras.take(g, choice)


def finish(g: Play) -> Flow:
    """End the turn: unused cards, searches, the exit, what lapses (GH-10.1, GH-17.1, GH-18.8)."""
    s: State = g.state
    for card in list(s.table.piles.chosen):
        s.table.round.spare += 1
        cards.move_card(g, card, "discard", "GH-4.3")
    yield from items.end_of_turn_search(g)
    yield from special.fire(g, "hero_turn_ends", s.me)
    edge = hero_moves.open_exit(s)
    if edge:
        yes = yield from yes_or_no(g, "ask.exit", "GH-18.8", "do.leave", "do.remain")
        if yes:
            yield from hero_moves.leave(g, edge)
    if facts.has(s, s.me, "stun"):
        g.emit("log.stunned", "GH-16.10", **named(s, s.me))
    conditions.end_turn(g, s.me)
    settle(g)
