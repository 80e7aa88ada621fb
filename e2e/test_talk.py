"""Rules that are read at the table, and talk."""

from __future__ import annotations

import json

from pages import TablePage
from playwright.sync_api import expect

TRICK = "<img src=x onerror=alert(1)><b>bold?</b> &amp; 'quotes' {name}"


def test_a_rule_opens_by_its_number(pair: tuple[TablePage, TablePage]) -> None:
    ann, _ = pair
    page = ann.page
    number = page.locator(".prompt .cite").inner_text()
    page.locator(".prompt .cite").click()
    dialog = page.get_by_role("complementary", name="Rulebook")
    expect(dialog.get_by_role("heading")).to_contain_text(number)
    expect(dialog.locator(".section")).to_be_visible()
    rules = json.loads(page.request.get("/rules/sde_arcade.json").text())
    text = " ".join(rules[number]["text"].split())
    seen = " ".join(dialog.locator(".rule-text").inner_text().split())
    assert seen == text or seen.replace(" ", "") == text.replace(" ", "")
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()


def test_talk_is_text(pair: tuple[TablePage, TablePage]) -> None:
    ann, bob = pair
    asked: list[str] = []
    for table in pair:
        table.page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
        table.tab("Table")
    ann.page.get_by_label("Say something").fill(TRICK)
    ann.page.get_by_role("button", name="Send").click()
    for table in (bob, ann):
        line = table.page.locator(".chat li").last
        expect(line.locator("span")).to_have_text(TRICK)
        expect(line.locator("b")).to_have_text("Ann")
        expect(line.locator("img")).to_have_count(0)
    bob.page.get_by_label("Say something").fill("Aye.")
    bob.page.keyboard.press("Enter")
    expect(ann.page.locator(".chat li").last).to_contain_text("Aye.")
    expect(bob.page.get_by_label("Say something")).to_have_value("")
    assert not asked
