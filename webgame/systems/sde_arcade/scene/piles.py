"""Cards beside the map: backpack, explore cards in force, the command card, decks."""

from __future__ import annotations

from webgame.engine.scene import Record
from webgame.systems.sde_arcade.state import State


def areas(s: State) -> dict[str, Record]:
    """Return the places for cards: backpack, tiles with cards in force, the command in play, decks."""
    found: dict[str, Record] = {
        "backpack": {
            "name": "l.backpack",
            "kind": "row",
            "count": len(s.backpack) + len(s.kept),
            "order": 0,
            "icon": "backpack",
        }
    }
    for i, tile in enumerate(s.tiles):
        if tile.cards:
            found[f"tile.{i}"] = {
                "name": "l.tile_cards",
                "n": i + 1,
                "kind": "row",
                "count": len(tile.cards),
                "order": i + 1,
                "icon": "campaign",
            }
    if s.turn.card:
        found["command"] = {"name": "l.command", "kind": "row", "count": 1, "order": 10, "icon": "overlord"}
    for i, deck in enumerate((s.loot, s.treasure, s.explore, s.command)):
        found[f"deck.{deck.name}"] = {
            "name": f"l.deck_{deck.name}",
            "kind": "pile",
            "count": len(deck.draw_pile),
            "discarded": len(deck.discard_pile),
            "order": 20 + i,
            "icon": "cards",
        }
    return found


def cards(s: State) -> dict[str, Record]:
    """Return the cards that lie open."""
    found: dict[str, Record] = {}
    copies: dict[str, int] = {}
    for order, card in enumerate(s.backpack):
        copies[card] = copies.get(card, 0) + 1
        name = card if copies[card] == 1 else f"{card}#{copies[card]}"
        found[name] = {"area": "backpack", "card": f"card.{card}", "order": order, "state": ""}
    for i, tile in enumerate(s.tiles):
        for order, card in enumerate(tile.cards):
            found[f"tile.{i}.{order}"] = {
                "area": f"tile.{i}",
                "card": f"explore.{card}",
                "order": order,
                "state": "",
            }
    for order, card in enumerate(s.kept):
        found[f"kept.{order}"] = {
            "area": "backpack",
            "card": f"explore.{card}",
            "order": 100 + order,
            "state": "",
        }
    if s.turn.card:
        found["command"] = {"area": "command", "card": f"command.{s.turn.card}", "order": 0, "state": ""}
    return found
