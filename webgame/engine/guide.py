"""The guide of a scenario: short hints for a first game, written in its file as `[[guide]]`.

Neither engine nor client knows a rule for it: a hint names what the scene shows (the prompt of the open
decision, a group that is offered, the phase, an event) and what to point at. Systems never see it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from webgame.engine.system import BadScenario, Problem

MOST = 40  # hints of a scenario
LONGEST = 240  # characters of a hint: it must be read at a glance
PANELS = ("prompt", "actions", "party", "cards", "log", "table", "board", "turn", "undo", "back", "help")
Name = Annotated[str, Meta(min_length=1, max_length=64)]


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must be seen, all that is named: prompt key, beginning of an offered group, phase, event key."""

    prompt: Name | None = None
    offer: Name | None = None
    phase: Name | None = None
    event: Name | None = None


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a hint points at; one of: a group's beginning, a piece (id or kind, `active`), a panel."""

    group: Name | None = None
    piece: Name | None = None
    panel: Name | None = None


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hint: when it comes, what it says (text, or a key of the system's words), what it points at."""

    when: When
    say: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    point: Point


def take_guide(data: dict[str, Any]) -> tuple[Hint, ...]:
    """Take the guide out of a scenario's data; raise BadScenario with all that is wrong with it."""
    rows = data.pop("guide", [])
    if not isinstance(rows, list):
        raise BadScenario([Problem("guide", f"must be a list of tables, not {rows!r:.40}")])
    problems = []
    if len(rows) > MOST:
        problems.append(Problem("guide", f"has {len(rows)} hints: at most {MOST}"))
    hints = []
    for n, row in enumerate(rows):
        try:
            hint = msgspec.convert(row, Hint)
        except msgspec.ValidationError as error:
            what, _, where = str(error).partition(" - at `$")
            problems.append(Problem(f"guide[{n}]{where.rstrip('`')}", what))
            continue
        problems += _names(f"guide[{n}].when", hint.when, 4) + _names(f"guide[{n}].point", hint.point, 1)
        if hint.point.panel is not None and hint.point.panel not in PANELS:
            problems.append(
                Problem(f"guide[{n}].point.panel", f"{hint.point.panel!r} is none of {', '.join(PANELS)}")
            )
        hints.append(hint)
    if problems:
        raise BadScenario(problems)
    return tuple(hints)


def _names(key: str, part: When | Point, most: int) -> list[Problem]:
    names = part.__struct_fields__
    given = [name for name in names if getattr(part, name) is not None]
    if 1 <= len(given) <= most:
        return []
    count, said = "just one" if most == 1 else "at least one", ", ".join(given) or "none"
    return [Problem(key, f"must have {count} of {', '.join(names)}; it has {said}")]


def plain(hints: tuple[Hint, ...]) -> list[Mapping[str, Any]]:
    """Return the hints as plain data for a client."""
    return [msgspec.to_builtins(hint) for hint in hints]
