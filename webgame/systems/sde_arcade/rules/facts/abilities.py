"""Lasting effects and the keywords of a figure at this moment (AB-1, AE-4, HA-12)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from webgame.systems.sde_arcade.cards import Effect, box
from webgame.systems.sde_arcade.rules.facts.figures import (
    card,
    is_enemy,
)
from webgame.systems.sde_arcade.rules.facts.keywords import carried, carriers, carries, standing
from webgame.systems.sde_arcade.rules.facts.places import near, on_tile
from webgame.systems.sde_arcade.rules.facts.sights import sees
from webgame.systems.sde_arcade.state import OFF, PARTY, Figure, State


def lasting(s: State, fig: Figure) -> list[Effect]:
    """Return the lasting effects on a figure: its own, and the auras that reach it (AE-4).

    An aura is for friends unless its `whom` says enemies or all (HA-12). Two auras of the same action don't
    add up (AB-2).
    """
    party = fig.kind in PARTY
    if not _touched(s, party):
        return []
    group: Iterable[Figure] = s.members.values() if party else [*s.monsters.values(), *s.members.values()]
    found = [entry.effect for entry in fig.lasting if "area" not in entry.effect]
    known: list[tuple[str, Effect]] = []
    for other in group:
        for entry in other.lasting:
            if "area" not in entry.effect or (entry.name, entry.effect) in known:
                continue
            if other.at == OFF or fig.at == OFF or not _meant(entry.effect, other, fig):
                continue
            if entry.effect.get("among", "") not in getattr(card(fig), "type", ""):
                continue
            reach_ = int(entry.effect["area"].rpartition(" ")[2])
            if near(s, other, fig, reach_) and sees(s, other, fig):  # AE-1
                known.append((entry.name, entry.effect))
                found.append(entry.effect)
    return found


def _meant(aura: Effect, user: Figure, fig: Figure) -> bool:
    """Whether an aura of `user` is for a figure (HA-12)."""
    whom = aura.get("whom", "friends")
    if user is fig:
        return whom != "enemies" and aura.get("except") != "self"
    return bool(whom == "all" or (whom == "enemies") == is_enemy(user, fig))


def abilities(s: State, fig: Figure) -> frozenset[str]:
    """Return all keywords of a figure now (AB-1): printed, worn, lent by its gang, of auras, lasting."""
    found = standing(s, fig)
    effects = lasting(s, fig)
    if not effects:
        return found
    gained = {e["ability"] for e in effects if e["op"] == "gain_ability"}
    lost = {e["ability"] for e in effects if e["op"] == "lose_ability"}
    return (found | gained) - lost


@cache
def _in_auras() -> frozenset[str]:
    """Return the keywords that auras of monsters' actions give or take (AE-4)."""
    actions = [action for model in box().monsters.values() for action in model.unique]
    actions += [action for card in box().gangs.values() for lent in card.lends for action in lent.unique]
    effects = [e for action in actions if (action.area or "").startswith("Aura") for e in action.effects]
    return frozenset(str(effect["ability"]) for effect in effects if "ability" in effect)


def _touched(s: State, party: bool) -> bool:
    """Whether there are lasting effects that may concern the party (those on it), or a monster (any)."""
    for member in s.members.values():
        if member.lasting:
            return True
    if not party:
        for monster in s.monsters.values():
            if monster.lasting:
                return True
    return False


def has(s: State, fig: Figure, keyword: str) -> bool:
    """Whether a figure has a keyword now: as `abilities`, but only what may give this one is looked at."""
    if fig.lasting or ((fig.kind in PARTY or keyword in _in_auras()) and _touched(s, fig.kind in PARTY)):
        for effect in lasting(s, fig):
            if effect.get("ability") == keyword:
                return effect["op"] == "gain_ability" and keyword in abilities(s, fig)
    return carries(s, fig, keyword)


def among(s: State, fig: Figure, words: frozenset[str]) -> frozenset[str]:
    """Return which of some keywords a figure has now: as `abilities`, but only at these is looked."""
    if fig.lasting or fig.kind in PARTY or not words.isdisjoint(_in_auras()):
        if lasting(s, fig):
            return words & abilities(s, fig)
    return carried(s, fig, words)


def holders(s: State, figures: Iterable[Figure], keyword: str) -> list[Figure]:
    """Return those of some figures that have a keyword now."""
    if keyword in _in_auras():
        return [fig for fig in figures if has(s, fig, keyword)]
    able = carriers(keyword)
    return [
        fig
        for fig in figures
        if (fig.lasting or fig.card in able or fig.kind in PARTY) and has(s, fig, keyword)
    ]


def immune(s: State, fig: Figure, status: str) -> bool:
    """Whether a figure can't suffer a status effect (Immune; ST-11)."""
    return fig.kind == "spawning_point" or bool(among(s, fig, _immunities(status)))


@cache
def _immunities(status: str) -> frozenset[str]:
    """Return the keywords that protect from a status effect (Immune)."""
    return frozenset(("Immune: All", "Immune: Status Effects", f"Immune: {status}"))


def target_limit(s: State, fig: Figure) -> int | None:
    """Return from how far off enemies may target a figure at most, None if no card says (EX-3)."""
    limits = [
        int(entry.effect["squares"])
        for entry in fig.lasting
        if entry.effect["op"] == "target_limit" and on_tile(s, fig, entry.effect["tile"])
    ]
    return min(limits, default=None)


def forbidden(s: State, fig: Figure, what: str) -> str | None:
    """Return the name of a lasting effect that forbids `what` (potions, move) to a figure, or None."""
    for entry in fig.lasting:
        if entry.effect["op"] == "forbid" and entry.effect["what"] == what:
            return entry.name
    return None
