"""What a member can do to foes: its attacks and attacking actions, with their odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from webgame.systems.sde_arcade.bots.clever.danger import without_best
from webgame.systems.sde_arcade.bots.clever.stakes import BOSSES, Table
from webgame.systems.sde_arcade.bots.odds import odds
from webgame.systems.sde_arcade.cards import Action, Dice, box
from webgame.systems.sde_arcade.rules import actions, facts, rolls
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

FACES: Final = 6
POTION: Final = 0.9  # a potion token
PART: Final = 0.9  # of a foe's worth, what wounds short of its end bring
STUN: Final = {  # share of a foe's threat that a status effect takes away
    "Knockdown": 0.7,
    "Immobile": 0.25,
    "Hex": 0.25,
    "Poison": 0.2,
    "Ice": 0.15,
    "Slow": 0.15,
}
TOUGH: Final = 3  # hearts left from which Bane or Fire pay


class Blow(NamedTuple):
    """One way to attack a foe: the option's group, AP, chance, wounds, and what winning brings besides."""

    group: str
    cost: int
    win: float
    wounds: int
    extra: float


class Weapon(NamedTuple):
    """A way to attack single foes: how far, with which dice."""

    group: str
    cost: int
    squares: int
    dice: Dice
    wounds: int
    inflicts: tuple[str, ...]
    action: Action | None = None


class Means:
    """What a member attacks with, and what that is worth against each foe."""

    def __init__(self, table: Table, member: Member) -> None:
        self.table = table
        self.member = member
        self.s: State = table.s
        self.ap = facts.ap_left(self.s, member)
        self.known = facts.abilities(self.s, member)
        self.bonus = facts.offense_bonus(self.s, member)
        self.hexed = "Hex" in member.status
        self.weapons = list(self._weapons())
        self.threats = table.threats
        hurt = [h for h in table.heroes if h.wounds]
        self.heart = max((table.mended(h) for h in hurt), default=0.0)
        if not self.heart:
            self.heart = 0.5 if any(h.status for h in table.heroes) else 0.0
        thirsty = any(h.potions < facts.potion_limit(self.s, h) for h in table.heroes)
        self.potion = POTION if thirsty else 0.0
        self._blows: dict[str, list[tuple[Blow, int]]] = {}

    def offense(self, attr: str, bonus: Dice = Dice()) -> Dice:  # noqa: B008
        """Return the dice of an offense roll with an attribute as they count: Fury, place, Hex."""
        dice = rolls.offense_dice(self.s, self.member, facts.attribute(self.s, self.member, attr) + bonus)
        if self.hexed:
            dice = without_best(dice)
        return dice + Dice(stars=self.bonus)

    def _weapons(self) -> Iterator[Weapon]:
        s, member = self.s, self.member
        massive = 2 if "Massive Damage" in self.known else 1
        causes = tuple(word for word in box().statuses if word in self.known)
        for attr, (_, squares) in facts.basic_attacks(s, member).items():
            cost = actions.attack_cost(s, member, attr)
            yield Weapon(f"attack.{attr}", cost, squares, self.offense(attr), massive, causes)
        for label, action in actions.labelled(s, member):
            if action.kind != "offense" or action.area or action.range is None or action.attr is None:
                continue
            if actions.barred(s, member, label, action) is not None:
                continue
            squares = action.range.squares
            if action.range.icon == "basic":
                squares = facts.basic_attacks(s, member).get(action.attr, ("", 0))[1]
            elif "Pounce" in action.keywords:
                squares = int(s.options["pounce_range"])
            dice = self.offense(action.attr, action.bonus)
            wounds = 2 if "Massive Damage" in action.keywords else massive
            yield Weapon(
                f"act.{label}", action.cost, squares, dice, wounds, (*causes, *action.inflicts), action
            )

    def threat(self, foe: Figure) -> float:
        """Return what a foe threatens to do to the party in the next Consul turn; told from outside."""
        return self.threats.get(foe.id, 0.0)

    def worth(self, foe: Figure) -> float:
        """Return what destroying a foe brings, its threat included; nothing is gained by a bad deal."""
        value = self.table.worth(foe)
        if value <= 0:
            return 0.0
        return value + (self.threat(foe) if foe.kind not in BOSSES else 0.5 * self.threat(foe))

    def hampered(self, foe: Figure, inflicts: tuple[str, ...]) -> float:
        """Return what status effects on a foe are worth if it lives on."""
        value = 0.0
        for status in inflicts:
            if status in foe.status or facts.immune(self.s, foe, status):
                continue
            value += STUN.get(status, 0.0) * self.threat(foe)
            if status in ("Bane", "Fire") and self.table.left(foe) >= TOUGH:
                value += 0.08 * self.worth(foe)
        return value

    def hit(self, dice: Dice, foe: Figure, wounds: int, inflicts: tuple[str, ...]) -> tuple[float, float]:
        """Return the chance that an attack wins, and what it brings then besides wounds."""
        dice += rolls.aimed_dice(self.s, self.member, foe)
        win = odds(dice, self.table.defense(foe))
        hearts = (dice.B + dice.G) / FACES
        extra = self.heart * min(1.5, hearts) + self.potion * (dice.R + dice.G) / FACES
        if wounds < self.table.left(foe):
            extra += self.hampered(foe, inflicts)
        return win, extra

    def blows(self, foe: Figure) -> list[tuple[Blow, int]]:
        """Return the ways to attack a foe, each with its range."""
        if foe.id not in self._blows:
            found = []
            for weapon in self.weapons:
                win, extra = self.hit(weapon.dice, foe, weapon.wounds, weapon.inflicts)
                if win > 0.02:
                    found.append((Blow(weapon.group, weapon.cost, win, weapon.wounds, extra), weapon.squares))
            self._blows[foe.id] = found
        return self._blows[foe.id]

    def promise(self, foe: Figure, blow: Blow) -> float:
        """Return what one attack brings on average."""
        left = self.table.left(foe)
        value = self.worth(foe)
        share = 1.0 if blow.wounds >= left else PART * blow.wounds / left
        return blow.win * (value * share + blow.extra)

    def struck(self, dice: Dice, figures: list[Figure], action: Action) -> float:
        """Return what an attack on an area brings: friends hit by a dangerous one count against it."""
        total = 0.0
        wounds = 2 if "Massive Damage" in action.keywords or "Massive Damage" in self.known else 1
        payout = 0.0
        for fig in figures:
            if isinstance(fig, Member) or not facts.is_enemy(self.member, fig):
                total -= 2.0
                continue
            win, extra = self.hit(dice, fig, wounds, action.inflicts)
            left = self.table.left(fig)
            share = 1.0 if wounds >= left else PART * wounds / left
            total += win * (self.worth(fig) * share + self.hampered(fig, action.inflicts))
            payout = max(payout, win * extra)
        return total + payout

    def targets(self) -> list[Monster]:
        """Return the foes worth attacking: on the map, or on the member's own card."""
        found = [foe for foe in self.table.foes if self.worth(foe) > 0 and foe.at != OFF]
        return found
