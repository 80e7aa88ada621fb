"""What a person reads in a game: every text that a client shows, in one language, as it fills it in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.golden.transcript import say
from webgame.engine.decision import Decision
from webgame.engine.game import Entry, Frame, Game
from webgame.engine.system import Bot

CODE = re.compile(r"\(GH[A-X]\)|\([A-Z]{2}\)|(?<![A-Za-z])[A-Z]{2,3}-?\d[\d.]*")
"""Of sections and rules, and names of squares."""
PLACE = re.compile(r"\{(\w+)(?:\|[^}]*)?\}")
TEXTS = {"name", "text", "lines", "label", "value", "title", "goal", "source", "phase", "side"}
"""Fields of the scene and its static part that are shown as texts."""
DRAWN = {"queue", "walls", "marks"}
"""Fields under which nothing is shown as text."""


def english(text: str, same: frozenset[str] | set[str] = frozenset()) -> list[str]:
    """Return the English words left in a text: no places, codes, single letters, nor what is the `same`."""
    return [
        word for word in re.findall(r"[A-Za-z]{2,}", CODE.sub("", PLACE.sub("", text))) if word not in same
    ]


def shown(record: Any) -> Iterator[str]:
    """Yield the texts in a scene or a static part."""
    if isinstance(record, Mapping):
        for field, value in record.items():
            if field in TEXTS and isinstance(value, str | list):
                yield from (
                    one for one in ([value] if isinstance(value, str) else value) if isinstance(one, str)
                )
            elif field not in DRAWN:
                yield from shown(value)
    elif isinstance(record, list | tuple):
        for one in record:
            yield from shown(one)


def asked(decision: Decision, words: Mapping[str, str]) -> Iterator[str]:
    """Yield the texts of a question and its answers, filled in."""
    yield say(words, decision.prompt, decision.params)
    for group in decision.groups:
        yield say(words, group.verb, group.params)
        if group.on == "value":
            yield from (say(words, str(target), {}) for target in group.targets or ())


def happened(frames: Iterable[Frame], words: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of the log, filled in, and what is said beside dice."""
    for event in (event for frame in frames for event in frame.events):
        yield say(words, event.key, event.params)
        yield from (say(words, str(source), {}) for source, _ in event.show.get("parts", ()))
        yield say(words, str(event.show.get("label", "")), {})


def lying(game: Game, words: Mapping[str, str]) -> Iterator[str]:
    """Yield the texts of the static part: cards, terrain, board."""
    static = game.system.static(game.state)
    yield from (say(words, text, {}) for text in shown(static))
    yield from (say(words, str(card["kind"]), {}) for card in static.get("cards", {}).values())


def standing(game: Game, words: Mapping[str, str]) -> Iterator[str]:
    """Yield the texts of a game as it stands, filled in: the scene, the question, the result."""
    scene = game.system.scene(game.state, frozenset(game.seats))
    yield from (say(words, text, {}) for text in shown(scene))
    if game.decision is not None:
        yield from asked(game.decision, words)
    if game.result is not None:
        yield say(words, game.result.reason, game.result.params)


def played(game: Game, words: Mapping[str, str], bots: Mapping[str, Bot], cap: int) -> set[str]:
    """Let bots play `game` for at most `cap` answers; return all texts that a reader saw meanwhile."""
    seen, fixed = set(standing(game, words)), ""
    for _ in range(cap):
        if fixed != game.system.static_key(game.state):
            fixed = game.system.static_key(game.state)
            seen.update(lying(game, words))
        decision = game.decision
        if decision is None:
            break
        seat = game.waiting()[0]
        option, picks = bots[seat].choose(game.state, decision, seat)
        seen.update(happened(game.apply(Entry("answer", seat, option, picks)), words))
        seen.update(standing(game, words))
    return seen
