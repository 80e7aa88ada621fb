"""Lobby, seats, table, book and rules in Japanese on a phone, and back to English."""

from __future__ import annotations

import re

from conftest import Person, Server
from pages import PATIENCE, TablePage
from playwright.sync_api import Page, expect
from test_screens import PHONE, accessible, fits, shot

OWN = re.compile(
    r"""\b(?:English|Language|STR|ARM|WILL|DEX|Guest|Esc|Space|Enter|https?|TV|QR|JavaScript|Super|AC|RNG|MV|AP)\b
    |\b[A-Z]{2,3}-[0-9.]+[a-z]?\b      # numbers of rules
    |https?://\S+|\b[0-9a-f]{8,}\b     # addresses, hashes
    """,
    re.VERBOSE,
)


def japanese(page: Page, what: str) -> None:
    """Check that what can be read and heard here is Japanese: no English word."""
    said = page.evaluate(
        """() => {
          const heard = [...document.querySelectorAll("[aria-label], [title], [placeholder]")];
          const names = ["aria-label", "title", "placeholder"];
          const spoken = heard.flatMap((e) => names.map((name) => e.getAttribute(name) ?? ""));
          return [document.body.innerText, ...spoken].join("\\n");
        }"""
    )
    game = re.search("/g/([^/?]+)", page.url)  # its address may be all letters
    names = (*page.locator("code").all_inner_texts(), *([game[1]] if game else []))
    for name in names:
        said = said.replace(name, "")
    left = sorted(set(re.findall(r"\b[A-Za-z]{3,}\b", OWN.sub("", said))))
    assert not left, f"{what} says in English: {left}"


def test_a_phone_plays_in_japanese_and_goes_back_to_english(person: Person, own_server: Server) -> None:
    """On a server of its own: the lobby shows no names that other people gave."""
    phone = {**PHONE, "viewport": {"width": 360, "height": 740}}
    page = person(**phone, base_url=own_server.url)
    page.goto("/?system=sde_arcade")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="日本語").tap()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.get_by_role("heading", level=1)).to_have_text("卓を囲もう")
    japanese(page, "the lobby")
    fits(page)
    accessible(page, "the lobby in Japanese")
    shot(page, "ja-lobby")

    page.get_by_role("link", name=re.compile("はじめの一歩")).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("はじめの一歩")
    japanese(page, "the new game")
    fits(page)
    accessible(page, "the new game in Japanese")
    page.get_by_role("button", name="卓を用意する").tap()
    expect(page.get_by_role("heading", name="席", exact=True)).to_be_visible()
    japanese(page, "the seats")
    fits(page)
    accessible(page, "the seats in Japanese")
    page.get_by_role("button", name="ゲームを始める").tap()

    table = TablePage(page)
    table.calm()
    expect(page.locator(".prompt .ask")).to_contain_text("誰が手番を行いますか", timeout=PATIENCE)
    japanese(page, "the table")
    fits(page)
    accessible(page, "the table in Japanese")
    shot(page, "ja-table")
    for tab in ("一行", "カード", "ログ", "卓"):
        page.get_by_role("button", name=tab, exact=True).first.tap()
        japanese(page, f"the panel {tab}")
        fits(page)
    page.get_by_role("button", name="キーとヘルプ").first.tap()
    japanese(page, "the help")
    page.get_by_role("button", name="閉じる").tap()

    page.get_by_role("button", name="設定").first.tap()
    accessible(page, "the settings in Japanese")
    shot(page, "ja-settings")
    page.get_by_role("button", name="English").tap()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    TablePage(page).calm()
    expect(page.locator(".prompt .ask")).to_contain_text("Who activates?", timeout=PATIENCE)


def test_the_browsers_language_is_taken_and_the_book_is_in_it(person: Person) -> None:
    page = person(**PHONE, locale="ja-JP")
    page.goto("/box/sde_arcade/hero.royal-warden")
    expect(page.get_by_role("heading", level=1)).to_have_text("ロイヤル・ウォーデン")
    japanese(page, "an entry of the book")
    fits(page)
    accessible(page, "an entry in Japanese")
    page.goto("/rules/sde_arcade")
    expect(page.get_by_role("heading", name="ダイスと判定 (DR)")).to_be_visible()
