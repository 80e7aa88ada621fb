"""Whole games under house rules drawn at random: every invariant holds, each checkpoint can be entered."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.battery import Watched, fingerprint, reenter
from tests.sde.acts import rule
from webgame.engine import simulate
from webgame.engine.bots import RandomBot
from webgame.engine.rng import Rng
from webgame.engine.system import Setting
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.system import SYSTEM

SCENARIO = Path(__file__).parents[2] / "scenarios" / "sde_arcade" / "forgotten-king.toml"
STEPS = 120


def drawn(rng: random.Random, setting: Setting) -> Any:
    """Return some value of a house rule; numbers stay near the rulebook's."""
    if setting.kind == "yes_no":
        return rng.random() < 0.5
    if setting.kind == "choice":
        return rng.choice(setting.choices)
    low, high = max(setting.low, int(setting.default) - 2), min(setting.high, int(setting.default) + 2)
    return rng.randint(low, high)


@rule("MA-9", "AI-1", state=True)
@pytest.mark.parametrize("number", range(6))
def test_a_game_under_random_house_rules_keeps_every_invariant(number: int) -> None:
    rng = random.Random(f"house {number}")
    rules = {name: drawn(rng, setting) for name, setting in box().settings.items() if rng.random() < 0.6}
    rules["card_order"] = ("monster", "command")[number % 2]
    rules["consul_choices"] = ("players", "engine")[number // 3]
    rules["creeps_minimum"] = min(rules.get("creeps_minimum", 6), 6)
    seed = simulate.seed_for("house", number)
    text = SCENARIO.read_text(encoding="utf-8")
    game = Watched(SYSTEM, simulate.header_for(SYSTEM, "house", text, seed, {"rules": rules}))
    bots = {"": RandomBot(Rng(seed))}
    sides = set()
    for _ in range(STEPS):
        if game.passed:
            last = reenter(game, game.passed[-1])[0]
            assert fingerprint(last) == fingerprint(game.decision), rules
        game.passed.clear()
        if game.decision is None:
            break
        assert SYSTEM.check(game.state) == [], rules
        sides.add(game.state.turn.side)
        seat = game.waiting()[0]
        option, picks = bots[""].choose(game.state, game.decision, seat)
        game.answer(seat, option, picks)
    assert sides == {"heroes", "consul"} or game.result is not None
