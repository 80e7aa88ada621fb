"""Tile effects and traps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sde.table import OPEN, Table, table
from webgame.engine.masks import mask_of
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, terrain, traps, walk
from webgame.systems.sde_arcade.state import Figure

KNIGHT, HUNTRESS, EMERALD = "questing-knight", "thundervale-huntress", "princess-emerald"


def rule(*numbers: str, state: bool = False) -> pytest.MarkDecorator:
    return pytest.mark.rule("sde_arcade", *numbers, state=state)


def ground(**squares: tuple[int, int]) -> tuple[str, ...]:
    """Return an open tile with tile effects: the letter of the legend, a number after it for a second one."""
    rows = [list(row) for row in OPEN]
    for letter, (x, y) in squares.items():
        rows[y][x] = letter[0]
    return tuple("".join(row) for row in rows)


def step(t: Table, who: str, x: int, y: int, answers: Any = ()) -> bool:
    fig: Figure = t[who]
    before = facts.base(t.s, fig)
    fig.at = t.at(x, y)
    new = [s for s in range(t.s.width * 11) if facts.base(t.s, fig) & ~before & (1 << s)]
    stopped: bool = t.play(terrain.enter(t.g, fig, new, before), answers)
    return stopped


def end(t: Table, who: str) -> None:
    t.play(terrain.end_of_activation(t.g, t[who]))


# -- tile effects --------------------------------------------------------------------------------------------


@rule("TE-2")
def test_brambles_poison_whoever_enters_each_time() -> None:
    t = table({KNIGHT: (1, 1)}, {"bill": ("Billmen", (3, 3))}, rows=ground(b=(2, 2)))
    step(t, KNIGHT, 2, 2)
    assert t[KNIGHT].status == ["Poison"] and t.cites("TE-2")
    step(t, KNIGHT, 1, 1)
    t[KNIGHT].status.clear()
    step(t, KNIGHT, 2, 2)
    assert t[KNIGHT].status == ["Poison"]
    step(t, KNIGHT, 1, 1)
    step(t, "bill", 2, 2)
    assert t["bill"].status == ["Poison"]


@rule("TE-2", "AB-3", state=True)
def test_surefoot_minds_no_brambles() -> None:
    t = table({HUNTRESS: (0, 0), KNIGHT: (8, 8)}, rows=ground(b=(2, 1)))
    step(t, HUNTRESS, 1, 0)
    assert not t[HUNTRESS].status
    assert terrain.difficult(t.s, t[HUNTRESS]) == 0 == terrain.negative(t.s, t[HUNTRESS])
    assert terrain.difficult(t.s, t[KNIGHT]) == 1 << t.at(2, 1) == terrain.negative(t.s, t[KNIGHT])


@rule("TE-2")
@rule("TE-4", state=True)
def test_a_secret_passage_leads_to_another_one_of_choice_and_not_on_from_there() -> None:
    rows = ground(p=(2, 2), p2=(8, 8), p3=(5, 5))
    t = table({KNIGHT: (1, 1)}, rows=rows)
    assert step(t, KNIGHT, 2, 2, [f"passage>{t.at(8, 8)}"])
    assert t[KNIGHT].at == t.at(8, 8)


@rule("TE-2")
def test_with_one_other_end_nobody_is_asked_and_with_none_free_nothing_happens() -> None:
    t = table({KNIGHT: (1, 1), EMERALD: (5, 4)}, rows=ground(p=(2, 2), p2=(8, 8)))
    step(t, KNIGHT, 2, 2)
    assert t[KNIGHT].at == t.at(8, 8)
    step(t, EMERALD, 2, 2)
    assert t[EMERALD].at == t.at(2, 2)


@rule("TE-2")
@rule("MP-8", state=True)
def test_a_large_figure_that_does_not_fit_stays() -> None:
    walls = ground(p=(2, 2), p2=(8, 8), s1=(7, 8), s2=(9, 8), s3=(8, 7), s4=(8, 9))
    t = table({HUNTRESS: (0, 0)}, rows=walls)
    step(t, HUNTRESS, 1, 1)
    assert t[HUNTRESS].at == t.at(1, 1)
    roomy = table({HUNTRESS: (0, 0)}, rows=ground(p=(2, 2), p2=(8, 8)))
    step(roomy, HUNTRESS, 1, 1)
    assert facts.base(roomy.s, roomy[HUNTRESS]) >> roomy.at(8, 8) & 1


@rule("TE-2")
@rule("TE-3", state=True)
def test_the_goddess_heals_heroes_elites_and_minions_that_end_beside_her() -> None:
    t = table(
        {KNIGHT: (4, 5)},
        {
            "frog": ("Frog Knight", (6, 5)),
            "biter": ("Booty Biter", (5, 6)),
            "boris": ("Bashful Boris", (5, 3)),
            "far": ("Frog Knight", (9, 9)),
        },
        rows=ground(g=(5, 5)),
    )
    all_ = (KNIGHT, "frog", "biter", "boris", "far")
    for name in all_:
        t[name].wounds = 1
        end(t, name)
    assert [t[name].wounds for name in all_] == [0, 0, 0, 1, 1]  # boo booties rank as elites (GA-2)


@rule("GA-15", "AF-2", state=True)
def test_bramble_growth_is_difficult_for_heroes_without_emerald_affinity() -> None:
    t = table(
        {KNIGHT: (0, 0), EMERALD: (0, 1)}, {"point": ("Bramble Knight", (5, 5)), "bill": ("Billmen", (9, 9))}
    )
    around = mask_of(t.at(x, y) for x in range(3, 8) for y in range(3, 8))
    assert terrain.difficult(t.s, t[KNIGHT]) == around
    assert terrain.difficult(t.s, t[EMERALD]) == 0 == terrain.difficult(t.s, t["bill"])


# -- traps ---------------------------------------------------------------------------------------------------


@rule("TR-3", "TR-5")
@rule("TR-1", "TR-4", "EX-5", state=True)
def test_wall_of_fire_lies_in_a_line_over_the_hero_and_attacks_all_it_covers() -> None:
    t = table({KNIGHT: (5, 5), EMERALD: (5, 7)})
    t.dice("B1", "B-", "R-", "B-", "B-", "R2")  # E1
    t.play(traps.place_template(t.g, "Wall of Fire", t[KNIGHT], 0))
    (template,) = t.s.templates.values()
    xs = {square % 11 for square in template.squares}
    ys = {square // 11 for square in template.squares}
    assert len(template.squares) == 4 and len(xs) == 1 and len(ys) == 4
    assert {t[KNIGHT].at, t[EMERALD].at} <= set(template.squares), "over the most Heroes"
    assert t[KNIGHT].wounds == t[EMERALD].wounds == 1
    assert t[KNIGHT].status == t[EMERALD].status == ["Fire"]
    assert not [m for m in t.s.monsters.values() if m.kind == "creep"]


@rule("TR-2", state=True)
def test_templates_keep_off_walls_structures_and_chasms() -> None:
    t = table({KNIGHT: (5, 5)}, rows=ground(s=(5, 4), c=(5, 6), s2=(4, 5), c2=(6, 5)))
    t.play(traps.place_template(t.g, "Wall of Fire", t[KNIGHT], 0))
    (template,) = t.s.templates.values()
    assert t.at(5, 5) not in template.squares, "no legal place covers the Knight"
    assert not {t.at(5, 4), t.at(5, 6), t.at(4, 5), t.at(6, 5)}.intersection(template.squares)


@rule("TR-5")
@rule("TR-2", state=True)
def test_scattered_spikes_are_four_squares_and_catch_nobody_twice() -> None:
    t = table({HUNTRESS: (4, 4), KNIGHT: (8, 8)})
    t.dice("B-", "B-", "R-", "B-", "B-", "R-")
    t.play(traps.place_template(t.g, "Spiked Floor", t[HUNTRESS], 0))
    squares = [template.squares for template in t.s.templates.values()]
    assert len(squares) == 4 and len({sq for [sq] in squares}) == 4
    assert t[HUNTRESS].wounds == 1 and t[KNIGHT].wounds == 1 and t[HUNTRESS].status == ["Slow"]


@rule("TR-5")
@rule("TR-6", state=True)
def test_a_monster_that_walks_into_a_trap_is_attacked() -> None:
    t = table({KNIGHT: (0, 0)}, {"frog": ("Frog Knight", (4, 4))})
    t.trap("Spiked Floor", (5, 4))
    t["frog"].wounds = 0
    step(t, "frog", 5, 4)  # E2
    assert t["frog"].wounds == 1 and t["frog"].status == ["Slow"]


@rule("TR-5")
def test_a_trap_triggers_only_from_outside() -> None:
    t = table({KNIGHT: (4, 4)})
    t.trap("Corrupted Tree", (5, 4), (6, 4), (5, 5), (6, 5))
    t.dice("B2", "B2", "R1")
    step(t, KNIGHT, 5, 4)
    assert len(t.told("ev.trap_triggered")) == 1
    step(t, KNIGHT, 6, 5)
    assert len(t.told("ev.trap_triggered")) == 1
    step(t, KNIGHT, 7, 5)
    t.dice("B2", "B2", "R1")
    step(t, KNIGHT, 6, 5)
    assert len(t.told("ev.trap_triggered")) == 2


@rule("TR-4", state=True)
def test_choking_cloud_forbids_potions_without_a_roll() -> None:
    t = table({KNIGHT: (5, 5)})
    t.play(traps.place_template(t.g, "Choking Cloud", t[KNIGHT], 0))
    assert facts.forbidden(t.s, t[KNIGHT], "potions") == "Choking Cloud" and t[KNIGHT].wounds == 0


@rule("TR-4", state=True)
def test_grasping_tentacles_make_their_squares_and_those_around_difficult() -> None:
    t = table({KNIGHT: (5, 5)}, {"frog": ("Billmen", (0, 0))})
    t.trap("Grasping Tentacles", (5, 5))
    around = mask_of(t.at(x, y) for x in range(4, 7) for y in range(4, 7))
    assert terrain.difficult(t.s, t[KNIGHT]) == around == terrain.difficult(t.s, t["frog"])
    assert not step(t, KNIGHT, 5, 5), "it does nothing else"


@rule("TR-7")
def test_disarming_takes_more_stars_than_the_trap_has() -> None:
    t = table({EMERALD: (5, 5)})
    template = t.trap("Wall of Fire", (6, 4), (6, 5), (6, 6), (6, 7))
    assert traps.disarmable(t.s, t[EMERALD]) == [template.id]
    assert not t.play(traps.disarm(t.g, t.dice("B1", "B1", "R-")[EMERALD], template.id))  # E3: a tie fails
    assert template.id in t.s.templates
    assert t.play(traps.disarm(t.g, t.dice("B1", "B1", "R1")[EMERALD], template.id))
    assert not t.s.templates and t[EMERALD].wrath == 0 and t.s.turn.loot == 0


@rule("TR-7", state=True)
def test_only_a_hero_next_to_a_trap_may_disarm_it() -> None:
    t = table({EMERALD: (5, 5)})
    t.trap("Spiked Floor", (7, 5))
    assert traps.disarmable(t.s, t[EMERALD]) == []


@rule("TR-8")
def test_what_destroys_traps_takes_every_template_it_touches() -> None:
    t = table({EMERALD: (5, 5)})
    near, far = t.trap("Spiked Floor", (6, 5)), t.trap("Spiked Floor", (9, 9))
    assert traps.destroy_in(t.g, 1 << t.at(6, 5)) == 1
    assert near.id not in t.s.templates and far.id in t.s.templates


@rule("EX-14")
def test_the_dancing_light_draws_a_hero_that_did_not_come_nearer() -> None:
    t = table({KNIGHT: (1, 5)})
    t.trap("Dancing Light", (8, 5), (9, 5), (8, 6), (9, 6))
    t[KNIGHT].began_at = t.at(1, 5)
    end(t, KNIGHT)
    assert layout(t.s).grid.distance(facts.base(t.s, t[KNIGHT]), 1 << t.at(8, 5)) == 6
    t[KNIGHT].began_at, before = t[KNIGHT].at, t[KNIGHT].at
    t[KNIGHT].at += 1
    end(t, KNIGHT)
    assert t[KNIGHT].at == before + 1, "it came nearer by itself"


@rule("TR-7")
@rule("EX-14", state=True)
def test_the_dancing_light_goes_out_beside_a_hero_that_ends_there() -> None:
    t = table({KNIGHT: (7, 5)})
    t.trap("Dancing Light", (8, 5), (9, 5), (8, 6), (9, 6))
    t[KNIGHT].began_at = t.at(5, 5)
    end(t, KNIGHT)
    assert not t.s.templates


@rule("HA-9", state=True)
def test_walking_through_tentacles_costs_two() -> None:
    t = table({KNIGHT: (1, 1)})
    t.trap("Grasping Tentacles", (3, 1))
    assert walk.ways(t.s, t[KNIGHT], 6).cost(t.at(2, 1)) == 2
