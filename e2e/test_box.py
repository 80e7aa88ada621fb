"""The book of figures in a browser: found while one types, read, followed; by keys, on a phone, on paper."""

from __future__ import annotations

import re

import pytest
from conftest import Person
from pages import Lobby, alone
from playwright.sync_api import Page, expect
from test_screens import PHONE, accessible, fits, shot

SCREENS = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {**PHONE, "viewport": {"width": 360, "height": 740}},
}
BOX = "/box/sde_arcade"


def search(page: Page, words: str) -> None:
    """Type into the search field."""
    page.get_by_role("searchbox", name="Search the book").fill(words)


@pytest.mark.parametrize("screen", SCREENS)
def test_read_the_book(person: Person, screen: str) -> None:
    page = person(**SCREENS[screen])
    Lobby(page).open()
    page.get_by_role("link", name="Book of figures").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Book of figures")
    fits(page)
    accessible(page, "the chapters")
    shot(page, f"{screen}-box")
    search(page, "BÁSHFUL")
    plate = page.get_by_role("link", name=re.compile("Bashful Boris Mini-boss"))
    expect(plate).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?q=B"))
    fits(page)
    accessible(page, "what is found")
    shot(page, f"{screen}-box-found")
    plate.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bashful Boris")
    fits(page)
    accessible(page, "a monster")
    shot(page, f"{screen}-box-entry")
    page.get_by_role("link", name="Knockdown", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Knockdown")
    fits(page)
    accessible(page, "a keyword")
    page.get_by_role("link", name="ST-1", exact=True).click()
    expect(page.locator("[id='ST-1']")).to_be_in_viewport()
    page.go_back()
    page.go_back()
    page.go_back()
    expect(page.get_by_role("searchbox")).to_have_value("BÁSHFUL")  # what was found can be had again


def test_chips_choose_a_kind(person: Person) -> None:
    page = person(**SCREENS["phone"])
    page.goto(BOX)
    page.get_by_role("link", name=re.compile("^Mini-boss")).click()
    expect(page.locator(".plate")).to_have_count(24)
    page.get_by_role("link", name=re.compile("^Dungeon boss")).click()
    expect(page.locator(".plate")).to_have_count(9)
    fits(page)
    accessible(page, "the bosses")
    search(page, "queen")
    expect(page.locator(".plate-name").first).to_have_text("Beatrix the Witch Queen")
    search(page, "xyzzy")
    expect(page.get_by_text("Nothing here has")).to_be_visible()
    accessible(page, "nothing found")


def test_without_a_script(person: Person) -> None:
    page = person(java_script_enabled=False)
    page.goto(BOX)
    search(page, "massive damage")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name=re.compile("Massive Damage Ability")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Massive Damage")


def test_with_keys_alone(person: Person) -> None:
    page = person()
    page.goto(BOX)
    page.keyboard.press("/")
    page.keyboard.type("questing knight")
    expect(page.locator(".plate-name").first).to_have_text("Questing Knight")
    expect(page.get_by_role("searchbox")).to_be_focused()  # typing goes on while it finds
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('plate')"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Questing Knight")
    assert page.evaluate("[...document.querySelectorAll('.entry .die')].length") >= 8


def test_on_paper(person: Person) -> None:
    page = person()
    page.goto(f"{BOX}/hero.questing-knight")
    page.emulate_media(media="print")
    expect(page.get_by_role("searchbox")).to_be_hidden()
    expect(page.locator(".entry")).to_be_visible()
    assert page.locator(".entry").evaluate("e => getComputedStyle(e).color") == "rgb(0, 0, 0)"


def test_from_the_table(person: Person) -> None:
    page = person(**SCREENS["desktop"])
    table = alone(page, "First Steps", at_once=True)
    table.calm()
    page.get_by_role("button", name="Keys and help").click()
    expect(page.get_by_role("link", name="Book of figures")).to_have_attribute("href", BOX)
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Card of")).first.click()
    name = page.locator("dialog .face-name").inner_text()
    accessible(page, "a card read large")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="In the book of figures").click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text(name)
