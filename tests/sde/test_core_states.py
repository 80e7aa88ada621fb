"""States that come from outside: what no tiles can make is refused before anything is built on it."""

from __future__ import annotations

import msgspec
import pytest

from tests.sde.table import table
from webgame.systems.sde_arcade.system import SYSTEM


@pytest.mark.parametrize(
    "wrong",
    [{"width": 10**9}, {"width": 0, "height": 0}, {"width": -1}, {"tiles": []}, {"dungeon": "1A@0,0,0"}],
)
def test_a_board_that_no_tiles_make_is_refused(wrong: dict[str, object]) -> None:
    state = msgspec.json.decode(SYSTEM.encode(table({"questing-knight": (2, 2)}).s))
    assert SYSTEM.decode(msgspec.json.encode(state)).width == 11
    with pytest.raises(ValueError, match="board"):
        SYSTEM.decode(msgspec.json.encode(state | wrong))
