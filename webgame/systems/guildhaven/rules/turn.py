"""The hero's turn: two halves, line by line, items and the sheet's actions in between (GH-10)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, Group, button
from webgame.engine.game import Play
from webgame.engine.system import CHECKPOINT
from webgame.systems.guildhaven.box import Step, box
from webgame.systems.guildhaven.rules import (
    cards,
    conditions,
    damage,
    facts,
    hero_lines,
    hero_moves,
    items,
    perks,
    special,
)
from webgame.systems.guildhaven.rules.core import Flow, decide, named, yes_or_no
from webgame.systems.guildhaven.rules.predicates import settle
from webgame.systems.guildhaven.state import Playing, State

SIDES = ("top", "bottom")


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
            yield from next_line(g)
            continue
        groups = menu(s)
        if not groups:
            break
        end = button("end", "do.end_turn", "GH-10.1", tone="end")
        choice = yield from decide(g, "ask.turn", "GH-10.1", [*groups, end], ["hero"], left=halves_left(s))
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


# -- the menu ------------------------------------------------------------------------------------------------


def open_halves(s: State) -> dict[str, list[str]]:
    """Return for each half the chosen cards that may still give it (GH-4.2)."""
    r = s.table.round
    left = [card for card in s.table.piles.chosen if card not in r.played]
    return {side: left for side in SIDES if side not in r.halves and left}


def halves_left(s: State) -> int:
    """Return how many halves are still to be used."""
    return 2 - len(s.table.round.halves)


def menu(s: State) -> list[Group]:
    """Return what the hero may do between halves (GH-4.2 to GH-4.4, GH-10.1)."""
    groups: list[Group] = []
    for side, left in open_halves(s).items():
        groups += [_half(card, side) for card in left]
        groups += [
            button(f"basic_{side}.{card}", f"do.basic_{side}", "GH-4.4", card=box().cards[card].name)
            for card in left
        ]
    return groups + extras(s)


def _half(card: str, side: str) -> Group:
    record = box().cards[card]
    return button(f"{side}.{card}", f"do.{side}", "GH-4.2", card=record.name, text=record.half(side).text)


def extras(s: State) -> list[Group]:
    """Return items and actions of the sheet, possible at any moment between lines."""
    groups = [
        button(f"item.{id}", "do.item", "GH-5.3", item=box().items[id].name, tone="help")
        for id in items.usable(s)
    ]
    for _, offered in special.offers(s):
        groups += offered
    return [group for group in groups if group.targets != ()]


def act(g: Play, choice: Choice) -> Flow:
    """Carry out an answer to the menu."""
    verb, _, card = choice.group.partition(".")
    if verb in SIDES:
        start_half(g, card, verb)
    elif verb.startswith("basic_"):
        yield from choose_basic(g, card, verb.removeprefix("basic_"))
    else:
        yield from extra(g, choice)


def extra(g: Play, choice: Choice) -> Flow:
    """Use an item or an action of the sheet."""
    s: State = g.state
    if choice.group.startswith("item."):
        yield from use_item(g, choice.group.removeprefix("item."))
        return
    for rule, groups in special.offers(s):
        if any(group.id == choice.group for group in groups):
            yield from special.ACTIONS[rule.effect["op"]].do(g, rule, choice)
            return
    raise ValueError(f"{choice.group!r} is no option of the hero's turn")


def use_item(g: Play, id: str) -> Flow:
    """Use a consumable or weapon: it is buried (GH-5.3)."""
    s: State = g.state
    r = s.table.round
    item = box().items[id]
    s.table.piles.used.append(id)
    g.emit("log.item", "GH-5.3", {"type": "card", "card": id}, who=s.hero.name, item=item.name)
    r.playing, playing = None, r.playing
    targets_before = r.last_targets
    yield from hero_lines.run(g, item.steps)
    r.playing, r.last_targets = playing, targets_before
    settle(g)


# -- a half --------------------------------------------------------------------------------------------------


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
        offered = extras(s)
        request.groups = (*request.groups, *offered)
        choice: Choice = yield request
        if any(group.id == choice.group for group in offered):
            rules.close()
            yield from extra(g, choice)
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


# -- the end -------------------------------------------------------------------------------------------------


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
