"""`webgame words`: write the catalogues of the interface anew from templates, server and client."""

from __future__ import annotations

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
    for path in sorted((ROOT / "webgame" / "server").glob("*.py")):
        for message in _extracted(path, "python"):
            yield message, f"webgame/server/{path.name}"
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
