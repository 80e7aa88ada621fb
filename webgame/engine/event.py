"""Events: what happened, as message keys and parameters, always with the rule it follows from."""

from __future__ import annotations

from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened.

    `key` names a sentence of the system's words, `params` fill it (a value that is itself a key of the words
    is translated). `show` tells a client how to play it, in the vocabulary of the scene:
    `{"type": "move", "piece", "from", "path"}`, where the path leaves out the square `from` that it starts on
    (no `from`: it comes from off the board),
    `{"type": "roll", "piece", "dice": [[die, face], ...], "total", "label"}`, with `parts: [[source, what it
    gives], ...]` and, of an answer to a roll, `against`: what that one counts here,
    `{"type": "hit" | "heal" | "gone" | "appear" | "glow", "piece", "n"}`, with `symbol` if a symbol of the
    roll before pays for it; a piece that is `gone` for good brings its `name` and `side`, for the scene knows
    them no more; `{"type": "card", "card"}`, `{"type": "banner", "tone"}`; with `"ruling": true` if the table
    set it by hand. `seats` limits it to an audience (empty: everybody); `depth` folds it under the event
    before it.
    """

    key: str
    rule: str
    params: dict[str, Any] = {}
    show: dict[str, Any] = {}
    seats: tuple[str, ...] = ()
    depth: int = 0
