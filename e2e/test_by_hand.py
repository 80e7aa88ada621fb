"""The dungeon laid by hand: tiles are chosen by their pictures, on a wide screen and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Person
from pages import TablePage, Waiting
from playwright.sync_api import expect
from test_board_tells import CUT, FINGER, MISSED, SMALL
from test_screens import accessible, fits, shot

SCREENS: dict[str, dict[str, Any]] = {"wide": {"viewport": {"width": 1440, "height": 900}}, "phone": SMALL}
INSIDE = """() => [...document.querySelectorAll(".offers .offer")].filter((e) => {
  const [r, box] = [e.getBoundingClientRect(), e.closest(".offers").getBoundingClientRect()];
  return r.left < box.left - 1 || r.right > box.right + 1;
}).length"""

OVER = "() => { const e = document.querySelector('.prompt'); return e.scrollHeight - e.clientHeight; }"


@pytest.mark.parametrize("screen", SCREENS)
def test_tiles_are_chosen_by_their_pictures(person: Person, screen: str) -> None:
    page = person(**SCREENS[screen])
    page.goto("/build/sde_arcade")
    page.locator("summary", has_text="The dungeon").click()
    page.get_by_role("radio", name="By hand at the table").check()
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    table = Waiting(page).take_all().start().at_once()
    now = table.wait("the first tile", lambda seen: seen["mine"] and "tile" in seen["ask"].lower())
    if screen == "phone":
        table.tab("Actions")
    tiles = page.locator(".offers .offer")
    expect(tiles).to_have_count(12)
    expect(tiles.locator(".small-map")).to_have_count(12)
    assert page.evaluate(INSIDE) == 0, "tiles lie beyond the edge: one would have to scroll sideways"
    fits(page)
    assert page.evaluate(MISSED, FINGER if screen == "phone" else 24) == []
    assert page.evaluate(CUT) == []
    assert page.evaluate(OVER) <= 1, "the question is cut off"
    accessible(page, "tiles to choose from")
    shot(page, f"by-hand-{screen}")
    choose(table, screen, 0)
    table.wait("how it lies", lambda seen: seen["version"] > now["version"])
    table.calm()
    expect(page.locator(".offers .small-map")).to_have_count(4)  # four ways to turn it
    maps = page.locator(".offers .small-map").evaluate_all("all => all.map((e) => e.innerHTML)")
    assert len(set(maps)) > 1, "turned tiles look the same"
    shot(page, f"by-hand-turn-{screen}")
    choose(table, screen, 1)
    expect(page.locator("svg.board")).to_be_visible()


def choose(table: TablePage, screen: str, n: int) -> None:
    """Press a picture; a finger's first touch shows it only."""
    tile = table.page.locator(".offers .offer").nth(n)
    if screen == "phone":
        tile.tap()
        expect(tile).to_contain_text("Touch again")
        tile.tap()
    else:
        tile.click()
