"""Twelve whole games: each leads to the hash it was saved with, in the words it was told in."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from tests.golden import games
from tests.golden.games import PLANS, SYSTEM, Plan, compare, stored
from webgame.commands.replay import replay
from webgame.engine import save as saves
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import wounds

SHORT = next(plan for plan in PLANS if plan.ending == "lost in the Consul turn")
each_game = pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)


@each_game
def test_golden_game(plan: Plan) -> None:
    """After a wanted change: `python -m tests.golden --renew`."""
    changed = compare(plan)
    assert not changed, "\n" + "\n".join(changed)


def test_every_boss_is_beaten_and_every_way_to_end_is_there() -> None:
    beaten = {plan.boss for plan in PLANS if plan.ending == "victory"}
    assert beaten == {m.name for m in box().monsters.values() if m.rank == "dungeon_boss"}
    assert len(Counter(plan.ending for plan in PLANS)) == 4 and len(PLANS) == 12
    assert {(plan.heroes, plan.ending == "victory") for plan in PLANS} == {
        (heroes, won) for heroes in (3, 4, 5) for won in (True, False)
    }


def test_a_golden_game_is_a_save_that_replay_opens() -> None:
    made = CliRunner().invoke(replay, [str(SHORT.save), "--json"])
    report = json.loads(made.output)["files"][0]
    assert made.exit_code == 0 and report["verified"] and report["result"] == "heroes loss, consul win"


def test_a_change_of_words_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {**SYSTEM.words["en"], "ev.destroyed": "{who} is no more"}
    monkeypatch.setitem(SYSTEM.__dict__, "words", {"en": words})
    assert any(line[0] == "+" and line.endswith("is no more [HA-18]") for line in compare(SHORT))


def test_a_change_of_rules_shows_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    gain = wounds.gain_wrath
    monkeypatch.setattr(wounds, "gain_wrath", lambda g, hero, n, rule="WR-1": gain(g, hero, 2 * n, rule))
    changed = [line for line in compare(SHORT) if line[0] in "+-" and "earns wrath" in line]
    assert {line[0] for line in changed} == {"+", "-"}


def test_a_save_whose_answers_are_refused_tells_which(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words, then = SHORT.words.read_text(encoding="utf-8"), stored(SHORT)
    then.entries[3] = msgspec.structs.replace(then.entries[3], option="fly>away")
    monkeypatch.setattr(games, "FOLDER", tmp_path)
    SHORT.save.write_bytes(saves.write(then))
    SHORT.words.write_text(words, encoding="utf-8")
    changed = compare(SHORT)
    assert changed[0].startswith("answer 3 (") and "fly>away" in changed[0]
