"""The words of the system: message key -> template, one file a part of the rules, one folder a language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from webgame.engine.words import USUAL, Words
from webgame.engine.words import files as files_of

FOLDER = Path(__file__).parent / "words"


def files(language: str) -> dict[str, str]:
    """Return key -> template of a language's files; raise ValueError if two give a key different words."""
    return files_of(FOLDER / language)


@cache
def table(language: str) -> Mapping[str, str]:
    """Return all words of a language; what it lacks is English.

    Names and texts of the box are keys that stand for themselves in English; other languages have them too.
    """
    if language == USUAL:
        return files(USUAL)
    from webgame.systems.guildhaven import box_words  # needs the box, which English does not

    return {**table(USUAL), **box_words.all_words(language), **files(language)}


@cache
def read() -> Mapping[str, Mapping[str, str]]:
    """Return language -> key -> template."""
    return Words(FOLDER, table)
