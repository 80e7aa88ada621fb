"""Pets: masters, places, bonuses, actions, their fall and return (PT), and the oracle's case E6."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, act, best, hit, offered, rule, upkeep, worst
from tests.sde.table import Answer, Table, table
from webgame.systems.sde_arcade.cards import Dice, box
from webgame.systems.sde_arcade.rules import activation, aiming, facts, pets, powerup, resolve, turn, wounds
from webgame.systems.sde_arcade.state import Lasting, Member

WONDERS = [
    "Admiral Fuzzybottom",
    "The Colonel",
    "Lord Gruff",
    "Madam Hilde",
    "Miss G. Snorts",
    "Mr. Chompers",
]
CHOMPERS = "pet-mr-chompers"
FIGHT = resolve.Strike("l.fight", command="fight")


def party(*wonders: str, **monsters: tuple[str, tuple[int, int]]) -> Table:
    t = table({KNIGHT: (2, 2), EMERALD: (2, 8)}, monsters or {"ogre": ("Grobbit Executioner", (5, 2))})
    t.s.backpack = list(wonders)
    return t


def join(t: Table, wonder: str, x: int, y: int, who: str = KNIGHT) -> Member:
    t.play(pets.gain_master(t.g, t[who], wonder), [f"to>{t.at(x, y)}"])
    return t.s.members[pets.pet_id(wonder)]


def power_up(t: Table, *answers: Answer) -> None:
    t.s.turn.phase = "power_up"
    t.play(powerup.run(t.g), answers)


@rule("PT-1", "PT-3", "PU-11")
def test_a_pet_waits_in_the_backpack_until_a_hero_becomes_its_master() -> None:
    t = party("Mr. Chompers")
    power_up(t, f"master.{KNIGHT}>Mr. Chompers", f"to>{t.at(4, 4)}", "done")
    pet = t.s.members[CHOMPERS]
    assert (pet.kind, pet.at, pet.master, pet.seat) == ("pet", t.at(4, 4), KNIGHT, KNIGHT)
    assert t.s.backpack == []
    squares = t.asked[1].groups[0].targets or ()
    assert t.at(2, 4) in squares and t.at(5, 5) not in squares and t.at(2, 2) not in squares
    assert all(group.seats == (group.actor,) for group in t.asked[0].groups[:-2])


@rule("PT-2")
def test_a_hero_has_one_pet_and_pets_change_masters_in_power_up() -> None:
    t = party("Mr. Chompers", "Lord Gruff")
    join(t, "Mr. Chompers", 3, 3)
    power_up(
        t, f"give.{CHOMPERS}>{EMERALD}", f"to>{t.at(3, 8)}", f"master.{KNIGHT}>Lord Gruff", f"to>{t.at(3, 3)}"
    )
    assert f"master.{KNIGHT}>Lord Gruff" not in t.asked[1].options()
    pet = t.s.members[CHOMPERS]
    assert (pet.master, pet.seat, pet.at) == (EMERALD, EMERALD, t.at(3, 8))  # PT-3: beside its new master
    assert facts.has(t.s, t[EMERALD], "Fire") and facts.has(t.s, t[KNIGHT], "Knockdown")
    assert not facts.has(t.s, t[KNIGHT], "Fire")


@rule("PT-2", state=True)
def test_a_destroyed_hero_gets_no_pet() -> None:
    t = party("Mr. Chompers")
    join(t, "Mr. Chompers", 3, 3)
    t.play(wounds.wound(t.g, t[EMERALD], 5))
    power_up(t)
    assert t.asked[1:] == []


@rule("PT-3")
@rule("EX-4", state=True)
def test_a_pet_put_on_an_unexplored_tile_explores_it() -> None:
    t = table({KNIGHT: (9, 5), EMERALD: (2, 8)}, rows=("..........D",) * 11, second=("D..........",) * 11)
    t.s.backpack = ["Mr. Chompers"]
    t.s.explore.draw_pile = ["Red Button Stuck"]
    join(t, "Mr. Chompers", 11, 5)
    assert t.s.tiles[1].explored and t.told("ev.explore")


@rule("PT-4")
def test_the_pet_acts_with_its_master_before_or_after_it() -> None:
    t = party("Mr. Chompers")
    join(t, "Mr. Chompers", 3, 3)
    t.s.turn.phase, t.s.turn.active = "choose", ""
    t.play(turn.choose(t.g), [f"pet_first>{KNIGHT}"])
    assert activation.acting(t.s) == CHOMPERS
    t.play(activation.upkeep(t.g))
    t.play(activation.run(t.g), ["end"])
    assert activation.acting(t.s) == KNIGHT and t.s.turn.phase == "upkeep"
    t.play(activation.upkeep(t.g))
    t.play(activation.run(t.g), ["end"])
    assert t.s.turn.phase == "choose" and t.s.turn.acted == [KNIGHT]
    t.play(turn.choose(t.g))  # only the Huntress is left: nobody is asked
    assert t.s.turn.active == EMERALD


@rule("PT-4")
@rule("BA-11", state=True)
def test_a_pet_makes_basic_attacks_and_its_own_actions_only() -> None:
    t = party("Mr. Chompers", frog=("Frog Knight", (4, 3)))
    join(t, "Mr. Chompers", 3, 3)
    t.token("chest", 3, 4)
    t[KNIGHT].wounds, t[KNIGHT].potions, t.s.keys = 1, 1, 1
    t.s.turn.pet = CHOMPERS
    verbs = {option.partition(">")[0] for option in offered(t, CHOMPERS)}
    assert verbs == {"move", "attack.STR", "act.Poof", "end"}
    assert activation.menu(t.s, t[CHOMPERS]).seats == (KNIGHT,)


@rule("PT-7")
@rule("PT-5", "PT-6", "HA-18", state=True)
def test_mr_chompers_falls_to_three_stars_and_his_master_loses_fire() -> None:  # E6
    t = party("Mr. Chompers")
    pet = join(t, "Mr. Chompers", 4, 3)
    assert facts.has(t.s, t[KNIGHT], "Fire") and not facts.has(t.s, pet, "Fire")
    t.s.turn.side = "consul"
    t.play(resolve.strike(t.g, t["ogre"], [pet], FIGHT))
    assert CHOMPERS not in t.s.members and t.s.backpack == ["Mr. Chompers"]
    assert not facts.has(t.s, t[KNIGHT], "Fire") and t.s.outcome == ""
    assert not [token for token in t.s.tokens.values() if token.kind == "skull"]


@rule("PT-6", "DR-6", state=True)
def test_a_pet_defends_with_arm_whatever_is_named() -> None:
    t = party("Lord Gruff")  # ARM 3 stars
    pet = join(t, "Lord Gruff", 4, 3)
    quake = resolve.Strike("Earthshaker", kind="support", stars=0, vs="DEX", inflicts=("Slow",), rule="UN-3")
    t.play(resolve.strike(t.g, t["ogre"], [pet], quake))
    assert pet.status == []  # 3 against 3
    assert t.told("ev.defends")[0].params["n"] == 3


@rule("PT-6", "DR-11", "BA-6", state=True)
def test_hearts_do_not_heal_a_pet_a_bandage_does() -> None:
    t = party("Mr. Chompers")
    pet = join(t, "Mr. Chompers", 3, 3)
    pet.status = ["Hex"]
    t[EMERALD].at, t.s.turn.active = t.at(3, 6), EMERALD
    t.dice("BH", "B2", "R3")
    act(t, EMERALD, f"attack.DEX>{t['ogre'].id}")
    assert pet.status == ["Hex"] and [d.prompt for d in t.asked[1:]] == ["ask.activation"]


@rule("PT-7")
def test_a_destroyed_pet_rests_until_the_end_of_the_next_hero_turn() -> None:
    t = party("Mr. Chompers")
    pet = join(t, "Mr. Chompers", 3, 3)
    t.s.turn.side, t.s.turn.round = "consul", 4
    t.play(wounds.wound(t.g, pet, 1, t["ogre"]))
    assert pets.available(t.s) == []
    power_up(t)
    assert (t.s.turn.round, t.s.turn.side) == (5, "heroes")
    assert pets.available(t.s) == ["Mr. Chompers"]
    power_up(t, f"master.{EMERALD}>Mr. Chompers", f"to>{t.at(3, 8)}", "done")
    assert t.s.resting == {}


@rule("PT-7")
def test_a_pet_that_falls_in_a_hero_turn_waits_for_the_end_of_the_next_one() -> None:
    t = party("Mr. Chompers")
    pet = join(t, "Mr. Chompers", 3, 3)
    t.play(wounds.wound(t.g, pet, 1, t["ogre"], backlash=True))
    power_up(t)
    power_up(t)
    assert t.s.turn.round == 2 and t.asked[1:] == []
    power_up(t, "done")


@rule("PT-7", "YD-1")
def test_with_its_master_destroyed_the_pet_goes_to_the_backpack() -> None:
    t = party("Mr. Chompers")
    join(t, "Mr. Chompers", 3, 3)
    t.play(wounds.wound(t.g, t[KNIGHT], 5, t["ogre"]))
    assert CHOMPERS not in t.s.members and t.s.backpack == ["Mr. Chompers"]
    assert pets.available(t.s) == ["Mr. Chompers"]  # it was not destroyed itself
    assert t[KNIGHT].wounds == 5


@rule("AB-3")
@rule("PT-8", state=True)
@pytest.mark.parametrize("wonder", WONDERS)
def test_every_pet_is_small(wonder: str) -> None:
    t = party(wonder, ogre=("The Forgotten King", (6, 2)))  # RNG 6
    pet = join(t, wonder, 3, 2)
    assert facts.hearts(t.s, pet) == 1
    assert aiming.targetable(t.s, t["ogre"], pet, 6, offensive=True) is None
    t["ogre"].at = t.at(7, 2)
    refusal = aiming.targetable(t.s, t["ogre"], pet, 6, offensive=True)
    assert refusal is not None and refusal.key == "no.small"


@rule("WR-7", state=True)
def test_a_pets_kill_gives_its_wrath_to_the_master() -> None:
    t = party("Mr. Chompers", bill=("Billmen", (4, 3)))
    join(t, "Mr. Chompers", 3, 3)
    t.s.turn.pet = CHOMPERS
    t.dice("R3", "R3")
    act(t, CHOMPERS, f"attack.STR>{t['bill'].id}")
    assert t[KNIGHT].wrath == 1 and t.s.turn.loot == 1


# -- the bonuses and actions of each pet ---------------------------------------------------------------------

Play = Callable[[Table, Member], None]
PLAYS: dict[str, Play] = {}
MONSTERS = {"ogre": ("Grobbit Executioner", (5, 2)), "frog": ("Frog Knight", (6, 5))}


def pet(name: str) -> Callable[[Play], Play]:
    def put(play: Play) -> Play:
        PLAYS[name] = play
        return play

    return put


@rule("PT-4")
@rule("PT-5", "AB-1", state=True)
@pytest.mark.parametrize("wonder", WONDERS)
def test_a_pet_has_its_action_and_helps_its_master(wonder: str) -> None:
    t = party(wonder, **MONSTERS)
    t[KNIGHT].at = t.at(3, 2)
    known = set(offered(t, KNIGHT))
    hit(t, KNIGHT, "ogre")
    assert t["ogre"].status == []
    t["ogre"].wounds = 0
    member = join(t, wonder, 4, 4)
    assert len(box().pets[wonder].actions) == 1
    PLAYS[wonder](t, member)
    t.play(wounds.wound(t.g, member, 1, t["ogre"]))
    t[KNIGHT].ap_spent = 0
    t["ogre"].at = t.at(5, 2)
    assert {o.partition(">")[0] for o in offered(t, KNIGHT)} == {o.partition(">")[0] for o in known}


def turns(t: Table, member: Member) -> None:
    t.s.turn.pet = member.id


@pet("Mr. Chompers")
def chompers(t: Table, member: Member) -> None:
    hit(t, KNIGHT, "ogre")
    assert t["ogre"].status == ["Fire"]
    turns(t, member)
    t["frog"].at = t.at(7, 4)
    t.dice("R3", "R3")
    act(t, member.id, f"act.Poof>{t.at(5, 4)}")  # Lance 3 to the east
    assert (t["frog"].wounds, t["frog"].status) == (1, ["Fire"])


@pet("Lord Gruff")
def gruff(t: Table, member: Member) -> None:
    hit(t, KNIGHT, "ogre")
    assert t["ogre"].status == ["Knockdown"]
    turns(t, member)
    t["frog"].at = t.at(5, 5)
    t.dice("B2", "B2", "B2")
    act(t, member.id, f"act.Grump>{t['frog'].id}")
    assert t["frog"].status == ["Knockdown"]


@pet("Miss G. Snorts")
def snorts(t: Table, member: Member) -> None:
    hit(t, KNIGHT, "ogre")
    assert t["ogre"].status == ["Poison"]
    turns(t, member)
    t["frog"].at = t.at(5, 5)
    act(t, member.id, "act.Stink Beard Bark>l.south")  # no roll: it simply works (HA-14)
    assert (t["frog"].wounds, t["frog"].status) == (0, ["Poison"])


@pet("Admiral Fuzzybottom")
def fuzzybottom(t: Table, member: Member) -> None:
    act(
        t, KNIGHT, "act.Happy Cat", ("stay", f"to>{t.at(4, 3)}")
    )  # the master's own: the ogre stays, the frog comes
    assert t["frog"].at == t.at(4, 3)
    turns(t, member)
    t["frog"].at = t.at(7, 4)
    t["ogre"].at = t.at(9, 9)
    act(t, member.id, "act.Happy Cat", (f"to>{t.at(5, 4)}",))
    assert t["frog"].at == t.at(5, 4)


@pet("Madam Hilde")
def hilde(t: Table, member: Member) -> None:
    t.dice(*best(Dice(R=2)))  # the Knight's STR against ARM
    act(t, KNIGHT, f"act.Soprano>{t['frog'].id}")
    assert t["frog"].status == ["Bane"] and t["frog"].wounds == 0
    turns(t, member)
    t.dice("B1", "R1")
    act(t, member.id, f"act.Soprano>{t['ogre'].id}")  # 2 against 2: it fails
    assert t["ogre"].status == []


@pet("The Colonel")
def colonel(t: Table, member: Member) -> None:
    turns(t, member)
    t[KNIGHT].ap_spent = 3
    t.dice(*best(Dice(R=2)))
    act(t, member.id, "act.Tactical Strike", (f"attack.STR>{t['ogre'].id}",))
    assert t["ogre"].wounds == 1 and t[KNIGHT].ap_spent == 3
    member.ap_spent = 0
    act(t, member.id, "act.Tactical Strike", ("skip",))
    assert t["ogre"].wounds == 1


@rule("PT-5", "ST-7", state=True)
def test_the_colonel_cannot_make_a_knocked_down_master_attack() -> None:
    t = party("The Colonel", **MONSTERS)
    t[KNIGHT].at, t[KNIGHT].status = t.at(3, 2), ["Knockdown"]
    member = join(t, "The Colonel", 4, 4)
    turns(t, member)
    act(t, member.id, "act.Tactical Strike")
    assert t["ogre"].wounds == 0


@rule("PT-1", "CP-5", state=True)
def test_every_wonder_of_the_deck_is_played_here() -> None:
    assert set(WONDERS) == set(PLAYS)
    assert all(box().wonders[name].pet == name for name in box().wonders)
    printed = {wonder for wonder in box().wonders} - set(WONDERS)
    assert printed == {"Mr. Bitey", "Never-Lost Cola"}  # not in this deck
    assert worst(Dice(B=1)) == ["B-"] and HUNTRESS and upkeep


@rule("AB-3", "PT-8", state=True)
@pytest.mark.parametrize("pet", sorted(box().pets))
def test_a_pet_is_too_small_to_be_aimed_at_from_afar(pet: str) -> None:
    assert "Small" in box().pets[pet].abilities
    for small in (True, False):
        t = table({KNIGHT: (2, 2)}, {"ogre": ("Grobbit Executioner", (8, 2))})
        t.s.members["pet"] = Member("pet", "pet", pet, at=t.at(4, 2), master=KNIGHT, seat=KNIGHT)
        if not small:
            t["pet"].lasting.append(Lasting("test", {"op": "lose_ability", "ability": "Small"}, "destroyed"))
        refusal = aiming.targetable(t.s, t["ogre"], t["pet"], 6, offensive=True)
        assert (refusal is not None) is small
        t["ogre"].at = t.at(7, 2)  # three squares off
        assert aiming.targetable(t.s, t["ogre"], t["pet"], 6, offensive=True) is None


@rule("HA-13", "HA-17", state=True)
def test_the_rotten_carrot_strikes_with_two_red_dice_more() -> None:
    for faces, hurt in ((["R1", "R0", "R1", "R1"], 1), (["R1", "R0", "R0", "R1"], 0)):
        t = party(ogre=("Grobbit Executioner", (5, 4)))
        t.s.members["pet"] = Member("pet", "pet", "Mr. Bitey", at=t.at(4, 4), master=KNIGHT, seat=KNIGHT)
        t.s.turn.pet = "pet"
        t.dice(*(face.replace("R0", "R-") for face in faces))
        act(t, "pet", f"act.Rotten Carrot>{t['ogre'].id}")
        assert (t["ogre"].wounds, t["pet"].ap_spent, t.rng.script) == (hurt, 2, [])
