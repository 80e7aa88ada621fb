"""Scenarios: what is played with, read from a file's data and checked in every respect (SU-1 to SU-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from webgame.engine.system import BadScenario, Problem
from webgame.systems.sde_arcade import dungeon, supported
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.contents import (
    AUTO,
    HAND,
    Scenario,
    base_treasures,
    cell,
    copies,
    explore_cards,
    place_tiles,
    table_cp1,
)
from webgame.systems.sde_arcade.forms import filled, meant

__all__ = ["Scenario", "read_scenario", "wrong_rules"]

SHAPES = ("", "line", "corner")


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """Return the scenario that a file's data describes; raise BadScenario with all that is wrong with it."""
    problems: list[Problem] = []
    scenario = filled(data, Scenario, "", problems)
    if scenario is None:
        raise BadScenario(problems)
    for check in (_heroes, _monsters, _numbers, _decks, _rules, _setup, _tiles, _measured):
        problems += check(scenario)
    if problems:
        raise BadScenario(problems)
    return scenario


def _content(key: str, kind: str, name: str, label: str, known: Iterable[str]) -> list[Problem]:
    """Check that a name is known and that the rules can carry out all of it."""
    names = list(known)
    if name not in names:
        return [Problem(key, f'no {label} "{name}"{meant(name, names)}')]
    lacks = supported.lacking(kind, name)
    return [Problem(key, f'{label} "{name}" is not playable yet: {", ".join(lacks)}')] if lacks else []


# -- contents ------------------------------------------------------------------------------------------------


def _heroes(sc: Scenario) -> list[Problem]:
    problems = (
        [] if sc.system == "sde_arcade" else [Problem("system", f'must be "sde_arcade", not "{sc.system}"')]
    )
    selectable = [hero.id for hero in box().heroes.values() if hero.selectable]
    for i, name in enumerate(sc.heroes, 1):
        problems += _content(f"heroes[{i}]", "hero", name, "Hero", selectable)
        if name in sc.heroes[: i - 1] and not sc.rule("duplicate_heroes"):
            problems.append(Problem(f"heroes[{i}]", f'"{name}" is in the party already (CP-7)'))
        elif name in sc.heroes[: i - 1] and _leads(name):
            problems.append(Problem(f"heroes[{i}]", f'"{name}" has a pet that is there only once (PT-2)'))
    count, wanted = len(sc.heroes), sc.sizes.heroes
    columns = box().tables["game_size"]["columns_heroes"]
    if wanted is not None:
        if count != wanted:
            problems.append(Problem("heroes", f"must be {wanted}, as sizes.heroes says, not {count}"))
    elif count not in columns:
        problems.append(
            Problem("heroes", f"must be 3, 4 or 5 (CP-1), not {count}; sizes.heroes = {count} would allow it")
        )
    return problems


def _leads(hero: str) -> bool:
    """Whether a Hero begins with a pet."""
    return hero in box().heroes and any(word.startswith("Pet: ") for word in box().heroes[hero].abilities)


def _ranked(*ranks: str) -> list[str]:
    return [monster.name for monster in box().monsters.values() if monster.rank in ranks]


def _monsters(sc: Scenario) -> list[Problem]:
    problems = _content("boss", "monster", sc.boss, "boss", _ranked("dungeon_boss", "mini_boss"))
    for i, name in enumerate(sc.mini_bosses, 1):
        key = f"mini_bosses[{i}]"
        problems += _content(key, "monster", name, "mini-boss", _ranked("mini_boss"))
        if name in sc.mini_bosses[: i - 1] or name == sc.boss:
            problems.append(Problem(key, f'"{name}" is in the game already'))
    for i, name in enumerate(sc.spawning_points, 1):
        key = f"spawning_points[{i}]"
        found = _content(key, "monster", name, "spawning point", _ranked("spawning_point"))
        problems += found
        if not found:
            for entry in box().monsters[name].spawning_pool:
                problems += _content(key, "monster", entry["model"], "monster", box().monsters)
    for name, count in sc.creeps.items():
        problems += _content(f"creeps.{name}", "monster", name, "creep", _ranked("creep"))
        if count < 0:
            problems.append(Problem(f"creeps.{name}", f"can't be {count}"))
    return problems


def _numbers(sc: Scenario) -> list[Problem]:
    """Compare what is there with table CP-1, or with the sizes that the scenario declares."""
    problems: list[Problem] = []
    heroes = len(sc.heroes)
    known = box().monsters
    free = sc.dungeon.random or sc.setup.dungeon == HAND
    there = {
        "tiles": len(sc.dungeon.tiles) if sc.dungeon.tiles or not free else None,
        "spawning_points": sum(known[p].choices for p in sc.spawning_points if p in known),
        "mini_bosses": len(sc.mini_bosses),
    }
    keys = {"tiles": "dungeon.tiles"}
    for what in ("tiles", "chests", "spawning_points", "mini_bosses", "wrath"):
        own = getattr(sc.sizes, what)
        if own is not None and own < (what in ("tiles", "spawning_points")):
            problems.append(Problem(f"sizes.{what}", f"can't be {own}"))
            continue
        low, high = (own, own) if own is not None else table_cp1(what, heroes)
        if own is None and heroes not in box().tables["game_size"]["columns_heroes"]:
            problems.append(
                Problem(f"sizes.{what}", f"is needed: table CP-1 has no column for {heroes} Heroes")
            )
            continue
        count = there.get(what)
        if what == "tiles" and count is not None and sc.setup.dungeon == HAND:
            count = min(count, high)  # there may be more to choose from
        if count is not None and not low <= count <= high:
            must = str(low) if low == high else f"{low} to {high}"
            rule = "CP-2" if what == "mini_bosses" else "CP-1"
            why = "as sizes says" if own is not None else f"for {heroes} Heroes ({rule})"
            pairs = "; a paired one counts as two (SU-4)" if what == "spawning_points" else ""
            problems.append(Problem(keys.get(what, what), f"must be {must} {why}, not {count}{pairs}"))
    least = sc.sizes.creeps if sc.sizes.creeps is not None else sc.rule("creeps_minimum")
    creeps = sum(sc.creeps.values())
    if sc.creeps and creeps < least:
        problems.append(Problem("creeps", f"must be at least {least} (SU-3), not {creeps}"))
    if sc.sizes.chests and not problems and sc.sizes.chests > len(sc.models()):
        problems.append(
            Problem("sizes.chests", f"can't be more than the {len(sc.models())} spawning points (SU-12)")
        )
    return problems


def _decks(sc: Scenario) -> list[Problem]:
    problems: list[Problem] = []
    sizes = box().tables["deck_build"]["treasure"]
    models = {sc.boss, *sc.mini_bosses}
    for i, name in enumerate(sc.decks.model_treasures, 1):
        key = f"decks.model_treasures[{i}]"
        own = [card.name for card in box().treasure.values() if card.kind == "model"]
        problems += _content(key, "equipment", name, "model treasure", own)
        if name in own and box().treasure[name].model not in models:
            problems.append(
                Problem(key, f'"{name}" belongs to {box().treasure[name].model}, who is not in the game')
            )
        if name in sc.decks.model_treasures[: i - 1]:
            problems.append(Problem(key, f'"{name}" is listed twice'))
    for i, name in enumerate(sc.decks.wonders, 1):
        problems += _content(f"decks.wonders[{i}]", "wonder", name, "wonder", box().wonders)
        if name in sc.decks.wonders[: i - 1]:
            problems.append(Problem(f"decks.wonders[{i}]", f'"{name}" is listed twice'))
        pet = box().wonders[name].pet if name in box().wonders else ""
        for hero in sc.heroes:
            if pet and hero in box().heroes and f"Pet: {pet}" in box().heroes[hero].abilities:
                problems.append(
                    Problem(f"decks.wonders[{i}]", f'"{name}" starts with {box().heroes[hero].name}')
                )
    if len(sc.decks.model_treasures) > sizes["model"]:
        problems.append(Problem("decks.model_treasures", f"must be at most {sizes['model']} (SU-7)"))
    if sc.decks.wonders and len(sc.decks.wonders) != sizes["wonder"]:
        problems.append(
            Problem("decks.wonders", f"must be {sizes['wonder']} (SU-7), not {len(sc.decks.wonders)}")
        )
    for deck, kind, known in (
        ("loot", "equipment", list(box().loot)),
        ("command", "command", list(box().commands)),
    ):
        own_copies: dict[str, int] = getattr(sc.decks, deck)
        for name, count in own_copies.items():
            problems += _content(f"decks.{deck}.{name}", kind, name, f"{deck} card", known)
            if count < 0:
                problems.append(Problem(f"decks.{deck}.{name}", f"can't be {count}"))
    problems += _swaps(sc)
    if problems:
        return problems
    if not sum(copies(sc, "command").values()):
        problems.append(Problem("decks.command", "leaves no card in the command deck"))
    for kind, names in (
        ("equipment", [*copies(sc, "loot"), *base_treasures(sc)]),
        ("command", list(copies(sc, "command"))),
        ("explore", list(explore_cards(sc))),
    ):
        for name in names:
            problems += _content("decks", kind, name, f"{kind} card", [name])
    return problems


def _swaps(sc: Scenario) -> list[Problem]:
    """Check the cards that are swapped one for one: both of one deck, enough copies to go (SU-7 to SU-9)."""
    plain = msgspec.structs.replace(sc, decks=msgspec.structs.replace(sc.decks, swap={}))
    decks = (
        ("loot", "equipment", copies(plain, "loot"), list(box().loot)),
        ("treasure", "equipment", base_treasures(plain), _swappable()),
        ("explore", "explore", explore_cards(plain), list(box().explore)),
    )
    problems: list[Problem] = []
    for out, names in sc.decks.swap.items():
        key = f"decks.swap.{out}"
        deck = next((d for d in decks if d[2].get(out)), None)
        if deck is None:
            there = [name for d in decks for name, count in d[2].items() if count]
            where = "loot, treasure or explore deck"
            problems.append(Problem(key, f'no card "{out}" in {where}{meant(out, there)}'))
            continue
        label, kind, had, known = deck
        for name in names:
            problems += _content(key, kind, name, f"{label} card", known)
        if len(names) > had[out]:
            problems.append(Problem(key, f"{len(names)} cards can't come in for {had[out]} (SU-8)"))
    return problems


def _swappable() -> list[str]:
    """Return the treasure cards that may come in for others: base and extra ones."""
    return [card.name for card in box().treasure.values() if card.kind in ("base", "extra")]


def _rules(sc: Scenario) -> list[Problem]:
    return wrong_rules(sc.rules)


def wrong_rules(rules: Mapping[str, Any], path: str = "rules") -> list[Problem]:
    """Return what is wrong with constants that a scenario or a house rule overrides (section 19)."""
    known = box().settings
    problems: list[Problem] = []
    for name, value in rules.items():
        if name not in known:
            problems.append(Problem(f"{path}.{name}", f"is no constant of the rules{meant(name, known)}"))
        elif wrong := known[name].wrong(value):
            problems.append(Problem(f"{path}.{name}", f"{wrong} ({known[name].rule})"))
    return problems


def _setup(sc: Scenario) -> list[Problem]:
    """Check who sets up what, and that a dungeon built by hand is not laid out in the file, too."""
    problems: list[Problem] = []
    for part in sc.setup.__struct_fields__:
        who = getattr(sc.setup, part)
        if who not in (AUTO, HAND):
            problems.append(Problem(f"setup.{part}", f'must be "{AUTO}" or "{HAND}", not "{who}"'))
    if sc.setup.dungeon != HAND:
        return problems
    plan = sc.dungeon
    why = 'the dungeon is built by hand (setup.dungeon = "hand", SU-5): leave it out'
    problems += [
        Problem(f"dungeon.{key}", why) for key in ("random", "layout", "start") if getattr(plan, key)
    ]
    for i, place in enumerate(plan.tiles, 1):
        for key in ("at", "turn", "spawn"):
            if getattr(place, key) not in (None, ""):
                problems.append(Problem(f"dungeon.tiles[{i}].{key}", why))
    return problems


def _measured(sc: Scenario) -> list[Problem]:
    found = sc.measured.problems() if sc.measured is not None else []
    return [Problem(f"measured.{key}", message) for key, message in found]


# -- the dungeon ---------------------------------------------------------------------------------------------


def _tiles(sc: Scenario) -> list[Problem]:
    plan = sc.dungeon
    problems: list[Problem] = []
    if plan.layout not in SHAPES:
        problems.append(Problem("dungeon.layout", f'must be "line" or "corner", not "{plan.layout}"'))
    used: dict[int, str] = {}
    for i, place in enumerate(plan.tiles, 1):
        key = f"dungeon.tiles[{i}]"
        if place.side not in box().tiles:
            problems.append(
                Problem(f"{key}.side", f'no tile side "{place.side}"{meant(place.side, box().tiles)}')
            )
            continue
        tile = box().tiles[place.side].tile
        if tile in used:
            problems.append(Problem(f"{key}.side", f'"{place.side}" and "{used[tile]}" are the same tile'))
        used[tile] = place.side
        if plan.random and (place.at is not None or place.turn is not None):
            problems.append(Problem(key, "place and turn are drawn at random; leave out at and turn"))
        if place.turn is not None and place.turn not in range(4):
            problems.append(Problem(f"{key}.turn", f"must be 0, 1, 2 or 3 quarter turns, not {place.turn}"))
        if place.spawn and place.spawn not in sc.spawning_points:
            problems.append(Problem(f"{key}.spawn", f'"{place.spawn}" is not among the spawning points'))
    by_hand = sc.setup.dungeon == HAND
    count = sc.size("tiles") if by_hand else len(plan.tiles) or sc.size("tiles")
    most = len({side.tile for side in box().tiles.values() if side.tile})
    if count > most:
        problems.append(Problem("sizes.tiles", f"can't be {count}: the box has {most} tiles"))
    if not 0 <= plan.start <= count:
        problems.append(Problem("dungeon.start", f"must be a tile from 1 to {count}, not {plan.start}"))
    if not all(name in box().monsters for name in sc.spawning_points):
        return problems
    wanted = [place.spawn for place in plan.tiles if place.spawn]
    for name in sorted(set(wanted)):
        if wanted.count(name) > sc.models().count(name):
            problems.append(Problem("dungeon.tiles", f'"{name}" stands on more tiles than it has models'))
    if len(sc.models()) > count:
        problems.append(
            Problem("spawning_points", f"{len(sc.models())} models need as many tiles (SU-12), not {count}")
        )
    if problems or plan.random or by_hand:
        return problems
    return _placed(sc)


def _placed(sc: Scenario) -> list[Problem]:
    """Check the dungeon as it lies: no tile on another, all joined, a doorway free to enter by (SU-11)."""
    cells: list[tuple[int, int]] = []
    for i, place in enumerate(sc.dungeon.tiles, 1):
        where = place.at if place.at is not None else cell(sc.dungeon.layout, i - 1)
        if min(where) < 0:
            return [Problem(f"dungeon.tiles[{i}].at", f"columns and rows begin at 0, not {list(where)}")]
        if where in cells:
            return [Problem(f"dungeon.tiles[{i}].at", f"there is a tile at {list(where)} already")]
        cells.append(where)
    tiles = place_tiles(sc.dungeon)
    problems: list[Problem] = []
    reached = dungeon.joined(tiles)
    for i in range(len(tiles)):
        if i not in reached:
            problems.append(
                Problem(f"dungeon.tiles[{i + 1}]", "no doorway joins it to the other tiles (SU-5)")
            )
    if not problems:
        lay = dungeon.layout_of(dungeon.key(tiles))
        if not lay.free_doorways(sc.dungeon.start - 1):
            named = f"tile {sc.dungeon.start}" if sc.dungeon.start else "the dungeon"
            problems.append(
                Problem("dungeon.start", f"{named} has no free doorway for the Heroes to enter by (SU-11)")
            )
    return problems
