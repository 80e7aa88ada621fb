"""A scenario from its first placing to its end: rounds of selection, turns, rest (GH-8, GH-9)."""

from __future__ import annotations

from webgame.engine.decision import Decision, Pick, targets
from webgame.engine.game import Play
from webgame.engine.system import CHECKPOINT, FRAME
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import facts, order, rest, special, turn, villains
from webgame.systems.guildhaven.rules.core import Flow, Over, decide, named
from webgame.systems.guildhaven.rules.predicates import lost, settle
from webgame.systems.guildhaven.state import OFF, Round, State


def play_sheet(g: Play) -> Flow:
    """Play the scenario on the table to its end; `table.outcome` then says how it went."""
    phases = {
        "place": place,
        "start": start,
        "choose": choose,
        "turns": turns,
        "end": finish,
        "rest": take_rest,
    }
    s: State = g.state
    try:
        while not s.table.outcome:
            yield CHECKPOINT
            yield from phases[s.table.round.phase](g)
    except Over:
        s.table.round.playing = None
        yield FRAME


def place(g: Play) -> Flow:
    """Let the player choose a start square, then do what the sheet says for the start (GH-8.1)."""
    s: State = g.state
    free = facts.empty(s)
    squares = [at for at in facts.sheet(s).map.cells("start") if free >> at & 1]
    group = targets("start", "do.start", "GH-8.1", "square", squares, "hero")
    choice = yield from decide(g, "ask.start", "GH-8.1", [group])
    s.me.at = s.me.start = choice.square()
    g.emit("log.start", "GH-8.1", {"type": "appear", "piece": "hero"}, **named(s, s.me))
    yield from special.fire(g, "setup", s.me)
    settle(g)
    s.table.round.phase = "start"


def start(g: Play) -> Flow:
    """Begin a round: exhaustion is tested, then the sheet's round start (GH-21.1, GH-9.1)."""
    s: State = g.state
    number = s.table.round.number + 1
    s.table.round = Round(number=number, phase="choose")
    g.emit("log.round", "GH-9.1", {"type": "banner", "tone": "good"}, n=number)
    if rest.out_of_cards(s):
        s.table.flags.append("exhausted")
        lost(g)
    for unit in s.units.values():
        unit.riders.clear()
    yield from special.fire(g, "next_round")
    yield from special.fire(g, "round_start")
    settle(g)


def can_select(s: State) -> bool:
    """Whether the hero selects cards this round (GH-9.2, GH-16.10)."""
    return len(s.table.piles.hand) >= 2 and "stun" not in s.me.conditions


def choose(g: Play) -> Flow:
    """Select two cards, announce an initiative, roll for the villains (GH-9.2, GH-9.3, GH-6.4)."""
    s: State = g.state
    r = s.table.round
    if can_select(s):
        for seat, count in _shares(s):
            picked = yield Decision(
                (seat,) if seat else tuple(s.seats),
                "ask.cards",
                "GH-9.2",
                (targets("select", "do.select", "GH-9.2", "card", list(s.table.piles.hand)),),
                pick=Pick(count, count),
                params={"n": count},
            )
            for card in picked.picks:
                s.table.piles.hand.remove(card)
                s.table.piles.chosen.append(card)
        g.emit("log.selected", "GH-9.2", who=s.hero.name)
        group = targets("lead", "do.lead", "GH-9.3", "card", list(s.table.piles.chosen))
        choice = yield from decide(g, "ask.initiative", "GH-9.3", [group])
        r.lead = choice.name()
        r.initiative = order.announced(s, box().cards[r.lead].initiative)
        g.emit(
            "log.initiative", "GH-9.3", {"type": "card", "card": r.lead}, who=s.hero.name,
            card=box().cards[r.lead].name, n=r.initiative,
        )  # fmt: skip
    else:
        key, rule = ("log.stunned", "GH-16.10") if "stun" in s.me.conditions else ("log.too_few", "GH-9.2")
        g.emit(key, rule, **named(s, s.me))
    yield from order.roll_tables(g)
    yield from order.break_tie(g)
    r.phase = "turns"


def _shares(s: State) -> list[tuple[str, int]]:
    """Return who selects how many cards: two players at a table name one each."""
    if len(s.seats) == 1:
        return [(s.seats[0], 2)]
    return [(seat, 1) for seat in s.seats[:2]]


def turns(g: Play) -> Flow:
    """Take the next turn in the order of initiative (GH-9.3)."""
    s: State = g.state
    r = s.table.round
    if not r.acting:
        yield from order.break_tie(g)
    slot = order.upcoming(s)
    if slot is None:
        r.phase = "end"
        return
    r.acting = slot.unit
    if slot.unit == "hero":
        yield from turn.hero_turn(g)
    else:
        yield from villains.slot_turn(g, slot)
    slot.done = True
    r.acting = ""
    yield FRAME


def finish(g: Play) -> Flow:
    """Do what the sheet says for the end of a round (GH-9.1)."""
    s: State = g.state
    yield from special.fire(g, "round_end")
    settle(g)
    s.table.round.phase = "rest"


def take_rest(g: Play) -> Flow:
    """Offer the rest, then go on to the next round (GH-9.4)."""
    s: State = g.state
    if s.me.at != OFF:
        yield from rest.offer(g)
        settle(g)
    s.table.round.phase = "start"
