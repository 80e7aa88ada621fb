"""What all rules share: asking the players, naming units in the log, and the end of a scenario."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from webgame.engine.decision import Choice, Decision, Group, button
from webgame.engine.game import Play
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.state import State, Unit

Flow = Generator[Any, Any, None]


class Over(Exception):
    """The scenario is decided: `table.outcome` says how. Caught where a scenario is played."""


def end(s: State, outcome: str, reason: str, rule: str) -> None:
    """Decide the scenario and leave the rules that run; a loss that came first stands (GH-23.3)."""
    s.table.outcome, s.table.reason, s.table.rule = outcome, reason, rule
    raise Over


def decide(
    g: Play,
    prompt: str,
    rule: str,
    groups: Iterable[Group],
    about: Iterable[Unit | str] = (),
    **params: Any,
) -> Generator[Any, Any, Choice]:
    """Ask the table: any seat may answer for the hero; groups without a target are left out."""
    s: State = g.state
    if prompt in OF_A_LINE:
        params |= under_way(s)
    ids = tuple(piece if isinstance(piece, str) else piece.id for piece in about)
    choice: Choice = yield Decision(
        tuple(s.seats),
        prompt,
        rule,
        tuple(group for group in groups if group.targets != ()),
        mode="one" if len(s.seats) == 1 else "any",
        params=params,
        about=ids,
    )
    return choice


OF_A_LINE = ("ask.line", "ask.target", "ask.aim")
"""Prompts that say of what they are a part."""


def under_way(s: State) -> dict[str, str]:
    """Return the parameters that name the half being carried out, else an item or what a sheet offers."""
    playing = s.table.round.playing
    if playing is None:
        return {"what": "l.extra", "text": "l.extra_text"}
    if playing.basic:
        return {"what": "l.basic", "text": f"do.basic.{playing.basic}"}
    card = box().cards[playing.card]
    return {"what": card.name, "text": card.half(playing.side).text}


def yes_or_no(
    g: Play, prompt: str, rule: str, yes: str, no: str, *, grave: bool = False, **params: Any
) -> Generator[Any, Any, bool]:
    """Ask a question with two buttons; `yes` and `no` are their verbs; a `grave` no must be confirmed."""
    groups = (button("yes", yes, rule, **params), button("no", no, rule, tone="end", confirm=grave))
    choice = yield from decide(g, prompt, rule, groups, **params)
    return bool(choice.group == "yes")


def mark(s: State, unit: Unit) -> str:
    """Return the number of a unit's counter if the sheet has several of its type, else ""."""
    several = unit.number and box().sheets[s.table.sheet].several(unit.type)
    return str(unit.number) if several else ""


def named(s: State, unit: Unit, role: str = "who") -> dict[str, Any]:
    """Return the two parameters that name a unit in the words, as on the board: `{who}{who_no}`."""
    if unit.kind == "hero":
        return {role: s.hero.name, f"{role}_no": ""}
    number = mark(s, unit)
    return {role: unit.type, f"{role}_no": f" {number}" if number else ""}


def say(g: Play, key: str, rule: str, unit: Unit, show: dict[str, Any] | None = None, **params: Any) -> None:
    """Tell what happened to a unit."""
    depth = int(params.pop("depth", 0))
    g.emit(key, rule, show, depth=depth, **named(g.state, unit), **params)
