"""Whole games with every dungeon boss, mini-boss and spawning point, played by bots, every state checked."""

from __future__ import annotations

import pytest

from tests.sde.acts import rule
from webgame.engine.simulate import simulate
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.scenario import read_scenario
from webgame.systems.sde_arcade.supported import lacking
from webgame.systems.sde_arcade.system import SYSTEM

HEROES = ("questing-knight", "thundervale-huntress", "princess-emerald")


def ranked(rank: str) -> list[str]:
    """Return the models of a rank."""
    return [m.name for m in box().monsters.values() if m.rank == rank]


BOSSES, MINIS = ranked("dungeon_boss"), ranked("mini_boss")
SINGLE = [name for name in ranked("spawning_point") if box().monsters[name].choices == 1]
PAIRED = [name for name in ranked("spawning_point") if box().monsters[name].choices == 2]
GAMES = [
    (
        BOSSES[n % len(BOSSES)],
        PAIRED[n % len(PAIRED)],
        SINGLE[n % len(SINGLE)],
        (MINIS[2 * n % len(MINIS)], MINIS[(2 * n + 1) % len(MINIS)]),
    )
    for n in range(max(len(BOSSES), len(SINGLE), len(PAIRED), (len(MINIS) + 1) // 2))
]
TILES = ("1A", "6A", "3A")


def text(boss: str, pair: str, single: str, minis: tuple[str, ...]) -> str:
    """Return a scenario for three Heroes: a paired spawning point and a single one, two mini-bosses."""

    def listed(names: tuple[str, ...]) -> str:
        return ", ".join(f'"{name}"' for name in names)

    return f"""
name = "Against {boss}"
system = "sde_arcade"
heroes = [{listed(HEROES)}]
boss = "{boss}"
mini_bosses = [{listed(minis)}]
spawning_points = ["{pair}", "{single}"]
[dungeon]
tiles = [{listed(TILES)}]
layout = "line"
"""


def test_the_games_hold_every_boss_and_spawning_point() -> None:
    held = {name for boss, pair, single, minis in GAMES for name in (boss, pair, single, *minis)}
    assert held == {*BOSSES, *MINIS, *SINGLE, *PAIRED}


def test_nothing_of_the_monsters_is_left_to_code() -> None:
    lacks = {name: lacking("monster", name) for name in box().monsters if lacking("monster", name)}
    assert lacks == {}


@pytest.mark.slow
@pytest.mark.parametrize(("boss", "pair", "single", "minis"), GAMES)
def test_a_game_is_played_to_its_end(boss: str, pair: str, single: str, minis: tuple[str, str]) -> None:
    game = text(boss, pair, single, minis)
    (outcome,) = simulate(SYSTEM, "test", game, 1, "monsters", {"": "greedy"}, check=True)
    assert outcome.error == ""
    assert set(outcome.sides.values()) == {"win", "loss"}


@rule("SU-9", "EX-6", state=True)
@pytest.mark.parametrize("boss", BOSSES)
def test_a_boss_brings_its_explore_cards(boss: str) -> None:
    from webgame.systems.sde_arcade.contents import explore_cards

    scenario = read_scenario(
        {
            "name": "Any",
            "heroes": list(HEROES),
            "boss": boss,
            "mini_bosses": ["Trent", "Rex"],
            "spawning_points": ["Egg Clutch", "Lava Whirl", "Bramble Knight"],
            "dungeon": {"tiles": list(TILES)},
        }
    )
    assert sum(explore_cards(scenario).values()) == 36
