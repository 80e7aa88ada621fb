"""The System protocol: what a rulebook offers to engine, server and client; and the registry of systems."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

import msgspec

from webgame.engine.decision import Choice, Decision
from webgame.engine.rng import Rng
from webgame.engine.rulebook import Rulebook
from webgame.engine.scene import Scene

if TYPE_CHECKING:
    from webgame.engine.game import Play

Signal = Literal["frame", "checkpoint"]
FRAME: Signal = "frame"  # yielded by rules: what happened so far is to be shown as one frame
CHECKPOINT: Signal = "checkpoint"  # yielded by rules: the state alone says where we are

Answer = Choice | dict[str, Choice] | None
Rules = Generator[Decision | Signal, Any, None]
Options = dict[str, Any]


class Seat(msgspec.Struct, frozen=True):
    """A chair at the table, its side and the piece it plays."""

    id: str
    name: str
    side: str
    piece: str = ""
    icon: str = ""


class Result(msgspec.Struct, frozen=True):
    """How a game ended: `sides` maps each side to win, loss or draw; `reason` is a message key."""

    sides: dict[str, str]
    reason: str
    rule: str
    params: dict[str, Any] = {}


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a scenario: the key (dotted path), what is wrong and what would be right."""

    key: str
    message: str


class BadScenario(ValueError):
    """A scenario that can't be played; carries all problems found."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(f"{p.key}: {p.message}" for p in problems))
        self.problems = problems


class Setting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A house rule that the table may choose before a game, and the rule it changes.

    Kinds: a whole `number` from `low` to `high`; a `choice` of named `choices`; `yes_no`. Chosen values
    stand in the table `rules` of a game's options. Words: `house.<name>` is its label, `house.<name>.text`
    says what it does, `house.<name>.<choice>` names a choice, `house.group.<group>` its group.
    """

    name: str
    kind: Literal["number", "choice", "yes_no"]
    default: bool | int | str
    rule: str
    group: str = ""
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def wrong(self, value: Any) -> str:
        """Return what is wrong with a value, "" if it may be chosen."""
        if self.kind == "number":
            if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
                return ""
            return f"must be a whole number from {self.low} to {self.high}, not {value!r}"
        if self.kind == "yes_no":
            return "" if isinstance(value, bool) else f"must be true or false, not {value!r}"
        if value in self.choices:
            return ""
        known = ", ".join(f'"{choice}"' for choice in self.choices[:-1])
        return f'must be {known} or "{self.choices[-1]}", not {value!r}'


class Bot(Protocol):
    """Something that answers for a seat. It sees the state but no dice: the seed is never in the state."""

    def choose(self, state: Any, decision: Decision, seat: str) -> tuple[str, tuple[int | str, ...]]:
        """Return an option's id (and the picks, for a decision with `pick`) for `seat`."""
        ...


class System(Protocol):
    """One rulebook as code.

    It may have a `builder` besides: see `webgame.engine.build`.
    """

    name: str
    title: str
    place: int  # among the systems of a server: lower ones are shown first
    version: str  # of the rules: a saved game names it
    sides: tuple[str, ...]
    decision_cap: int  # a game with more decisions counts as unfinished in simulations
    hides: bool  # whether scenes differ by audience (beyond the decision): then it is `Veiled` too
    rulebook: Rulebook
    # language -> message key -> template; {name} becomes a parameter, {name|one|many} agrees with its number
    words: Mapping[str, Mapping[str, str]]
    bots: Mapping[str, Callable[[Rng], Bot]]

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The house rules that a table may choose."""
        ...

    def __hash__(self) -> int: ...

    def digest(self) -> str:
        """Return a digest of rules version and box data, pinned in the header of each game."""
        ...

    def scenario(self, data: Mapping[str, Any]) -> Any:
        """Check a scenario's data and return it typed; raise BadScenario with all problems.

        Games share what it returns: nothing may change it.
        """
        ...

    def seats(self, scenario: Any, options: Options) -> tuple[Seat, ...]:
        """Return the seats of a game of `scenario`."""
        ...

    def setup(self, play: Play, scenario: Any, options: Options) -> None:
        """Set `play.state` to the state before the first decision."""
        ...

    def encode(self, state: Any) -> bytes:
        """Return the state as canonical JSON."""
        ...

    def decode(self, data: bytes) -> Any:
        """Return the state that `encode` wrote."""
        ...

    def play(self, play: Play) -> Rules:
        """Run the rules from whatever checkpoint `play.state` stands at until the game ends."""
        ...

    def result(self, state: Any) -> Result | None:
        """Return how the game ended, or None while it runs."""
        ...

    def scene(self, state: Any, seats: frozenset[str]) -> Scene:
        """Return what the holder of `seats` sees (without seats, decision, options: the game adds them)."""
        ...

    def static(self, state: Any) -> dict[str, Any]:
        """Return what seldom changes and is sent once: board layout, card texts, theme."""
        ...

    def static_key(self, state: Any) -> str:
        """Return a short name that changes whenever `static` does."""
        ...

    def query(
        self, state: Any, decision: Decision | None, seat: str, about: dict[str, Any]
    ) -> dict[str, Any]:
        """Answer a read-only question: path, cost, odds, or the reason why something can't be done."""
        ...

    def check(self, state: Any) -> list[str]:
        """Return broken invariants (conservation of cards and tokens, one figure a square, ...)."""
        ...

    def blind(self, state: Any, rng: Rng) -> Any:
        """Return a copy of the state in which everything unknown to all players is shuffled anew."""
        ...


@runtime_checkable
class Veiled(Protocol):
    """What a system that hides things from some seats offers besides: tests prove with it that it does."""

    def veil(self, state: Any, rng: Rng, seats: frozenset[str]) -> Any:
        """Return a copy in which all that the holder of `seats` does not know is another.

        What no player knows is shuffled anew, as by `blind`; cards that only others see are dealt anew, each
        place keeping its number of cards.
        """
        ...


@runtime_checkable
class Keeps(Protocol):
    """What a system offers besides whose players choose who they are in the game itself, before they play."""

    def kept(self, state: Any) -> Options:
        """Return the options with which a further game begins with what was chosen in this one."""
        ...


_systems: dict[str, System] = {}


def register(system: System) -> None:
    """Make a system known by hand (tests, plug-ins)."""
    _systems[system.name] = system


def names() -> list[str]:
    """Return the names of all registered systems."""
    return sorted(_installed().keys() | _systems.keys())


def get(name: str) -> System:
    """Return a system by name; raise KeyError if there is none."""
    if name not in _systems:
        if name not in _installed():
            raise KeyError(f"there is no system {name!r}; there are: {', '.join(names()) or 'none'}")
        _systems[name] = _installed()[name].load()
    return _systems[name]


@cache
def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group="webgame.systems")}
