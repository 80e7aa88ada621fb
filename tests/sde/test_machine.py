"""Any set-up, any house rules, any answers, taken back and brought back: the game stays sound.

Hypothesis plays a whole game's life against what must always hold, and shrinks what breaks it to a short
game, which is saved: `webgame replay` opens it. To look longer, each time elsewhere:
`MACHINE_EXAMPLES=2000 python -m pytest tests/sde/test_machine.py -n 0 -k any`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from traceback import walk_tb
from typing import Any, ParamSpec

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.battery import Watched, fingerprint, reenter
from tests.sde import setups
from webgame.commands.replay import replay
from webgame.engine import save as saves
from webgame.engine.bots import RandomBot, open_groups
from webgame.engine.game import Entry, Game, GameError, RulesFault, scene
from webgame.engine.rng import Rng
from webgame.engine.simulate import header_for
from webgame.engine.system import Setting
from webgame.systems.sde_arcade import system
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.contents import SetUp, table_cp1
from webgame.systems.sde_arcade.rules import activation, turn

SYSTEM: Any = system.SYSTEM
EXAMPLES = int(os.environ.get("MACHINE_EXAMPLES", "0"))  # 0: few, and always the same
FIRST_STEPS = Path(__file__).parents[2] / "scenarios" / "sde_arcade" / "first-steps.toml"
FOLDER = Path(__file__).parents[2] / "test-results"


@st.composite
def scenarios(draw: st.DrawFn) -> str:
    """Return the text of any scenario that can be built by the rules."""

    def some(names: list[str], low: int, high: int) -> list[str]:
        return draw(st.lists(st.sampled_from(names), min_size=low, max_size=high, unique=True))

    count = draw(st.integers(3, 5))
    heroes = some(setups.HEROES, count, count)
    pets = {word for id in heroes for word in box().heroes[id].abilities if word.startswith("Pet: ")}
    wonders = [name for name, card in box().wonders.items() if f"Pet: {card.pet}" not in pets]
    sides = []
    for tile in draw(st.permutations(setups.TILES))[:count]:
        sides.append(f"{tile}{draw(st.sampled_from('AB'))}")
    return setups.scenario(
        "machine",
        heroes,
        draw(st.sampled_from(setups.BOSSES)),
        some(setups.MINI_BOSSES, *table_cp1("mini_bosses", count)),
        setups.fitting(draw(st.permutations(setups.POINTS)), count),
        sides=draw(st.sampled_from([[], sides])),
        creeps=draw(st.just({}) | st.fixed_dictionaries({name: st.integers(1, 3) for name in setups.CREEPS})),
        wonders=draw(st.sampled_from([[], draw(st.permutations(wonders))[:6]])),
        swap=draw(swaps()),
        hand=some(list(SetUp.__struct_fields__), 0, 2),
    )


@st.composite
def swaps(draw: st.DrawFn) -> dict[str, list[str]]:
    """Return cards of the loot, treasure and explore decks that make room for others (SU-7 to SU-9)."""
    known = box()
    decks = [
        (
            [c.name for c in known.loot.values() if c.count],
            [c.name for c in known.loot.values() if c.kind == "extra"],
        ),
        (
            [c.name for c in known.treasure.values() if c.kind == "base"],
            [c.name for c in known.treasure.values() if c.kind == "extra"],
        ),
        (list(known.explore_base), [name for name in known.explore if name not in known.explore_base]),
    ]
    found: dict[str, list[str]] = {}
    for out, into in decks:
        for name in draw(st.lists(st.sampled_from(out), max_size=8, unique=True)):
            found[name] = [draw(st.sampled_from(into))]
    return found


def worth(setting: Setting) -> st.SearchStrategy[Any]:
    """Return any value that a house rule may have; most often one near the rulebook's."""
    if setting.kind == "yes_no":
        return st.booleans()
    if setting.kind == "choice":
        return st.sampled_from(setting.choices)
    near = st.integers(
        max(setting.low, int(setting.default) - 2), min(setting.high, int(setting.default) + 2)
    )
    return near | st.sampled_from([setting.low, setting.high])


@st.composite
def house_rules(draw: st.DrawFn) -> dict[str, Any]:
    """Return the options of a game: any house rules, and who sets up."""
    names = draw(st.lists(st.sampled_from(sorted(box().settings)), max_size=12, unique=True))
    rules = {name: draw(worth(box().settings[name])) for name in names}
    return {"rules": rules, "setup": draw(st.sampled_from(["auto", "players"]))}


number = st.integers(0, 999)
P = ParamSpec("P")


def kept(step: Callable[P, None]) -> Callable[P, None]:
    """Save the game as it stands when a step of the machine fails."""

    @wraps(step)
    def watched(*args: P.args, **more: P.kwargs) -> None:
        try:
            step(*args, **more)
        except Exception as error:
            machine: Any = args[0]
            machine.failed = True
            path = machine.keep(error)
            error.add_note(f"The game up to here: webgame replay {path}")
            raise

    return watched


class Machine(RuleBasedStateMachine):
    """A game whose players do anything they may, and try what they may not."""

    game: Watched
    folder = FOLDER
    failed = False

    @initialize(text=scenarios(), chosen=house_rules(), seed=st.integers(0, 2**32 - 1))
    def begin(self, text: str, chosen: dict[str, Any], seed: int) -> None:
        """Set a game up."""
        self.start(text, chosen, seed)

    def start(self, text: str, chosen: dict[str, Any], seed: int) -> None:
        """Come to the first decision of a game."""
        self.header = header_for(SYSTEM, "machine", text, seed.to_bytes(32, "big"), chosen)
        self.game = Watched(SYSTEM, self.header)
        self.look()

    def keep(self, error: Exception) -> Path:
        """Save the game and return the file: one for each place that something fails at."""
        game = self.game
        self.folder.mkdir(exist_ok=True)
        cause = error.__cause__ or error  # of a fault of the rules: what broke
        *_, (frame, line) = walk_tb(cause.__traceback__)
        place = f"{type(cause).__name__}-{Path(frame.f_code.co_filename).stem}-{line}"
        path = self.folder / f"machine-{place}.json"
        log = [saves.public(entry) for entry in game.log]
        sound = game.broken is None
        made = saves.Save(
            saves.FORMAT, "machine", game.header, log, game.hash() if sound else "", game.result
        )
        path.write_bytes(saves.write(made))
        return path

    def look(self) -> None:
        """Look at all that must hold wherever a game stands."""
        game = self.game
        assert SYSTEM.check(game.state) == []
        assert SYSTEM.encode(SYSTEM.decode(SYSTEM.encode(game.state))) == SYSTEM.encode(game.state)
        assert (game.decision is None) == (game.result is not None)
        for snapshot in game.passed[-1:]:
            decision, play, result = reenter(game, snapshot)
            assert fingerprint(decision) == fingerprint(game.decision), "another decision at the checkpoint"
            assert SYSTEM.encode(play.state) == SYSTEM.encode(game.state) and result == game.result
            assert play.rng.counters == game.play.rng.counters
        game.passed.clear()

    def give(self, seat: str, option: str, picks: tuple[int | str, ...]) -> None:
        """Give an answer and look where it leads."""
        self.game.answer(seat, option, picks)
        self.look()

    @precondition(lambda self: self.game.decision is not None)
    @rule(which=number, where=number, who=number, size=number)
    @kept
    def answer(self, which: int, where: int, who: int, size: int) -> None:
        """Give one of the listed answers."""
        decision = self.game.decision
        assert decision is not None
        waiting = self.game.waiting()
        seat = waiting[who % len(waiting)]
        groups = open_groups(decision, seat)
        group = groups[which % len(groups)]
        found = group.targets
        if decision.pick is not None and group is decision.groups[0]:
            found = found or ()
            low, high = decision.pick.min, min(decision.pick.max, len(found))
            count = low + size % (high - low + 1)
            start = where % max(1, len(found))
            self.give(seat, group.id, (found[start:] + found[:start])[:count])
        else:
            at = "" if found is None else f">{found[where % len(found)]}"
            self.give(seat, f"{group.id}{at}", ())

    @rule(answers=st.integers(1, 60), seed=number)
    @kept
    def play_on(self, answers: int, seed: int) -> None:
        """Let a bot answer for everybody for a while."""
        bot = RandomBot(Rng(seed.to_bytes(2, "big")))
        for count in range(answers):
            if self.game.decision is None:
                break
            waiting = self.game.waiting()
            seat = waiting[count % len(waiting)]
            self.give(seat, *bot.choose(self.game.state, self.game.decision, seat))

    @precondition(lambda self: bool(self.game.live))
    @rule(back=number)
    @kept
    def undo(self, back: int) -> None:
        """Take some answers back: the game stands where it stood."""
        game = self.game
        to = len(game.live) - 1 - back % min(len(game.live), 30)
        seat = game.log[game.live[to]].seat
        data: dict[str, Any] = {"to": to}
        if not game.free_undo(seat, to):
            with pytest.raises(GameError, match="all seats must agree"):
                game.check(Entry("undo", seat, data=data))
            data["consents"] = sorted(game.voters(seat))
        game.run(Entry("undo", seat, data=data))
        game.passed.clear()
        self.look()
        assert game.hash() == self.fresh(game.live).hash()

    @precondition(lambda self: bool(self.game.undone))
    @rule()
    @kept
    def redo(self) -> None:
        """Bring an answer back."""
        self.game.run(Entry("redo", self.game.log[self.game.undone[-1]].seat))
        self.look()

    @rule(which=number)
    @kept
    def refuse(self, which: int) -> None:
        """Try what is not allowed: it is refused, and nothing changes."""
        game = self.game
        decision = game.decision
        seat = game.waiting()[0] if decision is not None else next(iter(game.seats))
        option = (
            decision.options(seat)[which % len(decision.options(seat))] if decision is not None else "end"
        )
        wrong = [
            Entry("answer", seat, f"{option}>nowhere"),
            Entry("answer", seat, "no such option"),
            Entry("answer", seat, option, ("nothing", "nothing")),
            Entry("answer", "nobody", option),
            Entry("answer", seat, option, decision=f"{len(game.log) + 7}"),
            Entry("undo", seat, data={"to": len(game.live)}),
            Entry("undo", seat, data={"to": -1}),
            Entry("undo", "nobody", data={"to": 0}),
            Entry("fault", data={"entry": len(game.log)}),
        ]
        others = [other for other in game.seats if decision is not None and other not in decision.seats]
        wrong += [Entry("answer", other, option) for other in others]
        before = game.hash(), len(game.log), game.decision, game.live[:]
        for entry in wrong:
            with pytest.raises(GameError):
                game.run(entry)
            assert (game.hash(), len(game.log), game.decision, game.live) == before, entry

    @rule()
    @kept
    def load(self) -> None:
        """Leave the game, load it from its snapshots and go on in the loaded one: it is the same."""
        game = self.game
        loaded = Watched(SYSTEM, self.header, list(game.log), list(game.snapshots))
        self.same(loaded)
        seats = frozenset(game.seats)
        now, then = scene(loaded, seats), scene(game, seats)
        del now["log"], then["log"]  # what is free to undo may be known better in one of them
        assert now == then
        self.game = loaded
        loaded.passed.clear()

    def fresh(self, entries: list[int]) -> Game:
        """Return a new game with some entries of this one."""
        log = [self.game.log[index] for index in entries]
        return Game(SYSTEM, self.header, log, quiet=True, keep_snapshots=False)

    def same(self, other: Game) -> None:
        """Compare a loaded game with this one."""
        game = self.game
        assert other.hash() == game.hash() and other.result == game.result
        assert fingerprint(other.decision) == fingerprint(game.decision)
        assert other.live == game.live and other.undone == game.undone

    @kept
    def replay(self) -> None:
        """Replay all of it from the start; what revealed something there is not free to undo here."""
        told = self.fresh(list(range(len(self.game.log))))
        self.same(told)
        assert all(here or not there for here, there in zip(self.game.marks, told.marks, strict=True))

    def teardown(self) -> None:
        """Load and replay the game at the end, unless it has failed."""
        if hasattr(self, "game") and not self.failed:
            self.load()
            self.replay()


def play(examples: int, steps: int, kind: type[Machine] = Machine, **more: Any) -> None:
    """Let the machine play so many games of so many steps."""
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        suppress_health_check=list(HealthCheck),
        database=None,
        deadline=None,
        print_blob=False,
        phases=[Phase.generate, Phase.shrink],
        **more,
    )
    run_state_machine_as_test(kind, settings=chosen)  # type: ignore[no-untyped-call]


@pytest.mark.slow
def test_a_few_games_of_any_kind_stay_sound() -> None:
    play(8, 12)


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_games_of_any_kind_stay_sound() -> None:
    play(EXAMPLES or 30, 25, derandomize=not EXAMPLES)


def broken_upkeep(game: Any) -> Any:
    raise RuntimeError("planted: no upkeep")


def broken_choice(game: Any) -> Any:
    game.state.wrath_supply += bool(game.state.turn.activations)
    yield from CHOOSE(game)


CHOOSE = turn.choose


@pytest.mark.parametrize(
    ("where", "name", "bug", "says"),
    [
        (activation, "upkeep", broken_upkeep, "planted: no upkeep"),  # the rules break
        (turn, "choose", broken_choice, "wrath"),  # they go on, but a token has come from nowhere
    ],
    ids=["crash", "invariant"],
)
def test_a_bug_is_found_and_shrunk_to_a_save_that_replay_opens(
    where: Any, name: str, bug: Any, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Kept(Machine):
        folder = tmp_path

        @initialize(seed=number)
        def begin(self, seed: int) -> None:  # type: ignore[override]
            self.start(FIRST_STEPS.read_text(encoding="utf-8"), {}, seed)

    monkeypatch.setattr(where, name, bug)
    with pytest.raises((RuntimeError, RulesFault, AssertionError), match=says) as caught:
        play(20, 8, Kept)
    told = "\n".join(getattr(caught.value, "__notes__", []))
    path = Path(re.findall(r"webgame replay (\S+)", told)[-1])
    save = saves.read(path.read_bytes())
    assert len(save.entries) <= 8, "not shrunk"
    opened = CliRunner().invoke(replay, [str(path)])
    if where is activation:
        assert opened.exit_code == 1
        assert f"log entry {len(save.entries) - 1} can't be applied: RuntimeError: {says}" in opened.output
        monkeypatch.undo()
        opened = CliRunner().invoke(replay, [str(path)])
    assert opened.exit_code == 0 and "ok, sde_arcade machine" in opened.output
