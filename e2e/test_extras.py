"""Beside playing: a table ruling, a report as a link, the next game of a table, renaming and putting away."""

from __future__ import annotations

import re

import pytest
from conftest import Ear, Person, seat_two
from pages import Lobby, TablePage, Waiting, play, until
from playwright.sync_api import Page, expect


def wide(page: Page) -> bool:
    """Whether a page is wider than its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def draft(table: TablePage) -> None:
    table.tab("Table")
    table.page.get_by_role("button", name="Make a ruling…").click()
    expect(table.page.get_by_role("form", name="A table ruling")).to_be_visible()


def squares_of(table: TablePage) -> list[str]:
    """Return the squares that a draft offers for a figure, once they are there."""
    offered = table.page.get_by_label("Square", exact=True).locator("option")
    until("squares are offered", lambda: offered.count() > 10)
    return offered.all_inner_texts()


def test_two_people_agree_to_a_ruling(pair: tuple[TablePage, TablePage]) -> None:
    ann, bob = pair
    ann.calm()
    draft(ann)
    page = ann.page
    propose = page.get_by_role("button", name="Propose")
    expect(propose).to_be_disabled()
    page.get_by_label("What to set", exact=True).select_option(label="Set its wounds")
    knight = page.locator("g.piece[data-piece]", has_text="Questing Knight").first
    knight.click(force=True)
    chosen = page.get_by_label("Figure", exact=True)
    expect(chosen.locator("option:checked")).to_contain_text("Questing Knight")
    page.get_by_label("Wounds", exact=True).select_option("1")
    version = ann.look()["version"]
    propose.click()
    ballot = bob.page.get_by_role("alertdialog", name="Vote")
    expect(ballot).to_contain_text("Ann proposes")
    expect(ballot).to_contain_text("Table ruling: Questing Knight has 1 wound")
    assert bob.look()["version"] == version, "nothing is set before all agree"
    ballot.get_by_role("button", name="Yes").click()
    for table in pair:
        table.reach(version + 1)
        table.tab("Log")
        line = table.page.locator(".log .by-hand").last
        expect(line).to_contain_text("Table ruling")


def test_a_ruling_moves_a_figure_unless_one_says_no(pair: tuple[TablePage, TablePage]) -> None:
    ann, bob = pair
    ann.calm()
    places = ann.figures()
    for answer, moved in (("No", False), ("Yes", True)):
        draft(ann)
        ann.page.get_by_label("Figure", exact=True).select_option("questing-knight")
        squares = squares_of(ann)
        taken = {f"{chr(65 + int(x))}{int(y) + 1}" for x, y in places.values()}
        free = next(name for name in squares[1:] if name not in taken)
        ann.page.get_by_label("Square", exact=True).select_option(label=free)
        ann.page.get_by_role("button", name="Propose").click()
        ballot = bob.page.get_by_role("alertdialog", name="Vote")
        expect(ballot).to_contain_text(f"→ {free}")
        ballot.get_by_role("button", name=answer).click()
        expect(ann.page.get_by_role("alertdialog", name="Vote")).to_have_count(0)
        if moved:
            until("the figure is moved", lambda: ann.calm() and ann.figures() != places)
        else:
            assert ann.calm() and ann.figures() == places


def test_a_report_is_a_link_that_another_opens(pair: tuple[TablePage, TablePage], person: Person) -> None:
    ann, _ = pair
    play([ann], 3)
    ann.calm()
    ann.page.get_by_role("button", name="Keys and help").click()
    ann.page.get_by_role("button", name="Report a mistake…").click()
    ann.page.get_by_label("What is wrong?").fill("The knight should not be there.")
    ann.page.get_by_role("button", name="Make the link").click()
    link = ann.page.locator(".report-link a")
    expect(link).to_be_visible()
    drawn = "document.querySelector('.report-code').naturalWidth > 0"
    until("the QR code is drawn", lambda: ann.page.evaluate(drawn))
    other = person(viewport={"width": 360, "height": 740})
    other.goto("/report/" + (link.get_attribute("href") or "").rsplit("/", 1)[1])
    expect(other.locator(".note-text")).to_have_text("The knight should not be there.")
    expect(other.get_by_role("heading", name="The last answers")).to_be_visible()
    assert other.locator(".last .cite").count() > 0 and not wide(other)
    with other.expect_download() as file:
        other.get_by_role("link", name="Download the file").click()
    assert '"report"' in file.value.path().read_text()
    other.get_by_role("button", name="Open as a new game").click()
    room = Waiting(other)
    table = room.take_all().start()
    assert table.calm()["figures"]


@pytest.mark.timeout(400)
def test_the_table_goes_on_and_all_follow(person: Person) -> None:
    ann, bob = seat_two(person(), person())
    watcher = TablePage.visit(person(), ann.id)
    tv = TablePage.visit(person(), ann.id, "/tv")
    for table in (bob, ann):
        table.tab("Table")
        table.page.locator(".chairs .mine").get_by_role("button", name="Let a bot play").click()
    ann.page.locator("dialog[open]").get_by_role("button", name="Yes").click()
    for table in (ann, bob, watcher):
        table.skip_to_the_end()
    old = ann.id
    ann.page.get_by_role("button", name="Play again with the same seats").click()
    expect(ann.page.get_by_role("heading", name="Seats")).to_be_visible()
    room = Waiting(ann.page)
    assert room.id != old
    expect(bob.page.get_by_role("link", name="The table goes on: follow")).to_be_visible()
    watcher.page.get_by_role("link", name="The table goes on: follow").click()
    expect(watcher.page.get_by_role("heading", name="Seats")).to_be_visible()
    room.start()
    for table in (bob, tv, watcher):
        table.page.wait_for_url(re.compile(f"/{room.id}"))
        table.page.locator("#table .top").wait_for()
    assert "tv=1" in tv.page.url
    bob.page.goto("/me")
    expect(bob.page.get_by_text("You have not played a game to its end yet.")).to_be_visible()  # a bot did


def test_a_game_is_renamed_put_away_and_deleted(pair: tuple[TablePage, TablePage], ear: Ear) -> None:
    ear.allow(r"400 \(BAD REQUEST\).*/delete")  # a wrong name
    ann, bob = pair
    page, id = ann.page, ann.id
    ann.tab("Table")
    page.get_by_role("link", name="Door, people, name, delete").click()
    page.get_by_label("Name of the game").fill("Friday's dungeon")
    page.get_by_role("button", name="Rename").click()
    expect(bob.page.locator(".title")).to_have_text("Friday's dungeon")
    page.goto(f"/g/{id}/manage")
    page.get_by_role("button", name="Put it away").click()
    expect(page.get_by_role("heading", name="Put away")).to_be_visible()
    Lobby(page).open()
    expect(page.get_by_text("Friday's dungeon")).to_have_count(0)
    page.goto("/me")
    page.get_by_role("button", name="Bring back: Friday's dungeon").click()
    Lobby(page).open()
    expect(page.get_by_text("Friday's dungeon").first).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/g/{id}/manage")
    assert not wide(page)
    page.get_by_label("Type its name to delete it").fill("friday")
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("to delete it, type its name")).to_be_visible()
    page.goto(f"/g/{id}/manage")
    page.get_by_label("Type its name to delete it").fill("Friday's dungeon")
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("heading", name="Gather round the table")).to_be_visible()
    expect(bob.page.locator(".note.error")).to_contain_text("The host has deleted this game.")
