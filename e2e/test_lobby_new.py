"""The title screen: from a scenario to a started game, codes for seats, save files, addresses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from conftest import Ear, Person, Server
from pages import Lobby, TablePage, Waiting
from playwright.sync_api import Page, expect
from test_screens import accessible, fits, shot

from webgame.server import net

SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 860}},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
}

PRESSED = "main button, main .button, .door-acts a, main select, main summary"

# Drops a file on the page as a hand does; the browser gives no other way to a test.
DROP = """([name, text]) => {
  const data = new DataTransfer();
  for (const one of name.split("|")) data.items.add(new File([text], one, { type: "application/json" }));
  for (const type of ["dragover", "drop"]) {
    const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    if (type === "dragover" && !document.body.classList.contains("dropping")) throw Error("no sign");
  }
}"""

# What a finished game's card hands to whatever it is dragged to.
DRAG = """() => {
  const data = new DataTransfer();
  const card = document.querySelector("[data-save] strong");
  card.dispatchEvent(new DragEvent("dragstart", { dataTransfer: data, bubbles: true }));
  return data.getData("DownloadURL");
}"""


def fingers(page: Page) -> None:
    """Check that all that is pressed on this page is high enough for a finger."""
    low = page.evaluate(
        """(pressed) => [...document.querySelectorAll(pressed)]
          .filter((e) => e.getClientRects().length && e.getBoundingClientRect().height < 44)
          .map((e) => `${e.textContent.trim().slice(0, 30)} ${e.getBoundingClientRect().height}`)""",
        PRESSED,
    )
    assert not low, f"{page.url}: {low}"


@pytest.mark.parametrize("screen", SCREENS)
def test_a_guided_choice_leads_to_a_started_game(person: Person, screen: str) -> None:
    page = person(**SCREENS[screen])
    lobby = Lobby(page).open()
    levels = page.locator(".pick .level").all_inner_texts()
    order = ["easy", "normal", "hard", "deadly"]
    assert [order.index(level.lower()) for level in levels] == sorted(
        order.index(level.lower()) for level in levels
    )
    picture = page.locator("a.pick", has_text="First Steps").locator("img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("e => e.complete && e.naturalWidth > 50", arg=picture.element_handle())
    fits(page)
    fingers(page)
    accessible(page, "the lobby")
    page.get_by_role("heading", name="New game").scroll_into_view_if_needed()
    shot(page, f"{screen}-lobby-new")
    lobby.choose("First Steps")
    expect(page.get_by_role("img", name=re.compile("The board"))).to_be_visible()
    fits(page)
    expect(page.get_by_role("radio", name="One device for all")).to_be_checked()  # nobody else reaches it
    legend = page.get_by_role("list", name="What is on the board")
    expect(legend.get_by_role("listitem")).to_contain_text(["Hero", "Spawning point", "Brambles"])
    page.get_by_text("Seat by seat").click()
    page.get_by_label("Questing Knight").select_option("me")
    page.get_by_label("Princess Emerald").select_option(label="Computer")
    page.get_by_text("House rules", exact=True).click()
    page.get_by_text("Name, lock and other options").click()
    page.get_by_label("Name of the game").fill(f"Quick, {screen}")
    fits(page)
    fingers(page)
    accessible(page, "the new game")
    page.evaluate("scrollTo(0, 0)")
    shot(page, f"{screen}-new-game")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("heading", name=f"Quick, {screen}")).to_be_visible()
    accessible(page, "the waiting room")
    fits(page)
    lefts = page.locator(".seat-acts > :first-child").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().x)"
    )
    assert len(set(lefts)) == 1, "what can be done with a seat stands in columns"
    room = Waiting(page)
    table = room.start().at_once()
    table.my_turn()
    Lobby(page).open()
    card = page.locator("li", has=page.locator("a.door", has_text=f"Quick, {screen}"))
    expect(card.get_by_text(re.compile("Round 1"))).to_be_visible()
    for label in ("Continue", "Watch", "TV", "Replay"):
        expect(card.get_by_role("link", name=f"{label}: Quick, {screen}")).to_be_visible()
    accessible(page, "the lobby with a game")
    fits(page)
    page.evaluate("scrollTo(0, 0)")
    shot(page, f"{screen}-lobby-games")
    card.get_by_role("link", name=f"Replay: Quick, {screen}").click()
    expect(page).to_have_url(re.compile(r"at=0$"))


def test_without_a_script(person: Person) -> None:
    page = person(java_script_enabled=False)
    room = Lobby(page).open().set_up("First Steps")
    page.get_by_role("button", name="One device plays all free seats").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
    page.get_by_role("link", name="Hand over a seat").click()
    page.get_by_role("button", name="Hand over Questing Knight").click()
    expect(page.locator("#address")).to_have_text(re.compile("/seat/"))
    assert room.id


@pytest.mark.parametrize("screen", SCREENS)
def test_a_code_claims_a_seat_on_a_second_device(person: Person, ear: Ear, screen: str) -> None:
    ear.allow("status of 4")  # the code is used up
    host, phone = person(**SCREENS[screen]), person(**SCREENS["phone"])
    room = Lobby(host).open().set_up("First Steps")
    room.sit("Princess Emerald")
    host.get_by_role("button", name="QR code: Questing Knight").click()
    expect(host.get_by_role("img", name=re.compile("QR code"))).to_be_visible()
    address = host.locator("#address").inner_text()
    fits(host)
    fingers(host)
    accessible(host, "a code for a seat")
    shot(host, f"{screen}-seat-code")
    phone.goto(address)
    accessible(phone, "taking a seat")
    phone.get_by_role("button", name="Take the seat").click()
    expect(phone.get_by_role("button", name="Leave: Questing Knight")).to_be_visible()
    third = person()
    third.goto(address)
    expect(third.get_by_text("used already")).to_be_visible()
    host.goto(f"/g/{room.id}")
    table = Waiting(host).start().at_once()
    TablePage(phone).at_once()
    host.goto(f"/g/{table.id}/seats")
    accessible(host, "the seats")
    fits(host)
    shot(host, f"{screen}-seats")
    third.goto(host.locator("#address").inner_text())
    expect(third.locator("#table")).to_have_attribute("data-view", "watch")
    Lobby(host).open()
    expect(host.get_by_text("1 looking on")).to_be_visible()


def test_a_save_file_is_dropped_anywhere(person: Person, ear: Ear, tmp_path: Path) -> None:
    ear.allow("status of 4")
    page = person()
    id = Lobby(page).open().set_up("First Steps").take_all().start().at_once().id
    with page.expect_download() as download:
        page.evaluate("id => { location.href = `/g/${id}/save`; }", id)
    text = Path(download.value.path()).read_text()
    Lobby(page).open()
    news = page.locator("#news")
    page.evaluate(DROP, ["holiday.png", "x"])
    expect(news).to_have_text("holiday.png is no save file: a save file ends in .json.")
    page.evaluate(DROP, ["a.json|b.json", text])
    expect(news).to_have_text("2 files were dropped. Drop one save file at a time.")
    page.evaluate(DROP, ["empty.json", ""])
    expect(news).to_have_text("empty.json is empty.")
    page.evaluate(DROP, ["big.json", "x" * (2 * 1024 * 1024 + 1)])
    expect(news).to_contain_text("a save file has 2097152 at most")
    page.evaluate(DROP, ["bad.json", '{"format": 1}'])
    expect(news).to_contain_text("bad.json can't be loaded: ")
    accessible(page, "an error of a dropped file")
    assert page.locator("body.dropping").count() == 0
    page.evaluate(DROP, ["good.json", text])
    expect(page).to_have_url(re.compile(r"/g/\w+$"))
    assert id not in page.url


def test_a_finished_game_is_dragged_out_as_a_file(person: Person) -> None:
    page = person()
    id = Lobby(page).open().set_up("First Steps", "Kept").take_all().start().at_once().id
    Lobby(page).open()
    page.evaluate(
        """id => {
          const card = document.querySelector(`a.door[href="/g/${id}"]`).closest("li");
          card.dataset.save = `/g/${id}/save`;
          card.dataset.file = `${id}.json`;
        }""",
        id,
    )  # as the server marks a game that is over: tests/server/test_addresses.py
    assert page.evaluate(DRAG) == f"application/json:{id}.json:{page.evaluate('location.origin')}/g/{id}/save"


@pytest.mark.parametrize("screen", SCREENS)
def test_an_address_is_chosen(person: Person, lan_server: Server, screen: str) -> None:
    networks = net.networks()
    if not networks:
        pytest.skip("this machine is in no network: there is nothing to choose among")
    chosen = f"{next(iter(networks))}:{lan_server.port}"
    page = person(base_url=f"http://table.localhost:{lan_server.port}", **SCREENS[screen])
    page.goto("/")
    expect(page.locator("#address")).to_have_text(f"http://table.localhost:{lan_server.port}/")
    page.get_by_role("button", name=chosen).click()
    expect(page.locator("#address")).to_have_text(f"http://{chosen}/")
    expect(page.get_by_role("button", name=chosen)).to_have_attribute("aria-pressed", "true")
    accessible(page, "the addresses")
    fits(page)
    page.get_by_role("heading", name="Bring others in").scroll_into_view_if_needed()
    shot(page, f"{screen}-addresses")
    room = Lobby(page).open().set_up("First Steps")
    expect(page.locator("#address")).to_have_text(f"http://{chosen}/g/{room.id}")
    fits(page)
    page.get_by_role("button", name="QR code: Questing Knight").click()
    expect(page.locator("#address")).to_have_text(re.compile(rf"^http://{re.escape(chosen)}/seat/"))
    page.get_by_role("button", name="table.localhost").click()
    expect(page.locator("#address")).to_have_text(re.compile(r"^http://table\.localhost"))


def test_a_server_for_this_machine_only_says_what_to_type(person: Person) -> None:
    page = person()
    Lobby(page).open()
    expect(page.get_by_text("./play --host 0.0.0.0")).to_be_visible()
