"""Orders that a villain's row gives to others (GH-22.13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from webgame.engine.game import Play
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import facts, order
from webgame.systems.guildhaven.rules.core import say
from webgame.systems.guildhaven.state import OFF, Slot, State, Unit


class Errand(msgspec.Struct, frozen=True):
    """What a unit has to do at once: a whole turn with the row of `slot`, or some steps."""

    unit: Unit
    slot: Slot | None = None
    steps: list[Step] = []


def given(g: Play, leader: Unit, step: Step) -> Iterator[Errand]:
    """Tell an order and yield what it makes units do at once; KeyError for one that is not known."""
    say(g, f"log.order.{step['order']}", "GH-22.13", leader, units=list(step["units"]))
    yield from ORDERS[step["order"]](g, step)


def named(s: State, step: Step) -> list[Unit]:
    """Return the units an order is for, in the order of their counters."""
    found = [
        unit
        for unit in s.villains()
        if unit.at != OFF and any(facts.is_called(unit, name) for name in step["units"])
    ]
    return sorted(found, key=lambda unit: unit.number)


def set_initiative(g: Play, step: Step) -> Iterator[Errand]:
    """Set the initiative of types for this round; who has acted stays as it is."""
    for name in step["units"]:
        g.state.table.round.ordered[name] = step["initiative"]
    return iter(())


def extra_turn_now(g: Play, step: Step) -> Iterator[Errand]:
    """Let every named unit take a whole turn at once: by one new roll (G), or by its row (Q)."""
    s: State = g.state
    fresh: dict[str, int] = {}
    for unit in named(s, step):
        table = order.tables_of(s, unit)[0]
        if step.get("reroll_vat"):
            roll = fresh[table] if table in fresh else order.throw_die(g, table)
            fresh[table] = roll
        else:
            roll = s.table.round.rolls[table] if table in s.table.round.rolls else order.roll_table(g, table)
        yield Errand(unit, Slot(unit.id, 0, table, roll))


def perform(g: Play, step: Step) -> Iterator[Errand]:
    """Let every named unit carry out some steps at once (N)."""
    for unit in named(g.state, step):
        yield Errand(unit, steps=step["steps"])


def add_rider(g: Play, step: Step) -> Iterator[Errand]:
    """Add riders to the attacks of units for the rest of the round (Q)."""
    for unit in named(g.state, step):
        unit.riders = [*unit.riders, *step["riders"]]
    return iter(())


ORDERS: dict[str, Callable[[Play, Step], Iterator[Errand]]] = {
    "set_initiative": set_initiative,
    "extra_turn_now": extra_turn_now,
    "perform": perform,
    "add_rider": add_rider,
}
