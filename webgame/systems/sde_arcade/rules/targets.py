"""Target priority of the Consul: whom a command aims at (TP-1 to TP-6, WR-8)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from webgame.engine.game import Play
from webgame.systems.sde_arcade.rules import aiming, choices, facts
from webgame.systems.sde_arcade.rules.facts import Refusal
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

FAR = 10_000  # stands for a distance that can't be walked

# What decides between candidates under each target rule of the command cards, in this order (TP-3, WR-8).
WRATH = (
    ("most_wrath", "TP-1"),
    ("latest", "WR-8"),
    ("nearest", "TP-3"),
    ("fewest_hearts", "TP-3"),
    ("lowest", "AI-1"),
)
LEAST = (
    ("least_wrath", "MA-10"),
    ("earliest", "WR-8"),
    ("nearest", "TP-3"),
    ("fewest_hearts", "TP-3"),
    ("lowest", "AI-1"),
)
WEAKEST = (("fewest_hearts", "MA-10"), *WRATH[:3], WRATH[4])
ORDERS = {"most_wrath": WRATH, "least_wrath": LEAST, "fewest_hearts": WEAKEST}
PETS = (("nearest", "TP-5"), ("fewest_hearts", "TP-3"), ("lowest", "AI-1"))


class Aim(NamedTuple):
    """Whom a command aims at, what decided it and by which rule; `target` is None if there is nobody.

    `tied` are the candidates, the target among them, that nothing but AI-1 tells apart.
    """

    target: Figure | None
    why: str = ""
    rule: str = "TP-1"
    tied: tuple[Figure, ...] = ()


@lru_cache(maxsize=1024)
def number(id: str) -> tuple[int, str]:
    """Return what orders models by id: m2 before m10 (AI-1)."""
    digits = id.lstrip("abcdefghijklmnopqrstuvwxyz")
    return (int(digits) if digits.isdigit() else -1, id)


def target_rule(s: State) -> str:
    """Return the target rule in force: that of the command card, or most wrath (TP-1, MA-10)."""
    for effect in facts.turn_effects(s):
        if effect["op"] == "target":
            return str(effect["rule"])
    return "most_wrath"


def distance(s: State, a: Figure, b: Figure) -> int:
    """Return the range between two figures, or FAR."""
    steps = facts.distance(s, a, b)
    return FAR if steps is None else steps


def _value(s: State, monster: Monster | None, target: Figure, what: str) -> int:
    if what == "nearest":
        return distance(s, monster, target) if monster is not None else 0
    if what == "fewest_hearts":
        return facts.hearts_left(s, target)
    if isinstance(target, Member):
        if what == "most_wrath":
            return -target.wrath
        if what == "least_wrath":
            return target.wrath
        if what == "latest":
            return -target.acted_no
        if what == "earliest":
            return target.acted_no
    return 0


def decide(
    s: State, monster: Monster | None, candidates: Iterable[Figure], order: tuple[tuple[str, str], ...]
) -> Aim:
    """Return the candidate that the criteria of `order` leave, and the criterion that left it alone."""
    left = list(candidates)
    if not left:
        return Aim(None)
    if len(left) == 1:
        return Aim(left[0], "only", "TP-2")
    for what, rule in order[:-1]:
        left = _best(s, monster, left, what)
        if len(left) == 1:
            return Aim(left[0], what, rule)
    left.sort(key=lambda f: number(f.id))
    return Aim(left[0], *order[-1], tuple(left))


def _best(s: State, monster: Monster | None, left: list[Figure], what: str) -> list[Figure]:
    """Return those of some candidates that one criterion puts first."""
    values = [_value(s, monster, target, what) for target in left]
    best = min(values)
    return [target for target, value in zip(left, values, strict=True) if value == best]


def choose(s: State, monster: Monster | None, candidates: Iterable[Figure]) -> Aim:
    """Return whom a command aims at: Heroes by wrath (TP-3); without any the nearest pet or friend (TP-5)."""
    return decide(s, monster, *_ranked(s, candidates))


def _ranked(s: State, candidates: Iterable[Figure]) -> tuple[list[Figure], tuple[tuple[str, str], ...]]:
    """Return who may be aimed at, and the criteria that decide between them (TP-3, TP-5)."""
    known = list(candidates)
    heroes = [f for f in known if f.kind == "hero"]
    return (heroes, ORDERS[target_rule(s)]) if heroes else (known, PETS)


def settle(g: Play, monster: Monster, aim: Aim) -> Generator[Any, Any, Aim]:
    """Let the players choose between targets that are equal in all else, if they are asked (AI-1)."""
    if len(aim.tied) < 2:
        return aim
    ids = [fig.id for fig in aim.tied]
    id = yield from choices.among(g, "target", "TP-3", "piece", ids, who=facts.name(monster))
    return aim._replace(target=aim.tied[ids.index(id)])


def most_wrath(s: State, monster: Monster | None = None) -> Member | None:
    """Return the Hero on the map with the most wrath (WR-8): what order, Spawn and Surge look at."""
    found = decide(s, monster, s.heroes(), WRATH).target
    return found if isinstance(found, Member) else None


def refusals(
    s: State, monster: Monster, squares: int, *, offensive: bool, sight: bool = True
) -> list[tuple[Figure, Refusal | None]]:
    """Return the enemies of a monster, each with the reason why it is no legal target, or None (TP-2)."""
    sights = aiming.Aiming(s, monster, squares, offensive=offensive, sight=sight)
    return [(fig, sights.refusal(fig)) for fig in facts.enemies(s, monster) if fig.kind != "spawning_point"]


def legal(s: State, monster: Monster, squares: int, *, offensive: bool, sight: bool = True) -> list[Figure]:
    """Return the enemies that a monster can target from where it stands (TP-2)."""
    sights = aiming.Aiming(s, monster, squares, offensive=offensive, sight=sight)
    return [fig for fig in facts.enemies(s, monster) if fig.kind != "spawning_point" and sights.hits(fig)]


def can_attack(s: State, monster: Monster) -> bool:
    """Whether any Hero is in range and sight for a basic attack (MV-3, MV-12)."""
    if monster.at == OFF:
        return False
    sights = aiming.Aiming(s, monster, facts.clear_reach(s, monster), offensive=True)
    return any(sights.hits(hero) for hero in s.heroes())


def tell_aim(g: Play, monster: Monster, aim: Aim, candidates: Iterable[Figure]) -> None:
    """Tell whom a command aims at and what decided it, after whom each criterion ruled out."""
    if g.quiet or aim.target is None:
        return
    s: State = g.state
    known = list(candidates)
    left, order = _ranked(s, known)
    among = len(left)
    if among < len(known):
        names = facts.names(fig for fig in known if fig not in left)
        g.emit("ev.ruled_out", "TP-5", depth=1, what=names, why="l.out.pet")
    for what, rule in order[:-1]:
        if len(left) < 2:
            break
        best = _best(s, monster, left, what)
        if len(best) < len(left):
            names = facts.names(fig for fig in left if fig not in best)
            g.emit("ev.ruled_out", rule, depth=1, what=names, why=f"l.out.{what}")
        left = best
    g.emit(
        "ev.aims",
        aim.rule,
        depth=1,
        who=facts.name(monster),
        target=facts.name(aim.target),
        why=f"l.why.{aim.why}",
        n=among,
    )


def tell_refusals(g: Play, found: list[tuple[Figure, Refusal | None]]) -> None:
    """Tell why Heroes and pets are no legal targets."""
    if g.quiet:
        return
    for _, refusal in found:
        if refusal is not None:
            g.emit(refusal.key, refusal.rule, depth=1, **refusal.params)
