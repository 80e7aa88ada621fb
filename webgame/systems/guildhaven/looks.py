"""How things look: icon names and colour words of the drawing vocabulary, from `box/looks.json`."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from webgame.systems.guildhaven.box import FOLDER, Step
from webgame.systems.guildhaven.state import Unit

Look = tuple[str, str]
"""Icon and tone."""


class Looks(msgspec.Struct, frozen=True):
    """Icons and tones by name or kind."""

    figures: dict[str, str]
    kinds: dict[str, str]
    tones: dict[str, str]
    conditions: dict[str, Look]
    tokens: dict[str, Look]
    specialties: dict[str, Look]
    items: dict[str, Look]
    infusion: dict[str, str]


@lru_cache(maxsize=1)
def looks() -> Looks:
    """Return the looks; read once."""
    return msgspec.json.decode((FOLDER / "looks.json").read_bytes(), type=Looks)


def icon_of(unit: Unit) -> str:
    """Return the icon of a unit by its type, or of its kind."""
    return looks().figures.get(unit.type) or looks().kinds[unit.kind]


def tone_of(unit: Unit) -> str:
    """Return the tone of a unit; Beta villains have their own."""
    kind = "beta" if unit.kind == "villain" and unit.beta else unit.kind
    return looks().tones[kind]


def steps_icon(steps: list[Step]) -> str:
    """Return the icon of what a half or an item does: its first line that says something."""
    for step in steps:
        match step["op"]:
            case "attack" | "damage" | "bleed" | "throw":
                if step.get("shape"):
                    return "fire"
                return "high-shot" if int(step.get("range", 1)) > 1 else "crossed-swords"
            case "charge":
                return "mounted-knight"
            case "move" | "jump" | "fly" | "teleport":
                return "move"
            case "shield" | "retaliate":
                return "shield"
            case "heal" | "cleanse" | "recover":
                return "heal"
            case "affect":
                return "hex"
            case "summon":
                return "spawn"
            case "persistent" | "advantage_next" | "grant" | "passive":
                return "level-up"
            case _:
                continue
    return "activate"


def steps_kind(steps: list[Step]) -> str:
    """Return whether steps are meant to hurt ("offense") or not ("support")."""
    harmful = ("attack", "damage", "bleed", "throw", "charge", "affect")
    return "offense" if any(step["op"] in harmful for step in steps) else "support"
