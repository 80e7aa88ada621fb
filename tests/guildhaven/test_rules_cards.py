"""Cards, items, the hero's turn, the round, rest and exhaustion (GH-2, GH-4, GH-5, GH-9, GH-10, GH-21)."""

from __future__ import annotations

import pytest

from tests.guildhaven.marks import rule, shown
from tests.guildhaven.table import Table, game, table
from webgame.engine.masks import bits
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import cards, conditions, facts, halves, items, order, rest, turn
from webgame.systems.guildhaven.rules import round as rounds
from webgame.systems.guildhaven.state import Slot

KICK, BLITZ, PALM = "martial_arts:split_kick", "martial_arts:blitz", "martial_arts:palm_strike"
GUARD, KNEE = "martial_arts:coiled_guard", "martial_arts:flying_knee"
FOCUS = "super_senses:adrenal_focus"


def piles(t: Table) -> dict[str, list[str]]:
    """Return what lies where, without the buried cards a test put away."""
    found = t.s.table.piles
    return {"hand": found.hand, "discard": found.discard, "active": found.active, "chosen": found.chosen}


# -- halves (GH-4) -------------------------------------------------------------------------------------------


@rule("GH-4.2")
@shown("GH-10.1")
def test_the_upper_half_of_one_card_and_the_lower_half_of_the_other() -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 9})}, items=("reflex_chip",)).choose(KNEE, PALM)
    menu = {group.id for group in turn.menu(t.s)}
    assert {f"{side}.{card}" for side in ("top", "bottom") for card in (KNEE, PALM)} <= menu
    t.s.table.round.acting = "hero"
    asked = t.ask(turn.hero_turn(t.g), f"bottom.{PALM}", f"move>{t.at(4, 5)}")
    offered = asked.options()
    assert f"top.{KNEE}" in offered
    assert f"bottom.{KNEE}" not in offered, "its lower half is the other card's"
    assert not any(PALM in option for option in offered)


@rule("GH-4.3")
def test_lines_from_top_to_bottom_one_may_be_skipped() -> None:
    t = table(items=("reflex_chip",)).choose(GUARD, KNEE)
    t.turn(f"top.{GUARD}", "skip", "do", "end")
    assert facts.shield(t.s, t.me) == 0
    assert facts.retaliation(t.s, t.me) == [(2, 1)]
    verbs = [group.verb for decision in t.asked for group in decision.groups if group.id == "do"]
    assert verbs == ["do.line.shield", "do.line.retaliate"]


@rule("GH-4.3")
def test_a_half_given_up_discards_its_card() -> None:
    t = table(items=("reflex_chip",)).choose(BLITZ, KNEE)
    t.turn(f"basic_bottom.{BLITZ}", "give_up", "end")
    assert sorted(piles(t)["discard"]) == sorted([BLITZ, KNEE])


@rule("GH-4.4")
@pytest.mark.parametrize(
    ("basic", "answer"), [("attack", "attack>v1"), ("move", "move>{}"), ("push", "affect>v1 stay")]
)
def test_a_basic_action_in_place_of_a_half(basic: str, answer: str) -> None:
    t = table(units={1: ("Thug", (4, 3), {"hp": 9})}, hand=[BLITZ, KNEE], items=("reflex_chip",)).choose(
        BLITZ, KNEE
    )
    answers = answer.format(t.at(4, 5)).split()
    t.dice(3, 4).turn(f"basic_bottom.{BLITZ}", f"basic.{basic}", *answers, "end")
    assert BLITZ in piles(t)["discard"], "a basic action never buries"
    if basic == "attack":
        assert t["v1"].hp == 8
    if basic == "move":
        assert t.xy("hero") == (4, 5)


@rule("GH-4.4")
def test_going_back_from_the_basic_actions_uses_nothing() -> None:
    t = table(items=("reflex_chip",)).choose(BLITZ, KNEE)
    t.turn(f"basic_top.{BLITZ}", "back", "end")
    assert t.s.table.round.halves == []


@rule("GH-4.4")
def test_perks_better_the_basic_actions() -> None:
    t = table(items=("reflex_chip",), perks=("martial_arts:light_feet",)).choose(BLITZ, KNEE)
    t.turn(f"basic_top.{BLITZ}", "basic.move", f"move>{t.at(5, 5)}", "end")
    assert t.xy("hero") == (5, 5)
    t = table(
        units={1: ("Thug", (4, 3), {"hp": 9})}, hand=[], specialties=("super_strength", "shadow"),
        perks=("super_strength:heavy_hands",),
    )  # fmt: skip
    playing = t.choose_played("super_strength:haymaker", basic="attack")
    assert halves.steps_of(t.s, playing)[0]["n"] == 2


@rule("GH-4.5")
def test_a_bury_mark_buries_only_what_was_carried_out() -> None:
    t = table(items=("reflex_chip",), hp=5).choose(FOCUS, KNEE)
    t.turn(f"top.{FOCUS}", "do", "end")
    assert t.me.hp == 8
    assert FOCUS in t.s.table.piles.buried
    t = table(items=("reflex_chip",), hp=5).choose(FOCUS, KNEE)
    t.turn(f"top.{FOCUS}", "skip", "end")
    assert FOCUS in piles(t)["discard"]


@rule("GH-4.6")
def test_an_active_card_lasts_and_a_new_one_buries_it() -> None:
    t = table(level=3, items=("reflex_chip",), specialties=("psionics", "weaponry"), perks=())
    t.swap("weaponry:spray_fire", "weaponry:armour_breakers")
    t.choose("psionics:forewarned", "weaponry:armour_breakers")
    t.turn("top.psionics:forewarned", "do", "bottom.weaponry:armour_breakers", "do")
    assert piles(t)["active"] == ["weaponry:armour_breakers"]
    assert "psionics:forewarned" in t.s.table.piles.buried
    assert facts.bonus(t.s, "ranged_attacks") == 1
    t.check()


@rule("GH-4.7")
@rule("GH-20.1")
def test_a_summon_card_does_not_count_and_is_buried_with_the_summon() -> None:
    t = table(specialties=("shadow", "psionics"), perks=(), items=("reflex_chip",))
    t.choose("shadow:second_silhouette", "shadow:night_terror")
    t.turn("top.shadow:second_silhouette", f"summon>{t.at(4, 3)}", "end")
    assert piles(t)["active"] == ["shadow:second_silhouette"]
    assert cards.effects_running(t.s) == []
    t.kill("s1")
    assert "shadow:second_silhouette" in t.s.table.piles.buried
    assert piles(t)["active"] == []


@rule("GH-10.1")
@shown("GH-10.2")
def test_light_added_by_the_first_card_serves_the_second() -> None:
    t = table(
        units={1: ("Thug", (4, 2), {"hp": 20})},
        specialties=("psionics", "shadow"),
        perks=(),
        items=("reflex_chip",),
    )
    t.choose("psionics:mind_spike", "psionics:mind_wall")
    t.dice(3, 4).turn(
        "bottom.psionics:mind_spike", "skip", "do", "top.psionics:mind_wall", "consume", "attack>v1"
    )
    assert t["v1"].hp == 20 - 5
    assert t.s.table.infusion == 0


# -- items (GH-5, GH-17) -------------------------------------------------------------------------------------


@rule("GH-5.3")
@shown("GH-10.1")
def test_an_item_is_used_between_two_lines_and_buried() -> None:
    t = table(hp=5).choose(GUARD, KNEE)
    t.turn(f"top.{GUARD}", "item.stims", "do", "do", "do", "end")
    assert t.me.hp == 7
    assert facts.shield(t.s, t.me) == 1
    assert t.s.table.piles.used == ["stims"]
    assert items.usable(t.s) == []


@shown("GH-5.4")
def test_neural_chips_are_always_on_and_never_used() -> None:
    t = table(items=("reflex_chip", "vigour_chip"), perks=("super_senses:long_look",))
    assert t.s.hero.equipped == ["reflex_chip"], "one Neural Chip at most"
    assert items.usable(t.s) == []
    assert order.announced(t.s, 39) == 34
    assert order.announced(t.s, 3) == 1


@shown("GH-24.4")
def test_perks_allow_two_chips_or_two_weapons() -> None:
    t = table(
        items=("reflex_chip", "vigour_chip"),
        specialties=("psionics", "shadow"),
        perks=("psionics:dual_cortex",),
    )
    assert t.s.hero.equipped == ["reflex_chip", "vigour_chip"]
    assert t.me.max_hp == 11
    two = ("scatter_gun", "heavy_revolver")
    assert table(items=two).s.hero.equipped == ["scatter_gun"]
    t = table(items=two, specialties=("weaponry", "shadow"), perks=("weaponry:second_holster",))
    assert t.s.hero.equipped == list(two)


@rule("GH-17.1")
@shown("GH-5.1", "GH-5.2")
def test_the_turn_ends_on_the_item_square() -> None:
    t = table(places={"item": [(4, 5)]}, items=("reflex_chip",)).choose(PALM, KNEE)
    t.turn(f"bottom.{PALM}", f"move>{t.at(4, 5)}", "end")
    assert len(t.s.table.found) == 1
    found = t.s.table.found[0]
    assert found not in t.s.hero.items
    assert found not in items.usable(t.s)
    assert items.spots(t.s) == [], "each ? gives one item"
    assert t.g.revealed, "a card was turned: it is not one's own to take back"
    t.check()


@rule("GH-17.1")
def test_a_card_searches_at_a_distance_and_the_perk_one_square_away() -> None:
    t = table(places={"item": [(4, 6)]}, items=("reflex_chip",), perks=("super_senses:steady_foes",))
    assert t.line({"op": "search", "range": 2}, "do")
    assert len(t.s.table.found) == 1
    t = table(places={"item": [(4, 5)]}, items=("reflex_chip",)).choose(PALM, KNEE)
    t.turn("end", "no_search")
    assert t.s.table.found == [], "the perk says: may"
    t.choose(*t.s.table.piles.hand[:2]).turn("end", "search")
    assert len(t.s.table.found) == 1


@rule("GH-4.3")
@shown("GH-5.5", "GH-7.2")
def test_items_are_not_cards_of_the_hand() -> None:
    t = table(units={1: ("Thug", (4, 3))}, hand=[KICK])
    asked = t.asked_by_hit("v1", 2)
    assert asked.options() == ["take", f"negate>{KICK}"]
    assert t.line({"op": "recover", "n": 1}) is False, "nothing lies on the discard pile"
    t.s.table.piles.discard = [BLITZ]
    t.s.table.piles.buried.remove(BLITZ)
    assert t.line({"op": "recover", "n": 2}, "do")
    assert BLITZ in piles(t)["hand"]


# -- the round (GH-9) ----------------------------------------------------------------------------------------


@rule("GH-9.2")
@rule("GH-9.3")
@shown("GH-9.1")
def test_two_cards_then_one_initiative_then_the_dice() -> None:
    t = table(units={1: ("Thug", (4, 1)), 2: ("Thug", (5, 1)), 4: ("Gunner", (6, 1))}, items=("reflex_chip",))
    t.s.table.round.number = 0
    t.begin_round()
    t.rolls(Thug=5, Gunner=1)
    t.play(rounds.choose(t.g), ("select", (KICK, BLITZ)), f"lead>{KICK}")
    assert t.s.table.round.initiative == 52 - 5
    assert piles(t)["chosen"] == [KICK, BLITZ]
    order_now = [(slot.unit, slot.initiative) for slot in order.in_order(t.s)]
    assert order_now == [("v1", 14), ("v2", 14), ("hero", 47), ("v4", 55)]
    assert t.rng.counters == {"table.Thug": 1, "table.Gunner": 1}, "a die a type"


@rule("GH-9.3")
@pytest.mark.parametrize(("answer", "first"), [("hero_first", "hero"), ("hero_last", "v1")])
def test_a_tie_is_the_players_choice(answer: str, first: str) -> None:
    t = table(units={1: ("Thug", (4, 1))}, items=("stims",))
    t.s.table.round.number = 0
    t.begin_round()
    t.rolls(Thug=4)
    box_card = next(card for card in t.s.hero.cards if box().cards[card].initiative == 44)
    t.s.table.round.ordered["Thug"] = 44
    other = next(card for card in t.s.hero.cards if card != box_card)
    t.play(rounds.choose(t.g), ("select", (box_card, other)), f"lead>{box_card}", answer)
    assert order.in_order(t.s)[0].unit == first


@rule("GH-9.3")
@pytest.mark.parametrize("stunned", [True, False])
def test_a_tie_is_the_players_choice_in_an_empty_turn_and_after_an_order_too(stunned: bool) -> None:
    t = table(units={1: ("Thug", (9, 9)), 5: ("Woman", (9, 1))}, hand=[BLITZ, KICK], items=("stims",))
    r = t.s.table.round
    r.acting, r.initiative = "", 99 if stunned else 5
    r.slots = [Slot("v1", 99, "Thug", 6), Slot("hero", r.initiative)]
    if not stunned:
        t.act("v5", [{"op": "order", "units": ["Thug"], "order": "set_initiative", "initiative": 5}])
    t.play(rounds.turns(t.g), "hero_last")
    assert [slot.unit for slot in r.slots if slot.done] == ["v1"]
    t.play(rounds.turns(t.g))
    assert all(slot.done for slot in r.slots), "it is asked once a round"


@rule("GH-9.1")
def test_a_new_unit_has_no_turn_in_the_round_it_came() -> None:
    t = table(units={1: ("Thug", (4, 1))}, items=("stims",))
    t.s.table.round.number = 2
    t["v1"].since = 3
    t.begin_round()
    t.rolls(Thug=4)
    t.play(rounds.choose(t.g), ("select", (KICK, BLITZ)), f"lead>{KICK}")
    assert [slot.unit for slot in t.s.table.round.slots] == ["hero"]
    assert t.s.table.round.rolls == {"Thug": 4}


@rule("GH-9.4")
def test_rest_without_conditions_heals_one_and_buries_two() -> None:
    t = table(hp=5, hand=[])
    t.s.table.piles.discard, t.s.table.piles.buried = t.s.hero.cards[:4], t.s.hero.cards[4:]
    a, b = t.s.hero.cards[:2]
    t.rest("yes", f"card>{a}", f"card>{b}")
    assert t.me.hp == 6
    assert len(piles(t)["hand"]) == 2
    t.check()


@rule("GH-9.4")
def test_the_perk_heals_two_and_a_rest_may_be_declined() -> None:
    t = table(hp=5, hand=[], perks=("martial_arts:quick_recovery",))
    t.s.table.piles.discard, t.s.table.piles.buried = t.s.hero.cards[:4], t.s.hero.cards[4:]
    t.rest("no")
    assert len(piles(t)["discard"]) == 4
    a, b = t.s.hero.cards[:2]
    t.rest("yes", f"card>{a}", f"card>{b}")
    assert t.me.hp == 7


@rule("GH-16.10")
@shown("GH-9.4", "GH-4.6")
def test_stun_buries_active_cards_returns_chosen_ones_and_forbids_all() -> None:
    t = table(specialties=("psionics", "shadow"), perks=())
    t.choose("psionics:mind_spike", "psionics:scramble")
    t.s.table.piles.hand.remove("psionics:forewarned")
    t.s.table.piles.hand.remove("shadow:second_silhouette")
    t.s.table.piles.active = ["psionics:forewarned", "shadow:second_silhouette"]
    conditions.give(t.g, t.me, "stun")
    assert piles(t)["active"] == ["shadow:second_silhouette"], "summons stay"
    assert piles(t)["chosen"] == []
    assert "psionics:mind_spike" in piles(t)["hand"]
    assert not rounds.can_select(t.s)
    assert items.usable(t.s) == []
    assert not rest.may_rest(t.s)
    t.turn()
    assert "stun" not in t.me.conditions, "the turn took place, so that it lapses"
    t.check()


@rule("GH-21.1")
def test_exhausted_by_cards_at_the_start_of_a_round() -> None:
    t = table(hand=[KICK])
    t.begin_round()
    assert t.s.table.outcome == "lost"


@shown("GH-21.2")
def test_with_two_discards_the_round_is_played() -> None:
    t = table(hand=[KICK])
    t.s.table.piles.discard = [BLITZ, PALM]
    for card in (BLITZ, PALM):
        t.s.table.piles.buried.remove(card)
    t.begin_round()
    assert t.s.table.outcome == ""
    assert not rounds.can_select(t.s)


@rule("GH-8.1")
def test_the_player_chooses_a_start_square() -> None:
    made = game("A", hero={"specialties": ["martial_arts", "shadow"]})
    while made.decision.prompt != "ask.start":
        made.answer("hero", made.decision.options()[0])
    starts = box().sheets["A"].map.cells("start")
    assert [group.targets for group in made.decision.groups] == [tuple(starts)]
    made.answer("hero", f"start>{starts[1]}")
    assert made.state.me.at == starts[1]
    assert len(made.state.table.piles.hand) == 10
    assert made.state.me.hp == 10
    assert list(bits(facts.squares(made.state, made.state.me))) == [starts[1]]
