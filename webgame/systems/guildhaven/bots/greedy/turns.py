"""Answers in the hero's turn: which half next, what in its place, items and the sheet's own actions."""

from __future__ import annotations

from webgame.engine.decision import Decision, Group
from webgame.systems.guildhaven.bots.greedy.halves import HARM, MOVES
from webgame.systems.guildhaven.bots.greedy.offers import Answer, best, named, take
from webgame.systems.guildhaven.bots.greedy.plans import Plan, Planner
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import halves
from webgame.systems.guildhaven.state import OFF, State

WORTHLESS = 0.05


def remaining(s: State, planner: Planner) -> Plan:
    """Return the best plan for the halves that are still to be played."""
    open_ = halves.open_halves(s)
    if not open_:
        return Plan(planner.places.worth(s.me.at), ())
    cards = next(iter(open_.values()))
    return planner.plan(cards, open_)


def menu(s: State, decision: Decision, seat: str) -> Answer:
    """Take what promises most: a sheet's action, an item, the next half of the plan, a basic action."""
    planner = Planner(s)
    own = sheet_action(s, decision, planner)
    if own is not None:
        return own
    used = item(s, decision, planner)
    if used is not None:
        return used
    plan = remaining(s, planner)
    if not plan.plays:
        return take("end")
    idle = planner.places.worth(s.me.at)
    if plan.value > idle + WORTHLESS:
        play = plan.plays[0]
        if len(plan.plays) == 2:
            mate = plan.plays[1]
            if planner.in_order(play, None) <= idle + WORTHLESS and plan.value <= planner.in_order(
                mate, None
            ):
                play = mate
        return take(f"{play.side}.{play.card}")
    for play in plan.plays:
        if named(decision, f"basic_{play.side}.{play.card}") is not None:
            return take(f"basic_{play.side}.{play.card}")
    return take("end")


def basic(s: State, decision: Decision, seat: str) -> Answer:
    """Attack who stands next to the hero, else step nearer, else give the half up."""
    planner = Planner(s)
    step = box().basic["attack"]
    if planner.halves.line(step, s.me.at) > 0 and "disarm" not in s.me.conditions:
        return take("basic.attack")
    here = planner.places.worth(s.me.at)
    if any(planner.places.worth(q) > here + WORTHLESS for q in planner.halves.ends([{"op": "move", "n": 1}])):
        return take("basic.move")
    return take("give_up")


# -- items and the sheet -----------------------------------------------------------------------------------


def item(s: State, decision: Decision, planner: Planner) -> Answer:
    """Use an item that helps now."""
    for group in decision.groups:
        if group.id.startswith("item."):
            steps = box().items[group.id.removeprefix("item.")].steps
            ops = [step["op"] for step in steps]
            value = planner.halves.punch(steps, s.me.at)
            harmful = any(op in HARM for op in ops)
            if (harmful and value >= 1.8) or (
                not harmful and value >= 1.3 and not any(o in MOVES for o in ops)
            ):
                return take(group.id)
            if any(op in MOVES for op in ops):
                here = planner.places.worth(s.me.at)
                most = max(planner.places.worth(end) for end in planner.halves.ends(steps))
                if most > here + 2.5:
                    return take(group.id)
    return None


def sheet_action(s: State, decision: Decision, planner: Planner) -> Answer:
    """Take a voluntary action of the sheet: a search, a vehicle, a ward."""
    hand = len(s.table.piles.hand)
    searches: list[Group] = []
    for group in decision.groups:
        if not group.id.startswith("sheet."):
            continue
        if group.on == "piece":  # vehicles
            if hand >= 1:
                return take(group.id, (group.targets or ("",))[0])
        elif group.id == "sheet.lay_ward":
            if hand >= 3 and _ward_helps(s):
                return take(group.id)
        else:
            searches.append(group)
    if not searches:
        return None
    if hand >= 1:
        return take(searches[0].id)
    return take(searches[-1].id)


def _ward_helps(s: State) -> bool:
    """Whether fewer than two wards lie where the Haunt would stand next to the hero (M)."""
    wards = s.table.tokens.get("salt_ward", ())
    return sum(1 for at in _cross(s) if at in wards) < 2 and "shadow" not in s.hero.specialties


def _cross(s: State) -> list[int]:
    from webgame.systems.guildhaven.rules import facts

    grid = facts.ground(s)
    steps = [grid.step(s.me.at, d) for d in (0, 2, 4, 6)]
    return [square for square in steps if square != OFF]


def ward(s: State, decision: Decision, seat: str) -> Answer:
    """Lay the ward straight beside the hero, north first."""
    group = named(decision, "ward")
    if group is None:
        return take("back")
    cross = _cross(s)
    return best(group, lambda t: -float(cross.index(int(t))) if int(t) in cross else -99.0)


def drum(s: State, decision: Decision, seat: str) -> Answer:
    """Roll the drum nearer to the laboratory."""
    from webgame.systems.guildhaven.rules import facts

    group = decision.groups[0]
    planner = Planner(s)
    goal = 0
    for square in facts.sheet(s).map.zone("X"):
        goal |= 1 << square
    return best(group, lambda t: -planner.places.way(int(t), goal))


def leave(s: State, decision: Decision, seat: str) -> Answer:
    """Leave whenever that wins."""
    return take("yes")


HANDLERS = {
    "ask.turn": menu,
    "ask.basic": basic,
    "ask.ward": ward,
    "ask.roll_drum": drum,
    "ask.exit": leave,
}
