"""You have died: skulls, princess coins and the return to play (section 16 of the rulebook)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import equipment, facts, reactions, shapes, wounds
from webgame.systems.sde_arcade.state import OFF, Member, State, Token


def hero_falls(g: Play, hero: Member) -> Generator[Any, Any, None]:
    """Take a destroyed Hero off the map; with no Hero left the Consul wins at once (YD-1..3, TS-9)."""
    from webgame.systems.sde_arcade.rules import costumes, guests, pets

    s: State = g.state
    square = hero.at
    if hero.lasting and guests.is_guest(hero):
        guests.leaves(g, hero)
        return
    costumes.discard(g, hero)
    g.emit("ev.hero_falls", "YD-1", {"type": "gone", "piece": hero.id, "n": 0}, who=facts.name(hero))
    pet = facts.pet_of(s, hero)
    hero.at = OFF
    hero.down = True
    s.wrath_supply += hero.wrath
    hero.wrath = 0
    hero.status.clear()
    for entry in [e for e in hero.lasting if e.effect["op"] == "temporary_equip"]:
        equipment.end_extra(g, hero, entry.effect["card"])
    hero.lasting.clear()
    wounds.end_effects(s, hero.id)
    reactions.lift_traps(g, hero)
    shapes.fallen(s, hero)
    for creep in hero.invaders:
        kind = s.monsters.pop(creep).card
        s.pool.creeps[kind] = s.pool.creeps.get(kind, 0) + 1
    hero.invaders.clear()
    wounds.put_token(s, "skull", square, hero.id)
    if pet is not None:
        pets.to_backpack(g, pet)
    if not any(guests.regulars(s)) and not s.outcome:
        s.outcome, s.outcome_rule = "defeat", "TS-9"
        g.emit("ev.defeat", "TS-9", {"type": "banner", "tone": "consul"})
    yield from ()


def jammed(s: State) -> str | None:
    """Return the explore card that forbids coins now, or None (YD-9)."""
    for tile, placed in enumerate(s.tiles):
        for card in placed.cards:
            for effect in box().explore[card].effects:
                if effect["op"] == "forbid" and effect["what"] == "princess_coin":
                    if any(facts.on_tile(s, hero, tile) for hero in s.heroes()):
                        return card
    return None


def spend_coins(g: Play, member: Member) -> Generator[Any, Any, None]:
    """Upkeep step 2: the party may spend coins; each takes all wounds and status off one Hero (YD-4)."""
    s: State = g.state
    enough = "do.no_coin"
    while s.coins > 0 and not jammed(s):
        needy = [m.id for m in s.members.values() if m.kind == "hero" and (m.wounds or m.status or m.down)]
        if not needy:
            return
        choice: Choice = yield Decision(
            seats=equipment.hero_seats(s),  # the party decides, destroyed Heroes' players too
            prompt="ask.coin",
            rule="YD-4",
            mode="any",
            groups=(
                targets(
                    "coin", "do.spend_coin", "YD-4", "piece", needy, member.id, tone="help", icon="two-coins"
                ),
                button("no_coin", enough, "YD-4", member.id, tone="end"),
            ),
            params={"n": s.coins, "who": facts.name(member)},
            about=tuple(needy),
        )
        if choice.group == "no_coin":
            return
        hero = s.members[choice.name()]
        s.coins -= 1
        enough = "do.no_more_coins"
        s.spent_coins += 1
        hero.wounds = 0
        hero.status.clear()
        wounds.let_go(hero)
        g.emit("ev.coin_spent", "YD-4", {"type": "heal", "piece": hero.id, "n": 0}, who=facts.name(hero))
        if hero.down:
            yield from returns(g, hero)


def returns(g: Play, hero: Member) -> Generator[Any, Any, None]:
    """Bring a destroyed Hero back next to the start marker; its skull, if still there, goes (YD-5)."""
    from webgame.systems.sde_arcade.rules import spawn, terrain

    s: State = g.state
    start = next(t.at for t in s.tokens.values() if t.kind == "start")
    marks = [start]
    fell = _skull(s, hero)
    if fell is not None and s.options["return_at"] == "skull":
        marks.append(fell.at)
    places: list[int] = []
    for mark in marks:
        around = layout(s).grid.within(1 << mark, 1) & ~(1 << mark)
        beside = bits(spawn.anchors_touching(s, hero, around))
        places += [at for at in beside if not facts.block(s, at, hero.size) >> mark & 1 and at not in places]
    if places:
        choice: Choice = yield Decision(
            seats=(hero.seat,),
            prompt="ask.return",
            rule="YD-5",
            groups=(targets("to", "do.place", "YD-5", "square", places, hero.id),),
            params={"who": facts.name(hero)},
            about=(hero.id,),
        )
        hero.at = choice.square()
    elif not spawn.place_near(g, hero, start):
        raise RuntimeError("there is no free square on the whole map")
    hero.down = False
    skull = _skull(s, hero)
    if skull is not None:
        del s.tokens[skull.id]
    s.turn.before = [id for id in s.turn.before if id != hero.id]  # TS-4
    hero.acted_in = 0
    g.emit("ev.hero_returns", "YD-5", {"type": "appear", "piece": hero.id, "n": 0}, who=facts.name(hero))
    yield from terrain.enter(g, hero, bits(facts.base(s, hero)))


def _skull(s: State, hero: Member) -> Token | None:
    return next((t for t in s.tokens.values() if t.kind == "skull" and t.owner == hero.id), None)


def scavenge_skull(g: Play, skull: Token) -> None:
    """Put the equipment of a destroyed Hero into the backpack and remove its skull (YD-6)."""
    s: State = g.state
    owner = s.members[skull.owner]
    cards = list(owner.slots.values())
    s.backpack += cards
    owner.slots.clear()
    owner.declined.clear()
    equipment.clamp(g, owner)
    del s.tokens[skull.id]
    g.emit("ev.skull_taken", "YD-6", who=facts.name(owner), n=len(cards))
