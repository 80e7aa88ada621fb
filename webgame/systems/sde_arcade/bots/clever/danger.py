"""The next Consul turn as a member must fear it: which monsters reach which squares, and what they do there."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from webgame.systems.sde_arcade.bots.clever.stakes import Table, lost
from webgame.systems.sde_arcade.bots.odds import chance
from webgame.systems.sde_arcade.cards import Dice, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import Member, Monster, State

ALONE: Final = 0.9  # how often a monster strikes the only Hero in its reach
FIRST: Final = 0.8  # the one with most wrath of several (TP-1)
OTHER: Final = 0.25  # another one
ILL: Final = 0.5  # what a status effect suffered costs
STILL: Final = ("Knockdown", "Immobile")  # what keeps a monster from its next Move (ST-6, ST-7)


class Commands(NamedTuple):
    """How often the next command card has each command, on average."""

    fight: float
    unique: float
    spawn: float
    move: float


def commands(s: State) -> Commands:
    """Return what the cards still in the command deck do on average; their order is unknown."""
    cards = s.command.draw_pile or s.command.discard_pile
    if not cards:
        return Commands(1.0, 0.4, 0.3, 1.0)
    count = {"fight": 0, "unique": 0, "spawn": 0, "move": 0}
    for name in cards:
        for step in box().commands[name].steps:
            count[step.command] += step.times
    return Commands(*(count[kind] / len(cards) for kind in ("fight", "unique", "spawn", "move")))


class Blow(NamedTuple):
    """What a monster does to a member in a Consul turn, if it strikes it: zone of anchors, wounds, ills."""

    foe: Monster
    zone: int
    wounds: float
    ills: float
    strikes: float  # how likely it is this member that is struck


def defending(s: State, member: Member) -> list[Dice]:
    """Return the dice of each way a member can defend, fixed stars of the place included."""
    fixed = facts.defense_bonus(s, member)
    found = []
    for attr in facts.defense_attributes(s, member):
        dice = facts.attribute(s, member, attr) + Dice(stars=fixed)
        if "Bane" in member.status:
            dice = without_best(dice)
        found.append(dice)
    return found


def without_best(dice: Dice) -> Dice:
    """Return dice without the best one, about what Hex and Bane leave (ST-6)."""
    if dice.G:
        return dice + Dice(G=-1)
    if dice.R:
        return dice + Dice(R=-1)
    return dice + Dice(B=-1) if dice.B else dice


def beaten(shields: list[Dice], stars: int) -> float:
    """Return the chance that fixed stars beat the best of several defenses."""
    return min(1.0 - chance(d.B, d.R, d.G, d.stars, stars - 1) for d in shields)


class Danger:
    """What a member has to fear on each square."""

    def __init__(self, table: Table, member: Member, shields: list[Dice] | None = None) -> None:
        self.table = table
        self.member = member
        self.shields = defending(table.s, member) if shields is None else shields
        self.left = table.left(member)
        self.often = commands(table.s)
        self.last = table.last_heart(member)
        self.blows = [blow for foe in table.foes if (blow := self._blow(foe)) is not None]

    def _blow(self, foe: Monster) -> Blow | None:
        if foe.kind in ("minion", "spawning_point"):
            return None
        s, member = self.table.s, self.member
        zone, awake = threat_zone(self.table, foe, member)
        wounds, ills = force(s, foe, member, self.shields, self.often)
        if not awake:
            wounds, ills = wounds * 0.9, ills * 0.9
        return Blow(foe, facts.spread(s, zone, member.size), wounds, ills, self._strikes(foe, zone))

    def _strikes(self, foe: Monster, zone: int) -> float:
        s, member = self.table.s, self.member
        rivals = [h for h in self.table.heroes if h.id != member.id and facts.base(s, h) & zone]
        if not rivals:
            return ALONE
        mine = (member.wrath, s.turn.activations + 1)
        return FIRST if all((h.wrath, h.acted_no) < mine for h in rivals) else OTHER

    def wounds(self, at: int) -> tuple[float, float]:
        """Return the wounds and ills to expect on a square."""
        wounds = ills = 0.0
        for blow in self.blows:
            if blow.zone >> at & 1:
                wounds += blow.wounds * blow.strikes
                ills += blow.ills * blow.strikes
        return wounds, ills

    def cost(self, at: int) -> float:
        """Return what it costs to stand on a square in the next Consul turn."""
        wounds, ills = self.wounds(at)
        return price(round(wounds, 2), self.left, self.last) + ILL * ills


@lru_cache(maxsize=8192)
def price(wounds: float, left: int, last: float) -> float:
    """Return the cost of an expected number of wounds, each number of them as likely as Poisson says."""
    if wounds <= 0:
        return 0.0
    share = exp(-wounds)
    rest, total = 1.0 - share, 0.0
    for number in range(1, left):
        share *= wounds / number
        total += share * lost(left, number, last)
        rest -= share
    return total + max(0.0, rest) * lost(left, left, last)


def threat_zone(table: Table, foe: Monster, member: Member) -> tuple[int, bool]:
    """Return the squares where a monster could strike in the next Consul turn, and whether it is awake (MA-1)."""
    s, lay = table.s, layout(table.s)
    body = facts.base(s, foe)
    moves = 0 if not set(STILL).isdisjoint(foe.status) else facts.movement(s, foe)
    zone = lay.grid.within(body, moves + facts.reach(s, foe))
    if foe.kind in ("mini_boss", "dungeon_boss"):
        return zone, True
    near = int(s.options["disturb_range"])
    around = lay.grid.within(body, near)
    tiles = facts.tiles_of(s, foe)
    for hero in table.heroes:
        if hero.id == member.id:
            continue
        if not set(tiles).isdisjoint(facts.tiles_of(s, hero)):
            return zone, True
        if foe.kind != "creep" and around & facts.base(s, hero):
            return zone, True
    wakes = 0
    for tile in tiles:
        wakes |= lay.tiles[tile]
    return zone & (wakes | (around if foe.kind != "creep" else 0)), False


def force(
    s: State, foe: Monster, member: Member, shields: list[Dice], often: Commands
) -> tuple[float, float]:
    """Return the wounds and status effects that a monster brings a member it strikes, in a Consul turn."""
    gang = facts.gang(s, foe)
    known = facts.abilities(s, foe)
    stars = facts.strength(s, foe, member)
    size = 2 if "Massive Damage" in known else 1
    stuns = sum(1 for word in box().statuses if word in known)
    blows = facts.attacks(s, foe) * often.fight if stars or gang.line.STR else 0.0
    if "Knockdown" in foe.status:
        blows *= 0.5
    hit = beaten(shields, stars)
    wounds = blows * hit * size
    ills = min(1.5, blows * hit * stuns)
    if "Ice" not in foe.status:
        for action in gang.unique:
            if action.augment or not (action.range or action.area):
                continue
            lands = beaten(shields, stars + action.str_mod) if action.vs is not None else 1.0
            if action.kind == "offense":
                wounds += often.unique * lands * (2 if "Massive Damage" in action.keywords else size)
            ills += often.unique * lands * len(action.inflicts)
    if foe.host:
        return 0.0, 0.0
    return wounds, ills
