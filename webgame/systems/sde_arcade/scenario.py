"""Scenarios: what is played with, read from a file's data and checked in every respect (SU-1 to SU-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

import msgspec

from webgame.engine.system import BadScenario, Problem
from webgame.systems.sde_arcade import dungeon, supported
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.state import Tile

T = TypeVar("T", bound=msgspec.Struct)

SHAPES = ("", "line", "corner")


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A dungeon tile: its side up, its place in tiles (column, row), quarter turns clockwise, its spawning point.

    Without `at` the dungeon's shape gives the place; without `turn` the first turn that joins a doorway is taken.
    """

    side: str
    at: tuple[int, int] | None = None
    turn: int | None = None
    spawn: str = ""


class Dungeon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The tiles in order; `random`: built at set-up (SU-5), any tiles if none are named. `start` counts from 1."""

    tiles: list[Place] = []
    random: bool = False
    layout: str = ""
    start: int = 0  # 0: the first tile with a doorway that is not joined


class Sizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Numbers in place of those that the party size fixes (CP-1)."""

    heroes: int | None = None
    tiles: int | None = None
    chests: int | None = None
    spawning_points: int | None = None
    mini_bosses: int | None = None
    wrath: int | None = None
    creeps: int | None = None


class Decks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Choices of cards: model treasures and wonders by name; copies of loot and command cards (SU-7 to SU-10)."""

    model_treasures: list[str] = []
    wonders: list[str] = []
    loot: dict[str, int] = {}
    command: dict[str, int] = {}


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A scenario of Super Dungeon Explore: Arcade."""

    name: str
    heroes: list[str]
    boss: str
    spawning_points: list[str]
    dungeon: Dungeon
    mini_bosses: list[str] = []
    system: str = "sde_arcade"
    description: str = ""
    difficulty: str = ""
    hints: list[str] = []
    creeps: dict[str, int] = {}
    sizes: Sizes = Sizes()
    decks: Decks = Decks()
    rules: dict[str, int] = {}

    def size(self, what: str) -> int:
        """Return a number of table CP-1 for this party, or what the scenario puts in its place."""
        own = getattr(self.sizes, what)
        return int(own) if own is not None else _table(what, len(self.heroes))[1]

    def models(self) -> list[str]:
        """Return a name for each spawning point model; a pair comes as two (SU-4)."""
        return [name for name in self.spawning_points for _ in range(box().monsters[name].models)]


def read_scenario(data: Mapping[str, Any]) -> Scenario:
    """Return the scenario that a file's data describes; raise BadScenario with all that is wrong with it."""
    problems: list[Problem] = []
    scenario = _filled(data, Scenario, "", problems)
    if scenario is None:
        raise BadScenario(problems)
    for check in (_heroes, _monsters, _numbers, _decks, _rules, _tiles):
        problems += check(scenario)
    if problems:
        raise BadScenario(problems)
    return scenario


# -- form ----------------------------------------------------------------------------------------------------


def _filled(data: Any, kind: type[T], path: str, problems: list[Problem]) -> T | None:
    """Return a struct filled from a table, None if too much is missing.

    Notes every key that is unknown, missing or of the wrong type; what is wrong is left out.
    """
    if not isinstance(data, Mapping):
        problems.append(Problem(path.rstrip("."), f"must be a table, not {data!r}"))
        return None
    known = {field.name: field for field in msgspec.structs.fields(kind)}
    for name in data:
        if name not in known:
            problems.append(Problem(path + str(name), f"is no key here{_meant(str(name), known)}"))
    values: dict[str, Any] = {}
    complete = True
    for name, field in known.items():
        if name in data:
            value = _value(data[name], field.type, path + name, problems)
            if value is not None:
                values[name] = value
        elif field.required:
            problems.append(Problem(path + name, "is missing"))
        complete = complete and (name in values or not field.required)
    return kind(**values) if complete else None


def _value(value: Any, kind: Any, path: str, problems: list[Problem]) -> Any:
    """Return a field's value in its type, None if it is wrong."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _filled(value, kind, f"{path}.", problems)
    if kind == list[Place] and isinstance(value, list):
        tables = [{"side": tile} if isinstance(tile, str) else tile for tile in value]
        places = [_filled(tile, Place, f"{path}[{i}].", problems) for i, tile in enumerate(tables, 1)]
        return [place for place in places if place is not None]
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        problems.append(Problem(path, str(error)))
        return None


def _meant(word: str, known: Iterable[str]) -> str:
    names = list(known)
    close = get_close_matches(word, names, 1, 0.5)
    if not close:
        folded = {name.casefold(): name for name in names}
        close = [folded[c] for c in get_close_matches(word.casefold(), list(folded), 1, 0.5)]
    if close:
        return f'; did you mean "{close[0]}"?'
    return f"; there are: {', '.join(sorted(names))}" if len(names) <= 12 else ""


def _content(key: str, kind: str, name: str, label: str, known: Iterable[str]) -> list[Problem]:
    """Check that a name is known and that the rules can carry out all of it."""
    names = list(known)
    if name not in names:
        return [Problem(key, f'no {label} "{name}"{_meant(name, names)}')]
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
        if name in sc.heroes[: i - 1]:
            problems.append(Problem(f"heroes[{i}]", f'"{name}" is in the party already (CP-7)'))
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


def _table(what: str, heroes: int) -> tuple[int, int]:
    """Return least and greatest number in table CP-1 for a party; (0, 0) if it has no column."""
    table = box().tables["game_size"]
    if heroes not in table["columns_heroes"]:
        return 0, 0
    column = table["columns_heroes"].index(heroes)
    if what == "mini_bosses":
        return table["mini_bosses"]["min"][column], table["mini_bosses"]["max"][column]
    rows = {"tiles": "dungeon_tiles", "chests": "treasure_chests", "wrath": "wrath_tokens"}
    number = int(table[rows.get(what, what)][column])
    return number, number


def _numbers(sc: Scenario) -> list[Problem]:
    """Compare what is there with table CP-1, or with the sizes that the scenario declares."""
    problems: list[Problem] = []
    heroes = len(sc.heroes)
    known = box().monsters
    there = {
        "tiles": len(sc.dungeon.tiles) if sc.dungeon.tiles or not sc.dungeon.random else None,
        "spawning_points": sum(known[p].choices for p in sc.spawning_points if p in known),
        "mini_bosses": len(sc.mini_bosses),
    }
    keys = {"tiles": "dungeon.tiles"}
    for what in ("tiles", "chests", "spawning_points", "mini_bosses", "wrath"):
        own = getattr(sc.sizes, what)
        if own is not None and own < (what in ("tiles", "spawning_points")):
            problems.append(Problem(f"sizes.{what}", f"can't be {own}"))
            continue
        low, high = (own, own) if own is not None else _table(what, heroes)
        if own is None and heroes not in box().tables["game_size"]["columns_heroes"]:
            problems.append(
                Problem(f"sizes.{what}", f"is needed: table CP-1 has no column for {heroes} Heroes")
            )
            continue
        count = there.get(what)
        if count is not None and not low <= count <= high:
            must = str(low) if low == high else f"{low} to {high}"
            why = "as sizes says" if own is not None else f"for {heroes} Heroes (CP-1)"
            pairs = "; a paired one counts as two (SU-4)" if what == "spawning_points" else ""
            problems.append(Problem(keys.get(what, what), f"must be {must} {why}, not {count}{pairs}"))
    least = sc.sizes.creeps if sc.sizes.creeps is not None else int(box().constants["creeps_minimum"])
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
        for name, count in getattr(sc.decks, deck).items():
            problems += _content(f"decks.{deck}.{name}", kind, name, f"{deck} card", known)
            if count < 0:
                problems.append(Problem(f"decks.{deck}.{name}", f"can't be {count}"))
    if problems:
        return problems
    if not sum(copies(sc, "command").values()):
        problems.append(Problem("decks.command", "leaves no card in the command deck"))
    for kind, names in (
        ("equipment", [*copies(sc, "loot"), *base_treasures()]),
        ("command", list(copies(sc, "command"))),
        ("explore", list(explore_cards(sc))),
    ):
        for name in names:
            problems += _content("decks", kind, name, f"{kind} card", [name])
    return problems


def copies(sc: Scenario, deck: str) -> dict[str, int]:
    """Return the copies of each card of the loot or command deck of a scenario (SU-8, SU-10)."""
    printed = {"loot": box().loot, "command": box().commands}[deck]
    own: dict[str, int] = getattr(sc.decks, deck)
    return {name: own.get(name, card.count) for name, card in printed.items()}


def base_treasures() -> dict[str, int]:
    """Return the copies of the base treasure cards."""
    return {card.name: card.count for card in box().treasure.values() if card.kind == "base"}


def explore_cards(sc: Scenario) -> dict[str, int]:
    """Return the copies of the explore cards of a scenario: the base set and that of its boss (SU-9)."""
    return box().explore_base | box().explore_boss.get(sc.boss, {})


def _rules(sc: Scenario) -> list[Problem]:
    return wrong_rules(sc.rules)


def wrong_rules(rules: Mapping[str, Any], path: str = "rules") -> list[Problem]:
    """Return what is wrong with constants that a scenario or a house rule overrides (section 19)."""
    known = [name for name, value in box().constants.items() if isinstance(value, int)]
    problems: list[Problem] = []
    for name, value in rules.items():
        if name not in known:
            problems.append(Problem(f"{path}.{name}", f"is no constant of the rules{_meant(name, known)}"))
        elif not isinstance(value, int) or isinstance(value, bool) or value < 0:
            problems.append(Problem(f"{path}.{name}", f"must be a whole number from 0 on, not {value!r}"))
    return problems


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
                Problem(f"{key}.side", f'no tile side "{place.side}"{_meant(place.side, box().tiles)}')
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
    count = len(plan.tiles) or sc.size("tiles")
    if (
        len(plan.tiles) == 0
        and plan.random
        and count > len(used) + len({t.tile for t in box().tiles.values()})
    ):
        problems.append(Problem("sizes.tiles", "the box has not so many tiles"))
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
    if problems or plan.random:
        return problems
    return _placed(sc)


def _placed(sc: Scenario) -> list[Problem]:
    """Check the dungeon as it lies: no tile on another, all joined, a doorway free for the Heroes to enter (SU-11)."""
    cells: list[tuple[int, int]] = []
    for i, place in enumerate(sc.dungeon.tiles, 1):
        cell = place.at if place.at is not None else _cell(sc.dungeon.layout, i - 1)
        if min(cell) < 0:
            return [Problem(f"dungeon.tiles[{i}].at", f"columns and rows begin at 0, not {list(cell)}")]
        if cell in cells:
            return [Problem(f"dungeon.tiles[{i}].at", f"there is a tile at {list(cell)} already")]
        cells.append(cell)
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
            where = f"tile {sc.dungeon.start}" if sc.dungeon.start else "the dungeon"
            problems.append(
                Problem("dungeon.start", f"{where} has no free doorway for the Heroes to enter by (SU-11)")
            )
    return problems


def _cell(shape: str, number: int) -> tuple[int, int]:
    """Return the place of a tile that names none: in a line to the east, or in steps east and south."""
    if shape == "corner":
        return (number + 1) // 2, number // 2
    return number, 0


def place_tiles(plan: Dungeon) -> list[Tile]:
    """Return the tiles of a dungeon that is not random, in their places."""
    size = len(next(iter(box().tiles.values())).rows)
    tiles: list[Tile] = []
    for i, place in enumerate(plan.tiles):
        x, y = place.at if place.at is not None else _cell(plan.layout, i)
        tile = Tile(place.side, x * size, y * size, place.turn or 0)
        tiles.append(tile)
        if place.turn is None and i:
            turns = [turn for turn in range(4) if _joins(tiles, turn)]
            tile.turn = turns[0] if turns else 0
    return tiles


def _joins(tiles: list[Tile], turn: int) -> bool:
    """Whether the last tile is joined to another one if it is turned so."""
    tiles[-1].turn = turn
    return bool(dungeon.layout_of(dungeon.key(tiles)).neighbours(len(tiles) - 1))
