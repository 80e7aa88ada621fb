"""The Unique command: each unique action of a monster once (UN-1 to UN-9)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import Effect, Unique
from webgame.systems.sde_arcade.rules import aiming, areas, facts, march, potions, resolve, spawn, targets
from webgame.systems.sde_arcade.rules.facts import Refusal
from webgame.systems.sde_arcade.state import OFF, Figure, Monster, State

# Effects that stay in force for a while: useless if they are in force already (AB-2, UN-7).
LASTING = frozenset(("ac", "str", "arm", "mov", "mov_mult", "gain_ability", "lose_ability", "forbid"))
TARGETLESS = frozenset(
    ("surge", "mend", "spawn_model", "raise")
)  # these look for their objects themselves (HA-12)


class Use(NamedTuple):
    """How a monster would use an action: on whom, where, or why it can't."""

    affected: list[Figure]
    aim: targets.Aim = targets.Aim(None)
    refusal: Refusal | None = None
    squares: int = 0  # covered by an area
    among: int = 0


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
                params = dict(use.refusal.params)
                g.emit(use.refusal.key, use.refusal.rule, depth=1, **params)
            continue
        yield from _use(g, monster, action, use)


def _use(g: Play, monster: Monster, action: Unique, use: Use) -> Generator[Any, Any, None]:
    s: State = g.state
    glow: dict[str, Any] = {"type": "glow", "piece": monster.id, "n": 0}
    if use.squares:
        glow["squares"] = list(bits(use.squares))
    g.emit("ev.unique", "UN-1", glow, who=facts.name(monster), what=action.name)
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
        affected: list[Figure] = _in_area(s, monster, action) if action.area else [monster]
        return Use(affected)
    if action.area:
        return _area(s, monster, action, who)
    return _single(s, monster, action, who)


def _targetless(action: Unique) -> bool:
    """Whether an action aims at nobody: it is for itself or its gang, or finds its own objects (HA-12)."""
    if (action.area or "").startswith("Aura"):
        return True
    return all(e.get("target") in ("self", "gang") or e["op"] in TARGETLESS for e in action.effects)


def _in_area(s: State, monster: Monster, action: Unique) -> list[Figure]:
    spots = areas.spots(s, monster, action.area or "", _range(s, monster, action), augment=action.augment)
    return areas.affected(s, monster, spots[0], augment=action.augment) if spots else []


def _range(s: State, monster: Monster, action: Unique) -> int:
    """Return the printed range, or the monster's RNG (UN-5)."""
    return action.range.squares if action.range is not None else facts.reach(s, monster)


def _useful(s: State, monster: Monster, action: Unique, effect: Effect) -> bool:
    """Whether an effect without target would do anything now (UN-7)."""
    op = effect["op"]
    if op == "surge":
        return march.can_surge(s, monster)
    if op == "spawn_model":
        models = effect["model"]
        return spawn.can_put_beside(s, monster, [models] if isinstance(models, str) else list(models))
    if op == "mend":
        squares = facts.reach(s, monster)
        return any(
            (f.wounds or f.status)
            and f.kind != "spawning_point"
            and aiming.targetable(s, monster, f, squares, offensive=False) is None
            for f in facts.friends(s, monster)
        )
    if op in LASTING:
        return not any(entry.name == action.name and entry.effect["op"] == op for entry in monster.lasting)
    return True


def _touches(s: State, action: Unique, fig: Figure) -> bool:
    """Whether a support action would change anything about a figure (UN-7)."""
    if action.kind == "offense":
        return True
    if action.effects and not all(e["op"] == "remedy" for e in action.effects):
        return True
    if any(e["op"] == "remedy" for e in action.effects) and fig.status:
        return True
    return any(status not in fig.status and not facts.immune(s, fig, status) for status in action.inflicts)


def _single(s: State, monster: Monster, action: Unique, who: dict[str, Any]) -> Use:
    """Return the use of an action against one target, chosen by target priority (TP-2 to TP-5)."""
    squares = _range(s, monster, action)
    sight = "Hookshot" not in action.keywords
    offensive = action.kind == "offense"
    if action.augment:
        friends = [f for f in facts.friends(s, monster) if _touches(s, action, f)]
        legal = [f for f in friends if aiming.targetable(s, monster, f, squares, offensive=False) is None]
        if not legal:
            return Use([], refusal=Refusal("no.monster_use", "UN-7", who))
        best = min(legal, key=lambda f: (-f.wounds, targets.number(f.id)))
        return Use([best])
    legal = targets.legal(s, monster, squares, offensive=offensive, sight=sight)
    if not legal:
        return Use([], refusal=Refusal("no.monster_target", "UN-2", {**who, "n": squares}))
    worth = [f for f in legal if _touches(s, action, f)]
    if not worth:
        return Use([], refusal=Refusal("no.monster_use", "UN-7", who))
    aim = targets.choose(s, monster, worth)
    return Use([aim.target] if aim.target is not None else [], aim, among=len(worth))


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
    cover = [(spot, hit) for spot, hit in cover if any(_touches(s, action, f) for f in hit)]
    if not cover:
        return Use([], refusal=Refusal("no.monster_area", "UN-6", {**who, "n": len(spots)}))
    if action.augment:
        spot, hit = cover[0]
        return Use(hit, squares=spot.squares)
    touched: dict[str, Figure] = {f.id: f for _, hit in cover for f in hit if _touches(s, action, f)}
    aim = targets.choose(s, monster, touched.values())

    def worth(entry: tuple[areas.Spot, list[Figure]]) -> tuple[bool, int, int]:
        heroes = sum(1 for f in entry[1] if f.kind == "hero")
        return (aim.target not in entry[1], -heroes, -len(entry[1]))

    spot, hit = min(cover, key=worth)  # of equal ones the first: the order of squares (AI-1)
    return Use(hit, aim, squares=spot.squares, among=len(touched))
