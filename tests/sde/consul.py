"""What the tests of the Consul share: a turn under a chosen command card, on a table of `tests.sde.table`."""

from __future__ import annotations

from collections.abc import Iterable

from tests.sde.table import Answer, Table
from webgame.systems.sde_arcade.rules import consul, waking

ROOM = ("...........",) * 11


def turn(t: Table, card: str, answers: Iterable[Answer] = ()) -> None:
    """Play a Consul turn in which `card` is drawn."""
    t.s.command.draw_pile.append(card)
    t.s.turn.side, t.s.turn.phase = "consul", "consul"
    t.play(consul.run(t.g), answers)


def command(t: Table, card: str = "Lag") -> None:
    """Stand in the Consul turn with `card` in play and everything that is near disturbed."""
    t.s.turn.side, t.s.turn.phase, t.s.turn.card = "consul", "command", card
    t.s.command.draw_pile.remove(card)
    awake = waking.disturbed(t.s)
    t.s.turn.disturbed = list(awake)
    t.s.turn.order = waking.activation_order(t.s, list(awake))


def square(t: Table, name: str) -> tuple[int, int]:
    """Return column and row of a figure."""
    y, x = divmod(t[name].at, t.s.width)
    return x, y
