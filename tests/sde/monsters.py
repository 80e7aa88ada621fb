"""Playing what all monsters can do by kind: each unique action and keyword, its own and those of its gang."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from tests.sde.acts import EMERALD, KNIGHT, best, worst
from tests.sde.consul import command
from tests.sde.heroes import quiet
from tests.sde.table import Answer, Table, table
from webgame.engine.decision import Decision
from webgame.systems.sde_arcade.cards import Unique, box
from webgame.systems.sde_arcade.rules import facts, fight, resolve, unique
from webgame.systems.sde_arcade.rules import upkeep as upkeeps
from webgame.systems.sde_arcade.state import Lasting, Monster


class Case(NamedTuple):
    """A unique action of a model; `partner` is the bonded model that lends it, "" for its own."""

    card: str
    partner: str
    name: str

    def __str__(self) -> str:
        return f"{self.card}{f' with {self.partner}' if self.partner else ''}: {self.name}"


def lent(gang: str, partner: str) -> Any:
    """Return what a partner lends its elite."""
    return next(entry for entry in box().gangs[gang].lends if entry.model == partner)


CASES = [Case(m.name, "", action.name) for m in box().monsters.values() for action in m.unique] + [
    Case(gang.elite, entry.model, action.name)
    for gang in box().gangs.values()
    for entry in gang.lends
    for action in entry.unique
]


def action_of(case: Case) -> Unique:
    """Return the action of a case."""
    card = box().monsters[case.card]
    found = lent(card.gang or "", case.partner).unique if case.partner else card.unique
    action: Unique = next(a for a in found if a.name == case.name)
    return action


def ops(case: Case) -> set[str]:
    """Return the operations of a case."""
    return {effect["op"] for effect in action_of(case).effects}


def keywords_of(case: Case) -> frozenset[str]:
    """Return the keywords that the user of a case has, those of its partner included."""
    card = box().monsters[case.card]
    own = frozenset(card.abilities)
    return own | frozenset(lent(card.gang or "", case.partner).abilities) if case.partner else own


def rng(case: Case) -> int:
    """Return the range of a case: printed, or the RNG of the line in use with Reach (UN-5, GA-14)."""
    action, card = action_of(case), box().monsters[case.card]
    if action.range is not None:
        return action.range.squares
    gang = box().gangs.get(card.gang or "")
    if gang is None:
        return card.range.squares if card.range is not None else 0
    line = gang.gang if case.partner else gang.solo
    return line.RNG + 2 * ("Reach" in keywords_of(case))


def size(card: str) -> int:
    """Return the side of a model's base."""
    return box().monsters[card].base[0]


def scene(
    case: Case,
    heroes: dict[str, tuple[int, int]] | None = None,
    others: dict[str, tuple[str, tuple[int, int]]] | None = None,
    at: tuple[int, int] = (0, 0),
) -> Table:
    """Put the user of a case in the north-west corner, its partner beside it, and the Consul in its turn."""
    monsters = {"user": (case.card, at)}
    if case.partner:
        monsters["partner"] = (case.partner, (at[0], at[1] + size(case.card)))
    t = table(heroes or {KNIGHT: (10, 10)}, monsters | (others or {}))
    command(t)
    return t


def drive(t: Table, rules: Generator[Any, Any, Any], *answers: Answer) -> Any:
    """Run rules to their end with these answers first, then quiet ones."""
    queue = list(answers)
    send: Any = None
    try:
        while True:
            request = rules.send(send)
            send = None
            if isinstance(request, Decision):
                t.asked.append(request)
                answer = queue.pop(0) if queue else quiet
                send = t._choice(request, answer(request) if callable(answer) else answer)
    except StopIteration as end:
        assert not queue, f"answers left over: {queue}"
        return end.value


def held(t: Table, case: Case, name: str = "user") -> Unique:
    """Return the action of a case as the rules know it, among all that the user has now."""
    (found,) = [a for a in facts.gang(t.s, t[name]).unique if a.name == case.name]
    return found


def perform(t: Table, case: Case, name: str = "user") -> bool:
    """Let a monster use the action of a case; False if it skips it (UN-7)."""
    user: Monster = t[name]
    action = held(t, case, name)
    use = unique.plan(t.s, user, action)
    if use.refusal is not None:
        return False
    drive(t, unique._use(t.g, user, action, use))
    return True


def without(t: Table, name: str, keyword: str) -> None:
    """Take a keyword away from a figure, whatever it has it from."""
    t[name].lasting.append(Lasting("test", {"op": "lose_ability", "ability": keyword}, "destroyed"))


def low(t: Table, who: str, attr: str = "ARM") -> None:
    """Let a Hero's next roll of an attribute be its worst."""
    t.dice(*worst(facts.attribute(t.s, t[who], attr)))


def high(t: Table, who: str, attr: str = "ARM") -> None:
    """Let a Hero's next roll of an attribute be its best."""
    t.dice(*best(facts.attribute(t.s, t[who], attr)))


def attacks(t: Table, name: str, target: str = KNIGHT) -> None:
    """Let a monster make one basic attack that wins."""
    low(t, target)
    drive(t, resolve.strike(t.g, t[name], [t[target]], fight.ATTACK))


def struck(t: Table, target: str, who: str = KNIGHT, wins: bool = True) -> None:
    """Let a Hero make a melee attack in its own activation, with the best or the worst dice."""
    t.s.turn.side, t.s.turn.phase, t.s.turn.active = "heroes", "activation", who
    (high if wins else low)(t, who, "STR")
    drive(t, resolve.strike(t.g, t[who], [t[target]], resolve.basic("STR", "BA-2")))


def upkeep(t: Table) -> None:
    """Let all monsters have their upkeep."""
    drive(t, upkeeps.run(t.g))


HEROES = (KNIGHT, EMERALD)
