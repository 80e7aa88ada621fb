"""Creeps that explore cards bring, and the Friendly Chimera's, which are friends (CR-1, CR-2, CR-7)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, Group, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.engine.system import CHECKPOINT
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import aiming, equipment, facts, resolve
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

Steps = Generator[Any, Any, None]


def free(s: State, tile: int) -> int:
    """Return the free squares of a tile: open floor, no chasm, no figure or chest."""
    lay = layout(s)
    return lay.tiles[tile] & lay.grid.open & ~lay.chasm & ~facts.occupied(s)


def creeps_appear(g: Play, count: int, member: Member, tile: int) -> None:
    """Put random creeps on a tile (CR-1, CR-6), and a Rattlebone on each fresh grave (TE-2)."""
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


def friends_appear(g: Play, count: int, member: Member, tile: int) -> Steps:
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
    """Let the party use one friendly creep: its movement, its unique actions, its attacks (CR-7)."""
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
    return [foe.id for foe in foes if aiming.targetable(s, creep, foe, squares, offensive=True) is None]


def _friend_strikes(g: Play, creep: Monster, whom: list[Figure], strike: resolve.Strike) -> Steps:
    """Carry out a friendly creep's action; what it destroys gives no loot, and no wrath (CR-7)."""
    s: State = g.state
    loot = s.turn.loot
    yield from resolve.strike(g, creep, whom, strike)
    s.turn.loot = loot
