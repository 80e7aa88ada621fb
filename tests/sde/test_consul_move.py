"""The Move command and what follows it: targets, goals, minions, statuses, Surge (MV, TP)."""

from __future__ import annotations

import pytest

from tests.sde.consul import ROOM, command, square, turn
from tests.sde.table import table
from webgame.systems.sde_arcade.rules import aiming, facts, followers, goals, march, plans, targets

KNIGHT, EMERALD, HUNTRESS = "questing-knight", "princess-emerald", "thundervale-huntress"


@pytest.mark.rule("sde_arcade", "TP-1", "MV-1")
@pytest.mark.rule("sde_arcade", "TP-3", state=True)
def test_a_monster_moves_toward_the_hero_with_most_wrath_not_the_nearest() -> None:
    """Oracle C11."""
    t = table({KNIGHT: (0, 5), EMERALD: (9, 5)}, {"frog": ("Frog Knight", (8, 5))})
    t[KNIGHT].wrath, t[EMERALD].wrath = 3, 1
    turn(t, "Lag")
    assert facts.distance(t.s, t["frog"], t[KNIGHT]) == 4
    assert t.told("ev.aims")[0].params["why"] == "l.why.most_wrath"


@pytest.mark.rule("sde_arcade", "WR-8", "TP-3", state=True)
def test_of_equal_wrath_the_hero_that_activated_last_counts_as_having_more() -> None:
    """Oracle W4."""
    t = table({KNIGHT: (4, 5), EMERALD: (5, 4)}, {"wisp": ("Wisp", (5, 5))})
    t[KNIGHT].wrath = t[EMERALD].wrath = 2
    t[KNIGHT].acted_no, t[EMERALD].acted_no = 3, 4
    assert targets.choose(t.s, t["wisp"], t.s.heroes())[:3] == (t[EMERALD], "latest", "WR-8")


@pytest.mark.rule("sde_arcade", "WR-8", state=True)
def test_before_anybody_activated_the_nearer_hero_counts() -> None:
    t = table({KNIGHT: (0, 5), EMERALD: (5, 4)}, {"wisp": ("Wisp", (5, 5))})
    assert targets.choose(t.s, t["wisp"], t.s.heroes()).target is t[EMERALD]


@pytest.mark.rule("sde_arcade", "TP-3", "AI-1", state=True)
def test_the_tail_of_the_priority_fewest_hearts_then_the_lowest_id() -> None:
    t = table({KNIGHT: (4, 5), EMERALD: (6, 5)}, {"wisp": ("Wisp", (5, 5))})
    assert targets.choose(t.s, t["wisp"], t.s.heroes())[:3] == (t[EMERALD], "lowest", "AI-1")
    t[KNIGHT].wounds = 1
    assert targets.choose(t.s, t["wisp"], t.s.heroes())[:3] == (t[KNIGHT], "fewest_hearts", "TP-3")


@pytest.mark.rule("sde_arcade", "MV-2")
@pytest.mark.rule("sde_arcade", "MV-3", state=True)
def test_it_takes_the_cheapest_square_to_attack_from_and_stops_there() -> None:
    t = table({KNIGHT: (0, 5)}, {"wisp": ("Wisp", (8, 5))})
    turn(t, "Respawn")
    assert facts.distance(t.s, t["wisp"], t[KNIGHT]) == 4
    assert sum(e.params["n"] for e in t.told("ev.moved")) == 4


@pytest.mark.rule("sde_arcade", "MV-3")
def test_in_range_already_it_does_not_move() -> None:
    t = table({KNIGHT: (5, 4)}, {"wisp": ("Wisp", (5, 5))})
    turn(t, "Rush")
    assert square(t, "wisp") == (5, 5)
    assert t.cites("MV-3")


@pytest.mark.rule("sde_arcade", "MV-2")
@pytest.mark.rule("sde_arcade", "LR-3", state=True)
def test_a_goal_needs_sight_of_the_target() -> None:
    rows = ("...........",) * 4 + ("..sssssss..",) + ("...........",) * 6
    t = table({KNIGHT: (5, 3)}, {"wisp": ("Wisp", (5, 5))}, rows=rows)
    assert not facts.sees(t.s, t["wisp"], t[KNIGHT])
    turn(t, "Rush")
    assert aiming.targetable(t.s, t["wisp"], t[KNIGHT], 4, offensive=True) is None


@pytest.mark.rule("sde_arcade", "MV-4")
def test_too_far_off_it_comes_as_close_as_it_can() -> None:
    rows = ("...........",) * 3 + ("ssssssssss.",) + ("...........",) * 7
    t = table({KNIGHT: (0, 0)}, {"rattle": ("Rattlebone", (0, 6))}, rows=rows)
    turn(t, "Respawn")
    x, y = square(t, "rattle")
    assert (x, y) == (5, 4)  # five steps along the way round the wall, not against it


@pytest.mark.rule("sde_arcade", "MV-4", "MV-7", state=True)
def test_a_friend_on_the_way_is_passed_or_waited_behind() -> None:
    rows = ("sssssssssss",) * 5 + ("...........",) + ("sssssssssss",) * 5
    t = table(
        {KNIGHT: (0, 5)}, {"ahead": ("Booty Biter", (4, 5)), "behind": ("Rattlebone", (6, 5))}, rows=rows
    )
    t["ahead"].status = ["Immobile"]
    turn(t, "Respawn")
    assert square(t, "ahead") == (4, 5)
    assert square(t, "behind") == (1, 5)


@pytest.mark.rule("sde_arcade", "MV-5")
@pytest.mark.rule("sde_arcade", "MV-6", state=True)
def test_it_goes_round_brambles_if_that_costs_no_more() -> None:
    rows = ("...........",) * 5 + ("...b.......",) + ("...........",) * 5
    t = table({KNIGHT: (0, 5)}, {"rattle": ("Rattlebone", (5, 5))}, rows=rows)
    turn(t, "Respawn")
    assert facts.distance(t.s, t["rattle"], t[KNIGHT]) == 1
    assert t["rattle"].status == []


@pytest.mark.rule("sde_arcade", "MV-6", state=True)
def test_it_never_walks_into_a_trap_that_would_destroy_it() -> None:
    rows = ("sssssssssss",) * 5 + ("...........",) + ("sssssssssss",) * 5
    t = table(
        {KNIGHT: (0, 5)}, {"rattle": ("Rattlebone", (7, 5)), "frog": ("Frog Knight", (9, 5))}, rows=rows
    )
    t.trap("Spiked Floor", (5, 5))
    turn(t, "Respawn")
    assert square(t, "rattle") == (6, 5)
    assert t["frog"].wounds == 1  # two hearts: it takes the risk


@pytest.mark.rule("sde_arcade", "TP-2", "MV-8")
def test_behind_locked_doors_it_comes_to_the_nearest_square() -> None:
    rows = (*("..........#",) * 5, "..........D", *("..........#",) * 5)
    second = (*("#..........",) * 5, "D..........", *("#..........",) * 5)
    t = table({KNIGHT: (2, 5)}, {"boris": ("Booty Biter", (16, 5))}, rows=rows, second=second)
    t.s.tiles[1].locked = True  # nobody may leave this tile
    command(t)
    t.s.turn.order = [t["boris"].id]
    t.play(march.move(t.g, t["boris"], []))
    assert 11 <= square(t, "boris")[0] < 16
    assert t.cites("MV-8")


@pytest.mark.rule("sde_arcade", "MV-9")
def test_minions_stay_with_their_elite() -> None:
    t = table(
        {KNIGHT: (0, 5)},
        {"ex": ("Grobbit Executioner", (8, 5)), "a": ("Billmen", (10, 5)), "b": ("Billmen", (8, 7))},
    )
    turn(t, "Rush")
    for name in ("a", "b"):
        assert facts.near(t.s, t["ex"], t[name], 2)
        assert facts.distance(t.s, t[name], t[KNIGHT]) <= facts.distance(t.s, t["ex"], t[KNIGHT])


@pytest.mark.rule("sde_arcade", "MV-9", "MP-8", state=True)
def test_a_large_minion_is_near_its_elite_with_any_square_of_its_base() -> None:
    foes = {"chief": ("Mistmourn Chieftain", (5, 5)), "warrior": ("Ghostfire Warrior", (8, 5))}
    t = table({KNIGHT: (0, 5)}, foes)
    plan = followers.place_in_gang(t.s, t["warrior"], t["chief"], t[KNIGHT])
    assert plan.there and plan.anchor % t.s.width == 2  # its east half is within two squares
    t["warrior"].at = plan.anchor
    assert facts.near(t.s, t["chief"], t["warrior"], 2) and facts.distance(t.s, t["warrior"], t[KNIGHT]) == 2


@pytest.mark.rule("sde_arcade", "MV-9")
def test_a_minion_between_two_elites_follows_the_first_and_moves_once() -> None:
    t = table(
        {KNIGHT: (0, 5)},
        {"first": ("Frog Knight", (6, 5)), "second": ("Frog Knight", (8, 5)), "bill": ("Billmen", (7, 5))},
    )
    turn(t, "Respawn")
    assert facts.near(t.s, t["first"], t["bill"], 2)
    assert len([e for e in t.told("ev.goes") if e.params["who"] == "Billmen"]) == 1


@pytest.mark.rule("sde_arcade", "MV-9", state=True)
def test_a_minion_near_another_elite_waits_for_that_one() -> None:
    t = table(
        {KNIGHT: (0, 5)},
        {
            "first": ("Frog Knight", (4, 5)),
            "second": ("Grobbit Executioner", (8, 5)),
            "bill": ("Billmen", (10, 6)),
        },
    )
    command(t)
    t.play(march.move(t.g, t["first"], [t["bill"].id]))
    assert square(t, "bill") == (10, 6)


@pytest.mark.rule("sde_arcade", "MV-2")
@pytest.mark.rule("sde_arcade", "GA-6", state=True)
def test_with_its_gang_an_elite_needs_not_come_as_near() -> None:
    with_gang = table({KNIGHT: (0, 5)}, {"ex": ("Grobbit Executioner", (7, 5)), "bill": ("Billmen", (9, 7))})
    turn(with_gang, "Respawn")
    assert facts.distance(with_gang.s, with_gang["ex"], with_gang[KNIGHT]) == 4
    alone = table({KNIGHT: (0, 5)}, {"ex": ("Grobbit Executioner", (7, 5))})
    turn(alone, "Respawn")
    assert facts.distance(alone.s, alone["ex"], alone[KNIGHT]) == 2


@pytest.mark.rule("sde_arcade", "MV-2")
def test_gang_range_does_not_count_where_the_gang_cannot_come_along() -> None:
    t = table({KNIGHT: (0, 5)}, {"frog": ("Grobbit Executioner", (8, 5)), "bill": ("Billmen", (10, 7))})
    t["bill"].status = ["Immobile"]
    turn(t, "Rush")
    assert facts.distance(t.s, t["frog"], t[KNIGHT]) == 2


@pytest.mark.rule("sde_arcade", "MV-10")
@pytest.mark.rule("sde_arcade", "GA-9", state=True)
def test_a_minion_without_an_elite_runs_to_the_hero_and_does_nothing_else() -> None:
    """Oracle G5."""
    t = table({KNIGHT: (5, 5)}, {"bill": ("Billmen", (9, 5))})
    turn(t, "Hack and Slash")
    assert facts.adjacent(t.s, t["bill"], t[KNIGHT])
    assert not t.told("ev.strikes") and t[KNIGHT].wounds == 0


@pytest.mark.rule("sde_arcade", "MV-11", "ST-7")
@pytest.mark.rule("sde_arcade", "FQ-9", state=True)
def test_knocked_down_it_sits_out_until_a_move_puts_it_on_its_feet() -> None:
    t = table({KNIGHT: (5, 4)}, {"wisp": ("Wisp", (5, 5))})
    t["wisp"].status = ["Knockdown"]
    turn(t, "Button Mash")  # Fight, Move, Fight
    assert [e.rule for e in t.told("ev.out")] == ["ST-7"]
    assert t["wisp"].status == [] and len(t.told("ev.strikes")) == 1


@pytest.mark.rule("sde_arcade", "MV-11")
def test_immobile_costs_one_move_only() -> None:
    t = table({KNIGHT: (0, 5)}, {"rattle": ("Rattlebone", (9, 5))})
    t["rattle"].status = ["Immobile"]
    turn(t, "Rush")
    assert square(t, "rattle")[0] == 4 and t["rattle"].status == []


@pytest.mark.rule("sde_arcade", "MV-11", "ST-6", state=True)
def test_slow_halves_and_rounds_up() -> None:
    t = table({KNIGHT: (0, 5)}, {"rattle": ("Rattlebone", (9, 5))})
    t["rattle"].status = ["Slow"]
    turn(t, "Respawn")
    assert square(t, "rattle")[0] == 6


@pytest.mark.rule("sde_arcade", "MV-13", "MA-3", state=True)
def test_an_invader_on_a_card_does_not_move() -> None:
    t = table({KNIGHT: (5, 5)}, {"squirrel": ("Rabid Squirrel", (5, 6))})
    turn(t, "Griefer")
    assert t["squirrel"].at == -1
    turn(t, "Rush")
    assert t["squirrel"].at == -1 and t["squirrel"].host == KNIGHT


@pytest.mark.rule("sde_arcade", "MV-12", "UN-7")
def test_a_frog_out_of_range_surges_and_one_in_range_does_not() -> None:
    t = table({KNIGHT: (0, 5)}, {"frog": ("Frog Knight", (9, 5))})
    turn(t, "Special Move")
    assert facts.distance(t.s, t["frog"], t[KNIGHT]) == 2
    assert len(t.told("ev.unique_skipped")) == 2
    far = table({KNIGHT: (0, 5)}, {"frog": ("Frog Knight", (10, 5))})
    far["frog"].status = ["Slow"]
    turn(far, "Special Move")
    assert square(far, "frog")[0] < 6 and len(far.told("ev.surges")) == 1


@pytest.mark.rule("sde_arcade", "TE-4", "TE-2", state=True)
@pytest.mark.parametrize(("start", "taken"), [((9, 9), True), ((3, 0), False)])
def test_a_monster_takes_a_secret_passage_only_if_that_is_shorter(
    start: tuple[int, int], taken: bool
) -> None:
    rows = ("..p........",) + ("...........",) * 7 + (".........p.",) + ("...........",) * 2
    t = table({KNIGHT: (0, 0)}, {"rattle": ("Rattlebone", start)}, rows=rows)
    turn(t, "Respawn")
    assert bool(t.told("ev.shortcut")) is taken
    assert square(t, "rattle") == (1, 0) if not taken else facts.adjacent(t.s, t["rattle"], t[KNIGHT])


@pytest.mark.rule("sde_arcade", "TP-5", "CR-7", state=True)
def test_pets_are_no_goal_of_a_move() -> None:
    from webgame.systems.sde_arcade.state import Member

    t = table({KNIGHT: (0, 5)}, {"rattle": ("Rattlebone", (8, 5))})
    t.s.members["pet"] = Member("pet", "pet", "Mr. Chompers", at=t.at(8, 6), master=KNIGHT, seat=KNIGHT)
    turn(t, "Respawn")
    assert t.told("ev.aims")[0].params["target"] == "Questing Knight"


def test_a_turn_with_twenty_monsters_is_quick() -> None:
    import time

    crowd = {
        f"m{i}": ("Frog Knight" if i % 3 else "Billmen", (11 + i % 10, 2 * (i // 10))) for i in range(20)
    }
    t = table({KNIGHT: (2, 5), EMERALD: (1, 2), HUNTRESS: (4, 8)}, crowd, second=ROOM)
    t.g.quiet = True
    for monster in t.s.monsters.values():
        monster.kind = "elite" if monster.card == "Frog Knight" else "minion"
    best = 1.0
    for _ in range(3):
        command(t, "Rush")
        start = time.perf_counter()
        t.s.turn.order = [m.id for m in t.s.monsters.values()]
        for monster in list(t.s.monsters.values()):
            if monster.kind == "elite":
                t.play(march.move(t.g, monster, list(t.s.monsters)))
        best = min(best, time.perf_counter() - start)
        t.s.command.draw_pile.append("Rush")
        t.s.turn.moved = []
    assert best < 0.2  # usually far below 20 ms; a busy machine must not fail the test


@pytest.mark.rule("sde_arcade", "MV-6", state=True)
def test_a_monster_steps_onto_a_deadly_trap_if_there_is_no_other_place_to_attack_from() -> None:
    t = table({KNIGHT: (8, 5)}, {"m": ("Frog Knight", (5, 5))})
    t["m"].wounds = facts.hearts(t.s, t["m"]) - 1
    ring = [(x, y) for x in range(6, 11) for y in range(3, 8) if (x, y) != (8, 5)]
    t.trap("Spiked Floor", *ring)
    assert plans.deadly(t.s, t["m"])
    scout = goals.Scout(t.s, t["m"], 5)
    goal = scout.goal(t[KNIGHT])
    plan = plans.plan_for(scout, t[KNIGHT], goal)
    assert plan.why == "goal" and plan.anchor in plans.rivals(plan, t[KNIGHT], goal).equal
