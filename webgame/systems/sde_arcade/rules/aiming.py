"""Aiming: whom an action with a printed range can be aimed at, and why not (HA-12, HA-13)."""

from __future__ import annotations

from typing import Any, Final

from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.rules.facts import Refusal
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

SMALL: Final = 3  # squares from which a Small figure can be targeted at most (AB-3)
Obstacle = tuple[str, str, int, Figure | None]
NOTHING: Final[Obstacle] = ("", "", 0, None)


def targetable(
    s: State, actor: Figure, target: Figure, squares: int, *, offensive: bool, sight: bool = True
) -> Refusal | None:
    """Return why `actor` can't target `target` with a printed range of `squares`; None: it can (HA-13)."""
    return Aiming(s, actor, squares, offensive=offensive, sight=sight).refusal(target)


class Lookout:
    """What a figure finds around it, whatever it aims with; each thing is looked up once.

    For one moment: nothing on the table may change as long as it is asked.
    """

    __slots__ = (
        "_around",
        "_base",
        "_defenders",
        "_grid",
        "_known",
        "_pools",
        "_seen",
        "actor",
        "party",
        "s",
    )

    def __init__(self, s: State, actor: Figure) -> None:
        """Look around from where a figure stands now."""
        self.s = s
        self.actor = actor
        self.party = facts.on_party_side(actor)
        self._grid = layout(s).grid
        self._base = facts.base(s, actor)
        self._around: dict[int, int] = {}
        self._seen: dict[str, bool] = {}
        self._known: dict[tuple[str, str], bool] = {}
        self._pools: dict[tuple[bool, bool], list[Figure]] = {}
        self._defenders: list[Figure] | None = None  # the enemies that defend others

    def within(self, squares: int) -> int:
        """Return the squares within a range of the figure."""
        found = self._around.get(squares)
        if found is None:
            found = self._around[squares] = self._grid.within(self._base, squares)
        return found

    def sees(self, target: Figure) -> bool:
        """Whether the figure has line of sight to another one (LR-3, LR-4)."""
        found = self._seen.get(target.id)
        if found is None:
            found = self._seen[target.id] = facts.sees(self.s, self.actor, target)
        return found

    def finds(self, target: Figure, keyword: str) -> bool:
        """Whether another figure has a keyword."""
        key = (target.id, keyword)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = facts.has(self.s, target, keyword)
        return found

    def pool(self, augment: bool, dangerous: bool) -> list[Figure]:
        """Return whom an action can affect at all: enemies; Augment: friends; Dangerous: both (HA-12)."""
        key = (augment, dangerous)
        if key not in self._pools:
            s, actor = self.s, self.actor
            friends = facts.friends(s, actor) if augment or dangerous else []
            self._pools[key] = friends if augment else [*friends, *facts.enemies(s, actor)]
        return self._pools[key]

    def guard(self, target: Figure) -> Figure | None:
        """Return a friend that defends an enemy which is no Defender itself, or None (AB-3)."""
        s = self.s
        if self._defenders is None:
            self._defenders = facts.holders(s, self.pool(False, False), "Defender")
        for friend in self._defenders:
            if friend is not target and facts.near(s, target, friend, 1):
                return None if facts.has(s, target, "Defender") else friend
        return None


class Aiming:
    """What an action with a printed range can be aimed at from where its user stands now (HA-13).

    For one moment; several actions of one user may share what its `lookout` has found.
    """

    __slots__ = ("actor", "allowed", "lookout", "offensive", "s", "sight")

    def __init__(
        self,
        s: State,
        actor: Figure,
        squares: int,
        *,
        offensive: bool,
        sight: bool = True,
        lookout: Lookout | None = None,
    ) -> None:
        """Take the user, the range as printed, and whether friends of a target may defend it."""
        self.s = s
        self.actor = actor
        self.allowed = facts.fogged(s, actor, squares)
        self.offensive = offensive
        self.sight = sight
        self.lookout = Lookout(s, actor) if lookout is None else lookout

    def hits(self, target: Figure) -> bool:
        """Whether a figure can be targeted."""
        return not self._obstacle(target)[0]

    def refusal(self, target: Figure) -> Refusal | None:
        """Return why a figure can't be targeted, or None if it can."""
        key, rule, allowed, guard = self._obstacle(target)
        if not key:
            return None
        params: dict[str, Any] = {"target": facts.name(target)}
        if key == "no.range":
            steps = facts.distance(self.s, self.actor, target)
            params |= {"n": allowed, "is": -1 if steps is None else steps}
        elif guard is not None:
            params["who"] = facts.name(guard)
        return Refusal(key, rule, params)

    def _obstacle(self, target: Figure) -> Obstacle:
        """Return the key of what forbids a target and its rule, the range it is in, who defends it."""
        s, actor, look = self.s, self.actor, self.lookout
        friend = isinstance(target, Member)
        if isinstance(target, Monster):
            if target.host:
                return NOTHING if target.host == actor.id else ("no.invader", "CR-4", 0, None)
            friend = target.friend
        if target.at == OFF:
            return "no.not_there", "HA-18", 0, None
        if actor is target:
            return NOTHING
        where = 1 << target.at if target.size == 1 else facts.block(s, target.at, target.size)
        allowed = capped(target, self.allowed) if target.lasting else self.allowed
        enemy = friend != look.party
        in_range = look.within(allowed) & where
        hidden = max(1, allowed - 3)  # the range that is left if the target has Stealth
        if enemy and in_range and not look.within(hidden) & where and look.finds(target, "Stealth"):
            allowed, in_range = hidden, 0
        if not in_range:
            return "no.range", "HA-13", allowed, None
        if enemy and allowed > SMALL and not look.within(SMALL) & where and look.finds(target, "Small"):
            return "no.small", "AB-3", 0, None
        if enemy and target.lasting:
            near = facts.target_limit(s, target)
            if near is not None and not look.within(near) & where:
                return "no.range", "EX-3", near, None
        if self.sight and not look.sees(target):
            return "no.sight", "LR-3", 0, None
        if enemy and self.offensive:
            guard = look.guard(target)
            if guard is not None:
                return "no.defender", "AB-3", 0, guard
        return NOTHING


def capped(target: Figure, squares: int) -> int:
    """Return a range as effects on its target limit it (Nether Ash)."""
    if target.lasting:
        caps = [int(e.effect["squares"]) for e in target.lasting if e.effect["op"] == "range_cap"]
        return min([squares, *caps])
    return squares
