"""No violation that axe-core knows of, on every page and in every state of the table: issue 4, point 12."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from conftest import Ear, Person
from pages import Lobby, TablePage
from playwright.sync_api import Page, expect
from test_board_tells import SMALL, begin, begin_by_touch
from test_screens import accessible, fits

SIZES: dict[str, dict[str, Any]] = {"wide": {"viewport": {"width": 1440, "height": 900}}, "phone": SMALL}


def opened(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("main, #main").first).to_be_visible()


def pages(table: TablePage) -> Iterator[str]:
    """Yield the address of every page that is not the table itself."""
    yield from ("/", "/me", "/build/sde_arcade", "/new/sde_arcade/first-steps", "/credits", "/nowhere")
    yield from ("/rules/sde_arcade", "/box/sde_arcade", "/box/sde_arcade/monsters", "/box/sde_arcade?q=frog")
    yield from (f"/g/{table.id}/{page}" for page in ("manage", "seats", "proof"))


@pytest.mark.timeout(400)
@pytest.mark.parametrize("size", SIZES)
def test_pages(person: Person, ear: Ear, size: str) -> None:
    ear.allow(r"404 \(NOT FOUND\)|409 \(CONFLICT\)")  # a page that is not there, a proof before the end
    page = person(**SIZES[size])
    room = Lobby(page).open().set_up("First Steps").take_all()
    accessible(page, "the waiting room")
    table = room.start().at_once()
    page.get_by_role("button", name="Keys and help").click()
    page.get_by_role("button", name="Report a mistake…").click()
    page.get_by_label("What is wrong?").fill("Something.")
    accessible(page, "a report that is written")
    page.get_by_role("button", name="Make the link").click()
    link = page.locator(".report-link a")
    expect(link).to_be_visible()
    accessible(page, "a report's link")
    report = "/report/" + (link.get_attribute("href") or "").rsplit("/", 1)[1]
    bad = []
    for path in (*pages(table), report):
        opened(page, path)
        fits(page)
        try:
            accessible(page, path)
        except AssertionError as error:  # all of them are wanted
            bad.append(str(error))
    assert not bad, "\n".join(bad)


@pytest.mark.timeout(400)
@pytest.mark.parametrize("size", SIZES)
def test_states_of_the_table(person: Person, size: str) -> None:
    page = person(**SIZES[size])
    table = begin(page) if size == "wide" else begin_by_touch(page)
    bad: list[str] = []

    def state(what: str) -> None:
        try:
            accessible(page, what)
        except AssertionError as error:
            bad.append(str(error))

    state("an activation")
    for name in ("Cards", "Log", "Table"):
        table.tab(name)
        state(f"the tab {name}")
    page.get_by_role("button", name="Settings").click()
    state("the settings")
    page.get_by_role("radio", name="Safe for the colour-blind").check()
    page.keyboard.press("Escape")
    state("safe colours")
    if size == "phone":
        table.tab("Party")
    page.locator(".foes .more").first.click()
    state("a card")
    page.get_by_role("button", name="Close", exact=True).click()
    page.keyboard.press("o")
    state("all answers as a list")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    state("the help")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    state("the rulebook beside")
    page.get_by_role("button", name="Close the rulebook").click()
    page.keyboard.press("v")
    page.locator(".zone").first.wait_for(state="attached")
    state("what a figure sees")
    page.keyboard.press("Escape")
    table.tab("Table")
    page.get_by_role("button", name="Make a ruling…").click()
    page.locator(".ruling").wait_for()
    state("a ruling that is written")
    page.keyboard.press("r")
    page.locator(".shift").wait_for()
    state("looking back")
    page.keyboard.press("r")
    for path, what in ((f"/watch/{table.id}", "looking on"), (f"/watch/{table.id}?tv=1", "the TV")):
        page.goto(path)
        TablePage(page).calm()
        state(what)
    assert not bad, "\n".join(bad)


@pytest.mark.timeout(300)
def test_the_result(person: Person) -> None:
    """The end of a game that bots have played, and the page that checks its dice."""
    page = person(**SIZES["wide"])
    room = Lobby(page).open().set_up("First Steps")
    table = room.bots().start()
    table.skip_to_the_end()
    expect(page.locator("dialog .result")).to_be_visible()
    accessible(page, "the result")
    opened(page, f"/g/{table.id}/proof")
    accessible(page, "the proof of the dice")
    opened(page, "/me")
    accessible(page, "the record")
