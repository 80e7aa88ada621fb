"""Operations on cards, potion tokens and other things on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from webgame.engine.decision import Choice, Decision, Group, button, targets
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, wounds
from webgame.systems.sde_arcade.rules.effects_base import Steps, Use, note, op
from webgame.systems.sde_arcade.state import OFF, Member, State

PORTCULLIS = "portcullis"  # the token of a trap at a doorway


@op("discard_equipment")
def discard_equipment(use: Use) -> Steps:
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


@op("gain_potion")
def gain_potion(use: Use) -> Steps:
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


@op("give_potion", party=True)
def give_potion(use: Use) -> Steps:
    """Move potion tokens from the user's card to that of the target, up to its limit (PO-1)."""
    user = use.member()
    for hero in use.heroes():
        room = facts.potion_limit(use.s, hero) - hero.potions
        n = min(int(use.effect["amount"]), user.potions, room) if hero is not user else 0
        if n > 0:
            user.potions -= n
            hero.potions += n
            show = {"type": "heal", "piece": hero.id, "n": 0}
            use.g.emit("ev.potion", "PO-1", show, who=facts.name(hero), n=hero.potions)
    yield from ()


@op("draw", party=True)
def draw(use: Use) -> Steps:
    """Draw loot or treasure cards into the backpack."""
    from webgame.systems.sde_arcade.rules import equipment

    user, count = use.member(), int(use.effect["count"])
    if use.effect["deck"] == "loot":
        equipment.draw_loot(use.g, count, use.strike.rule)
    else:
        lucky = user if facts.has(use.s, user, "Luck") else None
        yield from equipment.draw_treasure(use.g, count, lucky, use.strike.rule)


# -- a treasure worn for a while ---------------------------------------------------------------------------


@op("draw_choose", party=True)
def draw_choose(use: Use) -> Steps:
    """Draw several treasure cards that can be worn, choose one; the others are shuffled back."""
    from webgame.systems.sde_arcade.rules import equipment

    s, user = use.s, use.member()
    found = (equipment.draw_wearable(use.g) for _ in range(int(use.effect["draw"])))
    hand = [card for card in found if card is not None]
    if not hand:
        return
    s.backpack += hand  # in sight while the choice is open
    kept = hand[0]
    if len(set(hand)) > 1:
        choice: Choice = yield Decision(
            seats=(user.seat,),
            prompt="ask.use_card",
            rule=use.strike.rule,
            groups=(
                targets("use", "do.use_card", use.strike.rule, "card", list(dict.fromkeys(hand)), user.id),
            ),
            params={"who": facts.name(user)},
            about=(user.id,),
        )
        kept = choice.name()
    hand.remove(kept)
    for card in hand:
        s.backpack.remove(card)
        s.treasure.put_back_shuffled(use.g.rng, card)
    use.outcome.card = kept


@op("temporary_equip", party=True)
def temporary_equip(use: Use) -> Steps:
    """Wear the card just chosen, whatever its slot, until the effect ends; then it is discarded."""
    from webgame.systems.sde_arcade.rules import equipment

    hero, card = use.member(), use.outcome.card
    if card and hero.at != OFF:
        equipment.wear_for_a_while(use.g, hero, card)
        use.effect = {**use.effect, "card": card}
        note(use, hero)
    yield from ()


# -- Heroes swap equipment -----------------------------------------------------------------------------------


def swaps(s: State) -> Iterator[tuple[Member, str, Member, str]]:
    """Yield what two Heroes can swap: a card each that fits where the other one then has room (PU-6).

    Cursed cards can't be taken off (PU-9).
    """
    from webgame.systems.sde_arcade.rules import equipment

    worn = [
        (hero, slot, card)
        for hero in s.heroes()
        for slot, card in hero.slots.items()
        if slot == box().equipment[card].slot and not equipment.cursed(card)
    ]
    for hero, slot, card in worn:
        for other, place, held in worn:
            if other is hero:
                continue
            if slot == place or (slot not in other.slots and place not in hero.slots):
                yield hero, card, other, held


@op("swap_equipment", party=True)
def swap_equipment(use: Use) -> Steps:
    """Two Heroes swap one equipment card each, if their players agree (CP-3, PU-6)."""
    s, user = use.s, use.member()
    able = list(swaps(s))
    if not able:
        return
    hero, card = yield from _swapped(use, user, [(a, c) for a, c, _, _ in able], "first")
    rest = [(b, d) for a, c, b, d in able if (a, c) == (hero, card)]
    other, held = yield from _swapped(use, user, rest, "second")
    others = tuple(dict.fromkeys(h.seat for h in (hero, other) if h.seat != user.seat))
    if others and not (yield from _agreed(use, others, hero, card, other, held)):
        return
    for giver, taker, moved in ((hero, other, card), (other, hero, held)):
        del giver.slots[box().equipment[moved].slot]
        use.g.emit("ev.swaps", use.strike.rule, who=facts.name(giver), target=facts.name(taker), what=moved)
    other.slots[box().equipment[card].slot] = card
    hero.slots[box().equipment[held].slot] = held
    from webgame.systems.sde_arcade.rules import equipment

    for changed in (hero, other):
        equipment.clamp(use.g, changed)
        wounds.cure_immune(use.g, changed)


def _swapped(use: Use, user: Member, able: list[tuple[Member, str]], which: str) -> Any:
    """Ask for one of the two cards that are swapped."""
    rule = use.strike.rule
    groups: list[Group] = []
    for hero in use.s.heroes():
        cards = list(dict.fromkeys(card for owner, card in able if owner is hero))
        if cards:
            groups.append(
                targets(f"swap.{hero.id}", "do.swap_worn", rule, "card", cards, hero.id, who=facts.name(hero))
            )
    choice: Choice = yield Decision(
        seats=(user.seat,),
        prompt=f"ask.swap_{which}",
        rule=rule,
        groups=tuple(groups),
        params={"who": facts.name(user)},
        about=(user.id,),
    )
    return use.s.members[choice.group.partition(".")[2]], choice.name()


def _agreed(use: Use, seats: tuple[str, ...], hero: Member, card: str, other: Member, held: str) -> Any:
    """Ask the players of the two Heroes, each of whom decides about its own Hero (CP-3)."""
    answers: dict[str, Choice] = yield Decision(
        seats=seats,
        prompt="ask.swap_agree",
        rule="CP-3",
        mode="consent",
        groups=(
            button("yes", "do.agree", "CP-3", tone="help"),
            button("no", "do.disagree", "CP-3", tone="end"),
        ),
        params={"who": facts.name(hero), "what": card, "target": facts.name(other), "other": held},
        about=(hero.id, other.id),
    )
    return all(answers[seat].group == "yes" for seat in seats if seat in answers)


# -- chests and doorways -------------------------------------------------------------------------------------


@op("move_chest", party=True)
def move_chest(use: Use) -> Steps:
    """Move the treasure chest aimed at to a free square next to the user (SU-16)."""
    s, user = use.s, use.member()
    lay = layout(s)
    chest = s.tokens[str(use.strike.aim)]
    free = lay.grid.within(facts.base(s, user), 1) & lay.grid.open & ~lay.chasm & ~facts.occupied(s)
    if not free:
        return
    choice: Choice = yield Decision(
        seats=(user.seat,),
        prompt="ask.move_chest",
        rule="SU-16",
        groups=(targets("to", "do.place", "SU-16", "square", list(bits(free)), chest.id),),
        params={"who": facts.name(user)},
        about=(user.id,),
    )
    was, chest.at = chest.at, choice.square()
    use.g.emit("ev.chest_moved", "SU-16", facts.went(chest.id, was, [chest.at]))


def doorway_squares(s: State) -> int:
    """Return the squares of joined doorways where no token of a doorway trap lies."""
    found = 0
    for doorway in layout(s).doorways:
        if doorway.joined >= 0:
            found |= doorway.squares
    for token in s.tokens.values():
        if token.kind == PORTCULLIS:
            found &= ~(1 << token.at)
    return found


@op("doorway_trap", party=True)
def doorway_trap(use: Use) -> Steps:
    """Put a token at a doorway: the next monster to pass is attacked with the user's attribute (MP-4).

    `reactions.portcullis` carries it out.
    """
    s, user = use.s, use.member()
    where = list(bits(doorway_squares(s)))
    if not where:
        return
    choice: Choice = yield Decision(
        seats=(user.seat,),
        prompt="ask.doorway",
        rule="MP-4",
        groups=(targets("to", "do.place_token", "MP-4", "square", where, user.id),),
        params={"who": facts.name(user), "what": use.strike.name},
        about=(user.id,),
    )
    token = wounds.put_token(s, PORTCULLIS, choice.square(), user.id)
    show = {"type": "appear", "piece": token.id, "n": 0}
    use.g.emit("ev.doorway_trap", "MP-4", show, who=facts.name(user), what=use.strike.name)
