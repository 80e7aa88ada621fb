"""Whether an entry fits the log so far, and whether an answer is one to the open question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webgame.engine.log import Entry, GameError

if TYPE_CHECKING:
    from webgame.engine.game import Game


def check_form(game: Game, entry: Entry) -> None:
    """Raise GameError if `entry` makes no sense after the entries of a game so far, whatever its position."""
    kind = entry.kind
    if kind in ("answer", "undo", "redo", "seat", "ruling") and entry.seat not in game.seats:
        raise GameError(
            "not_your_seat" if kind == "answer" else "bad_entry", f"there is no seat {entry.seat!r}"
        )
    if kind == "undo":
        to = entry.data.get("to")
        if type(to) is not int or not 0 <= to < len(game.live):
            raise GameError("cannot_undo", "there is no answer to take back")
    elif kind == "ruling" and not (
        isinstance(entry.data.get("what"), dict) and isinstance(entry.data.get("consents", []), list | tuple)
    ):
        raise GameError("bad_entry", "a ruling says what is set, and which seats agree")
    elif kind == "redo" and not game.undone:
        raise GameError("cannot_undo", "there is nothing to redo")
    elif kind == "fault" and entry.data.get("entry") not in game.live:
        raise GameError("bad_entry", "a fault names an answer of the live branch")


def check_answer(game: Game, entry: Entry) -> None:
    """Raise GameError if an answer is none to the open question."""
    decision = game.decision
    if decision is None:
        raise GameError("finished", "the game is over")
    if entry.seat not in decision.seats:
        raise GameError("not_your_seat", f"this question is not for seat {entry.seat!r}")
    before = game.given.get(entry.seat)
    if before is not None and (decision.mode != "consent" or before.group == entry.option):
        raise GameError("stale", "this seat has answered already")
    picking = decision.picking(entry.seat, entry.option)
    if picking is None:
        if decision.find(entry.seat, entry.option) is None:
            raise GameError("not_offered", f"{entry.option!r} is not one of the options")
        if entry.picks:
            raise GameError("bad_pick", "this option takes no picks")
    elif not picking.min <= len(entry.picks) <= picking.max:
        raise GameError("bad_pick", f"choose {picking.min} to {picking.max}, not {len(entry.picks)}")
    else:
        offered = decision.groups[0].targets or ()
        if len(set(entry.picks)) != len(entry.picks) or any(pick not in offered for pick in entry.picks):
            raise GameError("bad_pick", "each pick must be one of those listed, and no pick twice")
