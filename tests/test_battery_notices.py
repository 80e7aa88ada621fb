"""The battery must notice what it is there for: one bad system for each kind of mistake."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from tests import test_battery as battery
from tests.battery import Case
from tests.toy import SCENARIO, TOY, State, Toy
from webgame.engine import system as registry
from webgame.engine.bots import RandomBot
from webgame.engine.decision import Decision, Target
from webgame.engine.game import Play
from webgame.engine.rng import Rng
from webgame.engine.scene import Scene
from webgame.engine.system import Bot, Options, Rules


class Peeker(RandomBot):
    """A bot that looks at the top of the deck."""

    def choose(self, state: Any, decision: Decision, seat: str) -> tuple[str, tuple[Target, ...]]:
        """Choose by what the next card will be."""
        options = decision.options(seat)
        number = sum(map(ord, "".join(state.deck)[-9:])) if state.deck else 0
        option = options[number % len(options)]
        return (decision.groups[0].id, ()) if decision.pick else (option, ())


class PeekingBot(Toy):
    """Has a bot that sees what is hidden."""

    bots: Mapping[str, Callable[[Rng], Bot]] = {"peek": Peeker}


class LeakyScene(Toy):
    """Shows the deck."""

    def scene(self, state: State, seats: frozenset[str]) -> Scene:
        """Name the deck by its top card."""
        seen = super().scene(state, seats)
        seen["areas"]["deck"]["icon"] = state.deck[-1] if state.deck else ""
        return seen


class FloatScene(Toy):
    """Shows a float."""

    def scene(self, state: State, seats: frozenset[str]) -> Scene:
        """Put half a round into the turn."""
        seen = super().scene(state, seats)
        seen["turn"]["now"]["round"] = state.round / 2
        return seen


class Forgetful(Toy):
    """Keeps a cursor in a local variable over a checkpoint."""

    def play(self, play: Play) -> Rules:
        """Raise the points of red at the sixth decision of this coroutine."""
        rules = super().play(play)
        answer: Any = None
        count = 0
        while True:
            try:
                request = rules.send(answer)
            except StopIteration:
                return
            count += isinstance(request, Decision)
            if count == 6 and isinstance(request, Decision):
                play.state.points["red"] += 1
            answer = yield request


class Speechless(Toy):
    """Lacks a word and a rule."""

    words: Mapping[str, Mapping[str, str]] = {"en": {k: v for k, v in TOY.words["en"].items() if k != "roll"}}


class Lawless(Toy):
    """Cites a rule that its rulebook lacks."""

    def __init__(self) -> None:
        self.rulebook = type(TOY.rulebook)([r for r in TOY.rulebook.rules.values() if r.number != "T-3.1"])


class Sloppy(Toy):
    """Loses a card at the market."""

    def _market(self, play: Play) -> Rules:
        play.state.heap[:] = play.state.heap[1:]
        yield from super()._market(play)


class Unordered(Toy):
    """Writes its dicts in another order than the game had them in."""

    def setup(self, play: Play, scenario: Any, options: Options) -> None:
        """Set up with points in an order that is not the alphabet's."""
        super().setup(play, scenario, options)
        play.state.points = {"red": 0, "blue": 0}

    def encode(self, state: State) -> bytes:
        """Sort."""
        return msgspec.json.encode(state, order="sorted")


COUNT = iter(range(10**9))


class Drifting(Toy):
    """Depends on something that is not in the game."""

    def _wind(self, play: Play) -> Rules:
        play.state.points["red"] += next(COUNT)
        yield from super()._wind(play)


@pytest.mark.parametrize(
    ("bad", "test"),
    [
        (PeekingBot, battery.test_bots_cannot_see_the_dice),
        (LeakyScene, battery.test_scenes_do_not_betray_what_is_hidden),
        (FloatScene, battery.test_scenes_are_flat_plain_and_refer_to_what_is_there),
        (Forgetful, battery.test_every_checkpoint_can_be_entered_afresh),
        (Speechless, battery.test_everything_said_has_words),
        (Lawless, battery.test_every_citation_resolves),
        (Sloppy, battery.test_invariants_hold_after_each_answer),
        (Unordered, battery.test_every_checkpoint_can_be_entered_afresh),
        (Drifting, battery.test_loading_gives_the_same_game),
    ],
)
def test_a_bad_system_is_noticed(
    bad: type[Toy], test: Callable[[Case, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    system = bad()
    monkeypatch.setattr(system, "name", bad.__name__, raising=False)
    monkeypatch.setitem(registry._systems, bad.__name__, system)
    with pytest.raises(AssertionError):
        test(Case(bad.__name__, "meadow", SCENARIO), 0)


class Loud(Toy):
    """Tells all which card was drawn."""

    def play(self, play: Play) -> Rules:
        """Drop who may hear it."""
        rules = super().play(play)
        answer: Any = None
        while True:
            try:
                request = rules.send(answer)
            except StopIteration:
                return
            play.events[:] = [msgspec.structs.replace(event, seats=()) for event in play.events]
            if isinstance(request, Decision):
                request.params |= self.more(play.state)
            answer = yield request

    def more(self, state: State) -> dict[str, Any]:
        """Return what is added to each question."""
        return {}


class Telling(Loud):
    """Asks with a word on Cat's hand."""

    def more(self, state: State) -> dict[str, Any]:
        """Tell whether Cat holds a poppy."""
        return {"left": sum(card.startswith("poppy") for card in state.hands["cat"])}


class OpenHand(Toy):
    """Shows Cat's hand to all."""

    def scene(self, state: State, seats: frozenset[str]) -> Scene:
        """Look on as Cat, too."""
        return super().scene(state, seats | {"cat"})


class Oracle(Toy):
    """Answers questions with what nobody knows."""

    def query(
        self, state: State, decision: Decision | None, seat: str, about: dict[str, Any]
    ) -> dict[str, Any]:
        """Add the top of the deck."""
        return super().query(state, decision, seat, about) | {"next": state.deck[-1:]}


@pytest.mark.parametrize(
    ("bad", "what"),
    [
        (Loud, "the step of draw"),
        (Telling, "of the scene"),
        (OpenHand, "of the scene"),
        (Oracle, "the answer to"),
    ],
)
def test_a_system_that_betrays_something_is_noticed(
    bad: type[Toy], what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = bad()
    monkeypatch.setattr(system, "name", bad.__name__, raising=False)
    monkeypatch.setitem(registry._systems, bad.__name__, system)
    monkeypatch.setattr(battery, "CASES", [Case(bad.__name__, "meadow", SCENARIO)])
    with pytest.raises(AssertionError, match=what):
        battery.redaction(bad.__name__, 60)


def test_a_system_that_hides_must_be_able_to_prove_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mute(Toy):
        veil: Any = None

    monkeypatch.delattr(Toy, "veil")
    monkeypatch.delattr(Mute, "veil")
    monkeypatch.setitem(registry._systems, "mute", Mute())
    with pytest.raises(AssertionError, match="needs a `veil`"):
        battery.redaction("mute", 1)
