"""Golden games: twelve whole games, saved with their final hash and told in words.

Each dungeon boss is met and beaten once; three games are lost: in the Consul turn, in a Hero turn, and with
the boss on the map. The bot plays, and the first seed that ends as wanted is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any, Literal

import msgspec

from tests.golden.transcript import Told, transcript
from tests.sde.setups import dealt
from webgame.engine import save as saves
from webgame.engine.game import Game
from webgame.engine.simulate import header_for, play_out, seat_bots, seed_for
from webgame.systems.sde_arcade import system

SYSTEM: Any = system.SYSTEM
FOLDER = Path(__file__).parent / "games"
SEEDS = 400  # tried at most for a game
DEAL = 8  # seeds tried with the same contents

Ending = Literal["victory", "lost in the Consul turn", "lost in a Hero turn", "lost to the boss"]


class Plan(msgspec.Struct, frozen=True):
    """A game to be found: who is in it, how it ends, and in how many answers at most."""

    name: str
    boss: str
    heroes: int
    ending: Ending
    answers: int
    options: dict[str, Any] = {}

    @property
    def save(self) -> Path:
        """The file of the save."""
        return FOLDER / f"{self.name}.json"

    @property
    def words(self) -> Path:
        """The file of the transcript."""
        return FOLDER / f"{self.name}.txt"

    def scenario(self, number: int) -> str:
        """Return the scenario of an attempt: a few games in a row have the same."""
        return dealt(self.name, self.heroes, self.boss, f"{self.name} {number // DEAL}")

    def met(self, game: Game) -> bool:
        """Whether a game is of this plan and ended as wanted."""
        scenario = game.scenario
        if (scenario.boss, len(scenario.heroes), game.header.options) != (
            self.boss,
            self.heroes,
            self.options,
        ):
            return False
        turn, boss = game.state.turn, any(m.kind == "dungeon_boss" for m in game.state.monsters.values())
        lost = game.state.outcome == "defeat"
        return {
            "victory": game.state.outcome == "victory",
            "lost in the Consul turn": lost and turn.side == "consul",
            "lost in a Hero turn": lost and turn.side == "heroes",
            "lost to the boss": lost and boss,
        }[self.ending]


PLANS = [
    Plan("forgotten-king", "The Forgotten King", 3, "victory", 420),
    Plan("beatrix", "Beatrix the Witch Queen", 4, "victory", 520, {"traps": "players"}),
    Plan("goro", "Goro", 5, "victory", 760, {"rules": {"heroes_per_turn": 4, "start_coins": 2}}),
    Plan("ragin-roxor", "Ragin' Roxor", 3, "victory", 420, {"rules": {"start_coins": 2}}),
    Plan("rockin-roxor", "Rockin' Roxor", 3, "victory", 420, {"rules": {"start_potions": 1}}),
    Plan("starfire", "Starfire", 3, "victory", 420, {"setup": "players"}),
    Plan("king-starfire", "King Starfire", 3, "victory", 420),
    Plan("von-drakk", "Von Drakk", 3, "victory", 460, {"potion_windows": "all"}),
    Plan("nocturne", "Nocturne", 3, "victory", 420),
    Plan("lost-in-consul-turn", "Nocturne", 5, "lost in the Consul turn", 160),
    Plan("lost-in-hero-turn", "Goro", 4, "lost in a Hero turn", 300, {"setup": "players"}),
    Plan("lost-to-boss", "Beatrix the Witch Queen", 3, "lost to the boss", 500),
]


def search(plan: Plan) -> saves.Save:
    """Play until a game ends as wanted and return it; raise LookupError if none does."""
    for number in range(SEEDS):
        text = plan.scenario(number)
        seed = seed_for(f"golden {plan.name}", number)
        game = Game(
            SYSTEM, header_for(SYSTEM, plan.name, text, seed, plan.options), keep_snapshots=False, quiet=True
        )
        for _ in play_out(game, seat_bots(SYSTEM, game, {"": "greedy"}, seed), cap=plan.answers):
            pass
        if plan.met(game):
            return saves.whole(game, plan.name)
    raise LookupError(f"none of {SEEDS} games of {plan.name} ends as wanted: {plan.ending}")


def written(made: saves.Save) -> bytes:
    """Return a save as a file with an entry on each line."""
    head, mark, tail = msgspec.json.encode(made).partition(b'"entries":[')
    return head + mark + tail.replace(b'{"kind":', b'\n{"kind":') + b"\n"


def stored(plan: Plan) -> saves.Save:
    """Return the save of a plan's file."""
    return saves.read(plan.save.read_bytes())


def difference(plan: Plan, now: Told) -> Iterator[str]:
    """Yield how a transcript differs from that in the file."""
    then = plan.words.read_text(encoding="utf-8").splitlines()
    yield from unified_diff(then, now, plan.words.name, "now", n=3, lineterm="")


def compare(plan: Plan) -> list[str]:
    """Return what is wrong with a stored game, [] if nothing."""
    if not plan.save.exists() or not plan.words.exists():
        return [f"there is no game {plan.name}: run python -m tests.golden --renew"]
    then = stored(plan)
    now = transcript(then)
    wrong = [*filter(None, [now.error]), *difference(plan, now)][:60]
    if not wrong and (then.hash, then.result) != (now.game.hash(), now.game.result):
        wrong.append(f"the words are the same, but it leads to the hash {now.game.hash()}")
    if not wrong and not plan.met(now.game):
        wrong.append(f"boss, party or options are others than the plan's, or the end is not: {plan.ending}")
    return wrong


def renew(plan: Plan) -> None:
    """Write a game anew: the same answers if they still lead to the end that is wanted, else another game."""
    made, keep = None, False
    if plan.save.exists():
        made = stored(plan)
        text, seed = made.header.text, bytes.fromhex(made.header.seed)
        header = header_for(SYSTEM, plan.name, text, seed, made.header.options)
        made = msgspec.structs.replace(made, header=header)
        now = transcript(made)
        keep = not now.error and plan.met(now.game)
    if made is None or not keep:
        made = search(plan)
        now = transcript(made)
        if now.error:
            raise RuntimeError(f"{plan.name} breaks when it is told: {now.error}")
    made.hash, made.result = now.game.hash(), now.game.result
    FOLDER.mkdir(exist_ok=True)
    plan.save.write_bytes(written(made))
    plan.words.write_text("\n".join(now) + "\n", encoding="utf-8")
