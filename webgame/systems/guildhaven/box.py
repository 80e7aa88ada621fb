"""The components as data: cards, items, perks, levels, the attack modifier table and the scenario sheets."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

FOLDER = Path(__file__).parent / "box"
START = "A"  # the sheet that lies on the table before the first scenario is named
SPECIALTIES = ("martial_arts", "psionics", "shadow", "super_senses", "super_strength", "weaponry")

Step = dict[str, Any]
"""One line of a card half, an item or a table row: `op` and its fields."""
Place = tuple[int, int]
T = TypeVar("T")


class Half(msgspec.Struct, frozen=True):
    """One half of an ability card; `bury` and `active` are its marks (GH-4.5, GH-4.6)."""

    steps: list[Step]
    text: str
    bury: bool = False
    active: bool = False


class Card(msgspec.Struct, frozen=True):
    """An ability card (GH-4.1)."""

    id: str
    name: str
    specialty: str
    level: int
    initiative: int
    top: Half
    bottom: Half

    def half(self, side: str) -> Half:
        """Return the half named "top" or "bottom"."""
        return self.top if side == "top" else self.bottom


class Item(msgspec.Struct, frozen=True):
    """An item card; kinds: consumable, neural_chip, weapon (GH-5.4)."""

    id: str
    name: str
    kind: str
    steps: list[Step]
    text: str


class Perk(msgspec.Struct, frozen=True):
    """A perk: a passive effect (GH-3.4)."""

    id: str
    name: str
    specialty: str
    effect: Step
    text: str


class Level(msgspec.Struct, frozen=True):
    """What a level gives: hit points, equipped items, perks in all (GH-24.1)."""

    level: int
    hp: int
    items: int
    perks_total: int


class Result(msgspec.Struct, frozen=True):
    """What a total of the attack modifier table does: nil, add n or multiply by n; `beta` for a Beta."""

    total: int
    op: str
    n: int
    beta: dict[str, Any] | None = None

    def multiplier(self, is_beta: bool) -> int:
        """Return the factor of a multiplying total."""
        return int(self.beta["n"]) if is_beta and self.beta else self.n


class Row(msgspec.Struct, frozen=True):
    """A row of an action table; without an initiative the unit has no turn."""

    roll: int
    steps: list[Step]
    text: str
    initiative: int | None = None
    ruling: str = ""


class ActionTable(msgspec.Struct, frozen=True):
    """A villain action table: six rows."""

    name: str
    rows: list[Row]


class VillainRecord(msgspec.Struct, frozen=True):
    """A line of a sheet's villain list: a type, its counters and its figures."""

    type: str
    numbers: list[int]
    beta: bool
    shield: int
    hp: int
    hp_source: str
    on_map_at_start: bool
    vats: list[str]
    reinforcement: bool = False
    retaliate: int = 0
    flies: bool = False
    turns_per_round: int = 1
    size: Place = (1, 1)
    off_board: bool = False
    targetable: bool = True
    phases: list[dict[str, Any]] = []
    tuned: str = ""  # how its hit points were changed for balance, and why


class ObjectRecord(msgspec.Struct, frozen=True):
    """An object with hit points."""

    key: str
    hp: int
    shield: int
    hp_source: str
    counts_as_enemy_for: str = ""


class AllyRecord(msgspec.Struct, frozen=True):
    """An ally of the hero."""

    name: str
    key: str
    hp: int
    hp_source: str
    shield: int
    beta: bool
    steps: list[Step]
    initiative: str
    targets: list[str]


class SpecialRule(msgspec.Struct, frozen=True):
    """A special instruction of a sheet: its number, when it is carried out (`trigger`), and its `op`."""

    rule: str
    id: str
    trigger: str
    effect: dict[str, Any]
    text: str
    ruling: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """Where a won scenario leads: a passage or `scenario:<id>`."""

    when: dict[str, Any]
    goto: str
    text: str


class MapPlace(msgspec.Struct, frozen=True):
    """Named squares of a board: villain counters, the start, searches, locations."""

    key: str
    cells: list[Place]
    size: Place = (1, 1)


class MapRecord(msgspec.Struct, frozen=True):
    """A board: rows of `#` wall, `.` floor, `+` doorway, `o` obstacle, `w` window, `~` drop."""

    width: int
    height: int
    terrain: list[str]
    places: list[MapPlace]
    exits: dict[str, list[Place]] = {}
    zones: dict[str, list[Place]] = {}
    linked_places: list[str] = []

    def cells(self, key: str) -> list[int]:
        """Return the squares of a named place, as numbers, in the order of the sheet."""
        return [y * self.width + x for place in self.places if place.key == key for x, y in place.cells]

    def zone(self, name: str) -> list[int]:
        """Return the squares of a zone; a location's squares are a zone, too."""
        if name in self.zones:
            return [y * self.width + x for x, y in self.zones[name]]
        return self.cells(f"loc:{name}")


class Sheet(msgspec.Struct, frozen=True):
    """A scenario sheet with its board."""

    id: str
    name: str
    title: str
    win: dict[str, Any]
    win_text: str
    loss: dict[str, Any]
    loss_text: str
    villains: list[VillainRecord]
    tables: list[ActionTable]
    map: MapRecord
    objects: list[ObjectRecord] = []
    allies: list[AllyRecord] = []
    rules: list[SpecialRule] = []
    outcomes: list[Outcome] = []

    def table(self, name: str) -> ActionTable:
        """Return an action table by name; KeyError if the sheet has none of that name."""
        for table in self.tables:
            if table.name == name:
                return table
        raise KeyError(f"sheet {self.id} has no action table {name!r}")

    def record(self, type: str, number: int = 0) -> VillainRecord:
        """Return the record of a villain type (the one that holds `number`, if given)."""
        for record in self.villains:
            if record.type == type and (not number or number in record.numbers):
                return record
        raise KeyError(f"sheet {self.id} has no villain {type!r} {number or ''}")

    def several(self, type: str) -> bool:
        """Whether there is more than one counter of a villain type."""
        return sum(len(record.numbers) for record in self.villains if record.type == type) > 1


class Box(msgspec.Struct, frozen=True):
    """All components by id."""

    cards: dict[str, Card]
    basic: dict[str, Step]
    items: dict[str, Item]
    perks: dict[str, Perk]
    levels: dict[int, Level]
    amt: dict[int, Result]
    sheets: dict[str, Sheet]


class _CardFile(msgspec.Struct):
    basic: list[Step]
    cards: list[Card]


def _read(name: str, type: type[T]) -> T:
    return msgspec.json.decode((FOLDER / name).read_bytes(), type=type)


@lru_cache(maxsize=1)
def box() -> Box:
    """Return the components; read once."""
    cards = _read("cards.json", _CardFile)
    sheets = [_read(f"sheets/{path.name}", Sheet) for path in sorted((FOLDER / "sheets").glob("*.json"))]
    return Box(
        cards={card.id: card for card in cards.cards},
        basic={str(step["id"]): step for step in cards.basic},
        items={item.id: item for item in _read("items.json", list[Item])},
        perks={perk.id: perk for perk in _read("perks.json", list[Perk])},
        levels={level.level: level for level in _read("levels.json", list[Level])},
        amt={result.total: result for result in _read("amt.json", list[Result])},
        sheets={sheet.id: sheet for sheet in sheets},
    )


@lru_cache(maxsize=1)
def digest() -> str:
    """Return a digest of all files of the box."""
    mixed = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*.json")):
        mixed.update(path.relative_to(FOLDER).as_posix().encode() + b"\0" + path.read_bytes())
    return mixed.hexdigest()[:16]
