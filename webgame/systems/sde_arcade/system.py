"""The system as engine and server see it: scenarios, set-up, rules, scenes, bots under one roof."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from webgame.engine.book import Book
from webgame.engine.decision import Decision
from webgame.engine.game import Play
from webgame.engine.rng import Rng
from webgame.engine.rulebook import Rulebook
from webgame.engine.ruling import Ruling, Rulings
from webgame.engine.scene import Scene
from webgame.engine.system import Bot, Options, Result, Rules, Seat, Setting
from webgame.systems.sde_arcade import book, bots, cards, check, query, ruling, scene, setup, words
from webgame.systems.sde_arcade.build import BUILDER
from webgame.systems.sde_arcade.dungeon import key
from webgame.systems.sde_arcade.looks import icon_of
from webgame.systems.sde_arcade.rules import byhand, turn
from webgame.systems.sde_arcade.scenario import Scenario, read_scenario
from webgame.systems.sde_arcade.state import State

BOARD_SQUARES = 99  # of a side; five tiles in a row are 55
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(State).decode


class SdeArcade:
    """Super Dungeon Explore: Arcade Mode."""

    name = "sde_arcade"
    title = "Super Dungeon Explore: Arcade"
    place = 1
    version = "2"
    sides = ("heroes", "consul")
    decision_cap = 20_000
    hides = False
    builder = BUILDER
    untestable = {  # rules that no test can show, and why
        "SU-6": "advice on difficulty",
        "CE-6": "no card in the box throws a model",
        "FQ-2": "the wording of a card whose text the box holds in our own words",
        "FQ-7": "a card of Classic mode",
    }

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
        return bots.BOTS

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The house rules (sections 19 and 21)."""
        return tuple(cards.box().settings.values())

    def digest(self) -> str:
        """Return the digest of rules version and box."""
        return f"{self.version}-{cards.digest()}"

    def scenario(self, data: Mapping[str, Any]) -> Scenario:
        """Check the data of a scenario file; raise BadScenario with all that is wrong."""
        return read_scenario(data)

    def seats(self, scenario: Scenario, options: Options) -> tuple[Seat, ...]:
        """Return a seat for each Hero (CP-3)."""
        heroes = cards.box().heroes
        party = scenario.party().items()
        return tuple(Seat(id, heroes[card].name, "heroes", id, icon_of(card)) for id, card in party)

    def setup(self, play: Play, scenario: Scenario, options: Options) -> None:
        """Set up the table (SU-1 to SU-14)."""
        setup.setup(play, scenario, options)

    def encode(self, state: State) -> bytes:
        """Return the state as canonical JSON."""
        return _encode(state)

    def decode(self, data: bytes) -> State:
        """Return the state that `encode` wrote; raise ValueError for a board that no tiles can make."""
        state = _decode(data)
        most = BOARD_SQUARES
        sizes = [state.width, state.height, *(place for tile in state.tiles for place in (tile.x, tile.y))]
        begun = state.tiles or (state.turn.phase == "setup" and byhand.by_hand(state, "dungeon"))
        if not begun or any(not 0 <= size <= most for size in sizes):
            raise ValueError(f"a board has tiles and is at most {most} squares wide and high")
        if key(state.tiles) != state.dungeon.partition("|")[0] or not state.width or not state.height:
            raise ValueError("the board is not the one that its tiles make")
        return state

    def play(self, play: Play) -> Rules:
        """Run the rules to the end of the game."""
        return turn.play(play)

    def result(self, state: State) -> Result | None:
        """Return who won, if the game is over (TS-8, TS-9)."""
        if not state.outcome:
            return None
        won = state.outcome == "victory"
        return Result(
            sides={"heroes": "win" if won else "loss", "consul": "loss" if won else "win"},
            reason=f"end.{state.outcome}",
            rule=state.outcome_rule,
            params={"n": state.turn.round},
        )

    def scene(self, state: State, seats: frozenset[str]) -> Scene:
        """Return what everybody sees: the game hides nothing but the order of decks."""
        return scene.scene(state)

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
        return query.query(state, decision, seat, about)

    def check(self, state: State) -> list[str]:
        """Return broken invariants."""
        return check.invariants(state)

    def rulings(self, state: State) -> Rulings:
        """Return what the table may set by hand."""
        return ruling.rulings(state)

    def rule(self, play: Play, ruling_: Ruling) -> None:
        """Set it."""
        ruling.rule(play, ruling_)

    def blind(self, state: State, rng: Rng) -> State:
        """Return a copy in which the order of all draw piles is another one."""
        copy = _decode(_encode(state))
        for deck in (copy.loot, copy.treasure, copy.explore, copy.command):
            rng.shuffle(f"blind.{deck.name}", deck.draw_pile)
        rng.shuffle("blind.mini_bosses", copy.pool.mini_bosses)
        return copy

    def book(self) -> Book:
        """Return the book of figures, cards and keywords."""
        return book.book(self.rulebook)

    def measures(self, state: State) -> dict[str, int]:
        """Return figures for simulations: rounds played, spawning points and mini-bosses destroyed."""
        points = sum(1 for m in state.monsters.values() if m.kind == "spawning_point")
        return {
            "rounds": state.turn.round,
            "points_destroyed": state.spawn_points - points,
            "mini_bosses": state.slain,
        }


SYSTEM = SdeArcade()
