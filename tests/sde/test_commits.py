"""What the menu of an activation says of undo: answers that roll or draw are marked."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.battery import SCENARIO_DIR
from webgame.engine import system as registry
from webgame.engine.bots import RandomBot
from webgame.engine.game import Game
from webgame.engine.rng import Rng
from webgame.engine.simulate import header_for, seed_for

ANSWERS = 220
BY_CHANCE = {"move", "drink", "act", "keep"}  # what lies in the way, who reacts: not known before


def played(scenario: str, number: int) -> tuple[Counter[tuple[str, bool, bool]], int]:
    """Play at random; return how often a choice of the menu was (its kind, marked, seen to reveal)."""
    text = (SCENARIO_DIR / "sde_arcade" / f"{scenario}.toml").read_text(encoding="utf-8")
    seed = seed_for("commits", number)
    system = registry.get("sde_arcade")
    game = Game(system, header_for(system, scenario, text, seed), quiet=True)
    bot = RandomBot(Rng(seed))
    found: Counter[tuple[str, bool, bool]] = Counter()
    for _ in range(ANSWERS):
        decision = game.decision
        if decision is None:
            break
        seat = game.waiting()[0]
        option, picks = bot.choose(game.state, decision, seat)
        game.answer(seat, option, picks)
        if decision.prompt == "ask.activation" and (named := decision.find(seat, option)) is not None:
            revealed = not game.free_undo(seat, len(game.live) - 1)
            found[named[0].id.partition(".")[0], named[0].commits, revealed] += 1
    return found, len(game.live)


@pytest.mark.parametrize(("scenario", "number"), [("first-steps", 0), ("forgotten-king", 1), ("beatrix", 2)])
def test_what_rolls_is_marked(scenario: str, number: int) -> None:
    found, answers = played(scenario, number)
    assert answers > 30
    for (kind, commits, revealed), times in sorted(found.items()):
        where = f"{kind}, {times} times"
        if kind in ("attack", "bandage", "pick_lock", "search"):
            assert commits and revealed, where
        if kind in ("run", "stand", "clear_bones"):
            assert not commits and not revealed, where
        assert commits or not revealed or kind in BY_CHANCE, where
    assert {("attack", True, True), ("run", False, False)} <= set(found)
