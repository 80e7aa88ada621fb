"""The campaign: passages of the plot, choices, scenarios until they are won, and what lasts between them.

It is one game. `Campaign.part` says where in the story it stands: `read` a passage, `grow` to the level it
gives, `turn` to what comes next, `play` a scenario, `again` after one was lost.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import button, targets
from webgame.engine.game import Play
from webgame.engine.system import CHECKPOINT, Rules
from webgame.systems.guildhaven.box import Outcome, box
from webgame.systems.guildhaven.plot import passages
from webgame.systems.guildhaven.rules import creation, predicates
from webgame.systems.guildhaven.rules.core import decide
from webgame.systems.guildhaven.state import Campaign, State


def story(g: Play) -> Rules:
    """Read the plot up to the next scenario, or to the end (GH-23.1)."""
    c = _campaign(g)
    while c.part in ("read", "grow", "turn"):
        yield CHECKPOINT
        if c.part == "read":
            yield from _read(g, c)
        elif c.part == "grow":
            yield from creation.grow(g, c.level)
            c.part = "turn"
        else:
            yield from _turn(g, c)


def _read(g: Play, c: Campaign) -> Rules:
    """Read a passage and carry out its effects."""
    s: State = g.state
    passage = passages()[c.passage]
    card = f"passage.{passage.id}"
    page = targets("read_on", "do.read_on", "GH-23.1", "card", [card], tone="end")
    yield from decide(g, "ask.passage", "GH-23.1", [page], n=passage.number)
    c.history.append(passage.id)
    show = {"type": "card", "card": card}
    g.emit("log.passage", "GH-23.1", show, n=passage.number, text=passage.text)
    for effect in passage.effects:
        match effect["op"]:
            case "set_flag":
                c.flags.append(effect["flag"])
            case "level_up_to":
                c.level = max(c.level, int(effect["level"]))
            case "campaign_won":
                c.flags.append("won")
            case op:
                raise NotImplementedError(f"passage {passage.id} has an unknown effect {op!r}")
    c.part = "grow" if s.hero.level < c.level else "turn"


def _turn(g: Play, c: Campaign) -> Rules:
    """Turn to the scenario that a passage leads to, by choice if it leaves one."""
    s: State = g.state
    passage = passages()[c.passage]
    leads = passage.next
    if leads.end:
        c.part = "over"
        s.over = "victory" if "won" in c.flags else "defeat"
        s.reason, s.rule = "end.campaign", "GH-23.1"
        return
    sheet = leads.scenario
    if leads.choice:
        groups = [
            button(f"go.{branch.scenario}", "do.branch", "GH-23.1", confirm=True, what=branch.label)
            for branch in leads.choice
        ]
        choice = yield from decide(g, "ask.branch", "GH-23.1", groups, n=passage.number)
        sheet = choice.group.removeprefix("go.")
    enter(g, c, sheet)


def enter(g: Play, c: Campaign, sheet: str) -> None:
    """Go to a scenario."""
    c.sheet, c.failures, c.part = sheet, 0, "play"
    g.emit("log.next_scenario", "GH-23.1", {"type": "banner", "tone": "gold"}, what=box().sheets[sheet].name)


def settle(g: Play) -> Rules:
    """End a scenario: on to a passage if it was won, the same again if it was lost (GH-23.1, GH-23.2)."""
    s: State = g.state
    c = _campaign(g)
    table = s.table
    c.history.append(f"{c.sheet}:{table.outcome}")
    if table.outcome == "won":
        s.hero.items += table.found
        table.found = []
        outcome = yield from _outcome(g)
        place, _, name = outcome.goto.partition(":")
        if place == "scenario":
            enter(g, c, name)
        else:
            c.passage, c.part = outcome.goto, "read"
        return
    c.gone += table.found
    if table.found:
        lost = [box().items[item].name for item in table.found]
        g.emit("log.found_lost", "GH-5.2", what=lost)
        table.found = []
    c.failures += 1
    again = button("again", "do.again", "GH-23.2")
    stop = button("give_up", "do.stop_campaign", "GH-23.2", confirm=True, tone="end")
    name = box().sheets[c.sheet].name
    choice = yield from decide(g, "ask.again", "GH-23.2", [again, stop], what=name, n=c.failures)
    if choice.group == "give_up":
        c.part = "over"
        s.over, s.reason, s.rule = "defeat", "end.given_up", "GH-23.2"
    else:
        c.part = "play"


def _outcome(g: Play) -> Generator[Any, Any, Outcome]:
    """Return the outcome of a won scenario; where the sheet leaves a choice the player makes it."""
    s: State = g.state
    met = [outcome for outcome in box().sheets[s.table.sheet].outcomes if _met(s, outcome)]
    if not met:
        raise RuntimeError(f"scenario {s.table.sheet} was won, but none of its outcomes is met")
    if "choice" not in met[0].when:
        return met[0]
    groups = [
        button(f"choose.{o.when['choice']}", "do.branch", "GH-23.1", confirm=True, what=o.text) for o in met
    ]
    name = box().sheets[s.table.sheet].name
    choice = yield from decide(g, "ask.outcome", "GH-23.1", groups, what=name)
    return next(o for o in met if f"choose.{o.when['choice']}" == choice.group)


def _met(s: State, outcome: Outcome) -> bool:
    """Whether a won scenario has an outcome; what the player is yet to choose counts as met."""
    asked = {key: value for key, value in outcome.when.items() if key not in ("won", "choice")}
    return all(predicates.true(s, {key: value}) for key, value in asked.items())


def _campaign(g: Play) -> Campaign:
    s: State = g.state
    if s.campaign is None:
        raise RuntimeError("this game is no campaign")
    return s.campaign
