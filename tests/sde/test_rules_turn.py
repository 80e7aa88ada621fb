"""Turns, basic actions, potions, the backpack: rules TS, BA, PO and EX that no other test makes its own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, act, offered, rule, wear
from tests.sde.consul import turn as consul_turn
from tests.sde.table import table
from webgame.engine.decision import Decision
from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import (
    activation,
    basic,
    consul,
    equipment,
    facts,
    potions,
    powerup,
    turn,
)
from webgame.systems.sde_arcade.state import Lasting


@rule("TS-6")
@rule("TS-1", "PU-1", state=True)
def test_heroes_and_consul_take_turns_and_each_ends_with_power_up(monkeypatch: pytest.MonkeyPatch) -> None:
    t = table({KNIGHT: (2, 2), EMERALD: (4, 2)}, {"boris": ("Bashful Boris", (9, 9))})
    gone: list[tuple[int, str, str]] = []

    def noted(module: Any, function: str, name: str) -> None:
        run = getattr(module, function)

        def noting(g: Play) -> Any:
            gone.append((t.s.turn.round, t.s.turn.side, name))
            yield from run(g)

        monkeypatch.setattr(module, function, noting)

    noted(activation, "run", "activation")
    noted(powerup, "run", "power_up")
    noted(consul, "run", "consul")
    t.s.turn.phase = "choose"
    t["boris"].status = ["Knockdown"]
    t.s.command.draw_pile = ["Camper"] * 2
    rules, send = turn.play(t.g), None
    while t.s.turn.round < 3:
        request = rules.send(send)
        send = None
        if isinstance(request, Decision):
            send = t._choice(request, "end" if request.prompt == "ask.activation" else request.options()[0])
    heroes = [("heroes", "activation"), ("heroes", "activation"), ("heroes", "power_up")]
    both = [*heroes, ("consul", "consul"), ("consul", "power_up")]
    assert gone == [(number, *phase) for number in (1, 2) for phase in both]
    assert len(t.told("ev.consul_turn")) == 2


@rule("TS-6", "MA-1", "MA-6", "MA-8")
def test_the_consul_turn_has_its_steps_in_order() -> None:
    t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (6, 6))})
    t["frog"].status = ["Fire"]
    consul_turn(t, "Lag")
    steps = ["ev.consul_turn", "ev.disturbed", "ev.order", "ev.burns", "ev.command_card", "ev.command"]
    assert [e.key for e in t.events if e.key in steps] == steps


@rule("TS-7", state=True)
def test_nobody_has_to_carry_out_the_consul_turn() -> None:
    t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (4, 2)), "bill": ("Billmen", (5, 2))})
    consul_turn(t, "Hack and Slash")
    assert t.asked == [] and t.told("ev.strikes")


# -- basic actions -------------------------------------------------------------------------------------------


@rule("PU-7")
@rule("BA-14", state=True)
def test_equipment_changes_hands_neither_in_an_activation_nor_in_power_up() -> None:
    t = table({KNIGHT: (2, 2), EMERALD: (3, 2)})
    wear(t, KNIGHT, "Spikes")
    t.s.backpack = ["Chainmail"]
    assert [o for o in offered(t, KNIGHT) if "Spikes" in o or "Chainmail" in o] == []
    t.s.turn.phase = "power_up"
    t.play(powerup.run(t.g), ["done"])
    assert [o for o in t.asked[-1].options() if o not in ("done", "rest")] == [
        f"equip.{KNIGHT}>Chainmail",
        f"equip.{EMERALD}>Chainmail",
    ]


@rule("BA-15", state=True)
def test_there_are_no_actions_of_later_editions() -> None:
    later = {"dash", "interact", "loud_slurping", "slurp", "open_chest", "smash_chest", "smash"}
    assert not later & (set(basic.GROUPS) | set(basic.ACTS))
    t = table({KNIGHT: (2, 2)})
    t.token("chest", 3, 2)
    assert {o.partition(">")[0] for o in offered(t, KNIGHT)} == {"move", "pick_lock", "run", "end"}


# -- potions -------------------------------------------------------------------------------------------------


@rule("PO-9")
@rule("PO-5", state=True)
def test_no_potion_interrupts_a_roll() -> None:
    t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (3, 2))})
    t[KNIGHT].potions = 1
    told: list[list[str]] = []

    def wait(decision: Decision) -> str:
        told.append([e.key for e in t.events])
        return "wait"

    consul_turn(t, "Camper", [wait] * 3)
    assert [d.rule for d in t.asked] == ["PO-9"] * 3  # after the card, before the attack, after it
    before, after = told[1], told[2]
    assert "ev.strikes" not in before
    assert {"ev.strikes"} < set(after) and {"ev.defends", "ev.defense_fails"} & set(after)


@rule("PO-5", state=True)
@pytest.mark.parametrize("hero", ["deeproot-wolf-rider", "silver-chevalier", "cursed-captain"])
def test_a_potion_with_a_moment_of_its_own_is_not_in_the_menu(hero: str) -> None:
    t = table({KNIGHT: (2, 2), hero: (5, 5)})
    t[hero].potions = t[KNIGHT].potions = 1
    timed = [p.name for p in box().heroes[hero].potions if p.timing]
    assert timed and not [o for o in offered(t, hero) for name in timed if name in o]
    assert any("Magic Armor" in o for o in offered(t, hero))


@rule("PO-9", "YD-1")
@rule("PO-8", state=True)
def test_no_potion_saves_from_the_attack_that_destroys() -> None:
    t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (3, 2))})
    t[KNIGHT].potions, t[KNIGHT].wounds = 1, 4
    t.dice("B-", "B-", "R-")
    consul_turn(t, "Camper", ["wait", "wait"])
    assert t[KNIGHT].down and t[KNIGHT].potions == 1
    keys = [e.key for e in t.events]
    assert keys.index("ev.hero_falls") == keys.index("ev.wounded") + 1


@rule("PO-3", "PO-2")
@rule("PO-10", state=True)
def test_a_potion_master_drinks_one_more() -> None:
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].potions = 3
    t[KNIGHT].lasting = [Lasting("x", {"op": "gain_ability", "ability": "Potion Master"}, "next_upkeep", "y")]
    drink = f"drink.{KNIGHT}.Magic Armor"
    act(t, KNIGHT, drink)
    act(t, KNIGHT, drink)
    assert drink not in offered(t, KNIGHT) and t[KNIGHT].potions == 1
    (why,) = potions.why_not(t.s, t[KNIGHT], f"{KNIGHT}.Magic Armor")
    assert (why.key, why.rule) == ("no.drunk", "PO-3")


# -- the backpack --------------------------------------------------------------------------------------------


@rule("BA-7", "BA-8")
@rule("EX-8", state=True)
def test_the_backpack_is_shared_wherever_the_heroes_are() -> None:
    t = table({KNIGHT: (2, 2), EMERALD: (9, 9)})
    key, chest = t.token("key", 3, 2), t.token("chest", 10, 9)
    act(t, KNIGHT, f"scavenge>{key.id}")
    act(t, EMERALD, f"unlock>{chest.id}")
    assert t.s.keys == 0 and len(t.told("ev.chest_opened")) == 1
    card = t.s.backpack[0]
    t.s.turn.phase = "power_up"
    t.play(powerup.run(t.g), ["done"])
    assert {f"equip.{who}>{card}" for who in (KNIGHT, EMERALD)} <= set(t.asked[-1].options())


@rule("PU-2")
@rule("EX-9", state=True)
def test_the_backpack_is_never_full() -> None:
    t = table({KNIGHT: (2, 2)})
    cards = len(t.s.loot.draw_pile)
    equipment.draw_loot(t.g, cards)
    assert len(t.s.backpack) == cards and len(t.told("ev.loot")) == cards
    assert len({e.rule for e in t.events}) == 1


@rule("EX-6")
@rule("RP-1", "EX-3", state=True)
def test_the_text_of_a_card_beats_the_book() -> None:
    t = table({HUNTRESS: (4, 4)}, {"frog": ("Frog Knight", (3, 4))})
    trample = "act.Trample"
    assert trample in offered(t, HUNTRESS)  # HA-11
    t.s.tiles[0].cards = ["Red Button Stuck"]
    assert trample not in offered(t, HUNTRESS)
    (why,) = activation.actions.why_not(t.s, t[HUNTRESS], {"group": trample})
    assert why.rule == "EX-6" and why.params["card"] == "Red Button Stuck"


@rule("TR-4")
@rule("RP-2", state=True)
def test_cannot_beats_can() -> None:
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].potions = 1
    can = {"op": "gain_ability", "ability": "Potion Master"}
    cannot = {"op": "forbid", "what": "potions"}
    t[KNIGHT].lasting = [
        Lasting("Choking Cloud", cannot, "end_of_activation", "x"),
        Lasting("x", can, "next_upkeep", "y"),
    ]
    assert f"drink.{KNIGHT}.Magic Armor" not in offered(t, KNIGHT)
    (why,) = potions.why_not(t.s, t[KNIGHT], f"{KNIGHT}.Magic Armor")
    assert (why.key, why.rule, why.params["card"]) == ("no.card_bars", "TR-4", "Choking Cloud")


@rule("RP-3", state=True)
def test_the_card_of_the_model_beats_the_card_of_the_place() -> None:
    t = table({KNIGHT: (4, 5), HUNTRESS: (7, 5)}, {"point": ("Bramble Knight", (6, 4))})
    from webgame.systems.sde_arcade.rules import terrain

    assert terrain.difficult(t.s, t[KNIGHT]) >> t.at(5, 5) & 1  # Bramble Growth
    assert facts.has(t.s, t[HUNTRESS], "Surefoot")
    assert not terrain.difficult(t.s, t[HUNTRESS]) >> t.at(5, 5) & 1
    growing = Lasting(
        "Hunter's Rations", {"op": "gain_ability", "ability": "Surefoot"}, "next_upkeep", KNIGHT
    )
    t[KNIGHT].lasting = [growing]
    assert not terrain.difficult(t.s, t[KNIGHT])


@rule("PO-11", "ST-6")
@rule("RP-4", state=True)
def test_the_players_order_their_effects_and_the_consul_keeps_activation_order() -> None:
    t = table({HUNTRESS: (2, 2), KNIGHT: (6, 6)}, {"a": ("Wisp", (9, 9)), "b": ("Wisp", (7, 7))})
    t[HUNTRESS].potions = 1
    moves = (f"move.{KNIGHT}>{t.at(6, 5)}", f"move.{HUNTRESS}>{t.at(3, 2)}")
    act(t, HUNTRESS, f"drink.{HUNTRESS}.Distilled Stampede", moves)
    assert [e.params["who"] for e in t.told("ev.moved")] == ["Questing Knight", "Thundervale Huntress"]
    t[KNIGHT].wrath = 1
    t["a"].status, t["b"].status = ["Fire"], ["Fire"]
    consul_turn(t, "Camper")
    burnt = [e.show["piece"] for e in t.told("ev.wounded") if e.rule == "ST-6"]
    assert burnt == [t["b"].id, t["a"].id]  # the nearer one to the Knight first, though its id is the later
