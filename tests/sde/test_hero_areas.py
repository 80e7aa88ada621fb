"""Areas: which squares they cover and whom they affect."""

from __future__ import annotations

import pytest

from tests.sde.table import Table, table
from webgame.systems.sde_arcade.rules import actions, areas

KNIGHT, HUNTRESS, EMERALD = "questing-knight", "thundervale-huntress", "princess-emerald"


def covered(t: Table, spot: areas.Spot) -> set[tuple[int, int]]:
    return {(square % t.s.width, square // t.s.width) for square in spot.list()}


@pytest.mark.rule("sde_arcade", "AE-2", "AE-4", state=True)
def test_wave_covers_all_around_and_spares_user_and_friends():
    """A1."""
    t = table(
        {KNIGHT: (5, 5), EMERALD: (6, 6)}, {"near": ("Frog Knight", (4, 4)), "far": ("Frog Knight", (7, 5))}
    )
    (spot,) = areas.spots(t.s, t[KNIGHT], "Wave 1")
    assert covered(t, spot) == {(x, y) for x in (4, 5, 6) for y in (4, 5, 6)}
    assert areas.affected(t.s, t[KNIGHT], spot) == [t["near"]]


@pytest.mark.rule("sde_arcade", "HA-12", "AE-2", state=True)
def test_augment_reaches_friends_and_dangerous_everybody():
    t = table({KNIGHT: (5, 5), EMERALD: (6, 6)}, {"frog": ("Frog Knight", (4, 4))})
    (spot,) = areas.spots(t.s, t[KNIGHT], "Wave 1")
    assert areas.affected(t.s, t[KNIGHT], spot, augment=True) == [t[KNIGHT], t[EMERALD]]
    assert areas.affected(t.s, t[KNIGHT], spot, dangerous=True) == [t[KNIGHT], t[EMERALD], t["frog"]]


@pytest.mark.rule("sde_arcade", "AE-4", state=True)
def test_cross_has_no_diagonals():
    """A2."""
    t = table({KNIGHT: (5, 5)})
    (spot,) = areas.spots(t.s, t[KNIGHT], "Cross 2")
    arms = {(6, 5), (7, 5), (4, 5), (3, 5), (5, 6), (5, 7), (5, 4), (5, 3)}
    assert covered(t, spot) == arms | {(5, 5)}


@pytest.mark.rule("sde_arcade", "AE-4", "AE-7", state=True)
def test_a_lance_is_straight_and_stops_at_walls():
    """A3."""
    t = table({KNIGHT: (5, 5)})
    east = {spot.id: spot for spot in areas.spots(t.s, t[KNIGHT], "Lance 3")}[t.at(6, 5)]
    assert covered(t, east) == {(6, 5), (7, 5), (8, 5)}
    t = table({KNIGHT: (5, 5)}, walls=((6, 5, "E"),))
    east = {spot.id: spot for spot in areas.spots(t.s, t[KNIGHT], "Lance 3")}[t.at(6, 5)]
    assert covered(t, east) == {(6, 5)}


@pytest.mark.rule("sde_arcade", "AE-4", "MP-8", state=True)
def test_a_large_base_has_eight_lances():
    t = table({HUNTRESS: (4, 4)})
    assert len(areas.spots(t.s, t[HUNTRESS], "Lance 2")) == 8


@pytest.mark.rule("sde_arcade", "AE-4", state=True)
def test_a_sweep_is_one_square_wider_than_the_side_at_each_end():
    t = table({KNIGHT: (5, 5)})
    sweeps = {spot.id: spot for spot in areas.spots(t.s, t[KNIGHT], "Sweep 2")}
    assert covered(t, sweeps["l.north"]) == {(x, y) for x in (4, 5, 6) for y in (3, 4)}
    t = table({HUNTRESS: (5, 5)})
    sweeps = {spot.id: spot for spot in areas.spots(t.s, t[HUNTRESS], "Sweep 1")}
    assert covered(t, sweeps["l.east"]) == {(7, y) for y in (4, 5, 6, 7)}


@pytest.mark.rule("sde_arcade", "AE-3", "AE-4", state=True)
def test_a_burst_is_centred_on_a_target_in_range():
    foes = {"a": ("Frog Knight", (5, 1)), "b": ("Frog Knight", (6, 1)), "c": ("Frog Knight", (8, 1))}
    t = table({KNIGHT: (1, 1)}, foes)
    spots = {spot.id: spot for spot in areas.spots(t.s, t[KNIGHT], "Burst 1", 5)}
    assert list(spots) == [t.at(5, 1), t.at(6, 1)]
    assert areas.affected(t.s, t[KNIGHT], spots[t.at(5, 1)]) == [t["a"], t["b"]]


@pytest.mark.rule("sde_arcade", "AE-1", state=True)
def test_an_area_leaves_out_what_the_user_cannot_see():
    t = table({KNIGHT: (5, 5)}, walls=((5, 5, "E"), (5, 4, "E"), (5, 6, "E")))
    (spot,) = areas.spots(t.s, t[KNIGHT], "Wave 1")
    assert covered(t, spot) == {(x, y) for x in (4, 5) for y in (4, 5, 6)}


@pytest.mark.rule("sde_arcade", "CR-4", state=True)
def test_areas_do_not_touch_an_invader_on_a_card():
    t = table({KNIGHT: (5, 5)}, {"slime": ("Ruby Slime", (6, 5))})
    slime = t["slime"]
    slime.at, slime.host = -1, KNIGHT
    t[KNIGHT].invaders.append(slime.id)
    (spot,) = areas.spots(t.s, t[KNIGHT], "Wave 1")
    assert areas.affected(t.s, t[KNIGHT], spot) == []
    assert actions.in_range(t.s, t[KNIGHT], 2, offensive=True) == [slime.id]
