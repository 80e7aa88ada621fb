"""Actions and potions of Heroes that no kind covers: a play for each, against the same play without it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sde.acts import KNIGHT, best, rule, upkeep, wear
from tests.sde.heroes import CASES, FOE, Case, action_of, do, drive, offered, ops, rolled, use
from tests.sde.table import OPEN, Table, table
from tests.sde.test_heroes_strikes import STRIKES
from tests.sde.test_heroes_support import CONTROL, HEAL, LAST, LASTING
from webgame.engine.decision import Decision
from webgame.systems.sde_arcade import scene
from webgame.systems.sde_arcade.cards import Dice, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import aiming, equipment, facts, resolve, walk

Play = Callable[[Case], None]
PLAYS: dict[tuple[str, str], Play] = {}  # Hero and action; an operation in place of the action: all with it
ENEMY = resolve.Strike("l.fight", command="fight")


def play(hero: str, *names: str) -> Callable[[Play], Play]:
    """Register a play of actions of a Hero."""

    def put(function: Play) -> Play:
        for name in names:
            PLAYS[hero, name] = function
        return function

    return put


def _find(hero: str, name: str) -> Case:
    return next(case for case in CASES if case[0] == hero and case[2] == name)


# -- potion tokens -----------------------------------------------------------------------------------------


@play("codifier-kisa", "Scratch", "Catnip")
@play("one-shot", "Fritz")
def a_potion_for_anybody(case: Case) -> None:
    t = table({case[0]: (4, 4), KNIGHT: (9, 9), "royal-paladin": (0, 0)})
    use(t, case, "", "hero>royal-paladin")
    assert [t[who].potions for who in (KNIGHT, "royal-paladin")] == [0, 1]


@play("soda-master-candy", "Vending Machine")
def vending_machine(case: Case) -> None:
    t = table({case[0]: (2, 5), KNIGHT: (8, 5), "royal-paladin": (9, 5)})
    assert not any("Vending Machine" in o for o in offered(t, case[0]))  # no token to give
    t[case[0]].potions = 2
    assert [o for o in offered(t, case[0]) if "Vending Machine" in o] == [f"act.Vending Machine>{KNIGHT}"]
    use(t, case, f">{KNIGHT}")
    assert (t[case[0]].potions, t[KNIGHT].potions) == (1, 1)
    assert not any("Vending Machine" in o for o in offered(t, case[0]))  # the Knight holds one only


@play("miserable-toad", "Sticky Tongue")
def sticky_tongue(case: Case) -> None:
    def tongue(*answers: str, wounds: int = 1, potions: int = 0) -> tuple[int, int]:
        t = table({case[0]: (4, 4)}, {"foe": (FOE, (6, 4))})
        t[case[0]].wounds, t[case[0]].potions = wounds, potions
        use(t, case, f">{t['foe'].id}", *answers)
        return t[case[0]].wounds, t[case[0]].potions

    assert tongue("choose>l.choose.gain_potion") == (1, 1)
    assert tongue("choose>l.choose.heal_or_remedy") == (0, 0)
    assert tongue(wounds=0) == (0, 1) and tongue(potions=1) == (0, 1)  # nothing to choose
    t = table({case[0]: (4, 4)}, {"foe": (FOE, (6, 4))})
    t[case[0]].wounds = 1
    use(t, case, f">{t['foe'].id}", dice=["B-", "B-", "B-"])
    assert t[case[0]].wounds == 1


# -- cards -------------------------------------------------------------------------------------------------


@play("calico-kate", "Pirate Snatch")
@play("royal-warden", "Tax Collector")
def a_loot_card(case: Case) -> None:
    t = table({case[0]: (4, 4)}, {"foe": (FOE, (5, 4))})
    use(t, case, f">{t['foe'].id}", dice=["B-", "B-", "B-", "R-", "R-", "R-"][: _pool(t, case)])
    assert t.s.backpack == [] and t["foe"].wounds == 0
    t[case[0]].ap_spent = 0
    t.rng.script = []
    use(t, case, f">{t['foe'].id}")
    assert len(t.s.backpack) == 1 and t.s.backpack[0] in box().loot


def _pool(t: Table, case: Case) -> int:
    dice = rolled(t, case)
    t.rng.script = []
    return dice.B + dice.R


@play("cursed-captain", "Treasure Map")
def treasure_map(case: Case) -> None:
    def opened(tokens: int, *answers: str) -> tuple[int, int, list[str]]:
        t = table({case[0]: (4, 4)})
        chest = t.token("chest", 5, 4)
        t.s.treasure.draw_pile = ["Burning Eye"] * 9
        t.s.keys, t[case[0]].potions = 1, tokens
        do(t, case[0], f"unlock>{chest.id}", *answers)
        return len(t.s.backpack), t[case[0]].potions, [d.prompt for d in t.asked]

    map_ = f"drink.{case[0]}.Treasure Map@{case[0]}"
    assert opened(0)[:2] == (2, 0) and "ask.after_open_chest" not in opened(0)[2]
    assert opened(1, "wait")[:2] == (2, 1)
    assert opened(1, map_)[:2] == (3, 0)
    t = table({case[0]: (4, 4)})
    t[case[0]].potions = 1
    assert not any("Treasure Map" in o for o in offered(t, case[0]))  # at that moment only (PO-5)


@play("fae-alchemist", "Experimental Concoction")
def experimental_concoction(case: Case) -> None:
    t = table({case[0]: (4, 4), KNIGHT: (9, 9)})
    t.s.treasure.draw_pile = ["Burning Eye", "Burning Eye", "Bejeweled Shield", "Admiral Fuzzybottom"]
    t.s.treasure.discard_pile = []
    wear(t, case[0], "Bejeweled Shield")  # the slot does not matter
    plain = {attr: facts.attribute(t.s, t[case[0]], attr) for attr in ("STR", "ARM", "WILL", "DEX")}
    use(t, case, "", "use>Burning Eye")
    shown = {attr: facts.attribute(t.s, t[case[0]], attr) for attr in plain}
    sheet = scene.scene(t.s)["sheets"][case[0]]
    assert [slot["card"] for slot in sheet["slots"]].count("card.Burning Eye") == 1 and len(
        sheet["slots"]
    ) == 5
    assert shown != plain and "Burning Eye" in t[case[0]].slots.values()
    assert len(t.s.treasure.draw_pile) == 3 and t.s.backpack == []  # the other one and the wonder went back
    t[case[0]].potions = 0
    upkeep(t, case[0])
    assert {attr: facts.attribute(t.s, t[case[0]], attr) for attr in plain} == plain
    assert t.s.treasure.discard_pile == ["Burning Eye"]
    t[case[0]].potions, t[KNIGHT].seat = 1, case[0]
    assert not any("Concoction" in o for o in offered(t, KNIGHT))  # only the Alchemist drinks it


@play("princess-ruby", "Dress-up Draught")
def dress_up_draught(case: Case) -> None:
    t = table({case[0]: (4, 4), KNIGHT: (9, 9), "royal-paladin": (0, 0)})
    t[KNIGHT].seat = t["royal-paladin"].seat = case[0]
    t[case[0]].potions = 1
    assert not any("Dress-up" in o for o in offered(t, case[0]))  # nobody wears anything
    loot = [card.name for card in box().loot.values() if not equipment.cursed(card.name)]
    one = next(name for name in loot if box().equipment[name].slot == "Ruby")
    two = next(name for name in loot if box().equipment[name].slot == "Emerald")
    wear(t, KNIGHT, one)
    wear(t, "royal-paladin", two)
    use(t, case, "", f"swap.{KNIGHT}>{one}", f"swap.royal-paladin>{two}")
    assert (t[KNIGHT].slots, t["royal-paladin"].slots) == ({"Emerald": two}, {"Ruby": one})
    assert t.s.loot.discard_pile == []
    other = table({case[0]: (4, 4), KNIGHT: (9, 9), "royal-paladin": (0, 0)})
    wear(other, KNIGHT, one)
    wear(other, "royal-paladin", two)
    other[case[0]].potions = 1

    def refuses(decision: Decision) -> str:
        assert decision.mode == "consent"
        return "no"

    group = f"drink.{case[0]}.Dress-up Draught"
    do(other, case[0], group, f"swap.{KNIGHT}>{one}", f"swap.royal-paladin>{two}", refuses)
    assert other[KNIGHT].slots == {"Ruby": one}  # its player decides about the Knight (CP-3)


# -- potions that interrupt a roll ---------------------------------------------------------------------------


@play("deeproot-wolf-rider", "Glimmerberry Juice")
def glimmerberry_juice(case: Case) -> None:
    def attacked(tokens: int, *answers: str, at: tuple[int, int] = (2, 5)) -> tuple[int, int]:
        t = table({KNIGHT: (4, 5), case[0]: at}, {"frog": ("Frog Knight", (5, 5))})
        t.s.turn.side, t[case[0]].potions = "consul", tokens
        t.dice("B1", "B-", "R-")  # 1 against STR 2
        drive(t, resolve.strike(t.g, t["frog"], [t[KNIGHT]], ENEMY), *answers)
        return t[KNIGHT].wounds, t[case[0]].potions

    juice = f"drink.{case[0]}.Glimmerberry Juice@{case[0]}"
    assert attacked(0) == (1, 0) and attacked(1, "wait") == (1, 1)
    assert attacked(1, juice) == (0, 0)
    assert attacked(1, at=(9, 9)) == (1, 1)  # range 6: nothing is asked
    t = table({KNIGHT: (4, 5), case[0]: (2, 5)}, {"frog": ("Frog Knight", (5, 5))})
    t.s.turn.side, t[case[0]].potions = "consul", 1
    t.dice("B-", "B-", "R-")
    drive(t, resolve.strike(t.g, t["frog"], [t[KNIGHT]], ENEMY), juice)
    assert facts.strength(t.s, t["frog"]) == 2  # for that attack only
    t = table({KNIGHT: (4, 5), case[0]: (2, 5)})
    t[case[0]].potions = 1
    assert not any("Glimmerberry" in o for o in offered(t, case[0]))


@play("silver-chevalier", "Quicksilver Elixir")
def quicksilver_elixir(case: Case) -> None:
    elixir = f"drink.{case[0]}.Quicksilver Elixir@{case[0]}"

    def attacked(tokens: int, *answers: str) -> tuple[int, int]:
        t = table({case[0]: (4, 5)}, {"frog": ("Frog Knight", (5, 5))})
        t.s.turn.side, t[case[0]].potions = "consul", tokens
        t.dice("B-", "B-", "B1", "B2", "B2")
        drive(t, resolve.strike(t.g, t["frog"], [t[case[0]]], ENEMY), *answers)
        return t[case[0]].wounds, len(t.rng.script)

    assert attacked(0) == (1, 2) and attacked(1, "wait") == (1, 2)
    assert attacked(1, elixir, "reroll>0:B:0", "reroll>1:B:0", "keep") == (0, 0)
    assert attacked(1, elixir, "reroll>0:B:0", "keep") == (0, 1)


# -- moving and placing --------------------------------------------------------------------------------------


@play("sebastian-cross", "Rook")
@play("riftling-rogue", "Dimensional Draught")
def a_teleport(case: Case) -> None:
    t = table({case[0]: (0, 0)}, walls=((0, 3, "N"), (1, 3, "N")))
    use(t, case, "", f"to>{t.at(10, 10)}")
    assert t[case[0]].at == t.at(10, 10) and t[case[0]].mp_spent == 0
    t = table({case[0]: (0, 0)})
    use(t, case, "", "stay")
    assert t[case[0]].at == t.at(0, 0)


@play("thundervale-huntress", "Distilled Stampede")
def distilled_stampede(case: Case) -> None:
    t = table({case[0]: (2, 2), KNIGHT: (5, 5)})
    use(t, case, "", f"move.{KNIGHT}>{t.at(8, 8)}", f"stay.{case[0]}")
    assert t[KNIGHT].at == t.at(8, 8)


@play("kunoichi-candy", "Ninja Pop")
def ninja_pop(case: Case) -> None:
    fence = tuple((x, 3, "N") for x in range(11))
    t = table({case[0]: (5, 4)}, walls=fence)
    beyond = t.at(5, 2)
    assert not walk.ways(t.s, t[case[0]], 6).anchors >> beyond & 1
    use(t, case)
    assert walk.ways(t.s, t[case[0]], 6).cost(beyond) == 2
    assert not layout(t.s).sight.sees_any(1 << t.at(5, 4), 1 << beyond)  # its sight is not changed
    t[case[0]].potions = 0
    upkeep(t, case[0])
    assert not walk.ways(t.s, t[case[0]], 6).anchors >> beyond & 1


@play("deeproot-scout", "Boomerang")
def boomerang(case: Case) -> None:
    fence = tuple((5, y, "W") for y in range(7))
    t = table({case[0]: (4, 4)}, walls=fence)
    assert not any("Boomerang" in o for o in offered(t, case[0]))  # no chest
    t.token("chest", 8, 8)
    near = t.token("chest", 7, 8)  # six squares around the wall
    assert [o for o in offered(t, case[0]) if "Boomerang" in o] == [f"act.Boomerang>{near.id}"]
    use(t, case, f">{near.id}", f"to>{t.at(3, 3)}")
    assert near.at == t.at(3, 3) and t[case[0]].ap_spent == 2


@play("wyrm-claw-exemplar", "Portcullis Potion")
def portcullis_potion(case: Case) -> None:
    rows = (*OPEN[:4], *("..........D",) * 3, *OPEN[7:])
    second = (*OPEN[:4], *("D..........",) * 3, *OPEN[7:])

    def passed(drunk: bool, *dice: str) -> Table:
        t = table({case[0]: (3, 3), KNIGHT: (4, 4)}, {"foe": (FOE, (12, 5))}, rows=rows, second=second)
        t.s.tiles[1].explored = True
        if drunk:
            use(t, case, "", f"to>{t.at(10, 5)}")
            assert [token.kind for token in t.s.tokens.values()] == ["portcullis"]
        t.dice(*dice)
        ways = walk.ways(t.s, t["foe"], 9)
        drive(t, walk.walk(t.g, t["foe"], t.at(8, 5), ways))
        assert t["foe"].at == t.at(8, 5)
        return t

    assert passed(False)["foe"].wounds == 0
    hit = passed(True, "B2", "B2", "B2")
    assert hit["foe"].wounds == 1 and not hit.s.tokens
    missed = passed(True, "B-", "B-", "B-")
    assert missed["foe"].wounds == 0 and not missed.s.tokens  # it goes all the same
    t = table({case[0]: (3, 3)}, {"foe": (FOE, (8, 8))}, rows=rows, second=second)
    use(t, case, "", f"to>{t.at(10, 5)}")
    drive(t, walk.walk(t.g, t["foe"], t.at(9, 6), walk.ways(t.s, t["foe"], 9)))
    assert t["foe"].wounds == 0 and len(t.s.tokens) == 1  # nobody passed


# -- attacks of their own kind -----------------------------------------------------------------------------


@play("bearstruck-berserker", "Rager Root")
def rager_root(case: Case) -> None:
    t = table({case[0]: (4, 4)}, {"foe": (FOE, (6, 4))})
    t.dice(*best(facts.attribute(t.s, t[case[0]], "STR")))
    use(t, case, "", f"attack.STR>{t['foe'].id}")
    assert t["foe"].wounds == 1 and t[case[0]].ap_spent == 0 and "Berserk" not in t[case[0]].used
    t = table({case[0]: (4, 4)})
    t[case[0]].potions = 1
    assert not any("Rager Root" in o for o in offered(t, case[0]))


@play("claw-tribe-barbarian", "Rage")
def rage(case: Case) -> None:
    t = table({case[0]: (4, 4)}, {"boris": ("Bashful Boris", (6, 4))})
    wear(t, case[0], "Bejeweled Shield")
    assert f"attack.STR>{t['boris'].id}" not in offered(t, case[0])
    use(t, case)
    assert facts.attribute(t.s, t[case[0]], "ARM") == Dice(B=1)
    assert not any(o.startswith("attack.") for o in offered(t, case[0]))  # no MP spent, Berserk is off
    do(t, case[0], f"move>{t.at(5, 3)}")
    do(t, case[0], f"move>{t.at(5, 5)}")
    for wounds_ in (1, 2, 3):
        t.dice("R3", "R3")
        do(t, case[0], f"attack.STR>{t['boris'].id}")
        assert t["boris"].wounds == wounds_ and t[case[0]].ap_spent == 3
    assert not any(o.startswith("attack.") for o in offered(t, case[0]))  # three points, three attacks
    upkeep(t, case[0])
    assert facts.has(t.s, t[case[0]], "Berserk") and facts.attribute(t.s, t[case[0]], "ARM") != Dice(B=1)


@play("house-phoenix-pugilist", "Punch, punch, punch!")
def punch(case: Case) -> None:
    spots = {"a": (5, 4), "b": (7, 4), "c": (9, 4), "d": (9, 9)}
    foes = {name: ("Billmen", at) for name, at in spots.items()}
    t = table({case[0]: (4, 4)}, foes)
    ids = {name: t[name].id for name in foes}
    t.dice("B1", "B1", "B1", "B2", "B1", "B2")  # three dice, then two, then one
    use(
        t,
        case,
        "",
        f"attack.STR>{ids['a']}",
        f"move.{case[0]}>{t.at(6, 4)}",
        f"attack.STR>{ids['b']}",
        f"move.{case[0]}>{t.at(8, 4)}",
        f"attack.STR>{ids['c']}",
        dice=[],
    )
    assert sorted(m.id for m in t.s.monsters.values()) == [ids["d"]] and not t.rng.script
    assert t[case[0]].ap_spent == 1
    t = table({case[0]: (4, 4)}, foes)
    t.dice("B-", "B-", "B-")
    use(t, case, "", f"attack.STR>{t['a'].id}", dice=[])
    assert t[case[0]].at == t.at(4, 4) and len(t.s.monsters) == 4  # a miss ends it
    t = table({case[0]: (0, 0)}, foes)
    assert not any("Punch" in o for o in offered(t, case[0]))


@play("dragon-blade", "Dragon Slayer")
def dragon_slayer(case: Case) -> None:
    t = table({case[0]: (4, 4)}, {"boris": ("Bashful Boris", (5, 4))})
    use(t, case, f">{t['boris'].id}", dice=["B2", "B2", "B1"])
    assert t["boris"].wounds == 3  # 5 against ARM 2
    t[case[0]].ap_spent = 0
    t.dice("B2", "B2", "B1")
    do(t, case[0], f"attack.STR>{t['boris'].id}")
    assert t["boris"].wounds == 4


@play("outcast-succubus", "Breathtaking Kiss")
def breathtaking_kiss(case: Case) -> None:
    t = table({case[0]: (4, 4)}, {"foe": (FOE, (5, 4))})
    t[case[0]].wounds = 2
    use(t, case, f">{t['foe'].id}", dice=["R-", "R-", "R-"])
    assert t[case[0]].wounds == 2
    t[case[0]].ap_spent = 0
    use(t, case, f">{t['foe'].id}")
    assert t[case[0]].wounds == 1


@play("arena-champion", "Captain Capture")
def captain_capture(case: Case) -> None:
    t = table({case[0]: (4, 4)})
    assert not any("Captain Capture" in o for o in offered(t, case[0]))
    coin = t.token("coin", 3, 4)
    use(t, case, "", f"scavenge>{coin.id}", f"to>{t.at(8, 4)}")
    assert t.s.coins == 1 and t[case[0]].at == t.at(8, 4) and t[case[0]].ap_spent == 1
    assert t.cites("CE-4")
    t = table({case[0]: (4, 4)})
    chest = t.token("chest", 3, 4)
    t.s.treasure.draw_pile = ["Burning Eye"] * 4
    t.dice("B2", "B2", "B2")
    use(t, case, "", f"pick_lock>{chest.id}", "stay")
    assert len(t.s.backpack) == 2 and t[case[0]].at == t.at(4, 4)


@play("hearthsworn-fighter", "Hero's Balm")
def heros_balm(case: Case) -> None:
    t = table({case[0]: (4, 4), KNIGHT: (9, 4)})
    t[KNIGHT].wounds, t[case[0]].wounds = 4, 4
    use(t, case, f">{KNIGHT}", "take>1")
    assert (t[KNIGHT].wounds, t[case[0]].wounds) == (3, 5)  # of six hearts: it may not destroy
    t = table({case[0]: (4, 4), KNIGHT: (9, 4)})
    t[KNIGHT].wounds = 4
    use(t, case, f">{KNIGHT}", "take>3")
    assert (t[KNIGHT].wounds, t[case[0]].wounds) == (1, 3)


# -- areas of their own kind ---------------------------------------------------------------------------------


@play("hidden-shrine-infiltrator", "Benevolence")
def benevolence(case: Case) -> None:
    t = table({case[0]: (4, 4), KNIGHT: (5, 5), "royal-paladin": (6, 6)}, {"foe": (FOE, (3, 3))})
    for fig in (t[case[0]], t[KNIGHT], t["royal-paladin"], t["foe"]):
        fig.status = ["Slow", "Ice"]
    use(t, case)
    assert [t[who].status for who in (case[0], KNIGHT, "foe")] == [[], [], []]
    assert t["royal-paladin"].status == ["Slow", "Ice"]


@play("house-unicorn-diviner", "Confetti Sprinkle")
def confetti_sprinkle(case: Case) -> None:
    t = table({case[0]: (0, 5), KNIGHT: (4, 5)}, {"foe": (FOE, (3, 5)), "far": (FOE, (9, 9))})
    t.rng.numbers["status"] = [0, 3]
    use(t, case, f">{t.at(3, 5)}")
    assert [len(t[who].status) for who in (KNIGHT, "foe", "far")] == [1, 1, 0]
    assert t[KNIGHT].status + t["foe"].status == [box().statuses[0], box().statuses[3]]
    t[case[0]].ap_spent = 0
    t.rng.numbers["status"] = [0, 1]
    use(t, case, f">{t.at(3, 5)}")
    assert [len(t[who].status) for who in (KNIGHT, "foe")] == [1, 2]  # what it has already is lost (AB-5)


@play("mistmourn-shaman", "Spirit Burn")
def spirit_burn(case: Case) -> None:
    t = table({case[0]: (4, 4), KNIGHT: (9, 4)}, {"frog": ("Frog Knight", (10, 4))})
    use(t, case, f">{KNIGHT}")
    assert t[KNIGHT].status == ["Fire"] and t[case[0]].status == []
    t.s.turn.side = "consul"
    t.dice("B2", "B2", "R3")
    drive(t, resolve.strike(t.g, t["frog"], [t[KNIGHT]], ENEMY))
    assert t["frog"].wounds == 1  # Backlash


@play("ember-mage", "Fire Water")
def fire_water(case: Case) -> None:
    t = table({case[0]: (4, 4)}, {"foe": (FOE, (5, 4))})
    use(t, case)
    assert t[case[0]].status == ["Fire"] and t["foe"].status == []


@play("twilight-knight", "Gloom Shatter")
def gloom_shatter(case: Case) -> None:
    t = table({case[0]: (4, 4), KNIGHT: (5, 4)}, {"frog": (FOE, (6, 4)), "far": (FOE, (8, 8))})
    strong = facts.strength(t.s, t["frog"])
    use(t, case)
    assert [facts.strength(t.s, t[who]) for who in ("frog", "far")] == [strong - 1, strong]
    t.dice("R1", "R3")  # 4 - 1 against ARM 2
    t.s.turn.active = KNIGHT
    drive(t, resolve.strike(t.g, t[KNIGHT], [t["frog"]], resolve.basic("STR", "BA-2")))
    assert t.told("ev.strikes")[-1].params["n"] == 3
    t.dice("B2", "R2")
    drive(t, resolve.strike(t.g, t[case[0]], [t["frog"]], resolve.basic("STR", "BA-2")))
    assert t.told("ev.strikes")[-1].params["n"] == 4  # but not her own
    t[case[0]].at = t.at(0, 0)
    assert facts.strength(t.s, t["frog"]) == strong


@play("twilight-knight", "Lamplight")
def lamplight(case: Case) -> None:
    t = table({case[0]: (4, 4)}, {"slime": ("Giri", (6, 6)), "foe": (FOE, (7, 4)), "far": ("Giri", (10, 10))})
    near, away = t.trap("Spiked Floor", (1, 4)), t.trap("Spiked Floor", (10, 0))
    t.s.pool.creeps = {"Giri": 0}
    use(t, case)
    assert near.id not in t.s.templates and away.id in t.s.templates
    assert {m.card for m in t.s.monsters.values()} == {FOE, "Giri"} and t.s.pool.creeps["Giri"] == 1
    assert t["foe"].wounds == 0 and t.s.turn.loot == 0 and t[case[0]].wrath == 1  # for the potion alone
    t = table({case[0]: (4, 4)})
    t.trap("Spiked Floor", (1, 4))
    t[case[0]].potions = 1
    assert any("Lamplight" in o for o in offered(t, case[0]))  # a trap is enough
    t.s.templates.clear()
    assert not any("Lamplight" in o for o in offered(t, case[0]))


@play("nether-assassin", "Nether Ash")
def nether_ash(case: Case) -> None:
    t = table({case[0]: (4, 4)}, {"foe": (FOE, (7, 4)), "beside": (FOE, (5, 5))})
    t[case[0]].lasting.clear()

    def aims(name: str) -> bool:
        found = aiming.targetable(t.s, t[name], t[case[0]], 6, offensive=True)
        return found is None

    assert aims("foe") and aims("beside")  # 6 less 3 for Stealth
    use(t, case)
    assert not aims("foe") and aims("beside")
    t[case[0]].potions = 0
    upkeep(t, case[0])
    assert aims("foe")


# -- dice of the next roll ---------------------------------------------------------------------------------


@play("fae-alchemist", "Secret Ingredient")
def secret_ingredient(case: Case) -> None:
    t = table({case[0]: (4, 4)}, {"foe": (FOE, (7, 4))})
    use(t, case)
    t.dice("R1", "R-", "G4")
    do(t, case[0], f"attack.WILL>{t['foe'].id}")
    assert t["foe"].wounds == 1 and not t.rng.script
    t.dice("R1", "R-")
    do(t, case[0], f"attack.WILL>{t['foe'].id}")
    assert t["foe"].wounds == 1 and not t.rng.script  # for one roll only
    t = table({case[0]: (4, 4)})
    chest = t.token("chest", 5, 4)
    use(t, case)
    t.dice("B-", "B-", "B-", "G4")  # a check is a roll, too
    do(t, case[0], f"pick_lock>{chest.id}")
    assert not t.rng.script and t.told("ev.picks_lock")


# -- the leaps -----------------------------------------------------------------------------------------------

LEAPS = [case for case in CASES if "Pounce" in action_of(case).keywords]


@rule("CE-10", "HA-13")
@pytest.mark.parametrize("case", LEAPS, ids=str)
def test_a_pounce_places_its_user_next_to_the_enemy_first(case: Case) -> None:
    n = box().heroes[case[0]].base[0]
    t = table({case[0]: (0, 5)}, {"foe": (FOE, (n + 4, 5)), "far": (FOE, (n + 5, 0))})
    assert f"act.{case[2]}>{t['far'].id}" not in offered(t, case[0])
    use(t, case, f">{t['foe'].id}", f"to>{t.at(n + 5, 5)}")
    assert t[case[0]].at == t.at(n + 5, 5) and t["foe"].wounds == 1 and t[case[0]].mp_spent == 0
    fence = tuple((4, y, "W") for y in range(11))
    t = table({case[0]: (0, 5)}, {"foe": (FOE, (n + 3, 5))}, walls=fence)
    assert f"act.{case[2]}>{t['foe'].id}" not in offered(t, case[0])  # it must be seen
    t = table({case[0]: (4, 4)}, {"foe": (FOE, (4 + n, 4))})
    use(t, case, f">{t['foe'].id}", "stay")
    assert t[case[0]].at == t.at(4, 4) and t["foe"].wounds == 1


@rule("LR-6", "HA-13", state=True)
@pytest.mark.parametrize(
    "case", [c for c in CASES if "Hookshot" in action_of(c).keywords and c in STRIKES], ids=str
)
def test_a_hookshot_needs_no_sight(case: Case) -> None:
    fence = tuple((4, y, "W") for y in range(9))
    t = table({case[0]: (2, 7)}, {"foe": (FOE, (5, 8))}, walls=fence)
    assert not facts.sees(t.s, t[case[0]], t["foe"])
    assert f"act.{case[2]}>{t['foe'].id}" in offered(t, case[0])
    assert not any(o == f"attack.DEX>{t['foe'].id}" for o in offered(t, case[0]))


# -- all of them ---------------------------------------------------------------------------------------------


@rule("HA-10", "HA-14", "PO-2", "PO-5", "CE-5", "BA-1", "AB-5", "TR-8")
@pytest.mark.parametrize("hero,name", list(PLAYS))
def test_an_action_of_its_own_kind_does_what_its_card_says(hero: str, name: str) -> None:
    PLAYS[hero, name](_find(hero, name))


OPEN_CASES: dict[tuple[str, str], str] = {}  # actions without a play, and why


def test_every_action_and_potion_of_every_hero_is_played() -> None:
    """Each action strikes, or each of its operations is played, by kind or by a play of its own."""
    left = []
    for case in CASES:
        played = (case[0], case[2]) in PLAYS
        kinds = {"control": CONTROL, **dict.fromkeys(("heal_or_remedy", "remedy", "regenerate"), HEAL)}
        kinds |= dict.fromkeys(LASTING, LAST)
        open_ops = {op for op in ops(case) if case not in kinds.get(op, [])}
        strikes = case in STRIKES or (not action_of(case).inflicts and action_of(case).kind != "offense")
        if (open_ops or not strikes) and not played:
            left.append((case[0], case[2]))
    assert sorted(left) == sorted(OPEN_CASES)
    assert len(CASES) == sum(len(h.actions) + len(h.potions) for h in box().heroes.values())
