"""Spawning: which spawning point spawns, what it brings and where models are put (CM, SU-13)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.engine.system import FRAME
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout, reserved
from webgame.systems.sde_arcade.rules import choices, elements, facts, targets, wounds
from webgame.systems.sde_arcade.state import OFF, Figure, Monster, State

GHOST = "Ghost"  # the creep that Ghostmancer calls


# -- the Spawn command --------------------------------------------------------------------------------------


def command(g: Play) -> Generator[Any, Any, list[str]]:
    """Perform a Spawn command (CM-1 to CM-9); return who must Move at once (Quick Hatch)."""
    s: State = g.state
    disturbed = [s.monsters[id] for id in s.turn.disturbed if id in s.monsters]
    points = [m for m in disturbed if m.kind == "spawning_point"]
    if not points:
        g.emit("ev.spawn_none", "CM-8")
        return []
    hero = targets.most_wrath(s)
    if hero is None:
        return []

    def order(p: Monster) -> tuple[int, int]:
        return targets.distance(s, p, hero), -len(missing(s, p))

    points.sort(key=lambda p: (*order(p), targets.number(p.id)))
    for p in points if not g.quiet else ():
        n, lacks = order(p)
        g.emit(
            "ev.spawn_order", "CM-1", depth=1, who=facts.name(p), n=n, target=facts.name(hero), lacks=-lacks
        )
    while points:
        equal = [p.id for p in points if missing(s, p) and order(p) == order(points[0])]
        id = (yield from choices.among(g, "point", "CM-1", "piece", equal)) if equal else points[0].id
        point = s.monsters[id]
        points.remove(point)
        names = missing(s, point)
        if not names:
            g.emit("ev.spawn_empty", "CM-4", depth=1, who=facts.name(point))
            continue
        glow = {"type": "glow", "piece": point.id, "n": 0}
        g.emit("ev.spawns", "CM-1", glow, who=facts.name(point), target=facts.name(hero))
        placed = yield from place_list(g, point, names, hero.at)
        if len(placed) < len(names):
            g.emit("ev.no_room_left", "CM-4", depth=1, who=facts.name(point), n=len(names) - len(placed))
        if not placed:
            continue
        yield FRAME
        hatched = placed if facts.has(s, point, "Quick Hatch") else []
        yield from _drain(g, point)
        yield FRAME
        return hatched
    g.emit("ev.spawn_nothing", "CM-4")
    return []


def _drain(g: Play, point: Monster) -> Generator[Any, Any, None]:
    """Every spawn puts a wound on the spawning point, on both models of a pair (CM-5, CM-6)."""
    s: State = g.state
    for model in [m for m in s.monsters.values() if m is point or (point.pair and m.pair == point.pair)]:
        s.turn.drained += 1
        yield from wounds.wound(g, model, 1, None, "CM-5")
    yield from wounds.end_action(g)


def missing(s: State, point: Monster) -> list[str]:
    """Return the models of a spawning point's list that are in the pool (CM-2, CM-9)."""
    names: list[str] = []
    for entry in facts.monster_card(point).spawning_pool:
        if entry.get("spawn", True):
            names += [entry["model"]] * min(int(entry["count"]), s.pool.monsters.get(entry["model"], 0))
    return names


# -- placing a group ----------------------------------------------------------------------------------------


def place_list(
    g: Play, points: Monster | list[Monster], names: Iterable[str], towards: int | None
) -> Generator[Any, Any, list[str]]:
    """Put models from the pool within two squares of a spawning point, or split over a pair (SU-13, CM-3).

    Of two equal squares the one nearer to the square `towards` is taken. Returns the ids of those placed;
    what finds no room or is not in the pool stays out (CM-4).
    """
    if isinstance(points, Monster):
        points = [points]
    placed: list[str] = []
    for point, share in zip(points, shares(points, names), strict=True):
        for name in in_order(share):
            found = yield from _place(g, point, name, towards)
            if found is not None:
                placed.append(found.id)
    return placed


def shares(points: list[Monster], names: Iterable[str]) -> list[list[list[str]]]:
    """Return what each of one or two models brings, gang by gang; a pair as evenly as possible (SU-13)."""
    found: list[list[list[str]]] = [[] for _ in points]
    for members in parts(points, names):
        min(found, key=weight).append(members)
    return found


def parts(points: list[Monster], names: Iterable[str]) -> list[list[str]]:
    """Return the gangs of a list, or what of them stays together if two models share it, largest first."""
    gangs = _by_gang(facts.monster_card(points[0]).gang_cards, list(names))
    if len(points) > 1:
        gangs = sorted((part for gang in gangs for part in _parts(gang)), key=len, reverse=True)
    return gangs


def weight(share: list[list[str]]) -> int:
    """Return how many models a share has."""
    return sum(map(len, share))


def in_order(share: list[list[str]]) -> list[str]:
    """Return the models of a share in the order of placing: elites first (CM-3)."""
    known = box().monsters
    together = [name for members in share for name in members]
    large = any(known[name].rank == "minion" and known[name].base[0] > 1 for name in together)
    gangs = share if large else [together]  # large minions need the room beside their elite
    return [name for members in gangs for name in sorted(members, key=lambda n: known[n].rank != "elite")]


def _place(g: Play, point: Monster, name: str, towards: int | None) -> Generator[Any, Any, Monster | None]:
    """Put a model near its spawning point; of equal squares the players choose, if they are asked (AI-1)."""
    s: State = g.state
    at = None
    if s.turn.side == "consul" and choices.asked(s) and _supply(s, name).get(name, 0):
        card = box().monsters[name]
        model = Monster("", card.rank, name, size=card.base[0])
        equal = best_places(s, point, model, towards, int(s.options["spawn_range"]))
        if equal:
            at = yield from choices.among(g, "spawn", "CM-3", "square", equal, who=name)
    return place_model(g, point, name, towards, at=at)


def _parts(gang: list[str]) -> list[list[str]]:
    """Return each elite of a gang with its share of the minions; a gang without minions stays together."""
    elites = [name for name in gang if box().monsters[name].rank == "elite"]
    minions = [name for name in gang if name not in elites]
    if not minions or len(elites) < 2:
        return [gang]
    parts = [[elite] for elite in elites]
    for number, minion in enumerate(minions):
        parts[number % len(parts)].append(minion)
    return parts


def _by_gang(gang_cards: tuple[str, ...], names: list[str]) -> list[list[str]]:
    """Return the models gang by gang; a minion goes with the first gang of whose elites there are some."""
    left = list(names)
    gangs: list[list[str]] = []
    for name in gang_cards:
        gang = box().gangs.get(name)
        if gang is None:  # an elite without partners (GA-4) comes by itself, after the gangs
            continue
        models = {gang.elite, *(bond["model"] for bond in gang.bonded)}
        if gang.elite in left:
            gangs.append([n for n in left if n in models])
            left = [n for n in left if n not in models]
    return [*gangs, *([n] for n in left)]


def place_model(
    g: Play,
    point: Figure,
    name: str,
    towards: int | None,
    squares: int | None = None,
    at: int | None = None,
) -> Monster | None:
    """Take a model from the pool and put it near `point`; None if the pool or the place lacks.

    `at` is the square, if it has been chosen.
    """
    s: State = g.state
    model = model_of(s, name)
    if model is None:
        return None
    if at is None:
        at = best_place(
            s, point, model, towards, int(s.options["spawn_range"]) if squares is None else squares
        )
    if at is None:
        return None
    put_model(g, point, model, at)
    return model


def model_of(s: State, name: str) -> Monster | None:
    """Return a model that is in the pool, not on the map yet; None if there is none."""
    if _supply(s, name).get(name, 0) < 1:
        return None
    card = box().monsters[name]
    return Monster(s.fresh_id("m"), card.rank, name, size=card.base[0])


def put_model(g: Play, point: Figure, model: Monster, at: int) -> None:
    """Take a model from the pool to a square near `point`."""
    s: State = g.state
    unmet = [] if g.quiet else [what for what, mask in wishes(s, model) if not mask >> at & 1]
    _supply(s, model.card)[model.card] -= 1
    model.at = at
    s.monsters[model.id] = model
    g.emit("ev.spawned", "CM-3", {"type": "appear", "piece": model.id, "n": 0}, depth=1, who=model.card)
    for what in unmet:
        g.emit("ev.wish_unmet", "SU-13", depth=1, who=model.card, what=f"l.wish.{what}")
    if point.kind == "spawning_point":
        elements.give(g, model, point.card)


def _supply(s: State, name: str) -> dict[str, int]:
    """Return where a model comes from: the pool, or the creep supply."""
    return s.pool.creeps if box().monsters[name].rank == "creep" else s.pool.monsters


def best_place(s: State, point: Figure, model: Monster, towards: int | None, squares: int) -> int | None:
    """Return the cheapest free place for a model, then the nearest to `towards`, then the lowest (CM-3)."""
    lay = layout(s)
    zone = lay.grid.within(facts.base(s, point), squares)
    anchors = anchors_touching(s, model, zone)
    if not anchors:
        return None
    for _, better in wishes(s, model):
        anchors = anchors & better or anchors
    goal = 1 << towards if towards is not None and towards >= 0 else 0
    if model.size == 1 and goal:
        return next(bits(lay.grid.nearest(anchors, goal)))

    def steps(at: int) -> tuple[int, int]:
        away = lay.grid.distance(facts.block(s, at, model.size), goal) if goal else 0
        return targets.FAR if away is None else away, at

    return min(bits(anchors), key=steps)


def wishes(s: State, model: Monster) -> list[tuple[str, int]]:
    """Return where a model would best stand, what counts most first (SU-13).

    Its gang within range, no negative tile effect, no monster beside it. The house rule `spawn_squares` may
    have it keep off bad ground first.
    """
    lay = layout(s)
    others = [other for other in s.foes() if other.kind != "spawning_point"]
    bond = bond_zone(s, model)
    together = ("gang", -1 if bond is None else facts.spread(s, bond, model.size))
    good = ("ground", ~facts.spread(s, lay.negative, model.size))
    first = [together, good] if s.options["spawn_squares"] == "gang" else [good, together]
    apart = ~facts.spread(s, lay.grid.neighbours(facts.bodies(s, others)), model.size)
    return [*first, ("apart", apart)]


def best_places(s: State, point: Figure, model: Monster, towards: int | None, squares: int) -> list[int]:
    """Return the places as good as `best_place`, that one first (CM-3)."""
    first = best_place(s, point, model, towards, squares)
    if first is None:
        return []
    lay = layout(s)
    anchors = anchors_touching(s, model, lay.grid.within(facts.base(s, point), squares))
    for _, better in wishes(s, model):
        anchors = anchors & better or anchors
    if towards is None or towards < 0:
        return [first, *(at for at in bits(anchors) if at != first)]
    goal = 1 << towards

    def steps(at: int) -> int | None:
        return lay.grid.distance(facts.block(s, at, model.size), goal)

    return [first, *(at for at in bits(anchors) if at != first and steps(at) == steps(first))]


def bond_zone(s: State, model: Monster) -> int | None:
    """Return the squares within gang range of the models that `model` belongs to, None if there are none."""
    card = box().monsters[model.card]
    if model.kind == "minion":
        elites = {box().gangs[gang].elite for gang in card.gangs}
    elif card.gang:
        elites = {bond["model"] for bond in box().gangs[card.gang].bonded if bond["rank"] == "elite"}
    else:
        return None
    zone = 0
    for other in s.foes():
        if other.card in elites:
            zone |= layout(s).grid.within(facts.base(s, other), int(s.options["gang_range"]))
    return zone or None


# -- placing one figure -------------------------------------------------------------------------------------


def anchors_touching(s: State, fig: Figure, zone: int) -> int:
    """Return the squares where a figure can be put so that some of its base lies in `zone`."""
    lay = layout(s)
    free = lay.grid.open & ~lay.chasm & ~(facts.occupied(s) & ~facts.base(s, fig)) & ~reserved(s)
    if fig.size == 1:
        return free & zone
    return lay.grid.placements(fig.size, free) & facts.spread(s, zone, fig.size)


def place_near(g: Play, fig: Figure, square: int) -> bool:
    """Put a figure on `square` or as near as possible (PU-14, YD-5, SH-5); False if there is no room."""
    s: State = g.state
    lay = layout(s)
    anywhere = anchors_touching(s, fig, lay.grid.floor)
    if not anywhere:
        return False
    start = 1 << square
    zone, steps = start, 0
    while True:
        found = anywhere & anchors_touching(s, fig, zone)
        if found:
            break
        steps += 1
        wider = lay.grid.within(start, steps)
        if wider == zone:
            found = anywhere
            break
        zone = wider
    fig.at = next(bits(found))
    return True


def beside(g: Play, user: Figure, names: list[str], count: int) -> Generator[Any, Any, None]:
    """Put up to `count` models of the first kind that is in the pool next to the user (New Crop)."""
    s: State = g.state
    hero = targets.most_wrath(s)
    for _ in range(count):
        name = next((n for n in names if _supply(s, n).get(n, 0)), None)
        if name is None:
            return
        if place_model(g, user, name, hero.at if hero is not None else None, squares=1) is None:
            return
        yield FRAME


def haunt(g: Play, squares: int) -> None:
    """Put a Ghost from the creep supply next to these squares, if there is one and room for it (AB-1)."""
    s: State = g.state
    lay = layout(s)
    room = lay.grid.within(squares, 1) & lay.grid.open & ~lay.chasm & ~facts.occupied(s)
    if not room or not s.pool.creeps.get(GHOST, 0):
        return
    at = next(bits(room & ~lay.negative or room))
    s.pool.creeps[GHOST] -= 1
    ghost = Monster(s.fresh_id("m"), "creep", GHOST, at=at, tile=lay.tile_of[at])
    s.monsters[ghost.id] = ghost
    g.emit("ev.spawned", "AB-1", {"type": "appear", "piece": ghost.id, "n": 0}, depth=1, who=GHOST)


def can_put_beside(s: State, user: Figure, names: list[str]) -> bool:
    """Whether `beside` would put at least one model (UN-7)."""
    known = box().monsters
    name = next((n for n in names if _supply(s, n).get(n, 0)), None)
    if name is None:
        return False
    ghost = Monster("", known[name].rank, name, at=OFF, size=known[name].base[0])
    zone = layout(s).grid.within(facts.base(s, user), 1)
    return bool(anchors_touching(s, ghost, zone))
