"""One attack on one target: value, roll, SHIELD, damage, riders, RETALIATE (GH-7.3, GH-11, GH-13)."""

from __future__ import annotations

from typing import Any

import msgspec

from webgame.engine.game import Play
from webgame.systems.guildhaven.rules import amt, damage, facts, perks, riders
from webgame.systems.guildhaven.rules.core import Flow, named
from webgame.systems.guildhaven.state import OFF, State, Unit


class Strike(msgspec.Struct, frozen=True):
    """What an attack line says. `area`: by area or cone, so without advantage or disadvantage (GH-14.2)."""

    n: int
    reach: int = 1
    pierce: int = 0
    riders: list[dict[str, Any]] = []
    advantage: bool = False
    area: bool = False

    @property
    def ranged(self) -> bool:
        """Whether it is a ranged attack (GH-13.2)."""
        return self.reach >= 2 and not self.area


def edge(s: State, attacker: Unit, target: Unit, strike: Strike) -> int:
    """Return 1 for advantage, -1 for disadvantage, 0 for neither or both (GH-13.2)."""
    if strike.area:
        return 0
    steady = attacker.side == "villains" and perks.has(s.hero, "villains_no_adv_dis")
    if steady:  # GH-13.4
        return 0
    good = strike.advantage or "advantage" in attacker.conditions or _hero_advantage(s, attacker)
    bad = facts.has(s, attacker, "confuse") or veiled(s, target) or _too_near(s, attacker, target, strike)
    return int(good) - int(bad or spoiled(s, attacker, target))


def _hero_advantage(s: State, attacker: Unit) -> bool:
    if attacker.kind != "hero":
        return False
    lasting = any(effect.get("n") == "advantage" for effect in facts.lasting(s))
    return lasting or s.table.advantage > 0


def _too_near(s: State, attacker: Unit, target: Unit, strike: Strike) -> bool:
    """Whether a ranged attack suffers from an adjacent target (GH-13.3); a Killbot's melee does not."""
    if not strike.ranged or facts.gap(s, attacker, target) > 1:
        return False
    return not (attacker.kind == "hero" and perks.has(s.hero, "no_adjacent_disadvantage"))


def veiled(s: State, target: Unit) -> bool:
    """Whether attacks against a unit have disadvantage by a card, an item or a row."""
    cloak = target.kind == "hero" and any(
        effect.get("what") == "attacks_against_have_disadvantage" for effect in facts.lasting(s)
    )
    return cloak or "veiled" in target.conditions


def spoiled(s: State, attacker: Unit, target: Unit) -> bool:
    """Whether the sheet gives this attack disadvantage (G, R, W)."""
    for effect in facts.standing(s, "disadvantage"):
        by = str(effect.get("attacks_by", ""))
        if by.startswith("any_unit_adjacent_to:"):
            name = by.partition(":")[2]
            near = [other for other in s.villains(name) if other.at != OFF and other is not attacker]
            if any(facts.gap(s, attacker, other) == 1 for other in near):
                return True
        rounds = effect.get("rounds")
        even = s.table.round.number % 2 == 0
        now = rounds is None or even == (rounds == "even")
        if now and "attacks_against" in effect and facts.is_called(target, effect["attacks_against"]):
            return True
    return False


def bonuses(s: State, attacker: Unit, strike: Strike) -> int:
    """Return what the hero's active cards and this half add to an attack (GH-7.3).

    An area or cone attack is neither a melee nor a ranged one (GH-11.1).
    """
    if attacker.kind != "hero":
        return 0
    kind = "ranged_attacks" if strike.ranged else "melee_attacks"
    playing = s.table.round.playing
    return (0 if strike.area else facts.bonus(s, kind)) + (playing.bonus if playing else 0)


def attack(g: Play, attacker: Unit, target: Unit, strike: Strike) -> Flow:
    """Carry out one attack on one target (GH-7.3); the hero's next attack uses up an advantage (GH-13.1)."""
    s: State = g.state
    value = strike.n + bonuses(s, attacker, strike) + (1 if "poison" in target.conditions else 0)
    guard = max(0, facts.shield(s, target) - strike.pierce)
    g.emit("log.attacks", "GH-7.1", **named(s, attacker), **named(s, target, "target"), n=value)

    def dealt(total: int) -> int:
        return max(0, amt.modified(value, total, attacker.beta) - guard)

    def useful(total: int) -> int:
        return dealt(total) if damage.vulnerable(s, target, attacker) else 0

    total = yield from amt.roll(g, attacker, target, edge(s, attacker, target, strike), useful)
    if attacker.kind == "hero" and s.table.advantage and not strike.area:
        s.table.advantage -= 1
    points = dealt(total)
    g.emit("log.damage", "GH-7.3", n=points, guard=guard, depth=1)
    yield from damage.hurt(g, target, points, "GH-7.3", attacker)
    yield from riders.apply(g, attacker, target, [*strike.riders, *attacker.riders])
    yield from retaliate(g, target, attacker)


def retaliate(g: Play, target: Unit, attacker: Unit) -> Flow:
    """Let a target that still stands strike back at an attacker within its reach (GH-16.8, GH-7.5).

    It is no attack of the target: sheets that ask who has hurt whom do not count it (O).
    """
    s: State = g.state
    if target.at == OFF or attacker.at == OFF or target is attacker:
        return
    away = facts.gap(s, target, attacker)
    points = sum(n for n, reach in facts.retaliation(s, target) if away <= reach)
    if points:
        g.emit("log.retaliates", "GH-16.8", **named(s, target), n=points)
        yield from damage.hurt(g, attacker, points, "GH-16.8")
