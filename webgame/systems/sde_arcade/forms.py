"""Filling records from the tables of a file, with every mistake noted by its key and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args

import msgspec

from webgame.engine.system import Problem
from webgame.systems.sde_arcade.contents import Place

T = TypeVar("T", bound=msgspec.Struct)


def filled(data: Any, kind: type[T], path: str, problems: list[Problem]) -> T | None:
    """Return a struct filled from a table, None if too much is missing.

    Notes every key that is unknown, missing or of the wrong type; what is wrong is left out.
    """
    if not isinstance(data, Mapping):
        problems.append(Problem(path.rstrip("."), f"must be a table, not {data!r}"))
        return None
    known = _fields(kind)
    for name in data:
        if name not in known:
            problems.append(Problem(path + str(name), f"is no key here{meant(str(name), known)}"))
    values: dict[str, Any] = {}
    complete = True
    for name, field in known.items():
        if name in data:
            value = _value(data[name], field.type, path + name, problems)
            if value is not None:
                values[name] = value
        elif field.required:
            problems.append(Problem(path + name, "is missing"))
        complete = complete and (name in values or not field.required)
    return kind(**values) if complete else None


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.name: field for field in msgspec.structs.fields(kind)}


def _value(value: Any, kind: Any, path: str, problems: list[Problem]) -> Any:
    """Return a field's value in its type, None if it is wrong."""
    if isinstance(kind, UnionType) and NoneType in get_args(kind):  # a key that may be left out
        kind = next(member for member in get_args(kind) if member is not NoneType)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return filled(value, kind, f"{path}.", problems)
    if kind == list[Place] and isinstance(value, list):
        tables = [{"side": tile} if isinstance(tile, str) else tile for tile in value]
        places = [filled(tile, Place, f"{path}[{i}].", problems) for i, tile in enumerate(tables, 1)]
        return [place for place in places if place is not None]
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        problems.append(Problem(path, str(error)))
        return None


def meant(word: str, known: Iterable[str]) -> str:
    """Return the end of a message: what was probably meant, or the few names there are."""
    names = list(known)
    close = get_close_matches(word, names, 1, 0.5)
    if not close:
        folded = {name.casefold(): name for name in names}
        close = [folded[c] for c in get_close_matches(word.casefold(), list(folded), 1, 0.5)]
    if close:
        return f'; did you mean "{close[0]}"?'
    return f"; there are: {', '.join(sorted(names))}" if len(names) <= 12 else ""
