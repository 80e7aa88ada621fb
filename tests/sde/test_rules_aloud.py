"""The game says which rule it follows: events and refusals of rules that other tests look at from inside."""

from __future__ import annotations

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, act, offered, rule
from tests.sde.consul import turn
from tests.sde.table import Table, table
from webgame.systems.sde_arcade.rules import actions, explore, resolve, wounds
from webgame.systems.sde_arcade.state import OFF, Lasting, Member

DOOR = (*("..........#",) * 5, "..........D", *("..........#",) * 5)
ROOM = (*("#..........",) * 5, "D..........", *("#..........",) * 5)


def aims(t: Table) -> list[tuple[str, str]]:
    """Return whom attacks were aimed at and by which rule, in order."""
    return [(e.params["target"], e.rule) for e in t.told("ev.aims")]


@rule("MA-2", "MA-5", "MA-1")
def test_it_is_told_why_each_monster_is_awake() -> None:
    monsters = {
        "boris": ("Bashful Boris", (19, 0)),
        "near": ("Billmen", (16, 5)),
        "elite": ("Frog Knight", (18, 5)),
        "away": ("Frog Knight", (20, 10)),
    }
    t = table({KNIGHT: (10, 5)}, monsters, rows=DOOR, second=ROOM)
    turn(t, "Camper")
    told = [(e.params["who"], e.rule) for e in t.told("ev.woken")]
    assert told == [("Bashful Boris", "MA-2"), ("Billmen", "MA-1"), ("Frog Knight", "MA-5")]


@rule("TP-3", "AI-1", "WR-8", "TP-1", "TP-2")
def test_it_is_told_what_decided_between_targets() -> None:
    t = table({KNIGHT: (4, 5), EMERALD: (7, 5)}, {"frog": ("Turniphead", (5, 4))})
    turn(t, "Camper")
    assert aims(t)[0] == ("Questing Knight", "TP-3")  # nearer by one square
    t[EMERALD].at = t.at(6, 5)
    t[EMERALD].wounds, t[KNIGHT].wounds = 2, 1
    before = len(aims(t))
    turn(t, "Camper")
    assert aims(t)[before] == ("Princess Emerald", "TP-3")  # fewer hearts left
    t[KNIGHT].wounds = t[EMERALD].wounds = 0
    before = len(aims(t))
    turn(t, "Camper")
    assert aims(t)[before] == ("Princess Emerald", "AI-1")  # by id
    t[KNIGHT].acted_no = 1
    before = len(aims(t))
    turn(t, "Camper")
    assert aims(t)[before] == ("Questing Knight", "WR-8")
    t[EMERALD].wrath = 1
    before = len(aims(t))
    turn(t, "Camper")
    assert aims(t)[before] == ("Princess Emerald", "TP-1")
    t[EMERALD].at = OFF
    before = len(aims(t))
    turn(t, "Camper")
    assert aims(t)[before] == ("Questing Knight", "TP-2")  # the only one


@rule("TP-5", "AB-3")
@rule("PT-8", state=True)
def test_pets_are_attacked_for_want_of_heroes_and_only_from_near() -> None:
    t = table({KNIGHT: (0, 0)}, {"frog": ("Turniphead", (6, 6))})
    for i, (name, at) in enumerate([("Mr. Chompers", (7, 7)), ("The Colonel", (6, 8))]):
        pet = Member(f"pet-{i}", "pet", name, at=t.at(*at), master=KNIGHT, seat=KNIGHT)
        t.s.members[pet.id] = pet
    t.dice("B-", "B-", "B-")
    turn(t, "Camper")
    assert aims(t)[0] == ("Mr. Chompers", "TP-5")
    far = table({KNIGHT: (0, 0)}, {"frog": ("Turniphead", (6, 6))})
    far.s.members["pet-0"] = Member(
        "pet-0", "pet", "Mr. Chompers", at=far.at(6, 10), master=KNIGHT, seat=KNIGHT
    )
    turn(far, "Camper")
    small = [e for e in far.events if e.key == "no.small"]
    assert small and {e.rule for e in small} == {"AB-3"} and far.told("ev.strikes") == []


@rule("UN-6", "UN-1")
def test_an_area_that_reaches_nobody_is_skipped_by_rule() -> None:
    t = table({KNIGHT: (0, 0)}, {"king": ("The Forgotten King", (9, 9))})
    t["king"].status = ["Immobile"]
    turn(t, "Special Move")
    assert {e.rule for e in t.told("no.monster_area")} == {"UN-6"}
    assert t.told("ev.strikes") == []


@rule("FI-4", "FI-2")
def test_what_changes_the_strength_of_an_attack_is_told() -> None:
    t = table({KNIGHT: (5, 5)}, {"turnip": ("Turniphead", (5, 7))})
    turn(t, "Camper")
    assert t.told("ev.strength") == []
    t[KNIGHT].status = ["Poison"]  # Virulent
    turn(t, "Camper")
    t["turnip"].status = ["Hex"]
    turn(t, "Camper")
    t[KNIGHT].status, t["turnip"].status = [], ["Hex"]  # it has mended itself
    turn(t, "Camper")
    told = [(e.rule, e.params["n"], e.params["line"]) for e in t.told("ev.strength")]
    assert told == [("FI-4", 3, 2), ("FI-4", 1, 2)]  # with both they cancel


@rule("HA-18", "HA-10", "HA-19")
def test_as_many_wounds_as_hearts_destroy_and_what_is_left_is_lost() -> None:
    t = table({KNIGHT: (5, 5)}, {"frog": ("Frog Knight", (5, 6))})
    for wounds_ in (1, 2):
        t.dice("R3", "R3")
        assert t["frog"].wounds == wounds_ - 1
        act(t, KNIGHT, f"attack.STR>{t.names['frog']}")
    assert [e.rule for e in t.told("ev.destroyed")] == ["HA-18"] and not t.s.monsters
    assert "end" in offered(t, KNIGHT)


@rule("HA-8")
def test_a_large_model_is_told_that_there_is_no_room() -> None:
    t = table({HUNTRESS: (1, 1)}, rows=("...........",) * 3 + ("#####.#####",) + ("#####.#####",) * 7)
    (why,) = actions.why_not(t.s, t[HUNTRESS], {"square": t.at(5, 4)})
    assert (why.key, why.rule) == ("no.room", "HA-8")


@rule("CP-6")
def test_an_explore_deck_without_any_card_is_told() -> None:
    t = table({KNIGHT: (5, 5)})
    t.s.explore.draw_pile, t.s.explore.discard_pile = [], ["Armory"]
    t.play(explore.draw_for_tile(t.g, t[KNIGHT], 0))
    assert t.told("ev.explore")  # made of its discards
    t.s.explore.draw_pile, t.s.explore.discard_pile = [], []
    t.play(explore.draw_for_tile(t.g, t[KNIGHT], 0))
    assert t.told("ev.no_explore_card")


@rule("AE-2", "DR-3")
def test_dice_against_one_target_only_are_rolled_apart() -> None:
    t = table(
        {HUNTRESS: (4, 4)}, {"a": ("Grobbit Executioner", (2, 2)), "b": ("Grobbit Executioner", (6, 4))}
    )
    t[HUNTRESS].lasting = [Lasting("x", {"op": "gain_ability", "ability": "Virulent"}, "next_upkeep", "y")]
    t["b"].status = ["Poison"]
    t.dice("B1", "B1", "R-", "B1")
    act(t, HUNTRESS, "act.Trample")
    assert [e.params["target"] for e in t.told("ev.aimed")] == ["Grobbit Executioner"]
    assert (t["a"].wounds, t["b"].wounds) == (0, 1)


@rule("SH-5", "SH-3")
def test_a_form_without_room_on_the_whole_map_is_gone() -> None:
    rows = ("#####.#####",) + ("###########",) * 10
    t = table({}, {"sprout": ("Sprout", (5, 0))}, rows=rows)
    t.play(wounds.wound(t.g, t["sprout"], 2))
    (told,) = [e for e in t.events if e.rule == "SH-5"]
    assert told.key == "ev.destroyed" and not t.s.monsters and t.s.pool.monsters == {"Sprout": 1}


@rule("PO-1", "PO-2")
def test_a_potion_that_gives_tokens_fills_no_card_beyond_its_limit() -> None:
    t = table({KNIGHT: (5, 5)})
    effect = {"op": "gain_potion", "amount": 3, "target": "self"}
    gift = resolve.Strike("Gift", kind="support", vs=None, effects=(effect,), rule="PO-2")
    t.play(resolve.strike(t.g, t[KNIGHT], [], gift))
    assert t[KNIGHT].potions == 1 and t.told("ev.potion")[0].rule == "PO-1"
