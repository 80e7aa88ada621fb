"""A real server in a process of its own, real browsers, and an ear for every error in either."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pages import AT_ONCE, PATIENCE, TablePage, send
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect

from tests.toy import SCENARIO
from webgame.bootstrap import find_chromium

os.environ.setdefault("PLAYWRIGHT_SKIP_VALIDATE_HOST_REQUIREMENTS", "1")
expect.set_options(timeout=PATIENCE)  # the machine may be busy with other things
ROOT = Path(__file__).resolve().parent.parent
Person = Callable[..., Page]


class Server:
    """The game server as a process on a folder and a port of its own; it can be killed and started again."""

    def __init__(
        self, folder: Path, command: tuple[str, ...] = ("-m", "webgame"), more: tuple[str, ...] = ()
    ) -> None:
        self.folder = folder
        self.command, self.more = command, more
        self.log = folder / "log.txt"
        self.running: subprocess.Popen[bytes] | None = None
        self.expected = ""  # an error that a test provokes
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it is healthy."""
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(
                [sys.executable, *self.command, "serve", "--port", str(self.port), "--bot-pace", "0"]
                + ["--data", str(self.folder / "data"), *self.more],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=5):  # noqa: S310
                    return
            except urllib.error.URLError:
                assert self.running.poll() is None, f"the server ended:\n{self.log.read_text()}"
                time.sleep(0.05)
        raise AssertionError(f"the server is not healthy:\n{self.log.read_text()}")

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        assert self.running is not None
        self.running.send_signal(signal.SIGKILL)
        self.running.wait(timeout=10)
        self.running = None

    def stop(self) -> None:
        """End it as Ctrl-C does; kill it if it does not listen."""
        if self.running is None:
            return
        self.running.terminate()
        try:
            self.running.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server did not stop:\n{self.log.read_text()}") from None
        self.running = None

    def check_log(self) -> None:
        """Fail if anything went wrong in it."""
        text = self.log.read_text()
        if self.expected:
            text = re.sub(rf".*{self.expected}.*\nTraceback", "", text)
        assert "Traceback" not in text, f"the server logged an error:\n{text}"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of all tests that don't hurt it."""
    if not (ROOT / "static" / "dist" / "main.js").is_file():
        pytest.fail("static/dist/main.js is missing: run `node static/build.mjs`")
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()
    server.check_log()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()
    server.check_log()


@pytest.fixture
def lan_server(tmp_path: Path) -> Iterator[Server]:
    """A server that listens on all addresses of this machine."""
    server = Server(tmp_path, more=("--host", "0.0.0.0"))
    server.start()
    yield server
    server.stop()
    server.check_log()


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    """Where pages without a host are."""
    return server.url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The Chromium that ./test uses; as root it needs to run without its sandbox."""
    args = {**browser_type_launch_args, "args": ["--no-sandbox"] if os.geteuid() == 0 else []}
    chromium = find_chromium(os.environ)
    if chromium is None:
        pytest.fail("there is no Chromium here: ./test installs it, or $CHROMIUM says where it is")
    return {**args, "executable_path": chromium}


@pytest.fixture(scope="module")
def toy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the toy system, which hides hands."""
    folder = tmp_path_factory.mktemp("toy")
    (folder / "scenarios" / "toy").mkdir(parents=True)
    (folder / "scenarios" / "toy" / "meadow.toml").write_text(SCENARIO, encoding="utf-8")
    script = str(ROOT / "tests" / "server" / "serve_toy.py")
    server = Server(folder, (script,), ("--scenarios", str(folder / "scenarios")))
    server.start()
    yield server
    server.stop()
    server.check_log()


NO_HINTS = """if (location.host && !localStorage.getItem("table-guide"))
  localStorage.setItem("table-guide", '{"off":true}');"""


class Ear:
    """Hears the errors of all pages of a test."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self.traffic: list[str] = []  # what the pages asked for, and what of the lobby they were told
        self.allowed: list[str] = []

    def allow(self, pattern: str) -> None:
        """Expect errors of this kind."""
        self.allowed.append(pattern)

    def hear(self, context: BrowserContext) -> None:
        """Listen to all pages of a context."""
        context.on("page", self._page)

    def _page(self, page: Page) -> None:
        page.on("console", lambda m: m.type == "error" and self._note(f"{m.text} ({m.location['url']})"))
        page.on("pageerror", lambda error: self._note(f"{error.name}: {error.message} {error.stack}"))
        who = f"page {id(page) % 1000}"
        page.on("response", lambda r: self._traffic(who, f"{r.status} {r.request.method} {r.url}"))
        page.on("requestfailed", lambda r: self._traffic(who, f"failed {r.method} {r.url}"))
        page.on("websocket", lambda socket: self._socket(who, socket))
        page.on("crash", lambda: self._note("the page crashed"))

    def _socket(self, who: str, socket: WebSocket) -> None:
        self._traffic(who, "socket opens")
        socket.on("close", lambda _: self._traffic(who, "socket closes"))
        socket.on("framereceived", lambda data: '"lobby"' in str(data) and self._traffic(who, str(data)[:80]))

    def _traffic(self, who: str, what: str) -> None:
        if "/static/" not in what:
            self.traffic.append(f"{time.strftime('%H:%M:%S')} {who}: {what}")

    def _note(self, text: str) -> None:
        self.errors.append(text)

    def check(self) -> None:
        """Fail if there was an error that is not allowed."""
        bad = [e for e in self.errors if not any(re.search(p, e) for p in self.allowed)]
        assert not bad, "errors in the browser:\n" + "\n".join(bad)


@pytest.fixture
def ear(request: pytest.FixtureRequest) -> Iterator[Ear]:
    """The errors of this test's pages; any that is not allowed fails the test."""
    ear = Ear()
    yield ear
    report = getattr(request.node, "report", None)
    if report is None or report.failed:
        print("\nwhat the pages asked for, the last of it:", *ear.traffic[-60:], sep="\n")
    ear.check()


@pytest.fixture
def person(browser: Browser, base_url: str, ear: Ear) -> Iterator[Person]:
    """Make a person: a fresh browser with one empty page, whose errors are heard; hints only if asked."""
    made: list[BrowserContext] = []

    def make(*, guide: bool = False, **options: Any) -> Page:
        # A small window: what is drawn in it costs most of the time of these tests.
        usual = {"base_url": base_url, "viewport": {"width": 960, "height": 640}, "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **options})
        made.append(context)
        context.set_default_timeout(15_000)
        ear.hear(context)
        if not guide:
            context.add_init_script(NO_HINTS)
        return context.new_page()

    yield make
    for context in made:
        context.close()


def seat_two(ann: Page, bob: Page) -> tuple[TablePage, TablePage]:
    """Start First Steps with two people, one seat each, by forms alone; they see moves at once."""
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.add_init_script(AT_ONCE)
        send(page, "/name", name=name)
    id = send(ann, "/new", scenario="sde_arcade/first-steps").rsplit("/", 1)[1]
    send(ann, f"/g/{id}/sit", do="take", seat="questing-knight")
    send(bob, f"/g/{id}/sit", do="take", seat="princess-emerald")
    send(ann, f"/g/{id}/start")
    return TablePage.visit(ann, id), TablePage.visit(bob, id)


@pytest.fixture
def pair(person: Person) -> tuple[TablePage, TablePage]:
    """Two people at First Steps."""
    return seat_two(person(), person())


@pytest.fixture(autouse=True)
def tell_log(request: pytest.FixtureRequest, server: Server) -> Iterator[None]:
    """Print what the server logged during a test that failed."""
    before = server.log.stat().st_size
    yield
    report = getattr(request.node, "report", None)
    if report is not None and report.failed:
        print(f"\nthe server's log:\n{server.log.read_bytes()[before:].decode()}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Keep the report of the test itself for `tell_log`."""
    report = yield
    if report.when == "call":
        item.report = report  # type: ignore[attr-defined]
    return report
