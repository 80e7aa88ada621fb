"""How operations of cards are written: one use of an effect, the table they register in, lasting effects."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import Effect
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.state import Figure, Lasting, Member, State

if TYPE_CHECKING:
    from webgame.systems.sde_arcade.rules.resolve import Outcome, Strike

Steps = Generator[Any, Any, None]


class Use:
    """One use of an effect: who uses it, on whom, from which action and with what outcome so far."""

    __slots__ = ("g", "s", "effect", "user", "affected", "strike", "outcome")

    def __init__(
        self,
        g: Play,
        effect: Effect,
        user: Figure | None,
        affected: list[Figure],
        strike: Strike,
        outcome: Outcome,
    ) -> None:
        self.g = g
        self.s: State = g.state
        self.effect = effect
        self.user = user
        self.affected = affected
        self.strike = strike
        self.outcome = outcome

    def member(self) -> Member:
        """Return the user, which must be a Hero or pet."""
        if not isinstance(self.user, Member):
            raise NotImplementedError(
                f"{self.strike.name}: {self.effect['op']!r} of a monster is not supported"
            )
        return self.user

    def heroes(self) -> list[Member]:
        """Return the Heroes among those affected."""
        return [f for f in self.affected if isinstance(f, Member) and f.kind == "hero"]


Operation = Callable[[Use], Steps]
OPS: dict[str, Operation] = {}
PARTY_OPS: set[str] = set()  # operations that only Heroes and pets can use


def op(*names: str, party: bool = False) -> Callable[[Operation], Operation]:
    """Register the function for operations of box/effect_ops.json; `party`: not for monsters."""

    def put(function: Operation) -> Operation:
        for name in names:
            OPS[name] = function
        if party:
            PARTY_OPS.update(names)
        return function

    return put


def note(use: Use, fig: Figure) -> None:
    """Put a lasting effect on a figure; the same action's twice does not add up (AB-2)."""
    until = use.effect.get("until", "next_upkeep")
    effect = {k: v for k, v in use.effect.items() if k not in ("until", "target", "when")}
    source = use.user.id if use.user is not None else fig.id
    count = 0
    if until == "end_of_next_activation":  # of a Hero in its activation: of this one, too (TR-4)
        waits = isinstance(fig, Member) and fig.id not in (use.s.turn.active, use.s.turn.pet)
        count = 1 if waits else 2
    twin = [e for e in fig.lasting if e.name == use.strike.name and e.effect == effect]
    if twin:
        twin[0].count = max(twin[0].count, count)
        return
    fig.lasting.append(Lasting(use.strike.name, effect, until, source, count))
    use.g.emit(
        "ev.lasting",
        use.strike.rule,
        {"type": "glow", "piece": fig.id, "n": 0},
        who=facts.name(fig),
        what=use.strike.name,
    )
