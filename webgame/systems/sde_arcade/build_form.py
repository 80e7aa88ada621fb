"""The form by which a dungeon of one's own is set up: what can be chosen (CP-1 to CP-7, SU-1 to SU-13)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from webgame.engine.build import Field, Item, Part, Tag, fields
from webgame.systems.sde_arcade.cards import Equipment, HeroCard, MonsterCard, box
from webgame.systems.sde_arcade.looks import icon_of, looks
from webgame.systems.sde_arcade.supported import lacking

CREEP = "creep."  # + a creep's name: the field with its number
CREEPS_MOST = 20  # of one kind; the rules know no upper limit (SU-3)
SWAPS = ("treasure", "loot", "explore")  # decks whose cards may be swapped one for one (SU-7 to SU-9)
HAND = ("start", "points", "chests", "monsters")  # what the players may place themselves (SU-11 to SU-13)
NAME = "l.build.own"


@cache
def parts() -> tuple[Part, ...]:
    """Return the form; every model and card in it can be played."""
    return (
        Part("party", "l.build.party", "l.build.party_help", "team", (_size(), _heroes())),
        Part("foes", "l.build.foes", "l.build.foes_help", "overlord", _foes()),
        Part("creeps", "l.build.creeps", "l.build.creeps_help", "slime", tuple(_creeps())),
        Part("treasure", "l.build.treasure", "l.build.treasure_help", "chest", _treasure()),
        Part("swaps", "l.build.swaps", "l.build.swaps_help", "exchange", tuple(_swaps())),
        Part("dungeon", "l.build.dungeon", "l.build.dungeon_help", "gate", _dungeon()),
        Part("table", "l.build.table", "l.build.table_help", "hand", _table()),
        Part("story", "l.build.story", "", "scroll", (_name(),), surprise=False),
    )


@cache
def form() -> dict[str, Field]:
    """Return the fields of the form by id."""
    return fields(parts())


def creep_fields() -> list[Field]:
    """Return the fields with the numbers of creeps."""
    return [field for id, field in form().items() if id.startswith(CREEP)]


# -- Heroes --------------------------------------------------------------------------------------------------


def _size() -> Field:
    columns = box().tables["game_size"]["columns_heroes"]
    items = tuple(Item(str(n), f"l.build.size_{n}", icon="team") for n in columns)
    return Field("size", "one", "l.build.size", "l.build.size_help", "CP-1", items=items)


def _heroes() -> Field:
    items = tuple(
        _hero(card) for card in box().heroes.values() if card.selectable and not lacking("hero", card.id)
    )
    return Field("heroes", "some", "l.build.heroes", "l.build.heroes_help", "SU-2", items=items)


def _hero(card: HeroCard) -> Item:
    tags = tuple(_gem(affinity) for affinity in card.affinity)
    return Item(card.id, card.name, f"{card.race}. {card.role}", icon_of(card.id), tags)


def _gem(affinity: str) -> Tag:
    return Tag(affinity, looks().slots[affinity][0], looks().tones[affinity])


# -- monsters ------------------------------------------------------------------------------------------------


def _monsters(rank: str) -> list[MonsterCard]:
    return [m for m in box().monsters.values() if m.rank == rank and not lacking("monster", m.name)]


def _foes() -> tuple[Field, ...]:
    bosses = tuple(_model(m) for m in _monsters("dungeon_boss"))
    minis = tuple(_model(m) for m in _monsters("mini_boss"))
    points = tuple(_point(m) for m in _monsters("spawning_point") if not _pool_lacks(m))
    return (
        Field("boss", "one", "l.build.boss", "l.build.boss_help", "SU-3", items=bosses),
        Field("mini_bosses", "some", "l.build.minis", "l.build.minis_help", "CP-2", items=minis),
        Field("points", "some", "l.build.points", "l.build.points_help", "SU-4", items=points),
    )


def _model(card: MonsterCard) -> Item:
    return Item(card.name, card.name, f"{card.type}. {card.text}", icon_of(card.name, card.rank))


def _point(card: MonsterCard) -> Item:
    sends = ", ".join(f"{e['count']} {e['model']}" for e in card.spawning_pool if e.get("spawn", True))
    tags = (Tag("l.build.pair", tone="gold"),) if card.paired else ()
    return Item(card.name, card.name, sends, icon_of(card.name, card.rank), tags, card.choices)


def _pool_lacks(card: MonsterCard) -> bool:
    return any(lacking("monster", entry["model"]) for entry in card.spawning_pool)


def _creeps() -> Iterable[Field]:
    for card in _monsters("creep"):
        icon = icon_of(card.name, card.rank)
        yield Field(CREEP + card.name, "number", card.name, "", "SU-3", icon, most=CREEPS_MOST)


# -- decks ---------------------------------------------------------------------------------------------------


def _cards(cards: Iterable[Equipment]) -> tuple[Item, ...]:
    return tuple(_card(card) for card in cards if not lacking("equipment", card.name))


def _card(card: Equipment) -> Item:
    owner = (Tag(card.model),) if card.model else ()
    return Item(card.name, card.name, card.text, looks().slots[card.slot][0], (_gem(card.slot), *owner))


def _treasure() -> tuple[Field, ...]:
    models = _cards(card for card in box().treasure.values() if card.kind == "model")
    wonders = tuple(
        Item(w.name, w.name, w.text, icon_of(w.pet, "pet"))
        for w in box().wonders.values()
        if not lacking("wonder", w.name)
    )
    return (
        Field("models", "some", "l.build.models", "l.build.models_help", "SU-7", items=models, narrow=True),
        Field("wonders", "some", "l.build.wonders", "l.build.wonders_help", "SU-7", items=wonders),
    )


def _swaps() -> Iterable[Field]:
    treasure, loot = box().treasure.values(), box().loot.values()
    out = {
        "treasure": _cards(card for card in treasure if card.kind == "base"),
        "loot": _cards(card for card in loot if card.count),
        "explore": _explore(name for name in box().explore if name not in box().explore_extra),
    }
    into = {
        "treasure": _cards(card for card in treasure if card.kind == "extra"),
        "loot": _cards(card for card in loot if not card.count),
        "explore": _explore(box().explore_extra),
    }
    rules = dict(zip(SWAPS, ("SU-7", "SU-8", "SU-9"), strict=True))
    for deck in SWAPS:
        rule = rules[deck]
        yield Field(f"{deck}_out", "some", f"l.build.{deck}_out", "", rule, items=out[deck], narrow=True)
        yield Field(f"{deck}_in", "some", f"l.build.{deck}_in", "", rule, items=into[deck], narrow=True)


def _explore(names: Iterable[str]) -> tuple[Item, ...]:
    known = box().explore
    return tuple(Item(name, name, known[name].text, "look") for name in names if not lacking("explore", name))


# -- the table -----------------------------------------------------------------------------------------------


def _dungeon() -> tuple[Field, ...]:
    built = (
        Item("random", "l.build.random", "l.build.random_text", "random"),
        Item("hand", "l.build.hand", "l.build.hand_text", "hand"),
    )
    shapes = (
        Item("free", "l.build.free", "l.build.free_text", "zoom"),
        Item("line", "l.build.line", "l.build.line_text", "next"),
        Item("corner", "l.build.corner", "l.build.corner_text", "stairs"),
    )
    tiles = tuple(Item(t.id, t.name, t.text, tags=(Tag(t.id), Tag(t.theme))) for t in box().tiles.values())
    return (
        Field("dungeon", "one", "l.build.built", "", "SU-5", items=built),
        Field("layout", "one", "l.build.layout", "l.build.layout_help", "SU-6", items=shapes),
        Field("tiles", "some", "l.build.tiles", "l.build.tiles_help", "SU-5", items=tiles),
    )


def _table() -> tuple[Field, ...]:
    rules = dict(zip(HAND, ("SU-11", "SU-12", "SU-12", "SU-13"), strict=True))
    icons = dict(zip(HAND, ("objective", "spawn", "chest", "goblin-head"), strict=True))
    return tuple(
        Field(f"by_{what}", "yes", f"l.build.by_{what}", f"l.build.by_{what}_help", rules[what], icons[what])
        for what in HAND
    )


def _name() -> Field:
    return Field("name", "text", "l.build.name", icon="scroll")
