"""Answers within a line: where to go, whom to strike, whether to raise a roll."""

from __future__ import annotations

from webgame.engine.decision import Decision, Group
from webgame.systems.guildhaven.board import SIDES
from webgame.systems.guildhaven.bots.greedy.offers import Answer, best, named, take
from webgame.systems.guildhaven.bots.greedy.plans import Planner, Play
from webgame.systems.guildhaven.bots.greedy.turns import item
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import area, facts, halves
from webgame.systems.guildhaven.state import State

MOVING = ("move", "fly", "jump", "teleport")


def current(s: State) -> Step:
    """Return the line being carried out; an empty one if it belongs to an item."""
    playing = s.table.round.playing
    if playing is None:
        return {"op": "", "n": 0}
    steps = halves.steps_of(s, playing)
    return steps[playing.line] if playing.line < len(steps) else {"op": "", "n": 0}


def line(s: State, decision: Decision, seat: str) -> Answer:
    """Go where the rest of the turn is worth most; do what helps."""
    if named(decision, "exit") is not None:
        group = named(decision, "exit")
        return take("exit", (group.targets or ("",))[0]) if group is not None else None
    planner = Planner(s)
    for group in decision.groups:
        if group.id in MOVING:
            return go(s, planner, group)
    if named(decision, "charge") is not None or named(decision, "run") is not None:
        return charge(s, decision, planner)
    for id in ("consume", "consume_dark", "do"):
        if named(decision, id) is not None:
            return take(id) if useful(s, id, planner) else take("skip")
    if (group := named(decision, "summon")) is not None:
        return best(group, lambda t: -planner.places.danger(int(t)))
    return item(s, decision, planner) or take("skip")


def useful(s: State, id: str, planner: Planner) -> bool:
    """Whether a line without a target is worth carrying out."""
    step = current(s)
    if id in ("consume", "consume_dark") and step["op"] == "consume":
        return planner.halves.punch(step["then"], s.me.at) > 0 or any(
            o["op"] == "bonus" for o in step["then"]
        )
    if step["op"] == "heal":
        return s.me.hp < s.me.max_hp or "poison" in s.me.conditions or "wound" in s.me.conditions
    return True


def after(s: State, planner: Planner, square: int) -> float:
    """Return what the rest of the turn is worth from a square: lines of this half, then the other half."""
    playing = s.table.round.playing
    value = planner.places.worth(square)
    if playing is not None:
        steps = halves.steps_of(s, playing)[playing.line + 1 :]
        value += planner.halves.punch(steps, square)
    open_ = halves.open_halves(s)
    plays = [Play(card, side) for side, cards in open_.items() for card in cards]
    return value + max((planner.punch(play, square) for play in plays), default=0.0)


def go(s: State, planner: Planner, group: Group) -> Answer:
    """Choose the end of a movement; staying put is an option."""
    stay = after(s, planner, s.me.at)
    square = max(group.targets or (), key=lambda t: after(s, planner, int(t)))
    return take(group.id, square) if after(s, planner, int(square)) > stay else take("skip")


def charge(s: State, decision: Decision, planner: Planner) -> Answer:
    """Charge where that is worth most."""
    value, at = planner.halves.charge(current(s)) if current(s)["op"] == "charge" else (0.0, -1)
    for id in ("charge", "run"):
        group = named(decision, id)
        if value > 0 and group is not None and at in (group.targets or ()):
            return take(id, at)
    return take("skip")


def target(s: State, decision: Decision, seat: str) -> Answer:
    """Strike whom that is worth most against; nobody if it is worth nothing."""
    planner = Planner(s)
    step = current(s)
    stop = next((g.id for g in decision.groups if g.id in ("done", "skip")), None)
    for group in decision.groups:
        if group.on != "piece" or group.id.startswith(("item.", "sheet.")):
            if group.id == "area":
                playing = planner.halves.sweep(step, area.around_unit(s, s.me, int(step.get("radius", 1))))
                return take("area") if playing > 0 or step["op"] == "" else take("skip")
            continue
        like = step if step["op"] == group.id else {"op": group.id, "n": group.params.get("n", 1), "range": 1}

        def value(t: int | str, like: Step = like) -> float:
            unit = s.units[str(t)]
            return planner.halves.value(unit, like) if facts.are_enemies(s.me, unit) else 0.1

        chosen = max(group.targets or (), key=value)
        if value(chosen) > 0 or stop is None:
            return take(group.id, chosen)
    return take(stop) if stop is not None else None


def aim(s: State, decision: Decision, seat: str) -> Answer:
    """Aim an area or a cone where it is worth most."""
    planner = Planner(s)
    step = current(s)
    if step["op"] == "":
        step = {"op": "attack", "n": 2, "radius": 1}

    def value(t: int | str) -> float:
        squares = (
            area.around(s, t, int(step["radius"])) if isinstance(t, int) else area.cone(s, s.me, SIDES[t])
        )
        hurt = -2.0 if isinstance(t, int) and squares >> s.me.at & 1 else 0.0
        return planner.halves.sweep(step, squares) + hurt

    group = decision.groups[0]
    chosen = max(group.targets or (), key=value)
    return take(group.id, chosen) if value(chosen) > 0 else take("skip")


def push(s: State, decision: Decision, seat: str) -> Answer:
    """Push a villain far away, off a bridge if there is one; the drum toward the laboratory."""
    group = decision.groups[0]
    planner = Planner(s)
    drops = facts.ground(s).drops
    moved = s.units.get(decision.about[0]) if decision.about else None
    if moved is not None and moved.kind == "object":
        goal = 0
        for square in facts.sheet(s).map.zone("X"):
            goal |= 1 << square
        return best(group, lambda t: -planner.places.way(int(t), goal))
    return best(group, lambda t: 10.0 * (drops >> int(t) & 1) + facts.ground(s).distance(s.me.at, int(t)))


def pull(s: State, decision: Decision, seat: str) -> Answer:
    """Pull a villain near."""
    group = decision.groups[0]
    return best(group, lambda t: -float(facts.ground(s).distance(s.me.at, int(t))))


def raise_(s: State, decision: Decision, seat: str) -> Answer:
    """Discard a card if that adds two points of damage or more, and cards are left."""
    group = named(decision, "raise")
    if group is None:
        return take("keep")
    gain = int(group.params["n"]) - int(decision.params["n"])
    few = len(s.table.piles.hand) <= 2
    if gain >= (3 if few else 2):
        return take("raise", Planner(s).least(str(t) for t in group.targets or ()))
    return take("keep")


HANDLERS = {
    "ask.line": line,
    "ask.target": target,
    "ask.aim": aim,
    "ask.push": push,
    "ask.pull": pull,
    "ask.raise": raise_,
}
