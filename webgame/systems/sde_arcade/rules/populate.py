"""What set-up places: start marker, Heroes, spawning points, chests, monsters (SU-11 to SU-16)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits, mask_of
from webgame.engine.system import FRAME, BadScenario, Problem
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import Layout, layout
from webgame.systems.sde_arcade.rules import beginnings, elements, facts, spawn, wounds
from webgame.systems.sde_arcade.state import OFF, Monster, State, Token


def spawning_list(name: str) -> dict[str, int]:
    """Return what a spawning point's card lists, without forms that are never placed (SH-3)."""
    pool = box().monsters[name].spawning_pool
    return {entry["model"]: int(entry["count"]) for entry in pool if entry.get("spawn", True)}


def run(g: Play) -> Generator[Any, Any, None]:
    """Place start marker, Heroes, spawning points, chests and monsters; the Heroes begin (SU-11 to SU-15)."""
    s: State = g.state
    g.emit("ev.begins", "SU-1", {"type": "banner", "tone": "heroes"}, what=s.scenario, n=len(s.members))
    for i, tile in enumerate(s.tiles):
        g.emit("ev.tile", "SU-5", what=box().tiles[tile.side].name, n=i + 1, turn=tile.turn * 90, depth=1)
    yield from _enter(g)
    yield from beginnings.heroes_begin(g)
    yield from _populate(g)
    yield from elements.choose(g)
    yield FRAME
    yield from _first_spawn(g)
    s.turn.phase = "choose"
    yield FRAME


def _seats(s: State) -> tuple[str, ...]:
    return tuple(member.seat for member in s.members.values() if member.kind == "hero")


def _ask(g: Play, what: str, rule: str, squares: list[int], **params: Any) -> Generator[Any, Any, int]:
    """Let the party choose a square."""
    s: State = g.state
    choice: Choice = yield Decision(
        seats=_seats(s),
        prompt=f"ask.setup_{what}",
        rule=rule,
        mode="any",
        groups=(targets(what, f"do.setup_{what}", rule, "square", squares, **params),),
        params=params,
    )
    return choice.square()


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


def _best_start(s: State, squares: list[int]) -> int:
    """Return the square farthest from all spawn squares on the first tile that has one, with room around."""
    lay = layout(s)
    first = min(lay.tile_of[square] for square in squares)
    room = lay.grid.open & ~lay.chasm & ~lay.negative
    spawn = mask_of(lay.spawn)

    def worth(square: int) -> tuple[int, int, int]:
        cut_off = spawn & ~lay.grid.within(1 << square, s.width * s.height)
        away = 0 if cut_off else lay.grid.distance(1 << square, spawn) or 0
        around = (lay.grid.within(1 << square, 1) & room).bit_count()
        return (min(away, 6), around, -square)

    return max((square for square in squares if lay.tile_of[square] == first), key=worth)


def _enter(g: Play) -> Generator[Any, Any, None]:
    """Put down the start marker and the Heroes on it or next to it, large ones first (SU-11)."""
    s: State = g.state
    squares = start_squares(s)
    if not squares:
        raise BadScenario([Problem("dungeon", "no square for the start marker: no doorway is free (SU-11)")])
    if s.options["setup"]["by"] == "players":
        at = yield from _ask(g, "start", "SU-11", squares)
    else:
        at = _best_start(s, squares)
    marker = Token(s.fresh_id("t"), "start", at)
    s.tokens[marker.id] = marker
    g.emit("ev.start_marker", "SU-11", {"type": "appear", "piece": marker.id, "n": 0})
    for hero in sorted(s.members.values(), key=lambda m: -m.size):
        if not spawn.place_near(g, hero, at):
            raise RuntimeError(f"no room for {hero.id} near the start marker")
        g.emit("ev.enters", "SU-11", {"type": "appear", "piece": hero.id, "n": 0}, who=facts.name(hero))
    where = layout(s).tile_of
    s.tiles[where[at]].explored = True  # SU-15
    for hero in s.members.values():
        for tile in facts.tiles_of(s, hero):
            s.tiles[tile].explored = True


def _populate(g: Play) -> Generator[Any, Any, None]:
    """Put a spawning point on each tile's spawn square and a chest within five squares of each (SU-12)."""
    s: State = g.state
    models = _models(s)
    order = yield from _assign(g, [model.card for model in models])
    for tile, card in order:
        model = next(m for m in models if m.card == card and m.tile < 0)
        model.tile, model.at = tile, layout(s).spawn[tile]
        s.tiles[tile].spawn = model.id
        g.emit("ev.point_placed", "SU-12", {"type": "appear", "piece": model.id, "n": 0}, who=card)
    points = sorted(models, key=lambda m: m.tile)
    for point in points[: s.options["setup"]["chests"]]:
        squares = chest_squares(s, point)
        if not squares:
            g.emit("ev.no_chest", "SU-12", who=point.card)
            continue
        if s.options["setup"]["by"] == "players":
            at = yield from _ask(g, "chest", "SU-12", squares, who=point.card)
        else:
            good = _good_chest_squares(s, point, squares)
            at = good[g.rng.draw("setup.chests", len(good))]
        chest = Token(s.fresh_id("t"), "chest", at)
        s.tokens[chest.id] = chest
        g.emit("ev.chest_placed", "SU-12", {"type": "appear", "piece": chest.id, "n": 0}, who=point.card)


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


def _assign(g: Play, cards: list[str]) -> Generator[Any, Any, list[tuple[int, str]]]:
    """Return which spawning point goes to which tile: as written, the rest by choice or shuffled (SU-12)."""
    s: State = g.state
    wanted = [*s.options["setup"]["spawn_at"], *[""] * len(s.tiles)][: len(s.tiles)]
    left = list(cards)
    for card in wanted:
        if card:
            left.remove(card)
    if s.options["setup"]["by"] != "players":
        g.rng.shuffle("setup.spawn", left)
    order: list[tuple[int, str]] = []
    for tile, card in enumerate(wanted):
        if not card and left:
            card = left[-1]
            kinds = list(dict.fromkeys(left))
            if s.options["setup"]["by"] == "players" and len(kinds) > 1:
                choice: Choice = yield Decision(
                    seats=_seats(s),
                    prompt="ask.setup_point",
                    rule="SU-12",
                    mode="any",
                    groups=(targets("point", "do.setup_point", "SU-12", "value", kinds),),
                    params={"what": box().tiles[s.tiles[tile].side].name, "n": tile + 1},
                )
                card = choice.name()
            left.remove(card)
        if card:
            order.append((tile, card))
    return order


def chest_squares(s: State, point: Monster) -> list[int]:
    """Return where a spawning point's chest may stand: free squares within five of it (SU-12)."""
    around = layout(s).grid.within(1 << point.at, int(s.options["chest_range"]))
    return list(bits(around & free(s)))


def _good_chest_squares(s: State, point: Monster, squares: list[int]) -> list[int]:
    """Return those on the point's own tile, off effects and doorways, that leave room to spawn and walk."""
    lay: Layout = layout(s)
    bad = lay.grid.within(1 << point.at, int(s.options["spawn_range"]))
    for mask in lay.effects.values():
        bad |= mask
    for doorway in lay.doorways:
        bad |= lay.grid.within(doorway.squares, 1)
    for member in s.members.values():
        bad |= lay.grid.within(facts.base(s, member), 1) if member.at != OFF else 0
    own = [sq for sq in squares if lay.tiles[point.tile] >> sq & 1 and not bad >> sq & 1]
    roomy = [sq for sq in own if lay.grid.steps(sq).bit_count() >= 5]
    return roomy or own or squares


def _first_spawn(g: Play) -> Generator[Any, Any, None]:
    """Let every spawning point spawn its own list, a pair together; no wound for it (SU-13, SU-14)."""
    s: State = g.state
    points = [m for m in s.monsters.values() if m.kind == "spawning_point"]
    done: set[str] = set()
    for point in points:
        if point.id in done:
            continue
        group = [p for p in points if p is point or (point.pair and p.pair == point.pair)]
        done.update(p.id for p in group)
        names = [name for name, count in spawning_list(point.card).items() for _ in range(count)]
        start = next(t.at for t in s.tokens.values() if t.kind == "start")
        placed = spawn.place_list(g, group, names, start)
        g.emit("ev.first_spawn", "SU-13", who=point.card, n=len(placed))
        for model in group:  # SU-14: none, but for a house rule
            yield from wounds.wound(g, model, int(s.options["setup_drain"]), None, "SU-14")
        yield FRAME
