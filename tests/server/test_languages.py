"""The reader's language: asked for, kept, taken from the browser; and the words that follow it."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from tests.server.conftest import Player, Server
from webgame.commands.words import raised
from webgame.server import languages
from webgame.server.shorten import mark


@pytest.fixture
def player(server: Server) -> Player:
    return server.player()


def first_lang(player: Player, accepted: str) -> str:
    """Return the language of the lobby as a browser that accepts some languages gets it."""
    answer = player.http.get("/", headers={"Accept": "text/html", "Accept-Language": accepted})
    return lang_of(answer.text)


def lang_of(html: str) -> str:
    return html.split('<html lang="', 1)[1].split('"', 1)[0]


def test_language_is_what_is_asked_for_then_kept_and_else_the_browsers(player: Player) -> None:
    assert lang_of(player.get("/").text) == "en"
    assert first_lang(player, "fr,ja;q=0.8,en;q=0.5") == "ja"
    assert first_lang(player, "fr") == "en"
    assert lang_of(player.get("/?lang=ja").text) == "ja"
    assert lang_of(player.get("/").text) == "ja", "the choice is kept"
    assert first_lang(player, "en") == "ja", "and counts more than the browser"
    assert lang_of(player.get("/?lang=xx").text) == "ja", "an unknown language changes nothing"
    assert lang_of(player.get("/?lang=en").text) == lang_of(player.get("/").text) == "en"


def test_the_page_offers_the_languages_and_keeps_the_rest_of_the_address(player: Player) -> None:
    html = player.get("/box/sde_arcade?q=frog&lang=ja").text
    form = html.split('<form class="tongues"', 1)[1].split("</form>", 1)[0]
    assert 'action="/box/sde_arcade"' in form and 'name="q" value="frog"' in form
    assert (
        'value="ja" lang="ja" aria-current="true">日本語<' in form and 'value="en" lang="en">English<' in form
    )


def test_words_of_a_system_follow_the_language_and_fall_back_to_english(player: Player) -> None:
    english = player.get("/words/sde_arcade.json").get_json()
    japanese = player.get("/words/sde_arcade.json?lang=ja").get_json()
    assert (english["l.hero"], japanese["l.hero"]) == ("Hero", "勇者")
    assert japanese[mark("Royal Warden")] == "ロイヤル・ウォーデン"
    assert not {"Royal Warden", mark("Royal Warden")} & english.keys() and "Royal Warden" not in japanese
    assert english.keys() <= japanese.keys()
    assert player.get("/words/toy.json?lang=ja").get_json()["roll"] == "Roll two dice"


def test_the_book_of_figures_is_read_and_searched_in_the_language(player: Player) -> None:
    html = player.get("/box/sde_arcade?lang=ja&q=カエル騎士").text
    assert "カエル騎士" in html and "model.frog-knight" in html
    entry = player.get("/box/sde_arcade/hero.royal-warden?lang=ja").text
    assert "ロイヤル・ウォーデン" in entry and "固有アクション" in entry
    assert "Royal Warden" in player.get("/box/sde_arcade/hero.royal-warden?lang=en").text


def test_messages_are_filled_and_escaped() -> None:
    assert languages._("{n} {n|seat|seats}", n=1) == "1 seat"
    assert languages._("{n} {n|seat|seats}", n=3) == "3 seats"
    assert languages._("no {such} place") == "no {such} place"
    mixed = languages._("<{a}> & {b} {n|x|y}", a=Markup("<b>A</b>"), b="<i>", n=1)
    assert mixed == "&lt;<b>A</b>&gt; &amp; &lt;i&gt; x" and isinstance(mixed, Markup)


def test_refusals_and_notices_are_told_in_the_language(player: Player) -> None:
    html = player.http.get("/g/nowhere?lang=ja", headers={"Accept": "text/html"}).text
    assert "ゲーム&#39;nowhere&#39;はありません" in html and "there is no game" not in html
    assert languages.told("seat 'ann' is held by Bob", "ja") == "席'ann'にはBobが着いています"
    assert languages.told("seat 'ann' is held by Bob", "en") == "seat 'ann' is held by Bob"
    notice = "Ann took back 2 answers, past a roll or a card."
    assert languages.told(notice, "ja") == "Annが回答を2件取り消しました（ダイスやカードより前に戻って）。"
    assert languages.told("what nobody ever said", "ja") == "what nobody ever said"


def test_what_is_refused_and_told_is_found_in_the_source() -> None:
    source = """
raise Refused("taken", f"seat {seat[:40]!r} is held by {who['holder']}")
table.notice(f"{by.name} opens it{', as all agreed' if asked else ''}." if open else "It is closed.")
raise GameError("stale", "that is over", rule)
raise ValueError("nobody reads this")
"""
    assert set(raised(source)) == {
        ("seat {seat} is held by {who2}", False),
        ("that is over", False),
        ("{name} opens it, as all agreed.", True),
        ("{name} opens it.", True),
        ("It is closed.", True),
    }
