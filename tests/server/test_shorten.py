"""Texts as keys of words give way to marks, which the browser makes in the same way."""

from __future__ import annotations

import pytest

from webgame.engine import system as registry
from webgame.server.languages import USUAL
from webgame.server.shorten import mark, shorten


def test_the_marks_are_those_of_the_browser() -> None:
    # static/test/words.test.ts has the same four
    marks = [mark(text) for text in ("", "Frog Knight", "Wave 1; Push 1.", "竜の巣 🐉")]
    assert marks == ["#F3JHB", "#82FJc", "#Pi80w", "#eYsX8"]


@pytest.mark.parametrize("name", ["sde_arcade", "guildhaven"])
def test_every_text_of_a_system_is_found_again(name: str) -> None:
    words = registry.get(name).words
    usual = words[USUAL]
    for language, known in words.items():
        all_ = {**usual, **known}
        short = shorten(all_, usual)
        assert len(short) == len(all_) and list(short) == list(shorten(all_, usual)), language
        for key, text in all_.items():
            assert short.get(key, short.get(mark(key))) == text, key


def test_texts_that_share_a_mark_keep_their_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webgame.server.shorten.mark", lambda text: f"#{text[0]}")
    words = {"a.key": "1", "Ape": "2", "Axe": "3", "Bow": "4"}
    assert shorten(words, {"a.key": "one"}) == {"a.key": "1", "Ape": "2", "Axe": "3", "#B": "4"}
