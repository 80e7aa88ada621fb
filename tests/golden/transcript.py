"""A game in words: each answer and what came of it, as the log at the table shows it, with rule numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from webgame.engine.decision import Decision
from webgame.engine.event import Event
from webgame.engine.game import Entry, Game, GameError, RulesFault
from webgame.engine.save import Save, find_system
from webgame.engine.system import System

_PLACE = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}")


def say(words: Mapping[str, str], key: str, params: Mapping[str, Any]) -> str:
    """Return the sentence of a key, filled as a client fills it."""

    def fill(value: Any) -> str:
        if isinstance(value, list | tuple):
            return ", ".join(map(fill, value))
        return "" if value is None else words.get(str(value), str(value))

    def place(found: re.Match[str]) -> str:
        name, one, many = found.groups()
        if name not in params:
            return found.group()
        return fill(params[name]) if many is None else one if params[name] == 1 else many

    return _PLACE.sub(place, words.get(key, key))


def answer(game: Game, decision: Decision, entry: Entry) -> str:
    """Return an answer in words, before it is given."""
    words = game.system.words["en"]
    seat = say(words, game.seats[entry.seat].name, {})
    choice = decision.choice(entry.seat, entry.option, entry.picks)
    group = next(group for group in decision.groups if group.id == choice.group)
    chosen = choice.picks or (() if choice.target is None else (choice.target,))
    shown = [target(game, group.on, each) for each in chosen]
    does = " ".join(filter(None, [say(words, group.verb, group.params), ", ".join(shown)]))
    return f"{seat}: {does}"


def target(game: Game, on: str, name: int | str) -> str:
    """Return a target in words."""
    words = game.system.words["en"]
    if on == "square" and isinstance(name, int):
        width = game.system.scene(game.state, frozenset())["board"]["main"]["w"]
        return f"column {name % width + 1}, row {name // width + 1}"
    if on == "piece":
        pieces = game.system.scene(game.state, frozenset())["pieces"]
        if name in pieces:
            return f"{say(words, pieces[str(name)]['name'], {})} ({name})"
    return words.get(str(name), str(name))


def told(system: System, event: Event) -> str:
    """Return an event in words, with its rule."""
    return f"{'  ' * event.depth}{say(system.words['en'], event.key, event.params)} [{event.rule}]"


class Told(list[str]):
    """A transcript, and the game it comes from; `error` says why it went no further."""

    game: Game
    error: str = ""


def transcript(save: Save) -> Told:
    """Replay a save and return its transcript, as far as today's rules lead."""
    system = find_system(save)
    words = system.words["en"]
    lines, prompt = Told(), ""
    lines.game = game = Game(system, save.header, keep_snapshots=False)
    lines.append(f"{save.name}: {', '.join(say(words, s.name, {}) for s in game.seats.values())}")
    for number, entry in enumerate(save.entries):
        decision = game.decision
        try:
            game.check(entry)
            assert decision is not None
            asked = say(words, decision.prompt, decision.params)
            lines += ["", *([asked] if decision.prompt != prompt else [])]
            lines.append(f"{number}. {answer(game, decision, entry)}")
            prompt = decision.prompt
            events = [told(system, event) for frame in game.apply(entry) for event in frame.events]
            for line, same in groupby(events):
                times = len(list(same))
                lines.append(f"  {line}" + (f" {times} times" if times > 1 else ""))
        except (GameError, RulesFault) as error:
            lines.error = f"answer {number} ({entry.seat}: {entry.option}) can't be given: {error}"
            lines += ["", lines.error]
            return lines
    if game.result is not None:
        end = game.result
        lines += ["", f"{say(words, end.reason, end.params)} [{end.rule}]"]
    lines.append(f"hash {game.hash()}")
    return lines
