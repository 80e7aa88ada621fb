"""Operations on wounds and status effects: healing, causing, moving them (AB-3, AB-5)."""

from __future__ import annotations

from webgame.engine.decision import Choice, Decision, targets
from webgame.systems.sde_arcade.cards import Dice, box
from webgame.systems.sde_arcade.rules import aiming, facts, rolls, wounds
from webgame.systems.sde_arcade.rules.effects_base import Steps, Use, op
from webgame.systems.sde_arcade.state import Member, Monster


@op("heal_or_remedy")
def heal_or_remedy(use: Use) -> Steps:
    """Heal X: remove X tokens, wounds and status in any mix (AB-5)."""
    for fig in use.affected:
        seat = facts.master_of(use.s, fig).seat if isinstance(fig, Member) else ""
        only = bool(use.effect.get("wounds_only"))
        yield from wounds.heal(use.g, fig, int(use.effect["amount"]), "AB-5", seat, wounds_only=only)


@op("heal_wound")
def heal_wound(use: Use) -> Steps:
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
def remedy(use: Use) -> Steps:
    """Remove all status tokens (AB-3)."""
    for fig in use.affected:
        for status in list(fig.status):
            wounds.cure(use.g, fig, status, "AB-3")
    yield from ()


@op("inflict")
def inflict(use: Use) -> Steps:
    """Cause a status effect without a further roll."""
    for fig in use.affected:
        yield from wounds.inflict(use.g, fig, use.effect["status"], use.strike.rule)


@op("mend")
def mend(use: Use) -> Steps:
    """Mend X: the most wounded friend in range loses status tokens first, then wounds, X in all (AB-3)."""
    user = use.user
    if not isinstance(user, Monster):
        raise NotImplementedError(f"{use.strike.name}: Mend of a party member is not supported")
    area = use.strike.area
    squares = int(area.rpartition(" ")[2]) if area else facts.clear_reach(use.s, user)
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


@op("regenerate")
def regenerate(use: Use) -> Steps:
    """Roll 1B for each wound of the affected figure and remove one wound for each star (AB-3)."""
    for fig in use.affected:
        if not fig.wounds:
            continue
        roll = rolls.add_up(rolls.throw(use.g, "dice.check", Dice(B=fig.wounds)), 0)
        show = rolls.show(fig, roll, use.strike.name)
        use.g.emit("ev.regenerates", "AB-3", show, who=facts.name(fig), n=roll.stars)
        wounds.unwound(use.g, fig, roll.stars, "AB-3")
    yield from ()


@op("inflict_random")
def inflict_random(use: Use) -> Steps:
    """Cause random status effects, all equally likely; what the figure has or is immune to is lost (AB-5)."""
    known = box().statuses
    for fig in list(use.affected):
        for _ in range(int(use.effect["count"])):
            status = known[use.g.rng.draw("status", len(known))]
            use.g.emit("ev.random_status", "AB-5", who=facts.name(fig), what=status)
            yield from wounds.inflict(use.g, fig, status, "AB-5")


@op("transfer_wounds")
def transfer_wounds(use: Use) -> Steps:
    """Move any number of wounds from the target to the user, never destroying the user (AB-5)."""
    user = use.member()
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
