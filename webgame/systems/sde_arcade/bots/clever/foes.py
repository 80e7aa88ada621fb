"""What each monster can do in the next Consul turn, told once a decision for all that ask."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from webgame.systems.sde_arcade.cards import Unique, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import Monster, State

STILL: Final = ("Knockdown", "Immobile")  # what keeps a monster from its next Move (ST-6, ST-7)
STUNNED: Final = 0.5  # of the attacks of a monster that lies on the ground


class Commands(NamedTuple):
    """How often the next command card has each command, on average."""

    fight: float
    unique: float
    spawn: float
    move: float


@lru_cache(maxsize=1024)
def _average(cards: tuple[str, ...]) -> Commands:
    count = {"fight": 0, "unique": 0, "spawn": 0, "move": 0}
    for name in cards:
        for step in box().commands[name].steps:
            count[step.command] += step.times
    return Commands(*(count[kind] / len(cards) for kind in ("fight", "unique", "spawn", "move")))


def commands(s: State) -> Commands:
    """Return what the cards still in the command deck do on average; their order is unknown."""
    cards = s.command.draw_pile or s.command.discard_pile
    return _average(tuple(sorted(cards))) if cards else Commands(1.0, 0.4, 0.3, 1.0)


class Foe(NamedTuple):
    """A monster in the next Consul turn."""

    monster: Monster
    known: frozenset[str]
    zone: int  # squares where it may strike, if it is awake
    wakes: int  # squares from which a Hero wakes it (MA-1); all for a boss
    tiles: int  # the squares of its tiles
    stars: int
    blows: float  # basic attacks
    size: int  # wounds of each
    stuns: int  # status effects that each causes
    unique: tuple[Unique, ...]
    uniques: float  # how often it uses each


def look_at(s: State, monster: Monster, often: Commands) -> Foe:
    """Return what a monster can do in the next Consul turn."""
    lay = layout(s)
    body = facts.base(s, monster)
    known = facts.abilities(s, monster)
    gang = facts.gang(s, monster)
    moves = 0 if not set(STILL).isdisjoint(monster.status) else facts.movement(s, monster)
    reach = gang.line.RNG + (2 if "Reach" in known else 0)
    tiles = 0
    for tile in facts.tiles_of(s, monster):
        tiles |= lay.tiles[tile]
    wakes = tiles
    if monster.kind in ("mini_boss", "dungeon_boss"):
        wakes = lay.grid.floor
    elif monster.kind != "creep":
        wakes |= lay.grid.within(body, int(s.options["disturb_range"]))
    ac = (
        gang.line.ac
        - monster.ac_spent
        + sum(int(e["amount"]) for e in facts.lasting(s, monster) if e["op"] == "ac")
    )
    if "Poison" in monster.status:
        ac = max(1, ac - 1)
    blows = max(0, ac) * often.fight * (STUNNED if "Knockdown" in monster.status else 1.0)
    if monster.host:
        blows = 0.0
    return Foe(
        monster,
        known,
        lay.grid.within(body, moves + reach),
        wakes,
        tiles,
        facts.strength(s, monster),
        blows,
        2 if "Massive Damage" in known else 1,
        sum(1 for word in box().statuses if word in known),
        tuple(u for u in gang.unique if not u.augment and (u.range or u.area)),
        0.0 if "Ice" in monster.status or monster.host else often.unique,
    )
