"""The Consul turn: disturbed monsters, their order, upkeep, command card and commands (MA-1 to MA-12).

The cursor is in `s.turn`: `step` and `repeat` say which command of the card is performed; `at` is 0 before
the command, else one more than the place in `order` of the monster that comes next; `extra` are monsters that
still have a Move of their own to make; `moved` the minions that have moved in this Move command.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from webgame.engine.game import Play
from webgame.engine.system import CHECKPOINT, FRAME
from webgame.systems.sde_arcade.cards import Effect, box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import (
    choices,
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
    wounds,
)
from webgame.systems.sde_arcade.state import OFF, Figure, Lasting, Monster, State

RANKS = ("dungeon_boss", "mini_boss", "elite", "boo_booty", "minion", "creep")  # of activation order (MA-6)
ORDER = {kind: place for place, kind in enumerate(RANKS)} | {"boo_booty": RANKS.index("elite")}  # BB-5
RULES = {"spawn": "CM-1", "move": "MV-1", "unique": "UN-1", "fight": "FI-1"}
SHIFTED = "Shapeshift"  # marks a model that has used its free shift (SH-4)


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
    why = disturbed(s)
    turn.disturbed = sorted(why, key=targets.number)
    turn.left_to_engine = False
    turn.order = yield from _settle_order(g, activation_order(s, turn.disturbed))
    _tell_order(g, why)
    yield FRAME
    yield from _upkeep(g)
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


def disturbed(s: State) -> dict[str, str]:
    """Return the disturbed models and why each is (MA-1 to MA-5)."""
    lay = layout(s)
    heroes = list(s.heroes())
    tiles = {tile for hero in heroes for tile in facts.tiles_of(s, hero)}
    ground = 0
    for tile in tiles:
        ground |= lay.tiles[tile]
    around = 0
    if s.options["disturb_by"] == "squares":
        for hero in heroes:
            around |= lay.grid.within(facts.base(s, hero), int(s.options["disturb_range"]))
    elif s.options["disturb_by"] == "tiles":
        for doorway in lay.doorways:
            if doorway.joined in tiles:
                around |= lay.tiles[doorway.tile]
    why: dict[str, str] = {}
    for monster in s.foes():
        if monster.kind in ("mini_boss", "dungeon_boss") and s.options["disturb_bosses"]:
            why[monster.id] = "boss"
        elif facts.base(s, monster) & ground:
            why[monster.id] = "tile"
        elif monster.kind != "creep" and facts.base(s, monster) & around:
            why[monster.id] = "near"
    _wake_gangs(s, why)
    return why


def _wake_gangs(s: State, why: dict[str, str]) -> None:
    """A gang acts if any of its members is disturbed; minions wake with their elite (MA-5)."""
    gangs = [(m.id, facts.gang(s, m).partners) for m in s.foes() if m.kind == "elite"]
    gangs = [(elite, partners) for elite, partners in gangs if partners]
    awake = -1
    while awake != len(why):
        awake = len(why)
        for elite, partners in gangs:
            if elite in why or any(partner in why for partner in partners):
                for id in (elite, *partners):
                    why.setdefault(id, "gang")


def activation_order(s: State, awake: list[str]) -> list[str]:
    """Return disturbed monsters in order: nearest to the Hero with most wrath, rank, fewest hearts (MA-6)."""
    models = [s.monsters[id] for id in awake if s.monsters[id].kind != "spawning_point"]
    return [m.id for m in sorted(models, key=_place_in_order(s))]


Place = tuple[int, int, int, tuple[int, str]]


def _place_in_order(s: State) -> Callable[[Monster], Place]:
    """Return what monsters are ordered by (MA-6); the house rule `activation_order` says what comes first."""
    hero = targets.most_wrath(s)
    first = s.options["activation_order"]
    heroes = list(s.heroes()) if first == "nearest" else [hero] if hero is not None else []

    def key(m: Monster) -> Place:
        steps = min((targets.distance(s, m, each) for each in heroes), default=0)
        hearts, number = facts.hearts_left(s, m), targets.number(m.id)
        return (
            (ORDER[m.kind], steps, hearts, number)
            if first == "rank"
            else (steps, ORDER[m.kind], hearts, number)
        )

    return key


def _settle_order(g: Play, order: list[str]) -> Generator[Any, Any, list[str]]:
    """Let the players choose which of equal monsters goes first, if they are asked (MA-6, AI-1)."""
    s: State = g.state
    if not choices.asked(s):
        return order
    place = _place_in_order(s)
    left, settled = list(order), []
    while left:
        best = place(s.monsters[left[0]])[:-1]
        equal = [id for id in left if place(s.monsters[id])[:-1] == best]
        if s.monsters[left[0]].kind == "minion":  # it moves with its gang
            equal = equal[:1]
        id = yield from choices.among(g, "order", "MA-6", "piece", equal)
        settled.append(id)
        left.remove(id)
    return settled


def _tell_order(g: Play, why: dict[str, str]) -> None:
    s: State = g.state
    if g.quiet:
        return
    g.emit("ev.disturbed", "MA-1", n=len(why), of=sum(1 for _ in s.foes()))
    rules = {"boss": "MA-2", "tile": "MA-1", "near": "MA-1", "gang": "MA-5"}
    for id in s.turn.disturbed:
        who = facts.name(s.monsters[id])
        g.emit("ev.woken", rules[why[id]], depth=1, who=who, why=f"l.woken.{why[id]}")
    if s.turn.order:
        hero = targets.most_wrath(s)
        names = ", ".join(facts.name(s.monsters[id]) for id in s.turn.order)
        g.emit("ev.order", "MA-6", depth=1, what=names, target=facts.name(hero) if hero else "")
        place = _place_in_order(s)
        for n, id in enumerate(s.turn.order, 1):
            monster = s.monsters[id]
            if monster.kind != "minion":
                steps, rank, hearts, _ = place(monster)
                if s.options["activation_order"] == "rank":
                    steps, rank = rank, steps
                params: dict[str, Any] = {
                    "who": facts.name(monster),
                    "what": f"l.rank.{RANKS[rank]}",
                    "hearts": hearts,
                }
                g.emit("ev.order_place", "MA-6", depth=1, n=n, steps=steps, **params)


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


# -- (c) upkeep ------------------------------------------------------------------------------------------


def _upkeep(g: Play) -> Generator[Any, Any, None]:
    """Perform the upkeep of all disturbed monsters in their order (MA-7)."""
    s: State = g.state
    _end_orphans(s)
    for id in s.turn.order:
        monster = s.monsters.get(id)
        if monster is None:
            continue
        _end_effects(s, monster)
        if monster.wounds and facts.has(s, monster, "Tough"):
            wounds.unwound(g, monster, 1, "HA-2")
        if "Fire" in monster.status:
            g.emit("ev.burns", "ST-6", who=facts.name(monster))
            gone = yield from wounds.wound(g, monster, 1, None, "ST-6")
            yield from wounds.end_action(g)
            yield FRAME
            if s.outcome:
                return
            if gone and s.monsters.get(id) is not monster:
                continue
        yield from _feed(g, monster)
        yield from _shift(g, monster)


def _everybody(s: State) -> list[Figure]:
    return [*s.members.values(), *s.monsters.values()]


def _end_effects(s: State, monster: Monster) -> None:
    """End what a monster's own actions put on anybody until its next upkeep (MA-7, UN-4)."""
    for fig in _everybody(s):
        if fig.lasting:
            fig.lasting = [e for e in fig.lasting if e.until != "next_upkeep" or e.source != monster.id]
    for entry in monster.lasting:
        if entry.until == "end_of_next_activation" and entry.count > 1:
            entry.count = 1  # this Consul turn is the one at whose end it is over


def _end_orphans(s: State) -> None:
    """End effects whose source has left the game: it has no next upkeep."""
    for fig in _everybody(s):
        if fig.lasting:
            fig.lasting = [
                e
                for e in fig.lasting
                if e.until != "next_upkeep" or e.source in s.monsters or e.source in s.members or not e.source
            ]


def _feed(g: Play, monster: Monster) -> Generator[Any, Any, None]:
    """Feed Me: if wounded, destroy a minion within two squares and remove one wound (AB-3)."""
    s: State = g.state
    if not monster.wounds or not facts.has(s, monster, "Feed Me"):
        return
    squares = int(s.options["gang_range"])
    minions = [m for m in s.foes() if m.kind == "minion" and facts.near(s, monster, m, squares)]
    if not minions:
        return
    minions.sort(key=lambda m: targets.number(m.id))
    who = facts.name(monster)
    id = yield from choices.among(g, "eaten", "AB-3", "piece", [m.id for m in minions], who=who)
    eaten = next(m for m in minions if m.id == id)
    g.emit("ev.feeds", "AB-3", who=facts.name(monster), what=facts.name(eaten))
    yield from wounds.destroy(g, eaten, None, reward=False)
    wounds.unwound(g, monster, 1, "AB-3")
    yield FRAME


def _shift(g: Play, monster: Monster) -> Generator[Any, Any, None]:
    """Let a model with a free choice of form shift once, when wounded to half (SH-1, SH-2, SH-4, SH-5)."""
    s: State = g.state
    printed = facts.monster_card(monster).abilities
    form = next((a.partition(": ")[2] for a in printed if a.startswith("Shapeshift: ")), "")
    if not form or "Forced Shift" in printed or "Fixed Form" in printed:
        return
    when = s.options["free_shift"]
    if when == "never" or any(e.name == SHIFTED for e in monster.lasting):
        return
    if when == "half" and monster.wounds * 2 < facts.hearts(s, monster):
        return
    was, square = monster.card, monster.at
    monster.card, monster.at = form, OFF
    monster.size = facts.monster_card(monster).base[0]
    monster.lasting.append(Lasting(SHIFTED, {"op": "shifted"}, "destroyed"))
    g.emit("ev.shifts", "SH-4", {"type": "glow", "piece": monster.id, "n": 0}, who=was, what=form)
    if not spawn.place_near(g, monster, square):
        raise RuntimeError(f"no room for {form} on the whole map")
    if monster.wounds >= facts.hearts(s, monster):
        yield from wounds.destroy(g, monster, None)
        yield from wounds.end_action(g)
    yield FRAME


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
