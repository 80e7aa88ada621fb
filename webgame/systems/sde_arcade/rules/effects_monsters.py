"""Operations of monsters only: wounds without a roll, Raise, calling a minion, giving one up."""

from __future__ import annotations

from webgame.systems.sde_arcade.rules import areas, bones, facts, targets, wounds
from webgame.systems.sde_arcade.rules.effects_base import Steps, Use, op
from webgame.systems.sde_arcade.state import Monster


def monster(use: Use) -> Monster:
    """Return the user, which must be a monster."""
    if not isinstance(use.user, Monster):
        raise NotImplementedError(f"{use.strike.name}: {use.effect['op']!r} of the party is not supported")
    return use.user


@op("wound")
def wound(use: Use) -> Steps:
    """Put wounds on a figure without a roll (Brilliant); nobody earns by it."""
    for fig in use.affected:
        yield from wounds.wound(use.g, fig, int(use.effect["amount"]), None, use.strike.rule)


@op("raise")
def raised(use: Use) -> Steps:
    """Raise: bone piles in the area become models with Bone Pile again (AB-3)."""
    user = monster(use)
    bones.rise(use.g, areas.spots(use.s, user, use.strike.area or "")[0].squares)
    yield from ()


@op("destroy_model")
def destroy_model(use: Use) -> Steps:
    """Destroy models of the user's gang, the lowest id first; no reward (Doom)."""
    user = monster(use)
    if use.effect["in"] != "gang":
        raise NotImplementedError(f"{use.strike.name}: destroying in {use.effect['in']!r} is not supported")
    gang = [use.s.monsters[id] for id in facts.gang(use.s, user).partners]
    found = sorted((m for m in gang if m.card == use.effect["model"]), key=lambda m: targets.number(m.id))
    for model in found[: int(use.effect["count"])]:
        yield from wounds.destroy(use.g, model, None, reward=False)


@op("move_model")
def move_model(use: Use) -> Steps:
    """Move one model that is in no gang so that it joins the user's (Packmaster)."""
    from webgame.systems.sde_arcade.rules import followers, walk

    way = followers.stray(use.s, monster(use), use.effect["model"], int(use.effect["squares"]))
    if way is not None:
        model, ways, end = way
        yield from walk.walk(use.g, model, end, ways)
