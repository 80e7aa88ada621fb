"""Set-up and scenarios: the worked cases S, and what is said about a file that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from webgame.engine.decision import Choice, Decision
from webgame.engine.game import Play, parse_scenario
from webgame.engine.masks import bits
from webgame.engine.rng import Rng
from webgame.engine.system import BadScenario
from webgame.systems.sde_arcade import check, setup, supported
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, populate
from webgame.systems.sde_arcade.scenario import read_scenario
from webgame.systems.sde_arcade.state import Monster, State

FOLDER = Path(__file__).parents[2] / "scenarios" / "sde_arcade"
KING = (FOLDER / "forgotten-king.toml").read_text()


def rule(*numbers: str, state: bool = False) -> pytest.MarkDecorator:
    return pytest.mark.rule("sde_arcade", *numbers, state=state)


def data(**changes: Any) -> dict[str, Any]:
    """Return the data of the Forgotten King with keys changed, or left out if None."""
    whole = parse_scenario(KING) | changes
    return {key: value for key, value in whole.items() if value is not None}


def begin(scenario: dict[str, Any] | None = None, seed: bytes = b"seed", **options: Any) -> Play:
    """Set up a game without running its set-up phase."""
    play = Play(Rng(seed))
    setup.setup(play, read_scenario(scenario if scenario is not None else data()), options)
    return play


def laid(scenario: dict[str, Any] | None = None, seed: bytes = b"seed", **options: Any) -> State:
    """Return the table after set-up; every question is answered by its first option."""
    play = begin(scenario, seed, **options)
    for _ in answered(play):
        pass
    state: State = play.state
    return state


def answered(play: Play) -> Iterator[Decision]:
    rules = setup.run(play)
    send: Any = None
    while True:
        try:
            request = rules.send(send)
        except StopIteration:
            return
        send = None
        if isinstance(request, Decision):
            yield request
            first = request.groups[0]
            assert first.targets
            send = Choice(request.seats[0], first.id, first.targets[0])


def problems(**changes: Any) -> dict[str, str]:
    with pytest.raises(BadScenario) as bad:
        read_scenario(data(**changes))
    return {problem.key: problem.message for problem in bad.value.problems}


def points(s: State) -> list[Monster]:
    return [m for m in s.monsters.values() if m.kind == "spawning_point"]


# -- the scenarios that come with the game -------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda p: p.stem)
def test_every_scenario_can_be_set_up_and_is_sound(path: Path) -> None:
    for seed in range(8):
        s = laid(parse_scenario(path.read_text()), bytes([seed]))
        assert s.turn.phase == "choose" and check.invariants(s) == []


@rule("CP-1", "CP-5", "SU-7", "SU-8", "SU-9", "SU-10", state=True)
def test_the_forgotten_king_has_the_sizes_of_three_heroes() -> None:
    s: State = begin().state
    assert len(s.treasure.draw_pile) == 42 and len(s.loot.draw_pile) == 48  # S6
    assert len(s.explore.draw_pile) == 36 and len(s.command.draw_pile) == 36
    kinds = {"base": 0, "model": 0, "booty": 0, "wonder": 0}
    for card in s.treasure.draw_pile:
        kind = (
            box().treasure[card].kind
            if card in box().treasure
            else "booty"
            if card in box().booty
            else "wonder"
        )
        kinds[kind] += 1
    assert kinds == {"base": 24, "model": 6, "booty": 6, "wonder": 6}
    named = {
        "Lost Love Pendant",
        "Posh Pajamas",
        "Bramble Bracers",
        "Deeproot Acorn",
        "Boris's Bashful Bammer",
    }
    assert named <= set(s.treasure.draw_pile) and "Shadow Crown" in s.treasure.draw_pile
    table = laid()
    chests = [t for t in table.tokens.values() if t.kind == "chest"]
    assert len(table.tiles) == len(chests) == len(points(table)) == 3 and table.wrath_supply == 5
    assert table.pool.boss == "The Forgotten King" and len(table.pool.mini_bosses) == 2


@rule("CP-1", state=True)
def test_four_heroes_make_a_game_of_four() -> None:
    four = data(
        heroes=["questing-knight", "thundervale-huntress", "princess-emerald", _fourth()],
        spawning_points=["Bramble Knight", "Bramble Knight", "Old-Growth Hollow"],
        dungeon={"tiles": ["1A", "6A", "3A", "2B"], "layout": "corner"},
    )
    s = laid(four)  # S1
    assert len(s.tiles) == len(points(s)) == 4 and s.wrath_supply == 7 and s.pool.boss
    assert sum(t.kind == "chest" for t in s.tokens.values()) == 4


def _fourth() -> str:
    """Return a further Hero that the rules can play."""
    party = data()["heroes"]
    return next(
        h.id
        for h in box().heroes.values()
        if h.selectable and h.id not in party and not supported.lacking("hero", h.id)
    )


@rule("SU-4", "SU-3", state=True)
def test_a_pair_shares_one_list_of_monsters() -> None:
    pool = begin().state.pool.monsters  # S3
    assert {n: pool[n] for n in ("Sprout", "Wisp", "Turniphead", "Mook")} == {
        "Sprout": 1,
        "Wisp": 2,
        "Turniphead": 2,
        "Mook": 6,
    }
    assert "King Sprout" not in pool


@rule("FQ-13", state=True)
def test_two_spawning_points_of_a_kind_bring_their_monsters_into_one_pool() -> None:
    twice = data(spawning_points=["Bramble Knight"] * 3, dungeon={"tiles": ["1A", "6A", "3A"]})
    assert begin(twice).state.pool.monsters == {"Grobbit Executioner": 3, "Frog Knight": 6, "Billmen": 12}


@rule("SU-11")
@rule("SU-15", "MP-6", state=True)
def test_heroes_enter_by_the_start_marker_near_a_free_doorway() -> None:
    s = laid()
    lay = layout(s)
    start = next(t for t in s.tokens.values() if t.kind == "start")
    near = lay.grid.within(lay.free_doorways(0), 4)
    assert near >> start.at & 1
    around = lay.grid.within(1 << start.at, 2)
    assert all(facts.base(s, hero) & around for hero in s.heroes())
    assert [tile.explored for tile in s.tiles] == [True, False, False]
    assert not any(tile.searched for tile in s.tiles)


@rule("SU-2", state=True)
def test_heroes_begin_with_nothing() -> None:
    for hero in laid().members.values():
        assert not (hero.wounds or hero.wrath or hero.potions or hero.slots or hero.status)


@rule("SU-12")
def test_each_tile_has_its_spawning_point_and_each_of_these_a_chest_within_five_squares() -> None:
    s = laid()
    lay = layout(s)
    assert sorted(point.at for point in points(s)) == sorted(lay.spawn)
    cards = [s.monsters[tile.spawn].card for tile in s.tiles]
    assert cards == ["Bramble Knight", "Old-Growth Hollow", "Old-Growth Hollow"]
    for point in points(s):
        reach = lay.grid.within(1 << point.at, 5)
        assert any(reach >> t.at & 1 for t in s.tokens.values() if t.kind == "chest")


@rule("SU-12")
def test_a_chest_six_squares_away_is_not_offered_five_is() -> None:
    play = begin(setup="players")  # S8
    for decision in answered(play):
        if decision.prompt == "ask.setup_chest":
            s: State = play.state
            point = next(p for p in points(s) if p.card == decision.params["who"] and _unserved(s, p))
            offered = decision.groups[0].targets
            steps = {layout(s).grid.distance(1 << point.at, 1 << int(square)) for square in offered or ()}
            assert max(n for n in steps if n is not None) == 5
            break
    else:
        pytest.fail("nobody was asked for the chest")


def _unserved(s: State, point: Monster) -> bool:
    return bool(populate.chest_squares(s, point)) and s.tiles[0].spawn == point.id


@rule("SU-11", "SU-12")
def test_players_may_choose_start_marker_spawning_points_and_chests() -> None:
    free = data(dungeon={"tiles": ["1A", "6A", "3A"], "layout": "line"})
    play = begin(free, setup="players")
    asked = [decision.prompt for decision in answered(play)]
    assert (
        asked[0] == "ask.setup_start" and "ask.setup_point" in asked and asked.count("ask.setup_chest") == 3
    )
    assert check.invariants(play.state) == []


@rule("SU-13")
@rule("SU-14", "GA-6", state=True)
def test_the_first_spawn_is_within_two_squares_gangs_together_and_costs_no_wound() -> None:
    s = laid()  # S9
    lay = layout(s)
    knight = next(p for p in points(s) if p.card == "Bramble Knight")
    mine = [m for m in s.monsters.values() if m.card in ("Grobbit Executioner", "Frog Knight", "Billmen")]
    assert len(mine) == 7 and knight.wounds == 0
    for monster in mine:
        assert facts.near(s, knight, monster, 2)
        if monster.kind == "minion":
            assert any(facts.near(s, monster, e, 2) for e in mine if e.kind == "elite")
        assert not facts.base(s, monster) & lay.negative
    hollows = [p for p in points(s) if p.pair]
    assert len({p.pair for p in hollows}) == 1 and not any(p.wounds for p in hollows)
    shares = [
        sum(facts.near(s, hollow, m, 2) for m in s.monsters.values() if m.kind in ("elite", "minion"))
        for hollow in hollows
    ]
    assert sorted(shares) == [4, 7]


def test_the_same_seed_gives_the_same_table_and_another_seed_another() -> None:
    encode = msgspec.json.Encoder().encode
    assert encode(laid(seed=b"a")) == encode(laid(seed=b"a")) != encode(laid(seed=b"b"))


@rule("SU-5")
def test_a_random_dungeon_of_any_tiles() -> None:
    for seed in range(12):
        s = laid(data(dungeon={"random": True}), bytes([seed]))
        assert len(s.tiles) == 3 and check.invariants(s) == []
        assert len({box().tiles[tile.side].tile for tile in s.tiles}) == 3


def test_options_override_constants_and_wrong_ones_are_named() -> None:
    s: State = begin(rules={"disturb_range": 4}).state
    assert s.options["disturb_range"] == 4
    with pytest.raises(BadScenario, match='disturb_rage.*did you mean "disturb_range"'):
        begin(rules={"disturb_rage": 4})
    with pytest.raises(BadScenario, match='"auto" or "players"'):
        begin(setup="nobody")


# -- what is wrong with a file -------------------------------------------------------------------------------


def test_all_problems_are_told_at_once_with_what_would_be_right() -> None:
    found = problems(
        heroes=["questing-night", "princess-emerald", "princess-emerald"],
        mini_boses=[],
        boss="Forgotten King",
        rules={"disturb_rage": 5, "chest_range": -1},
    )
    assert found["heroes[1]"] == 'no Hero "questing-night"; did you mean "questing-knight"?'
    assert "CP-7" in found["heroes[3]"]
    assert 'did you mean "mini_bosses"?' in found["mini_boses"]
    assert 'did you mean "The Forgotten King"?' in found["boss"]
    assert "disturb_range" in found["rules.disturb_rage"] and "rules.chest_range" in found


@rule("CP-1", "SU-4")
def test_numbers_follow_the_party_size() -> None:
    found = problems(
        spawning_points=["Bramble Knight"], dungeon={"tiles": ["1A", "6A"]}, mini_bosses=["Trent"]
    )
    assert "must be 3 for 3 Heroes (CP-1), not 1" in found["spawning_points"]
    assert "must be 3" in found["dungeon.tiles"] and "must be 2" in found["mini_bosses"]


@rule("CP-1")
def test_another_party_size_needs_its_sizes_declared() -> None:
    found = problems(heroes=["questing-knight", "princess-emerald"])
    assert "sizes.heroes = 2 would allow it" in found["heroes"]
    assert {"sizes.tiles", "sizes.chests", "sizes.spawning_points", "sizes.wrath"} <= set(found)


@rule("SU-3")
def test_six_creeps_are_the_least() -> None:
    assert "at least 6" in problems(creeps={"Giri": 4})["creeps"]


@rule("SU-7", state=True)
def test_model_treasures_belong_to_models_in_the_game() -> None:
    found = problems(mini_bosses=["Bashful Boris"], sizes={"mini_bosses": 1})
    assert "belongs to Trent" in found["decks.model_treasures[4]"]


def test_missing_and_mistyped_keys() -> None:
    found = problems(boss=None, heroes="questing-knight")
    assert found["boss"] == "is missing" and "array" in found["heroes"]


def at(side: str, x: int, y: int, **more: Any) -> dict[str, Any]:
    return {"side": side, "at": [x, y], **more}


@pytest.mark.parametrize(
    ("tiles", "key", "words"),
    [
        (["1A", "1B", "3A"], "dungeon.tiles[2].side", "the same tile"),
        (["9Z", "6A", "3A"], "dungeon.tiles[1].side", 'no tile side "9Z"'),
        ([at("1A", 0, 0), at("6A", 0, 0), at("3A", 1, 1)], "dungeon.tiles[2].at", "already"),
        ([at("1A", 0, 0), at("6A", 1, 0), at("3A", 3, 0)], "dungeon.tiles[3]", "no doorway joins"),
        ([at("1A", 0, 0), at("6A", 1, 0), at("3A", 1, 1, turn=0)], "dungeon.tiles[3]", "no doorway joins"),
        (["1A", "6A", {"side": "3A", "spawn": "Egg Clutch"}], "dungeon.tiles[3].spawn", "not among"),
    ],
)
def test_dungeons_that_can_not_be(tiles: list[Any], key: str, words: str) -> None:
    assert words in problems(dungeon={"tiles": tiles})[key]


def test_content_that_needs_more_than_the_rules_can_do_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    party = ["questing-knight", "princess-emerald", "royal-paladin"]
    assert "heroes[3]" not in problems(heroes=party, boss="Nobody")
    monkeypatch.setattr(supported, "KEYWORDS", supported.KEYWORDS - {"Holy"})
    supported._known_to_lack.cache_clear()
    try:
        found = problems(heroes=party)
    finally:
        supported._known_to_lack.cache_clear()
    assert "Royal Paladin" in found["heroes[3]"] or "royal-paladin" in found["heroes[3]"]
    assert "not playable yet: keyword 'Holy'" in found["heroes[3]"]


@rule("SU-16", state=True)
def test_nothing_stands_on_anything_else() -> None:
    s = laid()
    taken = 0
    for mask in (facts.chests(s), *(facts.base(s, f) for f in (*s.members.values(), *s.monsters.values()))):
        assert not taken & mask, list(bits(taken & mask))
        taken |= mask
