"""What is known of a scenario's board before the set-up: its static part and public scene.

The set-up is tried with several seeds. What is the same each time is drawn; what chance decides is drawn as
tiles with a question mark, or left out. The vocabulary is that of the static part: nothing here knows a game.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from webgame.engine.game import Game, Header, scene
from webgame.engine.system import System
from webgame.server.errors import Refused
from webgame.server.scenarios import Card

SEEDS = ("00", "5a", "c3")  # hex bytes that the tried seeds are made of
BLANK = 8  # squares that an unknown tile is wide where none are known
MOST_SQUARES = 20_000  # of a board that is still drawn

Board = dict[str, Any]
Tile = tuple[int, int, int, int]  # x, y, w, h
Looks = list[tuple[dict[str, Any], dict[str, Any]]]  # static part and public scene of each set-up

_known: dict[tuple[str, str], tuple[str, Sketch]] = {}  # (system, scenario) -> mark of the content, sketch


class Look(msgspec.Struct, frozen=True):
    """How all of one kind are drawn, and what they are called."""

    shape: str  # terrain, token, piece; in a legend also door, unknown
    name: str = ""  # a key of the system's words; of a door and of what is unknown: none
    icon: str = ""
    tone: str = ""  # of terrain one of four, of others a colour word
    side: int = 0


class Sketch(msgspec.Struct):
    """What is known of a board before the game is set up."""

    width: int  # squares
    height: int
    fixed: list[tuple[Tile, str]] = []  # tiles that are always there, and their theme
    open: list[Tile] = []  # places of tiles that chance draws
    floor: set[tuple[int, int]] = set()
    terrain: list[tuple[int, int, str]] = []  # x, y, kind
    walls: list[list[int]] = []
    doors: list[list[int]] = []
    tokens: list[tuple[int, int, str]] = []  # x, y, kind
    pieces: list[tuple[int, int, int, str]] = []  # x, y, size, kind
    kinds: dict[str, Look] = {}  # of terrain, tokens and pieces, as they are met


def draw(system: System, text: str) -> Sketch:
    """Return what is known of a scenario's board; raise what the system's set-up raises."""
    looks = [_look(system, text, seed) for seed in SEEDS]
    return sketch(looks) if all(_drawable(static.get("board")) for static, _ in looks) else _blank(1)


def drawn(system: System, card: Card) -> Sketch:
    """Return what is known of a scenario's board, looked at anew only when scenario or rules have changed."""
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


def sketch(looks: Looks) -> Sketch:
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
    inside = inside_of(tile for tile, _ in found.fixed)
    found.floor = {(x, y) for x, y in _floor(board) if inside(x, y)}
    kinds = first[0].get("terrain", {})
    for kind, squares in board.get("terrain", {}).items():
        look = kinds.get(kind, {})
        tone = look.get("tone", "neutral")
        places = [(square % board["w"], square // board["w"]) for square in squares]
        found.terrain += [(x, y, kind) for x, y in places if inside(x, y)]
        found.kinds[kind] = Look("terrain", look.get("name", kind), look.get("icon", ""), tone)
    found.walls = [w for w in board.get("walls", ()) if all(w in b.get("walls", ()) for b in boards)]
    found.doors = [d[:4] for d in board.get("doors", ()) if all(d in b.get("doors", ()) for b in boards)]
    _tokens(found, looks, inside)
    _pieces(found, looks, inside)
    _uncover(found)
    used = {kind for *_, kind in [*found.terrain, *found.tokens, *found.pieces]}
    found.kinds = {kind: look for kind, look in found.kinds.items() if kind in used}
    return found


def _uncover(found: Sketch) -> None:
    """Leave out what lies under a figure: nobody would see it."""
    stood_on = {
        (x + dx, y + dy) for x, y, size, _ in found.pieces for dx in range(size) for dy in range(size)
    }
    found.terrain = [thing for thing in found.terrain if thing[:2] not in stood_on]
    found.tokens = [thing for thing in found.tokens if thing[:2] not in stood_on]


def _tokens(found: Sketch, looks: Looks, inside: Callable[[int, int], bool]) -> None:
    """Add the things that lie on the same squares each time."""
    width = looks[0][0]["board"]["w"]
    lies = [set(_lying(shown)) for _, shown in looks]
    for at, kind, name, icon, tone in _lying(looks[0][1]):
        x, y = at % width, at // width
        if at >= 0 and inside(x, y) and all((at, kind, name, icon, tone) in there for there in lies):
            found.tokens.append((x, y, f"token {kind}"))
            found.kinds.setdefault(f"token {kind}", Look("token", name, icon, tone))


def _lying(shown: dict[str, Any]) -> Iterable[tuple[int, str, str, str, str]]:
    for token in shown.get("tokens", {}).values():
        for at in token.get("squares") or [token.get("at", -1)]:
            yield at, *(str(token.get(key, "")) for key in ("kind", "name", "icon", "tone"))


def _pieces(found: Sketch, looks: Looks, inside: Callable[[int, int], bool]) -> None:
    """Add the figures that stand on the same squares each time; a kind of many colours has its side's."""
    width = looks[0][0]["board"]["w"]
    sides: list[str] = []
    common = set.intersection(*({_stand(p) for p in shown.get("pieces", {}).values()} for _, shown in looks))
    for piece in looks[0][1].get("pieces", {}).values():
        at, side = piece.get("at", -1), piece.get("side", "")
        if side not in sides:
            sides.append(side)
        x, y = at % width, at // width
        if at < 0 or _stand(piece) not in common or not inside(x, y):
            continue
        kind, number = f"piece {side} {piece.get('kind', '')}", sides.index(side)
        found.pieces.append((x, y, piece.get("size", 1), kind))
        look = Look(
            "piece", piece.get("kind", "") or side, piece.get("icon", ""), piece.get("tone", ""), number
        )
        before = found.kinds.setdefault(kind, look)
        if (before.icon, before.tone) != (look.icon, look.tone):
            same = before.tone if before.tone == look.tone else ""
            found.kinds[kind] = msgspec.structs.replace(before, icon="", tone=same)


def legend(known: Sketch) -> list[Look]:
    """Return what a picture shows, one look for all that look alike and are called alike."""
    order = ("piece", "token", "terrain")
    found = sorted(dict.fromkeys(known.kinds.values()), key=lambda look: (order.index(look.shape), look.side))
    return found + [Look("door")] * bool(known.doors) + [Look("unknown")] * bool(known.open)


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
    inside = inside_of([tile])
    return (
        [t for t in board.get("tiles", ()) if (t["x"], t["y"]) == (x, y)],
        [row[x : x + w] for row in board["floor"][y : y + h]],
        {
            kind: [n for n in squares if inside(n % board["w"], n // board["w"])]
            for kind, squares in board.get("terrain", {}).items()
        },
    )


def inside_of(tiles: Iterable[Tile]) -> Callable[[int, int], bool]:
    """Return a test of whether a square lies on one of some tiles."""
    found = list(tiles)
    return lambda x, y: any(tx <= x < tx + w and ty <= y < ty + h for tx, ty, w, h in found)
