"""Effects of cards: which operations an action carries out and on whom (box/effect_ops.json).

Each operation is a small function in one of the modules named here.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from typing import TYPE_CHECKING, Any

from webgame.engine.decision import Choice, Decision, targets
from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import Effect, box
from webgame.systems.sde_arcade.rules import (
    effects_attacks,
    effects_cards,
    effects_health,
    effects_monsters,
    effects_moves,
    effects_things,
    facts,
    wounds,
)
from webgame.systems.sde_arcade.rules.effects_base import OPS, PARTY_OPS, Operation, Steps, Use, note, op
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

if TYPE_CHECKING:
    from webgame.systems.sde_arcade.rules.resolve import Outcome, Strike

__all__ = ["OPS", "PARTY_OPS", "Operation", "Use", "ability_name", "ability_text", "carry_out", "op"]

OPERATIONS = (  # they register in OPS
    effects_attacks,
    effects_cards,
    effects_health,
    effects_monsters,
    effects_moves,
    effects_things,
)
WHEN = ("success", "wound", "no_wound", "destroyed_any")
AMONG = {"Ninja in area": "Ninja", "Undead in area": "Undead"}  # targets of one type
MOVING = ("Pull", "Push", "Compel")  # keywords that move those their owner wounds (CE-9)
MANY = 99  # dice of a reroll of "any" or "all"


def carry_out(
    g: Play, strike: Strike, user: Figure | None, struck: list[Figure], outcome: Outcome
) -> Generator[Any, Any, None]:
    """Perform the effects of an action, and control keywords its user has (CE-9), on those it affected."""
    s: State = g.state
    for effect in _with_keywords(s, strike, user):
        when = effect.get("when", "success")
        if effect["op"] not in OPS or when not in WHEN:
            raise NotImplementedError(f"{strike.name}: effect {effect['op']!r} ({when}) is not supported")
        if when == "no_wound" and outcome.wounded:
            continue
        if when == "destroyed_any" and not outcome.destroyed:
            continue
        if effect.get("target") == "any_hero":
            who = yield from _any_hero(g, effect, user, strike)
        else:
            who = _affected(s, effect, user, struck, strike)
        if when == "wound":
            if not outcome.wounded:
                continue
            if effect.get("target") in (None, "area", "all_in_area"):
                who = [f for f in who if f.id in outcome.wounded]
        yield from OPS[effect["op"]](Use(g, effect, user, who, strike, outcome))
        if s.outcome:
            return


def _with_keywords(s: State, strike: Strike, user: Figure | None) -> list[Effect]:
    """Return the effects of an action and those of its user's keywords (Pull 5, Grind) on whom it wounds."""
    found = list(strike.effects)
    if user is not None and strike.kind == "offense":
        known = facts.abilities(s, user) if facts.lasting(s, user) else facts.among(s, user, _moving())
        for keyword in MOVING if known else ():
            number = facts.numbered(known, keyword)
            if number is not None and not any(e["op"] == "control" and e["effect"] == keyword for e in found):
                found.append({"op": "control", "effect": keyword, "squares": number, "when": "wound"})
        if facts.has(s, user, "Grind"):  # BB-6
            found.append({"op": "discard_equipment", "count": 1, "when": "wound", "rule": "BB-6"})
    return found


@cache
def _moving() -> frozenset[str]:
    """Return the keywords that move whom their owner wounds, with their numbers (CE-9)."""
    return frozenset(word for word in facts.known_words() if word.rpartition(" ")[0] in MOVING)


def _affected(
    s: State, effect: Effect, user: Figure | None, struck: list[Figure], strike: Strike
) -> list[Figure]:
    """Return whom an effect goes to (box/effect_ops.json, `target`)."""
    target = effect.get("target")
    if target is None:
        if strike.local:
            return [f for f in struck if f.at != OFF]
        return [user] if user is not None else []
    if target == "self":
        return [user] if user is not None else []
    if target == "gang":  # AB-6
        if not isinstance(user, Monster):
            raise NotImplementedError(f"{strike.name}: a gang of a party member is not supported")
        return [user, *(s.monsters[p] for p in facts.gang(s, user).partners)]
    if target == "all_heroes":
        return list(s.heroes())
    if target == "party":
        return list(s.party())
    if target in ("area", "all_in_area", "hero"):
        return struck
    if target == "bonded_elite":  # who uses an action lent to it is the elite itself (GA-6)
        return [user] if user is not None else []
    if target in AMONG:
        return [f for f in struck if isinstance(f, Monster) and AMONG[target] in facts.monster_card(f).type]
    raise NotImplementedError(f"{strike.name}: effect target {target!r} is not supported")


def _any_hero(
    g: Play, effect: Effect, user: Figure | None, strike: Strike
) -> Generator[Any, Any, list[Figure]]:
    """Let the user choose a Hero anywhere, of those to whom a potion token would be of use (DR-12, PO-1)."""
    s: State = g.state
    able = [h for h in s.heroes() if effect["op"] != "gain_potion" or h.potions < facts.potion_limit(s, h)]
    if len(able) < 2 or user is None:
        return list(able)
    choice: Choice = yield Decision(
        seats=(facts.master_of(s, user).seat,) if isinstance(user, Member) else tuple(h.seat for h in able),
        prompt="ask.any_hero",
        rule=strike.rule,
        mode="one" if isinstance(user, Member) else "any",
        groups=(targets("hero", "do.choose", strike.rule, "piece", [h.id for h in able], user.id),),
        params={"who": facts.name(user), "what": strike.name},
        about=(user.id,),
    )
    return [s.members[choice.name()]]


@op(
    "bonus",
    "gain_ability",
    "lose_ability",
    "ac",
    "str",
    "arm",
    "mov",
    "mov_mult",
    "ap",
    "forbid",
    "set_attr",
    "range_cap",
)
def lasting(use: Use) -> Steps:
    """Effects that stay in force for a while; an aura stays with its user and reaches who comes (AE-4)."""
    area = use.strike.area or ""
    if area.startswith("Aura") and use.user is not None:
        use.effect = {**use.effect, "area": area}
        if use.strike.whom:
            use.effect["whom"] = use.strike.whom
        if use.effect.get("target") in AMONG:
            use.effect["among"] = AMONG[use.effect["target"]]
        note(use, use.user)
        wounds.cure_reached(use.g)
    else:
        for fig in use.affected:
            note(use, fig)
            wounds.cure_immune(use.g, fig)
    yield from ()


@op("reroll")
def reroll(use: Use) -> Steps:
    """Rerolls of dice (DR-9): of rolls to come, or of the roll a potion of PO-5 interrupts.

    A monster rolls no dice: its STR is lower for that attack instead.
    """
    if isinstance(use.effect["dice"], int):
        yield from lasting(use)
        return
    for fig in use.affected:
        if isinstance(fig, Monster) and "monster" in use.effect:
            effect = {"op": "str", "amount": int(use.effect["monster"]["STR"]), "until": "next_roll"}
        elif use.effect.get("who") != "target_enemy":
            effect = {**use.effect, "dice": MANY, "until": "next_roll"}
        else:
            continue
        note(Use(use.g, effect, use.user, [fig], use.strike, use.outcome), fig)


def ability_name(keyword: str) -> str:
    """Return the name under which the box holds a keyword, without its number or parameter; "" if none."""
    known = box().abilities
    word = keyword.split(": ")[0]
    head, _, number = word.rpartition(" ")
    return next((n for n in (keyword, word, head if number.isdigit() else "") if n in known), "")


def ability_text(keyword: str) -> str:
    """Return what a keyword means, looked up without its number or parameter."""
    found = box().abilities.get(ability_name(keyword))
    return found.text if found else ""
