"""A small table for tests of the rules: a board in letters, units where a test wants them, dice as told.

t = table(hero=(4, 4), units={1: ("Thug", (4, 3))})
t.dice(4, 3)
t.line({"op": "attack", "n": 3, "range": 1}, "attack>v1")
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from itertools import count
from typing import Any

import msgspec

from webgame.engine.decision import Choice, Decision
from webgame.engine.decks import Deck
from webgame.engine.event import Event
from webgame.engine.game import Play
from webgame.engine.rng import Rng
from webgame.systems.guildhaven import setup
from webgame.systems.guildhaven.box import ActionTable, MapPlace, MapRecord, Row, Sheet, Step, box
from webgame.systems.guildhaven.rules import attack as attacks
from webgame.systems.guildhaven.rules import conditions, damage, hero_lines, rest, turn, villains
from webgame.systems.guildhaven.rules import round as rounds
from webgame.systems.guildhaven.rules.core import Over
from webgame.systems.guildhaven.scenario import HeroChoice
from webgame.systems.guildhaven.state import OFF, Playing, Slot, State, Unit
from webgame.systems.guildhaven.state import Table as Laid
from webgame.systems.guildhaven.system import SYSTEM

OPEN = ("." * 12,) * 14
Square = tuple[int, int]
Answer = str | tuple[str, tuple[str, ...]] | Callable[[Decision], str]
_number = count(1)
_STRIDE = {"hp": 4, "shield": 0, "beta": False}


class Scripted(Rng):
    """Dice fall as told, by stream; what is not told is random."""

    def __init__(self) -> None:
        super().__init__(b"test")
        self.script: dict[str, list[int]] = {}

    def draw(self, stream: str, n: int) -> int:
        """Return the next scripted number of `stream`, or a random one."""
        if self.script.get(stream):
            self.counters[stream] = self.counters.get(stream, 0) + 1
            return self.script[stream].pop(0)
        return super().draw(stream, n)


class Table:
    """A state with what the tests need to play on it."""

    def __init__(self, state: State) -> None:
        self.rng = Scripted()
        self.g = Play(self.rng)
        self.g.state = state
        self.s = state
        self.asked: list[Decision] = []

    def __getitem__(self, id: str) -> Unit:
        return self.s.units[id]

    @property
    def me(self) -> Unit:
        """The hero."""
        return self.s.units["hero"]

    @property
    def events(self) -> list[Event]:
        """All events so far."""
        return self.g.events

    def put(self, id: str, type: str, square: Square, hp: int = 4, **fields: Any) -> Unit:
        """Put a villain on the board."""
        unit = Unit(id, "villain", type, int(id[1:]), "villains", self.at(*square), hp, hp)
        unit.start = unit.at
        for name, value in fields.items():
            setattr(unit, name, value)
        self.s.table.units[id] = unit
        return unit

    def keys(self) -> list[str]:
        """Return the keys of all events so far."""
        return [event.key for event in self.g.events]

    def at(self, x: int, y: int) -> int:
        """Return the number of a square."""
        return y * box().sheets[self.s.table.sheet].map.width + x

    def xy(self, unit: str) -> Square:
        """Return where a unit stands."""
        width = box().sheets[self.s.table.sheet].map.width
        at = self.s.units[unit].at
        return at % width, at // width

    def dice(self, *faces: int) -> Table:
        """Script the next attack dice."""
        self.rng.script.setdefault("attack", []).extend(face - 1 for face in faces)
        return self

    def rolls(self, **tables: int) -> Table:
        """Script the next die of action tables."""
        for name, face in tables.items():
            self.rng.script.setdefault(f"table.{name.replace('_', ' ')}", []).append(face - 1)
        return self

    def play(self, rules: Generator[Any, Any, Any], *answers: Answer) -> Any:
        """Run rules to their end (of the scenario, too) and return what they return."""
        queue = list(answers)
        send: Any = None
        try:
            while True:
                request = rules.send(send)
                send = None
                if isinstance(request, Decision):
                    self.asked.append(request)
                    if not queue:
                        raise AssertionError(f"nobody answers {request.prompt}: {request.options()}")
                    send = _choice(request, queue.pop(0))
        except StopIteration as end:
            assert not queue, f"answers left over: {queue}"
            return end.value
        except Over:
            assert not queue, f"answers left over: {queue}"
            return None

    def ask(self, rules: Generator[Any, Any, Any], *answers: Answer) -> Decision:
        """Run rules up to the decision after the answers and return it (the rules are then abandoned)."""
        queue = list(answers)
        send: Any = None
        while True:
            try:
                request = rules.send(send)
            except StopIteration:
                raise AssertionError(f"the rules ask nothing more, left over: {queue}") from None
            send = None
            if isinstance(request, Decision):
                if not queue:
                    return request
                send = _choice(request, queue.pop(0))

    # -- what the tests do -------------------------------------------------------------------------------

    def line(self, step: Step, *answers: Answer) -> bool:
        """Carry out one line of the hero."""
        return bool(self.play(hero_lines.carry_out(self.g, step), *answers))

    def choose(self, *cards: str) -> Table:
        """Put cards from hand into play for this round."""
        for card in cards:
            self.s.table.piles.hand.remove(card)
            self.s.table.piles.chosen.append(card)
            self.s.table.round.lead = card
        return self

    def choose_played(self, card: str, side: str = "top", basic: str = "") -> Playing:
        """Be in the middle of a half of a card."""
        self.s.table.round.playing = Playing(card, side, basic)
        return self.s.table.round.playing

    def swap(self, old: str, new: str) -> None:
        """Put a card of a higher level into the hand for another one."""
        for cards in (self.s.hero.cards, self.s.table.piles.hand):
            cards[cards.index(old)] = new

    def give(self, unit: str, *names: str) -> None:
        """Give a unit conditions."""
        for name in names:
            conditions.give(self.g, self.s.units[unit], name)

    def kill(self, unit: str) -> None:
        """Take all HP from a unit."""
        self.play(damage.lose(self.g, self.s.units[unit], 99, "GH-7.3"))

    def hit(self, attacker: str, target: str, n: int, *answers: Answer, **more: Any) -> None:
        """Carry out one attack."""
        strike = attacks.Strike(n, **more)
        self.play(attacks.attack(self.g, self.s.units[attacker], self.s.units[target], strike), *answers)

    def asked_by_hit(self, attacker: str, n: int) -> Decision:
        """Return what the hero is asked when damage comes."""
        return self.ask(damage.hurt(self.g, self.me, n, "GH-7.3", self.s.units[attacker]))

    def turn(self, *answers: Answer) -> None:
        """Play the hero's turn; "end" at the menu ends it early."""
        self.s.table.round.acting = "hero"
        self.s.table.round.turn_begun = False
        self.play(turn.hero_turn(self.g), *answers)
        self.s.table.round.acting = ""

    def act(
        self, unit: str, steps: list[Step] | None = None, *answers: Answer, table: str = "", roll: int = 0
    ) -> None:
        """Let a villain, summon or ally take a turn with some steps or with a row of its table."""
        s = self.s
        s.table.round.acting = unit
        if steps is None:
            slot = Slot(unit, 0, table or s.units[unit].type, roll)
        else:
            s.units[unit].steps = steps
            slot = Slot(unit, 0)
        self.play(villains.take_turn(self.g, s.units[unit], slot), *answers)
        s.table.round.acting = ""

    def rest(self, *answers: Answer) -> None:
        """Offer the rest at the end of a round."""
        self.play(rest.offer(self.g), *answers)

    def begin_round(self, *answers: Answer) -> None:
        """Begin the next round, up to the turns."""
        self.play(rounds.start(self.g), *answers)

    def check(self) -> None:
        """All invariants hold."""
        broken = SYSTEM.check(self.s)
        assert broken == [], broken


def _choice(decision: Decision, answer: Answer) -> Choice:
    told = answer(decision) if callable(answer) else answer
    option, picks = (told, ()) if isinstance(told, str) else told
    seat = decision.seats[0]
    if picks:
        return decision.choice(seat, option, picks)
    found = decision.find(seat, option)
    assert found is not None, f"{option!r} is not offered by {decision.prompt}: {decision.options()}"
    return Choice(seat, found[0].id, found[1])


def sheet_of(
    rows: Iterable[str] = OPEN,
    base: str = "A",
    places: dict[str, list[Square]] | None = None,
    tables: dict[str, dict[int, Row]] | None = None,
    **more: Any,
) -> Sheet:
    """Return a new sheet like `base`, without its special rules, on a board of its own; it can't be won."""
    lines = list(rows)
    record = MapRecord(
        width=len(lines[0]),
        height=len(lines),
        terrain=lines,
        places=[MapPlace(key, cells) for key, cells in (places or {}).items()],
        exits=more.pop("exits", {}),
        zones=more.pop("zones", {}),
        linked_places=more.pop("linked", []),
    )
    like = box().sheets[base]
    acting = list(like.tables)
    for name, rows_ in (tables or {}).items():
        acting = [one for one in acting if one.name != name]
        acting.append(ActionTable(name, list(rows_.values())))
    fields = {"rules": [], "win": {"choice": "never"}, "objects": [], "allies": [], **more}
    sheet = msgspec.structs.replace(like, id=f"test{next(_number)}", map=record, tables=acting, **fields)
    box().sheets[sheet.id] = sheet
    return sheet


def table(
    hero: Square | None = (4, 4),
    units: dict[int, tuple[Any, ...]] | None = None,
    sheet: Sheet | None = None,
    rows: Iterable[str] = OPEN,
    specialties: tuple[str, str] = ("martial_arts", "super_senses"),
    level: int = 1,
    perks: tuple[str, ...] = ("super_senses:long_look",),
    items: tuple[str, ...] = ("stims",),
    hand: Iterable[str] | None = None,
    hp: int | None = None,
    infusion: int = 0,
    **more: Any,
) -> Table:
    """Lay a table: `units` maps numbers to (type, square) or (type, square, fields)."""
    chosen = sheet or sheet_of(rows, **more)
    choice = HeroChoice(specialties=specialties, level=level, perks=perks, items=items)
    play = Play(Scripted())
    deck = Deck("items", draw_pile=sorted(box().items))
    made = setup.make_hero(play, choice, deck)
    state = State(["hero"], made, Laid(chosen.id), deck)
    if sheet is None:
        setup.begin(state, msgspec.structs.replace(chosen, villains=[]))
    else:
        setup.begin(state, chosen)
    t = Table(state)
    if hero is not None:
        t.me.at = t.me.start = t.at(*hero)
    for number, (type, square, *fields) in (units or {}).items():
        given = {**_STRIDE, **(fields[0] if fields else {})}
        unit = Unit(
            f"v{number}", "villain", type, number, "villains", t.at(*square), given["hp"], given["hp"],
            start=t.at(*square), beta=given["beta"], shield=given["shield"], size=given.get("size", 1),
            retaliate=given.get("retaliate", 0),
        )  # fmt: skip
        state.units[unit.id] = unit
    state.table.round.number = 1
    state.table.round.phase = "turns"
    state.table.infusion = infusion
    if hp is not None:
        t.me.hp = hp
    if hand is not None:
        keep = list(hand)
        piles = state.table.piles
        piles.hand, piles.buried = keep, [card for card in piles.hand if card not in keep]
    return t


def printed() -> dict[str, Sheet]:
    """Return the sheets of the box, without those that tests have made."""
    return {id: sheet for id, sheet in box().sheets.items() if not id.startswith("test")}


def game(letter: str, seed: int = 0, **options: Any) -> Any:
    """Return a real game of a scenario file at its first decision."""
    from tests.battery import SCENARIO_DIR
    from webgame.engine.game import Game
    from webgame.engine.simulate import header_for, seed_for

    text = (SCENARIO_DIR / "guildhaven" / f"{letter}.toml").read_text(encoding="utf-8")
    return Game(SYSTEM, header_for(SYSTEM, letter, text, seed_for("guildhaven", seed), options))


__all__ = ["OFF", "OPEN", "Table", "game", "printed", "sheet_of", "table"]
