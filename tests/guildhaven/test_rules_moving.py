"""Movement kinds and leaving the board (GH-18)."""

from __future__ import annotations

import pytest

from tests.guildhaven.marks import rule, shown
from tests.guildhaven.table import sheet_of, table
from webgame.engine.masks import bits
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import facts, moving


@rule("GH-18.1")
def test_one_option_for_each_square_to_end_on() -> None:
    t = table()
    assert t.line({"op": "move", "n": 2}, f"move>{t.at(5, 5)}")
    assert t.xy("hero") == (5, 5)
    targets = t.asked[0].groups[0].targets or ()
    assert len(set(targets)) == len(targets) == 20
    moved = next(event for event in t.events if event.key == "log.move")
    assert moved.show["from"] == t.at(4, 4)
    assert moved.show["path"][0] in (t.at(5, 4), t.at(4, 5)), "the first square is orthogonal"


@shown("GH-18.1")
def test_perks_and_chips_on_the_way() -> None:
    t = table(specialties=("shadow", "psionics"), perks=("shadow:slip_away",), items=("stride_chip",))
    assert t.line({"op": "move", "n": 1}, f"move>{t.at(6, 6)}")
    assert t.xy("hero") == (6, 6)


@shown("GH-18.3")
def test_through_friends_not_through_enemies_or_obstacles() -> None:
    rows = ["#####", "#...#", "#####"]
    t = table(hero=(1, 1), units={1: ("Thug", (3, 1))}, rows=rows)
    ways = moving.walk(t.s, t.me)
    assert ways.within(9) == 1 << t.at(2, 1)
    t.put("v2", "Thug", (2, 1))
    assert moving.walk(t.s, t["v1"]).within(9) == 0, "nothing empty beyond its friend"
    t.me.at = t.at(2, 1)
    t["v2"].at = t.at(1, 1)
    del t.s.units["v2"]
    assert moving.walk(t.s, t["v1"]).within(9) == 0, "the hero bars the way"
    t = table(hero=(1, 1), rows=["#####", "#.o.#", "#####"])
    assert moving.walk(t.s, t.me).within(9) == 0


@shown("GH-18.3")
def test_a_villain_walks_through_its_friend() -> None:
    rows = ["######", "#....#", "######"]
    t = table(hero=(4, 1), units={1: ("Thug", (1, 1)), 2: ("Thug", (2, 1))}, rows=rows, hand=[])
    assert moving.walk(t.s, t["v1"]).within(2) == 1 << t.at(3, 1)


@shown("GH-18.3")
def test_no_diagonal_step_between_two_walls_but_past_one() -> None:
    rows = ["....", "..#.", ".#..", "...."]
    t = table(hero=(1, 1), rows=rows)
    assert moving.fly(t.s, t.me, 1).cost(t.at(2, 2)) == moving.FAR
    rows = ["....", "....", ".#..", "...."]
    t = table(hero=(1, 1), rows=rows)
    assert moving.fly(t.s, t.me, 1).cost(t.at(2, 2)) == 1


@rule("GH-18.4")
def test_jump_over_units_and_obstacles_not_over_walls() -> None:
    rows = ["........"] * 4 + ["...o...."] + ["........"] * 3
    t = table(hero=(1, 4), units={1: ("Thug", (2, 4))}, rows=rows)
    assert t.line({"op": "jump", "n": 3}, f"jump>{t.at(4, 4)}")
    assert t.xy("hero") == (4, 4)
    walled = table(hero=(1, 1), rows=["....", "..#.", "...."])
    east = [at for at in moving.jump(walled.s, walled.me, 3) if at // 4 == 1]
    assert east == [walled.at(0, 1)]


@rule("GH-18.5")
def test_a_charge_without_target_is_only_movement() -> None:
    t = table(units={1: ("Thug", (4, 1), {"hp": 9})}, hand=[])
    assert t.line({"op": "charge", "n": 4}, f"run>{t.at(4, 3)}")
    assert t["v1"].hp == 9
    assert "attack" not in t.rng.counters


@rule("GH-18.5")
def test_a_charge_runs_over_empty_squares_only() -> None:
    t = table(units={1: ("Thug", (4, 2), {"hp": 9})}, hand=[])
    ends = moving.charge(t.s, t.me, 4)
    north = {at for at, (_, direction) in ends.items() if direction == 0}
    assert north == {t.at(4, 3)}
    riders = [{"op": "condition", "name": "wound"}]
    t.dice(3, 4).line({"op": "charge", "n": 4, "riders": riders}, f"charge>{t.at(4, 3)}")
    assert t["v1"].hp == 8
    assert "wound" in t["v1"].conditions


@rule("GH-18.6")
def test_fly_over_everything_but_walls() -> None:
    rows = ["......"] * 2 + ["oooooo"] + ["~~~~~~"] + ["......"] * 2
    t = table(hero=(1, 4), units={1: ("Thug", (1, 1))}, rows=rows)
    assert t.line({"op": "fly", "n": 3}, f"fly>{t.at(2, 1)}")
    assert t.xy("hero") == (2, 1)
    walled = table(hero=(1, 4), rows=["......"] * 2 + ["######"] + ["......"] * 3)
    assert all(at // 6 > 2 for at in bits(moving.fly(walled.s, walled.me).within(9)))


@rule("GH-18.7")
def test_teleport_through_walls_onto_empty_squares() -> None:
    rows = ["......"] * 2 + ["######"] + ["......"] * 3
    t = table(hero=(1, 4), units={1: ("Thug", (1, 1))}, rows=rows)
    spots = set(bits(moving.teleport(t.s, t.me, 3)))
    assert t.at(0, 1) in spots
    assert t.at(1, 1) not in spots
    assert t.at(1, 2) not in spots
    assert t.line({"op": "teleport", "to": "within", "n": 3}, f"teleport>{t.at(2, 1)}")
    assert t.xy("hero") == (2, 1)


def exit_table(**more: object) -> object:
    """A board with an exit that wins."""
    sheet = sheet_of(exits={"south": [(4, 13)]}, win={"hero_exits": "south"})
    return table(hero=(4, 12), sheet=sheet, items=("reflex_chip",), **more)  # type: ignore[arg-type]


@rule("GH-18.8")
@shown("GH-23.3")
def test_leaving_costs_one_more_square() -> None:
    t = exit_table()
    assert "exit>south" not in t.ask(_line(t, {"op": "move", "n": 1})).options()  # type: ignore[attr-defined]
    t.line({"op": "move", "n": 2}, "exit>south")  # type: ignore[attr-defined]
    assert t.s.table.outcome == "won"  # type: ignore[attr-defined]


@rule("GH-18.8")
@pytest.mark.parametrize(("answer", "outcome"), [("yes", "won"), ("no", "")])
def test_leaving_is_free_where_a_turn_ends(answer: str, outcome: str) -> None:
    t = exit_table()
    t.me.at = t.at(4, 13)  # type: ignore[attr-defined]
    t.choose("martial_arts:blitz", "martial_arts:palm_strike").turn("end", answer)  # type: ignore[attr-defined]
    assert t.s.table.outcome == outcome  # type: ignore[attr-defined]


@shown("GH-18.8", "GHE-1")
def test_the_exit_comes_last() -> None:
    t = table(hero=(4, 11), sheet=box().sheets["E"], items=("reflex_chip",))
    asked = t.ask(_line(t, {"op": "move", "n": 2}))
    assert not any(option.startswith("exit") for option in asked.options())
    t.kill("v1")
    asked = t.ask(_line(t, {"op": "move", "n": 2}))
    assert "exit>south" in asked.options()


@shown("GH-18.3", "GHM-5")
def test_the_stairs_are_one_square() -> None:
    t = table(hero=(7, 2), sheet=box().sheets["M"])
    grid = facts.ground(t.s)
    lower, upper = box().sheets["M"].map.cells("loc:S")
    ways = moving.walk(t.s, t.me)
    assert ways.cost(lower) == 1
    assert ways.cost(t.at(1, 8)) == 2, "on from the other side at no cost"
    assert ways.cost(upper) == moving.FAR, "named by the first of the two"
    assert grid.distance(t.at(7, 2), t.at(1, 8)) == 2


@shown("GH-18.1", "GH-22.14")
def test_a_killbot_moves_as_a_block() -> None:
    rows = ["......", "......", "..#...", "......", "......"]
    t = table(hero=(5, 4), units={2: ("Killbot", (0, 0), {"size": 2})}, rows=rows)
    ends = set(bits(moving.walk(t.s, t["v2"]).within(9)))
    assert t.at(1, 1) not in ends, "the wall is in its block"
    assert t.at(4, 0) in ends
    assert t.at(5, 0) not in ends, "it would hang over the edge"
    assert t.at(4, 3) not in ends, "the hero stands there"


def _line(t: object, step: dict[str, object]) -> object:
    from webgame.systems.guildhaven.rules import hero_lines

    return hero_lines.carry_out(t.g, step)  # type: ignore[attr-defined]
