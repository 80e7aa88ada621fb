"""The static part of a scene: board, terrain, card texts, dice, theme."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Any

from webgame.engine.masks import bits
from webgame.systems.sde_arcade import cards
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.looks import looks
from webgame.systems.sde_arcade.scene.card_texts import texts
from webgame.systems.sde_arcade.state import State


def static_key(s: State) -> str:
    """Return a name that changes with box, layout and locked doors."""
    locked = "".join("x" if tile.locked else "-" for tile in s.tiles)
    return f"{cards.digest()}-{sha256(s.dungeon.encode()).hexdigest()[:12]}-{locked}"


def static(s: State) -> dict[str, Any]:
    """Return board, terrain, card texts, dice and theme."""
    lay = layout(s)
    return {
        "theme": {"name": "l.game", "tone": "forest", "goal": "l.goal"},
        "board": {
            "w": s.width,
            "h": s.height,
            "floor": _floor(s),
            "tiles": [
                {
                    "x": t.x,
                    "y": t.y,
                    "w": lay.size,
                    "h": lay.size,
                    "name": box().tiles[t.side].name,
                    "theme": box().tiles[t.side].theme,
                }
                for t in s.tiles
            ],
            "terrain": {name: list(bits(mask)) for name, mask in sorted(lay.effects.items()) if mask},
            "walls": [list(wall) for wall in sorted(lay.grid.wall_segments())],
            "doors": _doors(s),
        },
        "terrain": terrain(),
        "cards": texts(),
        "dice": {
            code: {
                "name": f"l.die_{code}",
                "tone": looks().dice[code],
                "faces": [dict(face) for face in die.faces],
            }
            for code, die in box().dice.items()
        },
        "symbols": {name: {"name": f"l.{name}", "icon": icon} for name, icon in looks().symbols.items()},
    }


def _doors(s: State) -> list[list[int | str]]:
    """Return the sides of squares where a doorway leads on, closed if a tile is locked (EX-12)."""
    doors: list[list[int | str]] = []
    for doorway in layout(s).doorways:
        if doorway.joined < 0 or doorway.side not in "ES":
            continue
        shut = s.tiles[doorway.tile].locked or s.tiles[doorway.joined].locked
        for square in bits(doorway.squares):
            x, y = square % s.width + 1, square // s.width + 1
            start = [x, y - 1] if doorway.side == "E" else [x - 1, y]
            doors.append([*start, x, y, "closed" if shut else "open"])
    return doors


def _floor(s: State) -> list[str]:
    floor = layout(s).grid.floor
    return [
        "".join("." if floor >> (y * s.width + x) & 1 else "#" for x in range(s.width))
        for y in range(s.height)
    ]


@lru_cache(maxsize=1)
def terrain() -> dict[str, Any]:
    """Return the look and text of every tile effect."""
    tones = {"negative": "negative", "neutral": "neutral", "blessing": "blessing", "impassable": "blocked"}
    return {
        e.name: {"name": e.name, "icon": looks().effects[e.name], "tone": tones[e.sign], "text": e.text}
        for e in box().effects.values()
    }
