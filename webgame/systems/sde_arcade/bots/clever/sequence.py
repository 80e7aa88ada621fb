"""The best sequence of acts from one place: exact odds, each act chosen after the one before it is known."""

from __future__ import annotations

from typing import NamedTuple

from webgame.systems.sde_arcade.bots.clever.means import PART

MOST = 4  # things considered at a time


class Try(NamedTuple):
    """One way to work at a thing."""

    option: str
    cost: int
    win: float
    wounds: int
    extra: float


class Thing(NamedTuple):
    """Something to do: `left` successes finish it, for `worth` in all."""

    id: str
    worth: float
    left: int
    tries: tuple[Try, ...]


def ranked(things: list[Thing], ap: int) -> list[Thing]:
    """Return the few things that promise most for each action point."""

    def promise(thing: Thing) -> float:
        best = 0.0
        for act in thing.tries:
            if act.cost <= ap:
                share = 1.0 if act.wounds >= thing.left else PART * act.wounds / thing.left
                best = max(best, act.win * (thing.worth * share + act.extra) / max(0.5, act.cost))
        return best

    scored = sorted(((promise(thing), thing.id, thing) for thing in things), key=lambda f: (-f[0], f[1]))
    return [thing for value, _, thing in scored[:MOST] if value > 0]


class Sequences:
    """Expected value of the best sequence of acts, kept while one decision is considered."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, tuple[tuple[str, int], ...]], tuple[float, str]] = {}
        self._things: dict[str, Thing] = {}

    def best(self, ap: int, things: list[Thing]) -> tuple[float, str]:
        """Return the expected value of the best sequence and its first option ("" for none)."""
        few = ranked(things, ap)
        for thing in few:
            self._things[thing.id] = thing
        return self._best(ap, tuple((thing.id, thing.left) for thing in few))

    def _best(self, ap: int, left: tuple[tuple[str, int], ...]) -> tuple[float, str]:
        if not left:
            return 0.0, ""
        key = (ap, left)
        known = self._kept.get(key)
        if known is not None:
            return known
        top, option = 0.0, ""
        for place, (id, hearts) in enumerate(left):
            thing = self._things[id]
            for act in thing.tries:
                if act.cost > ap:
                    continue
                after = hearts - act.wounds
                share = PART * act.wounds / thing.left
                if after <= 0:
                    share = 1.0 - PART * (thing.left - hearts) / thing.left
                gained = thing.worth * share + act.extra
                rest = ap - act.cost
                value = act.win * gained
                if rest > 0 and act.cost:
                    there = () if after <= 0 else ((id, after),)
                    won = (*left[:place], *there, *left[place + 1 :])
                    value += act.win * self._best(rest, won)[0]
                    if act.win < 1.0:
                        value += (1.0 - act.win) * self._best(rest, left)[0]
                elif rest > 0:  # an act for nothing: what follows is as if it had not been
                    value += self._best(rest, (*left[:place], *left[place + 1 :]))[0]
                if value > top + 1e-9:
                    top, option = value, act.option
        self._kept[key] = (top, option)
        return top, option
