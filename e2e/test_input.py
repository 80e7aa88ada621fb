"""Bad input as a browser sends it: a clear page with the right status, and nothing in the log."""

from __future__ import annotations

import re

import pytest
from conftest import Ear, Person
from pages import Lobby, TablePage, Waiting, alone
from playwright.sync_api import Page, Response, expect


def told(page: Page, answer: Response | None, status: int, words: str) -> None:
    """Check an error page."""
    assert answer is not None and answer.status == status
    expect(page.get_by_role("heading", name="That did not work")).to_be_visible()
    expect(page.get_by_text(re.compile(words)).first).to_be_visible()
    expect(page.get_by_role("link", name="All games").first).to_be_visible()


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/g/nothere1", 404, "there is no game 'nothere1'"),
        ("/g/" + "x" * 300, 404, "there is no game"),
        ("/g/a%00b", 404, "there is no game"),
        ("/g/nothere1/tv", 404, "there is no game"),
        ("/g/nothere1/save", 404, "there is no game"),
        ("/g/nothere1/sit", 405, "that can't be done here"),
        ("/nowhere", 404, "GET /nowhere"),
        ("/rules/chess", 404, "chess"),
        ("/seat/never-made", 404, "never existed"),
        ("/join/ZZZZ99", 404, "no game with that join code"),
        ("/join/!", 400, "4 to 12 letters and digits"),
        ("/static/dist/nothing.js", 404, "GET /static/dist/nothing.js"),
    ],
)
def test_broken_addresses(person: Person, ear: Ear, path: str, status: int, words: str) -> None:
    ear.allow(f"status of {status}")
    page = person()
    told(page, page.goto(path), status, words)


def test_a_locked_game_and_its_code(person: Person, ear: Ear) -> None:
    ear.allow("status of 40[034]")
    host, guest = person(), person()
    room = Lobby(host).open().set_up("First Steps", "Behind the door", lock=True)
    code = room.code()
    answer = guest.goto(f"/g/{room.id}")
    assert answer is not None and answer.status == 403
    with guest.expect_navigation() as wrong:
        guest.get_by_label("Join code").fill("WRONG1")
        guest.get_by_role("button", name="Enter").click()
    told(guest, wrong.value, 403, "that is not its join code")
    guest.get_by_role("link", name="Back to the game").click()
    guest.get_by_label("Join code").fill(code.lower())
    guest.get_by_role("button", name="Enter").click()
    Waiting(guest).sit("Princess Emerald")
    lobby = Lobby(person()).open().page
    with lobby.expect_navigation() as unknown:
        lobby.get_by_label("Have a join code?").fill("ZZZZ99")
        lobby.get_by_role("button", name="Enter").click()
    told(lobby, unknown.value, 404, "no game with that join code")
    Lobby(lobby).open()
    lobby.get_by_label("Have a join code?").fill(code)
    lobby.get_by_role("button", name="Enter").click()
    expect(lobby.get_by_role("heading", name="Behind the door")).to_be_visible()


def test_broken_save_files(person: Person, ear: Ear) -> None:
    ear.allow("status of 4")
    page = person()
    for content in (b"", b"{", b"\xff\xfe\x00", b'{"format": 1}', b"[]", b"[" * 50_000):
        Lobby(page).open()
        save = {"name": "save.json", "mimeType": "application/json", "buffer": content}
        page.get_by_label("Load a save file").set_input_files(save)
        with page.expect_navigation() as answer:
            page.get_by_role("button", name="Load", exact=True).click()
        told(page, answer.value, 400, "save")


def test_a_save_file_is_taken_home_and_loaded(person: Person) -> None:
    page = person()
    table = alone(page, "First Steps")
    id = table.id
    with page.expect_download() as download:
        page.evaluate("id => { location.href = `/g/${id}/save`; }", id)
    Lobby(page).open()
    page.get_by_label("Load a save file").set_input_files(download.value.path())
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page).not_to_have_url(re.compile(id))
    expect(page.get_by_text("First Steps").first).to_be_visible()


def test_a_form_of_another_page_is_refused(person: Person, ear: Ear) -> None:
    ear.allow("status of 403")
    page = person()
    Lobby(page).open().choose("First Steps")
    page.context.clear_cookies()
    with page.expect_navigation() as answer:
        page.get_by_role("button", name="Set up the table").click()
    told(page, answer.value, 403, "reload the page")


def test_a_made_up_answer_changes_nothing(person: Person) -> None:
    """What no button sends: the table stays as it is, and says why."""
    page = person()
    table = alone(page, "First Steps")
    now = table.my_turn()
    page.keyboard.press("9")
    page.keyboard.press("y")
    table.wait("a note", lambda seen: seen["notes"])
    assert TablePage(page).look()["version"] == now["version"]
