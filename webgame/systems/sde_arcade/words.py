"""The words of the system: message key -> template, one file a part of the rules, one folder a language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent / "words"
USUAL = "en"


def read_file(path: Path) -> dict[str, str]:
    """Return the words of one file, none if there is no such file."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, str]) if path.is_file() else {}


def files(language: str) -> dict[str, str]:
    """Return key -> template of a language's files; raise ValueError if two give a key different words."""
    words: dict[str, str] = {}
    for path in sorted((FOLDER / language).glob("*.json")):
        for key, text in read_file(path).items():
            if words.get(key, text) != text:
                raise ValueError(f"{path.name}: {key!r} has other words in another file of {language}")
            words[key] = text
    return words


@cache
def table(language: str) -> Mapping[str, str]:
    """Return all words of a language; what it lacks is English.

    Names and texts of cards are keys that stand for themselves in English; other languages have them too.
    """
    if language == USUAL:
        return files(USUAL)
    from webgame.systems.sde_arcade import card_words  # needs the box, which English does not

    return {**table(USUAL), **card_words.all_words(language), **files(language)}


class Words(Mapping[str, Mapping[str, str]]):
    """Language -> words, each read when it is first asked for."""

    def __init__(self, languages: tuple[str, ...]) -> None:
        self._languages = languages

    def __getitem__(self, language: str) -> Mapping[str, str]:
        if language not in self._languages:
            raise KeyError(language)
        return table(language)

    def __iter__(self) -> Iterator[str]:
        return iter(self._languages)

    def __len__(self) -> int:
        return len(self._languages)


@cache
def read() -> Mapping[str, Mapping[str, str]]:
    """Return language -> key -> template."""
    return Words(tuple(sorted(path.name for path in FOLDER.iterdir() if path.is_dir())))
