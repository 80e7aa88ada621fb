"""The battery: what must hold for every system, tried on each of its scenarios by random play.

A system that registers is picked up by itself. To look harder:
`BATTERY_STEPS=2000 BATTERY_GAMES=10 pytest tests/test_battery.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.battery import (
    GAMES,
    STEPS,
    Case,
    everyone,
    fingerprint,
    floats,
    look_round,
    quick_first,
    reenter,
    unknown_words,
    walk,
)
from tests.golden import compare as golden_compare
from tests.golden import walk_hash
from tests.patches import patched
from tests.veil import Tally, compare
from webgame.engine import system as registry
from webgame.engine.audience import Audiences
from webgame.engine.decision import Decision, Group
from webgame.engine.game import Entry, Game, GameError, Play, scene
from webgame.engine.rng import Rng
from webgame.engine.scene import scene_hash
from webgame.engine.simulate import header_for, seed_for
from webgame.engine.system import Veiled

CASES, WRONG = look_round()
SYSTEMS = sorted({case.system for case in CASES})
ROOT = Path(__file__).parent.parent
each_case = pytest.mark.parametrize("case", quick_first(CASES), ids=str)
each_walk = pytest.mark.parametrize(
    ("case", "number"), quick_first(CASES, [(n,) for n in range(GAMES)]), ids=str
)

SECTIONS = {"board", "pieces", "tokens", "areas", "cards", "sheets", "tracks", "turn"}  # of a system
SHOWS = {"move", "roll", "hit", "heal", "gone", "appear", "glow", "card", "banner"}


def samples(count: int, length: int) -> list[int]:
    """Return up to `count` indexes spread over `length`, first and last included."""
    return sorted({round(i * (length - 1) / max(1, count - 1)) for i in range(count)}) if length else []


def every(errors: list[str]) -> None:
    """Fail with all different errors, the first twenty of them."""
    different = list(dict.fromkeys(errors))
    assert not different, "\n" + "\n".join(different[:20]) + f"\n({len(different)} in all)"


def test_every_registered_system_can_be_tested() -> None:
    every(WRONG)


@each_case
def test_seats_and_sides(case: Case) -> None:
    system = case.load()
    game = case.new_game()
    assert system.sides and len(set(system.sides)) == len(system.sides)
    assert {seat.side for seat in game.seats.values()} <= set(system.sides)
    assert system.digest() == system.digest()
    assert system.bots, "a system needs a bot: 'random' at least"
    assert all(">" not in seat for seat in game.seats)


@each_walk
def test_invariants_hold_after_each_answer(case: Case, number: int) -> None:
    every(walk(case, number).broken)


@each_walk
def test_decisions_are_well_formed(case: Case, number: int) -> None:
    errors = []
    made = walk(case, number)
    for decision in made.decisions:
        groups = [group.id for group in decision.groups]
        where = f"decision {decision.prompt!r}"
        if len(set(groups)) != len(groups):
            errors.append(f"{where}: two groups with the same id in {groups}")
        options = decision.options()
        if len(set(options)) != len(options):
            errors.append(f"{where}: an option is listed twice in {options}")
        errors += [f"{where}: no option for {s!r}" for s in decision.seats if not decision.answerable(s)]
        for group in decision.groups:
            if ">" in group.id:
                errors.append(f"{where}: the group id {group.id!r} holds a '>'")
            if group.targets == () and not decision.pick:
                errors.append(f"{where}: the group {group.id!r} has no target: leave it out")
            errors += [f"{where}, group {group.id!r}: {text}" for text in floats(group.params)]
        errors += [f"{where}: {text}" for text in floats(decision.params)]
        if decision.mode == "consent" and not {"yes", "no"} <= set(groups):
            errors.append(f"{where}: consent is asked by the groups yes and no, not {groups}")
    every(errors)


@each_walk
def test_everything_said_has_words(case: Case, number: int) -> None:
    system, made = case.load(), walk(case, number)
    errors: list[str] = []
    for decision in made.decisions:
        errors += unknown_words(system, decision.prompt, decision.params)
        for group in decision.groups:
            errors += unknown_words(system, group.verb, group.params)
    for step in made.steps:
        for event in step.events:
            errors += unknown_words(system, event.key, event.params)
            errors += [f"event {event.key!r}: {text}" for text in floats([event.params, event.show])]
            if event.show and event.show.get("type") not in SHOWS:
                errors.append(f"event {event.key!r}: no client can show {event.show.get('type')!r}")
    result = made.game.result
    if result is not None:
        errors += unknown_words(system, result.reason, result.params)
    every(errors)


@each_walk
def test_a_move_begins_where_the_last_one_ended(case: Case, number: int) -> None:
    """A log that is read later has nothing but the events to tell from where to where somebody went."""
    errors: list[str] = []
    stands: dict[str, int] = {}
    for index, step in enumerate(walk(case, number).steps):
        for event in step.events:
            show, piece = event.show, event.show.get("piece", "")
            if show.get("type") in ("gone", "appear"):
                stands.pop(piece, None)
            if show.get("type") != "move":
                continue
            start, path = show.get("from", -1), show["path"]
            where = f"answer {index}, {event.key}, {piece}"
            if not path or start == path[0] or start < -1:
                errors.append(f"{where}: the way {path} from {start}")
            if stands.get(piece, start) != start:
                errors.append(f"{where}: stood on {stands[piece]}, goes from {start}")
            stands[piece] = path[-1]
    every(errors)


@each_walk
def test_every_citation_resolves(case: Case, number: int) -> None:
    system, made = case.load(), walk(case, number)
    cited: dict[str, str] = {}
    for decision in made.decisions:
        cited.setdefault(decision.rule, f"decision {decision.prompt!r}")
        for group in decision.groups:
            cited.setdefault(group.rule, f"option {group.id!r} of {decision.prompt!r}")
    for step in made.steps:
        for event in step.events:
            cited.setdefault(event.rule, f"event {event.key!r}")
    if made.game.result is not None:
        cited.setdefault(made.game.result.rule, "the result")
    every(
        [
            f"{where} cites {rule!r}, which is no rule"
            for rule, where in cited.items()
            if rule not in system.rulebook
        ]
    )


@each_walk
def test_a_finished_game_offers_nothing_and_has_a_result_for_each_side(case: Case, number: int) -> None:
    system, made = case.load(), walk(case, number)
    game = made.game
    if game.result is None:
        if len(made.steps) < STEPS:
            pytest.fail("the game stands still without a result")
        return
    assert game.decision is None
    assert game.waiting() == ()
    assert set(game.result.sides) == set(system.sides)
    assert set(game.result.sides.values()) <= {"win", "loss", "draw"}
    for seats in everyone(game):
        assert scene(game, seats)["options"] == {}
    for seat in game.seats:
        with pytest.raises(GameError, match="over"):
            game.check(Entry("answer", seat, "anything"))


@each_walk
def test_loading_gives_the_same_game(case: Case, number: int) -> None:
    system, made = case.load(), walk(case, number)
    game = made.game
    for index in samples(5, len(made.steps)):
        log = game.log[: index + 1]
        kept = [stop.snapshot for stop in made.stops if stop.snapshot.answers <= len(log)]
        for snapshots in ([], kept[-1:], kept[: len(kept) // 2]):
            again = Game(system, game.header, log, snapshots)
            assert again.broken is None, again.fault
            assert again.hash() == made.steps[index].hash
            assert fingerprint(again.decision) == fingerprint(made.steps[index].decision)


@each_walk
def test_undo_to_the_root(case: Case, number: int) -> None:
    made = walk(case, number)
    game = Game(case.load(), made.game.header, made.game.log, [s.snapshot for s in made.stops])
    all_seats = list(game.seats)
    last = len(game.live)
    goals = {*range(max(0, last - 8), last), *samples(8, last), 0}
    for to in sorted(goals - {last}, reverse=True):
        game.run(Entry("undo", all_seats[0], data={"to": to, "consents": all_seats}))
        assert game.hash() == (made.steps[to - 1].hash if to else made.root)
    assert fingerprint(game.decision) == fingerprint(made.first)
    for _ in range(min(10, last)):
        game.run(Entry("redo", game.log[game.undone[-1]].seat))
    assert game.hash() == made.steps[min(10, last) - 1].hash


@each_walk
def test_every_checkpoint_can_be_entered_afresh(case: Case, number: int) -> None:
    made = walk(case, number)
    game = made.game
    assert made.stops, "rules must come back to a checkpoint"
    for stop in made.stops[:60] + made.stops[60::5]:
        where = f"checkpoint after {stop.snapshot.answers} answers"
        decision, play, result = reenter(game, stop.snapshot)
        assert fingerprint(decision) == stop.decision, where
        assert (result is None) == bool(stop.decision), where
        again = Game.__new__(Game)
        again.system, again.play = game.system, play
        assert again.hash() == stop.hash, where
        seen = game.system.scene(play.state, frozenset(game.seats))
        assert seen == {name: stop.scene[name] for name in seen}, where


@each_walk
def test_a_checkpoint_comes_often_enough(case: Case, number: int) -> None:
    made = walk(case, number)
    answers = [stop.snapshot.answers for stop in made.stops] + [len(made.steps)]
    longest = max(b - a for a, b in zip([0, *answers], answers, strict=False))
    assert longest <= 60, f"{longest} answers without a checkpoint: undo and loading must replay them all"


def visit(case: Case, number: int, count: int) -> list[Game]:
    """Return the walk's game at up to `count` moments."""
    made = walk(case, number)
    kept = [stop.snapshot for stop in made.stops]
    logs = [made.game.log[:length] for length in samples(count, len(made.steps) + 1)]
    return [Game(case.load(), made.game.header, log, kept) for log in logs]


@each_walk
def test_scenes_are_flat_plain_and_refer_to_what_is_there(case: Case, number: int) -> None:
    errors: list[str] = []
    statics: dict[str, str] = {}
    for game in visit(case, number, 12):
        static = game.system.static(game.state)
        errors += [f"static{text}" for text in floats(static)]
        text = json.dumps(static, sort_keys=True)
        if statics.setdefault(game.system.static_key(game.state), text) != text:
            errors.append("static: other content under the same static_key")
        for seats in everyone(game):
            errors += scene_errors(game, scene(game, seats), static)
    every(errors)


def scene_errors(game: Game, seen: dict[str, dict[str, dict[str, Any]]], static: dict[str, Any]) -> list[str]:
    """Return what a client could not draw."""
    errors = [f"scene{text}" for text in floats(seen)]
    own = set(game.system.scene(game.state, frozenset()))
    errors += [f"scene: a client knows no section {name!r}" for name in sorted(own - SECTIONS)]
    board = seen.get("board", {}).get("main", {})
    squares = board.get("w", 0) * board.get("h", 0)
    cards = static.get("cards", {})
    for key, piece in seen.get("pieces", {}).items():
        at, size, wide = piece.get("at", -1), piece.get("size", 1), board.get("w", 0)
        if at >= 0 and squares and (at + (size - 1) * wide >= squares or at % wide + size > wide):
            errors.append(f"pieces/{key}: stands off the board at {at}")
        if piece.get("side") not in (*game.system.sides, "", None):
            errors.append(f"pieces/{key}: {piece.get('side')!r} is no side")
    for section in ("pieces", "cards"):
        for key, record in seen.get(section, {}).items():
            if record.get("card") and record["card"] not in cards:
                errors.append(f"{section}/{key}: no static card {record['card']!r}")
    for key, card in seen.get("cards", {}).items():
        if card.get("area") not in seen.get("areas", {}):
            errors.append(f"cards/{key}: no area {card.get('area')!r}")
    lying = seen.get("pieces", {}) | seen.get("tokens", {})
    there = {"piece": lying, "card": seen.get("cards", {}) | cards, "seat": seen["seats"]}
    for key, group in seen["options"].items():
        for target in group["targets"] or ():
            on = group["on"]
            if on == "square":
                if not isinstance(target, int) or not 0 <= target < squares:
                    errors.append(f"options/{key}: no square {target!r}")
            elif on in there and target not in there[on]:
                errors.append(f"options/{key}: no {on} {target!r} in sight")
            elif on not in {"", "value", *there}:
                errors.append(f"options/{key}: a client can't light up {on!r}")
    for name in seen["decision"].get("now", {}).get("about", ()):
        if name not in there["piece"]:
            errors.append(f"decision: about {name!r}, which is no piece")
    return errors


@each_walk
def test_patches_lead_every_audience_from_scene_to_scene(case: Case, number: int) -> None:
    made = walk(case, number)
    system = case.load()
    for begin in samples(3, max(1, len(made.steps) - 12)):
        log = made.game.log
        game = Game(system, made.game.header, log[:begin], [stop.snapshot for stop in made.stops])
        audiences = Audiences(game)
        present = everyone(game) if system.hides else [frozenset[str](), frozenset(list(game.seats)[:1])]
        held = {seats: json.loads(json.dumps(audiences.add(seats).scene)) for seats in present}
        for entry in log[begin : begin + 12]:
            for frame in game.apply(entry):
                for seats, (patch, _) in audiences.frame(frame).items():
                    held[seats] = patched(held[seats], patch)
                    assert audiences.views[seats].hash == scene_hash(held[seats]), (seats, entry)
            for seats in present:
                assert held[seats] == json.loads(json.dumps(scene(game, seats))), (seats, entry)


@each_walk
def test_scenes_do_not_betray_what_is_hidden(case: Case, number: int) -> None:
    """Nothing that an audience sees may depend on what no player knows."""
    for index, game in enumerate(visit(case, number, 10)):
        other = game.system.blind(game.state, Rng(f"blind {index}".encode()))
        for seats in everyone(game):
            assert game.system.scene(game.state, seats) == game.system.scene(other, seats), (
                f"audience {sorted(seats)}"
            )
        assert game.system.static_key(game.state) == game.system.static_key(other)


def positions(name: str, count: int, rng: Rng) -> Iterator[tuple[Case, bytes, frozenset[str]]]:
    """Yield random checkpoints of a system's walks, each with an audience: public, a seat, all but one."""
    mine = [case for case in CASES if case.system == name]
    for number in range(10 * count):
        case = mine[number % len(mine)]
        made = walk(case, 0)
        snapshot = made.stops[rng.draw("stop", len(made.stops))].snapshot
        seats = list(made.game.seats)
        audiences = [frozenset[str](), *(frozenset({s}) for s in seats), frozenset(seats[1:])]
        yield case, snapshot.state.encode(), audiences[rng.draw("audience", len(audiences))]


def redaction(name: str, count: int) -> Tally:
    """Look at random positions of a system with the eyes of an audience, in two worlds alike to it."""
    tally, errors = Tally(), []
    system = registry.get(name)
    if system.hides:
        assert isinstance(system, Veiled), f"{name} hides things: it needs a `veil` to prove it by"
    for number, (case, state, audience) in enumerate(positions(name, count, Rng(f"look {name}".encode()))):
        if tally.positions == count:
            break
        errors += compare(case, state, audience, Rng(f"veil {name} {number}".encode()), tally)
    every(errors)
    return tally


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_audience_can_tell_what_is_hidden_from_it(name: str) -> None:
    """Unseen cards and hands of others are others: scenes, options, steps, answers, looks back are not."""
    tally = redaction(name, 8)
    assert tally.positions == 8 and tally.different and tally.queries and tally.steps and tally.pasts


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
def test_no_audience_can_tell_it_in_200_positions(name: str) -> None:
    tally = redaction(name, 200)
    print(f"{name}: {vars(tally)}")
    assert tally.positions == 200 and tally.different > 100 and tally.steps > 100 and tally.pasts > 100
    assert tally.sealed or name != "toy"


@each_walk
def test_bots_cannot_see_the_dice(case: Case, number: int) -> None:
    """With other dice and the unknown shuffled anew, every bot chooses as before."""
    for index, game in enumerate(visit(case, number, 5)):
        decision = game.decision
        if decision is None:
            continue
        before = game.hash()
        for name, make in game.system.bots.items():
            seat = game.waiting()[0]
            seed = f"{name} {index}".encode()
            choice = make(Rng(seed)).choose(game.state, decision, seat)
            assert game.hash() == before, f"the bot {name!r} changed the game while thinking"
            other = game.system.blind(game.state, Rng(b"other" + seed))
            assert make(Rng(seed)).choose(other, decision, seat) == choice, (
                f"the bot {name!r} has seen hidden things"
            )
            game.check(Entry("answer", seat, choice[0], choice[1]))


def test_the_state_holds_no_seed() -> None:
    for case in CASES:
        game = case.new_game()
        assert game.header.seed.encode() not in game.system.encode(game.state)


def about(game: Game, decision: Decision) -> list[dict[str, Any]]:
    """Return questions a person may ask: some options, squares, pieces and groups."""
    seen = scene(game, frozenset(game.seats))
    board = seen.get("board", {}).get("main", {})
    squares = samples(8, board.get("w", 0) * board.get("h", 0))
    questions: list[dict[str, Any]] = [{"option": option} for option in decision.options()[::5][:8]]
    questions += [{"square": square} for square in squares]
    questions += [{"piece": piece} for piece in list(seen.get("pieces", {}))[:6]]
    questions += [{"group": group.id} for group in decision.groups[:4]]
    nonsense: list[dict[str, Any]] = [
        {},
        {"option": "no>where"},
        {"square": -7},
        {"square": "x"},
        {"piece": "nobody"},
        {"group": 3},
        {"moon": 1},
    ]
    return questions + nonsense


@each_walk
def test_questions_are_answered_in_words_and_change_nothing(case: Case, number: int) -> None:
    errors: list[str] = []
    for game in visit(case, number, 6):
        decision = game.decision
        if decision is None:
            continue
        before = game.hash()
        for question in about(game, decision):
            answer = game.system.query(game.state, decision, game.waiting()[0], question)
            errors += [f"query {question}{text}" for text in floats(answer)]
            for line in answer.get("lines", ()):
                errors += [
                    f"query {question}: {e}"
                    for e in unknown_words(game.system, line["key"], line.get("params", {}))
                ]
                if line.get("rule") and line["rule"] not in game.system.rulebook:
                    errors.append(f"query {question} cites {line['rule']!r}, which is no rule")
        assert game.hash() == before
    every(errors)


@each_case
def test_two_runs_in_one_process_are_the_same(case: Case) -> None:
    assert walk_hash(case, 60) == walk_hash(case, 60)


def test_another_process_gives_the_same_games() -> None:
    """Nothing may hang on the order of sets or on what was imported before."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.golden", "--hashes", "60"],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert json.loads(run.stdout) == {str(case): walk_hash(case, 60) for case in CASES}


@each_case
def test_golden_playthrough(case: Case) -> None:
    """Line by line; after a wanted change: `python -m tests.golden --renew`."""
    assert golden_compare(case) == []


@each_case
def test_other_seeds_give_other_games(case: Case) -> None:
    system = case.load()
    hashes = set()
    for seed in range(4):
        game = Game(system, header_for(system, case.scenario, case.text, seed_for("others", seed)))
        hashes.add(game.hash())
    assert len(hashes) > 1 or not game.play.rng.counters, "set-up draws but does not heed the seed"


# -- the battery itself must notice ----------------------------------------------------------------------


def test_plain_json_is_told_from_the_rest() -> None:
    assert list(floats({"a": [1, True, None, {"b": "x"}]})) == []
    assert list(floats({"a": [1.5], "b": {2: ()}, "c": {1}})) == [
        "/a/0: 1.5 (float)",
        "/b/2: a key that is no text",
        "/c: {1} (set)",
    ]


def test_missing_words_and_parameters_are_noticed() -> None:
    toy = CASES[0].load()
    assert list(unknown_words(toy, "rolled", {"seat": "ann"})) == [
        "en: 'rolled' needs {total}, which is not given (only ['seat'])"
    ]
    assert list(unknown_words(toy, "sings", {})) == ["en: no words for 'sings'"]


def test_a_broken_scene_is_noticed() -> None:
    game = CASES[0].new_game()
    game.answer("ann", "lead-ann")
    static = game.system.static(game.state)
    assert scene_errors(game, scene(game, frozenset({"ann"})), static) == []
    game.state.at["ann"] = 25
    assert game.decision is not None
    game.decision.groups += (Group("x", "x", "T-1", on="piece", targets=("p.eve",)),)
    errors = scene_errors(game, scene(game, frozenset({"ann"})), static)
    assert errors == ["pieces/p.ann: stands off the board at 25", "options/x: no piece 'p.eve' in sight"]


def test_a_play_can_be_entered_without_a_game() -> None:
    game = CASES[0].new_game()
    decision, play, result = reenter(game, game.snapshots[0])
    assert isinstance(play, Play)
    assert fingerprint(decision) == fingerprint(game.decision)
    assert result is None
