"""The constants of the rules (sections 19 and 21): values, how to change them, what that does.

A scenario changes them in its table [rules], a house rule in the game option `rules`; the house rule wins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.sde import test_house_rules
from tests.sde.acts import EMERALD, KNIGHT, act, hit, offered, rule
from tests.sde.consul import square, turn
from tests.sde.table import Table, table
from tests.sde.test_world_setup import begin, data, laid, points, problems
from webgame.engine.system import BadScenario, Setting
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import facts, populate, powerup, resolve, spawn, waking, wounds
from webgame.systems.sde_arcade.rules import turn as turns

DIGEST = {name: setting.default for name, setting in box().settings.items()}


def test_a_game_has_the_values_of_the_digest() -> None:
    s = begin().state
    assert {name: s.options[name] for name in DIGEST} == DIGEST


def test_a_scenario_changes_them_and_a_house_rule_has_the_last_word() -> None:
    scenario = data(rules={"chest_range": 3, "loot_per_turn": 2})
    assert begin(scenario).state.options["chest_range"] == 3
    s = begin(scenario, rules={"chest_range": 1}).state
    assert (s.options["chest_range"], s.options["loot_per_turn"], s.options["spawn_range"]) == (1, 2, 2)


@pytest.mark.parametrize("setting", box().settings.values(), ids=lambda setting: setting.name)
@pytest.mark.parametrize("value", [-1, 2, True, "3", 2.5, None, [], "engine"])
def test_a_wrong_value_is_named(setting: Setting, value: Any) -> None:
    fits = {
        "number": isinstance(value, int) and value is not True and setting.low <= value <= setting.high,
        "yes_no": value is True,
        "choice": value in setting.choices,
    }
    if fits[setting.kind]:
        assert begin(rules={setting.name: value}).state.options[setting.name] == value
        return
    with pytest.raises(BadScenario) as bad:
        begin(rules={setting.name: value})
    (problem,) = bad.value.problems
    assert problem.key == f"options.rules.{setting.name}"
    wanted = {
        "number": f"must be a whole number from {setting.low} to {setting.high}, not {value!r}",
        "yes_no": f"must be true or false, not {value!r}",
        "choice": f"not {value!r}",
    }
    assert wanted[setting.kind] in problem.message and problem.message.endswith(f"({setting.rule})")
    if isinstance(value, (int, str)):
        assert problems(rules={setting.name: value})[f"rules.{setting.name}"] == problem.message


def test_an_unknown_constant_is_named_with_what_may_be_meant() -> None:
    message = 'is no constant of the rules; did you mean "chest_range"?'
    assert problems(rules={"chest_rang": 2}) == {"rules.chest_rang": message}
    with pytest.raises(BadScenario) as bad:
        begin(rules={"chest_rang": 2})
    assert [(p.key, p.message) for p in bad.value.problems] == [("options.rules.chest_rang", message)]


# -- what each of them does: a function of its value ---------------------------------------------------------


def _with(t: Table, **rules: int) -> Table:
    t.s.options |= rules
    return t


def start_marker_range(value: int) -> Any:
    s = laid(data(rules={"start_marker_range": value}))
    return len(populate.start_squares(s))


def chest_range(value: int) -> Any:
    s = laid(data(rules={"chest_range": value}))
    point = points(s)[0]
    far = populate.chest_squares(s, point)
    (x, y) = divmod(point.at, s.width)[::-1]
    return max(max(abs(sq % s.width - x), abs(sq // s.width - y)) for sq in far)  # S8


def spawn_range(value: int) -> Any:
    t = _with(table({KNIGHT: (0, 0)}, {"point": ("Bramble Knight", (5, 5))}), spawn_range=value)
    t.s.pool.monsters = {"Billmen": 99}
    return len(t.play(spawn.place_list(t.g, t["point"], ["Billmen"] * 99, None)))


def gang_range(value: int) -> Any:
    models = {"frog": ("Frog Knight", (5, 5)), "bill": ("Billmen", (8, 5))}
    t = _with(table({KNIGHT: (0, 0)}, models), gang_range=value)
    return facts.gang(t.s, t["frog"]).together


def disturb_range(value: int) -> Any:
    models = {"frog": ("Frog Knight", (17, 5))}
    rows, second = ("..........D",) * 11, ("D..........",) * 11
    t = _with(table({KNIGHT: (10, 5)}, models, rows=rows, second=second), disturb_range=value)
    return len(waking.disturbed(t.s))


def loot_per_turn(value: int) -> Any:
    t = _with(table({KNIGHT: (2, 2)}), loot_per_turn=value)
    t.s.turn.loot, t.s.turn.phase = 5, "power_up"
    t.play(powerup.run(t.g), ["done"])
    return len(t.told("ev.loot"))


def pick_lock_stars(value: int) -> Any:
    t = _with(table({KNIGHT: (2, 2)}), pick_lock_stars=value)
    chest = t.token("chest", 3, 2)
    t.dice("B1", "B2")
    t.s.treasure.draw_pile = ["Nether Sword", "Blessed Spear"]
    act(t, KNIGHT, f"pick_lock>{chest.id}")
    return len(t.s.backpack)


def bandage_stars(value: int) -> Any:
    t = _with(table({KNIGHT: (2, 2)}), bandage_stars=value)
    t[KNIGHT].wounds = 1
    t.dice("B1", "B1")
    act(t, KNIGHT, f"bandage>{KNIGHT}")
    return t[KNIGHT].wounds


def chest_treasures(value: int) -> Any:
    t = _with(table({KNIGHT: (2, 2)}), chest_treasures=value)
    t.s.keys = 1
    act(t, KNIGHT, f"unlock>{t.token('chest', 3, 2).id}")
    return len(t.s.backpack)


def heroes_per_turn(value: int) -> Any:
    t = _with(table({KNIGHT: (2, 2), EMERALD: (4, 4)}), heroes_per_turn=value)
    t.s.turn.acted = [KNIGHT]
    return [hero.id for hero in turns.candidates(t.s)]


def potions_per_activation(value: int) -> Any:
    t = _with(table({KNIGHT: (2, 2)}), potions_per_activation=value)
    t[KNIGHT].potions = 2
    act(t, KNIGHT, f"drink.{KNIGHT}.Magic Armor")
    return f"drink.{KNIGHT}.Magic Armor" in offered(t, KNIGHT)


def start_coins(value: int) -> Any:
    return begin(rules={"start_coins": value}).state.coins


def start_potions(value: int) -> Any:
    return [m.potions for m in begin(rules={"start_potions": value}).state.members.values()]


def teleport_range(value: int) -> Any:
    t = _with(table({KNIGHT: (0, 0)}), teleport_range=value)
    blink = resolve.Strike("Blink", kind="support", vs=None, effects=({"op": "teleport", "target": "self"},))
    t.play(resolve.strike(t.g, t[KNIGHT], [], blink), ["stay"])
    return max(int(sq) % 11 for sq in t.asked[0].groups[0].targets or ())


def pounce_range(value: int) -> Any:
    t = _with(table({"silver-chevalier": (2, 2)}, {"frog": ("Frog Knight", (7, 2))}), pounce_range=value)
    return [o for o in offered(t, "silver-chevalier") if o.startswith("act.Silver Lance")]


def surge_squares(value: int) -> Any:
    t = _with(table({KNIGHT: (0, 0)}, {"oni": ("Clan Fire Shrine Kunoichi", (10, 10))}), surge_squares=value)
    t["oni"].status = ["Immobile"]
    turn(t, "Lag")  # it makes no Move, but surges after the command
    return square(t, "oni")


def creeps_minimum(value: int) -> Any:
    few = {"Giri": 3}
    if value > 3:
        return problems(creeps=few, rules={"creeps_minimum": value})["creeps"]
    return sum(begin(data(creeps=few, rules={"creeps_minimum": value})).state.pool.creeps.values())


def duplicate_heroes(value: int) -> Any:
    twice = [KNIGHT, EMERALD, KNIGHT]
    if not value:
        return list(problems(heroes=twice))
    return len(begin(data(heroes=twice, rules={"duplicate_heroes": value})).state.members)


def setup_drain(value: int) -> Any:
    return [point.wounds for point in points(laid(data(rules={"setup_drain": value})))]


def _slain(card: str, name: str, value: int, wound: int = 99) -> int:
    t = _with(
        table({KNIGHT: (2, 2)}, {"foe": (card, (5, 5)), "p": ("Bramble Knight", (9, 9))}), **{name: value}
    )
    t.play(wounds.wound(t.g, t["foe"], wound, t[KNIGHT]))
    return int(t[KNIGHT].wrath)


def wrath_kill(value: int) -> Any:
    return _slain("Billmen", "wrath_kill", value)


def wrath_spawning_point(value: int) -> Any:
    return _slain("Bramble Knight", "wrath_spawning_point", value)


def wrath_mini_boss(value: int) -> Any:
    return _slain("Bashful Boris", "wrath_mini_boss", value)


def wrath_wound(value: int) -> Any:
    t = _with(table({KNIGHT: (2, 2)}, {"point": ("Bramble Knight", (4, 2))}), wrath_wound=value)
    hit(t, KNIGHT, "point")
    return t[KNIGHT].wrath


def wrath_chest(value: int) -> Any:
    t = _with(table({KNIGHT: (2, 2)}), wrath_chest=value)
    t.s.keys = 1
    act(t, KNIGHT, f"unlock>{t.token('chest', 3, 2).id}")
    return t[KNIGHT].wrath


def wrath_potion(value: int) -> Any:
    t = _with(table({KNIGHT: (2, 2)}), wrath_potion=value)
    t[KNIGHT].potions = 1
    act(t, KNIGHT, f"drink.{KNIGHT}.Magic Armor")
    return t[KNIGHT].wrath


def mighty_top(value: int) -> Any:
    t = _with(table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (9, 9))}), mighty_top=value)
    t.s.slain, t.s.turn.mini_bosses, t.s.turn.phase = 7, 1, "power_up"
    t.play(powerup.run(t.g))
    return facts.strength(t.s, t["frog"]), facts.arm(t.s, t["frog"])


CHANGES: list[tuple[Callable[[int], Any], Any, int, Any]] = [  # default play, another value, what it leads to
    (start_marker_range, None, 1, None),
    (chest_range, 5, 3, 3),
    (spawn_range, 24, 1, 8),
    (gang_range, False, 3, True),
    (disturb_range, 0, 7, 1),
    (loot_per_turn, 3, 1, 1),
    (pick_lock_stars, 2, 4, 0),
    (bandage_stars, 1, 2, 0),
    (chest_treasures, 2, 4, 4),
    (heroes_per_turn, [EMERALD], 1, []),
    (potions_per_activation, False, 2, True),
    (start_coins, 0, 2, 2),
    (start_potions, [0, 0, 0], 1, [1, 1, 1]),
    (teleport_range, 10, 4, 4),
    (pounce_range, ["act.Silver Lance>m1"], 4, []),
    (surge_squares, (5, 5), 2, (8, 8)),
    (creeps_minimum, "must be at least 6 (SU-3), not 3", 2, 3),
    (duplicate_heroes, ["heroes[3]"], True, 3),
    (setup_drain, [0, 0, 0], 1, [1, 1, 1]),
    (wrath_kill, 1, 3, 3),
    (wrath_spawning_point, 2, 1, 1),
    (wrath_mini_boss, 2, 4, 4),
    (wrath_wound, 1, 0, 0),
    (wrath_chest, 1, 2, 2),
    (wrath_potion, 1, 0, 0),
    (mighty_top, (4, 4), 1, (3, 2)),
]


def test_every_house_rule_is_changed_here_or_there() -> None:
    here = [play.__name__ for play, *_ in CHANGES]
    assert sorted([*here, *test_house_rules.CHANGES]) == sorted(DIGEST)


@rule("SU-11", "SU-12", "SU-14", "CM-1", "MA-1", "PU-2", "BA-4", "TS-2", "WR-1", "PU-13", "CP-7", state=True)
@pytest.mark.parametrize(
    ("play", "default", "value", "changed"), CHANGES, ids=lambda play: getattr(play, "__name__", "")
)
def test_changing_a_constant_changes_play(
    play: Callable[[int], Any], default: Any, value: int, changed: Any
) -> None:
    before, after = play(DIGEST[play.__name__]), play(value)
    assert before != after
    if default is not None:
        assert (before, after) == (default, changed)


@rule("WR-2", "CP-1", state=True)
def test_the_supply_of_wrath_is_a_size_of_the_scenario() -> None:
    assert begin().state.wrath_supply == 5
    assert begin(data(sizes={"wrath": 2})).state.wrath_supply == 2
