"""Where a game stands: for the list of games, for the store, and in the end for whom it was won."""

from __future__ import annotations

import contextlib
import time

from webgame.engine.audience import Audiences
from webgame.engine.system import System
from webgame.server.channel import Channel
from webgame.server.store import GameRow, Outcome, Status, Taken

SNAPSHOT_EVERY = 40  # entries between two stored snapshots


class Standing(Channel):
    """Status, snapshots and outcome of a game."""

    row: GameRow
    system: System
    audiences: Audiences
    standing: Status  # as the list of games knows it
    saved: int  # the version whose snapshot was stored last
    told: int  # the version whose status was stored last

    def open_decision(self) -> str:
        """Return the id of the open decision, or ""."""
        return self.game.decision.id if self.game.decision is not None else ""

    def status(self) -> Status:
        """Return where the game stands, for the list of games."""
        view = next(iter(self.audiences.views.values()), None)
        scene = view.scene if view is not None else self.system.scene(self.game.state, frozenset())
        now = scene.get("turn", {}).get("now", {})
        names = [self.game.seats[seat].name for seat in self.game.waiting()]
        free = sum(not who.get("holder") for who in self.game.holders.values())
        return Status(int(now.get("round", 0)), tuple(names), free)

    def _stand(self) -> None:
        """Note where the game stands, and let the list of games know."""
        before, self.standing = self.standing, self.status()
        if self.standing != before:
            self.house.lobby_stirs()

    def save(self) -> None:
        """Store the newest snapshot, if it is worth it, and where the game stands."""
        if self.game.version > self.told:
            self.house.store.save_status(self.id, self.status())
            self.told = self.game.version
        if self.game.snapshots and self.game.version > self.saved:
            newest = self.game.snapshots[-1].whole()
            with contextlib.suppress(Taken):  # another process has just stored one
                self.house.store.save_snapshot(self.id, self.game.version, self.game.hash(), newest)
            self.saved = self.game.version

    def _keep(self) -> None:
        if self.game.version - self.saved >= SNAPSHOT_EVERY:
            self.save()

    def _note_end(self) -> None:
        """Store whether the game is over, and how it ended for whom."""
        self.house.store.finish(self.id, self.game.result is not None)
        self.house.store.save_results(self.id, self._outcomes())

    def _outcomes(self) -> list[Outcome]:
        """Return how the game ended for each person who holds a seat and plays it."""
        game, result = self.game, self.game.result
        if result is None:
            return []
        return [
            Outcome(
                game=self.id,
                seat=seat.id,
                player=game.holders[seat.id]["player"],
                system=self.system.name,
                scenario=self.row.scenario,
                name=seat.name,
                side=seat.side,
                how=result.sides.get(seat.side, "draw"),
                ended=time.time(),
            )
            for seat in game.seats.values()
            if game.holders[seat.id].get("player") and not game.holders[seat.id].get("bot")
        ]
