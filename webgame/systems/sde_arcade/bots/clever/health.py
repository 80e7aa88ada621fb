"""Hearts, potions and dice between acts: who is healed, who drinks in an emergency, who gets a coin."""

from __future__ import annotations

from typing import Final

from webgame.engine.decision import Decision, Target
from webgame.systems.sde_arcade.bots.clever.danger import Danger
from webgame.systems.sde_arcade.bots.clever.plan import Plan, Planner
from webgame.systems.sde_arcade.bots.clever.stakes import STATUS, Table
from webgame.systems.sde_arcade.bots.clever.support import aims, potion_of, worth
from webgame.systems.sde_arcade.bots.offers import Offered, named
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import State

WAIT: Final = 1.0  # what an emergency potion must be worth
WEAK: Final = 1  # hearts left at which a coin heals a Hero that still stands


def heart(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Spend a heart where it is worth most: a wound or a status effect."""
    table = Table(s)
    best, top = None, 0.0
    for group in found:
        status = group.id.partition(".")[2] if group.id.startswith("cure.") else ""
        if group.id != "heart" and not status:
            continue
        for target in group.targets or ():
            member = s.members[str(target)]
            value = STATUS.get(status, 0.3) if status else table.mended(member)
            if value > top:
                best, top = f"{group.id}>{target}", value
    return best


def heal(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Remove what hurts a member most."""
    if not decision.about or decision.about[0] not in s.members:
        return None
    table, member = Table(s), s.members[decision.about[0]]

    def value(target: Target) -> float:
        return table.mended(member) if target == "wound" else STATUS.get(str(target), 0.3)

    group = found[0]
    return f"{group.id}>{max(group.targets or (), key=value)}"


def coin(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Bring a fallen Hero back; heal one that is close to its end while a boss is about."""
    group = named(found, "coin")
    if group is None or not group.targets:
        return None
    table = Table(s)
    down = [str(t) for t in group.targets if s.members[str(t)].down]
    if down:
        return f"coin>{down[0]}"
    weak = [s.members[str(t)] for t in group.targets if facts.hearts_left(s, s.members[str(t)]) <= WEAK]
    if weak and (table.bosses or len(table.heroes) == 1):
        if s.coins > 1 or len(table.heroes) == 1 or Danger(table, weak[0]).cost(weak[0].at) > WAIT:
            return f"coin>{weak[0].id}"
    return "no_coin" if named(found, "no_coin") is not None else None


def emergency(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Drink in an emergency if that keeps off or heals enough; else wait for one."""
    table = Table(s)
    best, top = None, WAIT
    helpful = False
    for group in found:
        kind, _, label = group.id.partition(".")
        if kind != "drink":
            continue
        potion = potion_of(table, label)
        drinker = s.members.get(group.actor) or s.members[label.partition(".")[0]]
        if potion is None:
            continue
        helpful = helpful or bool(potion.effects)
        planner = Planner(table, drinker)
        for option, figures in aims(table, drinker, group, potion):
            value = worth(table, planner, Plan(0.0, ""), potion, figures)
            if value > top:
                best, top = option, value
    if best is not None:
        return best
    if helpful and named(found, "wait") is not None:
        return "wait"
    return "pass" if named(found, "pass") is not None else None
