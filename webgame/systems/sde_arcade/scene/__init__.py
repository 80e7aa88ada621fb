"""The scene: the table of Super Dungeon Explore in the drawing vocabulary of the engine."""

from __future__ import annotations

from webgame.engine.scene import Scene
from webgame.systems.sde_arcade.scene import pieces, piles, sheets, tracks
from webgame.systems.sde_arcade.scene.backdrop import static, static_key, terrain
from webgame.systems.sde_arcade.scene.card_texts import texts
from webgame.systems.sde_arcade.state import State

__all__ = ["scene", "static", "static_key", "terrain", "texts"]


def scene(s: State) -> Scene:
    """Return the whole scene; everything on the table is public."""
    return {
        "board": {"main": {"kind": "squares", "w": s.width, "h": s.height}},
        "pieces": pieces.pieces(s),
        "tokens": pieces.tokens(s),
        "areas": piles.areas(s),
        "cards": piles.cards(s),
        "sheets": {m.id: sheets.sheet(s, m, i) for i, m in enumerate(s.members.values())},
        "tracks": tracks.tracks(s),
        "turn": {"now": tracks.turn(s)},
    }
