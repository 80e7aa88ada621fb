"""Aiming: whom an action with a printed range can be aimed at, and why not (HA-12, HA-13)."""

from __future__ import annotations

from typing import Any

from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts
from webgame.systems.sde_arcade.rules.facts import Refusal
from webgame.systems.sde_arcade.state import OFF, Figure, Monster, State


def targetable(
    s: State, actor: Figure, target: Figure, squares: int, *, offensive: bool, sight: bool = True
) -> Refusal | None:
    """Return why `actor` can't target `target` with a printed range of `squares`; None: it can (HA-13)."""
    return Aiming(s, actor, squares, offensive=offensive, sight=sight).refusal(target)


class Aiming:
    """What an action with a printed range can be aimed at from where its user stands now (HA-13).

    For one moment: what holds for all targets is looked up once.
    """

    __slots__ = ("_around", "_defenders", "actor", "allowed", "offensive", "s", "sight")

    def __init__(self, s: State, actor: Figure, squares: int, *, offensive: bool, sight: bool = True) -> None:
        """Take the user, the range as printed, and whether friends of a target may defend it."""
        self.s = s
        self.actor = actor
        self.allowed = facts.fogged(s, actor, squares)
        self.offensive = offensive
        self.sight = sight
        self._around: dict[int, int] = {}
        self._defenders: list[Figure] | None = None  # the enemies that defend others

    def _within(self, squares: int) -> int:
        """Return the squares within a range of the user."""
        if squares not in self._around:
            self._around[squares] = layout(self.s).grid.within(facts.base(self.s, self.actor), squares)
        return self._around[squares]

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

    def _obstacle(self, target: Figure) -> tuple[str, str, int, Figure | None]:
        """Return the key of what forbids a target and its rule, the range it is in, who defends it."""
        s, actor, allowed = self.s, self.actor, self.allowed
        if isinstance(target, Monster) and target.host:
            return ("", "", 0, None) if target.host == actor.id else ("no.invader", "CR-4", 0, None)
        if target.at == OFF:
            return "no.not_there", "HA-18", 0, None
        if actor is target:
            return "", "", 0, None
        where = facts.base(s, target)
        allowed = capped(target, allowed)
        enemy = facts.is_enemy(actor, target)
        in_range = self._within(allowed) & where
        hidden = max(1, allowed - 3)  # the range that is left if the target has Stealth
        if enemy and in_range and not self._within(hidden) & where and facts.has(s, target, "Stealth"):
            allowed, in_range = hidden, 0
        if not in_range:
            return "no.range", "HA-13", allowed, None
        if enemy and not self._within(3) & where and facts.has(s, target, "Small"):
            return "no.small", "AB-3", 0, None
        if enemy and target.lasting:
            near = facts.target_limit(s, target)
            if near is not None and not self._within(near) & where:
                return "no.range", "EX-3", near, None
        if self.sight and not facts.sees(s, actor, target):
            return "no.sight", "LR-3", 0, None
        if enemy and self.offensive:
            guard = self._guard(target)
            if guard is not None:
                return "no.defender", "AB-3", 0, guard
        return "", "", 0, None

    def _guard(self, target: Figure) -> Figure | None:
        """Return a friend that defends an enemy which is no Defender itself, or None (AB-3)."""
        s = self.s
        if self._defenders is None:
            self._defenders = facts.holders(s, facts.enemies(s, self.actor), "Defender")
        for friend in self._defenders:
            if friend is not target and facts.near(s, target, friend, 1):
                return None if facts.has(s, target, "Defender") else friend
        return None


def capped(target: Figure, squares: int) -> int:
    """Return a range as effects on its target limit it (Nether Ash)."""
    if target.lasting:
        caps = [int(e.effect["squares"]) for e in target.lasting if e.effect["op"] == "range_cap"]
        return min([squares, *caps])
    return squares
