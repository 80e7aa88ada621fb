"""Funny Costumes: a treasure card worn, whatever its slot, by a Hero while it is on the tile (EX-3)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from webgame.engine.decision import Choice, Decision, button
from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import equipment, facts, wounds
from webgame.systems.sde_arcade.state import OFF, Member, State

SLOT: Final = f"{equipment.EXTRA}costume"


def entered(g: Play, hero: Member, was: tuple[int, ...]) -> Generator[Any, Any, None]:
    """Discard a costume whose Hero has left; offer one to a Hero that was not on the tile before.

    `was` are the tiles it comes from.
    """
    s: State = g.state
    if hero.kind != "hero":
        return
    here = [tile for tile in facts.tiles_of(s, hero) if dressing(s, tile)]
    if SLOT in hero.slots and not here:
        discard(g, hero)
    if not here or SLOT in hero.slots or any(tile in was for tile in here) or hero.at == OFF:
        return
    choice: Choice = yield Decision(
        seats=(hero.seat,),
        prompt="ask.costume",
        rule="EX-6",
        groups=(
            button("costume", "do.costume", "EX-6", hero.id, tone="help"),
            button("no_costume", "do.no_costume", "EX-6", hero.id, tone="end"),
        ),
        params={"who": facts.name(hero)},
        about=(hero.id,),
    )
    card = equipment.draw_wearable(g) if choice.group == "costume" else None
    if card is not None:
        hero.slots[SLOT] = card
        show = {"type": "card", "card": f"card.{card}"}
        g.emit("ev.costume", "EX-6", show, who=facts.name(hero), what=card)
        equipment.clamp(g, hero)
        wounds.cure_immune(g, hero)


def dressing(s: State, tile: int) -> bool:
    """Whether costumes are to be had on a tile."""
    return any(
        step["op"] == "temporary_treasure"
        for card in s.tiles[tile].cards
        for step in box().explore[card].effects
    )


def discard(g: Play, hero: Member) -> None:
    """Discard the costume of a Hero that is not on its tile any more, Cursed or not (EX-6)."""
    card = hero.slots.pop(SLOT, "")
    if card:
        equipment.discard_card(g.state, card)
        g.emit("ev.discarded", "EX-6", who=facts.name(hero), what=card)
        if hero.at != OFF:
            equipment.clamp(g, hero)
