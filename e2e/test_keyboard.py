"""A figure's activation without the mouse."""

from __future__ import annotations

from conftest import Person
from pages import Lobby, Look, TablePage
from playwright.sync_api import Page, expect


def test_an_activation_by_keys_alone(person: Person) -> None:
    page = person()
    Lobby(page).open()
    press_until(page, "Tab", "a.pick[href$='/first-steps']:focus")
    page.keyboard.press("Enter")
    page.wait_for_url("**/first-steps")
    press_until(page, "Tab", "button.gold[type=submit]:focus")
    page.keyboard.press("Enter")
    page.wait_for_url("**/g/*")
    press_until(page, "Tab", ".line form:first-of-type button:focus")
    page.keyboard.press("Enter")
    expect(page.locator(".start button")).to_be_enabled()
    press_until(page, "Tab", ".start button:focus")
    page.keyboard.press("Enter")
    table = TablePage(page)

    now = table.my_turn()
    page.keyboard.press("b")
    expect(page.locator("svg.board")).to_be_focused()
    page.keyboard.press("n")  # to the first figure that may activate
    expect(page.locator(".cursor")).to_be_visible()
    expect(page.locator(".cursor-live")).to_contain_text("Activate")
    now = enter(table, now)
    assert any(f["active"] for f in now["figures"])

    go(page, "Move")
    where = next((f["x"], f["y"]) for f in now["figures"] if f["active"])
    now = enter(table, now)
    assert next((f["x"], f["y"]) for f in now["figures"] if f["active"]) != where

    page.keyboard.press("a")  # to the answers
    press_until(page, "Tab", ".answers [data-option=end]:focus")
    enter(table, now)


def press_until(page: Page, key: str, focused: str, most: int = 200) -> None:
    """Press a key until what is wanted has the focus."""
    for _ in range(most):
        if page.locator(focused).count():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{most} times {key}, and {focused} is not reached")


def go(page: Page, verb: str) -> None:
    """Go from target to target until one offers the verb."""
    page.keyboard.press("b")
    for _ in range(60):
        page.keyboard.press("n")
        if verb in page.locator(".cursor-live").inner_text():
            return
    raise AssertionError(f"no target says {verb}")


def enter(table: TablePage, before: Look) -> Look:
    """Press Enter, in a menu or a question too if one opens, skip what is played, until the answer counts."""
    table.page.keyboard.press("Enter")
    now = table.wait(
        "an effect", lambda seen: seen["version"] > before["version"] or seen["menu"] or seen["dialog"]
    )
    if now["menu"] or now["dialog"]:
        table.page.keyboard.press("Enter")
        table.wait("the answer", lambda seen: seen["version"] > before["version"])
    table.page.keyboard.press("Space")
    return table.calm()
