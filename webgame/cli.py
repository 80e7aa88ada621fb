"""The command line: a group of commands. `serve` is here; other commands add themselves to `cli`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from webgame.commands import Commands

existing = click.Path(exists=True, dir_okay=False, path_type=Path)
Listen = Callable[[Any, Any, Any, Any], None]  # application, Socket.IO server, socket, SSL context
Apart = Callable[[Callable[[], None]], object]


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
def cli() -> None:
    """Board games in the browser: a server and its tools."""


@cli.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 for the LAN.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0: any free one."
)
@click.option(
    "--async-mode", type=click.Choice(["eventlet", "gevent", "threading"]), help="Default eventlet."
)
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Folder of database and key.")
@click.option(
    "--database",
    default="",
    envvar="WEBGAME_DATABASE",
    help="SQLAlchemy URL instead of SQLite in the data folder.",
)
@click.option(
    "--scenarios", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Folder of scenarios."
)
@click.option(
    "--name",
    "names",
    multiple=True,
    envvar="WEBGAME_NAMES",
    help="Host name under which the server may be asked for.",
)
@click.option(
    "--bot-pace",
    default=0.5,
    show_default=True,
    type=click.FloatRange(0, 60),
    help="Seconds that a bot takes for an answer while somebody looks on.",
)
@click.option(
    "--grace",
    default=30.0,
    show_default=True,
    type=click.FloatRange(0, 3600),
    help="Seconds without a connection after which somebody counts as absent.",
)
@click.option(
    "--limits/--no-limits",
    default=True,
    help="Without limits of rate: for measurements, on loopback only.",
)
@click.option(
    "--message-queue",
    default="",
    envvar="WEBGAME_MESSAGE_QUEUE",
    help="URL of the Redis that several processes share.",
)
@click.option(
    "--proxies",
    default=0,
    show_default=True,
    envvar="WEBGAME_PROXIES",
    type=click.IntRange(0, 5),
    help="Proxies in front of it, which tell it the addresses of browsers.",
)
@click.option("--https", is_flag=True, help="Encrypted, with a certificate made here unless one is named.")
@click.option("--certificate", type=existing, help="For --https: its file (PEM, with all up to the root).")
@click.option("--key", type=existing, help="For --https: the file of its private key (PEM, no password).")
@click.option(
    "--log",
    default="text",
    show_default=True,
    envvar="WEBGAME_LOG",
    type=click.Choice(["text", "json"]),
    help="Warnings only, for people; or all that happens, a line of JSON each.",
)
@click.pass_context
def serve(context: click.Context, /, **options: Any) -> None:
    """Serve games until Ctrl-C."""
    from webgame.server.run import run

    listen, apart, mode = _prepared(context)
    wanted = options.pop("async_mode") or mode
    if wanted != mode:
        raise click.UsageError(f"the process was set up for {mode}")
    sys.exit(run(listen, apart, mode, **options))


def _prepared(context: click.Context) -> tuple[Listen, Apart, Any]:
    """Return what `__main__` prepared: how to listen, how to wait for the disk, and the mode it is for."""
    if context.obj is None:
        raise click.UsageError(f"start it by `{os.path.basename(sys.executable)} -m webgame serve`")
    found: tuple[Listen, Apart, Any] = context.obj
    return found
