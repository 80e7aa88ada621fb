"""What the hero may do at any moment between lines: use items, act as the sheet allows (GH-10.1)."""

from __future__ import annotations

from webgame.engine.decision import Choice, Group, button
from webgame.engine.game import Play
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import hero_lines, items, special
from webgame.systems.guildhaven.rules.core import Flow
from webgame.systems.guildhaven.rules.predicates import settle
from webgame.systems.guildhaven.state import State


def offered(s: State) -> list[Group]:
    """Return items and actions of the sheet, possible at any moment between lines."""
    groups = [
        button(f"item.{id}", "do.item", "GH-5.3", item=box().items[id].name, tone="help")
        for id in items.usable(s)
    ]
    for _, found in special.offers(s):
        groups += found
    return [group for group in groups if group.targets != ()]


def take(g: Play, choice: Choice) -> Flow:
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
