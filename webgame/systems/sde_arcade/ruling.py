"""Table rulings: what all players may agree to set by hand when a rule is wrong. So none is cited."""

from __future__ import annotations

from typing import Any, Final

from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.engine.ruling import BadRuling, Lying, Ruling, Rulings, Settable
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, wounds
from webgame.systems.sde_arcade.state import OFF, Figure, State

TOKENS: Final = ("chest", "coin", "key", "potion", "bone")  # skulls and start markers belong to somebody


def rulings(s: State) -> Rulings:
    """Return what a ruling may set: figures and tokens that are on the map."""
    grid = layout(s).grid
    return Rulings(
        figures={
            fig.id: Settable(
                facts.name(fig),
                fig.at,
                fig.wounds,
                facts.hearts(s, fig) - 1,
                tuple(fig.status),
                fig.kind != "spawning_point",
            )
            for fig in _figures(s)
        },
        squares=tuple(bits(grid.floor & ~grid.solid)),
        status=box().statuses,
        tokens={kind: f"l.token_{kind}" for kind in TOKENS},
        lying={
            token.id: Lying(f"l.token_{token.kind}", token.at)
            for token in s.tokens.values()
            if token.kind in TOKENS
        },
    )


def _figures(s: State) -> list[Figure]:
    everybody: list[Figure] = [*s.members.values(), *s.monsters.values()]
    return [fig for fig in everybody if fig.at != OFF]


def rule(g: Play, ruling: Ruling) -> None:
    """Carry out a ruling; raise BadRuling if it is about nothing that is there."""
    if ruling.kind == "token":
        _token(g, ruling)
        return
    fig = next((fig for fig in _figures(g.state) if fig.id == ruling.piece), None)
    if fig is None:
        raise BadRuling(f"there is no figure {ruling.piece!r} on the map")
    {"move": _move, "wounds": _wounds, "status": _status}[ruling.kind](g, fig, ruling)


def _show(kind: str, piece: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "piece": piece, "ruling": True, **more}


def _place(s: State, square: int) -> None:
    """Raise BadRuling unless something may be put on a square."""
    grid = layout(s).grid
    if square < 0 or not (grid.floor & ~grid.solid) >> square & 1:
        raise BadRuling(f"square {square} is none of the floor")


def _move(g: Play, fig: Figure, ruling: Ruling) -> None:
    s: State = g.state
    if fig.kind == "spawning_point":
        raise BadRuling(f"{facts.name(fig)} stays where its tile has it")
    _place(s, ruling.at)
    if fig.at == ruling.at:
        raise BadRuling(f"{facts.name(fig)} stands there already")
    lay = layout(s)
    if ruling.at % s.width + fig.size > s.width or facts.block(s, ruling.at, fig.size) & ~lay.grid.floor:
        raise BadRuling(f"the base of {facts.name(fig)} does not fit there")
    was, fig.at = fig.at, ruling.at
    g.emit("ev.ruling.move", "", facts.went(fig.id, was, [fig.at]) | {"ruling": True}, who=facts.name(fig))


def _wounds(g: Play, fig: Figure, ruling: Ruling) -> None:
    most = facts.hearts(g.state, fig) - 1
    if not 0 <= ruling.n <= most:
        raise BadRuling(f"{facts.name(fig)} can have 0 to {most} wounds, not {ruling.n}")
    if fig.wounds == ruling.n:
        raise BadRuling(f"{facts.name(fig)} has {ruling.n} wounds already")
    less, fig.wounds = ruling.n < fig.wounds, ruling.n
    show = _show("heal" if less else "hit", fig.id, n=0)
    g.emit("ev.ruling.wounds", "", show, who=facts.name(fig), n=ruling.n)


def _status(g: Play, fig: Figure, ruling: Ruling) -> None:
    if ruling.name not in box().statuses:
        raise BadRuling(f"{ruling.name!r} is no status effect: one of {', '.join(box().statuses)}")
    if (ruling.name in fig.status) == ruling.on:
        raise BadRuling(f"{facts.name(fig)} {'has' if ruling.on else 'does not have'} {ruling.name}")
    if ruling.on and facts.immune(g.state, fig, ruling.name):
        raise BadRuling(f"{facts.name(fig)} is immune to {ruling.name}")
    if ruling.on:
        fig.status.append(ruling.name)
    else:
        fig.status.remove(ruling.name)
        if ruling.name == "Immobile":
            wounds.let_go(fig)
    key = "ev.ruling.status" if ruling.on else "ev.ruling.cured"
    g.emit(key, "", _show("glow", fig.id, n=0), who=facts.name(fig), what=ruling.name)


def _token(g: Play, ruling: Ruling) -> None:
    s: State = g.state
    if not ruling.on:
        token = s.tokens.get(ruling.name)
        if token is None or token.kind not in TOKENS:
            raise BadRuling(f"there is no token {ruling.name!r} that could be taken away")
        del s.tokens[token.id]
        g.emit("ev.ruling.taken", "", _show("gone", token.id, n=0), what=f"l.token_{token.kind}")
        return
    if ruling.name not in TOKENS:
        raise BadRuling(f"{ruling.name!r} is no token that can be put: one of {', '.join(TOKENS)}")
    _place(s, ruling.at)
    token = wounds.put_token(s, ruling.name, ruling.at)
    g.emit("ev.ruling.token", "", _show("appear", token.id, n=0), what=f"l.token_{token.kind}")
