"""Who activates, upkeep, the end of an activation, pets."""

from __future__ import annotations

import pytest

from tests.sde.table import Table, table
from webgame.engine.decision import Decision
from webgame.systems.sde_arcade.rules import activation, facts, turn, wounds
from webgame.systems.sde_arcade.state import OFF, Lasting, Member

KNIGHT, HUNTRESS, EMERALD = "questing-knight", "thundervale-huntress", "princess-emerald"
PARTY = {KNIGHT: (2, 2), HUNTRESS: (4, 4), EMERALD: (7, 7)}


def ready(t: Table) -> list[str]:
    return [hero.id for hero in turn.candidates(t.s)]


def begin(t: Table, who: str = KNIGHT, answers: tuple[str, ...] = ()) -> None:
    t.s.turn.active, t.s.turn.phase = who, "upkeep"
    t.play(activation.upkeep(t.g), answers)


def until_end(t: Table, *answers: str) -> list[str]:
    """Play phases of the Hero turn until it is over; return the phases gone through."""
    queue, gone = list(answers), []
    phases = {"choose": turn.choose, "upkeep": activation.upkeep, "activation": activation.run}
    while t.s.turn.phase in phases and not t.s.outcome:
        gone.append(f"{t.s.turn.phase}:{t.s.turn.pet or t.s.turn.active}")
        rules = phases[t.s.turn.phase](t.g)
        send = None
        try:
            while True:
                request = rules.send(send)
                send = t._choice(request, queue.pop(0)) if isinstance(request, Decision) else None
        except StopIteration:
            pass
    assert not queue
    return gone


# -- who activates -------------------------------------------------------------------------------------------


@pytest.mark.rule("sde_arcade", "TS-2", "TS-3", state=True)
def test_a_hero_that_rested_must_be_one_of_the_two():
    """H1."""
    t = table(PARTY)
    t.s.turn.before = [KNIGHT, HUNTRESS]
    assert ready(t) == [KNIGHT, HUNTRESS, EMERALD]
    t.s.turn.acted = [KNIGHT]
    assert ready(t) == [EMERALD]
    t.s.turn.acted = [EMERALD]
    assert ready(t) == [KNIGHT, HUNTRESS]


@pytest.mark.rule("sde_arcade", "TS-3", state=True)
def test_with_three_rested_heroes_both_come_from_them():
    """H3."""
    t = table({**PARTY, "ninja-cola": (0, 9), "royal-warden": (9, 0)})
    t.s.turn.before = [KNIGHT, HUNTRESS]
    assert set(ready(t)) == {EMERALD, "ninja-cola", "royal-warden"}
    t.s.turn.acted = [EMERALD]
    assert set(ready(t)) == {"ninja-cola", "royal-warden"}


@pytest.mark.rule("sde_arcade", "TS-3", state=True)
def test_two_activations_a_turn_and_a_lone_hero_acts_once():
    t = table(PARTY)
    t.s.turn.acted = [KNIGHT, EMERALD]
    assert ready(t) == []
    t = table({KNIGHT: (2, 2)})
    assert ready(t) == [KNIGHT]
    t.s.turn.acted = [KNIGHT]
    assert ready(t) == []


@pytest.mark.rule("sde_arcade", "TS-2", "HA-1")
@pytest.mark.rule("sde_arcade", "TS-5", state=True)
def test_a_hero_turn_from_choice_to_choice():
    t = table(PARTY)
    t.s.turn.phase, t.s.turn.active = "choose", ""
    gone = until_end(t, f"activate>{EMERALD}", "end", f"activate>{KNIGHT}", f"move>{t.at(2, 3)}", "end")
    assert gone == [
        "choose:",
        f"upkeep:{EMERALD}",
        f"activation:{EMERALD}",
        "choose:",
        f"upkeep:{KNIGHT}",
        f"activation:{KNIGHT}",
        "choose:",
    ]
    assert (t.s.turn.phase, t.s.turn.acted) == ("chimera", [EMERALD, KNIGHT])
    assert t[KNIGHT].acted_no > t[EMERALD].acted_no


@pytest.mark.rule("sde_arcade", "TS-3")
def test_the_party_chooses_together():
    t = table(PARTY)
    t.s.turn.phase = "choose"
    ask = t.ask(turn.choose(t.g))
    assert ask.mode == "any" and set(ask.seats) == set(PARTY)


# -- upkeep --------------------------------------------------------------------------------------------------


@pytest.mark.rule("sde_arcade", "HA-2")
@pytest.mark.rule("sde_arcade", "HA-3", state=True)
def test_tough_heals_before_fire_burns():
    """H4."""
    t = table({KNIGHT: (2, 2)})
    knight = t[KNIGHT]
    knight.wounds, knight.status = 4, ["Fire"]
    knight.lasting.append(
        Lasting("test", {"op": "gain_ability", "ability": "Tough"}, "end_of_activation", KNIGHT)
    )
    begin(t)
    assert knight.wounds == 4 and not knight.down


@pytest.mark.rule("sde_arcade", "YD-4")
@pytest.mark.rule("sde_arcade", "HA-2", state=True)
def test_a_coin_comes_before_the_fire():
    """H5."""
    t = table({KNIGHT: (2, 2)})
    knight = t[KNIGHT]
    knight.wounds, knight.status, t.s.coins = 4, ["Fire"], 1
    begin(t, answers=(f"coin>{KNIGHT}",))
    assert (knight.wounds, knight.status, t.s.coins) == (0, [], 0)


@pytest.mark.rule("sde_arcade", "TS-9")
@pytest.mark.rule("sde_arcade", "HA-4", state=True)
def test_a_hero_that_burns_to_death_has_no_activation():
    t = table({KNIGHT: (2, 2), EMERALD: (5, 5)})
    t[KNIGHT].wounds, t[KNIGHT].status = 4, ["Fire"]
    t.s.turn.acted = [KNIGHT]
    begin(t)
    assert t[KNIGHT].down and (t.s.turn.phase, t.s.turn.active) == ("choose", "")
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].wounds, t[KNIGHT].status = 4, ["Fire"]
    begin(t)
    assert t.s.outcome == "defeat"


@pytest.mark.rule("sde_arcade", "HA-2")
@pytest.mark.rule("sde_arcade", "PO-7", state=True)
def test_a_potion_lasts_to_the_drinkers_next_upkeep():
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].potions = 1
    t.play(activation.run(t.g), ["drink.questing-knight.Magic Armor", "end"])
    assert facts.attribute(t.s, t[KNIGHT], "ARM").R == 2
    begin(t)
    assert facts.attribute(t.s, t[KNIGHT], "ARM").R == 1


@pytest.mark.rule("sde_arcade", "HA-1")
@pytest.mark.rule("sde_arcade", "HA-19", state=True)
def test_points_come_afresh_with_each_activation():
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].ap_spent, t[KNIGHT].mp_spent, t[KNIGHT].ran = 3, 12, True
    begin(t)
    assert (facts.ap_left(t.s, t[KNIGHT]), facts.mp_left(t.s, t[KNIGHT])) == (3, 6)


@pytest.mark.rule("sde_arcade", "EX-14")
def test_turbo_button_helps_a_hero_that_starts_on_its_tile():
    t = table({KNIGHT: (2, 2)})
    t.s.tiles[0].cards.append("Turbo Button")
    begin(t)
    assert (facts.ap_left(t.s, t[KNIGHT]), facts.mp_left(t.s, t[KNIGHT])) == (4, 7)


# -- the end -------------------------------------------------------------------------------------------------


@pytest.mark.rule("sde_arcade", "ST-6")
def test_immobile_holds_for_one_activation():
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].status.append("Immobile")
    begin(t)
    assert not any(group.id in ("move", "run") for group in activation.groups(t.s, t[KNIGHT]))
    t.play(activation.run(t.g), ["end"])
    assert t[KNIGHT].status == []


@pytest.mark.rule("sde_arcade", "YD-4")
@pytest.mark.rule("sde_arcade", "ST-2", state=True)
def test_whoever_loses_the_immobile_token_may_move_at_once():
    t = table({KNIGHT: (2, 2)})
    t[KNIGHT].status.append("Immobile")
    t.s.coins = 1
    t.s.turn.phase = "upkeep"
    t.play(activation.upkeep(t.g), [f"coin>{KNIGHT}"])
    assert any(group.id == "move" for group in activation.groups(t.s, t[KNIGHT]))
    t[KNIGHT].status.append("Immobile")  # suffered now, it holds in the next activation
    assert any(group.id == "move" for group in activation.groups(t.s, t[KNIGHT]))
    begin(t)
    assert not any(group.id == "move" for group in activation.groups(t.s, t[KNIGHT]))
    wounds.cure(t.g, t[KNIGHT], "Immobile", "DR-11")
    assert any(group.id == "move" for group in activation.groups(t.s, t[KNIGHT]))


@pytest.mark.rule("sde_arcade", "TE-2")
@pytest.mark.rule("sde_arcade", "TE-3", state=True)
def test_the_goddess_heals_whoever_ends_beside_her():
    t = table({KNIGHT: (2, 2)}, rows=("...........",) * 3 + ("..g........",) + ("...........",) * 7)
    t[KNIGHT].wounds = 2
    t.play(activation.run(t.g), ["end"])
    assert t[KNIGHT].wounds == 1


@pytest.mark.rule("sde_arcade", "TR-4", state=True)
def test_an_effect_on_this_and_the_next_activation():
    t = table({KNIGHT: (2, 2)})
    cloud = Lasting("Choking Cloud", {"op": "forbid", "what": "potions"}, "end_of_next_activation", KNIGHT, 2)
    t[KNIGHT].lasting.append(cloud)
    t.play(activation.run(t.g), ["end"])
    assert facts.forbidden(t.s, t[KNIGHT], "potions")
    begin(t)
    t.play(activation.run(t.g), ["end"])
    assert facts.forbidden(t.s, t[KNIGHT], "potions") is None


# -- pets ----------------------------------------------------------------------------------------------------


def with_pet(t: Table, wonder: str = "Mr. Chompers") -> Member:
    pet = Member("pet-x", "pet", wonder, at=t.at(1, 1), master=KNIGHT, seat=KNIGHT)
    t.s.members[pet.id] = pet
    return pet


@pytest.mark.rule("sde_arcade", "PT-4")
def test_a_pet_acts_directly_after_its_master():
    t = table({KNIGHT: (2, 2)})
    pet = with_pet(t)
    t.s.turn.phase, t.s.turn.active = "choose", ""
    gone = until_end(t, f"activate>{KNIGHT}", "end", f"move>{t.at(1, 2)}", "end")
    assert gone[1:5] == [f"upkeep:{KNIGHT}", f"activation:{KNIGHT}", "upkeep:pet-x", "activation:pet-x"]
    assert pet.at == t.at(1, 2) and t.s.turn.phase == "chimera"


@pytest.mark.rule("sde_arcade", "PT-4")
def test_a_pet_may_come_directly_before_its_master():
    t = table({KNIGHT: (2, 2)})
    with_pet(t)
    t.s.turn.phase, t.s.turn.active = "choose", ""
    gone = until_end(t, f"pet_first>{KNIGHT}", "end", "end")
    assert gone[1:5] == ["upkeep:pet-x", "activation:pet-x", f"upkeep:{KNIGHT}", f"activation:{KNIGHT}"]
    assert t.s.turn.phase == "chimera"


@pytest.mark.rule("sde_arcade", "PT-4", "PT-7", "ST-6")
def test_a_pet_that_burns_goes_to_the_backpack_and_its_master_still_acts():
    t = table({KNIGHT: (2, 2)})
    with_pet(t).status.append("Fire")
    t.s.turn.phase, t.s.turn.active = "choose", ""
    gone = until_end(t, f"pet_first>{KNIGHT}", "end")
    assert gone[1:4] == ["upkeep:pet-x", f"upkeep:{KNIGHT}", f"activation:{KNIGHT}"]
    assert "Mr. Chompers" in t.s.backpack and t.s.turn.phase == "chimera"


@pytest.mark.rule("sde_arcade", "PT-5", "PT-4")
def test_the_colonel_lets_its_master_attack():
    t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (3, 2))}).dice("R3", "R2")
    with_pet(t, "The Colonel")
    t.s.turn.pet = "pet-x"
    frog = t["frog"].id
    t.play(activation.run(t.g), ["act.Tactical Strike", f"attack.STR>{frog}", "end"])
    assert t["frog"].wounds == 1 and t[KNIGHT].ap_spent == 0


@pytest.mark.rule("sde_arcade", "PT-4")
@pytest.mark.rule("sde_arcade", "WR-7", state=True)
def test_a_pets_kill_earns_wrath_for_its_master():
    t = table({KNIGHT: (2, 2)}, {"bill": ("Billmen", (1, 0))}).dice("R3", "R2")
    with_pet(t)
    t.s.turn.pet = "pet-x"
    t.play(activation.run(t.g), [f"attack.STR>{t['bill'].id}", "end"])
    assert t[KNIGHT].wrath == 1


def test_a_hero_destroyed_in_its_activation_ends_it():
    t = table({KNIGHT: (2, 2), EMERALD: (5, 5)}, {"biter": ("Booty Biter", (3, 2))}).dice("R-", "R-")
    t[KNIGHT].wounds = 4
    t.play(activation.run(t.g), [f"attack.STR>{t['biter'].id}"])
    assert t[KNIGHT].at == OFF and t.s.turn.active == ""
