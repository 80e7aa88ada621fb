"""Hearts, potions, coins and dice: the small decisions between acts."""

from __future__ import annotations

from webgame.engine.decision import Decision, Group, Target
from webgame.systems.sde_arcade.bots.greedy.acts import uses
from webgame.systems.sde_arcade.bots.greedy.mind import Mind
from webgame.systems.sde_arcade.bots.odds import AVERAGE, mean
from webgame.systems.sde_arcade.bots.offers import Offered, named, pick
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import State


def _neediest(s: State, group: Group) -> str:
    return pick(
        group, lambda t: float(s.members[str(t)].wounds - 2 * facts.hearts_left(s, s.members[str(t)]))
    )


def heart(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Heal the weakest, then take status effects away, then gain potions."""
    group = named(found, "heart")
    if group is not None:
        return _neediest(s, group)
    for group in found:
        if group.id.startswith("cure."):
            return _neediest(s, group)
    return potion(s, decision, seat, found)


def potion(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Give a potion token to whoever has a healing potion, else to the first."""
    group = named(found, "potion")
    if group is None:
        return named(found, "waste") and "waste"  # type: ignore[return-value]

    def heals(target: Target) -> float:
        potions = facts.potions(s, s.members[str(target)])
        return float(any(e["op"] == "heal_or_remedy" for p in potions for e in p.effects))

    return pick(group, heals)


def coin(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Bring destroyed Heroes back; heal one with a coin only if it is close to its end."""
    group = named(found, "coin")
    if group is None:
        return None
    down = [str(t) for t in group.targets or () if s.members[str(t)].down]
    if down:
        return f"coin>{down[0]}"
    weak = [t for t in group.targets or () if facts.hearts_left(s, s.members[str(t)]) <= 1]
    if weak and s.coins > 1:
        return f"coin>{weak[0]}"
    return "no_coin"


def reroll(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Reroll a die that shows less than it does on average."""
    group = named(found, "reroll")
    if group is None:
        return "keep"

    def short(target: Target) -> float:
        _, code, face = str(target).split(":")
        return AVERAGE[code] - box().dice[code].faces[int(face)].get("stars", 0)

    worst = max(group.targets or (), key=short)
    return f"reroll>{worst}" if short(worst) > 0 else "keep"


def defense(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Defend with the attribute that shows most stars on average."""
    member = s.members[decision.about[0]]
    return pick(found[0], lambda attr: mean(facts.attribute(s, member, str(attr))))


def emergency(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Drink in an emergency only; while hale wait for one, or pass if nothing offered could help."""
    best: str | None = None
    top = 1.0
    helpful = False
    for group in found:
        kind, _, rest = group.id.partition(".")
        if kind != "drink":
            continue
        owner, _, name = rest.partition("@")[0].partition(".")
        potion = next((p for p in facts.potions(s, s.members[owner]) if p.name == name), None)
        drinker = s.members.get(group.actor) or s.members[owner]
        if potion is None:
            continue
        helpful = helpful or bool(potion.effects)
        mind = Mind(s, drinker)
        for option, value in uses(s, mind, group, potion, 1, 1.0):
            if value > top:
                best, top = option, value
    return best or ("wait" if helpful and named(found, "wait") is not None else "pass")


def share(s: State, decision: Decision, seat: str, found: Offered) -> str | None:
    """Share potions."""
    return "yes"
