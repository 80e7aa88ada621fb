"""One's own page: games played, won and lost, with whom, those that go on, those that were put away."""

from __future__ import annotations

import time
from typing import Any

import flask
from flask import Blueprint

from webgame.server.errors import Refused
from webgame.server.house import house
from webgame.server.lobby import ago, card, me, title
from webgame.server.scenarios import find_system, say
from webgame.server.store import Outcome

blueprint = Blueprint("record", __name__)


class Count:
    """Games played, and how they ended."""

    def __init__(self) -> None:
        self.games: set[str] = set()
        self.won: set[str] = set()
        self.lost: set[str] = set()
        self.last = 0.0

    def add(self, outcome: Outcome) -> None:
        """Count an outcome; several seats of one game count once, and a win on one of them is a win."""
        self.games.add(outcome.game)
        self.last = max(self.last, outcome.ended)
        if outcome.how == "win":
            self.won.add(outcome.game)
        elif outcome.how == "loss":
            self.lost.add(outcome.game)

    def shown(self) -> dict[str, Any]:
        """Return it as numbers."""
        lost = self.lost - self.won
        drawn = len(self.games) - len(self.won | lost)
        return {
            "played": len(self.games),
            "won": len(self.won),
            "lost": len(lost),
            "drawn": drawn,
            "last": ago(time.time() - self.last) if self.last else "",
        }


def counted(outcomes: list[Outcome]) -> tuple[Count, dict[str, dict[tuple[str, str], Count]]]:
    """Return all outcomes together, and by system: scenario and seat ("" for all seats) -> count."""
    everything = Count()
    tables: dict[str, dict[tuple[str, str], Count]] = {}
    for outcome in outcomes:
        everything.add(outcome)
        table = tables.setdefault(outcome.system, {})
        for key in ((outcome.scenario, ""), (outcome.scenario, outcome.name)):
            table.setdefault(key, Count()).add(outcome)
    return everything, tables


@blueprint.get("/me")
def show() -> str:
    """Show what the player of this request has played."""
    player, store = me(), house().store
    total, tables = counted(store.results(player.id))
    stand = store.statuses() | house().tables.standing()
    mine = store.games_of(player.id)
    rows = [row for row in (store.game(id) for id in mine) if row is not None]
    away = {row.id for row in store.archived(player.id)}
    running = sorted(
        (row for row in rows if not row.finished and row.id not in away), key=lambda row: -row.touched
    )
    return flask.render_template(
        "me.html",
        total=total.shown(),
        tables=[(title(system), _lines(system, table)) for system, table in sorted(tables.items())],
        companions=store.companions(player.id),
        running=[card(row, player, stand.get(row.id)) | {"mine": True} for row in running],
        away=[card(row, player) for row in store.archived(player.id)],
    )


def _lines(system: str, table: dict[tuple[str, str], Count]) -> list[dict[str, Any]]:
    """Return the lines of a system's table: each scenario, and under it its seats by name."""
    try:
        found = find_system(system)
    except Refused:  # it is not here any more: the seats keep their keys
        found = None
    lines = []
    for (scenario, seat), count in sorted(table.items()):
        name = say(found, seat) if found is not None and seat else seat
        lines.append({"scenario": scenario, "seat": name, **count.shown()})
    return lines
