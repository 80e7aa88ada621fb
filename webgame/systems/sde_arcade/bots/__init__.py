"""Bots for the Heroes: they choose among a decision's options and see no more than the public table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from webgame.engine.bots import RandomBot
from webgame.engine.rng import Rng
from webgame.engine.system import Bot
from webgame.systems.sde_arcade.bots.clever import CleverBot
from webgame.systems.sde_arcade.bots.greedy import GreedyBot

# The first is offered first.
BOTS: Mapping[str, Callable[[Rng], Bot]] = {"clever": CleverBot, "greedy": GreedyBot, "random": RandomBot}
