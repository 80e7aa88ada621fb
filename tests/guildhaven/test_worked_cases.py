"""The worked cases of the rules, C2 to C36 as they concern one scenario (C1 has a file of its own)."""

from __future__ import annotations

import pytest

from tests.guildhaven.table import Table, sheet_of, table
from webgame.engine.masks import bits
from webgame.systems.guildhaven import setup
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import amt, facts, moving, rest, special
from webgame.systems.guildhaven.rules import attack as attacks

HAND = ["martial_arts:blitz", "martial_arts:palm_strike", "super_senses:weak_point"]


def strike(t: Table, attacker: str, target: str, n: int, *answers: str, **more: object) -> None:
    """Carry out one attack."""
    t.play(attacks.attack(t.g, t[attacker], t[target], attacks.Strike(n, **more)), *answers)  # type: ignore[arg-type]


@pytest.mark.rule("guildhaven", "GH-16.6")
@pytest.mark.rule("guildhaven", "GH-7.4", state=True)
def test_c2_nil_keeps_riders() -> None:
    t = table(hero=(4, 7), units={4: ("Gunner", (4, 2))}, hand=[])
    t.dice(1, 1).act("v4", table="Gunner", roll=6)
    assert t.me.hp == 10
    assert "immobilize" in t.me.conditions


@pytest.mark.rule("guildhaven", "GH-7.3", state=True)
def test_c3_table_edges() -> None:
    expected = {2: 0, 3: 0, 4: 1, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 5, 11: 6, 12: 6}
    assert {total: amt.modified(3, total, False) for total in range(2, 13)} == expected
    assert amt.modified(3, 12, True) == 9
    assert amt.modified(1, 4, False) == 0


@pytest.mark.rule("guildhaven", "GH-7.1")
@pytest.mark.rule("guildhaven", "GH-16.7", state=True)
def test_c5_poison_shield_double() -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 20, "shield": 1})}, hand=[])
    t.play(_give(t, "v1", "poison"))
    strike(t.dice(6, 5), "hero", "v1", 3)
    assert t["v1"].hp == 20 - 7


@pytest.mark.rule("guildhaven", "GH-7.3")
@pytest.mark.rule("guildhaven", "GH-16.17", state=True)
def test_c6_pierce() -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 20, "shield": 3})}, hand=[])
    strike(t.dice(3, 4), "hero", "v1", 2, pierce=2)
    assert t["v1"].hp == 19
    t["v1"].shield = 1
    strike(t.dice(6, 6), "hero", "v1", 3, pierce=2)
    assert t["v1"].hp == 19 - 9


@pytest.mark.rule("guildhaven", "GH-13.1", state=True)
def test_c7_three_dice() -> None:
    assert sum(amt.kept([2, 5, 6], 1)) == 11
    assert sum(amt.kept([2, 5, 6], -1)) == 7


@pytest.mark.rule("guildhaven", "GH-7.1")
@pytest.mark.rule("guildhaven", "GH-13.2", state=True)
def test_c7_advantage_and_disadvantage_cancel() -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 20})}, hand=[])
    t.play(_give(t, "hero", "confuse"))
    strike(t.dice(2, 5), "hero", "v1", 3, advantage=True)
    assert t.rng.counters["attack"] == 2
    assert t["v1"].hp == 17


@pytest.mark.rule("guildhaven", "GH-13.3", state=True)
@pytest.mark.parametrize(("perk", "dice"), [("weaponry:long_barrel", 3), ("weaponry:point_blank", 2)])
def test_c8_ranged_when_adjacent(perk: str, dice: int) -> None:
    t = table(
        units={1: ("Thug", (4, 3), {"hp": 20})}, specialties=("psionics", "weaponry"), perks=(perk,), hand=[]
    )
    step = box().cards["psionics:mind_spike"].top.steps[0]
    assert t.dice(6, 6, 1).line(step, "attack>v1")
    assert t.rng.counters["attack"] == dice
    assert t["v1"].hp == 20 - (3 if dice == 3 else 9)


@pytest.mark.rule("guildhaven", "GH-2.2")
def test_c10_exact_damage_is_fatal() -> None:
    t = table(units={1: ("Thug", (4, 3))}, hp=4, hand=[])
    strike(t.dice(3, 4), "v1", "hero", 4)
    assert t.me.hp == 0
    assert t.s.table.outcome == "lost"


@pytest.mark.rule("guildhaven", "GH-16.3")
def test_c11_bleed_cannot_be_negated() -> None:
    t = table(units={1: ("Thug", (4, 3))}, hp=3, hand=HAND)
    t.me.shield = 2
    t.act("v1", [{"op": "bleed", "n": 2, "range": 1}])
    assert t.me.hp == 1
    assert not t.asked


@pytest.mark.rule("guildhaven", "GH-16.3")
@pytest.mark.rule("guildhaven", "GH-2.2")
def test_c11_bleed_can_be_fatal() -> None:
    t = table(units={1: ("Thug", (4, 3))}, hp=3, hand=HAND)
    t.act("v1", [{"op": "bleed", "n": 3, "range": 1}])
    assert t.s.table.outcome == "lost"


@pytest.mark.rule("guildhaven", "GH-16.1")
@pytest.mark.rule("guildhaven", "GH-16.4")
def test_c12_confuse_after_the_turn_lasts_through_the_next() -> None:
    t = table(units={5: ("Goon", (4, 3))}, hand=["martial_arts:blitz", "martial_arts:palm_strike"])
    t.choose("martial_arts:blitz", "martial_arts:palm_strike").turn("end")
    t.dice(3, 3).act("v5", table="Goon", roll=3)
    assert "confuse" in t.me.conditions
    t.s.table.piles.hand, t.s.table.piles.discard = t.s.table.piles.discard, []
    t.s.table.round.played.clear()
    t.s.table.round.halves.clear()
    t.choose("martial_arts:blitz", "martial_arts:palm_strike")
    t.dice(4, 4, 6).turn("top.martial_arts:blitz", "attack>v5", "end")
    assert "confuse" not in t.me.conditions
    assert "log.roll.-1" in t.keys()


@pytest.mark.rule("guildhaven", "GH-16.1")
def test_c12_confuse_before_the_turn_ends_with_it() -> None:
    t = table(units={5: ("Goon", (4, 3))}, hand=["martial_arts:blitz", "martial_arts:palm_strike"])
    t.choose("martial_arts:blitz", "martial_arts:palm_strike")
    t.dice(3, 3).act("v5", table="Goon", roll=3, steps=None)
    t.turn("end")
    assert "confuse" not in t.me.conditions


@pytest.mark.rule("guildhaven", "GH-16.9")
@pytest.mark.rule("guildhaven", "GH-16.2", state=True)
def test_c13_shield_lifetime() -> None:
    t = table(units={1: ("Thug", (4, 1))}, hand=[])
    t.act("v1", table="Thug", roll=6)
    assert facts.shield(t.s, t["v1"]) == 1
    t.act("v1", table="Thug", roll=6)
    assert facts.shield(t.s, t["v1"]) == 1, "renewed, not added"
    t.dice(3, 3).act("v1", table="Thug", roll=1)
    assert facts.shield(t.s, t["v1"]) == 0


@pytest.mark.rule("guildhaven", "GH-9.4")
@pytest.mark.rule("guildhaven", "GH-16.12", state=True)
def test_c15_wound_and_poison_with_rest() -> None:
    t = table(hp=5, hand=[])
    _discard(t, 4)
    t.play(_give(t, "hero", "wound"))
    t.play(_give(t, "hero", "poison"))
    first, second = t.s.table.piles.discard[:2]
    t.rest("yes", f"card>{first}", f"card>{second}")
    assert t.me.hp == 5
    assert not t.me.conditions
    assert len(t.s.table.piles.hand) == 2
    assert {first, second} <= set(t.s.table.piles.buried)


@pytest.mark.rule("guildhaven", "GH-9.4")
def test_c16_rest_with_active_card() -> None:
    t = table(level=3, hp=9, hand=[])
    t.s.hero.cards[0] = "martial_arts:whirling_form"
    piles = t.s.table.piles
    piles.active, piles.discard, piles.buried = [t.s.hero.cards[0]], t.s.hero.cards[1:6], t.s.hero.cards[6:]
    t.me.max_hp = 10
    t.rest("yes", f"card>{piles.discard[0]}")
    assert t.me.hp == 10
    assert len(piles.hand) == 4
    assert "martial_arts:whirling_form" in piles.buried
    t.check()


@pytest.mark.rule("guildhaven", "GH-9.4", state=True)
def test_c17_rest_refused() -> None:
    t = table(hand=[])
    _discard(t, 1)
    assert not rest.may_rest(t.s)
    _discard(t, 2)
    assert rest.may_rest(t.s)
    t.play(_give(t, "hero", "stun"))
    assert not rest.may_rest(t.s)


@pytest.mark.rule("guildhaven", "GH-21.1")
def test_c18_too_few_cards_lose() -> None:
    t = table(hand=HAND[:1])
    _discard(t, 1)
    t.begin_round()
    assert (t.s.table.outcome, t.s.table.reason) == ("lost", "end.no_cards")


@pytest.mark.rule("guildhaven", "GH-21.1")
@pytest.mark.rule("guildhaven", "GH-21.2", "GH-9.2")
def test_c18_an_empty_round_and_a_rest() -> None:
    from webgame.systems.guildhaven.rules import round as rounds

    t = table(units={1: ("Thug", (4, 12))}, hand=HAND[:1])
    _discard(t, 2)
    t.begin_round()
    t.play(rounds.choose(t.g))
    assert t.s.table.round.initiative == 99
    assert "log.too_few" in t.keys()
    t.turn()
    cards = list(t.s.table.piles.discard)
    t.rest("yes", f"card>{cards[0]}")
    assert t.s.table.piles.discard == []
    assert len(t.s.table.piles.hand) == 1
    t.begin_round()
    assert t.s.table.outcome == "lost"


@pytest.mark.rule("guildhaven", "GH-18.1", "GH-18.2", state=True)
def test_c20_movement() -> None:
    t = table()
    ways = moving.walk(t.s, t.me)
    assert set(bits(ways.within(1))) == {t.at(4, 3), t.at(5, 4), t.at(4, 5), t.at(3, 4)}
    wanted = {(5, 5): 2, (6, 5): 2, (6, 6): 3, (7, 4): 3}
    assert {square: ways.cost(t.at(*square)) for square in wanted} == wanted
    assert moving.fly(t.s, t.me).cost(t.at(5, 5)) == 1


@pytest.mark.rule("guildhaven", "GH-18.4", state=True)
def test_c21_jump() -> None:
    t = table(hero=(4, 8), units={1: ("Thug", (4, 6))})
    north = [at for at in moving.jump(t.s, t.me, 4) if at % 12 == 4 and at < t.at(4, 8)]
    assert sorted(north) == [t.at(4, 4), t.at(4, 5), t.at(4, 7)]


@pytest.mark.rule("guildhaven", "GH-18.5")
@pytest.mark.parametrize(("thug", "to", "k"), [((4, 6), (4, 7), 1), ((4, 4), (4, 5), 3)])
def test_c21_charge(thug: tuple[int, int], to: tuple[int, int], k: int) -> None:
    t = table(hero=(4, 8), units={1: ("Thug", thug, {"hp": 9})}, hand=[])
    t.play(_give(t, "hero", "disarm"))
    assert t.dice(3, 4).line({"op": "charge", "n": 4}, f"charge>{t.at(*to)}")
    assert t.xy("hero") == to
    assert t["v1"].hp == 9 - k


@pytest.mark.rule("guildhaven", "GH-16.6", state=True)
def test_c21_no_charge_when_immobilized() -> None:
    t = table(hero=(4, 8), units={1: ("Thug", (4, 6))})
    t.play(_give(t, "hero", "immobilize"))
    assert not t.line({"op": "charge", "n": 4})
    assert not t.asked


@pytest.mark.rule("guildhaven", "GH-12.1", "GH-12.2", state=True)
def test_c22_line_of_sight() -> None:
    rows = ["........"] * 4 + ["....#..."] + ["........"] * 3
    grid = facts.ground(table(rows=rows, hero=(0, 0)).s)
    assert not grid.sees(3 * 8 + 3, 5 * 8 + 5)
    assert grid.sees(4 * 8 + 3, 3 * 8 + 5)
    corridor = facts.ground(table(rows=["#.#"] * 6, hero=(1, 0)).s)
    assert corridor.sees(1 * 3 + 1, 5 * 3 + 1)
    both = ["......"] * 4 + [".....#"] + ["....#."]
    assert not facts.ground(table(rows=both, hero=(0, 0)).s).sees(4 * 6 + 4, 5 * 6 + 5)
    one = ["......"] * 4 + [".....#"] + ["......"]
    assert facts.ground(table(rows=one, hero=(0, 0)).s).sees(4 * 6 + 4, 5 * 6 + 5)


@pytest.mark.rule("guildhaven", "GH-15.1", "GH-15.2", state=True)
def test_c23_cone() -> None:
    squares = [(3, 5), (4, 5), (5, 5), (2, 4), (3, 4), (4, 4), (5, 4), (6, 4)]
    t = table(hero=(4, 4), units={1: ("Goon", (4, 6)), 2: ("Thug", (3, 4), {"hp": 9})}, hand=[])
    assert set(bits(facts.ground(t.s).cone(t.at(4, 6), 0))) == {t.at(*square) for square in squares}
    t.dice(3, 4, 3, 4).act("v1", [{"op": "attack", "n": 2, "range": 0, "shape": "cone"}])
    assert t.me.hp == 8
    assert t["v2"].hp == 7, "a friend in the cone is hit as well"


@pytest.mark.rule("guildhaven", "GH-18.1")
@pytest.mark.rule("guildhaven", "GH-22.4", "GH-22.5", state=True)
def test_c25_gunner_steps_back() -> None:
    t = table(hero=(4, 5), units={4: ("Gunner", (4, 4))}, hand=[])
    t.dice(3, 4).act("v4", table="Gunner", roll=1)
    assert t.xy("v4") == (4, 3)
    assert t.me.hp == 8
    assert t.rng.counters["attack"] == 2


@pytest.mark.rule("guildhaven", "GH-13.1")
def test_c25_immobilized_it_attacks_with_disadvantage() -> None:
    t = table(hero=(4, 5), units={4: ("Gunner", (4, 4))}, hand=[])
    t.play(_give(t, "v4", "immobilize"))
    t.dice(3, 4, 6).act("v4", table="Gunner", roll=1)
    assert t.xy("v4") == (4, 4)
    assert t.rng.counters["attack"] == 3
    assert t.me.hp == 8


@pytest.mark.rule("guildhaven", "GH-18.1")
@pytest.mark.rule("guildhaven", "GH-22.4", "GH-22.5", state=True)
def test_c26_thug_stops_early() -> None:
    t = table(hero=(4, 4), units={1: ("Thug", (4, 1))}, hand=[])
    t.dice(3, 4).act("v1", table="Thug", roll=4)
    assert t.xy("v1") == (3, 3)
    assert t.me.hp == 8


@pytest.mark.rule("guildhaven", "GH-20.1")
@pytest.mark.rule("guildhaven", "GH-22.3", state=True)
def test_c27_focus_tie_goes_to_the_summon() -> None:
    t = table(hero=(6, 4), units={1: ("Thug", (4, 1))}, specialties=("shadow", "weaponry"), perks=(), hand=[])
    t.me.at = t.at(3, 4)
    step = box().cards["shadow:second_silhouette"].top.steps[0]
    assert t.line(step, f"summon>{t.at(4, 4)}")
    t["s1"].at = t.at(5, 4)
    t.s.table.round.number = 2
    t.dice(3, 4).act("v1", table="Thug", roll=4)
    assert t["s1"].hp == 1
    assert t.me.hp == 10


@pytest.mark.rule("guildhaven", "GH-19.2")
@pytest.mark.rule("guildhaven", "GH-19.3")
@pytest.mark.rule("guildhaven", "GH-19.4", state=True)
def test_c28_infusion() -> None:
    t = table(units={n: ("Thug", (n, 1)) for n in range(1, 5)}, hand=[])
    for n in range(1, 5):
        t.act(f"v{n}", [{"op": "add_dark", "n": 1}])
    assert t.s.table.infusion == 3
    row = next(row for row in box().sheets["P"].table("Goon").rows if row.roll == 2)
    t = table(units={5: ("Goon", (4, 3)), 6: ("Goon", (5, 4))}, hand=[], infusion=1)
    t.dice(3, 3).act("v5", row.steps)
    assert t.s.table.infusion == 0
    assert "disarm" in t.me.conditions
    t.me.conditions.clear()
    t.dice(3, 3).act("v6", row.steps)
    assert not t.me.conditions
    assert t.s.table.infusion == 0


@pytest.mark.rule("guildhaven", "GH-19.4", state=True)
def test_c28_nobody_consumes_for_a_target_that_is_immune() -> None:
    row = next(row for row in box().sheets["P"].table("Goon").rows if row.roll == 2)
    t = table(units={5: ("Goon", (4, 3))}, hand=[], infusion=1, items=("ward_chip",))
    t.dice(3, 3).act("v5", row.steps)
    assert t.s.table.infusion == 1
    assert "disarm" not in t.me.conditions


@pytest.mark.rule("guildhaven", "GH-19.7", "GH-23.2", state=True)
def test_c30_retry() -> None:
    t = table()
    for failures, marker in ((0, 0), (2, -2), (4, -3)):
        setup.begin(t.s, box().sheets["A"], failures)
        assert t.s.table.infusion == marker


@pytest.mark.rule("guildhaven", "GH-7.3")
@pytest.mark.rule("guildhaven", "GHE-2", "GHE-5", state=True)
def test_c31_professor() -> None:
    t = table(hero=(4, 4), sheet=_live("E"), hand=[])
    t.put("v1", "Professor Stupendous", (4, 3), shield=1, retaliate=1, beta=True, hp=7)
    for number, square in ((2, (8, 8)), (3, (7, 8)), (4, (6, 8))):
        t.put(f"v{number}", "Shade", square, hp=2)
    t.act("v1", [{"op": "shield", "n": 2, "target": "self"}])
    assert facts.shield(t.s, t["v1"]) == 6
    strike(t.dice(4, 5), "hero", "v1", 4, pierce=1)
    assert t["v1"].hp == 7
    assert t.me.hp == 9


@pytest.mark.rule("guildhaven", "GH-7.3")
@pytest.mark.rule("guildhaven", "GHN-5")
@pytest.mark.rule("guildhaven", "GHN-6", state=True)
def test_c32_master() -> None:
    t = table(hero=(4, 4), sheet=_live("N"), hand=[], specialties=("shadow", "weaponry"), perks=())
    t.s.table.units = {"hero": t.me}
    t.put("v1", "The Master", (4, 3), beta=True, hp=5)
    for number, square in ((2, (7, 8)), (3, (9, 9)), (4, (9, 11))):
        t.put(f"v{number}", "Generator", square, hp=3)
    t.play(_lose(t, "v1", 4))
    assert t["v1"].hp == 3
    t.play(_lose(t, "v1", 2))
    assert t["v1"].hp == 3
    t.me.at = t.at(6, 7)
    t.play(_lose(t, "v2", 3))
    assert "confuse" in t.me.conditions
    t.play(_lose(t, "v1", 9))
    assert t["v1"].hp == 2


@pytest.mark.rule("guildhaven", "GH-18.1")
@pytest.mark.rule("guildhaven", "GHF-2", "GHF-3", "GHF-4", state=True)
def test_c33_march() -> None:
    t = table(hero=(3, 10), sheet=_live("F"), hand=[])
    t.put("v1", "Police", (3, 9), hp=2)
    t.act("v1", [])
    assert t.xy("v1") == (4, 10)
    t["v1"].at = t.at(3, 9)
    t.play(_give(t, "v1", "immobilize"))
    t.act("v1", [])
    assert t.xy("v1") == (3, 9)


@pytest.mark.rule("guildhaven", "GH-23.2")
def test_c33_beyond_the_last_row_it_has_escaped() -> None:
    t = table(hero=(8, 3), sheet=_live("F"), hand=[])
    t.put("v1", "Police", (3, 13), hp=2)
    t.act("v1", [])
    assert t.s.table.outcome == "lost"
    assert "log.escapes" in t.keys()


@pytest.mark.rule("guildhaven", "GHK-3")
@pytest.mark.rule("guildhaven", "GHK-4")
def test_c35_raja() -> None:
    t = table(hero=(1, 1), sheet=box().sheets["K"], hand=HAND)
    sites = box().sheets["K"].map.cells("loc:clue")
    for number, at in enumerate(sites, 1):
        t.me.at = at
        answers = ["sheet.clue_search.discard"]
        if len(t.s.table.piles.hand) > 1:
            answers.append(f"card>{t.s.table.piles.hand[0]}")
        t.play(special.fire(t.g, "round_end"), *answers)
        assert t.s.table.counts["searched:clue"] == number
    loc = {key: box().sheets["K"].map.cells(key)[0] for key in ("loc:1", "loc:2")}
    assert t["v5"].at != -1
    assert t["v1"].at == loc["loc:1"]
    assert t["v3"].at == loc["loc:2"]
    assert t.s.table.due == []
    assert t["v1"].since == t.s.table.round.number, "it acts from the next round"


@pytest.mark.rule("guildhaven", "GH-7.3")
@pytest.mark.rule("guildhaven", "GHM-2", state=True)
def test_c36_haunt() -> None:
    t = table(hero=(4, 4), sheet=_live("M"), hand=[], specialties=("martial_arts", "shadow"), perks=())
    t.put("v1", "The Haunt", (4, 3), hp=6)
    punch = {"op": "attack", "n": 5, "range": 1, "riders": [{"op": "condition", "name": "poison"}]}
    t.dice(3, 4).line(punch, "attack>v1")
    assert t["v1"].hp == 6
    assert "poison" in t["v1"].conditions, "riders still apply"
    t.choose_played("shadow:creeping_cold")
    assert t.line(box().cards["shadow:creeping_cold"].top.steps[0], "bleed>v1")
    assert t["v1"].hp == 3
    assert "shadow:The Haunt" in t.s.table.flags
    t.s.table.round.playing = None
    t.s.table.tokens["salt_ward"] = [t["v1"].at]
    t["v1"].conditions.clear()
    t.dice(3, 4).line({"op": "attack", "n": 2, "range": 1}, "attack>v1")
    assert t["v1"].hp == 1


def _live(letter: str) -> object:
    """Return the sheet's rules on an open board."""
    sheet = box().sheets[letter]
    return sheet_of(base=letter, rules=sheet.rules, villains=sheet.villains, win={"choice": "never"})


def _give(t: Table, unit: str, name: str) -> object:
    from webgame.systems.guildhaven.rules import conditions

    conditions.give(t.g, t[unit], name)
    yield from ()


def _lose(t: Table, unit: str, n: int) -> object:
    from webgame.systems.guildhaven.rules import damage

    return damage.lose(t.g, t[unit], n, "GH-7.3")


def _discard(t: Table, n: int) -> None:
    """Put `n` cards onto the discard pile in all."""
    piles = t.s.table.piles
    piles.buried += piles.discard
    piles.discard, piles.buried = piles.buried[:n], piles.buried[n:]
