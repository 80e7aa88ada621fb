"""Save pictures of the lobby and the table into a folder, for eyes to judge.

python -m bench.screens FOLDER [--only NAME ...]

A server of its own on an empty folder, a real browser (CHROMIUM, else Debian's), a game of The Forgotten King
played by sensible clicks. Pictures: lobby, board (mid-game), view (what a figure sees), card, rules, dice,
consul, replay, tv, tv-consul, phone (360 px, portrait), phone-menu, phone-party.
Build the client first: node static/build.mjs
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "e2e"))
from conftest import Server  # noqa: E402  (the tests of the browser are no package)
from pages import REACHES, Lobby, TablePage  # noqa: E402

from webgame.bootstrap import find_chromium  # noqa: E402

SCENARIO = "The Forgotten King"
CLICKS = 19  # until the board is in the midst of a game
TURNS = 60  # clicks after which the Consul must have had its turn
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
TV = {"viewport": {"width": 1920, "height": 1080}}
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
CONSUL = "() => document.querySelector('.prompt.playing') && document.querySelector('.turn.side-1')"
SHOWN = "() => document.querySelector('.prompt.playing') !== null"
LIT = "() => document.querySelector('.program li.now')"
DICE = "() => document.querySelector('.tray:not([hidden]) .tray-score')"


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; as root without its sandbox."""
    os.environ.setdefault("PLAYWRIGHT_SKIP_VALIDATE_HOST_REQUIREMENTS", "1")
    with sync_playwright() as play:
        args = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = play.chromium.launch(executable_path=find_chromium(os.environ), args=args)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def server() -> Iterator[Server]:
    """A game server on an empty folder."""
    if not (ROOT / "static" / "dist" / "main.js").is_file():
        sys.exit("static/dist/main.js is missing: run `node static/build.mjs`")
    with tempfile.TemporaryDirectory() as folder:
        running = Server(Path(folder))
        running.start()
        try:
            yield running
        finally:
            running.stop()


class Album:
    """The folder, and what goes into it."""

    def __init__(self, folder: Path, only: list[str]) -> None:
        self.folder = folder
        self.only = only
        folder.mkdir(parents=True, exist_ok=True)

    def wants(self, *names: str) -> bool:
        """Whether one of these pictures is asked for."""
        return not self.only or any(name in self.only for name in names)

    def keep(self, page: Page, name: str) -> None:
        """Save what a page shows."""
        if not self.wants(name):
            return
        page.screenshot(path=str(self.folder / f"{name}.png"))
        print(self.folder / f"{name}.png")


def until_consul(table: TablePage) -> None:
    """Play on, hurrying over what the heroes do, until the Consul acts; leave the table there."""
    page = table.page
    for _ in range(TURNS):
        now = table.wait("a turn", lambda seen: seen["mine"] or page.evaluate(CONSUL))
        if page.evaluate(CONSUL):
            page.wait_for_function(LIT)
            return
        what, click = table.sensible(now)
        before = (now["version"], now["armed"], now["menu"], now["dialog"])
        click()
        table.wait(
            f"an effect of {what}",
            lambda seen, before=before: (
                (seen["version"], seen["armed"], seen["menu"], seen["dialog"]) != before
            ),
        )
        if what.startswith("attack") and page.evaluate(SHOWN):
            page.keyboard.press("Space")  # what an end leads to is waited for: it may be the Consul's turn
    raise AssertionError(f"no turn of the Consul within {TURNS} clicks")


def until_dice(table: TablePage) -> bool:
    """Play on until two throws lie against each other; return whether they do."""
    page = table.page
    for _ in range(TURNS):
        now = table.my_turn()
        what, click = table.sensible(now)
        click()
        if what.startswith(("attack", "menu")):
            with contextlib.suppress(TimeoutError):
                page.wait_for_function(DICE, timeout=3000)
                page.wait_for_timeout(900)  # they tumble
                return True
        if page.evaluate(SHOWN):
            page.keyboard.press("Space")
        table.calm()
    return False


def speed(table: TablePage, name: str) -> None:
    """Set how fast moves are shown."""
    table.page.get_by_role("button", name="Settings").click()
    table.page.get_by_role("radio", name=name, exact=True).check()
    table.page.get_by_role("button", name="Close", exact=True).click()


class Tour:
    """The way through all pictures."""

    def __init__(self, browser: Browser, url: str, album: Album) -> None:
        self.browser = browser
        self.url = url
        self.album = album

    def person(self, **options: Any) -> Page:
        """A fresh browser with one page."""
        context = self.browser.new_context(base_url=self.url, **options)
        context.set_default_timeout(30_000)
        return context.new_page()

    def take(self) -> None:
        """Take all pictures that are wanted."""
        page = self.person(**DESKTOP)
        lobby = Lobby(page).open()
        page.wait_for_load_state("networkidle")
        self.album.keep(page, "lobby")
        table = lobby.set_up(SCENARIO).take_all().start()
        speed(table, "At once")
        for _ in range(CLICKS):
            table.step()
        self.album.keep(page, "board")
        if self.album.wants("phone", "phone-menu", "phone-party"):
            self.phone(table)
        if self.album.wants("view", "card", "rules"):
            self.reading(table)
        speed(table, "Slow")
        if self.album.wants("dice") and until_dice(table):
            self.album.keep(page, "dice")
        self.consul(table)
        if self.album.wants("replay"):
            page.keyboard.press("Space")
            table.calm()
            page.keyboard.press("r")
            page.locator(".shift").wait_for()
            page.get_by_role("button", name="An activation back").click()
            page.wait_for_timeout(900)
            self.album.keep(page, "replay")

    def phone(self, table: TablePage) -> None:
        """The same seats on a phone."""
        storage = table.page.context.storage_state()
        phone = TablePage.visit(self.person(**PHONE, storage_state=storage), table.id)
        now = phone.my_turn()
        self.album.keep(phone.page, "phone")
        marks = [m for m in now["aims"] + now["lit"] if phone.page.evaluate(REACHES, m["at"])]
        if marks:
            phone.page.touchscreen.tap(*marks[0]["at"])
            phone.wait("a menu", lambda seen: seen["menu"])
            phone.page.locator(".menu-more").first.wait_for()
            self.album.keep(phone.page, "phone-menu")
            phone.page.keyboard.press("Escape")
        phone.tab("Party")
        self.album.keep(phone.page, "phone-party")
        phone.page.context.close()

    def reading(self, table: TablePage) -> None:
        """What a figure sees, a card, a rule."""
        page = table.page
        page.keyboard.press("v")
        page.locator(".zone").first.wait_for(state="attached")
        self.album.keep(page, "view")
        page.keyboard.press("Escape")
        page.locator(".foes .more").first.click()
        page.locator("dialog[open] .face").wait_for()
        self.album.keep(page, "card")
        page.keyboard.press("Escape")
        page.locator(".log .cite").last.click()
        page.locator(".book .section").wait_for()
        self.album.keep(page, "rules")
        page.get_by_role("button", name="Close the rulebook").click()

    def consul(self, table: TablePage) -> None:
        """The Consul's turn, on the table and on a big screen."""
        page = table.page
        big = None
        if self.album.wants("tv", "tv-consul"):
            storage = page.context.storage_state()
            big = TablePage.visit(self.person(**TV, storage_state=storage), table.id, "/tv")
            big.calm()
            self.album.keep(big.page, "tv")
        if self.album.wants("consul", "tv-consul", "replay"):
            until_consul(table)
            page.wait_for_timeout(2000)
            self.album.keep(page, "consul")
            if big:
                big.page.wait_for_function(CONSUL)
                self.album.keep(big.page, "tv-consul")


def main() -> None:
    """Read the arguments and take the pictures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the pictures go; it is made")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these pictures alone")
    args = parser.parse_args()
    with server() as running, chromium() as browser:
        Tour(browser, running.url, Album(args.folder, args.only)).take()


if __name__ == "__main__":
    main()
