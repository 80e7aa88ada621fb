"""What of a Hero's action shows only in the right light: a star that decides, a word its user has already."""

from __future__ import annotations

import pytest

from tests.sde.acts import KNIGHT, rule
from tests.sde.heroes import CASES, FOE, Case, action_of, do, friend_of, group_of, offered, quiet, use
from tests.sde.table import Table, table
from webgame.engine.decision import Decision
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import Lasting

STARS = [c for c in CASES if action_of(c).bonus.stars > 0 and action_of(c).kind == "offense"]


def robbed(t: Table, who: str, word: str) -> None:
    """Take a keyword from a Hero; those of its actions stay."""
    t[who].lasting.append(Lasting("test", {"op": "lose_ability", "ability": word}, "destroyed"))
    assert not facts.has(t.s, t[who], word)


@rule("DR-3", "HA-17")
@pytest.mark.parametrize("case", STARS, ids=str)
def test_a_star_of_an_action_decides(case: Case) -> None:
    """Two stars rolled do not beat ARM 2, with the action's own they do."""
    who, action = case[0], action_of(case)
    t = table({who: (2, 5)}, {"foe": (FOE, (3, 5))})
    dice = facts.attribute(t.s, t[who], action.attr or "STR") + action.bonus
    assert dice.stars == action.bonus.stars
    codes = "B" * dice.B + "R" * dice.R + "G" * dice.G
    faces = [f"{code}1" for code in codes[:2]] + [f"{code}-" for code in codes[2:]]
    use(t, case, f">{t['foe'].id}", dice=faces)
    assert t["foe"].wounds == 1


@rule("AB-3", state=True)
@pytest.mark.parametrize("robs", [True, False])
def test_the_destruction_is_massive_by_itself(robs: bool) -> None:
    t = table({"arena-champion": (4, 4)}, {"foe": (FOE, (5, 4))})
    if robs:
        robbed(t, "arena-champion", "Massive Damage")
    use(t, ("arena-champion", "act", "Destruction"), f">{t['foe'].id}")
    assert t["foe"].wounds == 2


@rule("CE-4")
def test_the_captain_retreats_with_her_capture_by_itself() -> None:
    t = table({"arena-champion": (4, 4)})
    robbed(t, "arena-champion", "Retreat")
    coin = t.token("coin", 3, 4)
    case = ("arena-champion", "act", "Captain Capture")
    use(t, case, "", f"scavenge>{coin.id}", f"to>{t.at(8, 4)}")
    assert t["arena-champion"].at == t.at(8, 4)


GIVING = [  # potions that give their drinker a keyword
    (case, effect["ability"])
    for case in CASES
    if case[1] == "drink" and not action_of(case).owner_only and not action_of(case).timing
    for effect in action_of(case).effects
    if effect["op"] == "gain_ability" and action_of(case).area is None and action_of(case).range is None
]


@rule("PO-6", "AB-1", state=True)
@pytest.mark.parametrize("case,word", GIVING, ids=str)
def test_whoever_drinks_a_potion_has_its_keyword(case: Case, word: str) -> None:
    drinker = friend_of(case[0])
    t = table({drinker: (5, 5), case[0]: (3, 5)})
    t[case[0]].potions = action_of(case).cost
    assert not facts.has(t.s, t[drinker], word)
    do(t, drinker, group_of(case), lambda decision: decision.options()[0])
    assert facts.has(t.s, t[drinker], word) and t[case[0]].potions == 0


def _a_wound(decision: Decision) -> str:
    return next((option for option in decision.options() if "wound" in option), quiet(decision))


@rule("PO-7", "ST-8", state=True)
@pytest.mark.parametrize(
    "who,potion", [("hidden-shrine-mystic", "Wisdom"), ("survivor-marie-claude", "Hearty Grog")]
)
def test_a_potion_that_heals_and_remedies_takes_a_wound_and_every_status(who: str, potion: str) -> None:
    t = table({who: (4, 4)})
    t[who].wounds, t[who].status = 2, ["Bane", "Slow"]
    use(t, (who, "drink", potion), "", _a_wound)
    assert (t[who].wounds, t[who].status) == (1, [])


@rule("HA-13", state=True)
def test_a_confession_may_be_had_from_a_friend() -> None:
    case = ("house-unicorn-diviner", "act", "Chocolate Confession")
    t = table({case[0]: (4, 4), KNIGHT: (6, 4)}, {"foe": (FOE, (4, 6))})
    aims = {o for o in offered(t, case[0]) if "Chocolate Confession" in o}
    assert aims == {f"act.Chocolate Confession>{who}" for who in (case[0], KNIGHT, t["foe"].id)}
