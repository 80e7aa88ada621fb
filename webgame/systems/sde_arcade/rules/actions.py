"""Basic attacks and unique actions: what they may be aimed at, how they run, why they can't (HA, BA)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from webgame.engine.decision import Choice, Group, Target, button, targets
from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import Action
from webgame.systems.sde_arcade.looks import ATTACKS as ICONS
from webgame.systems.sde_arcade.looks import manner
from webgame.systems.sde_arcade.rules import aiming, areas, control, facts, purposes, resolve
from webgame.systems.sde_arcade.rules.aiming import Lookout
from webgame.systems.sde_arcade.rules.areas import Spot
from webgame.systems.sde_arcade.rules.facts import Refusal
from webgame.systems.sde_arcade.state import OFF, Figure, Member, State

ATTACKS: Final = {"WILL": "BA-1", "STR": "BA-2", "DEX": "BA-3"}
ONE_USE: Final = "One Use Only"  # keyword of an action that works once a game (AB-4)
BERSERK: Final = "Berserk"  # mark in Member.used: had its free Melee Attack (AB-3)
SWINGS: Final = "swings"  # in Member.gains: Melee Attacks that movement points spent have paid for (Rage)


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
    look: Lookout | None = None,
) -> list[str]:
    """Return the figures an action may target (HA-12, HA-13), creeps on the Hero's own card too (CR-4).

    `look` is what was found out about the member's surroundings at this moment, if it is at hand.
    """
    if look is None:
        look = Lookout(s, member)
    sights = aiming.Aiming(s, member, squares, offensive=offensive, sight=sight, lookout=look)
    found = facts.standing_on(s, look.pool(augment, dangerous), look.within(sights.allowed))
    if not augment and member.invaders:
        found += [s.monsters[creep] for creep in member.invaders]
    return [f.id for f in found if sights.hits(f)]


def attack_cost(s: State, member: Member, attr: str) -> int:
    """Return the AP of a basic attack: one, but none for the Melee Attack of a berserk member (AB-3)."""
    if attr != "STR":
        return 1
    if member.gains.get(SWINGS):
        return 0
    return 0 if BERSERK not in member.used and facts.has(s, member, BERSERK) else 1


def moved(s: State, member: Member, mp: int) -> None:
    """Note movement points spent: while it rages each of them allows a Melee Attack (attack_per_move)."""
    member.mp_spent += mp
    if any(entry.effect["op"] == "attack_per_move" for entry in member.lasting):
        member.gains[SWINGS] = member.gains.get(SWINGS, 0) + mp


def basic_groups(s: State, member: Member, left: int, look: Lookout, *, free: bool = False) -> list[Group]:
    """Return the basic attacks a member can make now, each on the targets it can reach (BA-1 to BA-3).

    `left` are the AP it has left, `look` is what it finds around it.
    """
    if down(member):
        return []
    groups = []
    for attr, (icon, squares) in facts.basic_attacks(s, member).items():
        ap = 0 if free else attack_cost(s, member, attr)
        if ap > left:
            continue
        aims = in_range(s, member, squares, offensive=True, look=look)
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
        if not ap and member.gains.get(SWINGS):
            member.gains[SWINGS] -= 1
        elif not ap:
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


def barred(s: State, member: Member, label: str, action: Action, left: int | None = None) -> Refusal | None:
    """Return why a member can't use a unique action now, whatever it is aimed at; `left` are its AP."""

    def no(key: str, rule: str, **more: Any) -> Refusal:
        return Refusal(key, rule, {"who": facts.name(member), "what": action.name, **more})

    if down(member):
        return no("no.down", "ST-7")
    if "Ice" in member.status:
        return no("no.ice", "ST-6")
    offensive = action.kind == "offense"
    card = facts.forbidden_here(s, member, "unique_offense" if offensive else "unique_support")
    if card is not None:
        return no("no.card_bars", "EX-6", card=card)
    if ONE_USE in action.keywords and any(action.name in m.once for m in s.members.values()):
        return no("no.once_a_game", "AB-4")
    if not action.cost and f"act.{label}" in member.used:
        return no("no.once", "HA-11")
    if left is None:
        left = facts.ap_left(s, member)
    if action.cost > left:
        return no("no.ap", "HA-11", n=action.cost, left=left)
    return None


def unique_groups(s: State, member: Member, left: int, look: Lookout, wanted: str = "") -> list[Group]:
    """Return the unique actions a member can use now with so many AP `left` (HA-10 to HA-14).

    With `wanted` the group of that id alone.
    """
    if down(member) or "Ice" in member.status:
        return []
    groups = []
    for label, action in labelled(s, member):
        if (
            wanted in ("", f"act.{label}")
            and action.cost <= left
            and barred(s, member, label, action, left) is None
        ):
            icon, tone = manner(action)
            hints = {"ap": action.cost, "tone": tone, "icon": icon}
            group = aimed(s, member, f"act.{label}", "do.act", "HA-10", action, look=look, **hints)
            if group is not None:
                groups.append(group)
    return groups


def use(g: Play, member: Member, choice: Choice) -> Generator[Any, Any, None]:
    """Use a unique action that `unique_groups` offered."""
    s: State = g.state
    label = choice.group.partition(".")[2]
    known = zip(labelled(s, member), facts.actions(s, member), strict=True)
    action, source = next(found for (name, _), found in known if name == label)
    pay(member, action.cost)
    if ONE_USE in action.keywords:
        member.once.append(action.name)
    if not action.cost:
        member.used.append(choice.group)
    if source.startswith(f"{facts.STUDENT}: "):
        member.once.append(facts.STUDENT)
    yield from perform(g, member, action, choice.target)


# -- aiming and performing, for actions and potions alike ----------------------------------------------------


def aimed(
    s: State,
    member: Member,
    id: str,
    verb: str,
    rule: str,
    action: Action,
    *,
    look: Lookout | None = None,
    **params: Any,
) -> Group | None:
    """Return the group of an action with all it may be aimed at, or None if that is nothing."""
    params = {"what": action.name, **params}
    if not purposes.able(s, member, action):
        return None
    if purposes.aims_at_chest(action):
        chests = purposes.chests(s, member, action)
        return targets(id, verb, rule, "piece", chests, member.id, **params) if chests else None
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
    pounces = "Pounce" in action.keywords
    figures = in_range(
        s,
        member,
        int(s.options["pounce_range"]) if pounces else _squares(s, member, action),
        offensive=action.kind == "offense",
        sight="Hookshot" not in action.keywords,
        augment=action.augment,
        dangerous=action.dangerous,
        look=look,
    )
    figures = [id for id in figures if purposes.useful(s, member, action, s.figure(id))]
    return targets(id, verb, rule, "piece", figures, member.id, **params) if figures else None


def _squares(s: State, member: Member, action: Action) -> int:
    """Return the range of an action; that of a Melee Attack is the member's own (Dragon Lance)."""
    if action.range is not None and action.range.icon == "basic":
        return facts.basic_attacks(s, member).get(action.attr or "STR", ("", 0))[1]
    return action.range.squares if action.range is not None else 0


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
    """Whether an area affects anybody or a trap; an aura waits for those to come."""
    if (action.area or "").startswith("Aura") or affected(s, member, action, spot):
        return True
    return purposes.destroys_in(s, action, spot.squares)


def affected(s: State, member: Member, action: Action, spot: Spot) -> list[Figure]:
    """Return whom an action affects in an area."""
    return areas.affected(s, member, spot, augment=action.augment, dangerous=action.dangerous)


def perform(g: Play, member: Member, action: Action, target: Target | None) -> Generator[Any, Any, None]:
    """Carry out an action or a potion, aimed at what `aimed` offered; costs are paid before (HA-13)."""
    s: State = g.state
    struck: list[Figure] = []
    squares = 0
    if action.area and not action.area.startswith("Aura"):
        spot = spot_of(s, member, action, target)
        if spot is None:
            raise ValueError(f"{action.name} can't be aimed at {target!r}")
        struck = affected(s, member, action, spot)
        squares = spot.squares
    elif action.range is not None and not action.area and not purposes.aims_at_chest(action):
        struck = [s.figure(str(target))]
    if "Pounce" in action.keywords:
        yield from control.pounce(g, member, struck[0])
        if not _lands(s, member, struck[0]):
            g.emit("ev.misses_leap", "CE-10", who=facts.name(member), target=facts.name(struck[0]))
            return
    yield from resolve.strike(g, member, struck, resolve.from_action(action, target, squares))


def _lands(s: State, member: Member, target: Figure) -> bool:
    """Whether a member stands next to the enemy it has pounced on, and both are still there."""
    return not s.outcome and OFF not in (member.at, target.at) and facts.adjacent(s, member, target)


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
