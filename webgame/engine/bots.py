"""Bots that know no game: they read the list of legal options and nothing else."""

from __future__ import annotations

from typing import Any

from webgame.engine.decision import Decision, Group, Target
from webgame.engine.rng import Rng


def open_groups(decision: Decision, seat: str) -> list[Group]:
    """Return the groups in which `seat` has at least one option, in the order they are listed."""
    return [
        g for g in decision.for_seat(seat) if g.targets is None or g.targets or _may_pick_none(decision, g)
    ]


def _may_pick_none(decision: Decision, group: Group) -> bool:
    return decision.pick is not None and group is decision.groups[0] and decision.pick.min == 0


class RandomBot:
    """Takes a group by lot, then one of its targets; of a pick form a random legal subset.

    Choosing the group first keeps a wide list of squares from drowning the single buttons.
    """

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, state: Any, decision: Decision, seat: str) -> tuple[str, tuple[Target, ...]]:
        """Return an option's id and the picks; raise ValueError if `seat` has no option."""
        groups = open_groups(decision, seat)
        if not groups:
            raise ValueError(f"seat {seat!r} has no option in the decision {decision.prompt!r}")
        group = groups[self.rng.draw("group", len(groups))]
        if decision.pick is not None and group is decision.groups[0]:
            return group.id, self._subset(group.targets or (), decision.pick.min, decision.pick.max)
        if group.targets is None:
            return group.id, ()
        return f"{group.id}>{group.targets[self.rng.draw('target', len(group.targets))]}", ()

    def _subset(self, offered: tuple[Target, ...], low: int, high: int) -> tuple[Target, ...]:
        count = low + self.rng.draw("count", min(high, len(offered)) - low + 1)
        items = list(offered)
        self.rng.shuffle("pick", items)
        return tuple(items[:count])


class FirstBot:
    """Takes the first option always: the shortest way to a given position in tests."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, state: Any, decision: Decision, seat: str) -> tuple[str, tuple[Target, ...]]:
        """Return the first option's id, with the first `min` targets of a pick form."""
        for group in open_groups(decision, seat):
            if decision.pick is not None and group is decision.groups[0]:
                return group.id, (group.targets or ())[: decision.pick.min]
            return next(group.options()), ()
        raise ValueError(f"seat {seat!r} has no option in the decision {decision.prompt!r}")
