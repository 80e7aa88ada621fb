"""`webgame validate`: what is wrong with scenario files."""

from __future__ import annotations

import re
from pathlib import Path

import click
import msgspec

from webgame.commands.common import Fail, print_json, problems_of, read_text, system_named
from webgame.engine.game import Game
from webgame.engine.simulate import header_for
from webgame.engine.system import Problem


class Found(msgspec.Struct):
    """A problem in a file; `line` is 0 if it belongs to no line."""

    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        line = f":{self.line}" if self.line else ""
        return f"{self.file}{line}: {self.key}: {self.message}"


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("--system", "name", help="The system; else the file's key `system`, else its folder's name.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def validate(paths: tuple[Path, ...], name: str | None, as_json: bool) -> None:
    """Check scenario files, or all TOML files below folders, as far as setting them up."""
    files: list[Path] = []
    for path in paths:
        if not path.exists():
            raise Fail(f"{path}: there is no such file or folder")
        inside = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not inside:
            raise Fail(f"{path}: holds no TOML file")
        files += inside
    found = [problem for file in files for problem in check(file, name)]
    if as_json:
        print_json({"files": [str(file) for file in files], "problems": found})
    else:
        for problem in found:
            click.echo(str(problem), err=True)
        if not found:
            click.echo(f"{len(files)} files, no problem")
    if found:
        raise SystemExit(1)


def check(file: Path, name: str | None) -> list[Found]:
    """Return the problems of a scenario file."""
    try:
        text = read_text(file)
        system = system_named(name or _system_of(file, text))
    except Fail as error:
        return [Found(str(file), 0, "(file)", error.message.removeprefix(f"{file}: "))]
    problems = problems_of(system, text)
    if not problems:
        try:
            Game(system, header_for(system, file.stem, text, bytes(32)), quiet=True)
        except Exception as error:  # a scenario that passes its check but can't be set up: show it here
            problems = [Problem("(set-up)", f"fails: {type(error).__name__}: {error}")]
    return [Found(str(file), line_of(text, p), p.key, p.message) for p in problems]


def _system_of(file: Path, text: str) -> str:
    try:
        data: dict[str, object] = msgspec.toml.decode(text)
    except msgspec.DecodeError:
        data = {}
    name = data.get("system")
    return name if isinstance(name, str) else file.resolve().parent.name


_AT = re.compile(r"\(at line (\d+)")
_TABLE = re.compile(r"^\s*\[+\s*([^\]]+?)\s*\]+")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\-.\"']+)\s*=")


def line_of(text: str, problem: Problem) -> int:
    """Return the line that a problem's key stands on, or that of the nearest one around it; 0 if none.

    >>> line_of("a = 1\\n[b]\\nc = 2\\n", Problem("b.c", ""))
    3
    """
    at = _AT.search(problem.message)
    if at:
        return int(at[1])
    wanted = [part for part in re.split(r"[.\[\]]+", problem.key) if part]
    nth: dict[str, int] = {}
    best, depth = 0, 0
    table: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        head, key = _TABLE.match(line), _KEY.match(line)
        if head:
            table = head[1].split(".")
            if line.lstrip().startswith("[["):
                index = nth[head[1]] = nth.get(head[1], -1) + 1
                table.append(str(index))
            here = table
        elif key:
            here = table + [part.strip("\"'") for part in key[1].split(".")]
        else:
            continue
        if here == wanted[: len(here)] and len(here) > depth:
            best, depth = number, len(here)
    return best
