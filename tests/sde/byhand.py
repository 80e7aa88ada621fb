"""A scenario that is set up by hand, and playing its set-up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from webgame.engine.decision import Choice, Decision
from webgame.engine.game import Game, Play, parse_scenario
from webgame.engine.rng import Rng
from webgame.engine.simulate import header_for, seed_for
from webgame.engine.system import CHECKPOINT, FRAME
from webgame.systems.sde_arcade.rules.byhand import RULES
from webgame.systems.sde_arcade.state import State
from webgame.systems.sde_arcade.system import SYSTEM

KING = (Path(__file__).parents[2] / "scenarios" / "sde_arcade" / "forgotten-king.toml").read_text()
PARTS = list(RULES)


def text(*parts: str, dungeon: str = "") -> str:
    """Return the Forgotten King with parts set up by hand; of its own plan stays what isn't."""
    before, _, rest = KING.partition("[dungeon]")
    own, mark, decks = rest.partition("[decks]")
    tiles = f"[dungeon]\n{dungeon}\n" if "dungeon" in parts else f"[dungeon]{own}"
    if "points" in parts:
        tiles = re.sub(r', spawn = "[^"]*"', "", tiles)
    setup = "".join(f'{part} = "hand"\n' for part in parts)
    return f"{before}{tiles}\n[setup]\n{setup}\n{mark}{decks}"


def new_game(*parts: str, number: int = 0, **more: Any) -> Game:
    """Return a game at its first decision, all parts by hand if none is named."""
    return Game(
        SYSTEM, header_for(SYSTEM, "by-hand", text(*(parts or PARTS)), seed_for("hand", number)), **more
    )


def placing(decision: Decision, rng: Rng, *, leave: int = 0) -> str:
    """Return a random option that places something; one in `leave` times any option."""
    groups = [group for group in decision.groups if group.targets]
    if not groups or (leave and not rng.draw("leave", leave)):
        groups = list(decision.groups)
    group = groups[rng.draw("group", len(groups))]
    if group.targets is None:
        return group.id
    return f"{group.id}>{group.targets[rng.draw('target', len(group.targets))]}"


def lay(game: Game, rng: Rng, *, leave: int = 0) -> Iterator[tuple[Decision, str]]:
    """Play the set-up at random; yield each decision and its answer before it is given."""
    turn = 0
    while game.state.turn.phase == "setup":
        decision = game.decision
        assert decision is not None
        option = placing(decision, rng, leave=leave)
        yield decision, option
        game.answer(decision.seats[turn % len(decision.seats)], option)
        turn += 1


class Hand:
    """The rules of the set-up with dice as told: each question is answered as a test says."""

    def __init__(self, rng: Rng, *parts: str, dungeon: str = "") -> None:
        self.g = Play(rng)
        scenario = SYSTEM.scenario(parse_scenario(text(*(parts or PARTS), dungeon=dungeon)))
        SYSTEM.setup(self.g, scenario, {})
        self.rules = SYSTEM.play(self.g)
        self.decision = self._next(None)

    @property
    def s(self) -> State:
        """The state."""
        state: State = self.g.state
        return state

    def _next(self, send: Any) -> Decision:
        while (request := self.rules.send(send)) in (FRAME, CHECKPOINT):
            send = None
        assert isinstance(request, Decision)
        return request

    def answer(self, option: str) -> Decision:
        """Answer and return the next question."""
        found = self.decision.find(self.decision.seats[0], option)
        assert found is not None, (
            f"{option} is not offered by {self.decision.prompt}: {self.decision.options()}"
        )
        self.decision = self._next(Choice(self.decision.seats[0], found[0].id, found[1]))
        return self.decision

    def until(self, prompt: str, choose: Callable[[Decision], str] | None = None) -> Decision:
        """Answer with the first option until this is asked."""
        while self.decision.prompt != prompt:
            assert self.decision.prompt.startswith("ask.setup_"), f"{prompt} is not asked"
            self.answer(choose(self.decision) if choose else self.decision.options()[0])
        return self.decision

    def why_not(self, square: int) -> list[tuple[str, str]]:
        """Return key and rule of the reasons why nothing can be put on a square now."""
        answer = SYSTEM.query(self.s, self.decision, self.decision.seats[0], {"square": square})
        return [(line["key"], line["rule"]) for line in answer["lines"]]

    def told(self, key: str) -> list[Any]:
        """Return the events with this key."""
        return [event for event in self.g.events if event.key == key]
