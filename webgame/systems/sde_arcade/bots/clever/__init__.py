"""The clever bot: it looks through an activation with exact odds and fears the next Consul turn."""

from __future__ import annotations

from typing import Any

from webgame.engine.decision import Decision, Target
from webgame.engine.rng import Rng
from webgame.systems.sde_arcade.bots.clever import gear, health, places, turns
from webgame.systems.sde_arcade.bots.greedy import ENDLESS, MOMENTS, GreedyBot
from webgame.systems.sde_arcade.bots.offers import Handler, offered
from webgame.systems.sde_arcade.state import State

HANDLERS: dict[str, Handler] = {
    "ask.activation": turns.activation,
    "ask.activate": turns.activate,
    "ask.heart": health.heart,
    "ask.heal": health.heal,
    "ask.coin": health.coin,
    **dict.fromkeys((f"ask.emergency_{moment}" for moment in MOMENTS), health.emergency),
    "ask.equip": gear.equip,
    "ask.equip_cursed": gear.equip,
    "ask.luck": gear.put_back,
    "ask.discard_equipment": gear.discard,
    "ask.setup_start": places.far_from_foes,
    "ask.setup_chest": places.near_party,
    "ask.push": places.moved,
    "ask.pull": places.moved,
    "ask.compel": places.moved,
    "ask.place": places.moved,
    "ask.free_move": places.free_move,
    "ask.return": places.returned,
}


class CleverBot:
    """Looks ahead; the same position always meets the same answer, but in a game without end."""

    def __init__(self, rng: Rng) -> None:
        self.greedy = GreedyBot(rng)

    def choose(self, state: Any, decision: Decision, seat: str) -> tuple[str, tuple[Target, ...]]:
        """Return an option's id (and the picks) for `seat`."""
        s: State = state
        handler = HANDLERS.get(decision.prompt)
        if handler is not None and decision.pick is None and s.turn.round <= ENDLESS:
            option = handler(s, decision, seat, offered(decision, seat))
            if option is not None:
                return option, ()
        return self.greedy.choose(state, decision, seat)
