"""Items: used on the hero's own turn, found on the board (GH-5, GH-17)."""

from __future__ import annotations

from webgame.engine.decision import button
from webgame.engine.game import Play
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import facts, perks
from webgame.systems.guildhaven.rules.core import Flow, decide
from webgame.systems.guildhaven.rules.special import fire
from webgame.systems.guildhaven.state import State


def usable(s: State) -> list[str]:
    """Return the equipped items that may be used now: not Neural Chips, none twice (GH-5.3, GH-16.10)."""
    if "stun" in s.me.conditions:
        return []
    return [
        id for id in s.hero.equipped if id not in s.table.piles.used and box().items[id].kind != "neural_chip"
    ]


def spots(s: State) -> list[int]:
    """Return the item squares that were not searched yet (GH-5.1)."""
    return [at for at in facts.sheet(s).map.cells("item") if at not in s.table.searched]


def search(g: Play, at: int, rule: str = "GH-17.1") -> Flow:
    """Search an item square: draw a random item for later scenarios (GH-5.1, GH-5.2)."""
    s: State = g.state
    s.table.searched.append(at)
    drawn = s.items.draw(g.rng)
    g.reveal()
    if drawn is not None:
        s.table.found.append(drawn)
        g.emit("log.searches", rule, who=s.hero.name)
        own = facts.number_of(s, "draw_item", "GH-5.1")
        g.emit("log.found", own, {"type": "card", "card": drawn}, item=box().items[drawn].name)
    if "item_spot_taken" not in s.table.flags:
        s.table.flags.append("item_spot_taken")
        yield from fire(g, "item_spot_taken", s.me)


def search_near(g: Play, reach: int, rule: str = "GH-17.1") -> Flow:
    """Search every item square within `reach` (GH-17.1)."""
    s: State = g.state
    for at in spots(s):
        if facts.ground(s).distance(s.me.at, at) <= reach:
            yield from search(g, at, rule)


def end_of_turn_search(g: Play) -> Flow:
    """Search the square the turn ends on; with the perk one beside it, too, if the player wants (GH-17.1)."""
    s: State = g.state
    yield from search_near(g, 0)
    reach = perks.number(s.hero, "search_range")
    if any(facts.ground(s).distance(s.me.at, at) <= reach for at in spots(s)):
        groups = (
            button("search", "do.line.search", "GH-17.1", n=reach),
            button("no_search", "do.no_search", "GH-17.1", tone="end"),
        )
        choice = yield from decide(g, "ask.search_beside", "GH-17.1", groups, ["hero"])
        if choice.group == "search":
            yield from search_near(g, reach)
