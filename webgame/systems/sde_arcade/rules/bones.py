"""Bone piles: what a skeleton leaves, raising it again, clearing it away (AB-3 Bone Pile, FQ-5)."""

from __future__ import annotations

from functools import cache
from typing import Final

from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, targets, wounds
from webgame.systems.sde_arcade.state import Figure, Member, Monster, State, Token

KEYWORD: Final = "Bone Pile"
COST: Final = 2  # MP to clear a pile away (FQ-5)


def leave(g: Play, who: str, squares: int) -> None:
    """Put a bone pile token where a model with Bone Pile was destroyed (AB-3)."""
    s: State = g.state
    token = wounds.put_token(s, "bone", next(bits(squares)))
    g.emit("ev.bones", "AB-3", {"type": "appear", "piece": token.id, "n": 0}, who=who)


@cache
def _skeletons() -> tuple[str, ...]:
    """Return the models with Bone Pile, elites first."""
    models = [m for m in box().monsters.values() if KEYWORD in m.abilities]
    return tuple(m.name for m in sorted(models, key=lambda m: m.rank != "elite"))


def piles(s: State, area: int) -> list[Token]:
    """Return the piles in an area on which no model stands, nearest to the Hero with most wrath first."""
    room = area & ~facts.occupied(s)
    hero = targets.most_wrath(s)
    goal = facts.base(s, hero) if hero is not None else 0

    def worth(token: Token) -> tuple[int, tuple[int, str]]:
        steps = layout(s).grid.distance(1 << token.at, goal) if goal else 0
        return targets.FAR if steps is None else steps, targets.number(token.id)

    return sorted((t for t in s.tokens.values() if t.kind == "bone" and room >> t.at & 1), key=worth)


def can_raise(s: State, area: int) -> bool:
    """Whether Raise in this area would bring a model back (UN-7)."""
    return bool(piles(s, area)) and any(s.pool.monsters.get(name, 0) for name in _skeletons())


def rise(g: Play, area: int) -> None:
    """Swap the piles in an area for models with Bone Pile from the pool, as long as there are some (AB-3)."""
    s: State = g.state
    for pile in piles(s, area):
        name = next((n for n in _skeletons() if s.pool.monsters.get(n, 0)), None)
        if name is None:
            return
        if facts.occupied(s) >> pile.at & 1:  # of two piles on one square the second one stays
            continue
        s.pool.monsters[name] -= 1
        del s.tokens[pile.id]
        model = Monster(s.fresh_id("m"), box().monsters[name].rank, name, at=pile.at)
        s.monsters[model.id] = model
        g.emit("ev.rises", "AB-3", {"type": "appear", "piece": model.id, "n": 0}, who=name)


def beside(s: State, member: Figure) -> list[str]:
    """Return the piles that a party member can clear away from where it stands."""
    found = [token for token in s.tokens.values() if token.kind == "bone"]
    if not found:
        return []
    around = layout(s).grid.within(facts.base(s, member), 1)
    return [token.id for token in found if around >> token.at & 1]


def clear(g: Play, member: Member, id: str) -> None:
    """Remove a pile for 2 MP; nothing is earned by it (FQ-5, WR-1)."""
    s: State = g.state
    member.mp_spent += COST
    del s.tokens[id]
    g.emit("ev.clears_bones", "FQ-5", {"type": "gone", "piece": id, "n": 0}, who=facts.name(member))
