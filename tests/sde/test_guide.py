"""The guide of First Steps is true: a game that is played shows what each hint waits for and points at."""

from __future__ import annotations

from pathlib import Path

from webgame.engine.game import Entry, Game, scenario_guide
from webgame.engine.guide import Hint
from webgame.engine.simulate import header_for, seat_bots, seed_for
from webgame.systems.sde_arcade.system import SdeArcade

TEXT = (Path(__file__).parents[2] / "scenarios" / "sde_arcade" / "first-steps.toml").read_text(
    encoding="utf-8"
)


def first_round(seed: bytes, hints: tuple[Hint, ...]) -> dict[str, int]:
    """Play to the Heroes' second turn; return at which answer each hint could first be seen."""
    system = SdeArcade()
    game = Game(system, header_for(system, "first-steps", TEXT, seed))
    bots = seat_bots(system, game, {"": "greedy"}, seed)
    found: dict[str, int] = {}
    events: set[str] = set()
    phases: set[str] = set()
    for answer in range(80):
        decision = game.decision
        assert decision is not None
        now = system.scene(game.state, frozenset())["turn"]["now"]
        if now["round"] > 1:
            return found
        phases.add(now["phase"])
        groups = [group.id for group in decision.groups]
        for hint in hints:
            when = hint.when
            if (
                (when.prompt is None or when.prompt == decision.prompt)
                and (when.offer is None or any(id.startswith(when.offer) for id in groups))
                and (when.event is None or when.event in events)
                and (when.phase is None or when.phase in phases)
                and (hint.point.group is None or any(id.startswith(hint.point.group) for id in groups))
            ):
                found.setdefault(hint.say, answer)
        seat = game.waiting()[0]
        option, picks = bots[seat].choose(game.state, decision, seat)
        for frame in game.apply(Entry("answer", seat, option, picks, decision=decision.id)):
            events |= {event.key for event in frame.events}
            phases.add(system.scene(game.state, frozenset())["turn"]["now"]["phase"])
    raise AssertionError("the first round has no end")


def test_each_hint_finds_what_it_waits_for_in_the_first_round() -> None:
    hints = scenario_guide(TEXT)
    assert len(hints) >= 8
    seen = [first_round(seed_for("guide", number), hints) for number in range(4)]
    assert seen[0][hints[0].say] == 0, "there is a hint at once"
    for hint in hints:
        assert any(hint.say in found for found in seen), f"never to be seen: {hint.say}"
    early = sum(1 for n in seen[0].values() if n <= 4)
    assert early >= 5, "most of it comes within the first activation"
