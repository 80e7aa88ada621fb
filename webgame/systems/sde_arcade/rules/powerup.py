"""Power-Up, after every turn of either side: equipment, wonders, mighty monsters, boss spawn (section 15)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final, NamedTuple

from webgame.engine.decision import Choice, Decision, Group, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.engine.system import CHECKPOINT, FRAME
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import equipment, facts, pets
from webgame.systems.sde_arcade.state import Member, Monster, State

REWARDS, EQUIPMENT, WONDER, MIGHTY, BOSS = range(5)
LEAVING: Final = ("done", "rest")  # a seat is done with a part, or done until there is something new for it
PASSED_ON: Final = ">"  # between the names of a pet and of a Hero that it may be given to


def run(g: Play) -> Generator[Any, Any, None]:
    """Run the parts of Power-Up from `turn.part` on, then start the other side's turn (PU-1)."""
    s: State = g.state
    if s.turn.part == REWARDS:
        yield from _rewards(g)
        s.turn.part = EQUIPMENT
    if s.turn.part == EQUIPMENT:
        yield from _equipment(g)
        s.turn.part = WONDER
    if s.turn.part == WONDER:
        yield from _wonders(g)
        if s.outcome:
            return
        s.turn.part = MIGHTY
    if s.turn.part == MIGHTY:
        _mighty(g)
        s.turn.part = BOSS
    yield from _boss_spawn(g)
    if s.turn.side == "consul":
        _fade(g)
    _next_turn(s)
    yield FRAME


def _rewards(g: Play) -> Generator[Any, Any, None]:
    """Draw the cards earned in the turn (PU-2 to PU-4)."""
    s: State = g.state
    loot = min(s.turn.loot, max(int(s.options["loot_per_turn"]), *_loot_limits(s)))
    treasure = s.turn.treasure
    s.turn.loot = s.turn.treasure = 0
    if loot:
        equipment.draw_loot(g, loot)
    if treasure:
        yield from equipment.draw_treasure(g, treasure, equipment.luckiest(s))
    if loot or treasure:
        yield FRAME


def _loot_limits(s: State) -> list[int]:
    """Return how much loot explore cards in force allow in a turn (Grave Robbers)."""
    found = [step for tile in s.tiles for card in tile.cards for step in box().explore[card].effects]
    return [0, *(int(step["value"]) for step in found if step["op"] == "loot_limit")]


def _equipment(g: Play) -> Generator[Any, Any, None]:
    """Let the party equip Heroes from the backpack as often as it likes (PU-7)."""
    s: State = g.state
    while True:
        cards = list(dict.fromkeys(card for card in s.backpack if card in box().equipment))
        if not cards:
            break
        cursed = [c for c in cards if equipment.cursed(c) and _free_slot(s, c)]
        offers: list[Offer] = []
        for hero in s.heroes():
            fit = tuple(c for c in (cursed or cards) if _may_wear(hero, c))
            if fit:  # CP-3: each Hero is its own player's
                params = {"who": facts.name(hero), "tone": "help"}
                id = f"equip.{hero.id}"
                offers.append(
                    Offer(Group(id, "do.equip", "PU-7", hero.id, "card", fit, params, (hero.seat,)), fit)
                )
        question = _cursed_question(offers) if cursed else _question(s, offers, "ask.equip", "PU-7")
        if question is None:
            break
        yield CHECKPOINT
        choice: Choice = yield question
        if choice.group in LEAVING:
            _leave(s, choice, offers)
            continue
        equipment.equip(g, s.members[choice.group.partition(".")[2]], choice.name())
        yield FRAME
    s.turn.done = []


# -- who is asked, and who is done ---------------------------------------------------------------------------


class Offer(NamedTuple):
    """A group of one seat, and what it offers by name: what the seat may decline until there is more."""

    group: Group
    names: tuple[str, ...]


def _owners(s: State) -> dict[str, Member]:
    return {m.seat: m for m in s.members.values() if m.kind == "hero"}


def _question(s: State, offers: list[Offer], prompt: str, rule: str) -> Decision | None:
    """Ask the seats that are not done and have an offer they have not declined; None: nobody (CP-3)."""
    asked = []
    for seat, hero in _owners(s).items():
        hero.declined = [name for name in hero.declined if PASSED_ON in name or name in s.backpack]
        names = [name for offer in offers if seat in offer.group.seats for name in offer.names]
        if seat not in s.turn.done and any(name not in hero.declined for name in names):
            asked.append(seat)
    if not asked:
        return None
    groups = [offer.group for offer in offers if offer.group.seats[0] in asked]
    return Decision(
        seats=tuple(asked),
        prompt=prompt,
        rule=rule,
        mode="any",
        groups=(
            *groups,
            button("done", "do.done", rule, tone="end", icon="check"),
            button("rest", "do.done_until_new", rule, tone="quiet", icon="sleep"),
        ),
    )


def _cursed_question(offers: list[Offer]) -> Decision | None:
    """Ask who wears the Cursed cards: somebody must (PU-9)."""
    if not offers:
        return None
    return Decision(
        seats=tuple(dict.fromkeys(offer.group.seats[0] for offer in offers)),
        prompt="ask.equip_cursed",
        rule="PU-9",
        mode="any",
        groups=tuple(offer.group for offer in offers),
    )


def _leave(s: State, choice: Choice, offers: list[Offer]) -> None:
    """Note that a seat is done with this part, perhaps until there is something new for it."""
    s.turn.done.append(choice.seat)
    if choice.group == "rest":
        hero = _owners(s)[choice.seat]
        names = [name for offer in offers if choice.seat in offer.group.seats for name in offer.names]
        hero.declined = list(dict.fromkeys([*hero.declined, *names]))


# -- what fits -----------------------------------------------------------------------------------------------


def _free_slot(s: State, card: str) -> bool:
    slot = box().equipment[card].slot
    return any(slot not in hero.slots for hero in s.heroes())


def _may_wear(hero: Member, card: str) -> bool:
    """Whether a Hero can take a card: a worn Cursed card can't be replaced (PU-9)."""
    worn = hero.slots.get(box().equipment[card].slot)
    return worn is None or not equipment.cursed(worn)


def _wonders(g: Play) -> Generator[Any, Any, None]:
    """Let Heroes become masters of pets, and pets change masters (PU-11, PT-1, PT-2)."""
    s: State = g.state
    while not s.outcome:
        ready = tuple(dict.fromkeys(pets.available(s)))
        free = pets.masters(s)
        offers: list[Offer] = []
        for hero in free:
            fit = tuple(card for card in ready if pets.suits(s, hero, box().wonders[card].pet))
            if fit and pets.room(s, hero):
                params = {"who": facts.name(hero), "tone": "help"}
                id = f"master.{hero.id}"
                offers.append(
                    Offer(Group(id, "do.master", "PT-1", hero.id, "card", fit, params, (hero.seat,)), fit)
                )
        for pet in [m for m in s.party() if m.kind == "pet"]:
            takers = tuple(
                hero.id for hero in free if pets.suits(s, hero, pet.card) and pets.room(s, hero, pet)
            )
            if takers:
                params = {"who": facts.name(pet)}
                id = f"give.{pet.id}"
                names = tuple(f"{pet.card}{PASSED_ON}{taker}" for taker in takers)
                offers.append(
                    Offer(
                        Group(id, "do.give_pet", "PT-2", pet.id, "piece", takers, params, (pet.seat,)), names
                    )
                )
        question = _question(s, offers, "ask.wonder", "PU-11")
        if question is None:
            break
        yield CHECKPOINT
        choice: Choice = yield question
        if choice.group in LEAVING:
            _leave(s, choice, offers)
            continue
        kind, _, who = choice.group.partition(".")
        if kind == "give":
            yield from pets.change_master(g, s.members[who], s.members[choice.name()])
        else:
            yield from pets.gain_master(g, s.members[who], choice.name())
        yield FRAME
    s.turn.done = []


def _mighty(g: Play) -> None:
    """Advance the mighty monsters chart to the number of mini-bosses destroyed (PU-12, PU-13)."""
    s: State = g.state
    if s.turn.mini_bosses:
        s.turn.mini_bosses = 0
        _set_might(g, "PU-12")


def _set_might(g: Play, rule: str) -> None:
    s: State = g.state
    step = s.slain + s.might_extra if s.options["mighty_by"] == "destroyed" else s.might + 1
    step = min(int(s.options["mighty_top"]), step)
    if step > s.might:
        s.might = step
        g.emit("ev.mighty", rule, {"type": "banner", "tone": "consul"}, n=step)


def _boss_spawn(g: Play) -> Generator[Any, Any, None]:
    """Place a mini-boss for each fallen spawning point, the dungeon boss for the last (PU-14 to PU-18)."""
    s: State = g.state
    fallen = s.turn.fallen
    s.turn.fallen = []
    none_left = bool(fallen) and not any(m.kind == "spawning_point" for m in s.monsters.values())
    for square, tile in fallen[:-1] if none_left else fallen:
        yield from _mini_boss(g, square, tile)
    if none_left and s.pool.boss:
        square, tile = fallen[-1]
        name, s.pool.boss = s.pool.boss, ""
        yield from _enter(g, name, "dungeon_boss", square, tile, "PU-15")


def _mini_boss(g: Play, square: int, tile: int) -> Generator[Any, Any, None]:
    s: State = g.state
    left = s.pool.mini_bosses
    if not left:
        if s.options["no_mini_boss"] == "might":
            s.might_extra += 1
            _set_might(g, "PU-16")
        else:
            g.emit("ev.no_mini_boss", "PU-16")
        return
    if len(left) > 1 and s.options["mini_boss_choice"] == "players":
        choice: Choice = yield Decision(
            seats=equipment.hero_seats(s),
            prompt="ask.mini_boss",
            rule="PU-17",
            mode="any",
            groups=(targets("mini_boss", "do.mini_boss", "PU-17", "value", sorted(left)),),
        )
        name = choice.name()
        left.remove(name)
    else:
        name = left.pop(g.rng.draw("mini_boss", len(left)))  # PU-17
    yield from _enter(g, name, "mini_boss", square, tile, "PU-14")


def _enter(g: Play, name: str, kind: str, square: int, tile: int, rule: str) -> Generator[Any, Any, None]:
    from webgame.systems.sde_arcade.rules import elements, spawn

    s: State = g.state
    card = box().monsters[name]
    boss = Monster(s.fresh_id("m"), kind, name)
    boss.size = card.base[0]
    boss.tile = tile
    s.monsters[boss.id] = boss
    elements.give(g, boss, name)
    chosen = None
    if kind == "dungeon_boss" and s.options["boss_place"] == "tile":
        chosen = yield from _boss_square(s, boss)
    if chosen is not None:
        boss.at = chosen
    elif not spawn.place_near(g, boss, square):
        raise RuntimeError(f"no room for {name} on the whole map")
    g.emit("ev.boss_appears", rule, {"type": "appear", "piece": boss.id, "n": 0}, who=name)
    yield FRAME


def _boss_square(s: State, boss: Monster) -> Generator[Any, Any, int | None]:
    """Let the players choose where on its tile the dungeon boss enters, if it has room there (PU-15)."""
    from webgame.systems.sde_arcade.rules import spawn

    lay = layout(s)
    room = [
        at
        for at in bits(spawn.anchors_touching(s, boss, lay.tiles[boss.tile]))
        if not facts.block(s, at, boss.size) & ~lay.tiles[boss.tile]
    ]
    if not room:
        return None
    choice: Choice = yield Decision(
        seats=equipment.hero_seats(s),
        prompt="ask.boss_place",
        rule="PU-15",
        mode="any",
        groups=(targets("to", "do.place", "PU-15", "square", room),),
        params={"who": boss.card},
        about=(boss.id,),
    )
    return choice.square()


def _fade(g: Play) -> None:
    """Heroes give wrath back at the end of a Consul turn, if a house rule says so (WR-4)."""
    s: State = g.state
    fades = int(s.options["wrath_decay"])
    for hero in s.heroes() if fades else ():
        n = min(fades, hero.wrath)
        if n:
            hero.wrath -= n
            s.wrath_supply += n
            g.emit("ev.wrath_fades", "WR-4", who=facts.name(hero), n=hero.wrath)


def _next_turn(s: State) -> None:
    """Hand over to the other side (TS-1)."""
    turn = s.turn
    turn.part = REWARDS
    turn.drained = 0
    turn.passing = []
    turn.left_to_engine = False
    turn.active = turn.pet = ""
    if turn.side == "heroes":
        turn.side, turn.phase = "consul", "consul"
        return
    turn.side, turn.phase = "heroes", "choose"
    turn.round += 1
    turn.before, turn.acted = turn.acted, []
    turn.card = ""
