"""The greedy bot: it takes what promises most at this moment."""

from __future__ import annotations

from typing import Any, Final

from webgame.engine.bots import FirstBot, RandomBot
from webgame.engine.decision import Decision, Target
from webgame.engine.rng import Rng
from webgame.systems.sde_arcade.bots.greedy import gear, health, laying, turns
from webgame.systems.sde_arcade.bots.offers import Handler, offered
from webgame.systems.sde_arcade.state import State

ENDLESS: Final = 400  # rounds after which it draws lots: whatever held the party up, that ends the game
MOMENTS: Final = ("card", "fight", "unique", "support", "attack")  # of emergency potions (PO-9)

HANDLERS: dict[str, Handler] = {
    "ask.activation": turns.activation,
    "ask.activate": turns.activate,
    "ask.heart": health.heart,
    "ask.potion": health.potion,
    "ask.coin": health.coin,
    "ask.reroll": health.reroll,
    "ask.defense": health.defense,
    **{
        f"ask.emergency_{moment}": health.emergency
        for moment in ("card", "fight", "unique", "support", "attack")
    },
    "ask.equip": gear.equip,
    "ask.equip_cursed": gear.equip,
    "ask.luck": gear.put_back,
    "ask.discard_equipment": gear.worst_card,
    "ask.free_attack": turns.free_attack,
    "ask.free_move": turns.done,
    "ask.friend": turns.friend,
    "ask.merchant": turns.done,
    "ask.wonder": gear.wonder,
    "ask.share": health.share,
    "ask.setup_tile": laying.tile,
    "ask.setup_join": laying.join,
    "ask.setup_start": laying.start,
    "ask.setup_chest": laying.chest,
    "ask.setup_monster": laying.monster,
}


class GreedyBot:
    """Takes the option that promises most at this moment; the same position always meets the same answer.

    Only in a game without end it draws lots.
    """

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, state: Any, decision: Decision, seat: str) -> tuple[str, tuple[Target, ...]]:
        """Return an option's id (and the picks) for `seat`."""
        s: State = state
        if s.turn.round > ENDLESS:
            return RandomBot(self.rng).choose(state, decision, seat)
        found = offered(decision, seat)
        handler = HANDLERS.get(decision.prompt)
        option = handler(s, decision, seat, found) if handler is not None and decision.pick is None else None
        if option is None:
            return FirstBot(self.rng).choose(state, decision, seat)
        return option, ()
