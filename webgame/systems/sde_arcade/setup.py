"""Set-up: what is chosen, drawn and shuffled before anything is placed (SU-1 to SU-10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webgame.engine.decks import Deck
from webgame.engine.game import Play
from webgame.engine.rng import Rng
from webgame.engine.system import BadScenario, Options, Problem
from webgame.systems.sde_arcade import dungeon
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.contents import (
    HAND,
    Scenario,
    base_treasures,
    copies,
    explore_cards,
    place_tiles,
)
from webgame.systems.sde_arcade.forms import meant
from webgame.systems.sde_arcade.rules import building, facts, pets, wounds
from webgame.systems.sde_arcade.rules.populate import run, spawning_list
from webgame.systems.sde_arcade.scenario import wrong_rules
from webgame.systems.sde_arcade.state import Member, Pool, State, Tile, Turn
from webgame.systems.sde_arcade.supported import lacking

__all__ = ["checked", "run", "setup", "totals"]

CHOOSERS = ("auto", "players")  # option `setup`: who chooses squares, if the scenario leaves that open
PLACED = ("start", "points", "chests")  # what the players then set up by hand
KNOWN_COPIES = 4  # of each command card that is known by name (MA-11)
ALONE = ("consul_choices", "traps", "potion_windows")  # house rules that may stand beside the table `rules`
OPTIONS = ("rules", "setup", *ALONE)  # that a game may have


def setup(play: Play, scenario: Scenario, options: Options) -> None:
    """Lay out all that is chosen or drawn before anything is placed (SU-1 to SU-10).

    Options: `setup` = "auto" or "players"; `rules`: the house rules (box/house_rules.json); those of `ALONE`
    may stand beside that table as well.
    Raises BadScenario for options that are wrong.
    """
    house, who = checked(options)
    rules = box().constants | scenario.rules | house
    rng = play.rng
    tiles = _tiles(rng, scenario)
    name = dungeon.key(tiles)
    grid = dungeon.layout_of(name).grid
    state = State(
        scenario=scenario.name,
        options=rules,
        dungeon=name,
        width=grid.width,
        height=grid.height,
        tiles=tiles,
        members={id: _hero(id, card) for id, card in scenario.party().items()},
        monsters={},
        tokens={},
        templates={},
        pool=_pool(scenario),
        loot=_deck(rng, "loot", copies(scenario, "loot")),
        treasure=_deck(rng, "treasure", _treasures(rng, scenario)),
        explore=_deck(rng, "explore", explore_cards(scenario)),
        command=_deck(rng, "command", _commands(scenario, rules["command_deck"])),
        backpack=[],
        turn=Turn(),
        wrath_supply=_wrath(scenario, rules["wrath_supply"]),
        spawn_points=len(scenario.models()),
    )
    state.coins = int(state.options["start_coins"])
    for member in state.members.values():
        member.potions = min(int(state.options["start_potions"]), facts.potion_limit(state, member))
    hand = [*scenario.setup.by_hand(), *(PLACED if who == CHOOSERS[1] else ())]
    state.options["setup"] = {
        "hand": list(dict.fromkeys(hand)),
        "points": list(scenario.spawning_points),
        "spawn_at": [place.spawn for place in scenario.dungeon.tiles],
        "start_tile": scenario.dungeon.start,
        "chests": scenario.size("chests"),
    }
    if not tiles:
        state.options["setup"] |= {"sides": _sides(scenario), "tiles": scenario.size("tiles")}
    state.options["totals"] = totals(state)
    play.state = state


def totals(s: State) -> dict[str, Any]:
    """Return how many cards, models and wrath tokens a game is begun with: none may appear or vanish."""
    decks = (s.loot, s.treasure, s.explore, s.command)
    cards = {deck.name: len(deck.draw_pile) for deck in decks}
    # the card of a pet that is there from the start lies beside the deck (SU-2)
    cards["treasure"] += sum(1 for m in s.members.values() if pets.own_pet(m.card))
    return {
        "cards": cards,
        "models": dict(s.pool.monsters) | s.pool.creeps,
        "booties": len(s.pool.booties),
        "wrath": s.wrath_supply,
    }


def _commands(scenario: Scenario, deck: str) -> dict[str, int]:
    """Return the command deck: as the scenario has it, or the kinds known by name alone (MA-11)."""
    if deck == "known":
        return {name: KNOWN_COPIES for name, card in box().commands.items() if card.known}
    return copies(scenario, "command")


def _wrath(scenario: Scenario, supply: str) -> int:
    """Return the wrath tokens of a game: by its size, or twice its Heroes (WR-2)."""
    return 2 * len(scenario.heroes) if supply == "double" else scenario.size("wrath")


def checked(options: Options) -> tuple[dict[str, Any], str]:
    """Return house rules and chooser from a game's options; raise BadScenario with all that is wrong."""
    house: Any = options.get("rules", {})
    who = options.get("setup", "auto")
    alone = {name: options[name] for name in ALONE if name in options}
    if isinstance(house, Mapping):
        problems = wrong_rules(house, "options.rules") + wrong_rules(alone, "options")
    else:
        problems = [Problem("options.rules", f"must be a table, not {house!r}")]
    problems += [
        Problem(f"options.{name[:40]}", f"is no house rule{meant(name, OPTIONS)}")
        for name in options
        if name not in OPTIONS
    ]
    if who not in CHOOSERS:
        problems.append(Problem("options.setup", f'must be "auto" or "players", not {who!r}'))
    if problems:
        raise BadScenario(problems)
    return dict(house) | alone, str(who)


# -- what is chosen ------------------------------------------------------------------------------------------


def _hero(id: str, card: str) -> Member:
    """Return a Hero as it starts: no wounds, status, wrath or equipment (SU-2)."""
    return Member(id, "hero", card, size=box().heroes[card].base[0], seat=id)


def _pool(scenario: Scenario) -> Pool:
    """Return the spawning pool: what the spawning points list, a pair's list once for both (SU-3, SU-4)."""
    monsters: dict[str, int] = {}
    for name in scenario.spawning_points:
        for model, count in spawning_list(name).items():
            monsters[model] = monsters.get(model, 0) + count
    creeps = scenario.creeps or {m.name: m.models for m in box().monsters.values() if m.rank == "creep"}
    for name in scenario.spawning_points:
        for entry in box().monsters[name].spawning_pool:
            model = entry["model"]  # never spawned, but no form of another one: Fire Gels, toads (CM-2)
            if not entry.get("spawn", True) and wounds.first_form(model) == model:
                monsters[model] = monsters.get(model, 0) + int(entry["count"])
    return Pool(monsters, dict(creeps), list(scenario.mini_bosses), scenario.boss, list(box().booty))


def _treasures(rng: Rng, scenario: Scenario) -> dict[str, int]:
    """Return the treasure deck: base, model, boo booty and wonder cards (SU-7).

    Model cards that the scenario does not name are drawn from those of its models, then from the others.
    """
    sizes = box().tables["deck_build"]["treasure"]
    chosen = list(scenario.decks.model_treasures)
    models = [card for card in box().treasure.values() if card.kind == "model"]
    there = {scenario.boss, *scenario.mini_bosses}
    for own in (True, False):
        if len(chosen) >= sizes["model"]:
            break  # what else there is must not matter
        rest = [c.name for c in models if (c.model in there) == own and c.name not in chosen]
        if not own:
            rest = [name for name in rest if not lacking("equipment", name)]
        rng.shuffle("setup.treasure", rest)
        chosen += rest[: max(0, sizes["model"] - len(chosen))]
    wonders = scenario.decks.wonders or _default_wonders()
    return base_treasures(scenario) | dict.fromkeys(chosen, 1) | box().booty | dict.fromkeys(wonders, 1)


def _default_wonders() -> list[str]:
    size: int = box().tables["deck_build"]["treasure"]["wonder"]
    return list(box().wonders)[:size]


def _deck(rng: Rng, name: str, cards: Mapping[str, int]) -> Deck:
    deck = Deck(name, [card for card, count in cards.items() for _ in range(count)])
    deck.shuffle(rng)
    return deck


def _tiles(rng: Rng, scenario: Scenario) -> list[Tile]:
    """Return the tiles in their places, built at random if the scenario says so; none if by hand (SU-5)."""
    plan = scenario.dungeon
    if scenario.setup.dungeon == HAND:
        return []
    if not plan.random:
        return place_tiles(plan)
    sides = [place.side for place in plan.tiles]
    if not sides:
        known = [side.id for side in box().tiles.values() if side.tile]
        sides = building.draw_sides(rng, known, scenario.size("tiles"))
    return dungeon.build(rng, sides, plan.layout)


def _sides(scenario: Scenario) -> list[str]:
    """Return the sides of the tiles that the party may build with: both of each (SU-5)."""
    numbers = {box().tiles[place.side].tile for place in scenario.dungeon.tiles}
    return [side.id for side in box().tiles.values() if side.tile and (side.tile in numbers or not numbers)]
