"""The past of a game: any answer of it, as it was seen then."""

from __future__ import annotations

import random

import pytest

from tests.battery import Case, chooser, look_round, quick_first
from webgame.engine.audience import Audiences
from webgame.engine.game import Entry, Game
from webgame.engine.past import NoPast, Past
from webgame.engine.scene import Scene, scene_hash

CASES = look_round()[0]
EMPTY = frozenset[str]()


def played(case: Case, answers: int) -> tuple[Game, list[Scene]]:
    """Return a game after some random answers, and what spectators saw after each."""
    game, bot = case.new_game(3), chooser(case, 3)
    seen = [Audiences(game).add(EMPTY).scene]
    while game.decision is not None and len(game.live) < answers:
        seat = game.waiting()[0]
        game.answer(seat, *bot.choose(game.state, game.decision, seat))
        seen.append(Audiences(game).add(EMPTY).scene)
    return game, seen


def standing(game: Game) -> tuple[list[Entry], dict[str, dict[str, object]], int]:
    return [game.log[i] for i in game.live], game.holders, game.forced_undos


def go(past: Past, to: int) -> None:
    for _ in past.travel(to):
        pass


def plain(scene: Scene) -> Scene:
    """Leave out what is of the present: ids of questions, and what can be taken back."""
    decision = {key: {k: v for k, v in d.items() if k != "id"} for key, d in scene["decision"].items()}
    return scene | {"decision": decision, "log": {}}


@pytest.mark.parametrize("case", quick_first(CASES), ids=str)
def test_any_answer_is_shown_as_it_was(case: Case) -> None:
    game, seen = played(case, 60)
    past = Past(game.system, game.header)
    past.follow(*standing(game))
    before = game.hash()
    order = list(range(len(seen)))
    random.Random(1).shuffle(order)
    for at in [*order[:25], 0, len(seen) - 1]:
        go(past, at)
        scene, hash = past.look(EMPTY)
        assert plain(scene) == plain(seen[at]), f"answer {at}"
        assert hash == scene_hash(scene)
    assert game.hash() == before


@pytest.mark.parametrize("case", quick_first(CASES), ids=str)
def test_its_frames_lead_from_answer_to_answer(case: Case) -> None:
    game, seen = played(case, 30)
    past = Past(game.system, game.header)
    past.follow(*standing(game))
    told = 0
    for at in range(len(seen) - 1):
        go(past, at)
        frames = past.forward(EMPTY)
        told += sum(len(events) for _, events in frames)
        assert plain(past.look(EMPTY)[0]) == plain(seen[at + 1])
    assert told


def test_marks_say_where_rounds_and_activations_begin() -> None:
    case = next(c for c in CASES if c.scenario == "meadow")
    game, seen = played(case, 400)
    past = Past(game.system, game.header)
    past.follow(*standing(game))
    go(past, 5)
    for _ in past.chart():
        pass
    marks = past.marks
    assert [m.at for m in marks] == sorted({m.at for m in marks}) and marks[0].at == 0
    for mark in marks:
        now = seen[mark.at]["turn"]["now"]
        assert mark.round == now.get("round", 0) and mark.phase == now.get("phase", "")
    assert len({m.round for m in marks}) > 1


def test_what_was_taken_back_is_forgotten() -> None:
    case = next(c for c in CASES if c.scenario == "forgotten-king")
    game, seen = played(case, 40)
    past = Past(game.system, game.header)
    past.follow(*standing(game))
    go(past, len(seen) - 1)
    voters = sorted(game.seats)
    game.run(Entry("undo", voters[0], data={"to": 20, "consents": voters}))
    assert len(seen) > 30
    bot = chooser(case, 8)
    for _ in range(15):
        assert game.decision is not None
        seat = game.waiting()[0]
        game.answer(seat, *bot.choose(game.state, game.decision, seat))
    past.follow(*standing(game))
    go(past, 35)
    assert plain(past.look(EMPTY)[0]) == plain(Audiences(game).add(EMPTY).scene)
    go(past, 11)
    assert plain(past.look(EMPTY)[0]) == plain(seen[11])


def test_there_is_nothing_before_or_after() -> None:
    game, seen = played(CASES[0], 3)
    past = Past(game.system, game.header)
    past.follow(*standing(game))
    for at in (-1, len(seen)):
        with pytest.raises(NoPast, match="no place"):
            go(past, at)
    go(past, len(seen) - 1)
    with pytest.raises(NoPast, match="no later"):
        past.forward(EMPTY)


def test_nothing_can_be_chosen_in_the_past() -> None:
    case = next(c for c in CASES if c.scenario == "forgotten-king")
    game, _ = played(case, 5)
    past = Past(game.system, game.header)
    past.follow(*standing(game))
    go(past, 3)
    scene, _ = past.look(frozenset(game.seats))
    assert scene["decision"]["now"]["prompt"] and not scene["options"]


def test_the_past_under_other_rules_is_refused() -> None:
    case = CASES[0]
    game = case.new_game()
    header = type(game.header)(
        **{f: getattr(game.header, f) for f in game.header.__struct_fields__} | {"digest": "x"}
    )
    with pytest.raises(NoPast, match="rules have changed"):
        Past(game.system, header)
