"""Every explore card of every set at work, against play without it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, act, offered, rule, upkeep
from tests.sde.table import OPEN, Table
from tests.sde.test_world_explore import WEST, creeps, fall, step, two_tiles
from webgame.systems.sde_arcade import check, dungeon, supported
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import (
    activation,
    aiming,
    death,
    explore,
    facts,
    potions,
    powerup,
    rolls,
    turn,
    walk,
    wounds,
)
from webgame.systems.sde_arcade.state import OFF, Member

Card = Callable[[], None]
PLAYS: dict[str, Card] = {}
TRAPS = {name for name, card in box().explore.items() if card.kind == "trap"}  # see test_cards_traps.py


def card(*names: str) -> Callable[[Card], Card]:
    def put(play: Card) -> Card:
        PLAYS.update(dict.fromkeys(names, play))
        return play

    return put


@rule("EX-1")
@rule("EX-5", "EX-6", "EX-14", state=True)
@pytest.mark.parametrize("name", [name for name in box().explore if name not in TRAPS])
def test_an_explore_card_does_what_it_says(name: str) -> None:
    t = drawn(name, answers=ANSWERS.get(name, ()))
    printed = box().explore[name]
    assert len(creeps(t)) == printed.creeps or name == "Friendly Chimera"  # EX-5
    where = (
        t.s.kept
        if printed.duration == "kept"
        else t.s.tiles[1].cards
        if printed.duration == "tile"
        else t.s.explore.discard_pile
    )
    assert where == [name]
    PLAYS[name]()


@rule("EX-1")
@rule("EX-7", "TR-1", state=True)
@pytest.mark.parametrize("name", sorted(TRAPS))
def test_a_trap_card_brings_its_trap(name: str) -> None:
    moves = name in ("Bumper Shells", "Giant Centipede")
    t = drawn(name, answers=[lambda decision: decision.options()[0]] if moves else ())
    assert {e.params["what"] for e in t.told("ev.trap")} == {name} and creeps(t) == []


@rule("EX-6", state=True)
def test_every_explore_card_has_a_play_and_none_is_refused() -> None:
    assert sorted(box().explore.keys() - PLAYS.keys() - TRAPS) == []
    assert [name for name in box().explore if supported.lacking("explore", name)] == []


@rule("CP-5", "EX-6", state=True)
def test_each_boss_brings_twelve_cards_and_its_other_form_the_same() -> None:
    assert all(sum(cards.values()) == 12 for cards in box().explore_boss.values())
    assert sum(box().explore_base.values()) == 24
    assert box().explore_boss["Rockin' Roxor"] == box().explore_boss["Ragin' Roxor"]
    assert box().explore_boss["Nocturne"] == box().explore_boss["Von Drakk"]


def drawn(name: str, answers: Any = (), **heroes: Any) -> Table:
    """Let the Knight draw a card for the second tile."""
    t = two_tiles(name, **(heroes or {EMERALD: (3, 3)}))
    t.s.pool.creeps = {"Giri": 9, "Rattlebone": 9}
    t.s.wrath_supply = 5
    if name == "Dirty Bison":
        t.s.treasure.draw_pile.insert(3, "Lord Gruff")
    if name == "Friendly Chimera":
        answers = ["creep>Giri"] * 3
    step(t, KNIGHT, (10, 5))
    step(t, KNIGHT, (11, 5), answers=answers)
    return t


def cleared(name: str, answers: Any = (), **heroes: Any) -> Table:
    """The same without its creeps."""
    t = drawn(name, answers, **heroes)
    for creep in creeps(t):
        del t.s.monsters[creep.id]
    return t


def square(x: int, y: int) -> int:
    return y * 22 + x


ANSWERS: dict[str, list[Any]] = {
    "Burglar's Ring": [f"hero>{EMERALD}"],
    "Dirty Bison": ["pet>Lord Gruff"],
    "Dusty Cartridge": [f"hero>{KNIGHT}"],
    "Funny Costumes": ["no_costume"],
    "New Player": ["guest>deeproot-scout", f"to>{square(13, 5)}"],
    "Secret Passage": [f"token>{square(13, 5)}", f"token>{square(2, 2)}"],
    "Traveling Merchant": [],
}


# -- base set and The Forgotten King -------------------------------------------------------------------------


@card("Armory")
def armory() -> None:
    t = cleared("Armory")
    fall(t, "point")
    assert len(t.s.backpack) == 2 and t.s.tiles[1].cards == []


@card("Blue Button Stuck", "Red Button Stuck", "Sore Thumbs")
def buttons() -> None:
    for name, support, offense in (
        ("Blue Button Stuck", True, False),
        ("Red Button Stuck", False, True),
        ("Sore Thumbs", True, True),
    ):
        t = cleared(name)
        for fig in (t[KNIGHT], t["point"]):
            assert (facts.forbidden_here(t.s, fig, "unique_support") == name) is support
            assert (facts.forbidden_here(t.s, fig, "unique_offense") == name) is offense
        assert facts.forbidden_here(t.s, t[EMERALD], "unique_support") is None  # EX-3: on another tile
        t[KNIGHT].slots["Citrine"] = "Monstrous Maul"
        t["point"].at = t.at(13, 5)
        assert bool([o for o in offered(t, KNIGHT) if o.startswith("act.Crunch")]) is not offense


@card("Creep Factory")
def creep_factory() -> None:
    assert len(creeps(drawn("Creep Factory"))) == 6


@card("Jammed Coin Slot")
def jammed() -> None:
    t = cleared("Jammed Coin Slot")
    assert death.jammed(t.s) == "Jammed Coin Slot"
    t[KNIGHT].at = t.at(3, 5)
    assert death.jammed(t.s) is None


@card("Locked Doors")
def locked_doors() -> None:
    t = cleared("Locked Doors")
    out = t.at(10, 5)
    assert not walk.ways(t.s, t[KNIGHT], 6).anchors >> out & 1
    t.s.keys = 1
    explore.unlock(t.g, t[KNIGHT], 1)
    assert walk.ways(t.s, t[KNIGHT], 6).anchors >> out & 1


@card("Pathing Error")
def pathing_error() -> None:
    for name, through in (("Save Point", False), ("Pathing Error", True)):
        t = walled(name)
        assert bool(walk.ways(t.s, t[KNIGHT], 2).anchors >> t.at(13, 5) & 1) is through
        assert not facts.sees(t.s, t[KNIGHT], t["point"])  # sight is blocked as usual


def walled(name: str) -> Table:
    """The second tile has a wall from north to south behind its second column."""
    t = two_tiles(name)
    tiles: Any = box().tiles
    behind = tuple((1, y, "E") for y in range(11))
    plain = box().tiles[t.s.tiles[1].side]
    id = f"{plain.id}:walled"
    tiles[id] = msgspec.structs.replace(plain, id=id, walls=behind)
    t.s.tiles[1].side = id
    t.s.dungeon = dungeon.key(t.s.tiles)
    t.s.pool.creeps = {}
    step(t, KNIGHT, (10, 5), (11, 5), (12, 5))
    return t


@card("Potion Stash")
def potion_stash() -> None:
    t = drawn("Potion Stash")
    assert len([token for token in t.s.tokens.values() if token.kind == "potion"]) == 4


@card("Save Point", "Faerie Pool", "Dwarven Ale")
def when_the_point_falls() -> None:
    for name, hurt, ill in (("Save Point", 2, []), ("Faerie Pool", 1, ["Fire"]), ("Dwarven Ale", 0, None)):
        t = cleared(name)
        t[EMERALD].wounds, t[EMERALD].status = 2, ["Fire"]
        fall(t, "point")
        assert t[EMERALD].wounds == hurt
        assert t[EMERALD].status == (["Fire", "Poison"] if ill is None else ill)


@card("Secret Code", "1-Up")
def a_coin() -> None:
    for name in ("Secret Code", "1-Up"):
        assert drawn(name).s.coins == 1


@card("Traveling Merchant")
def merchant() -> None:
    t = two_tiles("Traveling Merchant")
    t.s.backpack = ["Steel Sword"]
    step(t, KNIGHT, (10, 5))
    step(t, KNIGHT, (11, 5), answers=["swap>Steel Sword"])
    assert len(t.s.backpack) == 1 and t.s.loot.discard_pile == ["Steel Sword"]


@card("Treasure Vault", "Kidnapped Villager", "Heroic Princess")
def mini_boss_rewards() -> None:
    for name, worth, coins in (
        ("Save Point", 1, 0),
        ("Treasure Vault", 2, 0),  # one for each of the two Heroes
        ("Kidnapped Villager", 2, 0),
        ("Heroic Princess", 1, 1),
    ):
        t = cleared(name)
        assert explore.mini_boss_treasure(t.g, 1) == worth and t.s.coins == coins


@card("Turbo Button")
def turbo_button() -> None:
    t = cleared("Turbo Button")
    assert (facts.ap_total(t.s, t[KNIGHT]), facts.movement(t.s, t[KNIGHT])) == (4, 7)
    assert facts.movement(t.s, t[EMERALD]) == 6


@card("Friendly Chimera")
def friendly_chimera() -> None:
    t = drawn("Friendly Chimera")
    assert [creep.friend for creep in creeps(t)] == [True] * 3


@card("Gypsy Princess", "Lost Unicorn")
def by_race() -> None:
    for name, bonus in (("Gypsy Princess", facts.offense_bonus), ("Lost Unicorn", facts.defense_bonus)):
        for id, hero in box().heroes.items():
            if not hero.selectable:
                continue
            t = cleared(name)
            t.s.members[id] = Member(id, "hero", id, at=t.at(20, 9), seat=id)
            (step_,) = box().explore[name].effects
            assert bonus(t.s, t.s.members[id]) == int(hero.race in step_["race"])
            t.s.members[id].at = t.at(1, 9)
            assert bonus(t.s, t.s.members[id]) == 0


@card("Mistmourn Fog")
def fog() -> None:
    t = cleared("Mistmourn Fog")
    assert (facts.fogged(t.s, t[KNIGHT], 6), facts.fogged(t.s, t[KNIGHT], 2)) == (3, 1)
    assert facts.fogged(t.s, t[EMERALD], 6) == 6


# -- Beatrix -------------------------------------------------------------------------------------------------


@card("Antidote", "Pumpkin Pie")
def for_the_whole_party() -> None:
    for name in ("Antidote", "Pumpkin Pie"):
        t = cleared(name)
        assert f"keep.{name}" not in offered(t, KNIGHT)  # it would help nobody
        for hero in (KNIGHT, EMERALD):
            t[hero].wounds, t[hero].status = 2, ["Fire", "Slow"]
        choices = ["heal>Slow", "heal>Fire"] if name == "Antidote" else []
        act(t, KNIGHT, f"keep.{name}", tuple(choices))
        assert [t[h].wounds for h in (KNIGHT, EMERALD)] == ([2, 2] if name == "Antidote" else [1, 1])
        left = [["Fire"], ["Slow"]] if name == "Antidote" else [["Fire", "Slow"]] * 2
        assert [t[h].status for h in (KNIGHT, EMERALD)] == left
        assert t.s.kept == [] and t.s.explore.discard_pile == [name]


@rule("EX-6", "PO-9")
def test_a_kept_card_may_be_used_in_the_consul_turn_by_any_player() -> None:
    t = cleared("Pumpkin Pie")
    t[KNIGHT].wounds = 1
    t.s.turn.side, t.s.turn.active = "consul", ""
    t.play(potions.emergency_window(t.g, "card", what="Hack and Slash"), ["keep.Pumpkin Pie"])
    assert t[KNIGHT].wounds == 0 and set(t.asked[-1].seats) == {KNIGHT, EMERALD}
    t.s.kept = ["Pumpkin Pie"]
    t.play(potions.emergency_window(t.g, "card", what="Hack and Slash"))  # nobody is hurt: nobody is asked


@card("Broken Harpsichord")
def broken_harpsichord() -> None:
    t = drawn("Broken Harpsichord")
    assert t[KNIGHT].status == t[EMERALD].status == ["Slow"]


@card("Glitched Doorway")
def glitched_doorway() -> None:
    for name, through in (("Save Point", False), ("Glitched Doorway", True)):
        t = cleared(name)
        t[KNIGHT].at = t.at(11, 9)  # beside the wall between the tiles
        assert bool(walk.ways(t.s, t[KNIGHT], 1).anchors >> t.at(10, 9) & 1) is through
        t[EMERALD].at = t.at(10, 9)  # and the other way
        assert bool(walk.ways(t.s, t[EMERALD], 1).anchors >> t.at(11, 8) & 1) is through
        assert not facts.sees(t.s, t[KNIGHT], t[EMERALD])


@card("Grave Robbers")
def grave_robbers() -> None:
    for name, most in (("Save Point", 3), ("Grave Robbers", 4)):
        t = cleared(name)
        t.s.turn.loot = 7
        t.play(powerup._rewards(t.g))
        assert len(t.s.backpack) == most


# -- Goro ----------------------------------------------------------------------------------------------------


@card("Campfire")
def campfire() -> None:
    for name, burns in (("Save Point", []), ("Campfire", ["Fire"])):
        t = cleared(name)
        t.s.monsters["m99"] = frog = type(t["point"])("m99", "elite", "Frog Knight", at=t.at(12, 5))
        t.dice("R3", "R3")
        act(t, KNIGHT, "attack.STR>m99")
        assert frog.status == burns and frog.wounds == 1
        assert not facts.has(t.s, frog, "Fire")  # Heroes only
        assert not facts.has(t.s, t[EMERALD], "Fire")


@card("Dirty Bison")
def dirty_bison() -> None:
    t = drawn("Dirty Bison", ["pet>Lord Gruff"])
    assert t.s.backpack == ["Lord Gruff"] and "Lord Gruff" not in t.s.treasure.draw_pile
    assert set(t.asked[-1].seats) == {KNIGHT, EMERALD}
    t = two_tiles("Dirty Bison")
    step(t, KNIGHT, (10, 5), (11, 5))
    assert t.s.backpack == [], "no pet is left"


@card("Downpour")
def downpour() -> None:
    t = two_tiles("Downpour", **{EMERALD: (3, 3)})
    t[KNIGHT].status = ["Fire", "Slow"]
    t.s.pool.creeps = {"Giri": 1}
    step(t, KNIGHT, (10, 5))
    step(t, KNIGHT, (11, 5))
    assert t[KNIGHT].status == ["Slow"] and facts.movement(t.s, t[KNIGHT]) == 4  # (6 + 2) / 2
    (giri,) = creeps(t)
    assert facts.movement(t.s, giri) == 7 and facts.immune(t.s, giri, "Fire")
    assert not facts.immune(t.s, t[EMERALD], "Fire") and facts.movement(t.s, t[EMERALD]) == 6
    t[EMERALD].status = ["Fire"]
    t[EMERALD].at = t.at(10, 5)
    step(t, EMERALD, (11, 6))
    assert t[EMERALD].status == []


@card("Faery Queen")
def faery_queen() -> None:
    t = two_tiles("Faery Queen", **{EMERALD: (3, 3)})
    t[KNIGHT].wounds, t[EMERALD].wounds = 3, 1
    step(t, KNIGHT, (10, 5))
    t.dice("B1", "B-", "B1", "B2")
    step(t, KNIGHT, (11, 5))
    assert (t[KNIGHT].wounds, t[EMERALD].wounds) == (1, 0)


@card("Howling Wind")
def howling_wind() -> None:
    t = drawn("Howling Wind")
    assert [e.params["what"] for e in t.told("ev.table_rule")] == ["Howling Wind"]


@card("Respec")
def respec() -> None:
    t = two_tiles("Respec", **{EMERALD: (3, 3)})
    t[KNIGHT].slots = {"Citrine": "Steel Sword", "Sapphire": "Black Spot"}
    t[EMERALD].slots = {"Citrine": "Witch Wand"}
    t.s.treasure.discard_pile = ["Gem of Alar City", "Mr. Chompers"]
    step(t, KNIGHT, (10, 5))
    wanted = [f"equip.{EMERALD}>Steel Sword", f"equip.{KNIGHT}>Gem of Alar City", "done"]
    step(t, KNIGHT, (11, 5), answers=wanted)
    assert t[KNIGHT].slots == {"Sapphire": "Black Spot", "Ruby": "Gem of Alar City"}  # PU-9: Cursed stays
    assert t[EMERALD].slots == {"Citrine": "Steel Sword"}
    assert t.s.loot.discard_pile == ["Witch Wand"] and t.s.treasure.discard_pile == ["Mr. Chompers"]


# -- Roxor ---------------------------------------------------------------------------------------------------


@card("Dusty Cartridge")
def dusty_cartridge() -> None:
    t = two_tiles("Dusty Cartridge", **{EMERALD: (3, 3)})
    for id, at in (("m98", (5, 3)), ("m99", (7, 3))):
        t.s.monsters[id] = type(t["point"])(id, "elite", "Frog Knight", at=t.at(*at))
    step(t, KNIGHT, (10, 5))
    step(t, KNIGHT, (11, 5), answers=[f"hero>{EMERALD}"])
    assert (t.s.monsters["m98"].status, t.s.monsters["m99"].status) == (["Knockdown"], [])
    assert t["point"].status == []


@card("Funny Costumes")
def funny_costumes() -> None:
    t = two_tiles("Funny Costumes", **{EMERALD: (3, 3)})
    t.s.pool.creeps = {}
    t.s.treasure.draw_pile = ["Lord Gruff", "Blessed Spear", "Booty Biter", "Lord Gruff"]
    step(t, KNIGHT, (10, 5))
    plain = facts.attribute(t.s, t[KNIGHT], "STR")
    t[KNIGHT].slots = {"Emerald": "Chainmail"}
    step(t, KNIGHT, (11, 5), answers=["costume"])
    assert facts.attribute(t.s, t[KNIGHT], "STR").G == plain.G + 1  # whatever the slot
    assert t[KNIGHT].slots["Emerald"] == "Chainmail" and t.s.treasure.discard_pile == ["Booty Biter"]
    step(t, KNIGHT, (12, 5))  # it has one, and did not come from outside
    step(t, KNIGHT, (11, 5))
    step(t, KNIGHT, (10, 5))
    assert facts.attribute(t.s, t[KNIGHT], "STR") == plain
    assert t.s.treasure.discard_pile == ["Booty Biter", "Blessed Spear"]
    step(t, KNIGHT, (11, 5), answers=["no_costume"])
    t.s.treasure.draw_pile = ["Blessed Spear"]
    t[EMERALD].at = t.at(10, 5)
    step(t, EMERALD, (11, 6), answers=["costume"])
    t.play(wounds.wound(t.g, t[EMERALD], 9))
    assert t[EMERALD].slots == {} and t.s.treasure.discard_pile[-1] == "Blessed Spear"


@card("Pixelated")
def pixelated() -> None:
    for name, steps in (("Save Point", 1), ("Pixelated", 2)):
        t = cleared(name)
        assert walk.ways(t.s, t[KNIGHT], 6).cost(t.at(12, 6)) == steps
        assert walk.ways(t.s, t[EMERALD], 6).cost(t.at(4, 4)) == 1  # not on this tile
        t.s.monsters["m99"] = frog = type(t["point"])("m99", "elite", "Frog Knight", at=t.at(14, 8))
        assert walk.ways(t.s, frog, 6).cost(t.at(15, 9)) == 1  # not a Hero


# -- Starfire ------------------------------------------------------------------------------------------------


@card("Burglar's Ring")
def burglars_ring() -> None:
    t = cleared("Burglar's Ring", [f"hero>{KNIGHT}"])
    t.s.monsters["m99"] = frog = type(t["point"])("m99", "elite", "Frog Knight", at=t.at(13, 5))

    def aims() -> bool:
        return aiming.targetable(t.s, frog, t[KNIGHT], 4, offensive=True) is None

    assert not aims() and aiming.targetable(t.s, t[EMERALD], t[KNIGHT], 20, offensive=False) is None
    frog.at = t.at(12, 5)
    assert aims()
    frog.at, t[KNIGHT].at = t.at(8, 5), t.at(10, 5)  # EX-3: on its tile only
    assert aims()


@card("Mountain of Gold")
def mountain_of_gold() -> None:
    t = drawn("Mountain of Gold")
    (giri, other) = creeps(t)
    assert facts.movement(t.s, t[KNIGHT]) == 3 and facts.movement(t.s, giri) == 3
    assert facts.movement(t.s, t[EMERALD]) == 6
    t[KNIGHT].status = ["Slow"]
    assert facts.movement(t.s, t[KNIGHT]) == 3  # not on top of Slow
    t[KNIGHT].status = []
    t[EMERALD].at, t[KNIGHT].at = t.at(8, 5), t.at(15, 9)
    t.s.turn.active = EMERALD
    act(t, EMERALD, f"move>{t.at(14, 5)}")
    assert t[EMERALD].at == t.at(11, 5) and facts.mp_left(t.s, t[EMERALD]) == 0  # 3 of 3 spent
    fall(t, "point")
    assert facts.movement(t.s, t[KNIGHT]) == 6 and t.s.tiles[1].cards == []


@card("New Player")
def new_player() -> None:
    t = cleared("New Player", ["guest>deeproot-scout", f"to>{square(13, 5)}"])
    guest = t["deeproot-scout"]
    assert guest.at == t.at(13, 5) and guest.seat == KNIGHT
    t.s.turn.active, t.s.turn.phase = "", "choose"
    t.s.turn.acted = [KNIGHT, EMERALD]  # beside the two of the turn
    t.play(turn.choose(t.g), ["guest>deeproot-scout"])
    assert t.s.turn.active == "deeproot-scout" and t.s.turn.acted == [KNIGHT, EMERALD]
    t.play(activation.upkeep(t.g))
    guest.slots = {"Citrine": "Steel Sword"}
    guest.wrath, t.s.wrath_supply = 2, 3
    t.play(activation.run(t.g), ["end"])
    assert "deeproot-scout" not in t.s.members and t.s.turn.phase == "choose"
    assert t.s.backpack == ["Steel Sword"] and t.s.wrath_supply == 5
    t.play(turn.choose(t.g))
    assert t.s.turn.phase == "chimera"


@rule("EX-6", "TS-9")
def test_a_guest_that_falls_leaves_no_skull_and_does_not_save_the_party() -> None:
    for first in ("guest", "party"):
        t = cleared("New Player", ["guest>deeproot-scout", f"to>{square(13, 5)}"])
        guest = t["deeproot-scout"]
        if first == "guest":
            t.s.turn.active = guest.id
            t.play(wounds.wound(t.g, guest, 9))
            assert guest.id not in t.s.members and not t.s.tokens
            t.play(activation.finish(t.g, guest.id))
            assert t.s.turn.phase == "choose" and not t.s.outcome
        else:
            t.play(wounds.wound(t.g, t[KNIGHT], 9))
            assert not t.s.outcome
            t.play(wounds.wound(t.g, t[EMERALD], 9))
            assert t.s.outcome == "defeat"


@rule("EX-6", state=True)
def test_the_guest_may_wait_for_a_later_turn() -> None:
    t = cleared("New Player", ["guest>deeproot-scout", f"to>{square(13, 5)}"])
    t.s.turn.acted, t.s.turn.active = [KNIGHT, EMERALD], ""
    t.play(turn.choose(t.g), ["no_guest"])
    assert t.s.turn.phase == "chimera" and t["deeproot-scout"].at != OFF


# -- Von Drakk -----------------------------------------------------------------------------------------------


@card("Cackling Laughter")
def cackling_laughter() -> None:
    for said, dice in (("claim", 1), ("no_claim", 0)):
        t = cleared("Cackling Laughter")
        roll = t.play(rolls.offense(t.g, t[KNIGHT], facts.attribute(t.s, t[KNIGHT], "STR"), [], "x"), [said])
        assert len(roll.dice) == 2 + dice
        t.play(rolls.offense(t.g, t[EMERALD], facts.attribute(t.s, t[EMERALD], "STR"), [], "x"))


@card("Ghost Well")
def ghost_well() -> None:
    for name, through in (("Save Point", False), ("Ghost Well", True)):
        t = walled(name)
        assert bool(walk.ways(t.s, t[KNIGHT], 2).anchors >> t.at(13, 5) & 1) is through
        assert facts.sees(t.s, t[KNIGHT], t["point"]) is through
        t[KNIGHT].at = t.at(11, 9)
        assert not walk.ways(t.s, t[KNIGHT], 1).anchors >> t.at(10, 9) & 1  # the edge stays closed


@card("Hidden Lever")
def hidden_lever() -> None:
    marked = list(WEST)
    marked[0] = "s.........."
    marked[5] = "D.........D"
    marked[4] = "D.........D"
    marked[6] = "D.........D"
    t = two_tiles("Hidden Lever", second=tuple(marked))
    chest = t.token("chest", 11 + 3, 2)
    template = t.trap("Spiked Floor", (11 + 9, 9))
    step(t, KNIGHT, (10, 5))
    step(t, KNIGHT, (11, 5))
    # 90 degrees would cut the tile off, so it turns by 180
    assert t.s.tiles[1].turn == 2
    assert layout(t.s).effects["Structure"] == 1 << t.at(21, 10)
    assert t[KNIGHT].at == t.at(21, 5) and t["point"].at == t.at(16, 5)
    assert chest.at == t.at(11 + 7, 8) and template.squares == [t.at(11 + 1, 1)]
    assert layout(t.s).neighbours(0) == (1,)


@rule("SU-5", "HA-8")
def test_a_large_hero_in_the_doorway_finds_a_square_when_the_tile_turns() -> None:
    rows = ("....DDD....", *(OPEN[:3]), "D.........D", "D.........D", "Ds........D", *OPEN[:3], "....DDD....")
    t = two_tiles("Hidden Lever", second=rows, **{HUNTRESS: (9, 5)})
    t.s.members = {HUNTRESS: t[HUNTRESS]}
    step(t, HUNTRESS, (10, 5))
    assert t.s.tiles[1].turn == 1
    base = facts.base(t.s, t[HUNTRESS])
    assert not base & layout(t.s).grid.solid and check.invariants(t.s) == []


@card("Secret Passage")
def secret_passage() -> None:
    t = cleared("Secret Passage", [f"token>{square(13, 5)}", f"token>{square(2, 2)}"])
    first, second = t.asked
    assert all(layout(t.s).tile_of[int(q)] == 1 for q in first.groups[0].targets or ())
    assert all(layout(t.s).tile_of[int(q)] == 0 for q in second.groups[0].targets or ())
    assert layout(t.s).effects["Secret Passage"] == 1 << t.at(13, 5) | 1 << t.at(2, 2)
    act(t, KNIGHT, f"move>{t.at(13, 5)}")
    assert t[KNIGHT].at == t.at(2, 2)


@card("Soul Spike")
def soul_spike() -> None:
    for name, hurt in (("Save Point", 0), ("Soul Spike", 1)):
        t = cleared(name)
        t["point"].at = t.at(12, 5)
        t.dice("R-", "R-")
        act(t, KNIGHT, f"attack.STR>{t['point'].id}")
        assert t[KNIGHT].wounds == hurt and not facts.has(t.s, t[KNIGHT], "Backlash")


# -- the extra cards -----------------------------------------------------------------------------------------


@card("Bomb Flower")
def bomb_flower() -> None:
    t = cleared("Bomb Flower", **{EMERALD: (10, 4)})
    t.s.monsters["m99"] = frog = type(t["point"])("m99", "elite", "Frog Knight", at=t.at(13, 5))
    t.dice("R3", "R3", "B-", "B-", "R-", "B-", "B-")
    act(t, KNIGHT, "keep.Bomb Flower")
    assert frog.wounds == 1 and t[EMERALD].wounds == 1 and t.s.kept == []
    assert t[KNIGHT].ap_spent == 0


@card("Handy Tunnel")
def handy_tunnel() -> None:
    t = walled("Handy Tunnel")
    beyond = t.at(13, 5)
    assert not walk.ways(t.s, t[KNIGHT], 2).anchors >> beyond & 1
    t.s.turn.active, t.s.turn.phase = KNIGHT, "upkeep"
    upkeep(t, KNIGHT, ("keep.Handy Tunnel",))
    assert walk.ways(t.s, t[KNIGHT], 2).anchors >> beyond & 1
    t.play(activation.finish(t.g, KNIGHT))
    assert not walk.ways(t.s, t[KNIGHT], 2).anchors >> beyond & 1
    assert not [o for o in offered(t, KNIGHT) if o.startswith("keep.")]


@card("Shell Up")
def shell_up() -> None:
    for said, stars in (("keep>Shell Up", 3), ("no_card", 0)):
        t = cleared("Shell Up")
        t.dice("B-", "B-", "R-", *(["R3"] if stars else []))
        roll = t.play(rolls.defense(t.g, t[KNIGHT]), [said])
        assert roll.stars == stars and (t.s.kept == []) is bool(stars)


@card("Testudo Formation")
def testudo_formation() -> None:
    t = cleared("Testudo Formation", **{EMERALD: (10, 4), HUNTRESS: (3, 3)})
    for hero in (KNIGHT, EMERALD, HUNTRESS):
        t[hero].status = ["Hex", "Bane"]
    upkeep(t, KNIGHT, ("keep.Testudo Formation",))
    assert t[KNIGHT].status == t[EMERALD].status == [] and t[HUNTRESS].status == ["Hex", "Bane"]
    assert t.s.kept == []
