"""The catalogues of the interface: as the sources have it, complete, with the same places, not in English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from webgame.commands.words import messages, renewed
from webgame.server import languages
from webgame.server.config import ROOT

OTHERS = [code for code in languages.LANGUAGES if code != languages.USUAL]
PLACE = re.compile(r"\{(\w+)(?:\|[^}]*)?\}")
SAME = {
    "json",
    "QR",
    "TV",
    "JavaScript",
    "UTF",
    "SHA",
    "HMAC",
    "commit",
    "seed",
    "Enter",
}  # names, and keys on keyboards
JINJA = re.compile(r"\{% block body_class %\}.*?\{% endblock %\}|\{[{%#].*?[}%#]\}", re.DOTALL)
TAGS = re.compile(r"<(script|style|code)\b.*?</\1>|<[^>]*>", re.DOTALL)
SPOKEN = re.compile(r"""\b(?:aria-label|title|placeholder|alt)=["']([^"'{]*[A-Za-z]{2}[^"'{]*)["']""")
BILINGUAL = {"Language / 言語"}  # is to be found by who can't read the page


@pytest.mark.parametrize("code", OTHERS)
def test_catalogue_is_as_the_sources_have_it(code: str) -> None:
    kept = (languages.FOLDER / f"{code}.po").read_text(encoding="utf-8")
    assert kept == renewed(code), "messages have changed: run `webgame words`, then translate what is new"


@pytest.mark.parametrize("code", OTHERS)
def test_every_message_is_translated_with_the_same_places(code: str) -> None:
    known = languages.messages(code)
    wrong = [f"no translation: {message!r} ({path})" for message, path in messages() if message not in known]
    wrong += [
        f"other places: {message!r}: {words!r}"
        for message, words in known.items()
        if set(PLACE.findall(message)) != set(PLACE.findall(words))
    ]
    assert not wrong, f"in webgame/server/translations/{code}.po:\n" + "\n".join(wrong)


def test_nothing_is_left_in_english() -> None:
    left = [
        f"{message!r}: {words!r}"
        for message, words in languages.messages("ja").items()
        if set(re.findall(r"[A-Za-z]{2,}", PLACE.sub("", words))) - SAME
    ]
    assert not left, "\n".join(left)


def test_the_client_gets_what_it_says_and_no_more() -> None:
    client = languages.client_messages("ja")
    assert client["Take the last answer back (U)"] == "最後の回答を取り消す (U)"
    assert "Gather round the table" not in client and "Gather round the table" in languages.messages("ja")
    assert languages.client_messages("en") == {}


@pytest.mark.parametrize("path", sorted((ROOT / "templates").glob("*.html")), ids=lambda path: path.name)
def test_templates_say_nothing_past_the_catalogue(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    bare = [text.strip() for text in TAGS.sub("\0", JINJA.sub("", source)).split("\0")]
    found = [text for text in bare if re.search(r"[A-Za-z]{2}", text)]
    found += [text for text in SPOKEN.findall(source) if text not in BILINGUAL]
    assert not found, f'wrap in {{{{ _("...") }}}}: {found}'


# What the client shows is in html`...`: text between tags, and attributes that are read out.
_TEXT = re.compile(r">([^<>$`{}]*[A-Za-z]{3}[^<>$`{}]*)(?=<)")
_KEYS = re.compile(r"<kbd>[^<]*</kbd>|<code>[^<]*</code>")


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "static" / "src").rglob("*.ts")),
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_the_client_says_nothing_past_the_catalogue(path: Path) -> None:
    found = []
    source = path.read_text(encoding="utf-8")
    for number, line in enumerate(source.split("\n"), 1):
        if "html`" not in line and not line.lstrip().startswith(("<", "$")):
            continue
        shown = _KEYS.sub("", line)
        found += [f"{number}: {text}" for text in _TEXT.findall(shown) if not re.search("=> |&&|;", text)]
        found += [f"{number}: {text}" for text in SPOKEN.findall(shown)]
    found += [
        f"{source[: m.start()].count(chr(10)) + 1}: {m[0]}"
        for m in re.finditer(r"""\bnote\((["`])[A-Z].*""", source)
    ]
    assert not found, f'wrap in tr("..."): {found}'
