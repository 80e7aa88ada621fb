"""The loot and treasure cards of all other models and of the Arena set at work, against play without them.

What the cards of the box's own decks and of The Forgotten King do is in test_things_equipment.py; the plays
of keywords that both have are taken from there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.sde import test_things_equipment as things
from tests.sde.acts import (
    EMERALD,
    HUNTRESS,
    KNIGHT,
    act,
    best,
    hit,
    offered,
    rule,
    upkeep,
    wear,
    worst,
)
from tests.sde.table import Table, table
from webgame.engine.masks import bits, mask_of
from webgame.engine.system import BadScenario
from webgame.systems.sde_arcade import contents, supported
from webgame.systems.sde_arcade.cards import Action, Bonus, Dice, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import (
    aiming,
    areas,
    equipment,
    facts,
    powerup,
    resolve,
    rolls,
    walk,
    wounds,
)
from webgame.systems.sde_arcade.scenario import read_scenario
from webgame.systems.sde_arcade.state import OFF, Member

CARDS = [card for card in box().equipment.values() if card not in things.CARDS]
BONUSES = [(card.name, bonus) for card in CARDS for bonus in card.bonus]
KEYWORDS = [(card.name, word) for card in CARDS for word in facts.keywords(card)]
VALUES = [(card.name, effect) for card in CARDS for effect in card.effects if effect["op"] != "gain_ability"]
ACTIONS = [(card.name, action) for card in CARDS for action in card.actions]
REX = "Rex"  # ARM 2, 8 hearts, no keywords, 2x2


@rule("SU-7", "SU-8", "CP-5", state=True)
def test_no_card_is_refused_and_each_does_something() -> None:
    assert [card.name for card in box().equipment.values() if supported.lacking("equipment", card.name)] == []
    assert [wonder for wonder in box().wonders if supported.lacking("wonder", wonder)] == []
    named = {name for name, _ in (*BONUSES, *KEYWORDS, *VALUES, *ACTIONS)}
    assert [card.name for card in CARDS if card.name not in named] == []
    assert sorted({word for _, word in KEYWORDS} - things.WORDS.keys() - WORDS.keys()) == []


# -- dice and values -----------------------------------------------------------------------------------------


@rule("PU-10", "DR-7", "AF-3", state=True)
@pytest.mark.parametrize("card,bonus", BONUSES, ids=[f"{c}-{b.attr}{b.affinity}" for c, b in BONUSES])
def test_a_bonus_adds_its_dice(card: str, bonus: Bonus) -> None:
    crystals = [b.affinity for b in box().equipment[card].bonus if b.affinity and b.attr == bonus.attr]
    others = [
        b.dice
        for b in box().equipment[card].bonus
        if b is not bonus and b.attr == bonus.attr and not b.affinity and not bonus.affinity
    ]
    tried = 0
    for hero in box().heroes.values():
        if not hero.selectable or bonus.attr not in hero.attributes:
            continue
        if bool(bonus.affinity) != bool(set(crystals) & set(hero.affinity)):
            continue  # AF-3: it is the other one of the two that this Hero gets
        t = table({hero.id: (2, 2)})
        plain = facts.attribute(t.s, t[hero.id], bonus.attr)
        wear(t, hero.id, card)
        assert facts.attribute(t.s, t[hero.id], bonus.attr) == sum(others, plain + bonus.dice)
        tried += 1
    assert tried


@rule("PU-10", "AF-3", state=True)
@pytest.mark.parametrize(
    "card,effect", VALUES, ids=[f"{c}-{e['op']}{e.get('affinity', '')}" for c, e in VALUES]
)
def test_a_value_counts_as_printed(card: str, effect: dict[str, Any]) -> None:
    asks: dict[str, Callable[[Any, Any], int]] = {
        "ap": facts.ap_total,
        "hearts": facts.hearts,
        "mov": facts.movement,
        "potion_quantity": facts.potion_limit,
    }
    tried = 0
    for hero in box().heroes.values():
        if not hero.selectable:
            continue
        marked = [e["affinity"] for e in box().equipment[card].effects if e.get("affinity")]
        if marked and bool(effect.get("affinity")) != bool(set(marked) & set(hero.affinity)):
            continue
        t = table({hero.id: (2, 2)})
        before = asks[effect["op"]](t.s, t[hero.id])
        wear(t, hero.id, card)
        assert asks[effect["op"]](t.s, t[hero.id]) == before + effect["amount"]
        equipment.discard_worn(t.g, t[hero.id], card)
        assert asks[effect["op"]](t.s, t[hero.id]) == before
        tried += 1
    assert tried


# -- keywords ------------------------------------------------------------------------------------------------

WORDS: dict[str, Callable[[str, str], None]] = {}


def word(*names: str) -> Callable[[Callable[[str, str], None]], Callable[[str, str], None]]:
    def put(play: Callable[[str, str], None]) -> Callable[[str, str], None]:
        WORDS.update(dict.fromkeys(names, play))
        return play

    return put


@rule("AB-1", "AB-3", state=True)
@pytest.mark.parametrize("card,keyword", KEYWORDS, ids=[f"{c}-{k}" for c, k in KEYWORDS])
def test_a_keyword_works_for_its_wearer(card: str, keyword: str) -> None:
    t = things.knight()
    assert not facts.has(t.s, t[KNIGHT], keyword)
    wear(t, KNIGHT, card)
    assert facts.has(t.s, t[KNIGHT], keyword)
    if keyword in box().statuses and f"Immune: {keyword}" not in facts.keywords(box().equipment[card]):
        caused = {k for c, k in KEYWORDS if c == card and k in box().statuses}
        hit(t, KNIGHT, "ogre")
        assert set(t["ogre"].status) == caused and t["ogre"].wounds == 1
    elif keyword in WORDS:
        WORDS[keyword](card, keyword)
    elif keyword in box().statuses:
        hit(t, KNIGHT, "ogre")
        assert t["ogre"].status == [keyword]
    else:
        things.WORDS[keyword](card, keyword)


@word("Luck")
def lucky(card: str, keyword: str) -> None:
    things.WORDS["Luck"](card, keyword)  # FQ-4: one more treasure, one is shuffled back


@word("Cursed")
def cursed(card: str, keyword: str) -> None:
    t = things.knight()
    t.s.backpack = [card, "Steel Sword"]
    slot = box().equipment[card].slot
    t.play(powerup._equipment(t.g), [f"equip.{KNIGHT}>{card}", "done"])
    forced = t.asked[0]
    assert forced.rule == "PU-9" and "done" not in forced.options()
    assert all(option.endswith(card) for option in forced.options())
    other = next(c.name for c in CARDS if c.slot == slot and not equipment.cursed(c.name))
    t.s.backpack = [other]
    t.play(powerup._equipment(t.g), ["done"])
    assert f"equip.{KNIGHT}>{other}" not in t.asked[-1].options()  # it can't be replaced
    assert f"equip.{EMERALD}>{other}" in t.asked[-1].options()


@word("Immune: Bane", "Immune: Fire", "Immune: Ice", "Immune: Knockdown", "Immune: Poison", "Immune: All")
def immune(card: str, keyword: str) -> None:
    known = facts.keywords(box().equipment[card])
    t = things.knight()
    wear(t, KNIGHT, card)
    for status in box().statuses:
        t[KNIGHT].status = []
        t.play(wounds.inflict(t.g, t[KNIGHT], status, "ST-4"))
        safe = "Immune: All" in known or f"Immune: {status}" in known
        assert t[KNIGHT].status == ([] if safe else [status])


@word("Stealth")
def stealth(card: str, keyword: str) -> None:
    for worn, reached in ((False, True), (True, False)):
        t = table({KNIGHT: (2, 2)}, {"ogre": ("Grobbit Executioner", (6, 2))})
        if worn:
            wear(t, KNIGHT, card)
        assert (aiming.targetable(t.s, t["ogre"], t[KNIGHT], 4, offensive=True) is None) is reached
        assert aiming.targetable(t.s, t["ogre"], t[KNIGHT], 7, offensive=True) is None


@word("Ghost")
def ghost(card: str, keyword: str) -> None:
    for worn in (False, True):
        t = table(
            {KNIGHT: (2, 2)}, {"ogre": ("Frog Knight", (5, 2))}, walls=tuple((2, y, "E") for y in range(11))
        )
        if worn:
            wear(t, KNIGHT, card)
        assert bool(walk.ways(t.s, t[KNIGHT], 1).anchors >> t.at(3, 2) & 1) is worn
        assert facts.sees(t.s, t[KNIGHT], t["ogre"]) is worn and not facts.sees(t.s, t["ogre"], t[KNIGHT])


@word("Berserk")
def berserk(card: str, keyword: str) -> None:
    t = things.knight()
    hit(t, KNIGHT, "ogre")
    assert t[KNIGHT].ap_spent == 1
    wear(t, KNIGHT, card)
    hit(t, KNIGHT, "ogre")
    assert t[KNIGHT].ap_spent == 1 and t["ogre"].wounds == 2


@word("Tough")
def tough(card: str, keyword: str) -> None:
    for worn, left in ((False, 2), (True, 1)):
        t = things.knight()
        if worn:
            wear(t, KNIGHT, card)
        t[KNIGHT].wounds = 2
        upkeep(t, KNIGHT)
        assert t[KNIGHT].wounds == left


@word("Toxic Blood")
def toxic_blood(card: str, keyword: str) -> None:
    for worn in (False, True):
        t = things.knight()
        if worn:
            wear(t, KNIGHT, card)
        t.play(wounds.wound(t.g, t[KNIGHT], 1, t["ogre"]))
        assert t["ogre"].status == (["Poison"] if worn else [])


@word("Defender")
def defender(card: str, keyword: str) -> None:
    for worn in (False, True):
        t = things.knight()
        if worn:
            wear(t, KNIGHT, card)
        reason = aiming.targetable(t.s, t["ogre"], t[EMERALD], 9, offensive=True)
        assert (reason is not None) is worn and (reason is None or reason.key == "no.defender")


@word("Sturdy")
def sturdy(card: str, keyword: str) -> None:
    for worn, hurt in ((False, 2), (True, 1)):
        t = things.knight()  # the Executioner has Massive Damage
        if worn:
            wear(t, KNIGHT, card)
        t.s.turn.side = "consul"
        t.dice(*worst(facts.attribute(t.s, t[KNIGHT], "ARM")))
        t.play(resolve.strike(t.g, t["ogre"], [t[KNIGHT]], resolve.Strike("l.fight", command="fight")))
        assert t[KNIGHT].wounds == hurt


@word("Dark Radiance")
def dark_radiance(card: str, keyword: str) -> None:
    for worn, hurt in ((False, True), (True, False)):
        t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (3, 2))})  # STR 2
        if worn:
            wear(t, KNIGHT, card)
        t.s.turn.side = "consul"
        t.dice("B1", "B-", "R-")
        t.play(resolve.strike(t.g, t["frog"], [t[KNIGHT]], resolve.Strike("l.fight", command="fight")))
        assert bool(t[KNIGHT].wounds) is hurt


@word("Holy")
def holy(card: str, keyword: str) -> None:
    t = table({KNIGHT: (2, 2)}, {"bones": ("Rattlebone", (3, 2)), "frog": ("Frog Knight", (3, 3))})
    wear(t, KNIGHT, card)
    dice = facts.attribute(t.s, t[KNIGHT], "STR")
    t.play(rolls.offense(t.g, t[KNIGHT], dice, [t["bones"]], "x"), ["keep"])
    t.play(rolls.offense(t.g, t[KNIGHT], dice, [t["frog"]], "x"))  # nobody is asked


@word("Alchemy")
def alchemy(card: str, keyword: str) -> None:
    for worn in (False, True):
        t = things.knight()
        if worn:
            wear(t, KNIGHT, card)
        t[EMERALD].wounds = 1
        roll = rolls.Roll(hearts=1)
        t.play(resolve.pay_symbols(t.g, t[KNIGHT], roll), ["waste"])
        assert (f"potion>{EMERALD}" in t.asked[-1].options()) is worn


@word("Bleed")
def bleed(card: str, keyword: str) -> None:
    for worn in (False, True):
        t = things.knight()
        if worn:
            wear(t, KNIGHT, card)
        t.dice("BH", "BH")
        roll = t.play(rolls.offense(t.g, t[KNIGHT], Dice(B=2), [t["ogre"]], "x"))
        assert (roll.hearts, roll.stars) == (2, 2 if worn else 0)


@word("Hunger")
def hunger(card: str, keyword: str) -> None:
    for worn, own in ((True, 1), (True, 0), (False, 1)):
        t = things.knight()
        if worn:
            wear(t, KNIGHT, card)
        t[KNIGHT].wounds, t[EMERALD].wounds = own, 2
        t.play(resolve.pay_symbols(t.g, t[KNIGHT], rolls.Roll(hearts=1)), ["waste"])
        assert (f"heart>{EMERALD}" in t.asked[-1].options()) is not (worn and own)


@word("Insight")
def insight(card: str, keyword: str) -> None:
    t = things.knight()
    before = facts.strength(t.s, t["ogre"], t[KNIGHT])
    wear(t, KNIGHT, card)
    assert facts.strength(t.s, t["ogre"], t[KNIGHT]) == before - 1
    assert facts.strength(t.s, t["ogre"], t[EMERALD]) == before


@word("Backstabber")
def backstabber(card: str, keyword: str) -> None:
    t = things.knight()
    wear(t, KNIGHT, card)
    t.play(wounds.wound(t.g, t[KNIGHT], 2, t["ogre"]), [f"backstab>{EMERALD}", "suffer"])
    assert (t[KNIGHT].wounds, t[EMERALD].wounds) == (1, 1)
    t[EMERALD].at = t.at(9, 9)
    t.play(wounds.wound(t.g, t[KNIGHT], 1, t["ogre"]))
    assert t[KNIGHT].wounds == 2


# -- actions -------------------------------------------------------------------------------------------------

Act = Callable[[str, Action], None]
PLAYS: dict[str, Act] = {}


def own_play(*names: str) -> Callable[[Act], Act]:
    def put(play: Act) -> Act:
        PLAYS.update(dict.fromkeys(names, play))
        return play

    return put


@rule("HA-10", "HA-12", "HA-13", state=True)
@pytest.mark.parametrize("card,action", ACTIONS, ids=[f"{c}-{a.name}" for c, a in ACTIONS])
def test_an_action_does_what_its_card_says(card: str, action: Action) -> None:
    t = things.knight()
    assert not [option for option in offered(t, KNIGHT) if option.startswith(f"act.{action.name}")]
    play = PLAYS.get(action.name)
    if play is not None:
        play(card, action)
    elif action.kind == "offense" or action.inflicts or action.area:
        strikes(card, action)
    else:
        pytest.fail(f"no play for {action.name}")


def swing(t: Table, action: Action, option: str, answers: tuple[Any, ...] = (), spare: int = 0) -> None:
    """Use an action with the best dice, if it has any."""
    if action.vs is not None:
        attr = action.attr or "STR"
        t.dice(*best(facts.attribute(t.s, t[KNIGHT], attr) + action.bonus))
        for _ in range(spare):  # friends in the area defend badly
            t.dice(*worst(facts.attribute(t.s, t[EMERALD], "ARM" if action.vs == "ARM" else action.vs)))
    act(t, KNIGHT, option, answers)
    assert t[KNIGHT].ap_spent == action.cost and not t.rng.script  # just these dice were rolled


def strikes(card: str, action: Action) -> None:
    """An attack, or an action that causes something, on enemies in range or area; on friends if dangerous."""
    reach = (
        action.range.squares
        if action.range and action.range.squares
        else areas.shape(action.area or "W 1")[1]
    )
    x = min(reach, 4)
    t = table({KNIGHT: (1, 5), EMERALD: (1 + max(1, x - 1), 6)}, {"rex": (REX, (1 + x, 5))})
    burst = action.area is not None and action.area.startswith("Burst")
    if action.area is not None and not burst:
        t[EMERALD].at = t.at(2, 5)
        t["rex"].at = t.at(2, 6) if not action.area.startswith(("Lance", "Cross")) else t.at(3, 5)
    wear(t, KNIGHT, card)
    start = f"act.{action.name}"
    option = next(o for o in offered(t, KNIGHT) if o == start or (o.startswith(f"{start}>") and _at(t, o)))
    friends = int(action.dangerous and (action.area is not None))
    pushes = [e for e in action.effects if e["op"] == "control"]
    stays = tuple(["stay"] * (len(pushes) * (1 + friends)))
    swing(t, action, option, stays, friends)
    wounded = int(action.kind == "offense")
    caused = set(action.inflicts)
    if wounded:  # ST-3: what the card gives its wearer comes on top
        caused |= set(facts.keywords(box().equipment[card])) & set(box().statuses)
    assert (t["rex"].wounds, set(t["rex"].status)) == (wounded, caused)
    assert (t[EMERALD].wounds, set(t[EMERALD].status)) == ((wounded, caused) if friends else (0, set()))
    for push in pushes:
        asked = [d for d in t.asked if d.prompt == f"ask.{push['effect'].lower()}"]
        ends = asked[0].groups[0].targets or ()
        far = max(layout(t.s).grid.distance(1 << t["rex"].at, 1 << int(q)) or 0 for q in ends)
        assert far == push["squares"]
    if action.range and action.range.squares:
        t["rex"].at, t[EMERALD].at, t[KNIGHT].ap_spent = t.at(9, 5), OFF, 0
        if reach < 9:
            t[KNIGHT].at = t.at(9 - reach, 5)
            assert [o for o in offered(t, KNIGHT) if o.startswith(start)]
            t[KNIGHT].at = t.at(8 - reach, 5)
            assert not [o for o in offered(t, KNIGHT) if o.startswith(start)]


def _at(t: Table, option: str) -> bool:
    """Whether an option is aimed at Rex, or at a square of his, or to the east."""
    target = option.partition(">")[2]
    squares = [str(q) for q in bits(facts.base(t.s, t["rex"]))]
    return target in (t["rex"].id, "l.east", str(t.at(2, 5)), *squares)


@own_play("Goddess Tears")
def goddess_tears(card: str, action: Action) -> None:
    t = things.knight()
    wear(t, KNIGHT, card)
    before = {attr: facts.attribute(t.s, t[KNIGHT], attr) for attr in ("STR", "DEX", "WILL", "ARM")}
    act(t, KNIGHT, "act.Goddess Tears")
    for attr, dice in before.items():
        assert facts.attribute(t.s, t[KNIGHT], attr) == dice + Dice(R=int(attr != "ARM"))
    upkeep(t, KNIGHT)
    assert facts.attribute(t.s, t[KNIGHT], "STR") == before["STR"]


@own_play("Healing Balm")
def healing_balm(card: str, action: Action) -> None:
    t = things.knight()
    wear(t, KNIGHT, card)
    t[KNIGHT].wounds, t[KNIGHT].status = 2, ["Hex"]
    act(t, KNIGHT, "act.Healing Balm", ("heal>wound", "heal>Hex"))
    assert (t[KNIGHT].wounds, t[KNIGHT].status) == (1, [])


@own_play("Just a Drop")
def just_a_drop(card: str, action: Action) -> None:
    t = things.knight()
    wear(t, KNIGHT, card)
    t[EMERALD].wounds = 2
    act(t, KNIGHT, f"act.Just a Drop>{EMERALD}")
    assert t[EMERALD].wounds == 1
    t[EMERALD].at = t.at(2, 4)
    assert f"act.Just a Drop>{EMERALD}" not in offered(t, KNIGHT)


@own_play("Maybe One More", "Fly With Me")
def lends_a_keyword(card: str, action: Action) -> None:
    (effect,) = action.effects
    t = things.knight()
    wear(t, KNIGHT, card)
    t[EMERALD].status = ["Hex"] if effect["ability"].startswith("Immune") else []
    act(t, KNIGHT, f"act.{action.name}>{EMERALD}")
    assert facts.has(t.s, t[EMERALD], effect["ability"]) and t[EMERALD].status == []
    upkeep(t, KNIGHT)
    assert not facts.has(t.s, t[EMERALD], effect["ability"])


@own_play("Rejuvenate", "Reborn")
def heals_friends(card: str, action: Action) -> None:
    t = things.knight()
    wear(t, KNIGHT, card)
    t[EMERALD].wounds, t[EMERALD].status = 2, ["Hex"] if "Remedy" in action.keywords else []
    aim = "" if action.area else f">{EMERALD}"
    swing(t, action, f"act.{action.name}{aim}", ("heal>wound",) if t[EMERALD].status else (), 1)
    assert t[EMERALD].wounds == 1 and t[EMERALD].status == [] and t["ogre"].wounds == 0


@own_play("Harvest")
def harvest(card: str, action: Action) -> None:
    for victim, healed in ((("Billmen", (3, 2)), 1), ((REX, (3, 2)), 0)):
        t = table({KNIGHT: (2, 2), EMERALD: (3, 3)}, {"it": victim})
        wear(t, KNIGHT, card)
        t[KNIGHT].wounds = 2
        swing(t, action, "act.Harvest>l.east", (), 1)
        assert t[KNIGHT].wounds == 2 - healed and t[EMERALD].wounds == 1


@own_play("Nom-Nom")
def nom_nom(card: str, action: Action) -> None:
    for good, hurt in ((True, 0), (False, 1)):
        t = things.knight()
        wear(t, KNIGHT, card)
        dice = facts.attribute(t.s, t[KNIGHT], "STR") + action.bonus
        t.dice(*(best if good else worst)(dice))
        act(t, KNIGHT, f"act.Nom-Nom>{t['ogre'].id}")
        assert (t["ogre"].wounds, t[KNIGHT].wounds) == (int(good), hurt) and not t.rng.script


@own_play("Creep Burn")
def creep_burn(card: str, action: Action) -> None:
    t = table(
        {KNIGHT: (2, 2)}, {"rex": (REX, (3, 3)), "ghost": ("Rattlebone", (1, 1)), "far": ("Giri", (5, 2))}
    )
    t.s.pool.creeps = {"Rattlebone": 0, "Giri": 0}
    wear(t, KNIGHT, card)
    t.dice("B2", "B1", *["R-"] * 9)
    act(t, KNIGHT, "act.Creep Burn")
    assert "m2" not in t.s.monsters and "m3" in t.s.monsters


@own_play("Turn Undead", "Onion Wind", "Backblast", "Call of the Dragon King", "Verdant Dream")
def moves_enemies(card: str, action: Action) -> None:
    (push,) = [e for e in action.effects if e["op"] == "control"]
    for kind in ("Frog Knight", "Rattlebone"):
        squares = push.get("undead", push["squares"]) if kind == "Rattlebone" else push["squares"]
        t = table({KNIGHT: (5, 5), HUNTRESS: (9, 9)}, {"it": (kind, (6, 5))})
        wear(t, KNIGHT, card)
        if action.vs is not None:
            t.dice(*best(facts.attribute(t.s, t[KNIGHT], action.attr or "STR")))
        aim = f">{t['it'].id}" if action.range else ""
        far = min(squares, 4)
        act(t, KNIGHT, f"act.{action.name}{aim}", (f"to>{t.at(6 + far, 5)}",))
        assert t["it"].at == t.at(6 + far, 5) and t["it"].wounds == 0


@own_play("Pack Hunter")
def pack_hunter(card: str, action: Action) -> None:
    t = table({KNIGHT: (2, 2), EMERALD: (4, 2)}, {"ogre": ("Frog Knight", (2, 4))})
    wear(t, KNIGHT, card)
    act(t, KNIGHT, "act.Pack Hunter", ("stay", f"to>{t.at(8, 2)}"))
    assert t[EMERALD].at == t.at(8, 2) and t["ogre"].at == t.at(2, 4)  # friends only


@own_play("Roots of Resurrection")
def roots_of_resurrection(card: str, action: Action) -> None:
    t = things.knight()
    t.token("start", 8, 8)
    wear(t, KNIGHT, card)
    assert "act.Roots of Resurrection" not in offered(t, KNIGHT)  # nobody has fallen
    t[EMERALD].status = ["Hex"]
    t.play(wounds.wound(t.g, t[EMERALD], 9))
    act(t, KNIGHT, "act.Roots of Resurrection", (f"to>{t.at(7, 7)}",))
    hero = t[EMERALD]
    assert (hero.at, hero.wounds, hero.status, hero.down) == (t.at(7, 7), 0, [], False)


@own_play("Coup de Grace")
def coup_de_grace(card: str, action: Action) -> None:
    t = table({KNIGHT: (2, 2)}, {"rex": (REX, (3, 2)), "far": (REX, (4, 5))})
    wear(t, KNIGHT, card)
    assert f"act.Coup de Grace>{t['far'].id}" not in offered(t, KNIGHT)  # the Knight's own melee range
    dice = facts.attribute(t.s, t[KNIGHT], "STR")
    t.dice(*["R2"] * dice.R, *["G1"] * dice.G)
    act(t, KNIGHT, f"act.Coup de Grace>{t['rex'].id}")
    assert t["rex"].wounds == 2 * dice.R + dice.G > 1
    once(t, action)


def once(t: Table, action: Action) -> None:
    """The action works once a game, whoever wears its card (AB-4)."""
    for turn in (0, 1):
        assert not [option for option in offered(t, KNIGHT) if option.startswith(f"act.{action.name}")]
        if not turn:
            upkeep(t, KNIGHT)


@own_play("Spontaneous Combustion", "Bile Burst")
def once_a_game(card: str, action: Action) -> None:
    strikes(card, action)
    t = things.knight()
    wear(t, KNIGHT, card)
    swing(t, action, f"act.{action.name}", (), 1)
    once(t, action)


@own_play("Unnatural Life")
def unnatural_life(card: str, action: Action) -> None:
    t = things.knight()
    wear(t, KNIGHT, card)
    t[KNIGHT].wounds = 3
    t.dice("B1", "B-", "B1")
    act(t, KNIGHT, "act.Unnatural Life")
    assert t[KNIGHT].wounds == 1
    once(t, action)


@own_play("Dark Reflection")
def dark_reflection(card: str, action: Action) -> None:
    t = table({KNIGHT: (2, 2)}, {"rex": (REX, (5, 2))})  # STR 4, ARM 2
    wear(t, KNIGHT, card)
    t.s.might = 0
    act(t, KNIGHT, f"act.Dark Reflection>{t['rex'].id}")
    strong = facts.strength(t.s, t["rex"])
    assert facts.attribute(t.s, t[KNIGHT], "STR") == Dice(stars=strong)  # better than 2R
    assert facts.attribute(t.s, t[KNIGHT], "ARM") == Dice(B=2, R=1)  # its own is better than 2 stars
    upkeep(t, KNIGHT)
    assert facts.attribute(t.s, t[KNIGHT], "STR") == Dice(R=2)
    once(t, action)


@own_play("Giri Swarm")
def giri_swarm(card: str, action: Action) -> None:
    t = table({KNIGHT: (2, 2), EMERALD: (9, 9)}, {"rex": (REX, (5, 2)), "frog": ("Frog Knight", (4, 2))})
    wear(t, KNIGHT, card)
    around = layout(t.s).grid.neighbours(facts.base(t.s, t["rex"])) & ~facts.base(t.s, t["rex"])
    free = (around & ~mask_of([t["frog"].at])).bit_count()
    dice = facts.attribute(t.s, t[KNIGHT], "WILL") + Dice(R=free)
    t.dice(*["B-"] * dice.B, *["R-"] * dice.R, *["G1"] * dice.G)
    act(t, KNIGHT, f"act.Giri Swarm>{t['rex'].id}")
    (shown,) = [e for e in t.told("ev.strikes")]
    assert len(shown.show["dice"]) == dice.B + dice.R + dice.G and free >= 7


@own_play("Doooom")
def doooom(card: str, action: Action) -> None:
    for name in ("act.Doooom", "attack.DEX"):
        t = table(
            {KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (4, 2))}, walls=((2, 2, "E"), (2, 1, "E"), (2, 3, "E"))
        )
        wear(t, KNIGHT, card)
        assert not facts.sees(t.s, t[KNIGHT], t["frog"])
        assert bool([o for o in offered(t, KNIGHT) if o.startswith(name)]) is (name == "act.Doooom")


@own_play("Sneak Attack")
def sneak_attack(card: str, action: Action) -> None:
    t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (6, 2))})
    wear(t, KNIGHT, card)
    swing(t, action, f"act.Sneak Attack>{t['frog'].id}", (f"to>{t.at(6, 3)}",))
    assert t[KNIGHT].at == t.at(6, 3) and (t["frog"].wounds, t["frog"].status) == (1, ["Knockdown"])


@own_play("Pumpkin Bomb")
def pumpkin_bomb(card: str, action: Action) -> None:
    strikes(card, action)  # Fire without a wound, friends too


@rule("HA-13", "CE-3", state=True)
def test_the_backblast_pushes_friends_too() -> None:
    t = table({KNIGHT: (5, 5), EMERALD: (6, 5)})
    wear(t, KNIGHT, "Vulcanis's Maul")
    act(t, KNIGHT, "act.Backblast", (f"to>{t.at(8, 5)}",))
    assert t[EMERALD].at == t.at(8, 5)


# -- pets ----------------------------------------------------------------------------------------------------


@rule("PT-5", state=True)
def test_the_two_extra_pets_lend_berserk_and_luck() -> None:
    for pet, word_ in (("Mr. Bitey", "Berserk"), ("Never-Lost Cola", "Luck")):
        t = things.knight()
        assert not facts.has(t.s, t[KNIGHT], word_)
        t.s.members["pet"] = Member("pet", "pet", pet, at=t.at(1, 1), master=KNIGHT, seat=KNIGHT)
        assert facts.has(t.s, t[KNIGHT], word_) and not facts.has(t.s, t[EMERALD], word_)


# -- swapped in one for one ----------------------------------------------------------------------------------


def scenario(**swap: list[str]) -> contents.Scenario:
    text = Path("scenarios/sde_arcade/forgotten-king.toml").read_text()
    data = tomllib.loads(text)
    data.setdefault("decks", {})["swap"] = swap
    return read_scenario(data)


@rule("SU-7", "SU-8", "SU-9", state=True)
def test_extra_cards_come_in_one_for_one() -> None:
    sc = scenario(
        **{
            "Steel Sword": ["Honed Blade"],
            "Chainmail": ["Leather Jerkin", "Potion Bandolier"],
            "Burning Eye": ["Rift Blade"],
            "Creep Factory": ["Bomb Flower"],
            "Bramble Wall": ["Webs", "Handy Tunnel"],
        }
    )
    loot, base, cards = contents.copies(sc, "loot"), contents.base_treasures(sc), contents.explore_cards(sc)
    assert (sum(loot.values()), sum(base.values()), sum(cards.values())) == (48, 24, 36)
    assert (loot["Steel Sword"], loot["Honed Blade"], loot["Chainmail"], loot["Potion Bandolier"]) == (
        1,
        1,
        0,
        2,
    )
    assert (base["Burning Eye"], base["Rift Blade"]) == (0, 1)
    assert (cards["Bramble Wall"], cards["Webs"], cards["Bomb Flower"]) == (0, 1, 1)


@rule("SU-8")
@pytest.mark.parametrize(
    "swap,told",
    [
        ({"Steel Swrd": ["Honed Blade"]}, 'did you mean "Steel Sword"'),
        ({"Steel Sword": ["Rift Blade"]}, "no loot card"),
        ({"Bent Nail": ["Honed Blade", "Hawk Bow"]}, "can't come in for 1"),
        ({"Burning Eye": ["Acorn of Life"]}, "no treasure card"),
        ({"Acolyte Robe": ["Honed Blade"]}, "no card"),
    ],
)
def test_a_wrong_swap_is_refused(swap: dict[str, list[str]], told: str) -> None:
    with pytest.raises(BadScenario) as bad:
        scenario(**swap)
    assert told in str(bad.value) or any(told in problem.message for problem in bad.value.problems)
    with pytest.raises(BadScenario, match="SU-8"):
        scenario(**{"Bent Nail": ["Honed Blade", "Hawk Bow"]})
