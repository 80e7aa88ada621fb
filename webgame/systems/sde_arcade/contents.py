"""What a scenario holds, and what follows from it: sizes, decks, tiles in their places (SU-1 to SU-10)."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import msgspec

from webgame.engine.measured import Measured
from webgame.systems.sde_arcade import dungeon
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.state import Tile


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A dungeon tile: its side, place in tiles (column, row), quarter turns clockwise, spawning point.

    Without `at` the dungeon's shape gives the place; without `turn` its doorways face the other tiles.
    """

    side: str
    at: tuple[int, int] | None = None
    turn: int | None = None
    spawn: str = ""


class Dungeon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The tiles in order; `random`: built at set-up (SU-5), any if none are named. `start` counts from 1."""

    tiles: list[Place] = []
    random: bool = False
    layout: str = ""
    start: int = 0  # 0: the first tile with a doorway that is not joined


AUTO, HAND = "auto", "hand"


class SetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sets up each part: `auto` (the engine, as the file says or by lot) or `hand` (the party, asked)."""

    dungeon: str = AUTO  # tiles one by one (SU-5)
    start: str = AUTO  # start marker, Heroes and their own pets (SU-11, SU-2)
    points: str = AUTO  # which spawning point stands on which tile, elements (SU-12, AF-4)
    chests: str = AUTO  # SU-12
    monsters: str = AUTO  # the first monsters (SU-13)

    def by_hand(self) -> list[str]:
        """Return the parts that the party sets up, in the order of the set-up."""
        return [part for part in self.__struct_fields__ if getattr(self, part) == HAND]


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
    """Choices of cards: model treasures, wonders; copies of loot and command cards (SU-7 to SU-10).

    `swap` names cards of the loot, treasure or explore deck and what comes in for one copy of each: one name,
    or several for as many copies.
    """

    model_treasures: list[str] = []
    wonders: list[str] = []
    loot: dict[str, int] = {}
    command: dict[str, int] = {}
    swap: dict[str, list[str]] = {}


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A scenario of Super Dungeon Explore: Arcade."""

    name: str
    heroes: list[str]
    boss: str
    spawning_points: list[str]
    dungeon: Dungeon = Dungeon()
    setup: SetUp = SetUp()
    mini_bosses: list[str] = []
    system: str = "sde_arcade"
    description: str = ""
    difficulty: str = ""
    hints: list[str] = []
    creeps: dict[str, int] = {}
    sizes: Sizes = Sizes()
    decks: Decks = Decks()
    rules: dict[str, bool | int | str] = {}
    measured: Measured | None = None

    def size(self, what: str) -> int:
        """Return a number of table CP-1 for this party, or what the scenario puts in its place."""
        own = getattr(self.sizes, what)
        return int(own) if own is not None else table_cp1(what, len(self.heroes))[1]

    def rule(self, name: str) -> Any:
        """Return a constant of section 19 as this scenario has it."""
        return self.rules.get(name, box().settings[name].default)

    def party(self) -> dict[str, str]:
        """Return the Heroes: id of each figure and its card, which a copy (CP-7) shares with the first."""
        found: dict[str, str] = {}
        for name in self.heroes:
            copies_ = sum(1 for card in found.values() if card == name)
            found[f"{name}-{copies_ + 1}" if copies_ else name] = name
        return found

    def models(self) -> list[str]:
        """Return a name for each spawning point model; a pair comes as two (SU-4)."""
        return [name for name in self.spawning_points for _ in range(box().monsters[name].models)]


def table_cp1(what: str, heroes: int) -> tuple[int, int]:
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


def copies(sc: Scenario, deck: str) -> dict[str, int]:
    """Return the copies of each card of the loot or command deck of a scenario (SU-8, SU-10)."""
    if deck == "loot":
        loot = {name: sc.decks.loot.get(name, card.count) for name, card in box().loot.items()}
        return swapped(sc, loot, box().loot)
    return {name: sc.decks.command.get(name, card.count) for name, card in box().commands.items()}


def base_treasures(sc: Scenario) -> dict[str, int]:
    """Return the copies of the base treasure cards, and of those swapped in for some of them (SU-7)."""
    base = {card.name: card.count for card in box().treasure.values() if card.kind == "base"}
    extra = {name for name, card in box().treasure.items() if card.kind == "extra"}
    return swapped(sc, base, extra | base.keys())


def swapped(sc: Scenario, copies: dict[str, int], known: Container[str]) -> dict[str, int]:
    """Return the copies of a deck's cards after the scenario's swaps, one for one (SU-7 to SU-9)."""
    found = dict(copies)
    for out, names in sc.decks.swap.items():
        for name in names if out in copies and copies[out] else ():
            if name in known:
                found[out] -= 1
                found[name] = found.get(name, 0) + 1
    return found


def explore_cards(sc: Scenario) -> dict[str, int]:
    """Return the copies of the explore cards of a scenario: the base set and that of its boss (SU-9)."""
    cards = box().explore_base | box().explore_boss.get(sc.boss, {})
    return swapped(sc, cards, box().explore)


def cell(shape: str, number: int) -> tuple[int, int]:
    """Return the place of a tile that names none: in a line to the east, or in steps east and south."""
    if shape == "corner":
        return (number + 1) // 2, number // 2
    return number, 0


def place_tiles(plan: Dungeon) -> list[Tile]:
    """Return the tiles of a dungeon that is not random, in their places."""
    size = dungeon.tile_size()
    cells = [p.at if p.at is not None else cell(plan.layout, i) for i, p in enumerate(plan.tiles)]
    return [
        Tile(p.side, at[0] * size, at[1] * size, p.turn if p.turn is not None else _turn(p.side, at, cells))
        for p, at in zip(plan.tiles, cells, strict=True)
    ]


def _turn(side: str, at: tuple[int, int], cells: list[tuple[int, int]]) -> int:
    """Return the turn by which most doorways of a tile face other tiles, those placed before it first."""
    before = cells[: cells.index(at)]

    def worth(turn: int) -> tuple[bool, int, int]:
        faced = [dungeon.beyond(at, way) for way in dungeon.plan(side, turn).doorways]
        return any(c in before for c in faced), sum(c in cells for c in faced), -turn

    return max(range(4), key=worth)
