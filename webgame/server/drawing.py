"""A small picture of a scenario's board, and of what its legend explains, as SVG."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from xml.sax.saxutils import escape

from webgame.server.picture import Look, Sketch, Tile, inside_of

UNIT = 10  # picture units of a square
EDGE = 6  # picture units around the board

_GROUNDS = (  # words in the name of a tile's theme -> colour of its floor, and of every other square
    (r"wood|forest|grass|grove|moss|fae|garden|glade|swamp|field|wild", "#46592d", "#3d4f28"),
    (r"cave|cavern|rock|mine|earth|lair|den|sand|desert", "#5f4a34", "#4f3d2b"),
    (r"lava|fire|hell|abyss|demon|ember", "#4a302b", "#3a2724"),
    (r"ice|snow|frost|winter", "#5a7384", "#4c6272"),
    (r"", "#5a544c", "#4d4842"),
)
_TERRAIN = {  # tone -> fill, rim
    "negative": ("#b5532f", "#ff9a6b"),
    "blocked": ("#1b1612", "#7a6f61"),
    "blessing": ("#c9a63f", "#ffe9a0"),
    "neutral": ("#8a7a5e", "#cdbd9e"),
}
_STROKE = 'fill="none" stroke-linecap="round"'
_DOOR = "#c79a4e"
_QUOTES = {'"': "&quot;"}
Icons = Callable[[str], str]  # the address of an icon
_SIDES = ("#e3b64f", "#d24b3e", "#a070d8", "#4fae9c")  # in the order in which sides are met


def svg(known: Sketch, icon_url: Icons | None = None, label: str = "") -> str:
    """Return a sketch as SVG: a file; or, with icons and a label, a part of a page."""
    parts: list[str] = []
    for tile, theme in known.fixed:
        light, dark = next((a, b) for words, a, b in _GROUNDS if re.search(words, theme, re.IGNORECASE))
        here = [s for s in sorted(known.floor) if inside_of([tile])(*s)]
        parts.append(_path((_square(x, y) for x, y in here), f'fill="{light}"'))
        parts.append(_path((_square(x, y) for x, y in here if (x + y) % 2), f'fill="{dark}"'))
    parts += [_thing(known.kinds[kind], x, y, 1, icon_url) for x, y, kind in known.terrain]
    parts.append(_path((_line(w) for w in known.walls), f'{_STROKE} stroke="#0e0a07" stroke-width="4"'))
    parts.append(_path((_line(w) for w in known.walls), f'{_STROKE} stroke="#a39680" stroke-width="1.6"'))
    parts.append(_path((_line(d) for d in known.doors), f'{_STROKE} stroke="{_DOOR}" stroke-width="3"'))
    parts += [_unknown(tile) for tile in known.open]
    parts += [_thing(known.kinds[kind], x, y, 1, icon_url) for x, y, kind in known.tokens]
    parts += [_thing(known.kinds[kind], x, y, size, icon_url) for x, y, size, kind in known.pieces]
    w, h = known.width * UNIT + 2 * EDGE, known.height * UNIT + 2 * EDGE
    body = "\n".join(part for part in parts if part)
    said = f' class="board-picture" role="img" aria-label="{escape(label, _QUOTES)}"' if label else ""
    size = f'viewBox="{-EDGE} {-EDGE} {w} {h}" width="{w}" height="{h}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg"{said} {size}>\n{body}\n</svg>\n'


def sample(look: Look, icon_url: Icons) -> str:
    """Return what a legend shows of a look, as SVG."""
    if look.shape == "door":
        body = _path([_line([0, 0, 1, 1])], f'{_STROKE} stroke="{_DOOR}" stroke-width="3"')
    elif look.shape == "unknown":
        body = _unknown((0, 0, 1, 1), edge=0.5)
    else:
        body = _thing(look, 0, 0, 1, icon_url)
    return f'<svg aria-hidden="true" viewBox="-1 -1 {UNIT + 2} {UNIT + 2}">{body}</svg>'


def _thing(look: Look, x: int, y: int, size: int, icon_url: Icons | None) -> str:
    """Return one thing: terrain a square, a token six-sided, a figure round, one of other sides squarish."""
    cx, cy, r = (x + size / 2) * UNIT, (y + size / 2) * UNIT, size * UNIT * 0.42
    if look.shape == "terrain":
        fill, rim = _TERRAIN.get(look.tone, _TERRAIN["neutral"])
        body = _path([_square(x, y, 1)], f'fill="{fill}" stroke="{rim}" stroke-width=".8"')
        ink, r = ("#cdbd9e" if look.tone == "blocked" else "#fff"), r * 0.86
    else:
        side, ink = (_SIDES[look.side % 4], "#fff") if look.shape == "piece" else ("#cdbd9e", "#231507")
        tone = f' data-tone="{escape(look.tone, _QUOTES)}"' if look.tone else ""
        paint = f'fill="{side}"{tone} stroke="#120c07" stroke-width="1"'
        if look.shape == "token":
            wide, half = r * 0.87, r / 2
            around = f"l{wide:g} {half:g}v{r:g}l{-wide:g} {half:g}l{-wide:g} {-half:g}v{-r:g}z"
            body = _path([f"M{cx:g} {cy - r:g}{around}"], paint)
        elif look.side == 0:
            body = f'<circle cx="{cx:g}" cy="{cy:g}" r="{r:g}" {paint}/>'
        else:
            corner = f'x="{cx - r * 0.94:g}" y="{cy - r * 0.94:g}" rx="{r * 0.5:g}"'
            body = f'<rect {corner} width="{r * 1.88:g}" height="{r * 1.88:g}" {paint}/>'
    if not icon_url or not look.icon:
        return body
    at = f'x="{cx - r * 0.72:g}" y="{cy - r * 0.72:g}" width="{r * 1.44:g}" height="{r * 1.44:g}"'
    return f'{body}<use href="{escape(icon_url(look.icon), _QUOTES)}" {at} fill="{ink}"/>'


def _path(pieces: Iterable[str], look: str) -> str:
    d = "".join(pieces)
    return f'<path {look} d="{escape(d)}"/>' if d else ""


def _square(x: int, y: int, gap: int = 0) -> str:
    side = UNIT - 2 * gap
    return f"M{x * UNIT + gap} {y * UNIT + gap}h{side}v{side}h{-side}z"


def _line(ends: list[int]) -> str:
    x1, y1, x2, y2 = (int(n) * UNIT for n in ends[:4])
    return f"M{x1} {y1}L{x2} {y2}"


def _unknown(tile: Tile, edge: float = 2) -> str:
    x, y, w, h = (n * UNIT for n in tile)
    size = min(w, h)
    place = f'x="{x + edge:g}" y="{y + edge:g}" width="{w - 2 * edge:g}" height="{h - 2 * edge:g}"'
    line = f'stroke-width="{0.8 * edge:g}" stroke-dasharray="{3 * edge:g} {2 * edge:g}"'
    font = 'font-family="Georgia, serif" font-weight="700" text-anchor="middle" fill="#cdbd9e"'
    return (
        f'<rect {place} rx="{3 * edge:g}" fill="#3a2d20" stroke="#8d7c62" {line}/>'
        f'<text x="{x + w / 2:g}" y="{y + h / 2 + size * 0.21:g}" font-size="{size * 0.6:g}" {font}>?</text>'
    )
