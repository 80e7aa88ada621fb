"""Entries of tiles and their effects, of keywords, of dice."""

from __future__ import annotations

from collections.abc import Iterator

from webgame.engine.book import Entry, Item, Line, Section
from webgame.systems.sde_arcade.book.entries import entry, link, section
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.looks import looks

CATEGORIES = {
    "area": "area_effect",
    "control": "control_effect",
    "status": "status_effect",
    "trap": "trap_shape",
}
KEYWORD_LOOKS = {
    "ability": ("tome", "indigo"),
    "area_effect": ("fire", "orange"),
    "control_effect": ("move", "sky"),
    "trap_shape": ("trap", "crimson"),
}
TILE_TONES = {"negative": "rust", "neutral": "silver", "blessing": "gold", "impassable": "grey"}
_TERMLESS = (
    "Area",
    "Line",
    "Cursed, Luck",
    "Student",
    "Pet",
    "Wonder",
)  # words that mostly mean other things


def tiles() -> Iterator[Entry]:
    """Return the sides of tiles."""
    for side in box().tiles.values():
        found = [e for e in box().effects.values() if any(e.code in row for row in side.rows)]
        sections = [section("l.book_effects", (link("effect", e.name, text=e.text) for e in found))]
        look = {"name": f"{side.name} ({side.id})", "kind": "l.tile", "icon": "campaign", "tone": "forest"}
        yield entry("tile", side.id, (side.theme,), [], sections, {**look, "text": side.text})


def tile_effects() -> Iterator[Entry]:
    """Return the tile effects."""
    for effect in box().effects.values():
        tags = (f"l.book_sign_{effect.sign}",)
        look = {"name": effect.name, "kind": "l.tile_effect", "icon": looks().effects[effect.name]}
        look |= {"tone": TILE_TONES[effect.sign], "text": effect.text}
        yield entry("effect", effect.name, tags, [], [], look, names=(effect.name,))


def statuses() -> Iterator[Entry]:
    """Return the status effects."""
    for status in box().status_texts.values():
        icon, tone = looks().status[status.name]
        sections = [
            Section("l.book_as_monster", text=status.monster_effect),
            Section("l.book_ends", text=status.ends[:1].upper() + status.ends[1:] + "."),
        ]
        look = {
            "name": status.name,
            "kind": "l.status_effect",
            "icon": icon,
            "tone": tone,
            "text": status.text,
        }
        yield entry("keyword", status.name, (), [], sections, look, names=(status.name,))


def keywords() -> Iterator[Entry]:
    """Return the keywords that have no entry as a status effect or on the map."""
    for order in ("ability", "area_effect", "control_effect", "trap_shape"):
        for word in sorted(box().abilities.values(), key=lambda a: a.name):
            kind = CATEGORIES.get(word.category, "ability")
            if kind == order and word.name not in box().status_texts and word.name not in box().effects:
                icon, tone = KEYWORD_LOOKS[kind]
                look = {"name": word.name, "kind": f"l.{kind}", "icon": icon, "tone": tone, "text": word.text}
                names = () if word.name in _TERMLESS else (word.name,)
                yield entry("keyword", word.name, (), [], [], look, names=names)


def dice() -> Iterator[Entry]:
    """Return the dice."""
    for code, die in box().dice.items():
        stars = [face.get("stars", 0) for face in die.faces]
        faces = [
            Item(
                "",
                tags=tuple(f"l.{s}" for s, n in face.items() for _ in range(n)),
                face=tuple(looks().symbols[s] for s, n in face.items() for _ in range(n)),
                tone=looks().dice[code],
            )
            for face in die.faces
        ]
        lines = [
            Line("l.book_average", f"{sum(stars) / len(stars):.2f}", icon="star"),
            Line("l.book_most", str(max(stars)), icon="star"),
        ]
        look = {"name": f"l.die_{code}", "kind": "l.die", "icon": "die", "tone": looks().dice[code]}
        sections = [Section("l.book_faces", tuple(faces))]
        yield entry("die", code, (), lines, sections, {**look, "text": box().dice_texts[code]})
