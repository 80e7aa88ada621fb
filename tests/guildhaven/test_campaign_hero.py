"""Creating the hero, levels, perks and items between scenarios (sections 3, 5 and 24)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.guildhaven.marks import rule, shown
from tests.guildhaven.table import game
from webgame.engine.decision import Decision
from webgame.engine.game import Game
from webgame.engine.system import BadScenario
from webgame.systems.guildhaven.box import SPECIALTIES, box
from webgame.systems.guildhaven.rules import perks
from webgame.systems.guildhaven.rules.creation import takeable
from webgame.systems.guildhaven.state import Hero, State
from webgame.systems.guildhaven.system import SYSTEM

PAIR = ("specialty.shadow", "specialty.weaponry")


def open_(g: Game) -> Decision:
    assert g.decision is not None
    return g.decision


def create(g: Game, pair: tuple[str, str] = PAIR) -> State:
    """Create a hero of two specialties, with the first name, colour, perk and card each time."""
    g.answer("hero", "specialty", pair)
    while open_(g).prompt in ("ask.name", "ask.colour", "ask.perk", "ask.new_card", "ask.replace"):
        options = open_(g).options()
        low = [
            o for o in options if o.startswith("replace") and box().cards[o.partition("card.")[2]].level == 1
        ]
        g.answer("hero", [*low, *options][0])
    state: State = g.state
    return state


@rule("GH-3.2")
@rule("GH-3.4")
@shown("GH-3.1", "GH-3.3", "GH-3.5", "GH-2.4")
def test_a_hero_is_created_step_by_step() -> None:
    g = game("A")
    state: State = g.state
    assert len(state.hero.items) == 1 and len(state.items.draw_pile) == len(box().items) - 1
    assert open_(g).prompt == "ask.specialties"
    assert open_(g).pick is not None and (open_(g).pick.min, open_(g).pick.max) == (2, 2)  # type: ignore[union-attr]
    assert open_(g).groups[0].targets == tuple(f"specialty.{name}" for name in SPECIALTIES)
    with pytest.raises(Exception, match="twice|once|different|not"):
        g.answer("hero", "specialty", ("specialty.shadow", "specialty.shadow"))
    g.answer("hero", "specialty", PAIR)
    hero = state.hero
    assert [box().cards[id].level for id in hero.cards] == [1] * 10
    assert [box().cards[id].specialty for id in hero.cards] == ["shadow"] * 5 + ["weaponry"] * 5
    g.answer("hero", "name>Lantern")
    g.answer("hero", "colour>teal")
    assert open_(g).groups[0].targets == tuple(
        f"perk.{p.id}" for p in box().perks.values() if p.specialty in ("shadow", "weaponry")
    )
    g.answer("hero", "perk>perk.shadow:thick_blood")
    assert (hero.name, hero.colour, hero.level, hero.perks) == ("Lantern", "teal", 1, ["shadow:thick_blood"])
    assert state.stage == "scenario" and state.me.hp == state.me.max_hp == 10
    assert open_(g).prompt == "ask.start"


@rule("GH-24.2")
@rule("GH-24.3")
@shown("GH-24.1", "GH-24.4")
def test_each_level_gives_a_card_a_perk_and_hit_points() -> None:
    g = game("T")  # played at level 4
    state = create(g)
    hero = state.hero
    assert (hero.level, len(hero.perks), len(set(hero.perks)), len(hero.cards)) == (4, 4, 4, 10)
    assert sorted(box().cards[id].level for id in hero.cards) == [1] * 7 + [2, 3, 4]
    assert [box().levels[n].hp for n in (1, 2, 3, 4)] == [10, 11, 12, 13]
    assert [box().levels[n].items for n in (1, 2, 3, 4)] == [2, 3, 4, 5]
    assert perks.max_hp(Hero("x", [], level=4)) == 13


@rule("GH-24.2")
def test_a_new_card_replaces_one_of_a_lower_level_for_good() -> None:
    g = game("G")  # level 2
    g.answer("hero", "specialty", PAIR)
    for _ in range(3):
        g.answer("hero", open_(g).options()[0])
    assert open_(g).prompt == "ask.new_card"
    assert open_(g).groups[0].targets == ("card.shadow:life_siphon", "card.weaponry:snare_line")
    g.answer("hero", "new_card>card.weaponry:snare_line")
    assert open_(g).prompt == "ask.replace"
    assert len(open_(g).options()) == 10
    g.answer("hero", "replace>card.shadow:night_terror")
    hero: Hero = g.state.hero
    assert "weaponry:snare_line" in hero.cards and "shadow:night_terror" not in hero.cards
    assert "shadow:life_siphon" not in hero.cards


@pytest.mark.parametrize(
    ("hero", "message"),
    [
        ({"specialties": ["shadow", "shadow"]}, "GH-3.5"),
        ({"specialties": ["shadow", "cooking"]}, "cooking"),
        ({"perks": ["shadow:thick_blood"]}, "no perk"),
        ({"items": ["umbrella"]}, "umbrella"),
        ({"level": 9}, "no level"),
        ({"cards": ["shadow:blackout"]}, "ten different"),
        ({"size": 3}, "size"),
    ],
)
@rule("GH-3.5", "GH-24.2", "GH-3.3")
def test_a_hero_that_cannot_be_is_refused(hero: dict[str, Any], message: str) -> None:
    game("A", hero={"specialties": ["shadow", "weaponry"]})
    with pytest.raises(BadScenario, match=message):
        game("A", hero={"specialties": ["martial_arts", "psionics"], **hero})
    with pytest.raises(BadScenario):
        game("A", hero={"specialties": ["shadow", "shadow"]})
    with pytest.raises(BadScenario):
        game("A", hero={"specialties": ["shadow", "weaponry"], "cards": ["shadow:blackout"]})


# -- items -------------------------------------------------------------------------------------------------


def owner(level: int, *items: str, perk: str = "") -> Hero:
    return Hero("x", ["psionics", "weaponry"], level=level, items=list(items), perks=[perk] if perk else [])


@shown("GH-5.4", "GH-24.4")
def test_one_chip_and_one_weapon_within_the_capacity() -> None:
    hero = owner(3, "reflex_chip", "ward_chip", "scatter_gun", "heavy_revolver", "stims")
    hero.equipped = ["reflex_chip", "scatter_gun"]
    assert takeable(hero) == ["stims"]
    hero.perks = ["psionics:dual_cortex"]
    assert takeable(hero) == ["ward_chip", "stims"]
    hero.perks = ["weaponry:second_holster"]
    assert takeable(hero) == ["heavy_revolver", "stims"]
    hero.level = 1
    assert takeable(hero) == []


@rule("GH-5.4")
@rule("GH-8.1")
def test_items_are_packed_one_by_one_when_not_all_fit() -> None:
    items = ["stims", "jet_boots", "sunlamp", "scatter_gun"]
    g = game("A", hero={"ask": True, "specialties": ["shadow", "weaponry"], "items": items})
    while open_(g).prompt != "ask.equip":
        g.answer("hero", open_(g).options()[0])
    assert open_(g).params == {"n": 2, "of": 4}
    g.answer("hero", "equip>item.jet_boots")
    assert open_(g).options() == [
        "equip>item.stims",
        "equip>item.sunlamp",
        "equip>item.scatter_gun",
        "packed",
    ]
    g.answer("hero", "equip>item.scatter_gun")
    state: State = g.state
    assert state.hero.equipped == ["jet_boots", "scatter_gun"]
    assert open_(g).prompt == "ask.start"
    assert SYSTEM.check(state) == []


def test_what_fits_is_packed_without_a_question() -> None:
    g = game("A", hero={"ask": True, "specialties": ["shadow", "weaponry"], "items": ["stims", "sunlamp"]})
    while open_(g).prompt != "ask.start":
        assert open_(g).prompt != "ask.equip"
        g.answer("hero", open_(g).options()[0])
    assert g.state.hero.equipped == ["stims", "sunlamp"]


@shown("GH-1.4")
def test_the_item_deck_is_shuffled() -> None:
    first: Callable[[int], str] = lambda seed: game("A", seed).state.hero.items[0]  # noqa: E731
    assert len({first(seed) for seed in range(8)}) > 3


# -- two at the table --------------------------------------------------------------------------------------


@rule("GH-9.2")
def test_two_players_choose_one_card_each() -> None:
    """The house rule `together`: everything else either of them may answer."""
    g = game("B", hero={"specialties": ["shadow", "weaponry"], "name": "Lantern"}, rules={"together": True})
    assert list(g.seats) == ["hero", "partner"]
    assert g.waiting() == ("hero", "partner")
    g.answer("partner", open_(g).options()[0])  # the start square
    assert open_(g).seats == ("hero",) and open_(g).pick is not None
    g.answer("hero", "select", ("weaponry:twin_pistols",))
    assert open_(g).seats == ("partner",)
    assert "weaponry:twin_pistols" not in (open_(g).groups[0].targets or ())
    g.answer("partner", "select", ("shadow:night_terror",))
    state: State = g.state
    assert state.table.piles.chosen == ["weaponry:twin_pistols", "shadow:night_terror"]
    assert g.waiting() == ("hero", "partner")
    assert [setting.name for setting in SYSTEM.settings] == ["together"]


@shown("GH-3.4")
@pytest.mark.parametrize("letter", ["A", "N", "campaign"])
def test_a_further_game_can_begin_with_the_same_hero(letter: str) -> None:
    """A rematch asks nothing that was chosen before; the items are drawn anew."""
    first = create(game(letter, 5, hero=None))
    kept = SYSTEM.kept(first)
    again = game(letter, 6, **kept)
    hero: Hero = again.state.hero
    assert again.state.stage != "create" and open_(again).prompt not in ("ask.specialties", "ask.perk")
    for field in ("name", "colour", "specialties", "level", "perks", "cards"):
        assert getattr(hero, field) == getattr(first.hero, field), field
    assert len(hero.items) == len(first.hero.items)
