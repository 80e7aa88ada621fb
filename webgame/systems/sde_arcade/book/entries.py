"""Pieces of entries of the book: how an entry looks, its sections, links, actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from webgame.engine.book import Entry, Item, Line, Section
from webgame.systems.sde_arcade.cards import Action, Unique, box
from webgame.systems.sde_arcade.looks import looks, manner, page
from webgame.systems.sde_arcade.rules.effects import ability_name, ability_text
from webgame.systems.sde_arcade.scene.card_texts import texts

KIND_RULES = {  # the rules on what a kind of card is
    "hero": ("HA-1", "HA-10", "PO-2", "AF-1"),
    "pet": ("PT-1",),
    "spawning_point": ("SU-12", "CM-1", "CM-2"),
    "elite": ("GA-2",),
    "minion": ("GA-2", "GA-9"),
    "gang": ("GA-5", "GA-6", "GA-11"),
    "mini_boss": ("GA-4", "PU-14"),
    "dungeon_boss": ("GA-4", "PU-15"),
    "creep": ("CR-1", "CR-4"),
    "boo_booty": ("BB-1",),
    "form": ("SH-1",),
    "trap": ("TR-1", "TR-7"),
    "tile": ("MP-1",),
    "tile_effect": ("TE-1",),
    "status_effect": ("ST-1", "ST-2"),
    "ability": ("AB-1",),
    "area_effect": ("AE-1",),
    "control_effect": ("CE-1",),
    "trap_shape": ("TR-1",),
    "die": ("DR-1",),
}


def entry(
    kind: str,
    name: str,
    tags: tuple[str, ...],
    lines: Iterable[Line],
    sections: Iterable[Section | None],
    look: Mapping[str, Any] | None = None,
    names: tuple[str, ...] = (),
) -> Entry:
    """Return an entry that looks as the table shows the card `kind`.`name`, or as `look` says."""
    look = look or texts()[f"{kind}.{name}"]
    shown = {"l.model": "l.base"}.get(look["kind"], look["kind"])  # treasure of the base deck or of a model
    parts = tuple(section for section in sections if section is not None)
    deeds = [item.name for section in parts if not section.short for item in section.items if item.name]
    rules = dict.fromkeys([*([look["rule"]] if "rule" in look else []), *KIND_RULES.get(shown[2:], ())])
    return Entry(
        page(kind, name),
        shown,
        look["name"],
        look["text"],
        look["icon"],
        look["tone"],
        tags,
        tuple(lines),
        parts,
        tuple(rules),
        names or ((look["name"],) if kind in ("model", "trap") else ()),
        tuple(dict.fromkeys(deeds)) if kind in ("hero", "model", "gang") else (),
    )


def section(title: str, items: Iterable[Item], short: bool = False) -> Section | None:
    """Return a section of an entry, None without items."""
    found = tuple(items)
    return Section(title, found, short=short) if found else None


def ability(keyword: str) -> Item:
    """Return an ability as a card prints it, and what it means."""
    word = ability_name(keyword)
    at = "effect" if word in box().effects else "keyword"
    icon, tone = looks().status.get(word, ("tome", "indigo"))
    return Item(keyword, ability_text(keyword), page(at, word), icon, tone)


def deed(action: Action, potion: bool = False) -> Item:
    """Return an action or potion of a card."""
    icon, tone = manner(action)
    tags = [f"l.{action.kind}"]
    if action.timing:
        tags.append(f"l.book_timing_{action.timing}")
    if action.owner_only:
        tags.append("l.book_owner_only")
    return Item(
        action.name,
        action.text,
        icon="potion" if potion else icon,
        tone="crimson" if tone == "attack" else "forest",
        cost=action.cost,
        unit=("l.book_token" if action.cost == 1 else "l.book_tokens") if potion else "l.book_ap",
        tags=tuple(tags),
    )


def unique_deed(unique: Unique) -> Item:
    """Return a unique action of a monster."""
    tone, icon = ("crimson", "crossed-swords") if unique.kind == "offense" else ("forest", "surge")
    unit = "l.book_ac" if unique.ac_cost else ""
    return Item(
        unique.name, unique.text, "", icon, tone, cost=unique.ac_cost, unit=unit, tags=(f"l.{unique.kind}",)
    )


def link(kind: str, name: str, count: int = 0, note: str = "", text: str = "") -> Item:
    """Return a link to another entry."""
    look = texts().get(f"{kind}.{name}")
    if look is None:
        icon = {
            "gang": "team",
            "trap": looks().traps.get(name, "trap"),
            "effect": looks().effects.get(name, ""),
        }[kind]
        look = {"name": name, "icon": icon, "tone": {"gang": "rust", "trap": "crimson"}.get(kind, "silver")}
    tags = (note,) if note else ()
    return Item(look["name"], text, page(kind, name), look["icon"], look["tone"], count, tags=tags)


def copies(count: int) -> list[Line]:
    """Return the line that tells how often a card is in its deck."""
    return [Line("l.book_copies", str(count), icon="cards")] if count else []
