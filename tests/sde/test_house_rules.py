"""Each house rule changes what its text says: one position, played with each value.

The numbers that were constants from the start are in test_rules_constants.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, act, rule
from tests.sde.consul import command, square, turn
from tests.sde.table import Table, table
from tests.sde.test_world_setup import begin
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import (
    activation,
    areas,
    consul,
    death,
    facts,
    fight,
    pets,
    potions,
    powerup,
    resolve,
    spawn,
    traps,
    waking,
    wounds,
)
from webgame.systems.sde_arcade.rules import (
    turn as turns,
)
from webgame.systems.sde_arcade.state import Member

DOOR = (*("..........#",) * 5, "..........D", *("..........#",) * 5)
ROOM = (*("#..........",) * 5, "D..........", *("#..........",) * 5)
Position = Callable[..., Table]


def ruled(t: Table, **rules: Any) -> Table:
    t.s.options |= rules
    return t


# -- set-up --------------------------------------------------------------------------------------------------


def spawn_squares(value: str) -> Any:
    """A gang whose squares are all difficult: does a minion stay with it?"""
    rows = ("rrrrrr.....",) * 6 + ("...........",) * 5
    t = ruled(
        table(
            {KNIGHT: (10, 10)},
            {"point": ("Bramble Knight", (5, 5)), "frog": ("Frog Knight", (3, 3))},
            rows=rows,
        ),
        spawn_squares=value,
    )
    t.s.pool.monsters = {"Billmen": 1}
    (id,) = t.play(spawn.place_list(t.g, t["point"], ["Billmen"], t.at(10, 10)))
    return facts.gang(t.s, t["frog"]).together, sorted(e.params["what"] for e in t.told("ev.wish_unmet"))


def command_deck(value: str) -> Any:
    s = begin(rules={"command_deck": value}).state
    return len(s.command.draw_pile), len(set(s.command.draw_pile))


def wrath_supply(value: str) -> Any:
    return begin(rules={"wrath_supply": value}).state.wrath_supply


# -- Heroes --------------------------------------------------------------------------------------------------


def _spent(t: Table, option: str) -> int:
    act(t, KNIGHT, option)
    return int(t[KNIGHT].ap_spent)


def cost_bandage(value: int) -> Any:
    t = ruled(table({KNIGHT: (2, 2)}), cost_bandage=value)
    t[KNIGHT].wounds = 2
    return _spent(t, f"bandage>{KNIGHT}"), t.told("ev.bandages") != []


def cost_scavenge(value: int) -> Any:
    t = ruled(table({KNIGHT: (2, 2)}), cost_scavenge=value)
    return _spent(t, f"scavenge>{t.token('coin', 3, 2).id}")


def cost_unlock(value: int) -> Any:
    t = ruled(table({KNIGHT: (2, 2)}), cost_unlock=value)
    t.s.keys = 1
    return _spent(t, f"unlock>{t.token('chest', 3, 2).id}")


def cost_search(value: int) -> Any:
    t = ruled(table({KNIGHT: (2, 2)}), cost_search=value)
    t.s.tiles[0].searched, t.s.explore.draw_pile = 1, ["Secret Code"]
    return _spent(t, "search")


def cost_disarm(value: int) -> Any:
    t = ruled(table({KNIGHT: (2, 2)}), cost_disarm=value)
    return _spent(t, f"disarm>{t.trap('Spiked Floor', (3, 2)).id}")


def disarm_attribute(value: str) -> Any:
    t = ruled(table({KNIGHT: (2, 2)}), disarm_attribute=value)
    t.play(traps.disarm(t.g, t[KNIGHT], t.trap("Spiked Floor", (3, 2)).id))
    (roll,) = [e.show["dice"] for e in t.events if e.show.get("label") == "l.disarm"]
    return [die[0] for die in roll]


def sweep_width(value: str) -> Any:
    t = ruled(table({KNIGHT: (5, 5)}), sweep_width=value)
    return [spot.squares.bit_count() for spot in areas.spots(t.s, t[KNIGHT], "Sweep 2")]


def return_at(value: str) -> Any:
    t = ruled(table({KNIGHT: (0, 0), EMERALD: (9, 9)}), return_at=value)
    t.token("start", 0, 10)
    t.play(wounds.wound(t.g, t[EMERALD], 99))
    asked = t.ask(death.returns(t.g, t[EMERALD]))
    return t.at(9, 8) in (asked.groups[0].targets or ())


def _with_pet(t: Table) -> Table:
    pet = Member("pet-x", "pet", "Mr. Chompers", at=t.at(3, 3), master=KNIGHT, seat=KNIGHT)
    t.s.members[pet.id] = pet
    return t


def pet_slot(value: str) -> Any:
    t = ruled(_with_pet(table({KNIGHT: (2, 2), EMERALD: (5, 5)})), pet_slot=value)
    t.s.turn.phase = "choose"
    t.play(turns.choose(t.g), [f"activate>{KNIGHT}"])
    return [group.id for group in t.asked[0].groups], t.s.turn.pet


def pet_return(value: str) -> Any:
    t = ruled(_with_pet(table({KNIGHT: (2, 2)})), pet_return=value)
    t.play(wounds.wound(t.g, t["pet-x"], 9))
    now = list(pets.available(t.s))
    t.s.turn.round += 1
    return len(now), len(pets.available(t.s))


# -- the Consul ----------------------------------------------------------------------------------------------


def disturb_by(value: str) -> Any:
    monsters = {"near": ("Frog Knight", (12, 5)), "away": ("Turniphead", (20, 10))}
    t = ruled(table({KNIGHT: (9, 5)}, monsters, rows=DOOR, second=ROOM), disturb_by=value)
    return sorted(waking.disturbed(t.s))


def disturb_bosses(value: bool) -> Any:
    t = ruled(
        table({KNIGHT: (0, 0)}, {"boris": ("Bashful Boris", (19, 8))}, rows=DOOR, second=ROOM),
        disturb_bosses=value,
    )
    return list(waking.disturbed(t.s))


def activation_order(value: str) -> Any:
    monsters = {"frog": ("Turniphead", (2, 2)), "boris": ("Bashful Boris", (5, 0)), "giri": ("Giri", (10, 9))}
    t = ruled(table({KNIGHT: (0, 2), EMERALD: (10, 10)}, monsters), activation_order=value)
    t[KNIGHT].wrath = 2
    names = {t.names[name]: name for name in t.names}
    return [names[id] for id in waking.activation_order(t.s, list(names))]


def card_order(value: str) -> Any:
    t = ruled(
        table({KNIGHT: (5, 0)}, {"a": ("Turniphead", (5, 8)), "b": ("Grobbit Executioner", (6, 9))}),
        card_order=value,
    )
    t[KNIGHT].lasting = []
    turn(t, "Hack and Slash")
    return [e.params["who"] for e in t.events if e.key in ("ev.move", "ev.fights", "ev.fights_nobody")]


def move_to(value: str) -> Any:
    t = ruled(table({KNIGHT: (5, 0)}, {"king": ("The Forgotten King", (5, 9))}), move_to=value)
    turn(t, "Hack and Slash")
    return square(t, "king")[1]


def unique_actions(value: str) -> Any:
    t = ruled(table({KNIGHT: (5, 4)}, {"boris": ("Bashful Boris", (5, 5))}), unique_actions=value)
    command(t, "Special Move")
    t.play(consul.unique.perform(t.g, t["boris"]))
    return len(t.told("ev.unique"))


def fight_attacks(value: str) -> Any:
    t = ruled(table({KNIGHT: (5, 4)}, {"boris": ("Bashful Boris", (5, 5))}), fight_attacks=value)
    command(t, "Camper")
    t.play(fight.fight(t.g, t["boris"]))
    return len(t.told("ev.strikes"))


def mob(value: str) -> Any:
    near = {"a": ("Dragon Priest", (5, 5)), "b": ("Ironscale", (4, 5)), "c": ("Flinger", (6, 5))}
    t = ruled(table({KNIGHT: (5, 4)}, near), mob=value)
    return facts.strength(t.s, t["a"], t[KNIGHT])


def hex_bane(value: str) -> Any:
    t = ruled(table({KNIGHT: (5, 4)}, {"boris": ("Bashful Boris", (5, 5))}), hex_bane=value)
    t["boris"].status, t[KNIGHT].status = ["Hex"], ["Bane"]
    t.dice("R2", "R3")
    t.play(resolve.strike(t.g, t[KNIGHT], [t["boris"]], resolve.basic("STR", "BA-2")))
    return facts.strength(t.s, t["boris"]), facts.arm(t.s, t["boris"]), t.told("ev.strikes")[0].params["n"]


def status_ends(value: str) -> Any:
    t = ruled(table({KNIGHT: (0, 0)}, {"frog": ("Frog Knight", (9, 9))}), status_ends=value)
    t[KNIGHT].status, t["frog"].status = ["Hex"], ["Slow"]
    t.play(activation.finish(t.g, KNIGHT))
    turn(t, "Lag")
    return t[KNIGHT].status, t["frog"].status


def free_shift(value: str) -> Any:
    forms = []
    for wounded in (False, True):
        t = ruled(table({KNIGHT: (0, 0)}, {"drakk": ("Von Drakk", (9, 9))}), free_shift=value)
        t["drakk"].wounds = (facts.hearts(t.s, t["drakk"]) + 1) // 2 if wounded else 0
        turn(t, "Lag")
        forms.append(t["drakk"].card)
    return forms


# -- wrath ---------------------------------------------------------------------------------------------------


def wrath_creep(value: int) -> Any:
    t = ruled(table({KNIGHT: (2, 2)}, {"giri": ("Giri", (3, 3))}), wrath_creep=value)
    t.play(wounds.wound(t.g, t["giri"], 1, t[KNIGHT]))
    return t[KNIGHT].wrath


def wrath_decay(value: int) -> Any:
    t = ruled(table({KNIGHT: (2, 2)}), wrath_decay=value)
    t[KNIGHT].wrath = 3
    t.s.turn.side, t.s.turn.phase = "consul", "power_up"
    t.play(powerup.run(t.g))
    return t[KNIGHT].wrath, t.s.wrath_supply


def wrath_from(value: str) -> Any:
    t = ruled(table({KNIGHT: (2, 2), EMERALD: (5, 5), HUNTRESS: (8, 8)}, wrath_supply=0), wrath_from=value)
    t[EMERALD].wrath, t[HUNTRESS].wrath = 3, 1
    t.play(wounds.gain_wrath(t.g, t[KNIGHT], 1), [f"wrath>{HUNTRESS}"] if value == "players" else [])
    return t[EMERALD].wrath, t[HUNTRESS].wrath


# -- Power-Up ------------------------------------------------------------------------------------------------


def _might(slain: int = 2, **rules: Any) -> Any:
    t = ruled(table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (9, 9))}), **rules)
    t.s.slain, t.s.turn.mini_bosses, t.s.turn.phase = slain, slain, "power_up"
    t.play(powerup.run(t.g))
    return facts.strength(t.s, t["frog"]), facts.arm(t.s, t["frog"])


def mighty_str(value: int) -> Any:
    return _might(mighty_str=value)


def mighty_arm(value: int) -> Any:
    return _might(mighty_arm=value)


def mighty_by(value: str) -> Any:
    return _might(mighty_by=value)


def _fallen(t: Table, minis: list[str], boss: str = "") -> Table:
    t.s.turn.fallen, t.s.turn.phase = [[t.at(5, 5), 0]], "power_up"
    t.s.pool.mini_bosses, t.s.pool.boss = minis, boss
    return t


def no_mini_boss(value: str) -> Any:
    t = ruled(table({KNIGHT: (2, 2)}, {"point": ("Bramble Knight", (9, 9))}), no_mini_boss=value)
    t.play(powerup.run(_fallen(t, []).g))
    return t.s.might


def mini_boss_choice(value: str) -> Any:
    t = ruled(table({KNIGHT: (2, 2)}, {"point": ("Bramble Knight", (9, 9))}), mini_boss_choice=value)
    t.play(
        powerup.run(_fallen(t, ["Trent", "Bashful Boris"]).g),
        ["mini_boss>Trent"] if value == "players" else [],
    )
    return [decision.prompt for decision in t.asked]


def boss_place(value: str) -> Any:
    t = ruled(table({KNIGHT: (2, 2)}), boss_place=value)
    far = f"to>{t.at(8, 8)}"
    t.play(powerup.run(_fallen(t, [], "The Forgotten King").g), [far] if value == "tile" else [])
    (king,) = t.s.monsters.values()
    return bool(facts.base(t.s, king) >> t.at(5, 5) & 1), king.at == t.at(8, 8)


# -- who chooses ---------------------------------------------------------------------------------------------


def consul_choices(value: str) -> Any:
    t = ruled(
        table({KNIGHT: (4, 5), EMERALD: (6, 5)}, {"wisp": ("Turniphead", (5, 5))}), consul_choices=value
    )
    turn(t, "Camper", [f"tie>{KNIGHT}"] if value == "players" else [])
    return t.told("ev.aims")[0].params["target"]


def traps_(value: str) -> Any:
    t = ruled(table({KNIGHT: (4, 5)}), traps=value)
    rules = traps.place_template(t.g, "Wall of Fire", t[KNIGHT], 0)
    if value == "engine":
        t.play(rules)
        return 0
    return len(t.ask(rules).options())


def potion_windows(value: str) -> Any:
    """The Knight's potion helps its drinker alone: who is asked when Emerald was attacked?"""
    t = ruled(table({KNIGHT: (4, 5), EMERALD: (9, 9)}), potion_windows=value)
    t.s.turn.side = "consul"
    t[KNIGHT].potions = 1
    return t.ask(potions.emergency_window(t.g, "attack", aimed=[t[EMERALD]])).seats


CHANGES: dict[str, tuple[Callable[[Any], Any], tuple[tuple[Any, Any], ...]]] = {
    # what is played; each value and what it leads to, the rulebook's first
    "spawn_squares": (
        spawn_squares,
        (("gang", (True, ["l.wish.ground"])), ("safe", (False, ["l.wish.gang"]))),
    ),
    "command_deck": (command_deck, (("full", (36, 16)), ("known", (36, 9)))),
    "wrath_supply": (wrath_supply, (("size", 5), ("double", 6))),
    "cost_bandage": (cost_bandage, ((1, None), (2, None), (0, None))),
    "cost_scavenge": (cost_scavenge, ((1, 1), (0, 0))),
    "cost_unlock": (cost_unlock, ((1, 1), (2, 2))),
    "cost_search": (cost_search, ((1, 1), (2, 2))),
    "cost_disarm": (cost_disarm, ((1, 1), (0, 0))),
    "disarm_attribute": (disarm_attribute, (("DEX", ["B", "B"]), ("STR", ["R", "R"]), ("WILL", ["B", "B"]))),
    "sweep_width": (sweep_width, (("ends", [6] * 4), ("side", [2] * 4))),
    "return_at": (return_at, (("start", False), ("skull", True))),
    "pet_slot": (
        pet_slot,
        (
            ("either", (["activate", "pet_first"], "")),
            ("before", (["activate"], "pet-x")),
            ("after", (["activate"], "")),
        ),
    ),
    "pet_return": (pet_return, (("next_turn", (0, 1)), ("at_once", (1, 1)), ("never", (0, 0)))),
    "disturb_by": (disturb_by, (("squares", ["m1"]), ("tile", []), ("tiles", ["m1", "m2"]))),
    "disturb_bosses": (disturb_bosses, ((True, ["m1"]), (False, []))),
    "activation_order": (
        activation_order,
        (
            ("wrath", ["frog", "boris", "giri"]),
            ("nearest", ["giri", "frog", "boris"]),
            ("rank", ["boris", "frog", "giri"]),
        ),
    ),
    "card_order": (card_order, (("command", None), ("monster", None))),
    "move_to": (move_to, (("range", None), ("close", 1))),
    "unique_actions": (unique_actions, (("all", 2), ("first", 1))),
    "fight_attacks": (fight_attacks, (("ac", 3), ("one", 1))),
    "mob": (mob, (("gang", None), ("each", None))),
    "hex_bane": (hex_bane, (("keywords", (3, 2, 5)), ("swapped", (4, 1, 2)))),
    "status_ends": (status_ends, (("removed", (["Hex"], ["Slow"])), ("activation", ([], [])))),
    "free_shift": (
        free_shift,
        (("half", ["Von Drakk", "Nocturne"]), ("first", ["Nocturne"] * 2), ("never", ["Von Drakk"] * 2)),
    ),
    "wrath_creep": (wrath_creep, ((0, 0), (1, 1))),
    "wrath_decay": (wrath_decay, ((0, (3, 5)), (2, (1, 7)))),
    "mighty_str": (mighty_str, ((1, (3, 3)), (2, (4, 3)))),
    "mighty_arm": (mighty_arm, ((1, (3, 3)), (0, (3, 2)))),
    "mighty_by": (mighty_by, (("destroyed", (3, 3)), ("turn", (3, 2)))),
    "no_mini_boss": (no_mini_boss, (("might", 1), ("nothing", 0))),
    "mini_boss_choice": (mini_boss_choice, (("random", []), ("players", ["ask.mini_boss"]))),
    "boss_place": (boss_place, (("icon", (True, False)), ("tile", (False, True)))),
    "consul_choices": (consul_choices, (("engine", "Princess Emerald"), ("players", "Questing Knight"))),
    "wrath_from": (wrath_from, (("engine", (2, 1)), ("players", (3, 0)))),
    "traps": (traps_, (("engine", None), ("players", None))),
    "potion_windows": (potion_windows, (("relevant", (EMERALD,)), ("all", (KNIGHT, EMERALD)))),
}


@rule(
    "MA-6",
    "MA-9",
    "PU-16",
    "AI-1",
    "WR-4",
    "TR-7",
    "AE-4",
    "SU-13",
    "MA-2",
    "ST-9",
    "ST-2",
    "GA-14",
    state=True,
)
@rule(
    "PU-13",
    "PU-17",
    "PU-15",
    "PT-4",
    "PT-7",
    "YD-5",
    "FI-1",
    "UN-1",
    "MV-3",
    "WR-2",
    "WR-3",
    "MA-11",
    state=True,
)
@pytest.mark.parametrize("name", CHANGES)
def test_a_house_rule_changes_what_its_text_says(name: str) -> None:
    play, wanted = CHANGES[name]
    setting = box().settings[name]
    assert wanted[0][0] == setting.default
    if setting.kind == "choice":
        assert {value for value, _ in wanted} == set(setting.choices)
    found = [play(value) for value, _ in wanted]
    assert [got for got in found[1:] if got == found[0]] == [] or name == "disarm_attribute"
    for (_, expected), got in zip(wanted, found, strict=True):
        assert expected is None or got == expected


@rule("MA-9", state=True)
def test_played_monster_by_monster_each_performs_the_whole_card() -> None:
    together, alone = card_order("command"), card_order("monster")
    assert together[:2] != alone[:2] and len(together) == len(alone) == 6
    assert alone[0] == alone[1] == alone[2] != alone[3]


@rule("MV-2", state=True)
def test_monsters_that_come_close_end_beside_their_target() -> None:
    assert move_to("range") > move_to("close") == 1


@rule("HA-11")
def test_what_costs_nothing_is_done_once_an_activation() -> None:
    t = ruled(table({KNIGHT: (2, 2)}), cost_scavenge=0)
    coins = [t.token("coin", 3, y).id for y in (1, 2)]
    act(t, KNIGHT, f"scavenge>{coins[0]}")
    (why,) = activation.basic.why_not(t.s, t[KNIGHT], "scavenge")
    assert (why.key, why.rule, t[KNIGHT].ap_spent) == ("no.once", "HA-11", 0)
