"""The turn: phases one after the other, and who activates in a Hero turn (TS)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, Group, button, targets
from webgame.engine.game import Play
from webgame.engine.system import CHECKPOINT, FRAME, Rules
from webgame.systems.sde_arcade import setup
from webgame.systems.sde_arcade.rules import activation, consul, equipment, explore, facts, guests, powerup
from webgame.systems.sde_arcade.state import Member, State


def play(g: Play) -> Rules:
    """Run the game from the phase it stands in to its end (TS-1, TS-8, TS-9)."""
    phases = {
        "setup": setup.run,
        "choose": choose,
        "upkeep": activation.upkeep,
        "activation": activation.run,
        "chimera": explore.chimera,
        "power_up": powerup.run,
        "consul": consul.run,
        "command": consul.run,
    }
    s: State = g.state
    while not s.outcome:
        yield from phases[s.turn.phase](g)
    s.turn.phase = "over"
    yield FRAME


def candidates(s: State) -> list[Member]:
    """Return the Heroes that may activate next: first those that did not in the previous Hero turn (TS-3).

    While these are no more than the activations left, each of them will be one of those that act; the players
    then may put another Hero first.
    """
    left = int(s.options["heroes_per_turn"]) - len(s.turn.acted)
    if left <= 0:
        return []
    able = [hero for hero in guests.regulars(s) if hero.id not in s.turn.acted]
    fresh = [hero for hero in able if hero.id not in s.turn.before]
    return fresh if len(fresh) >= left else able


def choose(g: Play) -> Generator[Any, Any, None]:
    """Let the players name the next Hero and whether its pet comes first (TS-2 to TS-5, PT-4)."""
    s: State = g.state
    turn = s.turn
    ready = candidates(s)
    visitors = [guest for guest in guests.waiting(s) if guest.id not in turn.acted]
    if not ready and not visitors:
        turn.phase = "chimera"
        return
    slot = s.options["pet_slot"]  # PT-4
    led = [hero for hero in ready if slot == "either" and facts.pet_of(s, hero) is not None]
    if len(ready) == 1 and not led and not visitors:
        _name(s, ready[0], pet_first=slot == "before")
        return
    yield CHECKPOINT
    groups: list[Group] = []
    if ready:
        ids = [hero.id for hero in ready]
        groups.append(targets("activate", "do.activate", "TS-2", "piece", ids, tone="move"))
    if visitors:  # New Player: in addition to the Heroes of the turn
        ids = [guest.id for guest in visitors]
        groups.append(targets("guest", "do.activate_guest", "EX-6", "piece", ids, tone="move"))
        if not ready:
            groups.append(button("no_guest", "do.no_guest", "EX-6", tone="end"))
    if led:
        ids = [hero.id for hero in led]
        groups.append(
            targets("pet_first", "do.pet_first", "PT-4", "piece", ids, tone="move", icon="paw-print")
        )
    choice: Choice = yield Decision(
        seats=equipment.hero_seats(s),
        prompt="ask.activate",
        rule="TS-3",
        mode="any",
        groups=tuple(groups),
        params={"n": len(turn.acted) + 1},
        about=tuple(hero.id for hero in ready),
    )
    if choice.group == "no_guest":
        turn.phase = "chimera"
        return
    _name(s, s.members[choice.name()], pet_first=choice.group == "pet_first" or slot == "before")
    if choice.group == "guest":
        turn.acted.remove(choice.name())  # it is none of the two


def _name(s: State, hero: Member, *, pet_first: bool) -> None:
    """Make a Hero the one that activates."""
    pet = facts.pet_of(s, hero) if pet_first else None
    s.turn.acted.append(hero.id)
    s.turn.active = hero.id
    s.turn.pet = pet.id if pet is not None else ""
    s.turn.upkeep_done = False
    s.turn.phase = "upkeep"
    hero.pet_done = False
    activation.refresh(hero)
    if pet is not None:
        activation.refresh(pet)
