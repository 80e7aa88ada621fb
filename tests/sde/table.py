"""A small table for tests of the rules: an open map, figures where a test wants them, dice as told.

t = table(heroes={"questing-knight": (2, 2)}, monsters={"frog": ("Frog Knight", (3, 2))})
t.dice("R1", "R2")
t.play(resolve.strike(t.g, t["questing-knight"], [t["frog"]], resolve.basic("STR", "BA-2")))
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any

from webgame.engine.decision import Choice, Decision
from webgame.engine.decks import Deck
from webgame.engine.event import Event
from webgame.engine.game import Play
from webgame.engine.rng import Rng
from webgame.systems.sde_arcade import dungeon
from webgame.systems.sde_arcade.cards import TileSide, box
from webgame.systems.sde_arcade.state import Member, Monster, Pool, State, Template, Tile, Token, Turn

POWER_UP = ("ask.equip", "ask.wonder")
MADE = "test:"  # what the ids of tiles that tests have made begin with
OPEN = ("...........",) * 11
Answer = str | Callable[[Decision], str | tuple[str, str]]  # an option, or the seat that takes it too
_FACES = {"H": {"hearts": 1}, "P": {"potions": 1}, "HP": {"hearts": 1, "potions": 1}, "-": {}}


class Scripted(Rng):
    """Dice fall as scripted, by colour and face: B1, B-, BH, R3, RP, G4, GHP; anything else is random."""

    def __init__(self) -> None:
        super().__init__(b"test")
        self.script: list[str] = []
        self.numbers: dict[str, list[int]] = {}

    def draw(self, stream: str, n: int) -> int:
        """Return the next scripted number of `stream`, or a random one."""
        if stream.startswith("dice.") and self.script:
            word = self.script.pop(0)
            wanted = _FACES.get(word[1:], {"stars": int(word[1:])} if word[1:].isdigit() else None)
            faces = box().dice[word[0]].faces
            self.counters[stream] = self.counters.get(stream, 0) + 1
            return next(i for i, face in enumerate(faces) if dict(face) == wanted)
        if self.numbers.get(stream):
            return self.numbers[stream].pop(0)
        return super().draw(stream, n)


class Table:
    """A state with what the tests need to play on it."""

    def __init__(self, state: State, names: dict[str, str]) -> None:
        self.rng = Scripted()
        self.g = Play(self.rng)
        self.g.state = state
        self.s = state
        self.names = names
        self.asked: list[Decision] = []

    def __getitem__(self, name: str) -> Any:
        return self.s.figure(self.names.get(name, name))

    def at(self, x: int, y: int) -> int:
        """Return the number of a square."""
        return y * self.s.width + x

    def dice(self, *faces: str) -> Table:
        """Script the next dice, in the order they are rolled: blue, red, green within a roll."""
        self.rng.script += faces
        return self

    def play(self, rules: Generator[Any, Any, Any], answers: Iterable[Answer] = ()) -> Any:
        """Run rules to their end, return what they do; `answers`: option ids or functions of the decision.

        "done" in Power-Up is said by all that are asked.
        """
        queue = list(answers)
        done = ""
        send: Any = None
        try:
            while True:
                request = rules.send(send)
                send = None
                if isinstance(request, Decision):
                    if request.prompt == done:
                        send = self._choice(request, "done")
                        continue
                    self.asked.append(request)
                    if not queue:
                        raise AssertionError(f"nobody answers {request.prompt}: {request.options()}")
                    answer = queue.pop(0)
                    option = answer(request) if callable(answer) else answer
                    done = request.prompt if answer == "done" and request.prompt in POWER_UP else ""
                    send = self._choice(request, option)
        except StopIteration as end:
            assert not queue, f"answers left over: {queue}"
            return end.value

    def ask(self, rules: Generator[Any, Any, Any]) -> Decision:
        """Run rules up to their first decision and return it (the rules are then abandoned)."""
        for request in rules:
            if isinstance(request, Decision):
                return request
        raise AssertionError("the rules ask nothing")

    def _choice(self, decision: Decision, answer: str | tuple[str, str]) -> Any:
        wanted, option = answer if isinstance(answer, tuple) else ("", answer)
        for seat in (wanted,) if wanted else decision.seats:
            assert seat in decision.seats, f"{seat} is not asked {decision.prompt}"
            found = decision.find(seat, option)
            if found is not None:
                choice = Choice(seat, found[0].id, found[1])
                return {seat: choice} if decision.mode in ("each", "sealed", "consent") else choice
        raise AssertionError(f"{option!r} is not offered by {decision.prompt}: {decision.options()}")

    @property
    def events(self) -> list[Event]:
        """All events so far."""
        return self.g.events

    def told(self, key: str) -> list[Event]:
        """Return the events with this key."""
        return [event for event in self.g.events if event.key == key]

    def cites(self, rule: str) -> bool:
        """Whether an event cites the rule."""
        return any(event.rule == rule for event in self.g.events)

    def token(self, kind: str, x: int, y: int, owner: str = "") -> Token:
        """Put a token on the map."""
        token = Token(self.s.fresh_id("t"), kind, self.at(x, y), owner)
        self.s.tokens[token.id] = token
        return token

    def trap(self, name: str, *squares: tuple[int, int]) -> Template:
        """Put a trap template on the map without triggering it."""
        template = Template(self.s.fresh_id("x"), name, [self.at(*xy) for xy in squares], 0)
        self.s.templates[template.id] = template
        return template


def side(rows: tuple[str, ...], walls: tuple[tuple[int, int, str], ...]) -> str:
    """Add a tile side to the box of this process and return its id."""
    name = f"{MADE}{hash((rows, walls))}"
    tiles: Any = box().tiles
    tiles.setdefault(name, TileSide("Test", name, 0, "Fae Wood", rows, walls, (5, 5), ""))
    return name


def table(
    heroes: Mapping[str, tuple[int, int]] | None = None,
    monsters: Mapping[str, tuple[str, tuple[int, int]]] | None = None,
    *,
    rows: tuple[str, ...] = OPEN,
    walls: tuple[tuple[int, int, str], ...] = (),
    active: str = "",
    wrath_supply: int = 5,
    second: tuple[str, ...] | None = None,
) -> Table:
    """Set up a table: Heroes by id, monsters as {name in the test: (card, (x, y))}; the first Hero is active.

    `second` is a second tile east of the first one.
    """
    tiles = [Tile(side(rows, walls), 0, 0, 0, explored=True)]
    if second is not None:
        tiles.append(Tile(side(second, ()), 11, 0, 0))
    width = 11 * len(tiles)
    heroes = heroes or {}
    state = State(
        scenario="test",
        options=dict(box().constants),
        dungeon=dungeon.key(tiles),
        width=width,
        height=11,
        tiles=tiles,
        members={},
        monsters={},
        tokens={},
        templates={},
        pool=Pool(booties=list(box().booty)),
        loot=Deck("loot", [c.name for c in box().loot.values()], []),
        treasure=Deck("treasure", [c.name for c in box().treasure.values() if c.kind == "base"], []),
        explore=Deck("explore", list(box().explore_base), []),
        command=Deck("command", list(box().commands), []),
        backpack=[],
        turn=Turn(phase="activation", active=active or next(iter(heroes), "")),
        wrath_supply=wrath_supply,
    )
    names: dict[str, str] = {}
    for id, (x, y) in heroes.items():
        size = box().heroes[id].base[0]
        state.members[id] = Member(id, "hero", id, at=y * width + x, size=size, seat=id)
    for name, (card, (x, y)) in (monsters or {}).items():
        data = box().monsters[card]
        figure = Monster(state.fresh_id("m"), data.rank, card, at=y * width + x, size=data.base[0])
        if data.rank == "spawning_point":
            state.spawn_points += 1
        figure.tile = x // 11
        state.monsters[figure.id] = figure
        names[name] = figure.id
    return Table(state, names)
