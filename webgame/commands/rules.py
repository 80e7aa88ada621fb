"""`webgame rules`: a rulebook, and which of its rules are cited and tested."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import msgspec

from webgame.commands.common import ROOT, Fail, print_json, system_named
from webgame.engine.system import System

_NUMBER = re.compile(r"^[A-Z][A-Z0-9]*-[0-9.]+[a-z]?$")


class Coverage(msgspec.Struct):
    """Rule numbers, each list in the rulebook's order.

    `cited`: in the system's code or box; `tested`: in a test's `rule` mark; `untestable`: named so by
    the system (attribute `untestable`, number to reason); `missing`: neither tested nor untestable;
    `unknown`: cited or marked, but no rule.
    """

    rules: list[str]
    cited: list[str]
    tested: list[str]
    untestable: list[str]
    missing: list[str]
    unknown: list[str]


@click.command()
@click.argument("system")
@click.option("--coverage", is_flag=True, help="Which rules the code cites and the tests name.")
@click.option("--tests", type=click.Path(path_type=Path), default=ROOT / "tests", help="Where the tests are.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def rules(system: str, coverage: bool, tests: Path, as_json: bool) -> None:
    """Print the rules of SYSTEM, or with --coverage which of them are proved by tests."""
    found = system_named(system)
    if not coverage:
        if as_json:
            print_json({"rules": list(found.rulebook.rules.values())})
            return
        section = ""
        for rule in found.rulebook.rules.values():
            if rule.section != section:
                section = rule.section
                click.echo(f"\n{section}" if section else "")
            click.echo(f"{rule.number} {' '.join(rule.text.split())}")
        return
    report = cover(found, tests)
    if as_json:
        print_json(report)
        return
    total = len(report.rules)
    for name in ("cited", "tested", "untestable", "missing"):
        numbers = getattr(report, name)
        click.echo(f"{name}: {len(numbers)} of {total}")
    for name in ("missing", "unknown"):
        numbers = getattr(report, name)
        if numbers:
            click.echo(f"\n{name}: {', '.join(numbers)}")


def cover(system: System, tests: Path) -> Coverage:
    """Return the coverage of a system's rulebook; raise Fail if a test can't be read."""
    book = system.rulebook
    numbers = list(book.rules)
    prefixes = {number.rpartition("-")[0] for number in numbers}
    cited = set(cited_in(folder_of(system)))
    tested: set[str] = set()
    for file in sorted(tests.rglob("*.py")):
        tested |= set(marked_in(file, system.name))
    excused: dict[str, str] = getattr(system, "untestable", {})
    unknown = {n for n in cited if n not in book and n.rpartition("-")[0] in prefixes}
    unknown |= (tested | set(excused)) - set(numbers)
    return Coverage(
        rules=numbers,
        cited=[n for n in numbers if n in cited],
        tested=[n for n in numbers if n in tested],
        untestable=[n for n in numbers if n in excused],
        missing=[n for n in numbers if n not in tested and n not in excused],
        unknown=sorted(unknown),
    )


def folder_of(system: System) -> list[Path]:
    """Return the files of a system: its whole package, or the one module it is defined in."""
    file = Path(inspect.getfile(type(system)))
    if (file.parent / "__init__.py").exists() and file.parent.name == system.name:
        return sorted(p for p in file.parent.rglob("*") if p.suffix in (".py", ".json", ".toml"))
    return [file]


def cited_in(files: list[Path]) -> Iterator[str]:
    """Yield the rule numbers that stand as whole texts in Python code or in data files."""
    for file in files:
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".py":
            for node in ast.walk(ast.parse(text)):
                if (
                    isinstance(node, ast.Constant)
                    and isinstance(node.value, str)
                    and _NUMBER.match(node.value)
                ):
                    yield node.value
        else:
            for quoted in re.findall(r'"([^"\n]*)"', text):
                if _NUMBER.match(quoted):
                    yield quoted


def marked_in(file: Path, system: str) -> Iterator[str]:
    """Yield the numbers in the marks `pytest.mark.rule(system, number, ...)` of a test file.

    A helper that returns `pytest.mark.rule("system", *numbers)` is understood too, whether it stands in that
    file or is imported from another one of the tests.
    """
    tree = _parsed(file)
    helpers = dict(_helpers(tree))
    inside = {id(call) for call, _ in helpers.values()}
    helpers |= _imported(tree, file)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or id(node) in inside:
            continue
        named = node.func.id if isinstance(node.func, ast.Name) else ""
        if not _is_mark(node.func) and named not in helpers:
            continue
        values = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
        if named in helpers:
            values.insert(0, helpers[named][1])
        if any(not isinstance(value, str) for value in values):
            raise Fail(f"{file}:{node.lineno}: a rule mark takes plain texts only: system, then numbers", 1)
        if values[:1] == [system]:
            yield from (str(value) for value in values[1:])


def _parsed(file: Path) -> ast.Module:
    try:
        return ast.parse(file.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError) as error:
        raise Fail(f"{file}: can't be read: {error}", 1) from None


def _imported(tree: ast.Module, file: Path) -> dict[str, tuple[ast.Call, str]]:
    """Return the helpers that a test file imports by `from module import name`, by their names in it."""
    found: dict[str, tuple[ast.Call, str]] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            path = f"{node.module.replace('.', '/')}.py"
            source = next((p / path for p in file.parents if (p / path).is_file()), None)
            there = _offered(source, source.stat().st_mtime_ns) if source is not None else {}
            found |= {a.asname or a.name: there[a.name] for a in node.names if a.name in there}
    return found


@cache
def _offered(file: Path, _changed: int) -> dict[str, tuple[ast.Call, str]]:
    """Return the helpers that a file has for others, read once."""
    return dict(_helpers(_parsed(file))) if "mark.rule(" in file.read_text(encoding="utf-8") else {}


def _helpers(tree: ast.Module) -> Iterator[tuple[str, tuple[ast.Call, str]]]:
    """Yield the functions that return a mark for numbers they are given: name, the call in it, the system."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Return):
            call = node.body[-1].value
            if isinstance(call, ast.Call) and _is_mark(call.func) and len(call.args) == 2:
                first, rest = call.args
                if (
                    isinstance(first, ast.Constant)
                    and isinstance(first.value, str)
                    and isinstance(rest, ast.Starred)
                ):
                    yield node.name, (call, first.value)


def _is_mark(func: ast.expr) -> bool:
    return (
        isinstance(func, ast.Attribute)
        and func.attr == "rule"
        and isinstance(func.value, ast.Attribute)
        and func.value.attr == "mark"
    )
