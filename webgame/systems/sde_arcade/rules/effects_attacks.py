"""Operations that grant attacks and other acts within an action, and choices between effects."""

from __future__ import annotations

import msgspec

from webgame.engine.decision import Choice, Decision, Group, button, targets
from webgame.engine.masks import mask_of
from webgame.systems.sde_arcade.cards import Dice, Effect
from webgame.systems.sde_arcade.rules import aiming, control, facts, wounds
from webgame.systems.sde_arcade.rules.effects_base import OPS, Steps, Use, note, op
from webgame.systems.sde_arcade.state import OFF, Member, Monster, State

KINDS = {"melee": "STR", "missile": "DEX", "magic": "WILL"}  # basic attacks by their icon (HA-15)
ACTS = {"Scavenge": "scavenge", "Pick Lock": "pick_lock"}  # basic actions that a card can grant


def attack_groups(s: State, attacker: Member, kind: str) -> list[Group]:
    """Return the free basic attacks of a kind (`basic`: any) that a member can make now."""
    from webgame.systems.sde_arcade.rules import actions

    look = aiming.Lookout(s, attacker)
    groups = actions.basic_groups(s, attacker, facts.ap_left(s, attacker), look, free=True)
    return groups if kind == "basic" else [g for g in groups if g.id == f"attack.{KINDS[kind]}"]


@op("free_attack", party=True)
def free_attack(use: Use) -> Steps:
    """Basic attacks at once that cost no AP, made by the user or by a pet's master (PT-5)."""
    from webgame.systems.sde_arcade.rules import actions

    user = use.member()
    attacker = facts.master_of(use.s, user) if use.effect.get("who") == "master" else user
    rule = "PT-5" if attacker is not user else use.strike.rule
    for _ in range(int(use.effect["count"])):
        groups = attack_groups(use.s, attacker, use.effect["attack"])
        if not groups:
            break
        choice: Choice = yield Decision(
            seats=(attacker.seat or user.seat,),
            prompt="ask.free_attack",
            rule=rule,
            groups=(*groups, button("skip", "do.skip", rule, attacker.id)),
            params={"who": facts.name(attacker)},
            about=(attacker.id,),
        )
        if choice.group == "skip":
            break
        yield from actions.basic_attack(use.g, attacker, choice, free=True)


@op("chain_attack", party=True)
def chain_attack(use: Use) -> Steps:
    """Attack; after a success move and attack a new target with fewer dice, until one fails (HA-13).

    Blue dice are given up first, then red, then green ones.
    """
    from webgame.systems.sde_arcade.rules import actions, resolve

    s, user = use.s, use.member()
    attr = KINDS[use.effect["attack"]]
    struck: list[str] = []
    while not s.outcome and user.at != OFF:
        dice = facts.attribute(s, user, attr)
        fewer = fewer_dice(dice, len(struck) * int(use.effect["dice_less"]))
        groups = attack_groups(s, user, use.effect["attack"])
        aims = [target for group in groups for target in group.targets or () if target not in struck]
        if not aims or not (fewer.B or fewer.R or fewer.G):
            break
        rule = actions.ATTACKS[attr]
        group = targets(f"attack.{attr}", f"do.attack_{attr}", rule, "piece", aims, user.id, tone="attack")
        choice: Choice = yield Decision(
            seats=(user.seat,),
            prompt="ask.free_attack",
            rule=use.strike.rule,
            groups=(group, button("skip", "do.skip", use.strike.rule, user.id)),
            params={"who": facts.name(user)},
            about=(user.id,),
        )
        if choice.group == "skip":
            break
        less = Dice(fewer.B - dice.B, fewer.R - dice.R, fewer.G - dice.G)
        attack = msgspec.structs.replace(resolve.basic(attr, rule), bonus=less)
        struck.append(choice.name())
        out = yield from resolve.strike(use.g, user, [s.figure(choice.name())], attack)
        if s.outcome or not out.won or user.at == OFF:
            break
        yield from control.free_moves(use.g, [user], int(use.effect["move"]), use.strike.name)


def fewer_dice(dice: Dice, less: int) -> Dice:
    """Return a pool without `less` of its dice, the weakest colours first."""
    left = {"B": dice.B, "R": dice.R, "G": dice.G}
    for code in left:
        gone = min(left[code], less)
        left[code] -= gone
        less -= gone
    return Dice(left["B"], left["R"], left["G"], dice.stars)


@op("attack_per_move", party=True)
def attack_per_move(use: Use) -> Steps:
    """For a while each movement point spent allows a Melee Attack (`actions.swings`)."""
    note(use, use.member())
    yield from ()


@op("wounds_equal")
def wounds_equal(use: Use) -> Steps:
    """A success inflicts more wounds than one: `resolve` has put them already (HA-13)."""
    yield from ()


def granted(s: State, hero: Member, names: list[str]) -> list[Group]:
    """Return the basic actions of these names that a Hero could take now for nothing."""
    from webgame.systems.sde_arcade.rules import basic

    flush = msgspec.structs.replace(hero, ap_spent=hero.ap_spent - basic.COST)
    groups = [basic.GROUPS[ACTS[name]](s, flush) for name in names]
    return [group for group in groups if group is not None]


@op("free_basic", party=True)
def free_basic(use: Use) -> Steps:
    """One of several basic actions, for no AP; what it was done to is what a Retreat leads away from."""
    from webgame.systems.sde_arcade.rules import basic

    s, hero = use.s, use.member()
    groups = granted(s, hero, use.effect["actions"])
    if not groups:
        return
    choice: Choice = yield Decision(
        seats=(hero.seat,),
        prompt="ask.free_basic",
        rule=use.strike.rule,
        groups=tuple(groups),
        params={"who": facts.name(hero)},
        about=(hero.id,),
    )
    use.outcome.origin = mask_of([s.tokens[choice.name()].at])
    hero.ap_spent -= basic.COST  # it costs nothing
    yield from basic.ACTS[choice.group](use.g, hero, choice)


@op("choose_one", party=True)
def choose_one(use: Use) -> Steps:
    """The user chooses one of several effects on itself; without a choice that would do anything, none."""
    user = use.member()
    options = [option for option in use.effect["options"] if _useful(use.s, user, option)]
    if not options:
        return
    chosen = options[0]
    if len(options) > 1:
        names = [f"l.choose.{option['op']}" for option in options]
        choice: Choice = yield Decision(
            seats=(facts.master_of(use.s, user).seat,),
            prompt="ask.choose_one",
            rule=use.strike.rule,
            groups=(targets("choose", "do.choose", use.strike.rule, "value", names, user.id),),
            params={"who": facts.name(user), "what": use.strike.name},
            about=(user.id,),
        )
        chosen = options[names.index(choice.name())]
    yield from OPS[chosen["op"]](Use(use.g, chosen, user, [user], use.strike, use.outcome))


def _useful(s: State, user: Member, option: Effect) -> bool:
    """Whether one of the options of `choose_one` would do anything."""
    if option["op"] == "gain_potion":
        return user.potions < facts.potion_limit(s, user)
    return bool(user.wounds or (user.status and not option.get("wounds_only")))


@op("destroy", party=True)
def destroy(use: Use) -> Steps:
    """Destroy traps and enemy creeps in the area; nothing is earned by it (TR-8)."""
    from webgame.systems.sde_arcade.rules import traps

    if "trap" in use.effect["what"]:
        traps.destroy_in(use.g, use.strike.squares)
    if "creep" not in use.effect["what"]:
        return
    for fig in facts.standing_on(use.s, facts.enemies(use.s, use.member()), use.strike.squares):
        if isinstance(fig, Monster) and fig.kind == "creep" and not use.s.outcome:
            yield from wounds.destroy(use.g, fig, use.user, reward=False)
