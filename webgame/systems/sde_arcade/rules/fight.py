"""The Fight command: basic attacks of a monster, one for each AC (FI-1 to FI-6)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from webgame.engine.game import Play
from webgame.systems.sde_arcade.rules import creeps, facts, potions, resolve, targets
from webgame.systems.sde_arcade.rules.facts import Gang
from webgame.systems.sde_arcade.rules.resolve import Strike
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

ATTACK: Final = Strike(name="do.attack_STR", command="fight", rule="FI-2")


def fight(g: Play, monster: Monster) -> Generator[Any, Any, None]:
    """Let a monster make its basic attacks; each time gang and targets are looked at anew (FI-1, FI-3)."""
    s: State = g.state
    made = 0
    while not s.outcome and _acts(s, monster):
        group = facts.gang(s, monster)
        if made >= attacks(s, monster, group):
            break
        invades = creeps.is_invader(s, monster)
        squares = facts.clear_reach(s, monster, group)
        found = [] if g.quiet else targets.refusals(s, monster, squares, offensive=not invades)
        legal = targets.legal(s, monster, squares, offensive=not invades)
        legal = [fig for fig in legal if not invades or fig.kind == "hero"]
        aim = yield from targets.settle(g, monster, targets.choose(s, monster, legal))
        if made == 0:
            _announce(g, monster, aim.target)
        if aim.target is None:
            targets.tell_refusals(g, found)
            break
        targets.tell_refusals(g, [(fig, refusal) for fig, refusal in found if fig.kind == "hero"])
        targets.tell_aim(g, monster, aim, legal)
        made += 1
        if invades and isinstance(aim.target, Member):
            yield from creeps.invade(g, monster, aim.target)
            break
        _tell_strength(g, monster, aim.target)
        yield from resolve.strike(g, monster, [aim.target], ATTACK)
        if not s.outcome:
            yield from potions.emergency_window(g, "attack", aimed=[aim.target], who=facts.name(monster))
    if s.monsters.get(monster.id) is monster:
        monster.ac_spent = 0  # it counted against this Fight (UN-1)


def attacks(s: State, monster: Monster, group: Gang | None = None) -> int:
    """Return how many basic attacks a Fight command gives a monster now (FI-1; Berserk: AB-3)."""
    count = facts.attacks(s, monster, group)
    if s.options["fight_attacks"] == "one":
        count = min(1, count)
    return count + (1 if facts.has(s, monster, "Berserk") else 0)


def first_target(s: State, monster: Monster) -> Figure | None:
    """Return whom a monster is about to attack, so that potions before it may matter (PO-9); None: nobody."""
    if not _acts(s, monster) or not attacks(s, monster):
        return None
    invades = creeps.is_invader(s, monster)
    legal = targets.legal(s, monster, facts.clear_reach(s, monster), offensive=not invades)
    if invades:
        legal = [fig for fig in legal if fig.kind == "hero"]
    return targets.choose(s, monster, legal).target


def window(g: Play, monster: Monster) -> Generator[Any, Any, None]:
    """Let potions be drunk before a monster's first attack, if it attacks anybody (PO-9)."""
    s: State = g.state
    target = first_target(s, monster)
    if target is not None:
        n = facts.strength(s, monster, target, ATTACK.stars, ATTACK.command)
        yield from potions.emergency_window(g, "fight", aimed=[target], who=facts.name(monster), n=n)


def _acts(s: State, monster: Monster) -> bool:
    """Whether a monster still performs the command (ST-7, HA-18)."""
    there = s.monsters.get(monster.id) is monster and monster.at != OFF
    return there and "Knockdown" not in monster.status


def _announce(g: Play, monster: Monster, target: Figure | None) -> None:
    s: State = g.state
    if g.quiet:
        return
    group = facts.gang(s, monster)
    g.emit(
        "ev.fights" if target is not None else "ev.fights_nobody",
        "FI-1",
        {"type": "glow", "piece": monster.id, "n": 0},
        who=facts.name(monster),
        n=attacks(s, monster),
    )
    if group.together:
        partners = sorted({facts.name(s.monsters[p]) for p in group.partners})
        g.emit("ev.gang", "GA-6", depth=1, who=facts.name(monster), what=partners, n=len(group.partners))


def _tell_strength(g: Play, monster: Monster, target: Figure) -> None:
    """Tell the stars of an attack beside those of the line in use, if anything changes them (FI-4)."""
    if g.quiet:
        return
    s: State = g.state
    line = facts.gang(s, monster).line.STR
    stars = facts.strength(s, monster, target, ATTACK.stars, ATTACK.command)
    if stars != line:
        g.emit("ev.strength", "FI-4", depth=1, who=facts.name(monster), n=stars, line=line)
