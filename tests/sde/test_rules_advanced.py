"""Advanced rules, errata and notes: AE, CE, ST and FQ that no other test makes its own."""

from __future__ import annotations

import json

from tests.sde.acts import HUNTRESS, KNIGHT, act, hit, rule, wear
from tests.sde.consul import turn
from tests.sde.table import table
from webgame.systems.sde_arcade.cards import BOX, box
from webgame.systems.sde_arcade.rules import areas, effects, equipment, facts, powerup, resolve, rolls, waking
from webgame.systems.sde_arcade.state import Monster

TRAMPLE = "act.Trample"


@rule("DR-1", state=True)
def test_what_each_die_can_show() -> None:
    shows = {code: {symbol for face in die.faces for symbol in face} for code, die in box().dice.items()}
    assert shows == {"B": {"stars", "hearts"}, "R": {"stars", "potions"}, "G": {"stars", "hearts", "potions"}}
    mean = {code: sum(f.get("stars", 0) for f in die.faces) for code, die in box().dice.items()}
    assert mean["G"] > mean["R"] > mean["B"]


@rule("AE-5", state=True)
def test_distances_in_an_area_are_counted_as_range() -> None:
    walls = ((5, 5, "E"), (5, 4, "E"), (5, 6, "E"))
    t = table({KNIGHT: (5, 5)}, walls=walls)
    (wave,) = areas.spots(t.s, t[KNIGHT], "Wave 2")
    covered = {divmod(square, 11)[::-1] for square in wave.list()}
    assert (4, 4) in covered and (3, 3) in covered
    assert not {(6, 4), (6, 5), (6, 6), (7, 5)} & covered  # behind the wall, more than two squares by the way


@rule("WR-1", "PU-2")
@rule("AE-6", state=True)
def test_every_monster_an_area_destroys_earns_wrath_and_loot() -> None:
    t = table(
        {HUNTRESS: (4, 4)}, {"a": ("Billmen", (3, 3)), "b": ("Billmen", (6, 6)), "c": ("Billmen", (9, 9))}
    )
    t.dice("B2", "B2", "R3")
    act(t, HUNTRESS, TRAMPLE)
    assert set(t.s.monsters) == {t.names["c"]}
    assert t[HUNTRESS].wrath == 2 and t.s.turn.loot == 2
    t.s.turn.phase = "power_up"
    t.play(powerup.run(t.g), ["done"])
    assert len(t.told("ev.loot")) == 2


@rule("DR-3")
@rule("FQ-11", "AE-2", state=True)
def test_an_area_is_one_offense_roll_and_many_defense_rolls() -> None:
    t = table({HUNTRESS: (4, 4)}, {"a": ("Billmen", (3, 3)), "ogre": ("Grobbit Executioner", (6, 4))})
    t.dice("B1", "B1", "R-")
    act(t, HUNTRESS, TRAMPLE)
    assert [(e.key, e.params["n"]) for e in t.events if e.rule == "DR-3"] == [
        ("ev.defense_fails", 1),
        ("ev.defends", 2),
    ]
    assert len(t.told("ev.strikes")) == 1


@rule("CE-8", state=True)
def test_no_card_speaks_of_knockback() -> None:
    for file in sorted(BOX.glob("*.json")):
        assert "Knockback" not in file.read_text(encoding="utf-8"), file.name
    assert not any("knockback" in name.lower() for name in effects.OPS)


@rule("ST-6")
@rule("ST-9", state=True)
def test_hex_is_for_offense_and_bane_for_defense() -> None:
    for status, stars, defends in (("Hex", 2, 3), ("Bane", 3, 1)):
        t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (3, 2))})
        t[KNIGHT].status = [status]
        t.dice("R2", "R1")
        act(t, KNIGHT, f"attack.STR>{t['frog'].id}")
        assert t.told("ev.strikes")[0].params["n"] == (1 if status == "Hex" else stars)
        t.s.turn.side = "consul"
        t.dice("B1", "B-", "R2")
        t.play(resolve.strike(t.g, t["frog"], [t[KNIGHT]], resolve.Strike("l.fight", command="fight")))
        (answer,) = [
            e
            for e in t.events[3:]
            if e.key in ("ev.defends", "ev.defense_fails") and e.params["who"] == "Questing Knight"
        ]
        assert answer.params["n"] == defends
        assert [e.rule for e in t.told("ev.dropped_die")] == ["ST-6"]


@rule("ST-13", state=True)
def test_no_card_causes_an_effect_of_the_first_edition() -> None:
    old = {"Stun", "Fragile", "Pacify", "Bind", "Choke", "Weak"}
    assert len(box().statuses) == 8 and not old & set(box().statuses)

    def words(value: object) -> set[str]:
        if isinstance(value, dict):
            own = {v for k, v in value.items() if k in ("status", "ability") and isinstance(v, str)}
            return own.union(*(words(v) for v in value.values()))
        if isinstance(value, list):
            return set().union(*(words(v) for v in value))
        return set()

    def listed(value: object) -> set[str]:
        if isinstance(value, dict):
            own = {w for k, v in value.items() if k in ("inflicts", "abilities", "keywords") for w in v or []}
            return own.union(*(listed(v) for v in value.values()))
        return set().union(*(listed(v) for v in value)) if isinstance(value, list) else set()

    for file in sorted(BOX.glob("*.json")):
        if file.stem not in ("abilities", "status_effects"):
            data = json.loads(file.read_text(encoding="utf-8"))
            assert not old & (words(data) | {str(word) for word in listed(data)}), file.name


# -- errata and notes ----------------------------------------------------------------------------------------


@rule("FQ-1", state=True)
def test_catnip_is_a_support_action() -> None:
    (kisa,) = [hero for hero in box().heroes.values() if hero.name == "Codifier Kisa"]
    assert {p.name: p.kind for p in kisa.potions}["Catnip"] == "support"


@rule("FQ-3", state=True)
def test_shadow_crown_is_a_base_card() -> None:
    assert box().treasure["Shadow Crown"].kind == "base"


@rule("AB-3")
@rule("FQ-4", state=True)
def test_luck_on_fools_gold_draws_one_more_treasure_and_shuffles_one_back() -> None:
    t = table({KNIGHT: (2, 2)})
    wear(t, KNIGHT, "Fool's Gold")
    assert facts.has(t.s, t[KNIGHT], "Luck") and equipment.cursed("Fool's Gold")
    t.s.treasure.draw_pile = ["Nether Sword", "Blessed Spear"]
    t.play(equipment.draw_treasure(t.g, 1, equipment.luckiest(t.s)), ["back>Blessed Spear"])
    assert t.asked[0].rule == "AB-3"
    assert t.s.backpack == ["Nether Sword"] and t.s.treasure.draw_pile == ["Blessed Spear"]


@rule("DR-8", "DR-10", state=True)
def test_every_roll_of_the_wearer_of_fools_gold_is_a_star_lower() -> None:
    t = table({KNIGHT: (2, 2)}, {"frog": ("Frog Knight", (3, 2))})
    wear(t, KNIGHT, "Fool's Gold")
    attack = resolve.basic("STR", "BA-2")
    t.play(resolve.strike(t.dice("R2", "R1").g, t[KNIGHT], [t["frog"]], attack))
    assert t["frog"].wounds == 0 and t.told("ev.strikes")[0].params["n"] == 2
    assert ["Fool's Gold", "−1★"] in t.told("ev.strikes")[0].show["parts"]
    assert t.play(rolls.defense(t.dice("B1", "B1", "R1").g, t[KNIGHT])).stars == 2
    assert t.play(rolls.check(t.dice("B1", "B1").g, t[KNIGHT], "WILL", "bandage")).stars == 1
    creep = Monster("m9", "creep", "Sapphire Slime", host=KNIGHT)  # it switches the card off (CR-4)
    t.s.monsters["m9"] = creep
    t[KNIGHT].invaders.append("m9")
    assert facts.offense_bonus(t.s, t[KNIGHT]) == 0


@rule("FQ-6", "MA-3", "PU-4", state=True)
def test_an_insignificant_monster_acts_on_the_tile_of_a_hero_and_gives_no_loot() -> None:
    t = table(
        {KNIGHT: (2, 2)}, {"giri": ("Giri", (4, 2)), "far": ("Giri", (11, 2))}, second=("...........",) * 11
    )
    assert set(waking.disturbed(t.s)) == {t["giri"].id}
    hit(t, KNIGHT, "giri")
    assert t["far"].id in t.s.monsters and t.s.turn.loot == 0 and t[KNIGHT].wrath == 0


@rule("AB-6", state=True)
def test_the_gang_in_an_effect_is_who_is_near_at_that_moment() -> None:
    t = table(
        {KNIGHT: (9, 5)},
        {"ex": ("Grobbit Executioner", (4, 5)), "near": ("Billmen", (3, 4)), "far": ("Billmen", (0, 0))},
    )
    turn(t, "Camper")
    marked = [
        name for name in ("ex", "near", "far") if any(e.name == "Death Sentence" for e in t[name].lasting)
    ]
    assert marked == ["ex", "near"]
