"""The store: games, their logs, snapshots, players and chat in one SQL database, SQLite or PostgreSQL.

The primary key of `entries` (game, number) is where writers meet: who inserts a number first has it.
"""

from __future__ import annotations

from webgame.server.store.archives import Archives
from webgame.server.store.doors import Doors
from webgame.server.store.games import Games
from webgame.server.store.logs import Logs
from webgame.server.store.people import People
from webgame.server.store.results import Results
from webgame.server.store.rows import Archived, GameRow, Link, Outcome, Status, Taken, Usage
from webgame.server.store.together import Apart, at_once

__all__ = [
    "Apart",
    "Archived",
    "GameRow",
    "Link",
    "Outcome",
    "Status",
    "Store",
    "Taken",
    "Usage",
    "at_once",
]


class Store(Doors, Games, Logs, People, Results, Archives):
    """All that outlives the process. A call blocks for well under a millisecond, unless the disk is slow."""
