"""What lies on the map, for who points at it: what to do with it, the cost and odds of that, why not now."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, NamedTuple

import msgspec

from webgame.engine.dice import distribution
from webgame.systems.sde_arcade.cards import Dice, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import basic, bones, facts
from webgame.systems.sde_arcade.rules.facts import Refusal
from webgame.systems.sde_arcade.state import Member, State, Template, Token

SCAVENGED: Final = ("coin", "key", "skull", "potion")


class Trial(NamedTuple):
    """A roll of an attribute that must show at least so many stars."""

    attr: str
    needed: int
    label: str


def tested(s: State, verb: str, target: str) -> Trial | None:
    """Return the roll that a basic action needs, or None (BA-4, BA-6, TR-7)."""
    if verb == "pick_lock":
        return Trial("DEX", int(s.options["pick_lock_stars"]), "l.pick_lock")
    if verb == "bandage":
        return Trial("WILL", int(s.options["bandage_stars"]), "l.bandage")
    if verb == "disarm" and target in s.templates:
        return Trial(
            str(s.options["disarm_attribute"]), box().traps[s.templates[target].trap].defense + 1, "l.disarm"
        )
    return None


def chance(s: State, member: Member, test: Trial) -> Fraction:
    """Return the chance of a roll; what is fixed before the throw counts, rerolls don't."""
    dice = facts.attribute(s, member, test.attr)
    for effect in facts.lasting(s, member):
        if effect["op"] == "bonus" and effect["attr"] == "next_roll":
            dice += msgspec.convert(effect["dice"], Dice)
    ways = distribution([box().dice[code] for code in "BRG" for _ in range(getattr(dice, code))], "stars")
    fixed = dice.stars - len(facts.jinxes(s, member))
    won = sum(count for stars, count in enumerate(ways) if stars + fixed >= test.needed)
    return Fraction(won, sum(ways))


def odds(s: State, member: Member, verb: str, target: str) -> dict[str, Any]:
    """Return cost and odds of a basic action, as a query answers."""
    answer: dict[str, Any] = {"cost": {"ap": basic.cost(s, verb)}}
    test = tested(s, verb, target)
    if test is not None:
        permille = round(chance(s, member, test) * 1000)
        answer["odds"] = [{"label": test.label, "permille": permille}]
    return answer


def option(s: State, member: Member, verb: str, target: str) -> dict[str, Any]:
    """Answer who points at a basic action on something that is offered."""
    ap = {"n": basic.cost(s, verb), "left": facts.ap_left(s, member)}
    lines = [{"key": "q.ap", "params": ap, "rule": "HA-11"}]
    test = tested(s, verb, target)
    if test is not None:
        dice = str(facts.attribute(s, member, test.attr))
        params = {"what": test.label, "dice": dice, "n": test.needed}
        lines.append({"key": "q.test", "params": params, "rule": basic.NEEDS[verb]})
    return {"lines": lines, **odds(s, member, verb, target)}


# -- pointing at the thing itself ----------------------------------------------------------------------------


def at(s: State, square: int) -> list[str]:
    """Return the ids of tokens and templates on a square."""
    found = [token.id for token in s.tokens.values() if token.at == square]
    return found + [trap.id for trap in s.templates.values() if square in trap.squares]


def about(s: State, member: Member | None, id: str) -> dict[str, Any]:
    """Answer who points at a token or a trap; {} if it is neither."""
    thing: Token | Template | None = s.tokens.get(id) or s.templates.get(id)
    if thing is None:
        return {}
    verb, line = _use(s, thing)
    lines = [line]
    answer: dict[str, Any] = {}
    if member is not None and verb:
        refusal = _why_not(s, member, verb, thing)
        if refusal is not None:
            lines.append({"key": refusal.key, "params": refusal.params, "rule": refusal.rule})
        if member.kind == "hero":
            answer = odds(s, member, verb, id)
    return {"lines": lines, **answer}


def _use(s: State, thing: Token | Template) -> tuple[str, dict[str, Any]]:
    """Return the basic action that something is for, and a line that says so."""
    if isinstance(thing, Template):
        trap = box().traps[thing.trap]
        params = {
            "what": thing.trap,
            "text": trap.text,
            "n": basic.cost(s, "disarm"),
            "stars": trap.defense + 1,
            "attr": s.options["disarm_attribute"],
        }
        return "disarm", {"key": "q.trap", "params": params, "rule": "TR-7"}
    if thing.kind == "chest":
        needed = int(s.options["pick_lock_stars"])
        params = {"n": basic.cost(s, "unlock" if s.keys else "pick_lock"), "stars": needed}
        if s.keys:
            return "unlock", {"key": "q.chest_key", "params": params, "rule": "BA-8"}
        return "pick_lock", {"key": "q.chest", "params": params, "rule": "BA-4"}
    if thing.kind in SCAVENGED:
        return "scavenge", {
            "key": f"q.token_{thing.kind}",
            "params": {"n": basic.cost(s, "scavenge")},
            "rule": "BA-7",
        }
    if thing.kind == "bone":
        return "", {"key": "q.token_bone", "params": {"n": bones.COST}, "rule": "FQ-5"}
    return "", {"key": "q.token_start", "params": {}, "rule": "YD-5"}


def _why_not(s: State, member: Member, verb: str, thing: Token | Template) -> Refusal | None:
    """Return why a member can't use a thing now: the place first, then its own state."""
    name = thing.trap if isinstance(thing, Template) else f"l.token_{thing.kind}"
    squares = thing.squares if isinstance(thing, Template) else [thing.at]
    around = layout(s).grid.within(facts.base(s, member), 1)
    if member.kind != "hero":
        return Refusal("no.pet", "BA-11", {"who": facts.name(member), "what": f"do.{verb}"})
    if not any(around >> square & 1 for square in squares):
        return Refusal("no.beside", basic.NEEDS[verb], {"who": facts.name(member), "what": name})
    found = basic.why_not(s, member, verb)
    return found[0] if found else None
