"""Whole games with parties of any Heroes: scenarios accept them, bots play them, nothing breaks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sde.acts import rule
from webgame.engine.game import Game, Header, parse_scenario
from webgame.engine.rng import Rng
from webgame.engine.simulate import play_out, seat_bots, simulate
from webgame.engine.system import BadScenario
from webgame.systems.sde_arcade import supported, system
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import facts

SYSTEM: Any = system.SYSTEM
TEXT = (Path(__file__).parents[2] / "scenarios" / "sde_arcade" / "forgotten-king.toml").read_text()
OURS = 'heroes = ["questing-knight", "thundervale-huntress", "princess-emerald"]'
HEROES = [hero.id for hero in box().heroes.values() if hero.selectable]
ANSWERS = 240  # of a game: about three rounds


def scenario(party: list[str], more: str = "") -> str:
    """Return the text of a scenario with this party."""
    assert OURS in TEXT
    names = ", ".join(f'"{id}"' for id in party)
    return more + TEXT.replace(OURS, f"heroes = [{names}]")


def parties(seed: bytes) -> list[list[str]]:
    """Return parties of three in which every Hero is once."""
    order = list(HEROES)
    Rng(seed).shuffle("parties", order)
    return [order[i : i + 3] for i in range(0, len(order), 3)]


@pytest.mark.parametrize("party", parties(b"first"), ids="+".join)
def test_random_play_of_any_party_keeps_the_table_sound(party: list[str]) -> None:
    header = Header(
        system=SYSTEM.name,
        version=SYSTEM.version,
        digest=SYSTEM.digest(),
        scenario="heroes",
        text=scenario(party),
        options={},
        seed=Rng(b"+".join(id.encode() for id in party)).fork("game")._seed.hex(),
    )
    game = Game(SYSTEM, header, quiet=False, keep_snapshots=False)
    bots = seat_bots(SYSTEM, game, {"": "random"}, b"heroes")
    for _ in play_out(game, bots, check=True, cap=ANSWERS):
        SYSTEM.scene(game.state, frozenset())
    assert game.result is not None or game.state.turn.round > 1


def test_games_of_other_parties_are_played_to_their_end() -> None:
    for number, party in enumerate(parties(b"second")[:4]):
        for made in simulate(SYSTEM, "heroes", scenario(party), 1, f"h{number}", {"": "random"}, check=True):
            assert not made.error and made.sides


def test_every_hero_can_be_chosen() -> None:
    assert len(HEROES) == 54 and len(box().heroes) == 57
    for id in box().heroes:
        assert supported.lacking("hero", id) == []


def test_forms_can_not_be_chosen() -> None:
    for form in ("angry-bear", "von-wilder", "miserable-toad"):
        with pytest.raises(BadScenario, match=f'no Hero "{form}"'):
            SYSTEM.scenario(parse_scenario(scenario([form, "one-shot", "nyan-nyan"])))


@rule("SU-2", state=True)
def test_a_pet_that_is_there_from_the_start_is_in_no_deck() -> None:
    text = scenario(["brave-mode-candy", "one-shot", "nyan-nyan"])
    text = text.replace('"The Colonel"', '"Never-Lost Cola"')
    with pytest.raises(BadScenario, match="starts with Brave-Mode Candy"):
        SYSTEM.scenario(parse_scenario(text))


@rule("AF-4", "SU-2")
def test_elements_are_chosen_and_pets_join_when_the_game_begins() -> None:
    party = ["hidden-shrine-master", "brave-mode-candy", "hidden-shrine-mystic"]
    header = Header(
        system=SYSTEM.name,
        version=SYSTEM.version,
        digest=SYSTEM.digest(),
        scenario="heroes",
        text=scenario(party),
        options={},
        seed="00" * 32,
    )
    game = Game(SYSTEM, header)
    for id, element in (("hidden-shrine-master", "Fly"), ("hidden-shrine-mystic", "Slow")):
        assert game.decision is not None and game.decision.prompt == "ask.element"
        assert game.decision.seats == (id,)
        game.answer(id, f"element>{element}", ())
        assert facts.has(game.state, game.state.members[id], element)
    assert game.decision is not None and game.decision.prompt == "ask.activate"
    assert game.state.members["pet-never-lost-cola"].master == "brave-mode-candy"
    assert SYSTEM.check(game.state) == []
