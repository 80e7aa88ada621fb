"""What games of made-up scenarios brought to light in the rules."""

from __future__ import annotations

from tests.sde.acts import KNIGHT, rule
from tests.sde.table import table
from webgame.systems.sde_arcade import check
from webgame.systems.sde_arcade.rules import facts, pets, shapes

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
