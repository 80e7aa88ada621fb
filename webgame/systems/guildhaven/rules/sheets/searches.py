"""Search sites: what is paid, and what a search sets off (GH-17.2; J, K)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Group, button
from webgame.engine.game import Play
from webgame.systems.guildhaven.box import SpecialRule, box
from webgame.systems.guildhaven.rules import cards, facts, halves
from webgame.systems.guildhaven.rules.core import Flow, decide
from webgame.systems.guildhaven.rules.special import ACTIONS, Action, Now, fire, op
from webgame.systems.guildhaven.state import State

Done = Generator[Any, Any, bool | None]


def site(s: State, rule: SpecialRule) -> bool:
    """Whether the hero stands on a site that was not searched yet."""
    cells = facts.sheet(s).map.cells(f"loc:{rule.effect['kind']}")
    return s.me.at in cells and s.me.at not in s.table.searched


def by_hand(s: State, rule: SpecialRule) -> list[Group]:
    """Return the option to pay with a card of the hand, if there is one."""
    return [button(f"sheet.{rule.id}.discard", "do.search.discard", rule.rule)] if s.table.piles.hand else []


def offer(s: State, rule: SpecialRule) -> list[Group]:
    """Return how a search can be paid now: a hand card, or a half of this turn (J)."""
    if not site(s, rule):
        return []
    groups = by_hand(s, rule)
    for side, left in halves.open_halves(s).items():
        groups += [
            button(
                f"sheet.{rule.id}.{side}.{card}", f"do.search.{side}", rule.rule, card=box().cards[card].name
            )
            for card in left
        ]
    return groups


def do(g: Play, rule: SpecialRule, choice: Choice) -> Flow:
    """Pay and search."""
    paid, _, card = choice.group.removeprefix(f"sheet.{rule.id}.").partition(".")
    if paid == "discard":
        yield from pay(g, rule)
    else:
        halves.give_up(g, card, paid)
    yield from search(g, rule)


def pay(g: Play, rule: SpecialRule) -> Flow:
    """Discard a card of the hand for a search."""
    s: State = g.state
    card = yield from cards.pick_card(g, s.table.piles.hand, "ask.pay", "do.pay", rule.rule)
    cards.move_card(g, card, "discard", rule.rule)


def search(g: Play, rule: SpecialRule) -> Flow:
    """Search the site the hero stands on."""
    s: State = g.state
    kind = rule.effect["kind"]
    s.table.searched.append(s.me.at)
    count = s.table.counts.get(f"searched:{kind}", 0) + 1
    s.table.counts[f"searched:{kind}"] = count
    g.emit("log.searched", rule.rule, who=s.hero.name, site=f"site.{kind}", n=count)
    yield from fire(g, f"site_searched:{kind}", s.me)


ACTIONS["search_site"] = Action(offer, do)


@op("search_site")
def at_round_end(g: Play, rule: SpecialRule, now: Now) -> Done:
    """Search at the end of the round, for a hand card or a half that was given up this round (K)."""
    s: State = g.state
    if not site(s, rule):
        return False
    groups = by_hand(s, rule)
    if s.table.round.spare:
        groups.append(button(f"sheet.{rule.id}.half", "do.search.half", "GH-17.2"))
    if not groups:
        return False
    stop = button("no_search", "do.no_search", "GH-17.2", tone="end")
    choice = yield from decide(g, "ask.search", "GH-17.2", [*groups, stop], ["hero"])
    if choice.group == "no_search":
        return False
    if choice.group == f"sheet.{rule.id}.half":
        s.table.round.spare -= 1
    else:
        yield from pay(g, rule)
    yield from search(g, rule)
    return True
