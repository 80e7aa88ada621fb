"""What set-up places: start marker, Heroes, spawning points, chests, monsters (SU-11 to SU-16)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import lru_cache
from typing import Any, Final

from webgame.engine.decision import targets
from webgame.engine.game import Play
from webgame.engine.masks import bits, mask_of
from webgame.engine.system import CHECKPOINT, FRAME, BadScenario, Problem
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import Layout, layout, layout_of
from webgame.systems.sde_arcade.looks import icon_of, looks
from webgame.systems.sde_arcade.rules import beginnings, building, elements, facts, house, muster, spawn
from webgame.systems.sde_arcade.rules.byhand import ask, by_hand
from webgame.systems.sde_arcade.rules.muster import spawning_list
from webgame.systems.sde_arcade.state import OFF, Member, Monster, State, Token

__all__ = ["run", "spawning_list"]

Steps = Generator[Any, Any, None]


def run(g: Play) -> Steps:
    """Build the dungeon if that is by hand, place all that stands in it; the Heroes begin (SU-5 to SU-15).

    The cursor of a checkpoint is `turn.step`, the stage, and `turn.at`, how far it has come in it.
    """
    s: State = g.state
    if not s.turn.step:
        g.emit("ev.begins", "SU-1", {"type": "banner", "tone": "heroes"}, what=s.scenario, n=len(s.members))
        house.tell(g)
        for i, tile in enumerate(s.tiles):
            g.emit("ev.tile", "SU-5", what=box().tiles[tile.side].name, n=i + 1, turn=tile.turn * 90, depth=1)
        s.turn.step = 1
    while s.turn.step <= len(STAGES):
        yield from STAGES[s.turn.step - 1](g)
        s.turn.step, s.turn.at = s.turn.step + 1, 0
    s.turn.step = 0
    s.turn.phase = "choose"
    yield FRAME


def free(s: State) -> int:
    """Return the squares where something may stand: open floor, no chasm, no figure or chest."""
    lay = layout(s)
    return lay.grid.open & ~lay.chasm & ~facts.occupied(s)


def start_squares(s: State) -> list[int]:
    """Return where the start marker may lie: within four squares of a doorway joined to no tile (SU-11)."""
    lay = layout(s)
    reach = int(s.options["start_marker_range"])
    found = 0
    for doorway in lay.doorways:
        if doorway.joined < 0 and s.options["setup"]["start_tile"] in (0, doorway.tile + 1):
            found |= lay.grid.within(doorway.squares, reach) & lay.tiles[doorway.tile]
    spawn = sum(1 << square for square in lay.spawn)
    return list(bits(found & free(s) & ~spawn))


def best_start(s: State, squares: list[int]) -> int:
    """Return the square farthest from all spawn squares on the first tile that has one, with room around."""
    return _best_start(s.dungeon, tuple(squares))


@lru_cache(maxsize=256)
def _best_start(dungeon: str, squares: tuple[int, ...]) -> int:
    lay = layout_of(dungeon)
    first = min(lay.tile_of[square] for square in squares)
    room = lay.grid.open & ~lay.chasm & ~lay.negative
    spawn = mask_of(lay.spawn)

    def worth(square: int) -> tuple[int, int, int]:
        cut_off = spawn & ~lay.grid.within(1 << square, lay.grid.width * lay.grid.height)
        away = 0 if cut_off else lay.grid.distance(1 << square, spawn) or 0
        around = (lay.grid.within(1 << square, 1) & room).bit_count()
        return (min(away, 6), around, -square)

    return max((square for square in squares if lay.tile_of[square] == first), key=worth)


def _start(g: Play) -> Steps:
    """Put down the start marker (SU-11)."""
    s: State = g.state
    if any(token.kind == "start" for token in s.tokens.values()):
        return
    squares = start_squares(s)
    if not squares:
        raise BadScenario([Problem("dungeon", "no square for the start marker: no doorway is free (SU-11)")])
    at = best_start(s, squares)
    if by_hand(s, "start"):
        yield CHECKPOINT
        offered = targets("start", "do.setup_start", "SU-11", "square", squares)
        choice = yield from ask(g, "start", "ask.setup_start", "SU-11", [offered])
        at = choice.square() if choice is not None else at
    marker = Token(s.fresh_id("t"), "start", at)
    s.tokens[marker.id] = marker
    g.emit("ev.start_marker", "SU-11", {"type": "appear", "piece": marker.id, "n": 0})


def start_marker(s: State) -> int:
    """Return the square of the start marker."""
    return next(token.at for token in s.tokens.values() if token.kind == "start")


def hero_squares(s: State, hero: Member) -> list[int]:
    """Return where a Hero may enter: on the start marker or next to it, none if there is no room (SU-11)."""
    around = layout(s).grid.within(1 << start_marker(s), 1)
    return list(bits(spawn.anchors_touching(s, hero, around)))


def _enter(g: Play) -> Steps:
    """Put the Heroes on the start marker or next to it, large ones first (SU-11)."""
    s: State = g.state
    at = start_marker(s)
    for hero in sorted(s.members.values(), key=lambda m: -m.size):
        if hero.at != OFF:
            continue
        squares = hero_squares(s, hero)
        choice = None
        if squares and by_hand(s, "start"):
            yield CHECKPOINT
            offered = targets("hero", "do.setup_hero", "SU-11", "square", squares)
            who = facts.name(hero)
            choice = yield from ask(g, "start", "ask.setup_hero", "SU-11", [offered], who=who)
        if choice is not None:
            hero.at = choice.square()
        elif not spawn.place_near(g, hero, at):
            raise RuntimeError(f"no room for {hero.id} near the start marker")
        g.emit("ev.enters", "SU-11", {"type": "appear", "piece": hero.id, "n": 0}, who=facts.name(hero))
    where = layout(s).tile_of
    s.tiles[where[at]].explored = True  # SU-15
    for hero in s.members.values():
        for tile in facts.tiles_of(s, hero):
            s.tiles[tile].explored = True


def _points(g: Play) -> Steps:
    """Put a spawning point on each spawn square: as written, the rest by choice or shuffled (SU-12)."""
    s: State = g.state
    models = points(s) or _models(s)
    wanted = [*s.options["setup"]["spawn_at"], *[""] * len(s.tiles)][: len(s.tiles)]
    left = [model.card for model in models if model.tile < 0]
    for tile, card in enumerate(wanted):
        if card and not s.tiles[tile].spawn:
            left.remove(card)
    shuffled = False
    for tile, card in enumerate(wanted):
        if s.tiles[tile].spawn or not (card or left):
            continue
        if not card and by_hand(s, "points"):
            card = yield from _choose_point(g, tile, left)
        if not card and not shuffled:
            g.rng.shuffle("setup.spawn", left)
            shuffled = True
        if not card:
            card = left[-1]
        if not wanted[tile]:
            left.remove(card)
        model = next(m for m in models if m.card == card and m.tile < 0)
        model.tile, model.at = tile, layout(s).spawn[tile]
        s.tiles[tile].spawn = model.id
        g.emit("ev.point_placed", "SU-12", {"type": "appear", "piece": model.id, "n": 0}, who=card)


def _choose_point(g: Play, tile: int, left: list[str]) -> Generator[Any, Any, str]:
    """Let the party choose what stands on a tile; "" if that is left to chance (SU-12)."""
    s: State = g.state
    kinds = list(dict.fromkeys(left))
    if len(kinds) == 1:
        return kinds[0]
    yield CHECKPOINT
    seen = {
        kind: {"icon": icon_of(kind, "spawning_point"), "tone": looks().tones["spawning_point"]}
        for kind in kinds
    }
    offered = targets("point", "do.setup_point", "SU-12", "value", kinds, looks=seen)
    what = box().tiles[s.tiles[tile].side].name
    choice = yield from ask(g, "points", "ask.setup_point", "SU-12", [offered], what=what, n=tile + 1)
    return choice.name() if choice is not None else ""


def _chests(g: Play) -> Steps:
    """Put a chest within five squares of each spawning point (SU-12)."""
    s: State = g.state
    order = sorted(points(s), key=lambda m: m.tile)[: s.options["setup"]["chests"]]
    while s.turn.at < len(order):
        point = order[s.turn.at]
        squares = chest_squares(s, point)
        if squares:
            yield from _chest(g, point, squares)
        else:
            g.emit("ev.no_chest", "SU-12", who=point.card)
        s.turn.at += 1


def _chest(g: Play, point: Monster, squares: list[int]) -> Steps:
    s: State = g.state
    choice = None
    if by_hand(s, "chests"):
        yield CHECKPOINT
        offered = targets("chest", "do.setup_chest", "SU-12", "square", squares, who=point.card)
        about = (point.id,)
        choice = yield from ask(g, "chests", "ask.setup_chest", "SU-12", [offered], about, who=point.card)
    if choice is not None:
        at = choice.square()
    else:
        good = good_chest_squares(s, point, squares)
        at = good[g.rng.draw("setup.chests", len(good))]
    chest = Token(s.fresh_id("t"), "chest", at)
    s.tokens[chest.id] = chest
    g.emit("ev.chest_placed", "SU-12", {"type": "appear", "piece": chest.id, "n": 0}, who=point.card)


def points(s: State) -> list[Monster]:
    """Return the spawning points."""
    return [model for model in s.monsters.values() if model.kind == "spawning_point"]


def _models(s: State) -> list[Monster]:
    """Return a model for each spawning point, the two of a pair linked, off the map as yet (SU-4)."""
    models: list[Monster] = []
    for name in s.options["setup"]["points"]:
        card = box().monsters[name]
        pair = [
            Monster(s.fresh_id("m"), "spawning_point", name, size=card.base[0]) for _ in range(card.models)
        ]
        for model in pair:
            model.pair = pair[0].id if card.paired else ""
            s.monsters[model.id] = model
        models += pair
    return models


def chest_squares(s: State, point: Monster) -> list[int]:
    """Return where a spawning point's chest may stand: free squares within five of it (SU-12)."""
    around = layout(s).grid.within(1 << point.at, int(s.options["chest_range"]))
    return list(bits(around & free(s)))


@lru_cache(maxsize=64)
def _busy(dungeon: str) -> int:
    """Return the squares with tile effects, and those in and next to doorways."""
    lay = layout_of(dungeon)
    mask = 0
    for squares in lay.effects.values():
        mask |= squares
    for doorway in lay.doorways:
        mask |= lay.grid.within(doorway.squares, 1)
    return mask


def good_chest_squares(s: State, point: Monster, squares: list[int]) -> list[int]:
    """Return those on the point's own tile, off effects and doorways, that leave room to spawn and walk."""
    lay: Layout = layout(s)
    bad = lay.grid.within(1 << point.at, int(s.options["spawn_range"])) | _busy(s.dungeon)
    for member in s.members.values():
        bad |= lay.grid.within(facts.base(s, member), 1) if member.at != OFF else 0
    own = [sq for sq in squares if lay.tiles[point.tile] >> sq & 1 and not bad >> sq & 1]
    roomy = [sq for sq in own if lay.grid.steps(sq).bit_count() >= 5]
    return roomy or own or squares


def _show(g: Play) -> Steps:
    yield FRAME


STAGES: Final[tuple[Callable[[Play], Steps], ...]] = (
    building.run,
    _start,
    _enter,
    beginnings.heroes_begin,
    _points,
    _chests,
    elements.choose,
    _show,
    muster.run,
)
