"""The words of a system as files: key -> template, one file a part of the rules, one folder a language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

USUAL = "en"


def read_file(path: Path) -> dict[str, str]:
    """Return the words of one file, none if there is no such file."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, str]) if path.is_file() else {}


def files(folder: Path) -> dict[str, str]:
    """Return key -> template of a language's folder; raise ValueError if two files give a key other words."""
    words: dict[str, str] = {}
    for path in sorted(folder.glob("*.json")):
        for key, text in read_file(path).items():
            if words.get(key, text) != text:
                raise ValueError(f"{path.name}: {key!r} has other words in another file of {folder.name}")
            words[key] = text
    return words


class Words(Mapping[str, Mapping[str, str]]):
    """Language -> words, each read when it is first asked for."""

    def __init__(self, folder: Path, table: Callable[[str], Mapping[str, str]]) -> None:
        self._languages = tuple(sorted(path.name for path in folder.iterdir() if path.is_dir()))
        self._table = table

    def __getitem__(self, language: str) -> Mapping[str, str]:
        if language not in self._languages:
            raise KeyError(language)
        return self._table(language)

    def __iter__(self) -> Iterator[str]:
        return iter(self._languages)

    def __len__(self) -> int:
        return len(self._languages)
