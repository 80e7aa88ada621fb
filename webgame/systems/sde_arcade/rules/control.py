"""Control effects: moving a figure that is not in its activation (section 17.5)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import OFF, Figure, Member, State

KINDS = {"Pull": "CE-3", "Push": "CE-4", "Compel": "CE-2"}


def move(g: Play, kind: str, squares: int, user: Figure | None, fig: Figure) -> Generator[Any, Any, None]:
    """Push, Pull or Compel a figure; the user's side chooses how far and where, monsters as far as possible (CE-7)."""
    from webgame.systems.sde_arcade.rules import terrain

    s: State = g.state
    rule = KINDS[kind]
    ways = _destinations(s, kind, squares, user, fig)
    if not ways:
        return
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
    walked: list[int] = []
    for at in path:
        before = facts.base(s, fig)
        fig.at = at
        walked.append(at)
        interrupted = yield from terrain.enter(g, fig, list(bits(facts.base(s, fig) & ~before)))
        if fig.at != at or s.outcome:
            return
        if interrupted and not _shares(s, fig):
            break
    g.emit("ev.pushed", rule, {"type": "move", "piece": fig.id, "path": walked}, who=facts.name(fig), n=len(walked))


def _shares(s: State, fig: Figure) -> bool:
    """Whether a figure stands on another one (in passing)."""
    mine = facts.base(s, fig)
    others: list[Figure] = [*s.members.values(), *s.monsters.values()]
    return any(facts.base(s, other) & mine for other in others if other is not fig)


def _destinations(s: State, kind: str, squares: int, user: Figure | None, fig: Figure) -> dict[int, list[int]]:
    """Return, for each square where a controlled figure may end, a path of steps that are all allowed.

    Each step of a Push leads away from the user, of a Pull nearer to it, and costs 2 on difficult ground (CE-1).
    """
    from webgame.systems.sde_arcade.rules import walk

    grid = layout(s).grid
    slow, barred = walk.ground(s, fig)
    solid = facts.occupied(s) & ~facts.base(s, fig)
    foes = facts.bodies(s, facts.enemies(s, fig)) | facts.chests(s) | barred
    users = facts.base(s, user) if user is not None else 0
    start = fig.at
    ends: dict[int, list[int]] = {}
    best: dict[int, int] = {start: 0}
    queue: list[tuple[int, list[int]]] = [(start, [])]
    while queue:
        at, path = queue.pop(0)
        here = facts.block(s, at, fig.size)
        away = grid.distance(users, here) if users else None
        if kind == "Pull" and away == 1:
            continue
        for step in bits(grid.steps(at)):
            there = _moved(s, fig, at, step)
            if not there or there & foes or (fig.size > 1 and there & solid):
                continue
            if kind != "Compel" and away is not None:
                after = grid.distance(users, there)
                if after is None or (after <= away if kind == "Push" else after >= away):
                    continue
            spent = best[at] + (2 if there & ~here & slow else 1)
            if spent > squares or best.get(step, squares + 1) <= spent:
                continue
            best[step] = spent
            longer = [*path, step]
            queue.append((step, longer))
            if not there & solid:
                ends[step] = longer
    return ends


def _moved(s: State, fig: Figure, at: int, step: int) -> int:
    """Return the base of a figure after one step of its whole base from `at` to `step`, 0 if it does not fit."""
    grid = layout(s).grid
    there = grid.footprint(step, fig.size)
    if fig.size > 1 and there:
        offset = step - at
        for square in bits(facts.block(s, at, fig.size)):
            if not grid.steps(square) >> (square + offset) & 1:
                return 0
    return there


def free_moves(g: Play, figures: list[Figure], squares: int, name: str) -> Generator[Any, Any, None]:
    """Let each of several Heroes move up to `squares`, in the order their players like (PO-11)."""
    from webgame.systems.sde_arcade.rules import walk

    s: State = g.state
    waiting = [f.id for f in figures if isinstance(f, Member)]
    while waiting and not s.outcome:
        groups = []
        ways = {}
        for id in waiting:
            hero = s.members[id]
            if hero.at == OFF or {"Knockdown", "Immobile"}.intersection(hero.status) or facts.forbidden(s, hero, "move"):
                continue
            ways[id] = walk.ways(s, hero, squares)
            if ways[id].anchors:
                found = list(bits(ways[id].anchors))
                groups.append(targets(f"move.{id}", "do.move_at_once", "PO-11", "square", found, id, tone="move"))
        if not groups:
            return
        seats = tuple(s.members[id].seat for id in waiting if id in ways)
        choice: Choice = yield Decision(
            seats=seats,
            prompt="ask.free_move",
            rule="PO-11",
            mode="any",
            groups=(*groups, button("done", "do.done_moving", "PO-11", tone="end")),
            params={"what": name, "n": squares},
            about=tuple(ways),
        )
        if choice.group == "done":
            return
        id = choice.group.partition(".")[2]
        waiting.remove(id)
        yield from walk.walk(g, s.members[id], choice.square(), ways[id])


def teleport(g: Play, user: Figure, fig: Figure, squares: int) -> Generator[Any, Any, None]:
    """Place a figure on a free square within `squares` of it and in its sight (CE-5)."""
    s: State = g.state
    lay = layout(s)
    seen = 0
    for square in bits(facts.base(s, fig)):
        seen |= lay.sight.row(square)
    free = lay.grid.open & ~lay.effects.get("Chasm", 0) & ~(facts.occupied(s) & ~facts.base(s, fig))
    room = lay.grid.within(facts.base(s, fig), squares) & seen & free
    yield from _place(g, user, fig, room & ~facts.base(s, fig) if fig.size == 1 else room, "CE-5")


def place_beside(g: Play, user: Figure, fig: Figure, others: list[Member]) -> Generator[Any, Any, None]:
    """Place a figure next to one of several others (CE-10)."""
    s: State = g.state
    lay = layout(s)
    free = lay.grid.open & ~lay.effects.get("Chasm", 0) & ~(facts.occupied(s) & ~facts.base(s, fig))
    room = 0
    for other in others:
        room |= lay.grid.within(facts.base(s, other), 1)
    yield from _place(g, user, fig, room & free, "CE-10")


def _place(g: Play, user: Figure, fig: Figure, room: int, rule: str) -> Generator[Any, Any, None]:
    """Put a figure where its user wants; only the arrival counts as entering (CE-10)."""
    from webgame.systems.sde_arcade.rules import terrain

    s: State = g.state
    lay = layout(s)
    if fig.size == 1:
        anchors = room
    else:
        free = lay.grid.open & ~lay.effects.get("Chasm", 0) & ~(facts.occupied(s) & ~facts.base(s, fig))
        anchors = 0
        for at in bits(lay.grid.placements(fig.size, free)):
            if at != fig.at and facts.block(s, at, fig.size) & room:
                anchors |= 1 << at
    if not anchors:
        return
    seat = facts.master_of(s, user).seat if isinstance(user, Member) else ""
    at = min(bits(anchors))
    if seat:
        choice: Choice = yield Decision(
            seats=(seat,),
            prompt="ask.place",
            rule=rule,
            groups=(
                targets("to", "do.place", rule, "square", list(bits(anchors)), fig.id),
                button("stay", "do.stay", rule, fig.id),
            ),
            params={"who": facts.name(fig)},
            about=(fig.id,),
        )
        if choice.group == "stay":
            return
        at = choice.square()
    before = facts.base(s, fig)
    fig.at = at
    g.emit("ev.placed", rule, {"type": "move", "piece": fig.id, "path": [at]}, who=facts.name(fig))
    yield from terrain.enter(g, fig, list(bits(facts.base(s, fig) & ~before)))
