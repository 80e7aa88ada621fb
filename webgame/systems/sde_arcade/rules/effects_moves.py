"""Operations that move or place figures: control effects, free moves, spawning (CE, PO-11)."""

from __future__ import annotations

from webgame.systems.sde_arcade.rules import control, facts, targets
from webgame.systems.sde_arcade.rules.effects_base import Steps, Use, note, op
from webgame.systems.sde_arcade.state import OFF, Monster


@op("control")
def controlled(use: Use) -> Steps:
    """Push, Pull or Compel each affected figure (CE-1 to CE-4)."""
    for fig in use.affected:
        if fig.at == OFF or fig.kind == "spawning_point" or use.s.outcome:
            continue
        squares = use.effect["squares"]
        if isinstance(fig, Monster) and "Undead" in facts.monster_card(fig).type:
            squares = use.effect.get("undead", squares)
        yield from control.move(use.g, use.effect["effect"], int(squares), use.user, fig)


@op("move")
def move(use: Use) -> Steps:
    """Let each affected Hero move up to X squares at once, in any order (PO-11)."""
    yield from control.free_moves(use.g, use.affected, int(use.effect["squares"]), use.strike.name)


@op("teleport")
def teleport(use: Use) -> Steps:
    """Place the affected figure on a free square in sight (CE-5)."""
    for fig in use.affected:
        yield from control.teleport(
            use.g, use.user or fig, fig, int(use.effect.get("squares", use.s.options["teleport_range"]))
        )


@op("place")
def place(use: Use) -> Steps:
    """Place the affected figure (CE-10)."""
    where = use.effect["where"]
    if where not in ("adjacent_any_hero", "adjacent_most_wrath"):
        raise NotImplementedError(f"{use.strike.name}: placing at {where!r} is not supported")
    for fig in use.affected:
        others = [m for m in use.s.heroes() if m is not fig]
        if where == "adjacent_most_wrath":
            worst = targets.most_wrath(use.s)
            others = [m for m in others if m is worst]
        yield from control.place_beside(use.g, use.user or fig, fig, others)


@op("surge")
def surge(use: Use) -> Steps:
    """Surge is a move after the command (MV-12)."""
    from webgame.systems.sde_arcade.rules import march

    if isinstance(use.user, Monster) and use.strike.kind != "offense":  # else it surges before it strikes
        yield from march.surge(use.g, use.user, int(use.effect["squares"]))


@op("spawn_model")
def spawn_model(use: Use) -> Steps:
    """Put models from the pool next to the user, without draining a spawning point (New Crop)."""
    from webgame.systems.sde_arcade.rules import spawn

    where = use.effect["where"]
    if where not in ("adjacent_self", "adjacent_target"):
        raise NotImplementedError(f"{use.strike.name}: placing at {where!r} is not supported")
    models = use.effect["model"]
    names = [models] if isinstance(models, str) else list(models)
    for fig in [use.user] if where == "adjacent_self" else use.affected:
        if fig is not None and fig.at != OFF:
            yield from spawn.beside(use.g, fig, names, int(use.effect["count"]))


@op("walk_through_walls", party=True)
def walk_through_walls(use: Use) -> Steps:
    """For a while walls don't stop the user's movement; its sight is not changed (Ninja Pop)."""
    note(use, use.member())
    yield from ()


@op("shapeshift")
def shapeshift(use: Use) -> Steps:
    """Turn the affected Heroes into another form, if a model of it is in the pool (Transmogrify)."""
    from webgame.systems.sde_arcade.rules import shapes

    for hero in use.heroes():
        if hero.at != OFF and not use.s.outcome:
            yield from shapes.bewitch(use.g, hero, str(use.effect["into"]), bool(use.effect["needs_pool"]))
