"""What explore cards of the bosses' sets do as they are drawn (EX-6); what lasts is asked for elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Final

from webgame.engine.decision import Choice, Decision, Group, button, targets
from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import Effect, ExploreCard, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import (
    effects,
    equipment,
    facts,
    guests,
    kept,
    remodel,
    resolve,
    wounds,
)
from webgame.systems.sde_arcade.state import Lasting, Member, State

Steps = Generator[Any, Any, None]
Find = Callable[[Play, ExploreCard, Effect, Member, int], Steps]
LASTS: Final = frozenset({"loot_limit", "mov_mult"})  # nothing happens at once
TILE: Final = "tile"  # until: the card lies by the tile for the rest of the game


def lacking(step: Effect) -> bool:
    """Whether a step of a card is none of those here."""
    op = step["op"]
    if op == "keep":
        return step["use"]["op"] not in kept.MOMENTS
    if op == "gain_ability":
        return step["target"] not in ("heroes_on_tile", "models_on_tile", "spawning_point_on_tile")
    return op not in FINDS and op not in LASTS


def regenerate(g: Play, card: ExploreCard, step: Effect, member: Member, tile: int) -> Steps:
    """Faery Queen: all Heroes regenerate (AB-3)."""
    strike = resolve.Strike(
        name=card.name, kind="support", vs=None, effects=(step,), local=False, rule="EX-6"
    )
    yield from effects.carry_out(g, strike, None, [], resolve.Outcome())


def inflict(g: Play, card: ExploreCard, step: Effect, member: Member, tile: int) -> Steps:
    """All Heroes suffer a status effect, or all monsters near a Hero that the players choose."""
    s: State = g.state
    if step["target"] == "all_heroes":
        for hero in list(s.heroes()):
            yield from wounds.inflict(g, hero, step["status"], "EX-6")
        return
    chosen = yield from _choose_hero(g, card)
    if chosen is None:
        return
    reach = layout(s).grid.within(facts.base(s, chosen), int(step["squares"]))
    for monster in facts.standing_on(s, list(s.foes()), reach):
        if monster.kind != "spawning_point":
            yield from wounds.inflict(g, monster, step["status"], "EX-6")


def _choose_hero(g: Play, card: ExploreCard) -> Generator[Any, Any, Member | None]:
    s: State = g.state
    heroes = [hero.id for hero in s.heroes()]
    if not heroes:
        return None
    choice: Choice = yield Decision(
        seats=equipment.hero_seats(s),
        prompt="ask.card_hero",
        rule="EX-6",
        mode="any",
        groups=(targets("hero", "do.card_hero", "EX-6", "piece", heroes),),
        params={"what": card.name},
    )
    return s.members[choice.name()]


def target_limit(g: Play, card: ExploreCard, step: Effect, member: Member, tile: int) -> Steps:
    """Burglar's Ring: on this tile (EX-3) a chosen Hero can be targeted from near by only."""
    hero = yield from _choose_hero(g, card)
    if hero is not None:
        limit = {"op": "target_limit", "squares": int(step["squares"]), "tile": tile}
        hero.lasting.append(Lasting(card.name, limit, TILE, hero.id))
        show = {"type": "glow", "piece": hero.id, "n": 0}
        g.emit("ev.lasting", "EX-6", show, who=facts.name(hero), what=card.name)


def gain_pet(g: Play, card: ExploreCard, step: Effect, member: Member, tile: int) -> Steps:
    """Dirty Bison: a pet that the players choose leaves the treasure deck for the backpack (PT-1)."""
    s: State = g.state
    known = box().wonders
    there = sorted({c for c in (*s.treasure.draw_pile, *s.treasure.discard_pile) if c in known})
    if not there:
        g.emit("ev.card_idle", "PT-1", what=card.name)
        return
    choice: Choice = yield Decision(
        seats=equipment.hero_seats(s),
        prompt="ask.gain_pet",
        rule="PT-1",
        mode="any",
        groups=(targets("pet", "do.gain_pet", "PT-1", "card", there),),
    )
    s.treasure.remove(choice.name())
    s.backpack.append(choice.name())
    show = {"type": "card", "card": f"card.{choice.name()}"}
    g.emit("ev.treasure", "PT-1", show, what=choice.name())


def respec(g: Play, card: ExploreCard, step: Effect, member: Member, tile: int) -> Steps:
    """All Heroes discard their equipment, not Cursed cards (PU-9), and may at once wear discarded cards."""
    s: State = g.state
    for hero in s.heroes():
        for worn in [c for slot, c in hero.slots.items() if slot in SLOTS and not equipment.cursed(c)]:
            equipment.discard_worn(g, hero, worn, "EX-6")
    while True:
        piles = dict.fromkeys([*s.treasure.discard_pile, *s.loot.discard_pile])
        wearable = [c for c in piles if c in box().equipment]
        groups: list[Group] = []
        for hero in s.heroes():
            fit = tuple(c for c in wearable if box().equipment[c].slot not in hero.slots)
            if fit:
                params = {"who": facts.name(hero), "tone": "help"}
                groups.append(
                    Group(f"equip.{hero.id}", "do.equip", "EX-6", hero.id, "card", fit, params, (hero.seat,))
                )
        if not groups:
            return
        groups.append(button("done", "do.done_equipping", "EX-6", tone="end"))
        choice: Choice = yield Decision(
            seats=equipment.hero_seats(s), prompt="ask.respec", rule="EX-6", mode="any", groups=tuple(groups)
        )
        if choice.group == "done":
            return
        (s.loot if choice.name() in box().loot else s.treasure).discard_pile.remove(choice.name())
        s.backpack.append(choice.name())
        equipment.equip(g, s.members[choice.group.partition(".")[2]], choice.name())


SLOTS: Final = ("Ruby", "Citrine", "Emerald", "Sapphire")


def rotate_tile(g: Play, card: ExploreCard, step: Effect, member: Member, tile: int) -> Steps:
    """Hidden Lever."""
    yield from remodel.rotate(g, tile, int(step["degrees"]))


def add_tile_effect(g: Play, card: ExploreCard, step: Effect, member: Member, tile: int) -> Steps:
    """Secret Passage."""
    yield from remodel.passages(g, tile)


def guest_hero(g: Play, card: ExploreCard, step: Effect, member: Member, tile: int) -> Steps:
    """New Player."""
    yield from guests.arrives(g, member, tile, int(step["activations"]))


def table_rule(g: Play, card: ExploreCard, step: Effect, member: Member, tile: int) -> Steps:
    """A rule for the people at the table: it is told, nothing is enforced (EX-6)."""
    g.emit("ev.table_rule", "EX-6", {"type": "card", "card": f"explore.{card.name}"}, what=card.name)
    yield from ()


def gain_ability(g: Play, card: ExploreCard, step: Effect, member: Member, tile: int) -> Steps:
    """Ghost Well changes the tile; who becomes immune loses its token at once (AB-3, ST-2)."""
    s: State = g.state
    if step["ability"] == "Ghost":
        remodel.haunt(g, tile)
    for fig in (*s.members.values(), *s.monsters.values()):
        if facts.on_tile(s, fig, tile):
            wounds.cure_immune(g, fig)
    yield from ()


def nothing(g: Play, card: ExploreCard, step: Effect, member: Member, tile: int) -> Steps:
    """Kept cards wait in the backpack, costumes for Heroes that enter (terrain.enter)."""
    yield from ()


FINDS: Final[dict[str, Find]] = {
    "add_tile_effect": add_tile_effect,
    "gain_ability": gain_ability,
    "gain_pet": gain_pet,
    "guest_hero": guest_hero,
    "inflict": inflict,
    "keep": nothing,
    "regenerate": regenerate,
    "respec": respec,
    "rotate_tile": rotate_tile,
    "table_rule": table_rule,
    "target_limit": target_limit,
    "temporary_treasure": nothing,
}
