"""Elemental Affinity: the element of shrines and their Oni, chosen when the game begins (AF-4)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import targets
from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import facts, wounds
from webgame.systems.sde_arcade.rules.beginnings import ELEMENTAL
from webgame.systems.sde_arcade.rules.byhand import ask, by_hand
from webgame.systems.sde_arcade.state import Lasting, Monster, State


def choose(g: Play) -> Generator[Any, Any, None]:
    """Choose an element for each spawning point and boss that has to have one; a pair has the same (AF-4).

    The party chooses if it places spawning points by hand, else it is drawn.
    """
    s: State = g.state
    names = [*s.options["setup"]["points"], *s.pool.mini_bosses, s.pool.boss]
    models = [name for name in dict.fromkeys(names) if name and ELEMENTAL in box().monsters[name].abilities]
    for name in models:
        choice = None
        if by_hand(s, "points"):
            offered = targets("element", "do.element", "AF-4", "value", facts.ELEMENTS)
            choice = yield from ask(g, "points", "ask.element", "AF-4", [offered], who=name)
        if choice is not None:
            element = choice.name()
        else:
            element = facts.ELEMENTS[g.rng.draw("setup.elements", len(facts.ELEMENTS))]
        s.options.setdefault("elements", {})[name] = element
        g.emit("ev.element", "AF-4", who=name, what=element)
    for monster in s.monsters.values():
        give(g, monster, monster.card)


def give(g: Play, monster: Monster, source: str) -> None:
    """Give a model the element of the card it has it from: its own, or that of its spawning point (AF-4)."""
    element = g.state.options.get("elements", {}).get(source)
    if element is None or any(entry.name == ELEMENTAL for entry in monster.lasting):
        return
    monster.lasting.append(Lasting(ELEMENTAL, {"op": "gain_ability", "ability": element}, "destroyed"))
    wounds.cure_immune(g, monster)
