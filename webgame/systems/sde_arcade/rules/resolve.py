"""Carrying out an action: steps 3 to 5 of HA-13, for Heroes, pets, monsters and traps alike."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from typing import Any

import msgspec

from webgame.engine.decision import Choice, Decision, Group, Target, button, targets
from webgame.engine.game import Play
from webgame.engine.system import FRAME
from webgame.systems.sde_arcade.cards import Action, Dice, Effect, Unique, box
from webgame.systems.sde_arcade.rules import (
    effects,
    effects_cards,
    facts,
    parts,
    reactions,
    rolls,
    traits,
    wounds,
)
from webgame.systems.sde_arcade.rules.rolls import Roll
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

BIG = ("spawning_point", "mini_boss", "dungeon_boss")  # wounding one without destroying it earns wrath (WR-1)
KIND_RULE = {"offense": "HA-10", "support": "HA-14", "emergency": "PO-4"}


class Strike(msgspec.Struct, frozen=True):
    """An action as it is carried out.

    `attr` and `bonus` are what a member rolls; `stars` modifies a monster's STR, or is a trap's whole STR;
    `vs` is what the targets roll (None: no roll). `local` says that effects without a target of their own go
    to those affected. `aim` is what the user aimed at and `squares` the area it covers; `whom` says for whom
    an aura is that is not for friends only (enemies, all).
    """

    name: str
    kind: str = "offense"
    attr: str | None = None
    bonus: Dice = Dice()
    stars: int = 0
    vs: str | None = "defense"
    inflicts: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    area: str | None = None
    local: bool = True
    command: str = ""
    rule: str = "HA-13"
    aim: Target | None = None
    squares: int = 0
    whom: str = ""


class Outcome(msgspec.Struct):
    """What came of an action: ids of those it won against, wounded and destroyed, and the wounds in all.

    `margins`: by how many stars it won; `origin`: the squares of its one target (Retreat leads away from
    there); `card`: what one effect drew for the next.
    """

    won: list[str] = []
    lost: list[str] = []
    wounded: list[str] = []
    destroyed: list[str] = []
    wounds: int = 0
    stars: int = 0
    margins: dict[str, int] = {}
    origin: int = 0
    card: str = ""


def basic(attr: str, rule: str) -> Strike:
    """Return the basic attack with an attribute (BA-1 to BA-3)."""
    return Strike(name=f"do.attack_{attr}", attr=attr, rule=rule)


def from_action(action: Action, aim: Target | None = None, squares: int = 0) -> Strike:
    """Return how an action or potion of a party member is carried out, aimed at `aim`, over `squares`."""
    contest = action.kind == "offense" or action.vs is not None
    return Strike(
        name=action.name,
        kind="offense" if action.kind == "offense" and not action.augment else "support",  # HA-12: no foes
        attr=action.attr,
        bonus=action.bonus,
        vs=(action.vs or "defense") if contest else None,
        inflicts=action.inflicts,
        keywords=action.keywords,
        effects=action.effects,
        area=action.area,
        local=action.range is not None or action.area is not None,
        rule=KIND_RULE[action.kind],
        aim=aim,
        squares=squares,
        whom="" if action.augment else "all" if action.dangerous else "enemies",
    )


def from_unique(unique: Unique) -> Strike:
    """Return how a unique action of a monster is carried out (UN-2 to UN-4)."""
    return Strike(
        name=unique.name,
        kind=unique.kind,
        stars=unique.str_mod,
        vs=(unique.vs or "defense") if unique.kind == "offense" else unique.vs,
        inflicts=unique.inflicts,
        keywords=unique.keywords,
        effects=unique.effects,
        area=unique.area,
        command="unique",
        rule="UN-2" if unique.kind == "offense" else "UN-3",
    )


def strike(g: Play, actor: Figure | None, targets_: list[Figure], st: Strike) -> Generator[Any, Any, Outcome]:
    """Carry out an action against the figures it affects; all are affected at the same moment (AE-1)."""
    s: State = g.state
    out = Outcome()
    who = facts.name(actor) if actor is not None else st.name
    roll = Roll(stars=st.stars)
    contest = st.vs is not None and bool(targets_)
    where = {fig.id: facts.base(s, fig) for fig in targets_}
    soft = traits.spongy(s, targets_)
    if len(targets_) == 1 and not st.area and targets_[0] is not actor:
        out.origin = facts.base(s, targets_[0])
    if contest and isinstance(actor, Member):
        dice = (yield from rolls.attribute(g, actor, st.attr or "STR")) + st.bonus
        extra = effects_cards.extra_dice(s, st, targets_)
        also = ((st.name, st.bonus + extra),)
        roll = yield from rolls.offense(g, actor, dice + extra, targets_, st.name, st.attr or "STR", also)
    if contest:
        names = "" if g.quiet else facts.names(targets_)
        if isinstance(actor, Monster):
            alone = targets_[0] if len(targets_) == 1 else None
            roll.stars = facts.strength(s, actor, alone, st.stars, st.command)
            if not g.quiet:
                roll.parts = parts.of_strength(s, actor, alone, st.stars, st.command)
        g.emit(
            "ev.strikes",
            st.rule,
            rolls.show(actor, roll, st.name),
            who=who,
            what=st.name,
            target=names,
            n=roll.stars,
        )
    else:
        g.emit(
            "ev.acts",
            st.rule,
            {"type": "glow", "piece": actor.id if actor else "", "n": 0},
            who=who,
            what=st.name,
        )
    if contest and isinstance(actor, Monster):
        changed = yield from reactions.after_offense(g, actor)
        if changed and len(targets_) == 1:
            roll.stars = facts.strength(s, actor, targets_[0], st.stars, st.command)
    struck: list[Figure] = []
    for target in targets_:
        if contest:
            won = yield from _compare(g, actor, target, st, roll, out, alone=len(targets_) == 1)
        else:
            won = True
        if won:
            struck.append(target)
            out.won.append(target.id)
        else:
            out.lost.append(target.id)
    if contest and actor is not None:
        rolls.end_next_roll(actor)
    if len(struck) > 1:  # TS-10: the fall of the boss counts before that of the last Hero
        struck.sort(key=lambda fig: fig.kind != "dungeon_boss")
    for target in struck:
        yield from _hit(g, actor, target, st, out)
        if s.outcome:
            return out
    if not targets_ and not st.local and actor is not None:
        for status in st.inflicts:  # an action for its user alone (HA-12)
            yield from wounds.inflict(g, actor, status, "ST-4")
    if st.vs is None or struck:
        yield from effects.carry_out(g, st, actor, [t for t in struck if t.id not in out.destroyed], out)
    elif anyway := tuple(effect for effect in st.effects if effect.get("when") == "no_wound"):
        yield from effects.carry_out(g, msgspec.structs.replace(st, effects=anyway), actor, [], out)
    if s.outcome:
        return out
    if contest and struck and isinstance(actor, Member) and (roll.hearts or roll.potions):
        yield from pay_symbols(g, actor, roll)
    hero = wounds.earner(s, actor)
    if hero is not None:  # WR-1, for each of them as for each that an area destroys (WR-5)
        hurt = [t for t in targets_ if t.kind in BIG and t.id in out.wounded and t.id not in out.destroyed]
        yield from wounds.gain_wrath(g, hero, len(hurt) * int(s.options["wrath_wound"]))
    for target in targets_:
        if st.kind != "offense" or actor is None or target.id not in out.lost:
            continue
        if actor.at != OFF and target.at != OFF and facts.has(s, target, "Backlash"):
            if isinstance(target, Member) and s.turn.side == "consul":  # AB-3: once a Consul turn
                mark = f"Backlash {s.turn.round}"
                if mark in target.used:
                    g.emit("ev.backlash_spent", "AB-3", depth=1, who=facts.name(target))
                    continue
                target.used.append(mark)
            g.emit("ev.backlash", "AB-3", who=facts.name(target), target=who)
            yield from wounds.wound(g, actor, 1, target, "AB-3", backlash=True)
    yield from wounds.end_action(g)
    if not s.outcome:
        yield from reactions.after_action(g, actor, targets_, st, out)
        wounded = {id: squares for id, squares in where.items() if id in out.wounded}
        yield from traits.after_action(g, actor, soft, wounded, out.wounds)
    yield FRAME
    return out


def _compare(
    g: Play, actor: Figure | None, target: Figure, st: Strike, roll: Roll, out: Outcome, *, alone: bool
) -> Generator[Any, Any, bool]:
    """Let a target make its defense roll; the offense needs strictly more stars (DR-3)."""
    s: State = g.state
    stars = roll.stars
    if isinstance(actor, Member):
        extra = rolls.aimed(g, actor, target)
        if extra:
            stars += sum(rolls.stars_of(die) for die in extra)
            more = msgspec.structs.replace(roll, stars=stars, dice=[*roll.dice, *extra])
            g.emit(
                "ev.aimed",
                "AE-2",
                rolls.show(actor, more, st.name),
                who=facts.name(actor),
                target=facts.name(target),
                n=stars,
            )
    elif isinstance(actor, Monster) and not alone:  # against one target the roll is that against it
        stars = facts.strength(s, actor, target, st.stars, st.command)
    if facts.has(s, target, "Dark Radiance"):
        stars = max(0, stars - 1)
    feint = "Feint" in st.keywords or (actor is not None and facts.has(s, actor, "Feint"))
    answer = yield from rolls.defense(g, target, st.vs or "defense", actor if feint else None)
    if isinstance(target, Monster) and feint:
        _one_less(answer, "Feint")
    if actor is not None and facts.has(s, actor, "Dark Radiance"):
        _one_less(answer, "Dark Radiance")
    won = stars > answer.stars
    out.margins[target.id] = stars - answer.stars
    out.stars = max(out.stars, stars)
    show = {**rolls.show(target, answer, "l.defense"), "against": stars}
    key = "ev.defense_fails" if won else "ev.defends"
    g.emit(key, "DR-3", show, who=facts.name(target), n=answer.stars, against=stars)
    return won


@cache
def _wounding() -> frozenset[str]:
    """Return the keywords that tell what a wound brings with it: more wounds, status effects (ST-3)."""
    return frozenset(("Massive Damage", *box().statuses))


def _one_less(roll: Roll, source: str) -> None:
    """Take a star off a roll, never below 0 (DR-8), and note why."""
    if roll.stars > 0:
        roll.stars -= 1
        if roll.parts:
            roll.parts.append([source, "−1★"])


def _hit(
    g: Play, actor: Figure | None, target: Figure, st: Strike, out: Outcome
) -> Generator[Any, Any, None]:
    """Wound a target of an offensive action and make it suffer what the action causes (HA-13, ST-3, ST-4)."""
    s: State = g.state
    if target.id in out.destroyed or (target.at == OFF and not (isinstance(target, Monster) and target.host)):
        return
    known = facts.among(s, actor, _wounding()) if actor is not None else frozenset()
    statuses = list(st.inflicts)
    if st.kind == "offense":
        amount = 2 if "Massive Damage" in known or "Massive Damage" in st.keywords else 1
        for effect in st.effects:
            if effect["op"] == "wounds_equal":
                amount = out.margins.get(target.id, 1) if effect["to"] == "margin" else out.stars
        if facts.has(s, target, "Sturdy"):
            amount = 1
        form, before = target.card, target.wounds
        out.wounds += min(amount, facts.hearts_left(s, target))
        gone = yield from wounds.wound(g, target, amount, actor, st.rule)
        if gone or target.wounds != before or not facts.has(s, target, "Backstabber"):
            out.wounded.append(target.id)
        if gone and (target.at == OFF or target.card != form):
            out.destroyed.append(target.id)
            if target.card == form:
                return
        if s.outcome or target.card != form:
            return
        statuses += [status for status in box().statuses if status in known and status not in statuses]
        statuses += [
            e["status"]
            for e in (facts.turn_effects(s) if isinstance(actor, Monster) else ())
            if e["op"] == "inflict" and e.get("on") == "wound" and e["status"] not in statuses
        ]
    for status in statuses:
        yield from wounds.inflict(g, target, status, "ST-3" if status not in st.inflicts else "ST-4")


def pay_symbols(g: Play, actor: Member, roll: Roll) -> Generator[Any, Any, None]:
    """Pay the hearts and potions of a won offense roll, once per roll (DR-11, DR-12, DR-14)."""
    s: State = g.state
    known = facts.abilities(s, actor)
    swap_heart = "Luck" in known or "Alchemy" in known
    swap_potion = "Luck" in known or "Healer" in known
    hearts = roll.hearts * (2 if "Heart Attack" in known else 1)
    for kind, count in (("heart", hearts), ("potion", roll.potions)):
        for left in range(count, 0, -1):
            groups: list[Group] = []
            if kind == "heart" or swap_potion:
                groups += _heart_groups(s, actor, known)
            if kind == "potion" or swap_heart:
                room = [m.id for m in _heroes(s) if m.potions < facts.potion_limit(s, m)]
                if room:
                    groups.append(
                        targets("potion", "do.gain_potion", "DR-12", "piece", room, actor.id, tone="help")
                    )
            if not groups:
                _wasted(g, actor, kind, depth=1)
                break
            groups.append(
                button("waste", "do.waste", "DR-11" if kind == "heart" else "DR-12", actor.id, tone="end")
            )
            choice: Choice = yield Decision(
                seats=(facts.master_of(s, actor).seat,),
                prompt=f"ask.{kind}",
                rule="DR-11" if kind == "heart" else "DR-12",
                groups=tuple(groups),
                params={"n": left, "who": facts.name(actor)},
                about=(actor.id,),
            )
            if choice.group == "waste":
                _wasted(g, actor, kind)
                break
            hero = s.members[choice.name()]
            if choice.group == "potion":
                hero.potions += 1
                g.emit(
                    "ev.potion",
                    "DR-12",
                    {"type": "heal", "piece": hero.id, "n": 0, "symbol": f"{kind}s"},
                    who=facts.name(hero),
                    n=hero.potions,
                )
            elif choice.group == "heart":
                wounds.unwound(g, hero, 1, "DR-11", f"{kind}s")
            else:
                wounds.cure(g, hero, choice.group.partition(".")[2], "DR-11", f"{kind}s")


def _wasted(g: Play, actor: Member, kind: str, depth: int = 0) -> None:
    """Say that a symbol of the roll does nothing."""
    show = {"type": "glow", "piece": actor.id, "n": 0, "symbol": f"{kind}s"}
    rule = "DR-11" if kind == "heart" else "DR-12"
    g.emit(f"ev.wasted_{kind}", rule, show, depth=depth, who=facts.name(actor))


def _heroes(s: State) -> list[Member]:
    return [m for m in s.members.values() if m.kind == "hero" and not m.down]


def _heart_groups(s: State, actor: Member, known: frozenset[str]) -> list[Group]:
    """Return what a heart can be spent on: a wound or status token of any Hero (DR-11, DR-16, CR-4 Ghost)."""
    able = _heroes(s)
    if "Bone Collector" in known:
        able += [m for m in s.members.values() if m.kind == "pet" and m.at != OFF]
    if "Hunger" in known and actor.wounds:
        able = [actor]
    groups: list[Group] = []
    hurt = [m.id for m in able if m.wounds]
    if hurt:
        groups.append(targets("heart", "do.heal_wound", "DR-11", "piece", hurt, actor.id, tone="help"))
    for status in box().statuses:
        ill = [m.id for m in able if status in m.status and not facts.invaded(s, m, "no_status_removal")]
        if ill:
            groups.append(
                targets(
                    f"cure.{status}", "do.cure", "DR-11", "piece", ill, actor.id, what=status, tone="help"
                )
            )
    return groups
