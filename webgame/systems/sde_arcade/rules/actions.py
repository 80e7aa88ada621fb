"""Basic attacks and unique actions: what they may be aimed at, how they run, why they can't (HA, BA)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from webgame.engine.decision import Choice, Group, Target, button, targets
from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import Action
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import aiming, areas, facts, resolve
from webgame.systems.sde_arcade.rules.areas import Spot
from webgame.systems.sde_arcade.rules.facts import Refusal
from webgame.systems.sde_arcade.state import OFF, Figure, Member, State

ATTACKS: Final = {"WILL": "BA-1", "STR": "BA-2", "DEX": "BA-3"}
ICONS: Final = {"melee": "crossed-swords", "magic": "magic-swirl", "missile": "pocket-bow"}
BERSERK: Final = "Berserk"  # mark in Member.used: had its free Melee Attack (AB-3)


def down(member: Member) -> bool:
    """Whether a member is knocked down: it may neither move nor act (ST-7)."""
    return "Knockdown" in member.status


def pay(member: Member, ap: int) -> None:
    """Spend action points."""
    member.ap_spent += ap


# -- basic attacks -------------------------------------------------------------------------------------------


def in_range(
    s: State,
    member: Member,
    squares: int,
    *,
    offensive: bool,
    sight: bool = True,
    augment: bool = False,
    dangerous: bool = False,
) -> list[str]:
    """Return the figures an action may target (HA-12, HA-13), creeps on the Hero's own card too (CR-4)."""
    reached = layout(s).grid.ignoring_solids().within(facts.base(s, member), facts.fogged(s, member, squares))
    found = facts.standing_on(s, areas.pool(s, member, augment=augment, dangerous=dangerous), reached)
    if not augment:
        found += [s.monsters[creep] for creep in member.invaders]
    sights = aiming.Aiming(s, member, squares, offensive=offensive, sight=sight)
    return [f.id for f in found if sights.hits(f)]


def attack_cost(s: State, member: Member, attr: str) -> int:
    """Return the AP of a basic attack: one, but none for the Melee Attack of a berserk member (AB-3)."""
    free = attr == "STR" and BERSERK not in member.used and facts.has(s, member, BERSERK)
    return 0 if free else 1


def basic_groups(s: State, member: Member, *, free: bool = False) -> list[Group]:
    """Return the basic attacks a member can make now, each on the targets it can reach (BA-1 to BA-3)."""
    if down(member):
        return []
    groups = []
    left = facts.ap_left(s, member)
    for attr, (icon, squares) in facts.basic_attacks(s, member).items():
        ap = 0 if free else attack_cost(s, member, attr)
        if ap > left:
            continue
        aims = in_range(s, member, squares, offensive=True)
        if aims:
            hints = {"ap": ap, "tone": "attack", "icon": ICONS.get(icon, "crossed-swords")}
            groups.append(
                targets(
                    f"attack.{attr}", f"do.attack_{attr}", ATTACKS[attr], "piece", aims, member.id, **hints
                )
            )
    return groups


def basic_attack(g: Play, member: Member, choice: Choice, *, free: bool = False) -> Generator[Any, Any, None]:
    """Make a basic attack that `basic_groups` offered (BA-1 to BA-3)."""
    s: State = g.state
    attr = choice.group.partition(".")[2]
    if not free:
        ap = attack_cost(s, member, attr)
        if not ap:
            member.used.append(BERSERK)
        pay(member, ap)
    yield from resolve.strike(g, member, [s.figure(choice.name())], resolve.basic(attr, ATTACKS[attr]))


# -- unique actions ------------------------------------------------------------------------------------------


def labelled(s: State, member: Member) -> list[tuple[str, Action]]:
    """Return a member's unique actions by label: the name, with its card if another one has it too."""
    found: dict[str, Action] = {}
    for action, source in facts.actions(s, member):
        found[action.name if action.name not in found else f"{action.name} ({source})"] = action
    return list(found.items())


def barred(s: State, member: Member, label: str, action: Action) -> Refusal | None:
    """Return why a member can't use a unique action now, whatever it is aimed at."""
    what = {"who": facts.name(member), "what": action.name}
    if down(member):
        return Refusal("no.down", "ST-7", what)
    if "Ice" in member.status:
        return Refusal("no.ice", "ST-6", what)
    offensive = action.kind == "offense"
    card = facts.forbidden_here(s, member, "unique_offense" if offensive else "unique_support")
    if card is not None:
        return Refusal("no.card_bars", "EX-6", {**what, "card": card})
    if not action.cost and f"act.{label}" in member.used:
        return Refusal("no.once", "HA-11", what)
    left = facts.ap_left(s, member)
    if action.cost > left:
        return Refusal("no.ap", "HA-11", {**what, "n": action.cost, "left": left})
    return None


def unique_groups(s: State, member: Member) -> list[Group]:
    """Return the unique actions a member can use now (HA-10 to HA-14)."""
    if down(member) or "Ice" in member.status:
        return []
    groups = []
    left = facts.ap_left(s, member)
    for label, action in labelled(s, member):
        if action.cost <= left and barred(s, member, label, action) is None:
            tone = "attack" if action.kind == "offense" else "help"
            group = aimed(s, member, f"act.{label}", "do.act", "HA-10", action, ap=action.cost, tone=tone)
            if group is not None:
                groups.append(group)
    return groups


def use(g: Play, member: Member, choice: Choice) -> Generator[Any, Any, None]:
    """Use a unique action that `unique_groups` offered."""
    s: State = g.state
    label = choice.group.partition(".")[2]
    action = dict(labelled(s, member))[label]
    pay(member, action.cost)
    if not action.cost:
        member.used.append(choice.group)
    yield from perform(g, member, action, choice.target)


# -- aiming and performing, for actions and potions alike ----------------------------------------------------


def aimed(
    s: State, member: Member, id: str, verb: str, rule: str, action: Action, **params: Any
) -> Group | None:
    """Return the group of an action with all it may be aimed at, or None if that is nothing."""
    params = {"what": action.name, **params}
    if action.area:
        found = [spot for spot in spots(s, member, action) if _worth(s, member, action, spot)]
        if not found:
            return None
        if not found[0].on:
            return button(id, verb, rule, member.id, **params)
        aims = list(dict.fromkeys(spot.id for spot in found))
        return targets(id, verb, rule, found[0].on, aims, member.id, **params)
    if action.range is None:
        return button(id, verb, rule, member.id, **params)
    figures = in_range(
        s,
        member,
        action.range.squares,
        offensive=action.kind == "offense",
        sight="Hookshot" not in action.keywords,
        augment=action.augment,
        dangerous=action.dangerous,
    )
    return targets(id, verb, rule, "piece", figures, member.id, **params) if figures else None


def spots(s: State, member: Member, action: Action) -> list[Spot]:
    """Return all ways to lay the area of an action."""
    return areas.spots(
        s,
        member,
        action.area or "",
        action.range.squares if action.range else 0,
        augment=action.augment,
        dangerous=action.dangerous,
        offensive=action.kind == "offense",
        sight="Hookshot" not in action.keywords,
    )


def spot_of(s: State, member: Member, action: Action, target: Target | None) -> Spot | None:
    """Return the area of an action aimed at `target` (None where there is no choice), or None."""
    found = spots(s, member, action)
    return next((spot for spot in found if not spot.on or spot.id == target), None)


def _worth(s: State, member: Member, action: Action, spot: Spot) -> bool:
    """Whether an area affects anybody; an aura waits for those to come."""
    return (action.area or "").startswith("Aura") or bool(affected(s, member, action, spot))


def affected(s: State, member: Member, action: Action, spot: Spot) -> list[Figure]:
    """Return whom an action affects in an area."""
    return areas.affected(s, member, spot, augment=action.augment, dangerous=action.dangerous)


def perform(g: Play, member: Member, action: Action, target: Target | None) -> Generator[Any, Any, None]:
    """Carry out an action or a potion, aimed at what `aimed` offered; costs are paid before (HA-13)."""
    s: State = g.state
    struck: list[Figure] = []
    if action.area and not action.area.startswith("Aura"):
        spot = spot_of(s, member, action, target)
        if spot is None:
            raise ValueError(f"{action.name} can't be aimed at {target!r}")
        struck = affected(s, member, action, spot)
    elif action.range is not None and not action.area:
        struck = [s.figure(str(target))]
    yield from resolve.strike(g, member, struck, resolve.from_action(action))


# -- why not -------------------------------------------------------------------------------------------------


def why_not(s: State, member: Member, about: dict[str, Any]) -> list[Refusal]:
    """Return why a member can't do something: `about` names a `group` of options or a `square` to go to."""
    from webgame.systems.sde_arcade.rules import basic, potions

    if member.at == OFF:
        return []
    if "square" in about:
        return basic.why_not_there(s, member, int(about["square"]))
    group = str(about.get("group", ""))
    verb, _, label = group.partition(".")
    if verb == "attack":
        return _why_no_attack(s, member, label)
    if verb == "act":
        for known, action in labelled(s, member):
            if known == label:
                reason = barred(s, member, label, action)
                return [reason] if reason is not None else _aimless(s, member, action)
        return []
    if verb == "drink":
        return potions.why_not(s, member, label)
    return basic.why_not(s, member, verb)


def _why_no_attack(s: State, member: Member, attr: str) -> list[Refusal]:
    what = {"who": facts.name(member), "what": f"do.attack_{attr}"}
    if attr not in facts.basic_attacks(s, member):
        return [Refusal("no.attack_icon", ATTACKS.get(attr, "BA-1"), what)]
    if down(member):
        return [Refusal("no.down", "ST-7", what)]
    cost, left = attack_cost(s, member, attr), facts.ap_left(s, member)
    if cost > left:
        return [Refusal("no.ap", "HA-11", {**what, "n": cost, "left": left})]
    if not in_range(s, member, facts.basic_attacks(s, member)[attr][1], offensive=True):
        return [Refusal("no.aim", "HA-13", what)]
    return []


def _aimless(s: State, member: Member, action: Action) -> list[Refusal]:
    if aimed(s, member, "act", "do.act", "HA-10", action) is None:
        return [Refusal("no.aim", "HA-13", {"who": facts.name(member), "what": action.name})]
    return []
