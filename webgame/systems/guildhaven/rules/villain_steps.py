"""The steps of action tables that move: Move, Fly, Jump, Charge, Teleport (GH-22.4 to GH-22.11)."""

from __future__ import annotations

from webgame.engine.game import Play
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import attack as attacks
from webgame.systems.guildhaven.rules import focus, villain_moves, villain_strikes, villain_teleports
from webgame.systems.guildhaven.rules.acting import Acting
from webgame.systems.guildhaven.rules.core import Flow
from webgame.systems.guildhaven.state import OFF, State


def move(g: Play, acting: Acting, step: Step) -> Flow:
    """Move, Fly or Jump toward the focus (GH-22.4)."""
    acting.focus = yield from villain_moves.advance(g, acting.unit, step, acting.rest)


def charge(g: Play, acting: Acting, step: Step) -> Flow:
    """Charge at the focus, or nearer to it (GH-22.10)."""
    s: State = g.state
    unit = acting.unit
    foe = acting.focus
    if foe is None or foe.at == OFF:
        foe = focus.choose(s, unit, "move", focus.MELEE)
    if foe is None or villain_moves.held(s, unit):
        return
    way = villain_moves.charge_run(s, unit, foe, step["n"])
    strikes = bool(way)
    way = way or villain_moves.charge_nearer(s, unit, foe, step["n"])
    if way:
        yield from villain_moves.go(g, unit, "charge", [unit.at, *way])
    if strikes:
        acting.struck = [foe.id]
        strike = attacks.Strike(len(way), riders=step.get("riders", []))
        yield from attacks.attack(g, unit, foe, strike)


def either(g: Play, acting: Acting, step: Step) -> Flow:
    """Charge or attack: attack an adjacent focus unless DISARMED, else charge (GH-22.9)."""
    s: State = g.state
    unit = acting.unit
    by_op = {option[0]["op"]: option[0] for option in step["options"]}
    foe = focus.choose(s, unit, "move", focus.MELEE)
    adjacent = foe is not None and focus.covers(s, unit, foe, focus.MELEE)
    if adjacent and "disarm" not in unit.conditions:
        acting.focus = foe
        yield from villain_strikes.attack(g, acting, by_op["attack"])
    elif not adjacent:
        yield from charge(g, acting, by_op["charge"])


def teleport(g: Play, acting: Acting, step: Step) -> Flow:
    """Teleport to where the row says (GH-22.11)."""
    s: State = g.state
    if villain_moves.held(s, acting.unit):
        return
    if step["to"] == "within":
        acting.focus = villain_teleports.prey(s, acting.unit, acting.rest)
    to, acting.beside = villain_teleports.destination(s, acting.unit, step, acting.rest)
    if to not in (OFF, acting.unit.at):
        yield from villain_moves.go(g, acting.unit, "teleport", [acting.unit.at, to])
