"""Which monsters are disturbed, and in what order they act (MA-1 to MA-6)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from webgame.engine.game import Play
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import choices, facts, targets
from webgame.systems.sde_arcade.state import Monster, State

RANKS = ("dungeon_boss", "mini_boss", "elite", "boo_booty", "minion", "creep")  # of activation order (MA-6)
ORDER = {kind: place for place, kind in enumerate(RANKS)} | {"boo_booty": RANKS.index("elite")}  # BB-5
Place = tuple[int, int, int, tuple[int, str]]


def disturbed(s: State) -> dict[str, str]:
    """Return the disturbed models and why each is (MA-1 to MA-5)."""
    lay = layout(s)
    heroes = list(s.heroes())
    tiles = {tile for hero in heroes for tile in facts.tiles_of(s, hero)}
    ground = 0
    for tile in tiles:
        ground |= lay.tiles[tile]
    around = 0
    if s.options["disturb_by"] == "squares":
        for hero in heroes:
            around |= lay.grid.within(facts.base(s, hero), int(s.options["disturb_range"]))
    elif s.options["disturb_by"] == "tiles":
        for doorway in lay.doorways:
            if doorway.joined in tiles:
                around |= lay.tiles[doorway.tile]
    why: dict[str, str] = {}
    for monster in s.foes():
        if monster.kind in ("mini_boss", "dungeon_boss") and s.options["disturb_bosses"]:
            why[monster.id] = "boss"
        elif facts.base(s, monster) & ground:
            why[monster.id] = "tile"
        elif monster.kind != "creep" and facts.base(s, monster) & around:
            why[monster.id] = "near"
    _wake_gangs(s, why)
    return why


def _wake_gangs(s: State, why: dict[str, str]) -> None:
    """A gang acts if any of its members is disturbed; minions wake with their elite (MA-5)."""
    gangs = [(m.id, facts.gang(s, m).partners) for m in s.foes() if m.kind == "elite"]
    gangs = [(elite, partners) for elite, partners in gangs if partners]
    awake = -1
    while awake != len(why):
        awake = len(why)
        for elite, partners in gangs:
            if elite in why or any(partner in why for partner in partners):
                for id in (elite, *partners):
                    why.setdefault(id, "gang")


def activation_order(s: State, awake: list[str]) -> list[str]:
    """Return disturbed monsters in order: nearest to the Hero with most wrath, rank, fewest hearts (MA-6)."""
    models = [s.monsters[id] for id in awake if s.monsters[id].kind != "spawning_point"]
    return [m.id for m in sorted(models, key=_place_in_order(s))]


def _place_in_order(s: State) -> Callable[[Monster], Place]:
    """Return what monsters are ordered by (MA-6); the house rule `activation_order` says what comes first."""
    hero = targets.most_wrath(s)
    first = s.options["activation_order"]
    heroes = list(s.heroes()) if first == "nearest" else [hero] if hero is not None else []

    def key(m: Monster) -> Place:
        steps = min((targets.distance(s, m, each) for each in heroes), default=0)
        hearts, number = facts.hearts_left(s, m), targets.number(m.id)
        return (
            (ORDER[m.kind], steps, hearts, number)
            if first == "rank"
            else (steps, ORDER[m.kind], hearts, number)
        )

    return key


def settle(g: Play, order: list[str]) -> Generator[Any, Any, list[str]]:
    """Let the players choose which of equal monsters goes first, if they are asked (MA-6, AI-1)."""
    s: State = g.state
    if not choices.asked(s):
        return order
    place = _place_in_order(s)
    left, settled = list(order), []
    while left:
        best = place(s.monsters[left[0]])[:-1]
        equal = [id for id in left if place(s.monsters[id])[:-1] == best]
        if s.monsters[left[0]].kind == "minion":  # it moves with its gang
            equal = equal[:1]
        id = yield from choices.among(g, "order", "MA-6", "piece", equal)
        settled.append(id)
        left.remove(id)
    return settled


def tell(g: Play, why: dict[str, str]) -> None:
    """Tell who is disturbed and why, and in what order they act."""
    s: State = g.state
    if g.quiet:
        return
    g.emit("ev.disturbed", "MA-1", n=len(why), of=sum(1 for _ in s.foes()))
    rules = {"boss": "MA-2", "tile": "MA-1", "near": "MA-1", "gang": "MA-5"}
    for id in s.turn.disturbed:
        who = facts.name(s.monsters[id])
        g.emit("ev.woken", rules[why[id]], depth=1, who=who, why=f"l.woken.{why[id]}")
    if s.turn.order:
        hero = targets.most_wrath(s)
        names = facts.names(s.monsters[id] for id in s.turn.order)
        g.emit("ev.order", "MA-6", depth=1, what=names, target=facts.name(hero) if hero else "")
        place = _place_in_order(s)
        for n, id in enumerate(s.turn.order, 1):
            monster = s.monsters[id]
            if monster.kind != "minion":
                steps, rank, hearts, _ = place(monster)
                if s.options["activation_order"] == "rank":
                    steps, rank = rank, steps
                params: dict[str, Any] = {
                    "who": facts.name(monster),
                    "what": f"l.rank.{RANKS[rank]}",
                    "hearts": hearts,
                }
                g.emit("ev.order_place", "MA-6", depth=1, n=n, steps=steps, **params)
