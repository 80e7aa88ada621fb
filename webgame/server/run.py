"""Serve until stopped: application, addresses on the terminal, garbage collector, clean end."""

from __future__ import annotations

import contextlib
import gc
import signal
import socket
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec
from sqlalchemy.exc import DBAPIError

from webgame.server import logs
from webgame.server.app import create_app
from webgame.server.config import UNLIMITED, Config, Mode
from webgame.server.errors import Refused
from webgame.server.folder import DatabaseLock, FolderLock
from webgame.server.house import House
from webgame.server.net import EVERYWHERE, is_loopback, lan_urls, own_addresses, qr_terminal
from webgame.server.store import Apart

THREADS_AND_TLS = """\
--https does not go with --async-mode threading: two threads would use one encrypted connection at a time, and
a message could wait for ever. Leave --async-mode out (that is eventlet), take gevent or let nginx encrypt."""
Listen = Callable[[Any, Any, Any, ssl.SSLContext | None], None]


def run(
    listen: Listen,
    apart: Apart,
    mode: Mode,
    *,
    host: str,
    port: int,
    data: Path | None,
    database: str,
    scenarios: Path | None,
    names: tuple[str, ...],
    message_queue: str,
    bot_pace: float,
    grace: float,
    proxies: int,
    https: bool,
    certificate: Path | None,
    key: Path | None,
    log: str,
    limits: bool = True,
) -> int:
    """Serve on host and port and return the exit status: 0 after Ctrl-C, 1 if it can't serve."""
    logs.set_up(log)
    if not limits and not is_loopback(host):
        click.echo(f"--no-limits is for loopback only, not for {host}", err=True)
        return 1
    if mode == "threading" and (https or certificate):
        click.echo(THREADS_AND_TLS, err=True)
        return 1
    try:
        listening = open_socket(host, port)
    except OSError as error:
        click.echo(f"can't listen on {host}:{port}: {error.strerror or error}", err=True)
        return 1
    port = listening.getsockname()[1]
    scheme = "https" if https or certificate else "http"
    urls = tuple(lan_urls(host, port, scheme))
    config = Config(
        async_mode=mode,
        database=database,
        names=names,
        host=host,
        urls=urls,
        message_queue=message_queue,
        bot_pace=bot_pace,
        grace=grace,
        proxies=proxies,
    )
    if not limits:
        config = msgspec.structs.replace(config, **UNLIMITED)
    config = msgspec.structs.replace(
        config, data=data or config.data, scenarios=scenarios or config.scenarios
    )
    try:
        tls = _tls(config, certificate, key) if scheme == "https" else None
        shared = bool(message_queue)
        locks: list[FolderLock | DatabaseLock]
        locks = [FolderLock(config.data, shared), DatabaseLock(database, shared)]
        app, sio = create_app(config, apart)
    except (Refused, OSError, DBAPIError) as error:
        click.echo(f"can't serve: {_why(error, config.data)}", err=True)
        listening.close()
        return 1
    tune_collector()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    sio.start_background_task(_watch, app.extensions["webgame"])
    _announce(f"{mode} {scheme}", host, port, urls)
    try:
        listen(app, sio, listening, tls)
    except KeyboardInterrupt:
        pass  # Ctrl-C, or SIGTERM: the way to stop
    finally:
        click.echo("stopping")
        here = app.extensions["webgame"]
        here.tables.close()
        here.store.close()
        for lock in locks:
            lock.close()
        listening.close()
    return 0


def _why(error: Refused | OSError | DBAPIError, data: Path) -> str:
    """Return what is wrong with a server's folder or database, in one line."""
    if isinstance(error, Refused):
        return error.message
    if isinstance(error, OSError):
        return f"{error.filename or data}: {error.strerror or error}"
    return f"the database in {data} can't be used: {error.orig}"


def open_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket whose connections send small packets at once (TCP_NODELAY); raise OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.bind((host, port))
        listening.listen(512)
    except OSError:
        listening.close()
        raise
    return listening


def tune_collector() -> None:
    """Keep the collector off what lives as long as the process: its pauses stop every client.

    What comes and goes most - tables, sockets, messages - is free of rings and needs no collector; pages
    leave some. All that is left is looked through when a quarter has come to it, after 1,000,000 objects
    at the earliest.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def _watch(here: House) -> None:
    """Notice, within a second, when the database's file is moved away: then it is made whole by itself."""
    while True:
        here.sio.sleep(1)
        with contextlib.suppress(Refused):
            here.store.check()


def _tls(config: Config, certificate: Path | None, key: Path | None) -> ssl.SSLContext:
    """Return what encrypts connections; raise Refused."""
    from webgame.server import https  # only now: what it needs takes a while to import

    if certificate is None or key is None:
        if certificate or key:
            raise Refused("bad_certificate", "--certificate and --key belong together: name both or none")
        names = ["localhost", "127.0.0.1", "::1", socket.gethostname(), *config.names, *own_addresses()]
        certificate, key = https.self_made(config.data, names)
        click.echo(
            f"The certificate was made here: browsers ask once. SHA-256 {https.fingerprint(certificate)}"
        )
    return https.context(certificate, key)


def _announce(how: str, host: str, port: int, urls: tuple[str, ...]) -> None:
    shown = "127.0.0.1" if host in EVERYWHERE else host
    click.echo(f"READY {how}://{f'[{shown}]' if ':' in shown else shown}:{port}/")
    for url in urls:
        click.echo(f"LAN   {url}")
        click.echo(qr_terminal(url))


def _stop(_number: int, _frame: Any) -> None:
    raise KeyboardInterrupt
