"""How things look: icon names and colour words of the drawing vocabulary, from box/looks.json."""

from __future__ import annotations

from functools import cache

import msgspec

from webgame.systems.sde_arcade.cards import BOX


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
