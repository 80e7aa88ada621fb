"""Control effects: Push, Pull, Compel, Teleport, moves at once, placing (CE); cases A5 to A8."""

from __future__ import annotations

from typing import Any

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, act, rule
from tests.sde.table import Table, table
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import control, effects, facts, resolve, wounds

BRAMBLES = next(e.code for e in box().effects.values() if e.name == "Brambles")
CHASM = next(e.code for e in box().effects.values() if e.name == "Chasm")


def push(
    t: Table, n: int, target: str = "frog", to: tuple[int, int] | None = None, kind: str = "Push"
) -> list[Any]:
    """Let the Knight move a figure; return the squares that were offered."""
    answers = [f"to>{t.at(*to)}"] if to else []
    t.play(control.move(t.g, kind, n, t[KNIGHT], t[target]), answers)
    return list(t.asked[-1].groups[0].targets or ()) if answers else []


@rule("CE-4")
@rule("CE-7", state=True)
def test_push_leads_away_from_the_user_step_by_step() -> None:
    t = table({KNIGHT: (2, 5)}, {"frog": ("Frog Knight", (4, 5))})
    squares = push(t, 2, to=(6, 5))
    assert t["frog"].at == t.at(6, 5)
    assert squares == sorted([t.at(5, y) for y in range(4, 7)] + [t.at(6, y) for y in range(3, 8)])


@rule("CE-4")
def test_push_stops_at_a_wall() -> None:  # A6
    walls = tuple((5, y, "E") for y in range(11))
    t = table({KNIGHT: (3, 5)}, {"frog": ("Frog Knight", (4, 5))}, walls=walls)
    assert max(square % 11 for square in push(t, 3, to=(5, 5))) == 5
    assert t["frog"].at == t.at(5, 5)


@rule("CE-3")
def test_pull_stops_beside_the_user() -> None:  # A7
    t = table({KNIGHT: (2, 5)}, {"frog": ("Frog Knight", (5, 5))})
    squares = push(t, 5, to=(3, 5), kind="Pull")
    assert t["frog"].at == t.at(3, 5) and t.at(2, 4) not in squares and t.at(2, 6) not in squares


@rule("CE-4")
@rule("CE-1", state=True)
def test_a_difficult_square_uses_two_of_the_squares() -> None:  # A8
    rows = tuple("....." + BRAMBLES + "....." for _ in range(11))
    for foe, far in (("Grobbit Executioner", 5), ("Frog Knight", 6)):  # the Frog Knight has Surefoot
        t = table({KNIGHT: (2, 5)}, {"foe": (foe, (3, 5))}, rows=rows)
        squares = control._destinations(t.s, "Push", 3, t[KNIGHT], t["foe"])
        assert max(square % 11 for square in squares) == far
    t = table({KNIGHT: (1, 5)}, {"bill": ("Billmen", (4, 5))}, rows=rows)
    squares = push(t, 3, "bill", to=(6, 5))
    assert max(square % 11 for square in squares) == 6  # 2 + 1 of the 3
    assert t["bill"].status == ["Poison"]  # tile effects count as usual


@rule("CE-2")
@rule("CE-7", state=True)
def test_compel_moves_in_any_direction() -> None:
    t = table({KNIGHT: (2, 5)}, {"frog": ("Frog Knight", (5, 5))})
    assert len(push(t, 2, to=(4, 6), kind="Compel")) == 24
    assert t["frog"].at == t.at(4, 6)


@rule("CE-7", state=True)
def test_a_player_may_leave_the_figure_where_it_is_or_stop_short() -> None:
    t = table({KNIGHT: (2, 5)}, {"frog": ("Frog Knight", (3, 5))})
    t.play(control.move(t.g, "Push", 3, t[KNIGHT], t["frog"]), ["stay"])
    assert t["frog"].at == t.at(3, 5)
    push(t, 3, to=(4, 5))
    assert t["frog"].at == t.at(4, 5)


@rule("CE-7", state=True)
def test_a_monster_moves_its_victim_as_far_as_it_can() -> None:
    t = table({KNIGHT: (3, 5)}, {"king": ("King Sprout", (1, 5))})
    t.play(control.move(t.g, "Push", 3, t["king"], t[KNIGHT]))
    assert t.asked == [] and t[KNIGHT].at % 11 == 6


@rule("CE-3", "HA-13")
@rule("CE-9", state=True)
def test_a_control_keyword_works_on_whom_the_model_wounds_only() -> None:
    t = table({KNIGHT: (6, 5), EMERALD: (6, 9)}, {"king": ("King Sprout", (1, 5))})
    t.s.turn.side = "consul"
    fight = resolve.Strike("l.fight", command="fight")
    t.dice("B2", "B2", "R3")
    t.play(resolve.strike(t.g, t["king"], [t[KNIGHT]], fight))
    assert t[KNIGHT].at == t.at(6, 5)  # the roll failed
    t.dice("B-", "B-", "R-")
    t.play(resolve.strike(t.g, t["king"], [t[KNIGHT]], fight))
    assert facts.distance(t.s, t["king"], t[KNIGHT]) == 1 and t[KNIGHT].wounds == 1
    t[KNIGHT].at, t[KNIGHT].wounds = t.at(6, 5), 4
    t.dice("B-", "B-", "R-")
    t.play(resolve.strike(t.g, t["king"], [t[KNIGHT]], fight))
    assert t[KNIGHT].down and t[KNIGHT].at == -1


@rule("CE-1", "HA-6", "SU-16", state=True)
def test_nobody_is_pushed_through_enemies_chests_or_spawning_points_but_through_friends() -> None:
    walls = tuple((x, y, s) for x in range(11) for y, s in ((5, "N"), (5, "S")))  # a corridor
    for thing, passes in (("Billmen", True), ("Bramble Knight", False), ("chest", False), ("hero", False)):
        t = table({KNIGHT: (2, 5), EMERALD: (5, 5) if thing == "hero" else (0, 0)}, walls=walls)
        t.s.monsters["m90"] = type(table({}, {"f": ("Frog Knight", (4, 5))})["f"])(
            "m90", "elite", "Frog Knight", at=t.at(4, 5)
        )
        if thing == "chest":
            t.token("chest", 5, 5)
        elif thing != "hero":
            card = box().monsters[thing]
            t.s.monsters["m91"] = type(t["m90"])("m91", card.rank, thing, at=t.at(5, 5))
        found = control._destinations(t.s, "Push", 3, t[KNIGHT], t["m90"])
        assert sorted(found) == ([t.at(6, 5), t.at(7, 5)] if passes else []), thing


@rule("CE-1", "LR-8", "MV-11", state=True)
def test_nobody_is_moved_as_it_could_not_move_itself() -> None:
    t = table({KNIGHT: (4, 5), EMERALD: (5, 4)}, {"frog": ("Frog Knight", (4, 4))})
    t["frog"].at = t.at(5, 5)
    t[KNIGHT].at, t[EMERALD].at = t.at(5, 6), t.at(6, 5)
    assert t.at(6, 6) not in control._destinations(
        t.s, "Compel", 1, t[KNIGHT], t["frog"]
    )  # between two enemies
    t = table({KNIGHT: (2, 5)}, {"bones": ("Rattlebone", (3, 4)), "king": ("King Sprout", (0, 5))})
    assert control._destinations(t.s, "Compel", 3, t["king"], t[KNIGHT]) == {}  # Grabby


@rule("CE-1", "MP-4", "EX-12", state=True)
def test_nobody_is_pushed_out_of_locked_doors() -> None:
    t = table(
        {KNIGHT: (8, 5)},
        {"frog": ("Frog Knight", (10, 5))},
        rows=("..........D",) * 11,
        second=("D..........",) * 11,
    )
    assert t.at(11, 5) in control._destinations(t.s, "Push", 2, t[KNIGHT], t["frog"])
    t.s.tiles[0].locked = True
    assert all(square % 22 < 11 for square in control._destinations(t.s, "Push", 2, t[KNIGHT], t["frog"]))


@rule("CE-1", "MP-8", state=True)
def test_a_large_figure_is_moved_with_its_whole_base() -> None:
    t = table({KNIGHT: (2, 5)}, {"ogre": ("Grobbit Executioner", (3, 5))}, walls=((6, 4, "E"),))
    found = control._destinations(t.s, "Push", 4, t[KNIGHT], t["ogre"])
    assert t.at(6, 4) not in found  # a wall would lie under its base
    assert t.at(7, 5) in found
    t["ogre"].at = t.at(9, 9)
    t[KNIGHT].at = t.at(8, 8)
    assert control._destinations(t.s, "Push", 4, t[KNIGHT], t["ogre"]) == {}


@rule("CE-4", "ST-4")
@rule("ST-7", state=True)
def test_a_figure_knocked_down_by_the_action_is_still_pushed_all_the_way() -> None:
    t = table({HUNTRESS: (2, 5)}, {"boris": ("Trent", (4, 5))})
    t.dice("B2", "B2", "R3", "R3")
    act(t, HUNTRESS, f"act.Lightning Charge>{t['boris'].id}", (f"to>{t.at(7, 5)}",))
    assert t["boris"].status == ["Knockdown"] and t["boris"].at == t.at(7, 5)


@rule("TR-5")
@rule("CE-1", "EX-4", state=True)
def test_a_pushed_figure_meets_traps_on_its_way() -> None:
    t = table({KNIGHT: (2, 5)}, {"bill": ("Billmen", (3, 5))})
    t.trap("Spiked Floor", (4, 5))
    push(t, 3, "bill", to=(6, 5))
    assert "m1" not in t.s.monsters  # of ways of the same length its enemies take the one through the trap
    moved = next(i for i, e in enumerate(t.events) if e.key == "ev.pushed")
    fell = next(i for i, e in enumerate(t.events) if e.key == "ev.destroyed")
    assert moved < fell


@rule("CE-9", "CM-6", state=True)
def test_spawning_points_cannot_be_moved() -> None:
    t = table({HUNTRESS: (2, 5)}, {"point": ("Bramble Knight", (4, 5))})
    t.dice("B2", "B2", "R3", "R3")
    act(t, HUNTRESS, f"act.Lightning Charge>{t['point'].id}")
    assert t["point"].at == t.at(4, 5) and t["point"].wounds == 1


@rule("CE-5")
def test_teleport_needs_sight_a_free_square_and_ten_squares() -> None:
    rows = tuple("." * 8 + CHASM + ".." for _ in range(11))
    t = table({KNIGHT: (0, 5), EMERALD: (3, 5)}, rows=rows, walls=((4, 4, "E"), (4, 5, "E"), (4, 6, "E")))
    t.play(control.teleport(t.g, t[KNIGHT], t[KNIGHT], 10), [f"to>{t.at(10, 0)}"])
    squares = t.asked[-1].groups[0].targets or ()
    assert t[KNIGHT].at == t.at(10, 0)
    for x, y in ((3, 5), (8, 0), (5, 5), (0, 5)):  # taken, a chasm, behind the wall, its own
        assert t.at(x, y) not in squares
    assert t.at(10, 0) in squares  # 10 squares away


@rule("CE-5")
@rule("CE-10", "EX-12", state=True)
def test_placing_does_not_lead_out_of_locked_doors() -> None:
    t = table({KNIGHT: (8, 5), EMERALD: (14, 5)}, rows=("..........D",) * 11, second=("D..........",) * 11)
    t.s.tiles[1].explored = t.s.tiles[0].locked = True
    t.play(control.teleport(t.g, t[KNIGHT], t[KNIGHT], 10), ["stay"])
    assert all(int(square) % 22 < 11 for square in t.asked[-1].groups[0].targets or ())
    t.play(control.place_beside(t.g, t[KNIGHT], t[KNIGHT], [t[EMERALD]]))
    assert len(t.asked) == 1


@rule("CE-10", "TE-2")
def test_placing_is_no_movement_but_the_arrival_square_counts() -> None:
    rows = tuple("....." + BRAMBLES + "....." for _ in range(11))
    t = table({KNIGHT: (0, 5), EMERALD: (8, 5)}, rows=rows)
    t.play(control.place_beside(t.g, t[KNIGHT], t[KNIGHT], [t[EMERALD]]), [f"to>{t.at(7, 5)}"])
    assert t[KNIGHT].status == []
    t[EMERALD].at = t.at(4, 5)
    t.play(control.place_beside(t.g, t[KNIGHT], t[KNIGHT], [t[EMERALD]]), [f"to>{t.at(5, 5)}"])
    assert t[KNIGHT].status == ["Poison"]


@rule("PO-11")
def test_moves_at_once_are_each_heros_own_and_no_activation() -> None:
    t = table({HUNTRESS: (2, 2), KNIGHT: (6, 6), EMERALD: (9, 9)}, {"ogre": ("Grobbit Executioner", (0, 9))})
    t[EMERALD].status = ["Knockdown"]
    t[HUNTRESS].potions = 1
    act(
        t,
        HUNTRESS,
        f"drink.{HUNTRESS}.Distilled Stampede",
        (f"move.{KNIGHT}>{t.at(9, 6)}", f"stay.{HUNTRESS}"),
    )
    assert t[KNIGHT].at == t.at(9, 6) and t[KNIGHT].mp_spent == 0
    first = t.asked[1]
    assert {g.id for g in first.groups} == {
        f"{do}.{who}" for do in ("move", "stay") for who in (HUNTRESS, KNIGHT)
    }
    assert all(g.seats == (g.actor,) for g in first.groups) and set(first.seats) == {HUNTRESS, KNIGHT}
    assert t.at(10, 6) not in next(g for g in first.groups if g.id == f"move.{KNIGHT}").targets  # type: ignore[operator]


@rule("HA-12", state=True)
def test_a_dangerous_area_makes_a_friend_roll_defense() -> None:  # A5
    t = table({KNIGHT: (2, 5), EMERALD: (3, 5)}, {"frog": ("Frog Knight", (1, 5))})
    blast = resolve.Strike("x", attr="STR", area="Wave 1")
    t.dice("R3", "R3", "B-", "B-", "B-")
    out = t.play(resolve.strike(t.g, t[KNIGHT], [t[EMERALD], t["frog"]], blast))
    assert out.won == [EMERALD, t["frog"].id] and t[EMERALD].wounds == 1


@rule("CE-9", state=True)
def test_an_effect_that_is_not_known_is_never_passed_over() -> None:
    t = table({KNIGHT: (2, 5)}, {"frog": ("Frog Knight", (1, 5))})
    for effect in (
        {"op": "juggle"},
        {"op": "inflict", "status": "Fire", "when": "moonrise"},
        {"op": "place", "where": "nowhere"},
        {"op": "inflict", "status": "Fire", "target": "any_monster"},
        {"op": "transfer_wounds", "from": "user", "to": "target_hero", "amount": "any"},
        {"op": "mend", "amount": 1},
        {"op": "spawn_model", "model": "Mook", "count": 1, "where": "anywhere"},
    ):
        strike = resolve.Strike("Trick", kind="support", vs=None, effects=(effect,))
        try:
            t.play(resolve.strike(t.g, t[KNIGHT], [t["frog"]], strike))
        except NotImplementedError as error:
            assert "Trick" in str(error)
        else:
            raise AssertionError(f"{effect} was passed over")
    assert "control" in effects.OPS


@rule("AF-1", "AF-2", state=True)
def test_affinity_exempts_from_bramble_growth() -> None:
    from webgame.systems.sde_arcade.rules import walk

    t = table({KNIGHT: (2, 5), EMERALD: (2, 7)}, {"point": ("Bramble Knight", (5, 5))})
    assert walk.ways(t.s, t[KNIGHT], 2).cost(t.at(3, 5)) == 2
    assert walk.ways(t.s, t[EMERALD], 2).cost(t.at(3, 7)) == 1
    t.play(wounds.wound(t.g, t["point"], 4))
    assert walk.ways(t.s, t[KNIGHT], 2).cost(t.at(3, 5)) == 1
