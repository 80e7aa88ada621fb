"""The ready scenarios: what is in them, and that their measured difficulty is that of these rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.difficulty import unlike
from webgame.engine import measured as kept
from webgame.engine.game import parse_scenario
from webgame.engine.measured import LEVELS, REPLAYED
from webgame.systems.sde_arcade import dungeon
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.contents import Scenario, Sizes, place_tiles
from webgame.systems.sde_arcade.scenario import read_scenario

FOLDER = Path(__file__).parents[2] / "scenarios" / "sde_arcade"
FILES = sorted(FOLDER.glob("*.toml"))
SCENARIOS: dict[str, Scenario] = {
    path.stem: read_scenario(parse_scenario(path.read_text(encoding="utf-8"))) for path in FILES
}
FULL = {name: sc for name, sc in SCENARIOS.items() if sc.sizes == Sizes()}


def test_there_are_scenarios_for_each_party_and_each_boss() -> None:
    parties = [len(sc.heroes) for sc in FULL.values()]
    assert all(parties.count(size) >= 2 for size in (3, 4, 5)) and len(SCENARIOS) >= 10
    bosses = {monster.name for monster in box().monsters.values() if monster.rank == "dungeon_boss"}
    assert bosses <= {sc.boss for sc in SCENARIOS.values()}


def test_all_mini_bosses_and_spawning_points_of_the_box_are_met() -> None:
    met = {name for sc in SCENARIOS.values() for name in (sc.boss, *sc.mini_bosses, *sc.spawning_points)}
    for rank in ("mini_boss", "spawning_point"):
        assert {monster.name for monster in box().monsters.values() if monster.rank == rank} <= met


@pytest.mark.parametrize("name", FULL)
@pytest.mark.rule("sde_arcade", "SU-5", state=True)
def test_a_scenario_follows_the_rulebook_and_says_what_it_is(name: str) -> None:
    sc = FULL[name]
    assert sc.rules == {}, "a scenario of full size plays by the book"
    assert sc.description.strip() and 2 <= len(sc.hints) <= 3
    assert kept.order(sc.difficulty) < len(LEVELS)
    tiles = place_tiles(sc.dungeon)
    assert dungeon.joined(tiles) == list(range(len(tiles)))
    lay = dungeon.layout_of(dungeon.key(tiles))
    for one in range(len(tiles)):
        for other in range(one):
            beside = abs(tiles[one].x - tiles[other].x) + abs(tiles[one].y - tiles[other].y) == lay.size
            assert beside == (other in lay.neighbours(one)), f"tiles {other + 1} and {one + 1}"


def test_all_scenarios_are_measured() -> None:
    measured = [name for name, sc in SCENARIOS.items() if sc.measured is not None]
    assert len(measured) == len(FILES), "measure the others: python -m bench.difficulty"


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_measured_games_go_as_they_went(path: Path) -> None:
    assert unlike(path, "sde_arcade", range(REPLAYED)) == []


def test_a_measure_that_cannot_be_is_refused_by_its_key() -> None:
    data = parse_scenario((FOLDER / "first-steps.toml").read_text(encoding="utf-8"))
    good = {"bot": "greedy", "seed": "s", "games": 1, "wins": 1, "rounds": 3.0, "rules": "1"}
    good |= {"first": "W", "hashes": ["a"]}
    assert read_scenario(data | {"measured": good}).measured is not None
    for change, message in (
        ({"wins": 2}, "measured.wins: must be 0 to 1"),
        ({"games": "many"}, "measured.games: Expected `int`"),
        ({"luck": 1}, "measured.luck: is no key here"),
        ({"first": "X"}, "measured.first: must be 1 letters"),
    ):
        with pytest.raises(ValueError, match=message):
            read_scenario(data | {"measured": good | change})
    for left_out, message in (("wins", "wins: is missing"), ("hashes", "hashes: must be 1, one for each")):
        with pytest.raises(ValueError, match=f"measured.{message}"):
            read_scenario(data | {"measured": {key: good[key] for key in good if key != left_out}})
    with pytest.raises(ValueError, match="measured: must be a table"):
        read_scenario(data | {"measured": 500})
