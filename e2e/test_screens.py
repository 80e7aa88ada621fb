"""Every kind of screen, for eyes, fingers and screen readers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Person
from pages import Lobby, TablePage, alone, play
from playwright.sync_api import Page, expect

TOUCH = 40  # pixels that a finger needs
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "tablet": {"viewport": {"width": 1024, "height": 768}, "has_touch": True},
    "phone": PHONE,
    "tv": {"viewport": {"width": 1920, "height": 1080}},
}


def shot(page: Page, name: str) -> None:
    """Keep a picture if a folder for them is given."""
    if folder := os.environ.get("WEBGAME_SHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def fits(page: Page) -> None:
    """Check that the page does not scroll sideways."""
    wide, window = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window, f"{page.url} is {wide} px wide in a window of {window}"


def accessible(page: Page, what: str) -> None:
    """Check that axe-core finds nothing, however small."""
    found = Axe().run(page).response["violations"]
    bad = [f"{v['id']} ({v['impact']}): {v['help']}; {[n['target'] for n in v['nodes'][:3]]}" for v in found]
    assert not bad, f"{what}:\n" + "\n".join(bad)


def inside(page: Page, selector: str) -> None:
    """Check that something can be seen without scrolling."""
    box = page.locator(selector).bounding_box()
    size = page.viewport_size
    assert box is not None and size is not None
    assert box["width"] >= 100 and box["height"] >= 30, f"{selector} is small: {box}"
    assert box["x"] >= 0 and box["y"] >= 0, f"{selector} is outside: {box}"
    assert box["x"] + box["width"] <= size["width"] + 1, f"{selector} is cut off: {box}"
    assert box["y"] + box["height"] <= size["height"] + 1, f"{selector} is cut off: {box}"


@pytest.mark.parametrize("screen", SCREENS)
def test_screens(person: Person, screen: str) -> None:
    page = person(**SCREENS[screen])
    lobby = Lobby(page).open()
    fits(page)
    accessible(page, "the lobby")
    shot(page, f"{screen}-lobby")
    room = lobby.set_up("The Forgotten King").take_all()
    fits(page)
    accessible(page, "the waiting room")
    shot(page, f"{screen}-waiting")
    table = room.start()
    if screen == "tv":
        table = TablePage.visit(page, room.id, "/tv")
    table.calm()
    fits(page)
    inside(page, "svg.board")
    inside(page, ".prompt")
    assert (page.locator("svg.board").bounding_box() or {"height": 0})["height"] >= 250
    if screen == "phone":
        fingers(page)
    accessible(page, "the table")
    shot(page, f"{screen}-table")
    if screen == "tv":
        expect(page.locator(".acts")).not_to_be_visible()
        return
    for tab in page.locator(".tabs .tab:visible").all():
        tab.click()
        fits(page)
        if screen != "tablet":
            accessible(page, f"the table with {tab.inner_text()!r}")
    if screen == "phone":
        page.locator(".tab-actions").click()
        by_touch(table)


def fingers(page: Page) -> None:
    """Check that what is touched is large enough."""
    small = page.evaluate(
        """least => [...document.querySelectorAll(":is(.acts, .answers, .tabs, .tools) button")]
          .filter((e) => e.getClientRects().length)
          .map((e) => [e.className, e.innerText, e.offsetWidth, e.offsetHeight])
          .filter(([, , w, h]) => w < least || h < least)""",
        TOUCH,
    )
    assert not small, small


def by_touch(table: TablePage) -> None:
    """Activate a figure: the first touch shows what would happen, the second does it."""
    now = table.my_turn()
    mark = now["aims"][0]
    table.page.touchscreen.tap(*mark["at"])
    seen = table.wait("a menu", lambda now: now["menu"])
    assert seen["version"] == now["version"]
    table.page.locator(".menu .menu-item").first.tap()
    table.wait("an answer", lambda seen: seen["version"] > now["version"])
    fits(table.page)


def test_the_end_and_the_dialogs_are_accessible(person: Person) -> None:
    page = person()
    table = alone(page, "First Steps", at_once=True)
    play([table], 6)
    page.get_by_role("button", name="Keys and help").click()
    accessible(page, "the help")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    accessible(page, "the settings")
    page.get_by_role("radio", name="Very large").check()
    page.get_by_role("radio", name="Safe for the colour-blind").check()
    page.keyboard.press("Escape")
    fits(page)
    accessible(page, "the table in large letters")
