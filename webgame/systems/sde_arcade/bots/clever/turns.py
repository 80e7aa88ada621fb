"""Activations: the best plan's next step; who activates next."""

from __future__ import annotations

from typing import Final

import msgspec

from webgame.engine.decision import Decision, Target
from webgame.systems.sde_arcade.bots.clever.plan import Plan, Planner
from webgame.systems.sde_arcade.bots.clever.stakes import Table
from webgame.systems.sde_arcade.bots.clever.support import best_support
from webgame.systems.sde_arcade.bots.offers import Offered, named
from webgame.systems.sde_arcade.state import Member, State

RUN: Final = 0.4  # what running must be better by


def activation(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Take the next step of the best plan."""
    member = s.members[decision.about[0]]
    table = Table(s)
    if any(group.id.startswith("stand.") for group in found):
        return _stand(s, table, member, found)
    planner = Planner(table, member)
    plan = planner.best()
    support, value, cost = best_support(table, planner, plan, found)
    if support is not None:
        lost = plan.acts * cost / max(1, planner.means.ap) if cost else 0.0
        if value > lost + 0.3:
            return support
    run = named(found, "run")
    if run is not None and plan.acts < 1.0 and _running(table, member) > plan.value + RUN:
        return "run"
    if plan.option and decision.find(seat, plan.option) is not None:
        return plan.option
    return _fallback(planner, plan, decision, seat)


def _fallback(planner: Planner, plan: Plan, decision: Decision, seat: str) -> str | None:
    """The plan named what the rules don't offer: end, unless a better place to do so is offered."""
    _, option = planner._ending()
    if option and option != plan.option and decision.find(seat, option) is not None:
        return option
    return "end" if decision.find(seat, "end") is not None else None


def _running(table: Table, member: Member) -> float:
    """Return the value of the best end of an activation spent running."""
    shadow = msgspec.structs.replace(member, ran=True, ap_spent=member.ap_spent + 99)
    return Planner(table, shadow)._ending()[0]


def _stand(s: State, table: Table, member: Member, found: Offered) -> str:
    """Stand up for movement if there is enough to do from here, else for an action point."""
    options = {group.id for group in found}
    if len(options) == 1 or not {"stand.mp", "stand.ap"} <= options:
        return next(group.id for group in found if group.id.startswith("stand."))
    up = [status for status in member.status if status != "Knockdown"]
    still = msgspec.structs.replace(member, status=up, mp_spent=member.mp_spent + 99)
    light = msgspec.structs.replace(member, status=up, ap_spent=member.ap_spent + 1)
    stays, walks = Planner(table, still).best().value, Planner(table, light).best().value
    return "stand.mp" if stays > walks else "stand.ap"


def activate(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Let the Hero act whose activation promises most over doing nothing."""
    group = named(found, "activate")
    if group is None or not group.targets:
        return None
    if len(group.targets) == 1:
        return f"activate>{group.targets[0]}"
    table = Table(s)

    def promise(target: Target) -> float:
        hero = fresh(s.members[str(target)])
        planner = Planner(table, hero)
        return planner.best().value - planner.worth_of(hero.at)

    best = max(group.targets, key=lambda t: (promise(t), str(t)))
    return f"activate>{best}"


def fresh(hero: Member) -> Member:
    """Return a Hero as it begins its activation (HA-19)."""
    return msgspec.structs.replace(hero, ap_spent=0, mp_spent=0, drunk=0, ran=False, used=[], gains={})
