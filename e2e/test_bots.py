"""Bots on seats: a whole game of theirs, and a seat taken back from one."""

from __future__ import annotations

import re

import pytest
from conftest import Person
from pages import Lobby, TablePage, Waiting, play
from playwright.sync_api import expect


@pytest.mark.timeout(400)
def test_bots_play_to_the_end_before_a_spectator(person: Person) -> None:
    host = person()
    room = Lobby(host).open().set_up("The Forgotten King").bots()
    expect(host.get_by_text("Computer", exact=True)).to_have_count(3)
    watching = person()
    Waiting.visit(watching, room.id)
    room.start()
    Lobby(host).open()
    watcher = TablePage(watching)
    over = watcher.skip_to_the_end()
    assert over["version"] > 50
    expect(watching.locator("dialog .result")).to_contain_text(re.compile("Victory|Defeat"))
    assert TablePage.visit(host, room.id).wait("the end", lambda now: now["result"])["hash"] == over["hash"]


def test_a_seat_is_taken_back_from_a_bot(pair: tuple[TablePage, TablePage]) -> None:
    ann, bob = pair
    bob.tab("Table")
    mine = bob.page.locator(".seat.mine")
    mine.get_by_role("button", name="Let a bot play").click()
    expect(mine).to_contain_text("(bot: clever)")
    assert not bob.calm()["mine"]
    play([ann], 8)
    assert not bob.look()["mine"]
    mine.get_by_role("button", name="Play myself").click()
    expect(mine.get_by_role("button", name="Stand up")).to_be_visible()
    done: list[str] = []
    while not bob.look()["mine"] and not bob.look()["result"] and len(done) < 60:
        done += play([ann], 1, lambda: bool(bob.look()["mine"]))
    assert bob.look()["mine"] or bob.look()["result"], done
