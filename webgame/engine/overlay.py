"""What the game itself adds to a system's scene: seats, the open question, its options, the result, undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webgame.engine.scene import Scene

if TYPE_CHECKING:
    from webgame.engine.game import Game

ADDED = frozenset({"seats", "decision", "options", "result", "log"})  # the sections that are the game's own


def scene(game: Game, seats: frozenset[str], base: Scene | None = None) -> Scene:
    """Return what the holder of `seats` sees: the system's scene and the game's own sections.

    `base` is the system's part if it is at hand already.
    """
    return (game.system.scene(game.state, seats) if base is None else base) | overlay(game, seats)


def overlay(game: Game, seats: frozenset[str]) -> Scene:
    """Return the sections that the game itself adds: seats, decision, options, result, undo."""
    people = {
        seat.id: {
            "name": seat.name,
            "side": seat.side,
            "piece": seat.piece,
            "icon": seat.icon,
            "order": order,
            "holder": game.holders[seat.id].get("holder", ""),
            "bot": game.holders[seat.id].get("bot", ""),
        }
        for order, seat in enumerate(game.seats.values())
    }
    decision = game.decision
    now: dict[str, Any] = {}
    options: dict[str, Any] = {}
    if decision is not None:
        pick = decision.pick
        now["now"] = {
            "id": decision.id,
            "seats": list(decision.seats),
            "given": [seat for seat in decision.seats if seat in game.given],  # the others are waited for
            "prompt": decision.prompt,
            "params": decision.params,
            "rule": decision.rule,
            "mode": decision.mode,
            "about": list(decision.about),
            "pick": [pick.min, pick.max] if pick else [],
        }
        mine = seats.intersection(decision.seats)
        if mine:
            for order, group in enumerate(decision.groups):
                who = [s for s in decision.seats if s in mine and (not group.seats or s in group.seats)]
                if who:
                    options[group.id] = {
                        "verb": group.verb,
                        "rule": group.rule,
                        "actor": group.actor,
                        "on": group.on,
                        "targets": list(group.targets) if group.targets is not None else None,
                        "params": group.params,
                        "seats": who,
                        "order": order,
                        "confirm": group.confirm,
                        "commits": group.commits,
                    }
    result = game.result
    over: dict[str, Any] = {}
    if result is not None:
        over["result"] = {
            "sides": result.sides,
            "reason": result.reason,
            "rule": result.rule,
            "params": result.params,
            "undos": game.forced_undos,
        }
    can = {
        "undo": {
            "answers": len(game.live),
            "free": [s for s in game.seats if game.live and game.free_undo(s, len(game.live) - 1)],
            "redo": len(game.undone),
            "redo_seat": game.log[game.undone[-1]].seat if game.undone else "",
        }
    }
    return {"seats": people, "decision": now, "options": options, "result": over, "log": can}
