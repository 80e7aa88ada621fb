"""Two worlds that an audience can't tell apart: what it is shown in the one it is shown in the other.

A world is a game that begins at a checkpoint of a random walk; the other one has all that the audience does
not know dealt anew. Both go on by the same answers as long as they differ only in what the audience does not
know; at a sealed question others give different ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tests.battery import Case, walk
from webgame.engine.audience import Audience, Audiences
from webgame.engine.bots import RandomBot
from webgame.engine.decision import Decision
from webgame.engine.game import Entry, Game, GameError, scene
from webgame.engine.past import Past
from webgame.engine.rng import Rng
from webgame.engine.scene import scene_hash
from webgame.engine.system import Veiled

AHEAD = 3  # answers that both worlds are played on
_text = msgspec.json.Encoder(order="sorted").encode


class Tally:
    """How much was compared, so that a test knows that it has compared anything."""

    def __init__(self) -> None:
        self.positions = self.steps = self.sealed = self.queries = self.pasts = self.different = 0


class Sorter(Rng):
    """Dice that put everything in order: what is dealt by them tells only what is known."""

    def shuffle(self, stream: str, items: list[Any]) -> None:
        """Sort."""
        items.sort(key=str)


class World:
    """A game at a position, as one audience sees it."""

    def __init__(self, case: Case, state: bytes, audience: Audience) -> None:
        system = case.load()
        header = msgspec.structs.replace(walk(case, 0).game.header, start=state.decode())
        self.game = Game(system, header, keep_snapshots=False)
        for seat in self.game.seats:
            self.game.run(Entry("seat", seat, data={"holder": f"holder of {seat}", "player": seat}))
        self.audience = audience
        self.audiences = Audiences(self.game)
        self.audiences.add(audience)

    def shown(self) -> bytes:
        """Return all that the audience is shown of the position: scene with options, version, static part."""
        game = self.game
        seen = scene(game, self.audience)
        return _text([seen, scene_hash(seen), game.version, game.system.static_key(game.state)])

    def known(self) -> bytes:
        """Return the state but for what the audience does not know."""
        system = self.game.system
        return system.encode(_veiled(system, self.game.state, Sorter(b""), self.audience))

    def step(self, entry: Entry) -> bytes:
        """Go on by an answer and return the step that the audience is sent."""
        frames = [
            {"patch": patch, "events": events}
            for frame in self.game.apply(entry)
            for patch, events in [self.audiences.frame(frame)[self.audience]]
        ]
        view = self.audiences.views[self.audience]
        key = self.game.system.static_key(self.game.state)
        return _text({"to": self.game.version, "frames": frames, "hash": view.hash, "key": key})

    def asked(self, about: dict[str, Any]) -> bytes:
        """Return the answer to a question, as the server asks the rules for the audience."""
        game = self.game
        mine = [seat for seat in game.seats if seat in self.audience]
        seat = next((s for s in game.waiting() if s in mine), mine[0] if mine else "")
        decision = game.decision if game.decision and seat in game.decision.seats else None
        try:
            return _text(game.system.query(game.state, decision, seat, about))
        except Exception as error:  # the server says then that there is no answer
            return type(error).__name__.encode()

    def past(self, at: int) -> bytes:
        """Return what a look at the position after `at` answers brings, and the way to the next one."""
        game = self.game
        past = Past(game.system, game.header)
        past.follow([game.log[n] for n in game.live], dict(game.holders), 0)
        for _ in past.travel(at):
            pass
        seen = [past.look(self.audience)]
        return _text([seen, past.forward(self.audience) if at < len(game.live) else [], past.marks])


def questions(game: Game, audience: Audience) -> Iterator[dict[str, Any]]:
    """Yield what somebody who sees the scene of an audience may ask."""
    seen = scene(game, audience)
    board = seen.get("board", {}).get("main", {})
    size = board.get("w", 0) * board.get("h", 0)
    yield from ({"square": square} for square in range(0, size, max(1, size // 3)))
    yield from ({"piece": piece} for piece in list(seen.get("pieces", {}))[:3])
    for name, group in list(seen["options"].items())[:3]:
        yield {"group": name}
        for target in (group["targets"] or ())[:1]:
            yield {"option": f"{name}>{target}"}


def compare(case: Case, state: bytes, audience: Audience, rng: Rng, tally: Tally) -> list[str]:
    """Return what an audience can tell two worlds apart by, which it must not."""
    system = case.load()
    other = _veiled(system, system.decode(state), rng, audience)
    one, two = World(case, state, audience), World(case, system.encode(other), audience)
    if one.known() != two.known():  # the rules ran on to their next question, and turned something up
        return []
    tally.positions += 1
    tally.different += system.encode(one.game.state) != system.encode(two.game.state)
    who = f"{case}, {sorted(audience) or 'spectators'}"
    if one.shown() != two.shown():
        return [f"{who}: {_where(one.shown(), two.shown())} of the scene"]
    found = []
    for about in questions(one.game, audience):
        tally.queries += 1
        if one.asked(about) != two.asked(about):
            found.append(f"{who}: the answer to {about}")
    found += [f"{who}: {text}" for text in _go_on(one, two, rng, tally)]
    return found


def _go_on(one: World, two: World, rng: Rng, tally: Tally) -> Iterator[str]:
    """Play both worlds on as long as nothing is revealed; yield what betrays something."""
    bot = RandomBot(rng)
    same = 0
    differ = False  # whether sealed answers do
    for _ in range(AHEAD):
        decision = one.game.decision
        if decision is None or two.game.decision is None:
            break
        if differ and len(one.game.waiting()) == 1:  # the next answer opens them all
            break
        if decision.mode == "sealed" and (pair := _sealed(one, decision, bot)):
            tally.sealed += 1
            differ = True
            if one.step(pair[0]) != two.step(pair[1]):
                yield f"a sealed answer to {decision.prompt!r}"
                return
        else:
            waiting = one.game.waiting()
            seat = waiting[rng.draw("seat", len(waiting))]
            option, picks = bot.choose(one.game.state, decision, seat)
            entry = Entry("answer", seat, option, picks)
            try:
                two.game.check(entry)
            except GameError:  # a card that somebody holds in one world only
                if seat in one.audience:
                    yield f"{seat} is offered {option} in one world only"
                break
            steps = one.step(entry), two.step(entry)
            if one.known() != two.known():  # something came to light, and the rules know that it did
                if steps[0] != steps[1] and not (one.game.marks[-1] and two.game.marks[-1]):
                    yield f"after {option} of {seat}: it is seen, but the rules don't say that it is revealed"
                break
            tally.steps += 1
            if steps[0] != steps[1]:
                yield f"the step of {option} of {seat}: {_where(*steps)}"
                return
        same += 1
        if one.shown() != two.shown():
            yield f"the scene after an answer: {_where(one.shown(), two.shown())}"
            return
    for at in range(same):  # the last place has a way on only if it was compared
        tally.pasts += 1
        if one.past(at) != two.past(at):
            yield f"the look back at answer {at}: {_where(one.past(at), two.past(at))}"


def _sealed(one: World, decision: Decision, bot: RandomBot) -> tuple[Entry, Entry] | None:
    """Return two different sealed answers of somebody else, if that is not the last one to answer."""
    waiting = [seat for seat in one.game.waiting() if seat not in one.audience]
    if len(one.game.waiting()) < 2 or not waiting:
        return None
    options = decision.options(waiting[0])
    if len(options) < 2 or decision.pick:
        return None
    return Entry("answer", waiting[0], options[0]), Entry("answer", waiting[0], options[-1])


def _veiled(system: Any, state: Any, rng: Rng, audience: Audience) -> Any:
    return system.veil(state, rng, audience) if isinstance(system, Veiled) else system.blind(state, rng)


def _where(one: bytes, two: bytes) -> str:
    """Return where two texts part."""
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"...{one[max(0, at - 60) : at + 40].decode(errors='replace')}..."
