"""Special instructions of the sheets U to X: vehicles on a bridge, swarms, the great generator."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Group, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.engine.system import FRAME
from webgame.systems.guildhaven import setup
from webgame.systems.guildhaven.box import SpecialRule, box
from webgame.systems.guildhaven.rules import cards, damage, facts, infusion, reinforce
from webgame.systems.guildhaven.rules.core import Flow, say
from webgame.systems.guildhaven.rules.special import ACTIONS, Action, Now, op
from webgame.systems.guildhaven.state import OFF, State, Unit

Done = Generator[Any, Any, bool | None]
MOVES = ("move", "jump", "charge", "fly", "teleport")


# -- U: vehicles -------------------------------------------------------------------------------------------


def vehicles_beside(s: State, kind: str) -> list[int]:
    """Return the numbers of the vehicles that the hero stands next to."""
    grid = facts.ground(s)
    near = grid.near(s.me.at, 1)
    return [
        n for n, at in enumerate(s.table.tokens.get(kind, ())) if grid.block(at, facts.BLOCKS[kind]) & near
    ]


def price(s: State, rule: SpecialRule) -> str:
    """Return the pile that the card for a vehicle goes to: by the hero's specialties (GHU-3)."""
    costs = rule.effect["cost"]
    for key, cost in costs.items():
        name = key.removeprefix("specialty:")
        if name != key and name in s.hero.specialties:
            return str(cost)
    return str(costs["default"])


def offer_shift(s: State, rule: SpecialRule) -> list[Group]:
    """Return the options to take a vehicle off the bridge."""
    kind = rule.effect["token"]
    near = vehicles_beside(s, kind)
    if not near or not s.table.piles.hand:
        return []
    ids = [f"{kind}.{n}" for n in near]
    return [targets(f"sheet.{rule.id}", f"do.{price(s, rule)}", rule.rule, "piece", ids, "hero")]


def shift(g: Play, rule: SpecialRule, choice: Choice) -> Flow:
    """Pay a card and take the vehicle off the board (GHU-3)."""
    s: State = g.state
    kind = rule.effect["token"]
    squares = s.table.tokens[kind]
    at = squares[int(choice.name().partition(".")[2])]
    pile = "buried" if price(s, rule) == "bury_from_hand" else "discard"
    card = yield from cards.pick_card(g, s.table.piles.hand, "ask.pay", "do.pay", rule.rule)
    cards.move_card(g, card, pile, rule.rule)
    squares.remove(at)
    s.table.removed[kind] = s.table.removed.get(kind, 0) + 1
    say(g, "log.shifted", rule.rule, s.me, n=len(squares))


ACTIONS["remove_token"] = Action(offer_shift, shift)


# -- V: swarms ---------------------------------------------------------------------------------------------


@op("roll_per_unit")
def dark_pulse(g: Play, rule: SpecialRule, now: Now) -> Done:
    """Roll a die for each swarm; a hit adds DARK (GHV-3)."""
    s: State = g.state
    effect = rule.effect
    for unit in [unit for unit in s.villains(effect["unit"]) if unit.at != OFF]:
        die = g.rng.draw("pulse", effect["die"]) + 1
        show = {"type": "roll", "piece": unit.id, "dice": [["d6", die - 1]], "total": die, "label": "l.pulse"}
        say(g, "log.pulse", rule.rule, unit, show, total=die)
        if die in effect["on"]:
            infusion.add(g, "dark", effect["effect"]["n"])
        yield FRAME
    return True


@op("lose_hp")
def police_help(g: Play, rule: SpecialRule, now: Now) -> Done:
    """A villain loses HP at the end of a round (GHV-4)."""
    s: State = g.state
    for unit in [unit for unit in s.villains(rule.effect["unit"]) if unit.at != OFF]:
        yield from damage.lose(g, unit, rule.effect["n"], rule.rule)
    return True


# -- X: the great generator --------------------------------------------------------------------------------


def movement_of(card: str) -> int:
    """Return the highest number of a movement line on a card, 0 if it has none (GHX-2)."""
    record = box().cards[card]
    steps = [*record.top.steps, *record.bottom.steps]
    return max([0, *(int(step["n"]) for step in steps if step["op"] in MOVES)])


@op("discard_from_hand")
def worn_out(g: Play, rule: SpecialRule, now: Now) -> Done:
    """Before round 1 the hand card with the highest movement is discarded (GHX-2)."""
    s: State = g.state
    hand = s.table.piles.hand
    most = max(movement_of(card) for card in hand)
    fastest = [card for card in hand if movement_of(card) == most]
    card = yield from cards.pick_card(g, fastest, "ask.worn_out", "do.discard", rule.rule)
    cards.move_card(g, card, "discard", rule.rule)
    return True


@op("replace")
def upgrade(g: Play, rule: SpecialRule, now: Now) -> Done:
    """A swarm that begins its turn next to the generator becomes a Killbot, if one fits (GHX-5)."""
    s: State = g.state
    effect = rule.effect
    unit = now.unit
    yield from ()
    if unit is None or not facts.is_called(unit, effect["unit"]):
        return False
    number = reinforce.free_number(s, effect["with"])
    if not number:
        return False
    record = facts.sheet(s).record(effect["with"], number)
    at = _fit(s, unit, record.size[0])
    if at == OFF:
        return False
    del s.table.units[unit.id]
    made = setup.place_villain(s, record, number, at)
    say(g, "log.becomes", rule.rule, unit, {"type": "gone", "piece": unit.id}, what=made.type)
    say(g, "log.arrives", rule.rule, made, {"type": "appear", "piece": made.id}, depth=1)
    return True


def _fit(s: State, unit: Unit, size: int) -> int:
    """Return where a bigger unit fits: including the old one's square, else the nearest; OFF if nowhere."""
    grid = facts.ground(s)
    free = facts.empty(s, unit)
    fits = []
    for square in bits(free):
        block = grid.block(square, size)
        if block and block & free == block:
            gap = min(grid.distance(cell, unit.at) for cell in bits(block))
            fits.append((gap, square))
    return min(fits)[1] if fits else OFF
