"""Keywords of all monsters, printed and lent: each in a play beside the same play without it (AB-1, AB-3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.sde.acts import EMERALD, HUNTRESS, KNIGHT, rule
from tests.sde.consul import command, square
from tests.sde.monsters import attacks, drive, high, lent, low, size, struck, upkeep, without
from tests.sde.table import OPEN, Table, table
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import (
    activation,
    aiming,
    basic,
    bones,
    consul,
    elements,
    facts,
    fight,
    resolve,
    walk,
    wounds,
)
from webgame.systems.sde_arcade.state import Lasting

WATER = "...........", "..c.c.c....", "..........."


class Holder(NamedTuple):
    """A model with a keyword; `partner` is the bonded model that lends it, "" if it is printed."""

    card: str
    partner: str
    word: str

    def __str__(self) -> str:
        return f"{self.word}: {self.card}{f' with {self.partner}' if self.partner else ''}"


# The Miserable Toad stands for a Hero only (test_monsters_actions: Transmogrify).
MODELS = [m for m in box().monsters.values() if m.name != "Miserable Toad"]
PRINTED = [Holder(m.name, "", word) for m in MODELS for word in m.abilities]
LENT = [
    Holder(gang.elite, entry.model, word)
    for gang in box().gangs.values()
    for entry in gang.lends
    for word in entry.abilities
    if word not in box().monsters[gang.elite].abilities
]
HOLDERS = PRINTED + LENT
PLAYED: set[str] = set()
# Keywords that have a play elsewhere, or that are a kind of model.
ELSEWHERE = {
    "Boo Booty": "test_rules_advanced: BB-1 to BB-5",
    "Bramble Growth": "test_hero_walk: GA-15",
    "Citrine Goop": "test_things_equipment: CR-4",
    "Emerald Glop": "test_things_equipment: CR-4",
    "Extra Scared": "test_core_rolls: CR-4",
    "Fixed Form": "test_consul_order: SH-3",
    "Forced Shift": "test_rules_monsters: SH-3, and below with the form",
    "In Your Pants": "test_consul_fight: CR-4",
    "Insignificant": "test_consul_order: MA-3",
    "Invader": "test_consul_fight: FI-5",
    "Little Splurt": "below: CM-2",
    "Minion": "test_consul_fight: FI-6",
    "Quick Hatch": "below: MA-4",
    "Ruby Goo": "test_things_equipment: CR-4",
    "Sapphire Gloop": "test_things_equipment: CR-4",
    "Shapeshift: King Sprout": "test_rules_monsters: SH-3",
}


def having(*words: str) -> list[Holder]:
    """Return the holders of keywords, which the test that is given them plays."""
    PLAYED.update(words)
    return [holder for holder in HOLDERS if holder.word in words]


def place(
    holder: Holder,
    heroes: dict[str, tuple[int, int]] | None = None,
    others: dict[str, tuple[str, tuple[int, int]]] | None = None,
    at: tuple[int, int] = (4, 4),
    *,
    on: bool = True,
    partners: int = 1,
    rows: tuple[str, ...] = OPEN,
    walls: tuple[tuple[int, int, str], ...] = (),
) -> Table:
    """Put the holder on the map with what lends it the keyword; `on` False takes the keyword away."""
    monsters = {"m": (holder.card, at)}
    for number in range(partners if holder.partner else 0):
        step = size(holder.card) + number * size(holder.partner)
        monsters[f"p{number}"] = (holder.partner, (at[0] + step, at[1]))
    t = table(heroes or {KNIGHT: (9, 9)}, monsters | (others or {}), rows=rows, walls=walls)
    command(t)
    assert facts.has(t.s, t["m"], holder.word)
    if not on:
        without(t, "m", holder.word)
    return t


Play = Callable[[Holder, bool], Any]
NORTH = (4, 3)  # the square north of the holder's place


def differs(holder: Holder, play: Play, with_: Any, without_: Any) -> None:
    """Assert what a play shows with the keyword and without it."""
    assert (play(holder, True), play(holder, False)) == (with_, without_)


# -- being aimed at ------------------------------------------------------------------------------------------


@rule("HA-13")
@rule("AB-3", state=True)
@pytest.mark.parametrize("holder", having("Stealth"), ids=str)
def test_stealth_takes_three_squares_off_every_range(holder: Holder) -> None:
    """Oracle A11."""
    for distance, squares in ((4, 6), (2, 3)):

        def play(holder: Holder, on: bool, distance: int = distance, squares: int = squares) -> bool:
            t = place(holder, {EMERALD: (4, 4 - distance)}, on=on)
            return aiming.targetable(t.s, t[EMERALD], t["m"], squares, offensive=True) is None

        differs(holder, play, False, True)
    t = place(holder, {EMERALD: (4, 1)})
    assert aiming.targetable(t.s, t[EMERALD], t["m"], 6, offensive=True) is None


@rule("AB-3")
@pytest.mark.parametrize("holder", having("Small"), ids=str)
def test_small_is_aimed_at_from_within_three_squares(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> Any:
        t = place(holder, {EMERALD: (4, 0)}, on=on)
        return aiming.targetable(t.s, t[EMERALD], t["m"], 8, offensive=True) is None

    differs(holder, play, False, True)


# -- the ground ----------------------------------------------------------------------------------------------


def cost_east(holder: Holder, on: bool, code: str = ".", wall: bool = False) -> int | None:
    """Return the MP for two steps east over ground of a kind, None if there is no way."""
    k = size(holder.card)
    row = "." * k + code * 2 + "." * (9 - k)
    rows = (row,) * 11
    walls = tuple((k - 1, y, "E") for y in range(11)) if wall else ()
    t = place(holder, {KNIGHT: (10, 10)}, at=(0, 0), on=on, partners=0, rows=rows, walls=walls)
    return _cost(t, k)


def _cost(t: Table, k: int) -> int | None:
    ways = walk.ways(t.s, t["m"], 8)
    end = t.at(2, 0)
    return ways.cost(end) if ways.anchors >> end & 1 else None


GROUND = [h for h in having("Surefoot", "Fly", "Burrow", "Ghost") if not h.partner]


@rule("HA-9", "AB-3", state=True)
@pytest.mark.parametrize("holder", GROUND, ids=str)
def test_what_the_ground_is_to_those_that_fly_burrow_or_tread_surely(holder: Holder) -> None:
    also = frozenset(box().monsters[holder.card].abilities) - {holder.word}
    if not also.isdisjoint(("Surefoot", "Fly", "Burrow")):
        pytest.skip("it has two of them")
    open_ = {"Surefoot": "r", "Fly": "rcs", "Burrow": "rs", "Ghost": ""}[holder.word]
    for code, price in (("r", 4), ("c", None), ("s", None)):
        assert cost_east(holder, False, code) == price
        assert cost_east(holder, True, code) == (2 if code in open_ else price)
    through = holder.word in ("Burrow", "Ghost")
    assert cost_east(holder, False, wall=True) is None
    assert cost_east(holder, True, wall=True) == (2 if through else None)


@rule("AB-3", state=True)
@pytest.mark.parametrize("holder", [h for h in GROUND if h.word in ("Fly", "Ghost")], ids=str)
def test_what_does_not_block_their_sight(holder: Holder) -> None:
    walls = tuple((x, 2, "S") for x in range(11)) if holder.word == "Ghost" else ()
    rows = OPEN if holder.word == "Ghost" else (*OPEN[:3], "s" * 11, *OPEN[4:])

    def play(holder: Holder, on: bool) -> bool:
        t = place(holder, {KNIGHT: (4, 0)}, at=(4, 6), on=on, rows=rows, walls=walls)
        return facts.sees(t.s, t["m"], t[KNIGHT])

    differs(holder, play, True, False)


@rule("AB-3", state=True)
@pytest.mark.parametrize("holder", [h for h in LENT if h.word in ("Surefoot", "Fly", "Burrow")], ids=str)
def test_the_gang_lends_its_way_of_walking(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> int:
        t = place(holder, on=on, at=(4, 4), rows=(*OPEN[:3], "r" * 11, *OPEN[4:]))
        return walk.ways(t.s, t["m"], 1).anchors >> t.at(4, 3) & 1

    differs(holder, play, 1, 0)


@rule("AB-3")
@pytest.mark.parametrize("holder", having("Grabby"), ids=str)
def test_nobody_leaves_a_square_beside_grabby(holder: Holder) -> None:
    for on in (True, False):
        t = place(holder, {KNIGHT: NORTH}, on=on)
        for number in range(1 if holder.partner else 0):
            t[f"p{number}"].at = t.at(4 + size(holder.card) + 1, 4)  # the lender does not hold it itself
        refusal = basic.held(t.s, t[KNIGHT])
        assert (refusal is not None) is on
        if refusal is not None:
            assert refusal.key == "no.grabbed"


@rule("MV-12")
@pytest.mark.parametrize("holder", having("Surge"), ids=str)
def test_surge_after_a_command(holder: Holder) -> None:
    t = place(holder, {KNIGHT: (10, 10)}, at=(0, 0))
    drive(t, consul._perform(t.g, t["m"], "fight"))
    assert square(t, "m") == (5, 5)


# -- immunity ------------------------------------------------------------------------------------------------


@rule("AB-3", "ST-11")
@rule("ST-1", state=True)
@pytest.mark.parametrize("holder", having(*(f"Immune: {s}" for s in (*box().statuses, "All"))), ids=str)
def test_immune(holder: Holder) -> None:
    status = holder.word.partition(": ")[2]
    for each in box().statuses if status == "All" else [status]:
        t = place(holder)
        t.play(wounds.inflict(t.g, t["m"], each, "ST-4"))
        assert t["m"].status == []
        if t["m"].kind == "spawning_point" or ("Immune: All" in box().monsters[holder.card].abilities) > (
            holder.word == "Immune: All"
        ):
            continue  # immune in any case
        without(t, "m", holder.word)
        t.play(wounds.inflict(t.g, t["m"], each, "ST-4"))
        assert t["m"].status == [each]
        t["m"].lasting.clear()
        consul._cure(t.g)
        assert t["m"].status == []  # the token goes as soon as it is immune


# -- attacks -------------------------------------------------------------------------------------------------


def hurts(holder: Holder, on: bool) -> tuple[int, list[str]]:
    """Return wounds and status of a Hero that the holder hits."""
    t = place(holder, {KNIGHT: NORTH}, on=on)
    attacks(t, "m")
    return t[KNIGHT].wounds, t[KNIGHT].status


@rule("ST-3")
@pytest.mark.parametrize("holder", [h for h in having(*box().statuses)], ids=str)
def test_a_status_among_the_abilities_goes_to_whom_it_hits(holder: Holder) -> None:
    if box().monsters[holder.card].rank == "minion":
        pytest.skip("a minion makes no attacks")
    assert holder.word in hurts(holder, True)[1]
    assert holder.word not in hurts(holder, False)[1]


@rule("FI-2")
@pytest.mark.parametrize("holder", having("Massive Damage"), ids=str)
def test_massive_damage(holder: Holder) -> None:
    assert (hurts(holder, True)[0], hurts(holder, False)[0]) == (2, 1)


def strength(t: Table, acted: bool = True) -> int:
    """Return the holder's STR against the Knight, who acted in the last Hero turn or not (GA-14)."""
    t[KNIGHT].acted_in = t.s.turn.round - (not acted)
    return facts.strength(t.s, t["m"], t[KNIGHT])


@rule("FI-4", "GA-14", state=True)
@pytest.mark.parametrize("holder", having("Pile-On", "Virulent", "Back Strike", "Hubris"), ids=str)
def test_more_strength_against_some(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> int:
        t = place(holder, {KNIGHT: NORTH}, on=on)
        before = strength(t)
        t[KNIGHT].status = ["Knockdown", "Poison"]
        t[KNIGHT].slots = {"Citrine": "Dwarven Axe"}
        return strength(t, acted=False) - before

    others = {"Pile-On", "Virulent", "Back Strike", "Hubris"} - {holder.word}
    both = len(others & facts.abilities(place(holder).s, place(holder)["m"]))
    differs(holder, play, 1 + both, both)


@rule("FI-4", "GA-14", state=True)
@pytest.mark.parametrize("holder", having("Bruiser"), ids=str)
def test_a_bruiser_in_the_gang_adds_a_star(holder: Holder) -> None:
    card = box().gangs[box().monsters[holder.card].gang or ""]
    t = place(holder, {KNIGHT: NORTH})
    assert strength(t) == card.gang.STR + 1
    t["p0"].at = t.at(10, 10)
    assert strength(t) == card.solo.STR


@rule("FI-4", "GA-14", state=True)
@pytest.mark.parametrize("holder", having("Mob"), ids=str)
def test_a_mob_of_more_than_three_adds_a_star(holder: Holder) -> None:
    """Oracle G9 for the Dragon Priest, below with Reach."""
    gang = box().gangs[box().monsters[holder.card].gang or ""]
    mate = holder.partner or gang.bonded[0]["model"]
    for mates, on, more in ((3, True, 1), (2, True, 0), (3, False, 0)):
        others = {f"q{n}": (mate, (3 + n, 3 - size(mate) + 1)) for n in range(mates)}
        t = place(Holder(holder.card, "", holder.word), {KNIGHT: (9, 9)}, others, on=on)
        lends = lent(gang.name, mate).abilities
        assert strength(t) == gang.gang.STR + more + ("Bruiser" in lends)


@rule("GA-14", state=True)
@pytest.mark.parametrize("holder", having("Reach"), ids=str)
def test_reach_adds_two_squares(holder: Holder) -> None:
    gang = box().gangs[box().monsters[holder.card].gang or ""]
    t = place(holder)
    assert facts.reach(t.s, t["m"]) == gang.gang.RNG + 2
    t["p0"].at = t.at(10, 10)
    assert facts.reach(t.s, t["m"]) == gang.solo.RNG


@rule("GA-14", "FI-4", state=True)
def test_a_dragon_priest_with_three_gougers() -> None:
    """Oracle G9."""
    gougers = {f"g{n}": ("Gouger", (4 + n, 6)) for n in range(3)}
    t = table({KNIGHT: (0, 0)}, {"m": ("Dragon Priest", (5, 5)), **gougers})
    assert (strength(t), facts.reach(t.s, t["m"])) == (3, 5)
    t["g0"].at = t.at(0, 10)
    assert (strength(t), facts.reach(t.s, t["m"])) == (2, 5)


@rule("FI-4", state=True)
@pytest.mark.parametrize("holder", having("Static Charge"), ids=str)
def test_static_charge_grows_with_wounds(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> tuple[int, int]:
        t = place(holder, {KNIGHT: NORTH}, on=on)
        before = strength(t), facts.arm(t.s, t["m"])
        t["m"].wounds = 2
        return strength(t) - before[0], facts.arm(t.s, t["m"]) - before[1]

    differs(holder, play, (2, 2), (0, 0))


@rule("CE-9", "CE-3")
@pytest.mark.parametrize("holder", having("Pull 5"), ids=str)
def test_pull_on_a_wound(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> int | None:
        t = place(holder, {KNIGHT: (4, 0)}, on=on)
        attacks(t, "m")
        return facts.distance(t.s, t["m"], t[KNIGHT])

    differs(holder, play, 1, 4)


@rule("BB-6")
@pytest.mark.parametrize("holder", having("Grind"), ids=str)
def test_grind(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> int:
        t = place(holder, {KNIGHT: NORTH}, on=on)
        t[KNIGHT].slots = {"Citrine": "Dwarven Axe"}
        attacks(t, "m")
        return len(t[KNIGHT].slots)

    differs(holder, play, 0, 1)


@rule("AB-1")
@pytest.mark.parametrize("holder", having("Blood Drinker"), ids=str)
def test_blood_drinkers_lose_a_token_per_wound_they_deal(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> tuple[int, list[str]]:
        t = place(holder, {KNIGHT: NORTH}, on=on)
        t["m"].wounds, t["m"].status = 1, ["Slow"]
        attacks(t, "m")
        attacks(t, "m")
        return t["m"].wounds, t["m"].status

    differs(holder, play, (0, []), (1, ["Slow"]))


@rule("AB-1")
@pytest.mark.parametrize("holder", having("Ghostmancer"), ids=str)
def test_a_ghost_comes_where_a_wound_was_dealt(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> int:
        t = place(holder, {KNIGHT: (4, 1)}, on=on)
        t.s.pool.creeps = {"Ghost": 1}
        attacks(t, "m")
        ghosts = [m for m in t.s.monsters.values() if m.card == "Ghost"]
        assert all(facts.adjacent(t.s, m, t[KNIGHT]) for m in ghosts)
        assert len(ghosts) + t.s.pool.creeps["Ghost"] == 1
        attacks(t, "m")  # there is no second one
        return len(ghosts)

    differs(holder, play, 1, 0)


# -- being attacked ------------------------------------------------------------------------------------------


@rule("AB-3")
@pytest.mark.parametrize("holder", having("Backlash"), ids=str)
def test_backlash(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> int:
        t = place(holder, {KNIGHT: NORTH}, on=on)
        struck(t, "m", wins=False)
        return int(t[KNIGHT].wounds)

    differs(holder, play, 1, 0)


@rule("DR-3")
@rule("AB-3", state=True)
@pytest.mark.parametrize("holder", having("Dark Radiance"), ids=str)
def test_dark_radiance(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> tuple[int, int]:
        t = place(holder, {KNIGHT: NORTH}, on=on)
        t.dice("R3", "R-")  # against ARM 2
        t.s.turn.side = "heroes"
        drive(t, resolve.strike(t.g, t[KNIGHT], [t["m"]], resolve.basic("STR", "BA-2")))
        t.dice("B2", "B-", "R1")  # against STR 3
        drive(t, resolve.strike(t.g, t["m"], [t[KNIGHT]], fight.ATTACK))
        return t["m"].wounds, t[KNIGHT].wounds

    differs(holder, play, (0, 1), (1, 0))


@rule("AB-3")
@pytest.mark.parametrize("holder", having("Flammable"), ids=str)
def test_flammable(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> list[str]:
        t = place(holder, {KNIGHT: NORTH}, on=on)
        low(t, KNIGHT, "STR")
        burning = resolve.Strike("Torch", attr="STR", inflicts=("Fire",))
        drive(t, resolve.strike(t.g, t[KNIGHT], [t["m"]], burning))
        return list(t["m"].status)

    differs(holder, play, ["Fire"], [])


@rule("AB-1")
@rule("CE-4", state=True)
@pytest.mark.parametrize("holder", having("Spongy"), ids=str)
def test_spongy_pushes_the_attacker_away(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> int:
        t = place(holder, {KNIGHT: NORTH}, on=on)
        t["m"].wounds = box().monsters[holder.card].hearts - 1
        struck(t, "m")
        assert t.names["m"] not in t.s.monsters
        return 3 - square(t, KNIGHT)[1]

    differs(holder, play, 1, 0)
    t = place(holder, {KNIGHT: NORTH})
    struck(t, "m", wins=False)
    assert square(t, KNIGHT)[1] == 2  # an action that fails bounces off as well


@rule("AB-1")
@pytest.mark.parametrize("holder", having("Soporific"), ids=str)
def test_whoever_destroys_it_slows_down(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> list[str]:
        t = place(holder, {KNIGHT: NORTH}, on=on)
        drive(t, wounds.wound(t.g, t["m"], 9, t[KNIGHT]))
        return list(t[KNIGHT].status)

    differs(holder, play, ["Slow"], [])


@rule("AB-3")
@rule("WR-1", state=True)
@pytest.mark.parametrize("holder", having("Backstabber"), ids=str)
def test_a_backstabber_puts_its_wounds_on_friends(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> tuple[int, int]:
        t = place(holder, {KNIGHT: NORTH}, {"friend": ("Crusher", (5, 5))}, on=on)
        struck(t, "m")
        return t["m"].wounds, t["friend"].wounds

    differs(holder, play, (0, 1), (1, 0))
    t = place(holder, {KNIGHT: NORTH}, {"friend": ("Mook", (5, 5))})
    if holder.partner:
        t["p0"].at = t.at(6, 4)
    struck(t, "m")
    struck(t, "m")
    assert t["m"].wounds == 1 and t.s.turn.loot == 1 and t[KNIGHT].wrath == 1


@rule("AB-3")
@pytest.mark.parametrize("holder", having("Bone Pile"), ids=str)
def test_bones_are_left_and_cleared_away(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> int:
        t = place(holder, {KNIGHT: NORTH}, on=on)
        drive(t, wounds.wound(t.g, t["m"], 9, t[KNIGHT]))
        return sum(token.kind == "bone" and token.at == t.at(4, 4) for token in t.s.tokens.values())

    differs(holder, play, 1, 0)


@rule("FQ-5")
def test_a_hero_clears_bones_for_two_movement_points() -> None:
    t = table({KNIGHT: (4, 3), EMERALD: (9, 9)})
    pile = t.token("bone", 4, 4)
    assert f"clear_bones>{pile.id}" in activation.menu(t.s, t[KNIGHT]).options()
    assert basic.clear_bones_group(t.s, t[EMERALD]) is None
    before = facts.mp_left(t.s, t[KNIGHT])

    def rules() -> Any:
        choice = yield activation.menu(t.s, t[KNIGHT])
        yield from activation.act(t.g, t[KNIGHT], choice)

    t.play(rules(), [f"clear_bones>{pile.id}"])
    assert facts.mp_left(t.s, t[KNIGHT]) == before - bones.COST and not t.s.tokens and t[KNIGHT].wrath == 0
    t.token("bone", 4, 4)
    t[KNIGHT].mp_spent = facts.movement(t.s, t[KNIGHT]) - 1
    assert basic.clear_bones_group(t.s, t[KNIGHT]) is None


@rule("AB-1")
@pytest.mark.parametrize("holder", having("Gross"), ids=str)
def test_gross_to_the_end(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> tuple[int, int]:
        t = place(holder, {KNIGHT: NORTH, EMERALD: (4, 2)}, on=on)
        if on:
            low(t, KNIGHT)
        drive(t, wounds.wound(t.g, t["m"], 9, t[KNIGHT]))
        assert t.names["m"] not in t.s.monsters
        return t[KNIGHT].wounds, t[EMERALD].wounds

    differs(holder, play, (1, 0), (0, 0))
    t = place(holder, {KNIGHT: NORTH})
    t.dice("B2", "B-", "R1")  # a tie against STR 2 +1 star
    drive(t, wounds.wound(t.g, t["m"], 9, t[KNIGHT]))
    assert t[KNIGHT].wounds == 0 and t.told("ev.strikes")[0].params["n"] == 3


@rule("AB-1")
@pytest.mark.parametrize("holder", having("Splurt"), ids=str)
def test_splurt_leaves_two_fire_gels(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> list[str]:
        t = place(holder, {KNIGHT: NORTH}, on=on)
        t.s.pool.monsters = {"Fire Gel": 6}
        drive(t, wounds.wound(t.g, t["m"], 9, t[KNIGHT]))
        return [m.card for m in t.s.monsters.values()]

    differs(holder, play, ["Fire Gel", "Fire Gel"], [])


# -- upkeep, forms, lives ------------------------------------------------------------------------------------


@rule("HA-2")
@pytest.mark.parametrize("holder", having("Tough"), ids=str)
def test_tough_heals_in_upkeep(holder: Holder) -> None:
    if box().monsters[holder.card].rank == "minion":
        heroes = {KNIGHT: NORTH}
    else:
        heroes = {KNIGHT: (9, 9)}

    def play(holder: Holder, on: bool) -> int:
        t = place(holder, heroes, on=on)
        t["m"].wounds = 1
        upkeep(t)
        return int(t["m"].wounds)

    differs(holder, play, 0, 1)


@rule("AB-3")
@pytest.mark.parametrize("holder", having("Feed Me"), ids=str)
def test_feed_me(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> tuple[int, bool]:
        t = place(holder, {KNIGHT: (9, 9)}, {"mook": ("Mook", (3, 3))}, on=on)
        without(t, "m", "Tough")
        t["m"].wounds = 2
        upkeep(t)
        return t["m"].wounds, t.names["mook"] in t.s.monsters

    differs(holder, play, (1, False), (2, True))


FORMS = [h for h in having(*{w for _, _, w in HOLDERS if w.startswith("Shapeshift: ")}) if h.card != "Sprout"]


@rule("SH-4")
@rule("SH-1", "SH-2", state=True)
@pytest.mark.parametrize("holder", FORMS, ids=str)
def test_a_boss_shifts_once_when_wounded_to_half(holder: Holder) -> None:
    form = holder.word.partition(": ")[2]
    half = (box().monsters[holder.card].hearts + 1) // 2
    t = place(holder, {KNIGHT: (0, 0)})
    t["m"].wounds, t["m"].status = half - 1, ["Slow"]
    t["m"].lasting = []
    upkeep(t)
    assert t["m"].card == holder.card
    t["m"].wounds, t["m"].status = half, ["Knockdown"]
    upkeep(t)
    assert (t["m"].card, t["m"].wounds, t["m"].kind) == (form, half, "dungeon_boss")
    assert t["m"].size == size(form)
    upkeep(t)
    assert t["m"].card == form
    drive(t, wounds.wound(t.g, t["m"], 99, t[KNIGHT]))
    assert t.s.outcome == "victory"  # no second life


@rule("YD-10")
@pytest.mark.parametrize("holder", having("9 Lives"), ids=str)
def test_nine_lives_of_a_monster(holder: Holder) -> None:
    for die, there, left in (("R2", True, 4), ("R-", False, 0)):
        t = place(holder, {KNIGHT: NORTH})
        t.dice(die)
        drive(t, wounds.wound(t.g, t["m"], 6, t[KNIGHT]))
        assert (t.names["m"] in t.s.monsters) is there
        if there:
            assert t["m"].wounds == left
            drive(t, wounds.wound(t.g, t["m"], 6, t[KNIGHT]))
            assert t.names["m"] not in t.s.monsters  # once a game
    t = place(holder, {KNIGHT: NORTH}, on=False)
    drive(t, wounds.wound(t.g, t["m"], 6, t[KNIGHT]))
    assert t.names["m"] not in t.s.monsters


# -- when a Hero moves by ------------------------------------------------------------------------------------


def walks(t: Table, *path: tuple[int, int], who: str = KNIGHT) -> None:
    """Let a Hero walk from square to square in its own activation."""
    t.s.turn.side, t.s.turn.phase, t.s.turn.active = "heroes", "activation", who
    for x, y in path:
        ways = walk.ways(t.s, t[who], 20)
        drive(t, walk.walk(t.g, t[who], t.at(x, y), ways))


@rule("AB-3")
@pytest.mark.parametrize("holder", having("Predator"), ids=str)
def test_predator_strikes_who_leaves_a_square_beside_it(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> int:
        t = place(holder, {KNIGHT: NORTH}, on=on)
        if holder.partner:
            without(t, "p0", "Predator")
        if on:
            low(t, KNIGHT)
        walks(t, (4, 1))
        return int(t[KNIGHT].wounds)

    differs(holder, play, 1, 0)
    t = place(holder, {KNIGHT: (4, 2)})
    walks(t, (4, 0))
    assert not t.told("ev.strikes")  # it was never next to it
    t[KNIGHT].at = t.at(4, 3)
    t["m"].status = ["Knockdown"]
    if holder.partner:
        without(t, "p0", "Predator")
    walks(t, (4, 1))
    assert not t.told("ev.strikes")


@rule("AB-1")
@pytest.mark.parametrize("holder", having("Kitty Claws"), ids=str)
def test_kitty_claws_strike_who_comes_next_to_it(holder: Holder) -> None:
    def play(holder: Holder, on: bool) -> int:
        t = place(holder, {KNIGHT: (4, 1)}, on=on)
        if on:
            low(t, KNIGHT)
        walks(t, (4, 3), (5, 3))  # along its side is no second time
        return int(t[KNIGHT].wounds)

    differs(holder, play, 1, 0)
    t = place(holder, {KNIGHT: (4, 1), HUNTRESS: (0, 0)})
    t.s.turn.active = HUNTRESS
    t.s.turn.side, t.s.turn.phase = "heroes", "activation"
    drive(t, walk.walk(t.g, t[KNIGHT], t.at(4, 3), walk.ways(t.s, t[KNIGHT], 5)))
    assert t[KNIGHT].wounds == 0  # not its own activation


# -- spawning points -----------------------------------------------------------------------------------------

AURAS = {
    "Bane Aura": ("Ruby", "Bane", "Wisp", "Sprout"),
    "Fire Aura": ("Citrine", "Fire", "Sprout", "Wisp"),
    "Grabby Hands": ("Sapphire", "Grabby", "Crusher", "Sprout"),
    "Mob Mentality": ("Citrine", "Mob", "Sprout", "Wisp"),
    "Poison Aura": ("Citrine", "Poison", "Sprout", "Wisp"),
    "Rock Aura": ("Sapphire", "Immune: All", "Roller", "Sprout"),
    "Stealth Aura": ("Ruby", "Stealth", "Wisp", "Sprout"),
}


@rule("GA-15", state=True)
@pytest.mark.parametrize("holder", having(*AURAS), ids=str)
def test_an_aura_gives_a_keyword_to_monsters_of_its_affinity(holder: Holder) -> None:
    crystal, word, friend, stranger = AURAS[holder.word]
    assert crystal in box().monsters[friend].affinity and crystal not in box().monsters[stranger].affinity
    at = {"near": (friend, (6, 4)), "far": (friend, (8, 4)), "other": (stranger, (4, 6))}
    t = place(holder, {KNIGHT: (0, 0)}, at)
    has = {name: facts.has(t.s, t[name], word) for name in at}
    assert has == {"near": True, "far": False, "other": False}


@rule("AB-3")
@rule("GA-15", state=True)
def test_a_rock_aura_takes_tokens_off_who_comes_near() -> None:
    t = table({KNIGHT: (0, 0)}, {"point": ("Rock Pile", (4, 4)), "near": ("Roller", (8, 4))})
    command(t)
    t["near"].status = ["Hex"]
    consul._cure(t.g)
    assert t["near"].status == ["Hex"]
    t["near"].at = t.at(6, 4)
    consul._cure(t.g)
    assert t["near"].status == []


@rule("GA-15", state=True)
@pytest.mark.parametrize("holder", having("Dragon Blessing", "Primal Aura"), ids=str)
def test_stars_from_a_spawning_point(holder: Holder) -> None:
    dragon = holder.word == "Dragon Blessing"
    friend, other = ("Claw Trainer", "Turniphead") if dragon else ("Roller", "Turniphead")
    at = {"near": (friend, (6, 4)), "far": (friend, (9, 4)), "other": (other, (4, 6))}
    t = place(holder, {KNIGHT: (0, 0)}, at)

    def stars() -> list[int]:
        what = (facts.strength(t.s, t[n]) if dragon else facts.arm(t.s, t[n]) for n in at)
        return list(what)

    before = stars()
    t["m"].at = t.at(0, 10)
    assert [a - b for a, b in zip(before, stars(), strict=True)] == [1, 0, 0]


@rule("GA-15")
@pytest.mark.parametrize("holder", having("Gloom Aura"), ids=str)
def test_gloom_drops_the_best_die_of_offense_rolls(holder: Holder) -> None:
    def roll(at: tuple[int, int], who: str = KNIGHT) -> int:
        t = place(holder, {who: (4, 6)}, {"frog": ("Frog Knight", (4, 7))}, at=at)
        t.s.turn.side = "heroes"
        high(t, who, "STR")
        drive(t, resolve.strike(t.g, t[who], [t["frog"]], resolve.basic("STR", "BA-2")))
        return int(t.told("ev.strikes")[0].params["n"])

    assert (roll((4, 4)), roll((4, 3))) == (3, 6)
    ruby = next(
        h.id
        for h in box().heroes.values()
        if h.selectable and "Ruby" in h.affinity and h.base == (1, 1) and h.attributes["STR"].range
    )
    assert roll((4, 4), ruby) == roll((4, 3), ruby)


@rule("GA-15")
@pytest.mark.parametrize("holder", having("Soporific Cloud"), ids=str)
def test_a_soporific_cloud_slows_who_moves_in_it(holder: Holder) -> None:
    for who, status in ((KNIGHT, ["Slow"]), (EMERALD, [])):
        t = place(holder, {who: (4, 8)})
        walks(t, (4, 7), who=who)
        assert t[who].status == []
        walks(t, (4, 6), who=who)
        assert t[who].status == status


@rule("MA-4", "CM-5")
@rule("CM-2", state=True)
def test_an_egg_clutch_hatches_quickly() -> None:
    """Oracle C17."""
    t = table({KNIGHT: (10, 5)}, {"point": ("Egg Clutch", (2, 5)), "old": ("Wyrmling", (0, 0))})
    t.s.pool.monsters = {"Wyrmling": 1, "Whelp": 2, "Hatchlings": 2}
    command(t)
    t.s.turn.card = next(c.name for c in box().commands.values() if c.steps[0].command == "spawn")
    t.s.turn.step = t.s.turn.repeat = t.s.turn.at = 0
    drive(t, consul._command(t.g))
    assert t["point"].wounds == 1 and sum(t.s.pool.monsters.values()) == 0
    moves = [e.params["who"] for e in t.told("ev.move")]
    assert moves == ["Wyrmling"] and square(t, "old") == (0, 0)
    fresh = [m for m in t.s.monsters.values() if m.card == "Wyrmling" and m.id != t["old"].id]
    assert not facts.near(t.s, fresh[0], t["point"], 2)
    others = table({KNIGHT: (10, 5)}, {"point": ("Bramble Knight", (2, 5))})
    others.s.pool.monsters = {"Frog Knight": 2}
    command(others)
    others.s.turn.card = t.s.turn.card
    drive(others, consul._command(others.g))
    assert others["point"].wounds == 1 and not others.told("ev.move")


@rule("AF-4")
@pytest.mark.parametrize("holder", having("Elemental Affinity"), ids=str)
@pytest.mark.parametrize("number", range(6))
def test_an_element_is_drawn_once_for_each_card(holder: Holder, number: int) -> None:
    from webgame.systems.sde_arcade.rules import powerup, spawn
    from webgame.systems.sde_arcade.rules.facts import ELEMENTS

    t = place(holder)
    point = box().monsters[holder.card].rank == "spawning_point"
    t.s.options["setup"] = {"hand": [], "points": [holder.card] if point else []}
    t.s.pool.mini_bosses = [] if point else [holder.card]
    t.rng.numbers["setup.elements"] = [number]
    drive(t, elements.choose(t.g))
    assert t.s.options["elements"] == {holder.card: ELEMENTS[number]}
    assert facts.has(t.s, t["m"], ELEMENTS[number])
    if point:
        name = box().monsters[holder.card].spawning_pool[0]["model"]
        t.s.pool.monsters = {name: 1}
        (id,) = t.play(spawn.place_list(t.g, t["m"], [name], 0))
        assert facts.has(t.s, t.s.monsters[id], ELEMENTS[number])
    else:
        drive(t, powerup._enter(t.g, holder.card, "mini_boss", t.at(0, 0), 0, "PU-14"))
        assert all(facts.has(t.s, m, ELEMENTS[number]) for m in t.s.monsters.values())


@rule("AF-4")
def test_players_who_place_the_set_up_choose_the_element() -> None:
    t = table({KNIGHT: (0, 0)}, {"a": ("Clan Air Shrine", (4, 4)), "b": ("Clan Air Shrine", (8, 8))})
    t.s.options["setup"] = {"hand": ["points"], "points": ["Clan Air Shrine"]}
    t.play(elements.choose(t.g), ["element>Fly"])
    assert facts.has(t.s, t["a"], "Fly") and facts.has(t.s, t["b"], "Fly")  # pairs the same


@rule("AB-3", "DR-9")
def test_feint_rerolls_the_best_die_of_the_defense() -> None:
    """Oracle D7: a reroll of the party on the same die cancels it."""
    feint = Lasting("Elemental Affinity", {"op": "gain_ability", "ability": "Feint"}, "destroyed")
    again = Lasting("Lucky", {"op": "reroll", "roll": "defense", "dice": 1}, "next_roll")

    def play(
        dice: tuple[str, ...], answers: tuple[str, ...] = (), *, on: bool = True, own: bool = False
    ) -> int:
        t = table({KNIGHT: (4, 3)}, {"m": ("Frog Knight", (4, 4))})  # STR 2
        command(t)
        t["m"].lasting = [feint] if on else []
        t[KNIGHT].lasting = [again] if own else []
        t.dice(*dice)
        drive(t, resolve.strike(t.g, t["m"], [t[KNIGHT]], fight.ATTACK), *answers)
        return int(t[KNIGHT].wounds)

    assert play(("B-", "B-", "R2"), on=False) == 0
    assert play(("B-", "B-", "R2", "R-")) == 1
    assert play(("B-", "B-", "R2"), ("cancel",), own=True) == 0
    assert play(("B-", "B-", "R2", "R-", "B2"), ("let", "reroll>0:B:0"), own=True) == 0


@rule("CM-2")
def test_fire_gels_and_toads_are_in_the_pool_but_never_spawned() -> None:
    from webgame.systems.sde_arcade.rules import spawn

    for card, pool in (
        ("Lava Whirl", {"Fire Gel": 6}),
        ("Pumpkin Patch", {"Miserable Toad": 2}),
        ("Old-Growth Hollow", {"King Sprout": 1}),
    ):
        t = table({KNIGHT: (0, 0)}, {"point": (card, (5, 5))})
        t.s.pool.monsters = pool
        assert spawn.missing(t.s, t["point"]) == []
        command(t)
        drive(t, spawn.command(t.g))
        assert t.told("ev.spawn_empty")[0].rule == "CM-4" and t["point"].wounds == 0
        t.g.emit("ev.test", "CM-2")


@rule("MV-5")
def test_a_crusher_that_no_longer_burrows_comes_out_of_the_rock() -> None:
    rows = (*OPEN[:4], "....ss.....", "....ss.....", *OPEN[6:])
    t = table({KNIGHT: (0, 0)}, {"m": ("Crusher", (4, 4)), "slow": ("Slowpoke", (7, 4))}, rows=rows)
    consul._cure(t.g)
    assert square(t, "m") == (4, 4)
    drive(t, wounds.wound(t.g, t["slow"], 1, t[KNIGHT]))
    assert square(t, "m") != (4, 4) and facts.base(t.s, t["m"]).bit_count() == 4


def test_every_keyword_is_played() -> None:
    """Each keyword of a monster, printed or lent, has a play here, or is named with where it has one."""
    words = {holder.word for holder in HOLDERS}
    assert sorted(words - PLAYED - set(ELSEWHERE)) == []
    assert set(ELSEWHERE) <= words
