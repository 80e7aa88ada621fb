"""Special instructions of the sheets O to S: what Lawe shakes off, the camera, the bridge, Mr. Fister."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.game import Play
from webgame.systems.guildhaven.box import SpecialRule
from webgame.systems.guildhaven.rules import conditions, facts
from webgame.systems.guildhaven.rules.core import say
from webgame.systems.guildhaven.rules.predicates import settle
from webgame.systems.guildhaven.rules.special import Now, op
from webgame.systems.guildhaven.state import DOWN, OFF, Condition, State, Unit

Done = Generator[Any, Any, bool | None]


@op("cleanse")
def cleanse(g: Play, rule: SpecialRule, now: Now) -> Done:
    """Lawe loses every negative condition as a swarm is summoned (GHO-3)."""
    s: State = g.state
    for unit in list(s.villains()):
        if facts.is_called(unit, rule.effect["unit"]):
            conditions.cleanse(g, unit)
    yield from ()
    return True


@op("lose_if_adjacent_or_on")
def camera(g: Play, rule: SpecialRule, now: Now) -> Done:
    """A villain that ends its turn on or next to the camera loses the scenario (GHP-3)."""
    s: State = g.state
    kind = rule.effect["token"]
    unit = now.unit
    yield from ()
    if unit is None or unit.kind != "villain" or unit.at == OFF:
        return False
    grid = facts.ground(s)
    if any(facts.squares(s, unit) & grid.near(at, 1) for at in s.table.tokens.get(kind, ())):
        s.table.flags.append(f"near:{kind}")
        settle(g)
    return True


@op("lose")
def lose(g: Play, rule: SpecialRule, now: Now) -> Done:
    """The hero is moved into the river: the scenario is lost (GHQ-3)."""
    s: State = g.state
    s.table.flags.append("fell")
    s.me.at = OFF
    yield from ()
    settle(g)
    return True


@op("remove_and_return")
def fall_off(g: Play, rule: SpecialRule, now: Now) -> Done:
    """A Beta moved off the bridge misses its next turn; as that ends it is back on its start (GHQ-4)."""
    unit = now.unit
    yield from ()
    if unit is None or unit.kind != "villain":
        return False
    unit.at, unit.away = OFF, "fallen"
    say(g, "log.falls_off", rule.rule, unit, {"type": "gone", "piece": unit.id})
    return True


@op("set_hero")
def rough_start(g: Play, rule: SpecialRule, now: Now) -> Done:
    """The hero begins hurt (GHS-2)."""
    s: State = g.state
    s.me.hp = min(s.me.hp, rule.effect["hp"])
    for name in rule.effect["conditions"]:
        s.me.conditions[name] = Condition()
        say(g, "log.condition", rule.rule, s.me, condition=f"condition.{name}", depth=1)
    say(g, "log.begins_hurt", rule.rule, s.me, hp=s.me.hp)
    yield from ()
    return True


@op("set_phase")
def rage(g: Play, rule: SpecialRule, now: Now) -> Done:
    """Mr. Fister rages: at once with the HP he has (GHS-4), or from the round after his last one (GHS-6)."""
    s: State = g.state
    effect = rule.effect
    yield from ()
    unit = next((unit for unit in s.villains() if facts.is_called(unit, effect["unit"])), None)
    if unit is None:
        return False
    if effect.get("keep_hp"):
        _enter(g, unit, effect["phase"], rule)
        return True
    return _second_wind(g, unit, rule, now)


def _second_wind(g: Play, unit: Unit, rule: SpecialRule, now: Now) -> bool:
    """Let a unit without HP stay; with the next round it has the sheet's HP and falls once more."""
    s: State = g.state
    phase = rule.effect["phase"]
    if DOWN in unit.notes:
        if now.unit is None:  # the next round begins
            unit.notes.remove(DOWN)
            unit.hp = unit.max_hp = rule.effect["hp"]
            _enter(g, unit, phase, rule)
            show = {"type": "heal", "piece": unit.id, "n": unit.hp}
            say(g, "log.second_wind", rule.rule, unit, show, n=unit.hp)
        return True
    if now.unit is None:
        return False
    if f"last:{phase}" in unit.notes:
        s.table.flags.append(f"phase_done:{phase}")
        return False
    unit.notes += [DOWN, f"last:{phase}"]
    unit.hp = 0
    say(g, "log.stays", rule.rule, unit)
    return True


def _enter(g: Play, unit: Unit, phase: str, rule: SpecialRule) -> None:
    """Change to a phase of the sheet: its table, its SHIELD; conditions from before are gone."""
    if unit.phase == phase:
        return
    record = next(p for p in facts.sheet(g.state).record(unit.type).phases if p["name"] == phase)
    unit.phase = phase
    unit.beta, unit.shield = record["beta"], record["shield"]
    conditions.cleanse(g, unit)
    say(g, "log.rages", rule.rule, unit, {"type": "banner", "tone": "bad"})
