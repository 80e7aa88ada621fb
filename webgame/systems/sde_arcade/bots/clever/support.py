"""Potions and support actions: healing, protection, strength, as much as the moment needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from webgame.engine.decision import Group
from webgame.systems.sde_arcade.bots.clever.danger import Danger, defending
from webgame.systems.sde_arcade.bots.clever.plan import Plan, Planner
from webgame.systems.sde_arcade.bots.clever.stakes import STATUS, Table
from webgame.systems.sde_arcade.bots.offers import Offered
from webgame.systems.sde_arcade.cards import Action, Dice, Effect
from webgame.systems.sde_arcade.rules import actions, areas, facts
from webgame.systems.sde_arcade.state import Figure, Member, Monster

TOKEN: Final = 1.1  # a potion token spent, and the wrath it earns
SOME: Final = 0.25  # what an effect is worth that no rule below weighs
CARDS: Final = 2.5  # a card drawn
RAISE: Final = 14.0


def best_support(table: Table, planner: Planner, plan: Plan, found: Offered) -> tuple[str | None, float, int]:
    """Return the potion or support action that helps most, what it is worth, and the AP it costs."""
    best: tuple[str | None, float, int] = (None, 0.0, 0)
    for group in found:
        for option, value, cost in _options(table, planner, plan, group):
            if value > best[1] + 1e-9:
                best = (option, value, cost)
    return best


def _options(table: Table, planner: Planner, plan: Plan, group: Group) -> Iterator[tuple[str, float, int]]:
    s, member = table.s, planner.member
    kind, _, label = group.id.partition(".")
    if kind == "act":
        action = dict(actions.labelled(s, member)).get(label)
        if action is None or action.kind == "offense":
            return
        cost, price = action.cost, 0.0
    elif kind == "drink":
        action = potion_of(table, label)
        if action is None:
            return
        cost, price = 0, TOKEN * action.cost
    else:
        return
    for option, figures in aims(table, member, group, action):
        value = worth(table, planner, plan, action, figures) - price
        yield option, value, cost


def potion_of(table: Table, label: str) -> Action | None:
    """Return the potion of an option's label `<owner>.<potion>`, perhaps with `@<drinker>`."""
    owner, _, name = label.partition("@")[0].partition(".")
    holder = table.s.members.get(owner)
    if holder is None:
        return None
    return next((p for p in facts.potions(table.s, holder) if p.name == name), None)


def aims(table: Table, member: Member, group: Group, action: Action) -> Iterator[tuple[str, list[Figure]]]:
    """Yield the options of a group with the figures each affects."""
    s = table.s
    if action.area and not action.area.startswith("Aura"):
        for spot in actions.spots(s, member, action):
            struck = areas.affected(s, member, spot, augment=action.augment, dangerous=action.dangerous)
            if group.targets is None:
                yield group.id, struck
            elif spot.id in group.targets:
                yield f"{group.id}>{spot.id}", struck
    elif group.targets is None:
        yield group.id, [member]
    else:
        for target in group.targets:
            if target in s.members or target in s.monsters:
                yield f"{group.id}>{target}", [s.figure(str(target))]


def worth(table: Table, planner: Planner, plan: Plan, action: Action, figures: list[Figure]) -> float:
    """Return what an action or potion is worth on some figures."""
    member, means = planner.member, planner.means
    if action.kind == "offense":
        if action.attr is None:
            return 0.0
        return means.struck(means.offense(action.attr, action.bonus), figures, action)
    total = 0.0
    for fig in figures:
        if isinstance(fig, Monster) and facts.is_enemy(member, fig):
            win = 1.0
            if action.vs is not None and action.attr is not None:
                win, _ = means.hit(means.offense(action.attr, action.bonus), fig, 9, ())
            total += win * means.hampered(fig, action.inflicts)
        elif isinstance(fig, Member):
            total += sum(helped(table, planner, plan, fig, effect) for effect in action.effects)
    if not figures:
        total += sum(SOME for _ in action.effects)
    return total


def helped(table: Table, planner: Planner, plan: Plan, fig: Member, effect: Effect) -> float:
    """Return what one effect does for a member."""
    s, op = table.s, effect["op"]
    if op in ("heal_or_remedy", "heal_wound", "regenerate"):
        amount = effect.get("amount", 2)
        amount = amount if isinstance(amount, int) else fig.wounds
        if op == "regenerate":
            amount = max(1, round(0.66 * fig.wounds)) if fig.wounds else 0
        mended = table.mended(fig, amount)
        left = amount - fig.wounds
        if op == "heal_or_remedy" and left > 0:
            mended += sum(sorted((ill(table, fig, word) for word in fig.status), reverse=True)[:left])
        return mended
    if op == "remedy":
        return sum(ill(table, fig, word) for word in fig.status)
    if op in ("bonus", "arm"):
        return _stronger(table, planner, plan, fig, effect)
    if op == "ap":
        return 0.9 * int(effect["amount"]) * (plan.acts / max(1, planner.means.ap))
    if op in ("draw", "draw_choose"):
        return CARDS * max(0.2, 1 - table.gear / 4)
    if op == "revive":
        return RAISE
    if op == "gain_potion":
        return 0.5 if fig.potions < facts.potion_limit(s, fig) else 0.0
    if op == "gain_ability":
        return _gained(planner, fig, str(effect["ability"]))
    if op in ("free_attack", "chain_attack", "free_basic"):
        return 0.8 * plan.acts / max(1, planner.means.ap)
    return SOME


def ill(table: Table, fig: Member, status: str) -> float:
    """Return what a status effect costs a member."""
    return STATUS.get(status, 0.3)


def _stronger(table: Table, planner: Planner, plan: Plan, fig: Member, effect: Effect) -> float:
    """Return what bonus dice are worth: the wounds they keep off, or the hits they add."""
    attr = effect.get("attr", "ARM")
    dice = (
        msgspec.convert(effect["dice"], Dice)
        if effect["op"] == "bonus"
        else Dice(stars=int(effect["amount"]))
    )
    shields = facts.defense_attributes(table.s, fig)
    if attr == "defense" or attr in shields:
        now = Danger(table, fig)
        guarded = [
            shield + dice if attr in ("defense", name) else shield
            for shield, name in zip(defending(table.s, fig), shields, strict=True)
        ]
        better = Danger(table, fig, guarded)
        return now.cost(fig.at) - better.cost(fig.at)
    if fig.id == planner.member.id and plan.acts > 1.0:
        gain = 0.12 * (dice.B + 1.8 * dice.R + 3 * dice.G + 1.5 * dice.stars)
        return min(0.6, gain) * plan.acts
    return 0.0


def _gained(planner: Planner, fig: Member, word: str) -> float:
    """Return what a keyword gained for a while is worth."""
    if word == "Massive Damage" and fig.id == planner.member.id:
        return 2.0 if planner.table.bosses else 0.3
    if word in ("Fly", "Surefoot", "Burrow", "Ghost"):
        return 0.1
    if word.startswith("Immune"):
        return 0.3
    return SOME
