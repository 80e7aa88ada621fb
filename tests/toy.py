"""A tiny system for tests of engine, server and client: 'Meadow', red (two seats) against blue (one).

It has everything an engine must carry: pieces that move on a board, dice, a deck, hidden hands, automated
moves shown as frames, every mode of decision, the pick form, checkpoints, a result, and rules that break on
demand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tests.toy_build import ToyBuilder
from webgame.engine.bots import FirstBot, RandomBot
from webgame.engine.decision import Choice, Decision, Group, Pick, button, targets
from webgame.engine.game import Play
from webgame.engine.measured import Measured
from webgame.engine.rng import Rng
from webgame.engine.rulebook import Rule, Rulebook
from webgame.engine.ruling import BadRuling, Lying, Ruling, Rulings, Settable
from webgame.engine.scene import Scene
from webgame.engine.system import (
    CHECKPOINT,
    FRAME,
    BadScenario,
    Bot,
    Options,
    Problem,
    Result,
    Rules,
    Seat,
    Setting,
    register,
)

W = H = 5
ACTIONS = 2  # of a turn
KINDS = {"clover": 1, "poppy": 2, "thistle": -1}  # card -> points when it is played

SCENARIO = """\
system = "toy"
name = "The Meadow"
text = "Two against one for the finest bunch of flowers."
rounds = 2
stones = [12]

[start]
ann = 0
bob = 4
cat = 22

[deck]
clover = 6
poppy = 3
thistle = 3
"""

SHORT = SCENARIO.replace("rounds = 2", "rounds = 1").replace("The Meadow", "One Round")
SCENARIOS = {"meadow": SCENARIO, "one_round": SHORT}

RULEBOOK = [
    Rule("T-1", "Set-up", "Pieces stand where the scenario says; each seat is dealt two cards."),
    Rule("T-2", "Rounds", "Red chooses who leads: the first of red to speak decides."),
    Rule("T-3", "Turns", "A turn has two actions. Move one square, roll, draw a card or play one."),
    Rule("T-3.1", "Turns", "Move to a neighbouring square without stone or piece."),
    Rule("T-3.2", "Turns", "Roll two dice; on a total of eight or more your side scores one."),
    Rule("T-3.3", "Turns", "Draw the top card of the deck; nobody else sees it."),
    Rule("T-3.4", "Turns", "Play a card of your hand: your side scores its points."),
    Rule("T-4", "Wind", "After all turns the wind blows each piece one square east, if that is free."),
    Rule("T-5", "Market", "Each seat bids under a cup; the only highest bidder scores one."),
    Rule("T-6", "Market", "Each seat hangs out a flag, in any order."),
    Rule("T-7", "Market", "The leader may throw away up to two cards."),
    Rule("T-8", "End", "When all seats agree, the game ends at once."),
    Rule("T-9", "End", "After the last round the side with more points wins."),
]

WORDS = {
    "toy.title": "Meadow",
    "house.rounds": "Rounds",
    "house.rounds.text": "Rounds of a game.",
    "house.group.": "Game",
    "red": "Red",
    "blue": "Blue",
    "ann": "Ann",
    "bob": "Bob",
    "cat": "Cat",
    "lead": "Who of Red leads this round?",
    "lead.take": "{seat} leads",
    "turn": "{seat}: {left} actions left",
    "move": "Move",
    "roll": "Roll two dice",
    "draw": "Draw a card",
    "card": "Play a card",
    "end": "End the turn",
    "bid": "Bid under the cup",
    "bid.take": "Bid",
    "flag": "Hang out a flag",
    "flag.take": "Flag",
    "toss": "Throw away up to two cards",
    "toss.take": "Throw away",
    "stop": "End the game now?",
    "yes": "Yes",
    "no": "No",
    "leads": "{seat} leads",
    "moved": "{seat} moves",
    "rolled": "{seat} rolls {total}",
    "scored": "{side} scores {n}",
    "drew": "{seat} draws a card",
    "drew.card": "It is {card}",
    "played": "{seat} plays {card}",
    "blown": "The wind blows {seat}",
    "bids": "Bids: {bids}",
    "flags": "Flags: {flags}",
    "tossed": "{seat} throws away {n}",
    "refused": "The game goes on",
    "agreed": "All agree to end the game",
    "ruled": "Table ruling: {what}",
    "won": "{side} has the finer bunch",
    "drawn": "Both bunches are as fine",
    "clover": "Clover",
    "poppy": "Poppy",
    "thistle": "Thistle",
    "deck": "Deck",
    "heap": "Heap",
    "hand": "Hand of {seat}",
    "points": "Points",
    "flower": "Flower card",
    "stone": "Stone",
    "stone.text": "Nobody can stand here.",
    "far": "{seat} cannot reach that square: it is no neighbour",
    "taken": "Somebody or something stands there",
}


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file, typed."""

    system: str
    name: str
    text: str
    rounds: int
    start: dict[str, int]
    deck: dict[str, int]
    stones: tuple[int, ...] = ()
    difficulty: str = ""
    measured: Measured | None = None


class State(msgspec.Struct):
    """All of a game between two answers; `step` is the cursor that checkpoints need."""

    rounds: int
    stones: list[int]
    at: dict[str, int]
    deck: list[str]
    heap: list[str]
    hands: dict[str, list[str]]
    points: dict[str, int]
    flags: dict[str, str]
    round: int = 1
    step: str = "lead"  # lead, turn, market
    leader: str = ""
    queue: list[str] = []  # seats whose turn is still to come, the active one first
    left: int = 0  # actions of the active seat
    over: str = ""  # reason
    fault: str = ""  # group that breaks the rules when it is chosen


class Toy:
    """The system `toy`; see the rulebook above."""

    name = "toy"
    title = "Meadow"
    place = 9
    version = "1"
    sides: tuple[str, ...] = ("red", "blue")
    decision_cap = 500
    hides = True
    builder = ToyBuilder()
    rulebook = Rulebook(RULEBOOK)
    words: Mapping[str, Mapping[str, str]] = {"en": WORDS}
    bots: Mapping[str, Callable[[Rng], Bot]] = {"random": RandomBot, "first": FirstBot}
    table = (
        Seat("ann", "ann", "red", "p.ann", "flower"),
        Seat("bob", "bob", "red", "p.bob", "flower"),
        Seat("cat", "cat", "blue", "p.cat", "leaf"),
    )
    settings = (Setting("rounds", "number", 2, "T-1", low=1, high=99),)
    side: Mapping[str, str] = {seat.id: seat.side for seat in table}

    def digest(self) -> str:
        """Return a digest of version and card values."""
        return hashlib.sha256(f"{self.version} {sorted(KINDS.items())}".encode()).hexdigest()[:16]

    def scenario(self, data: Mapping[str, Any]) -> Scenario:
        """Return the scenario typed; raise BadScenario."""
        try:
            scenario = msgspec.convert(data, Scenario)
        except msgspec.ValidationError as error:
            what, _, where = str(error).partition(" - at `$")
            raise BadScenario([Problem(where.rstrip("`").lstrip(".") or "(file)", what)]) from None
        problems: list[Problem] = []
        if scenario.rounds < 1:
            problems.append(Problem("rounds", f"{scenario.rounds} is too few: at least 1"))
        for seat in self.side:
            if seat not in scenario.start:
                problems.append(Problem(f"start.{seat}", f"is missing: a square from 0 to {W * H - 1}"))
        for seat, square in scenario.start.items():
            if seat not in self.side:
                problems.append(Problem(f"start.{seat}", f"is no seat: one of {', '.join(self.side)}"))
            elif not 0 <= square < W * H or square in scenario.stones:
                problems.append(
                    Problem(
                        f"start.{seat}", f"{square} is not free: a square from 0 to {W * H - 1} without stone"
                    )
                )
        for card in scenario.deck:
            if card not in KINDS:
                problems.append(Problem(f"deck.{card}", f"is no card: one of {', '.join(KINDS)}"))
        if sum(scenario.deck.values()) < 6:
            problems.append(Problem("deck", "has too few cards: at least 6"))
        if problems:
            raise BadScenario(problems)
        return scenario

    def seats(self, scenario: Scenario, options: Options) -> tuple[Seat, ...]:
        """Return Ann, Bob and Cat."""
        return self.table

    def setup(self, play: Play, scenario: Scenario, options: Options) -> None:
        """Lay out the board and deal (T-1); the option `fault` names a group on which the rules break."""
        deck = [f"{kind}.{n}" for kind, count in scenario.deck.items() for n in range(count)]
        play.rng.shuffle("deck", deck)
        hands = {seat: [deck.pop(), deck.pop()] for seat in self.side}
        rounds = options.get("rules", {}).get("rounds", scenario.rounds)
        if wrong := self.settings[0].wrong(rounds):
            raise BadScenario([Problem("options.rules.rounds", wrong)])
        play.state = State(
            rounds=rounds,
            stones=list(scenario.stones),
            at=dict(scenario.start),
            deck=deck,
            heap=[],
            hands=hands,
            points={"red": 0, "blue": 0},
            flags={},
            fault=options.get("fault", ""),
        )

    def encode(self, state: State) -> bytes:
        """Return the state as JSON, dicts in their own order: what is listed in that order must survive."""
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> State:
        """Return the state from JSON."""
        return msgspec.json.decode(data, type=State)

    # -- rules -------------------------------------------------------------------------------------------

    def play(self, play: Play) -> Rules:
        """Run rounds until the game is over."""
        state: State = play.state
        while not state.over:
            yield CHECKPOINT
            if state.step == "lead":
                yield from self._lead(play)
            elif state.step == "turn":
                yield from self._action(play)
            else:
                yield from self._market(play)

    def _break(self, state: State, choice: Choice) -> None:
        if state.fault == choice.group:
            raise RuntimeError(f"the option fault = {state.fault!r} breaks the rules here")

    def _lead(self, play: Play) -> Rules:
        state: State = play.state
        groups = tuple(
            Group(f"lead-{s}", "lead.take", "T-2", seats=("ann", "bob"), params={"seat": s})
            for s in ("ann", "bob")
        )
        choice = yield Decision(("ann", "bob"), "lead", "T-2", groups, mode="any")
        self._break(state, choice)
        state.leader = choice.group.removeprefix("lead-")
        state.queue = [state.leader, *(s for s in self.side if s != state.leader)]
        state.left = ACTIONS
        state.step = "turn"
        play.emit("leads", "T-2", {"type": "banner", "tone": "good"}, seat=state.leader)

    def _action(self, play: Play) -> Rules:
        state: State = play.state
        seat = state.queue[0]
        groups = [
            button("roll", "roll", "T-3.2", f"p.{seat}", confirm=True),
            button("end", "end", "T-3", f"p.{seat}", tone="end"),
        ]
        if reach := self.reach(state, seat):
            groups.insert(0, targets("move", "move", "T-3.1", "square", reach, f"p.{seat}"))
        if state.deck:
            groups.append(button("draw", "draw", "T-3.3", f"p.{seat}"))
        if state.hands[seat]:
            groups.append(targets("card", "card", "T-3.4", "card", state.hands[seat], f"p.{seat}"))
        choice = yield Decision(
            (seat,),
            "turn",
            "T-3",
            tuple(groups),
            params={"seat": seat, "left": state.left},
            about=(f"p.{seat}",),
        )
        self._break(state, choice)
        if choice.group == "move":
            play.emit(
                "moved",
                "T-3.1",
                {"type": "move", "piece": f"p.{seat}", "from": state.at[seat], "path": [choice.square()]},
                seat=seat,
            )
            state.at[seat] = choice.square()
        elif choice.group == "roll":
            dice = [play.rng.draw("dice", 6) + 1 for _ in range(2)]
            show = {
                "type": "roll",
                "piece": f"p.{seat}",
                "dice": [["d6", n - 1] for n in dice],
                "total": sum(dice),
                "label": "roll",
            }
            play.emit("rolled", "T-3.2", show, seat=seat, total=sum(dice))
            yield FRAME
            self._score(play, "T-3.2", seat, int(sum(dice) >= 8))
        elif choice.group == "draw":
            card = state.deck.pop()
            state.hands[seat].append(card)
            play.reveal()
            play.emit("drew", "T-3.3", seat=seat)
            play.emit(
                "drew.card",
                "T-3.3",
                {"type": "card", "card": kind(card)},
                seats=(seat,),
                depth=1,
                card=kind(card),
            )
        elif choice.group == "card":
            card = choice.name()
            state.hands[seat].remove(card)
            state.heap.append(card)
            play.reveal()
            play.emit("played", "T-3.4", {"type": "card", "card": kind(card)}, seat=seat, card=kind(card))
            self._score(play, "T-3.4", seat, KINDS[kind(card)])
        state.left = 0 if choice.group == "end" else state.left - 1
        if state.left == 0:
            state.queue.pop(0)
            state.left = ACTIONS
        if not state.queue:
            state.step = "market"
            yield from self._wind(play)

    def _wind(self, play: Play) -> Rules:
        state: State = play.state
        for seat in self.side:
            to = state.at[seat] + 1
            if to % W and to in self.reach(state, seat):
                play.emit(
                    "blown",
                    "T-4",
                    {"type": "move", "piece": f"p.{seat}", "from": state.at[seat], "path": [to]},
                    seat=seat,
                )
                state.at[seat] = to
                yield FRAME

    def _market(self, play: Play) -> Rules:
        state: State = play.state
        seats = tuple(self.side)
        bids = yield Decision(
            seats, "bid", "T-5", (targets("bid", "bid.take", "T-5", "value", (0, 1, 2, 3)),), mode="sealed"
        )
        for choice in bids.values():
            self._break(state, choice)
        play.emit("bids", "T-5", bids=", ".join(str(bids[s].target) for s in seats))
        best = max(c.square() for c in bids.values())
        winners = [s for s in seats if bids[s].target == best]
        if len(winners) == 1:
            self._score(play, "T-5", winners[0], 1)
        flags = yield Decision(
            seats,
            "flag",
            "T-6",
            (targets("flag", "flag.take", "T-6", "value", ("green", "white")),),
            mode="each",
        )
        state.flags = {s: flags[s].name() for s in seats}
        play.emit("flags", "T-6", flags=", ".join(state.flags[s] for s in seats))
        hand = state.hands[state.leader]
        if hand:
            group = targets("toss", "toss.take", "T-7", "card", hand)
            choice = yield Decision((state.leader,), "toss", "T-7", (group,), pick=Pick(0, min(2, len(hand))))
            self._break(state, choice)
            state.hands[state.leader] = [c for c in hand if c not in choice.picks]
            state.heap += choice.picks
            play.emit("tossed", "T-7", seat=state.leader, n=len(choice.picks))
        votes = yield Decision(
            seats, "stop", "T-8", (button("yes", "yes", "T-8"), button("no", "no", "T-8")), mode="consent"
        )
        if all(s in votes and votes[s].group == "yes" for s in seats):
            play.emit("agreed", "T-8")
            state.over = "agreed"
        else:
            play.emit("refused", "T-8")
        state.step = "lead"
        state.round += 1
        if state.round > state.rounds:
            state.over = state.over or "last_round"

    def _score(self, play: Play, rule: str, seat: str, n: int) -> None:
        if n:
            play.state.points[self.side[seat]] += n
            play.emit(
                "scored",
                rule,
                {"type": "glow", "piece": f"p.{seat}", "n": n},
                depth=1,
                side=self.side[seat],
                n=n,
            )

    def reach(self, state: State, seat: str) -> list[int]:
        """Return the squares that the seat's piece may move to (T-3.1)."""
        at = state.at[seat]
        around = [at - W, at - 1 if at % W else -1, at + 1 if (at + 1) % W else -1, at + W]
        taken = {*state.stones, *state.at.values()}
        return [square for square in around if 0 <= square < W * H and square not in taken]

    def result(self, state: State) -> Result | None:
        """Return the winner (T-9)."""
        if not state.over:
            return None
        red, blue = state.points["red"], state.points["blue"]
        if red == blue:
            return Result({"red": "draw", "blue": "draw"}, "drawn", "T-9")
        winner = "red" if red > blue else "blue"
        return Result(
            {s: "win" if s == winner else "loss" for s in self.sides}, "won", "T-9", {"side": winner}
        )

    # -- what is seen ------------------------------------------------------------------------------------

    def scene(self, state: State, seats: frozenset[str]) -> Scene:
        """Return the scene for the holder of `seats`: only own hands lie open."""
        cards: dict[str, dict[str, Any]] = {}
        areas: dict[str, dict[str, Any]] = {
            "deck": {
                "name": "deck",
                "kind": "pile",
                "owner": "",
                "count": len(state.deck),
                "order": 0,
                "icon": "card",
            },
            "heap": {
                "name": "heap",
                "kind": "row",
                "owner": "",
                "count": len(state.heap),
                "order": 1,
                "icon": "card",
            },
        }
        for order, card in enumerate(state.heap):
            cards[card] = {"area": "heap", "card": kind(card), "order": order, "state": "used"}
        for order, (seat, hand) in enumerate(state.hands.items()):
            area = f"hand.{seat}"
            areas[area] = {
                "name": "hand",
                "kind": "hand",
                "owner": seat,
                "count": len(hand),
                "order": 2 + order,
                "icon": "card",
            }
            if seat in seats:
                for place, card in enumerate(hand):
                    cards[card] = {"area": area, "card": kind(card), "order": place, "state": ""}
        active = state.queue[0] if state.step == "turn" and state.queue else ""
        pieces = {
            f"p.{seat}": {
                "at": at,
                "size": 1,
                "icon": "flower",
                "name": seat,
                "side": self.side[seat],
                "kind": "hero",
                "tone": self.side[seat],
                "health": [1, 1],
                "badges": [{"icon": "flag", "name": state.flags[seat], "n": 1, "tone": "good"}]
                if seat in state.flags
                else [],
                "seat": seat,
                "card": "",
                "state": "active" if seat == active else "",
            }
            for seat, at in state.at.items()
        }
        return {
            "board": {"main": {"kind": "squares", "w": W, "h": H}},
            "pieces": pieces,
            "tokens": {
                f"stone.{at}": {"at": at, "icon": "rock", "name": "stone", "kind": "stone", "tone": "neutral"}
                for at in state.stones
            },
            "areas": areas,
            "cards": cards,
            "tracks": {
                side: {
                    "name": "points",
                    "value": n,
                    "max": 0,
                    "icon": "flower",
                    "side": side,
                    "order": i,
                    "text": "",
                    "tone": "",
                }
                for i, (side, n) in enumerate(state.points.items())
            },
            "turn": {
                "now": {
                    "round": state.round,
                    "phase": state.step,
                    "side": self.side.get(active, ""),
                    "active": f"p.{active}" if active else "",
                    "queue": [f"p.{seat}" for seat in state.queue[1:]],
                }
            },
        }

    def static(self, state: State) -> dict[str, Any]:
        """Return the board and the card texts."""
        return {
            "theme": {"name": "toy.title", "tone": "neutral"},
            "board": {
                "w": W,
                "h": H,
                "floor": ["." * W] * H,
                "tiles": [],
                "terrain": {"stone": state.stones},
                "walls": [],
                "doors": [],
            },
            "terrain": {"stone": {"name": "stone", "icon": "rock", "tone": "blocked", "text": "stone.text"}},
            "cards": {
                k: {"name": k, "kind": "flower", "icon": "flower", "tone": "", "text": k, "rule": "T-3.4"}
                for k in KINDS
            },
            "dice": {"d6": {"name": "d6", "tone": "white", "faces": [{"pip": n} for n in range(1, 7)]}},
            "symbols": {"pip": {"name": "pip", "icon": "dot"}},
        }

    def static_key(self, state: State) -> str:
        """Return the stones' squares: nothing else can differ."""
        return "-".join(map(str, state.stones))

    def query(
        self, state: State, decision: Decision | None, seat: str, about: dict[str, Any]
    ) -> dict[str, Any]:
        """Tell the path to a square, or why it can't be entered."""
        square = about.get("square")
        option = about.get("option", "")
        if isinstance(option, str) and option.startswith("move>"):
            return {
                "path": [state.at[seat], int(option.removeprefix("move>"))],
                "cost": {"ap": 1},
                "lines": [],
            }
        if option == "roll":
            return {"odds": [{"label": "scored", "permille": 417}], "lines": []}
        if isinstance(square, int) and seat in state.at and square not in self.reach(state, seat):
            taken = square in state.stones or square in state.at.values()
            return {
                "lines": [{"key": "taken" if taken else "far", "params": {"seat": seat}, "rule": "T-3.1"}]
            }
        return {"lines": []}

    def check(self, state: State) -> list[str]:
        """Return broken invariants: twelve cards in all, one piece a square."""
        broken = []
        cards = [*state.deck, *state.heap, *(c for hand in state.hands.values() for c in hand)]
        if len(set(cards)) != len(cards) or len(cards) != 12:
            broken.append(f"{len(cards)} cards, {len(set(cards))} different, instead of 12")
        squares = [*state.at.values(), *state.stones]
        if len(set(squares)) != len(squares):
            broken.append("two things stand on one square")
        return broken

    def rulings(self, state: State) -> Rulings:
        """Return what a ruling may set: pieces on squares, flags as status, stones as tokens."""
        return Rulings(
            figures={
                f"p.{seat}": Settable(seat, at, status=(state.flags[seat],) if seat in state.flags else ())
                for seat, at in state.at.items()
            },
            squares=tuple(range(W * H)),
            status=("green", "white"),
            tokens={"stone": "stone"},
            lying={f"stone.{at}": Lying("stone", at) for at in state.stones},
        )

    def rule(self, play: Play, ruling: Ruling) -> None:
        """Carry out a ruling."""
        state: State = play.state
        seat = ruling.piece.removeprefix("p.")
        if ruling.kind != "token" and seat not in state.at:
            raise BadRuling(f"there is no piece {ruling.piece!r}")
        show = {"type": "glow", "piece": ruling.piece, "n": 0, "ruling": True}
        if ruling.kind == "move":
            if not 0 <= ruling.at < W * H:
                raise BadRuling(f"there is no square {ruling.at}")
            show |= {"type": "move", "from": state.at[seat], "path": [ruling.at]}
            state.at[seat] = ruling.at
        elif ruling.kind == "status" and ruling.name in ("green", "white"):
            state.flags[seat] = ruling.name
        elif ruling.kind == "token" and not ruling.on and ruling.name in self.rulings(state).lying:
            state.stones.remove(int(ruling.name.removeprefix("stone.")))
        elif ruling.kind == "token" and ruling.on and ruling.name == "stone" and 0 <= ruling.at < W * H:
            state.stones.append(ruling.at)
        else:
            raise BadRuling(f"{ruling.kind} of {ruling.piece or ruling.name!r} can't be set")
        play.emit("ruled", "", show, what=f"{ruling.kind} {ruling.piece or ruling.name}")

    def blind(self, state: State, rng: Rng) -> State:
        """Return a copy with the deck shuffled anew."""
        copy = self.decode(self.encode(state))
        rng.shuffle("blind", copy.deck)
        return copy

    def veil(self, state: State, rng: Rng, seats: frozenset[str]) -> State:
        """Return a copy with deck and the hands of others dealt anew."""
        copy = self.decode(self.encode(state))
        others = [hand for seat, hand in copy.hands.items() if seat not in seats]
        pool = [*copy.deck, *(card for hand in others for card in hand)]
        rng.shuffle("veil", pool)
        for hand in (*others, copy.deck):
            hand[:] = [pool.pop() for _ in hand]
        return copy

    def measures(self, state: State) -> dict[str, int]:
        """Return what simulations compare besides wins."""
        return {"rounds": state.round - 1, "red": state.points["red"], "blue": state.points["blue"]}


def kind(card: str) -> str:
    """Return the kind of a card: `poppy` of `poppy.2`."""
    return card.partition(".")[0]


TOY = Toy()


def register_toy() -> Toy:
    """Make the toy known to the registry and return it (safe to call again)."""
    register(TOY)
    return TOY
