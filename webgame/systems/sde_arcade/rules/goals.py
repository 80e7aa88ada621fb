"""Where a monster wants to be: squares from which a target is in range and seen (MV-2, MV-11)."""

from __future__ import annotations

from collections.abc import Iterator

from webgame.engine.masks import bits
from webgame.engine.sight import Sight
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import aiming, facts, walk
from webgame.systems.sde_arcade.rules.walk import Ways
from webgame.systems.sde_arcade.state import Figure, Monster, State

ANYWHERE = 1_000  # movement that leads anywhere there is a way to
REACH = 2  # squares that Reach adds to RNG (GA-14)


class Goal:
    """Squares from which a target is in range and seen; sight is looked up only where it is asked about."""

    __slots__ = ("_base", "_sight", "near")

    def __init__(self, near: int, base: int = 0, sight: Sight | None = None) -> None:
        """Take the squares in range and, if the target must be seen, its base and who sees whom."""
        self.near = near
        self._base = base
        self._sight = sight

    def seen(self, among: int) -> int:
        """Return those of some squares from which the target is seen."""
        if self._sight is None:
            return among
        found = 0
        for square in bits(self._base):
            found |= self._sight.row(square, among)
        return found

    def zone(self, among: int = -1) -> int:
        """Return those of some squares from which the target is in range and seen."""
        return self.seen(self.near & among)


class Scout:
    """What a figure finds out before it moves; each thing is looked for once."""

    __slots__ = ("_far", "_goals", "_near", "budget", "fig", "s")

    def __init__(self, s: State, fig: Monster, budget: int) -> None:
        """Look around from where `fig` stands, with `budget` MP to spend."""
        self.s = s
        self.fig = fig
        self.budget = budget
        self._near: Ways | None = None
        self._far: Ways | None = None
        self._goals: dict[str, Goal] = {}

    def near(self) -> Ways:
        """Return where the figure can go now."""
        if self._near is None:
            self._near = walk.ways(self.s, self.fig, self.budget)
        return self._near

    def far(self) -> Ways:
        """Return where it could go in time."""
        if self._far is None:
            self._far = walk.ways(self.s, self.fig, ANYWHERE)
        return self._far

    def goal(self, target: Figure) -> Goal:
        """Return where it could attack a target from."""
        if target.id not in self._goals:
            self._goals[target.id] = goals(self.s, self.fig, target)
        return self._goals[target.id]

    def reaches(self, target: Figure) -> bool:
        """Whether it could come to a square to attack from, friends on it or not (TP-2)."""
        goal = self.goal(target)
        if goal.zone(facts.base(self.s, self.fig)):
            return True
        return bool(goal.zone(self.near().reach.all) or goal.zone(self.far().reach.all))


def held(s: State, fig: Figure) -> str | None:
    """Return what keeps a monster from moving: a status, a card's effect; None if nothing does (MV-11)."""
    for status in ("Knockdown", "Immobile"):
        if status in fig.status:
            return status
    if any(e["op"] == "forbid" and e["what"] == "move" for e in facts.turn_effects(s)):
        return s.turn.card
    return facts.forbidden(s, fig, "move")


def goals(s: State, monster: Monster, target: Figure) -> Goal:
    """Return where a monster has a target in RNG and sight; gang RNG where its gang can come along (MV-2)."""
    lay = layout(s)
    base = facts.base(s, target)
    stealth, small = facts.has(s, target, "Stealth"), facts.has(s, target, "Small")
    near = 0
    for squares, where in _ranges(s, monster):
        if stealth:
            squares = max(1, squares - 3)
        if small:
            squares = min(3, squares)
        near |= lay.grid.within(base, aiming.capped(target, squares)) & where
    return Goal(near, base, facts.sight(s, monster))


def _ranges(s: State, monster: Monster) -> Iterator[tuple[int, int]]:
    """Yield a monster's RNG with the squares where it has it: gang RNG near the gang, less in fog."""
    lay = layout(s)
    everywhere = lay.grid.floor
    gang = facts.gang(s, monster)
    lent = any("Reach" in facts.monster_card(s.monsters[id]).abilities for id in gang.partners)
    together = gang.line.RNG + (REACH if lent or facts.has(s, monster, "Reach") else 0)
    choices = [(together, everywhere)]
    if gang.together:
        card = facts.monster_card(monster)
        alone = box().gangs[card.gang or ""].solo.RNG + (REACH if "Reach" in card.abilities else 0)
        choices = [(alone, everywhere)]
        if alone < together:
            along = 0
            for id in gang.partners:
                partner = s.monsters[id]
                steps = 0 if partner.kind != "minion" or held(s, partner) else facts.movement(s, partner)
                along |= lay.grid.within(facts.base(s, partner), steps + int(s.options["gang_range"]))
            choices.append((together, along))
    for squares, where in choices:
        for tile, mask in enumerate(lay.tiles):
            if s.tiles[tile].cards:
                fogged = _fogged(s, tile, squares)
                if fogged != squares:
                    yield fogged, where & mask
                    where &= ~mask
        yield squares, where


def _fogged(s: State, tile: int, squares: int) -> int:
    """Return a printed range as the fog on a tile leaves it (EX-14)."""
    for card in s.tiles[tile].cards:
        for effect in box().explore[card].effects:
            if effect["op"] == "range":
                squares = max(int(effect["min"]), squares + int(effect["amount"]))
    return squares


def ends(s: State, fig: Figure, goal: Goal, among: int) -> int:
    """Return those of some anchors from which a figure has the target in range and in sight."""
    if fig.size == 1:
        return goal.zone(among)
    anchors = facts.spread(s, goal.near, fig.size) & among
    covered = 0
    for row in range(fig.size):
        for column in range(fig.size):
            covered |= anchors << row * s.width + column
    return anchors & facts.spread(s, goal.seen(covered), fig.size)
