"""The lines of the hero's card halves and items, one function for each op of the action vocabulary (GH-4.3).

A function asks first, with a way to skip the line, and changes nothing before that; it returns whether the
line was carried out. Without a legal option it asks nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from webgame.engine.decision import Choice, Group, button
from webgame.engine.game import Play
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import (
    cards,
    conditions,
    hero_moves,
    hero_strikes,
    infusion,
    items,
    summons,
)
from webgame.systems.guildhaven.rules.core import decide
from webgame.systems.guildhaven.state import State

Line = Generator[Any, Any, bool]


def carry_out(g: Play, step: Step) -> Line:
    """Carry out one line; return whether anything was done."""
    function = LINES.get(step["op"])
    if function is None:
        raise ValueError(f"no line {step['op']!r} is known for the hero")
    done = yield from function(g, step)
    return done


def run(g: Play, steps: list[Step]) -> Line:
    """Carry out several lines, one after the other."""
    did = False
    for step in steps:
        done = yield from carry_out(g, step)
        did = did or done
    return did


def may(g: Play, step: Step, rule: str, **params: Any) -> Generator[Any, Any, bool]:
    """Ask whether a line without a choice of its own is carried out or skipped (GH-4.3)."""
    verb = f"do.line.{step['op']}"
    groups: list[Group] = [
        button("do", verb, rule, **params),
        button("skip", "do.skip", "GH-4.3", tone="end"),
    ]
    choice: Choice = yield from decide(g, "ask.line", rule, groups)
    return choice.group == "do"


def shield(g: Play, step: Step) -> Line:
    """SHIELD for the hero (GH-16.9)."""
    if (yield from may(g, step, "GH-16.9", n=step["n"])):
        conditions.guard(g, g.state.me, "shield", step["n"])
        return True
    return False


def retaliate(g: Play, step: Step) -> Line:
    """RETALIATE for the hero (GH-16.8)."""
    if (yield from may(g, step, "GH-16.8", n=step["n"])):
        conditions.guard(g, g.state.me, "retaliate", step["n"], step["range"])
        return True
    return False


def heal(g: Play, step: Step) -> Line:
    """Heal the hero (GH-22.12)."""
    if (yield from may(g, step, "GH-22.12", n=step["n"])):
        conditions.heal(g, g.state.me, step["n"])
        return True
    return False


def cleanse(g: Play, step: Step) -> Line:
    """Remove POISON and WOUND (GH-16.11)."""
    s: State = g.state
    names = tuple(name for name in ("poison", "wound") if name in s.me.conditions)
    if names and (yield from may(g, step, "GH-16.11")):
        return conditions.cleanse(g, s.me, names)
    return False


def grant(g: Play, step: Step) -> Line:
    """Make attacks against the hero suffer disadvantage to the end of the next turn (GH-13.2)."""
    if (yield from may(g, step, "GH-13.2")):
        conditions.grant(g, g.state.me, "veiled")
        return True
    return False


def add(element: str) -> Callable[[Play, Step], Line]:
    """Return the line that adds LIGHT or DARK; optional for the hero (GH-19.6)."""

    def line(g: Play, step: Step) -> Line:
        if (yield from may(g, step, "GH-19.6", n=step["n"])):
            infusion.add(g, element, step["n"])
            return True
        return False

    return line


def consume(g: Play, step: Step) -> Line:
    """Consume LIGHT for what follows, if the player wants (GH-19.3)."""
    s: State = g.state
    element = step["element"]
    groups = []
    if infusion.can_consume(s, element):
        groups.append(button("consume", f"do.consume.{element}", "GH-19.3"))
    elif element == "light" and infusion.lends_dark(s):
        groups.append(button("consume_dark", "do.consume.dark", "GH-19.3"))
    if not groups:
        return False
    groups.append(button("skip", "do.skip", "GH-4.3", tone="end"))
    choice = yield from decide(g, "ask.line", "GH-19.3", groups)
    if choice.group == "skip":
        return False
    if choice.group == "consume_dark":
        s.table.round.once.append("consume_dark")
        element = "dark"
    infusion.consume(g, element)
    yield from run(g, step["then"])
    return True


def bonus(g: Play, step: Step) -> Line:
    """Add to the next attack of this half (GH-7.3); it has been paid for, so nothing is asked."""
    playing = g.state.table.round.playing
    if playing is not None:
        playing.bonus += step["n"]
    yield from ()
    return True


def advantage_next(g: Play, step: Step) -> Line:
    """Advantage on the next attacks (GH-13.1)."""
    s: State = g.state
    if (yield from may(g, step, "GH-13.1", n=step["n"])):
        s.table.advantage += step["n"]
        g.emit("log.advantage_next", "GH-13.1", n=step["n"])
        return True
    return False


def persistent(g: Play, step: Step) -> Line:
    """Let the card's effect last until the hero rests or is stunned (GH-4.6); the half's end lays it out."""
    return (yield from may(g, step, "GH-4.6"))


def recover(g: Play, step: Step) -> Line:
    """Return discards to hand."""
    if g.state.table.piles.discard and (yield from may(g, step, "GH-4.3", n=step["n"])):
        return (yield from cards.recover(g, step["n"]))
    return False


def search(g: Play, step: Step) -> Line:
    """Search every search square within range at once (GH-17.1)."""
    s: State = g.state
    near = [at for at in items.spots(s) if hero_moves.distance(s, at) <= step["range"]]
    if near and (yield from may(g, step, "GH-17.1", n=step["range"])):
        yield from items.search_near(g, step["range"])
        return True
    return False


LINES: dict[str, Callable[[Play, Step], Line]] = {
    "move": hero_moves.move,
    "jump": hero_moves.jump,
    "fly": hero_moves.fly,
    "teleport": hero_moves.teleport,
    "charge": hero_moves.charge,
    "attack": hero_strikes.attack,
    "damage": hero_strikes.damage_line,
    "bleed": hero_strikes.bleed,
    "affect": hero_strikes.affect,
    "shield": shield,
    "retaliate": retaliate,
    "heal": heal,
    "cleanse": cleanse,
    "grant": grant,
    "add_light": add("light"),
    "add_dark": add("dark"),
    "consume": consume,
    "bonus": bonus,
    "advantage_next": advantage_next,
    "persistent": persistent,
    "recover": recover,
    "search": search,
    "summon": summons.summon_line,
}
