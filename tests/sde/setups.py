"""Set-ups for whole games: any party, boss, mini-bosses, spawning points, creeps, decks and dungeon."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from random import Random

from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.contents import table_cp1

HEROES = [hero.id for hero in box().heroes.values() if hero.selectable]
TILES = sorted({side.tile for side in box().tiles.values() if side.tile})


def ranked(rank: str) -> list[str]:
    """Return the names of all monsters of a rank."""
    return [monster.name for monster in box().monsters.values() if monster.rank == rank]


BOSSES, MINI_BOSSES = ranked("dungeon_boss"), ranked("mini_boss")
POINTS, CREEPS = ranked("spawning_point"), ranked("creep")


def scenario(
    name: str,
    heroes: Iterable[str],
    boss: str,
    mini_bosses: Iterable[str],
    points: Iterable[str],
    *,
    sides: Iterable[str] = (),
    creeps: Mapping[str, int] | None = None,
    wonders: Iterable[str] = (),
    swap: Mapping[str, list[str]] | None = None,
    hand: Iterable[str] = (),
) -> str:
    """Return the text of a scenario with a random dungeon (SU-5), of these tile sides if any are named.

    `hand` names parts of the set-up that are made by hand; the dungeon may be one of them.
    """
    hand = list(hand)
    tiles = ", ".join(f"{{ side = {json.dumps(side)} }}" for side in sides)
    lines = [
        f"name = {json.dumps(name)}",
        'system = "sde_arcade"',
        f"heroes = {json.dumps(list(heroes))}",
        f"boss = {json.dumps(boss)}",
        f"mini_bosses = {json.dumps(list(mini_bosses))}",
        f"spawning_points = {json.dumps(list(points))}",
        "[dungeon]",
        f"random = {json.dumps('dungeon' not in hand)}",
        f"tiles = [{tiles}]",
    ]
    if hand:
        lines += ["[setup]", *(f'{part} = "hand"' for part in hand)]
    if creeps:
        lines += ["[creeps]", *(f"{json.dumps(kind)} = {count}" for kind, count in creeps.items())]
    lines += ["[decks]", f"wonders = {json.dumps(list(wonders))}"]
    if swap:
        lines += ["[decks.swap]", *(f"{json.dumps(out)} = {json.dumps(into)}" for out, into in swap.items())]
    return "\n".join(lines) + "\n"


def fitting(points: Iterable[str], heroes: int) -> list[str]:
    """Return the first of `points` that make up a choice for each Hero; a paired one counts as two (SU-4)."""
    chosen: list[str] = []
    left = heroes
    for name in points:
        if box().monsters[name].choices <= left:
            chosen.append(name)
            left -= box().monsters[name].choices
    assert left == 0, f"these don't make up {heroes}"
    return chosen


def dealt(name: str, heroes: int, boss: str, seed: str) -> str:
    """Return the text of a scenario whose contents are drawn by lot; the same seed gives the same."""
    rng = Random(seed)
    names = [rng.sample(every, len(every)) for every in (HEROES, MINI_BOSSES, POINTS)]
    minis = table_cp1("mini_bosses", heroes)[1]
    return scenario(name, names[0][:heroes], boss, names[1][:minis], fitting(names[2], heroes))
