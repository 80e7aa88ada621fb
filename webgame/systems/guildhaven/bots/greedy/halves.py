"""What a half of a card is worth: where it takes the hero, and what its lines do from a square."""

from __future__ import annotations

from typing import NamedTuple

from webgame.engine.masks import bits
from webgame.systems.guildhaven.board import ORTHOGONAL
from webgame.systems.guildhaven.bots.greedy import odds
from webgame.systems.guildhaven.bots.greedy.places import Places
from webgame.systems.guildhaven.box import Step
from webgame.systems.guildhaven.rules import (
    area,
    facts,
    hero_moves,
    hero_strikes,
    infusion,
    moving,
    perks,
    sight,
)
from webgame.systems.guildhaven.state import OFF, State, Unit

MOVES = ("move", "jump", "fly", "teleport")
HARM = ("attack", "damage", "bleed", "affect")


class Aim(NamedTuple):
    """A target of a line: what it is worth, and the squares from which it can be struck."""

    value: float
    squares: int


class Halves:
    """Values of halves at one moment."""

    def __init__(self, s: State, places: Places) -> None:
        self.s = s
        self.places = places
        self.grid = places.grid
        self._aims: dict[int, list[Aim]] = {}
        self._ends: dict[tuple[str, int], list[int]] = {}

    # -- movement ------------------------------------------------------------------------------------------

    def ends(self, steps: list[Step]) -> list[int]:
        """Return where the movement of a half may end, staying included."""
        s = self.s
        squares = {s.me.at: None}
        for step in steps:
            if step["op"] in MOVES:
                for square in self._reach(step):
                    squares[square] = None
        return list(squares)

    def _reach(self, step: Step) -> list[int]:
        s, kind = self.s, step["op"]
        n = hero_moves.allowance(s, int(step["n"]), kind)
        if (kind, n) not in self._ends:
            if kind == "move":
                free = perks.has(s.hero, "free_first_step")
                found = list(bits(moving.walk(s, s.me, diagonal_first=free, limit=n).within(n)))
            elif kind == "fly":
                found = list(bits(moving.fly(s, s.me, n).within(n)))
            elif kind == "jump":
                found = list(moving.jump(s, s.me, n))
            else:
                found = list(bits(moving.teleport(s, s.me, n)))
            self._ends[kind, n] = found
        return self._ends[kind, n]

    # -- harm ----------------------------------------------------------------------------------------------

    def punch(self, steps: list[Step], square: int, specialty: str = "") -> float:
        """Return what the lines of a half are worth from a square, movement left aside."""
        value, bonus = 0.0, 0
        light = self.s.table.infusion
        for step in steps:
            match step["op"]:
                case "attack" | "damage" | "bleed" | "affect":
                    if step["op"] == "attack" and "disarm" in self.s.me.conditions:
                        continue
                    value += self.line(step, square, bonus, specialty)
                    bonus = 0
                case "charge":
                    value += self.charge(step)[0] if square == self.s.me.at else 0.0
                case "consume":
                    if light < 0 or infusion.lends_dark(self.s):
                        bonus += sum(int(one["n"]) for one in step["then"] if one["op"] == "bonus")
                        value += 0.8 * self.punch(step["then"], square, specialty)
                        light += 1
                case "add_light":
                    light -= int(step["n"])
                    value += self.care(step, square)
                case _:
                    value += self.care(step, square)
        return value

    def line(self, step: Step, square: int, bonus: int = 0, specialty: str = "") -> float:
        """Return what a harmful line is worth from a square."""
        if step.get("target") == "last_target":
            return 0.5
        if step.get("shape") == "cone":
            return max(
                (self.sweep(step, area.cone(self.s, self.s.me, d, square)) for d in ORTHOGONAL), default=0.0
            )
        if step.get("shape") == "aoe" and int(step["range"]) == 0:
            return self.sweep(step, area.around_unit(self.s, self.s.me, int(step["radius"]), square))
        open_to = sorted(
            (aim.value for aim in self.aims(step, bonus, specialty) if aim.squares >> square & 1),
            reverse=True,
        )
        most = step.get("targets", 1)
        if step.get("shape") == "aoe":
            most = 1
        return sum(
            value for value in (open_to if most == "all_adjacent" else open_to[: int(most)]) if value > 0
        )

    def sweep(self, step: Step, squares: int) -> float:
        """Return what a line is worth that strikes everybody on some squares but the hero."""
        value = 0.0
        for unit in area.inside(self.s, squares, self.s.me):
            value += self.value(unit, step) if facts.are_enemies(self.s.me, unit) else -1.5
        return value

    def value(self, target: Unit, step: Step, bonus: int = 0, specialty: str = "") -> float:
        """Return what a line is worth against a target."""
        plus = bonus
        if step["op"] == "attack":
            reach = int(step.get("range", 1))
            if not area.is_area(step):
                plus += facts.bonus(self.s, "ranged_attacks" if reach >= 2 else "melee_attacks")
        edge = int(self.s.table.advantage > 0)
        return odds.strike(self.s, target, {**step, "specialty": specialty}, edge, plus)

    def aims(self, step: Step, bonus: int = 0, specialty: str = "") -> list[Aim]:
        """Return the targets of a line and whence each can be struck."""
        key = hash((id(step), bonus))
        if key not in self._aims:
            self._aims[key] = [self._aim(foe, step, bonus, specialty) for foe in self.places.foes]
        return self._aims[key]

    def _aim(self, foe: Unit, step: Step, bonus: int, specialty: str) -> Aim:
        s = self.s
        if foe.at == OFF:
            return Aim(0.0, 0)
        reach = hero_strikes.reach_of(s, step)
        near = 0
        for cell in bits(facts.squares(s, foe)):
            near |= self.grid.near(cell, reach)
        seen = sight.sighted(s, s.me, foe, bool(step.get("through_walls")))
        if sight.hidden(s, s.me, foe):
            seen = 0
        value = self.value(foe, step, bonus, specialty)
        if step.get("shape") == "aoe":
            value = self.sweep(step, area.around(s, foe.at, int(step["radius"])))
        elif step["op"] == "attack" and reach >= 2 and not perks.has(s.hero, "no_adjacent_disadvantage"):
            value *= 0.97
        return Aim(value, near & seen & ~facts.squares(s, foe))

    def charge(self, step: Step) -> tuple[float, int]:
        """Return the best charge of a line: its value and where it ends (OFF if there is none)."""
        s = self.s
        best, at = 0.0, OFF
        for square, (k, direction) in moving.charge(
            s, s.me, hero_moves.allowance(s, int(step["n"]), "charge")
        ).items():
            met = moving.ahead(s, s.me, square, direction)
            value = self.places.worth(square) - self.places.worth(s.me.at)
            if met is not None and facts.are_enemies(s.me, met):
                value += self.value(
                    met, {"op": "attack", "n": k, "range": 1, "riders": step.get("riders", [])}
                )
            if value > best:
                best, at = value, square
        return best, at

    # -- help ----------------------------------------------------------------------------------------------

    def care(self, step: Step, square: int) -> float:
        """Return what a line is worth that helps the hero."""
        s = self.s
        match step["op"]:
            case "heal":
                ill = "poison" in s.me.conditions or "wound" in s.me.conditions
                return (0.8 if ill else 0.0) + 0.7 * min(int(step["n"]), s.me.max_hp - s.me.hp)
            case "cleanse":
                return 1.5 * ("poison" in s.me.conditions or "wound" in s.me.conditions)
            case "shield":
                return 0.45 * int(step["n"]) * min(3, self.places.attackers(square))
            case "retaliate":
                return 0.3 * int(step["n"]) * min(3, self.places.attackers(square))
            case "grant":
                return 0.5 * min(3, self.places.attackers(square))
            case "advantage_next":
                return 0.6
            case "add_light":
                return 0.3 if s.table.infusion > -3 else 0.0
            case "persistent":
                return 2.5 if s.table.round.number <= 5 and not s.table.piles.active else 0.3
            case "summon":
                return 4.0
            case "recover":
                return 0.8 * min(int(step["n"]), len(s.table.piles.discard))
            case "search":
                return 0.0
            case _:
                return 0.0
