"""Explore cards: drawing one for a new tile and doing what it says (section 11, EX)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, targets
from webgame.engine.game import Play
from webgame.engine.system import FRAME
from webgame.systems.sde_arcade.cards import Effect, ExploreCard, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import chimera as creeps
from webgame.systems.sde_arcade.rules import discoveries, effects, facts, finds, traps
from webgame.systems.sde_arcade.rules.discoveries import (
    mini_boss_treasure,
    point_destroyed,
    turbo,
    unlock,
    unlockable,
)
from webgame.systems.sde_arcade.state import Figure, Member, Monster, State

__all__ = [
    "chimera",
    "draw_for_tile",
    "entered",
    "lacking",
    "mini_boss_treasure",
    "point_destroyed",
    "searchable",
    "standing_point",
    "turbo",
    "unlock",
    "unlockable",
]

chimera = creeps.chimera
FORBIDDEN = ("diagonal_move", "princess_coin", "unique", "unique_offense", "unique_support")
Steps = Generator[Any, Any, None]


def lacking(card: ExploreCard) -> list[str]:
    """Return what an explore card needs that is not coded: names of effects."""
    return [f"effect {step['op']!r} of {card.name!r}" for step in card.effects if not _coded(step)]


def _coded(step: Effect) -> bool:
    op = step["op"]
    if op in ("on_spawning_point_destroyed", "on_mini_boss_destroyed"):
        do = discoveries.steps(step["do"])
        if op == "on_mini_boss_destroyed":
            return all(d["op"] in ("draw", "gain_coin") for d in do)
        return all(d["op"] == "draw" or d["op"] in effects.OPS for d in do)
    if op == "forbid":
        return step["what"] in FORBIDDEN
    if op in ("ap", "mov"):
        return step.get("target") in ("heroes_on_tile", "models_on_tile")
    if op == "walk_through_walls":
        return step.get("where") in (None, "tile_edge")
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
    return op in known or not finds.lacking(step)


# -- entering and drawing ------------------------------------------------------------------------------------


def entered(g: Play, member: Member, new: int) -> Generator[Any, Any, bool]:
    """Draw an explore card for each unexplored tile a party member has set foot on; return whether it did.

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
    if member.id in (s.turn.active, s.turn.pet):
        discoveries.turbo(g, member)
    return drawn


def draw_for_tile(g: Play, member: Member, tile: int) -> Steps:
    """Draw an explore card for a tile and resolve it (EX-1); with Never-Lost choose one of two (EX-7)."""
    s: State = g.state
    g.reveal()
    name = s.explore.draw(g.rng)
    if name is None:
        g.emit("ev.no_explore_card", "CP-6")
        return
    scout = next((m for m in (member, *s.party()) if facts.has(s, m, "Never-Lost")), None)
    if scout is not None:
        name = yield from _choose_card(g, scout, name)
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
    s.explore.discard_pile += [name, other]  # in sight while the choice is open
    if other != name:
        choice: Choice = yield Decision(
            seats=(facts.master_of(s, member).seat,),
            prompt="ask.never_lost",
            rule="EX-7",
            groups=(targets("keep", "do.keep_card", "EX-7", "card", [name, other], member.id),),
            params={"who": facts.name(member)},
            about=(member.id,),
        )
        name = choice.name()
    s.explore.discard_pile.remove(name)
    return name


def searchable(s: State, hero: Figure) -> int | None:
    """Return the tile a Hero may search, which had an explore card already, or None (BA-9)."""
    if not s.explore.draw_pile and not s.explore.discard_pile:
        return None
    return next((tile for tile in facts.tiles_of(s, hero) if s.tiles[tile].searched), None)


def _resolve(g: Play, card: ExploreCard, member: Member, tile: int) -> Steps:
    """Do what a card says: discovery, trap, creeps (EX-5); it lies by the tile, is kept or discarded."""
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
            yield from creeps.friends_appear(g, card.creeps, member, tile)
        else:
            creeps.creeps_appear(g, card.creeps, member, tile)


def _lasts(s: State, card: ExploreCard, tile: int) -> bool:
    """Whether a card stays by its tile: not if it waits for what can't come any more (EX-14)."""
    waits = [step["op"] for step in card.effects]
    point = standing_point(s, tile) is not None
    if waits and all(op in ("on_spawning_point_destroyed", "lock_doorways") for op in waits):
        return point
    if any(step.get("until") == "spawning_point_destroyed" for step in card.effects):
        return point
    if waits and all(op == "on_mini_boss_destroyed" for op in waits):
        return point or any(m.kind == "mini_boss" and m.tile == tile for m in s.monsters.values())
    return True


def standing_point(s: State, tile: int) -> Monster | None:
    """Return the spawning point of a tile while it stands."""
    found = s.monsters.get(s.tiles[tile].spawn)
    return found if found is not None and found.kind == "spawning_point" else None


def _discover(g: Play, card: ExploreCard, step: Effect, member: Member, tile: int) -> Steps:
    """Carry out one step of a card as it is drawn; what lasts is asked for where it matters (EX-3)."""
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
        discoveries.stash(g, step, tile)
    elif op == "swap_loot":
        yield from discoveries.merchant(g, int(step["max"]))
    elif op in ("ap", "mov"):
        if member.id in (s.turn.active, s.turn.pet):
            discoveries.turbo(g, member)
    elif op in finds.FINDS:
        yield from finds.FINDS[op](g, card, step, member, tile)
    elif op.startswith("on_") and card.name not in s.tiles[tile].cards:
        g.emit("ev.card_idle", "EX-14", what=card.name)
