"""Conditions: given, renewed, lapsing, healed (GH-16)."""

from __future__ import annotations

from webgame.engine.game import Play
from webgame.systems.guildhaven.rules import cards, facts
from webgame.systems.guildhaven.rules.core import say
from webgame.systems.guildhaven.state import Condition, State, Unit

NEGATIVE = ("confuse", "disarm", "immobilize", "stun", "poison", "wound")
LAPSING = ("confuse", "disarm", "immobilize", "stun", "shield", "retaliate", "veiled", "advantage")
"""`veiled`: attacks against it have disadvantage; `advantage`: its own attacks have advantage."""
RULES = {
    "confuse": "GH-16.4",
    "disarm": "GH-16.5",
    "immobilize": "GH-16.6",
    "poison": "GH-16.7",
    "stun": "GH-16.10",
    "wound": "GH-16.11",
}


def rule_of(condition: str) -> str:
    """Return the rule of a condition."""
    return RULES.get(condition, "GH-16.1")


def give(g: Play, unit: Unit, name: str) -> bool:
    """Give a negative condition, an old one is renewed (GH-16.2); return whether the unit took it."""
    s: State = g.state
    if facts.immune(s, unit, name):
        say(g, "log.immune", rule_of(name), unit, condition=f"condition.{name}", depth=1)
        return False
    unit.conditions[name] = Condition()
    say(
        g, "log.condition", rule_of(name), unit, {"type": "glow", "piece": unit.id},
        condition=f"condition.{name}", depth=1,
    )  # fmt: skip
    if name == "stun" and unit.kind == "hero":
        _stun_hero(g)
    return True


def _stun_hero(g: Play) -> None:
    """Bury the active cards and take the chosen ones back (GH-16.10)."""
    s: State = g.state
    cards.bury_active(g, "GH-16.10")
    if s.table.round.acting != "hero":
        for card in list(s.table.piles.chosen):
            cards.move_card(g, card, "hand", "GH-16.10")


def guard(g: Play, unit: Unit, name: str, n: int, reach: int = 1) -> None:
    """Give SHIELD or RETALIATE: fresh, the higher value is kept (GH-16.2)."""
    old = unit.conditions.get(name)
    if old is not None and old.n > n:
        n, reach = old.n, old.reach
    unit.conditions[name] = Condition(n=n, reach=reach)
    rule = "GH-16.9" if name == "shield" else "GH-16.8"
    say(g, f"log.{name}", rule, unit, {"type": "glow", "piece": unit.id}, n=n, reach=reach)


def grant(g: Play, unit: Unit, name: str) -> None:
    """Give a lasting mark: `veiled` or `advantage`, to the end of its next turn (GH-16.1)."""
    unit.conditions[name] = Condition()
    say(g, f"log.{name}", "GH-16.1", unit, {"type": "glow", "piece": unit.id})


def begin_turn(unit: Unit) -> None:
    """Mark every lapsing condition that the unit has as its turn begins (GH-16.1)."""
    for name, condition in unit.conditions.items():
        condition.marked = name in LAPSING


def end_turn(g: Play, unit: Unit) -> None:
    """Take off the marked ones (GH-16.1)."""
    for name in [name for name, condition in unit.conditions.items() if condition.marked]:
        del unit.conditions[name]
        say(g, "log.lapses", "GH-16.1", unit, condition=f"condition.{name}", depth=1)


def cleanse(g: Play, unit: Unit, names: tuple[str, ...] = NEGATIVE) -> bool:
    """Remove negative conditions; return whether there were any."""
    gone = [name for name in names if name in unit.conditions]
    for name in gone:
        del unit.conditions[name]
        say(g, "log.lapses", rule_of(name), unit, condition=f"condition.{name}", depth=1)
    return bool(gone)


def heal(g: Play, unit: Unit, n: int, rule: str = "GH-22.12") -> bool:
    """Heal up to the maximum; POISON is removed instead, WOUND besides (GH-16.7, GH-16.11, GH-16.12)."""
    poisoned = "poison" in unit.conditions
    changed = cleanse(g, unit, ("poison", "wound"))
    gained = 0 if poisoned else min(n, unit.max_hp - unit.hp)
    if gained > 0:
        unit.hp += gained
        show = {"type": "heal", "piece": unit.id, "n": gained}
        say(g, "log.heal", rule, unit, show, n=gained)
    return changed or gained > 0
