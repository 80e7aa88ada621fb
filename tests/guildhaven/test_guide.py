"""The guide of a first game is true: a game that is played shows what each hint waits for and points at."""

from __future__ import annotations

from pathlib import Path

import pytest

from webgame.engine.game import Entry, Game, scenario_guide
from webgame.engine.guide import LONGEST, Hint
from webgame.engine.simulate import header_for, seat_bots, seed_for
from webgame.systems.guildhaven.system import SYSTEM

FOLDER = Path(__file__).parents[2] / "scenarios" / "guildhaven"


def text(id: str) -> str:
    return (FOLDER / f"{id}.toml").read_text(encoding="utf-8")


HINTS = scenario_guide(text("A"))


def first_game(id: str, seed: bytes, hints: tuple[Hint, ...], answers: int = 90) -> dict[str, int]:
    """Play some answers; return at which each hint could first be seen, with what it points at."""
    game = Game(SYSTEM, header_for(SYSTEM, id, text(id), seed))
    bots = seat_bots(SYSTEM, game, {"": "greedy"}, seed)
    found: dict[str, int] = {}
    events: set[str] = set()
    for answer in range(answers):
        decision = game.decision
        if decision is None:
            break
        groups = [group.id for group in decision.groups]
        for hint in hints:
            when = hint.when
            if (
                (when.prompt is None or when.prompt == decision.prompt)
                and (when.offer is None or any(id.startswith(when.offer) for id in groups))
                and (when.event is None or when.event in events)
                and (hint.point.group is None or any(id.startswith(hint.point.group) for id in groups))
            ):
                found.setdefault(hint.say, answer)
        seat = game.waiting()[0]
        option, picks = bots[seat].choose(game.state, decision, seat)
        for frame in game.apply(Entry("answer", seat, option, picks, decision=decision.id)):
            events |= {event.key for event in frame.events}
    return found


def test_each_hint_finds_what_it_waits_for_in_a_first_game() -> None:
    seen = [first_game("A", seed_for("guide", number), HINTS) for number in range(3)]
    assert seen[0][HINTS[0].say] == 0, "there is a hint at once"
    for hint in HINTS:
        assert any(hint.say in found for found in seen), f"never to be seen: {hint.say}"
    order = [hint.say for hint in HINTS if hint.say in seen[0]]
    early = [say for say in order if seen[0][say] <= 8]
    assert len(early) >= 6, "most of it comes within the first round"


@pytest.mark.parametrize("language", sorted(SYSTEM.words))
def test_a_hint_has_words_short_enough_in_every_language(language: str) -> None:
    words = SYSTEM.words[language]
    assert all(len(words[hint.say]) <= LONGEST for hint in HINTS)
    assert {hint.say for hint in HINTS} == {key for key in words if key.startswith("hint.")}


def test_the_campaign_begins_with_the_same_hints() -> None:
    assert scenario_guide(text("campaign")) == HINTS
