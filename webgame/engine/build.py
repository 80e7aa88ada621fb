"""Building one's own scenario: a form as typed data, and the Builder that a system may offer for it.

A system with the attribute `builder` can be set up by hand in the lobby. Server and client show the form and
know none of its rules: after each change they ask the builder for a `Sheet`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, Protocol

import msgspec

from webgame.engine.rng import Rng
from webgame.engine.system import Problem, System

Kind = Literal["one", "some", "number", "yes", "text"]
# field -> chosen items; one text for a number or a text; ["yes"] or [] for yes-no
Answers = Mapping[str, list[str]]


class Tag(msgspec.Struct, frozen=True, omit_defaults=True):
    """A short label on an item; icon and tone are words of the drawing vocabulary."""

    text: str
    icon: str = ""
    tone: str = ""


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to choose. `name` and `text` are message keys or plain text.

    `cost`: how many choices it uses up.
    """

    id: str
    name: str
    text: str = ""
    icon: str = ""
    tags: tuple[Tag, ...] = ()
    cost: int = 1


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question of the form. `label` and `help` are message keys.

    `narrow`: what is barred is not shown at all. `most`: the greatest number, or the length of a text.
    """

    id: str
    kind: Kind
    label: str
    help: str = ""
    rule: str = ""
    icon: str = ""
    items: tuple[Item, ...] = ()
    narrow: bool = False
    most: int = 60


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """Fields that belong together. `surprise`: whether it makes sense to fill it at random."""

    id: str
    label: str
    help: str = ""
    icon: str = ""
    fields: tuple[Field, ...] = ()
    surprise: bool = True


class Limit(msgspec.Struct, frozen=True):
    """How many choices a field or a part takes, and how many are made; `high` None: no upper limit."""

    low: int
    high: int | None
    count: int


class Sheet(msgspec.Struct):
    """What follows from answers. Keys of `limits` and problems are fields or parts.

    `barred`: field -> item -> why it can't be chosen now. `off`: fields that are of no account now.
    """

    limits: dict[str, Limit] = {}
    problems: list[Problem] = []
    barred: dict[str, dict[str, str]] = {}
    off: list[str] = []


class Builder(Protocol):
    """Turns answers to a form into the text of a scenario."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The form."""
        ...

    def begin(self) -> dict[str, list[str]]:
        """Return answers that can be played as they are."""
        ...

    def check(self, answers: Answers) -> Sheet:
        """Return limits and problems of answers; never raises, whatever they are."""
        ...

    def compose(self, answers: Answers) -> str:
        """Return the text of a scenario; raise BadScenario with all problems by field."""
        ...

    def fill(self, answers: Answers, rng: Rng, part: str = "", *, anew: bool = False) -> dict[str, list[str]]:
        """Return answers completed at random, those of one part or of all; `anew`: forget its old ones."""
        ...

    def said(self, text: str, language: str) -> str:
        """Return a problem's message or why an item is barred in a language; English if it has no words."""
        ...


def builder_of(system: System) -> Builder | None:
    """Return a system's builder, None if its games come from scenario files only."""
    found: Builder | None = getattr(system, "builder", None)
    return found


def fields(parts: Iterable[Part]) -> dict[str, Field]:
    """Return all fields of a form by id."""
    return {field.id: field for part in parts for field in part.fields}


def chosen(field: Field, answers: Answers) -> list[str]:
    """Return the items of a field that are chosen and exist, in the form's order, each once."""
    wanted = answers.get(field.id, ())
    return [item.id for item in field.items if item.id in wanted]


def number(field: Field, answers: Answers) -> int:
    """Return the number in a field, 0 if there is none that can be read (`misread` tells)."""
    text = "".join(answers.get(field.id, ())[:1]).strip()
    return int(text) if _is_number(text) and int(text) <= field.most else 0


def misread(parts: Iterable[Part], answers: Answers) -> Iterator[Problem]:
    """Yield what no rule is needed to see: unknown fields and items, two for one, no number, a long text."""
    known = fields(parts)
    for id in answers:
        if id not in known:
            yield Problem(_short(id), "is no field of this form")
    for field in known.values():
        given = answers.get(field.id, [])
        items = {item.id for item in field.items}
        if field.kind in ("one", "some"):
            for value in given:
                if value not in items:
                    yield Problem(field.id, f'there is no "{_short(value)}" to choose here')
        if field.kind == "yes" and list(given) not in ([], ["yes"]):
            yield Problem(field.id, f'is yes or nothing, not "{_short(" ".join(given))}"')
        if field.kind != "some" and len(given) > 1:
            yield Problem(field.id, f"takes one answer, not {len(given)}")
        elif field.kind == "number" and given and given[0].strip():
            text = given[0].strip()
            if not _is_number(text) or int(text) > field.most:
                yield Problem(
                    field.id, f'must be a whole number from 0 to {field.most}, not "{_short(text)}"'
                )
        elif field.kind == "text" and given and len(given[0]) > field.most:
            yield Problem(field.id, f"has {len(given[0])} characters: at most {field.most}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}..."
