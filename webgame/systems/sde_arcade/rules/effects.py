"""Effects of cards: what the operations named in the box do. One small function for each operation."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from webgame.engine.decision import Choice, Decision, button, targets
from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import Effect, box
from webgame.systems.sde_arcade.rules import aiming, control, facts, wounds
from webgame.systems.sde_arcade.state import OFF, Figure, Lasting, Member, Monster, State

if TYPE_CHECKING:
    from webgame.systems.sde_arcade.rules.resolve import Outcome, Strike


class Use:
    """One use of an effect: who uses it, on whom, from which action and with what outcome so far."""

    __slots__ = ("g", "s", "effect", "user", "affected", "strike", "outcome")

    def __init__(
        self,
        g: Play,
        effect: Effect,
        user: Figure | None,
        affected: list[Figure],
        strike: Strike,
        outcome: Outcome,
    ) -> None:
        self.g = g
        self.s: State = g.state
        self.effect = effect
        self.user = user
        self.affected = affected
        self.strike = strike
        self.outcome = outcome


WHEN = ("success", "wound", "no_wound", "destroyed_any")
Operation = Callable[[Use], Generator[Any, Any, None]]
OPS: dict[str, Operation] = {}


def op(*names: str) -> Callable[[Operation], Operation]:
    """Register the function for operations of box/effect_ops.json."""

    def put(function: Operation) -> Operation:
        for name in names:
            OPS[name] = function
        return function

    return put


def carry_out(
    g: Play, strike: Strike, user: Figure | None, struck: list[Figure], outcome: Outcome
) -> Generator[Any, Any, None]:
    """Perform the effects of an action, and control keywords its user has (CE-9), on those it affected."""
    s: State = g.state
    for effect in _with_keywords(s, strike, user):
        when = effect.get("when", "success")
        if effect["op"] not in OPS or when not in WHEN:
            raise NotImplementedError(f"{strike.name}: effect {effect['op']!r} ({when}) is not supported")
        if when == "no_wound" and outcome.wounded:
            continue
        if when == "destroyed_any" and not outcome.destroyed:
            continue
        who = _affected(s, effect, user, struck, strike)
        if when == "wound":
            who = [f for f in who if f.id in outcome.wounded]
        yield from OPS[effect["op"]](Use(g, effect, user, who, strike, outcome))
        if s.outcome:
            return


def _with_keywords(s: State, strike: Strike, user: Figure | None) -> list[Effect]:
    """Return the effects of an action and those of its user's keywords (Pull 5, Grind) on whom it wounds."""
    found = list(strike.effects)
    if user is not None and strike.kind == "offense":
        known = facts.abilities(s, user)
        for keyword in ("Pull", "Push", "Compel"):
            number = facts.numbered(known, keyword)
            if number is not None and not any(e["op"] == "control" and e["effect"] == keyword for e in found):
                found.append({"op": "control", "effect": keyword, "squares": number, "when": "wound"})
        if facts.has(s, user, "Grind"):  # BB-6
            found.append({"op": "discard_equipment", "count": 1, "when": "wound", "rule": "BB-6"})
    return found


def _affected(
    s: State, effect: Effect, user: Figure | None, struck: list[Figure], strike: Strike
) -> list[Figure]:
    """Return whom an effect goes to (box/effect_ops.json, `target`)."""
    target = effect.get("target")
    if target is None:
        if strike.local:
            return [f for f in struck if f.at != OFF]
        return [user] if user is not None else []
    if target == "self":
        return [user] if user is not None else []
    if target == "gang":  # AB-6
        if not isinstance(user, Monster):
            raise NotImplementedError(f"{strike.name}: a gang of a party member is not supported")
        return [user, *(s.monsters[p] for p in facts.gang(s, user).partners)]
    if target == "all_heroes":
        return list(s.heroes())
    if target == "party":
        return list(s.party())
    if target in ("area", "all_in_area"):
        return struck
    raise NotImplementedError(f"{strike.name}: effect target {target!r} is not supported")


def note(use: Use, fig: Figure) -> None:
    """Put a lasting effect on a figure; the same action's twice does not add up (AB-2)."""
    until = use.effect.get("until", "next_upkeep")
    effect = {k: v for k, v in use.effect.items() if k not in ("until", "target", "when")}
    source = use.user.id if use.user is not None else fig.id
    twin = [e for e in fig.lasting if e.name == use.strike.name and e.effect == effect]
    if twin:
        return
    fig.lasting.append(
        Lasting(use.strike.name, effect, until, source, 2 if until == "end_of_next_activation" else 0)
    )
    use.g.emit(
        "ev.lasting",
        use.strike.rule,
        {"type": "glow", "piece": fig.id, "n": 0},
        who=facts.name(fig),
        what=use.strike.name,
    )


@op(
    "bonus",
    "gain_ability",
    "lose_ability",
    "ac",
    "str",
    "arm",
    "mov",
    "mov_mult",
    "ap",
    "forbid",
    "set_attr",
    "reroll",
)
def lasting(use: Use) -> Generator[Any, Any, None]:
    """Effects that stay in force for a while; an aura stays with its user and reaches who comes (AE-4)."""
    if use.effect["op"] == "reroll" and not isinstance(use.effect["dice"], int):
        raise NotImplementedError(f"{use.strike.name}: a reroll of {use.effect['dice']!r} is not supported")
    area = use.strike.area or ""
    if area.startswith("Aura") and use.user is not None:
        use.effect = {**use.effect, "area": area}
        note(use, use.user)
    else:
        for fig in use.affected:
            note(use, fig)
            wounds.cure_immune(use.g, fig)
    yield from ()


@op("heal_or_remedy")
def heal_or_remedy(use: Use) -> Generator[Any, Any, None]:
    """Heal X: remove X tokens, wounds and status in any mix (AB-5)."""
    for fig in use.affected:
        seat = facts.master_of(use.s, fig).seat if isinstance(fig, Member) else ""
        only = bool(use.effect.get("wounds_only"))
        yield from wounds.heal(use.g, fig, int(use.effect["amount"]), "AB-5", seat, wounds_only=only)


@op("heal_wound")
def heal_wound(use: Use) -> Generator[Any, Any, None]:
    """Remove wounds: a number, all, or as many as this action inflicted."""
    amount = use.effect["amount"]
    for fig in use.affected:
        n = (
            fig.wounds
            if amount == "all"
            else use.outcome.wounds
            if amount == "wounds_inflicted"
            else int(amount)
        )
        wounds.unwound(use.g, fig, n, use.strike.rule)
    yield from ()


@op("remedy")
def remedy(use: Use) -> Generator[Any, Any, None]:
    """Remove all status tokens (AB-3)."""
    for fig in use.affected:
        for status in list(fig.status):
            wounds.cure(use.g, fig, status, "AB-3")
    yield from ()


@op("inflict")
def inflict(use: Use) -> Generator[Any, Any, None]:
    """Cause a status effect without a further roll."""
    for fig in use.affected:
        yield from wounds.inflict(use.g, fig, use.effect["status"], use.strike.rule)


@op("mend")
def mend(use: Use) -> Generator[Any, Any, None]:
    """Mend X: the most wounded friend in range loses status tokens first, then wounds, X in all (AB-3)."""
    user = use.user
    if not isinstance(user, Monster):
        raise NotImplementedError(f"{use.strike.name}: Mend of a party member is not supported")
    area = use.strike.area
    squares = int(area.rpartition(" ")[2]) if area else facts.reach(use.s, user)
    hurt = [
        f
        for f in facts.friends(use.s, user)
        if (f.wounds or f.status)
        and f.kind != "spawning_point"
        and aiming.targetable(use.s, user, f, squares, offensive=False) is None
    ]
    if not hurt:
        return
    fig = min(hurt, key=lambda f: (-f.wounds, -len(f.status), int(f.id.lstrip("m"))))  # AI-1
    for _ in range(int(use.effect["amount"])):
        if fig.status:
            wounds.cure(use.g, fig, fig.status[0], "AB-3")
        else:
            wounds.unwound(use.g, fig, 1, "AB-3")
    yield from ()


@op("control")
def controlled(use: Use) -> Generator[Any, Any, None]:
    """Push, Pull or Compel each affected figure (CE-1 to CE-4)."""
    for fig in use.affected:
        if fig.at == OFF or fig.kind == "spawning_point" or use.s.outcome:
            continue
        squares = use.effect["squares"]
        if isinstance(fig, Monster) and "Undead" in facts.monster_card(fig).type:
            squares = use.effect.get("undead", squares)
        yield from control.move(use.g, use.effect["effect"], int(squares), use.user, fig)


@op("move")
def move(use: Use) -> Generator[Any, Any, None]:
    """Let each affected Hero move up to X squares at once, in any order (PO-11)."""
    yield from control.free_moves(use.g, use.affected, int(use.effect["squares"]), use.strike.name)


@op("teleport")
def teleport(use: Use) -> Generator[Any, Any, None]:
    """Place the affected figure on a free square in sight (CE-5)."""
    for fig in use.affected:
        yield from control.teleport(
            use.g, use.user or fig, fig, int(use.effect.get("squares", use.s.options["teleport_range"]))
        )


@op("place")
def place(use: Use) -> Generator[Any, Any, None]:
    """Place the affected figure (CE-10)."""
    if use.effect["where"] != "adjacent_any_hero":
        raise NotImplementedError(f"{use.strike.name}: placing at {use.effect['where']!r} is not supported")
    for fig in use.affected:
        others = [m for m in use.s.heroes() if m is not fig]
        yield from control.place_beside(use.g, use.user or fig, fig, list(others))


@op("discard_equipment")
def discard_equipment(use: Use) -> Generator[Any, Any, None]:
    """Each affected Hero discards equipment of its choice (BB-6, Decay)."""
    from webgame.systems.sde_arcade.rules import equipment

    for fig in use.affected:
        if not isinstance(fig, Member) or fig.kind != "hero":
            continue
        rule = use.effect.get("rule", use.strike.rule)
        for _ in range(int(use.effect["count"])):
            loose = [card for card in fig.slots.values() if not equipment.cursed(card)]  # PU-9
            if not loose:
                break
            choice: Choice = yield Decision(
                seats=(fig.seat,),
                prompt="ask.discard_equipment",
                rule=rule,
                groups=(targets("discard", "do.discard", rule, "card", loose, fig.id),),
                params={"who": facts.name(fig)},
                about=(fig.id,),
            )
            equipment.discard_worn(use.g, fig, choice.name(), rule)


def _member(use: Use) -> Member:
    """Return the user, which must be a Hero or pet."""
    if not isinstance(use.user, Member):
        raise NotImplementedError(f"{use.strike.name}: {use.effect['op']!r} of a monster is not supported")
    return use.user


@op("transfer_wounds")
def transfer_wounds(use: Use) -> Generator[Any, Any, None]:
    """Move any number of wounds from the target to the user, never destroying the user (AB-5)."""
    user = _member(use)
    if (use.effect["from"], use.effect["to"], use.effect["amount"]) != ("target_hero", "user", "any"):
        raise NotImplementedError(f"{use.strike.name}: moving wounds in this way is not supported")
    for fig in use.affected:
        most = min(fig.wounds, facts.hearts_left(use.s, user) - 1) if fig is not user else 0
        if most < 1:
            continue
        choice: Choice = yield Decision(
            seats=(user.seat,),
            prompt="ask.transfer",
            rule="AB-5",
            groups=(
                targets(
                    "take", "do.take_wounds", "AB-5", "value", [str(n) for n in range(1, most + 1)], user.id
                ),
            ),
            params={"who": facts.name(user), "target": facts.name(fig)},
            about=(user.id, fig.id),
        )
        n = int(choice.name())
        wounds.unwound(use.g, fig, n, "AB-5")
        user.wounds += n
        use.g.emit(
            "ev.takes_wounds", "AB-5", {"type": "hit", "piece": user.id, "n": n}, who=facts.name(user), n=n
        )


@op("free_attack")
def free_attack(use: Use) -> Generator[Any, Any, None]:
    """Basic attacks at once that cost no AP, made by the user or by a pet's master (PT-5)."""
    from webgame.systems.sde_arcade.rules import actions

    user = _member(use)
    attacker = facts.master_of(use.s, user) if use.effect.get("who") == "master" else user
    for _ in range(int(use.effect["count"])):
        groups = actions.basic_groups(use.s, attacker, free=True)
        if not groups:
            break
        choice: Choice = yield Decision(
            seats=(attacker.seat or user.seat,),
            prompt="ask.free_attack",
            rule="PT-5",
            groups=(*groups, button("skip", "do.skip", "PT-5", attacker.id)),
            params={"who": facts.name(attacker)},
            about=(attacker.id,),
        )
        if choice.group == "skip":
            break
        yield from actions.basic_attack(use.g, attacker, choice, free=True)


@op("surge")
def surge(use: Use) -> Generator[Any, Any, None]:
    """Surge is a move after the command (MV-12)."""
    from webgame.systems.sde_arcade.rules import march

    if isinstance(use.user, Monster):
        yield from march.surge(use.g, use.user, int(use.effect["squares"]))


@op("spawn_model")
def spawn_model(use: Use) -> Generator[Any, Any, None]:
    """Put models from the pool next to the user, without draining a spawning point (New Crop)."""
    from webgame.systems.sde_arcade.rules import spawn

    if use.effect["where"] != "adjacent_self":
        raise NotImplementedError(f"{use.strike.name}: placing at {use.effect['where']!r} is not supported")
    models = use.effect["model"]
    names = [models] if isinstance(models, str) else list(models)
    if use.user is not None:
        yield from spawn.beside(use.g, use.user, names, int(use.effect["count"]))


@op("gain_potion")
def gain_potion(use: Use) -> Generator[Any, Any, None]:
    """Put potion tokens on a Hero's card, up to its limit (PO-1)."""
    for fig in use.affected:
        if isinstance(fig, Member):
            fig.potions = min(facts.potion_limit(use.s, fig), fig.potions + int(use.effect["amount"]))
            use.g.emit(
                "ev.potion",
                "PO-1",
                {"type": "heal", "piece": fig.id, "n": 0},
                who=facts.name(fig),
                n=fig.potions,
            )
    yield from ()


def ability_text(keyword: str) -> str:
    """Return what a keyword means, looked up without its number or parameter."""
    known = box().abilities
    word = keyword.split(": ")[0]
    head, _, number = word.rpartition(" ")
    found = known.get(keyword) or known.get(word) or (known.get(head) if number.isdigit() else None)
    return found.text if found else ""
