"""The words of the system: the same keys and places in every language, one meaning a key."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from webgame.systems.guildhaven import words
from webgame.systems.guildhaven.plot import passages
from webgame.systems.guildhaven.system import SYSTEM

OTHERS = sorted(set(SYSTEM.words) - {"en"})
PLACE = re.compile(r"\{(\w+)(?:\|[^}]*)?\}")


def files(language: str) -> dict[str, dict[str, str]]:
    return {
        path.name: msgspec.json.decode(path.read_bytes(), type=dict[str, str])
        for path in sorted((words.FOLDER / language).glob("*.json"))
    }


def test_japanese_is_there() -> None:
    assert "ja" in OTHERS


@pytest.mark.parametrize("language", OTHERS)
def test_every_key_has_words_with_the_same_places(language: str) -> None:
    usual, other = files("en"), files(language)
    assert list(usual) == list(other)
    for name, keys in usual.items():
        assert sorted(keys) == sorted(other[name]), name
        wrong = [key for key in keys if set(PLACE.findall(keys[key])) != set(PLACE.findall(other[name][key]))]
        assert wrong == []


def test_nothing_is_left_in_english() -> None:
    same = {"HP", "CONFUSE"}
    left = [
        f"{key}: {text}"
        for keys in files("ja").values()
        for key, text in keys.items()
        if set(re.findall(r"[A-Za-z]{2,}", PLACE.sub("", text))) - same
    ]
    assert left == []


def test_each_passage_is_called_by_its_number() -> None:
    for passage in passages().values():
        assert SYSTEM.words["en"][f"passage.{passage.id}"] == f"Passage {passage.number}"


def test_two_files_cannot_differ_on_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "a.json").write_text('{"k": "one"}')
    (tmp_path / "xx" / "b.json").write_text('{"k": "two"}')
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="b.json: 'k' has other words in another file of xx"):
        words.files("xx")


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_bots_have_words(language: str) -> None:
    assert [bot for bot in SYSTEM.bots if f"bot.{bot}" not in SYSTEM.words[language]] == []
