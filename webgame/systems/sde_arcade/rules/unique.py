"""The Unique command: each unique action of a monster once (UN-1 to UN-9)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import Effect, Unique
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import (
    aiming,
    areas,
    bones,
    choices,
    control,
    facts,
    followers,
    march,
    potions,
    resolve,
    shapes,
    spawn,
    targets,
)
from webgame.systems.sde_arcade.rules.facts import Refusal
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

# Effects that stay in force for a while: useless if they are in force already (AB-2, UN-7).
LASTING = frozenset(("ac", "str", "arm", "mov", "mov_mult", "gain_ability", "lose_ability", "forbid"))
TARGETLESS = frozenset(
    ("surge", "mend", "spawn_model", "raise", "place", "move_model")
)  # these look for their objects themselves (HA-12)


class Use(NamedTuple):
    """How a monster would use an action: on whom, where, or why it can't."""

    affected: list[Figure]
    aim: targets.Aim = targets.Aim(None)
    refusal: Refusal | None = None
    squares: int = 0  # covered by an area
    among: tuple[Figure, ...] = ()
    equal: tuple[tuple[int, tuple[Figure, ...]], ...] = ()  # other areas as good: squares, who is in them
    surges: bool = False  # moves first, then counts as being in range (Flying Fur)


def perform(g: Play, monster: Monster) -> Generator[Any, Any, None]:
    """Let a monster perform its unique actions in printed order, then those lent to it (UN-1, GA-12)."""
    s: State = g.state
    for action in facts.gang(s, monster).unique:
        if s.outcome or not _acts(s, monster):
            return
        if action not in facts.gang(s, monster).unique:  # whoever lent it is gone (GA-6)
            continue
        use = plan(s, monster, action)
        if use.refusal is not None:
            if not g.quiet:
                who = facts.name(monster)
                g.emit("ev.unique_skipped", use.refusal.rule, who=who, what=action.name)
                _tell_ruled_out(g, monster, action)
                params = dict(use.refusal.params)
                g.emit(use.refusal.key, use.refusal.rule, depth=1, **params)
            continue
        use = yield from _settled(g, monster, action, use)
        yield from _use(g, monster, action, use)
        if s.options["unique_actions"] == "first":
            return


def _tell_ruled_out(g: Play, monster: Monster, action: Unique) -> None:
    """Tell why Heroes are no legal targets of an action that aims at one of them (TP-2, UN-2)."""
    if g.quiet or action.area or action.augment:
        return
    if action.kind == "support" and action.vs is None and not action.inflicts and _targetless(action):
        return
    s: State = g.state
    offensive, sight = action.kind == "offense", "Hookshot" not in action.keywords
    found = targets.refusals(s, monster, _range(s, monster, action), offensive=offensive, sight=sight)
    targets.tell_refusals(g, [(fig, refusal) for fig, refusal in found if fig.kind == "hero"])


def _settled(g: Play, monster: Monster, action: Unique, use: Use) -> Generator[Any, Any, Use]:
    """Let the players choose between equal targets, or areas that are equally good (AI-1, UN-6)."""
    s: State = g.state
    if not choices.asked(s):
        return use
    who = {"who": facts.name(monster), "what": action.name}
    if len(use.equal) > 1:  # as named by the first square of each that the others do not have
        named: dict[int, tuple[int, tuple[Figure, ...]]] = {}
        for squares, hit in use.equal:
            free = next((sq for sq in bits(squares) if sq not in named), None)
            if free is not None:
                named[free] = (squares, hit)
        at = yield from choices.among(g, "area", "UN-6", "square", list(named), **who)
        return use._replace(affected=list(named[at][1]), squares=named[at][0])
    aim = yield from targets.settle(g, monster, use.aim)
    if aim.target is None or aim.target is use.aim.target or use.squares:
        return use
    return use._replace(affected=[aim.target], aim=aim)


def _use(g: Play, monster: Monster, action: Unique, use: Use) -> Generator[Any, Any, None]:
    s: State = g.state
    glow: dict[str, Any] = {"type": "glow", "piece": monster.id, "n": 0}
    if use.squares:
        glow["squares"] = list(bits(use.squares))
    g.emit("ev.unique", "UN-1", glow, who=facts.name(monster), what=action.name)
    if use.surges:
        yield from march.surge(g, monster, int(s.options["surge_squares"]))
        if s.outcome or not _acts(s, monster):
            return
        use = _single(s, monster, action, {"who": facts.name(monster), "what": action.name}, surged=True)
        if use.refusal is not None:
            g.emit(use.refusal.key, use.refusal.rule, depth=1, **use.refusal.params)
            return
    if use.aim.target is not None:
        _tell_ruled_out(g, monster, action)
    targets.tell_aim(g, monster, use.aim, use.among)
    if action.ac_cost:
        monster.ac_spent += action.ac_cost
        g.emit("ev.ac_spent", "UN-1", depth=1, who=facts.name(monster), n=action.ac_cost)
    outcome = yield from resolve.strike(g, monster, use.affected, resolve.from_unique(action))
    if outcome.wounded:
        monster.unique_wounded = True
    if not s.outcome and any(not isinstance(fig, Monster) for fig in use.affected):
        struck = [fig for fig in use.affected if not isinstance(fig, Monster)]
        yield from potions.emergency_window(g, "attack", aimed=struck, who=facts.name(monster))


def window(g: Play, monster: Monster) -> Generator[Any, Any, None]:
    """Let potions be drunk before the first unique action that a monster can perform, if any (PO-9)."""
    s: State = g.state
    if not _acts(s, monster):
        return
    for action in facts.gang(s, monster).unique:
        use = plan(s, monster, action)
        if use.refusal is None:
            aimed = [fig for fig in use.affected if not isinstance(fig, Monster)]
            moment = "unique" if aimed else "support"
            who = facts.name(monster)
            yield from potions.emergency_window(g, moment, aimed=aimed, who=who, what=action.name)
            return


def _acts(s: State, monster: Monster) -> bool:
    """Whether a monster still performs the command: there, not knocked down, no Ice (ST-7, UN-8)."""
    there = s.monsters.get(monster.id) is monster and monster.at != OFF
    return there and not {"Knockdown", "Ice"}.intersection(monster.status)


# -- how an action is used -------------------------------------------------------------------------------


def plan(s: State, monster: Monster, action: Unique) -> Use:
    """Return on whom a monster uses an action now, or why it skips it (UN-2 to UN-7)."""
    who = {"who": facts.name(monster), "what": action.name}
    kind = "unique_offense" if action.kind == "offense" else "unique_support"
    card = facts.forbidden_here(s, monster, kind)
    if card is not None:
        return Use([], refusal=Refusal("no.monster_card", "EX-3", {**who, "what": card}))
    if action.ac_cost > facts.attacks(s, monster):
        return Use([], refusal=Refusal("no.monster_ac", "UN-1", {**who, "n": action.ac_cost}))
    if action.kind == "support" and action.vs is None and not action.inflicts and _targetless(action):
        if not any(_useful(s, monster, action, effect) for effect in action.effects):
            return Use([], refusal=Refusal("no.monster_use", "UN-7", who))
        return Use([monster], squares=_around(s, monster, action))
    if action.area:
        return _area(s, monster, action, who)
    return _single(s, monster, action, who)


def _targetless(action: Unique) -> bool:
    """Whether an action aims at nobody: it is for itself or its gang, or finds its own objects (HA-12)."""
    if (action.area or "").startswith("Aura"):
        return True
    return all(e.get("target") in ("self", "gang") or e["op"] in TARGETLESS for e in action.effects)


def _around(s: State, monster: Monster, action: Unique) -> int:
    """Return the squares of an area that is laid around its user, 0 without one."""
    return areas.spots(s, monster, action.area)[0].squares if action.area else 0


def _range(s: State, monster: Monster, action: Unique) -> int:
    """Return the printed range, or the monster's RNG (UN-5)."""
    return action.range.squares if action.range is not None else facts.clear_reach(s, monster)


def _useful(s: State, monster: Monster, action: Unique, effect: Effect) -> bool:
    """Whether an effect without target would do anything now (UN-7)."""
    op = effect["op"]
    if op == "surge":
        return march.can_surge(s, monster)
    if op == "spawn_model":
        models = effect["model"]
        return spawn.can_put_beside(s, monster, [models] if isinstance(models, str) else list(models))
    if op == "raise":
        return bones.can_raise(s, _around(s, monster, action))
    if op == "place":
        hero = targets.most_wrath(s)
        if hero is None or facts.adjacent(s, monster, hero):
            return False
        return bool(control.landings(s, monster, layout(s).grid.within(facts.base(s, hero), 1)))
    if op == "move_model":
        return followers.stray(s, monster, effect["model"], int(effect["squares"])) is not None
    if op == "heal_wound":
        return monster.wounds > 0
    if op == "mend":
        squares = areas.shape(action.area)[1] if action.area else facts.clear_reach(s, monster)
        return any(
            (f.wounds or f.status)
            and f.kind != "spawning_point"
            and aiming.targetable(s, monster, f, squares, offensive=False) is None
            for f in facts.friends(s, monster)
        )
    if op in LASTING:
        return not any(entry.name == action.name and entry.effect["op"] == op for entry in monster.lasting)
    return True


def _touches(s: State, monster: Monster, action: Unique, fig: Figure) -> bool:
    """Whether an action would change anything about a figure; an attack always may (UN-7)."""
    if action.kind == "offense" or any(_takes(s, monster, fig, effect) for effect in action.effects):
        return True
    return any(_suffers(s, fig, status) for status in action.inflicts)


def _suffers(s: State, fig: Figure, status: str) -> bool:
    return status not in fig.status and not facts.immune(s, fig, status)


def _takes(s: State, monster: Monster, fig: Figure, effect: Effect) -> bool:
    """Whether an effect of a support action would do anything to a figure."""
    op = effect["op"]
    if op == "remedy":
        return bool(fig.status)
    if op == "inflict":
        return _suffers(s, fig, effect["status"])
    if op == "shapeshift":
        return isinstance(fig, Member) and shapes.can_bewitch(s, fig, str(effect["into"]))
    if op == "control" and effect["effect"] == "Pull":
        return not facts.adjacent(s, monster, fig)
    return bool(op != "destroy_model")  # what is given up for the rest


def _single(s: State, monster: Monster, action: Unique, who: dict[str, Any], *, surged: bool = False) -> Use:
    """Return the use of an action against one target, chosen by target priority (TP-2 to TP-5).

    A monster that has `surged` counts as being in range.
    """
    squares = targets.FAR if surged else _range(s, monster, action)
    sight = "Hookshot" not in action.keywords
    offensive = action.kind == "offense"
    if action.augment and not offensive:
        friends = [f for f in facts.friends(s, monster) if _touches(s, monster, action, f)]
        legal = [f for f in friends if aiming.targetable(s, monster, f, squares, offensive=False) is None]
        if not legal:
            return Use([], refusal=Refusal("no.monster_use", "UN-7", who))
        best = min(legal, key=lambda f: (-f.wounds, targets.number(f.id)))
        return Use([best])
    legal = targets.legal(s, monster, squares, offensive=offensive, sight=sight)
    if not legal and offensive and not surged and "Surge" in action.keywords and march.can_surge(s, monster):
        return Use([], surges=True)
    if not legal:
        who["n"] = facts.fogged(s, monster, squares)
        return Use([], refusal=Refusal("no.monster_target", "UN-2", who))
    worth = [f for f in legal if _touches(s, monster, action, f)]
    if not worth:
        return Use([], refusal=Refusal("no.monster_use", "UN-7", who))
    aim = targets.choose(s, monster, worth)
    return Use([aim.target] if aim.target is not None else [], aim, among=tuple(worth))


def _area(s: State, monster: Monster, action: Unique, who: dict[str, Any]) -> Use:
    """Return the use of an area: over the Hero of highest priority, then over most Heroes (UN-6)."""
    spots = areas.spots(
        s,
        monster,
        action.area or "",
        _range(s, monster, action),
        augment=action.augment,
        offensive=action.kind == "offense",
        sight="Hookshot" not in action.keywords,
    )
    cover = [(spot, areas.affected(s, monster, spot, augment=action.augment)) for spot in spots]
    cover = [(spot, hit) for spot, hit in cover if any(_touches(s, monster, action, f) for f in hit)]
    if not cover:
        return Use([], refusal=Refusal("no.monster_area", "UN-6", {**who, "n": len(spots)}))
    if action.augment:
        spot, hit = cover[0]
        return Use(hit, squares=spot.squares)
    touched: dict[str, Figure] = {f.id: f for _, hit in cover for f in hit if _touches(s, monster, action, f)}
    aim = targets.choose(s, monster, touched.values())

    def worth(entry: tuple[areas.Spot, list[Figure]]) -> tuple[bool, int, int]:
        heroes = sum(1 for f in entry[1] if f.kind == "hero")
        return (aim.target not in entry[1], -heroes, -len(entry[1]))

    spot, hit = min(cover, key=worth)  # of equal ones the first: the order of squares (AI-1)
    best = worth((spot, hit))
    tied = tuple((each[0].squares, tuple(each[1])) for each in cover if worth(each) == best)
    return Use(hit, aim, squares=spot.squares, among=tuple(touched.values()), equal=tied)
