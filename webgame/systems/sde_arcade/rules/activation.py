"""The activation of a Hero or pet: upkeep, then movement, actions, potions in any order, its end (HA, PT)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

import msgspec

from webgame.engine.decision import Choice, Decision, Group, button
from webgame.engine.game import Play
from webgame.engine.system import CHECKPOINT, FRAME
from webgame.systems.sde_arcade.cards import Dice
from webgame.systems.sde_arcade.rules import (
    actions,
    aiming,
    basic,
    death,
    equipment,
    explore,
    facts,
    guests,
    kept,
    potions,
    rolls,
    shapes,
    terrain,
    wounds,
)
from webgame.systems.sde_arcade.state import OFF, Figure, Member, State

Acting = Generator[Any, Any, None]
COMMITTING: Final = ("attack", "bandage", "pick_lock", "unlock", "search", "disarm", "end")  # of the menu
ACTIVATION: Final = ("end_of_activation", "end_of_next_activation")  # effects that end with an activation


def acting(s: State) -> str:
    """Return the id of the Hero or pet whose activation it is."""
    return s.turn.pet or s.turn.active


def standing(s: State, id: str) -> Member | None:
    """Return a member if it is on the map."""
    member = s.members.get(id)
    return member if member is not None and member.at != OFF else None


def begin(g: Play, member: Member) -> None:
    """Start an activation afresh: nothing spent, nothing used (HA-1, WR-8)."""
    s: State = g.state
    s.turn.activations += 1
    member.acted_in, member.acted_no = s.turn.round, s.turn.activations
    refresh(member)
    member.used = [basic.HELD] if "Immobile" in member.status else []
    member.began_at = member.at
    show = {"type": "banner", "tone": "heroes"}
    g.emit("ev.activates", "HA-1" if member.kind == "hero" else "PT-4", show, who=facts.name(member))
    explore.turbo(g, member)


def refresh(member: Member) -> None:
    """Forget what was spent, used and gained in an earlier activation (HA-19)."""
    member.ap_spent = member.mp_spent = member.drunk = 0
    member.ran = False
    member.used = []
    member.gains = {}


# -- upkeep --------------------------------------------------------------------------------------------------


def upkeep(g: Play) -> Acting:
    """Begin the activation and go through the steps of upkeep in their order (HA-2)."""
    s: State = g.state
    yield CHECKPOINT
    id = acting(s)
    member = s.members[id]
    begin(g, member)
    _end_effects(g, member)
    if member.kind == "hero":
        s.turn.upkeep_done = True
        yield from death.spend_coins(g, member)
        yield from kept.upkeep(g, member)
    if member.wounds and facts.has(s, member, "Tough"):
        wounds.unwound(g, member, 1, "HA-2")
    if "Fire" in member.status:
        g.emit("ev.burns", "ST-6", who=facts.name(member))
        yield from wounds.wound(g, member, 1, None, "ST-6")
    if standing(s, id) is not None:
        yield from _own_effects(g, member)
    if s.outcome:
        return
    if standing(s, id) is None:  # HA-4
        yield from finish(g, id)
    else:
        s.turn.phase = "activation"
    yield FRAME


def _own_effects(g: Play, member: Member) -> Acting:
    """Step 5: Cola, and taking another form; no Hero has both, so there is no order to choose (HA-2)."""
    if member.kind != "hero":
        return
    if facts.has(g.state, member, "Cola"):
        roll = rolls.add_up(rolls.throw(g, "dice.check", Dice(B=1)), 0)
        g.emit("ev.cola", "HA-2", rolls.show(member, roll, "Cola"), who=facts.name(member), n=roll.stars)
        member.potions = min(facts.potion_limit(g.state, member), member.potions + roll.stars)
    yield from shapes.offer(g, member)
    member.began_at = member.at


def _end_effects(g: Play, member: Member) -> None:
    """Step 1: what the member's potions and actions left in force ends, on whomever it is (HA-2, PO-7)."""
    s: State = g.state
    everybody: list[Figure] = [*s.members.values(), *s.monsters.values()]
    for fig in everybody:
        if fig.lasting:
            kept = [e for e in fig.lasting if e.until != "next_upkeep" or e.source != member.id]
            _keep(g, fig, kept)


def _keep(g: Play, fig: Figure, kept: list[Any]) -> None:
    """Leave only these effects on a figure and tell which end."""
    if len(kept) == len(fig.lasting):
        return
    ended = [e for e in fig.lasting if e not in kept]
    for name in dict.fromkeys(e.name for e in ended):
        g.emit("ev.effect_ends", "HA-2", who=facts.name(fig), what=name, depth=1)
    fig.lasting = kept
    if isinstance(fig, Member):
        for entry in ended:
            if entry.effect["op"] == "temporary_equip":
                equipment.end_extra(g, fig, entry.effect["card"])
        equipment.clamp(g, fig)


# -- the menu ------------------------------------------------------------------------------------------------


def groups(
    s: State, member: Member, mp: int | None = None, ap: int | None = None, wanted: str = ""
) -> list[Group]:
    """Return everything a member can do now; knocked down it can only stand up (ST-7).

    `mp` and `ap` are the points it has left, if they are at hand; with `wanted`, the id of a group, all
    others may be left out.
    """
    if actions.down(member):
        return basic.stand_groups(s, member)
    mp = facts.mp_left(s, member) if mp is None else mp
    ap = facts.ap_left(s, member) if ap is None else ap
    verb = wanted.partition(".")[0]
    hero = member.kind == "hero"
    found: list[Group] = []
    if verb in ("", "move"):
        found += basic.move_groups(s, member, mp)
    look = aiming.Lookout(s, member)
    if verb in ("", "attack"):
        found += actions.basic_groups(s, member, ap, look)
    if verb in ("", "act"):
        found += actions.unique_groups(s, member, ap, look, wanted)
    if verb in ("", "drink") and hero:
        found += potions.groups(s, member)
    if verb in ("", "keep") and hero:
        found += kept.groups(s, member)
    return found + basic.groups(s, member, verb)


def commits(group: Group) -> bool:
    """Whether a choice of the menu rolls, draws or hands on the turn: undo is no longer free then."""
    kind = group.id.partition(".")[0]
    return kind in COMMITTING or (kind in ("act", "drink", "keep") and group.params.get("tone") == "attack")


def menu(s: State, member: Member, wanted: str = "") -> Decision:
    """Return the one question of an activation: what next? (HA-1)

    With `wanted`, the id of a group, it may leave out all others (see `Play.wanted`).
    """
    hero = facts.master_of(s, member)
    mp, ap = facts.mp_left(s, member), facts.ap_left(s, member)
    found = groups(s, member, mp, ap, wanted) if wanted != "end" else []
    end = button("end", "do.end_activation", "HA-19", member.id, tone="end", icon="next", ap=ap, mp=mp)
    return Decision(
        seats=(hero.seat,),
        prompt="ask.activation",
        rule="HA-1" if member is hero else "PT-4",
        groups=tuple(
            msgspec.structs.replace(group, commits=True) if commits(group) else group
            for group in (*found, end)
        ),
        params={"who": facts.name(member), "ap": ap, "mp": mp},
        about=(member.id,),
    )


def act(g: Play, member: Member, choice: Choice) -> Acting:
    """Carry out one choice of the menu."""
    verb = choice.group.partition(".")[0]
    if verb == "attack":
        yield from actions.basic_attack(g, member, choice)
    elif verb == "act":
        yield from actions.use(g, member, choice)
    elif verb == "drink":
        yield from potions.drink(g, member, choice.group, choice.target)
    elif verb == "keep":
        yield from kept.use(g, member, choice)
    else:
        yield from basic.ACTS[verb](g, member, choice)
    if not g.state.outcome:
        wounds.cure_reached(g)
        yield from wounds.end_action(g)


def run(g: Play) -> Acting:
    """Play an activation to its end; the menu comes back after each act (HA-1)."""
    s: State = g.state
    id = acting(s)
    while (member := standing(s, id)) is not None:
        yield CHECKPOINT
        choice: Choice = yield menu(s, member, g.wanted)
        if choice.group == "end":
            break
        yield from act(g, member, choice)
        if s.outcome:
            return
    yield from finish(g, id)


# -- the end -------------------------------------------------------------------------------------------------


def finish(g: Play, id: str) -> Acting:
    """End the activation of a member, destroyed or not; its pet or master comes next (PT-4)."""
    s: State = g.state
    turn = s.turn
    member = standing(s, id)
    if member is not None:
        yield from terrain.end_of_activation(g, member)
        if s.outcome:
            return
        if member.at != OFF:
            _expire(g, member)
    hero = s.members.get(turn.active)
    if hero is None:  # a guest fell in its own activation
        turn.active, turn.pet, turn.phase, turn.upkeep_done = "", "", "choose", False
        return
    if id != hero.id:
        hero.pet_done = True
    turn.pet = ""
    if hero.at != OFF and not turn.upkeep_done:
        turn.phase = "upkeep"  # the pet came first
        return
    pet = facts.pet_of(s, hero) if hero.at != OFF and not hero.pet_done else None
    if pet is not None:
        refresh(pet)
        turn.pet, turn.phase = pet.id, "upkeep"
        return
    if hero.at != OFF and hero.lasting and guests.is_guest(hero):
        guests.acted(g, hero)
    turn.active, turn.phase, turn.upkeep_done = "", "choose", False


def _expire(g: Play, member: Member) -> None:
    """End effects that last to the end of an activation, and Immobile that held it (ST-6)."""
    if basic.HELD in member.used and "Immobile" in member.status:
        wounds.cure(g, member, "Immobile", "ST-6")
    kept = []
    for entry in member.lasting:
        if entry.until in ACTIVATION:
            entry.count -= 1
            if entry.count <= 0:
                continue
        kept.append(entry)
    _keep(g, member, kept)
    wounds.status_ends(g, member)
