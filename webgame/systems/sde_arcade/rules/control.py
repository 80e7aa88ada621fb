"""Control effects: moving a figure that is not in its activation (section 17.5)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from heapq import heappop, heappush
from typing import Any

from webgame.engine.decision import Choice, Decision, Group, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import Allowed, bits, grow
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, reactions, traits
from webgame.systems.sde_arcade.state import OFF, Figure, Member, State

KINDS = {"Pull": "CE-3", "Push": "CE-4", "Compel": "CE-2"}


def move(
    g: Play, kind: str, squares: int, user: Figure | None, fig: Figure, origin: int = 0
) -> Generator[Any, Any, None]:
    """Push, Pull or Compel a figure: as far as the user's side likes, monsters as far as they can (CE-7).

    Without a user (a trap) whoever controls the figure decides; `origin` are the squares it is moved from.
    """
    from webgame.systems.sde_arcade.rules import walk

    s: State = g.state
    rule = KINDS[kind]
    if fig is user and kind != "Compel":
        return  # nothing leads away from itself (CE-4)
    ways = _destinations(s, kind, squares, user, fig, origin)
    if not ways:
        return
    user = user or fig
    if isinstance(user, Member):
        choice: Choice = yield Decision(
            seats=(facts.master_of(s, user).seat,),
            prompt=f"ask.{kind.lower()}",
            rule=rule,
            groups=(
                targets("to", f"do.{kind.lower()}", rule, "square", sorted(ways), fig.id),
                button("stay", "do.leave_there", rule, fig.id),
            ),
            params={"who": facts.name(user), "target": facts.name(fig), "n": squares},
            about=(fig.id,),
        )
        if choice.group == "stay":
            return
        path = ways[choice.square()]
    else:
        far = max(len(path) for path in ways.values())
        path = min((p for p in ways.values() if len(p) == far), key=lambda p: p[-1])
    yield from walk.passing(g, fig, _go(g, fig, path, rule))
    if not isinstance(fig, Member):
        traits.settle(g)


def _go(g: Play, fig: Figure, path: list[int], rule: str) -> Generator[Any, Any, None]:
    """Move a figure along a path; it meets what lies there like in a move of its own (CE-1)."""
    from webgame.systems.sde_arcade.rules import terrain, walk

    s: State = g.state
    walked, start = [], fig.at
    hunting = reactions.hunters(s, fig)
    for at in path:
        if hunting:
            here = fig.at
            yield from reactions.pounced_on(g, fig, hunting)
            if fig.at != here or s.outcome:
                return
        before = facts.base(s, fig)
        fig.at = at
        walked.append(at)
        new = facts.base(s, fig) & ~before
        if at == path[-1] or walk.eventful(s, new):  # it is seen to arrive before things happen to it there
            show = facts.went(fig.id, start, walked)
            g.emit("ev.pushed", rule, show, who=facts.name(fig), n=len(walked))
            walked, start = [], at
        unknown = [tile for tile in s.tiles if not tile.explored]
        yield from terrain.enter(g, fig, bits(new), before)
        if fig.at != at or s.outcome:
            return
        if any(tile.explored for tile in unknown) and not _shares(s, fig):
            break  # the explore card may have changed the ground ahead
    if walked:
        show = facts.went(fig.id, start, walked)
        g.emit("ev.pushed", rule, show, who=facts.name(fig), n=len(walked))


def _shares(s: State, fig: Figure) -> bool:
    """Whether a figure stands on another one (in passing)."""
    mine = facts.base(s, fig)
    others: list[Figure] = [*s.members.values(), *s.monsters.values()]
    return any(facts.base(s, other) & mine for other in others if other is not fig)


def _destinations(
    s: State, kind: str, squares: int, user: Figure | None, fig: Figure, origin: int = 0
) -> dict[int, list[int]]:
    """Return, for each square where a controlled figure may end, the cheapest path of allowed steps.

    Each step of a Push leads away from the user, of a Pull nearer to it; a step on difficult ground counts as
    two, and no step is one that the figure could not make itself (CE-1: HA-6, LR-7, LR-8, SU-16, Grabby). Of
    paths of the same cost an enemy is led through traps and bad ground, a friend around them (CE-7).
    """
    from webgame.systems.sde_arcade.rules import walk

    grid = layout(s).grid
    slow, barred = walk.ground(s, fig)
    own = facts.base(s, fig)
    foes = facts.bodies(s, facts.enemies(s, fig))
    posts = facts.bodies(s, [m for m in s.monsters.values() if m.kind == "spawning_point"])
    closed = (foes | posts | facts.chests(s) | barred) & ~own
    taken = facts.occupied(s) & ~own
    stuck = walk.grabbed(s, fig)
    allowed = walk.straight(s, fig, grid.pinched(foes))
    users = origin or (facts.base(s, user) if user is not None else 0)
    ill = walk.hazards(s, fig)
    hostile = user is not None and facts.is_enemy(user, fig)
    ends: dict[int, list[int]] = {}
    best: dict[int, tuple[int, int]] = {fig.at: (0, 0)}
    queue: list[tuple[int, int, int, list[int]]] = [(0, 0, fig.at, [])]
    while queue:
        cost, unwanted, at, path = heappop(queue)
        here = facts.block(s, at, fig.size)
        away = grid.distance(users, here) if users else None
        if (cost, unwanted) > best[at]:
            continue
        if path and not here & taken:
            ends[at] = path
        if here & stuck or (kind == "Pull" and away == 1):
            continue
        for step in bits(grow(1 << at, allowed, s.width)):
            there = _moved(s, fig, at, step, allowed)
            if not there or there & closed:
                continue
            if kind != "Compel" and away is not None:
                after = grid.distance(users, there)
                if after is None or (after <= away if kind == "Push" else after >= away):
                    continue
            fresh = there & ~here
            spent = cost + (2 if fresh & slow else 1), unwanted + (bool(fresh & ill) != hostile)
            if spent[0] <= squares and (step not in best or spent < best[step]):
                best[step] = spent
                heappush(queue, (*spent, step, [*path, step]))
    return ends


def _moved(s: State, fig: Figure, at: int, step: int, allowed: Allowed) -> int:
    """Return the base of a figure after one step of all of it from `at` to `step`, 0 if it does not fit."""
    if fig.size == 1:
        return 1 << step
    there = layout(s).grid.footprint(step, fig.size)
    offset = step - at
    for square in bits(facts.block(s, at, fig.size) if there else 0):
        if not grow(1 << square, allowed, s.width) >> (square + offset) & 1:
            return 0
    return there


def free_moves(
    g: Play, figures: Sequence[Figure], squares: int, name: str, rule: str = "PO-11"
) -> Generator[Any, Any, None]:
    """Let each of several Heroes move up to `squares`, in the order their players like (PO-11)."""
    from webgame.systems.sde_arcade.rules import walk

    s: State = g.state
    waiting = [f.id for f in figures if isinstance(f, Member)]
    while waiting and not s.outcome:
        groups: list[Group] = []
        ways = {}
        for id in waiting:
            hero = s.members[id]
            if (
                hero.at == OFF
                or {"Knockdown", "Immobile"}.intersection(hero.status)
                or facts.forbidden(s, hero, "move")
            ):
                continue
            way = walk.ways(s, hero, squares)
            if way.anchors:
                ways[id] = way
                seat = (hero.seat,)
                found = tuple(bits(way.anchors))
                params = {"who": facts.name(hero), "tone": "move"}
                groups.append(Group(f"move.{id}", "do.move_at_once", rule, id, "square", found, params, seat))
                params = {"who": facts.name(hero), "tone": "end"}
                groups.append(Group(f"stay.{id}", "do.stay_there", rule, id, params=params, seats=seat))
        if not groups:
            return
        choice: Choice = yield Decision(
            seats=tuple(dict.fromkeys(s.members[id].seat for id in ways)),
            prompt="ask.free_move",
            rule=rule,
            mode="any",
            groups=tuple(groups),
            params={"what": name, "n": squares},
            about=tuple(ways),
        )
        kind, _, id = choice.group.partition(".")
        waiting.remove(id)
        if kind == "move":
            yield from walk.walk(g, s.members[id], choice.square(), ways[id])


def teleport(g: Play, user: Figure, fig: Figure, squares: int) -> Generator[Any, Any, None]:
    """Place a figure on a free square within `squares` of it and in its sight (CE-5)."""
    s: State = g.state
    sight = facts.sight(s, fig)
    seen = 0
    for square in bits(facts.base(s, fig)):
        seen |= sight.row(square)
    yield from _place(g, user, fig, layout(s).grid.within(facts.base(s, fig), squares) & seen, "CE-5")


def place_beside(g: Play, user: Figure, fig: Figure, others: list[Member]) -> Generator[Any, Any, None]:
    """Place a figure next to one of several others (CE-10)."""
    s: State = g.state
    room = 0
    for other in others:
        room |= layout(s).grid.within(facts.base(s, other), 1)
    yield from _place(g, user, fig, room, "CE-10")


def pounce(g: Play, user: Member, target: Figure) -> Generator[Any, Any, None]:
    """Place a member next to the enemy it pounces on; one that is there already may stay (CE-10)."""
    s: State = g.state
    room = layout(s).grid.within(facts.base(s, target), 1)
    yield from _place(g, user, user, room, "CE-10", stay=facts.adjacent(s, user, target))


def landings(s: State, fig: Figure, room: int) -> list[int]:
    """Return where a figure can be placed so that some of its base lies in `room` (CE-10).

    No chasm, nobody else's square, no way out of locked doors (EX-12).
    """
    from webgame.systems.sde_arcade.rules import walk

    lay = layout(s)
    free = lay.grid.open & ~walk.ground(s, fig)[1] & ~(facts.occupied(s) & ~facts.base(s, fig))
    return [
        at
        for at in bits(lay.grid.placements(fig.size, free))
        if at != fig.at and facts.block(s, at, fig.size) & room
    ]


def _place(
    g: Play, user: Figure, fig: Figure, room: int, rule: str, *, stay: bool = True
) -> Generator[Any, Any, None]:
    """Put a figure where its user wants; only the arrival counts as entering (CE-10)."""
    from webgame.systems.sde_arcade.rules import terrain

    s: State = g.state
    anchors = landings(s, fig, room)
    if not anchors:
        return
    at = anchors[0]
    if isinstance(user, Member):
        choice: Choice = yield Decision(
            seats=(facts.master_of(s, user).seat,),
            prompt="ask.place",
            rule=rule,
            groups=(
                targets("to", "do.place", rule, "square", anchors, fig.id),
                *((button("stay", "do.stay", rule, fig.id),) if stay else ()),
            ),
            params={"who": facts.name(fig)},
            about=(fig.id,),
        )
        if choice.group == "stay":
            return
        at = choice.square()
    before, was = facts.base(s, fig), fig.at
    fig.at = at
    g.emit("ev.placed", rule, facts.went(fig.id, was, [at]), who=facts.name(fig))
    yield from terrain.enter(g, fig, bits(facts.base(s, fig) & ~before), before)
