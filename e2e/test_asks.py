"""What is asked before an answer that can't be taken back: issue 4, point 7."""

from __future__ import annotations

from conftest import Person
from pages import Look, TablePage
from playwright.sync_api import Page, expect
from test_board_tells import begin
from test_screens import accessible, shot

WIDE = {"viewport": {"width": 1440, "height": 900}}


def ask(page: Page, when: str) -> None:
    """Set when to be asked."""
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Ask before what can't be taken back").get_by_label(when).check()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("dialog")).not_to_be_visible()


def end(page: Page) -> None:
    page.locator(".answers").get_by_role("button", name="End the activation").click()


def until_attack(table: TablePage) -> tuple[Look, Look]:
    """Play on until somebody can be attacked; return what is seen and the mark."""
    for _ in range(40):
        now = table.my_turn()
        attacks = [m for m in now["aims"] if m["tone"] == "attack"]
        if attacks and not now["armed"] and not now["menu"]:
            return now, attacks[0]
        table.step()
    raise AssertionError("nobody can be attacked")


def test_an_end_with_points_left_asks(person: Person) -> None:
    page = person(**WIDE)
    table = begin(page)
    now = table.my_turn()
    end(page)
    box = page.get_by_role("dialog")
    expect(box).to_contain_text("This could still be done")
    expect(box.locator(".left-undone li").first).to_be_visible()
    expect(box).to_contain_text("can't be taken back")
    accessible(page, "the question before an end")
    shot(page, "asks-end")
    box.get_by_role("button", name="No").click()
    assert table.calm()["version"] == now["version"], "it ended though the answer was no"
    end(page)
    box.get_by_role("button", name="don't ask me again").click()
    table.wait("the end", lambda seen: seen["version"] > now["version"])

    now = table.my_turn()  # never again
    table.answer("activate the other", lambda: table.press(now["aims"][0]), now)
    now = table.my_turn()
    end(page)
    expect(box).not_to_be_visible()
    table.wait("the end", lambda seen: seen["version"] > now["version"])


def test_each_time_asks_beside_the_target(person: Person) -> None:
    page = person(**WIDE)
    table = begin(page)
    ask(page, "Each time")
    now, foe = until_attack(table)
    table.press(foe)
    seen = table.wait("a menu", lambda seen: seen["menu"])
    assert seen["version"] == now["version"], "the attack was not asked about"
    expect(page.locator(".menu-item").first).to_contain_text("can't be taken back")
    page.locator(".menu-item").first.click()
    table.wait("the attack", lambda seen: seen["version"] > now["version"])

    ask(page, "Never")
    now, foe = until_attack(table)
    table.press(foe)  # one attack is done at once; of several one is chosen
    seen = table.wait("an effect", lambda seen: seen["version"] > now["version"] or len(seen["menu"]) > 1)
    assert all("taken back" not in item["text"] for item in seen["menu"])


def test_a_walk_is_never_asked_about(person: Person) -> None:
    """What can be taken back for free is done at once, even where each time is asked."""
    page = person(**WIDE)
    table = begin(page)
    ask(page, "Each time")
    now = table.my_turn()
    moves = [m for m in now["lit"] if m["tone"] == "move"]
    table.press(moves[0])
    table.wait("the walk", lambda seen: seen["version"] > now["version"])
    expect(page.get_by_role("dialog")).not_to_be_visible()
