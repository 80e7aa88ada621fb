"""What was measured: no scenario is hopeless or a walk-over, the page says it, and games go as they went."""

from __future__ import annotations

import pytest

from bench import pairs
from tests.guildhaven.table import game, printed
from webgame.commands.rules import cover
from webgame.engine import measured
from webgame.engine.game import parse_scenario
from webgame.engine.simulate import Outcome
from webgame.server.config import ROOT
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.system import SYSTEM

SHEETS = sorted(printed())
KEYS = {"+".join(pair) for pair in pairs.PAIRS}


def test_every_rule_is_tested() -> None:
    report = cover(SYSTEM, ROOT / "tests" / "guildhaven")
    assert report.missing == []
    assert report.unknown == []


def test_every_scenario_is_measured_with_every_pair() -> None:
    table = pairs.read()
    assert sorted(table) == SHEETS
    assert len(pairs.PAIRS) == 15
    for found in table.values():
        assert set(found) == KEYS
        assert all(0 <= kept.wins <= kept.games and len(kept.first) == 2 for kept in found.values())


def test_the_bot_wins_no_scenario_hardly_ever_or_nearly_always() -> None:
    rates = {
        id: sum(kept.wins for kept in found.values()) / sum(kept.games for kept in found.values())
        for id, found in pairs.read().items()
    }
    assert {id: rate for id, rate in rates.items() if not 0.05 <= rate <= 0.95} == {}


def test_the_page_says_what_was_measured() -> None:
    assert (pairs.FOLDER / "README.md").read_text(encoding="utf-8") == pairs.page(pairs.read())


def test_each_file_names_level_and_games_won_as_measured() -> None:
    for id, found in pairs.read().items():
        text = (pairs.FOLDER / f"{id}.toml").read_text(encoding="utf-8")
        data = parse_scenario(text)
        assert data["difficulty"] == pairs.level_of(found), id
        assert measured.of(data) == pairs.whole(found), id
        assert pairs.with_measure(text, found) == text, id
    with pytest.raises(ValueError, match="no line"):
        pairs.with_measure("name = 1", pairs.read()["A"])


def test_a_changed_figure_says_what_it_was() -> None:
    """Hit points that were adjusted for balance say so in the data."""
    for id in SHEETS:
        for record in box().sheets[id].villains:
            if record.tuned:
                was, _, now = record.tuned.partition(":")[0].removeprefix("hp ").partition(" -> ")
                assert int(now) == record.hp != int(was), (id, record.type)
                assert record.hp_source == "designed"


def test_a_series_names_its_pair() -> None:
    one, other = (pairs.series(pairs.FOLDER / "A.toml", pair) for pair in pairs.PAIRS[:2])
    assert one.key() != other.key()
    outcome: Outcome = one.play(0)
    assert outcome.sides and not outcome.error
    state = game("A", hero=pairs.options(pairs.PAIRS[0])["hero"]).state
    assert state.hero.specialties == list(pairs.PAIRS[0])


@pytest.mark.slow
@pytest.mark.parametrize("id", SHEETS)
def test_two_measured_games_go_the_same_way_again(id: str) -> None:
    pair = pairs.PAIRS[(ord(id) - ord("A")) % len(pairs.PAIRS)]
    assert pairs.unlike(id, pair) == []
