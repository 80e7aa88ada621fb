"""What a member considers in its activation: its foes, and what it could do to them."""

from __future__ import annotations

from typing import Final

from webgame.systems.sde_arcade.bots.odds import odds
from webgame.systems.sde_arcade.cards import Dice
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import Figure, Member, Monster, State

# What a destroyed model is worth to the party, by kind: loot, fewer attacks, the way to victory.
WORTH: Final = {
    "dungeon_boss": 40.0,
    "mini_boss": 12.0,
    "spawning_point": 9.0,
    "boo_booty": 5.0,
    "elite": 5.0,
    "minion": 3.0,
    "creep": 1.5,
}
ENOUGH: Final = 0.15  # an act worth less is left
CAREFUL: Final = 2  # hearts left at which a Hero keeps out of reach
READY: Final = 1  # pieces of equipment for each Hero before a mini-boss is asked for
UNREADY: Final = 2.0  # what a spawning point is worth before that
LONG: Final = 100  # rounds after which a Hero dares anything, so that every game comes to an end


class Mind:
    """What a member considers in its activation: its foes, and what it could do to them."""

    def __init__(self, s: State, member: Member) -> None:
        self.s = s
        self.member = member
        self.ap = facts.ap_left(s, member)
        self.left = facts.hearts_left(s, member)
        self.daring = s.turn.round > LONG
        self.enough = 0.0 if self.daring else ENOUGH
        self.foes = [f for f in facts.enemies(s, member) if isinstance(f, Monster)]
        self.arm: dict[str, int] = {}
        self.basics = {
            attr: (facts.attribute(s, member, attr), squares)
            for attr, (_, squares) in facts.basic_attacks(s, member).items()
        }
        self.plus = facts.offense_bonus(s, member)
        heroes = [m for m in s.members.values() if m.kind == "hero"]
        self.ready = sum(len(m.slots) for m in heroes) >= READY * len(heroes)

    def defense(self, foe: Figure) -> int:
        """Return the stars a foe defends with."""
        if foe.id not in self.arm:
            self.arm[foe.id] = facts.arm(self.s, foe) if isinstance(foe, Monster) else 2
        return self.arm[foe.id]

    def worth(self, foe: Figure) -> float:
        """Return what destroying a foe is worth."""
        value = WORTH.get(foe.kind, 0.0)
        if foe.kind == "spawning_point" and not self.ready:
            value = UNREADY
        if isinstance(foe, Monster) and foe.host == self.member.id:
            value = 2.5
        return value

    def hit(self, dice: Dice, foe: Figure, wounds: int = 1) -> float:
        """Return what an attack on a foe promises: progress in proportion, more if it may destroy."""
        win = odds(dice + Dice(stars=self.plus), self.defense(foe))
        left = facts.hearts_left(self.s, foe)
        value = self.worth(foe)
        gained = value if wounds >= left else 0.8 * value * wounds / left
        return win * gained

    def best_basic(self, foe: Figure) -> tuple[float, int]:
        """Return the promise and the range of the better basic attack on a foe."""
        found = [(self.hit(dice, foe), squares) for dice, squares in self.basics.values()]
        return max(found, default=(0.0, 0))


def threats(s: State, fig: Figure) -> int:
    """Return how many attacks could reach a member in the next Consul turn, roughly."""
    grid = layout(s).grid
    count = 0
    for foe in s.foes():
        if foe.kind in ("minion", "spawning_point"):
            continue
        steps = facts.monster_card(foe).mov + facts.reach(s, foe)
        if grid.within(facts.base(s, foe), steps) & facts.base(s, fig):
            count += max(1, facts.gang(s, foe).line.ac)
    return count
