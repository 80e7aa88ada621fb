"""Building a dungeon of one's own, on a desktop and on a phone, up to the first decision."""

from __future__ import annotations

import re
from typing import Any

import pytest
from conftest import Ear, Person
from pages import Waiting
from playwright.sync_api import Page, expect
from test_screens import accessible, fits, shot

SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 860}},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
}


def opened(page: Page, part: str) -> None:
    """Fold a part of the form out."""
    details = page.locator("details.part", has=page.locator(".part-name", has_text=part))
    if details.get_attribute("open") is None:
        details.locator("summary").click()


def news(page: Page, text: str) -> None:
    expect(page.locator("#build-news")).to_have_text(re.compile(text))


@pytest.mark.parametrize("screen", SCREENS)
def test_build_a_dungeon_and_play_it(person: Person, screen: str) -> None:
    page = person(**SCREENS[screen])
    page.goto("/?system=sde_arcade")
    page.get_by_role("link", name="Build your own").click()
    news(page, "Ready to play")
    fits(page)
    shot(page, f"{screen}-build")
    if screen == "desktop":
        accessible(page, "the form")

    page.get_by_role("radio", name="4 Heroes").check()
    news(page, "2 to mend")
    expect(page.locator('[data-wrong="heroes"]')).to_contain_text("choose 4 for 4 Heroes (CP-1): 3 chosen")
    page.get_by_label("Find among: Heroes").fill("scarecrow")
    page.get_by_role("checkbox", name="Scarecrow").check()
    news(page, "1 to mend")
    expect(page.locator('[data-said="heroes"]')).to_have_text("4 of 4")
    opened(page, "The monsters")
    points = page.locator('[data-field="points"]')
    expect(points.locator("[data-said]")).to_have_text("3 of 4")
    points.get_by_role("checkbox", name="Bramble Knight").uncheck()
    points.get_by_role("checkbox", name="Rock Pile").check()  # a pair: two choices
    expect(points.locator("[data-said]")).to_have_text("4 of 4")
    news(page, "Ready to play")
    page.locator('[data-field="boss"]').get_by_role("radio", name="Goro", exact=False).check()
    opened(page, "Treasure")
    expect(page.get_by_role("checkbox", name="Spinning Leek")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Gem of Greed")).to_have_count(0)  # Starfire is not here
    opened(page, "The dungeon")
    with page.expect_response("**/build/sde_arcade"):
        page.get_by_role("button", name="Surprise me: The dungeon").click()
    page.get_by_role("radio", name="At random").check()
    opened(page, "At the table")
    page.get_by_role("checkbox", name="We place the start marker").check()
    opened(page, "The name")
    page.get_by_label("Name of the scenario").fill("The Leek Cellar")
    news(page, "Ready to play")
    fits(page)
    if screen == "phone":  # the narrow one has all of the wide one
        accessible(page, "the form, folded out")
    shot(page, f"{screen}-build-open")

    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    expect(page.get_by_role("heading", name="The Leek Cellar")).to_be_visible()
    expect(page.get_by_text("Scarecrow")).to_be_visible()
    table = Waiting(page).take_all().start().at_once()
    first = table.wait("the first decision", lambda now: now["mine"])
    assert "start marker" in first["ask"].lower()
    shot(page, f"{screen}-built-table")


def test_chance_builds_it_all(person: Person) -> None:
    page = person()
    page.goto("/build/sde_arcade")
    before = page.locator('[data-account="foes"]').inner_text()
    page.get_by_role("button", name="Surprise me", exact=True).click()
    expect(page.locator('[data-account="foes"]')).not_to_have_text(before)
    news(page, "Ready to play")
    page.get_by_role("radio", name="5 Heroes").check()
    page.get_by_role("button", name="Fill the rest", exact=True).click()
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()


def test_without_a_script(person: Person, ear: Ear) -> None:
    ear.allow("status of 400")  # the form is shown again
    page = person(java_script_enabled=False)
    page.goto("/build/sde_arcade")
    page.get_by_role("radio", name="5 Heroes").check()
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("alert")).to_have_text(re.compile("Not set up yet"))
    expect(page.get_by_text("choose 5 for 5 Heroes (CP-1): 3 chosen")).to_be_visible()
    page.get_by_role("button", name="Fill the rest", exact=True).click()
    news(page, "Ready to play")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
