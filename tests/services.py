"""PostgreSQL, Redis and nginx of Debian, started by the tests for themselves and stopped at the end.

They listen on loopback and keep their files in a folder of their own. `./test` installs the packages; a test
that needs what is not there is skipped.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PLACES = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"))


def program(name: str) -> str:
    """Return the path of a program; skip the test if it is not there."""
    places = [PLACES, *(str(p) for p in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True))]
    found = shutil.which(name, path=os.pathsep.join(places))
    if found is None:
        pytest.skip(f"{name} is not installed: ./test installs it (as root), or apt-get install its package")
    return found


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(what: Callable[[], object], log: Path, running: subprocess.Popen[bytes]) -> None:
    """Wait until something holds; fail with what the service printed if it ends or takes a minute."""
    for _ in range(600):
        if what():
            return
        assert running.poll() is None, log.read_text(errors="replace")
        time.sleep(0.1)
    raise AssertionError(f"not ready after a minute: {log.read_text(errors='replace')}")


def listens(port: int) -> bool:
    """Whether something accepts connections."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


@contextlib.contextmanager
def running(command: list[str], log: Path, user: str | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """Run a service; end it by SIGTERM, at last by SIGKILL."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, user=user, cwd=log.parent
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def folder(user: str | None = None) -> Iterator[Path]:
    """Make a folder that a service's own user can use, and remove it at the end."""
    path = Path(tempfile.mkdtemp(prefix="webgame-service-"))
    if user is not None:
        shutil.chown(path, user)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """Run a PostgreSQL and yield the SQLAlchemy URL of its empty database `template1`."""
    initdb, server = program("initdb"), program("postgres")
    user = "postgres" if os.geteuid() == 0 else None  # it does not run as root
    name = user or pwd.getpwuid(os.geteuid()).pw_name
    port = free_port()
    with folder(user) as place:
        data = place / "data"
        made = subprocess.run(
            [
                initdb,
                "-D",
                str(data),
                "-A",
                "trust",
                "-U",
                name,
                "--no-sync",
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
            ],
            user=user,
            cwd=place,
            capture_output=True,
            text=True,
        )
        assert made.returncode == 0, made.stderr
        command = [server, "-D", str(data), "-p", str(port), "-c", "listen_addresses=127.0.0.1"]
        command += ["-c", f"unix_socket_directories={place}", "-c", "max_connections=60"]
        log = place / "log"
        with running(command, log, user) as process:
            wait_for(lambda: "ready to accept connections" in log.read_text(), log, process)
            yield f"postgresql+psycopg://{name}@127.0.0.1:{port}/template1"


@contextlib.contextmanager
def redis(port: int = 0) -> Iterator[str]:
    """Run a Redis that keeps nothing, at a port (0: any that is free), and yield its URL."""
    port = port or free_port()
    server = program("redis-server")
    with folder() as place:
        command = [server, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(place)]
        with running(command, place / "log") as process:
            wait_for(lambda: listens(port), place / "log", process)
            yield f"redis://127.0.0.1:{port}/0"


@contextlib.contextmanager
def nginx(config: str) -> Iterator[int]:
    """Run an nginx with the `http` part of a configuration ({port}: where it listens) and yield its port."""
    port = free_port()
    server = program("nginx")
    with folder() as place:
        temporary = "".join(
            f"{kind}_temp_path {place}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;" if os.geteuid() == 0 else ""
        file = place / "nginx.conf"
        file.write_text(
            f"daemon off; pid {place}/pid; error_log stderr; {user}\nevents {{}}\n"
            f"http {{\naccess_log off;\n{temporary}\n{config.replace('{port}', str(port))}\n}}\n"
        )
        command = [server, "-e", "stderr", "-p", str(place), "-c", str(file)]
        with running(command, place / "log") as process:
            wait_for(lambda: listens(port), place / "log", process)
            yield port
