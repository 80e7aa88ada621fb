"""Whole games by clicking, in several browsers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pages import CLICKS, Lobby, TablePage, Waiting, play
from playwright.sync_api import Page, expect

Person = Callable[..., Page]


@pytest.fixture
def pair(person: Person) -> tuple[TablePage, TablePage]:
    """Two people at First Steps, one seat each."""
    ann, bob = person(), person()
    room = Lobby(ann).open().call_me("Ann").set_up("First Steps")
    room.sit("Questing Knight")
    Lobby(bob).open().call_me("Bob")
    Waiting.visit(bob, room.id).sit("Princess Emerald")
    expect(ann.get_by_role("button", name="Start the game")).to_be_enabled()
    return room.start().at_once(), TablePage(bob).at_once()


def test_two_and_a_spectator_play_to_the_end(pair: tuple[TablePage, TablePage], person: Person) -> None:
    ann, bob = pair
    eve = TablePage.visit(person(), ann.page.url.rsplit("/", 1)[1]).at_once()
    done = play([ann, bob], CLICKS)
    last = ann.look()["version"]
    looks = [table.reach(last) for table in (ann, bob, eve)]
    assert all(now["result"] for now in looks), f"after {len(done)} clicks: {done[-5:]}"
    assert len({now["hash"] for now in looks}) == 1
    assert ann.figures() == bob.figures() == eve.figures()
    for table in (ann, bob, eve):
        expect(table.page.locator("dialog .result")).to_contain_text("Defeat")
        table.page.get_by_role("button", name="Close").click()
        expect(table.page.locator(".prompt .ask")).to_have_text("The game is over.")
