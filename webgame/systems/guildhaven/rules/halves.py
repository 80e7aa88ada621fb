"""Card halves: given line by line, replaced by a basic action, given up (GH-4.2 to GH-4.6)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, button
from webgame.engine.game import Play
from webgame.systems.guildhaven.box import Step, box
from webgame.systems.guildhaven.rules import cards, extras, hero_lines, perks
from webgame.systems.guildhaven.rules.core import Flow, decide
from webgame.systems.guildhaven.rules.predicates import settle
from webgame.systems.guildhaven.state import Playing, State

SIDES = ("top", "bottom")


def open_halves(s: State) -> dict[str, list[str]]:
    """Return for each half the chosen cards that may still give it (GH-4.2)."""
    r = s.table.round
    left = [card for card in s.table.piles.chosen if card not in r.played]
    return {side: left for side in SIDES if side not in r.halves and left}


def halves_left(s: State) -> int:
    """Return how many halves are still to be used."""
    return 2 - len(s.table.round.halves)


def start_half(g: Play, card: str, side: str, basic: str = "") -> None:
    """Begin to carry out a half of a card, or a basic action in its place."""
    s: State = g.state
    r = s.table.round
    r.played[card] = side
    r.halves.append(side)
    r.playing = Playing(card, side, basic)
    r.last_targets = []
    key = "log.basic" if basic else "log.half"
    rule = "GH-4.4" if basic else "GH-4.2"
    g.emit(
        key,
        rule,
        {"type": "card", "card": card},
        who=s.hero.name,
        card=box().cards[card].name,
        side=f"side.{side}",
    )


def choose_basic(g: Play, card: str, side: str) -> Flow:
    """Let the player name the basic action, or give the half up (GH-4.3, GH-4.4)."""
    groups = [button(f"basic.{name}", f"do.basic.{name}", "GH-4.4") for name in box().basic]
    groups.append(button("give_up", "do.give_up", "GH-4.3", tone="end"))
    groups.append(button("back", "do.back", "GH-4.4", tone="end"))
    choice = yield from decide(g, "ask.basic", "GH-4.4", groups, ["hero"], card=box().cards[card].name)
    if choice.group == "back":
        return
    if choice.group == "give_up":
        give_up(g, card, side)
        return
    start_half(g, card, side, choice.group.removeprefix("basic."))


def give_up(g: Play, card: str, side: str) -> None:
    """Leave a half unused: its card is discarded (GH-4.3)."""
    s: State = g.state
    r = s.table.round
    r.played[card] = side
    r.halves.append(side)
    r.spare += 1
    cards.move_card(g, card, "discard", "GH-4.3")


def steps_of(s: State, playing: Playing) -> list[Step]:
    """Return the lines being carried out."""
    if not playing.basic:
        return box().cards[playing.card].half(playing.side).steps
    step = dict(box().basic[playing.basic])
    better = perks.number(s.hero, f"basic_{playing.basic}")
    if better:
        step["n"] = better
    return [step]


def next_line(g: Play) -> Flow:
    """Carry out the next line of the half, or lay its card where it belongs after the last."""
    s: State = g.state
    r = s.table.round
    playing = r.playing
    if playing is None:
        return
    steps = steps_of(s, playing)
    if playing.line >= len(steps):
        close_half(g, playing)
        return
    rules = hero_lines.carry_out(g, steps[playing.line])
    outcome = yield from with_extras(g, rules)
    if outcome is None:
        return
    playing.did = playing.did or outcome
    playing.line += 1
    settle(g)
    if playing.line >= len(steps):
        close_half(g, playing)


def with_extras(g: Play, rules: Generator[Any, Any, bool]) -> Generator[Any, Any, bool | None]:
    """Run a line; its first question offers items and sheet actions, too. None: one of these came first."""
    s: State = g.state
    try:
        request = next(rules)
    except StopIteration as end:
        return bool(end.value)
    if isinstance(request, Decision):
        offered = extras.offered(s)
        request.groups = (*request.groups, *offered)
        choice: Choice = yield request
        if any(group.id == choice.group for group in offered):
            rules.close()
            yield from extras.take(g, choice)
            return None
        return (yield from _go_on(rules, choice))
    return (yield from _go_on(rules, (yield request)))


def _go_on(rules: Generator[Any, Any, bool], answer: Any) -> Generator[Any, Any, bool]:
    while True:
        try:
            request = rules.send(answer)
        except StopIteration as end:
            return bool(end.value)
        answer = yield request


def close_half(g: Play, playing: Playing) -> None:
    """Discard the card, or bury it or lay it out as its mark says (GH-4.5, GH-4.6)."""
    s: State = g.state
    s.table.round.playing = None
    half = box().cards[playing.card].half(playing.side)
    used = playing.did and not playing.basic
    if used and half.bury:
        cards.move_card(g, playing.card, "buried", "GH-4.5")
    elif used and half.active:
        cards.make_active(g, playing.card)
    else:
        cards.move_card(g, playing.card, "discard", "GH-4.4" if playing.basic else "GH-4.5")
