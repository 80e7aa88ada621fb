"""Bots on seats: they answer through the same door as people, between their requests."""

from __future__ import annotations

import secrets

from webgame.engine.game import Entry, GameError
from webgame.engine.rng import Rng
from webgame.engine.system import Bot
from webgame.server.errors import Refused
from webgame.server.house import log
from webgame.server.table import Table


class Bots:
    """The bots of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._rng = Rng(secrets.token_bytes(32))
        self._bots: dict[tuple[str, str], Bot] = {}

    def due(self) -> str | None:
        """Return the seat whose bot must answer now, or None. When any seat may answer, people go first."""
        game = self.table.game
        if game.decision is None or len(game.live) >= game.system.decision_cap:
            return None
        waiting = game.waiting()
        bots = [seat for seat in waiting if game.holders[seat].get("bot")]
        people = any(game.holders[s].get("player") and not game.holders[s].get("bot") for s in waiting)
        return bots[0] if bots and not (people and game.decision.mode == "any") else None

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
        self.table.notice(f"Bot {name} can't answer for seat {seat} ({why}). The seat waits for a person.")
        self.table.commit(Entry("seat", seat, data=data))
