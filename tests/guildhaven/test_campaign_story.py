"""The campaign: passages, choices, scenarios tried again, what is kept and what is lost (section 23)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.guildhaven.marks import rule, shown
from tests.guildhaven.table import game, printed
from webgame.engine.decision import Decision
from webgame.engine.game import Game, Play
from webgame.engine.rng import Rng
from webgame.engine.simulate import play_out, seat_bots
from webgame.engine.system import Rules
from webgame.systems.guildhaven import course, plot
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import round as rounds
from webgame.systems.guildhaven.state import State
from webgame.systems.guildhaven.system import SYSTEM

HERO = {"specialties": ["shadow", "super_strength"], "name": "Lantern", "items": ["stims"]}
Ends = Callable[[State, str], None]


def told(
    choose: Callable[[Decision], str], end: Ends, monkeypatch: pytest.MonkeyPatch, cap: int = 400
) -> Play:
    """Tell a campaign in which each scenario is decided as it begins: `end` says how. Returns its play."""

    def decided(g: Play) -> Rules:
        s: State = g.state
        end(s, s.table.sheet)
        yield from ()

    monkeypatch.setattr(rounds, "play_sheet", decided)
    g = game("campaign", hero=HERO)
    play = Play(Rng(b"told"))
    play.state = g.system.decode(g.system.encode(g.state))
    rules = course.play(play)
    send = None
    for _ in range(600):
        try:
            request = rules.send(send)
        except StopIteration:
            return play
        send = None
        if isinstance(request, Decision):
            seat = request.seats[0]
            send = request.choice(seat, choose(request))
    raise AssertionError("the story comes to no end")


def win(s: State, sheet: str) -> None:
    """Win a scenario with everything beaten and nothing found."""
    for unit in [unit for unit in s.villains()]:
        del s.table.units[unit.id]
    s.table.outcome = "won"


def first(decision: Decision) -> str:
    return decision.options()[0]


@rule("GH-23.1")
@shown("GH-24.1")
def test_a_story_is_told_from_passage_1_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    play = told(first, win, monkeypatch)
    s: State = play.state
    assert (s.over, s.reason) == ("victory", "end.campaign")
    assert s.campaign is not None
    read = [entry for entry in s.campaign.history if ":" not in entry]
    assert read[0] == "p01" and read[-1] == "p25"
    assert s.campaign.history[1] == "A:won"
    assert s.hero.level == 4 and len(s.hero.perks) == 4
    assert SYSTEM.result(s) is not None
    assert SYSTEM.check(s) == []


@shown("GH-23.1")
def test_every_passage_and_scenario_can_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chooser that steers to what is new, and outcomes forced either way, read the whole plot."""
    read: set[str] = set()
    for number in range(64):
        turn = iter(format(number, "06b") * 20)

        def choose(decision: Decision, turn: object = turn) -> str:
            options = decision.options()
            if decision.prompt in ("ask.branch", "ask.outcome"):
                return options[int(next(turn)) % len(options)]  # type: ignore[call-overload]
            return options[0]

        def end(s: State, sheet: str, turn: object = turn) -> None:
            win(s, sheet)
            other = next(turn) == "1"  # type: ignore[call-overload]
            if sheet == "A" and other:
                s.table.due.append("Thug 1")
            if sheet == "B" and other:
                s.table.flags.append("item_spot_taken")
            if sheet == "C" and other:
                s.table.due.append("Woman 5")
            if sheet == "M" and other:
                s.table.flags.append("shadow:The Haunt")
            if sheet == "T":
                s.table.due.append("Killbot 2" if other else "Duke of Death 1")

        play = told(choose, end, monkeypatch)
        assert play.state.over == "victory"
        read |= {entry.partition(":")[0] for entry in play.state.campaign.history}
    assert {*plot.passages(), *printed()} - read == set()


@rule("GH-23.2")
@rule("GH-5.2")
@shown("GH-19.7", "GH-21.1")
def test_c30_a_lost_scenario_begins_again_with_more_light(monkeypatch: pytest.MonkeyPatch) -> None:
    """C30: two failures: marker at -2; four: -3. What was found in a failed try is out of the game."""
    seen: list[tuple[int, int]] = []

    def end(s: State, sheet: str) -> None:
        seen.append((s.table.failures, s.table.infusion))
        if len(seen) <= 4:
            s.table.found.append(s.items.draw_pile.pop())
            s.table.outcome = "lost"
        elif len(seen) == 5:
            s.table.found.append(s.items.draw_pile.pop())
            win(s, sheet)
        else:
            win(s, sheet)

    play = told(first, end, monkeypatch)
    s: State = play.state
    assert seen[:6] == [(0, 0), (1, -1), (2, -2), (3, -3), (4, -3), (0, 0)]
    assert s.campaign is not None
    assert s.campaign.history[1:6] == ["A:lost"] * 4 + ["A:won"]
    assert len(s.campaign.gone) == 4
    assert len(s.hero.items) == 2  # the one it began with, the one of the try that was won
    assert not set(s.campaign.gone) & {*s.hero.items, *s.items.draw_pile}
    assert SYSTEM.check(s) == []


@rule("GH-23.2")
def test_a_campaign_can_be_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(s: State, sheet: str) -> None:
        s.table.outcome = "lost"

    def choose(decision: Decision) -> str:
        return "give_up" if decision.prompt == "ask.again" else first(decision)

    play = told(choose, lose, monkeypatch)
    assert (play.state.over, play.state.reason) == ("defeat", "end.given_up")


@rule("GH-23.1")
def test_the_drum_leads_straight_to_the_street_cleaner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Q37: scenario L has no passage and no level-up."""
    play = told(first, win, monkeypatch)
    history = play.state.campaign.history
    if "L:won" in history:
        assert history[history.index("L:won") + 1] == "G:won"
    assert [o.goto for o in box().sheets["L"].outcomes] == ["scenario:G"]


@shown("GH-23.1")
def test_between_scenarios_everything_is_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int, int, list[str]]] = []

    def end(s: State, sheet: str) -> None:
        me = s.table.units["hero"]
        seen.append((me.hp, me.max_hp, len(s.table.piles.hand), list(me.conditions)))
        me.hp = 1
        s.table.piles.buried = s.table.piles.hand[:5]
        s.table.piles.hand = s.table.piles.hand[5:]
        win(s, sheet)

    told(first, end, monkeypatch)
    assert len(seen) > 8
    assert all(hp == most and hand == 10 and not bad for hp, most, hand, bad in seen)


def campaign_by_greedy(seed: int) -> Game:
    g = game("campaign", seed)
    bots = seat_bots(SYSTEM, g, {"": "greedy"}, bytes([seed]))
    for _ in play_out(g, bots):
        pass
    return g


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(2))
def test_greedy_plays_a_whole_campaign(seed: int) -> None:
    g = campaign_by_greedy(seed)
    assert g.result is not None
    assert (g.state.over, g.state.reason) == ("victory", "end.campaign")
    assert SYSTEM.check(g.state) == []
