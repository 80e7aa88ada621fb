"""Who is disturbed, in which order monsters act, their upkeep, the command card (MA)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sde.consul import ROOM, command, square, turn
from tests.sde.table import table
from webgame.engine.game import Play
from webgame.engine.rng import Rng
from webgame.engine.system import CHECKPOINT
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import consul, resolve, waking
from webgame.systems.sde_arcade.state import Lasting
from webgame.systems.sde_arcade.system import SdeArcade

KNIGHT, EMERALD, HUNTRESS = "questing-knight", "princess-emerald", "thundervale-huntress"


@pytest.mark.rule("sde_arcade", "MA-1", state=True)
@pytest.mark.parametrize(("column", "awake"), [(15, True), (16, False)])
def test_a_monster_on_the_next_tile_wakes_within_six_squares(column: int, awake: bool) -> None:
    """Oracle C1; the tiles of this table have no doorway, so a wide one stands for two."""
    from webgame.systems.sde_arcade.dungeon import layout

    rows = ("##########.",) * 5 + ("..........D",) + ("##########.",) * 5
    second = ("##########.",) * 5 + ("D..........",) + ("##########.",) * 5
    t = table({KNIGHT: (9, 5)}, {"frog": ("Frog Knight", (column, 5))}, rows=rows, second=second)
    assert layout(t.s).grid.distance(1 << t[KNIGHT].at, 1 << t["frog"].at) == column - 9
    assert (t["frog"].id in waking.disturbed(t.s)) is awake


@pytest.mark.rule("sde_arcade", "MA-1")
def test_nobody_stays_disturbed() -> None:
    """Oracle C2: the monster was disturbed last turn; now the Heroes are far off on another tile."""
    t = table({KNIGHT: (0, 0)}, {"frog": ("Frog Knight", (20, 5))}, second=ROOM)
    t.s.turn.disturbed = [t["frog"].id]
    turn(t, "Lag")
    assert square(t, "frog") == (20, 5)


@pytest.mark.rule("sde_arcade", "MA-2", "MA-3", state=True)
def test_bosses_are_always_disturbed_and_creeps_only_on_the_tile_of_a_hero() -> None:
    rows = (*("..........#",) * 5, "..........D", *("..........#",) * 5)
    second = (*("#..........",) * 5, "D..........", *("#..........",) * 5)
    t = table(
        {KNIGHT: (10, 5)},
        {
            "boris": ("Bashful Boris", (19, 0)),
            "squirrel": ("Rabid Squirrel", (12, 5)),
            "frog": ("Frog Knight", (13, 5)),
        },
        rows=rows,
        second=second,
    )
    assert sorted(waking.disturbed(t.s)) == sorted([t["boris"].id, t["frog"].id])


@pytest.mark.rule("sde_arcade", "MA-5", state=True)
def test_a_gang_wakes_if_one_of_its_members_is_disturbed() -> None:
    rows = (*("..........#",) * 5, "..........D", *("..........#",) * 5)
    second = (*("#..........",) * 5, "D..........", *("#..........",) * 5)
    t = table(
        {KNIGHT: (10, 5)},
        {"near": ("Billmen", (16, 5)), "elite": ("Frog Knight", (18, 5)), "far": ("Billmen", (20, 5))},
        rows=rows,
        second=second,
    )
    assert waking.disturbed(t.s) == {t["near"].id: "near", t["elite"].id: "gang", t["far"].id: "gang"}


@pytest.mark.rule("sde_arcade", "MA-6", state=True)
def test_the_nearest_to_the_hero_with_most_wrath_acts_first_then_the_higher_rank() -> None:
    t = table(
        {KNIGHT: (5, 5), EMERALD: (0, 0)},
        {
            "creep": ("Giri", (5, 8)),
            "elite": ("Turniphead", (8, 5)),
            "near": ("Wisp", (5, 4)),
            "boris": ("Bashful Boris", (1, 4)),
        },
    )
    t[KNIGHT].wrath = 2
    order = waking.activation_order(t.s, [m.id for m in t.s.monsters.values()])
    assert order == [t[n].id for n in ("near", "boris", "elite", "creep")]


@pytest.mark.rule("sde_arcade", "MA-6", state=True)
def test_of_equals_the_one_with_fewer_hearts_left_acts_first() -> None:
    t = table({KNIGHT: (5, 5)}, {"a": ("Wisp", (5, 3)), "b": ("Wisp", (5, 7))})
    t["b"].wounds = 1
    assert waking.activation_order(t.s, [t["a"].id, t["b"].id]) == [t["b"].id, t["a"].id]


@pytest.mark.rule("sde_arcade", "MA-7", "HA-3", state=True)
def test_tough_heals_before_fire_burns() -> None:
    t = table({KNIGHT: (0, 0)}, {"wisp": ("Wisp", (9, 9))})
    t["wisp"].status = ["Fire"]
    t["wisp"].wounds = 1
    t["wisp"].lasting = [
        Lasting("x", {"op": "gain_ability", "ability": "Tough"}, "next_upkeep", "nobody-else")
    ]
    t["wisp"].lasting[0].source = KNIGHT
    turn(t, "Lag")
    assert t["wisp"].wounds == 1
    assert t.cites("ST-6")


@pytest.mark.rule("sde_arcade", "MA-7", state=True)
def test_monsters_that_are_not_disturbed_do_not_burn() -> None:
    t = table({KNIGHT: (0, 0)}, {"wisp": ("Wisp", (20, 5))}, second=ROOM)
    t["wisp"].status = ["Fire"]
    turn(t, "Lag")
    assert t["wisp"].wounds == 0


@pytest.mark.rule("sde_arcade", "ST-10", "PU-3", "PU-4", "WR-6", state=True)
def test_burnt_in_the_consul_turn_a_mini_boss_is_worth_treasure_and_a_minion_nothing() -> None:
    """Oracle P2 and W5."""
    t = table({KNIGHT: (0, 0)}, {"boris": ("Bashful Boris", (8, 8)), "bill": ("Billmen", (5, 5))})
    t["boris"].status, t["boris"].wounds = ["Fire"], 7
    t["bill"].status = ["Fire"]
    turn(t, "Lag", [lambda d: d.options()[0]])
    assert (t.s.turn.treasure, t.s.turn.loot, t[KNIGHT].wrath) == (1, 0, 0)
    assert [token.kind for token in t.s.tokens.values()] == ["key"]


@pytest.mark.rule("sde_arcade", "AB-3")
def test_the_hungry_king_sprout_eats_a_minion_and_heals() -> None:
    t = table(
        {KNIGHT: (0, 0)},
        {"king": ("King Sprout", (5, 5)), "mook": ("Mook", (7, 7)), "far": ("Mook", (10, 0))},
    )
    t["king"].wounds = 2
    mook = t["mook"].id
    turn(t, "Lag")
    assert t["king"].wounds == 1
    assert mook not in t.s.monsters
    assert t.s.pool.monsters == {"Mook": 1}
    assert t.s.turn.loot == 0


@pytest.mark.rule("sde_arcade", "SH-3")
def test_a_sprout_that_burns_stands_up_as_the_king_sprout() -> None:
    """Oracle G10, in the Consul turn; it goes on acting in its new form."""
    t = table({KNIGHT: (0, 0)}, {"sprout": ("Sprout", (5, 5))})
    t["sprout"].status, t["sprout"].wounds = ["Fire"], 1
    turn(t, "Lag")
    assert (t["sprout"].card, t["sprout"].wounds, t["sprout"].size) == ("King Sprout", 0, 2)
    assert t["sprout"].status == ["Fire"]


@pytest.mark.rule("sde_arcade", "SH-4")
@pytest.mark.rule("sde_arcade", "SH-2", state=True)
def test_a_boss_with_a_free_choice_shifts_once_when_wounded_to_half() -> None:
    t = table({KNIGHT: (0, 0)}, {"boss": ("Von Drakk", (8, 8))})
    t["boss"].wounds = 5
    turn(t, "Lag")
    assert (t["boss"].card, t["boss"].wounds) == ("Nocturne", 5)
    turn(t, "Lag")
    assert t["boss"].card == "Nocturne"


@pytest.mark.rule("sde_arcade", "MA-8")
@pytest.mark.rule("sde_arcade", "MA-12", state=True)
def test_one_card_is_drawn_and_discarded_after_the_commands() -> None:
    t = table({KNIGHT: (0, 0)}, {})
    cards = t.s.command.cards()
    turn(t, "Griefer")
    assert t.s.command.discard_pile == ["Griefer"]
    assert t.s.command.cards() == sorted([*cards, "Griefer"])
    assert (t.s.turn.card, t.s.turn.phase) == ("", "power_up")


@pytest.mark.rule("sde_arcade", "MA-10")
@pytest.mark.rule("sde_arcade", "TP-1", state=True)
def test_griefer_aims_at_the_least_wrath() -> None:
    """Oracle C9."""
    t = table({KNIGHT: (4, 5), EMERALD: (5, 4), HUNTRESS: (6, 6)}, {"wisp": ("Wisp", (5, 5))})
    t[KNIGHT].wrath, t[EMERALD].wrath, t[HUNTRESS].wrath = 3, 1, 0
    turn(t, "Griefer")
    assert [e.params["target"] for e in t.told("ev.strikes")] == ["Thundervale Huntress"]


@pytest.mark.rule("sde_arcade", "MA-10")
def test_exploit_aims_at_the_fewest_hearts_left() -> None:
    t = table({KNIGHT: (4, 5), EMERALD: (5, 4)}, {"sprout": ("Sprout", (5, 5))})
    t[KNIGHT].wrath = 3
    t[EMERALD].wounds = 2
    turn(t, "Exploit")
    assert [e.params["target"] for e in t.told("ev.strikes")] == ["Princess Emerald"]


@pytest.mark.rule("sde_arcade", "MA-10", state=True)
def test_turbo_and_lag_change_movement_and_aggro_strength() -> None:
    from webgame.systems.sde_arcade.rules import facts

    for card, squares, stars in (("Turbo", 8, 2), ("Lag", 3, 2), ("Aggro", 5, 3), ("Rush", 5, 2)):
        t = table({KNIGHT: (0, 0)}, {"wisp": ("Wisp", (9, 9))})
        command(t, card)
        assert (facts.movement(t.s, t["wisp"]), facts.strength(t.s, t["wisp"])) == (squares, stars), card


@pytest.mark.rule("sde_arcade", "MA-10")
def test_combo_makes_the_fight_stronger_after_a_unique_that_wounds() -> None:
    t = table({KNIGHT: (5, 4)}, {"trent": ("Trent", (5, 5))})
    t.dice("B-", "B-", "R-", *("B-", "B-", "R-") * 3)
    turn(t, "Combo")
    assert t[KNIGHT].down or t["trent"].unique_wounded
    basic = [e.params["n"] for e in t.told("ev.strikes") if e.params["what"] == "do.attack_STR"]
    assert basic and set(basic) == {6}  # STR 4, Virulent against the poisoned Knight, and the Chain


@pytest.mark.rule("sde_arcade", "MA-10")
def test_recover_takes_a_token_off_every_disturbed_monster() -> None:
    t = table({KNIGHT: (0, 0)}, {"a": ("Trent", (8, 8)), "b": ("Wisp", (5, 9))})
    t["a"].wounds, t["b"].status = 3, ["Slow"]
    turn(t, "Recover")
    assert (t["a"].wounds, t["b"].status) == (2, [])


@pytest.mark.rule("sde_arcade", "MA-10", "ST-3")
def test_cheap_shot_wounds_also_cause_bane() -> None:
    t = table({KNIGHT: (5, 4)}, {"wisp": ("Wisp", (5, 5))})
    t.dice("B-", "B-", "R-")
    turn(t, "Cheap Shot")
    assert t[KNIGHT].wounds == 1
    assert "Bane" in t[KNIGHT].status


@pytest.mark.rule("sde_arcade", "MA-10")
@pytest.mark.rule("sde_arcade", "MV-12", state=True)
def test_camper_holds_even_those_that_surge() -> None:
    t = table({KNIGHT: (0, 0)}, {"frog": ("Frog Knight", (9, 9))})
    turn(t, "Camper")
    assert square(t, "frog") == (9, 9)
    assert t.told("ev.unique_skipped")


@pytest.mark.rule("sde_arcade", "MA-9", state=True)
def test_all_monsters_perform_one_command_before_the_next_begins() -> None:
    t = table({KNIGHT: (5, 5)}, {"a": ("Wisp", (5, 4)), "b": ("Turniphead", (5, 6))})
    turn(t, "Button Mash")
    told = [
        e.params.get("what") if e.key == "ev.command" else e.params["who"]
        for e in t.events
        if e.key in ("ev.command", "ev.fights", "ev.move")
    ]
    assert told == [
        *("l.step_fight", "Turniphead", "Wisp"),
        *("l.step_move", "Turniphead", "Wisp"),
        *("l.step_fight", "Turniphead", "Wisp"),
    ]


@pytest.mark.rule("sde_arcade", "PO-9", state=True)
def test_windows_for_emergency_potions_open_after_the_card_before_a_fight_and_after_attacks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from webgame.systems.sde_arcade.rules import potions

    opened: list[str] = []

    def window(g: Play, moment: str, **params: Any):  # type: ignore[no-untyped-def]
        opened.append(moment)
        return
        yield

    monkeypatch.setattr(potions, "emergency_window", window)
    t = table({KNIGHT: (5, 5)}, {"wisp": ("Wisp", (5, 4)), "far": ("Booty Grinder", (10, 10))})
    t["far"].status = ["Immobile"]
    t[KNIGHT].potions = 1
    turn(t, "Hack and Slash")
    assert opened == ["card", *("fight", "attack") * 2]


def _scene():  # type: ignore[no-untyped-def]
    t = table(
        {KNIGHT: (2, 2), EMERALD: (3, 2), HUNTRESS: (0, 4)},
        {
            "king": ("The Forgotten King", (0, 8)),
            "ex": ("Grobbit Executioner", (8, 8)),
            "frog": ("Frog Knight", (6, 9)),
            "a": ("Billmen", (7, 7)),
            "b": ("Billmen", (9, 6)),
            "knight": ("Bramble Knight", (10, 10)),
            "nest": ("Egg Clutch", (4, 6)),
            "squirrel": ("Rabid Squirrel", (5, 5)),
            "wisp": ("Wisp", (2, 6)),
        },
    )
    t.s.pool.monsters = {"Wyrmling": 2, "Whelp": 2, "Hatchlings": 2, "Billmen": 2}
    t["ex"].status = ["Fire"]
    t["wisp"].status = ["Knockdown"]
    t.s.turn.side, t.s.turn.phase = "consul", "consul"
    return t.s


def _finish(system: SdeArcade, data: bytes, counters: dict[str, int], card: str) -> tuple[bytes, list[bytes]]:
    """Play a Consul turn from a stored state; return the end and the states at the checkpoints."""
    g = Play(Rng(b"again", dict(counters)))
    g.state = system.decode(data)
    met = []
    for request in consul.run(g):
        if request == CHECKPOINT:
            met.append((system.encode(g.state), dict(g.rng.counters)))
        elif not isinstance(request, str):
            raise AssertionError(request.prompt)
    return system.encode(g.state), met  # type: ignore[return-value]


@pytest.mark.parametrize(
    "card", ["Hack and Slash", "Hardcore", "Combo", "Special Move", "Respawn", "Button Mash"]
)
def test_from_each_checkpoint_the_turn_goes_on_just_the_same(card: str) -> None:
    system = SdeArcade()
    state = _scene()
    state.command.draw_pile.append(card)
    start = system.encode(state)
    end, met = _finish(system, start, {}, card)
    assert len(met) > 6
    for data, counters in met:  # type: ignore[misc]
        assert _finish(system, data, counters, card)[0] == end


def test_the_consul_thinks_aloud_only_if_somebody_listens() -> None:
    t = table({KNIGHT: (2, 2), EMERALD: (3, 2)}, {"wisp": ("Wisp", (5, 5))})
    turn(t, "Hack and Slash")
    aims = t.told("ev.aims")
    assert aims and all(e.depth == 1 and e.rule in ("TP-1", "TP-2", "TP-3", "WR-8", "AI-1") for e in aims)
    q = table({KNIGHT: (2, 2), EMERALD: (3, 2)}, {"wisp": ("Wisp", (5, 5))})
    q.g.quiet = True
    turn(q, "Hack and Slash")
    assert not q.events
    assert SdeArcade().encode(q.s) == SdeArcade().encode(t.s)


def test_every_word_of_the_consul_has_its_sentence() -> None:
    import re
    from pathlib import Path

    words = SdeArcade().words["en"]
    folder = Path(consul.__file__).parent
    for name in ("consul", "targets", "spawn", "march", "unique", "fight", "creeps"):
        text = (folder / f"{name}.py").read_text()
        for key in re.findall(r'"((?:ev|no|l|do|ask)\.[A-Za-z_.]+)"', text):
            assert key in words, key
    assert resolve.basic("STR", "BA-2").name in words


@pytest.mark.rule("sde_arcade", "MA-9", state=True)
@pytest.mark.parametrize("name", sorted(box().commands))
def test_a_command_card_is_carried_out_from_top_to_bottom(name: str) -> None:
    card = box().commands[name]
    t = table({"questing-knight": (0, 0)}, {"m": ("Rattlebone", (9, 9))})
    turn(t, name)
    done = [(e.params["what"], e.params["n"], e.params["of"]) for e in t.told("ev.command")]
    assert done == [
        (f"l.step_{step.command}", number, step.times)
        for step in card.steps
        for number in range(1, step.times + 1)
    ]
