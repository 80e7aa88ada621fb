"""Read-only answers to what a player points at: way and cost, odds of an attack, what a unit is, or why not.

They tell no more than what lies on the table: neither hands nor decks.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from typing import Any

from webgame.engine.decision import Decision
from webgame.engine.masks import bits
from webgame.systems.guildhaven.box import Step, box
from webgame.systems.guildhaven.rules import (
    amt,
    area,
    facts,
    halves,
    hero_moves,
    hero_strikes,
    moving,
    perks,
    sight,
)
from webgame.systems.guildhaven.rules import attack as attacks
from webgame.systems.guildhaven.rules.core import named
from webgame.systems.guildhaven.scene import announced
from webgame.systems.guildhaven.state import OFF, State, Unit
from webgame.systems.guildhaven.texts import row_text

Lines = list[dict[str, Any]]
Answer = dict[str, Any]
MOVING = ("move", "fly", "jump", "teleport", "charge", "run")


def query(s: State, decision: Decision | None, seat: str, about: dict[str, Any]) -> Answer:
    """Answer one question; unknown things get an empty answer."""
    if s.stage != "scenario":
        return {"lines": []}
    if isinstance(about.get("option"), str):
        return _option(s, decision, seat, about["option"])
    if isinstance(about.get("piece"), str):
        return {"lines": _piece(s, about["piece"])}
    if isinstance(about.get("square"), int):
        return {"lines": _square(s, about["square"])}
    if isinstance(about.get("group"), str):
        return {"lines": _group(s, decision, about["group"])}
    return {"lines": []}


def _line(key: str, rule: str, **params: Any) -> dict[str, Any]:
    return {"key": key, "params": params, "rule": rule}


# -- options -----------------------------------------------------------------------------------------------


def _option(s: State, decision: Decision | None, seat: str, option: str) -> Answer:
    found = decision.find(seat, option) if decision is not None and seat else None
    if (
        found is None
        and decision is not None
        and decision.pick
        and option.partition(">")[0] == decision.groups[0].id
    ):
        return {"lines": []}  # a card to pick says itself what it does
    if found is None:
        return {"lines": [_line("no.not_offered", "GH-10.1")]}
    group, target = found
    step = line_of(s)
    if group.id in MOVING and isinstance(target, int):
        return _way(s, group.id, target, step)
    if group.id in ("attack", "damage", "bleed", "affect") and isinstance(target, str) and target in s.units:
        return _aim(s, s.units[target], step)
    if group.id == "aim" and isinstance(target, int):
        return {"lines": [], "squares": list(bits(area.around(s, target, int(step.get("radius", 1)))))}
    verb, _, card = group.id.partition(".")
    if verb in ("top", "bottom") and card in box().cards:
        half = box().cards[card].half(verb)
        lines = [_line("q.text", "GH-4.2", text=half.text)]
        if half.bury:
            lines.append(_line("q.buried", "GH-4.5"))
        if half.active:
            lines.append(_line("q.active", "GH-4.6"))
        return {"lines": lines}
    if verb == "item" and card in box().items:
        return {"lines": [_line("q.text", "GH-5.3", text=box().items[card].text)]}
    return {"lines": []}


def line_of(s: State) -> Step:
    """Return the line being carried out, an empty one if there is none."""
    playing = s.table.round.playing
    if playing is None:
        return {"op": "", "n": 0}
    steps = halves.steps_of(s, playing)
    return steps[playing.line] if playing.line < len(steps) else {"op": "", "n": 0}


def _way(s: State, kind: str, square: int, step: Step) -> Answer:
    """Tell the way to a square and what it costs."""
    if kind in ("move", "fly"):
        free = kind == "fly" or perks.has(s.hero, "free_first_step")
        ways = moving.fly(s, s.me) if kind == "fly" else moving.walk(s, s.me, diagonal_first=free)
        path = moving.path(s, s.me, ways, square, first_orthogonal=not free)
        cost = ways.cost(square)
        rule = "GH-18.6" if kind == "fly" else "GH-18.1"
        return {"lines": [_line("q.cost", rule, n=cost)], "path": path, "cost": {"mp": cost}}
    if kind in ("charge", "run") and step["op"] == "charge":
        ends = moving.charge(s, s.me, hero_moves.allowance(s, int(step["n"]), "charge"))
        if square in ends:
            k, direction = ends[square]
            path = [s.me.at, *moving.line(s, s.me, direction, k, facts.empty(s, s.me))]
            met = moving.ahead(s, s.me, square, direction)
            answer: Answer = {"lines": [_line("q.charge", "GH-18.5", n=k)], "path": path, "cost": {"mp": k}}
            if met is not None and facts.are_enemies(s.me, met):
                answer |= {"odds": _odds(s, met, attacks.Strike(k, riders=step.get("riders", [])))}
            return answer
    return {"lines": [], "path": [s.me.at, square]}


def _aim(s: State, target: Unit, step: Step) -> Answer:
    """Tell what a line may do to a target, and the chances of an attack."""
    lines = _unit(s, target)
    if step["op"] != "attack":
        return {"lines": lines}
    strike = attacks.Strike(
        n=int(step["n"]),
        reach=hero_strikes.reach_of(s, step),
        pierce=int(step.get("pierce", 0)),
        riders=step.get("riders", []),
        advantage=bool(step.get("advantage")),
        area=area.is_area(step),
    )
    edge = attacks.edge(s, s.me, target, strike)
    if edge:
        lines.append(_line("q.advantage" if edge > 0 else "q.disadvantage", "GH-13.1"))
    return {"lines": lines, "odds": _odds(s, target, strike)}


def _odds(s: State, target: Unit, strike: attacks.Strike) -> list[dict[str, Any]]:
    """Return the chances of a hit and of a defeat, no card discarded (GH-7.3)."""
    value = strike.n + attacks.bonuses(s, s.me, strike) + int("poison" in target.conditions)
    guard = max(0, facts.shield(s, target) - strike.pierce)
    edge = attacks.edge(s, s.me, target, strike)
    hit = fallen = 0
    ways = totals(edge)
    for total, n in ways.items():
        points = max(0, amt.modified(value, total, s.me.beta) - guard)
        hit += n * (points > 0)
        fallen += n * (points >= target.hp)
    whole = sum(ways.values())
    return [
        {"label": "q.hit", "permille": round(1000 * hit / whole)},
        {"label": "q.defeat", "permille": round(1000 * fallen / whole)},
    ]


@lru_cache(maxsize=3)
def totals(edge: int) -> Counter[int]:
    """Return the totals of a roll and in how many ways each comes (GH-13.1)."""
    dice = 3 if edge else 2
    return Counter(sum(amt.kept(list(roll), edge)) for roll in product(range(1, 7), repeat=dice))


# -- pieces and squares ------------------------------------------------------------------------------------


def _piece(s: State, id: str) -> Lines:
    """Tell what a unit is, what it will do, and whether the hero sees it."""
    unit = s.units.get(id)
    if unit is None:
        return []
    lines = _unit(s, unit)
    for slot in s.table.round.slots:
        if slot.unit == id and slot.table and not slot.done:
            row = next(r for r in facts.sheet(s).table(slot.table).rows if r.roll == slot.roll)
            lines.append(_line("q.row", "GH-6.4", text=row_text(row)))
    if unit.at != OFF and s.me.at != OFF and facts.are_enemies(s.me, unit):
        lines.append(_line("q.distance", "GH-11.1", n=facts.gap(s, s.me, unit)))
        if not sight.sees(s, s.me, unit):
            lines.append(_line("no.sight", "GH-12.1", **named(s, unit)))
    return lines


def _unit(s: State, unit: Unit) -> Lines:
    shield = facts.shield(s, unit)
    hits = sum(n for n, _ in facts.retaliation(s, unit))
    lines = [_line("q.unit", "GH-6.1", **named(s, unit), hp=max(0, unit.hp), of=unit.max_hp)]
    if shield:
        lines.append(_line("q.shield", "GH-16.9", n=shield))
    if hits:
        lines.append(_line("q.retaliate", "GH-16.8", n=hits))
    if unit.beta and unit.kind == "villain":
        lines.append(_line("q.beta", "GH-6.2"))
    return lines


def _square(s: State, square: int) -> Lines:
    """Tell what stands on a square."""
    unit = facts.unit_on(s, square) if 0 <= square < facts.ground(s).squares else None
    return _piece(s, unit.id) if unit is not None else []


def _group(s: State, decision: Decision | None, group: str) -> Lines:
    """Tell why a half or an item can't be played just now."""
    verb, _, name = group.partition(".")
    r = s.table.round
    if verb == "item":
        return (
            [_line("no.item_turn", "GH-5.3")]
            if name not in s.table.piles.used
            else [_line("no.used", "GH-5.3")]
        )
    side = verb.removeprefix("basic_")
    if side not in ("top", "bottom") or not announced(s):
        return []
    if r.acting != "hero":
        return [_line("no.not_your_turn", "GH-9.3")]
    if name in r.played:
        return [_line("no.card_played", "GH-4.2")]
    if side in r.halves:
        return [_line("no.half_played", "GH-4.2", side=f"side.{side}")]
    return [_line("no.line_first", "GH-4.3")]
