"""The greedy bot: it chooses sensibly, the same each time, and beats the random one."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.sde.table import table
from webgame.engine.game import Game
from webgame.engine.rng import Rng
from webgame.engine.simulate import header_for, seat_bots, seed_for
from webgame.systems.sde_arcade.bots import BOTS
from webgame.systems.sde_arcade.bots.greedy import ENDLESS, GreedyBot, gear
from webgame.systems.sde_arcade.bots.odds import chance
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.rules import activation, equipment, facts
from webgame.systems.sde_arcade.system import SdeArcade

KNIGHT, EMERALD, RANGER = "questing-knight", "princess-emerald", "glimmerdusk-ranger"
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "sde_arcade"


def choice(t, hero: str = KNIGHT) -> str:  # type: ignore[no-untyped-def]
    """Return what the bot does with a Hero."""
    decision = activation.menu(t.s, t[hero])
    bot = GreedyBot(Rng(b"any"))
    first = bot.choose(t.s, decision, hero)
    assert bot.choose(t.s, decision, hero) == first
    assert decision.find(hero, first[0]) is not None
    return first[0]


def test_it_attacks_what_it_can_destroy_rather_than_what_it_can_only_wound() -> None:
    t = table({KNIGHT: (5, 5)}, {"trent": ("Trent", (6, 6)), "bill": ("Billmen", (4, 4))})
    assert choice(t) == f"attack.STR>{t['bill'].id}"


def test_it_walks_up_to_a_foe_and_runs_to_a_far_one() -> None:
    t = table({KNIGHT: (0, 5)}, {"bill": ("Billmen", (6, 8))})
    group, _, square = choice(t).partition(">")
    assert group == "move" and facts.distance(t.s, t[KNIGHT], t["bill"]) > 2
    y, x = divmod(int(square), 11)
    assert max(abs(x - 6), abs(y - 8)) <= 2
    rows = (*("...........",) * 5, "..........D", *("...........",) * 5)
    second = (*("...........",) * 5, "D..........", *("...........",) * 5)
    far = table({KNIGHT: (0, 5)}, {"bill": ("Billmen", (20, 5))}, rows=rows, second=second)
    assert choice(far) == "run"


def test_a_small_foe_is_no_target_from_afar() -> None:
    """AB-3: with a bow it goes as near as it must, and not to where the foe would only seem in reach."""
    near = table({RANGER: (0, 5)}, {"mook": ("Mook", (7, 5))})
    assert choice(near, RANGER).startswith("attack.DEX>")
    t = table({RANGER: (0, 5)}, {"gel": ("Fire Gel", (7, 5))})
    group, _, square = choice(t, RANGER).partition(">")
    assert group == "move"
    t[RANGER].at = int(square)
    assert facts.distance(t.s, t[RANGER], t["gel"]) == 3
    assert choice(t, RANGER).startswith("attack.DEX>")


def test_with_luck_it_puts_back_what_is_worth_least() -> None:
    t = table({KNIGHT: (5, 5)}, {})
    hand = sorted(box().equipment, key=lambda name: gear.card_value(t.s, t[KNIGHT], box().equipment[name]))
    hand = [hand[len(hand) // 2], hand[0], hand[-1]]
    decision = t.ask(equipment._choose(t.g, t[KNIGHT], hand))
    assert GreedyBot(Rng(b"any")).choose(t.s, decision, KNIGHT) == (f"back>{hand[1]}", ())


@pytest.mark.parametrize("name", ["greedy", "clever"])
def test_in_a_game_without_end_it_draws_lots(name: str) -> None:
    """A foe it took for one in reach, and went to and fro: lots end that, and any other standstill."""
    t = table({KNIGHT: (0, 5)}, {"bill": ("Billmen", (6, 8))})
    decision = activation.menu(t.s, t[KNIGHT])
    chosen = {}
    for t.s.turn.round in (ENDLESS, ENDLESS + 1):
        bots = [BOTS[name](Rng(bytes([seed]))) for seed in range(20)]
        chosen[t.s.turn.round] = {bot.choose(t.s, decision, KNIGHT)[0] for bot in bots}
    assert len(chosen[ENDLESS]) == 1 and len(chosen[ENDLESS + 1]) > 3
    assert all(decision.find(KNIGHT, option) for option in chosen[ENDLESS + 1])


def test_it_picks_the_lock_of_a_chest_beside_it_when_no_foe_is_there() -> None:
    t = table({EMERALD: (5, 5)}, {})
    chest = t.token("chest", 6, 5)
    assert choice(t, EMERALD) == f"pick_lock>{chest.id}"


def test_it_goes_for_a_potion_on_the_floor_only_while_somebody_has_room_for_it() -> None:
    t = table({EMERALD: (5, 5)}, {})
    t.token("potion", 0, 0)
    assert choice(t, EMERALD).startswith("move>")
    t[EMERALD].potions = facts.potion_limit(t.s, t[EMERALD])
    assert choice(t, EMERALD) == "end"


def test_hurt_and_out_of_reach_it_does_not_walk_back_into_it() -> None:
    t = table({KNIGHT: (0, 0)}, {"boris": ("Bashful Boris", (9, 9))})
    t[KNIGHT].wounds = 4
    assert choice(t) == "bandage>questing-knight"
    t[KNIGHT].ap_spent = 3
    assert choice(t) == "end"


def test_hurt_it_drinks_its_healing_potion() -> None:
    t = table({EMERALD: (0, 0)}, {"boris": ("Bashful Boris", (9, 9))})
    t[EMERALD].wounds, t[EMERALD].potions = 3, 1
    assert choice(t, EMERALD) == "drink.princess-emerald.Hunter's Rations"


def test_with_nothing_useful_to_do_it_ends_the_activation() -> None:
    assert choice(table({KNIGHT: (5, 5)}, {})) == "end"


def test_odds_are_those_of_the_dice() -> None:
    assert chance(1, 0, 0, 0, 0) == pytest.approx(3 / 6)
    assert chance(0, 1, 0, 1, 2) == pytest.approx(2 / 6)


def _game(name: str, bot: str, number: int, cap: int) -> tuple[Game, int, float]:
    system = SdeArcade()
    seed = seed_for("bots", number)
    text = (SCENARIOS / f"{name}.toml").read_text()
    game = Game(system, header_for(system, name, text, seed), quiet=True, keep_snapshots=False)
    bots = seat_bots(system, game, {"": bot}, seed)
    answers, spent = 0, 0.0
    while game.decision is not None and answers < cap:
        seat = game.waiting()[0]
        start = time.perf_counter()
        option, picks = bots[seat].choose(game.state, game.decision, seat)
        spent += time.perf_counter() - start
        game.answer(seat, option, picks)
        answers += 1
    return game, answers, spent


def test_greedy_beats_random_clearly() -> None:
    assert {"random", "greedy"} <= set(BOTS)
    scores = {"random": 0, "greedy": 0}
    for bot in scores:
        for number in range(8):
            game, _, _ = _game("first-steps", bot, number, 600)
            won = game.result is not None and game.result.sides["heroes"] == "win"
            scores[bot] += game.system.measures(game.state)["points_destroyed"] + 3 * won  # type: ignore[attr-defined]
    assert scores["greedy"] >= 4 + 2 * scores["random"]


def test_a_decision_of_the_bot_takes_a_millisecond_at_most() -> None:
    _game("forgotten-king", "greedy", 0, 200)  # warms the caches of lines of sight
    _, answers, spent = _game("forgotten-king", "greedy", 0, 200)
    assert spent / answers < 0.005  # usually 0.2 ms; a busy machine must not fail the test


def test_after_a_hundred_rounds_a_hurt_hero_dares_what_it_would_not() -> None:
    t = table({KNIGHT: (5, 5)}, {"roxor": ("Rockin' Roxor", (5, 9))})
    t[KNIGHT].wounds = facts.hearts(t.s, t[KNIGHT]) - 1
    before = choice(t)
    t.s.turn.round = 101
    after = choice(t)
    assert before.startswith("bandage>") and after.startswith(("move>", "attack.", "act.")), (before, after)
