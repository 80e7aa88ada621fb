"""Building one's own dungeon: limits, bars, chance, and that what is composed can be played (CP, SU)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webgame.commands.validate import check as validate
from webgame.engine.build import Answers, builder_of
from webgame.engine.game import Game, parse_scenario
from webgame.engine.rng import Rng
from webgame.engine.simulate import header_for, play_out, seat_bots, seed_for
from webgame.engine.system import BadScenario
from webgame.systems.sde_arcade.build import BUILDER
from webgame.systems.sde_arcade.build_form import form, parts
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.scenario import read_scenario
from webgame.systems.sde_arcade.system import SYSTEM


def answers(**changes: Any) -> dict[str, list[str]]:
    return BUILDER.begin() | {key.replace("__", "."): value for key, value in changes.items()}


def wrong(given: Answers) -> dict[str, str]:
    """Return the problems by field, each of which has one at most."""
    found = BUILDER.check(given).problems
    assert len({p.key for p in found}) == len(found)
    return {p.key: p.message for p in found}


def drawn(number: int, **changes: Any) -> dict[str, list[str]]:
    return BUILDER.fill(changes, Rng(b"%d" % number), anew=not changes)


def test_the_usual_answers_can_be_played_at_once() -> None:
    assert builder_of(SYSTEM) is BUILDER
    scenario = read_scenario(parse_scenario(BUILDER.compose(BUILDER.begin())))
    assert scenario.name == "Our own dungeon"
    assert scenario.boss == "The Forgotten King" and sum(scenario.creeps.values()) == 13


def test_every_hero_and_model_of_the_box_is_offered() -> None:
    offered = {id: {item.id for item in field.items} for id, field in form().items()}
    assert offered["heroes"] == {hero.id for hero in box().heroes.values() if hero.selectable}
    for id, rank in (("boss", "dungeon_boss"), ("mini_bosses", "mini_boss"), ("points", "spawning_point")):
        assert offered[id] == {m.name for m in box().monsters.values() if m.rank == rank}, id
    assert offered["wonders"] == set(box().wonders) and offered["tiles"] == set(box().tiles)
    assert offered["models"] == {c.name for c in box().treasure.values() if c.kind == "model"}


def test_everything_in_the_form_has_words_icons_and_rules() -> None:
    words = SYSTEM.words["en"]
    icons = (Path(__file__).parents[2] / "static" / "src" / "icons.txt").read_text()
    known = {line.partition("#")[0].partition("=")[0].strip() for line in icons.splitlines()}
    for part in parts():
        texts = [part.label, part.help]
        used = [part.icon]
        for field in part.fields:
            texts += [field.label, field.help]
            used.append(field.icon)
            assert not field.rule or field.rule in SYSTEM.rulebook, field.id
            for item in field.items:
                texts += [item.name, item.text, *(tag.text for tag in item.tags)]
                used += [item.icon, *(tag.icon for tag in item.tags)]
        assert [text for text in texts if text.startswith("l.") and text not in words] == []
        assert {icon for icon in used if icon} <= known


def test_the_size_of_the_party_sets_the_limits() -> None:
    for heroes, minis in ((3, (2, 2)), (4, (2, 3)), (5, (2, 4))):
        limits = BUILDER.check(answers(size=[str(heroes)])).limits
        assert (limits["heroes"].low, limits["heroes"].high) == (heroes, heroes)
        assert (limits["points"].low, limits["points"].high) == (heroes, heroes)
        assert (limits["mini_bosses"].low, limits["mini_bosses"].high) == minis
    found = wrong(answers(size=["4"]))
    assert found == {
        "heroes": "choose 4 for 4 Heroes (CP-1): 3 chosen",
        "points": "choose 4 for 4 Heroes (CP-1; a pair counts as two, SU-4): 3 chosen",
    }


def test_a_pair_of_spawning_points_counts_as_two() -> None:
    limit = BUILDER.check(answers(points=["Claw Shrine", "Rock Pile"])).limits["points"]
    assert (limit.count, limit.high) == (4, 3)


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"boss": []}, "boss", "choose 1: 0 chosen"),
        ({"boss": ["Trent"]}, "boss", 'there is no "Trent" to choose here'),
        ({"mini_bosses": ["Trent"]}, "mini_bosses", "choose 2 for 3 Heroes (CP-2): 1 chosen"),
        ({"models": ["Gem of Greed"]}, "models", "belongs to Starfire, who is not in the game"),
        ({"wonders": ["The Colonel"]}, "wonders", "choose 6 (SU-7): 1 chosen"),
        ({"tiles": ["1A"]}, "tiles", "choose 3 for 3 Heroes (CP-1; none for any): 1 chosen"),
        ({"tiles": ["1A", "1B", "2A"]}, "tiles", "is the other side of"),
        ({"loot_out": ["Arcane Tome"]}, "loot_in", "choose 1 (one for one, SU-8): 0 chosen"),
        ({"explore_in": ["Shell Up"]}, "explore_in", "choose 0 (one for one, SU-9): 1 chosen"),
        ({"creep__Giri": ["many"]}, "creep.Giri", "must be a whole number from 0 to 20"),
        ({"by_start": ["perhaps"]}, "by_start", 'is yes or nothing, not "perhaps"'),
        ({"name": ["x" * 61]}, "name", "has 61 characters: at most 60"),
        ({"dragon": ["Smaug"]}, "dragon", "is no field of this form"),
    ],
)
def test_what_is_wrong_is_told_by_field(changes: dict[str, list[str]], field: str, words: str) -> None:
    if field == "loot_in":
        changes = {"loot_out": [form()["loot_out"].items[0].id]}
    found = [p.message for p in BUILDER.check(answers(**changes)).problems if p.key == field]
    assert words in " ".join(found)
    with pytest.raises(BadScenario) as caught:
        BUILDER.compose(answers(**changes))
    assert field in {p.key for p in caught.value.problems}


def test_six_creeps_are_the_least() -> None:
    none = {id: ["0"] for id in form() if id.startswith("creep.")}
    assert wrong(BUILDER.begin() | none) == {"creeps": "choose at least 6 (SU-3): 0 chosen"}


def test_a_pet_is_no_wonder_if_its_hero_leads_it() -> None:
    party = answers(heroes=["brave-mode-candy", "questing-knight", "princess-emerald"])
    assert BUILDER.check(party).barred["wonders"] == {"Never-Lost Cola": "starts with Brave-Mode Candy"}


def test_what_is_set_up_by_hand_is_written_down() -> None:
    text = BUILDER.compose(answers(dungeon=["hand"], by_start=["yes"], by_monsters=["yes"], tiles=[]))
    scenario = read_scenario(parse_scenario(text))
    assert scenario.setup.by_hand() == ["dungeon", "start", "monsters"]
    assert not scenario.dungeon.random and "layout" in BUILDER.check(answers(dungeon=["hand"])).off
    some = answers(dungeon=["hand"], tiles=["1A", "2A", "3B", "4A"])
    assert [p.side for p in read_scenario(parse_scenario(BUILDER.compose(some))).dungeon.tiles] == some[
        "tiles"
    ]


def test_swaps_go_one_for_one() -> None:
    out, into = form()["treasure_out"].items[1].id, form()["treasure_in"].items[2].id
    text = BUILDER.compose(answers(treasure_out=[out], treasure_in=[into]))
    assert read_scenario(parse_scenario(text)).decks.swap == {out: [into]}


def test_names_are_written_so_that_they_are_read_again() -> None:
    for name in ('The "Deep"', "back\\slash", "ünïcode ☃", "two\nlines", "\x00\x7f", "'''", " \t "):
        data = parse_scenario(BUILDER.compose(answers(name=[name])))
        shown = " ".join("".join(c if c.isprintable() else " " for c in name).split())
        assert data["name"] == (shown or "Our own dungeon")


def test_chance_composes_what_can_be_played_and_validates(tmp_path: Path) -> None:
    for number in range(12):
        text = BUILDER.compose(drawn(number))
        file = tmp_path / f"built-{number}.toml"
        file.write_text(text)
        assert validate(file, None) == []
        assert drawn(number) == drawn(number), "the same dice draw the same"
    assert len({str(drawn(n)) for n in range(12)}) == 12


def test_chance_keeps_what_was_chosen() -> None:
    chosen = {
        "size": ["5"],
        "heroes": ["scarecrow"],
        "boss": ["Goro"],
        "mini_bosses": ["Salt", "Rex", "Trent"],
    }
    for number in range(6):
        filled = drawn(number, **chosen)
        assert wrong(filled) == {}
        assert filled["size"] == ["5"] and "scarecrow" in filled["heroes"] and filled["boss"] == ["Goro"]
        assert filled["mini_bosses"] == ["Rex", "Salt", "Trent"]
    part = BUILDER.fill(BUILDER.begin(), Rng(b"x"), "foes", anew=True)
    assert {id for id in part if part[id] != BUILDER.begin().get(id)} <= {"boss", "mini_bosses", "points"}
    with pytest.raises(KeyError, match="no part 'nosuch'; there are: party, foes"):
        BUILDER.fill({}, Rng(b"x"), "nosuch")


def test_a_drawn_dungeon_has_a_shape_even_if_it_is_of_no_account_yet() -> None:
    for number in range(8):
        found = BUILDER.fill(BUILDER.begin(), Rng(b"%d" % number), "dungeon", anew=True)
        assert wrong(found | {"dungeon": ["random"]}) == {}


def test_chance_comes_to_everything() -> None:
    found: dict[str, set[str]] = {}
    for number in range(60):
        for id, values in drawn(number).items():
            found.setdefault(id, set()).update(values)
    assert found["size"] == {"3", "4", "5"} and found["dungeon"] == {"random", "hand"}
    assert found["layout"] == {"free", "line", "corner"}
    assert found["boss"] == {item.id for item in form()["boss"].items}
    assert all(found[f"by_{what}"] == {"yes"} for what in ("start", "points", "chests", "monsters"))


@pytest.mark.parametrize("number", range(4))
def test_a_game_made_by_chance_can_be_begun(number: int) -> None:
    text = BUILDER.compose(drawn(number))
    seed = seed_for("built", number)
    game = Game(SYSTEM, header_for(SYSTEM, "built", text, seed))
    bots = seat_bots(SYSTEM, game, {"": "random"}, seed)
    for _ in play_out(game, bots, check=True, cap=25):
        pass


FIELDS = st.dictionaries(
    st.sampled_from([*form(), "party", "nosuch"]),
    st.lists(
        st.one_of(st.text(max_size=8), st.sampled_from(["3", "5", "hand", "yes", "0", "7"])), max_size=4
    ),
    max_size=8,
)
CHOSEN = st.fixed_dictionaries(
    {},
    optional={
        id: st.lists(st.sampled_from([item.id for item in field.items]), max_size=6)
        for id, field in form().items()
        if field.items
    },
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(FIELDS, CHOSEN, st.booleans(), st.booleans(), st.integers(0, 999))
def test_any_answers_compose_or_are_refused_by_field(
    odd: Answers, chosen: Answers, usual: bool, fill: bool, number: int
) -> None:
    given = (BUILDER.begin() if usual else {}) | dict(chosen) | dict(odd)
    if fill:
        given = BUILDER.fill(given, Rng(b"%d" % number))
    sheet = BUILDER.check(given)
    known = {*form(), *(part.id for part in parts())}
    try:
        text = BUILDER.compose(given)
    except BadScenario as error:
        assert error.problems == sheet.problems and sheet.problems
        assert {p.key for p in error.problems} <= known | {"party", "nosuch"}
    else:
        assert not sheet.problems
        read_scenario(parse_scenario(text))
