"""Every place of the rules that knows a keyword, status or tile effect by name, and how to blank it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from msgspec.structs import force_setattr

from tests.mutate.effects import Mutant
from webgame.systems.sde_arcade import dungeon
from webgame.systems.sde_arcade.cards import Box
from webgame.systems.sde_arcade.rules import chimera
from webgame.systems.sde_arcade.rules.effects import ability_name

NOWHERE = "(blank)"
PLACES = ("webgame.systems.sde_arcade.rules", "webgame.systems.sde_arcade.dungeon")


def mutants(known: Box) -> Iterator[Mutant]:
    """Yield a mutant for each function and each table of the rules and each word it knows."""
    kinds = {
        **dict.fromkeys(known.abilities, "keyword in the rules"),
        **dict.fromkeys(known.effects, "tile effect in the rules"),
        **dict.fromkeys(known.statuses, "status in the rules"),
    }
    for function in _functions():
        where = _where(function)
        for word in sorted(set(_texts(function.__code__))):
            kind = kinds.get(word) or kinds.get(_keyword(word))
            if kind:
                blank = partial(_blank, function, word)
                yield Mutant(kind, f"{word} in {where}", where, (word,), blank)
    for module, name, value in _tables():
        where = f"{module.__name__.rpartition('sde_arcade.')[2]}.{name}"
        readers = "|".join(_where(f) for f in _functions() if name in _names(f.__code__))
        for word in [value] if isinstance(value, str) else sorted(value):
            kind = kinds.get(word) or kinds.get(_keyword(word))
            if kind:
                yield Mutant(kind, f"{word} in {where}", readers, (word,), _taken(value, word))
    yield from tiles(known)


def tiles(known: Box) -> Iterator[Mutant]:
    """Yield the mutants of tile effects that the rules know by sign or letter, not by name."""
    for effect in known.effects.values():
        words = (effect.name,)
        if effect.sign == "negative":
            blank = partial(force_setattr, effect, "sign", "neutral")
            yield Mutant("tile effect", f"tile/{effect.name}: negative", "dungeon.layout_of", words, blank)
        for step in effect.effects:
            if step["op"] == "inflict":
                name = f"tile/{effect.name}: inflict {step['status']}"
                blank = partial(force_setattr, effect, "effects", ())
                yield Mutant("tile effect", name, "rules.strolls.inflicting", words, blank)
    for name, letters, function in (
        *(
            (effect.name, "shng", dungeon.layout_of)
            for effect in known.effects.values()
            if effect.code in "shng"
        ),
        ("Fresh Grave", "f", chimera._graves),
    ):
        inner: Any = getattr(function, "__wrapped__", function)
        left = letters.replace(known.effects[name].code, "") or NOWHERE
        blank = partial(_blank, inner, letters, left)
        yield Mutant("tile effect", f"tile/{name}: letter", _where(inner), (name,), blank)


@contextmanager
def noting(touched: set[str]) -> Iterator[None]:
    """Note which functions of the rules run."""

    def called(frame: FrameType, event: str, arg: object) -> None:
        where = owners.get(frame.f_code)
        if where is not None:
            touched.add(where)

    owners = _owners()
    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(None)


@cache
def _owners() -> dict[CodeType, str]:
    return {function.__code__: _where(function) for function in _functions()}


def _where(function: FunctionType) -> str:
    return f"{function.__module__.rpartition('sde_arcade.')[2]}.{function.__qualname__}"


def _keyword(word: str) -> str:
    """Return the name of a keyword that may have a number or a parameter."""
    return ability_name(word.removesuffix(": "))


def _modules() -> list[ModuleType]:
    return [module for name, module in sorted(sys.modules.items()) if name.startswith(PLACES)]


def _functions() -> Iterator[FunctionType]:
    """Yield all functions and methods of the rules, those behind a cache, too."""
    seen: set[int] = set()
    for module in _modules():
        for value in list(vars(module).values()):
            inner = list(vars(value).values()) if isinstance(value, type) else [value]
            for each in inner:
                function: Any = getattr(each, "__wrapped__", each)
                if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                    if id(function) not in seen:
                        seen.add(id(function))
                        yield function


def _texts(code: CodeType) -> Iterator[str]:
    """Yield the words among the constants of a function, those inside of it included; no docstring."""
    for const in code.co_consts:
        if const != code.co_consts[0] or not (
            isinstance(const, str) and const.rstrip().endswith(".")
        ):  # a docstring
            yield from _words(const)


def _names(code: CodeType) -> set[str]:
    """Return the names that a function uses, those inside of it included."""
    inner = (_names(const) for const in code.co_consts if isinstance(const, CodeType))
    return set(code.co_names).union(*inner)


def _words(const: Any) -> Iterator[str]:
    if isinstance(const, str):
        yield const
    elif isinstance(const, (tuple, frozenset)):
        for each in const:
            yield from _words(each)
    elif isinstance(const, CodeType):
        yield from _texts(const)


def _blank(function: FunctionType, word: str, instead: str = NOWHERE) -> None:
    function.__code__ = _blanked(function.__code__, word, instead)


def _blanked(const: Any, word: str, instead: str) -> Any:
    """Return a constant with a word nobody has in the place of this one."""
    if isinstance(const, str):
        return instead if const == word else const
    if isinstance(const, (tuple, frozenset)):
        return type(const)(_blanked(each, word, instead) for each in const)
    if isinstance(const, CodeType):
        return const.replace(co_consts=tuple(_blanked(each, word, instead) for each in const.co_consts))
    return const


def _tables() -> Iterator[tuple[ModuleType, str, Any]]:
    """Yield the tables of words that modules of the rules keep, each where it is written."""
    seen: set[int] = set()
    for module in _modules():
        for name, value in list(vars(module).items()):
            if not name.isupper() or not isinstance(value, (str, tuple, frozenset, dict)):
                continue
            if id(value) not in seen and value and all(isinstance(w, str) for w in value):
                seen.add(id(value))
                yield module, name, value


def _taken(value: Any, word: str) -> Callable[[], None]:
    """Return what takes a word out of a table, in all modules that have it."""

    def blank() -> None:
        if isinstance(value, dict):
            del value[word]
            return
        left = NOWHERE if isinstance(value, str) else type(value)(w for w in value if w != word)
        for module in list(sys.modules.values()):
            if getattr(module, "__name__", "").startswith("webgame."):
                for name, held in list(vars(module).items()):
                    if held is value:
                        setattr(module, name, left)

    return blank
