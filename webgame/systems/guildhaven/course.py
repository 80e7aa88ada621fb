"""The course of a game: the hero is created, scenarios are played, a campaign goes on until its end.

`State.stage` says where it stands: `create`, `story` (of a campaign), `equip`, `scenario`, `settle`.
"""

from __future__ import annotations

from webgame.engine.game import Play
from webgame.engine.system import Rules
from webgame.systems.guildhaven import campaign, setup
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import creation
from webgame.systems.guildhaven.rules import round as rounds
from webgame.systems.guildhaven.state import State


def play(g: Play) -> Rules:
    """Play from wherever the state stands to the end of the game."""
    s: State = g.state
    while not s.over:
        match s.stage:
            case "create":
                yield from creation.create(g)
                go_on(s)
            case "story":
                yield from campaign.story(g)
                if not s.over:
                    pack(s)
            case "equip":
                yield from creation.equip(g)
                sheet, failures = upcoming(s)
                setup.begin(s, box().sheets[sheet], failures)
                s.stage = "scenario"
            case "scenario":
                yield from rounds.play_sheet(g)
                s.stage = "settle"
            case "settle":
                yield from settle(g)
            case stage:
                raise ValueError(f"a game has no stage {stage!r}")


def go_on(s: State) -> None:
    """Leave the creation of the hero: for the story of a campaign, or for the one scenario."""
    if s.campaign is not None:
        s.stage = "story"
    else:
        pack(s)


def pack(s: State) -> None:
    """Begin to choose items for the next scenario; none is packed yet."""
    s.hero.equipped = []
    s.stage = "equip"


def upcoming(s: State) -> tuple[str, int]:
    """Return the sheet that is played next, and how often it was lost in a row (GH-23.2)."""
    if s.campaign is not None:
        return s.campaign.sheet, s.campaign.failures
    return s.table.sheet, s.table.failures


def settle(g: Play) -> Rules:
    """End a scenario: of a campaign it goes on, else the game is over (GH-23.1)."""
    s: State = g.state
    if s.campaign is not None:
        yield from campaign.settle(g)
        s.stage = "story"
        return
    s.over = "victory" if s.table.outcome == "won" else "defeat"
    s.reason, s.rule = s.table.reason, s.table.rule
