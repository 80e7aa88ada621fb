"""Decisions on squares: set-up, control effects, traps, coming back into play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from webgame.engine.decision import Decision, Target
from webgame.engine.masks import mask_of
from webgame.systems.sde_arcade.bots.clever.danger import Danger
from webgame.systems.sde_arcade.bots.clever.stakes import Table
from webgame.systems.sde_arcade.bots.offers import Offered, pick
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, walk
from webgame.systems.sde_arcade.state import OFF, Member, Monster, State

FAR: Final = 99
HAZARD: Final = 3.0
SAFER: Final = 0.2  # what a move must save


def steps(s: State, square: int, mask: int) -> int:
    """Return the steps from a square to some others, many without a way."""
    found = layout(s).grid.distance(1 << square, mask) if mask else None
    return FAR if found is None else found


def far_from_foes(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Begin far from the monsters: the party then chooses when to meet them (SU-11)."""
    foes = facts.bodies(s, list(s.foes())) or mask_of(square for square in layout(s).spawn if square >= 0)
    return pick(found[0], lambda t: float(steps(s, int(t), foes)))


def near_party(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Put something useful near the Heroes or their start (SU-12)."""
    party = facts.bodies(s, list(s.heroes()))
    party = party or mask_of(token.at for token in s.tokens.values() if token.kind == "start")
    return pick(found[0], lambda t: -float(steps(s, int(t), party)))


def moved(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Move a figure by a control effect: friends out of danger, foes away from the party, into hazards."""
    group = next((g for g in found if g.on == "square" and g.targets), None)
    if group is None or not decision.about:
        return None
    id = str(decision.about[0])
    fig = s.members.get(id) or s.monsters.get(id)
    value: Callable[[int], float]
    if isinstance(fig, Member):
        danger = Danger(Table(s), fig)
        hazards = walk.hazards(s, fig)

        def value(at: int) -> float:
            return -danger.cost(at) - (HAZARD if hazards >> at & 1 else 0.0)

    elif isinstance(fig, Monster) and not fig.friend:
        party = facts.bodies(s, list(s.heroes()))
        traps = mask_of(square for trap in s.templates.values() for square in trap.squares)

        def value(at: int) -> float:
            return 0.1 * min(FAR, steps(s, at, party)) + (HAZARD if traps >> at & 1 else 0.0)

    else:
        return None
    best = max(group.targets or (), key=lambda t: (value(int(t)), -int(t)))
    stay = next((g for g in found if g.id == "stay"), None)
    if stay is not None and fig.at != OFF and value(fig.at) >= value(int(best)):
        return "stay"
    return f"{group.id}>{best}"


def returned(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Come into play where it is safest."""
    group = next((g for g in found if g.on == "square" and g.targets), None)
    if group is None:
        return None
    foes = facts.bodies(s, list(s.foes()))

    def value(target: Target) -> float:
        return float(steps(s, int(target), foes))

    return pick(group, value)


def free_move(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Move at once to where it is safer, or stay (PO-11)."""
    table = Table(s)
    stay = next((g.id for g in found if g.id.startswith("stay.")), None)
    for group in found:
        fig = s.members.get(group.id.partition(".")[2])
        if not group.id.startswith("move.") or fig is None or not group.targets:
            continue
        danger, hazards = Danger(table, fig), walk.hazards(s, fig)
        clean = [int(t) for t in group.targets if not hazards >> int(t) & 1]
        best = min(clean, key=lambda at: (round(danger.cost(at), 6), at), default=fig.at)
        if danger.cost(best) + SAFER < danger.cost(fig.at):
            return f"{group.id}>{best}"
        stay = f"stay.{fig.id}"
    return stay
