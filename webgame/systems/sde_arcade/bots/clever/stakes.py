"""What things are worth: hearts, foes, loot; and how the party stands: its health, its equipment."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from webgame.systems.sde_arcade.bots.clever.foes import Foe, commands, look_at
from webgame.systems.sde_arcade.bots.odds import odds
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import Figure, Member, Monster, State

BOSSES: Final = ("mini_boss", "dungeon_boss")
# What each of the last hearts is worth: the last one first; the others are worth PLENTY each.
HEARTS: Final = (10.0, 2.6, 1.9, 1.4)
PLENTY: Final = 1.0
LAST_HERO: Final = 30.0  # what the last Hero's last heart is worth: the game
RAISED: Final = 0.6  # of a Hero's last heart, while a coin could bring it back
WORTH: Final = {
    "dungeon_boss": 60.0,
    "mini_boss": 20.0,
    "boo_booty": 5.0,
    "elite": 2.0,
    "minion": 0.8,
    "creep": 0.8,
}
LOOT: Final = 2.2  # a loot card while there are slots to fill
POINT: Final = 12.0  # a spawning point, once the party is ready for what follows
FIT: Final = 0.7  # share of hearts with which a Hero goes on
GEAR: Final = 2.0  # pieces of equipment for each Hero before a boss is asked for
PATIENCE: Final = 20  # rounds for each Hero after which the party waits no longer, and dares ever more
STATUS: Final = {  # what a status effect costs a member
    "Fire": 1.4,
    "Knockdown": 0.9,
    "Poison": 0.8,
    "Hex": 0.7,
    "Bane": 0.7,
    "Immobile": 0.5,
    "Slow": 0.4,
    "Ice": 0.3,
}


def lost(left: int, wounds: int, last: float) -> float:
    """Return what it costs to lose some of the hearts left; `last` is the worth of the last one."""
    total = 0.0
    for heart in range(max(0, left - wounds), left):
        total += last if heart == 0 else HEARTS[heart] if heart < len(HEARTS) else PLENTY
    return total


class Table:
    """How the party stands at this moment; asked for once a decision."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.heroes: list[Member] = list(s.heroes())
        self.foes: list[Monster] = list(s.foes())
        self.bosses = [foe for foe in self.foes if foe.kind in BOSSES]
        self._left: dict[str, int] = {}
        self._arm: dict[str, int] = {}

    @cached_property
    def awake(self) -> dict[str, Foe]:
        """Return what each monster that can act may do in the next Consul turn."""
        often = commands(self.s)
        return {
            foe.id: look_at(self.s, foe, often)
            for foe in self.foes
            if foe.kind not in ("minion", "spawning_point")
        }

    @cached_property
    def threats(self) -> dict[str, float]:
        """Return for each foe what it threatens to do to the party in the next Consul turn."""
        from webgame.systems.sde_arcade.bots.clever.danger import threats

        return threats(self)

    def left(self, fig: Figure) -> int:
        """Return a figure's hearts without wounds, kept."""
        if fig.id not in self._left:
            self._left[fig.id] = facts.hearts_left(self.s, fig)
        return self._left[fig.id]

    def defense(self, foe: Figure) -> int:
        """Return the stars a foe defends with, kept."""
        if foe.id not in self._arm:
            self._arm[foe.id] = facts.arm(self.s, foe) if isinstance(foe, Monster) else 2
        return self._arm[foe.id]

    @cached_property
    def nerve(self) -> float:
        """Return the share of what holds it back that the party heeds: all, but less and less without an end.

        It goes for dangers, for places shunned and for steps too small to be worth taking: any of them
        could keep the party where it is for ever.
        """
        heroes = sum(member.kind == "hero" for member in self.s.members.values())
        return min(1.0, (PATIENCE * max(3, heroes) / max(1, self.s.turn.round)) ** 2)

    def last_heart(self, member: Member) -> float:
        """Return what the last heart of a member is worth."""
        if member.kind != "hero":
            return 3.0
        if len(self.heroes) <= 1:
            return LAST_HERO
        return HEARTS[0] * (RAISED if self.s.coins else 1.0)

    def mended(self, member: Member, wounds: int = 1) -> float:
        """Return what it is worth to take wounds off a member."""
        left, wounds = self.left(member), min(wounds, member.wounds)
        return lost(left + wounds, wounds, self.last_heart(member)) if wounds > 0 else 0.0

    @cached_property
    def healers(self) -> float:
        """Return the wounds that the party can bandage in a turn of rest, about."""
        stars = int(self.s.options["bandage_stars"]) - 1
        return sum(odds(facts.attribute(self.s, hero, "WILL"), stars) for hero in self.heroes)

    @cached_property
    def fit(self) -> bool:
        """Whether the party goes on: all are well, or rest is impossible (a boss sleeps never: MA-2)."""
        if self.bosses or self.healers < 0.15 or self.nerve < 1:
            return True
        return all(self.left(hero) >= FIT * facts.hearts(self.s, hero) for hero in self.heroes)

    @cached_property
    def gear(self) -> float:
        """Return the pieces of equipment a Hero wears on average."""
        heroes = [m for m in self.s.members.values() if m.kind == "hero"]
        return sum(len(m.slots) for m in heroes) / max(1, len(heroes))

    @cached_property
    def ready(self) -> bool:
        """Whether the party should bring on the next boss by destroying a spawning point."""
        if self.bosses or not self.fit:
            return False
        return self.gear >= GEAR or self.nerve < 1 or not self._farm

    @cached_property
    def _farm(self) -> bool:
        """Whether there are slots to fill, with loot that may still come."""
        return self.gear < 4

    @cached_property
    def loot(self) -> float:
        """Return what one more loot card is worth in this turn (PU-2)."""
        if self.s.turn.loot >= int(self.s.options["loot_per_turn"]):
            return 0.0
        return LOOT * max(0.1, 1 - self.gear / 4)

    def worth(self, foe: Figure) -> float:
        """Return what destroying a foe is worth, the danger it is left aside."""
        if foe.kind == "spawning_point":
            return POINT if self.ready else 0.0
        value = WORTH.get(foe.kind, 0.0)
        if foe.kind in ("elite", "minion"):
            value += self.loot
        if isinstance(foe, Monster) and foe.host:
            value = 2.5
        return value

    def dark(self) -> int:
        """Return the squares of tiles that nobody has entered."""
        mask = 0
        for tile, squares in zip(self.s.tiles, layout(self.s).tiles, strict=True):
            if not tile.explored:
                mask |= squares
        return mask
