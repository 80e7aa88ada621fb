"""Names and texts of the box in other languages than English: all are there, none was left in English."""

from __future__ import annotations

import re
import tomllib
from collections import Counter

import pytest

from tests.guildhaven.table import game, printed
from tests.reading import english, played
from webgame.engine.simulate import seat_bots
from webgame.engine.translator import Untranslated
from webgame.engine.words import read_file
from webgame.server.config import ROOT
from webgame.systems.guildhaven import box_words, words
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.box_words import translator
from webgame.systems.guildhaven.plot import passages
from webgame.systems.guildhaven.system import SYSTEM

OTHERS = sorted(set(SYSTEM.words) - {"en"})
FOLDER = "webgame/systems/guildhaven/words"
SAME = {"HP"}  # is said so in all languages
SCRIPT = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")  # kana, kanji
SCENARIOS = sorted((ROOT / "scenarios" / "guildhaven").glob("*.toml"))


def headings() -> set[str]:
    """Return what opens the rulebook, and the titles of its sections."""
    book = SYSTEM.rulebook
    opening = {text for part in book.opening for text in part if text}
    return {rule.section for rule in book.rules.values()} | opening


def scenarios() -> set[str]:
    """Return names, descriptions and hints of the scenarios."""
    found: set[str] = set()
    for path in SCENARIOS:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found |= {data["name"], data["description"]} | {hint["say"] for hint in data.get("guide", ())}
    return {text for text in found if text not in words.files("en")}


def sheets() -> set[str]:
    """Return goals and special instructions of the sheets."""
    return {
        text
        for sheet in printed().values()
        for text in (sheet.win_text, sheet.loss_text, *(rule.text for rule in sheet.rules))
    }


def story() -> set[str]:
    """Return the passages, and what the player chooses from after a passage or a scenario."""
    found = {passage.text for passage in passages().values()}
    found |= {branch.label for passage in passages().values() for branch in passage.next.choice}
    outcomes = [outcome for sheet in printed().values() for outcome in sheet.outcomes]
    return found | {outcome.text for outcome in outcomes if "choice" in outcome.when}


WHOLE = {"rulebook": headings, "scenarios": scenarios, "sheets": sheets, "story": story}


@pytest.mark.parametrize("language", OTHERS)
def test_every_name_and_text_of_the_box_has_words(language: str) -> None:
    missing = box_words.missing(language)
    assert not missing, f"add these to the files in {FOLDER}/{language}/box:\n" + "\n".join(missing)


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("language", OTHERS)
def test_what_is_said_as_a_whole_has_words_and_nothing_else_has(language: str, name: str) -> None:
    wanted, known = WHOLE[name](), read_file(words.FOLDER / language / "box" / f"{name}.json")
    where = f"{FOLDER}/{language}/box/{name}.json"
    wrong = [f"add to {where}: {text!r}" for text in sorted(wanted - known.keys())]
    wrong += [f"take out of {where}: {text!r}" for text in sorted(known.keys() - wanted)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", OTHERS)
def test_no_name_is_left_that_the_box_has_no_more(language: str) -> None:
    said = "\n".join(box_words.box_texts()).lower()
    left = [name for name in translator(language).names if name.lower() not in said]
    assert left == [], f"take these out of {FOLDER}/{language}/box/names.json"


def test_nothing_is_left_in_english() -> None:
    read, known = translator("ja"), box_words.all_words("ja")
    shown = read.names | read.sentences | known
    left = [f"{key!r}: {text!r}" for key, text in shown.items() if english(text, SAME)]
    left += [f"{key!r}: {text!r}" for key, text in known.items() if english(key) and not SCRIPT.search(text)]
    assert not left, "\n".join(left)


def test_no_number_is_lost_on_the_way() -> None:
    wrong = []
    for text, said in box_words.all_words("ja").items():
        numbers = Counter(re.findall(r"(?<!d)\d+", text))  # a d6 is a die
        if numbers - Counter(re.findall(r"\d+", said)):
            wrong.append(f"{text!r}: {said!r}")
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "japanese"),
    [
        ("Attack 3 at range 3 with Push 2; Add LIGHT", "攻撃3、射程3、押し2。光を加える"),
        ("▶ 4 (35): Move 3; Attack 2 at range 4", "▶ 4 (35): 移動3。攻撃2、射程4"),
        ("Consume DARK: Heal 7 to Krimson Lawe, Shield 2 to Krimson Lawe",
         "闇を消費: クリムゾン・ロウを回復7、クリムゾン・ロウにシールド2"),
        ("Thug 9", "ごろつき 9"),
        ("Calm Mind: You cannot be CONFUSED.", "静かな心: 混乱を受けません。"),
    ],
)  # fmt: skip
def test_texts_are_put_together_from_their_parts(text: str, japanese: str) -> None:
    assert translator("ja").text(text) == japanese


def test_what_has_no_words_is_named() -> None:
    with pytest.raises(Untranslated, match="^Dance 3$"):
        translator("ja").text("Move 3; Dance 3")


def test_cards_of_all_kinds_are_said() -> None:
    table = SYSTEM.words["ja"]
    for card in box().cards.values():
        assert card.name in table and card.top.text in table and card.bottom.text in table
    for thing in (*box().items.values(), *box().perks.values()):
        assert thing.name in table and thing.text in table


def left_in_english(scenario: str, bot: str, answers: int) -> list[str]:
    """Play a game and return what its reader saw in English."""
    g = game(scenario)
    seen = played(g, SYSTEM.words["ja"], seat_bots(SYSTEM, g, {"": bot}, b"words"), answers)
    assert len(seen) > 700  # of cards and tables alone
    return sorted(text for text in seen if english(text, SAME))


def test_a_game_is_read_in_japanese_alone() -> None:
    assert left_in_english("C", "greedy", 60) == []


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [path.stem for path in SCENARIOS])
def test_every_scenario_is_read_in_japanese_alone(scenario: str) -> None:
    bot = "greedy" if scenario == "campaign" else "random"
    assert left_in_english(scenario, bot, 150) == []
