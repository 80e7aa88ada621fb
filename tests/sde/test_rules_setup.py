"""Components and set-up: rules CP and SU that no other test makes its own."""

from __future__ import annotations

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, rule
from tests.sde.table import table
from tests.sde.test_world_setup import begin, data, laid, problems
from webgame.systems.sde_arcade import check
from webgame.systems.sde_arcade.cards import Dice, box
from webgame.systems.sde_arcade.contents import table_cp1
from webgame.systems.sde_arcade.rules import potions, rolls
from webgame.systems.sde_arcade.scenario import read_scenario
from webgame.systems.sde_arcade.system import SYSTEM


@rule("CP-2")
def test_two_mini_bosses_are_the_least_and_larger_parties_may_have_more() -> None:
    found = problems(mini_bosses=["Trent"])
    assert "must be 2 for 3 Heroes (CP-2), not 1" in found["mini_bosses"]
    assert [table_cp1("mini_bosses", heroes) for heroes in (3, 4, 5)] == [(2, 2), (2, 3), (2, 4)]
    assert len(begin().state.pool.mini_bosses) == 2  # one for each spawning point but the last


@rule("CP-4", state=True)
def test_dice_never_run_out() -> None:
    t = table({KNIGHT: (2, 2)})
    rolled = rolls.throw(t.g, "dice.offense", Dice(B=12, R=4, G=2))
    assert [code for code, _ in rolled] == ["B"] * 12 + ["R"] * 4 + ["G"] * 2  # the box holds 16


@rule("CP-7")
def test_a_hero_is_in_the_party_once_unless_the_scenario_allows_copies() -> None:
    twice = [KNIGHT, EMERALD, KNIGHT]
    assert problems(heroes=twice)["heroes[3]"] == f'"{KNIGHT}" is in the party already (CP-7)'
    allowed = data(heroes=twice, rules={"duplicate_heroes": True})
    s = laid(allowed)
    assert [(m.id, m.card, m.seat) for m in s.members.values()] == [
        (KNIGHT, KNIGHT, KNIGHT),
        (EMERALD, EMERALD, EMERALD),
        (f"{KNIGHT}-2", KNIGHT, f"{KNIGHT}-2"),
    ]
    assert [seat.id for seat in SYSTEM.seats(read_scenario(allowed), {})] == list(s.members)
    assert check.invariants(s) == []
    s.members[f"{KNIGHT}-2"].potions = 1
    offered = [group.id for group in potions.groups(s, s.members[KNIGHT])]
    assert offered == [f"drink.{KNIGHT}-2.Magic Armor"]  # the copy's own tokens


@rule("SU-1")
@rule("CP-1", state=True)
def test_the_party_chooses_the_size_of_the_game() -> None:
    t = table({KNIGHT: (2, 2), HUNTRESS: (4, 4), EMERALD: (7, 7)})
    play = begin()
    from webgame.systems.sde_arcade import setup

    for _ in setup.run(play):
        pass
    (begins,) = [event for event in play.events if event.rule == "SU-1"]
    assert begins.params == {"what": "The Forgotten King", "n": 3}
    assert len(play.state.tiles) == len(t.s.members) == 3


@rule("TE-1", state=True)
def test_every_square_with_an_effect_has_a_card_that_says_what_it_does() -> None:
    codes = {code for side in box().tiles.values() if side.tile for row in side.rows for code in row} - set(
        "#.D"
    )
    known = {effect.code: effect for effect in box().effects.values()}
    assert codes and codes <= set(known)
    assert all(known[code].text for code in codes)
