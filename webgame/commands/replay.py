"""`webgame replay`: is a save file what it says?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from webgame.commands.common import Fail, print_json
from webgame.engine import save as saves


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def replay(files: tuple[Path, ...], as_json: bool) -> None:
    """Replay saved games from their start and compare where they lead with the hash in the file."""
    reports = [check(file) for file in files]
    if as_json:
        print_json({"files": reports})
    bad = [report for report in reports if "error" in report]
    if not as_json:
        for report in reports:
            if "error" in report:
                click.echo(f"{report['file']}: {report['error']}", err=True)
            else:
                known = "" if report["verified"] else ", nothing to compare with in the file"
                click.echo(
                    f"{report['file']}: ok, {report['system']} {report['scenario']}, "
                    f"rules {report['version']}, {report['entries']} entries, {report['result']}, "
                    f"hash {report['hash'][:16]}{known}"
                )
                if report["note"]:
                    click.echo(f"  report after answer {report['at']}: {report['note']}")
    if bad:
        raise SystemExit(1)


def check(file: Path) -> dict[str, Any]:
    """Return what a file holds, or the error in it."""
    try:
        save = read_file(file)
        game = saves.replay(save)
    except (saves.BadSave, Fail) as error:
        return {"file": str(file), "error": str(error).removeprefix(f"{file}: ")}
    system = game.system
    sides = game.result.sides if game.result else {}
    same = save.header.digest == system.digest()
    return {
        "file": str(file),
        "system": save.header.system,
        "scenario": save.header.scenario,
        "version": save.header.version + ("" if same else f" (now {system.version}, it leads to the same)"),
        "entries": len(save.entries),
        "hash": game.hash(),
        "verified": bool(save.hash),
        "note": save.report.note if save.report else "",
        "at": save.report.at if save.report else len(game.live),
        "result": ", ".join(f"{side} {how}" for side, how in sides.items()) or "unfinished",
    }


def read_file(file: Path) -> saves.Save:
    """Return the save in a file; raise Fail or BadSave."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise Fail(f"{file}: {error.strerror}") from None
    return saves.read(data)
