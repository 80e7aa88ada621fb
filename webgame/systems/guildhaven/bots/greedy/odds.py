"""What attacks are worth: expected damage on the attack modifier table, and how much a target matters."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from typing import Any

from webgame.systems.guildhaven.box import Step, box
from webgame.systems.guildhaven.rules import amt, facts, order
from webgame.systems.guildhaven.state import State, Unit

KILL = 1.5  # what it is worth that a villain acts no more, beside its hit points
CONDITIONS = {"stun": 3.0, "disarm": 2.0, "immobilize": 1.0, "confuse": 0.8, "poison": 1.0, "wound": 1.5}


@lru_cache(maxsize=3)
def totals(edge: int) -> tuple[tuple[int, float], ...]:
    """Return the totals of a roll and their chances; `edge` as in `amt.kept`."""
    dice = 3 if edge else 2
    found = Counter(sum(amt.kept(list(roll), edge)) for roll in product(range(1, 7), repeat=dice))
    return tuple((total, n / 6**dice) for total, n in sorted(found.items()))


@lru_cache(maxsize=4096)
def damage(n: int, armour: int, hp: int, edge: int, beta: bool) -> tuple[float, float]:
    """Return the expected HP lost by a target and the chance that it falls (GH-7.3)."""
    lost = fallen = 0.0
    for total, chance in totals(edge):
        dealt = max(0, amt.modified(n, total, beta) - armour)
        lost += chance * min(hp, dealt)
        fallen += chance * (dealt >= hp)
    return lost, fallen


@lru_cache(maxsize=256)
def table_threat(sheet: str, table: str, roll: int) -> tuple[float, int]:
    """Return the mean harm of a villain's turn by a table (of one row, if rolled), and how far it reaches."""
    rows = [row for row in box().sheets[sheet].table(table).rows if not roll or row.roll == roll]
    harm, reach = 0.0, 0
    for row in rows:
        step_harm, step_reach = _row_threat(row.steps)
        harm += step_harm / len(rows)
        reach = max(reach, step_reach)
    return harm, reach


def _row_threat(steps: list[Step]) -> tuple[float, int]:
    harm, move, reach = 0.0, 0, 0
    for step in steps:
        match step["op"]:
            case "move" | "jump" | "fly" | "charge":
                move += int(step["n"])
            case "teleport":
                move += 6
        if step["op"] == "charge":
            harm, reach = harm + 2, max(reach, 1)
        elif step["op"] in ("attack", "damage", "bleed"):
            n = step["n"] if isinstance(step["n"], int) else 2
            harm += n
            reach = max(reach, int(step.get("range", 1)) + int(step.get("radius", 0)))
        elif step["op"] == "affect":
            harm += 0.8
            reach = max(reach, int(step.get("range", 1)))
        elif step["op"] == "drain":
            harm += 1
        elif step["op"] == "or":
            inner = [_row_threat(option) for option in step["options"]]
            harm += max(h for h, _ in inner)
            reach = max(reach, *(r for _, r in inner))
        elif step["op"] == "consume":
            harm += 0.5 * _row_threat(step["then"])[0]
    return harm, move + reach


def threat(s: State, villain: Unit) -> tuple[float, int]:
    """Return what a villain's next turn may do, and within which distance."""
    if villain.kind != "villain" or "stun" in villain.conditions:
        return 0.0, 0
    harm, reach = 0.0, 0
    for table in order.tables_of(s, villain):
        waits = any(x.unit == villain.id and x.table == table and not x.done for x in s.table.round.slots)
        one, far = table_threat(s.table.sheet, table, s.table.round.rolls.get(table, 0) if waits else 0)
        harm += one
        reach = max(reach, far)
    return harm, reach


def goals(s: State) -> set[str]:
    """Return the types (and numbered units) that must be beaten to win."""
    return _named(facts.sheet(s).win)


def _named(predicate: Any) -> set[str]:
    found: set[str] = set()
    if isinstance(predicate, dict):
        for name, inner in predicate.items():
            if name == "defeated_all_of":
                found.add(inner)
            elif name == "all_villains_defeated":
                found.add("*")
            elif name in ("all", "any", "sequence"):
                for part in inner:
                    found |= _named(part)
    return found


def weight(s: State, target: Unit) -> float:
    """Return how much a lost hit point of a target is worth."""
    wanted = goals(s)
    must = "*" in wanted or any(facts.is_called(target, name) for name in wanted)
    harm, _ = threat(s, target)
    if target.kind == "villain" and not harm and not must:
        return 0.2
    return (1.0 if must else 0.45) + 0.08 * harm


def strike(s: State, target: Unit, step: Step, edge: int = 0, bonus: int = 0) -> float:
    """Return what one line is worth against one target, whatever the distance."""
    value = 0.0
    n = step.get("n", 0)
    worth = weight(s, target)
    harm, _ = threat(s, target)
    if not _can_lose(s, target, step):
        worth *= 0.15
    if step["op"] == "attack" and isinstance(n, int):
        plus = int("poison" in target.conditions) + bonus
        armour = max(0, facts.shield(s, target) - int(step.get("pierce", 0)))
        lost, fallen = damage(n + plus, armour, target.hp, edge + bool(step.get("advantage")), True)
        value += worth * lost + fallen * (KILL + 0.5 * harm) * min(1.0, worth)
        value -= 0.6 * sum(
            n for n, reach in facts.retaliation(s, target) if reach >= int(step.get("range", 1))
        )
    elif step["op"] in ("bleed", "damage") and isinstance(n, int):
        lost = 0.0 if step["op"] == "bleed" and facts.immune(s, target, "bleed") else float(min(n, target.hp))
        value += worth * lost + (lost >= target.hp) * (KILL + 0.5 * harm) * min(1.0, worth)
    for rider in step.get("riders", ()):
        name = rider.get("name", rider["op"])
        if facts.immune(s, target, name) or name in target.conditions:
            continue
        value += 0.35 * CONDITIONS.get(name, 0.4) * min(2.0, harm) if rider["op"] == "condition" else 0.2
    return value


def _can_lose(s: State, target: Unit, step: Step) -> bool:
    """Whether the sheet lets the target lose hit points now (M, O)."""
    for effect in facts.standing(s, "no_damage_until"):
        if facts.is_called(target, effect["unit"]) and "drew_blood" not in target.notes:
            return False
    for effect in facts.standing(s, "damage_only_if"):
        if facts.is_called(target, effect["unit"]):
            wards = any(facts.stands_on(s, target, w["on_token"]) for w in effect["any"] if "on_token" in w)
            return wards or step.get("specialty") == "shadow"
    return not any(
        facts.is_called(target, effect["unit"]) and target.hp <= _least(s, effect["n"])
        for effect in facts.standing(s, "min_hp")
    )


def _least(s: State, n: Any) -> int:
    return facts.in_play(s, n["count_of"]) if isinstance(n, dict) else int(n)
