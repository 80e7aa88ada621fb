"""What the board tells those who look, point, listen or touch: issue 4, points 2 to 7, 11 and 12."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from conftest import Person
from pages import REACHES, Look, TablePage, alone, until
from playwright.sync_api import Page, expect
from test_screens import accessible, fits

SMALL = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
FINGER = 44  # pixels

# Buttons that a finger misses: seen, and too small with what stands around them counted in.
MISSED = """least => [...document.querySelectorAll(
    ":is(.top, .ask-box, .acts, .tabs, .zoom, .menu, .book) :is(button, a.home)")]
  .filter((e) => e.getClientRects().length && !e.matches(".cite"))
  .map((e) => [e.getAttribute("aria-label") || e.innerText, e.offsetWidth, e.offsetHeight])
  .filter(([, w, h]) => w < least || h < least)"""

# Texts that are cut off though nothing scrolls there.
CUT = """() => [...document.querySelectorAll(
    ".prompt .ask-text, .answer, .tab span, .deed-name, .phase, .menu-item")]
  .filter((e) => e.getClientRects().length
    && (e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 2) && e.clientHeight > 0
    && getComputedStyle(e).display !== "inline")
  .map((e) => e.innerText)"""


def begin(page: Page, scenario: str = "First Steps") -> TablePage:
    """Sit down alone at a table where the first Hero acts."""
    table = alone(page, scenario, at_once=True)
    table.answer("activate", lambda: table.press(table.look()["aims"][0]), table.my_turn())
    return table


def farthest(page: Page, now: Look) -> Look:
    """Return the lit square to walk to that is farthest from who acts, of those in reach of a finger."""
    x, y = next((f["x"], f["y"]) for f in now["figures"] if f["active"])
    moves = [m for m in now["lit"] if m["tone"] == "move" and page.evaluate(REACHES, m["at"])]
    found: Look = max(moves, key=lambda m: max(abs(m["x"] - x), abs(m["y"] - y)))
    return found


def test_path_odds_reach_and_why_not(person: Person) -> None:
    """Points 2 and 6: hover tells way, cost and odds, or why not; a key shows reach and sight."""
    page = person(viewport={"width": 1440, "height": 900})
    table = begin(page)
    tip = page.locator(".tip")
    now = table.my_turn()
    page.mouse.move(*farthest(page, now)["at"])
    expect(page.locator(".way-line")).to_be_visible()
    expect(tip).to_contain_text("movement points")

    page.keyboard.press("v")
    expect(page.locator(".zone")).to_have_count(3)
    expect(tip).to_contain_text("attack reaches")
    expect(tip.locator(".cite").first).to_have_text("HA-5")
    page.keyboard.press("Escape")
    expect(page.locator(".zone")).to_have_count(0)

    foe = next(f for f in table.look()["figures"] if f["foe"])
    page.locator(f"[data-piece='{foe['id']}']").hover(force=True)
    expect(tip).to_contain_text(foe["name"])
    expect(tip.locator(".cite").first).to_be_visible()  # why it can't be attacked, or what it is

    off = page.locator(".deed[aria-disabled=true]").first
    off.focus()
    expect(tip.locator(".tip-line .cite").first).to_be_visible()

    for _ in range(40):  # until somebody can be attacked
        now = table.my_turn()
        attacks = [m for m in now["aims"] if m["tone"] == "attack"]
        if attacks:
            break
        table.step()
    assert attacks, "nobody can be attacked"
    page.mouse.move(*attacks[0]["at"])
    expect(tip).to_contain_text("Wins")
    expect(tip.locator(".odd b").first).to_contain_text("%")


def test_log_rulebook_and_list_beside_the_table(person: Person) -> None:
    """Points 5, 7 and 12: lines and figures point at each other, rules open aside, answers are a list."""
    page = person(viewport={"width": 1440, "height": 900})
    table = begin(page)
    table.step()
    line = page.locator(".log > li:not([data-piece=''])").last
    line.hover()
    expect(page.locator(".piece.pointed")).to_have_count(1)
    piece = line.get_attribute("data-piece")
    page.keyboard.press("l")
    expect(page.locator(".log > li:focus")).to_have_count(1)

    page.locator(".prompt .cite").click()
    book = page.get_by_role("complementary", name="Rulebook")
    expect(book.get_by_role("heading")).to_contain_text("HA-1")
    expect(book.locator(".rule-text")).not_to_contain_text("Looking")
    book.get_by_role("searchbox").fill("diagonal")
    expect(book.locator(".book-found li").first).to_be_visible()
    accessible(page, "the table with the rulebook")
    table.step()  # with the book open
    page.get_by_role("button", name="Close the rulebook").click()
    expect(book).not_to_be_visible()

    page.locator(".party .member[aria-pressed=false]").first.click()
    expect(page.locator(".member[aria-pressed=true]")).to_have_count(1)
    assert piece

    now = table.look()
    page.keyboard.press("o")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("list", name="Answers")).to_be_visible()
    accessible(page, "all answers as a list")
    end = dialog.get_by_role("button", name="End the activation")
    expect(end).to_be_visible()
    page.keyboard.press("Escape")

    page.keyboard.press("u")
    table.wait("the walk taken back", lambda seen: seen["version"] > now["version"])
    expect(page.locator(".log li.undone s").first).to_be_attached()


# Whether the cell that has the focus is the one that was read out.
SAME = """() => {
  const at = document.querySelector("svg.board").getAttribute("aria-activedescendant");
  const said = document.querySelector(".cursor-live").textContent;
  return said !== "" && document.getElementById(at).textContent === said;
}"""


def test_the_board_is_a_grid(person: Person) -> None:
    """Point 12: each square is a cell with what stands there and what can be done."""
    page = person()
    table = begin(page)
    grid = page.get_by_role("grid", name="Board")
    expect(grid).to_have_count(1)
    cells = page.locator("[role=gridcell]")
    rows = page.locator("[role=row]")
    wide, high = rows.first.locator("[role=gridcell]").count(), rows.count()
    assert cells.count() == wide * high
    expect(cells.filter(has_text="active")).not_to_have_count(0)
    expect(cells.filter(has_text="Move")).not_to_have_count(0)
    page.keyboard.press("b")
    page.keyboard.press("n")
    page.wait_for_function(SAME)
    table.my_turn()
    accessible(page, "the board as a grid")


def test_a_phone_of_360_pixels(person: Person) -> None:
    """Point 11: fingers find every button, nothing scrolls sideways, the first touch shows."""
    page = person(**SMALL)
    table = begin_by_touch(page)
    fits(page)
    assert page.evaluate(MISSED, FINGER) == []
    assert page.evaluate(CUT) == []
    now = table.my_turn()
    touch(table, lambda: farthest(page, table.look()))  # the first touch shows
    expect(page.locator(".way-line")).to_be_visible()
    expect(page.locator(".menu-more")).to_contain_text("movement points")
    assert page.evaluate(MISSED, FINGER) == []
    page.locator(".menu-item").first.tap()
    table.wait("the walk", lambda seen: seen["version"] > now["version"])
    table.calm()
    page.get_by_role("button", name="What a figure sees").tap()
    expect(page.locator(".zone")).to_have_count(3)
    page.locator(".prompt .cite").tap()
    expect(page.locator(".book .rule-text")).to_be_visible()
    fits(page)


def test_text_of_double_size(person: Person) -> None:
    """Point 12: text may be twice as large, and nothing is cut off."""
    large = person(viewport={"width": 1440, "height": 900})
    begin(large)
    large.get_by_role("button", name="Settings").click()
    large.get_by_role("radio", name="Double").check()
    large.keyboard.press("Escape")
    expect(large.locator("dialog")).not_to_be_visible()
    fits(large)
    assert large.evaluate(CUT) == []
    assert (large.locator("svg.board").bounding_box() or {"height": 0})["height"] >= 250


def touch(table: TablePage, mark: Callable[[], Look]) -> None:
    """Touch a mark until its menu shows: while the view still slides, a touch may fall beside it."""
    for _ in range(5):
        table.calm()
        table.page.touchscreen.tap(*mark()["at"])
        with contextlib.suppress(AssertionError):
            table.wait("a menu", lambda seen: seen["menu"], 4000)
            return
    raise AssertionError("five touches, and no menu")


def begin_by_touch(page: Page) -> TablePage:
    """Activate the first Hero with a finger."""
    table = alone(page, "First Steps", at_once=True)
    now = table.my_turn()
    touch(table, lambda: next(m for m in table.look()["aims"] if page.evaluate(REACHES, m["at"])))
    page.locator(".menu-item").first.tap()
    table.wait("the activation", lambda seen: seen["version"] > now["version"])
    table.calm()
    return table


# Notes the commands that are lit and the parts of rolls that are told, as they come by.
NOTE = """() => {
  window.lit = new Set(); window.parts = new Set(); window.paid = new Set();
  new MutationObserver(() => {
    const now = document.querySelector(".program li.now");
    if (now) window.lit.add(now.innerText.trim());
    for (const part of document.querySelectorAll(".tray-parts > span"))
      window.parts.add(part.innerText.trim() + ": " + (part.querySelector(".dice")?.title ?? ""));
    const paid = document.querySelector(".tray-said.paid");
    if (paid) window.paid.add(paid.innerText.trim() + (document.querySelector(".lit-die") ? " (lit)" : ""));
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def test_the_command_card_and_the_parts_of_a_roll(person: Person) -> None:
    """Points 3 and 4: the command in play is lit; a roll tells what it is made of, a symbol what it did."""
    page = person(viewport={"width": 1440, "height": 900})
    table = alone(page, "First Steps")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Fast").check()
    page.keyboard.press("Escape")
    page.evaluate(NOTE)

    def told() -> Any:
        return page.evaluate("() => window.lit.size > 0 && window.parts.size > 1 && window.paid.size > 0")

    for _ in range(30):
        if told() or table.look()["result"]:
            break
        table.step()
    seen = page.evaluate("() => [[...window.lit], [...window.parts], [...window.paid]]")
    lit, parts, paid = seen
    assert lit and parts, seen
    assert any("★" in part or part[-1:] in "BRG" for part in parts), parts
    assert all(text.endswith("(lit)") for text in paid), paid  # seldom a game without a heart that wins


TIP = "() => document.querySelector('.tip').innerText.trim()"


def test_everything_tells_what_it_costs_or_why_not(person: Person) -> None:
    """Actions, answers and figures, by pointer, keys and a resting finger; that takes none."""
    page = person(has_touch=True)
    table = alone(page, "First Steps", at_once=True)
    table.press(table.my_turn()["aims"][0])
    before = table.my_turn()["version"]
    for selector, words in (
        (".deed.off", "range"),
        (".deed.arm", "lit squares"),
        (".queue button", "hearts"),
    ):
        page.mouse.move(1, 1)
        page.locator(selector).first.hover()
        until(f"the tip of {selector}", lambda w=words: w in page.evaluate(TIP))
    page.keyboard.press("a")
    page.keyboard.press("Tab")
    until("the tip of what has the focus", lambda: "End the activation" in page.evaluate(TIP))
    run = page.locator(".prompt .answer", has_text="Run")
    box = run.bounding_box()
    assert box
    session = page.context.new_cdp_session(page)
    at = [{"x": box["x"] + 9, "y": box["y"] + 9}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    until("the tip of what a finger rests on", lambda: page.evaluate(TIP).startswith("Run"))
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(200)
    assert table.look()["version"] == before and not page.locator("dialog[open]").count()
