"""Playing the actions of all Heroes by kind: where to stand, what to roll, what to answer."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from tests.sde.acts import KNIGHT, best
from tests.sde.table import Answer, Table, table
from webgame.engine.decision import Decision
from webgame.systems.sde_arcade.cards import Action, Dice, HeroCard, box
from webgame.systems.sde_arcade.rules import activation, facts

FOE = "Dust Coven Necromancer"  # 3 hearts, ARM 2, one square, no ability of its own
QUIET = ("stay", "skip", "keep", "wait", "waste", "pass", "no_coin")
CASES = [
    (hero.id, kind, action.name)
    for hero in box().heroes.values()
    for kind, listed in (("act", hero.actions), ("drink", hero.potions))
    for action in listed
]
Case = tuple[str, str, str]


def card(case: Case) -> HeroCard:
    """Return the Hero of a case."""
    return box().heroes[case[0]]


def action_of(case: Case) -> Action:
    """Return the action or potion of a case."""
    hero = card(case)
    return next(a for a in (hero.actions if case[1] == "act" else hero.potions) if a.name == case[2])


def ops(case: Case) -> set[str]:
    """Return the operations of a case."""
    return {effect["op"] for effect in action_of(case).effects}


def quiet(decision: Decision) -> str:
    """Answer what is only asked by the way: nothing, or else the first option."""
    options = decision.options()
    return next((word for word in QUIET if word in options), options[0])


def drive(t: Table, rules: Generator[Any, Any, Any], *answers: Answer) -> Any:
    """Run rules to their end with these answers first, then quiet ones; all answers given must be used."""
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


def do(t: Table, who: str, option: str, *answers: Answer) -> None:
    """Let a member take an option of its activation menu."""

    def rules() -> Generator[Any, Any, None]:
        choice = yield activation.menu(t.s, t[who])
        yield from activation.act(t.g, t[who], choice)

    drive(t, rules(), option, *answers)


def group_of(case: Case) -> str:
    """Return the id of the options of a case in the menu."""
    return f"act.{case[2]}" if case[1] == "act" else f"drink.{case[0]}.{case[2]}"


def rolled(t: Table, case: Case) -> Dice:
    """Return the dice of a case's offense roll, none if it has none."""
    action = action_of(case)
    if action.kind != "offense" and action.vs is None:
        return Dice()
    return facts.attribute(t.s, t[case[0]], action.attr or "STR") + action.bonus


def use(t: Table, case: Case, aim: str = "", *answers: Answer, dice: list[str] | None = None) -> None:
    """Use an action or drink a potion, with the best dice or these; it costs what the card says."""
    who, kind, _ = case
    hero, action = t[who], action_of(case)
    if kind == "drink":
        hero.potions = max(hero.potions, action.cost)
    ap, tokens, drunk = hero.ap_spent, hero.potions, hero.drunk
    t.rng.script = [*(best(rolled(t, case)) if dice is None else dice), *t.rng.script]
    do(t, who, group_of(case) + aim, *answers)
    if hero.down:
        return
    if kind == "act":
        assert hero.ap_spent == ap + action.cost
    else:
        gained = sum(1 for e in t.told("ev.potion") if e.params["who"] == facts.name(hero))
        assert hero.ap_spent == ap and hero.drunk == drunk + 1
        assert gained or hero.potions == tokens - action.cost


def offered(t: Table, who: str) -> list[str]:
    """Return the options of a member's menu."""
    return activation.menu(t.s, t[who]).options()


class Scene(NamedTuple):
    """A Hero at the west edge of an open map, foes inside and outside what it covers, a friend inside."""

    t: Table
    aim: str  # what follows the group's id for an aim that covers `inside` and `friend`
    friend: str
    caught: tuple[str, ...]  # who of the party is in the area, beside the friend


def friend_of(who: str) -> str:
    """Return a Hero that is not this one."""
    return KNIGHT if who != KNIGHT else "royal-paladin"


def scene(case: Case) -> Scene:
    """Set up foes `in`, at the very edge of range or area, and `out`, one square beyond it."""
    who, action = case[0], action_of(case)
    n = card(case).base[0]
    friend = friend_of(who)
    if not action.area:
        squares = 5 if "Pounce" in action.keywords else action.range.squares if action.range else 0
        t = _laid(case, (n - 1 + squares, 5), (n + squares, 5), (5, 0))
        return Scene(t, f">{t['in'].id}", friend, ())
    name, _, number = action.area.rpartition(" ")
    x = int(number)
    edge = n - 1 + x
    if name == "Wave":
        return Scene(_laid(case, (edge, 5), (edge + 1, 6), (edge, 4)), "", friend, (who,))
    if name == "Cross":
        return Scene(_laid(case, (edge, 5), (n, 5 + n), (0, 5 - x)), "", friend, (who,))
    if name == "Lance":
        t = _laid(case, (edge, 5), (n, 5 + n), (edge - 1, 5))
        return Scene(t, f">{t.at(n, 5)}", friend, ())
    if name == "Sweep":
        return Scene(_laid(case, (edge, 4), (edge + 1, 4), (edge, 5)), ">l.east", friend, ())
    if name == "Burst":
        far = n - 1 + (action.range.squares if action.range else 0)
        t = _laid(case, (far, 5), (far, 5 + x + 1), (far, 5 - x))
        return Scene(t, f">{t.at(far, 5)}", friend, ())
    raise AssertionError(f"no scene for {action.area}")


def _laid(case: Case, inside: tuple[int, int], outside: tuple[int, int], friend: tuple[int, int]) -> Table:
    foes = {"in": (FOE, inside), "out": (FOE, outside)}
    foes = {name: foe for name, foe in foes.items() if max(foe[1]) <= 10}
    return table({case[0]: (0, 5), friend_of(case[0]): friend}, foes)


def alone(case: Case, *others: str) -> Table:
    """Return a table with the Hero in the middle of an open map, and others at its sides."""
    spots = ((8, 4), (4, 8), (8, 8))
    return table({case[0]: (4, 4)} | dict(zip(others, spots, strict=False)))
