"""The system as engine and server see it: scenarios, set-up, rules, scenes, bots under one roof."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from webgame.engine.bots import RandomBot
from webgame.engine.decision import Decision
from webgame.engine.game import Play
from webgame.engine.rng import Rng
from webgame.engine.rulebook import Rulebook
from webgame.engine.scene import Scene
from webgame.engine.system import BadScenario, Bot, Options, Problem, Result, Rules, Seat, Setting
from webgame.systems.guildhaven import box, check, scene, setup, words
from webgame.systems.guildhaven.rules import round as rounds
from webgame.systems.guildhaven.rules import sheets
from webgame.systems.guildhaven.scenario import Scenario, hero_of, read_scenario
from webgame.systems.guildhaven.state import State, Table

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(State).decode
SEATS = ("hero", "hero2")

sheets.load()


class Guildhaven:
    """Guildhaven City."""

    name = "guildhaven"
    title = "Guildhaven City"
    version = "1"
    sides = ("hero", "villains")
    decision_cap = 20_000
    hides = True

    @cached_property
    def rulebook(self) -> Rulebook:
        """The numbered rules."""
        return Rulebook.read(Path(__file__).parent / "rulebook.md")

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """Message templates by language."""
        return words.read()

    @property
    def bots(self) -> Mapping[str, Callable[[Rng], Bot]]:
        """The bots by name."""
        return {"random": RandomBot}

    @property
    def settings(self) -> tuple[Setting, ...]:
        """House rules: none."""
        return ()

    def digest(self) -> str:
        """Return the digest of rules version and box."""
        return f"{self.version}-{box.digest()}"

    def scenario(self, data: Mapping[str, Any]) -> Scenario:
        """Check the data of a scenario file; raise BadScenario with all that is wrong."""
        return read_scenario(data)

    def seats(self, scenario: Scenario, options: Options) -> tuple[Seat, ...]:
        """Return the hero's seat; with the option `players` 2, two that share the hero (GH-4.2)."""
        count = options.get("players", 1)
        if count not in (1, 2):
            raise BadScenario([Problem("options.players", f"must be 1 or 2, not {count!r}")])
        hero = hero_of(scenario, options)
        return tuple(Seat(id, hero.name, "hero", "hero", "mask") for id in SEATS[:count])

    def setup(self, play: Play, scenario: Scenario, options: Options) -> None:
        """Make the hero and lay out the scenario (GH-3, GH-8)."""
        choice = hero_of(scenario, options)
        items = setup.item_deck(play)
        hero = setup.make_hero(play, choice, items, scenario.items)
        seats = [seat.id for seat in self.seats(scenario, options)]
        play.state = State(seats, hero, Table(scenario.sheet), items)
        setup.begin(play.state, box.box().sheets[scenario.sheet], scenario.failures)

    def encode(self, state: State) -> bytes:
        """Return the state as canonical JSON."""
        return _encode(state)

    def decode(self, data: bytes) -> State:
        """Return the state that `encode` wrote."""
        return _decode(data)

    def play(self, play: Play) -> Rules:
        """Run the rules to the end of the game."""
        state: State = play.state
        yield from rounds.play_sheet(play)
        state.over = "victory" if state.table.outcome == "won" else "defeat"
        state.reason, state.rule = state.table.reason, state.table.rule

    def result(self, state: State) -> Result | None:
        """Return who won, if the game is over (GH-23)."""
        if not state.over:
            return None
        won = state.over == "victory"
        sides = {"hero": "win" if won else "loss", "villains": "loss" if won else "win"}
        return Result(sides, state.reason, state.rule)

    def scene(self, state: State, seats: frozenset[str]) -> Scene:
        """Return what the holder of `seats` sees; cards chosen face down are the hero's alone."""
        return scene.scene(state, seats)

    def static(self, state: State) -> dict[str, Any]:
        """Return board, card texts and theme."""
        return scene.static(state)

    def static_key(self, state: State) -> str:
        """Return a name of the static part."""
        return scene.static_key(state)

    def query(
        self, state: State, decision: Decision | None, seat: str, about: dict[str, Any]
    ) -> dict[str, Any]:
        """Answer what a player asks by pointing at something."""
        return {}

    def check(self, state: State) -> list[str]:
        """Return broken invariants."""
        return check.invariants(state)

    def blind(self, state: State, rng: Rng) -> State:
        """Return a copy in which the order of the item deck is another one."""
        copy = _decode(_encode(state))
        rng.shuffle("blind.items", copy.items.draw_pile)
        return copy


SYSTEM = Guildhaven()
