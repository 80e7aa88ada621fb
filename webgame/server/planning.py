"""Planning together: lines drawn on the board for all to see, and the clock that reminds whoever is asked."""

from __future__ import annotations

from typing import Any

from webgame.server.errors import Refused
from webgame.server.messages import Arrow, SetClock
from webgame.server.table import Table


def arrow(table: Table, sid: str, message: Arrow) -> dict[str, Any]:
    """Show a line that somebody draws, or take that person's lines away."""
    member = table.member(sid)
    line = list(message.line) if message.line else None
    table.tell(arrow={"who": table.tag(member.player.id), "name": member.player.name, "line": line})
    return {"ok": True}


def set_clock(table: Table, sid: str, message: SetClock) -> dict[str, Any]:
    """Set the table's clock; only the host may. It reminds, and never answers for anybody."""
    member = table.member(sid)
    if table.row.host != member.player.id:
        raise Refused("not_allowed", "only the host of the game sets its clock")
    table.set_clock(message.minutes)
    name, minutes = member.player.name, message.minutes
    if minutes == 1:
        table.notice(f"{name} sets the clock: a minute for each decision.")
    else:
        table.notice(
            f"{name} sets the clock: {minutes} minutes for each decision."
            if minutes
            else f"{name} puts the clock away."
        )
    return {"ok": True}
