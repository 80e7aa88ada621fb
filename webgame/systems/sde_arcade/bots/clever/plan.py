"""An activation looked through: where to go, what to do there, where to end; the best way's first step."""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

import msgspec

from webgame.engine.masks import bits
from webgame.systems.sde_arcade.bots.clever.chores import chores, zone
from webgame.systems.sde_arcade.bots.clever.danger import Danger
from webgame.systems.sde_arcade.bots.clever.means import Means
from webgame.systems.sde_arcade.bots.clever.sequence import Sequences, Thing, Try
from webgame.systems.sde_arcade.bots.clever.stakes import Table
from webgame.systems.sde_arcade.cards import Action
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import actions, areas, basic, facts, walk
from webgame.systems.sde_arcade.state import OFF, Member, Monster, State

FAR: Final = 60  # MP to look ahead for goals, more in a game without end
DRIVE: Final = 3.0  # what being near something to do is worth
FADE: Final = 0.93  # of it, for each MP farther
PARTS: Final = 48  # groups of squares looked at
HAZARD: Final = 1.0  # ending on a negative tile effect
ENOUGH: Final = 0.05  # what an end elsewhere must be better by
STEP: Final = 0.01  # what it costs to end elsewhere
CLOSE: Final = 4  # squares to the next Hero within which the party is together
RINGS: Final = (4, 7, 11, 16)  # squares to the next Hero
APART: Final = 0.25  # for each ring outside which a Hero ends
LIGHT: Final = 2.0  # looking into a dark tile, for a party that is fit


class Plan(NamedTuple):
    """What an activation may bring, and the option to begin with ("" to end it)."""

    value: float
    option: str
    acts: float = 0.0  # the part of the value that acts bring


class Planner:
    """Looks through an activation of a member from the present position."""

    def __init__(self, table: Table, member: Member, means: Means | None = None) -> None:
        self.table = table
        self.s: State = table.s
        self.member = member
        self.means = Means(table, member) if means is None else means
        self.danger = Danger(table, member)
        self.sequences = Sequences()
        self.mp = facts.mp_left(self.s, member)
        still = basic.held(self.s, member) is not None
        self.ways = walk.ways(self.s, member, 0 if still else self.mp)
        self.ends = self.ways.anchors | 1 << member.at
        self.dark = facts.spread(self.s, table.dark(), member.size)
        if not self.may_explore:
            self.ends &= ~self.dark | 1 << member.at
        self._worth_at: dict[int, float] = {}

    @cached_property
    def may_explore(self) -> bool:
        """Whether the member may enter dark tiles: the party is fit, nothing is left to do in the light."""
        table = self.table
        if not table.fit or table.bosses:
            return False
        return not any(foe.kind in ("elite", "boo_booty", "creep") for foe in self.lit)

    @cached_property
    def lit(self) -> list[Monster]:
        """Return the foes on explored tiles."""
        s = self.s
        return [
            foe for foe in self.table.foes if any(s.tiles[tile].explored for tile in facts.tiles_of(s, foe))
        ]

    # -- what can be done, and from where --------------------------------------------------------------------

    @cached_property
    def works(self) -> list[tuple[Thing, Try, int]]:
        """Return each thing with each way to work at it and the anchors to do so from."""
        s, member = self.s, self.member
        found = []
        for foe in self.means.targets():
            thing = Thing(foe.id, self.means.worth(foe), self.table.left(foe), ())
            zones: dict[int, int] = {}
            for blow, squares in self.means.blows(foe):
                if squares not in zones:
                    zones[squares] = facts.spread(s, zone(self.table, member, squares, foe.id), member.size)
                act = Try(f"{blow.group}>{foe.id}", blow.cost, blow.win, blow.wounds, blow.extra)
                found.append((thing, act, zones[squares]))
        for creep in member.invaders:
            foe = s.monsters[creep]
            thing = Thing(creep, 2.5, 1, ())
            for blow, _ in self.means.blows(foe):
                act = Try(f"{blow.group}>{creep}", blow.cost, blow.win, blow.wounds, blow.extra)
                found.append((thing, act, -1))
        for chore in chores(self.table, member, self.means):
            where = -1 if chore.where == -1 else facts.spread(s, chore.where, member.size)
            for act in chore.thing.tries:
                found.append((chore.thing, act, where))
        return found

    def things_at(self, at: int) -> list[Thing]:
        """Return what can be done from an anchor."""
        found: dict[str, Thing] = {}
        for thing, act, where in self.works:
            if where == -1 or where >> at & 1:
                known = found.get(thing.id, thing._replace(tries=()))
                found[thing.id] = known._replace(tries=(*known.tries, act))
        return [
            thing._replace(
                id=f"{thing.id}|{len(thing.tries)}|{thing.tries[-1].option}|{thing.tries[0].option}"
            )
            for thing in found.values()
        ]

    def parts(self) -> list[int]:
        """Return the anchors in reach, parted by what can be done from them; few things first."""
        parts = [self.ends]
        for mask in dict.fromkeys(where for _, _, where in self.works if where != -1):
            if not mask & self.ends or len(parts) > PARTS:
                continue
            parts = [piece for part in parts for piece in (part & mask, part & ~mask) if piece]
        return parts

    # -- where to end ----------------------------------------------------------------------------------------

    @cached_property
    def pull(self) -> list[int]:
        """Return masks of anchors by the MP it still takes from there to something to do."""
        s, member = self.s, self.member
        zones = 0
        for where in self._goals():
            zones |= where
        if not zones:
            return []
        whole = walk.ways(s, member, round(FAR / self.table.nerve))
        taken = facts.occupied(s) & ~facts.base(s, member)
        return whole.reach.remaining(zones & ~taken)

    def _goals(self) -> list[int]:
        table, s, member = self.table, self.s, self.member
        if not table.fit:
            others = [hero for hero in table.heroes if hero.id != member.id]
            return [
                layout(s).grid.within(facts.base(s, hero), 1)
                for hero in others
                if hero.wounds or member.wounds
            ]
        goals = [where for thing, act, where in self.works if where != -1 and thing.worth * act.win > 0.2]
        if not self.may_explore:
            goals = [where & ~self.dark for where in goals]
        if not goals and self.dark and self.may_explore:
            goals = [self.dark]
        if not goals:
            points = [foe for foe in table.foes if foe.kind == "spawning_point"]
            goals = [layout(s).grid.within(facts.base(s, point), CLOSE) for point in points]
        return goals

    def worth_of(self, at: int) -> float:
        """Return what ending on an anchor is worth: danger, goals near by, friends near by."""
        if at in self._worth_at:
            return self._worth_at[at]
        value = self.pulls.get(at, 0.0) - self.danger.cost(at)
        bit, nerve = 1 << at, self.table.nerve
        if bit & self.hazards:
            value -= HAZARD * nerve
        for mask in self.rings:
            if mask & bit:
                break
            value -= APART * nerve
        if at != self.member.at:
            value -= STEP * nerve
        self._worth_at[at] = value
        return value

    @cached_property
    def hazards(self) -> int:
        """Return the anchors the member had better not end on."""
        return facts.spread(self.s, walk.hazards(self.s, self.member), self.member.size)

    @cached_property
    def rings(self) -> list[int]:
        """Return the anchors near other Heroes, within ever more squares; outside of each costs something."""
        s, grid = self.s, layout(self.s).grid
        others = [facts.base(s, hero) for hero in self.table.heroes if hero.id != self.member.id]
        if not others:
            return []
        found = []
        for squares in RINGS:
            mask = 0
            for base in others:
                mask |= grid.within(base, squares)
            found.append(facts.spread(s, mask, self.member.size))
        return found

    @cached_property
    def pulls(self) -> dict[int, float]:
        """Return what being near something to do is worth, for each anchor in reach."""
        found: dict[int, float] = {}
        left = self.ends
        for cost, layer in enumerate(self.pull):
            some = facts.spread(self.s, layer, self.member.size) & left
            for at in bits(some):
                found[at] = DRIVE * FADE**cost
            left &= ~some
            if not left:
                break
        return found

    @cached_property
    def ranked_ends(self) -> list[tuple[float, int]]:
        """Return all anchors in reach by what ending there is worth, the best first."""
        found = [(self.worth_of(at), at) for at in bits(self.ends)]
        return sorted(found, key=lambda f: (-f[0], f[1]))

    def best_end(self, at: int, mp: int) -> tuple[float, int]:
        """Return the best anchor to end on, from an anchor with some MP left."""
        zone_ = layout(self.s).grid.within(1 << at, mp) if mp > 0 else 1 << at
        for value, end in self.ranked_ends:
            if zone_ >> end & 1:
                return value, end
        return self.worth_of(at), at

    # -- the whole -------------------------------------------------------------------------------------------

    def best(self) -> Plan:
        """Return the best plan for the rest of the activation."""
        here = self.member.at
        ap = self.means.ap
        best = Plan(*self._ending())
        costs = self._costs()
        for part in self.parts():
            at, cost = self._cheapest(part, costs)
            acts, option = self.sequences.best(ap, self.things_at(at))
            area, area_option = self._area(at, ap)
            if area > acts:
                acts, option = area, area_option
            if not option:
                continue
            end, _ = self.best_end(at, self.mp - cost)
            value = acts + end
            if at == here:
                value += ENOUGH
            if value > best.value + 1e-9:
                best = Plan(value, option if at == here else f"move>{at}", acts)
        return best

    def _ending(self) -> tuple[float, str]:
        """Return the value of acting no more, and the step to where the activation ends."""
        here = self.worth_of(self.member.at)
        if not self.ranked_ends:
            return here, ""
        value, end = self.ranked_ends[0]
        if end == self.member.at or value < here + ENOUGH * self.table.nerve:
            return here, ""
        return value, f"move>{end}"

    def _costs(self) -> list[int]:
        """Return masks of anchors by the MP to get there."""
        if self.member.size == 1:
            return self.ways.reach.layers
        layers: dict[int, int] = {}
        for at in bits(self.ways.anchors):
            cost = self.ways.cost(at)
            layers[cost] = layers.get(cost, 0) | 1 << at
        layers[0] = layers.get(0, 0) | 1 << self.member.at
        return [layers.get(cost, 0) for cost in range(max(layers) + 1)]

    def _cheapest(self, part: int, costs: list[int]) -> tuple[int, int]:
        """Return an anchor of a part that costs least, outside hazards if there is one, and its cost."""
        if part >> self.member.at & 1:
            return self.member.at, 0
        clean = part & ~self.hazards or part
        for cost, layer in enumerate(costs):
            some = layer & clean
            if some:
                return max(bits(some), key=lambda at: (self.worth_of(at), -at)), cost
        return self.member.at, 0

    def _area(self, at: int, ap: int) -> tuple[float, str]:
        """Return what the best area attack from an anchor brings, with what is left to do after it."""
        best, option = 0.0, ""
        for label, action in self._area_actions:
            if action.cost > ap:
                continue
            shadow = self.member if at == self.member.at else msgspec.structs.replace(self.member, at=at)
            for spot in actions.spots(self.s, shadow, action):
                struck = areas.affected(
                    self.s, shadow, spot, augment=action.augment, dangerous=action.dangerous
                )
                struck = [fig for fig in struck if fig.at != OFF and fig.id != self.member.id]
                if len(struck) < 2 and at != self.member.at:
                    continue
                dice = self.means.offense(action.attr or "STR", action.bonus)
                value = self.means.struck(dice, struck, action)
                if value > best:
                    best = value
                    option = f"act.{label}>{spot.id}" if spot.on else f"act.{label}"
                    rest = ap - action.cost
        if not option:
            return 0.0, ""
        after = self.sequences.best(rest, self.things_at(at))[0] if rest else 0.0
        return best + 0.7 * after, option

    @cached_property
    def _area_actions(self) -> list[tuple[str, Action]]:
        """Return the attacks on an area that the member can use."""
        s, member = self.s, self.member
        return [
            (label, action)
            for label, action in actions.labelled(s, member)
            if action.kind == "offense"
            and action.area
            and not action.area.startswith("Aura")
            and action.attr is not None
            and actions.barred(s, member, label, action) is None
        ]
