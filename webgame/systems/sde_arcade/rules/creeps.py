"""Invader: a creep that puts itself on a Hero's card in place of fighting (CR-4, FI-5)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.game import Play
from webgame.engine.system import FRAME
from webgame.systems.sde_arcade.rules import equipment, facts
from webgame.systems.sde_arcade.state import OFF, Member, Monster, State


def is_invader(s: State, monster: Monster) -> bool:
    """Whether a creep uses Invader in place of attacks (FI-5)."""
    return monster.kind == "creep" and "Invader" in facts.monster_card(monster).abilities


def invade(g: Play, creep: Monster, hero: Member) -> Generator[Any, Any, None]:
    """Move a creep from the map onto a Hero's card, where it stays until that Hero destroys it (CR-4)."""
    g.emit(
        "ev.invades",
        "CR-4",
        {"type": "gone", "piece": creep.id, "n": 0},
        who=facts.name(creep),
        target=facts.name(hero),
    )
    creep.at = OFF
    creep.host = hero.id
    hero.invaders.append(creep.id)
    equipment.clamp(g, hero)
    yield FRAME
