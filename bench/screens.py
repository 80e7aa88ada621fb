"""Save pictures of the lobby and the table into a folder, for eyes to judge.

python -m bench.screens FOLDER [--only NAME ...]

A server of its own on an empty folder, a real browser (CHROMIUM, else Debian's), a game of The Forgotten King
played by sensible clicks. Pictures: lobby, board (mid-game), consul, dice, card, replay, tv, tv-consul, phone
(360 px, portrait), phone-consul, phone-party. Build the client first: node static/build.mjs
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "e2e"))
from conftest import Server  # noqa: E402  (the tests of the browser are no package)
from pages import Lobby, TablePage  # noqa: E402

SCENARIO = "The Forgotten King"
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
TV = {"viewport": {"width": 1920, "height": 1080}}
CONSUL = "() => document.querySelector('.prompt.playing') && document.querySelector('.turn.side-1')"
MINE = "() => document.querySelector('.prompt.mine:not(.busy)')"
DICE = "() => document.querySelector('.tray:not([hidden]) .tray-score')"
TURNS = 60  # clicks after which the Consul must have had its turn


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; as root without its sandbox."""
    os.environ.setdefault("PLAYWRIGHT_SKIP_VALIDATE_HOST_REQUIREMENTS", "1")
    with sync_playwright() as play:
        args = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = play.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or "/usr/bin/chromium", args=args
        )
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
    """Play on, first at once, until the Consul acts; leave the table in the midst of it."""
    for _ in range(TURNS):
        if table.page.evaluate(CONSUL):
            return
        now = table.wait("a turn", lambda now: now["mine"] and not now["busy"] or table.page.evaluate(CONSUL))
        if not now["mine"] or now["playing"]:
            continue
        what, click = table.sensible(now)
        click()
        table.wait(f"an effect of {what}", lambda seen: seen["version"] != now["version"] or seen != now)
        if table.page.evaluate(CONSUL):
            return
        if table.page.evaluate(
            "() => document.querySelector('.turn.side-0') && document.querySelector('.prompt.playing')"
        ):
            table.page.keyboard.press("Space")
    raise AssertionError(f"no turn of the Consul within {TURNS} clicks")


def speed(table: TablePage, name: str) -> None:
    """Set how fast moves are shown."""
    table.page.get_by_role("button", name="Settings").click()
    table.page.get_by_role("radio", name=name).check()
    table.page.get_by_role("button", name="Close").click()


def pictures(browser: Browser, url: str, album: Album) -> None:
    """Take all pictures that are wanted."""

    def person(**options: Any) -> Page:
        context = browser.new_context(base_url=url, **options)
        context.set_default_timeout(30_000)
        return context.new_page()

    page = person(**DESKTOP)
    lobby = Lobby(page).open()
    page.wait_for_load_state("networkidle")
    album.keep(page, "lobby")
    table = lobby.set_up(SCENARIO).take_all().start()
    speed(table, "At once")
    for _ in range(19):
        table.step()
    album.keep(page, "board")
    storage = page.context.storage_state()
    if album.wants("phone", "phone-party", "phone-menu"):
        phone = TablePage.visit(person(**PHONE, storage_state=storage), table.id)
        phone.my_turn()
        album.keep(phone.page, "phone")
        aim = next(
            (
                m
                for m in phone.look()["aims"] + phone.look()["lit"]
                if phone.page.evaluate(
                    "([x, y]) => document.querySelector('svg.board').contains(document.elementFromPoint(x, y))",
                    m["at"],
                )
            ),
            None,
        )
        if aim:
            phone.page.touchscreen.tap(*aim["at"])
            phone.page.wait_for_timeout(700)
            album.keep(phone.page, "phone-menu")
            phone.page.keyboard.press("Escape")
        phone.tab("Party")
        album.keep(phone.page, "phone-party")
        phone.tab("Cards")
        album.keep(phone.page, "phone-cards")
        phone.page.context.close()
    if album.wants("cards", "card"):
        table.tab("Cards")
        album.keep(page, "cards")
        page.locator(".foes .more").first.click()
        page.locator("dialog[open] .face").wait_for()
        album.keep(page, "card")
        page.keyboard.press("Escape")
        table.tab("Log")
    if album.wants("hover"):
        aims = table.look()["aims"] + table.look()["lit"]
        page.mouse.move(*aims[0]["at"])
        page.wait_for_timeout(800)
        album.keep(page, "hover")
    speed(table, "Slow")
    if album.wants("dice"):
        for _ in range(25):
            now = table.my_turn()
            what, click = table.sensible(now)
            click()
            if what.startswith(("attack", "menu")):
                try:
                    page.wait_for_function(DICE, timeout=4000)
                    page.wait_for_timeout(900)
                    album.keep(page, "dice")
                    break
                except Exception:  # noqa: BLE001  (no contest: play on)
                    pass
            page.keyboard.press("Space")
            table.calm()
    tv = None
    if album.wants("tv", "tv-consul"):
        tv = TablePage.visit(person(**TV, storage_state=storage), table.id, "/tv")
        tv.calm()
        album.keep(tv.page, "tv")
    if album.wants("consul", "tv-consul"):
        until_consul(table)
        page.wait_for_timeout(1500)
        album.keep(page, "consul")
        if tv:
            tv.page.wait_for_function(CONSUL)
            album.keep(tv.page, "tv-consul")
        page.wait_for_timeout(3500)
        album.keep(page, "consul-2")
    if album.wants("replay"):
        if page.evaluate("() => !document.querySelector('.prompt.mine')"):
            page.keyboard.press("Space")
        table.calm()
        page.keyboard.press("r")
        page.locator(".shift").wait_for()
        page.get_by_role("button", name="An activation back").click()
        page.wait_for_timeout(800)
        album.keep(page, "replay")


def main() -> None:
    """Read the arguments and take the pictures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the pictures go; it is made")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="these pictures alone")
    args = parser.parse_args()
    with server() as running, chromium() as browser:
        pictures(browser, running.url, Album(args.folder, args.only))


if __name__ == "__main__":
    main()
