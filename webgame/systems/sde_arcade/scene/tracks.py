"""What is counted beside the map, and whose turn it is."""

from __future__ import annotations

from webgame.engine.scene import Record
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules.turn import candidates
from webgame.systems.sde_arcade.state import State


def tracks(s: State) -> dict[str, Record]:
    """Return what is counted: spawning points, might, bosses, coins, keys, wrath, cards due."""
    points = [m for m in s.monsters.values() if m.kind == "spawning_point"]
    constants = s.options
    return {
        "points": _track("l.points", len(points), s.spawn_points, "portal", "consul", 0),
        "mighty": _track("l.mighty", s.might, len(box().tables["mighty_monsters"]), "level-up", "consul", 1),
        "bosses": _track(
            "l.bosses_left", len(s.pool.mini_bosses) + bool(s.pool.boss), 0, "overlord", "consul", 2
        ),
        "coins": _track("l.coins", s.coins, 0, "coin", "heroes", 3),
        "keys": _track("l.keys", s.keys, 0, "key", "heroes", 4),
        "wrath": _track("l.wrath_supply", s.wrath_supply, 0, "terror", "", 5),
        "loot": _track(
            "l.loot_due",
            min(s.turn.loot, int(constants["loot_per_turn"])),
            int(constants["loot_per_turn"]),
            "cards",
            "heroes",
            6,
        ),
        "treasure": _track("l.treasure_due", s.turn.treasure, 0, "chest", "heroes", 7),
    }


def _track(name: str, value: int, most: int, icon: str, side: str, order: int) -> Record:
    return {
        "name": name,
        "value": value,
        "max": most,
        "icon": icon,
        "side": side,
        "order": order,
        "tone": "",
        "text": f"{name}_text",
    }


def turn(s: State) -> Record:
    """Return whose turn it is, the phase, who waits, the command card in play."""
    turn = s.turn
    if turn.side == "heroes":
        active = turn.pet or turn.active
        queue: list[str] = []
    else:
        queue = turn.order[turn.at :]
        active = queue[0] if turn.phase == "command" and queue else ""
        queue = queue[:12]
    now: Record = {
        "round": turn.round,
        "phase": f"phase.{turn.phase}",
        "side": turn.side,
        "active": active,
        "queue": queue,
        "next": _next(s),
    }
    return {**now, "card": f"command.{turn.card}", "program": _program(s)} if turn.card else now


def _next(s: State) -> str:
    """Return the words on what comes after whoever acts now (TS-1, TS-2)."""
    if s.turn.phase == "over":
        return ""
    if s.turn.side == "consul" or s.turn.phase == "setup":
        return "next.heroes"
    chosen = s.turn.phase == "choose"  # one of those that may act is about to be named
    left = int(s.options["heroes_per_turn"]) - len(s.turn.acted) - chosen
    more = s.turn.phase != "power_up" and left > 0 and len(candidates(s)) > chosen
    return "next.hero" if more else "next.consul"


def _program(s: State) -> list[Record]:
    """Return the commands of the card in play, one by one, and which of them is performed (MA-9)."""
    turn = s.turn
    running = turn.side == "consul" and turn.phase == "command"
    found = []
    for i, step in enumerate(box().commands[turn.card].steps):
        for n in range(step.times):
            now, here = (turn.step, turn.repeat), (i, n)
            state = "now" if running and here == now else "done" if here < now else ""
            found.append({"name": f"l.step_{step.command}", "state": state})
    return found
