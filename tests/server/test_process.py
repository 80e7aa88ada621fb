"""The real thing in a process of its own, in each async mode: serve, play, stop, be killed, come back."""

from __future__ import annotations

import http.client
import http.cookiejar
import json
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import socketio  # type: ignore[import-untyped]

from tests import toy
from tests.services import free_port
from webgame.server import run
from webgame.server.store import at_once

SCRIPT = Path(__file__).with_name("serve_toy.py")
MODES = ["eventlet", "gevent", "threading"]


class Process:
    """A server process on a folder, of its own unless it has a name there."""

    def __init__(self, mode: str, folder: Path, name: str = "log", more: tuple[str, ...] = ()) -> None:
        self.mode, self.folder, self.more = mode, folder, more
        self.log = folder / f"{name}.txt"
        self.port = free_port()
        self.scheme = "http"
        self.check: ssl.SSLContext | None = None
        self.running: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Start it and return its address once it is healthy."""
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(
                [sys.executable, str(SCRIPT), "serve", "--port", str(self.port), "--async-mode", self.mode]
                + ["--data", str(self.folder / "data"), "--scenarios", str(self.folder / "scenarios")]
                + [*self.more],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        url = f"{self.scheme}://127.0.0.1:{self.port}"
        trust = ssl._create_unverified_context() if self.scheme == "https" else None  # noqa: S323
        for _ in range(2000):
            try:
                with urllib.request.urlopen(f"{url}/health", timeout=60, context=trust) as answer:  # noqa: S310
                    assert json.load(answer)["mode"] == self.mode
                return url
            except OSError:  # not there yet, or too busy to answer
                assert self.running.poll() is None, self.log.read_text()
                time.sleep(0.05)
        raise AssertionError(f"no health: {self.log.read_text()}")

    def stop(self, how: signal.Signals) -> int:
        assert self.running is not None
        self.running.send_signal(how)
        code = self.running.wait(timeout=60)
        self.running = None
        return code


class Browser:
    """Cookies and forms by the standard library, a socket by python-socketio."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        found = re.search(r'name="token" value="(\w+)"', self.open("/")[1])
        assert found
        self.token = found[1]

    def open(self, path: str, **form: str) -> tuple[str, str]:
        data = urllib.parse.urlencode({"token": self.token, **form}).encode() if form else None
        with self.opener.open(self.url + path, data=data, timeout=60) as answer:
            return answer.geturl(), answer.read().decode()

    def connect(self, url: str = "", query: str = "") -> Any:
        cookie = "; ".join(f"{c.name}={c.value}" for c in self.jar)
        client = socketio.Client(reconnection=False)
        client.connect((url or self.url) + query, headers={"Cookie": cookie}, transports=["websocket"])
        return client


def hang_up(client: Any) -> None:
    """Disconnect and close what the client library leaves open."""
    client.disconnect()
    for part in (client.eio.http, client.eio.ws):
        if part is not None:
            part.close()


@pytest.fixture(params=[MODES[0], *(pytest.param(mode, marks=pytest.mark.slow) for mode in MODES[1:])])
def process(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Process]:
    (tmp_path / "scenarios" / "toy").mkdir(parents=True)
    (tmp_path / "scenarios" / "toy" / "meadow.toml").write_text(toy.SCENARIO)
    process = Process(request.param, tmp_path)
    yield process
    if process.running is not None:
        process.running.kill()
        process.running.wait(timeout=60)


def test_serve_play_kill_restart_stop(process: Process) -> None:
    browser = Browser(process.start())
    page, _ = browser.open("/new", scenario="toy/meadow")
    game = page.rsplit("/", 1)[1]
    browser.open(f"/g/{game}/sit", do="all")
    browser.open(f"/g/{game}/start", go="1")
    client = browser.connect()
    joined = client.call("join", {"game": game}, timeout=60)
    assert joined["version"] == 3, joined
    steps: list[Any] = []
    client.on("step", steps.append)
    answer = {"game": game, "decision": "0", "option": "lead-ann", "seat": "ann", "client_id": "a"}
    assert client.call("answer", answer, timeout=60) == {"ok": True, "version": 4}
    for _ in range(100):
        if steps:
            break
        time.sleep(0.02)
    assert steps[0]["to"] == 4
    before = client.call("sync", {"game": game, "version": -1}, timeout=60)

    process.stop(signal.SIGKILL)  # at once: nothing can be saved now
    hang_up(client)
    browser.url = process.start()
    client = browser.connect()
    again = client.call("join", {"game": game}, timeout=60)
    assert again["version"] == 4 and again["hash"] == before["hash"]
    assert client.call("answer", answer, timeout=60) == {"ok": True, "version": 4}, "the same act, once"

    start = time.monotonic()
    assert process.stop(signal.SIGINT) == 0, process.log.read_text()
    assert time.monotonic() - start < 20
    hang_up(client)
    text = process.log.read_text()
    assert f"READY {process.mode} http://127.0.0.1:{process.port}/" in text
    assert "Traceback" not in text, text


def come_and_go(url: str, halt: threading.Event) -> None:
    """Open a socket and close it, again and again, so that a handler runs at almost any moment."""
    address = f"{url}/socket.io/?EIO=4&transport=polling"
    while not halt.is_set():
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:  # noqa: S310
                sid = json.loads(answer.read()[1:])["sid"]
            for packet in (b"40", b"1"):
                with urllib.request.urlopen(f"{address}&sid={sid}", data=packet, timeout=5) as answer:  # noqa: S310
                    answer.read()
        except urllib.error.HTTPError as error:
            error.close()
        except (OSError, http.client.HTTPException):  # it stops just now
            halt.wait(0.002)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("process", "how"),
    [(mode, signal.SIGINT) for mode in MODES] + [(MODES[0], signal.SIGTERM)],
    indirect=["process"],
)
def test_it_stops_in_the_middle_of_work(process: Process, how: signal.Signals) -> None:
    for turn in range(2):
        url, halt = process.start(), threading.Event()
        crowd = [threading.Thread(target=come_and_go, args=(url, halt)) for _ in range(4)]
        for each in crowd:
            each.start()
        try:
            time.sleep(0.4 + 0.05 * turn)
            assert process.stop(how) == 0, process.log.read_text()
        finally:
            halt.set()
            for each in crowd:
                each.join()
        assert "Traceback" not in process.log.read_text(), process.log.read_text()


@pytest.mark.parametrize("process", ["threading"], indirect=True)  # the same code in every mode
def test_an_origin_elsewhere_gets_no_socket(process: Process) -> None:
    url = process.start()
    for headers in (
        {"Origin": "http://evil.example"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
    ):
        client = socketio.Client(reconnection=False)
        with pytest.raises(socketio.exceptions.ConnectionError):
            client.connect(url, headers=headers, transports=["polling"])
        hang_up(client)


@pytest.mark.parametrize("process", ["threading"], indirect=True)
def test_a_port_in_use_is_told(process: Process) -> None:
    process.start()
    command = [sys.executable, str(SCRIPT), "serve", "--async-mode", "threading", "--port", str(process.port)]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    assert second.returncode == 1 and "can't listen" in second.stderr and "Traceback" not in second.stderr


def test_a_folder_that_cannot_be_used_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run.logs, "set_up", lambda _kind: None)  # the log stays as the tests have it
    (tmp_path / "file").write_text("no folder")
    told = {"database": "", "scenarios": None, "names": (), "message_queue": "", "log": "text"}
    rest = {"bot_pace": 0.0, "grace": 1.0, "proxies": 0, "https": False, "certificate": None, "key": None}
    where = {"host": "127.0.0.1", "port": free_port(), "data": tmp_path / "file" / "data"}
    listen: Any = None  # it does not come to that
    assert run.run(listen, at_once, "threading", **where, **told, **rest) == 1  # type: ignore[arg-type]
    said = capsys.readouterr().err
    assert said.startswith("can't serve: ") and str(tmp_path / "file") in said and "Traceback" not in said


def test_an_unknown_mode_is_told() -> None:
    command = [sys.executable, str(SCRIPT), "serve", "--async-mode", "magic"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    assert run.returncode != 0 and "magic" in run.stderr and "Traceback" not in run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("process", ["threading"], indirect=True)
def test_of_two_servers_on_one_folder_one_is_refused(process: Process) -> None:
    process.start()
    command = [sys.executable, str(SCRIPT), "serve", "--async-mode", "threading", "--port", "0"]
    command += ["--data", str(process.folder / "data")]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    assert second.returncode == 1 and "another server uses" in second.stderr
    assert "Traceback" not in second.stderr
    process.stop(signal.SIGKILL)
    process.start()


@pytest.mark.parametrize("process", [MODES[0], pytest.param(MODES[1], marks=pytest.mark.slow)], indirect=True)
def test_https_with_a_certificate_made_here(process: Process) -> None:
    process.more = ("--https",)
    process.scheme = "https"
    url = process.start()
    with socket.create_connection(("127.0.0.1", process.port)):  # says nothing: nobody waits for it
        process.check = ssl.create_default_context(cafile=process.folder / "data" / "certificate.pem")
        opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=process.check))
        with opener.open(f"{url}/", timeout=60) as answer:
            cookie = answer.headers["Set-Cookie"]
            text = answer.read().decode()
    assert "Secure" in cookie and "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert 'name="token"' in text
    client = socketio.Client(reconnection=False, ssl_verify=False)
    client.connect(url, headers={"Cookie": cookie.split(";")[0]}, transports=["websocket"])
    assert client.call("watch", {}, timeout=60) == {"ok": True}
    hang_up(client)
    told = process.log.read_text()
    assert f"READY {process.mode} https://127.0.0.1:{process.port}/" in told and "SHA-256" in told
    key = process.folder / "data" / "certificate_key.pem"
    assert key.stat().st_mode & 0o077 == 0
    made = key.read_bytes()
    assert process.stop(signal.SIGTERM) == 0, process.log.read_text()
    process.start()
    assert key.read_bytes() == made, "browsers need not ask again"
    assert "Traceback" not in process.log.read_text(), process.log.read_text()


@pytest.mark.slow
def test_https_in_threads_is_refused() -> None:
    command = [sys.executable, str(SCRIPT), "serve", "--async-mode", "threading", "--https", "--port", "0"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    assert run.returncode == 1 and "--https does not go with --async-mode threading" in run.stderr
    assert "Traceback" not in run.stderr and "READY" not in run.stdout


@pytest.mark.slow
@pytest.mark.parametrize("process", ["eventlet"], indirect=True)
def test_a_certificate_that_is_none_is_told(process: Process) -> None:
    file = process.folder / "cert.pem"
    file.write_text("no certificate")
    command = [sys.executable, str(SCRIPT), "serve", "--async-mode", "eventlet", "--port", "0"]
    command += ["--data", str(process.folder / "data"), "--https", "--certificate", str(file)]
    for more, why in (([], "belong together"), (["--key", str(file)], "no certificate and its key")):
        run = subprocess.run(
            command + more, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL
        )
        assert run.returncode == 1 and why in run.stderr and "Traceback" not in run.stderr, run.stderr
