"""All gangs: the line in use and what is lent, with a bonded model within two squares and without (GA-6)."""

from __future__ import annotations

import pytest

from tests.sde.acts import KNIGHT, rule
from tests.sde.consul import command
from tests.sde.monsters import drive, size
from tests.sde.table import Table, table
from webgame.systems.sde_arcade.cards import GangCard, Line, box
from webgame.systems.sde_arcade.rules import facts, fight, spawn
from webgame.systems.sde_arcade.rules.populate import spawning_list

GANGS = list(box().gangs.values())
BONDS = [(gang, bond["model"]) for gang in GANGS for bond in gang.bonded]
POINTS = [m for m in box().monsters.values() if m.rank == "spawning_point"]
NAMES = {"ids": lambda entry: getattr(entry, "name", str(entry))}


def together(gang: GangCard, partner: str, apart: int) -> Table:
    """Return an elite and a partner that many squares apart, and a Hero next to the elite."""
    k = size(gang.elite)
    t = table(
        {KNIGHT: (0, 5 + k)},
        {"elite": (gang.elite, (0, 5)), "partner": (partner, (k - 1 + apart, 5))},
    )
    command(t)
    return t


@rule("FI-1", "GA-6")
@rule("GA-3", "GA-8", "GA-12", state=True)
@pytest.mark.parametrize(("gang", "partner"), BONDS, **NAMES)
def test_a_gang_has_its_line_and_its_partners_gifts_within_two_squares(gang: GangCard, partner: str) -> None:
    """Oracle G1, G2 and G7 for every gang card."""
    lent = next((entry for entry in gang.lends if entry.model == partner), None)
    for apart in (2, 3):
        t = together(gang, partner, apart)
        found = facts.gang(t.s, t["elite"])
        near = apart == 2
        assert found.together is near
        assert found.line == (gang.gang if near else gang.solo)
        assert found.abilities == (set(lent.abilities) if near and lent is not None else set())
        words = facts.abilities(t.s, t["elite"])
        own = set(box().monsters[gang.elite].abilities)
        assert words == (own | set(lent.abilities) if near and lent is not None else own)
        names = [action.name for action in found.unique]
        assert len(set(names)) == len(names)
        for action in lent.unique if lent is not None else ():
            assert (action in found.unique) is near
        drive(t, fight.fight(t.g, t["elite"]))
        assert len(t.told("ev.strikes")) == (
            found.line.ac if not t[KNIGHT].down else len(t.told("ev.strikes"))
        )


@rule("GA-3", "GA-6", state=True)
@pytest.mark.parametrize("gang", GANGS, **NAMES)
def test_lines_are_those_of_the_card(gang: GangCard) -> None:
    card = box().monsters[gang.elite]
    assert card.gang == gang.name and card.range is not None
    assert gang.solo == Line(card.ac, card.STR, card.range.squares)
    assert gang.gang.ac >= gang.solo.ac and gang.gang.STR >= gang.solo.STR and gang.gang != gang.solo
    assert gang.bond_range == box().constants["gang_range"]


@rule("CM-3")
@rule("SU-13", "CM-2", "SU-4", state=True)
@pytest.mark.parametrize("point", POINTS, **NAMES)
def test_every_spawning_point_places_its_list(point: object) -> None:
    card = box().monsters[getattr(point, "name", "")]
    pool = spawning_list(card.name)
    models = {f"p{n}": (card.name, (5, 5) if n == 0 else (16, 5)) for n in range(card.models)}
    t = table({KNIGHT: (0, 0)}, models, second=("...........",) * 11)
    t.s.pool.monsters = dict(pool)
    names = [name for name, count in pool.items() for _ in range(count)]
    placed = t.play(spawn.place_list(t.g, [t[name] for name in models], names, t.at(0, 0)))
    fresh = [t.s.monsters[id] for id in placed]
    assert sorted(m.card for m in fresh) == sorted(names)
    assert all(any(facts.near(t.s, t[name], m, 2) for name in models) for m in fresh)
    assert facts.bodies(t.s, fresh).bit_count() == sum(m.size**2 for m in fresh)
    for minion in (m for m in fresh if m.kind == "minion"):  # GA-6: within two squares of an elite of its own
        elites = {box().gangs[gang].elite for gang in box().monsters[minion.card].gangs}
        mates = [m for m in fresh if m.card in elites]
        assert any(facts.near(t.s, minion, mate, 2) for mate in mates), minion.card
    if card.models == 2:
        counts = [sum(facts.near(t.s, t[name], m, 2) for m in fresh) for name in models]
        most = max(box().gangs[g].bonded[0]["count"] for g in card.gang_cards)
        assert abs(counts[0] - counts[1]) <= most and min(counts) > 0


@rule("CP-1", "SU-4")
@pytest.mark.parametrize("point", [p for p in POINTS if p.choices == 2], **NAMES)
def test_a_pair_uses_up_two_choices(point: object) -> None:
    from webgame.engine.system import BadScenario
    from webgame.systems.sde_arcade.scenario import read_scenario

    name = getattr(point, "name", "")
    with pytest.raises(BadScenario, match="paired one counts as two"):
        read_scenario(
            {
                "name": "Too many",
                "heroes": ["questing-knight", "thundervale-huntress", "princess-emerald"],
                "boss": "Goro",
                "mini_bosses": ["Trent", "Rex"],
                "spawning_points": [name, "Egg Clutch", "Lava Whirl"],
                "dungeon": {"random": True},
            }
        )
