"""Bots for the hero: they choose among a decision's options and see no dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from webgame.engine.bots import RandomBot
from webgame.engine.rng import Rng
from webgame.engine.system import Bot
from webgame.systems.guildhaven.bots.greedy import GreedyBot

# The first is offered first.
BOTS: Mapping[str, Callable[[Rng], Bot]] = {"greedy": GreedyBot, "random": RandomBot}
