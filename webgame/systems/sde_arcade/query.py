"""Read-only answers to what a player points at: path, cost, odds, or why not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from webgame.engine.decision import Decision
from webgame.engine.dice import Face, distribution, distribution_of
from webgame.engine.masks import bits
from webgame.systems.sde_arcade import laying, looking, things
from webgame.systems.sde_arcade.cards import Action, Dice, box
from webgame.systems.sde_arcade.rules import (
    actions,
    aiming,
    areas,
    basic,
    effects_cards,
    facts,
    resolve,
    rolls,
    walk,
)
from webgame.systems.sde_arcade.rules.effects import ability_text
from webgame.systems.sde_arcade.rules.facts import Refusal
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

Lines = list[dict[str, Any]]
BUTTONS = {  # what they do, and the rule that says so
    "end": ("q.end", "HA-19"),
    "run": ("q.run", "BA-5"),
    "search": ("q.search", "BA-9"),
    "unlock_doors": ("q.unlock_doors", "EX-12"),
}
Ways = dict[int, int]  # stars -> in how many of all throws


def query(s: State, decision: Decision | None, seat: str, about: dict[str, Any]) -> dict[str, Any]:
    """Answer one question; unknown things get an empty answer."""
    laid = laying.query(s, decision, about)
    if laid is not None:
        return laid
    if isinstance(about.get("option"), str):
        return _option(s, decision, seat, about["option"])
    if isinstance(about.get("outlook"), str):
        return looking.outlook(s, about["outlook"])
    member = _acting(s, seat)
    if isinstance(about.get("piece"), str):
        return things.about(s, member, about["piece"]) or {"lines": _piece_lines(s, member, about["piece"])}
    if isinstance(about.get("square"), int):
        return _square(s, member, about["square"])
    if isinstance(about.get("group"), str):
        return {"lines": _group_lines(s, member, seat, about)}
    return {"lines": []}


def _line(refusal: Refusal) -> dict[str, Any]:
    return {"key": refusal.key, "params": refusal.params, "rule": refusal.rule}


def _acting(s: State, seat: str) -> Member | None:
    """Return the member in its activation."""
    id = s.turn.pet or s.turn.active
    return s.members.get(id) if s.turn.side == "heroes" else None


def _option(s: State, decision: Decision | None, seat: str, option: str) -> dict[str, Any]:
    found = decision.find(seat, option) if decision is not None else None
    if found is None:
        return {"lines": [_line(Refusal("no.not_offered", "HA-11", {}))]}
    group, target = found
    member = s.members.get(group.actor)
    if member is None or member.at == OFF:
        return {"lines": []}
    if group.id == "move" and isinstance(target, int):
        ways = walk.ways(s, member, facts.mp_left(s, member))
        cost = ways.cost(target)
        line = {"key": "q.cost", "params": {"n": cost, "left": facts.mp_left(s, member)}, "rule": "HA-5"}
        path = ways.path(target)
        bad = looking.dangers(s, member, path)
        lines = [line, bad.pop("line")] if bad else [line]
        return {"lines": lines, "path": path, "cost": {"mp": cost}, **bad}
    kind, _, name = group.id.partition(".")
    if kind in basic.NEEDS and isinstance(target, str):
        return things.option(s, member, kind, target)
    if kind in BUTTONS:
        text, rule = BUTTONS[kind]
        return {"lines": [{"key": text, "params": dict(group.params), "rule": rule}]}
    if kind == "attack" and isinstance(target, str):
        return _odds(
            s,
            member,
            facts.attribute(s, member, name),
            [s.figure(target)],
            "defense",
            actions.attack_cost(s, member, name),
        )
    if kind == "act":
        for label, action in actions.labelled(s, member):
            if label == name:
                return _act(s, member, action, target, action.cost)
    if kind == "drink":
        owner, _, potion = name.partition("@")[0].partition(".")
        for action in facts.potions(s, s.members[owner]):
            if action.name == potion:
                return _act(s, member, action, target, 0)
    return {"lines": []}


def _act(s: State, member: Member, action: Action, target: int | str | None, ap: int) -> dict[str, Any]:
    squares: list[int] = []
    struck: list[Figure] = []
    if action.area and not action.area.startswith("Aura"):
        spot = actions.spot_of(s, member, action, target)
        if spot is not None:
            squares = spot.list()
            struck = areas.affected(s, member, spot, augment=action.augment, dangerous=action.dangerous)
    elif isinstance(target, str) and (target in s.members or target in s.monsters):
        struck = [s.figure(target)]
    text = {"key": "q.who", "params": {"who": action.name, "text": action.text}, "rule": "HA-10"}
    if action.kind == "offense" or action.vs:
        feint = "Feint" in action.keywords
        dice = facts.attribute(s, member, action.attr or "STR") + action.bonus
        dice += effects_cards.extra_dice(s, resolve.from_action(action), struck)
        answer = _odds(s, member, dice, struck, action.vs or "defense", ap, feint=feint)
    else:
        answer = {"lines": [], "cost": {"ap": ap}}
    answer["lines"] = [text, *answer["lines"]]
    if squares:
        answer["squares"] = squares
    return answer


def _odds(
    s: State, member: Member, dice: Dice, struck: list[Figure], vs: str, ap: int, *, feint: bool = False
) -> dict[str, Any]:
    """Return the chance to win against each figure; what is fixed before the throw counts, rerolls don't."""
    lines: Lines = [{"key": "q.ap", "params": {"n": ap, "left": facts.ap_left(s, member)}, "rule": "HA-11"}]
    odds = []
    dice = rolls.offense_dice(s, member, dice)
    feint = feint or facts.has(s, member, "Feint")
    lost = rolls.dropped(s, member)
    common = _stars(dice, lost)
    plus = dice.stars + facts.offense_bonus(s, member)
    for fig in struck:
        extra = rolls.aimed_dice(s, member, fig)
        attack = _spread(common, _stars(extra), plus - less_of(s, fig))
        if isinstance(fig, Monster):
            stars = facts.arm(s, fig)
            answer, shown = {0: 1}, f"{stars}★"
        elif isinstance(fig, Member):
            pool = facts.attribute(s, fig, rolls.shield(s, fig, vs)[0])
            stars = pool.stars + facts.defense_bonus(s, fig)
            answer, shown = _stars(pool, int(facts.curse(s, "defense") in fig.status)), str(pool)
        else:
            raise TypeError(f"{fig.id} is neither monster nor member")
        less = int(feint and isinstance(fig, Monster)) + int(facts.has(s, member, "Dark Radiance"))
        chance = _chance(attack, _spread(answer, {0: 1}, stars - less))
        label = "q.odds_win" if len(struck) == 1 else facts.name(fig)
        odds.append({"label": label, "permille": round(chance * 1000)})
        if len(struck) == 1 and not lost:
            odds += _symbols(dice + extra, plus - less_of(s, fig), _spread(answer, {0: 1}, stars - less))
        lines.append({"key": "q.dice", "params": {"n": str(dice + extra), "against": shown}, "rule": "DR-3"})
    return {"lines": lines, "odds": odds, "cost": {"ap": ap}}


def less_of(s: State, fig: Figure) -> int:
    """Return the stars that an attack on a figure loses (AB-3)."""
    return int(facts.has(s, fig, "Dark Radiance"))


def _symbols(dice: Dice, plus: int, answer: Ways) -> list[dict[str, Any]]:
    """Return the chances to win and show a heart, a potion (DR-11, DR-12); what no die shows is left out."""
    pool = [box().dice[code] for code in "BRG" for _ in range(getattr(dice, code))]

    def shown(faces: tuple[Face, ...]) -> tuple[int, bool, bool]:
        return (
            max(0, plus + sum(f.get("stars", 0) for f in faces)),
            any(f.get("hearts", 0) for f in faces),
            any(f.get("potions", 0) for f in faces),
        )

    thrown = distribution_of(pool, shown)
    whole = sum(thrown.values()) * sum(answer.values())
    found = []
    for place, label in ((1, "q.odds_heart"), (2, "q.odds_potion")):
        won = sum(m * n for key, m in thrown.items() if key[place] for b, n in answer.items() if key[0] > b)
        if won:
            found.append({"label": label, "permille": round(1000 * won / whole)})
    return found


def _stars(dice: Dice, dropped: int = 0) -> Ways:
    """Return for each number of stars the ways to throw it, without so many of the highest dice (ST-6)."""
    pool = [box().dice[code] for code in "BRG" for _ in range(getattr(dice, code))]
    if not dropped or not pool:
        return dict(enumerate(distribution(pool, "stars")))

    def rest(faces: tuple[Face, ...]) -> int:
        shown = sorted(face.get("stars", 0) for face in faces)
        return sum(shown[: max(0, len(shown) - dropped)])

    return distribution_of(pool, rest)


def _spread(one: Ways, other: Ways, fixed: int) -> Ways:
    """Return the ways of two throws together with fixed stars, never below 0 (DR-8)."""
    ways: Ways = {}
    for a, m in one.items():
        for b, n in other.items():
            ways[max(0, a + b + fixed)] = ways.get(max(0, a + b + fixed), 0) + m * n
    return ways


def _chance(attack: Ways, answer: Ways) -> Fraction:
    """Return the chance of strictly more stars (DR-3)."""
    won = sum(m * n for a, m in attack.items() for b, n in answer.items() if a > b)
    return Fraction(won, sum(attack.values()) * sum(answer.values()))


def _piece_lines(s: State, member: Member | None, id: str) -> Lines:
    """Tell what a figure is, and why the acting member can't attack it."""
    if id not in s.members and id not in s.monsters:
        return []
    fig = s.figure(id)
    lines: Lines = []
    if isinstance(fig, Monster):
        group = facts.gang(s, fig)
        values = {
            "ac": facts.attacks(s, fig),
            "str": facts.strength(s, fig),
            "rng": facts.reach(s, fig),
            "arm": facts.arm(s, fig),
        }
        key = "q.gang" if group.together else "q.monster"
        if fig.kind in ("minion", "spawning_point"):
            key = "q.passive"
        lines.append(
            {
                "key": key,
                "params": {"who": facts.name(fig), **values},
                "rule": "GA-6" if group.together else "GA-3",
            }
        )
    for ability in sorted(facts.abilities(s, fig)):
        lines.append(
            {"key": "q.who", "params": {"who": ability, "text": ability_text(ability)}, "rule": "AB-1"}
        )
    if member is not None and member.at != OFF and facts.is_enemy(member, fig):
        for attr, (_icon, squares) in facts.basic_attacks(s, member).items():
            refusal = aiming.targetable(s, member, fig, squares, offensive=True)
            if refusal is not None:
                lines.append(_line(refusal))
            elif facts.ap_left(s, member) < 1:
                lines.append(
                    _line(Refusal("no.ap", "HA-11", {"what": f"do.attack_{attr}", "n": 1, "left": 0}))
                )
    return lines


def _square(s: State, member: Member | None, square: int) -> dict[str, Any]:
    """Answer who points at a square: what lies there, and why the acting member can't go there."""
    answer: dict[str, Any] = {"lines": []}
    for id in things.at(s, square):
        found = things.about(s, member, id)
        answer["lines"] += found.pop("lines")
        answer |= found
    if square not in bits(facts.chests(s)):  # nobody wants to stand on one
        answer["lines"] += _square_lines(s, member, square)
    return answer


def _group_lines(s: State, member: Member | None, seat: str, about: dict[str, Any]) -> Lines:
    """Tell why the acting member can't do something; of a Hero that does not act, what it is."""
    if member is not None:
        return [_line(r) for r in actions.why_not(s, member, about)]
    hero = s.members.get(seat)
    kind, _, label = str(about["group"]).partition(".")
    if hero is None or hero.kind != "hero" or kind not in ("act", "drink"):
        return []
    owned = [(f"{hero.id}.{potion.name}", potion) for potion in facts.potions(s, hero)]
    known = dict(actions.labelled(s, hero) if kind == "act" else owned)
    if label not in known:
        return []
    text = {"key": "q.who", "params": {"who": known[label].name, "text": known[label].text}, "rule": "HA-10"}
    return [text, _line(Refusal("no.not_active", "HA-1", {"who": facts.name(hero)}))]


def _square_lines(s: State, member: Member | None, square: int) -> Lines:
    """Tell why the acting member can't go to a square."""
    if member is None or member.at == OFF:
        return []
    return [_line(r) for r in actions.why_not(s, member, {"square": square})]
