"""How things look: icon names and colour words of the drawing vocabulary, from box/looks.json."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

import msgspec

from webgame.systems.sde_arcade import dungeon
from webgame.systems.sde_arcade.cards import BOX, Action, box

SIGNS = {"negative": "n", "neutral": "u", "blessing": "b", "impassable": "x"}
OTHER = {"#": "#", "D": "=", "S": "*"}  # squares of a tile that a small map shows, and how


class Looks(msgspec.Struct, frozen=True):
    """Icons by name or kind; pairs are icon and tone."""

    figures: dict[str, str]
    kinds: dict[str, str]
    tones: dict[str, str]
    tokens: dict[str, tuple[str, str]]
    traps: dict[str, str]
    status: dict[str, tuple[str, str]]
    effects: dict[str, str]
    slots: dict[str, tuple[str, str]]
    symbols: dict[str, str]
    dice: dict[str, str]


@cache
def looks() -> Looks:
    """Return the looks, read once."""
    return msgspec.json.decode((BOX / "looks.json").read_bytes(), type=Looks)


def icon_of(card: str, kind: str = "hero") -> str:
    """Return the icon of a figure by its card, or of its kind."""
    return looks().figures.get(card) or looks().kinds[kind]


def page(kind: str, name: str) -> str:
    """Return the address in the book of a card (hero, model, gang, card, explore, ...) by its name or id."""
    plain = unicodedata.normalize("NFKD", name.lower().replace("'", "")).encode("ascii", "ignore").decode()
    return f"{kind}.{re.sub(r'[^a-z0-9]+', '-', plain).strip('-')}"


def map_of(side: str, turn: int = 0) -> dict[str, Any]:
    """Return how a tile side looks as a small map, for the hint `looks` of options (engine/decision.py)."""
    signs = {effect.code: SIGNS[effect.sign] for effect in box().effects.values()}
    rows = ["".join(OTHER.get(c) or signs.get(c, ".") for c in row) for row in dungeon.plan(side, turn).rows]
    return {"map": rows, "tone": box().tiles[side].theme}


ATTACKS = {"melee": "crossed-swords", "magic": "wand", "missile": "pocket-bow"}  # icons by kind of range
BY_ATTRIBUTE = {"STR": "melee", "WILL": "magic", "DEX": "missile"}


def hurts(action: Action) -> bool:
    """Whether an action or potion is aimed at enemies: an attack, a contest, a status effect."""
    if action.kind == "offense":
        return True
    aims = action.range is not None or bool(action.area)
    friendly = action.augment or any(
        effect["op"] in ("move_chest", "give_potion") for effect in action.effects
    )
    return bool(action.vs or action.inflicts) or (aims and not friendly)


def manner(action: Action) -> tuple[str, str]:
    """Return icon and tone of an action: how it strikes, or what it brings."""
    if not hurts(action):
        heals = any(effect["op"] in ("heal_or_remedy", "heal_wound", "remedy") for effect in action.effects)
        return ("heal" if heals else "shield" if action.augment else "surge"), "help"
    if action.kind != "offense" and action.inflicts:
        return looks().status[action.inflicts[0]][0], "attack"
    kind = action.range.icon if action.range is not None else ""
    if kind not in ATTACKS:
        kind = BY_ATTRIBUTE.get(action.attr or "", "")
    return ATTACKS.get(kind, "surge"), "attack"
