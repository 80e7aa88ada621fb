"""Salt Wards, laid for a card (M)."""

from __future__ import annotations

from webgame.engine.decision import Choice, Group, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits, mask_of
from webgame.systems.guildhaven.box import SpecialRule
from webgame.systems.guildhaven.rules import cards, facts
from webgame.systems.guildhaven.rules.core import Flow, decide
from webgame.systems.guildhaven.rules.special import ACTIONS, Action
from webgame.systems.guildhaven.state import State


def spots(s: State, kind: str) -> list[int]:
    """Return the empty squares next to the hero without such a token."""
    free = facts.empty(s) & facts.ground(s).near(s.me.at, 1)
    return list(bits(free & ~mask_of(s.table.tokens.get(kind, []))))


def offer(s: State, rule: SpecialRule) -> list[Group]:
    """Return the hand cards that can pay for a ward."""
    kind = rule.effect["token"]
    if len(s.table.tokens.get(kind, [])) >= rule.effect["limit"] or not spots(s, kind):
        return []
    return [button(f"sheet.{rule.id}", "do.lay_ward", rule.rule)] if s.table.piles.hand else []


def lay(g: Play, rule: SpecialRule, choice: Choice) -> Flow:
    """Discard the card and lay the ward on an empty square next to the hero."""
    s: State = g.state
    kind = rule.effect["token"]
    group = targets("ward", "do.ward", rule.rule, "square", spots(s, kind), "hero")
    back = button("back", "do.back", rule.rule, tone="end")
    where = yield from decide(g, "ask.ward", rule.rule, [group, back], ["hero"])
    if where.group == "back":
        return
    card = yield from cards.pick_card(g, s.table.piles.hand, "ask.pay", "do.pay", rule.rule)
    cards.move_card(g, card, "discard", rule.rule)
    s.table.tokens.setdefault(kind, []).append(where.square())
    g.emit("log.ward", rule.rule, who=s.hero.name)


ACTIONS["place_token"] = Action(offer, lay)
