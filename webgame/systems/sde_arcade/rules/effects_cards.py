"""Operations of treasure and kept explore cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from webgame.engine.decision import Choice, Decision, targets
from webgame.systems.sde_arcade.cards import Dice
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, wounds
from webgame.systems.sde_arcade.rules.effects_base import Steps, Use, op
from webgame.systems.sde_arcade.state import Figure, Lasting, Member, Monster, State

if TYPE_CHECKING:
    from webgame.systems.sde_arcade.rules.resolve import Strike


@op("wound")
def wound(use: Use) -> Steps:
    """Wounds without a roll (Possessed Cloak)."""
    for fig in use.affected:
        yield from wounds.wound(use.g, fig, int(use.effect["amount"]), None, use.strike.rule)


@op("remove_status")
def remove_status(use: Use) -> Steps:
    """Each affected figure loses status tokens; its player says which (Antidote)."""
    for fig in use.affected:
        for _ in range(int(use.effect["amount"])):
            if not fig.status:
                break
            status = fig.status[0]
            if len(fig.status) > 1 and isinstance(fig, Member):
                choice: Choice = yield Decision(
                    seats=(facts.master_of(use.s, fig).seat,),
                    prompt="ask.heal",
                    rule=use.strike.rule,
                    groups=(targets("heal", "do.heal", use.strike.rule, "value", list(fig.status), fig.id),),
                    params={"who": facts.name(fig), "n": 1},
                    about=(fig.id,),
                )
                status = choice.name()
            wounds.cure(use.g, fig, status, use.strike.rule)


@op("revive", party=True)
def revive(use: Use) -> Steps:
    """A destroyed Hero of the user's choice returns next to the start marker, unhurt (YD-5)."""
    from webgame.systems.sde_arcade.rules import death

    user = use.member()
    fallen = [m.id for m in use.s.members.values() if m.kind == "hero" and m.down]
    if not fallen:
        return
    id = fallen[0]
    if len(fallen) > 1:
        choice: Choice = yield Decision(
            seats=(facts.master_of(use.s, user).seat,),
            prompt="ask.revive",
            rule="YD-5",
            groups=(targets("revive", "do.revive", "YD-5", "value", fallen, user.id, tone="help"),),
            about=(user.id,),
        )
        id = choice.name()
    hero = use.s.members[id]
    hero.wounds = 0
    hero.status.clear()
    yield from death.returns(use.g, hero)


@op("copy_attributes", party=True)
def copy_attributes(use: Use) -> Steps:
    """The user may roll with the attributes of its target as they are now (Silver Mirror).

    A monster rolls STR for every offense and ARM for every defense (DR-6); those are what it has.
    """
    user = use.member()
    for fig in use.affected:
        entry = Lasting(
            use.strike.name,
            {"op": "copy_attributes", "attributes": _attributes(use.s, fig)},
            use.effect["until"],
            user.id,
        )
        user.lasting.append(entry)
        show = {"type": "glow", "piece": user.id, "n": 0}
        use.g.emit("ev.lasting", use.strike.rule, show, who=facts.name(user), what=use.strike.name)
    yield from ()


def _attributes(s: State, fig: Figure) -> dict[str, dict[str, int]]:
    """Return the attributes of a figure, bonuses included."""
    if isinstance(fig, Monster):
        return {"STR": {"stars": facts.strength(s, fig)}, "ARM": {"stars": facts.arm(s, fig)}}
    found: dict[str, dict[str, int]] = {}
    if isinstance(fig, Member):
        for attr in facts.member_card(fig).attributes:
            dice = facts.attribute(s, fig, attr)
            found[attr] = {"B": dice.B, "R": dice.R, "G": dice.G, "stars": dice.stars}
    return found


@op("bonus_per", party=True)
def bonus_per(use: Use) -> Steps:
    """Dice for each of something; they are in the roll already (`extra_dice`)."""
    yield from ()


def extra_dice(s: State, strike: Strike, struck: Iterable[Figure]) -> Dice:
    """Return the dice an action adds for what is around its target (Vial of Ghiri Musk)."""
    found = Dice()
    for effect in strike.effects:
        if effect["op"] != "bonus_per":
            continue
        if effect["per"] != "free_square_adjacent_target":
            raise NotImplementedError(f"{strike.name}: dice per {effect['per']!r} are not supported")
        for target in struck:
            lay = layout(s)
            around = lay.grid.neighbours(facts.base(s, target)) & lay.grid.open & ~lay.chasm
            free = (around & ~facts.occupied(s)).bit_count()
            each: dict[str, Any] = effect["dice"]
            for _ in range(free):
                found += Dice(each["B"], each["R"], each["G"], each["stars"])
    return found
