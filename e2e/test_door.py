"""The host at the door of a running table, and what becomes of the seat of somebody who is away: issue 5."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Ear, Person, Server, seat_two
from pages import AT_ONCE, TablePage, send, until
from playwright.sync_api import Page, expect


@pytest.fixture
def hasty_server(tmp_path: Path) -> Iterator[Server]:
    """A server that counts people as absent at once."""
    server = Server(tmp_path, more=("--grace", "0.5"))
    server.start()
    yield server
    server.stop()
    server.check_log()


def test_a_bot_plays_for_who_is_away_until_they_come_back(person: Person, hasty_server: Server) -> None:
    ann, bob = seat_two(person(base_url=hasty_server.url), person(base_url=hasty_server.url))
    id = bob.id
    ann.tab("Table")
    chair = ann.page.locator(".chairs .seat", has_text="Princess Emerald")
    expect(chair).to_contain_text("Bob")
    expect(chair).not_to_contain_text("absent")
    bob.page.goto("about:blank")
    expect(chair).to_contain_text("absent")
    chair.get_by_role("button", name="Let a bot play until they are back").click()
    expect(chair).to_contain_text(re.compile("Bob.*bot"))

    ann.tab("Log")
    played = ann.page.locator(".log > li", has_text="Princess Emerald")
    for _ in range(20):
        if played.count():
            break
        ann.step()
    expect(played.first).to_be_visible()
    ann.tab("Table")
    bob = TablePage.visit(bob.page, id)
    expect(chair).to_contain_text("Bob")
    expect(chair).not_to_contain_text("bot")
    until("both are at the same step", lambda: ann.calm()["version"] == bob.calm()["version"])


def code(page: Page, text: str) -> None:
    page.get_by_label("Join code").fill(text)
    page.get_by_role("button", name="Enter").click()


def test_the_host_locks_invites_closes_puts_out_and_hands_over(
    pair: tuple[TablePage, TablePage], person: Person, ear: Ear
) -> None:
    ear.allow("status of 40[34]")  # who comes with a wrong code, or is put out, is told so
    (ann, bob), cat, dan = pair, person(), person()
    id, door = ann.id, f"/g/{ann.id}/manage"
    page = ann.page
    page.goto(door)
    page.get_by_label("Join code").fill("OWLBEAR")
    page.get_by_role("button", name="Lock the table").click()
    expect(page.get_by_text("needs the join code: OWLBEAR")).to_be_visible()
    page.get_by_role("button", name="Make a link for one person").click()
    address = page.locator("#address").inner_text()

    for guest, name in ((cat, "Cat"), (dan, "Dan")):
        guest.add_init_script(AT_ONCE)
        send(guest, "/name", name=name)
    cat.goto(f"/g/{id}")
    code(cat, "OWL")
    expect(cat.locator("#table .top")).to_have_count(0)
    cat.goto(f"/g/{id}")
    code(cat, "owlbear")
    TablePage(cat)
    dan.goto(address)
    dan.get_by_role("button", name="Come in").click()
    TablePage(dan)

    page.goto(door)
    page.get_by_role("button", name="Close the table").click()
    expect(bob.page.locator(".prompt")).to_contain_text("The host has closed the table")
    page.goto(f"/g/{id}")
    page.get_by_role("link", name="Open it again").click()
    page.get_by_role("button", name="Open the table again").click()
    bob.wait("play goes on", lambda now: "closed" not in now["ask"] and now["ask"])

    page.locator(".seat-row", has_text="Cat").get_by_role("button", name="Put out").click()
    expect(cat.locator("#table")).to_contain_text("The host has put you out of this game.")
    cat.goto(f"/g/{id}")
    code(cat, "OWLBEAR")
    expect(cat.get_by_text("has put you out")).to_be_visible()

    page.locator(".seat-row", has_text="Bob").get_by_role("button", name="Make host").click()
    page.goto(door)
    expect(page.get_by_role("heading", name="The door")).to_have_count(0)
    bob.page.goto(door)
    expect(bob.page.get_by_role("heading", name="The door")).to_be_visible()
