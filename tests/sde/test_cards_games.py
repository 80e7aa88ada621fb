"""Whole games with the cards of all sets swapped in: every invariant holds after every answer."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.sde.acts import rule
from webgame.engine import simulate
from webgame.engine.game import Game
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.system import SYSTEM

SCENARIO = Path(__file__).parents[2] / "scenarios" / "sde_arcade" / "forgotten-king.toml"


def mixed(seed: str) -> str:
    """Return the scenario with all loot, base treasure and explore cards swapped for ones of other sets."""
    rng, known = random.Random(seed), box()
    plain = known.explore_base | known.explore_boss["The Forgotten King"]
    decks = (
        (plain, [name for name in known.explore if name not in plain]),
        (
            {c.name: c.count for c in known.loot.values() if c.count},
            [c.name for c in known.loot.values() if c.kind == "extra"],
        ),
        (
            {c.name: 1 for c in known.treasure.values() if c.kind == "base"},
            [c.name for c in known.treasure.values() if c.kind == "extra"],
        ),
    )
    lines = [
        f"{json.dumps(out)} = {json.dumps([rng.choice(others) for _ in range(count)])}"
        for copies, others in decks
        for out, count in copies.items()
    ]
    return "\n".join([SCENARIO.read_text(encoding="utf-8"), "[decks.swap]", *lines])


@pytest.mark.slow
@rule("SU-8", "SU-9", "EX-6", state=True)
@pytest.mark.parametrize("seed", [f"cards {n}" for n in range(8)])
def test_a_game_with_cards_of_all_sets_keeps_every_invariant(seed: str) -> None:
    game_seed = simulate.seed_for(seed, 0)
    options = {"traps": "players" if seed[-1] in "1357" else "engine", "rules": {"start_coins": 20}}
    header = simulate.header_for(SYSTEM, "mixed", mixed(seed), game_seed, options)
    game = Game(SYSTEM, header, quiet=True, keep_snapshots=False)
    bots = simulate.seat_bots(SYSTEM, game, {"": "greedy"}, game_seed)
    answers = list(simulate.play_out(game, bots, check=True, cap=400))
    assert len(answers) > 20
    assert SYSTEM.encode(SYSTEM.decode(SYSTEM.encode(game.state))) == SYSTEM.encode(game.state)
