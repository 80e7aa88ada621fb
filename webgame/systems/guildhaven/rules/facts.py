"""Questions about the table that many rules ask: who is whose enemy, what stands where, what a sheet adds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from webgame.engine.masks import bits, mask_of
from webgame.systems.guildhaven.board import Board, board
from webgame.systems.guildhaven.box import Sheet, SpecialRule, box
from webgame.systems.guildhaven.rules import perks
from webgame.systems.guildhaven.state import OFF, State, Unit

BLOCKS = {"vehicle": 2, "generator_giant": 2}
"""Tokens that fill their squares, and their size."""


def sheet(s: State) -> Sheet:
    """Return the sheet on the table."""
    return box().sheets[s.table.sheet]


def ground(s: State) -> Board:
    """Return the board on the table."""
    return board(s.table.sheet)


def rules_for(s: State, trigger: str) -> Iterator[SpecialRule]:
    """Yield the sheet's special rules with a trigger."""
    for rule in sheet(s).rules:
        if rule.trigger == trigger or rule.effect.get("from") == trigger:
            yield rule


def standing(s: State, op: str) -> Iterator[dict[str, Any]]:
    """Yield the sheet's continuous effects of a kind that hold now."""
    for rule in rules_for(s, "continuous"):
        if rule.effect["op"] == op and holds(s, rule.effect.get("while")):
            yield rule.effect


def number_of(s: State, op: str, otherwise: str) -> str:
    """Return the number of the sheet's special rule with an op, `otherwise` if it has none."""
    return next((rule.rule for rule in sheet(s).rules if rule.effect["op"] == op), otherwise)


def is_called(unit: Unit, name: str) -> bool:
    """Whether a sheet means this unit: by its type, or by type and number ("Gunner 5")."""
    return name == unit.type or name == f"{unit.type} {unit.number}"


def in_play(s: State, type: str) -> int:
    """Return how many villains of a type are in play (GH-23)."""
    return sum(1 for _ in s.villains(type))


def holds(s: State, condition: Any, unit: Unit | None = None) -> bool:
    """Whether the `if` or `while` of a special rule holds (nothing said: it does), for a unit or the hero."""
    if condition in (None, "hero_adjacent"):  # next to a token: its op sees to that
        return True
    if condition == "a Hemobot is in play":
        return in_play(s, "Hemobot Swarm") > 0
    if isinstance(condition, str) and condition.startswith("phase:"):
        return any(unit.phase == condition.removeprefix("phase:") for unit in s.villains())
    if not isinstance(condition, dict):
        raise ValueError(f"no condition {condition!r} is known")
    if "infusion" in condition:
        return s.table.infusion < 0 if condition["infusion"] == "light" else s.table.infusion > 0
    if "alive" in condition:
        return in_play(s, condition["alive"]) > 0
    if "count_of" in condition:
        return in_play(s, condition["count_of"]) >= int(condition.get("min", 1))
    if "count_in_play" in condition:
        wanted = condition["count_in_play"]
        return bool(wanted.get("min", 0) <= in_play(s, wanted["type"]) <= wanted.get("max", 10**6))
    if "adjacent_to" in condition:
        return beside(s, unit or s.me, condition["adjacent_to"])
    if "hero_in_zone" in condition:
        return s.me.at in sheet(s).map.zone(condition["hero_in_zone"])
    if "specialty" in condition:
        return condition["specialty"] in s.hero.specialties
    raise ValueError(f"no condition {condition!r} is known")


# -- where things stand --------------------------------------------------------------------------------------


def squares(s: State, unit: Unit, at: int | None = None) -> int:
    """Return the squares a unit fills (if it stood at `at`)."""
    place = unit.at if at is None else at
    return ground(s).block(place, unit.size) if place != OFF else 0


def filled(s: State, but: Unit | None = None) -> int:
    """Return the squares filled by units and by tokens that block."""
    mask = 0
    for unit in s.on_board():
        if unit is not but:
            mask |= squares(s, unit)
    for kind, size in BLOCKS.items():
        for at in s.table.tokens.get(kind, ()):
            mask |= ground(s).block(at, size)
    return mask


def empty(s: State, but: Unit | None = None) -> int:
    """Return the empty squares on which a unit may stand."""
    return ground(s).ground & ~filled(s, but)


def room(s: State, unit: Unit, free: int) -> int:
    """Return where a unit may stand (its north-west square) so that all its squares are in `free`."""
    if unit.size == 1:
        return free
    grid = ground(s)
    spots = 0
    for square in bits(free):
        block = grid.block(square, unit.size)
        if block and block & free == block:
            spots |= 1 << square
    return spots


def unit_on(s: State, square: int) -> Unit | None:
    """Return the unit that fills a square."""
    for unit in s.on_board():
        if squares(s, unit) >> square & 1:
            return unit
    return None


def gap(s: State, a: Unit, b: Unit, at: int | None = None) -> int:
    """Return the square distance of two units (GH-22.14: of their nearest squares)."""
    grid = ground(s)
    if a.at == OFF or b.at == OFF:
        return 99
    if a.size == b.size == 1:
        return grid.distance(a.at if at is None else at, b.at)
    ones, others = list(bits(squares(s, a, at))), list(bits(squares(s, b)))
    return min(grid.distance(one, other) for one in ones for other in others)


def beside(s: State, unit: Unit, name: str) -> bool:
    """Whether a unit stands next to a villain of a type or to a token that fills its squares (E, X)."""
    grid = ground(s)
    if name in BLOCKS:
        blocks = [grid.block(at, BLOCKS[name]) for at in s.table.tokens.get(name, ())]
        return any(grid.near(at, 1) & block for block in blocks for at in bits(squares(s, unit)))
    return any(gap(s, unit, other) == 1 for other in s.villains(name) if other.at != OFF)


# -- friends and enemies -------------------------------------------------------------------------------------


def are_enemies(a: Unit, b: Unit) -> bool:
    """Whether two units fight each other (GH-22.3)."""
    return a.side != b.side


def enemies(s: State, unit: Unit) -> list[Unit]:
    """Return the enemies that a unit may choose as its focus (GH-22.3)."""
    only = [target for ally in sheet(s).allies if ally.name == unit.type for target in ally.targets]
    found = []
    for other in s.on_board():
        if not are_enemies(unit, other) or (only and other.type not in only):
            continue
        if other.kind == "object" and not _sees_as_enemy(s, unit, other):
            continue
        found.append(other)
    return found


def _sees_as_enemy(s: State, unit: Unit, thing: Unit) -> bool:
    return any(
        record.key == thing.type and record.counts_as_enemy_for == unit.type for record in sheet(s).objects
    )


# -- points in force -----------------------------------------------------------------------------------------


def shield(s: State, unit: Unit) -> int:
    """Return the SHIELD in force: permanent points, the sheet's, active cards and the condition (GH-16.2)."""
    points = unit.shield
    condition = unit.conditions.get("shield")
    if condition is not None:
        points += condition.n
    for effect in standing(s, "shield_per"):
        if is_called(unit, effect["unit"]):
            points += int(effect["n"]) * in_play(s, effect["per"])
    if unit.kind == "hero":
        points += bonus(s, "shield")
    return points


def retaliation(s: State, unit: Unit) -> list[tuple[int, int]]:
    """Return RETALIATE in force, as points and reach: permanent and as a condition (GH-16.8)."""
    found = [(unit.retaliate, 1)] if unit.retaliate else []
    condition = unit.conditions.get("retaliate")
    if condition is not None:
        found.append((condition.n, condition.reach))
    return found


def lasting(s: State) -> Iterator[dict[str, Any]]:
    """Yield the effects of the hero's active cards (GH-4.6)."""
    for id in s.table.piles.active:
        for half in (box().cards[id].top, box().cards[id].bottom):
            for step in half.steps:
                if half.active and step["op"] == "persistent":
                    yield from step["effects"]


def bonus(s: State, to: str) -> int:
    """Return the sum of the bonuses that active cards give."""
    return sum(e["n"] for e in lasting(s) if e["op"] == "bonus" and e["to"] == to and isinstance(e["n"], int))


def has(s: State, unit: Unit, condition: str) -> bool:
    """Whether a unit has a condition, or counts as having it by the sheet (M)."""
    if condition in unit.conditions:
        return True
    if unit.kind != "hero" or perks.immune(s.hero, condition):
        return False
    return any(
        effect.get("unit") == "hero" and effect["condition"] == condition and holds(s, effect.get("if"))
        for effect in standing(s, "give_condition")
    )


def immune(s: State, unit: Unit, what: str) -> bool:
    """Whether a unit cannot be given a condition, bled, pushed or pulled."""
    if unit.kind == "hero" and perks.immune(s.hero, what):
        return True
    return any(is_called(unit, effect["unit"]) and what in effect["to"] for effect in standing(s, "immune"))


def stays_in(s: State, unit: Unit) -> int:
    """Return the squares that an object may not leave once it is there (L), everywhere if it may."""
    for effect in standing(s, "stays_in"):
        zone = mask_of(sheet(s).map.zone(effect["zone"]))
        if unit.kind == "object" and effect["token"] == unit.type and zone >> unit.at & 1:
            return zone
    return ground(s).everywhere


def stands_on(s: State, unit: Unit, kind: str) -> bool:
    """Whether a unit stands on a token of a kind."""
    return unit.at in s.table.tokens.get(kind, ())
