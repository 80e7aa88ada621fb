"""The system as engine and server see it: scenarios, set-up, rules, scenes, bots under one roof."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from webgame.engine.decision import Decision
from webgame.engine.game import Play
from webgame.engine.rng import Rng
from webgame.engine.rulebook import Rulebook
from webgame.engine.scene import Scene
from webgame.engine.system import Bot, Options, Result, Rules, Seat, Setting
from webgame.systems.guildhaven import bots, box, check, course, plot, query, scene, setup, texts, words
from webgame.systems.guildhaven.rules import sheets
from webgame.systems.guildhaven.scenario import Scenario, hero_of, read_scenario
from webgame.systems.guildhaven.state import Begin, Campaign, State, Table

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(State).decode
SEATS = (("hero", "Hero", "hooded-figure"), ("partner", "Partner", "person"))

sheets.load()


class Guildhaven:
    """Guildhaven City."""

    name = "guildhaven"
    title = "Guildhaven City"
    place = 2
    version = "2"
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
        return bots.BOTS

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The house rules."""
        return (Setting("together", "yes_no", False, "GH-9.2", "table"),)

    def digest(self) -> str:
        """Return the digest of rules version and box."""
        return f"{self.version}-{box.digest()}"

    def scenario(self, data: Mapping[str, Any]) -> Scenario:
        """Check the data of a scenario file; raise BadScenario with all that is wrong."""
        return read_scenario(data)

    def seats(self, scenario: Scenario, options: Options) -> tuple[Seat, ...]:
        """Return the hero's seat; played together there are two that share the hero (GH-9.2)."""
        hero_of(scenario, options)  # a bad hero is refused before anybody sits down
        together = options.get("rules", {}).get("together", False)
        return tuple(Seat(id, name, "hero", "hero", icon) for id, name, icon in SEATS[: 1 + together])

    def setup(self, play: Play, scenario: Scenario, options: Options) -> None:
        """Make the hero and lay out the scenario (GH-3, GH-8)."""
        choice = hero_of(scenario, options)
        items = setup.item_deck(play)
        seats = [seat.id for seat in self.seats(scenario, options)]
        table = Table(scenario.sheet or box.START, failures=scenario.failures)
        if choice is None or choice.ask:
            hero = setup.begun_hero(choice, items)
            draws = len(hero.items) or scenario.items
            state = State(seats, hero, table, items, stage="create", begin=Begin(scenario.level, draws))
        else:
            hero = setup.make_hero(play, choice, items, scenario.items)
            state = State(seats, hero, table, items)
        play.state = state
        if scenario.campaign:
            state.campaign = Campaign(passage=plot.start())
            state.stage = "create" if state.stage == "create" else "story"
        elif state.stage == "scenario":
            setup.begin(state, box.box().sheets[scenario.sheet], scenario.failures)

    def encode(self, state: State) -> bytes:
        """Return the state as canonical JSON."""
        return _encode(state)

    def decode(self, data: bytes) -> State:
        """Return the state that `encode` wrote."""
        return _decode(data)

    def play(self, play: Play) -> Rules:
        """Run the rules to the end of the game."""
        return course.play(play)

    def result(self, state: State) -> Result | None:
        """Return who won, if the game is over (GH-23)."""
        if not state.over:
            return None
        won = state.over == "victory"
        sides = {"hero": "win" if won else "loss", "villains": "loss" if won else "win"}
        return Result(sides, state.reason, state.rule, {"what": box.box().sheets[state.table.sheet].name})

    def scene(self, state: State, seats: frozenset[str]) -> Scene:
        """Return what the holder of `seats` sees; cards chosen face down are the hero's alone."""
        return scene.scene(state, seats)

    def static(self, state: State) -> dict[str, Any]:
        """Return board, card texts and theme."""
        return texts.static(state)

    def static_key(self, state: State) -> str:
        """Return a name of the static part."""
        return texts.static_key(state)

    def query(
        self, state: State, decision: Decision | None, seat: str, about: dict[str, Any]
    ) -> dict[str, Any]:
        """Answer what a player asks by pointing at something."""
        return query.query(state, decision, seat, about)

    def check(self, state: State) -> list[str]:
        """Return broken invariants."""
        return check.invariants(state)

    def blind(self, state: State, rng: Rng) -> State:
        """Return a copy in which the order of the item deck is another one."""
        copy = _decode(_encode(state))
        rng.shuffle("blind.items", copy.items.draw_pile)
        return copy

    def kept(self, state: State) -> Options:
        """Return the hero that the players made, as it began: items are drawn anew (GH-3)."""
        hero = state.hero
        made = {"name": hero.name, "specialties": list(hero.specialties), "colour": hero.colour}
        if state.campaign is not None:  # the story begins on level 1
            return {"hero": {**made, "perks": hero.perks[:1]}}
        grown = {"level": hero.level, "perks": list(hero.perks), "cards": list(hero.cards)}
        return {"hero": made | grown}

    def veil(self, state: State, rng: Rng, seats: frozenset[str]) -> State:
        """Return a copy in which hand and buried cards of a hero who is not one's own are others (GH-2.1)."""
        copy = self.blind(state, rng)
        piles = copy.table.piles
        if not seats.intersection(copy.seats):
            pool = [*piles.hand, *piles.buried]
            rng.shuffle("veil.cards", pool)
            piles.hand, piles.buried = pool[: len(piles.hand)], pool[len(piles.hand) :]
        return copy


SYSTEM = Guildhaven()
