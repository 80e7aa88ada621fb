"""The next Consul turn as a member must fear it: which monsters reach which squares, what they do there."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from webgame.systems.sde_arcade.bots.clever.foes import Foe
from webgame.systems.sde_arcade.bots.clever.stakes import Table, lost
from webgame.systems.sde_arcade.bots.odds import chance
from webgame.systems.sde_arcade.cards import Dice
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import Member, State

ALONE: Final = 0.9  # how often a monster strikes the only Hero in its reach
FIRST: Final = 0.8  # the one with most wrath of several (TP-1)
OTHER: Final = 0.25  # another one
ILL: Final = 0.5  # what a status effect suffered costs
ASLEEP: Final = 0.9  # of what a monster does that must be woken first
MANY: Final = 1.5  # ills that matter in one turn


class Blow(NamedTuple):
    """What a monster does to a member in a Consul turn: zone of anchors, wounds, ills."""

    foe: str
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
        found.append(without_best(dice) if "Bane" in member.status else dice)
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
    return min(1.0 - chance(d.B, d.R, d.G, d.stars, stars - 1) for d in shields) if stars > 0 else 0.0


class Danger:
    """What a member has to fear on each square."""

    def __init__(self, table: Table, member: Member, shields: list[Dice] | None = None) -> None:
        self.table = table
        self.member = member
        self.shields = defending(table.s, member) if shields is None else shields
        self.left = table.left(member)
        self.last = table.last_heart(member)
        self.rivals = [h for h in table.heroes if h.id != member.id]
        self.bases = [facts.base(table.s, h) for h in self.rivals]
        self.blows = [self._blow(foe) for foe in table.awake.values()]

    def _blow(self, foe: Foe) -> Blow:
        s, member = self.table.s, self.member
        wounds, ills = force(foe, member, self.shields)
        zone = foe.zone
        if not any(base & foe.wakes for base in self.bases):
            zone &= foe.wakes
            wounds, ills = wounds * ASLEEP, ills * ASLEEP
        strikes = ALONE
        rivals = [h for h, base in zip(self.rivals, self.bases, strict=True) if base & zone]
        if rivals:
            mine = (member.wrath, s.turn.activations + 1)
            strikes = FIRST if all((h.wrath, h.acted_no) < mine for h in rivals) else OTHER
        return Blow(foe.monster.id, facts.spread(s, zone, member.size), wounds, ills, strikes)

    def cost(self, at: int) -> float:
        """Return what it costs to stand on a square in the next Consul turn."""
        wounds = ills = 0.0
        for _, zone, wound, ill, strikes in self.blows:
            if zone >> at & 1:
                wounds += wound * strikes
                ills += ill * strikes
        return self.table.nerve * (price(round(wounds, 2), self.left, self.last) + ILL * ills)


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


def force(foe: Foe, member: Member, shields: list[Dice]) -> tuple[float, float]:
    """Return the wounds and status effects that a monster brings a member it strikes, in a Consul turn."""
    stars = foe.stars
    if "Hubris" in foe.known:
        stars += len(member.slots)
    if "Pile-On" in foe.known and "Knockdown" in member.status:
        stars += 1
    if "Virulent" in foe.known and "Poison" in member.status:
        stars += 1
    hit = beaten(shields, stars)
    wounds = foe.blows * hit * foe.size
    ills = min(MANY, foe.blows * hit * foe.stuns)
    for action in foe.unique:
        lands = beaten(shields, stars + action.str_mod) if action.vs is not None else 1.0
        if action.kind == "offense":
            wounds += foe.uniques * lands * (2 if "Massive Damage" in action.keywords else foe.size)
        ills += foe.uniques * lands * len(action.inflicts)
    return wounds, ills


def threats(table: Table) -> dict[str, float]:
    """Return for each foe what it threatens to do to the party in the next Consul turn."""
    found: dict[str, float] = {}
    for hero in table.heroes:
        for blow in Danger(table, hero).blows:
            value = 1.6 * blow.wounds + ILL * blow.ills
            value *= blow.strikes if blow.zone >> hero.at & 1 else 0.3
            found[blow.foe] = max(found.get(blow.foe, 0.0), value)
    return found
