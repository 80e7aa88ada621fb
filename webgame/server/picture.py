"""A small picture of a scenario's board: the set-up game's static part and public scene as SVG.

The set-up is tried with several seeds. What is the same each time is drawn; what chance decides is drawn as
tiles with a question mark, or left out. The vocabulary is that of the static part: nothing here knows a game.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterable
from typing import Any
from xml.sax.saxutils import escape

import msgspec

from webgame.engine.game import Game, Header, scene
from webgame.engine.system import System
from webgame.server.errors import Refused
from webgame.server.scenarios import Card

SEEDS = ("00", "5a", "c3")  # hex bytes that the tried seeds are made of
UNIT = 10  # picture units of a square
EDGE = 6  # picture units around the board
BLANK = 8  # squares that an unknown tile is wide where none are known
MOST_SQUARES = 20_000  # of a board that is still drawn

Board = dict[str, Any]
Tile = tuple[int, int, int, int]  # x, y, w, h

_known: dict[tuple[str, str], tuple[str, str]] = {}  # (system, scenario) -> mark of the content, picture

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
_SIDES = ("#e3b64f", "#d24b3e", "#a070d8", "#4fae9c")  # in the order in which sides are met


class Sketch(msgspec.Struct):
    """What is known of a board before the game is set up."""

    width: int  # squares
    height: int
    fixed: list[tuple[Tile, str]] = []  # tiles that are always there, and their theme
    open: list[Tile] = []  # places of tiles that chance draws
    floor: set[tuple[int, int]] = set()
    terrain: list[tuple[int, int, str]] = []  # x, y, tone
    walls: list[list[int]] = []
    doors: list[list[int]] = []
    pieces: list[tuple[int, int, int, int]] = []  # x, y, size, number of the side


def draw(system: System, text: str) -> str:
    """Return the picture of a scenario's board as SVG; raise what the system's set-up raises."""
    looks = [_look(system, text, seed) for seed in SEEDS]
    if any(not _drawable(static.get("board")) for static, _ in looks):
        return svg(_blank(1))
    return svg(sketch(looks))


def drawn(system: System, card: Card) -> str:
    """Return the picture of a scenario, drawn anew only when scenario or rules have changed."""
    key, now = (card.system, card.id), mark(system, card)
    known = _known.get(key)
    if known is None or known[0] != now:
        try:
            known = _known[key] = (now, draw(system, card.text))
        except Exception as error:  # options or a board that can't be set up: told, as at the start of a game
            raise Refused("bad_scenario", f"{card.id} has no picture: {error}") from error
    return known[1]


def mark(system: System, card: Card) -> str:
    """Return what the address of a picture ends with: it changes with the scenario and the rules."""
    return hashlib.sha256(f"{system.digest()}\0{card.text}".encode()).hexdigest()[:12]


def _look(system: System, text: str, seed: str) -> tuple[dict[str, Any], dict[str, Any]]:
    header = Header(
        system=system.name,
        version=system.version,
        digest=system.digest(),
        scenario="",
        text=text,
        options={},
        seed=seed * 32,
        commit="",
        secret="",
        nonces=(),
        start="",
    )
    game = Game(system, header, quiet=True, keep_snapshots=False)
    return system.static(game.state), scene(game, frozenset())


def _drawable(board: Any) -> bool:
    return bool(board) and 0 < board["w"] * board["h"] <= MOST_SQUARES


def sketch(looks: list[tuple[dict[str, Any], dict[str, Any]]]) -> Sketch:
    """Return what several set-ups of one scenario have in common."""
    boards: list[Board] = [static["board"] for static, _ in looks]
    first, board = looks[0], boards[0]
    if any((b["w"], b["h"]) != (board["w"], board["h"]) for b in boards) or any(
        _places(b) != _places(board) for b in boards
    ):
        return _blank(max(len(b.get("tiles", ())) for b in boards))
    size = (0, 0, board["w"], board["h"])
    tiles = [((t["x"], t["y"], t["w"], t["h"]), str(t.get("theme", ""))) for t in board.get("tiles", ())]
    found = Sketch(board["w"], board["h"])
    for tile, theme in tiles or [(size, str(first[0].get("theme", {}).get("tone", "")))]:
        if all(_content(b, tile) == _content(board, tile) for b in boards):
            found.fixed.append((tile, theme))
        else:
            found.open.append(tile)
    inside = _inside(tile for tile, _ in found.fixed)
    found.floor = {(x, y) for x, y in _floor(board) if inside(x, y)}
    kinds = first[0].get("terrain", {})
    for kind, squares in board.get("terrain", {}).items():
        tone = kinds.get(kind, {}).get("tone", "neutral")
        tone = tone if tone in _TERRAIN else "neutral"
        places = [(square % board["w"], square // board["w"]) for square in squares]
        found.terrain += [(x, y, tone) for x, y in places if inside(x, y)]
    found.walls = [w for w in board.get("walls", ()) if all(w in b.get("walls", ()) for b in boards)]
    found.doors = [d[:4] for d in board.get("doors", ()) if all(d in b.get("doors", ()) for b in boards)]
    sides: list[str] = []
    common = set.intersection(*({_stand(p) for p in shown.get("pieces", {}).values()} for _, shown in looks))
    for piece in first[1].get("pieces", {}).values():
        at, side = piece.get("at", -1), piece.get("side", "")
        if side not in sides:
            sides.append(side)
        x, y = at % board["w"], at // board["w"]
        if at >= 0 and _stand(piece) in common and inside(x, y):
            found.pieces.append((x, y, piece.get("size", 1), sides.index(side)))
    return found


def _stand(piece: dict[str, Any]) -> tuple[Any, ...]:
    return piece.get("at", -1), piece.get("name", ""), piece.get("side", "")


def _blank(tiles: int) -> Sketch:
    """Return a board of which nothing is known but the number of its tiles."""
    wide = math.ceil(math.sqrt(max(1, tiles)))
    places = [(n % wide * BLANK, n // wide * BLANK, BLANK, BLANK) for n in range(max(1, tiles))]
    return Sketch(wide * BLANK, math.ceil(max(1, tiles) / wide) * BLANK, open=places)


def _places(board: Board) -> list[Tile]:
    return sorted((t["x"], t["y"], t["w"], t["h"]) for t in board.get("tiles", ()))


def _floor(board: Board) -> Iterable[tuple[int, int]]:
    return ((x, y) for y, row in enumerate(board["floor"]) for x, mark in enumerate(row) if mark == ".")


def _content(board: Board, tile: Tile) -> Any:
    """Return all that lies on a tile, to be compared."""
    x, y, w, h = tile
    inside = _inside([tile])
    return (
        [t for t in board.get("tiles", ()) if (t["x"], t["y"]) == (x, y)],
        [row[x : x + w] for row in board["floor"][y : y + h]],
        {
            kind: [n for n in squares if inside(n % board["w"], n // board["w"])]
            for kind, squares in board.get("terrain", {}).items()
        },
    )


def _inside(tiles: Iterable[Tile]) -> Callable[[int, int], bool]:
    found = list(tiles)
    return lambda x, y: any(tx <= x < tx + w and ty <= y < ty + h for tx, ty, w, h in found)


# -- drawing ----------------------------------------


def svg(known: Sketch) -> str:
    """Return a sketch as the text of an SVG file."""
    parts: list[str] = []
    for tile, theme in known.fixed:
        light, dark = next((a, b) for words, a, b in _GROUNDS if re.search(words, theme, re.IGNORECASE))
        here = [s for s in sorted(known.floor) if _inside([tile])(*s)]
        parts.append(_path((_square(x, y) for x, y in here), f'fill="{light}"'))
        parts.append(_path((_square(x, y) for x, y in here if (x + y) % 2), f'fill="{dark}"'))
    for tone in ("neutral", "negative", "blessing", "blocked"):
        fill, rim = _TERRAIN[tone]
        squares = (_square(x, y, 1) for x, y, t in known.terrain if t == tone)
        parts.append(_path(squares, f'fill="{fill}" stroke="{rim}" stroke-width=".8"'))
    line = 'fill="none" stroke-linecap="round"'
    parts.append(_path((_line(w) for w in known.walls), f'{line} stroke="#0e0a07" stroke-width="4"'))
    parts.append(_path((_line(w) for w in known.walls), f'{line} stroke="#a39680" stroke-width="1.6"'))
    parts.append(_path((_line(d) for d in known.doors), f'{line} stroke="#c79a4e" stroke-width="3"'))
    parts += [_unknown(tile) for tile in known.open]
    for x, y, size, side in known.pieces:
        middle = f'cx="{(x + size / 2) * UNIT:g}" cy="{(y + size / 2) * UNIT:g}"'
        r = size * UNIT * 0.38
        parts.append(
            f'<circle {middle} r="{r:g}" fill="{_SIDES[side % 4]}" stroke="#120c07" stroke-width="1.6"/>'
        )
    w, h = known.width * UNIT + 2 * EDGE, known.height * UNIT + 2 * EDGE
    body = "\n".join(part for part in parts if part)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-EDGE} {-EDGE} {w} {h}" width="{w}" height="{h}">'
        f"\n{body}\n</svg>\n"
    )


def _path(pieces: Iterable[str], look: str) -> str:
    d = "".join(pieces)
    return f'<path {look} d="{escape(d)}"/>' if d else ""


def _square(x: int, y: int, gap: int = 0) -> str:
    side = UNIT - 2 * gap
    return f"M{x * UNIT + gap} {y * UNIT + gap}h{side}v{side}h{-side}z"


def _line(ends: list[int]) -> str:
    x1, y1, x2, y2 = (int(n) * UNIT for n in ends[:4])
    return f"M{x1} {y1}L{x2} {y2}"


def _unknown(tile: Tile) -> str:
    x, y, w, h = (n * UNIT for n in tile)
    size = min(w, h)
    dashed = 'fill="#3a2d20" stroke="#8d7c62" stroke-width="1.6" stroke-dasharray="6 4"'
    font = 'font-family="Georgia, serif" font-weight="700" text-anchor="middle" fill="#cdbd9e"'
    return (
        f'<rect x="{x + 2}" y="{y + 2}" width="{w - 4}" height="{h - 4}" rx="6" {dashed}/>'
        f'<text x="{x + w / 2:g}" y="{y + h / 2 + size * 0.21:g}" font-size="{size * 0.6:g}" {font}>?</text>'
    )
