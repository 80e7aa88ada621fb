"""What single actions are for: whether they would do anything, and aims that are no figures (UN-7, HA-13)."""

from __future__ import annotations

from webgame.engine.masks import mask_of
from webgame.systems.sde_arcade.cards import Action
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import control, effects_attacks, effects_things, facts
from webgame.systems.sde_arcade.state import Figure, Member, State


def able(s: State, member: Member, action: Action) -> bool:
    """Whether there is anything for an action without a target of its own to do (the only kind asked)."""
    for effect in action.effects:
        op = effect["op"]
        if op == "swap_equipment" and next(effects_things.swaps(s), None) is None:
            return False
        if op == "doorway_trap" and not effects_things.doorway_squares(s):
            return False
        if op == "free_basic" and not effects_attacks.granted(s, member, effect["actions"]):
            return False
        if op in ("free_attack", "chain_attack") and effect.get("who") != "master":
            if not effects_attacks.attack_groups(s, member, effect["attack"]):
                return False
        if op == "give_potion" and not member.potions:
            return False
        if op == "revive" and not any(m.kind == "hero" and m.down for m in s.members.values()):
            return False
    return True


def useful(s: State, member: Member, action: Action, target: Figure) -> bool:
    """Whether an action can do to a figure in range what it is for."""
    if "Pounce" in action.keywords:
        if not facts.adjacent(s, member, target):
            room = layout(s).grid.within(facts.base(s, target), 1)
            return bool(control.landings(s, member, room))
    if any(effect["op"] == "give_potion" for effect in action.effects):
        if not isinstance(target, Member) or target is member or target.kind != "hero":
            return False
        return target.potions < facts.potion_limit(s, target)
    return True


def aims_at_chest(action: Action) -> bool:
    """Whether an action is aimed at a treasure chest."""
    return any(effect["op"] == "move_chest" for effect in action.effects)


def chests(s: State, member: Member, action: Action) -> list[str]:
    """Return the chests in range of an action that moves one, if there is room for it (HA-13)."""
    squares = action.range.squares if action.range is not None else 0
    lay = layout(s)
    base = facts.base(s, member)
    room = lay.grid.within(base, 1) & lay.grid.open & ~lay.chasm & ~facts.occupied(s)
    if not room:
        return []
    reached = lay.grid.within(base, facts.fogged(s, member, squares))
    sight = facts.sight(s, member)
    return [
        token.id
        for token in s.tokens.values()
        if token.kind == "chest"
        and reached >> token.at & 1
        and ("Hookshot" in action.keywords or sight.sees_any(base, 1 << token.at))
    ]


def destroys_in(s: State, action: Action, squares: int) -> bool:
    """Whether an action destroys traps and there is one in its area (TR-8)."""
    if not any(effect["op"] == "destroy" and "trap" in effect["what"] for effect in action.effects):
        return False
    return any(mask_of(template.squares) & squares for template in s.templates.values())
