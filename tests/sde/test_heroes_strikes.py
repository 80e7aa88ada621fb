"""Actions and potions of all Heroes that strike somebody: wounds and status effects, in range or area."""

from __future__ import annotations

import pytest

from tests.sde.acts import best, rule, worst
from tests.sde.heroes import CASES, Case, Scene, action_of, card, offered, ops, rolled, scene, use
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import Member

# Effects beside wounds and status; that they do what they should is shown elsewhere.
BESIDE = {"control", "heal_wound", "draw", "choose_one", "wounds_equal"}
STRIKES = [
    case
    for case in CASES
    if (action_of(case).kind == "offense" or (action_of(case).inflicts and not action_of(case).augment))
    and ops(case) <= BESIDE
]


def causes(case: Case) -> set[str]:
    """Return the status effects that a case causes by its own card (ST-3, ST-4)."""
    action = action_of(case)
    own = set(card(case).abilities) & set(box().statuses) if action.kind == "offense" else set()
    return set(action.inflicts) | own


def wounds_of(case: Case) -> int:
    """Return how many of its three hearts a foe without armour dice loses to the best roll."""
    action = action_of(case)
    if action.kind != "offense":
        return 0
    if "wounds_equal" in ops(case):
        return 3
    massive = "Massive Damage" in (*action.keywords, *card(case).abilities)
    return 2 if massive else 1


def party_dice(place: Scene, case: Case) -> list[str]:
    """Return worst defense dice for those of the party that a dangerous action hits."""
    action = action_of(case)
    if not action.dangerous or (action.kind != "offense" and action.vs is None):
        return []
    vs = action.vs or "ARM"
    hit = [place.t[who] for who in place.t.s.members if who in (place.friend, *place.caught)]
    dice: list[str] = []
    for fig in hit:
        attr = vs if vs != "ARM" else facts.defense_attributes(place.t.s, fig)[0]
        dice += worst(facts.attribute(place.t.s, fig, attr))
    return dice


@rule("HA-10", "HA-11", "HA-12", "HA-13", "HA-17", "ST-3", "ST-4", "AE-2", "AE-4", "HA-14")
@pytest.mark.parametrize("case", STRIKES, ids=str)
def test_a_strike_hits_whom_its_card_says_and_nobody_else(case: Case) -> None:
    place = scene(case)
    t, action = place.t, action_of(case)
    t[case[0]].potions = action.cost if case[1] == "drink" else 0
    aims = offered(t, case[0])
    assert any(o == ("act." if case[1] == "act" else f"drink.{case[0]}.") + case[2] + place.aim for o in aims)
    if not action.area and "out" in t.names:
        assert not any(o.endswith(f"{case[2]}>{t['out'].id}") for o in aims)
    dice = [*best(rolled(t, case)), *party_dice(place, case)]
    use(t, case, place.aim, dice=dice)
    assert not t.rng.script  # just these dice were rolled
    foe = t.s.monsters.get(t.names["in"])
    lost = wounds_of(case)
    if foe is None:
        assert lost >= 3
    else:
        assert (foe.wounds, set(foe.status)) == (lost, causes(case))
    if "out" in t.names and "in" in t.names:
        assert (t["out"].wounds, t["out"].status) == (0, [])
    friend: Member = t[place.friend]
    if action.dangerous and action.area:
        assert friend.wounds == int(action.kind == "offense") and set(action.inflicts) <= set(friend.status)
        for who in place.caught:
            assert t[who].wounds == int(action.kind == "offense")
    else:
        assert (friend.wounds, friend.status, t[case[0]].wounds) == (0, [], 0)


@rule("DR-3", "HA-13")
@pytest.mark.parametrize("case", [c for c in STRIKES if action_of(c).vs is not None], ids=str)
def test_the_same_strike_does_nothing_if_its_roll_fails(case: Case) -> None:
    place = scene(case)
    t = place.t
    use(t, case, place.aim, dice=_low(place, case))
    assert (t["in"].wounds, t["in"].status) == (0, [])
    assert (t[place.friend].wounds, t[place.friend].status) == (0, [])


def _low(place: Scene, case: Case) -> list[str]:
    """Return the worst offense and, where friends roll, too, their best defense."""
    t = place.t
    dice = worst(rolled(t, case))
    if not action_of(case).dangerous:
        return dice
    vs = action_of(case).vs or "ARM"
    for who in t.s.members:
        if who in (place.friend, *place.caught):
            attr = vs if vs != "ARM" else facts.defense_attributes(t.s, t[who])[0]
            dice += best(facts.attribute(t.s, t[who], attr))
    return dice
