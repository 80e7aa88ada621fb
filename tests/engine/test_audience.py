"""What clients are sent: patches against a plain second opinion, hashes, events cut by audience."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.play import new_game, undo
from tests.patches import patched
from tests.toy import Toy
from webgame.engine.audience import Audience, Audiences
from webgame.engine.game import Entry, Game, scene
from webgame.engine.scene import Scene, checksum, diff, scene_hash
from webgame.engine.simulate import seat_bots

ALL: list[Audience] = [
    frozenset(),
    frozenset({"ann"}),
    frozenset({"cat"}),
    frozenset({"ann", "bob"}),
    frozenset({"ann", "bob", "cat"}),
]


class Open(Toy):
    """The toy with all hands open, so that all audiences share one scene and one diff."""

    hides = False

    def scene(self, state: Any, seats: frozenset[str]) -> Scene:
        """Return what all seats together see."""
        return super().scene(state, frozenset(self.side))


@pytest.mark.parametrize("system", [Toy(), Open()], ids=["hidden", "open"])
@pytest.mark.parametrize("seed", range(4))
def test_patches_lead_every_audience_from_scene_to_scene(system: Toy, seed: int) -> None:
    game = new_game(seed, system)
    audiences = Audiences(game)
    held = {seats: json.loads(json.dumps(audiences.add(seats).scene)) for seats in ALL}
    bots = seat_bots(system, game, {"": "random"}, bytes([seed]))
    entry: Entry
    for number in range(60):
        if game.decision is None:
            break
        seat = game.waiting()[-1]
        if number % 7 == 6:
            entry = Entry("undo", seat, data={"to": max(0, len(game.live) - 3), "consents": list(game.seats)})
        elif number % 5 == 4:
            entry = Entry("seat", "cat", data={"holder": f"player {number}"})
        else:
            option, picks = bots[seat].choose(game.state, game.decision, seat)
            entry = Entry("answer", seat, option, picks)
        for frame in game.apply(entry):
            for seats, (patch, _) in audiences.frame(frame).items():
                held[seats] = patched(held[seats], patch)
                view = audiences.views[seats]
                assert held[seats] == json.loads(json.dumps(view.scene))
                assert view.hash == scene_hash(held[seats])
        for seats in ALL:
            whole = scene(game, seats)
            assert audiences.views[seats].scene == whole
            assert audiences.views[seats].hash == scene_hash(whole), "one who comes now has the same hash"


def test_events_are_cut_by_audience() -> None:
    game = new_game()
    game.answer("ann", "lead-ann")
    audiences = Audiences(game)
    for seats in ALL:
        audiences.add(seats)
    (frame,) = game.apply(Entry("answer", "ann", "draw"))
    seen = {seats: [e.key for e in events] for seats, (_, events) in audiences.frame(frame).items()}
    assert seen[frozenset()] == ["drew"]
    assert seen[frozenset({"cat"})] == ["drew"]
    assert seen[frozenset({"ann", "bob"})] == ["drew", "drew.card"]


def test_hidden_cards_never_reach_another_audience() -> None:
    game = new_game()
    for hand in game.state.hands.values():
        hand[:] = [f"secret.{n}" for n in range(2)]
    game.state.deck[:] = ["secret.9"]
    game.answer("ann", "lead-ann")
    text = json.dumps(scene(game, frozenset({"cat"}) - {"cat"}))
    assert "secret" not in text


def test_only_seats_that_answer_get_the_options() -> None:
    game = new_game()
    assert scene(game, frozenset())["options"] == {}
    assert scene(game, frozenset({"cat"}))["options"] == {}
    assert list(scene(game, frozenset({"bob", "cat"}))["options"]) == ["lead-ann", "lead-bob"]
    assert scene(game, frozenset())["decision"]["now"]["seats"] == ["ann", "bob"]


def test_audiences_that_left_are_forgotten() -> None:
    game = new_game()
    audiences = Audiences(game)
    for seats in ALL:
        audiences.add(seats)
    audiences.keep({frozenset({"ann"})})
    assert list(audiences.views) == [frozenset({"ann"})]


def test_an_audience_added_twice_is_one() -> None:
    audiences = Audiences(new_game())
    assert audiences.add(frozenset()) is audiences.add(frozenset())


keys = st.text(alphabet="ab/~01 é", min_size=1, max_size=4)
values = st.recursive(
    st.none() | st.integers(-5, 5) | st.text(alphabet="xy/~é", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=6,
)
scenes = st.dictionaries(
    keys, st.dictionaries(keys, st.dictionaries(keys, values, max_size=5), max_size=4), max_size=3
)


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(scenes, scenes)
def test_a_patch_leads_from_any_scene_to_any_other_with_its_change_of_hash(old: Scene, new: Scene) -> None:
    before = copy.deepcopy(old)
    patch, change = diff(old, new)
    assert patched(old, patch) == new
    assert (scene_hash(old) + change) & 0xFFFFFFFF == scene_hash(new)
    assert old == before
    assert (patch == {}) == (old == new)


def test_a_record_is_sent_whole_when_it_is_new_or_a_field_of_it_is_gone() -> None:
    patch, _ = diff({"s": {"k": {"a": 1, "b": 1}}}, {"s": {"k": {"a": 2}, "n": {"a": 1}}})
    assert patch == {"s": {"k": [{"a": 2}], "n": [{"a": 1}]}}
    patch, _ = diff({"s": {"k": {"a": 1, "b": 1}}}, {"s": {"k": {"a": 1, "b": 2, "c": 3}}})
    assert patch == {"s": {"k": {"b": 2, "c": 3}}}
    patch, _ = diff({"s": {"k": {"a": [1]}}}, {"s": {"k": {"a": {"0": 2}}}})
    assert patch == {"s": {"k": [{"a": {"0": 2}}]}}, "never taken for a change of the list's items"


def test_records_and_sections_that_are_gone_are_null() -> None:
    patch, _ = diff({"s": {"k": {}, "n": {}}, "t": {}}, {"s": {"k": {}}, "u": {}})
    assert patch == {"s": {"n": None}, "t": None, "u": {}}


def test_checksums_do_not_depend_on_the_order_of_fields() -> None:
    assert checksum("s", "k", {"a": 1, "b": [2, "é"]}) == checksum("s", "k", {"b": [2, "é"], "a": 1})
    assert checksum("s", "k", {"a": 1}) != checksum("s", "q", {"a": 1})


def test_a_whole_game_is_seen_alike_by_those_who_came_early_and_late() -> None:
    game: Game = new_game(2)
    game.answer("ann", "lead-ann")
    early = Audiences(game)
    early.add(frozenset({"cat"}))
    for frame in game.apply(Entry("answer", "ann", "end")):
        early.frame(frame)
    undo(game, "ann", 1)
    early.frame(next(game.apply(Entry("answer", "ann", "end"))))
    late = Audiences(game).add(frozenset({"cat"}))
    assert early.views[frozenset({"cat"})] == late


def test_objects_in_a_list_are_patched_one_by_one() -> None:
    lines = [
        {"label": "ap", "value": "3/3"},
        {"label": "mp", "value": "6/6"},
        {"label": "wrath", "value": "0"},
    ]
    old = {"sheets": {"a": {"lines": lines, "name": "A", "order": 1}}}
    less = [dict(lines[0], value="2/3"), *lines[1:]]
    patch, change = diff(old, {"sheets": {"a": {"lines": less, "name": "A", "order": 1}}})
    assert patch == {"sheets": {"a": {"lines": {"0": {"value": "2/3"}}}}}
    new = {"sheets": {"a": {"lines": less, "name": "A", "order": 1}}}
    assert patched(old, patch) == new
    assert (scene_hash(old) + change) & 0xFFFFFFFF == scene_hash(new)
    for other in (lines[:2], [*lines, {"label": "x"}], [{"label": n, "value": n} for n in "123"], [1, 2, 3]):
        patch, _ = diff(old, {"sheets": {"a": {"lines": other, "name": "A", "order": 1}}})
        assert patch == {"sheets": {"a": {"lines": other}}}
