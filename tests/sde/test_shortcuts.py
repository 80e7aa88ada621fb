"""Every shortcut taken for speed says what the long way says, after each answer of random games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.sde.test_cards_games import mixed
from webgame.engine import simulate
from webgame.engine.event import Event
from webgame.engine.game import Entry, Game
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import activation, aiming, facts, strolls, walk
from webgame.systems.sde_arcade.rules.facts.keywords import carriers, known_words
from webgame.systems.sde_arcade.state import OFF, Figure, State
from webgame.systems.sde_arcade.system import SYSTEM

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "sde_arcade"
NAMES = ("forgotten-king", "goro", "starfire", "von-drakk")
each_game = pytest.mark.parametrize(
    "name", [NAMES[0], *(pytest.param(name, marks=pytest.mark.slow) for name in (*NAMES[1:], "mixed"))]
)


def text_of(name: str) -> str:
    return mixed(name) if name == "mixed" else (SCENARIOS / f"{name}.toml").read_text(encoding="utf-8")


def begin(name: str, number: int, *, quiet: bool = True, keep_snapshots: bool = False) -> Game:
    seed = simulate.seed_for("shortcuts", number)
    header = simulate.header_for(SYSTEM, name, text_of(name), seed, {"rules": {"start_coins": 9}})
    return Game(SYSTEM, header, quiet=quiet, keep_snapshots=keep_snapshots)


def played(game: Game, bot: str = "random", cap: int = 90) -> Iterator[tuple[Game, list[Event]]]:
    """Yield the game after each answer, with what was told."""
    bots = simulate.seat_bots(SYSTEM, game, {"": bot}, bytes.fromhex(game.header.seed))
    while (decision := game.decision) is not None and len(game.live) < cap:
        seat = game.waiting()[0]
        option, picks = bots[seat].choose(game.state, decision, seat)
        told = [e for frame in game.apply(Entry("answer", seat, option, picks)) for e in frame.events]
        yield game, told


def figures(s: State) -> list[Figure]:
    return [*s.members.values(), *s.monsters.values()]


@each_game
def test_a_keyword_asked_for_alone_is_one_of_all_keywords(name: str) -> None:
    words = sorted(
        known_words() | {word for status in box().statuses for word in (status, f"Immune: {status}")}
    )
    some = frozenset(words[::3])
    seen = 0
    for game, _ in played(begin(name, 0), "greedy"):
        s: State = game.state
        everybody = figures(s)
        if len(game.live) % 6:
            continue
        known = {fig.id: facts.abilities(s, fig) for fig in everybody}
        for fig in everybody:
            assert facts.among(s, fig, some) == known[fig.id] & some
            assert facts.among(s, fig, walk.PACES) == known[fig.id] & walk.PACES
            assert {word for word in words if facts.has(s, fig, word)} == known[fig.id] & set(words)
        for word in words[len(game.live) % 9 :: 9]:
            assert facts.holders(s, everybody, word) == [f for f in everybody if word in known[f.id]]
            lasting = any(fig.lasting for fig in everybody)
            assert lasting or all(
                f.card in carriers(word) for f in s.monsters.values() if word in known[f.id]
            )
        seen += 1
    assert seen


@each_game
def test_a_shared_look_around_offers_what_fresh_looks_offer(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    menus = 0
    for game, _ in played(begin(name, 1)):
        s: State = game.state
        for member in list(s.members.values()):
            if member.at == OFF:
                continue
            shared = activation.groups(s, member)
            with monkeypatch.context() as patch:
                patch.setattr(aiming.Aiming, "__init__", _looking_afresh(aiming.Aiming.__init__))
                assert activation.groups(s, member) == shared
            menus += 1
    assert menus


def _looking_afresh(make: Callable[..., None]) -> Callable[..., None]:
    def init(self: aiming.Aiming, *args: object, lookout: object = None, **kwargs: object) -> None:
        make(self, *args, **kwargs)

    return init


@each_game
@pytest.mark.parametrize("heard", [True, False])
def test_a_quiet_way_leads_where_its_steps_lead(
    name: str, heard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def course() -> list[tuple[str, list[Event]]]:
        games = [begin(name, number, quiet=not heard) for number in (2, 5)]  # in one, all may be of a kind
        return [(game.hash(), told) for each in games for game, told in played(each)]

    strolled: list[bool] = []
    quiet = strolls.quiet

    def noted(s: State, fig: Figure, way: int) -> bool:
        strolled.append(quiet(s, fig, way))
        return strolled[-1]

    monkeypatch.setattr(strolls, "quiet", noted)
    short = course()
    assert heard or {True, False} <= set(strolled)
    monkeypatch.setattr(strolls, "quiet", lambda *_: False)
    assert course() == short


def test_what_was_replayed_quietly_goes_on_as_if_it_had_been_heard() -> None:
    seed = simulate.seed_for("shortcuts", 3)
    options = {"rules": {"start_coins": 9}, "consul_choices": "players"}
    header = simulate.header_for(SYSTEM, "x", text_of("forgotten-king"), seed, options)
    heard = Game(SYSTEM, header)
    asked = [heard.decision]
    told: list[list[Event]] = []
    for game, events in played(heard, "greedy", cap=120):
        asked.append(game.decision)
        told.append(events)
    assert len(told) > 60
    for at in range(40, len(told) - 1, 3):
        again = Game(SYSTEM, header, heard.log[:at])
        assert again.decision == asked[at], "a replay leaves nothing out of the question it ends with"
        frames = again.apply(heard.log[at])
        assert [event for frame in frames for event in frame.events] == told[at]
        assert again.decision == asked[at + 1]
        assert not again.quiet and not again.play.quiet and not again.play.wanted


@pytest.mark.parametrize("option", ["attack.STR>m999", "act.Nothing", "move>0", "run>x", "nonsense"])
def test_a_replay_refuses_what_was_not_offered(option: str) -> None:
    game = begin("forgotten-king", 4)
    menus = [
        n for n, (g, _) in enumerate(played(game), 1) if g.decision and g.decision.prompt == "ask.activation"
    ]
    at = menus[len(menus) // 2]
    wrong = Entry("answer", game.log[at].seat, option)
    for quiet in (True, False):
        again = Game(SYSTEM, game.header, [*game.log[:at], wrong, *game.log[at + 1 :]], quiet=quiet)
        assert again.broken == at and "is not one of the options" in again.fault
        assert again.hash() == Game(SYSTEM, game.header, game.log[:at], quiet=True).hash()
