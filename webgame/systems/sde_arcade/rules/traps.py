"""Traps: placing templates, triggering and disarming them (section 17.11, TR)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from webgame.engine.decision import Choice, Decision, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits, mask_of
from webgame.systems.sde_arcade.cards import TrapCard, box
from webgame.systems.sde_arcade.dungeon import changed, changes, layout
from webgame.systems.sde_arcade.rules import control, effects, equipment, facts, resolve, rolls
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State, Template

LYING = frozenset(
    {"difficult_terrain", "must_approach", "remove_template"}
)  # in force while the template lies
OWN = frozenset({"area", "blocks_sight", "control", "impassable", "move_template", "place"})  # see `_act`
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
PATH = 60  # movement that is certainly enough for a way across a tile


def lacking(card: TrapCard) -> list[str]:
    """Return what a trap needs that is not coded: names of effects."""
    known = LYING | OWN | frozenset(effects.OPS)
    return [f"effect {effect['op']!r}" for effect in card.effects if effect["op"] not in known]


def makes_difficult(trap: str) -> bool:
    """Whether a trap makes its squares and those next to them difficult terrain (Grasping Tentacles)."""
    return any(effect["op"] == "difficult_terrain" for effect in box().traps[trap].effects)


# -- placing -------------------------------------------------------------------------------------------------


def place_template(g: Play, trap: str, member: Member, tile: int) -> Generator[Any, Any, None]:
    """Place a trap for the member that drew it and trigger it on all it covers (TR-1, TR-3, TR-5)."""
    s: State = g.state
    card = box().traps[trap]
    placed: list[Template] = []
    if s.options.get("traps") == "players":
        places = yield from _chosen(g, card, member, tile)
    else:
        places = _best(s, card, member, tile)
    for squares in places:
        template = Template(s.fresh_id("x"), trap, squares, tile)
        s.templates[template.id] = template
        placed.append(template)
        g.emit("ev.trap", "TR-3", {"type": "appear", "piece": template.id, "n": 0}, what=trap)
    if not placed:
        g.emit("ev.trap_no_room", "TR-2", what=trap)
        return
    yield from _act_on(g, placed)


def _act_on(g: Play, placed: list[Template]) -> Generator[Any, Any, None]:
    """Let templates that were laid together act on all they cover (TR-5)."""
    s: State = g.state
    covered = mask_of(square for template in placed for square in template.squares)
    everybody: list[Figure] = [*s.members.values(), *s.monsters.values()]
    caught = [fig for fig in everybody if facts.base(s, fig) & covered]
    if caught:
        yield from _act(g, placed, caught)
    for template in placed:
        _spent(g, template)


def ground(s: State, tile: int) -> int:
    """Return the squares of a tile a template may cover: no structure, chasm, chest, template (TR-2)."""
    lay = layout(s)
    taken = mask_of(square for template in s.templates.values() for square in template.squares)
    return lay.tiles[tile] & lay.grid.open & ~lay.chasm & ~facts.chests(s) & ~taken


def _best(s: State, card: TrapCard, member: Member, tile: int) -> list[list[int]]:
    """Return the squares of each template: over the member if that is legal, over most Heroes, near it."""
    lay = layout(s)
    room = ground(s, tile)
    heroes = [facts.base(s, hero) for hero in s.heroes()]
    mine = facts.base(s, member)

    def worth(mask: int) -> tuple[int, int, int, int]:
        away = lay.grid.distance(mine, mask)
        caught = sum(1 for hero in heroes if hero & mask)
        return (not mask & mine, -caught, away if away is not None else PATH, (mask & -mask).bit_length())

    pieces = int(card.template.get("pieces", 1))
    if pieces > 1:
        return _scattered(s, room, pieces, mine, heroes)
    shapes = [shape for _, shape in _shapes(s, card, room)]
    return [list(bits(min(shapes, key=worth)))] if shapes else []


def _shapes(s: State, card: TrapCard, room: int) -> list[tuple[str, int]]:
    """Return all legal places of a template in one piece, each with the name of its way to lie (TR-2)."""
    grid = layout(s).grid
    wide, tall = int(card.template["w"]), int(card.template["h"])
    return [
        ("across" if w > h else "down", grid.footprint(anchor, w, h))
        for w, h in dict.fromkeys(((wide, tall), (tall, wide)))
        for anchor in bits(grid.placements(w, room, h))
    ]


def _chosen(g: Play, card: TrapCard, member: Member, tile: int) -> Generator[Any, Any, list[list[int]]]:
    """Let the players place a trap, over the member that drew it if that is legal (TR-3)."""
    s: State = g.state
    room, mine = ground(s, tile), facts.base(s, member)
    found: list[list[int]] = []
    for left in range(int(card.template.get("pieces", 1)), 0, -1):
        shapes = _shapes(s, card, room)
        if not found:
            shapes = [lies for lies in shapes if lies[1] & mine] or shapes
        if not shapes:
            break
        by_way: dict[str, dict[int, int]] = {}
        for way, mask in shapes:
            by_way.setdefault(way, {})[(mask & -mask).bit_length() - 1] = mask
        choice: Choice = yield Decision(
            seats=equipment.hero_seats(s),
            prompt="ask.trap_place",
            rule="TR-3",
            mode="any",
            groups=tuple(
                targets(f"trap.{way}", f"do.trap_{way}", "TR-3", "square", list(places), member.id)
                for way, places in by_way.items()
            ),
            params={"what": card.name, "n": left},
            about=(member.id,),
        )
        mask = by_way[choice.group.partition(".")[2]][choice.square()]
        found.append(list(bits(mask)))
        room &= ~mask
    return found


def _scattered(s: State, room: int, pieces: int, mine: int, heroes: list[int]) -> list[list[int]]:
    """Return single squares: under the member, under other Heroes, the rest near it, nobody twice."""
    lay = layout(s)
    found: list[list[int]] = []
    covered = 0
    left = room
    while left and len(found) < pieces:

        def worth(square: int, covered: int = covered) -> tuple[int, int, int, int]:
            mask = 1 << square
            away = lay.grid.distance(mine, mask)
            fresh = mask & mine & ~covered
            other = any(hero & mask and not hero & covered for hero in heroes)
            return (not fresh, not other, bool(mask & covered), away if away is not None else PATH)

        square = min(bits(left), key=lambda sq: (*worth(sq), sq))
        found.append([square])
        left &= ~(1 << square)
        for body in (mine, *heroes):
            if body >> square & 1:
                covered |= body
    return found


# -- triggering ----------------------------------------------------------------------------------------------


def trigger(g: Play, fig: Figure, template: Template) -> Generator[Any, Any, bool]:
    """Let a template act on a figure that entered it (TR-5); return whether it acts on anything at all."""
    if not acts(box().traps[template.trap]):
        return False
    g.emit(
        "ev.trap_triggered",
        "TR-5",
        {"type": "glow", "piece": template.id, "n": 0},
        who=facts.name(fig),
        what=template.trap,
    )
    yield from _act(g, [template], [fig])
    _spent(g, template)
    return True


def acts(card: TrapCard) -> bool:
    """Whether a trap does something to whom it catches, and does not merely lie there."""
    return card.wound or bool(card.inflicts) or any(effect["op"] not in LYING for effect in card.effects)


def _act(g: Play, placed: list[Template], caught: list[Figure]) -> Generator[Any, Any, None]:
    """Roll the action of a trap, its printed stars against each defense, whoever it is (TR-5, TR-6)."""
    s: State = g.state
    trap = placed[0].trap
    card = box().traps[trap]
    if not acts(card):
        return
    squares = mask_of(square for template in placed for square in template.squares)
    own = {effect["op"]: effect for effect in card.effects if effect["op"] in OWN}
    if "area" in own:  # Dragon Pot: whoever is near suffers with those in it
        everybody: list[Figure] = [*s.members.values(), *s.monsters.values()]
        reach = layout(s).grid.within(squares, int(own["area"]["area"].rpartition(" ")[2]))
        caught = facts.standing_on(s, everybody, reach)
    yield from _bite(g, trap, caught)
    if "impassable" in own:
        for template in placed:
            s.dungeon = changed(s.dungeon, f"wall.{template.id}", [])
        close_walls(g)
    for fig in caught:
        if s.outcome or fig.at == OFF or fig.kind == "spawning_point":
            continue
        if "control" in own:
            push = own["control"]
            yield from control.move(g, push["effect"], int(push["squares"]), None, fig, squares)
        if "place" in own:
            yield from _carry_off(g, card, fig)
    if "move_template" in own and not s.outcome:
        yield from _crawl(g, placed[0], int(own["move_template"]["squares"]))


def _bite(g: Play, trap: str, caught: list[Figure]) -> Generator[Any, Any, None]:
    card = box().traps[trap]
    strike = resolve.Strike(
        name=trap,
        kind="offense" if card.wound else "support",
        stars=card.STR or 0,
        vs="defense" if card.STR is not None else None,
        inflicts=card.inflicts,
        effects=tuple(effect for effect in card.effects if effect["op"] not in LYING | OWN),
        rule="TR-5",
    )
    yield from resolve.strike(g, None, caught, strike)


def close_walls(g: Play) -> None:
    """Close the squares of triggered Stone Walls; one with a figure on it closes when it has left (TR-7)."""
    s: State = g.state
    for kind, closed in changes(s.dungeon).items():
        template = s.templates.get(kind.removeprefix("wall."))
        if template is None or not kind.startswith("wall."):
            continue
        taken = facts.occupied(s)
        now = [square for square in template.squares if not taken >> square & 1]
        if now != closed:
            s.dungeon = changed(s.dungeon, kind, now)
            show = {"type": "glow", "piece": template.id, "n": 0}
            g.emit("ev.wall_closes", "TR-7", show, what=template.trap)


def _carry_off(g: Play, card: TrapCard, fig: Figure) -> Generator[Any, Any, None]:
    """Put a Hero next to the start marker, a monster next to the nearest spawning point (CE-10)."""
    from webgame.systems.sde_arcade.rules import spawn, terrain

    s: State = g.state
    who = "heroes" if fig.kind == "hero" else "monsters" if isinstance(fig, Monster) else ""
    where = next((e["where"] for e in card.effects if e["op"] == "place" and e["who"] == who), "")
    to = OFF
    if where == "start_marker":
        to = next((token.at for token in s.tokens.values() if token.kind == "start"), OFF)
    elif where == "nearest_spawning_point":
        points = [
            (steps, point.at)
            for point in s.monsters.values()
            if point.kind == "spawning_point" and (steps := facts.distance(s, fig, point)) is not None
        ]
        to = min(points)[1] if points else OFF
    if to == OFF:
        return
    before, was, fig.at = facts.base(s, fig), fig.at, OFF
    around = layout(s).grid.within(1 << to, 1) & ~(1 << to)
    beside = [at for at in bits(spawn.anchors_touching(s, fig, around))]
    beside = [at for at in beside if not facts.block(s, at, fig.size) >> to & 1]
    if beside:
        fig.at = beside[0]
        if len(beside) > 1 and isinstance(fig, Member):
            choice: Choice = yield Decision(
                seats=(fig.seat,),
                prompt="ask.place",
                rule="CE-10",
                groups=(targets("to", "do.place", "CE-10", "square", beside, fig.id),),
                params={"who": facts.name(fig)},
                about=(fig.id,),
            )
            fig.at = choice.square()
    elif not spawn.place_near(g, fig, to):
        raise RuntimeError("there is no free square on the whole map")
    g.emit("ev.placed", "CE-10", facts.went(fig.id, was, [fig.at]), who=facts.name(fig))
    yield from terrain.enter(g, fig, bits(facts.base(s, fig)), before)


def _crawl(g: Play, template: Template, squares: int) -> Generator[Any, Any, None]:
    """Let the players move a template; it attacks what it covers then and did not before (TR-5)."""
    s: State = g.state
    grid = layout(s).grid
    old = mask_of(template.squares)
    del s.templates[template.id]  # it is not in its own way
    room = ground(s, template.tile)
    s.templates[template.id] = template
    legal = {mask for _, mask in _shapes(s, box().traps[template.trap], room)}
    found, edge = [old], [old]
    for _ in range(squares):
        beside = [_shifted(mask, dx, dy, grid.width) for mask in edge for dx, dy in AROUND]
        edge = [mask for mask in dict.fromkeys(beside) if mask in legal and mask not in found]
        found += edge
    ends = {next(bits(mask)): mask for mask in sorted(found)}
    if len(ends) < 2:
        return
    choice: Choice = yield Decision(
        seats=equipment.hero_seats(s),
        prompt="ask.trap_moves",
        rule="EX-6",
        mode="any",
        groups=(targets("crawl", "do.trap_moves", "EX-6", "square", sorted(ends), template.id),),
        params={"what": template.trap, "n": squares},
        about=(template.id,),
    )
    was, template.squares = template.squares[0], list(bits(ends[choice.square()]))
    show = facts.went(template.id, was, [template.squares[0]])
    g.emit("ev.trap_moves", "EX-6", show, what=template.trap)
    new = mask_of(template.squares)
    everybody: list[Figure] = [*s.members.values(), *s.monsters.values()]
    fresh_ones = [f for f in facts.standing_on(s, everybody, new) if not facts.base(s, f) & old]
    if fresh_ones:
        yield from _bite(g, template.trap, fresh_ones)


def _shifted(mask: int, dx: int, dy: int, width: int) -> int:
    by = dy * width + dx
    return mask << by if by >= 0 else mask >> -by


def _spent(g: Play, template: Template) -> None:
    """Remove a template that does not stay (TR-7)."""
    if not box().traps[template.trap].persistent:
        remove(g, template, "TR-7")


def remove(g: Play, template: Template, rule: str) -> None:
    """Take a template off the map."""
    s: State = g.state
    s.dungeon = changed(s.dungeon, f"wall.{template.id}", None)
    if s.templates.pop(template.id, None) is not None:
        g.emit("ev.trap_gone", rule, {"type": "gone", "piece": template.id, "n": 0}, what=template.trap)


def destroy_in(g: Play, squares: int, rule: str = "TR-8") -> int:
    """Remove every template with a square in the mask; return how many (TR-8)."""
    s: State = g.state
    hit = [template for template in s.templates.values() if mask_of(template.squares) & squares]
    for template in hit:
        remove(g, template, rule)
    return len(hit)


# -- disarming -----------------------------------------------------------------------------------------------


def disarmable(s: State, hero: Figure) -> list[str]:
    """Return the ids of the templates next to or under a Hero, which it may disarm (TR-7)."""
    if not s.templates:
        return []
    grid = layout(s).grid
    if s.dungeon != s.dungeon.partition("|")[0]:
        grid = grid.ignoring_solids()  # a Stone Wall is one of them
    around = grid.within(facts.base(s, hero), 1)
    return [template.id for template in s.templates.values() if mask_of(template.squares) & around]


def disarm(g: Play, hero: Member, id: str) -> Generator[Any, Any, bool]:
    """Roll DEX: more stars than the trap's defense remove the template; return whether they did (TR-7).

    The caller has paid the action point.
    """
    s: State = g.state
    template = s.templates[id]
    against = box().traps[template.trap].defense
    roll = yield from rolls.check(g, hero, s.options["disarm_attribute"], "disarm")
    won = roll.stars > against
    show = rolls.show(hero, roll, "l.disarm")
    key = "ev.disarmed" if won else "ev.not_disarmed"
    g.emit(key, "TR-7", show, who=facts.name(hero), what=template.trap, n=roll.stars, against=against)
    if won:
        remove(g, template, "TR-7")
    return won


# -- Dancing Light -------------------------------------------------------------------------------------------


def _lights(s: State) -> Iterator[Template]:
    for template in s.templates.values():
        if any(effect["op"] == "must_approach" for effect in box().traps[template.trap].effects):
            yield template


def dancing_light(g: Play, hero: Member) -> Generator[Any, Any, None]:
    """A Hero must have come nearer to the light of its tile or is drawn nearer; beside it the light goes.

    The tile is the one the Hero was on when its activation began (EX-14).
    """
    from webgame.systems.sde_arcade.rules import walk

    s: State = g.state
    grid = layout(s).grid
    lights = list(_lights(s))
    if not lights:
        return
    began = facts.block(s, hero.began_at, hero.size) if hero.began_at != OFF else 0
    tiles = {layout(s).tile_of[square] for square in bits(began)}
    on_tile = mask_of(square for light in lights if light.tile in tiles for square in light.squares)
    before = grid.distance(began, on_tile) if began and on_tile else None
    if before:
        now = grid.distance(facts.base(s, hero), on_tile)
        if now is None or now >= before:
            ways = walk.ways(s, hero, PATH)
            nearer = [
                anchor for anchor in bits(ways.anchors) if _within(s, hero, anchor, on_tile, before - 1)
            ]
            if nearer:
                anchor = min(nearer, key=lambda a: (ways.cost(a), a))
                g.emit("ev.drawn_to_light", "EX-14", who=facts.name(hero))
                yield from walk.walk(g, hero, anchor, ways)
                if s.outcome or hero.at == OFF:
                    return
    for light in lights:
        if grid.within(facts.base(s, hero), 1) & mask_of(light.squares):
            remove(g, light, "TR-7")


def _within(s: State, hero: Member, anchor: int, squares: int, n: int) -> bool:
    away = layout(s).grid.distance(facts.block(s, anchor, hero.size), squares, n)
    return away is not None and away <= n
