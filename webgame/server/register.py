"""What stands beside a game's log: its name, host, door and clock, and whether it is there at all."""

from __future__ import annotations

from typing import Any

from webgame.server.clock import Clock
from webgame.server.crowd import Crowd
from webgame.server.waiting import find_game


class Register(Crowd):
    """A game's row in the store, as its table keeps it."""

    gone: bool  # deleted: nothing can be asked of it any more

    def set_clock(self, minutes: int) -> None:
        """Set the minutes for each decision (0: none), for good, and tell all."""
        self.house.store.save_clock(self.id, minutes)
        self.house.bus.say(self.id, row=True)
        self.reread()
        self.tell(clock=self.clock.shown())

    def rename(self, name: str) -> dict[str, Any]:
        """Give the game another name and tell those who are here."""
        self.house.store.rename(self.id, name)
        self.reread()
        self.tell(name=name)
        return {}

    def reread(self) -> None:
        """Read again what stands beside the log and was changed: name, host, code, clock, who was put out."""
        before, self.row = self.row, find_game(self.house.store, self.id)
        minutes = self.house.store.clock(self.id)
        if minutes != self.clock.minutes:
            self.clock = Clock(minutes)
            self.clock.ask(self.open_decision())
        if (before.host, before.code) != (self.row.host, self.row.code):
            for member in self.members.values():
                host = member.player.id == self.row.host
                self.house.send("game", {"locked": bool(self.row.code), "host": host}, to=member.sid)
        outs = self.house.store.outs(self.id)
        for member in [m for m in self.members.values() if m.player.id in outs]:
            self.house.send("bye", {"reason": "put_out"}, to=member.sid)
            self.leave(member.sid)
            self.house.forget_game(member.sid)

    def refresh(self) -> dict[str, Any]:
        """Read the row again, here and in other processes: something of it was changed."""
        self.house.bus.say(self.id, row=True)
        self.reread()
        return {}

    def remove(self) -> dict[str, Any]:
        """Delete the game; everybody at the table is sent away for good."""
        self.house.store.remove(self.id)
        self.house.bus.say(self.id, gone=True)
        self.end()
        return {}

    def end(self) -> None:
        """Send everybody away for good: the game was deleted."""
        self.gone = True
        self.house.send("bye", {"reason": "deleted"}, to=f"table:{self.id}")
        for sid in list(self.members):
            self.leave(sid)
