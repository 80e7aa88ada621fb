"""Who stands on a structure reaches and is reached like anybody else (LR-1, LR-3, LR-6)."""

from __future__ import annotations

import pytest

from tests.sde.acts import KNIGHT, hit, offered, rule
from tests.sde.consul import turn
from tests.sde.table import Table, table
from tests.sde.test_heroes_games import SYSTEM, scenario
from webgame.engine.simulate import simulate
from webgame.systems.sde_arcade.rules import areas, control, facts, fight, goals, targets, walk

HERALD = "celestial-herald"
ROWS = (
    ("...........",) * 4 + ("....sss....",) * 3 + ("...........",) * 4
)  # structures around (5, 5), on it too
RIM, MIDDLE = (4, 5), (5, 5)


def ranges(t: Table, one: str, other: str) -> tuple[int | None, int | None]:
    """Return the range between two figures, counted from either."""
    return facts.distance(t.s, t[one], t[other]), facts.distance(t.s, t[other], t[one])


@rule("LR-1", "LR-6", state=True)
def test_range_is_the_same_both_ways() -> None:
    t = table({HERALD: RIM, KNIGHT: (3, 5)}, rows=ROWS)
    assert ranges(t, HERALD, KNIGHT) == (1, 1)
    assert facts.adjacent(t.s, t[KNIGHT], t[HERALD]) and facts.adjacent(t.s, t[HERALD], t[KNIGHT])
    t[KNIGHT].at = t.at(0, 5)
    assert ranges(t, HERALD, KNIGHT) == (4, 4)
    t[KNIGHT].at = t.at(3, 4)  # the structure beside the step bars it (LR-7)
    assert ranges(t, HERALD, KNIGHT) == (2, 2)


@rule("LR-3", "LR-6", state=True)
def test_only_the_structures_under_the_two_are_open() -> None:
    t = table({HERALD: RIM, KNIGHT: (7, 5)}, rows=ROWS)
    assert ranges(t, HERALD, KNIGHT) == (9, 9)  # around the block
    assert not facts.sees(t.s, t[KNIGHT], t[HERALD])
    t[HERALD].at = t.at(6, 5)
    assert facts.sees(t.s, t[KNIGHT], t[HERALD])
    t[KNIGHT].at = t.at(*MIDDLE)  # both on structures
    assert ranges(t, HERALD, KNIGHT) == (1, 1)
    assert facts.sees(t.s, t[KNIGHT], t[HERALD])


@rule("LR-6", state=True)
def test_nobody_ends_a_move_where_structures_close_in_on_it() -> None:
    t = table({HERALD: (3, 5)}, rows=ROWS)
    found = walk.ways(t.s, t[HERALD], 6).anchors
    assert found >> t.at(4, 5) & 1 and found >> t.at(6, 5) & 1 and not found >> t.at(*MIDDLE) & 1


@rule("LR-3", "LR-6", state=True)
@pytest.mark.parametrize(("who", "attr", "at"), [(KNIGHT, "STR", (3, 5)), (HERALD, "DEX", (0, 4))])
def test_a_hero_hits_who_stands_on_a_structure_and_from_there(
    who: str, attr: str, at: tuple[int, int]
) -> None:
    for mine, other in ((at, RIM), (RIM, at)):
        t = table({who: mine}, {"foe": ("Wyrmling", other)}, rows=ROWS)
        id = t["foe"].id
        assert f"attack.{attr}>{id}" in offered(t, who)
        hit(t, who, "foe", attr)
        assert id not in t.s.monsters or t["foe"].wounds


@rule("MV-2", "MV-3", "FI-1", state=True)
@pytest.mark.parametrize("foe", ["Frog Knight", "Wyrmling", "Goro"])
def test_a_monster_comes_to_a_hero_on_a_structure_and_attacks_it(foe: str) -> None:
    t = table({HERALD: RIM}, {"foe": (foe, (0, 8))}, rows=ROWS)
    assert not targets.can_attack(t.s, t["foe"])
    goal = goals.goals(t.s, t["foe"], t[HERALD])
    turn(t, "Lag")
    assert goal.zone(facts.base(t.s, t["foe"]))
    assert targets.can_attack(t.s, t["foe"])
    t.s.turn.disturbed = [t["foe"].id]
    assert t.ask(fight.fight(t.g, t["foe"])).prompt == "ask.defense"


@rule("AE-1", "AE-7", state=True)
@pytest.mark.parametrize("area", ["Wave 1", "Cross 2", "Lance 3", "Sweep 1", "Sweep 2"])
def test_areas_catch_who_stands_on_a_structure_and_stop_there(area: str) -> None:
    t = table({KNIGHT: (3, 5)}, {"foe": ("Wyrmling", RIM), "behind": ("Wyrmling", MIDDLE)}, rows=ROWS)
    found = areas.spots(t.s, t[KNIGHT], area)
    caught = [areas.affected(t.s, t[KNIGHT], spot) for spot in found]
    assert [t["foe"]] in caught and all(t["behind"] not in some for some in caught)
    t[KNIGHT].at, t["foe"].at = t.at(*RIM), t.at(3, 5)  # and the reverse
    assert any(t["foe"] in areas.affected(t.s, t[KNIGHT], spot) for spot in areas.spots(t.s, t[KNIGHT], area))
    t.s.monsters.clear()
    t[KNIGHT].at = t.at(3, 5)
    covered = 0
    for spot in areas.spots(t.s, t[KNIGHT], area):
        covered |= spot.squares
    assert not covered >> t.at(*RIM) & 1  # a structure that nobody stands on


@rule("AE-3", "AE-5", state=True)
def test_a_burst_on_a_structure_catches_who_is_near_it() -> None:
    t = table({KNIGHT: (1, 5)}, {"foe": ("Wyrmling", RIM), "by": ("Wyrmling", (3, 5))}, rows=ROWS)
    spots = {
        spot.id: areas.affected(t.s, t[KNIGHT], spot) for spot in areas.spots(t.s, t[KNIGHT], "Burst 1", 6)
    }
    assert spots == {t.at(*RIM): [t["foe"], t["by"]], t.at(3, 5): [t["foe"], t["by"]]}


@rule("CE-3", "CE-4", state=True)
def test_a_flyer_is_pulled_and_pushed_off_a_structure() -> None:
    t = table({KNIGHT: (1, 5)}, {"foe": ("Wyrmling", RIM)}, rows=ROWS)
    t.play(control.move(t.g, "Pull", 3, t[KNIGHT], t["foe"]), [f"to>{t.at(2, 5)}"])
    assert t["foe"].at == t.at(2, 5)
    t["foe"].at, t[KNIGHT].at = t.at(*RIM), t.at(4, 4)
    t.play(control.move(t.g, "Push", 1, t[KNIGHT], t["foe"]), [f"to>{t.at(3, 5)}"])
    assert t["foe"].at == t.at(3, 5)


@rule("LR-6", state=True)
@pytest.mark.slow
def test_games_with_a_hero_that_flies_come_to_an_end() -> None:
    text = scenario([HERALD, KNIGHT, "princess-emerald"])
    for made in simulate(SYSTEM, "heroes", text, 3, "flyers", {"": "greedy"}, check=True):
        assert not made.error and made.sides
        assert made.rounds < 150
