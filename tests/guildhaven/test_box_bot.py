"""The greedy bot: it strikes what it can beat, keeps itself alive, rests when it must, and is quick."""

from __future__ import annotations

import time

from tests.guildhaven.table import Table, game, table
from webgame.engine.decision import Decision
from webgame.engine.rng import Rng
from webgame.engine.simulate import play_out, seat_bots
from webgame.systems.guildhaven.bots.greedy import GreedyBot, odds
from webgame.systems.guildhaven.bots.greedy.places import Places
from webgame.systems.guildhaven.bots.greedy.plans import Planner
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import damage, hero_lines, rest, turn
from webgame.systems.guildhaven.system import SYSTEM


def answer(t: Table, decision: Decision) -> str:
    return GreedyBot(Rng(b"x")).choose(t.s, decision, "hero")[0]


def test_expected_damage_is_that_of_the_table() -> None:
    lost, fallen = odds.damage(3, 0, 99, 0, True)
    ways = {2: 0, 3: 0, 4: 1, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 5, 11: 6, 12: 9}
    counts = {total: 6 - abs(7 - total) for total in ways}
    assert abs(lost - sum(ways[n] * counts[n] for n in ways) / 36) < 1e-9
    assert fallen == 0
    assert (
        odds.damage(3, 0, 3, 1, True)[1]
        > odds.damage(3, 0, 3, 0, True)[1]
        > odds.damage(3, 0, 3, -1, True)[1]
    )


def test_it_strikes_whom_it_can_beat() -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 8}), 2: ("Thug", (5, 4), {"hp": 2})}, hand=[])
    t.choose_played("martial_arts:flying_knee")
    decision = t.ask(hero_lines.carry_out(t.g, box().cards["martial_arts:flying_knee"].top.steps[0]))
    assert answer(t, decision) == "attack>v2"


def test_it_goes_where_it_can_strike() -> None:
    t = table(
        hero=(4, 8), units={1: ("Thug", (4, 4), {"hp": 3})}, specialties=("martial_arts", "shadow"), perks=()
    )
    t.choose("martial_arts:palm_strike", "martial_arts:flying_knee")
    t.s.table.round.acting = "hero"
    plan = Planner(t.s).plan(t.s.table.piles.chosen, ("top", "bottom"))
    assert [play.side for play in plan.plays] == ["bottom", "top"]
    decision = t.ask(turn.hero_turn(t.g))
    assert answer(t, decision).startswith("bottom.")


def test_it_buries_a_card_against_a_deadly_blow_and_takes_a_scratch() -> None:
    t = table(units={1: ("Thug", (4, 3))}, hp=3)
    assert answer(t, t.ask(damage.hurt(t.g, t.me, 3, "GH-7.3", t["v1"]))).startswith("negate>")
    t.me.hp = 10
    assert answer(t, t.ask(damage.hurt(t.g, t.me, 1, "GH-7.3", t["v1"]))) == "take"


def test_it_rests_when_the_hand_gives_no_other_round() -> None:
    t = table(units={1: ("Thug", (4, 1))})
    piles = t.s.table.piles
    piles.discard, piles.hand = piles.hand[:4], piles.hand[4:]
    assert answer(t, t.ask(rest.offer(t.g))) == "no"
    piles.discard, piles.hand = [*piles.discard, *piles.hand[1:]], piles.hand[:1]
    assert answer(t, t.ask(rest.offer(t.g))) == "yes"


def test_danger_counts_who_may_come() -> None:
    t = table(hero=(4, 4), units={1: ("Thug", (4, 5))})
    places = Places(t.s)
    assert places.danger(t.at(4, 4)) > places.danger(t.at(4, 13)) == 0.0 or places.danger(t.at(11, 0)) == 0.0
    assert places.danger(t.at(4, 4)) > 0


def test_it_beats_the_first_scenario_more_often_than_not_and_is_quick() -> None:
    won, begun, answers = 0, time.process_time(), 0
    for number in range(6):
        g = game("B", number, hero={"specialties": ["super_strength", "weaponry"]})
        for _ in play_out(g, seat_bots(SYSTEM, g, {"": "greedy"}, bytes([number]))):
            answers += 1
        assert g.result is not None
        won += g.result.sides["hero"] == "win"
    assert won >= 3
    assert (time.process_time() - begun) / answers < 0.02  # seconds an answer
