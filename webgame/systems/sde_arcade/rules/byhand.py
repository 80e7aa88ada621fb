"""Set-up by hand: who sets up which part, and the questions to the party, which may leave the rest of it.

The parts that the party sets up stand in `options["setup"]["hand"]`; what it leaves is taken from there.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, Final

from webgame.engine.decision import Choice, Decision, Group, button
from webgame.engine.game import Play
from webgame.systems.sde_arcade.state import State

RULES: Final = {
    "dungeon": "SU-5",
    "start": "SU-11",
    "points": "SU-12",
    "chests": "SU-12",
    "monsters": "SU-13",
}
REST, ALL = "rest", "all"  # the buttons that leave a part, or everything, to the engine


def by_hand(s: State, part: str) -> bool:
    """Whether the party sets up a part: dungeon, start, points, chests or monsters."""
    return part in s.options["setup"]["hand"]


def seats(s: State) -> tuple[str, ...]:
    """Return the seats of all Heroes, who decide together."""
    return tuple(member.seat for member in s.members.values() if member.kind == "hero")


def ask(
    g: Play,
    part: str,
    prompt: str,
    rule: str,
    groups: Iterable[Group],
    about: tuple[str, ...] = (),
    **params: Any,
) -> Generator[Any, Any, Choice | None]:
    """Ask the party something about a part of the set-up; None: from now on the engine sets it up."""
    s: State = g.state
    hand: list[str] = s.options["setup"]["hand"]
    rest = [button(REST, f"do.setup_rest_{part}", RULES[part], tone="end", icon="dice")]
    if hand != [part]:
        rest.append(button(ALL, "do.setup_all", RULES[part], tone="end", icon="dice"))
    choice: Choice = yield Decision(
        seats=seats(s),
        prompt=prompt,
        rule=rule,
        mode="any",
        groups=(*groups, *rest),
        params=params,
        about=about,
    )
    if choice.group not in (REST, ALL):
        return choice
    left = [part] if choice.group == REST else list(hand)
    for name in left:
        hand.remove(name)
        g.emit(f"ev.setup_left_{name}", RULES[name])
    return None
