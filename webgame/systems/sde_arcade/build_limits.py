"""A dungeon of one's own: how much may be chosen, and what not beside the rest (CP-1, SU-3 to SU-9)."""

from __future__ import annotations

from collections.abc import Iterator

from webgame.engine.build import Answers, Field, Limit, chosen, number
from webgame.systems.sde_arcade.build_form import SWAPS, creep_fields, form
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.contents import table_cp1


def heroes_of(answers: Answers) -> int:
    """Return the party size that is chosen; the smallest until one is (SU-1)."""
    size = chosen(form()["size"], answers)
    return int(size[0]) if size else int(form()["size"].items[0].id)


def limits(answers: Answers) -> Iterator[tuple[str, Limit]]:
    """Yield how much each field takes, table CP-1 first of all."""
    heroes = heroes_of(answers)
    bounds: dict[str, tuple[int, int | None]] = {
        "size": (1, 1),
        "heroes": (heroes, heroes),
        "boss": (1, 1),
        "mini_bosses": table_cp1("mini_bosses", heroes),
        "points": table_cp1("spawning_points", heroes),
        "models": (0, box().tables["deck_build"]["treasure"]["model"]),
        "wonders": (box().tables["deck_build"]["treasure"]["wonder"],) * 2,
        "dungeon": (1, 1),
        "layout": (1, 1),
    }
    for deck in SWAPS:
        out = len(chosen(form()[f"{deck}_out"], answers))
        most = len(form()[f"{deck}_in"].items)
        bounds[f"{deck}_out"], bounds[f"{deck}_in"] = (0, most), (min(out, most), min(out, most))
    tiles = table_cp1("tiles", heroes)[0]
    least = tiles if chosen(form()["tiles"], answers) else 0  # none named: any
    bounds["tiles"] = least, len(form()["tiles"].items) if by_hand(answers) else tiles
    for id, (low, high) in bounds.items():
        if id not in off(answers):
            yield id, Limit(low, high, _count(form()[id], answers))
    numbers = sum(number(field, answers) for field in creep_fields())
    yield "creeps", Limit(box().constants["creeps_minimum"], None, numbers)


def _count(field: Field, answers: Answers) -> int:
    picked = chosen(field, answers)
    return sum(item.cost for item in field.items if item.id in picked)


def by_hand(answers: Answers) -> bool:
    """Whether the dungeon is built at the table."""
    return chosen(form()["dungeon"], answers) == ["hand"]


def off(answers: Answers) -> list[str]:
    """Return fields that are of no account: the shape of a dungeon that is built at the table."""
    return ["layout"] if by_hand(answers) else []


RULES = {
    "heroes": "CP-1",
    "mini_bosses": "CP-2",
    "points": "CP-1; a pair counts as two, SU-4",
    "creeps": "SU-3",
    "models": "SU-7",
    "wonders": "SU-7",
    "tiles": "CP-1; none for any",
    "treasure_in": "one for one, SU-7",
    "loot_in": "one for one, SU-8",
    "explore_in": "one for one, SU-9",
}


def count_wrong(id: str, limit: Limit, answers: Answers) -> str:
    """Return what is wrong with a number of choices, nothing if it is right."""
    if limit.count >= limit.low and (limit.high is None or limit.count <= limit.high):
        return ""
    if limit.high is None:
        wanted = f"at least {limit.low}"
    elif limit.low == limit.high:
        wanted = str(limit.low)
    else:
        wanted = f"{limit.low} to {limit.high}"
    why = f" ({RULES[id]})" if id in RULES else ""
    size = f" for {heroes_of(answers)} Heroes" if id in ("heroes", "mini_bosses", "points", "tiles") else ""
    return f"choose {wanted}{size}{why}: {limit.count} chosen"


def barred(answers: Answers) -> dict[str, dict[str, str]]:
    """Return what can't be chosen beside the other answers, and why."""
    found: dict[str, dict[str, str]] = {"models": {}, "wonders": {}, "tiles": {}, "explore_out": {}}
    boss = chosen(form()["boss"], answers)
    there = {*boss, *chosen(form()["mini_bosses"], answers)}
    for item in form()["models"].items:
        if box().treasure[item.id].model not in there:
            found["models"][item.id] = f"belongs to {box().treasure[item.id].model}, who is not in the game"
    for hero in chosen(form()["heroes"], answers):
        for wonder in box().wonders.values():
            if f"Pet: {wonder.pet}" in box().heroes[hero].abilities:
                found["wonders"][wonder.name] = f"starts with {box().heroes[hero].name}"
    tiles = chosen(form()["tiles"], answers)
    for first in tiles:
        for item in form()["tiles"].items:
            if item.id != first and box().tiles[item.id].tile == box().tiles[first].tile:
                found["tiles"][item.id] = f"is the other side of {box().tiles[first].name}"
    deck = box().explore_base.keys() | box().explore_boss.get(boss[0] if boss else "", {}).keys()
    for item in form()["explore_out"].items:
        if item.id not in deck:
            found["explore_out"][item.id] = "is not in the explore deck of this boss"
    for deck_name in SWAPS:
        if not chosen(form()[f"{deck_name}_out"], answers):
            for item in form()[f"{deck_name}_in"].items:
                found.setdefault(f"{deck_name}_in", {})[item.id] = "choose first what it replaces"
    return found
