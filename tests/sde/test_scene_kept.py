"""Sheets are kept and used again as long as all that they show is the same: they never show what was."""

from __future__ import annotations

from pathlib import Path

import pytest

from webgame.engine.game import Entry, Game
from webgame.engine.simulate import header_for, seat_bots, seed_for
from webgame.systems.sde_arcade.scene import sheets
from webgame.systems.sde_arcade.system import SYSTEM

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios" / "sde_arcade"


@pytest.mark.parametrize("name", ["forgotten-king", "goro"])
def test_a_kept_sheet_is_what_would_be_made_afresh(name: str) -> None:
    text = (SCENARIOS / f"{name}.toml").read_text(encoding="utf-8")
    seed = seed_for("kept", 1)
    game = Game(SYSTEM, header_for(SYSTEM, name, text, seed))
    bots = seat_bots(SYSTEM, game, {"": "random"}, seed)
    sheets._made.clear()  # full of other games' sheets it would not grow
    made = kept = 0
    for _ in range(60):
        if (decision := game.decision) is None:
            break
        seat = game.waiting()[0]
        option, picks = bots[seat].choose(game.state, decision, seat)
        for _frame in game.apply(Entry("answer", seat, option, picks)):
            for order, member in enumerate(game.state.members.values()):
                before = len(sheets._made)
                assert sheets.sheet(game.state, member, order) == sheets._sheet(game.state, member, order)
                made += len(sheets._made) > before
                kept += len(sheets._made) == before
    assert made > 5 and kept > made
