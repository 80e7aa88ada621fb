"""Decisions: questions to seats with a finite list of legal options, and the answers to them.

Options travel as groups: a verb, its actor, the rule that allows it and compact targets. The id of an
option is the group's id, or `group>target`; both are stable names, never positions. What is not listed is
illegal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

Target = int | str
Mode = Literal["one", "any", "each", "sealed", "consent"]
Params = dict[str, Any]


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """Options that share a verb: one button (`targets` is None) or one option for each target.

    `on` says what the targets are (square, piece, card, seat, value) so that a client can light them up;
    `params` fill the words of `verb` and may carry display hints: `ap`, `icon`, `tone`, and `looks` of
    targets that stand nowhere yet: target -> {icon?, tone?, map?: rows of a small map, of `#` nothing, `.`
    floor, `=` doorway, `*` where things appear, and `n` bad, `u` neutral, `b` good, `x` blocked ground};
    `seats` limits the group to some of the decision's seats; `confirm` asks for a confirmation because the
    step can't be taken back; `commits` says that an answer rolls, draws, reveals or hands on the turn as a
    rule, so that undo is no longer free: whoever wants to is asked first.
    """

    id: str
    verb: str
    rule: str
    actor: str = ""
    on: str = ""
    targets: tuple[Target, ...] | None = None
    params: Params = {}
    seats: tuple[str, ...] = ()
    confirm: bool = False
    commits: bool = False

    def options(self) -> Iterator[str]:
        """Yield the ids of the group's options."""
        if self.targets is None:
            yield self.id
        else:
            for target in self.targets:
                yield f"{self.id}>{target}"


class Pick(msgspec.Struct, frozen=True):
    """The form 'choose min..max of the listed targets', which are those of the decision's first group.

    It is answered by that group's id and the picks; other groups (a 'skip' button) are answered as ever.
    """

    min: int
    max: int


class Decision(msgspec.Struct, omit_defaults=True):
    """A question. The game gives it its `id` when it is opened.

    Modes: `one` seat answers; `any` of several, the first wins; `each` of them in any order; `sealed`:
    each, shown when all are in; `consent`: each says `yes` or `no`, the first `no` ends it, a `yes` may be
    withdrawn while open.
    """

    seats: tuple[str, ...]
    prompt: str
    rule: str
    groups: tuple[Group, ...]
    mode: Mode = "one"
    params: Params = {}
    pick: Pick | None = None
    about: tuple[str, ...] = ()
    id: str = ""

    def for_seat(self, seat: str) -> tuple[Group, ...]:
        """Return the groups that `seat` may answer with."""
        return tuple(g for g in self.groups if not g.seats or seat in g.seats)

    def options(self, seat: str | None = None) -> list[str]:
        """Return the ids of all options (of `seat`), as listed; of a pick form its targets."""
        groups = self.groups if seat is None else self.for_seat(seat)
        return [option for group in groups for option in group.options()]

    def find(self, seat: str, option: str) -> tuple[Group, Target | None] | None:
        """Return the group and target that `option` names for `seat`, or None if it is not offered."""
        name, mark, text = option.partition(">")
        for group in self.groups[1:] if self.pick else self.groups:
            if group.id != name or (group.seats and seat not in group.seats):
                continue
            if group.targets is None:
                return None if mark else (group, None)
            for target in group.targets:
                if mark and str(target) == text:
                    return group, target
        return None

    def picking(self, seat: str, option: str) -> Pick | None:
        """Return the pick form if `option` is its group and `seat` may use it."""
        first = self.groups[0]
        if self.pick is None or option != first.id or (first.seats and seat not in first.seats):
            return None
        return self.pick

    def answerable(self, seat: str) -> bool:
        """Whether `seat` has at least one legal answer."""
        if self.pick is not None:
            first = self.groups[0]
            if (not first.seats or seat in first.seats) and self.pick.min <= len(first.targets or ()):
                return True
            return any(g.targets is None or g.targets for g in self.for_seat(seat) if g is not first)
        for group in self.groups:
            if (group.targets is None or group.targets) and (not group.seats or seat in group.seats):
                return True
        return False

    def choice(self, seat: str, option: str, picks: tuple[Target, ...] = ()) -> Choice:
        """Return a valid answer as the rules receive it; raise ValueError if it is not offered."""
        if self.picking(seat, option) is not None:
            return Choice(seat, option, picks=picks)
        found = self.find(seat, option)
        if found is None:
            raise ValueError(f"{option!r} is not offered to {seat!r}")
        return Choice(seat, found[0].id, found[1])


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A valid answer as the rules receive it."""

    seat: str
    group: str
    target: Target | None = None
    picks: tuple[Target, ...] = ()

    def square(self) -> int:
        """Return the target of an option on squares."""
        if not isinstance(self.target, int):
            raise TypeError(f"{self.group} has no square as its target")
        return self.target

    def name(self) -> str:
        """Return the target of an option on pieces, cards, seats or values."""
        if not isinstance(self.target, str):
            raise TypeError(f"{self.group} has no name as its target")
        return self.target


def button(id: str, verb: str, rule: str, actor: str = "", *, confirm: bool = False, **params: Any) -> Group:
    """Return a group of one option without target."""
    return Group(id=id, verb=verb, rule=rule, actor=actor, params=params, confirm=confirm)


def targets(
    id: str, verb: str, rule: str, on: str, at: Iterable[Target], actor: str = "", **params: Any
) -> Group:
    """Return a group with one option for each target in `at`."""
    return Group(id=id, verb=verb, rule=rule, actor=actor, on=on, targets=tuple(at), params=params)
