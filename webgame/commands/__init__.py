"""The commands of the console script, one file each; `cli.py` gathers them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from webgame.commands.common import Fail

_COMMANDS = {  # name -> module:command; imported when it is asked for, so that each starts fast
    "simulate": "webgame.commands.simulate:simulate",
    "replay": "webgame.commands.replay:replay",
    "export": "webgame.commands.saves:export_game",
    "import": "webgame.commands.saves:import_game",
    "archive": "webgame.commands.archive:archive",
    "validate": "webgame.commands.validate:validate",
    "rules": "webgame.commands.rules:rules",
    "words": "webgame.commands.words:words",
}


class Commands(click.Group):
    """The group of all commands; errors are one line on stderr."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted({*super().list_commands(ctx), *_COMMANDS})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name, or None."""
        if cmd_name not in _COMMANDS:
            return super().get_command(ctx, cmd_name)
        module, _, name = _COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; errors of its usage become one line too."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise Fail(error.format_message()) from None
