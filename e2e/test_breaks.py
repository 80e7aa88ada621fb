"""Reloads, lost connections, a killed server, a game that can't be loaded: all come back by themselves."""

from __future__ import annotations

import re
import sqlite3
import time

from conftest import Ear, Person, Server, seat_two
from pages import TablePage, alone, play, until
from playwright.sync_api import WebSocketRoute, expect

REFUSED = r"ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|WebSocket connection to"
OFFLINE = r"ERR_INTERNET_DISCONNECTED|WebSocket connection to"


def test_a_reload_returns_to_seat_and_scene(pair: tuple[TablePage, TablePage]) -> None:
    ann, bob = pair
    play([ann, bob], 3)
    for table in pair:
        before = table.calm()
        table.page.reload()
        after = table.calm()
        same = ("version", "hash", "mine", "ask", "answers")
        assert {k: after[k] for k in same} == {k: before[k] for k in same}
        assert table.figures() == {f["id"]: (f["x"], f["y"]) for f in before["figures"]}


def test_a_lost_connection_in_mid_turn(pair: tuple[TablePage, TablePage], ear: Ear) -> None:
    ann, bob = pair
    ear.allow(OFFLINE)
    play([ann], 2)  # Ann is in her activation
    before = bob.calm()
    bob.page.context.set_offline(True)
    bob.wait("no connection", lambda now: now["net"] == "offline")
    expect(bob.page.locator(".notes")).to_contain_text("No connection. Coming back by itself")
    play([ann], 3)
    moved = ann.calm()
    assert moved["version"] > before["version"]
    assert bob.look()["version"] == before["version"]
    bob.page.context.set_offline(False)
    bob.reach(moved["version"])
    assert bob.figures() == ann.figures()
    bob.tab("Table")
    expect(bob.page.locator(".seat.mine")).to_contain_text("Princess Emerald")
    play([ann, bob], 30, lambda: bool(bob.look()["mine"]))
    if not bob.look()["result"]:
        version = bob.my_turn()["version"]
        bob.step()
        assert bob.look()["version"] >= version


TRY_AGAIN = """() => [...document.querySelectorAll(".notes button")]
  .find((e) => e.innerText.includes("Try again"))?.click()"""


def two(server: Server, person: Person) -> tuple[TablePage, TablePage]:
    """Two people on a server of their own."""
    return seat_two(person(base_url=server.url), person(base_url=server.url))


def test_a_killed_server_loses_nothing(own_server: Server, person: Person, ear: Ear) -> None:
    ann, bob = pair = two(own_server, person)
    ear.allow(REFUSED)
    play([ann, bob], 4)
    version = max(ann.calm()["version"], bob.calm()["version"])
    before = [table.reach(version) for table in pair]
    figures = ann.figures()
    own_server.kill()
    for table in pair:
        table.wait("no connection", lambda now: now["net"] == "offline")
    own_server.start()
    for table, was in zip(pair, before, strict=True):
        now = table.reach(version)
        same = ("version", "hash", "mine", "ask")
        assert {k: now[k] for k in same} == {k: was[k] for k in same}
        assert table.figures() == figures
    play([ann, bob], 4)
    assert max(ann.look()["version"], bob.look()["version"]) > version


def test_an_answer_on_its_way_arrives_once(own_server: Server, person: Person, ear: Ear) -> None:
    ann, bob = two(own_server, person)
    ear.allow(REFUSED)
    now = ann.my_turn()
    what, click = ann.sensible(now)
    own_server.kill()
    click()  # before the page has noticed anything, or after: the answer waits and is sent again
    own_server.start()
    ann.wait(what, lambda seen: seen["version"] == now["version"] + 1, 30_000)
    assert bob.reach(now["version"] + 1)["version"] == now["version"] + 1


def test_joins_that_fail_are_not_repeated_without_end(person: Person) -> None:
    """A server that fails on `join` and sends all away (`bye`), as when rules break while it loads."""
    page = person()
    joins: list[str] = []
    ill = False

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def sent(message: str | bytes) -> None:
            found = re.match(r'42(\d+)\["join"', str(message))
            if found:
                joins.append(found[1])
            if found and ill:
                route.send('42["bye",{"reason":"reload"}]')
                error = '{"error":{"code":"internal","message":"the server failed on this"}}'
                route.send(f"43{found[1]}[{error}]")
            else:
                server.send(message)

        route.on_message(sent)

    page.route_web_socket(re.compile("socket.io"), between)
    table = alone(page, "First Steps")
    version = table.my_turn()["version"]
    ill, first = True, len(joins)
    page.reload()
    expect(page.locator(".notes .error")).to_contain_text("the server failed on this")
    page.wait_for_timeout(5000)
    assert 2 <= len(joins) - first <= 5
    expect(page.locator(".notes .error")).to_be_visible()
    ill = False
    page.get_by_role("button", name="Try again").click()
    assert table.my_turn()["version"] == version


def test_a_game_that_cannot_be_loaded(own_server: Server, person: Person, ear: Ear) -> None:
    ann, bob = two(own_server, person)
    ear.allow(REFUSED)
    own_server.expected = f"game {ann.id} can't be loaded"
    play([ann, bob], 3)
    joins: list[float] = []
    for table in (ann, bob):
        table.page.on(
            "websocket",
            lambda ws: ws.on(
                "framesent", lambda data: '"join"' in str(data) and joins.append(time.monotonic())
            ),
        )
    own_server.kill()
    database = own_server.folder / "data" / "games.db"
    with sqlite3.connect(database) as store:
        rows = store.execute("SELECT number, entry FROM entries ORDER BY number").fetchall()
        store.execute("UPDATE entries SET entry = '{}' WHERE number = ?", (rows[-1][0],))
    own_server.start()
    for table in (ann, bob):
        table.wait("a message", lambda now: now["net"] == "gone")
        expect(table.page.locator(".notes .error")).to_contain_text(re.compile("can't be loaded"))
    first = len(joins)
    ann.page.wait_for_timeout(4000)
    assert first >= 2
    assert len(joins) - first <= 6, "it asks again and again"
    with sqlite3.connect(database) as store:
        store.execute("UPDATE entries SET entry = ? WHERE number = ?", (rows[-1][1], rows[-1][0]))
    for table in (ann, bob):
        table.page.evaluate(TRY_AGAIN)  # if it has not just done so by itself
        table.arrived()
    assert until("the same scene", lambda: ann.look()["version"] == bob.look()["version"])
