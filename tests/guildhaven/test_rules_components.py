"""Rules that no other file has: dice, counters, the mat, buried cards, late arrivals (GH-1, GH-2, GH-8.2)."""

from __future__ import annotations

import pytest

from tests.guildhaven.marks import rule, shown
from tests.guildhaven.table import game, table
from webgame.engine.bots import RandomBot
from webgame.engine.game import Entry
from webgame.engine.rng import Rng
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import facts, reinforce, special
from webgame.systems.guildhaven.system import SYSTEM

KICK, BLITZ, PALM = "martial_arts:split_kick", "martial_arts:blitz", "martial_arts:palm_strike"


@shown("GH-1.1")
def test_all_dice_have_six_sides_three_at_most_for_an_attack() -> None:
    made = game("A", 3, hero={"specialties": ["psionics", "weaponry"]})
    bot = RandomBot(Rng(b"dice"))
    rolled = []
    while made.decision is not None:
        option, picks = bot.choose(made.state, made.decision, "hero")
        for frame in made.apply(Entry("answer", "hero", option, picks)):
            rolled += [event.show["dice"] for event in frame.events if event.show.get("type") == "roll"]
    assert rolled
    assert all(die == "d6" and 0 <= face <= 5 for dice in rolled for die, face in dice)
    assert {len(dice) for dice in rolled} <= {1, 2, 3}


@shown("GH-1.2")
def test_a_summon_has_at_most_six_hp() -> None:
    halves = [half for card in box().cards.values() for half in (card.top, card.bottom)]
    summons = [step for half in halves for step in half.steps if step["op"] == "summon"]
    assert summons
    assert all(1 <= step["stats"]["hp"] <= 6 for step in summons)


@rule("GH-20.3")
@shown("GH-1.3")
def test_counters_may_have_any_number() -> None:
    t = table(hero=(4, 10), sheet=box().sheets["X"])
    for number in (8, 9, 10):
        unit = reinforce.bring(t.g, "Killbot", t.at(2, 9))
        assert unit is not None and unit.number == number
    assert facts.in_play(t.s, "Killbot") == 3
    t.check()


@shown("GH-2.1")
def test_the_mat_shows_all_its_areas() -> None:
    t = table(items=("stims",), infusion=-2)
    t.s.table.piles.hand.remove(KICK)
    t.s.table.piles.active = [KICK]
    scene = SYSTEM.scene(t.s, frozenset({"hero"}))
    lying = {record["area"] for record in scene["cards"].values()}
    assert {"hand", "active", "items"} <= {area.partition(".")[0] for area in lying}
    assert {"hand", "discard", "buried", "active"} <= {area.partition(".")[0] for area in scene["areas"]}
    assert any(track["value"] == -2 for track in scene["tracks"].values())
    assert scene["pieces"]["hero"]["health"] == [10, 10]
    assert any(record["piece"] == "hero" for record in scene["sheets"].values())


@rule("GH-9.4")
@shown("GH-2.3")
def test_buried_cards_never_come_back() -> None:
    t = table(hand=[])
    piles = t.s.table.piles
    piles.discard, piles.buried = t.s.hero.cards[:3], t.s.hero.cards[3:]
    gone = set(piles.buried)
    t.rest("yes", f"card>{piles.discard[0]}", f"card>{piles.discard[1]}")
    assert t.line({"op": "recover", "n": 2}) is False
    assert gone < set(piles.buried)
    assert len(piles.hand) == 1


@rule("GH-21.1")
@shown("GH-4.8")
def test_with_no_card_outside_the_buried_pile_the_hero_is_exhausted() -> None:
    t = table(hand=[])
    assert len(t.s.table.piles.buried) == 10
    t.begin_round()
    assert t.s.table.outcome == "lost"


@rule("GH-20.3")
@shown("GH-8.2")
@pytest.mark.parametrize("letter", list("EJKLX"))
def test_who_is_not_on_the_map_at_the_start_arrives_as_the_sheet_says(letter: str) -> None:
    sheet = box().sheets[letter]
    t = table(hero=None, sheet=sheet)
    there = {unit.number for unit in t.s.villains()}
    assert there == {n for record in sheet.villains if record.on_map_at_start for n in record.numbers}
    late = next(record for record in sheet.villains if not record.on_map_at_start)
    reinforce.bring(t.g, late.type, t.at(4, 5), late.numbers[0])
    assert f"v{late.numbers[0]}" in t.s.units


@rule("GHJ-3", "GHK-3")
@shown("GH-17.2")
@pytest.mark.parametrize(("letter", "key"), [("J", "loc:grave"), ("K", "loc:clue")])
def test_a_search_of_a_site_costs_a_card(letter: str, key: str) -> None:
    t = table(hero=(4, 5), sheet=box().sheets[letter], hand=[BLITZ], items=("reflex_chip",))
    t.me.at = box().sheets[letter].map.cells(key)[0]
    if letter == "K":
        t.play(special.fire(t.g, "round_end"), "sheet.clue_search.discard")
    else:
        t.choose().s.table.round.played["none"] = "top"
        t.turn("sheet.grave_search.discard")
    assert t.s.table.piles.discard == [BLITZ]
    assert t.s.table.counts == {f"searched:{key.partition(':')[2]}": 1}
