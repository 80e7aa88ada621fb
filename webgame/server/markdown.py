"""A little markdown for rulebooks: blocks, lists, tables, emphasis, links to rules; all escaped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from markupsafe import Markup, escape

_CODE = re.compile(r"`([^`]+)`")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_ITALIC = re.compile(r"(?<![*\w])\*([^*\s][^*]*)\*(?![*\w])")
_RULE = re.compile(r"\b[A-Z][A-Z0-9]*-[0-9]+(?:\.[0-9]+)*[a-z]?\b")
_ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+(.*)$")
_NUMBERED = re.compile(r"^\s*\d+\.\s")
_LINE = re.compile(r"^[\s|:-]+$")

Known = Callable[[str], bool]


def render(text: str, known: Known) -> Markup:
    """Return a rule's text as HTML; `known` tells which rule numbers can be linked to."""
    return Markup("\n").join(_block(lines, known) for lines in _blocks(text))


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield stretches of lines of one kind: table, list or paragraph."""
    lines: list[str] = []
    kind = ""
    for line in text.splitlines():
        now = _kind(line, kind)
        if lines and now != kind:
            yield lines
            lines = []
        kind = now
        if now:
            lines.append(line)
    if lines:
        yield lines


def _kind(line: str, before: str) -> str:
    if not line.strip():
        return ""
    if line.lstrip().startswith("|"):
        return "table"
    if _ITEM.match(line):
        return "list"
    return "list" if before == "list" and line.startswith(" ") else "text"


def _block(lines: list[str], known: Known) -> Markup:
    if lines[0].lstrip().startswith("|"):
        return _table(lines, known)
    if _ITEM.match(lines[0]):
        return _list(lines, known)
    return Markup("<p>{}</p>").format(_inline(" ".join(line.strip() for line in lines), known))


def _list(lines: list[str], known: Known) -> Markup:
    items: list[str] = []
    for line in lines:
        item = _ITEM.match(line)
        if item:
            items.append(item[1])
        else:
            items[-1] += " " + line.strip()
    inner = Markup("").join(Markup("<li>{}</li>").format(_inline(item, known)) for item in items)
    tag = "ol" if _NUMBERED.match(lines[0]) else "ul"
    return Markup("<{0}>{1}</{0}>").format(Markup(tag), inner)  # noqa: S704  (one of two words of ours)


def _table(lines: list[str], known: Known) -> Markup:
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in lines
        if not _LINE.match(line)
    ]
    head = Markup("").join(Markup('<th scope="col">{}</th>').format(_inline(cell, known)) for cell in rows[0])
    body = Markup("").join(
        Markup("<tr>{}</tr>").format(
            Markup("").join(Markup("<td>{}</td>").format(_inline(cell, known)) for cell in row)
        )
        for row in rows[1:]
    )
    return Markup(
        '<div class="wide"><table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>'
    ).format(head, body)


def _inline(text: str, known: Known) -> Markup:
    html = str(escape(text))
    html = _CODE.sub(r"<code>\1</code>", html)
    html = _BOLD.sub(r"<strong>\1</strong>", html)
    html = _ITALIC.sub(r"<em>\1</em>", html)
    html = _RULE.sub(lambda m: f'<a href="#{m[0]}">{m[0]}</a>' if known(m[0]) else m[0], html)
    return Markup(html)  # noqa: S704  (escaped above; the patterns add only tags of ours)
