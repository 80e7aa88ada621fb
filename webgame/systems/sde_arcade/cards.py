"""The box: every card and figure of Super Dungeon Explore: Arcade, read from `box/*.json` and typed."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from webgame.engine.dice import Die
from webgame.engine.system import Setting

T = TypeVar("T")

BOX = Path(__file__).parent / "box"

Effect = dict[str, Any]  # {"op": ..., its fields}: see box/effect_ops.json


class Dice(msgspec.Struct, frozen=True):
    """Dice by colour, and fixed stars."""

    B: int = 0
    R: int = 0
    G: int = 0
    stars: int = 0

    def __add__(self, other: Dice) -> Dice:
        return Dice(self.B + other.B, self.R + other.R, self.G + other.G, self.stars + other.stars)

    def __str__(self) -> str:
        text = "".join(f"{n}{code}" for n, code in ((self.B, "B"), (self.R, "R"), (self.G, "G")) if n)
        if not text:
            return f"{self.stars}★"
        return f"{text}{self.stars:+d}★" if self.stars else text


class Range(msgspec.Struct, frozen=True):
    """A range icon and its squares; 0 squares with an area: the icon only names the attribute."""

    icon: str
    squares: int


class Attribute(msgspec.Struct, frozen=True):
    """Dice of an attribute, and the range of its basic attack (None: no attack with it)."""

    dice: Dice
    range: Range | None = None


class Action(msgspec.Struct, frozen=True):
    """A unique action or potion of a Hero, pet or piece of equipment. `cost`: AP, for potions tokens."""

    name: str
    cost: int
    kind: str  # offense, support, emergency
    text: str
    attr: str | None = None
    bonus: Dice = Dice()
    range: Range | None = None
    area: str | None = None
    vs: str | None = None
    inflicts: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    augment: bool = False
    dangerous: bool = False
    timing: str = ""
    owner_only: bool = False


class HeroCard(msgspec.Struct, frozen=True):
    """A Hero."""

    name: str
    id: str
    race: str
    affinity: tuple[str, ...]
    base: tuple[int, int]
    mov: int
    ap: int
    attributes: dict[str, Attribute]
    defense: tuple[str, ...]
    hearts: int
    potion_quantity: int
    abilities: tuple[str, ...]
    actions: tuple[Action, ...]
    potions: tuple[Action, ...]
    text: str
    role: str = ""
    selectable: bool = True
    shapeshift: str | None = None


class PetCard(msgspec.Struct, frozen=True):
    """A pet."""

    name: str
    base: tuple[int, int]
    mov: int
    ap: int
    attributes: dict[str, Attribute]
    defense: tuple[str, ...]
    hearts: int
    abilities: tuple[str, ...]
    actions: tuple[Action, ...]
    master_bonus: dict[str, Any]
    text: str


class Unique(msgspec.Struct, frozen=True):
    """A unique action of a monster. `vs`: an attribute, `defense` (the defense roll) or None: no roll."""

    name: str
    kind: str
    ac_cost: int
    str_mod: int
    text: str
    range: Range | None = None
    area: str | None = None
    vs: str | None = None
    inflicts: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    augment: bool = False


class MonsterCard(msgspec.Struct, frozen=True):
    """A monster of any rank, or a spawning point."""

    name: str
    rank: str  # spawning_point, elite, minion, mini_boss, dungeon_boss, creep, boo_booty
    type: str
    affinity: tuple[str, ...]
    mov: int
    STR: int
    ARM: int
    hearts: int
    abilities: tuple[str, ...]
    unique: tuple[Unique, ...]
    text: str
    base: tuple[int, int] = (1, 1)
    ac: int = 0
    range: Range | None = None
    gang: str | None = None  # of an elite: the name of its gang card
    gangs: tuple[str, ...] = ()  # of a minion
    paired: bool = False
    models: int = 1
    choices: int = 1
    spawning_pool: tuple[dict[str, Any], ...] = ()
    gang_cards: tuple[str, ...] = ()
    rewards: dict[str, int] = {}
    invader_effect: Effect | None = None


class Line(msgspec.Struct, frozen=True):
    """AC, STR and RNG, alone or as a gang."""

    ac: int
    STR: int
    RNG: int


class Lent(msgspec.Struct, frozen=True):
    """What a bonded model lends to its elite."""

    model: str
    abilities: tuple[str, ...]
    unique: tuple[Unique, ...]


class GangCard(msgspec.Struct, frozen=True):
    """A gang: the elite's two lines, its bonded models and what they lend."""

    name: str
    elite: str
    bonded: tuple[dict[str, Any], ...]
    bond_range: int
    solo: Line
    gang: Line
    lends: tuple[Lent, ...]
    text: str


class Bonus(msgspec.Struct, frozen=True):
    """Dice added to an attribute; with `affinity` and `instead` in place of the plain ones (AF-3)."""

    attr: str
    dice: Dice
    affinity: str = ""
    instead: bool = False


class Equipment(msgspec.Struct, frozen=True):
    """A loot or treasure card."""

    name: str
    count: int
    slot: str
    bonus: tuple[Bonus, ...]
    abilities: tuple[str, ...]
    actions: tuple[Action, ...]
    effects: tuple[Effect, ...]
    text: str
    kind: str = "loot"
    model: str = ""


class Wonder(msgspec.Struct, frozen=True):
    """A wonder card (all are pets)."""

    name: str
    count: int
    pet: str
    text: str


class ExploreCard(msgspec.Struct, frozen=True):
    """An explore card: creeps or a trap, and a discovery."""

    name: str
    count: int
    kind: str  # discovery, trap, creeps
    creeps: int
    duration: str  # instant, tile, kept
    effects: tuple[Effect, ...]
    text: str


class TrapCard(msgspec.Struct, frozen=True):
    """A trap: shape of the template, its defense and its action."""

    name: str
    shape: str  # Area, Line, Scatter
    template: dict[str, int]
    defense: int
    STR: int | None
    wound: bool
    inflicts: tuple[str, ...]
    effects: tuple[Effect, ...]
    persistent: bool
    text: str


class Step(msgspec.Struct, frozen=True):
    """One command of a command card."""

    command: str  # spawn, move, unique, fight
    times: int


class Special(msgspec.Struct, frozen=True):
    """The special rule of a command card."""

    name: str
    text: str
    effects: tuple[Effect, ...]


class CommandCard(msgspec.Struct, frozen=True):
    """A command card."""

    name: str
    count: int
    special: Special | None
    steps: tuple[Step, ...]
    text: str
    known: bool = False  # by name, from a source (MA-11)


class TileSide(msgspec.Struct, frozen=True):
    """One side of a dungeon tile: rows of squares (see the legend in tiles.json) and walls `[x, y, side]`."""

    name: str
    id: str
    tile: int
    theme: str
    rows: tuple[str, ...]
    walls: tuple[tuple[int, int, str], ...]
    spawn_square: tuple[int, int]
    text: str


class TileEffect(msgspec.Struct, frozen=True):
    """A tile effect; `sign`: negative, neutral, blessing or impassable."""

    name: str
    code: str
    sign: str
    text: str
    effects: tuple[Effect, ...] = ()


class Ability(msgspec.Struct, frozen=True):
    """A keyword."""

    name: str
    text: str
    category: str = ""


class Status(msgspec.Struct, frozen=True):
    """A status effect: on Heroes and pets, on monsters, and how it ends (ST-6)."""

    name: str
    text: str
    monster_effect: str
    ends: str


class BootyCard(msgspec.Struct, frozen=True):
    """A treasure card that brings a boo booty (BB-1)."""

    name: str
    count: int
    model: str
    text: str


class Box(msgspec.Struct, frozen=True):
    """Everything, by name (Heroes by id).

    Cards that are in no deck of their own but may be swapped in (SU-7 to SU-9) have kind `extra`, count 0.
    """

    heroes: dict[str, HeroCard]
    pets: dict[str, PetCard]
    monsters: dict[str, MonsterCard]
    gangs: dict[str, GangCard]
    loot: dict[str, Equipment]
    treasure: dict[str, Equipment]
    equipment: dict[str, Equipment]  # loot and treasure together
    wonders: dict[str, Wonder]
    booty: dict[str, int]  # boo booty cards and their copies
    booty_cards: dict[str, BootyCard]
    explore: dict[str, ExploreCard]
    explore_base: dict[str, int]
    explore_boss: dict[str, dict[str, int]]
    explore_extra: tuple[str, ...]
    traps: dict[str, TrapCard]
    commands: dict[str, CommandCard]
    tiles: dict[str, TileSide]
    effects: dict[str, TileEffect]
    abilities: dict[str, Ability]
    statuses: tuple[str, ...]
    status_texts: dict[str, Status]
    dice: dict[str, Die]
    settings: dict[str, Setting]  # the house rules (sections 19 and 21)
    dice_texts: dict[str, str]
    tables: dict[str, Any]

    @property
    def constants(self) -> dict[str, Any]:
        """The house rules as the rulebook has them: name and value (section 19)."""
        return {name: setting.default for name, setting in self.settings.items()}


def _read(name: str) -> Any:
    return msgspec.json.decode((BOX / f"{name}.json").read_bytes())


def _named(kind: type[T], records: list[Any], key: str = "name") -> dict[str, T]:
    return {record[key]: msgspec.convert(record, kind) for record in records}


def _extra(records: list[dict[str, Any]], known: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return cards that are in no deck until a scenario swaps them in; some are copies of known ones."""
    names = {record["name"] for record in known}
    return [{**record, "kind": "extra", "count": 0} for record in records if record["name"] not in names]


@cache
def digest() -> str:
    """Return a digest of all box files."""
    whole = hashlib.sha256()
    for path in sorted(BOX.glob("*.json")):
        whole.update(path.name.encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()[:16]


@cache
def box() -> Box:
    """Return the box, read once."""
    monsters, explore = _read("monsters"), _read("explore_deck")
    treasure, loot = _read("treasure_deck"), _read("loot_deck")
    tables = _read("setup_tables")
    ranks = ("spawning_points", "elites", "minions", "mini_bosses", "dungeon_bosses", "creeps", "boo_booties")
    loot_cards = _named(Equipment, loot["cards"] + _extra(loot["extra"], loot["cards"]))
    own = treasure["base"] + treasure["model"]
    treasures = _named(Equipment, own + _extra(treasure["extra"], own))
    boss_sets = {
        boss: cards if isinstance(cards, list) else explore["boss"][cards["same_as"]]
        for boss, cards in explore["boss"].items()
    }
    return Box(
        heroes=_named(HeroCard, _read("heroes"), "id"),
        pets=_named(PetCard, monsters["pets"]),
        monsters=_named(MonsterCard, [m for rank in ranks for m in monsters[rank]]),
        gangs=_named(GangCard, monsters["gangs"]),
        loot=loot_cards,
        treasure=treasures,
        equipment=loot_cards | treasures,
        wonders=_named(Wonder, _read("wonders")["cards"] + _read("wonders")["extra"]),
        booty={card["name"]: card["count"] for card in _read("booty")["cards"]},
        booty_cards=_named(BootyCard, _read("booty")["cards"]),
        explore=_named(
            ExploreCard,
            explore["base"] + [c for cards in boss_sets.values() for c in cards] + explore["extra"],
        ),
        explore_base={card["name"]: card["count"] for card in explore["base"]},
        explore_boss={boss: {c["name"]: c["count"] for c in cards} for boss, cards in boss_sets.items()},
        explore_extra=tuple(card["name"] for card in explore["extra"]),
        traps=_named(TrapCard, _read("traps")["cards"]),
        commands=_named(CommandCard, _read("command_deck")["cards"]),
        tiles=_named(TileSide, _read("tiles")["sides"], "id"),
        effects=_named(TileEffect, _read("tile_effects")),
        abilities=_named(Ability, _read("abilities")),
        statuses=tuple(s["name"] for s in _read("status_effects")),
        status_texts=_named(Status, _read("status_effects")),
        dice={
            d["code"]: Die(d["code"], tuple({k: v for k, v in f.items() if v} for f in d["faces"]))
            for d in _read("dice")
            if d["code"] in ("B", "R", "G")
        },
        settings=_named(Setting, _read("house_rules")),
        dice_texts={d["code"]: d["text"] for d in _read("dice")},
        tables=tables,
    )
