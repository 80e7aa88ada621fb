"""Ties of the Consul turn: the engine takes the first, or the players choose, or leave it to the engine."""

from __future__ import annotations

from tests.sde.acts import EMERALD, KNIGHT, rule
from tests.sde.consul import command, square, turn
from tests.sde.table import Table, table
from webgame.systems.sde_arcade.rules import march, spawn, unique


def players(t: Table) -> Table:
    t.s.options["consul_choices"] = "players"
    return t


@rule("CM-3", "AI-1")
def test_players_choose_between_equal_squares_for_a_spawned_monster() -> None:
    t = players(table({KNIGHT: (5, 0)}, {"point": ("Bramble Knight", (5, 5))}))
    t.s.pool.monsters = {"Frog Knight": 1}
    t.s.turn.side = "consul"
    t.play(spawn.place_list(t.g, t["point"], ["Frog Knight"], t.at(5, 0)), [f"tie>{t.at(7, 3)}"])
    (decision,) = t.asked
    assert decision.prompt == "ask.tie_spawn" and decision.mode == "any"
    offered = [divmod(int(sq), t.s.width) for sq in decision.groups[0].targets or ()]
    assert {y for y, _ in offered} == {3} and len(offered) == 5  # all as near to the Knight
    assert [m.at for m in t.s.monsters.values() if m.card == "Frog Knight"] == [t.at(7, 3)]


@rule("MV-2", "AI-1")
def test_players_choose_between_equal_squares_to_attack_from() -> None:
    t = players(table({KNIGHT: (5, 0)}, {"giri": ("Giri", (5, 6))}))
    command(t)
    t.play(march.move(t.g, t["giri"], []), [lambda d: f"tie>{(d.groups[0].targets or ())[-1]}"])
    (decision,) = t.asked
    assert decision.prompt == "ask.tie_square" and len(decision.groups[0].targets or ()) > 1
    assert t["giri"].at == (decision.groups[0].targets or ())[-1]


@rule("MA-6", "AI-1")
def test_players_choose_which_of_equal_monsters_acts_first_and_may_leave_the_turn_to_the_engine() -> None:
    foes = {name: ("Giri", (x, 2)) for name, x in (("a", 4), ("b", 5), ("c", 6))}
    t = players(table({KNIGHT: (5, 0)}, foes))
    turn(t, "Camper", [f"tie>{t.names['c']}", "engine_turn"])
    assert [d.prompt for d in t.asked] == ["ask.tie_order"] * 2
    order = t.told("ev.order_place")
    assert [e.params["n"] for e in order] == [1, 2, 3]
    asked = len(t.asked)
    turn(t, "Camper", ["engine", "engine"])  # in the next turn they are asked again, each time
    assert len(t.asked) == asked + 2


@rule("CM-1", "AI-1")
def test_players_choose_between_equal_spawning_points() -> None:
    points = {"a": ("Bramble Knight", (2, 5)), "b": ("Bramble Knight", (8, 5))}
    t = players(table({KNIGHT: (5, 5)}, points))
    t.s.pool.monsters = {"Frog Knight": 1}
    command(t)
    t.play(spawn.command(t.g), [f"tie>{t.names['b']}", "engine"])
    assert [d.prompt for d in t.asked] == ["ask.tie_point", "ask.tie_spawn"]
    assert (t["a"].wounds, t["b"].wounds) == (0, 1)
    assert [e.params["lacks"] for e in t.told("ev.spawn_order")] == [1, 1]


@rule("TP-3", "TP-1", "WR-8")
def test_the_trace_tells_whom_each_criterion_rules_out() -> None:
    t = table({KNIGHT: (4, 5), EMERALD: (7, 5)}, {"frog": ("Turniphead", (5, 4))})
    t[KNIGHT].wrath = 1
    turn(t, "Camper")
    first = next(e for e in t.events if e.key == "ev.ruled_out")
    assert (first.params["what"], first.params["why"], first.rule, first.depth) == (
        "Princess Emerald",
        "l.out.most_wrath",
        "TP-1",
        1,
    )


@rule("MV-2", "SU-13")
def test_the_trace_tells_how_many_squares_there_were_and_which_wish_failed() -> None:
    t = table({KNIGHT: (5, 0)}, {"giri": ("Giri", (5, 6)), "point": ("Bramble Knight", (9, 9))})
    command(t)
    t.play(march.move(t.g, t["giri"], []))
    (told,) = t.told("ev.squares")
    (equal,) = t.told("ev.squares_equal")
    assert told.params["n"] >= equal.params["n"] > 1 and equal.rule == "AI-1"
    t.s.pool.monsters = {"Billmen": 20}
    t.play(spawn.place_list(t.g, t["point"], ["Billmen"] * 20, None))
    assert {e.params["what"] for e in t.told("ev.wish_unmet")} == {"l.wish.apart"}


@rule("MA-9")
def test_a_card_played_monster_by_monster_goes_on_from_each_checkpoint() -> None:
    foes = {"a": ("Turniphead", (5, 8)), "b": ("Grobbit Executioner", (8, 9)), "m": ("Billmen", (9, 9))}
    t = table({KNIGHT: (5, 0)}, {**foes, "p": ("Bramble Knight", (2, 9))})
    t.s.options["card_order"] = "monster"
    t.s.pool.monsters = {"Frog Knight": 1}
    turn(t, "Gauntlet")
    told = [e.params["who"] for e in t.told("ev.command_of")]
    assert told == [name for name in dict.fromkeys(told) for _ in range(2)]  # Move, then Fight, of each
    spawned = next(i for i, e in enumerate(t.events) if e.key == "ev.spawns")
    assert spawned < next(i for i, e in enumerate(t.events) if e.key == "ev.command_of")
    assert square(t, "m") != (9, 9)  # it followed
    assert (t.s.turn.player, t.s.turn.followed) == (0, {})


@rule("HA-17", "UN-2", "LR-6")
def test_the_trace_tells_why_a_hero_is_no_target_of_a_unique_action() -> None:
    t = table({KNIGHT: (5, 4), EMERALD: (0, 10)}, {"r": ("Captain R", (5, 6))})
    command(t, "Special Move")
    t.play(unique.perform(t.g, t["r"]))
    first = next(i for i, e in enumerate(t.events) if e.key == "ev.unique")
    told = [e for e in t.events[first:] if e.depth and e.key.startswith("no.")]
    assert told and told[0].params["target"] == "Princess Emerald"
