"""Bots on seats: they answer through the same door as people, between their requests."""

from __future__ import annotations

import secrets
import time

from webgame.engine.game import Entry, GameError
from webgame.engine.rng import Rng
from webgame.engine.system import Bot
from webgame.server.errors import Refused
from webgame.server.house import log
from webgame.server.table import Table

LONGEST = 2.5  # seconds that a bot takes at most, unless its pace alone is more
FRAME_SHARE = 0.4  # of the pace, for each frame of the last step that people have to look at


class Bots:
    """The bots of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._rng = Rng(secrets.token_bytes(32))
        self._bots: dict[tuple[str, str], Bot] = {}
        first = table.game.log[: len(table.game.seats)]  # the seats open the log
        self._began_alone = bool(first) and all(e.kind == "seat" and e.data.get("bot") for e in first)

    def due(self) -> str | None:
        """Return the seat whose bot must answer now, or None. When any seat may answer, people go first."""
        game = self.table.game
        if game.decision is None or len(game.live) >= game.system.decision_cap or self._unseen():
            return None
        if self.table.closed:
            return None
        waiting = game.waiting()
        bots = [seat for seat in waiting if game.holders[seat].get("bot")]
        people = any(game.holders[s].get("player") and not game.holders[s].get("bot") for s in waiting)
        return bots[0] if bots and not (people and game.decision.mode == "any") else None

    def pause(self) -> float:
        """Return the seconds that the bot which is due still takes: people look on, or nobody does (0)."""
        pace = self.table.house.config.bot_pace
        if not pace or not self.table.members:
            return 0.0
        at, frames = self.table.shown
        length = min(max(LONGEST, pace), pace * (1 + FRAME_SHARE * frames))
        return max(0.0, at + length - time.monotonic())

    def _unseen(self) -> bool:
        """Whether nobody looks on and nobody plays: then bots wait, unless the game began as theirs alone."""
        if self.table.members:
            return False
        holders = self.table.game.holders.values()
        if any(who.get("player") and not who.get("bot") for who in holders):
            return False
        return not self._began_alone

    def answer(self) -> None:
        """Let the bot that is due answer; a bot that can't is taken off its seat, and the table is told."""
        seat = self.due()
        game = self.table.game
        if seat is None or game.decision is None:
            return
        name = game.holders[seat]["bot"]
        try:
            option, picks = self._bot(seat, name).choose(game.state, game.decision, seat)
            self.table.commit(Entry("answer", seat, option, tuple(picks), decision=game.decision.id))
        except GameError as error:
            if error.code != "stale":  # else another process was first
                self._give_up(seat, name, error.message)
        except Refused as error:
            if error.code != "rules_fault":
                raise
            self._give_up(seat, name, error.message)
        except Exception as error:  # a bot's own fault must not stop the table
            log.exception("game %s: bot %s failed", self.table.id, name)
            self._give_up(seat, name, f"{type(error).__name__}: {error}")

    def _bot(self, seat: str, name: str) -> Bot:
        key = (seat, name)
        if key not in self._bots:
            self._bots[key] = self.table.system.bots[name](self._rng.fork(f"{seat}/{name}"))
        return self._bots[key]

    def _give_up(self, seat: str, name: str, why: str) -> None:
        self._bots.pop((seat, name), None)
        who = self.table.game.holders[seat]
        data = {"holder": who["holder"], "player": who["player"], "bot": ""} if who.get("player") else {}
        self.table.notice(
            f"The computer ({name}) can't answer for seat {seat} ({why}). The seat waits for a person."
        )
        self.table.commit(Entry("seat", seat, data=data))
