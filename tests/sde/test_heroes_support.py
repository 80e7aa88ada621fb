"""Support actions and potions of all Heroes by kind: moving, healing, effects that last (HA-14, CE, PO-7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sde.acts import rule, upkeep
from tests.sde.heroes import (
    CASES,
    FOE,
    Case,
    action_of,
    card,
    friend_of,
    offered,
    ops,
    quiet,
    use,
)
from tests.sde.table import Table, table
from webgame.engine.decision import Decision
from webgame.systems.sde_arcade.cards import Dice, Effect
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts

CONTROL = [case for case in CASES if "control" in ops(case)]
HEALING = {"heal_or_remedy", "remedy", "regenerate", "gain_potion"}
HEAL = [
    case for case in CASES if ops(case) & (HEALING - {"gain_potion"}) and action_of(case).kind != "offense"
]
LASTING = {"bonus", "gain_ability", "arm", "ap", "mov", "lose_ability", "set_attr"}
AIDS = [c for c in CASES if action_of(c).augment and action_of(c).range and not action_of(c).area]
LAST = [case for case in CASES if ops(case) & LASTING]


# -- control effects -----------------------------------------------------------------------------------------


def controlled(case: Case) -> tuple[str, int]:
    """Return the control effect of a case and its number."""
    effect = next(e for e in action_of(case).effects if e["op"] == "control")
    return effect["effect"], effect["squares"]


def farthest(t: Table, square: int) -> Any:
    """Answer a control effect with the square farthest from `square`, or with none if nobody is moved."""

    def answer(decision: Decision) -> str:
        if decision.prompt not in ("ask.push", "ask.pull", "ask.compel"):
            return quiet(decision)
        grid = layout(t.s).grid
        squares = [int(target) for target in decision.groups[0].targets or ()]
        return f"to>{max(squares, key=lambda q: grid.distance(1 << square, 1 << q) or 0)}"

    return answer


@rule("CE-1", "CE-2", "CE-3", "CE-4", "CE-7", "CE-9")
@pytest.mark.parametrize("case", CONTROL, ids=str)
def test_a_control_effect_moves_whom_it_should_and_no_farther(case: Case) -> None:
    name, squares = controlled(case)
    action, n = action_of(case), card(case).base[0]
    friend = friend_of(case[0])
    away = 4 if name == "Pull" and not action.area else 1  # where the one that is moved stands
    if name == "Pull" and action.area:
        away = min(int(action.area[-1]), 4)
    x = 1 + n - 1 + away
    spot = (x, 5)
    foes = {} if action.augment else {"foe": (FOE, spot)}
    t = table({case[0]: (1, 5), friend: spot if action.augment else (0, 0)}, foes)
    moved = t[friend] if action.augment else t["foe"]
    start = moved.at
    aim = ""
    if not action.area:
        aim = f">{moved.id}"
    elif action.area.startswith("Lance"):
        aim = f">{t.at(1 + n, 5)}"
    elif action.area.startswith("Sweep"):
        aim = ">l.east"
    use(t, case, aim, farthest(t, start))
    steps = layout(t.s).grid.distance(1 << start, facts.base(t.s, moved))
    before, after = away, facts.distance(t.s, t[case[0]], moved)
    assert after is not None and t.cites({"Push": "CE-4", "Pull": "CE-3", "Compel": "CE-2"}[name])
    if name == "Push":
        assert after == before + squares
    elif name == "Pull":
        assert after == max(1, before - squares)
    else:
        assert steps == squares
    again = table({case[0]: (1, 5), friend: spot if action.augment else (0, 0)}, foes)
    use(again, case, aim)
    assert (again[friend] if action.augment else again["foe"]).at == start  # nobody has to be moved


# -- healing -------------------------------------------------------------------------------------------------

ILLS = ["Fire", "Hex"]


@rule("AB-3", "AB-5", "PO-2", "HA-14")
@pytest.mark.parametrize("case", HEAL, ids=str)
def test_healing_takes_off_as_many_tokens_as_the_card_says(case: Case) -> None:
    action, n = action_of(case), card(case).base[0]
    friend = friend_of(case[0])
    on_friend = action.range is not None or bool(action.area)
    t = table({case[0]: (2, 5), friend: (2 + n, 5)}, {"foe": (FOE, (2, 4))})
    t["foe"].wounds = 1
    patient = t[friend] if on_friend else t[case[0]]
    for fig in (t[friend], t[case[0]]):
        fig.wounds, fig.status = 3, list(ILLS)
    immune = [status for status in ILLS if facts.immune(t.s, patient, status)]
    aim = f">{friend}" if action.range is not None and not action.area else ""
    t.dice("B1", "B1", "B-") if "regenerate" in ops(case) else None
    use(t, case, aim)
    left = 3 + len(ILLS)
    expected = left - sum(e["amount"] for e in action.effects if e["op"] == "heal_or_remedy")
    tokens = patient.wounds + len(patient.status)
    if "remedy" in ops(case):
        assert not patient.status and patient.wounds <= 3
    elif "regenerate" in ops(case):
        assert (patient.wounds, len(patient.status)) == (1, 2)  # a star for each of two wounds
    else:
        assert tokens == expected - (len(immune) if tokens != expected else 0)
    other = t[case[0]] if on_friend else t[friend]
    if not action.area:
        assert other.wounds == 3 and other.status == ILLS  # only the one it is for
    assert t["foe"].wounds == 1


# -- effects that last ---------------------------------------------------------------------------------------


def shows(t: Table, who: str, effect: Effect) -> Any:
    """Return what an effect changes about a figure."""
    fig = t[who]
    op = effect["op"]
    if op == "bonus":
        attr = effect["attr"]
        if attr in ("offense", "defense", "next_roll"):
            return [e for e in facts.lasting(t.s, fig) if e["op"] == "bonus" and e["attr"] == attr]
        return facts.attribute(t.s, fig, attr)
    if op == "arm":
        return facts.attribute(t.s, fig, "ARM")
    if op in ("gain_ability", "lose_ability"):
        return facts.has(t.s, fig, effect["ability"])
    if op == "set_attr":
        return facts.attribute(t.s, fig, effect["attr"])
    return facts.ap_total(t.s, fig) if op == "ap" else facts.movement(t.s, fig)


def changed(before: Any, effect: Effect) -> Any:
    """Return what `shows` must show under an effect."""
    op = effect["op"]
    if op == "bonus" and effect["attr"] not in ("offense", "defense", "next_roll"):
        return before + Dice(**effect["dice"])
    if op == "bonus":
        return [*before, effect]
    if op == "arm":
        return before + Dice(stars=effect["amount"])
    if op in ("gain_ability", "lose_ability"):
        return op == "gain_ability"
    return Dice(**effect["dice"]) if op == "set_attr" else before + effect["amount"]


def like(found: Any, wanted: Any) -> bool:
    """Whether two showings are the same; of lasting effects the dice count."""
    if isinstance(wanted, list):
        return [e["dice"] for e in found] == [e["dice"] for e in wanted]
    return bool(found == wanted)


@rule("PO-7", "AE-4", "HA-2", "AB-2", "HA-14", "PO-2", "CE-9")
@pytest.mark.parametrize("case", LAST, ids=str)
def test_an_effect_lasts_until_the_next_upkeep_or_the_end_it_names(case: Case) -> None:
    action, n = action_of(case), card(case).base[0]
    friend, far = friend_of(case[0]), "princess-ruby" if case[0] != "princess-ruby" else "one-shot"
    t = table({case[0]: (2, 5), friend: (2 + n, 5), far: (10, 10)})
    t[case[0]].status = []
    aimed = action.range is not None and not action.area
    for effect in [e for e in action.effects if e["op"] in LASTING]:
        everybody = effect.get("target") == "all_heroes"
        whom = [friend] if aimed else [case[0]]
        if action.area and effect.get("except") != "self":
            whom = [case[0], friend]
        elif action.area:
            whom = [friend]
        if everybody:
            whom = [case[0], friend, far]
        fresh = table({case[0]: (2, 5), friend: (2 + n, 5), far: (10, 10)})
        before = {who: shows(fresh, who, effect) for who in (case[0], friend, far)}
        use(fresh, case, f">{friend}" if aimed else "")
        for who, showed in before.items():
            wanted = changed(showed, effect) if who in whom else showed
            assert like(shows(fresh, who, effect), wanted), (who, effect)
        if action.area and case[0] != friend:  # an aura moves with its user
            fresh[friend].at = fresh.at(10, 0)
            assert like(shows(fresh, friend, effect), before[friend])
            fresh[friend].at = fresh.at(2 + n, 5)
        if effect.get("until", "next_upkeep") == "next_upkeep":
            fresh.s.members[case[0]].potions = 0
            upkeep(fresh, case[0], () if not card(case).shapeshift else ("keep",))
            for who, showed in before.items():
                assert like(shows(fresh, who, effect), showed), (who, effect)


@rule("HA-12", state=True)
@pytest.mark.parametrize("case", AIDS, ids=str)
def test_support_for_friends_is_offered_on_them_alone(case: Case) -> None:
    friend, n = friend_of(case[0]), card(case).base[0]
    t = table({case[0]: (4, 4), friend: (4 + n, 4)}, {"foe": (FOE, (4, 4 + n))})
    t[case[0]].potions = 1
    aims = [o for o in offered(t, case[0]) if case[2] in o]
    assert any(o.endswith(f">{friend}") for o in aims)
    assert not any(o.endswith(f">{t['foe'].id}") for o in aims)
