"""What of monsters shows only in the right light: what creeps do on a card, a word its user has twice."""

from __future__ import annotations

import pytest

from tests.sde.acts import EMERALD, KNIGHT, rule, wear
from tests.sde.consul import command
from tests.sde.monsters import CASES, Case, action_of, held, low, perform, scene, without
from tests.sde.table import table
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import facts, fight, unique

INVADERS = [m.name for m in box().monsters.values() if "Invader" in m.abilities]
SLIMES = [n for n in INVADERS if (box().monsters[n].invader_effect or {}).get("op") == "disable_slot"]


@rule("CR-4")
@pytest.mark.parametrize("creep", INVADERS)
def test_an_invader_goes_onto_the_card_in_place_of_its_attack(creep: str) -> None:
    t = table({KNIGHT: (5, 4), EMERALD: (0, 0)}, {"m": (creep, (5, 5))})
    command(t)
    t.play(fight.fight(t.g, t["m"]))
    assert (t["m"].at, t["m"].host, t[KNIGHT].invaders) == (-1, KNIGHT, [t["m"].id])
    assert t[KNIGHT].wounds == 0 and t.told("ev.strikes") == []


@rule("CR-4", state=True)
@pytest.mark.parametrize("creep", SLIMES)
def test_a_slime_switches_off_the_slot_of_its_crystal_alone(creep: str) -> None:
    worn = {
        crystal: next(
            card.name for card in box().loot.values() if card.slot == crystal and card.bonus and card.count
        )
        for crystal in ("Ruby", "Citrine", "Emerald", "Sapphire")
    }
    t = table({KNIGHT: (2, 2)}, {"m": (creep, (3, 3))})
    for card in worn.values():
        wear(t, KNIGHT, card)
    t["m"].at, t["m"].host = -1, KNIGHT
    assert {card.name for card in facts.worn(t.s, t[KNIGHT])} == set(worn.values())
    t[KNIGHT].invaders.append(t["m"].id)
    off = creep.partition(" ")[0]
    assert {card.name for card in facts.worn(t.s, t[KNIGHT])} == set(worn.values()) - {worn[off]}


@rule("LR-6", "UN-5", state=True)
@pytest.mark.parametrize("case", [c for c in CASES if "Hookshot" in action_of(c).keywords], ids=str)
def test_a_hookshot_of_a_monster_needs_no_sight(case: Case) -> None:
    gang = box().gangs.get(box().monsters[case.card].gang or "")
    mates = {"mate": (gang.bonded[0]["model"], (3, 6))} if gang is not None else {}  # for more range
    for fence in ((), tuple((5, y, "W") for y in range(6))):  # three steps round its end
        t = table({KNIGHT: (5, 5)}, {"user": (case.card, (4, 5)), **mates}, walls=fence)
        command(t)
        assert facts.sees(t.s, t["user"], t[KNIGHT]) is (not fence)
        assert unique.plan(t.s, t["user"], held(t, case)).affected == [t[KNIGHT]]


@rule("HA-18", state=True)
@pytest.mark.parametrize("wins,left", [(True, 2), (False, 3)])
def test_a_feast_heals_by_itself(wins: bool, left: int) -> None:
    case = Case("Nocturne", "", "Feast")
    t = scene(case, {KNIGHT: (2, 0)})
    without(t, "user", "Blood Drinker")
    t["user"].wounds = 3
    if wins:
        low(t, KNIGHT)
    else:
        t.dice("B2", "B2", "R3")
    assert perform(t, case)
    assert t["user"].wounds == left
