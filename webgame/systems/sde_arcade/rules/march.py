"""The Move command: where a monster goes and how its minions follow (MV-1 to MV-13)."""

from __future__ import annotations

from collections.abc import Collection, Generator
from typing import Any

from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import choices, facts, targets, terrain, walk, wounds
from webgame.systems.sde_arcade.rules.followers import equals, near_another, place_in_gang
from webgame.systems.sde_arcade.rules.goals import Goal, Scout, held
from webgame.systems.sde_arcade.rules.plans import Plan, Rivals, plan_for, rivals, shortcut
from webgame.systems.sde_arcade.rules.walk import Ways
from webgame.systems.sde_arcade.state import OFF, Figure, Monster, State


def move(g: Play, monster: Monster, movable: Collection[str]) -> Generator[Any, Any, None]:
    """Let a monster perform a Move command; its minions among `movable` follow it at once (MV-1, MV-9)."""
    s: State = g.state
    before = facts.gang(s, monster).partners if monster.kind == "elite" else ()
    aim = None
    if _may_move(g, monster):
        budget = facts.movement(s, monster)
        g.emit("ev.move", "MV-1", _glow(monster), who=facts.name(monster), n=budget)
        scout = Scout(s, monster, budget)
        aim = yield from _choose(g, scout)
        if aim is not None:
            yield from _go(g, scout, aim, scout.goal(aim))
    if monster.kind == "elite" and not s.outcome and s.monsters.get(monster.id) is monster:
        target = aim or targets.choose(s, monster, s.heroes()).target
        if target is not None:
            yield from _follow(g, monster, before, target, movable)


def move_alone(g: Play, minion: Monster) -> Generator[Any, Any, None]:
    """Move a minion without a bonded elite on the map toward the Hero with the most wrath (MV-10)."""
    s: State = g.state
    hero = targets.most_wrath(s, minion)
    if hero is None or not _may_move(g, minion):
        return
    g.emit("ev.move_alone", "MV-10", _glow(minion), who=facts.name(minion), target=facts.name(hero))
    goal = layout(s).grid.within(facts.base(s, hero), 1)
    yield from _go(g, Scout(s, minion, facts.movement(s, minion)), hero, Goal(goal))


def surge(g: Play, monster: Monster, squares: int) -> Generator[Any, Any, None]:
    """Move a monster farther toward the Hero with the most wrath if it is in range of none (MV-12)."""
    s: State = g.state
    aim = targets.choose(s, monster, s.heroes())
    if aim.target is None or not can_surge(s, monster):
        return
    aim = yield from targets.settle(g, monster, aim)
    if aim.target is None:
        return
    g.emit(
        "ev.surges",
        "MV-12",
        _glow(monster),
        who=facts.name(monster),
        target=facts.name(aim.target),
        n=squares,
    )
    scout = Scout(s, monster, squares)
    yield from _go(g, scout, aim.target, scout.goal(aim.target))


def can_surge(s: State, monster: Monster) -> bool:
    """Whether Surge would move a monster: no Hero in range, nothing that holds it (MV-12, UN-7)."""
    if monster.at == OFF or held(s, monster) is not None:
        return False
    return not targets.can_attack(s, monster)


def _may_move(g: Play, monster: Monster) -> bool:
    """Whether a monster can move now; a status that holds it is removed instead of the move (MV-11)."""
    s: State = g.state
    reason = held(s, monster)
    if reason is None:
        return True
    g.emit("ev.held", "MV-11", who=facts.name(monster), what=reason)
    if reason in monster.status:
        wounds.cure(g, monster, reason, "ST-7" if reason == "Knockdown" else "MV-11")
    return False


def _glow(fig: Figure) -> dict[str, Any]:
    return {"type": "glow", "piece": fig.id, "n": 0}


def _choose(g: Play, scout: Scout) -> Generator[Any, Any, Figure | None]:
    """Return the Hero a Move aims at: by target priority among those that a path exists to (TP-2, MV-8)."""
    s: State = g.state
    monster = scout.fig
    heroes = list(s.heroes())
    if not heroes:
        return None
    if not g.quiet:
        for hero in heroes:
            if not scout.reaches(hero):
                g.emit("ev.no_path", "TP-2", depth=1, target=facts.name(hero))
    left = list(heroes)
    while left:
        aim = targets.choose(s, monster, left)
        if aim.target is None:
            return None
        if scout.reaches(aim.target):
            reached = left
            if aim.tied:
                reached = [hero for hero in left if hero is aim.target or scout.reaches(hero)]
                aim = targets.choose(s, monster, reached)
            aim = yield from targets.settle(g, monster, aim)
            targets.tell_aim(g, monster, aim, reached)
            return aim.target
        left = [hero for hero in left if hero is not aim.target]
    aim = yield from targets.settle(g, monster, targets.choose(s, monster, heroes))
    targets.tell_aim(g, monster, aim, heroes)
    return aim.target


def _go(g: Play, scout: Scout, target: Figure, goal: Goal) -> Generator[Any, Any, None]:
    """Move a monster toward a goal, through a Secret Passage if that is shorter; it stops there (MV-3)."""
    s: State = g.state
    monster = scout.fig
    short = shortcut(scout, goal)
    if short is not None:
        spent = yield from _through(g, monster, *short, scout.near())
        if s.outcome or monster.at != short[1] or held(s, monster) is not None:
            return
        scout = Scout(s, monster, min(scout.budget, facts.movement(s, monster)) - spent)
    plan = plan_for(scout, target, goal)
    if not g.quiet or choices.asked(s):
        found = rivals(plan, target, goal)
        _tell_squares(g, plan, target, found)
        at = yield from choices.among(
            g, "square", "MV-2" if plan.there else "MV-4", "square", found.equal, who=facts.name(monster)
        )
        plan = plan._replace(anchor=at)
    yield from _walk(g, monster, plan)


def _tell_squares(g: Play, plan: Plan, target: Figure, found: Rivals) -> None:
    """Tell how many squares there are to attack from, and what decides between them (MV-2)."""
    if plan.why != "goal":
        return
    name = facts.name(target)
    g.emit("ev.squares", "MV-2", depth=1, n=found.of, target=name)
    if found.cheapest > 1:
        near = g.state.options["move_to"] == "close"
        key = "ev.squares_near" if near else "ev.squares_cheap"
        cost = plan.scout.near().cost(plan.anchor)
        g.emit(key, "MV-2", depth=1, n=found.cheapest, cost=cost, target=name)
    if len(found.equal) > 1:
        g.emit("ev.squares_equal", "AI-1", depth=1, n=len(found.equal))


def _through(g: Play, fig: Monster, into: int, out: int, ways: Ways) -> Generator[Any, Any, int]:
    """Walk into a Secret Passage and come out of another; return the MP spent (TE-2, TE-4)."""
    s: State = g.state
    g.emit("ev.shortcut", "TE-4", depth=1, who=facts.name(fig))
    spent = yield from walk.walk(g, fig, into, ways)
    if s.outcome or fig.at != into or held(s, fig) is not None:
        return spent
    fig.at = out
    g.emit("ev.passage", "TE-2", facts.went(fig.id, into, [out]), who=facts.name(fig))
    yield from terrain.enter(g, fig, [out])
    return spent


def _walk(g: Play, fig: Monster, plan: Plan) -> Generator[Any, Any, None]:
    """Tell why and carry a plan out."""
    s: State = g.state
    stays = plan.anchor == fig.at
    if not g.quiet:
        why = "in_range" if plan.why == "in_range" else f"{plan.why}_stay" if stays else plan.why
        to = layout(s).grid.name(plan.anchor)
        spent = 0 if stays else plan.scout.near().cost(plan.anchor)
        g.emit("ev.goes", plan.rule, depth=1, who=facts.name(fig), why=f"l.way.{why}", to=to, n=spent)
    if not stays:
        yield from walk.walk(g, fig, plan.anchor, plan.scout.near())


def _follow(
    g: Play, elite: Monster, before: Collection[str], target: Figure, movable: Collection[str]
) -> Generator[Any, Any, None]:
    """Let the minions of an elite come within two squares of it, those that were there first (MV-9).

    A minion that was near no elite follows the first one bonded to it; one near another elite waits for that.
    """
    s: State = g.state
    gang = facts.monster_card(elite).gang
    models = {bond["model"] for bond in box().gangs[gang].bonded} if gang else set()
    ready = [
        m
        for m in s.monsters.values()
        if m.kind == "minion"
        and m.card in models
        and m.at != OFF
        and m.id in movable
        and m.id not in s.turn.moved
        and (m.id in before or not near_another(s, m, elite))
    ]
    ready.sort(key=lambda m: (m.id not in before, targets.distance(s, m, elite), targets.number(m.id)))
    for minion in ready:
        if s.outcome or s.monsters.get(elite.id) is not elite or elite.at == OFF:
            return
        if s.monsters.get(minion.id) is not minion:
            continue
        s.turn.moved.append(minion.id)
        if _may_move(g, minion):
            plan = place_in_gang(s, minion, elite, target)
            if choices.asked(s):
                equal = equals(plan, elite, target)
                at = yield from choices.among(g, "square", "MV-9", "square", equal, who=facts.name(minion))
                plan = plan._replace(anchor=at)
            yield from _walk(g, minion, plan)
