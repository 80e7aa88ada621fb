"""The words of the system: message key -> template, one file a part of the rules, one folder a language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent / "words"
USUAL = "en"


@cache
def table(language: str) -> Mapping[str, str]:
    """Return all words of a language; what it lacks is English. ValueError if two files differ on a key."""
    words: dict[str, str] = {}
    for path in sorted((FOLDER / language).glob("*.json")):
        for key, text in msgspec.json.decode(path.read_bytes(), type=dict[str, str]).items():
            if words.get(key, text) != text:
                raise ValueError(f"{path.name}: {key!r} has other words in another file of {language}")
            words[key] = text
    return words if language == USUAL else {**table(USUAL), **words}


def read() -> Mapping[str, Mapping[str, str]]:
    """Return all languages that have a folder."""
    languages = sorted(path.name for path in FOLDER.iterdir() if any(path.glob("*.json")))
    return {language: table(language) for language in languages}
