"""Server processes for measurements: started on a folder, killed or stopped, watched from outside."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from bench.wire import Guest, Lost

SCRIPT = Path(__file__).resolve().parent.parent / "tests" / "server" / "serve_toy.py"


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server process with all systems and the toy, on loopback."""

    def __init__(
        self, folder: Path, *, mode: str = "eventlet", limits: bool = False, core: int | None = None
    ) -> None:
        self.folder = folder
        self.mode = mode
        self.limits = limits
        self.core = core
        self.port = free_port()
        self.log = folder / "log.txt"
        self.running: subprocess.Popen[bytes] | None = None
        toys = folder / "scenarios" / "toy"
        if not toys.is_dir():
            from tests.toy import SCENARIO

            toys.mkdir(parents=True)
            (toys / "meadow.toml").write_text(SCENARIO, encoding="utf-8")
            for name in ("sde_arcade",):
                here = SCRIPT.parent.parent.parent / "scenarios" / name
                (folder / "scenarios" / name).symlink_to(here, target_is_directory=True)

    def start(self, patience: float = 180) -> None:
        """Start it and wait until it is healthy."""
        command = [sys.executable, str(SCRIPT), "serve", "--port", str(self.port), "--async-mode", self.mode]
        command += ["--data", str(self.folder / "data"), "--scenarios", str(self.folder / "scenarios")]
        command += ["--bot-pace", "0", "--limits" if self.limits else "--no-limits"]
        if self.core is not None:
            command = ["taskset", "-c", str(self.core), *command]
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
            )
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=5):  # noqa: S310
                    return
            except OSError:
                if self.running.poll() is not None:
                    break
                time.sleep(0.01)
        raise Lost(f"the server does not start: {self.text()[-2000:]}")

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it as Ctrl-C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self.running is None:
            return
        self.running.send_signal(how)
        try:
            self.running.wait(15)
        except subprocess.TimeoutExpired:
            self.running.kill()
            self.running.wait(15)
        self.running = None

    def text(self) -> str:
        """Return what it has logged."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def memory(self) -> int:
        """Return its resident memory in bytes."""
        assert self.running is not None
        fields = Path(f"/proc/{self.running.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")

    def cpu(self) -> float:
        """Return the seconds of the processor that it has used."""
        assert self.running is not None
        fields = Path(f"/proc/{self.running.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def set_up(
    port: int, scenario: str, players: list[Guest], shares: list[list[str]] | None = None, **form: str
) -> str:
    """Start a game in which the players hold the seats in turn (or as told) and return its id."""
    import re

    host = players[0]
    game = host.post("/new", scenario=scenario, **form).rsplit("/", 1)[1]
    for player in players[1:] if "code" in form else ():
        player.ask("GET", f"/join/{form['code']}")
    if shares is None:
        page = host.ask("GET", f"/g/{game}")[2].decode()
        seats = list(dict.fromkeys(re.findall(r'name="seat" value="([^"]+)"', page)))
        shares = [seats[n :: len(players)] for n in range(len(players))]
    for player, share in zip(players, shares, strict=False):
        for seat in share:
            player.post(f"/g/{game}/sit", do="take", seat=seat)
    host.post(f"/g/{game}/start")
    return game
