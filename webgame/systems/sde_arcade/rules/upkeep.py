"""The upkeep of monsters in the Consul turn: what ends, Tough, Fire, Feed Me, shapeshift (MA-7)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.game import Play
from webgame.engine.system import FRAME
from webgame.systems.sde_arcade.rules import choices, facts, spawn, targets, wounds
from webgame.systems.sde_arcade.state import OFF, Figure, Lasting, Monster, State

SHIFTED = "Shapeshift"  # marks a model that has used its free shift (SH-4)


def run(g: Play) -> Generator[Any, Any, None]:
    """Perform the upkeep of all disturbed monsters in their order (MA-7)."""
    s: State = g.state
    _end_orphans(s)
    for id in s.turn.order:
        monster = s.monsters.get(id)
        if monster is None:
            continue
        end_effects(s, monster)
        if monster.wounds and facts.has(s, monster, "Tough"):
            wounds.unwound(g, monster, 1, "HA-2")
        if "Fire" in monster.status:
            g.emit("ev.burns", "ST-6", who=facts.name(monster))
            gone = yield from wounds.wound(g, monster, 1, None, "ST-6")
            yield from wounds.end_action(g)
            yield FRAME
            if s.outcome:
                return
            if gone and s.monsters.get(id) is not monster:
                continue
        yield from _feed(g, monster)
        yield from _shift(g, monster)


def _everybody(s: State) -> list[Figure]:
    return [*s.members.values(), *s.monsters.values()]


def end_effects(s: State, monster: Monster) -> None:
    """End what a monster's own actions put on anybody until its next upkeep (MA-7, UN-4)."""
    for fig in _everybody(s):
        if fig.lasting:
            fig.lasting = [e for e in fig.lasting if e.until != "next_upkeep" or e.source != monster.id]
    for entry in monster.lasting:
        if entry.until == "end_of_next_activation" and entry.count > 1:
            entry.count = 1  # this Consul turn is the one at whose end it is over


def _end_orphans(s: State) -> None:
    """End effects whose source has left the game: it has no next upkeep."""
    for fig in _everybody(s):
        if fig.lasting:
            fig.lasting = [
                e
                for e in fig.lasting
                if e.until != "next_upkeep" or e.source in s.monsters or e.source in s.members or not e.source
            ]


def _feed(g: Play, monster: Monster) -> Generator[Any, Any, None]:
    """Feed Me: if wounded, destroy a minion within two squares and remove one wound (AB-3)."""
    s: State = g.state
    if not monster.wounds or not facts.has(s, monster, "Feed Me"):
        return
    squares = int(s.options["gang_range"])
    minions = [m for m in s.foes() if m.kind == "minion" and facts.near(s, monster, m, squares)]
    if not minions:
        return
    minions.sort(key=lambda m: targets.number(m.id))
    who = facts.name(monster)
    id = yield from choices.among(g, "eaten", "AB-3", "piece", [m.id for m in minions], who=who)
    eaten = next(m for m in minions if m.id == id)
    g.emit("ev.feeds", "AB-3", who=facts.name(monster), what=facts.name(eaten))
    yield from wounds.destroy(g, eaten, None, reward=False)
    wounds.unwound(g, monster, 1, "AB-3")
    yield FRAME


def _shift(g: Play, monster: Monster) -> Generator[Any, Any, None]:
    """Let a model with a free choice of form shift once, when wounded to half (SH-1, SH-2, SH-4, SH-5)."""
    s: State = g.state
    printed = facts.monster_card(monster).abilities
    form = next((a.partition(": ")[2] for a in printed if a.startswith("Shapeshift: ")), "")
    if not form or "Forced Shift" in printed or facts.has(s, monster, "Fixed Form"):
        return
    when = s.options["free_shift"]
    if when == "never" or any(e.name == SHIFTED for e in monster.lasting):
        return
    if when == "half" and monster.wounds * 2 < facts.hearts(s, monster):
        return
    was, square = monster.card, monster.at
    monster.card, monster.at = form, OFF
    monster.size = facts.monster_card(monster).base[0]
    monster.lasting.append(Lasting(SHIFTED, {"op": "shifted"}, "destroyed"))
    g.emit("ev.shifts", "SH-4", {"type": "glow", "piece": monster.id, "n": 0}, who=was, what=form)
    if not spawn.place_near(g, monster, square):
        raise RuntimeError(f"no room for {form} on the whole map")
    if monster.wounds >= facts.hearts(s, monster):
        yield from wounds.destroy(g, monster, None)
        yield from wounds.end_action(g)
    yield FRAME
