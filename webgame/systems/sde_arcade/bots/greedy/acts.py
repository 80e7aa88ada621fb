"""What attacks, actions, potions and basic actions promise at this moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from webgame.engine.decision import Group
from webgame.systems.sde_arcade.bots.greedy.mind import CAREFUL, Mind, threats
from webgame.systems.sde_arcade.bots.odds import odds
from webgame.systems.sde_arcade.bots.offers import Offered
from webgame.systems.sde_arcade.cards import Action, Dice
from webgame.systems.sde_arcade.rules import actions, areas, facts
from webgame.systems.sde_arcade.state import Figure, State


def best_act(s: State, mind: Mind, found: Offered) -> tuple[str | None, float]:
    """Return the option that promises most for each action point, and that promise."""
    best: str | None = None
    top = 0.0
    for group in found:
        kind, _, label = group.id.partition(".")
        for option, value in values(s, mind, group, kind, label):
            if value > top + 1e-9:
                best, top = option, value
    return best, top


def values(s: State, mind: Mind, group: Group, kind: str, label: str) -> Iterator[tuple[str, float]]:
    """Yield what each option of a group promises for each action point."""
    if kind == "attack":
        dice, _ = mind.basics[label]
        for target in group.targets or ():
            yield f"{group.id}>{target}", mind.hit(dice, s.figure(str(target)))
    elif kind == "act":
        action = dict(actions.labelled(s, mind.member)).get(label)
        if action is not None:
            yield from uses(s, mind, group, action, max(1, action.cost), 1.0)
    elif kind == "drink":
        owner, _, name = label.partition(".")
        potion = next((p for p in facts.potions(s, s.members[owner]) if p.name == name), None)
        if potion is not None:
            yield from uses(s, mind, group, potion, 1, 0.6)
    else:
        yield from _basics(s, mind, group, kind)


def uses(
    s: State, mind: Mind, group: Group, action: Action, cost: int, weight: float
) -> Iterator[tuple[str, float]]:
    """Yield what a unique action or potion promises for each action point, for each of its targets."""
    dice = Dice()
    if action.attr is not None:
        dice = facts.attribute(s, mind.member, action.attr) + action.bonus
    wounds = 2 if "Massive Damage" in action.keywords else 1

    def promise(figures: Iterable[Figure]) -> float:
        total = 0.0
        for fig in figures:
            if not facts.is_enemy(mind.member, fig):
                total += 0.0 if mind.daring else help_of(s, fig, action)
                total -= 3.0 if action.kind == "offense" else 0.0
            elif action.kind == "offense":
                total += mind.hit(dice, fig, wounds) + 0.2 * len(action.inflicts)
            else:
                total += hinder(s, mind, fig, action, dice)
        return total * weight / cost

    if action.area and not action.area.startswith("Aura"):
        for spot in actions.spots(s, mind.member, action):
            struck = areas.affected(s, mind.member, spot, augment=action.augment, dangerous=action.dangerous)
            option = group.id if group.targets is None else f"{group.id}>{spot.id}"
            if group.targets is None or spot.id in group.targets:
                yield option, promise(struck)
    elif group.targets is None:
        yield group.id, promise([mind.member]) if action.kind != "offense" else 0.0
    else:
        for target in group.targets:
            if target in s.members or target in s.monsters:
                yield f"{group.id}>{target}", promise([s.figure(str(target))])


def help_of(s: State, fig: Figure, action: Action) -> float:
    """Return what a support action does for a friend: healing above all, protection where foes are near."""
    value = 0.0
    left = facts.hearts_left(s, fig)
    for effect in action.effects:
        op = effect["op"]
        if op in ("heal_or_remedy", "heal_wound"):
            amount = effect["amount"]
            mended = min(fig.wounds, amount) if isinstance(amount, int) else fig.wounds
            value += mended * (4.0 if left <= CAREFUL else 1.0)
        elif op == "remedy":
            value += 0.5 * len(fig.status)
        elif op == "bonus" and effect["attr"] in ("ARM", "defense") and s.turn.side == "consul":
            value += 2.0 if left <= CAREFUL + 1 and threats(s, fig) else 0.0
    return value


def hinder(s: State, mind: Mind, foe: Figure, action: Action, dice: Dice) -> float:
    """Return what a status effect on a strong foe is worth."""
    fresh = [status for status in action.inflicts if status not in foe.status]
    if not fresh or foe.kind not in ("mini_boss", "dungeon_boss", "elite"):
        return 0.0
    if facts.hearts_left(s, foe) < 3 or facts.immune(s, foe, fresh[0]):
        return 0.0
    return 0.5 * len(fresh) * (odds(dice, mind.defense(foe)) if action.vs is not None else 1.0)


def _basics(s: State, mind: Mind, group: Group, kind: str) -> Iterator[tuple[str, float]]:
    """Yield what chests, tokens and bandages promise."""
    hero = mind.member
    for target in group.targets or ("",):
        option = f"{group.id}>{target}" if target != "" else group.id
        if kind == "pick_lock":
            dice = facts.attribute(s, hero, "DEX")
            yield option, 1.0 + 4.0 * odds(dice, int(s.options["pick_lock_stars"]) - 1)
        elif kind == "unlock":
            yield option, 6.0
        elif kind == "unlock_doors":
            yield option, 3.0
        elif kind == "scavenge":
            token = s.tokens[str(target)]
            yield option, {"coin": 8.0, "key": 4.0, "potion": 2.0}.get(token.kind, 0.0)
        elif kind == "bandage" and not mind.daring:
            patient = s.members[str(target)]
            win = odds(facts.attribute(s, hero, "WILL"), int(s.options["bandage_stars"]) - 1)
            urgent = 4.0 if facts.hearts_left(s, patient) <= CAREFUL else 1.0
            calm = 0.5 if not threats(s, hero) else 0.0
            yield option, win * urgent + calm * win
