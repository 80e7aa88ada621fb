"""The running game, tested through the toy: answers, errors, modes, undo, faults, loading."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.engine.play import load, new_game, position, undo, walk, walk_to
from tests.toy import SHORT, State, Toy
from webgame.engine import game as engine
from webgame.engine.decision import Decision, Group, Target
from webgame.engine.game import BadLog, Entry, Frame, Game, GameError, RulesFault, Snapshot, scene
from webgame.engine.simulate import header_for
from webgame.engine.system import CHECKPOINT, Rules


def refused(game: Game, entry: Entry) -> str:
    """Return the code of the error that `entry` meets, and prove that it changed nothing."""
    before, log = position(game), list(game.log)
    with pytest.raises(GameError) as caught:
        game.run(entry)
    assert position(game) == before
    assert game.log == log
    return caught.value.code


def at_turn(**options: Any) -> Game:
    """Return a game in which Ann leads and is to act."""
    game = new_game(**options)
    game.answer("bob", "lead-ann")
    return game


# -- answers that are not accepted -----------------------------------------------------------------------


def test_an_answer_to_a_closed_question_is_stale() -> None:
    game = new_game()
    assert game.decision is not None
    old = game.decision.id
    game.answer("ann", "lead-bob")
    assert refused(game, Entry("answer", "bob", "end", decision=old)) == "stale"
    assert refused(game, Entry("answer", "ann", "lead-bob", decision=old)) == "stale"


@pytest.mark.parametrize(
    ("seat", "option", "picks", "code"),
    [
        ("bob", "end", (), "not_your_seat"),
        ("nobody", "end", (), "not_your_seat"),
        ("", "end", (), "not_your_seat"),
        ("ann", "fly", (), "not_offered"),
        ("ann", "end>1", (), "not_offered"),
        ("ann", "move", (), "not_offered"),
        ("ann", "move>", (), "not_offered"),
        ("ann", "move>24", (), "not_offered"),
        ("ann", "move>01", (), "not_offered"),
        ("ann", "", (), "not_offered"),
        ("ann", "end", (1,), "bad_pick"),
    ],
)
def test_what_is_not_offered_is_refused(seat: str, option: str, picks: tuple[Target, ...], code: str) -> None:
    assert refused(at_turn(), Entry("answer", seat, option, picks)) == code


def test_a_group_limited_to_a_seat_is_not_offered_to_another() -> None:
    game = new_game()
    assert refused(game, Entry("answer", "cat", "lead-ann")) == "not_your_seat"
    assert game.decision is not None
    assert game.decision.find("cat", "lead-ann") is None


def test_the_end_takes_no_more_answers() -> None:
    game = new_game(text=SHORT)
    for _ in walk(game, 200):
        pass
    assert game.result is not None
    assert game.waiting() == ()
    assert refused(game, Entry("answer", "ann", "end")) == "finished"


@pytest.mark.parametrize("picks", [(1,), ("rose.1",), ("same", "same"), ("all",)])
def test_wrong_picks_are_refused(picks: tuple[Target, ...]) -> None:
    game = walk_to(new_game(), "toss")
    assert game.decision is not None
    hand = game.decision.groups[0].targets or ()
    if picks == ("same", "same"):
        picks = (hand[0], hand[0])
    if picks == ("all",):
        picks = (*hand, "one.more", "and.more")
    leader = game.decision.seats[0]
    assert refused(game, Entry("answer", leader, "toss", picks)) == "bad_pick"


def test_one_target_of_a_pick_form_is_no_answer() -> None:
    game = walk_to(new_game(), "toss")
    assert game.decision is not None
    hand = game.decision.groups[0].targets or ()
    assert refused(game, Entry("answer", game.decision.seats[0], f"toss>{hand[0]}")) == "not_offered"


def test_picks_reach_the_rules() -> None:
    game = walk_to(new_game(), "toss")
    assert game.decision is not None
    leader = game.decision.seats[0]
    card = (game.decision.groups[0].targets or ())[-1]
    game.answer(leader, "toss", (card,))
    assert game.state.heap[-1] == card


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Entry("undo", "ann", data={"to": -1}), "cannot_undo"),
        (Entry("undo", "ann", data={"to": 1}), "cannot_undo"),
        (Entry("undo", "ann", data={"to": True}), "cannot_undo"),
        (Entry("undo", "ann", data={"to": "0"}), "cannot_undo"),
        (Entry("undo", "ann"), "cannot_undo"),
        (Entry("undo", "nobody", data={"to": 0}), "bad_entry"),
        (Entry("redo", "ann"), "cannot_undo"),
        (Entry("fault", data={"entry": 7}), "bad_entry"),
        (Entry("fault"), "bad_entry"),
        (Entry("seat", "nobody"), "bad_entry"),
    ],
)
def test_other_entries_are_checked_too(entry: Entry, code: str) -> None:
    assert refused(at_turn(), entry) == code


# -- modes -----------------------------------------------------------------------------------------------


def test_any_the_first_seat_decides() -> None:
    game = new_game()
    assert game.waiting() == ("ann", "bob")
    game.answer("bob", "lead-bob")
    assert game.state.leader == "bob"
    assert game.waiting() == ("bob",)


def test_each_seat_answers_once_in_any_order() -> None:
    game = walk_to(new_game(), "flag")
    assert game.decision is not None
    same = game.decision.id
    game.answer("cat", "flag>white")
    assert game.waiting() == ("ann", "bob")
    assert refused(game, Entry("answer", "cat", "flag>green")) == "stale"
    game.answer("ann", "flag>green")
    assert game.decision.id == same
    assert game.state.flags == {}
    game.answer("bob", "flag>white")
    assert game.state.flags == {"ann": "green", "bob": "white", "cat": "white"}


def test_sealed_answers_reach_the_rules_in_seat_order() -> None:
    game = walk_to(new_game(), "bid")
    game.answer("cat", "bid>3")
    game.answer("bob", "bid>0")
    frames = list(game.apply(Entry("answer", "ann", "bid>1")))
    assert [e.params["bids"] for f in frames for e in f.events if e.key == "bids"] == ["1, 0, 3"]


def test_a_sealed_answer_shows_to_nobody_before_all_are_in() -> None:
    high, low = walk_to(new_game(), "bid"), walk_to(new_game(), "bid")
    high.answer("cat", "bid>3")
    low.answer("cat", "bid>0")
    for seats in (frozenset[str](), frozenset({"ann"}), frozenset({"ann", "bob"})):
        assert scene(high, seats) == scene(low, seats)


def test_bids_that_were_shown_are_not_free_to_take_back() -> None:
    game = walk_to(new_game(), "bid")
    game.answer("cat", "bid>3")
    assert game.free_undo("cat", len(game.live) - 1)
    game.answer("bob", "bid>0")
    game.answer("ann", "bid>1")
    assert not game.free_undo("ann", len(game.live) - 1)


def test_consent_needs_every_yes() -> None:
    game = walk_to(new_game(), "stop")
    for seat in ("cat", "ann", "bob"):
        assert game.result is None
        game.answer(seat, "yes")
    assert game.result is not None
    assert game.state.over == "agreed"


def test_consent_ends_with_the_first_no() -> None:
    game = walk_to(new_game(), "stop")
    game.answer("cat", "yes")
    game.answer("bob", "no")
    assert game.state.over == ""
    assert game.decision is not None and game.decision.prompt == "lead"


def test_a_yes_may_be_withdrawn_while_the_question_is_open_but_not_doubled() -> None:
    game = walk_to(new_game(), "stop")
    game.answer("cat", "yes")
    assert refused(game, Entry("answer", "cat", "yes")) == "stale"
    game.answer("cat", "no")
    assert game.state.over == ""


# -- undo, redo ------------------------------------------------------------------------------------------


def test_undo_of_a_move_is_free_and_complete() -> None:
    game = at_turn()
    before = position(game)
    game.answer("ann", "move>1")
    assert game.free_undo("ann", 1)
    undo(game, "ann", 1)
    after = position(game)
    assert after["hash"] == before["hash"]
    assert after["decision"][1] == before["decision"][1]
    assert after["decision"][0] != before["decision"][0], "a late answer to the old question must be stale"
    assert game.forced_undos == 0


def test_only_the_seat_that_answered_takes_back() -> None:
    game = at_turn()
    game.answer("ann", "move>1")
    assert refused(game, Entry("undo", "bob", data={"to": 1})) == "needs_consent"
    assert refused(game, Entry("undo", "ann", data={"to": 0})) == "needs_consent"


@pytest.mark.parametrize("option", ["roll", "draw", "card"])
def test_past_a_roll_or_a_card_all_seats_must_agree(option: str) -> None:
    game = at_turn()
    for seat in game.seats:
        game.run(Entry("seat", seat, data={"holder": f"player-{seat}"}))
    game.answer(
        "ann", next(o for o in game.decision.options("ann") if o.startswith(option)) if game.decision else ""
    )
    assert refused(game, Entry("undo", "ann", data={"to": 1})) == "needs_consent"
    assert refused(game, Entry("undo", "ann", data={"to": 1, "consents": ["bob"]})) == "needs_consent"
    undo(game, "ann", 1, ["bob", "cat"])
    assert game.forced_undos == 1
    assert load(game).forced_undos == 1


def test_a_frame_is_never_seen_with_a_free_undo_that_is_not_free() -> None:
    game = at_turn()
    for frame in game.apply(Entry("answer", "ann", "roll")):
        assert scene(game, frozenset())["log"]["undo"]["free"] == [], frame


def test_redo_meets_the_same_dice() -> None:
    game = at_turn()
    game.answer("ann", "roll")
    game.answer("ann", "roll")
    before = position(game)
    undo(game, "ann", 1, ["bob", "cat"])
    assert len(game.undone) == 2
    assert refused(game, Entry("redo", "bob")) == "not_your_seat"
    game.run(Entry("redo", "ann"))
    game.run(Entry("redo", "ann"))
    assert position(game)["hash"] == before["hash"]
    assert game.undone == []


def test_the_same_act_after_undo_meets_the_same_dice_whatever_came_between() -> None:
    game = at_turn()
    game.answer("ann", "roll")
    dice = game.state.points, game.play.rng.counters["dice"]
    undo(game, "ann", 1, ["bob", "cat"])
    game.answer("ann", "move>1")
    game.answer("ann", "roll")
    assert (game.state.points, game.play.rng.counters["dice"]) == dice


def test_a_new_answer_forgets_what_could_be_redone() -> None:
    game = at_turn()
    game.answer("ann", "move>1")
    undo(game, "ann", 1)
    game.answer("ann", "move>5")
    assert refused(game, Entry("redo", "ann")) == "cannot_undo"


def test_undo_of_the_last_answer_reopens_a_finished_game() -> None:
    game = new_game(text=SHORT)
    for _ in walk(game, 200):
        pass
    assert game.result is not None
    undo(game, "ann", len(game.live) - 1, ["bob", "cat"])
    assert position(game)["result"] is None
    assert game.waiting()
    assert scene(game, frozenset())["result"] == {}


def test_undo_within_a_question_to_each_seat() -> None:
    game = walk_to(new_game(), "flag")
    game.answer("cat", "flag>white")
    undo(game, "cat", len(game.live) - 1)
    assert game.waiting() == ("ann", "bob", "cat")
    game.answer("ann", "flag>white")
    game.answer("cat", "flag>green")
    undo(game, "cat", len(game.live) - 1)
    assert game.waiting() == ("bob", "cat")
    game.run(Entry("redo", "cat"))
    assert game.waiting() == ("bob",)
    assert position(load(game)) == position(game)


def test_undo_to_the_root_gives_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SNAPSHOT_EVERY", 3)
    game = new_game()
    root = game.hash()
    for _ in walk(game, 40):
        pass
    undo(game, "ann", 0, ["bob", "cat"])
    assert game.hash() == root
    assert [s.answers for s in game.snapshots] == [0]


# -- rules that break ------------------------------------------------------------------------------------


def test_a_fault_rolls_back_and_the_game_goes_on() -> None:
    game = at_turn(fault="roll")
    game.answer("ann", "move>1")
    before = position(game)
    with pytest.raises(RulesFault, match="RuntimeError: the option fault"):
        game.answer("ann", "roll")
    assert game.hash() == before["hash"]
    assert game.broken == 2
    assert refused(game, Entry("answer", "ann", "end")) == "bad_entry"
    game.run(Entry("fault", data={"entry": game.broken}))
    after = position(game)
    assert (after["hash"], after["live"], after["free"]) == (before["hash"], before["live"], before["free"])
    assert position(load(game)) == after
    game.answer("ann", "end")
    assert position(load(game)) == position(game)


def test_a_crash_between_a_fault_and_its_entry_is_mended_at_load() -> None:
    game = at_turn(fault="roll")
    with pytest.raises(RulesFault):
        game.answer("ann", "roll")
    again = load(game)
    assert position(again) == position(game)
    assert again.fault == game.fault
    for g in (game, again):
        g.run(Entry("fault", data={"entry": g.broken}))
    assert position(again) == position(game)


def test_a_fault_in_a_redo_names_the_answer() -> None:
    class Moody(Toy):
        """Breaks on a roll the second time."""

        rolls = 0

        def _break(self, state: State, choice: Any) -> None:
            self.rolls += choice.group == "roll"
            if self.rolls == 2 and choice.group == "roll":
                raise RuntimeError("not again")

    game = new_game(system=Moody())
    game.answer("ann", "lead-ann")
    game.answer("ann", "roll")
    undo(game, "ann", 1, ["bob", "cat"])
    with pytest.raises(RulesFault):
        game.run(Entry("redo", "ann"))
    assert game.broken == 1
    game.run(Entry("fault", data={"entry": 1}))
    assert game.live == [0]
    assert game.undone == []


def test_snapshots_taken_in_a_broken_answer_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SNAPSHOT_EVERY", 1)

    class Late(Toy):
        """Breaks after the checkpoint that follows a roll."""

        def play(self, play: engine.Play) -> Rules:
            for_rules = super().play(play)
            answer: Any = None
            while True:
                request = for_rules.send(answer)
                answer = yield request
                if request == CHECKPOINT and play.rng.counters.get("dice"):
                    raise RuntimeError("late")

    game = new_game(system=Late())
    game.answer("ann", "lead-ann")
    before = game.hash()
    with pytest.raises(RulesFault):
        game.answer("ann", "roll")
    assert game.hash() == before
    game.run(Entry("fault", data={"entry": game.broken}))
    assert [s.answers for s in game.snapshots] == [0, 1]
    assert position(load(game, game.snapshots)) == position(game)


class Lame(Toy):
    """Rules with a mistake that a test puts in place of the first decision."""

    def __init__(self, request: Any) -> None:
        self.request = request

    def play(self, play: engine.Play) -> Rules:
        """Yield the mistake."""
        yield self.request


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (Decision((), "x", "T-1", ()), "asks no seat"),
        (Decision(("ann",), "x", "T-1", ()), "no option for seat 'ann'"),
        (Decision(("eve",), "x", "T-1", ()), "which is no seat"),
        (
            Decision(("ann", "cat"), "x", "T-1", (Group("a", "a", "T-1", seats=("ann",)),)),
            "no option for seat 'cat'",
        ),
        ("pause", "rules yielded 'pause'"),
    ],
)
def test_rules_that_ask_nonsense_are_found_out(request_: Any, message: str) -> None:
    with pytest.raises((RuntimeError, TypeError), match=message):
        new_game(system=Lame(request_))


# -- loading ---------------------------------------------------------------------------------------------


def busy(game: Game, steps: int, seed: int) -> None:
    """Play on with random answers, undos (free and by consent), redos, seats and faults mixed."""
    lot = random.Random(seed)
    for _ in walk(game, steps, seed):
        if game.live and lot.random() < 0.25:
            to = max(0, len(game.live) - lot.randint(1, 5))
            seat = game.log[game.live[-1]].seat
            undo(game, seat, to, None if game.free_undo(seat, to) else list(game.seats))
            for _ in range(lot.randint(0, 3)):
                if game.undone:
                    game.run(Entry("redo", game.log[game.undone[-1]].seat))
        if lot.random() < 0.1:
            game.run(Entry("seat", "bob", data={"holder": lot.choice(["", "x"])}))
        if game.live and lot.random() < 0.05:
            game.run(Entry("fault", data={"entry": game.live[-1]}))
        if lot.random() < 0.05:
            game.run(Entry("table", data={"pace": lot.randint(1, 9)}))


@pytest.mark.parametrize("seed", range(8))
def test_loading_gives_the_same_game(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SNAPSHOT_EVERY", 3)
    monkeypatch.setattr(engine, "SNAPSHOTS_KEPT", 2)
    game = new_game(seed)
    every: list[Snapshot] = []
    for _ in range(25):
        busy(game, 3, seed)
        every += [s for s in game.snapshots if s not in every]
        here = position(game)
        assert position(load(game)) == here
        assert position(load(game, game.snapshots)) == here
        assert position(load(game, every)) == here, "snapshots of other branches must be left aside"
        assert position(load(game, keep_snapshots=False, quiet=True)) == here
        for seats in (frozenset[str](), frozenset({"cat"})):
            assert scene(load(game, every), seats) == scene(game, seats)
        assert load(game).table == game.table


def test_snapshots_are_thinned_but_the_root_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SNAPSHOT_EVERY", 1)
    monkeypatch.setattr(engine, "SNAPSHOTS_KEPT", 4)
    game = new_game(text=SHORT.replace("rounds = 1", "rounds = 40"))
    for _ in walk(game, 300):
        assert len(game.snapshots) <= 8
    kept = [s.answers for s in game.snapshots]
    assert kept[0] == 0
    assert kept == sorted(set(kept))
    undo(game, "ann", len(game.live) - 7, ["bob", "cat"])
    assert position(load(game)) == position(game)


def test_a_loaded_snapshot_spares_the_replay() -> None:
    class Counting(Toy):
        """Counts the answers its rules receive."""

        turns = 0

        def _break(self, state: State, choice: Any) -> None:
            self.turns += 1

    system = Counting()
    game = new_game(system=system)
    for _ in walk(game, 40):
        pass
    system.turns = 0
    load(game, game.snapshots)
    assert system.turns < 2 * engine.SNAPSHOT_EVERY


def test_decision_ids_survive_a_reload() -> None:
    game = walk_to(new_game(), "bid")
    assert game.decision is not None
    game.answer("ann", "bid>1")
    again = load(game, game.snapshots)
    again.run(Entry("answer", "bob", "bid>2", decision=game.decision.id))
    assert again.waiting() == ("cat",)


def test_a_branch_begins_at_a_snapshot_with_other_dice() -> None:
    game = walk_to(new_game(), "bid")
    start = game.snapshots[-1]
    header = engine.Header(
        **{
            **{f: getattr(game.header, f) for f in game.header.__struct_fields__},
            "seed": "77" * 32,
            "start": start.state,
        }
    )
    branch = Game(game.system, header)
    assert branch.system.encode(branch.state).decode() == start.state
    for _ in walk(branch, 20):
        pass
    assert position(load(branch)) == position(branch)
    undo(branch, "ann", 0, ["bob", "cat"])
    assert branch.system.encode(branch.state).decode() == start.state


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (Entry("undo", "ann", data={"to": 9}), "log entry 1: there is no answer to take back"),
        (Entry("redo", "ann"), "log entry 1: there is nothing to redo"),
        (Entry("answer", "eve", "x"), "log entry 1: there is no seat 'eve'"),
        (Entry("fault", data={"entry": 1}), "log entry 1: a fault names"),
    ],
)
def test_a_log_that_no_game_wrote_is_refused(entry: Entry, message: str) -> None:
    game = at_turn()
    game.log.append(entry)
    with pytest.raises(BadLog, match=message):
        load(game)


def test_an_answer_in_the_log_that_was_never_offered_breaks_there() -> None:
    game = at_turn()
    game.log.append(Entry("answer", "ann", "fly"))
    again = load(game)
    assert again.broken == 1
    assert "fly" in again.fault


# -- rules that changed ----------------------------------------------------------------------------------


class NewRules(Toy):
    """Rules of a later version; `score` changes what a roll is worth."""

    version = "2"
    worth = 1
    gone = ""

    def _score(self, play: engine.Play, rule: str, seat: str, n: int) -> None:
        super()._score(play, rule, seat, n * self.worth)

    def _break(self, state: State, choice: Any) -> None:
        if choice.group == self.gone:
            raise RuntimeError("no longer a rule")


def long_game() -> Game:
    game = new_game(3, text=SHORT.replace("rounds = 1", "rounds = 9"))
    for _ in walk(game, 60):
        pass
    assert game.result is None
    assert len(game.snapshots) >= 3
    return game


def test_new_rules_that_lead_to_the_same_position_pass_silently() -> None:
    game = long_game()
    again = Game(NewRules(), game.header, game.log, game.snapshots, expect=game.hash())
    assert again.note == ""
    assert position(again) == position(game)


def test_new_rules_that_lead_elsewhere_go_on_from_the_last_snapshot() -> None:
    game = long_game()
    system = NewRules()
    system.worth = 5
    again = Game(system, game.header, game.log, game.snapshots, expect=game.hash())
    assert again.note == (
        "the rules have changed since this game began (version 1, now 2) and lead elsewhere: "
        f"it goes on from its snapshot after {game.snapshots[-1].answers} answers"
    )
    assert again.live == game.live
    assert again.snapshots[-1] == game.snapshots[-1]
    twice = Game(system, game.header, game.log, again.snapshots)
    assert position(twice) == position(again)


def test_new_rules_that_cannot_replay_go_on_from_the_last_snapshot() -> None:
    game = long_game()
    system = NewRules()
    system.gone = "move"
    again = Game(system, game.header, game.log, game.snapshots)
    assert "goes on from its snapshot" in again.note
    if again.broken is not None:
        assert again.broken >= game.live[game.snapshots[-1].answers]
        again.run(Entry("fault", data={"entry": again.broken}))
    assert again.decision is not None


def test_without_snapshot_new_rules_stop_before_what_they_cannot_do() -> None:
    game = long_game()
    system = NewRules()
    system.gone = "move"
    again = Game(system, game.header, game.log)
    assert "there is no snapshot" in again.note
    assert again.broken is not None
    again.run(Entry("fault", data={"entry": again.broken}))
    assert position(Game(system, game.header, again.log))["hash"] == again.hash()


def test_the_last_frame_is_marked() -> None:
    game = new_game()
    for _ in range(40):
        if game.decision is None:
            break
        seat = game.waiting()[0]
        decision = game.decision
        option = decision.groups[0].id if decision.pick else decision.options(seat)[-1]
        frames: list[Frame] = list(game.apply(Entry("answer", seat, option)))
        assert [f.last for f in frames] == [False] * (len(frames) - 1) + [True]


def test_quiet_games_go_the_same_way() -> None:
    loud = new_game(5)
    quiet = Game(
        loud.system,
        header_for(loud.system, "meadow", loud.header.text, bytes.fromhex(loud.header.seed)),
        quiet=True,
    )
    for _ in zip(walk(loud, 60), walk(quiet, 60), strict=True):
        assert loud.hash() == quiet.hash()
    assert quiet.play.events == []
