"""The words of the system: message key -> template, one file a part of the rules, one folder a language."""

from __future__ import annotations

from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent / "words"


def read() -> dict[str, dict[str, str]]:
    """Return language -> key -> template; raise ValueError if two files give a key different words."""
    languages: dict[str, dict[str, str]] = {}
    for folder in sorted(p for p in FOLDER.iterdir() if p.is_dir()):
        words: dict[str, str] = {}
        for path in sorted(folder.glob("*.json")):
            for key, text in msgspec.json.decode(path.read_bytes(), type=dict[str, str]).items():
                if words.get(key, text) != text:
                    raise ValueError(f"{path.name}: {key!r} has other words in another file of {folder.name}")
                words[key] = text
        languages[folder.name] = words
    return languages
