"""Bug reports: a moment of a game as one file that opens as a branch, and what led to it, to be read."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from webgame.engine.decision import Decision
from webgame.engine.event import Event
from webgame.engine.game import Entry
from webgame.engine.past import Past
from webgame.engine.save import Asked, BadSave, Report, Save, Told, read, redacted, write
from webgame.server.access import Player, clean
from webgame.server.errors import Refused
from webgame.server.house import House
from webgame.server.languages import N_
from webgame.server.past import lent, travel
from webgame.server.saves import may_export
from webgame.server.store import GameRow
from webgame.server.table import Table

LAST = 10  # answers that are told
NOTE_LENGTH = 2000
MOST = 200  # reports of a game
PUBLIC: frozenset[str] = frozenset()


def make(house: House, row: GameRow, player: Player, note: str, at: int) -> str:
    """Keep a report of how a game stood after its first `at` answers (-1: now) and return its id.

    Those may make it who may save the game (or, when it is over, all who may see it).
    """
    note = clean(note, NOTE_LENGTH, N_("the note"))
    if house.store.reports(row.id) >= MOST:
        raise Refused("too_many", f"{row.name} has {MOST} reports already: write more into those")

    def allowed(table: Table) -> None:
        if table.game.result is None:
            may_export(table, player)

    with lent(house, row.id, allowed) as past:
        at = len(past.answers) if at < 0 else at
        travel(house, past.travel(max(0, min(at, len(past.answers)) - LAST)))
        told = _tell(house, past, at)
        travel(house, past.travel(at))
        game = past.position
        try:
            save = redacted(game, row.name)
        except BadSave as error:
            raise Refused("no_checkpoint", str(error)) from None
        now = past.system.scene(game.state, PUBLIC).get("turn", {}).get("now", {})
        asked = _asked(game.decision) if game.decision is not None else None
        save.report = Report(
            note=note,
            at=at,
            version=game.header.version,
            digest=game.header.digest,
            scene=past.look(PUBLIC)[1],
            asked=asked,
            last=told,
            rules=_cited(game.decision, told),
            where=f"{now.get('round', 0)}/{now.get('phase', '')}",
            by=player.name,
        )
    id = secrets.token_urlsafe(12)
    house.store.add_report(id, row.id, write(save).decode())
    return id


def _tell(house: House, past: Past, at: int) -> tuple[Told, ...]:
    """Play on to answer `at` and return the answers on the way with what spectators were told."""
    found: list[Told] = []
    while len(past.position.live) < min(at, len(past.answers)):
        entry = past.answers[len(past.position.live)]
        events = [event for _, seen in past.forward(PUBLIC) for event in seen]
        found.append(_told(len(past.position.live), entry, events))
        house.sio.sleep(0)
    return tuple(found)


def _told(number: int, entry: Entry, events: list[Event]) -> Told:
    plain = tuple(msgspec.structs.replace(event, show={}) for event in events)
    option = "ruling" if entry.kind == "ruling" else entry.option
    return Told(number, entry.seat, option, entry.picks, plain)


def _asked(decision: Decision) -> Asked:
    groups = tuple(group.id for group in decision.groups)
    return Asked(decision.prompt, decision.rule, decision.seats, decision.mode, decision.params, groups)


def _cited(decision: Decision | None, told: tuple[Told, ...]) -> tuple[str, ...]:
    """Return the rules of what was asked, offered and told, each once, in this order."""
    cited = [decision.rule, *(group.rule for group in decision.groups)] if decision is not None else []
    cited += [event.rule for answer in told for event in answer.events]
    return tuple(dict.fromkeys(rule for rule in cited if rule))


def load(house: House, id: str) -> tuple[float, Save]:
    """Return when a report was made (seconds since 1970) and its file; raise Refused if there is none."""
    found = house.store.report(id) if len(id) <= 32 else None
    if found is None:
        raise Refused("unknown_report", "there is no such report")
    return found[0], read(found[1].encode())


def shown(save: Save, say: Any) -> dict[str, Any]:
    """Return what the page of a report shows; `say` makes a sentence of a key and its parameters."""
    report = save.report
    if report is None:
        raise Refused("unknown_report", "that file holds no report")
    number, _, phase = report.where.partition("/")
    asked = report.asked
    return {
        "report": report,
        "round": number,
        "phase": say(phase, {}),
        "asked": say(asked.prompt, asked.params) if asked else "",
        "seats": ", ".join(asked.seats) if asked else "",
        "last": [
            (told, [(say(e.key, e.params), e.rule, e.depth) for e in told.events]) for told in report.last
        ],
    }
