"""Set-up by hand: the party decides tiles, start, spawning points, chests and monsters, or leaves them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.battery import reenter, unknown_words
from tests.sde.acts import rule
from tests.sde.byhand import KING, PARTS, Hand, lay, new_game, text
from tests.sde.table import Scripted
from webgame.engine.bots import RandomBot
from webgame.engine.decision import Decision
from webgame.engine.game import Entry, Game, parse_scenario
from webgame.engine.masks import bits
from webgame.engine.rng import Rng
from webgame.engine.system import BadScenario
from webgame.systems.sde_arcade import dungeon
from webgame.systems.sde_arcade.bots import BOTS
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.rules.byhand import RULES
from webgame.systems.sde_arcade.scenario import read_scenario
from webgame.systems.sde_arcade.state import Monster, State
from webgame.systems.sde_arcade.system import SYSTEM

GREEN = {stars: f"G{stars}" for stars in range(1, 5)}


def begun(*faces: str, parts: tuple[str, ...] = (), tiles: str = "") -> Hand:
    rng = Scripted()
    rng.script += faces
    return Hand(rng, *parts, dungeon=tiles)


# -- the scenario file ---------------------------------------------------------------------------------------


def wrong(source: str) -> dict[str, str]:
    with pytest.raises(BadScenario) as bad:
        read_scenario(parse_scenario(source))
    return {problem.key: problem.message for problem in bad.value.problems}


def test_every_part_is_set_up_by_the_engine_unless_the_file_says_by_hand() -> None:
    assert read_scenario(parse_scenario(KING)).setup.by_hand() == []
    assert read_scenario(parse_scenario(text(*PARTS))).setup.by_hand() == PARTS
    assert read_scenario(parse_scenario(text("chests"))).setup.by_hand() == ["chests"]


def test_wrong_words_and_keys_are_named() -> None:
    source = text("start").replace('start = "hand"', 'start = "foot"\nchest = "hand"')
    found = wrong(source)
    assert found["setup.start"] == 'must be "auto" or "hand", not "foot"'
    assert 'did you mean "chests"?' in found["setup.chest"]


@rule("SU-5")
def test_a_dungeon_built_by_hand_is_not_laid_out_in_the_file() -> None:
    plan = 'random = true\nstart = 1\ntiles = [{ side = "1A", turn = 1 }, { side = "2A", at = [1, 0] }, "3A"]'
    found = wrong(text("dungeon", dungeon=plan))
    assert {"dungeon.random", "dungeon.start", "dungeon.tiles[1].turn", "dungeon.tiles[2].at"} <= set(found)
    assert "built by hand" in found["dungeon.random"]
    assert "must be 3" in wrong(text("dungeon", dungeon='tiles = ["1A", "2A"]'))["dungeon.tiles"]
    assert "must be 3" in wrong(text("start").replace(_plan(), ""))["dungeon.tiles"]


def _plan() -> str:
    return KING[KING.index("[dungeon]") : KING.index("[decks]")]


# -- tile by tile --------------------------------------------------------------------------------------------


@rule("SU-5")
def test_the_first_tile_is_placed_freely_and_no_die_is_rolled_for_it() -> None:
    t = begun()
    assert t.decision.prompt == "ask.setup_tile" and t.decision.mode == "any"
    assert t.decision.seats == ("questing-knight", "thundervale-huntress", "princess-emerald")
    tiles = t.decision.groups[0].targets or ()
    assert [str(tile).partition(" ")[0] for tile in tiles] == [s.id for s in box().tiles.values() if s.tile]
    assert not t.s.tiles and layout(t.s).grid.floor == 0
    t.answer("tile>6A " + box().tiles["6A"].name)
    assert len(t.decision.groups[0].targets or ()) == 4
    t.answer("turn>l.turn_3")
    assert [(tile.side, tile.turn) for tile in t.s.tiles] == [("6A", 3)]
    assert not t.told("ev.tile_by_die") and not t.told("ev.tile_flipped")


def second_tile(t: Hand, side: str = "1B") -> Hand:
    t.answer("tile>1A " + box().tiles["1A"].name) if not t.s.tiles else None
    t.answer("turn>l.turn_0")
    return t


@rule("SU-5")
def test_a_tile_of_the_dungeon_is_not_offered_again_nor_its_back() -> None:
    t = second_tile(begun())
    offered = [str(tile)[:2] for tile in t.decision.groups[0].targets or ()]
    assert "1A" not in offered and "1B" not in offered and len(offered) == 10


@rule("SU-5", "MP-4")
def test_a_tile_joins_at_the_middle_of_a_doorway_that_leads_nowhere_yet() -> None:
    t = second_tile(begun("G1"))
    t.answer("tile>2A " + box().tiles["2A"].name)
    lay_ = layout(t.s)
    middles = sorted(list(bits(d.squares))[1] for d in lay_.doorways)
    assert sorted(t.decision.groups[0].targets or ()) == middles and len(middles) == 4
    east = next(list(bits(d.squares))[1] for d in lay_.doorways if d.side == "E")
    assert t.why_not(east + t.s.width) == [("no.setup_middle", "SU-5")]
    assert t.why_not(lay_.spawn[0]) == [("no.setup_doorway", "SU-5")]
    assert t.why_not(0) == [("no.floor", "MP-1")]
    t.answer(f"join>{east}")
    t.answer(t.decision.options()[0])
    assert (t.s.tiles[1].x, t.s.tiles[1].y) == (11, 0) and (t.s.width, t.s.height) == (22, 11)
    t.answer(t.decision.options()[0])
    joined = next(list(bits(d.squares))[1] for d in layout(t.s).doorways if d.joined >= 0)
    assert joined not in (t.decision.groups[0].targets or ())
    assert t.why_not(joined) == [("no.setup_joined", "MP-4")]


@rule("SU-5")
@pytest.mark.parametrize("stars", [1, 2, 3, 4])
def test_each_star_of_the_green_die_turns_the_tile_once_clockwise(stars: int) -> None:
    t = second_tile(begun(GREEN[stars]), "6A")
    t.answer("tile>6A " + box().tiles["6A"].name)
    t.until("ask.setup_turn")
    lies = str((t.decision.groups[0].targets or ())[0])
    t.answer(f"turn>{lies}")
    (rolled,) = t.told("ev.tile_by_die")
    assert rolled.params["n"] == stars and rolled.show["type"] == "roll" and rolled.show["dice"][0][0] == "G"
    wanted = (int(lies[-1]) + stars) % 4
    way = next(d.side for d in layout(t.s).doorways if d.tile == 1 and d.joined == 0)
    tile = t.s.tiles[1]
    assert tile.side == "6A" and way in dungeon.plan("6A", tile.turn).doorways
    if way in dungeon.plan("6A", wanted).doorways:
        assert tile.turn == wanted and not t.told("ev.tile_fitted")
    else:
        assert t.told("ev.tile_fitted")


@rule("SU-5")
def test_the_symbol_of_the_green_die_turns_the_tile_over() -> None:
    t = second_tile(begun("GHP"))
    t.answer("tile>3A " + box().tiles["3A"].name)
    t.until("ask.setup_turn")
    t.answer(t.decision.options()[0])
    assert t.told("ev.tile_flipped") and not t.told("ev.tile_by_die")
    assert t.s.tiles[1].side == "3B" and dungeon.joined(t.s.tiles) == [0, 1]


def test_a_tile_that_would_close_the_dungeon_is_turned_on() -> None:
    """Three tiles around a corner: a fourth with two doorways could lead back into the ring."""
    two = [
        side.id for side in box().tiles.values() if side.tile and len(dungeon.plan(side.id, 0).doorways) == 2
    ]
    found = 0
    for corner in two:
        for turn in range(4):
            for way in "NESW":
                first = next(t for t in range(4) if way in dungeon.plan(corner, t).doorways)
                cells = {(0, 0): (corner, first)}
                cell = dungeon.beyond((0, 0), way)
                for side in two:
                    lies = dungeon.fitted(cells, cell, side, turn, way)
                    assert dungeon.openings(cells | {cell: lies})
                    found += 1
    assert found


def test_tiles_of_the_file_are_those_to_choose_from() -> None:
    t = begun(tiles='tiles = ["1A", "2B", "5A", "6A"]')
    assert {str(tile)[:1] for tile in t.decision.groups[0].targets or ()} == {"1", "2", "5", "6"}


@rule("SU-5", "CP-1")
def test_random_hands_build_sound_dungeons_and_the_board_grows() -> None:
    for number in range(12):
        game = new_game("dungeon", number=number)
        keys = [SYSTEM.static_key(game.state)]
        for decision, _ in lay(game, Rng(bytes([number])), leave=15):
            s: State = game.state
            assert SYSTEM.check(s) == []
            again = SYSTEM.decode(SYSTEM.encode(s))
            assert SYSTEM.encode(again) == SYSTEM.encode(s)
            static = SYSTEM.static(s)
            assert (static["board"]["w"], len(static["board"]["floor"])) == (s.width, s.height)
            assert len(static["board"]["tiles"]) == len(s.tiles)
            if decision.prompt == "ask.setup_tile" and s.tiles:
                keys.append(SYSTEM.static_key(s))
        assert len(game.state.tiles) == 3 and dungeon.joined(game.state.tiles) == [0, 1, 2]
        assert len(set(keys)) == len(keys), "each tile changes the static part"


def test_a_board_without_tiles_is_one_only_while_the_dungeon_is_built() -> None:
    s = begun().s
    assert SYSTEM.decode(SYSTEM.encode(s)).tiles == []
    s.turn.phase = "choose"
    with pytest.raises(ValueError, match="a board has tiles"):
        SYSTEM.decode(SYSTEM.encode(s))


# -- the start -----------------------------------------------------------------------------------------------


@rule("SU-11", "SU-12", "SU-16")
def test_the_start_marker_and_the_heroes_by_hand() -> None:
    t = begun(parts=("start",))
    assert t.decision.prompt == "ask.setup_start"
    lay_ = layout(t.s)
    near = lay_.grid.within(lay_.free_doorways(0), 4) & lay_.tiles[0]
    offered = t.decision.groups[0].targets or ()
    assert offered and all(near >> int(square) & 1 for square in offered)
    assert t.why_not(lay_.spawn[0]) == [("no.setup_spawn", "SU-12")]
    assert t.why_not(next(bits(lay_.tiles[1] & lay_.grid.open))) == [("no.setup_start_tile", "SU-11")]
    assert t.why_not(next(bits(lay_.tiles[0] & lay_.grid.solid))) == [("no.setup_solid", "SU-16")]
    at = max(map(int, offered), key=lambda square: (lay_.grid.steps(square).bit_count(), square))
    t.answer(f"start>{at}")
    far = next(bits(lay_.tiles[2] & lay_.grid.open))
    for _ in range(3):
        assert t.decision.prompt == "ask.setup_hero" and t.why_not(far) == [("no.setup_hero", "SU-11")]
        t.answer(f"hero>{(t.decision.groups[0].targets or ())[-1]}")
    around = lay_.grid.within(1 << at, 1)
    assert all(facts.base(t.s, hero) & around for hero in t.s.heroes())
    assert t.s.tiles[0].explored and not t.s.tiles[1].explored


# -- spawning points and chests ------------------------------------------------------------------------------


@rule("SU-12")
def test_which_spawning_point_stands_where_and_where_its_chest() -> None:
    t = begun("G4", "G4", parts=("dungeon", "points", "chests"))
    t.until("ask.setup_point")
    assert t.decision.groups[0].targets == ("Bramble Knight", "Old-Growth Hollow")
    t.answer("point>Old-Growth Hollow")
    t.answer("point>Bramble Knight")
    assert [t.s.monsters[tile.spawn].card for tile in t.s.tiles] == [
        "Old-Growth Hollow",
        "Bramble Knight",
        "Old-Growth Hollow",
    ]
    assert t.decision.prompt == "ask.setup_chest"
    for number in range(3):
        point = t.s.monsters[t.decision.about[0]]
        assert point.tile == number
        reach = layout(t.s).grid.within(1 << point.at, 5)
        offered = [int(square) for square in t.decision.groups[0].targets or ()]
        assert offered == list(bits(reach & _free(t.s)))
        beyond = next(bits(_free(t.s) & ~reach))
        assert t.why_not(beyond) == [("no.setup_chest", "SU-12")]
        assert t.why_not(point.at) == [("no.occupied", "SU-16")]
        t.answer(f"chest>{offered[-1]}")
    assert sum(token.kind == "chest" for token in t.s.tokens.values()) == 3


def _free(s: State) -> int:
    return layout(s).grid.open & ~layout(s).chasm & ~facts.occupied(s)


# -- monsters ------------------------------------------------------------------------------------------------


def _apart(s: State, square: int, size: int) -> bool:
    mine = facts.block(s, square, size)
    return not any(
        layout(s).grid.within(facts.base(s, m), 1) & mine for m in s.foes() if m.kind != "spawning_point"
    )


@rule("SU-13")
@rule("GA-6", "CM-2", state=True)
def test_monsters_are_offered_only_where_the_rule_allows() -> None:
    for number in range(4):
        game = new_game("monsters", number=number)
        met = {"plain": 0, "apart": 0, "gang": 0}
        for decision, _ in lay(game, Rng(bytes([number]))):
            s: State = game.state
            for group in decision.groups:
                if group.id.startswith("put."):
                    _check_offer(s, decision, group.id[4:], [int(at) for at in group.targets or ()], met)
        assert all(met.values()), met
        assert sum(m.kind in ("elite", "minion") for m in game.state.monsters.values()) == 18
        assert not any(m.wounds for m in game.state.monsters.values())  # SU-14


def _check_offer(s: State, decision: Decision, name: str, offered: list[int], met: dict[str, int]) -> None:
    """Compare an offer with the rule said over again, square by square."""
    point = s.monsters[decision.about[0]]
    card = box().monsters[name]
    size = card.base[0]
    zone = layout(s).grid.within(facts.base(s, point), 2)
    elites = [m for m in s.foes() if m.card in {box().gangs[gang].elite for gang in card.gangs}]
    assert offered and (card.rank != "minion" or elites)

    def rank(at: int) -> tuple[bool, bool, bool]:
        base = facts.block(s, at, size)
        gang = any(layout(s).grid.within(facts.base(s, e), 2) & base for e in elites)
        return (gang or card.rank != "minion", not base & layout(s).negative, _apart(s, at, size))

    ranks = {at: rank(at) for at in bits(_free(s)) if size == 1 and zone >> at & 1}
    if size > 1:
        return
    best = max(ranks.values())
    if card.rank == "minion":
        assert set(offered) == {at for at, found in ranks.items() if found == best}
    else:  # elites may be bound to other elites, too
        assert set(offered) <= set(ranks)
    for key, value in zip(("gang", "plain", "apart"), best, strict=True):
        met[key] += value


@rule("SU-13")
def test_why_a_monster_is_not_put_there() -> None:
    t = begun(parts=("monsters",))
    seen: set[str] = set()
    while t.decision.prompt.startswith("ask.setup_"):
        if t.decision.prompt == "ask.setup_monster":
            listed = {at for group in t.decision.groups for at in group.targets or ()}
            for square in range(t.s.width * t.s.height):
                reasons = t.why_not(square)
                assert bool(reasons) == (square not in listed), square
                seen |= {key for key, _ in reasons}
        t.answer(t.decision.options()[0])
    assert {"no.setup_near", "no.setup_gang", "no.setup_ground", "no.setup_apart"} <= seen


@rule("SU-13")
def test_a_pair_shares_its_monsters_evenly_and_the_party_says_which_half_brings_what() -> None:
    shares = []
    for half in (0, 1):
        t = begun(parts=("monsters",))
        t.until("ask.setup_half")
        ids = t.decision.groups[0].targets or ()
        hollows = [m.id for m in t.s.monsters.values() if m.card == "Old-Growth Hollow"]
        assert list(ids) == hollows
        t.answer(f"half>{ids[half]}")
        while t.decision.prompt == "ask.setup_monster":
            t.answer(t.decision.options()[0])
        shares.append([_brought(t.s, t.s.monsters[id]) for id in hollows])
    assert shares == [[7, 4], [4, 7]]


def _brought(s: State, point: Monster) -> int:
    return sum(facts.near(s, point, m, 2) for m in s.monsters.values() if m.kind in ("elite", "minion"))


# -- leaving the rest ----------------------------------------------------------------------------------------


@rule("SU-5")
@rule("SU-11")
@rule("SU-12")
@rule("SU-13")
@pytest.mark.parametrize("part", PARTS)
def test_each_part_can_be_left_at_any_question(part: str) -> None:
    left = 0
    while True:
        game = new_game(part)
        asked = 0
        while game.state.turn.phase == "setup":
            decision = game.decision
            assert decision is not None and asked <= left, "left, and asked again"
            assert [g.id for g in decision.groups if g.targets is None] == ["rest"]
            assert decision.groups[-1].rule == RULES[part]
            game.answer(decision.seats[0], "rest" if asked == left else decision.options()[0])
            asked += 1
        assert SYSTEM.check(game.state) == [] and len(game.state.tiles) == 3
        assert sum(m.kind in ("elite", "minion") for m in game.state.monsters.values()) == 18
        if game.state.options["setup"]["hand"]:
            break  # one question less than that
        left += 1
    assert left >= 1


def test_everything_can_be_left_at_once() -> None:
    for number in range(0, 30, 3):
        game = new_game()
        asked = 0
        while game.state.turn.phase == "setup":
            decision = game.decision
            assert decision is not None
            leave = asked == number and decision.find(decision.seats[0], "all") is not None
            game.answer(decision.seats[0], "all" if leave else decision.options()[0])
            assert not leave or game.state.turn.phase != "setup"
            asked += 1
        assert SYSTEM.check(game.state) == []


# -- undo, loading, bots, whole games ------------------------------------------------------------------------


class Noting(Game):
    """A game that notes every checkpoint it passes."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.passed: list[Any] = []
        super().__init__(*args, **more)

    def _keep_snapshot(self) -> None:
        self.passed.append(self.snapshot())
        super()._keep_snapshot()


def _print(decision: Decision | None) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(decision, id="") if decision else None, order="sorted")


def test_each_checkpoint_of_the_set_up_leads_to_the_same_question() -> None:
    whole = new_game()
    game = Noting(SYSTEM, whole.header)
    count = 0
    for decision, _ in lay(game, Rng(b"b"), leave=25):
        for snapshot in game.passed:
            found, play, _result = reenter(game, snapshot)
            assert _print(found) == _print(decision) and SYSTEM.encode(play.state) == SYSTEM.encode(
                game.state
            )
            count += 1
        game.passed.clear()
    assert count > 20


def test_undo_redo_and_loading_in_the_middle_of_the_set_up() -> None:
    game = new_game()
    hashes = [game.hash()]
    for _decision, _option in lay(game, Rng(b"c")):
        hashes.append(game.hash())
        loaded = Game(SYSTEM, game.header, game.log, game.snapshots)
        assert loaded.hash() == game.hash() and _print(loaded.decision) == _print(game.decision)
    hashes = hashes[1:]
    answers = len(game.live)
    end = game.hash()
    for to in (answers - 1, answers // 2, 3, 0):
        game.run(Entry("undo", "questing-knight", data={"to": to, "consents": list(game.seats)}))
        assert game.hash() == hashes[to]
    while game.undone:
        game.run(Entry("redo", game.log[game.undone[-1]].seat))
    assert game.hash() == end


def test_a_tile_may_be_taken_back_freely_until_the_die_is_rolled() -> None:
    game = new_game("dungeon")
    knight = "questing-knight"
    for prompt in ("ask.setup_tile", "ask.setup_turn", "ask.setup_tile", "ask.setup_join", "ask.setup_turn"):
        decision = game.decision
        assert decision is not None and decision.prompt == prompt
        assert game.free_undo(knight, 0)
        game.answer(knight, decision.options()[0])
    assert not game.free_undo(knight, len(game.live) - 1), "the green die lies"


@pytest.mark.parametrize("name", list(BOTS))
def test_bots_set_up_by_hand(name: str) -> None:
    for number in range(3):
        game = new_game(number=number)
        bot = BOTS[name](Rng(bytes([number])))
        while game.state.turn.phase == "setup":
            decision = game.decision
            assert decision is not None
            seat = decision.seats[0]
            option, picks = bot.choose(game.state, decision, seat)
            assert option not in ("rest", "all") or name == "random"
            game.answer(seat, option, picks)
            assert SYSTEM.check(game.state) == []


def test_everything_that_is_asked_and_answered_has_words() -> None:
    missing: list[str] = []
    for number in range(3):
        game = new_game(number=number)
        for decision, option in lay(game, Rng(bytes([number])), leave=20):
            missing += unknown_words(SYSTEM, decision.prompt, decision.params)
            for group in decision.groups:
                missing += unknown_words(SYSTEM, group.verb, group.params)
            abouts: list[dict[str, Any]] = [{"option": option}]
            abouts += [{"square": square} for square in range(0, game.state.width * game.state.height, 3)]
            for about in abouts:
                for line in SYSTEM.query(game.state, decision, decision.seats[0], about)["lines"]:
                    missing += unknown_words(SYSTEM, line["key"], line["params"])
        for event in _events(game):
            missing += unknown_words(SYSTEM, event.key, event.params)
    assert not missing, sorted(set(missing))


def _events(game: Game) -> list[Any]:
    again = Game(SYSTEM, game.header)
    found = []
    for index in game.live:
        for frame in again.apply(game.log[index]):
            found += frame.events
    return found


@pytest.mark.slow
def test_thirty_random_games_set_up_by_hand_are_sound_to_their_end() -> None:
    for number in range(30):
        game = new_game(number=number, quiet=True, keep_snapshots=False)
        for _ in lay(game, Rng(bytes([number, 1])), leave=40):
            assert SYSTEM.check(game.state) == []
        bot = RandomBot(Rng(bytes([number, 2])))
        while game.decision is not None:
            seat = game.waiting()[len(game.live) % len(game.waiting())]
            option, picks = bot.choose(game.state, game.decision, seat)
            game.answer(seat, option, picks)
            assert SYSTEM.check(game.state) == [], (number, len(game.live), option)
            assert len(game.live) < SYSTEM.decision_cap
        assert game.result is not None
