"""The state of a game: everything that is on the table, as plain records that refer to each other by id.

Derived things (attribute values, gang lines, reachable squares) are never stored; see `rules/facts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from webgame.engine.decks import Deck

OFF = -1  # not on the map
PARTY = ("hero", "pet")  # kinds of members: what a `kind` tells at less cost than its class does


class Lasting(msgspec.Struct):
    """An effect in force on a figure.

    `op` and its fields as in the box; `until`: next_upkeep (of `source`), end_of_activation,
    end_of_next_activation, next_roll; `count`: activations that have still to end for
    end_of_next_activation.
    """

    name: str  # of the action or card it comes from: the same name twice does not add up (AB-2)
    effect: dict[str, Any]
    until: str
    source: str = ""  # the figure whose upkeep ends it
    count: int = 0


class Figure(msgspec.Struct):
    """What Heroes, pets, monsters and spawning points share. `at` is the top-left square of the base."""

    id: str
    kind: str  # hero, pet, elite, minion, creep, boo_booty, mini_boss, dungeon_boss, spawning_point
    card: str  # Hero id, or the name of the card
    at: int = OFF
    size: int = 1
    wounds: int = 0
    status: list[str] = []
    lasting: list[Lasting] = []


class Member(Figure):
    """A Hero or a pet; destroyed: `at` OFF and `down`. AP and MP are counted as spent: Slow bites at once."""

    seat: str = ""
    wrath: int = 0
    potions: int = 0
    slots: dict[str, str] = {}  # crystal -> equipment card
    down: bool = False
    invaders: list[str] = []  # ids of creeps on the card (CR-4)
    acted_in: int = 0  # round of the last activation (0: none yet)
    acted_no: int = 0  # running number of the last activation, for WR-8
    ap_spent: int = 0
    mp_spent: int = 0
    ran: bool = False
    drunk: int = 0  # potions drunk in this activation
    emergency_in: int = 0  # round of the last emergency potion in a Consul turn
    once: list[str] = []  # what can be done once per game and was (AB-4)
    used: list[str] = []  # what can be done once per activation and was
    gains: dict[str, int] = {}  # AP and MP gained for this activation ("ap", "mov"): Turbo Button
    began_at: int = OFF  # square at the beginning of the activation (Dancing Light)
    master: str = ""  # of a pet
    declined: list[str] = []  # cards of the backpack that its player wants to be asked of no more (Power-Up)
    pet_done: bool = False  # of a Hero: its pet has activated with it


class Monster(Figure):
    """A monster or spawning point."""

    tile: int = -1  # the tile a spawning point or (mini-)boss belongs to
    pair: str = ""  # id shared by the two models of a paired spawning point
    host: str = ""  # the Hero whose card an Invader lies on
    friend: bool = False  # Friendly Chimera (CR-7)
    ac_spent: int = 0  # by unique actions in this Consul turn
    unique_wounded: bool = False  # in this Consul turn (Combo)


class Token(msgspec.Struct):
    """What lies on the map: chest, coin, key, skull (it names its Hero), potion, start, bone."""

    id: str
    kind: str
    at: int
    owner: str = ""


class Template(msgspec.Struct):
    """A trap on the map."""

    id: str
    trap: str
    squares: list[int]
    tile: int


class Tile(msgspec.Struct):
    """A dungeon tile in its place: `x`, `y` of its corner in squares, `turn` in quarter turns clockwise."""

    side: str
    x: int
    y: int
    turn: int
    explored: bool = False
    cards: list[str] = []  # explore cards in force on it
    searched: int = 0  # explore cards drawn for it
    locked: bool = False
    spawn: str = ""  # id of the spawning point placed here at set-up
    vault: bool = False


class Pool(msgspec.Struct):
    """Models that may still enter play."""

    monsters: dict[str, int] = {}
    creeps: dict[str, int] = {}
    mini_bosses: list[str] = []
    boss: str = ""
    booties: list[str] = []


class Turn(msgspec.Struct):
    """Where in the turn we are. Everything a checkpoint needs stands here."""

    round: int = 1
    side: str = "heroes"
    phase: str = "setup"  # setup, choose, upkeep, activation, chimera, power_up, consul, command, over
    active: str = ""  # the Hero in its activation
    pet: str = ""  # its pet, if that is acting now
    acted: list[str] = []  # Heroes activated in this Hero turn
    before: list[str] = []  # Heroes activated in the previous Hero turn
    activations: int = 0  # so far in the game
    upkeep_done: bool = False
    # the Consul turn's cursor
    disturbed: list[str] = []
    order: list[str] = []
    card: str = ""
    step: int = 0
    repeat: int = 0
    at: int = 0
    extra: list[str] = []  # monsters that have a Move of their own to make (Quick Hatch)
    done: list[str] = []  # seats that are done with this part of Power-Up
    passing: list[str] = []  # seats that don't want to be asked again this turn
    drops: list[list[int | str]] = []  # tokens due at the end of the action: [kind, square, ...]
    player: int = 0  # one more than the place in `order` of who plays the card (house rule card_order)
    left_to_engine: bool = False  # the players leave the ties of this Consul turn to the engine (AI-1)
    followed: dict[str, list[str]] = {}  # minions that have moved, by Move command (house rule card_order)
    # what Power-Up needs of the turn
    part: int = 0  # part of Power-Up: 0 rewards, 1 equipment, 2 wonder, 3 mighty, 4 boss spawn
    loot: int = 0
    treasure: int = 0
    fallen: list[list[int]] = []  # [square, tile] of spawning points destroyed this turn
    drained: int = 0
    mini_bosses: int = 0  # destroyed this turn
    moving: str = ""  # the figure in mid-move, which may be passing a friend
    moved: list[str] = []  # creatures of the Friendly Chimera that have acted


class State(msgspec.Struct):
    """A game of Super Dungeon Explore: Arcade."""

    scenario: str
    options: dict[str, Any]  # the constants in force: box constants, overridden by scenario and house rules
    dungeon: str  # names the layout of the tiles, see dungeon.layout
    width: int
    height: int
    tiles: list[Tile]
    members: dict[str, Member]  # Heroes and pets
    monsters: dict[str, Monster]
    tokens: dict[str, Token]
    templates: dict[str, Template]
    pool: Pool
    loot: Deck
    treasure: Deck
    explore: Deck
    command: Deck
    backpack: list[str]  # equipment and wonders
    turn: Turn
    coins: int = 0
    keys: int = 0
    kept: list[str] = []  # explore cards kept in the backpack
    removed: list[str] = []  # cards that left the game
    wrath_supply: int = 0
    might: int = 0  # step of the mighty monsters chart
    might_extra: int = 0  # steps for mini-bosses that were missing (PU-16)
    slain: int = 0  # mini-bosses destroyed
    spawn_points: int = 0  # at the start (models)
    spent_coins: int = 0
    resting: dict[str, int] = {}  # destroyed pets and the round they fell in (PT-7)
    graves: list[str] = []  # names of forced-shift forms that fell (statistics)
    next_id: int = 1
    outcome: str = ""  # "", victory, defeat
    outcome_rule: str = ""

    def figure(self, id: str) -> Figure:
        """Return a figure by id; raise KeyError if it is not in play."""
        return self.members.get(id) or self.monsters[id]

    def heroes(self) -> Iterator[Member]:
        """Yield the Heroes on the map."""
        for member in self.members.values():
            if member.kind == "hero" and member.at != OFF:
                yield member

    def party(self) -> Iterator[Member]:
        """Yield Heroes and pets on the map."""
        for member in self.members.values():
            if member.at != OFF:
                yield member

    def foes(self) -> Iterator[Monster]:
        """Yield the Consul's models on the map, spawning points too (not the Friendly Chimera's creeps)."""
        for monster in self.monsters.values():
            if monster.at != OFF and not monster.friend:
                yield monster

    def fresh_id(self, prefix: str) -> str:
        """Return an id that was never used in this game."""
        name = f"{prefix}{self.next_id}"
        self.next_id += 1
        return name
