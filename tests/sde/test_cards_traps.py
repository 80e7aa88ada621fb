"""Every trap at work, on Heroes and monsters, against play without it; traps that the players place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, act, best, offered, rule, worst
from tests.sde.table import OPEN, Table, table
from webgame.engine.decision import Decision
from webgame.engine.masks import bits, mask_of
from webgame.engine.system import BadScenario
from webgame.systems.sde_arcade import check, setup, supported
from webgame.systems.sde_arcade.cards import TrapCard, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import activation, facts, terrain, traps, walk

TRAPS = list(box().traps.values())
Play = Callable[[TrapCard], None]
PLAYS: dict[str, Play] = {}


def trap(*names: str) -> Callable[[Play], Play]:
    def put(play: Play) -> Play:
        PLAYS.update(dict.fromkeys(names, play))
        return play

    return put


@rule("TR-4", "TR-5", "EX-14", state=True)
@pytest.mark.parametrize("card", TRAPS, ids=[card.name for card in TRAPS])
def test_a_trap_does_what_it_says(card: TrapCard) -> None:
    PLAYS[card.name](card)


@rule("TR-4", state=True)
def test_every_trap_has_a_play_and_a_card_that_brings_it() -> None:
    assert sorted(box().traps.keys() - PLAYS.keys()) == []
    brought = {
        step["trap"] for card in box().explore.values() for step in card.effects if step["op"] == "trap"
    }
    assert brought == box().traps.keys()
    assert [c.name for c in box().explore.values() if supported.lacking("explore", c.name)] == []


@rule("TR-3")
@rule("TR-1", "TR-2", "TR-7", state=True)
@pytest.mark.parametrize("card", TRAPS, ids=[card.name for card in TRAPS])
def test_a_template_has_its_shape_and_covers_the_hero_that_drew_it(card: TrapCard) -> None:
    t = table({KNIGHT: (5, 5)})
    t.dice(*["B2"] * 2, "R3")
    seen: list[list[int]] = []

    def stay(decision: Decision) -> str:
        seen.extend(list(template.squares) for template in t.s.templates.values())
        return f"crawl>{seen[0][0]}" if decision.prompt == "ask.trap_moves" else "stay"

    t.play(traps.place_template(t.g, card.name, t[KNIGHT], 0), [stay] if card.name in MOVES else [])
    laid = seen or [template.squares for template in t.s.templates.values()]
    if card.persistent:  # TR-7
        sizes = {"Area": [4], "Line": [4], "Scatter": [1] * 4}[card.shape]
        assert [len(squares) for squares in laid] == sizes and t.at(5, 5) in laid[0]
    else:
        assert laid == [] and len(t.told("ev.trap")) == 1


MOVES = ("Bumper Shells", "Giant Centipede")


def walks_in(card: TrapCard, *fig: str, answers: tuple[str, ...] = (), good: bool = False) -> Table:
    """Let the Knight, and then a Frog Knight (ARM 2, 2 hearts), walk into a trap."""
    t = table({KNIGHT: (4, 5), EMERALD: (1, 1)}, {"frog": ("Frog Knight", (8, 5))})
    t.trap(card.name, *((5, 5), (6, 5), (5, 6), (6, 6)))
    for name in fig or (KNIGHT,):
        if name == KNIGHT and card.STR is not None:
            t.dice(*(best if good else worst)(facts.attribute(t.s, t[KNIGHT], "ARM")))
        enter(t, name, 5, 5, answers)
    return t


def enter(t: Table, name: str, x: int, y: int, answers: tuple[str, ...] = ()) -> bool:
    fig = t[name]
    before, fig.at = facts.base(t.s, fig), t.at(x, y)
    stopped: bool = t.play(terrain.enter(t.g, fig, bits(facts.base(t.s, fig) & ~before), before), answers)
    return stopped


@trap(
    "Spiked Floor",
    "Wall of Fire",
    "Bramble Wall",
    "Corrupted Tree",
    "Pumpkin Mines",
    "Berry Patch",
)
def attacks(card: TrapCard) -> None:
    t = walks_in(card)
    assert t[KNIGHT].wounds == int(card.wound) and t[KNIGHT].status == list(card.inflicts)
    t = walks_in(card, good=True)  # 7 stars
    assert (t[KNIGHT].wounds, t[KNIGHT].status) == (0, [])
    t = walks_in(card, "frog")
    hurt = (card.STR or 0) > 2
    assert t["frog"].wounds == int(card.wound and hurt)
    assert t["frog"].status == (list(card.inflicts) if hurt else [])
    assert t.s.templates


@trap("Bubbling Cauldron", "Fire Flowers", "POW!", "Molten Steel", "Bone Rot")
def causes_a_status_without_a_roll(card: TrapCard) -> None:
    for name in (KNIGHT, "frog"):
        t = walks_in(card, name)
        assert (t[name].wounds, t[name].status) == (0, list(card.inflicts)) and len(card.inflicts) == 1
        assert t.told("ev.defends") == [] and t.s.templates
        assert t[EMERALD].status == []


@trap("Choking Cloud")
def choking_cloud(card: TrapCard) -> None:
    t = walks_in(card)
    t[KNIGHT].potions = 1
    assert not [option for option in offered(t, KNIGHT) if option.startswith("drink.")]
    t[KNIGHT].lasting.clear()
    assert [option for option in offered(t, KNIGHT) if option.startswith("drink.")]


@trap("Grasping Tentacles")
def grasping_tentacles(card: TrapCard) -> None:
    t = table({KNIGHT: (1, 1)})
    before = walk.ways(t.s, t[KNIGHT], 6).cost(t.at(2, 1))
    t.trap(card.name, (3, 1))
    assert (before, walk.ways(t.s, t[KNIGHT], 6).cost(t.at(2, 1))) == (1, 2)


@trap("Dancing Light")
def dancing_light(card: TrapCard) -> None:
    t = table({KNIGHT: (1, 5)})
    t[KNIGHT].began_at = t[KNIGHT].at
    t.trap(card.name, (8, 5), (9, 5), (8, 6), (9, 6))
    t.play(terrain.end_of_activation(t.g, t[KNIGHT]))
    assert layout(t.s).grid.distance(facts.base(t.s, t[KNIGHT]), 1 << t.at(8, 5)) == 6
    assert len(t.s.templates) == 1
    t[KNIGHT].at = t[KNIGHT].began_at = t.at(7, 5)  # who ends next to it puts it out
    t.play(terrain.end_of_activation(t.g, t[KNIGHT]))
    assert t.s.templates == {}


@trap("Giant Centipede")
def giant_centipede(card: TrapCard) -> None:
    t = table({KNIGHT: (4, 5), EMERALD: (8, 7)})
    laid = t.trap(card.name, (5, 5), (6, 5), (7, 5), (8, 5))
    t.dice(*worst(facts.attribute(t.s, t[KNIGHT], "ARM")), *worst(facts.attribute(t.s, t[EMERALD], "ARM")))
    enter(t, KNIGHT, 5, 5, (f"crawl>{t.at(6, 7)}",))
    assert laid.squares == [t.at(x, 7) for x in (6, 7, 8, 9)]
    for hero in (KNIGHT, EMERALD):  # the second by what it covers then
        assert (t[hero].wounds, t[hero].status) == (1, ["Poison"])
    (asked,) = t.asked
    assert set(asked.seats) == {KNIGHT, EMERALD}
    ends = asked.groups[0].targets or ()
    assert t.at(5, 5) in ends and t.at(5, 2) in ends and t.at(5, 1) not in ends


@rule("TR-5")
def test_what_the_centipede_covers_still_is_not_attacked_again() -> None:
    t = table({KNIGHT: (4, 5)})
    t.trap("Giant Centipede", (5, 5), (6, 5), (7, 5), (8, 5))
    t.dice(*worst(facts.attribute(t.s, t[KNIGHT], "ARM")))
    enter(t, KNIGHT, 5, 5, (f"crawl>{t.at(4, 5)}",))
    assert t[KNIGHT].wounds == 1


@trap("Stone Wall")
def stone_wall(card: TrapCard) -> None:
    t = table({KNIGHT: (4, 5), EMERALD: (4, 7)}, {"frog": ("Frog Knight", (8, 5))})
    template = t.trap(card.name, *((5, y) for y in (3, 4, 5, 6)))
    assert facts.sees(t.s, t[KNIGHT], t["frog"])  # not triggered yet
    assert enter(t, KNIGHT, 5, 5), "it rises, which ends the move"
    closed = mask_of(t.at(5, y) for y in (3, 4, 6))
    assert layout(t.s).grid.solid == closed and check.invariants(t.s) == []
    act(t, KNIGHT, f"move>{t.at(6, 5)}")
    assert layout(t.s).grid.solid == closed | 1 << t.at(5, 5)
    t[EMERALD].at = t.at(4, 4)
    assert not facts.sees(t.s, t[KNIGHT], t[EMERALD])
    assert not walk.ways(t.s, t[EMERALD], 9).anchors & layout(t.s).grid.solid
    t.s.turn.active = EMERALD
    t.dice(*best(facts.attribute(t.s, t[EMERALD], "DEX")))
    act(t, EMERALD, f"disarm>{template.id}")
    assert not t.s.templates and not layout(t.s).grid.solid and facts.sees(t.s, t[KNIGHT], t[EMERALD])


@rule("TR-7")
@rule("AB-3", state=True)
def test_wings_carry_nobody_over_a_stone_wall() -> None:
    t = table({KNIGHT: (4, 5), EMERALD: (6, 5)})
    t.trap("Stone Wall", *((5, y) for y in (3, 4, 5, 6)))
    t.play(traps.trigger(t.g, t[KNIGHT], next(iter(t.s.templates.values()))))
    t[KNIGHT].slots["Ruby"] = "Pegasus Wings"
    assert not facts.sees(t.s, t[KNIGHT], t[EMERALD])
    assert not walk.ways(t.s, t[KNIGHT], 2).anchors >> t.at(5, 5) & 1


@trap("Dragon Pot")
def dragon_pot(card: TrapCard) -> None:
    t = table({KNIGHT: (4, 4), EMERALD: (7, 6), HUNTRESS: (9, 9)}, {"ghost": ("Rattlebone", (6, 4))})
    t.trap(card.name, (5, 5), (6, 5), (5, 6), (6, 6))
    t.dice(*worst(facts.attribute(t.s, t[KNIGHT], "ARM")), *worst(facts.attribute(t.s, t[EMERALD], "ARM")))
    enter(t, KNIGHT, 5, 5)
    assert [t[hero].wounds for hero in (KNIGHT, EMERALD, HUNTRESS)] == [1, 1, 0]
    assert list(t.s.monsters) == []  # ARM 0, one heart


@trap("Sacrificial Altar")
def sacrificial_altar(card: TrapCard) -> None:
    t = table({KNIGHT: (4, 5)})
    t[KNIGHT].slots = {"Citrine": "Steel Sword", "Emerald": "Chainmail", "Sapphire": "Black Spot"}
    t.trap(card.name, (5, 5), (6, 5), (5, 6), (6, 6))
    enter(t, KNIGHT, 5, 5, ("discard>Chainmail",))
    assert t[KNIGHT].slots == {"Citrine": "Steel Sword", "Sapphire": "Black Spot"}
    assert f"discard>{'Black Spot'}" not in t.asked[0].options()  # PU-9
    t = walks_in(card, "frog")
    assert t["frog"].wounds == 0


@trap("Webs")
def webs(card: TrapCard) -> None:
    t = walks_in(card)
    assert not t.s.templates  # it goes after its first use
    assert not [option for option in offered(t, KNIGHT) if option.startswith("move>")]
    t.s.turn.active = KNIGHT
    t.play(activation.finish(t.g, KNIGHT))
    assert facts.forbidden(t.s, t[KNIGHT], "move") == "Webs"  # in its next activation, too
    t.s.turn.active = KNIGHT
    t.play(activation.finish(t.g, KNIGHT))
    assert facts.forbidden(t.s, t[KNIGHT], "move") is None
    assert facts.forbidden(walks_in(card, "frog").s, walks_in(card, "frog")["frog"], "move") == "Webs"


@trap("Abandoned Mine Shaft")
def abandoned_mine_shaft(card: TrapCard) -> None:
    t = table({KNIGHT: (4, 5)}, {"frog": ("Frog Knight", (8, 5)), "point": ("Bramble Knight", (9, 9))})
    t.token("start", 0, 0)
    t.trap(card.name, (5, 5), (6, 5), (5, 6), (6, 6))
    assert enter(t, KNIGHT, 5, 5, (f"to>{t.at(1, 1)}",))
    assert t[KNIGHT].at == t.at(1, 1)
    assert sorted(int(q) for q in t.asked[0].groups[0].targets or ()) == [t.at(1, 0), t.at(0, 1), t.at(1, 1)]
    enter(t, "frog", 6, 6)
    assert facts.distance(t.s, t["frog"], t["point"]) == 1
    del t.s.monsters[t["point"].id]
    t["frog"].at = t.at(8, 5)
    enter(t, "frog", 6, 6)
    assert t["frog"].at == t.at(6, 6), "no spawning point is left"


@trap("Bumper Shells")
def bumper_shells(card: TrapCard) -> None:
    t = table({KNIGHT: (4, 5)}, {"frog": ("Frog Knight", (8, 5))})
    t.trap(card.name, (5, 5), (6, 5), (5, 6), (6, 6))
    enter(t, KNIGHT, 5, 5, (f"to>{t.at(2, 5)}",))
    assert t[KNIGHT].at == t.at(2, 5)
    enter(t, KNIGHT, 5, 5, ("stay",))  # it may
    assert t[KNIGHT].at == t.at(5, 5)
    enter(t, "frog", 6, 6)
    pushed = layout(t.s).grid.distance(facts.base(t.s, t["frog"]), mask_of([t.at(6, 6), t.at(6, 5)]))
    assert pushed == 3  # CE-7: monsters as far as they can


# -- who places it -------------------------------------------------------------------------------------------


@rule("TR-3")
def test_the_players_may_place_traps_if_they_like_yet_over_the_hero_that_drew_it() -> None:
    t = table({KNIGHT: (5, 5), EMERALD: (1, 1)})
    t.s.options["traps"] = "players"
    t.dice(*worst(facts.attribute(t.s, t[KNIGHT], "ARM")))
    t.play(traps.place_template(t.g, "Wall of Fire", t[KNIGHT], 0), [f"trap.down>{t.at(5, 2)}"])
    (template,) = t.s.templates.values()
    assert template.squares == [t.at(5, y) for y in (2, 3, 4, 5)] and t[KNIGHT].wounds == 1
    (asked,) = t.asked
    assert set(asked.seats) == {KNIGHT, EMERALD}
    assert {g.id: len(g.targets or ()) for g in asked.groups} == {"trap.down": 4, "trap.across": 4}


@rule("TR-3")
@rule("TR-2", state=True)
def test_the_players_place_the_squares_of_a_scatter_one_by_one() -> None:
    t = table({KNIGHT: (5, 5)}, rows=("....s......", *OPEN[1:]))
    t.s.options["traps"] = "players"
    t.dice(*best(facts.attribute(t.s, t[KNIGHT], "ARM")))
    places = [(5, 5), (0, 0), (10, 10), (0, 10)]
    t.play(
        traps.place_template(t.g, "Spiked Floor", t[KNIGHT], 0), [f"trap.down>{t.at(*at)}" for at in places]
    )
    assert [template.squares for template in t.s.templates.values()] == [[t.at(*at)] for at in places]
    assert t.asked[0].options() == [f"trap.down>{t.at(5, 5)}"]
    assert f"trap.down>{t.at(4, 0)}" not in t.asked[1].options()  # no structure
    assert f"trap.down>{t.at(0, 0)}" not in t.asked[2].options()  # four different squares


@rule("TR-3")
def test_who_places_traps_is_an_option_of_the_game() -> None:
    assert setup.checked({"traps": "players"})
    with pytest.raises(BadScenario, match="engine"):
        setup.checked({"traps": "nobody"})


@rule("TR-5")
@rule("TR-4", state=True)
@pytest.mark.parametrize("name,what", [("Choking Cloud", "potions"), ("Webs", "move")])
def test_who_is_caught_outside_its_activation_is_held_in_its_next_one_only(name: str, what: str) -> None:
    t = table({KNIGHT: (4, 5), EMERALD: (5, 4)})
    t.trap(name, (5, 5), (6, 5), (5, 6), (6, 6))
    enter(t, EMERALD, 5, 5)  # in the Knight's activation
    t.play(activation.finish(t.g, KNIGHT))
    assert facts.forbidden(t.s, t[EMERALD], what) == name
    t.s.turn.active = EMERALD
    t.play(activation.finish(t.g, EMERALD))
    assert facts.forbidden(t.s, t[EMERALD], what) is None


@rule("TR-5")
@rule("TR-4", state=True)
def test_who_is_caught_again_in_its_next_activation_is_held_in_the_one_after_too() -> None:
    t = table({KNIGHT: (4, 5)})
    t.trap("Choking Cloud", (5, 5), (6, 5), (5, 6), (6, 6))
    for _ in range(2):
        t.s.turn.active = KNIGHT
        enter(t, KNIGHT, 5, 5)
        t.play(activation.finish(t.g, KNIGHT))
        t[KNIGHT].at = t.at(4, 5)
    assert facts.forbidden(t.s, t[KNIGHT], "potions") == "Choking Cloud"
