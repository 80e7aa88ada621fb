"""A scenario file, typed, and the hero that the options of a game may name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from webgame.engine.measured import Measured
from webgame.engine.system import BadScenario, Options, Problem
from webgame.systems.guildhaven.box import SPECIALTIES, box


class HeroChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who the hero is (GH-3); what is left out is filled in, or with `ask` left to the players."""

    ask: bool = False
    name: str = "The Fury"
    specialties: tuple[str, str] = ("martial_arts", "super_senses")
    level: int = 1
    colour: str = ""
    perks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file: one sheet, or the campaign."""

    system: str
    name: str
    description: str
    sheet: str = ""
    campaign: bool = False
    level: int = 1  # of the hero
    items: int = 1  # drawn before it begins
    failures: int = 0  # tries lost before (GH-23.2)
    difficulty: str = ""
    hints: tuple[str, ...] = ()
    measured: Measured | None = None


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """Return the scenario typed; raise BadScenario with all that is wrong."""
    try:
        scenario = msgspec.convert(data, Scenario)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        raise BadScenario([Problem(where.rstrip("`").lstrip(".") or "(file)", what)]) from None
    problems = []
    if scenario.campaign and scenario.sheet:
        problems.append(Problem("sheet", "a campaign names no sheet: it begins at its first passage"))
    if not scenario.campaign and scenario.sheet not in box().sheets:
        there = ", ".join(box().sheets)
        problems.append(Problem("sheet", f"there is no sheet {scenario.sheet!r}; there are: {there}"))
    if scenario.level not in box().levels:
        problems.append(Problem("level", f"{scenario.level} is no level: 1 to 4 (GH-24.1)"))
    if not 0 <= scenario.items <= len(box().items):
        problems.append(Problem("items", f"{scenario.items} can't be drawn: 0 to {len(box().items)}"))
    if scenario.failures < 0:
        problems.append(Problem("failures", f"{scenario.failures} is too few: at least 0"))
    if problems:
        raise BadScenario(problems)
    return scenario


def hero_of(scenario: Scenario, options: Options) -> HeroChoice | None:
    """Return the hero that a game's options name, None if it is left to the players; raise BadScenario."""
    given = options.get("hero")
    if given is None:
        return None
    try:
        choice = msgspec.convert(given, HeroChoice)
    except msgspec.ValidationError as error:
        raise BadScenario([Problem("options.hero", str(error))]) from None
    problems = hero_problems(choice, "options.hero")
    if problems:
        raise BadScenario(problems)
    return choice


def hero_problems(hero: HeroChoice, where: str) -> list[Problem]:
    """Return what is wrong with a hero (GH-3.2, GH-3.4, GH-24)."""
    things = box()
    problems = []
    for specialty in hero.specialties:
        if specialty not in SPECIALTIES:
            known = ", ".join(SPECIALTIES)
            problems.append(Problem(f"{where}.specialties", f"{specialty!r} is none of {known}"))
    if hero.specialties[0] == hero.specialties[1]:
        problems.append(Problem(f"{where}.specialties", "must be two different ones (GH-3.5)"))
    if hero.level not in things.levels:
        problems.append(Problem(f"{where}.level", f"{hero.level} is no level: 1 to 4"))
        return problems
    for perk in hero.perks:
        if perk not in things.perks or things.perks[perk].specialty not in hero.specialties:
            problems.append(
                Problem(f"{where}.perks", f"{perk!r} is no perk of {', '.join(hero.specialties)}")
            )
    most = things.levels[hero.level].perks_total
    if len(set(hero.perks)) != len(hero.perks) or len(hero.perks) > most:
        problems.append(Problem(f"{where}.perks", f"at most {most} different ones at level {hero.level}"))
    for item in hero.items:
        if item not in things.items:
            problems.append(Problem(f"{where}.items", f"there is no item {item!r}"))
    if hero.cards:
        problems += _card_problems(hero, where)
    return problems


def _card_problems(hero: HeroChoice, where: str) -> list[Problem]:
    cards = box().cards
    problems = []
    if len(set(hero.cards)) != len(hero.cards) or len(hero.cards) != 10:
        problems.append(Problem(f"{where}.cards", "must be ten different ones (GH-3.3)"))
    for id in hero.cards:
        card = cards.get(id)
        if card is None or card.specialty not in hero.specialties or card.level > hero.level:
            problems.append(Problem(f"{where}.cards", f"{id!r} is no card of this hero"))
    for level in range(2, hero.level + 1):
        if sum(id in cards and cards[id].level == level for id in hero.cards) > 1:
            problems.append(Problem(f"{where}.cards", f"at most one of level {level} (GH-24.2)"))
    return problems
