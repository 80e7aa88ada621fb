"""The text of every card, as it is read on the table and in the book."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.looks import icon_of, looks, page
from webgame.systems.sde_arcade.rules.effects import ability_text


@lru_cache(maxsize=1)
def texts() -> dict[str, Any]:
    """Return the text of every card that can come into view; `entry` is its place in the book."""
    found: dict[str, Any] = {}
    for held in box().equipment.values():
        icon, tone = looks().slots[held.slot]
        found[f"card.{held.name}"] = {
            "name": held.name,
            "kind": f"l.{held.kind}",
            "icon": icon,
            "tone": tone,
            "text": held.text,
            "rule": "PU-6",
        }
    for wonder in box().wonders.values():
        found[f"card.{wonder.name}"] = {
            "name": wonder.name,
            "kind": "l.wonder",
            "icon": icon_of(wonder.pet, "pet"),
            "tone": "amber",
            "text": wonder.text,
            "rule": "PT-1",
        }
    for explore in box().explore.values():
        found[f"explore.{explore.name}"] = {
            "name": explore.name,
            "kind": "l.explore",
            "icon": "campaign",
            "tone": "teal",
            "text": explore.text,
            "rule": "EX-3",
        }
    for command in box().commands.values():
        lines = [f"l.step_{step.command}" for step in command.steps for _ in range(step.times)]
        found[f"command.{command.name}"] = {
            "name": command.name,
            "kind": "l.command",
            "icon": "overlord",
            "tone": "crimson",
            "text": command.text,
            "lines": lines,
            "rule": "MA-8",
        }
    for hero in box().heroes.values():
        found[f"hero.{hero.id}"] = {
            "name": hero.name,
            "kind": "l.hero",
            "icon": icon_of(hero.id),
            "tone": "gold",
            "text": hero.text,
        }
    for model in box().monsters.values():
        found[f"model.{model.name}"] = _model_text(model.name)
    for pet in box().pets.values():
        found[f"model.{pet.name}"] = {
            "name": pet.name,
            "kind": "l.pet",
            "icon": icon_of(pet.name, "pet"),
            "tone": "amber",
            "text": pet.text,
        }
    for id, text in found.items():
        text["entry"] = page(*id.split(".", 1))
    return found


def _model_text(name: str) -> dict[str, Any]:
    model = box().monsters[name]
    lines = []
    if model.gang:
        gang = box().gangs[model.gang]
        lines.append(
            f"{gang.name}: {gang.gang.ac}/{gang.gang.STR}/{gang.gang.RNG} "
            f"({', '.join(b['model'] for b in gang.bonded)})"
        )
        for lent in gang.lends:
            lines.append(f"{lent.model}: {', '.join([*lent.abilities, *(u.name for u in lent.unique)])}")
    lines += [f"{a}: {ability_text(a)}" for a in model.abilities]
    lines += [f"{u.name}: {u.text}" for u in model.unique]
    return {
        "name": name,
        "kind": f"l.{model.rank}",
        "icon": icon_of(name, model.rank),
        "tone": looks().tones.get(model.rank, "crimson"),
        "text": model.text,
        "lines": lines,
        "rule": "GA-3",
    }
