"""What games of made-up scenarios brought to light in the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.sde.acts import KNIGHT, rule
from tests.sde.table import table
from webgame.systems.sde_arcade import check, dungeon
from webgame.systems.sde_arcade.rules import facts, pets, reactions, shapes, spawn, walk

RIDER, CANDY = "deeproot-wolf-rider", "brave-mode-candy"


@rule("SH-1")
@rule("SH-2", state=True)
def test_a_form_with_too_few_hearts_falls_before_it_is_asked_where_it_stands() -> None:
    t = table({RIDER: (4, 4), KNIGHT: (0, 0)})
    toad = shapes.form_of("Miserable Toad")
    t[RIDER].wounds = toad.hearts
    assert facts.hearts(t.s, t[RIDER]) > toad.hearts and t[RIDER].size > toad.base[0]
    t.play(shapes.take(t.g, t[RIDER], toad, "SH-1"))
    assert t[RIDER].down and [d.prompt for d in t.asked if d.rule == "SH-5"] == []


@rule("SU-2")
def test_a_pet_of_ones_own_spills_over_where_it_is_crowded() -> None:
    crowd = {f"b{x}{y}": ("Billmen", (x, y)) for x in range(3) for y in range(3) if (x, y) != (0, 0)}
    t = table({CANDY: (0, 0)}, crowd)
    assert pets.room(t.s, t[CANDY]) == []
    t.play(pets.join(t.g, t[CANDY], ask=False))
    pet = next(m for m in t.s.members.values() if m.kind == "pet")
    assert facts.distance(t.s, t[CANDY], pet) == 3


def test_the_card_of_a_pet_that_has_not_joined_yet_is_not_lost() -> None:
    t = table({CANDY: (0, 0)})
    t.s.turn.phase = "setup"
    totals = {"cards": {deck: 0 for deck in ("loot", "explore", "command")}}
    for deck in (t.s.loot, t.s.explore, t.s.command):
        totals["cards"][deck.name] = len(deck.draw_pile)
    totals["cards"]["treasure"] = len(t.s.treasure.draw_pile) + 1
    assert list(check._cards(t.s, totals)) == []
    t.play(pets.join(t.g, t[CANDY], ask=False))
    assert list(check._cards(t.s, totals)) == []


@rule("AB-3", state=True)
@pytest.mark.parametrize(("pushed", "ends"), [((6, 2), (2, 2)), ((3, 4), (6, 2))])
def test_a_hunter_that_is_pushed_into_the_way_ends_the_move(
    pushed: tuple[int, int], ends: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    t = table({KNIGHT: (3, 3)}, {"k": ("Kinoshroom", (2, 2))})

    def pounced_on(*_: Any) -> Iterator[Any]:
        t[KNIGHT].at = t.at(*pushed)
        yield from ()

    monkeypatch.setattr(reactions, "hunters", lambda *_: [t[KNIGHT]])
    monkeypatch.setattr(reactions, "pounced_on", pounced_on)
    t.play(walk.walk(t.g, t["k"], t.at(6, 2), walk.ways(t.s, t["k"], 9)))
    assert t["k"].at == t.at(*ends)


@rule("SU-12", state=True)
def test_nobody_enters_on_a_square_that_waits_for_a_spawning_point() -> None:
    t = table({KNIGHT: (0, 0)})
    kept = dungeon.layout(t.s).spawn[0]
    for phase, free in (("setup", False), ("choose", True)):
        t.s.turn.phase = phase
        assert bool(spawn.anchors_touching(t.s, t[KNIGHT], 1 << kept)) is free
    t.s.turn.phase, t.s.tiles[0].spawn = "setup", "m1"
    assert spawn.anchors_touching(t.s, t[KNIGHT], 1 << kept)
