"""Explore cards: drawing one for a new tile and doing what it says; creeps; the Friendly Chimera (EX, CR-1, CR-2, CR-7)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, Group, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.engine.system import CHECKPOINT, FRAME
from webgame.systems.sde_arcade.cards import Effect, ExploreCard, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import effects, equipment, facts, resolve, traps, wounds
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

FORBIDDEN = ("princess_coin", "unique_offense", "unique_support")
TURBO = "turbo"  # mark in Member.used: had the bonus in this activation (EX-14)
Steps = Generator[Any, Any, None]


def lacking(card: ExploreCard) -> list[str]:
    """Return what an explore card needs that is not coded: names of effects."""
    return [f"effect {step['op']!r} of {card.name!r}" for step in card.effects if not _coded(step)]


def _coded(step: Effect) -> bool:
    op = step["op"]
    if op in ("on_spawning_point_destroyed", "on_mini_boss_destroyed"):
        do = _steps(step["do"])
        if op == "on_mini_boss_destroyed":
            return all(d["op"] in ("draw", "gain_coin") for d in do)
        return all(d["op"] == "draw" or d["op"] in effects.OPS for d in do)
    if op == "forbid":
        return step["what"] in FORBIDDEN
    if op in ("ap", "mov"):
        return step.get("target") == "heroes_on_tile"
    if op == "inflict":
        return step.get("target") == "all_heroes"
    if op == "walk_through_walls":
        return "where" not in step
    known = (
        "control_creeps",
        "gain_coin",
        "lock_doorways",
        "place_tokens",
        "range",
        "roll_stars",
        "swap_loot",
        "trap",
    )
    return op in known


def _steps(do: Effect | list[Effect]) -> list[Effect]:
    return do if isinstance(do, list) else [do]


# -- entering and drawing ------------------------------------------------------------------------------------


def entered(g: Play, member: Member, new: int) -> Generator[Any, Any, bool]:
    """Draw an explore card for each unexplored tile that a party member has set foot on; return whether one was drawn.

    `new` are the squares newly covered. However it came there, the first presence counts (EX-1, EX-4).
    """
    s: State = g.state
    drawn = False
    for i, tile in enumerate(s.tiles):
        if not tile.explored and new & layout(s).tiles[i]:
            tile.explored = True
            g.emit("ev.enters_tile", "EX-1", who=facts.name(member), what=box().tiles[tile.side].name)
            yield from draw_for_tile(g, member, i)
            drawn = True
            if s.outcome:
                return True
    if member.id == s.turn.active:
        turbo(g, member)
    return drawn


def draw_for_tile(g: Play, member: Member, tile: int) -> Steps:
    """Draw an explore card for a tile and resolve it (EX-1, EX-3); with Never-Lost choose one of two (EX-7)."""
    s: State = g.state
    g.reveal()
    name = s.explore.draw(g.rng)
    if name is None:
        g.emit("ev.no_explore_card", "CP-6")
        return
    if facts.has(s, member, "Never-Lost"):
        name = yield from _choose_card(g, member, name)
    s.tiles[tile].searched += 1
    card = box().explore[name]
    g.emit(
        "ev.explore", "EX-1", {"type": "card", "card": f"explore.{name}"}, who=facts.name(member), what=name
    )
    yield FRAME
    yield from _resolve(g, card, member, tile)
    yield FRAME


def _choose_card(g: Play, member: Member, name: str) -> Generator[Any, Any, str]:
    s: State = g.state
    other = s.explore.draw(g.rng)
    if other is None:
        return name
    if other != name:
        choice: Choice = yield Decision(
            seats=(facts.master_of(s, member).seat,),
            prompt="ask.never_lost",
            rule="EX-7",
            groups=(targets("keep", "do.keep_card", "EX-7", "card", [name, other], member.id),),
            params={"who": facts.name(member)},
            about=(member.id,),
        )
        if choice.name() == other:
            name, other = other, name
    s.explore.discard(other)
    return name


def searchable(s: State, hero: Figure) -> int | None:
    """Return the tile a Hero may search: one it stands on that had an explore card already; or None (BA-9)."""
    if not s.explore.draw_pile and not s.explore.discard_pile:
        return None
    return next((tile for tile in facts.tiles_of(s, hero) if s.tiles[tile].searched), None)


def _resolve(g: Play, card: ExploreCard, member: Member, tile: int) -> Steps:
    """Do what a card says: discovery, trap, creeps (EX-5); then it lies by the tile, is kept or discarded (EX-3)."""
    s: State = g.state
    here = s.tiles[tile]
    if card.duration == "kept":
        s.kept.append(card.name)
    elif card.duration == "tile" and _lasts(s, card, tile):
        here.cards.append(card.name)
    else:
        s.explore.discard(card.name)
    for step in card.effects:
        yield from _discover(g, card, step, member, tile)
        if s.outcome:
            return
    friendly = any(step["op"] == "control_creeps" for step in card.effects)
    if card.creeps:
        if friendly:
            yield from _friendly_creeps(g, card.creeps, member, tile)
        else:
            creeps_appear(g, card.creeps, member, tile)


def _lasts(s: State, card: ExploreCard, tile: int) -> bool:
    """Whether a card stays by its tile: not if all it does waits for something that can't come any more (EX-14)."""
    waits = [step["op"] for step in card.effects]
    point = standing_point(s, tile) is not None
    if waits and all(op in ("on_spawning_point_destroyed", "lock_doorways") for op in waits):
        return point
    if waits and all(op == "on_mini_boss_destroyed" for op in waits):
        return point or any(m.kind == "mini_boss" and m.tile == tile for m in s.monsters.values())
    return True


def standing_point(s: State, tile: int) -> Monster | None:
    """Return the spawning point of a tile while it stands."""
    found = s.monsters.get(s.tiles[tile].spawn)
    return found if found is not None and found.kind == "spawning_point" else None


def _discover(g: Play, card: ExploreCard, step: Effect, member: Member, tile: int) -> Steps:
    """Carry out one step of a card at the moment it is drawn; what only lasts is asked for where it matters."""
    s: State = g.state
    op = step["op"]
    if op == "trap":
        yield from traps.place_template(g, step["trap"], member, tile)
    elif op == "gain_coin":
        s.coins += int(step["amount"])
        g.emit("ev.coin_found", "EX-6", n=s.coins)
    elif op == "lock_doorways":
        if standing_point(s, tile) is None:
            g.emit("ev.card_idle", "EX-12", what=card.name)
        else:
            s.tiles[tile].locked = True
            g.emit("ev.locked", "EX-12", what=box().tiles[s.tiles[tile].side].name)
    elif op == "place_tokens":
        _stash(g, step, tile)
    elif op == "swap_loot":
        yield from _merchant(g, int(step["max"]))
    elif op in ("ap", "mov"):
        if member.id == s.turn.active:
            turbo(g, member)
    elif op == "inflict":
        for hero in list(s.heroes()):
            yield from wounds.inflict(g, hero, step["status"], "EX-6")
    elif op.startswith("on_") and card.name not in s.tiles[tile].cards:
        g.emit("ev.card_idle", "EX-14", what=card.name)


# -- single cards --------------------------------------------------------------------------------------------


def free(s: State, tile: int) -> int:
    """Return the free squares of a tile: open floor, no chasm, no figure or chest."""
    lay = layout(s)
    return lay.tiles[tile] & lay.grid.open & ~lay.chasm & ~facts.occupied(s)


def _stash(g: Play, step: Effect, tile: int) -> None:
    """Put tokens on the squares diagonal to the spawning point, or else on the nearest free ones (EX-14)."""
    s: State = g.state
    lay = layout(s)
    centre = lay.spawn[tile]
    x, y = lay.grid.xy(centre)

    def order(square: int) -> tuple[bool, int, int]:
        ax, ay = lay.grid.xy(square)
        away = lay.grid.distance(1 << centre, 1 << square)
        return (abs(ax - x) != 1 or abs(ay - y) != 1, away if away is not None else len(lay.tile_of), square)

    taken = {token.at for token in s.tokens.values() if token.kind == step["token"]}
    room = sorted((sq for sq in bits(free(s, tile)) if sq not in taken and sq != centre), key=order)
    for square in room[: int(step["count"])]:
        token = wounds.put_token(s, step["token"], square)
        g.emit(
            "ev.token_found",
            "EX-14",
            {"type": "appear", "piece": token.id, "n": 0},
            what=f"l.token_{token.kind}",
        )


def _merchant(g: Play, most: int) -> Steps:
    """Let the party discard up to `most` loot cards, from backpack or Heroes, and draw as many (EX-14)."""
    s: State = g.state
    given = 0
    while given < most:
        groups: list[Group] = []
        held = list(dict.fromkeys(card for card in s.backpack if card in box().loot))
        if held:
            groups.append(targets("swap", "do.swap_loot", "EX-14", "card", held))
        for hero in s.heroes():
            worn = [
                c
                for c in hero.slots.values()
                if c in box().loot and "Cursed" not in box().equipment[c].abilities
            ]
            if worn:
                groups.append(
                    targets(
                        f"swap.{hero.id}",
                        "do.swap_worn",
                        "EX-14",
                        "card",
                        worn,
                        hero.id,
                        who=facts.name(hero),
                    )
                )
        if not groups:
            break
        groups.append(button("done", "do.done_trading", "EX-14", tone="end"))
        choice: Choice = yield Decision(
            seats=equipment.hero_seats(s),
            prompt="ask.merchant",
            rule="EX-14",
            mode="any",
            groups=tuple(groups),
            params={"n": most - given},
        )
        if choice.group == "done":
            break
        owner = choice.group.partition(".")[2]
        if owner:
            equipment.discard_worn(g, s.members[owner], choice.name())
        else:
            s.backpack.remove(choice.name())
            equipment.discard_card(s, choice.name())
            g.emit("ev.traded", "EX-14", what=choice.name())
        given += 1
    equipment.draw_loot(g, given, "EX-14")


def turbo(g: Play, hero: Member) -> None:
    """Give a Hero that starts on the tile of a Turbo Button, or first enters it, its bonus for this activation (EX-14).

    To be called at the beginning of an activation, after `used` and `gains` were cleared; entering calls it too.
    """
    s: State = g.state
    if hero.kind != "hero" or TURBO in hero.used or not any(tile.cards for tile in s.tiles):
        return
    for op in ("ap", "mov"):
        for step in facts.tile_effects(s, hero, op):
            if step.get("target") == "heroes_on_tile":
                hero.gains[op] = hero.gains.get(op, 0) + int(step["amount"])
                if TURBO not in hero.used:
                    hero.used.append(TURBO)
    if TURBO in hero.used:
        g.emit("ev.turbo", "EX-14", {"type": "glow", "piece": hero.id, "n": 0}, who=facts.name(hero))


def unlockable(s: State, hero: Figure) -> list[int]:
    """Return the locked tiles a Hero stands on, if the party has a key to spend (EX-12)."""
    if s.keys < 1:
        return []
    return [tile for tile in facts.tiles_of(s, hero) if s.tiles[tile].locked]


def unlock(g: Play, hero: Member, tile: int) -> None:
    """Spend a dungeon key to open the doors of a tile; it costs no action (EX-11, EX-12)."""
    s: State = g.state
    s.keys -= 1
    open_doors(g, tile, "EX-12", facts.name(hero))


def open_doors(g: Play, tile: int, rule: str, who: str) -> None:
    """Open locked doors; the card that locked them is done with."""
    s: State = g.state
    here = s.tiles[tile]
    here.locked = False
    for name in [
        c for c in here.cards if any(step["op"] == "lock_doorways" for step in box().explore[c].effects)
    ]:
        here.cards.remove(name)
        s.explore.discard(name)
    g.emit("ev.unlocked", rule, who=who, what=box().tiles[here.side].name)


def point_destroyed(g: Play, tile: int) -> Steps:
    """What the cards of a tile give when its spawning point is destroyed (EX-12, EX-14)."""
    s: State = g.state
    if tile < 0:
        return
    here = s.tiles[tile]
    if here.locked:
        open_doors(g, tile, "EX-12", "l.spawning_point")
    for name in list(here.cards):
        waiting = [
            step for step in box().explore[name].effects if step["op"] == "on_spawning_point_destroyed"
        ]
        if not waiting:
            continue
        here.cards.remove(name)
        s.explore.discard(name)
        g.emit("ev.reward", "EX-14", {"type": "card", "card": f"explore.{name}"}, what=name)
        for do in (d for step in waiting for d in _steps(step["do"])):
            if do["op"] == "draw":
                yield from _draw(g, do)
            else:
                strike = resolve.Strike(
                    name=name, kind="support", vs=None, effects=(do,), local=False, rule="EX-14"
                )
                yield from effects.carry_out(g, strike, None, [], resolve.Outcome())


def _count(s: State, do: Effect) -> int:
    """Return how many cards; `per_hero` counts all Heroes of the game, destroyed ones too (EX-14)."""
    if do["count"] == "per_hero":
        return sum(1 for member in s.members.values() if member.kind == "hero")
    return int(do["count"])


def _draw(g: Play, do: Effect) -> Steps:
    count = _count(g.state, do)
    if do["deck"] == "loot":
        equipment.draw_loot(g, count, "EX-14")
    else:
        yield from equipment.draw_treasure(g, count, equipment.luckiest(g.state), "EX-14")


def mini_boss_treasure(g: Play, tile: int) -> int:
    """Return how many treasure cards the mini-boss that came from a tile is worth (PU-3, Treasure Vault)."""
    s: State = g.state
    worth = 1
    if tile < 0:
        return worth
    here = s.tiles[tile]
    for name in list(here.cards):
        waiting = [step for step in box().explore[name].effects if step["op"] == "on_mini_boss_destroyed"]
        for do in (d for step in waiting for d in _steps(step["do"])):
            if do["op"] == "draw":
                worth += _count(s, do) - int(do.get("instead_of", 0))
            else:
                s.coins += int(do["amount"])
        if waiting:
            here.cards.remove(name)
            s.explore.discard(name)
            g.emit("ev.reward", "EX-14", {"type": "card", "card": f"explore.{name}"}, what=name)
    return worth


# -- creeps --------------------------------------------------------------------------------------------------


def creeps_appear(g: Play, count: int, member: Member, tile: int) -> None:
    """Put random creeps on a tile, as many as there are (CR-1, CR-6), and a Rattlebone on each fresh grave (TE-2)."""
    s: State = g.state
    for _ in range(count):
        supply = [name for name, left in s.pool.creeps.items() for _ in range(left)]
        if not supply:
            g.emit("ev.no_creeps", "CR-6")
            break
        if put_creep(g, supply[g.rng.draw("creeps", len(supply))], facts.base(s, member), tile) is None:
            break
    _graves(g, member, tile)


def _graves(g: Play, member: Member, tile: int) -> None:
    s: State = g.state
    lay = layout(s)
    for effect in box().effects.values():
        if effect.code != "f":
            continue
        for grave in bits(lay.effects.get(effect.name, 0) & lay.tiles[tile]):
            if s.pool.creeps.get("Rattlebone", 0) and free(s, tile):
                put_creep(g, "Rattlebone", facts.base(s, member), tile, grave)


def put_creep(g: Play, name: str, near: int, tile: int, on: int = OFF) -> Monster | None:
    """Take a creep from the supply and place it: as near as possible to `near`, yet not next to it (CR-2).

    `on` names a square to be preferred (Fresh Grave). Returns None if the tile is full.
    """
    s: State = g.state
    grid = layout(s).grid
    room = free(s, tile)
    if not room:
        g.emit("ev.no_room", "CR-2", what=name)
        return None
    apart = room & ~grid.within(near, 1) or room
    centre = 1 << on if on != OFF else near

    def away(square: int) -> tuple[int, int]:
        steps = grid.distance(centre, 1 << square)
        return (steps if steps is not None else s.width * s.height, square)

    at = on if on != OFF and room >> on & 1 else min(bits(apart), key=away)
    creep = Monster(s.fresh_id("m"), "creep", name, at=at, tile=tile)
    s.pool.creeps[name] -= 1
    s.monsters[creep.id] = creep
    g.emit("ev.creep", "CR-2", {"type": "appear", "piece": creep.id, "n": 0}, who=name)
    return creep


def _friendly_creeps(g: Play, count: int, member: Member, tile: int) -> Steps:
    """Let the players choose the creeps of the Friendly Chimera; they are the party's friends (CR-7)."""
    s: State = g.state
    for left in range(count, 0, -1):
        kinds = [name for name, number in s.pool.creeps.items() if number]
        if not kinds:
            g.emit("ev.no_creeps", "CR-6")
            return
        choice: Choice = yield Decision(
            seats=equipment.hero_seats(s),
            prompt="ask.friendly_creep",
            rule="CR-7",
            mode="any",
            groups=(targets("creep", "do.friendly_creep", "CR-7", "value", kinds),),
            params={"n": left},
        )
        creep = put_creep(g, choice.name(), facts.base(s, member), tile)
        if creep is None:
            return
        creep.friend = True


def chimera(g: Play) -> Steps:
    """Let the friendly creeps act at the end of a Hero turn in which a Hero is on their tile (CR-7)."""
    s: State = g.state
    while not s.outcome:
        waiting = [
            m for m in s.monsters.values() if m.friend and m.kind == "creep" and m.id not in s.turn.moved
        ]
        ready = [
            m for m in waiting if m.tile >= 0 and any(facts.on_tile(s, hero, m.tile) for hero in s.heroes())
        ]
        if not ready:
            break
        yield CHECKPOINT
        yield from _friend_acts(g, ready[0])
        s.turn.moved.append(ready[0].id)
    s.turn.moved = []
    s.turn.phase = "power_up"


def _friend_acts(g: Play, creep: Monster) -> Steps:
    """Let the party use one friendly creep: its movement, its unique actions once each, its attacks (CR-7)."""
    from webgame.systems.sde_arcade.rules import walk

    s: State = g.state
    budget = facts.movement(s, creep)
    strikes = 0 if "Invader" in facts.abilities(s, creep) else facts.attacks(s, creep)
    unique = {action.name: action for action in facts.gang(s, creep).unique}
    while creep.id in s.monsters and not s.outcome:
        groups: list[Group] = []
        ways = walk.ways(s, creep, budget)
        to = list(bits(ways.anchors & ~(1 << creep.at)))
        if to:
            groups.append(targets("move", "do.friend_move", "CR-7", "square", to, creep.id, tone="move"))
        foes = _targets(s, creep) if strikes else []
        if foes:
            groups.append(
                targets("attack", "do.friend_attack", "CR-7", "piece", foes, creep.id, tone="attack")
            )
        if unique:
            groups.append(
                targets("act", "do.friend_act", "CR-7", "value", list(unique), creep.id, tone="help")
            )
        if not groups:
            return
        groups.append(button("done", "do.friend_done", "CR-7", creep.id, tone="end"))
        choice: Choice = yield Decision(
            seats=equipment.hero_seats(s),
            prompt="ask.friend",
            rule="CR-7",
            mode="any",
            groups=tuple(groups),
            params={"who": facts.name(creep), "n": budget},
            about=(creep.id,),
        )
        if choice.group == "done":
            return
        if choice.group == "move":
            spent = yield from walk.walk(g, creep, choice.square(), ways)
            budget -= spent
        elif choice.group == "attack":
            strikes -= 1
            target = s.figure(choice.name())
            yield from _friend_strikes(g, creep, [target], resolve.Strike(name="l.attack", rule="CR-7"))
        else:
            action = unique.pop(choice.name())
            known = set(s.monsters)
            yield from _friend_strikes(g, creep, [], resolve.from_unique(action))
            for id, monster in s.monsters.items():
                if id not in known:
                    monster.friend = True


def _targets(s: State, creep: Monster) -> list[str]:
    """Return the enemies that a friendly creep may attack from where it stands."""
    squares = facts.gang(s, creep).line.RNG
    foes = facts.enemies(s, creep)
    return [foe.id for foe in foes if facts.targetable(s, creep, foe, squares, offensive=True) is None]


def _friend_strikes(g: Play, creep: Monster, whom: list[Figure], strike: resolve.Strike) -> Steps:
    """Carry out a friendly creep's action; what it destroys gives no loot, and no wrath (CR-7)."""
    s: State = g.state
    loot = s.turn.loot
    yield from resolve.strike(g, creep, whom, strike)
    s.turn.loot = loot
