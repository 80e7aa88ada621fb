"""The Consul turn: disturbed monsters, their order, upkeep, command card and commands (MA-1 to MA-12).

The cursor is in `s.turn`: `step` and `repeat` say which command of the card is performed; `at` is 0 before
the command, else one more than the place in `order` of the monster that comes next; `extra` are monsters that
still have a Move of their own to make; `moved` the minions that have moved in this Move command.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.game import Play
from webgame.engine.system import CHECKPOINT, FRAME
from webgame.systems.sde_arcade.cards import Effect, box
from webgame.systems.sde_arcade.rules import (
    facts,
    fight,
    followers,
    kept,
    march,
    potions,
    spawn,
    targets,
    terrain,
    traits,
    unique,
    upkeep,
    waking,
    wounds,
)
from webgame.systems.sde_arcade.state import OFF, Lasting, Monster, State

RULES = {"spawn": "CM-1", "move": "MV-1", "unique": "UN-1", "fight": "FI-1"}


def run(g: Play) -> Generator[Any, Any, None]:
    """Play the Consul turn, or go on with it from where the state stands; then Power-Up follows (TS-6)."""
    s: State = g.state
    turn = s.turn
    if turn.phase == "consul":
        yield CHECKPOINT
        yield from _begin(g)
        if s.outcome:
            return
        turn.phase = "command"
    if s.options["card_order"] == "monster":
        yield from _by_monster(g)
    while turn.step < len(box().commands[turn.card].steps) and not s.outcome:
        yield from _command(g)
        _next_command(s)
    if s.outcome:
        return
    yield from _end(g)
    if not s.outcome:
        turn.phase = "power_up"


# -- (a) to (d): before the commands ----------------------------------------------------------------------


def _begin(g: Play) -> Generator[Any, Any, None]:
    """Determine disturbed monsters and their order, perform upkeep and draw the command card (TS-6)."""
    s: State = g.state
    turn = s.turn
    turn.step = turn.repeat = turn.at = turn.player = 0
    turn.followed = {}
    turn.extra, turn.moved, turn.card = [], [], ""
    for monster in s.monsters.values():
        monster.ac_spent = 0
        monster.unique_wounded = False
    g.emit("ev.consul_turn", "TS-6", {"type": "banner", "tone": "consul"}, n=turn.round)
    why = waking.disturbed(s)
    turn.disturbed = sorted(why, key=targets.number)
    turn.left_to_engine = False
    turn.order = yield from waking.settle(g, waking.activation_order(s, turn.disturbed))
    waking.tell(g, why)
    yield FRAME
    yield from upkeep.run(g)
    if s.outcome:
        return
    card = s.command.draw(g.rng)
    if card is None:
        raise RuntimeError("the command deck holds no card at all")
    turn.card = card
    g.reveal()
    g.emit("ev.command_card", "MA-8", {"type": "card", "card": f"command.{card}"}, what=card)
    yield from _special(g)
    yield FRAME
    yield from potions.emergency_window(g, "card", what=card)


def _special(g: Play) -> Generator[Any, Any, None]:
    """Apply the special rule of the command card (MA-10); what lasts is looked up while it is in play."""
    s: State = g.state
    special = box().commands[s.turn.card].special
    if special is None:
        return
    g.emit("ev.special", "MA-10", depth=1, what=special.name, text=special.text)
    for effect in special.effects:
        if effect["op"] == "heal_or_remedy":
            for id in s.turn.order:
                if id in s.monsters:
                    yield from wounds.heal(g, s.monsters[id], int(effect["amount"]), "MA-10", "")
        elif not _lasts(effect):
            raise NotImplementedError(
                f"{s.turn.card}: effect {effect['op']!r} of a command card is not supported"
            )


def _lasts(effect: Effect) -> bool:
    """Whether an effect of a command card is one that `facts.turn_effects` is asked for."""
    return effect["op"] in ("target", "str", "mov", "mov_mult", "forbid") or effect.get("on") == "wound"


# -- (e) the commands --------------------------------------------------------------------------------------


def _command(g: Play) -> Generator[Any, Any, None]:
    """Perform one command of the card once, with all disturbed monsters in activation order (MA-9)."""
    s: State = g.state
    turn = s.turn
    steps = box().commands[turn.card].steps
    command = steps[turn.step].command
    if turn.at == 0:
        yield CHECKPOINT
        turn.at = 1
        of = steps[turn.step].times
        g.emit("ev.command", RULES[command], what=f"l.step_{command}", n=turn.repeat + 1, of=of)
        if command == "spawn":
            turn.extra = yield from spawn.command(g)
            if s.outcome:
                return
    if command == "spawn":
        yield from _hatch(g)
        return
    while turn.at <= len(turn.order) and not s.outcome:
        monster = s.monsters.get(turn.order[turn.at - 1])
        if monster is None or not _performs(s, monster, command):
            turn.at += 1
            continue
        yield CHECKPOINT
        turn.at += 1
        yield from _perform(g, monster, command)
        _cure(g)
        yield FRAME


def _by_monster(g: Play) -> Generator[Any, Any, None]:
    """Let each monster perform all commands of the card before the next begins; spawning comes first.

    A house rule (MA-9). `turn.player` is 0 while spawning points spawn, else one more than the place in
    `order` of the monster whose turn it is.
    """
    s: State = g.state
    turn = s.turn
    steps = box().commands[turn.card].steps
    if turn.player == 0:
        while turn.step < len(steps) and not s.outcome:
            if steps[turn.step].command == "spawn":
                yield from _command(g)
            _next_command(s)
        turn.step, turn.player = 0, 1
    while turn.player <= len(turn.order) and not s.outcome:
        monster = s.monsters.get(turn.order[turn.player - 1])
        while monster is not None and turn.step < len(steps) and not s.outcome:
            command = steps[turn.step].command
            if command == "spawn" or s.monsters.get(monster.id) is not monster:
                _next_command(s)
                continue
            turn.moved = turn.followed.get(f"{turn.step}.{turn.repeat}", [])
            if not _performs(s, monster, command):
                _next_command(s)
                continue
            yield CHECKPOINT
            times, what = steps[turn.step].times, f"l.step_{command}"
            g.emit("ev.command_of", "MA-9", who=facts.name(monster), what=what, n=turn.repeat + 1, of=times)
            now = f"{turn.step}.{turn.repeat}"
            moved = turn.moved
            _next_command(s)
            turn.moved = moved
            yield from _perform(g, monster, command)
            turn.followed[now] = turn.moved
            _cure(g)
            yield FRAME
        turn.step = turn.repeat = 0
        turn.player += 1
    turn.step = len(steps)


def _cure(g: Play) -> None:
    """Monsters that have come to be immune lose their tokens: by an aura, by their gang (AB-3 Immune).

    Those that have lost their gang may not be able to stay where they stand.
    """
    s: State = g.state
    for monster in s.monsters.values():
        if monster.status and monster.at != OFF and not monster.friend:
            wounds.cure_immune(g, monster)
    traits.settle(g)


def _next_command(s: State) -> None:
    """Move the cursor on to the next repeat or step."""
    turn = s.turn
    turn.at = 0
    turn.moved = []
    turn.repeat += 1
    if turn.repeat >= box().commands[turn.card].steps[turn.step].times:
        turn.step, turn.repeat = turn.step + 1, 0


def _hatch(g: Play) -> Generator[Any, Any, None]:
    """Let monsters that Quick Hatch has just spawned make a Move at once, with their gangs (MA-4)."""
    s: State = g.state
    turn = s.turn
    while turn.extra and not s.outcome:
        monster = s.monsters.get(turn.extra[0])
        if monster is None or not _performs(s, monster, "move"):
            turn.extra.pop(0)
            continue
        yield CHECKPOINT
        hatched = list(turn.extra)
        turn.extra.pop(0)
        yield from march.move(g, monster, hatched)
        yield FRAME


def _performs(s: State, monster: Monster, command: str) -> bool:
    """Whether a monster takes part in a command: of minions only unbonded ones, in Move (GA-9, MV-10)."""
    if monster.at == OFF or monster.friend:
        return False
    if monster.kind == "minion":
        return (
            command == "move" and not followers.bonded_elites(s, monster) and monster.id not in s.turn.moved
        )
    if command == "unique":
        return bool(facts.gang(s, monster).unique)
    return True


def _perform(g: Play, monster: Monster, command: str) -> Generator[Any, Any, None]:
    """Let a monster perform a command; a window for potions comes before it if that may matter (PO-9)."""
    s: State = g.state
    if command == "move":
        if monster.kind == "minion":
            yield from march.move_alone(g, monster)
        else:
            yield from march.move(g, monster, s.turn.disturbed)
    elif command == "fight":
        if not _out(g, monster, ("Knockdown",)):
            if _potions_left(s):
                yield from fight.window(g, monster)
            if s.monsters.get(monster.id) is monster:
                yield from fight.fight(g, monster)
    elif not _out(g, monster, ("Knockdown", "Ice")):
        if _potions_left(s):
            yield from unique.window(g, monster)
        if s.monsters.get(monster.id) is monster:
            yield from unique.perform(g, monster)
    if (
        not s.outcome
        and s.monsters.get(monster.id) is monster
        and "Surge" in facts.monster_card(monster).abilities
    ):
        yield from march.surge(g, monster, int(s.options["surge_squares"]))


def _potions_left(s: State) -> bool:
    """Whether there is anything to drink: else no window needs to be looked for."""
    return any(hero.potions for hero in s.heroes()) or bool(s.kept and kept.any_time(s))


def _out(g: Play, monster: Monster, statuses: tuple[str, ...]) -> bool:
    """Whether a status keeps a monster from this command (ST-7, UN-8); tells which."""
    for status in statuses:
        if status in monster.status:
            rule = "ST-7" if status == "Knockdown" else "UN-8"
            g.emit("ev.out", rule, who=facts.name(monster), what=status)
            return True
    return False


# -- the end -----------------------------------------------------------------------------------------------


def _end(g: Play) -> Generator[Any, Any, None]:
    """End the turn: what ends with an activation, then the command card is discarded (TE-5, MA-12)."""
    s: State = g.state
    turn = s.turn
    for id in turn.order:
        monster = s.monsters.get(id)
        if monster is None or monster.at == OFF:
            continue
        yield from terrain.end_of_activation(g, monster)
        if s.outcome:
            return
        if monster.lasting:
            monster.lasting = [e for e in monster.lasting if not _over(e)]
        wounds.status_ends(g, monster)
    s.command.discard(turn.card)
    turn.card = ""
    turn.disturbed, turn.order = [], []
    turn.step = turn.repeat = turn.at = turn.player = 0
    turn.followed = {}


def _over(entry: Lasting) -> bool:
    """Whether a lasting effect on a monster ends with this Consul turn."""
    if entry.until == "end_of_activation":
        return True
    return entry.until == "end_of_next_activation" and entry.count <= 1
