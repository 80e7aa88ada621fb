"""Looking back: by keys and buttons, alone and led, while others play on; and playing on from a moment."""

from __future__ import annotations

import re

from conftest import Person
from pages import TablePage, play, until
from playwright.sync_api import expect


def at(table: TablePage) -> tuple[int, int]:
    """Return where a table looks back to, and of how many answers; -1: it does not."""
    found = re.search(r"answer (\d+) of (\d+)", table.page.locator(".shift-at").inner_text())
    return (int(found[1]), int(found[2])) if found else (-1, -1)


def back_to(table: TablePage, answer: int) -> None:
    until(f"answer {answer}", lambda: at(table)[0] == answer)


def test_step_by_step_back_and_on_while_others_play(pair: tuple[TablePage, TablePage]) -> None:
    ann, bob = pair
    seen = [ann.calm()]
    for _ in range(4):
        play([ann], 1)
        seen.append(ann.calm())
    places = [{f["id"]: (f["x"], f["y"]) for f in look["figures"]} for look in seen]
    bob.calm()
    bob.page.keyboard.press("r")
    last, of = at(bob)
    assert last == of
    bob.page.keyboard.press(",")
    back_to(bob, last - 1)
    assert bob.figures() in places
    play([ann], 1)
    newest = ann.calm()
    assert bob.look()["version"] == newest["version"], "what happens now is not missed"
    assert at(bob)[0] == last - 1, "but the past stays in view"
    assert not bob.look()["lit"] and not bob.look()["answers"], "nothing can be chosen in the past"
    bob.page.keyboard.press(".")
    back_to(bob, last)
    bob.page.get_by_role("button", name="An activation back").click()
    until("an earlier activation", lambda: at(bob)[0] < last)
    bob.page.get_by_role("button", name=re.compile("^Now")).click()
    expect(bob.page.locator(".shift")).to_have_count(0)
    assert (bob.calm()["version"], bob.figures()) == (ann.calm()["version"], ann.figures())


def test_a_link_opens_a_moment_and_it_plays_to_now(pair: tuple[TablePage, TablePage], person: Person) -> None:
    ann, _ = pair
    play([ann], 4)
    watcher = TablePage.visit(person(), ann.id, "?at=1")
    back_to(watcher, 1)
    watcher.page.get_by_role("button", name="8×").click()
    watcher.page.locator(".shift").wait_for(state="detached", timeout=30_000)
    assert watcher.calm()["hash"] == TablePage.visit(person(), ann.id).calm()["hash"]


def test_one_leads_and_phone_and_tv_follow(pair: tuple[TablePage, TablePage], person: Person) -> None:
    ann, bob = pair
    play([ann], 3)
    tv = TablePage.visit(person(), ann.id, "/tv")
    phone = TablePage.visit(person(viewport={"width": 360, "height": 740}), ann.id)
    ann.calm()
    ann.page.keyboard.press("r")
    ann.page.get_by_role("button", name="Show the others").click()
    until("the TV follows", lambda: at(tv) == at(ann))
    phone.page.get_by_role("button", name="Look along").click()
    until("the phone follows", lambda: at(phone) == at(ann))
    ann.page.keyboard.press(",")
    for screen in (tv, phone):
        until("all have moved", lambda screen=screen: at(screen) == at(ann))
        until("all see the same", lambda screen=screen: screen.look()["hash"] == ann.look()["hash"])
    wide = phone.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360, "no horizontal scroll"
    ann.page.keyboard.press("r")
    for screen in (tv, phone):
        screen.page.locator(".shift").wait_for(state="detached")
    assert (bob.calm()["version"], bob.figures()) == (tv.calm()["version"], tv.figures())


def test_play_on_from_a_moment(pair: tuple[TablePage, TablePage]) -> None:
    ann, _ = pair
    play([ann], 3)
    ann.page.keyboard.press("r")
    ann.page.get_by_role("button", name="Play on from here").click()
    expect(ann.page.get_by_role("heading", name="Seats")).to_be_visible()
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("from answer")
