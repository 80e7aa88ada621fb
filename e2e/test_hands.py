"""What hands do to board, cards and rolls; and a whole game by keys: issue 4, points 2, 3, 7 and 12."""

from __future__ import annotations

import re

import pytest
from conftest import Person
from pages import CLICKS, TablePage, alone, until
from playwright.sync_api import Page, expect
from test_board_tells import SMALL, begin, begin_by_touch

BOX = "() => { const b = document.querySelector('svg.board').viewBox.baseVal; return [b.x, b.y, b.width]; }"


def box(page: Page) -> list[float]:
    """Return where the view begins and how wide it is, in units of the drawing."""
    found: list[float] = page.evaluate(BOX)
    return found


COLOURS = """() => [...document.querySelectorAll(".member")].map((member) => {
  const { piece } = JSON.parse(member.dataset.about);
  const disc = document.querySelector(`[data-piece="${piece}"] .piece-disc`);
  const parts = [member.querySelector(".medal circle"), disc];
  const border = getComputedStyle(member).borderLeftColor;
  return [...parts.map((part) => getComputedStyle(part).fill), border];
})"""
HEALTH = """() => {
  const under = [...document.querySelectorAll(".piece, .aim")];
  const all = [...document.querySelectorAll(".healths .health")];
  const over = (e) => under.every((p) => p.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING);
  return all.length > 3 && all.every(over);
}"""


def middle(page: Page) -> tuple[float, float]:
    found = page.locator("svg.board").bounding_box()
    assert found is not None
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def test_wheel_drag_and_fit(person: Person) -> None:
    """Point 2: the wheel zooms where the mouse is, a drag moves the board, a button shows all of it."""
    page = person(viewport={"width": 1440, "height": 900})
    begin(page, "The Forgotten King")
    colours = page.evaluate(COLOURS)
    assert len({medal for medal, *_ in colours}) == 3, "each seat has its own"
    assert all(medal == disc == border for medal, disc, border in colours), colours
    assert page.evaluate(HEALTH), "no neighbour and no ring lies over a figure's health"
    page.get_by_role("button", name="Whole board").click()
    whole = box(page)
    x, y = middle(page)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -600)
    until("the wheel zooms in", lambda: box(page)[2] < 0.9 * whole[2])
    near = box(page)
    page.mouse.down()
    page.mouse.move(x - 150, y - 60, steps=6)
    page.mouse.up()
    until("the drag moves it", lambda: box(page)[0] > near[0] + 10)
    assert box(page)[2] == near[2], "a drag keeps the size"
    page.get_by_role("button", name="Whole board").click()
    until("all of it is shown", lambda: box(page) == whole)
    page.get_by_role("button", name=re.compile("^Nearer")).click()
    until("the button zooms in", lambda: box(page)[2] < whole[2])


def test_two_fingers_pinch(person: Person) -> None:
    """Points 2 and 11: two fingers zoom the board and not the page."""
    page = person(**SMALL)
    begin_by_touch(page)
    before = box(page)
    x, y = middle(page)
    cdp = page.context.new_cdp_session(page)

    def fingers(kind: str, apart: float) -> None:
        points = [{"x": x - apart, "y": y}, {"x": x + apart, "y": y}] if kind != "touchEnd" else []
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 30)
    for apart in (40, 55, 70, 85, 100):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    until("the fingers zoom in", lambda: box(page)[2] < 0.8 * before[2])
    assert page.evaluate("visualViewport.scale") == 1


def test_slots_and_piles(person: Person) -> None:
    """Point 3: equipment slots by colour say what they are for; piles say how many cards they hold."""
    page = person(viewport={"width": 1440, "height": 900})
    table = begin(page)
    slots = page.locator(".slots .slot")
    expect(slots).to_have_count(4)
    names = slots.evaluate_all("all => all.map((e) => e.title.split(':')[0])")
    assert len(set(names)) == 4, names
    slots.first.click()
    expect(page.locator(".notes .note, dialog .face").first).to_be_visible()
    table.tab("Cards")
    piles = page.locator(".pile")
    expect(piles.nth(2)).to_be_visible()
    counts = [int(text) for text in piles.locator(".pile-back b").all_inner_texts()]
    assert sum(counts) > 10, counts


def test_a_roll_is_taken_back_by_a_vote(pair: tuple[TablePage, TablePage]) -> None:
    """Point 7: past a roll the others are asked; what was taken back stays in the log, struck through."""
    ann, bob = pair
    for _ in range(40):
        who = ann if ann.look()["mine"] else bob
        now = who.my_turn()
        rolled = who.page.locator(".log > li.roll:not(.undone)").count()
        who.step()
        after = who.look()
        if after["version"] > now["version"] and who.page.locator(".log > li.roll").count() > rolled:
            break
    other = bob if who is ann else ann
    undo = who.page.get_by_role("button", name=re.compile("^Past a roll"))
    expect(undo).to_be_visible()
    before = who.look()["version"]
    undo.click()
    ballot = other.page.get_by_role("alertdialog", name="Vote")
    expect(ballot).to_contain_text("asks to take")
    assert who.look()["version"] == before, "nothing is taken back before the other agrees"
    ballot.get_by_role("button", name="Yes").click()
    who.wait("the roll taken back", lambda seen: seen["version"] > before)
    for table in (who, other):
        table.tab("Log")
        expect(table.page.locator(".log li.undone s").first).to_be_visible()


# The options of all answers that are listed; and the one that has the focus.
LISTED = """() => [...document.querySelectorAll("dialog .all-answers [data-option]")]
  .map((e) => e.dataset.option)"""
OVER = "The game is over."
FOCUS = """() => document.activeElement?.dataset?.option ?? ''"""


@pytest.mark.timeout(900)
def test_first_steps_to_its_end_by_keys(person: Person) -> None:
    """Point 12: a whole game by keys alone, from the list of all answers, without the mouse."""
    page = person()
    table = alone(page, "First Steps", at_once=True)
    page.locator("body").press("Escape")
    tried: set[str] = set()
    for _ in range(CLICKS):
        now = table.wait(
            "a turn or the end", lambda seen: seen["ask"] == OVER or (seen["mine"] and not seen["busy"])
        )
        if now["ask"] == OVER:
            break
        page.keyboard.press("o")
        options: list[str] = until("the list", lambda: page.evaluate(LISTED))
        wanted = best(options, tried)
        tried.add(wanted)
        for _ in range(200):
            if page.evaluate(FOCUS) == wanted:
                break
            page.keyboard.press("Tab")
        assert page.evaluate(FOCUS) == wanted, f"Tab does not lead to {wanted}"
        page.keyboard.press("Enter")
        seen = table.wait(
            "an effect",
            lambda seen, v=now["version"]: (
                seen["version"] > v or "taken back" in seen["dialog"] or seen["picking"]
            ),
        )
        if seen["version"] == now["version"] and seen["dialog"]:
            page.wait_for_function("() => document.activeElement?.matches('dialog .done')")
            page.keyboard.press("Enter")  # it can't be taken back: yes
            table.wait("the answer", lambda seen, v=now["version"]: seen["version"] > v)
        table.calm()
    assert table.look()["ask"] == OVER


def best(options: list[str], tried: set[str]) -> str:
    """Return what hastens the end: an attack, else what was not tried yet, else the last, which ends."""

    order = ["attack", "act", "activate", "heart", "potion", "equip", "stand", "end", "done"]

    def rank(option: str) -> int:
        kind = re.split(r"[.>]", option)[0]
        again = kind == "equip" and option in tried
        return order.index(kind) if kind in order and not again else len(order)

    return min(options, key=rank)
