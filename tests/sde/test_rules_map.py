"""Map, adjacency and sight: rules MP, LR and TE that no other test makes its own."""

from __future__ import annotations

from tests.sde.acts import EMERALD, KNIGHT, act, rule
from tests.sde.consul import turn
from tests.sde.table import OPEN, table
from webgame.engine.masks import bits
from webgame.systems.sde_arcade import dungeon
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import actions, aiming, facts, terrain, walk, wounds
from webgame.systems.sde_arcade.state import Tile

SIDES = [side.id for side in box().tiles.values() if side.tile]


@rule("MP-2", state=True)
def test_an_open_square_has_no_tile_effect_and_costs_one() -> None:
    for side in SIDES:
        lay = dungeon.layout_of(dungeon.key([Tile(side, 0, 0, 0)]))
        effects = 0
        for mask in lay.effects.values():
            effects |= mask
        for square in range(121):
            code = box().tiles[side].rows[square // 11][square % 11]
            assert bool(effects >> square & 1) == (code not in "#.D"), (side, square)
        assert not (lay.difficult | lay.negative) & ~effects
    t = table({KNIGHT: (2, 5)})
    assert walk.ways(t.s, t[KNIGHT], 1).cost(t.at(3, 5)) == 1


@rule("LR-3", "HA-5")
@rule("MP-3", state=True)
def test_a_wall_bars_movement_and_sight() -> None:
    walls = tuple((4, y, "E") for y in range(10))  # the last row is open
    t = table({KNIGHT: (4, 5), EMERALD: (4, 4)}, {"frog": ("Frog Knight", (5, 5))}, walls=walls)
    refusal = aiming.targetable(t.s, t[EMERALD], t["frog"], 12, offensive=True)
    assert refusal is not None and (refusal.key, refusal.rule) == ("no.sight", "LR-3")
    (why,) = actions.why_not(t.s, t[KNIGHT], {"square": t.at(5, 6)})
    assert why.rule == "HA-5" and why.params == {"n": 10, "left": 6}  # around the end of the wall


@rule("LR-4", state=True)
def test_everybody_sees_itself_and_what_is_beside_it() -> None:
    for side in SIDES:
        lay = dungeon.layout_of(dungeon.key([Tile(side, 0, 0, 0)]))
        for square in bits(lay.grid.open):
            beside = lay.grid.neighbours(1 << square) | 1 << square
            assert lay.sight.row(square) & beside == beside, (side, square)


@rule("FQ-8", "LR-3", state=True)
def test_any_line_from_point_to_point_is_sight_enough() -> None:
    rows = list(OPEN)
    rows[5] = ".....s....."
    t = table(
        {KNIGHT: (2, 5)}, {"frog": ("Frog Knight", (8, 6)), "far": ("Frog Knight", (8, 5))}, rows=tuple(rows)
    )
    assert facts.sees(t.s, t[KNIGHT], t["frog"])  # past the statue, though the middle line crosses it
    assert not facts.sees(t.s, t[KNIGHT], t["far"])


@rule("TE-2")
@rule("TE-5", state=True)
def test_the_goddess_heals_a_monster_at_the_end_of_the_consul_turn() -> None:
    rows = list(OPEN)
    rows[5] = "......g...."
    t = table({KNIGHT: (5, 8)}, {"frog": ("Frog Knight", (5, 5)), "giri": ("Giri", (7, 5))}, rows=tuple(rows))
    for name in ("frog", "giri"):
        t[name].status = ["Immobile"]
    t["frog"].wounds = 1
    turn(t, "Lag")
    (healed,) = [event for event in t.events if event.rule == "TE-2"]
    assert healed.key == "ev.healed" and t["frog"].wounds == 0
    last = max(i for i, event in enumerate(t.events) if event.key == "ev.command")
    assert t.events.index(healed) > last


@rule("TE-6", state=True)
def test_a_spawn_square_with_nobody_on_it_is_open() -> None:
    rows = list(OPEN)
    rows[5] = ".....S....."
    t = table(
        {KNIGHT: (4, 5)},
        {"point": ("Bramble Knight", (5, 5)), "b": ("Bramble Knight", (10, 10))},
        rows=tuple(rows),
    )
    assert not walk.ways(t.s, t[KNIGHT], 2).anchors >> t.at(5, 5) & 1
    t.play(wounds.wound(t.g, t["point"], 4))
    assert layout(t.s).effects["Spawn Location"] >> t.at(5, 5) & 1
    assert walk.ways(t.s, t[KNIGHT], 1).cost(t.at(5, 5)) == 1
    act(t, KNIGHT, f"move>{t.at(5, 5)}")
    assert t[KNIGHT].status == [] and not terrain.negative(t.s, t[KNIGHT]) >> t.at(5, 5) & 1
