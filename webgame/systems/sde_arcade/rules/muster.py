"""The first spawn: each spawning point brings its own list, placed by engine or hand (SU-13, SU-14)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from webgame.engine.decision import Group, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.engine.system import CHECKPOINT, FRAME
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.looks import icon_of
from webgame.systems.sde_arcade.rules import facts, spawn, wounds
from webgame.systems.sde_arcade.rules.byhand import ask, by_hand
from webgame.systems.sde_arcade.state import Monster, State

DUE = "due"  # in options["setup"]: what is still to be placed for a spawning point, as [its id, model]
Steps = Generator[Any, Any, None]


class Room(NamedTuple):
    """Where a model may be put: the squares of each limit, from the strictest rule to the mildest (SU-13)."""

    near: int  # some of its base within two squares of the spawning point, nothing in the way
    wishes: tuple[tuple[str, int], ...]  # by name: gang near, no negative tile effect, no monster beside it

    def squares(self) -> int:
        """Return where it may go: a limit that would leave nothing is not kept."""
        found = self.near
        for _, limit in self.wishes:
            found = found & limit or found
        return found

    def missed(self, square: int) -> str:
        """Return the name of the first limit that keeps it off a square, "" if it may go there."""
        found = self.near
        for name, limit in (("near", self.near), *self.wishes):
            kept = found & limit
            if kept and not kept >> square & 1:
                return name
            found = kept or found
        return ""


def spawning_list(name: str) -> dict[str, int]:
    """Return what a spawning point's card lists, without forms that are never placed (SH-3)."""
    pool = box().monsters[name].spawning_pool
    return {entry["model"]: int(entry["count"]) for entry in pool if entry.get("spawn", True)}


def run(g: Play) -> Steps:
    """Let every spawning point spawn its own list, a pair together; no wound for it (SU-13, SU-14)."""
    s: State = g.state
    start = next(token.at for token in s.tokens.values() if token.kind == "start")
    groups = _groups(s)
    while s.turn.at < len(groups):
        group = groups[s.turn.at]
        point = group[0]
        names = [name for name, count in spawning_list(point.card).items() for _ in range(count)]
        if by_hand(s, "monsters") or DUE in s.options["setup"]:
            yield from _by_hand(g, group, names, start)
        else:
            placed = yield from spawn.place_list(g, group, names, start)
            g.emit("ev.first_spawn", "SU-13", who=point.card, n=len(placed))
        for model in group:  # SU-14: none, but for a house rule
            yield from wounds.wound(g, model, int(s.options["setup_drain"]), None, "SU-14")
        s.turn.at += 1
        yield FRAME


def _groups(s: State) -> list[list[Monster]]:
    """Return the spawning points, the two of a pair together."""
    points = [m for m in s.monsters.values() if m.kind == "spawning_point"]
    first = [p for p in points if not p.pair or p.pair == p.id]
    return [[p for p in points if p is one or (one.pair and p.pair == one.pair)] for one in first]


def _by_hand(g: Play, group: list[Monster], names: list[str], start: int) -> Steps:
    """Let the party put the models of a spawning point, or of a pair, where they may go (SU-13)."""
    s: State = g.state
    setup = s.options["setup"]
    if DUE not in setup:
        shares = yield from _shared(g, group, names)
        setup[DUE] = [[p.id, n] for p, sh in zip(group, shares, strict=True) for n in spawn.in_order(sh)]
        setup["placed"] = 0
    due: list[list[str]] = setup[DUE]
    while due:
        point = s.monsters[due[0][0]]
        rooms = _open(s, point, [name for id, name in due if id == point.id])
        if not rooms:  # what is left of this one finds no room
            left = [entry for entry in due if entry[0] == point.id]
            g.emit("ev.no_room_left", "CM-4", depth=1, who=facts.name(point), n=len(left))
            due[:] = [entry for entry in due if entry[0] != point.id]
            continue
        choice = None
        if by_hand(s, "monsters"):
            yield CHECKPOINT
            offered = [_offer(name, room) for name, room in rooms.items()]
            choice = yield from ask(
                g, "monsters", "ask.setup_monster", "SU-13", offered, (point.id,), who=point.card, n=len(due)
            )
        if choice is None:
            for id, name in due:
                setup["placed"] += spawn.place_model(g, s.monsters[id], name, start) is not None
            due.clear()
            break
        name = choice.group.partition(".")[2]
        model = spawn.model_of(s, name)
        if model is None:
            raise RuntimeError(f"the pool has no {name}")
        spawn.put_model(g, point, model, choice.square())
        due.remove([point.id, name])
        setup["placed"] += 1
        yield FRAME
    g.emit("ev.first_spawn", "SU-13", who=group[0].card, n=setup["placed"])
    del setup[DUE], setup["placed"]


def _offer(name: str, room: Room) -> Group:
    squares = bits(room.squares())
    icon = icon_of(name, box().monsters[name].rank)
    return targets(
        f"put.{name}", "do.setup_put", "SU-13", "square", squares, what=name, icon=icon, tone="move"
    )


def _open(s: State, point: Monster, names: list[str]) -> dict[str, Room]:
    """Return the models that may be put next, and where; minions wait for the elites of their gang."""
    known = box().monsters
    elites = {name for name in names if known[name].rank == "elite"}
    found: dict[str, Room] = {}
    for name in dict.fromkeys(names):
        bosses = (
            {box().gangs[gang].elite for gang in known[name].gangs} if known[name].rank == "minion" else set()
        )
        if bosses & elites and any(room(s, point, boss).near for boss in bosses & elites):
            continue
        place = room(s, point, name)
        if place.near and s.pool.monsters.get(name, 0):
            found[name] = place
    return found


def room(s: State, point: Monster, name: str) -> Room:
    """Return where a model of a spawning point's list may be put, limit by limit (SU-13)."""
    lay = layout(s)
    model = Monster("", box().monsters[name].rank, name, size=box().monsters[name].base[0])
    zone = lay.grid.within(facts.base(s, point), int(s.options["spawn_range"]))
    return Room(spawn.anchors_touching(s, model, zone), tuple(spawn.wishes(s, model)))


def _shared(g: Play, group: list[Monster], names: list[str]) -> Generator[Any, Any, list[list[list[str]]]]:
    """Return what each model brings; the party says which of a pair takes a part where both may (SU-13)."""
    s: State = g.state
    shares: list[list[list[str]]] = [[] for _ in group]
    for members in spawn.parts(group, names):
        least = min(spawn.weight(share) for share in shares)
        light = [i for i, share in enumerate(shares) if spawn.weight(share) == least]
        taker = light[0]
        if len(light) > 1 and by_hand(s, "monsters"):
            ids = [group[i].id for i in light]
            offered = targets("half", "do.setup_half", "SU-13", "piece", ids)
            who, what = group[0].card, sorted(members)
            choice = yield from ask(
                g, "monsters", "ask.setup_half", "SU-13", [offered], tuple(ids), who=who, what=what
            )
            taker = light[0] if choice is None else [p.id for p in group].index(choice.name())
        shares[taker].append(members)
    return shares
