"""The state of a game: the hero, and the table of the scenario being played. Records refer by id.

Derived things (SHIELD in force, reachable squares, focus) are never stored; see `rules/facts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from webgame.engine.decks import Deck

OFF = -1  # not on the board
DOWN = "down"  # a note: it has no HP left, and the sheet lets it stay (S)


class Condition(msgspec.Struct):
    """A condition on a unit (GH-16.1): its value and reach if it has any.

    `marked`: it was there when the unit's turn began, so it lapses at the end of that turn.
    """

    n: int = 0
    reach: int = 1
    marked: bool = False


class Unit(msgspec.Struct):
    """The hero, a summon, an ally, a villain counter or an object with hit points.

    `at` is its square, of a 2x2 unit the north-west one. `shield` and `retaliate` are its permanent points.
    """

    id: str
    kind: str  # hero, summon, ally, villain, object
    type: str  # the name on the sheet, "hero" for the hero
    number: int
    side: str  # hero, villains
    at: int
    hp: int
    max_hp: int
    start: int = OFF  # its first square
    beta: bool = False
    size: int = 1
    shield: int = 0
    retaliate: int = 0
    conditions: dict[str, Condition] = {}
    phase: str = ""  # of a villain with phases (S)
    since: int = 0  # the round it came in; it acts from the next one
    away: str = ""  # why it is off the board but still in play: fallen, sniper
    card: str = ""  # the card that keeps a summon
    steps: list[dict[str, Any]] = []  # what a summon or ally does each turn
    riders: list[dict[str, Any]] = []  # added to its attacks this round (orders)
    notes: list[str] = []  # what a sheet has to remember of it


class Hero(msgspec.Struct):
    """Who the hero is (GH-2, GH-3): what lasts from scenario to scenario."""

    name: str
    specialties: list[str]
    level: int = 1
    colour: str = ""
    perks: list[str] = []
    cards: list[str] = []  # the ten
    items: list[str] = []  # owned
    equipped: list[str] = []  # taken into this scenario


class Piles(msgspec.Struct):
    """Where the ability cards lie (GH-2.1), and the items used up in this scenario."""

    hand: list[str] = []
    chosen: list[str] = []  # face down for this round, then in play until the turn ends
    discard: list[str] = []
    buried: list[str] = []
    active: list[str] = []  # cards with a lasting effect and cards that keep a summon
    used: list[str] = []  # items buried


class Slot(msgspec.Struct):
    """A turn in the initiative order: of the hero, or of one unit with the row its table rolled."""

    unit: str
    initiative: int
    table: str = ""
    roll: int = 0
    done: bool = False


class Playing(msgspec.Struct):
    """A card half that is being carried out, line by line (GH-4.3)."""

    card: str
    side: str
    basic: str = ""  # the basic action in its place
    line: int = 0
    did: bool = False  # some line was carried out
    bonus: int = 0  # to the next attack of this half


class Round(msgspec.Struct):
    """Where in the round we are (GH-9.1). Everything a checkpoint needs stands here."""

    number: int = 0
    phase: str = "place"  # place, start, choose, turns, end, rest
    slots: list[Slot] = []
    acting: str = ""  # the unit whose turn runs
    initiative: int = 99  # announced by the hero
    lead: str = ""  # the card whose initiative was announced
    rolls: dict[str, int] = {}  # action table -> die
    ordered: dict[str, int] = {}  # type -> initiative set by an order
    turn_begun: bool = False  # the hero's start of turn is over
    played: dict[str, str] = {}  # card -> half given in this turn
    halves: list[str] = []  # halves used up in this turn
    playing: Playing | None = None
    last_targets: list[str] = []  # of the line before
    spare: int = 0  # halves of this round that were given up
    penalty: int = 0  # on each movement line of this turn (E)
    once: list[str] = []  # perks used in this round, and how a tie was settled


class Table(msgspec.Struct):
    """A scenario on the table: reset for each scenario."""

    sheet: str
    failures: int = 0  # of this scenario in a row
    infusion: int = 0  # -3 LIGHT .. +3 DARK (GH-19.1)
    units: dict[str, Unit] = {}
    piles: Piles = msgspec.field(default_factory=Piles)
    round: Round = msgspec.field(default_factory=Round)
    searched: list[int] = []  # squares of search spots that were searched
    found: list[str] = []  # items drawn in this try
    tokens: dict[str, list[int]] = {}  # kind -> squares (north-west ones) of what lies on the board
    removed: dict[str, int] = {}  # kind -> tokens taken off
    defeated: list[str] = []  # ids of units that fell, in order
    due: list[str] = []  # villains that a sheet still owes ("Police BETA 3")
    flags: list[str] = []  # what the sheet's predicates ask for
    counts: dict[str, int] = {}  # cursors and counters of special rules
    advantage: int = 0  # attacks of the hero that will have advantage
    next_id: int = 1
    outcome: str = ""  # won, lost
    reason: str = ""  # message key
    rule: str = ""


class Campaign(msgspec.Struct):
    """The story so far (GH-23)."""

    passage: str = ""
    part: str = "read"  # read, grow, turn: of a passage; play: a scenario; over
    sheet: str = ""  # the scenario that is played
    failures: int = 0  # of it in a row
    level: int = 1  # that the story has given
    flags: list[str] = []
    history: list[str] = []  # passages read ("p01") and scenarios played ("A:won"), in order
    gone: list[str] = []  # items out of the game (GH-5.2)


class Begin(msgspec.Struct):
    """What the hero is created with: a level and items drawn at random (GH-3.1)."""

    level: int = 1
    items: int = 1


class State(msgspec.Struct):
    """A game of Guildhaven City."""

    seats: list[str]
    hero: Hero
    table: Table
    items: Deck
    stage: str = "scenario"  # create, story, equip, scenario, settle: see `course`
    begin: Begin = msgspec.field(default_factory=Begin)
    campaign: Campaign | None = None
    over: str = ""  # "", victory, defeat: how the game ended
    reason: str = ""
    rule: str = ""

    @property
    def units(self) -> dict[str, Unit]:
        """The units of the scenario by id."""
        return self.table.units

    @property
    def me(self) -> Unit:
        """The hero's figure."""
        return self.table.units["hero"]

    def on_board(self) -> Iterator[Unit]:
        """Yield all units that stand on the board, in the order they came."""
        for unit in self.table.units.values():
            if unit.at != OFF:
                yield unit

    def villains(self, type: str = "") -> Iterator[Unit]:
        """Yield the villains in play (of a type), those off the board for a while, too."""
        for unit in self.table.units.values():
            if unit.kind == "villain" and (not type or unit.type == type):
                yield unit
