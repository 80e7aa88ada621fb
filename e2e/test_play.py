"""Games by clicking, in one browser and in several."""

from __future__ import annotations

import re

import pytest
from conftest import Person
from pages import CLICKS, Look, TablePage, alone, play
from playwright.sync_api import expect


@pytest.mark.timeout(400)
def test_two_and_a_spectator_play_to_the_end(pair: tuple[TablePage, TablePage], person: Person) -> None:
    ann, bob = pair
    eve = TablePage.visit(person(), ann.id).at_once()
    done = play([ann, bob], CLICKS)
    last = ann.look()["version"]
    looks = [table.reach(last) for table in (ann, bob, eve)]
    assert all(now["result"] for now in looks), f"after {len(done)} clicks: {done[-20:]}"
    assert len({now["hash"] for now in looks}) == 1
    assert ann.figures() == bob.figures() == eve.figures()
    for table in (ann, bob, eve):
        expect(table.page.locator("dialog .result")).to_contain_text(re.compile("Victory|Defeat"))
        table.page.get_by_role("button", name="Close").click()
        expect(table.page.locator(".prompt .ask")).to_have_text("The game is over.")
    ann.page.reload()
    assert ann.arrived()["hash"] == looks[0]["hash"]
    for tool in (ann.undo, ann.redo):
        expect(tool).to_have_attribute("aria-disabled", "true")


@pytest.mark.timeout(400)
def test_one_browser_holds_all_seats(person: Person) -> None:
    table = alone(person(), "The Forgotten King", at_once=True)
    done: list[str] = []
    undone = False

    def rounds() -> int:
        return int(table.page.locator(".round").inner_text().split()[-1])

    while rounds() < 3 and len(done) < 150 and not table.look()["result"]:
        before, standing = table.my_turn(), table.figures()
        what = table.step()
        done.append(what)
        moved = table.figures()
        if what.startswith("go to") and not undone and moved != standing:
            undone = take_back_and_bring_back(table, standing, moved)
        if "equip" in what:
            assert table.look()["version"] > before["version"]
            expect(table.page.locator(".notes .error")).to_have_count(0)
    assert undone, f"nobody moved: {done}"
    assert rounds() >= 3 or table.look()["result"], done


def places(marks: list[Look]) -> list[tuple[int, int]]:
    """Return where marks are on the board."""
    return [(m["x"], m["y"]) for m in marks]


def take_back_and_bring_back(table: TablePage, before: object, after: object) -> bool:
    """Undo a move and redo it; return whether it was free (a move may turn something up: then it is not)."""
    now = table.look()
    if "asks" in (table.undo.get_attribute("class") or ""):
        return False
    table.undo.click()
    table.reach(now["version"] + 1)
    assert table.figures() == before
    expect(table.redo).to_have_attribute("aria-disabled", "false")
    table.redo.click()
    again = table.reach(now["version"] + 2)
    assert table.figures() == after
    assert (again["ask"], again["answers"]) == (now["ask"], now["answers"])
    assert places(again["lit"]) == places(now["lit"])
    return True
