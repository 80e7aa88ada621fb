"""The README: the commands in it are commands, and take the options it gives them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click

from webgame.cli import cli

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def lines() -> list[list[str]]:
    """Return all command lines, as words: blocks of code, and what stands in the text."""
    found = re.findall(r"^    (\S.*)$", TEXT, re.M) + re.findall(r"`([^`\n]+)`", TEXT)
    return [
        shlex.split(line, comments=True) for line in found if line.startswith(("./play", ".venv/bin/webgame"))
    ]


def test_commands_take_their_options() -> None:
    context = click.Context(cli)
    tried = 0
    for program, *words in lines():
        name = "serve" if program == "./play" else words[0]
        if name.startswith("-"):
            continue  # --help of all
        command = cli.get_command(context, name)
        known = {option for each in command.params for option in each.opts} if command else set()
        assert command is not None, f"{name}: no such command"
        given = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert given <= known, f"{name} has no {given - known}"
        tried += 1
    assert tried > 8


def test_files_are_there() -> None:
    for name in re.findall(r"`((?:deploy|scenarios|static|webgame)/[\w./@-]+\w)`", TEXT):
        assert (ROOT / name).exists(), name
