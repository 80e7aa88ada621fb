"""A phone in the hand: upright and lying; and what a big screen tells from afar."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Person
from pages import Lobby, TablePage, alone, until
from playwright.sync_api import Locator, Page, expect
from test_guildhaven import set_up
from test_screens import fits, shot

SMALL: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LYING: dict[str, Any] = {**SMALL, "viewport": {"width": 740, "height": 360}}
Box = dict[str, float]
LONG = [
    "Somebody is about to attack somebody else with four stars: drink a potion before it is carried out?",
    "This is a long answer that says what is done, with what, and to whom of all those who stand there",
    "Not now",
    "Not this turn",
]
PAGES = "/ /new/sde_arcade/first-steps /rules/guildhaven /box/sde_arcade /build/sde_arcade /me".split()
# What is touched and is smaller than a finger; links in the middle of a sentence may be.
NARROW = """() => [...document.querySelectorAll("a, button, input, select, summary")].filter((e) => {
  const r = e.getBoundingClientRect();
  if (!e.checkVisibility() || !r.width || e.type === "hidden") return false;
  if (e.closest(".skip, .unseen, svg, .rule div, .opening")) return false;
  const after = getComputedStyle(e, "::after"); // what makes it wider than it looks
  const more = after.position === "absolute" && after.content !== "none" ? after : { width: 0, height: 0 };
  const label = e.closest("label")?.getBoundingClientRect() ?? r;
  const size = (side) => Math.max(r[side], label[side], parseFloat(more[side]) || 0);
  return r.width > 2 && (size("width") < 43 || size("height") < 43);
}).map((e) => `${e.tagName}.${e.className} ${e.innerText}`)"""
TV_TEXTS = ".member-name, .member-row small, .phase, .coming, .track-name, .foe-main > span, .join, .ask-text"
# Texts that are smaller than 19 px on a screen of 1080 lines, which is hard to read from three metres.
FAINT = """() => [...document.querySelectorAll("#table :is(span, b, small, p, li, h1, h2)")]
  .filter((e) => e.getClientRects().length)
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 19)
  .map((e) => `${e.className} ${e.innerText}`)"""


def box(of: Locator) -> Box:
    """Return where something is."""
    found = of.bounding_box()
    assert found is not None, of
    return dict(found)


def apart(a: Box, b: Box) -> bool:
    """Whether two boxes don't overlap."""
    return (
        a["x"] + a["width"] <= b["x"] + 1
        or b["x"] + b["width"] <= a["x"] + 1
        or a["y"] + a["height"] <= b["y"] + 1
        or b["y"] + b["height"] <= a["y"] + 1
    )


def whole(page: Page, selector: str) -> None:
    """Check that all of these are inside the window, and none shows less than its text."""
    bad = page.evaluate(
        """selector => [...document.querySelectorAll(selector)].filter((e) => {
          const r = e.getBoundingClientRect();
          const out = r.left < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1 || r.top < -1;
          const cut = e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2;
          return r.width && (out || (e.clientWidth && cut));
        }).map((e) => `${e.className}: ${e.innerText}`)""",
        selector,
    )
    assert not bad, bad


@pytest.mark.parametrize("screen", [SMALL, LYING], ids=["upright", "lying"])
def test_the_menu_leaves_its_target_in_view(person: Person, screen: dict[str, Any]) -> None:
    page = person(**screen)
    table = alone(page, "First Steps", at_once=True)
    mark = table.my_turn()["aims"][0]
    page.touchscreen.tap(*mark["at"])
    table.wait("a menu", lambda now: now["menu"])
    ring = {"x": mark["at"][0] - 20, "y": mark["at"][1] - 20, "width": 40.0, "height": 40.0}
    assert apart(box(page.locator(".menu-in")), ring), "the menu hides what it is about"
    board = box(page.locator("svg.board"))
    assert apart(board, box(page.locator(".ask-box")))
    assert board["height"] >= 240 and board["width"] >= 350, board
    whole(page, ".phase, .prompt, .prompt .ask-text, .answer")
    page.locator(".tab-log").tap()
    expect(page.locator(".menu")).to_be_hidden()
    expect(page.locator(".tip")).to_have_text("")
    page.locator(".tab-actions").tap()
    page.touchscreen.tap(*mark["at"])
    table.wait("the menu again", lambda now: now["menu"])
    page.touchscreen.tap(*mark["at"])
    table.wait("a second tap answers", lambda now: now["version"] > 0)
    table.my_turn()
    line, board = box(page.locator(".last-box")), box(page.locator("svg.board"))
    assert apart(line, board), "the last line hides a row"
    fits(page)
    shot(page, f"phone-{'lying' if screen is LYING else 'upright'}")


def test_arrows_point_to_targets_out_of_view(person: Person) -> None:
    page = person(**SMALL)
    table = alone(page, "First Steps", at_once=True)
    table.my_turn()
    expect(page.locator(".beyond:visible")).to_have_count(0)
    board = box(page.locator("svg.board"))
    x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y, steps=2)
    page.mouse.move(x - 160, y, steps=2)
    page.mouse.up()
    arrow = page.get_by_role("button", name="2 targets more to the left")
    expect(arrow).to_be_visible()
    shot(page, "phone-arrow")
    arrow.tap()
    expect(page.locator(".beyond:visible")).to_have_count(0)
    aims = table.look()["aims"]
    assert all(board["x"] < m["at"][0] < board["x"] + board["width"] for m in aims), aims


def test_a_long_question_shows_all_its_answers(person: Person) -> None:
    page = person(**SMALL)
    table = alone(page, "First Steps", at_once=True)
    table.my_turn()
    # Any question may be as long as this, in any language.
    page.evaluate(
        """([ask, ...answers]) => {
          const buttons = answers.map((words) => {
            const button = document.createElement("button");
            return Object.assign(button, { className: "answer", textContent: words });
          });
          document.querySelector(".prompt .answers").replaceChildren(...buttons);
          document.querySelector(".prompt .ask-text").textContent = ask;
        }""",
        LONG,
    )
    whole(page, ".prompt, .prompt .ask-text, .prompt .answer")
    figure = page.locator(f'[data-piece="{table.look()["figures"][0]["id"]}"]')

    def in_sight() -> bool:
        return box(figure)["y"] + box(figure)["height"] <= box(page.locator(".ask-box"))["y"]

    until("a figure is in sight over it", in_sight)
    asked = box(page.locator(".prompt .ask-text"))
    assert all(apart(asked, box(each)) for each in page.locator(".prompt .answer").all())


def test_the_tv_says_what_comes_next_and_whole_names(person: Person) -> None:
    page, tv = person(), person(viewport={"width": 1920, "height": 1080})
    name = "Wilhelmina of the Marsh"
    table = Lobby(page).open().call_me(name).set_up("First Steps").take_all().start().at_once()
    table.my_turn()
    tv.goto(f"/watch/{table.id}?tv=1")
    TablePage(tv).calm()
    expect(tv.locator(".coming")).to_contain_text("another Hero")
    expect(tv.locator(".join")).to_contain_text("Other devices can't open this address")
    expect(tv.locator(".member-row").first).to_contain_text(name)
    whole(tv, TV_TEXTS)
    small = tv.evaluate(FAINT)
    assert not small, f"too small for three metres: {small}"
    until("the board is large", lambda: box(tv.locator("svg.board"))["height"] > 700)
    shot(tv, "tv-next")


def test_pages_fit_a_finger_and_very_large_letters(person: Person) -> None:
    page = person(**SMALL)
    for path in PAGES:
        page.goto(path, wait_until="domcontentloaded")
        fits(page)
        narrow = page.evaluate(NARROW)
        assert not narrow, f"{path}: {narrow}"
        page.evaluate("document.documentElement.style.fontSize = '30px'")  # twice the usual size
        fits(page)


def test_the_table_fits_a_finger_and_very_large_letters(person: Person) -> None:
    page = person(**SMALL)
    table = alone(page, "First Steps")
    table.my_turn()
    for tab in page.locator(".tab").all():
        tab.tap()
        assert not (narrow := page.evaluate(NARROW)), narrow
    page.get_by_role("button", name="Settings").tap()
    page.get_by_role("radio", name="Double").check()
    page.keyboard.press("Escape")
    for tab in page.locator(".tab").all():
        tab.tap()
        fits(page)
        whole(page, ".tab span, .phase, .round")
    page.locator(".tab-actions").tap()
    asked, tools = box(page.locator(".ask-box")), box(page.locator(".top"))
    assert asked["y"] - tools["y"] - tools["height"] >= 120, "the board keeps its share"
    shot(page, "phone-double")


def test_squares_to_choose_from_are_near(person: Person) -> None:
    page = person(**SMALL)
    table = set_up(page, "A").create_hero()
    square = box(page.locator(".lit rect").first)
    assert square["width"] >= 36, f"squares of {square['width']:.0f} px are too small for a finger"
    now = table.my_turn()
    seen = box(page.locator("svg.board"))
    inside = [m for m in now["lit"] if seen["y"] < m["at"][1] < seen["y"] + seen["height"]]
    assert inside, "none of them is in view"
