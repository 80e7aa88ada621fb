"""What squares are worth to the hero: danger there, and how near they are to what the sheet wants."""

from __future__ import annotations

from webgame.engine.masks import bits, mask_of
from webgame.systems.guildhaven.bots.greedy import odds
from webgame.systems.guildhaven.rules import facts, items, moving, predicates
from webgame.systems.guildhaven.state import OFF, State, Unit

FEAR = 0.10  # weight of the harm that may come on a square
LATER = 0.4  # of that, for villains that have acted in this round


class Places:
    """The board as the hero sees it at one moment; everything is worked out when it is first asked for."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.grid = facts.ground(s)
        self.foes = [unit for unit in s.on_board() if facts.are_enemies(s.me, unit)]
        self._worth: dict[int, float] = {}
        self._harm = [(foe, *odds.threat(s, foe)) for foe in self.foes]
        self._acted = {slot.unit for slot in s.table.round.slots if slot.done}
        self._goals: list[tuple[int, float, float]] | None = None
        self._paths: dict[int, moving.Ways] = {}

    def danger(self, square: int) -> float:
        """Return the harm that villains may do to the hero on a square."""
        total = 0.0
        for foe, harm, reach in self._harm:
            if harm and self.gap(square, foe) <= reach:
                total += harm * (LATER if foe.id in self._acted else 1.0)
        return total

    def attackers(self, square: int) -> int:
        """Return how many villains may still attack the hero there in this round."""
        return sum(
            1
            for foe, harm, reach in self._harm
            if harm and foe.id not in self._acted and self.gap(square, foe) <= reach
        )

    def gap(self, square: int, foe: Unit) -> int:
        """Return the distance of a square to a unit."""
        return min(self.grid.distance(square, cell) for cell in bits(facts.squares(self.s, foe)))

    def worth(self, square: int) -> float:
        """Return what it is worth to end there, attacks left aside."""
        if square not in self._worth:
            value = -FEAR * self.danger(square)
            for mask, bonus, pull in self.goals():
                if mask >> square & 1:
                    value += bonus
                elif pull:
                    value -= pull * self.way(square, mask)
            self._worth[square] = value
        return self._worth[square]

    def way(self, square: int, goal: int) -> float:
        """Return the squares to walk from a square to the nearest of `goal`, nobody being in the way."""
        if goal not in self._paths:
            self._paths[goal] = self._flood(goal)
        return float(min(20, self._paths[goal].cost(square)))

    def _flood(self, goal: int) -> moving.Ways:
        layers, seen = [goal], goal
        ground = self.grid.ground
        while True:
            fresh = self.grid.grown(layers[-1], ground, self.grid.eight) & ~seen
            if not fresh:
                return moving.Ways(layers, ground, self.s.me.at)
            layers.append(fresh)
            seen |= fresh

    def goals(self) -> list[tuple[int, float, float]]:
        """Return squares the hero wants to end on: their bonus, and the pull of each square of distance."""
        if self._goals is None:
            self._goals = [goal for goal in self._find() if goal[0]]
        return self._goals

    def _find(self) -> list[tuple[int, float, float]]:
        s, sheet = self.s, facts.sheet(self.s)
        found: list[tuple[int, float, float]] = []
        for edge, cells in sheet.map.exits.items():
            if predicates.exit_wins(s, edge):
                return [(mask_of(y * sheet.map.width + x for x, y in cells), 20.0, 1.5)]
        if spots := mask_of(items.spots(s)):
            found.append((spots, 1.2, 0.02))
        for kind in ("grave", "clue"):
            if sites := [at for at in sheet.map.cells(f"loc:{kind}") if at not in s.table.searched]:
                found.append((mask_of(sites), 5.0, 0.5))
        drum = s.units.get("o.drum")
        if drum is not None:
            if drum.at in sheet.map.zone("X"):
                found.append((self.grid.near(drum.at, 20), 0.0, 0.0))
            else:
                found.append((self.grid.near(drum.at, 1) & ~(1 << drum.at), 6.0, 0.8))
        for at in s.table.tokens.get("vehicle", ()):
            block = self.grid.block(at, 2)
            beside = mask_of(q for q in bits(self.grid.ground) if self.grid.near(q, 1) & block) & ~block
            found.append((beside, 1.5, 0.15))
        for at in s.table.tokens.get("salt_ward", ()):
            cross = [self.grid.step(at, d) for d in (0, 2, 4, 6)]
            found.append((mask_of(q for q in cross if q >= 0), 1.0, 0.05))
        if wanted := self._wanted():
            found.append((wanted, 0.0, 0.12))
        return found

    def _wanted(self) -> int:
        """Return the squares next to villains that must be beaten (all villains, if none is named)."""
        must = [foe for foe in self.foes if foe.kind == "villain" and odds.weight(self.s, foe) >= 1.0]
        pool = must or [foe for foe in self.foes if foe.kind == "villain"]
        mask = 0
        for foe in pool:
            if foe.at != OFF:
                for cell in bits(facts.squares(self.s, foe)):
                    mask |= self.grid.near(cell, 1)
        return mask & self.grid.ground
