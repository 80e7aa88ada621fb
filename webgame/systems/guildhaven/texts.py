"""The static part of the scene: board, terrain, the texts of cards, dice and theme."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from webgame.engine.masks import bits
from webgame.systems.guildhaven import box as boxes
from webgame.systems.guildhaven.board import Board, board
from webgame.systems.guildhaven.box import SPECIALTIES, Card, Half, Row, box
from webgame.systems.guildhaven.looks import looks
from webgame.systems.guildhaven.plot import passages
from webgame.systems.guildhaven.state import State

Text = dict[str, Any]
TERRAIN = {
    "obstacle": ("rocks", "negative"),
    "window": ("look", "blocked"),
    "doorway": ("door-open", "neutral"),
    "drop": ("water", "negative"),
}


def static_key(s: State) -> str:
    """Return a name that changes with box and board."""
    return f"{boxes.digest()}-{s.table.sheet}-{int(s.campaign is not None)}"


def static(s: State) -> Text:
    """Return board, terrain, card texts, dice and theme."""
    sheet = box().sheets[s.table.sheet]
    return {
        "theme": {"name": "l.game", "tone": "stone", "goal": sheet.win_text},
        "board": _plan(board(s.table.sheet)),
        "terrain": {
            kind: {"name": f"terrain.{kind}", "icon": icon, "tone": tone, "text": f"terrain.{kind}_text"}
            for kind, (icon, tone) in TERRAIN.items()
        },
        "cards": _cards() | _tables(s.table.sheet) | _sheets() | (_passages() if s.campaign else {}),
        "dice": {"d6": {"name": "l.die", "tone": "ivory", "faces": [{"pips": n} for n in range(1, 7)]}},
        "symbols": {"pips": {"name": "l.pips", "icon": "die"}},
    }


def card_texts() -> dict[str, Text]:
    """Return the texts of all cards of all scenarios, and of the story."""
    tables = {id: card for sheet in box().sheets for id, card in _tables(sheet).items()}
    return _cards() | tables | _sheets() | _passages()


def _plan(b: Board) -> Text:
    w, h = b.width, b.height
    solid = b.walls & ~b.windows
    cells = "".join(b.record.terrain)
    doorways = [square for square, kind in enumerate(cells) if kind == "+"]
    return {
        "w": w,
        "h": h,
        "floor": ["".join("#" if solid >> y * w + x & 1 else "." for x in range(w)) for y in range(h)],
        "tiles": [{"x": 0, "y": 0, "w": w, "h": h, "name": "l.game", "theme": "street"}],
        "terrain": {
            kind: squares
            for kind, squares in (
                ("obstacle", list(bits(b.obstacles))),
                ("window", list(bits(b.windows))),
                ("doorway", doorways),
                ("drop", list(bits(b.drops))),
            )
            if squares
        },
        "walls": _walls(b),
        "doors": [],
    }


def _walls(b: Board) -> list[list[int]]:
    """Return the edges between floor and wall, in corner coordinates."""
    found = []
    for square in range(b.squares):
        if not b.walls >> square & 1:
            continue
        x, y = b.xy(square)
        edges = (
            (0, -1, x, y, x + 1, y),
            (0, 1, x, y + 1, x + 1, y + 1),
            (-1, 0, x, y, x, y + 1),
            (1, 0, x + 1, y, x + 1, y + 1),
        )
        for dx, dy, *line in edges:
            u, v = x + dx, y + dy
            if 0 <= u < b.width and 0 <= v < b.height and not b.walls >> v * b.width + u & 1:
                found.append(list(line))
    return sorted(found)


def half_text(half: Half) -> str:
    """Return what a half does, with its mark (GH-4.5, GH-4.6)."""
    return f"{half.text}{' [X]' if half.bury else ' [/]' if half.active else ''}"


def _ability(card: Card) -> Text:
    icon, tone = looks().specialties[card.specialty]
    halves = [f"▲ {half_text(card.top)}", f"▼ {half_text(card.bottom)}"]
    return {
        "name": card.name,
        "kind": f"specialty.{card.specialty}",
        "icon": icon,
        "tone": tone,
        "text": f"({card.initiative}) ▲ {half_text(card.top)} ▼ {half_text(card.bottom)}",
        "corner": str(card.initiative),
        "face": halves,
        "lines": [f"Initiative {card.initiative}, level {card.level}", *halves],
        "rule": "GH-4.1",
    }


@lru_cache(maxsize=1)
def _cards() -> dict[str, Text]:
    """Return the texts of ability cards, items, perks and specialties."""
    things = box()
    found = {f"card.{card.id}": _ability(card) for card in things.cards.values()}
    for item in things.items.values():
        icon, tone = looks().items[item.kind]
        found[f"item.{item.id}"] = {
            "name": item.name,
            "kind": f"item.{item.kind}",
            "icon": icon,
            "tone": tone,
            "text": item.text,
            "rule": "GH-5.3" if item.kind != "neural_chip" else "GH-5.4",
        }
    for perk in things.perks.values():
        icon, tone = looks().specialties[perk.specialty]
        found[f"perk.{perk.id}"] = {
            "name": perk.name,
            "kind": "l.perk",
            "icon": icon,
            "tone": tone,
            "text": perk.text,
            "rule": "GH-24.3",
        }
    for name in SPECIALTIES:
        icon, tone = looks().specialties[name]
        cards = [card for card in things.cards.values() if card.specialty == name]
        perks = [perk for perk in things.perks.values() if perk.specialty == name]
        found[f"specialty.{name}"] = {
            "name": f"specialty.{name}",
            "kind": "l.specialty",
            "icon": icon,
            "tone": tone,
            "text": f"specialty.{name}_text",
            "lines": [
                *(f"{card.level}: {card.name} ▲ {card.top.text} ▼ {card.bottom.text}" for card in cards),
                *(f"{perk.name}: {perk.text}" for perk in perks),
            ],
            "rule": "GH-3.2",
        }
    return found


def row_text(row: Row, *, rolled: bool = False) -> str:
    """Return a row of an action table as a line; the one rolled stands out."""
    when = "no turn" if row.initiative is None else str(row.initiative)
    return f"{'▶ ' if rolled else ''}{row.roll} ({when}): {row.text}"


@lru_cache(maxsize=32)
def _tables(sheet: str) -> dict[str, Text]:
    """Return the villains' action tables: as a whole, and with each row lit."""
    found: dict[str, Text] = {}
    for table in box().sheets[sheet].tables:
        for roll in range(7):
            row = next((row for row in table.rows if row.roll == roll), None)
            found[table_card(sheet, table.name, roll)] = {
                "name": table.name,
                "kind": "l.table",
                "icon": "die",
                "tone": "crimson",
                "text": row_text(row) if row else "l.not_rolled",
                "lines": [row_text(other, rolled=other is row) for other in table.rows],
                "rule": "GH-6.4",
            }
    return found


def table_card(sheet: str, table: str, roll: int) -> str:
    """Return the static id of an action table with the row of `roll` lit (0: none)."""
    return f"table.{sheet}.{table}.{roll}"


@lru_cache(maxsize=1)
def _sheets() -> dict[str, Text]:
    """Return the scenario sheets: goal and special instructions."""
    return {
        f"sheet.{sheet.id}": {
            "name": sheet.name,
            "kind": "l.sheet",
            "icon": "scroll",
            "tone": "amber",
            "text": sheet.win_text,
            "lines": [sheet.win_text, sheet.loss_text, *(rule.text for rule in sheet.rules)],
            "rule": f"GH{sheet.id}-1",
        }
        for sheet in box().sheets.values()
    }


@lru_cache(maxsize=1)
def _passages() -> dict[str, Text]:
    """Return the passages of the plot."""
    return {
        f"passage.{passage.id}": {
            "name": f"passage.{passage.id}",
            "kind": "l.passage",
            "icon": "tome",
            "tone": "gold",
            "text": passage.text,
            "rule": "GH-23.1",
        }
        for passage in passages().values()
    }
