"""Other languages than English: every word is there with the same places, and none was left in English."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.reading import PLACE, played
from tests.reading import english as english_in
from webgame.engine.game import Game
from webgame.engine.simulate import header_for, seat_bots, seed_for
from webgame.engine.translator import Untranslated
from webgame.engine.words import read_file
from webgame.server.config import ROOT
from webgame.systems.sde_arcade import card_words, words
from webgame.systems.sde_arcade.build import BUILDER
from webgame.systems.sde_arcade.build_form import form
from webgame.systems.sde_arcade.card_words import translator
from webgame.systems.sde_arcade.system import SYSTEM

OTHERS = sorted(set(SYSTEM.words) - {"en"})
FOLDER = "webgame/systems/sde_arcade/words"
SCRIPT = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff★]")  # kana, kanji
SAME = {
    "MV",
    "AC",
    "RNG",
    "AP",
    "STR",
    "ARM",
    "WILL",
    "DEX",
    "MP",
    "FAQ",
}  # printed so on the cards of all languages
PLAYED = [
    "first-steps",
    *(pytest.param(name, marks=pytest.mark.slow) for name in ("beatrix", "goro", "rockin-roxor", "starfire")),
]


def places(template: str) -> set[str]:
    return set(PLACE.findall(template))


def english(text: str) -> list[str]:
    """Return the English words left in a text: not its places, attributes, dice and single letters."""
    return english_in(text, SAME)


def test_japanese_is_there() -> None:
    assert "ja" in OTHERS


@pytest.mark.parametrize("language", OTHERS)
def test_every_key_has_words_in_the_file_of_the_same_name(language: str) -> None:
    wrong = []
    for path in sorted((words.FOLDER / "en").glob("*.json")):
        usual, other = read_file(path), read_file(words.FOLDER / language / path.name)
        wrong += [
            f"add {key!r} ({usual[key]!r}) to {FOLDER}/{language}/{path.name}"
            for key in usual.keys() - other.keys()
        ]
        wrong += [
            f"take {key!r} out of {FOLDER}/{language}/{path.name}: English has it no more"
            for key in other.keys() - usual.keys()
        ]
    assert not wrong, "\n".join(sorted(wrong))


@pytest.mark.parametrize("language", OTHERS)
def test_templates_have_the_places_of_the_english_ones(language: str) -> None:
    usual, other = words.files("en"), words.files(language)
    wrong = [
        f"{key}: {other[key]!r} has {sorted(places(other[key]))}, English {sorted(places(text))}"
        for key, text in usual.items()
        if key in other and places(other[key]) != places(text)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", OTHERS)
def test_every_name_and_text_of_the_box_has_words(language: str) -> None:
    missing = card_words.missing(language)
    assert not missing, (
        f"add these to names.json, sentences.json or patterns.json in {FOLDER}/{language}/cards:\n"
        + "\n".join(missing)
    )


@pytest.mark.parametrize("language", OTHERS)
def test_opening_and_headings_of_the_rulebook_and_texts_of_scenarios_have_words(language: str) -> None:
    book = SYSTEM.rulebook
    wanted = {"rulebook.json": {r.section for r in book.rules.values()}}
    wanted["rulebook.json"] |= {text for part in book.opening for text in part if text}
    wanted["scenarios.json"] = set()
    for path in (ROOT / "scenarios" / "sde_arcade").glob("*.toml"):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        wanted["scenarios.json"] |= {data["name"], data["description"]}
        wanted["scenarios.json"] |= {hint["say"] for hint in data.get("guide", ())}
    wrong = []
    for name, texts in wanted.items():
        found = read_file(words.FOLDER / language / "cards" / name)
        wrong += [
            f"add to {FOLDER}/{language}/cards/{name}: {text!r}" for text in sorted(texts - found.keys())
        ]
        wrong += [f"take out of {FOLDER}/{language}/cards/{name}: {text!r}" for text in found.keys() - texts]
    assert not wrong, "\n".join(wrong)


def test_nothing_is_left_in_english() -> None:
    left = [f"{key}: {text!r}" for key, text in words.files("ja").items() if english(text)]
    read = translator("ja")
    left += [f"{key!r}: {text!r}" for key, text in (read.names | read.sentences).items() if english(text)]
    shown = {**card_words.all_words("ja")}
    left += [
        f"{key!r}: {text!r}"
        for key, text in shown.items()
        if english(text) or (english(key) and not SCRIPT.search(text))
    ]
    assert not left, "\n".join(left)


@pytest.mark.parametrize(
    ("text", "japanese"),
    [
        ("Royal Warden", "ロイヤル・ウォーデン"),
        ("Immune: Poison", "免疫: 毒"),
        (
            "Attack with STR +1R, melee 2; causes Knockdown; Push 3.",
            "STR+1Rで攻撃、近接2、ダウンを与える、押し出し3。",
        ),
        (
            "Attack with DEX +1 star, missile 7; causes Hex.",
            "DEX★+1で攻撃、射撃7、呪詛を与える。",
        ),  # on no card
        (
            "+1G DEX. Step Back (1 AP): Attack with STR, range 6; Push 3.",
            "DEX+1G。後ずさり（1 AP）: STRで攻撃、射程6、押し出し3。",
        ),
        ("Mook: Poison, Fire", "ムック: 毒、炎上"),
    ],
)
def test_texts_are_put_together_from_their_parts(text: str, japanese: str) -> None:
    assert translator("ja").text(text) == japanese


def test_what_has_no_words_is_named() -> None:
    with pytest.raises(Untranslated, match="^dance a jig$"):
        translator("ja").text("Attack with STR; dance a jig.")


def test_two_files_cannot_differ_on_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "a.json").write_text('{"k": "one"}')
    (tmp_path / "xx" / "b.json").write_text('{"k": "two"}')
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="b.json: 'k' has other words in another file of xx"):
        words.files("xx")


def test_what_is_not_translated_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    part = {"l.hero": "勇者"}
    monkeypatch.setattr(
        words, "files", lambda language: part if language == "ja" else {"l.hero": "Hero", "l.pet": "Pet"}
    )
    words.table.cache_clear()
    try:
        table = words.table("ja")
        assert (table["l.hero"], table["l.pet"]) == ("勇者", "Pet")
    finally:
        words.table.cache_clear()


@pytest.mark.parametrize("scenario", PLAYED)
def test_a_game_is_read_in_japanese_alone(scenario: str) -> None:
    text = (ROOT / "scenarios" / "sde_arcade" / f"{scenario}.toml").read_text(encoding="utf-8")
    game = Game(SYSTEM, header_for(SYSTEM, scenario, text, seed_for("words", 1)))
    seen = played(game, SYSTEM.words["ja"], seat_bots(SYSTEM, game, {"": "greedy"}, b"words"), 60)
    assert len(seen) > 1400  # of cards alone
    assert sorted(line for line in seen if english(line)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_wrong_with_a_dungeon_of_ones_own_has_words(language: str) -> None:
    full = BUILDER.begin()
    each = {id: [field.items[0].id] for id, field in form().items() if field.items}
    many = {id: [item.id for item in field.items] for id, field in form().items() if field.items}
    sheets = [
        BUILDER.check(answers) for answers in ({}, full, full | each, full | many, full | {"size": ["5"]})
    ]
    said = {problem.message for sheet in sheets for problem in sheet.problems}
    said |= {why for sheet in sheets for found in sheet.barred.values() for why in found.values()}
    assert len(said) > 30
    assert [text for text in sorted(said) if english(BUILDER.said(text, language))] == []
    assert BUILDER.said("dance a jig", language) == "dance a jig"


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_bots_have_words(language: str) -> None:
    assert [bot for bot in SYSTEM.bots if f"bot.{bot}" not in SYSTEM.words[language]] == []
