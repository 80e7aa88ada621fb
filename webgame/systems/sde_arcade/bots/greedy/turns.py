"""An activation, act by act, and whose turn it is."""

from __future__ import annotations

from webgame.engine.decision import Decision, Target
from webgame.systems.sde_arcade.bots.greedy.acts import best_act
from webgame.systems.sde_arcade.bots.greedy.mind import CAREFUL, Mind
from webgame.systems.sde_arcade.bots.greedy.moves import FAR, step_to
from webgame.systems.sde_arcade.bots.offers import Offered, named, pick
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import State


def activation(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Choose the act that promises most; move toward something worthwhile if there is none; else end."""
    member = s.members[decision.about[0]]
    stand = [g for g in found if g.id.startswith("stand.")]
    mind = Mind(s, member)
    if stand:
        return stand_up(s, mind, stand)
    best, value = best_act(s, mind, found)
    move = named(found, "move")
    if value > mind.enough and best is not None:
        return best
    if move is not None:
        step = step_to(s, mind, move, named(found, "run"))
        if step is not None:
            return step
    return "end" if named(found, "end") is not None else None


def stand_up(s: State, mind: Mind, stand: Offered) -> str:
    """Stand up for movement if a foe can be attacked from here, else for an action point."""
    reach = any(
        facts.near(s, mind.member, foe, squares) for foe in mind.foes for _, squares in mind.basics.values()
    )
    wanted = "stand.mp" if reach else "stand.ap"
    return next((g.id for g in stand if g.id == wanted), stand[0].id)


def activate(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Let the Hero act first that is nearest to a foe and not badly hurt."""
    group = named(found, "activate")
    if group is None:
        return None
    foes = facts.bodies(s, [f for f in s.foes() if f.kind != "spawning_point"]) or facts.bodies(
        s, list(s.foes())
    )

    def value(target: Target) -> float:
        hero = s.members[str(target)]
        steps = layout(s).grid.distance(facts.base(s, hero), foes) if foes else 0
        fit = facts.hearts_left(s, hero) > CAREFUL
        return (50.0 if fit else 0.0) - (steps if steps is not None else FAR)

    return pick(group, value)


def free_attack(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Make the attack that promises most."""
    mind = Mind(s, s.members[decision.about[0]])
    return best_act(s, mind, [g for g in found if g.id.startswith("attack.")])[0] or found[0].id


def friend(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Let a creature of the Chimera attack, then act, then rest."""
    for name in ("attack", "act"):
        group = named(found, name)
        if group is not None:
            return f"{name}>{(group.targets or ())[0]}"
    return "done"


def done(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Leave it."""
    return "done" if named(found, "done") is not None else None
