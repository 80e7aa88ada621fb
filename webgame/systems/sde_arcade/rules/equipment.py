"""Equipment cards: drawing, wearing, discarding; treasure chests and their boo booties (PU-6 to 10, BB)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, targets
from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, reactions, wounds
from webgame.systems.sde_arcade.state import OFF, Member, Monster, State, Token

EXTRA = "Extra "  # begins the name of a place for equipment outside the four slots


def hero_seats(s: State) -> tuple[str, ...]:
    """Return the seats of all Heroes, destroyed ones included: who answers for the party."""
    return tuple(dict.fromkeys(m.seat for m in s.members.values() if m.kind == "hero"))


def discard_card(s: State, card: str) -> None:
    """Put an equipment card on the discard pile of its deck."""
    (s.loot if card in box().loot else s.treasure).discard(card)


def cursed(card: str) -> bool:
    """Whether a card can't be taken off while its Hero lives (PU-9)."""
    return "Cursed" in facts.keywords(box().equipment[card])


def clamp(g: Play, hero: Member) -> None:
    """Cut wounds and potions to what the card now allows; nobody is destroyed by losing equipment (PU-10)."""
    s: State = g.state
    full = facts.hearts(s, hero)
    hero.wounds = full if hero.down else max(0, min(hero.wounds, full - 1))
    hero.potions = min(hero.potions, facts.potion_limit(s, hero))
    _settle(g, hero)


def _settle(g: Play, hero: Member) -> None:
    """Put a Hero that can stand no longer where it is (wings lost) on the nearest square it can (HA-7)."""
    from webgame.systems.sde_arcade.rules import spawn

    s: State = g.state
    lay = layout(s)
    known = facts.abilities(s, hero)
    barred = 0 if "Fly" in known else lay.chasm
    if known.isdisjoint(("Fly", "Burrow", "Bulldozer")):
        barred |= lay.grid.solid
    if not facts.base(s, hero) & barred:
        return
    square, hero.at = hero.at, OFF
    if not spawn.place_near(g, hero, square):
        raise RuntimeError("there is no free square on the whole map")
    g.emit("ev.placed", "HA-7", facts.went(hero.id, square, [hero.at]), who=facts.name(hero))


def equip(g: Play, hero: Member, card: str) -> None:
    """Wear a card of the backpack in the slot of its crystal; a replaced card is discarded (PU-6 to PU-8)."""
    s: State = g.state
    s.backpack.remove(card)
    slot = box().equipment[card].slot
    old = hero.slots.pop(slot, "")
    hero.slots[slot] = card
    g.emit("ev.equips", "PU-7", {"type": "glow", "piece": hero.id, "n": 0}, who=facts.name(hero), what=card)
    if old:
        discard_card(s, old)
        g.emit("ev.replaced", "PU-8", what=old)
    clamp(g, hero)
    wounds.cure_immune(g, hero)


def discard_worn(g: Play, hero: Member, card: str, rule: str = "PU-8") -> None:
    """Discard a card that a Hero wears."""
    s: State = g.state
    slot = next(slot for slot, held in hero.slots.items() if held == card)
    del hero.slots[slot]
    hero.declined.clear()
    discard_card(s, card)
    g.emit("ev.discarded", rule, {"type": "glow", "piece": hero.id, "n": 0}, who=facts.name(hero), what=card)
    clamp(g, hero)


def draw_wearable(g: Play) -> str | None:
    """Draw a treasure card that can be worn, None if there is none; wonders on the way are shuffled back."""
    s: State = g.state
    aside: list[str] = []
    card = treasure(g)
    while card is not None and card not in box().equipment:
        aside.append(card)
        card = treasure(g)
    for wonder in aside:
        s.treasure.put_back_shuffled(g.rng, wonder)
    return card


def wear_for_a_while(g: Play, hero: Member, card: str) -> None:
    """Let a Hero wear a card of the backpack beside those in its slots (Experimental Concoction)."""
    s: State = g.state
    s.backpack.remove(card)
    number = 1
    while f"{EXTRA}{number}" in hero.slots:
        number += 1
    hero.slots[f"{EXTRA}{number}"] = card
    show = {"type": "glow", "piece": hero.id, "n": 0}
    g.emit("ev.wears_for_a_while", "PO-7", show, who=facts.name(hero), what=card)
    clamp(g, hero)
    wounds.cure_immune(g, hero)


def end_extra(g: Play, hero: Member, card: str) -> None:
    """Discard a card that was worn for a while, if it is still there (PO-7)."""
    slot = next((slot for slot, held in hero.slots.items() if held == card and slot.startswith(EXTRA)), "")
    if slot:
        del hero.slots[slot]
        discard_card(g.state, card)
        g.emit("ev.discarded", "PO-7", who=facts.name(hero), what=card)
        clamp(g, hero)


def strip(s: State, hero: Member) -> None:
    """Put what a guest wears into the backpack; what it wears for a while only is discarded."""
    for slot, card in hero.slots.items():
        if box().equipment[card].slot == slot:
            s.backpack.append(card)
        else:
            discard_card(s, card)
    hero.slots.clear()
    hero.declined.clear()


def draw_loot(g: Play, n: int, rule: str = "PU-2") -> None:
    """Draw loot cards into the backpack."""
    s: State = g.state
    for _ in range(n):
        card = s.loot.draw(g.rng)
        if card is None:
            return
        s.backpack.append(card)
        g.reveal()
        g.emit("ev.loot", rule, {"type": "card", "card": f"card.{card}"}, what=card)


def draw_treasure(
    g: Play, n: int, lucky: Member | None = None, rule: str = "PU-3"
) -> Generator[Any, Any, None]:
    """Draw treasure cards into the backpack; a boo booty card has no chest here, so draw again (BB-3)."""
    yield from _keep(g, [card for card in (treasure(g) for _ in range(n)) if card is not None], lucky, rule)


def _keep(g: Play, hand: list[str], lucky: Member | None, rule: str) -> Generator[Any, Any, None]:
    """Put drawn treasure into the backpack; Luck draws one card more and shuffles one back (AB-3)."""
    s: State = g.state
    more = treasure(g) if lucky is not None and hand else None
    if more is not None:
        hand.append(more)
    s.backpack += hand  # in sight while the choice is open
    if lucky is not None and more is not None:
        kinds = list(dict.fromkeys(hand))
        back = (yield from _choose(g, lucky, kinds)) if len(kinds) > 1 else kinds[0]
        hand.remove(back)
        s.backpack.remove(back)
        s.treasure.put_back_shuffled(g.rng, back)
    for card in hand:
        g.emit("ev.treasure", rule, {"type": "card", "card": f"card.{card}"}, what=card)


def treasure(g: Play) -> str | None:
    """Draw until something else than a boo booty comes; None if there is nothing else."""
    s: State = g.state
    aside: list[str] = []
    g.reveal()
    card = s.treasure.draw(g.rng)
    while card is not None and card in box().booty:
        g.emit("ev.booty_redrawn", "BB-3", {"type": "card", "card": f"model.{card}"}, what=card)
        aside.append(card)
        card = s.treasure.draw(g.rng)
    for booty in aside:
        s.treasure.discard(booty)
    return card


def _choose(g: Play, hero: Member, hand: list[str]) -> Generator[Any, Any, str]:
    choice: Choice = yield Decision(
        seats=(hero.seat,),
        prompt="ask.luck",
        rule="AB-3",
        groups=(targets("back", "do.put_back", "AB-3", "card", hand, hero.id),),
        params={"who": facts.name(hero)},
        about=(hero.id,),
    )
    return choice.name()


def luckiest(s: State) -> Member | None:
    """Return the first Hero with Luck: it is used for what the party draws in Power-Up (AB-3), or None."""
    return next((hero for hero in s.heroes() if facts.has(s, hero, "Luck")), None)


def open_chest(g: Play, hero: Member, chest: Token, rule: str) -> Generator[Any, Any, None]:
    """Open a chest: two treasure cards; for a boo booty card its model takes the chest's place (BB-3)."""
    s: State = g.state
    del s.tokens[chest.id]
    g.emit("ev.chest_opened", rule, {"type": "gone", "piece": chest.id, "n": 0}, who=facts.name(hero))
    hand: list[str] = []
    standing = True
    for _ in range(int(s.options["chest_treasures"])):
        g.reveal()
        card = s.treasure.draw(g.rng)
        if card is not None and card in box().booty:
            s.treasure.discard(card)
            if standing and s.pool.booties:
                standing = False
                g.emit("ev.booty_card", "BB-3", {"type": "card", "card": f"model.{card}"}, what=card)
                booty_appears(g, chest.at, card if card in s.pool.booties else _random_booty(g), "BB-3")
                continue
            g.emit("ev.booty_redrawn", "BB-4", {"type": "card", "card": f"model.{card}"}, what=card)
            card = treasure(g)  # BB-4
        if card is not None:
            hand.append(card)
    yield from _keep(g, hand, hero if facts.has(s, hero, "Luck") else None, rule)
    yield from reactions.after_chest(g, hero)
    yield from wounds.gain_wrath(g, hero, int(s.options["wrath_chest"]))


def chest_lost(g: Play, chest: Token) -> None:
    """A failed Pick Lock: a random boo booty stands where the chest was (BA-4, BB-2)."""
    s: State = g.state
    del s.tokens[chest.id]
    g.reveal()
    g.emit("ev.chest_lost", "BA-4", {"type": "gone", "piece": chest.id, "n": 0})
    if s.pool.booties:
        booty_appears(g, chest.at, _random_booty(g), "BA-4")
    else:
        g.emit("ev.chest_empty", "BB-4")


def _random_booty(g: Play) -> str:
    """Return a random kind of boo booty that is not on the map (BB-4)."""
    kinds: list[str] = g.state.pool.booties
    return kinds[g.rng.draw("booty", len(kinds))]


def booty_appears(g: Play, square: int, kind: str, rule: str) -> None:
    """Put a boo booty on a square; it acts from the next Consul turn (BB-5)."""
    s: State = g.state
    s.pool.booties.remove(kind)
    monster = Monster(s.fresh_id("m"), "boo_booty", kind, at=square)
    s.monsters[monster.id] = monster
    g.emit("ev.appears", rule, {"type": "appear", "piece": monster.id, "n": 0}, who=kind)
