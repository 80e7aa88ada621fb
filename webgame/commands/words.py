"""`webgame words`: write the catalogues of the interface anew from templates, server and client."""

from __future__ import annotations

import ast
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import write_po

from webgame.server import languages
from webgame.server.config import ROOT

_CLIENT = re.compile(r'\btr\(\s*("(?:[^"\\\n]|\\.)*")')
_HEADER = """# What the pages and the client say, in {name}. English is the message itself.
# `webgame words` adds what is new, takes out what is gone and keeps the translations.
# Places like {{name}} stay as they are; {{n|one|many}} agrees with a number, where the language asks for it.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: {code}\\n"

"""


def messages() -> Iterator[tuple[str, str]]:
    """Yield every message of the interface with the file it stands in, as seen from the project's folder."""
    for path in sorted((ROOT / "templates").glob("*.html")):
        for message in _extracted(path, "jinja2"):
            yield message, f"templates/{path.name}"
    for path in sorted((ROOT / "webgame" / "server").rglob("*.py")):
        for message in _extracted(path, "python"):
            yield message, path.relative_to(ROOT).as_posix()
    for folder in ("server", "engine"):
        for path in sorted((ROOT / "webgame" / folder).rglob("*.py")):
            for message, notice in raised(path.read_text(encoding="utf-8")):
                yield message, f"{languages.NOTICE if notice else ''}{path.relative_to(ROOT).as_posix()}"
    source = ROOT / "static" / "src"
    for path in sorted(source.rglob("*.ts")):
        for match in _CLIENT.finditer(path.read_text(encoding="utf-8")):
            yield json.loads(match[1]), path.relative_to(ROOT).as_posix()


def _extracted(path: Path, kind: str) -> Iterator[str]:
    """Yield the messages that one file hands to `_`."""
    with path.open("rb") as file:
        options = {"trimmed": "true", "silent": "false", "encoding": "utf-8"}
        for _, message, _, _ in extract(kind, file, keywords={"_": None}, options=options):
            yield message if isinstance(message, str) else message[0]


_SAID = {"Refused": 1, "GameError": 1, "BadRuling": 0, "notice": 0, "N_": 0}  # call -> where its sentence is


def raised(source: str) -> Iterator[tuple[str, bool]]:
    """Yield what a file refuses and tells a table, values as places; and whether it is for a whole table."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = str(getattr(node.func, "id", None) or getattr(node.func, "attr", ""))
        at = _SAID.get(name, -1)
        if 0 <= at < len(node.args):
            for message in _sentences(node.args[at]):
                if re.search(r"[A-Za-z]{2}", re.sub(r"\{\w+\}", "", message)):
                    yield message, name in ("notice", "N_")


def _sentences(node: ast.expr) -> list[str]:
    """Return the sentences that an expression can be: a text, one with values in it, or one of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [*_sentences(node.body), *_sentences(node.orelse)]
    if not isinstance(node, ast.JoinedStr):
        return []
    found, names = [""], [0]
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            either = _sentences(part.value) if isinstance(part.value, ast.IfExp) else []
            texts = either if len(either) == 2 else [f"{{{_place(part.value, names)}}}"]
        else:
            texts = _sentences(part)
        found = [a + b for a in found for b in texts]
    return found


def _place(value: ast.expr, names: list[int]) -> str:
    """Return the name of a value in a sentence: that of its variable or attribute, numbered from 2 on."""
    while isinstance(value, ast.Subscript | ast.Call):
        value = value.value if isinstance(value, ast.Subscript) else value.func
    names[0] += 1
    last = getattr(value, "id", None) or getattr(value, "attr", "x")
    return str(last) if names[0] == 1 else f"{last}{names[0]}"


def renewed(code: str) -> str:
    """Return the text of a language's catalogue as the sources have it now, with the translations it has."""
    known = languages.messages(code)
    catalog = Catalog(locale=code)
    for message, path in messages():
        catalog.add(message, known.get(message, ""), locations=[(path, 0)])
    for entry in catalog:
        entry.locations = sorted(dict.fromkeys(entry.locations))
        entry.flags.clear()
    out = io.BytesIO()
    write_po(out, catalog, width=0, omit_header=True, include_lineno=False)
    return _HEADER.format(name=languages.LANGUAGES[code], code=code) + out.getvalue().decode()


@click.command()
def words() -> None:
    """Write the catalogues of the interface anew; tell how many messages have no translation."""
    for code in languages.LANGUAGES:
        if code == languages.USUAL:
            continue
        (languages.FOLDER / f"{code}.po").write_text(renewed(code), encoding="utf-8")
        for kept in (languages.catalogue, languages.messages, languages.client_messages):
            kept.cache_clear()
        found = {message for message, _ in messages()}
        missing = len(found) - len(languages.messages(code))
        click.echo(f"{languages.LANGUAGES[code]}: {len(found)} messages, {missing} without a translation")
