"""A table's own channel: numbered messages to all who are there, chat, notices, votes."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from webgame.engine.game import Game
from webgame.server.elsewhere import Elsewhere
from webgame.server.house import House
from webgame.server.votes import Vote


class Channel:
    """What is told besides steps."""

    house: House
    id: str
    game: Game
    elsewhere: Elsewhere
    vote: Vote | None
    chat: deque[dict[str, Any]]
    number: int  # of the last message

    def tell(self, **what: Any) -> None:
        """Send a numbered message to all at the table: presence, chat, vote or ping."""
        self.tell_here(**what)
        self.elsewhere.share(what)
        if "presence" in what or "leads" in what:
            self.elsewhere.show()

    def tell_here(self, **what: Any) -> None:
        """Send it to those who are in this process.

        It names the version, so that who has missed the last step learns of it.
        """
        self.number += 1
        news = {"n": self.number, "version": self.game.version, **what}
        self.house.send("table", news, to=f"table:{self.id}")

    def say(self, line: dict[str, Any]) -> None:
        """Keep a line of chat and send it to all."""
        self.house.store.add_chat(self.id, line)
        self.chat.append(line)
        self.tell(chat=line)

    def notice(self, text: str) -> None:
        """Tell the table something that no person said."""
        self.say({"who": "", "name": "", "text": text, "at": int(time.time()), "kind": "notice"})

    def close_vote(self, state: str) -> None:
        """End the open vote and say how it ended."""
        vote, self.vote = self.vote, None
        if vote is not None:
            vote.state = state
            self.tell(vote=vote.shown())
