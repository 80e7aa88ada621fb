"""The Move command: where a monster goes and how its minions follow (MV-1 to MV-13)."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from typing import Any, NamedTuple

from webgame.engine.game import Play
from webgame.engine.masks import bits, mask_of
from webgame.engine.sight import Sight
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import aiming, facts, targets, terrain, walk, wounds
from webgame.systems.sde_arcade.rules.walk import Ways
from webgame.systems.sde_arcade.state import OFF, Figure, Monster, State

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


class Plan(NamedTuple):
    """Where a figure will go: the end of its move, its ways there, what decided, whether it arrives."""

    anchor: int
    scout: Scout
    why: str
    rule: str
    there: bool


# -- the command -----------------------------------------------------------------------------------------


def move(g: Play, monster: Monster, movable: Collection[str]) -> Generator[Any, Any, None]:
    """Let a monster perform a Move command; its minions among `movable` follow it at once (MV-1, MV-9)."""
    s: State = g.state
    before = facts.gang(s, monster).partners
    aim = None
    if _may_move(g, monster):
        budget = facts.movement(s, monster)
        g.emit("ev.move", "MV-1", _glow(monster), who=facts.name(monster), n=budget)
        scout = Scout(s, monster, budget)
        aim = _choose(g, scout)
        if aim is not None:
            yield from _go(g, scout, aim, scout.goal(aim))
    if monster.kind == "elite" and not s.outcome and s.monsters.get(monster.id) is monster:
        target = aim or targets.choose(s, monster, s.heroes()).target
        if target is not None:
            yield from _follow(g, monster, before, target, movable)


def move_alone(g: Play, minion: Monster) -> Generator[Any, Any, None]:
    """Move a minion without a bonded elite on the map toward the Hero with the most wrath (MV-10)."""
    s: State = g.state
    hero = targets.most_wrath(s, minion)
    if hero is None or not _may_move(g, minion):
        return
    g.emit("ev.move_alone", "MV-10", _glow(minion), who=facts.name(minion), target=facts.name(hero))
    goal = layout(s).grid.within(facts.base(s, hero), 1)
    yield from _go(g, Scout(s, minion, facts.movement(s, minion)), hero, Goal(goal))


def surge(g: Play, monster: Monster, squares: int) -> Generator[Any, Any, None]:
    """Move a monster farther toward the Hero with the most wrath if it is in range of none (MV-12)."""
    s: State = g.state
    aim = targets.choose(s, monster, s.heroes())
    if aim.target is None or not can_surge(s, monster):
        return
    g.emit(
        "ev.surges",
        "MV-12",
        _glow(monster),
        who=facts.name(monster),
        target=facts.name(aim.target),
        n=squares,
    )
    scout = Scout(s, monster, squares)
    yield from _go(g, scout, aim.target, scout.goal(aim.target))


def can_surge(s: State, monster: Monster) -> bool:
    """Whether Surge would move a monster: no Hero in range, nothing that holds it (MV-12, UN-7)."""
    if monster.at == OFF or held(s, monster) is not None:
        return False
    return not targets.can_attack(s, monster)


def held(s: State, fig: Figure) -> str | None:
    """Return what keeps a monster from moving: a status, a card's effect; None if nothing does (MV-11)."""
    for status in ("Knockdown", "Immobile"):
        if status in fig.status:
            return status
    if any(e["op"] == "forbid" and e["what"] == "move" for e in facts.turn_effects(s)):
        return s.turn.card
    return facts.forbidden(s, fig, "move")


def _may_move(g: Play, monster: Monster) -> bool:
    """Whether a monster can move now; a status that holds it is removed instead of the move (MV-11)."""
    s: State = g.state
    reason = held(s, monster)
    if reason is None:
        return True
    g.emit("ev.held", "MV-11", who=facts.name(monster), what=reason)
    if reason in monster.status:
        wounds.cure(g, monster, reason, "ST-7" if reason == "Knockdown" else "MV-11")
    return False


def _glow(fig: Figure) -> dict[str, Any]:
    return {"type": "glow", "piece": fig.id, "n": 0}


# -- whom and where ------------------------------------------------------------------------------------------


def _choose(g: Play, scout: Scout) -> Figure | None:
    """Return the Hero a Move aims at: by target priority among those that a path exists to (TP-2, MV-8)."""
    s: State = g.state
    monster = scout.fig
    heroes = list(s.heroes())
    if not heroes:
        return None
    if not g.quiet:
        for hero in heroes:
            if not scout.reaches(hero):
                g.emit("ev.no_path", "TP-2", depth=1, target=facts.name(hero))
    left = list(heroes)
    while left:
        aim = targets.choose(s, monster, left)
        if aim.target is None:
            return None
        if scout.reaches(aim.target):
            targets.tell_aim(g, monster, aim, len(left))
            return aim.target
        left = [hero for hero in left if hero is not aim.target]
    aim = targets.choose(s, monster, heroes)
    targets.tell_aim(g, monster, aim, len(heroes))
    return aim.target


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
    choices = [(gang.line.RNG + (REACH if lent or facts.has(s, monster, "Reach") else 0), everywhere)]
    if gang.together:
        along = 0
        for id in gang.partners:
            partner = s.monsters[id]
            steps = 0 if partner.kind != "minion" or held(s, partner) else facts.movement(s, partner)
            along |= lay.grid.within(facts.base(s, partner), steps + int(s.options["gang_range"]))
        card = facts.monster_card(monster)
        alone = box().gangs[card.gang or ""].solo.RNG + (REACH if "Reach" in card.abilities else 0)
        choices = [(choices[0][0], along), (alone, everywhere)]
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


def _ends(s: State, fig: Figure, goal: Goal, among: int) -> int:
    """Return those of some anchors from which a figure has the target in range and in sight."""
    if fig.size == 1:
        return goal.zone(among)
    anchors = facts.spread(s, goal.near, fig.size) & among
    covered = 0
    for row in range(fig.size):
        for column in range(fig.size):
            covered |= anchors << row * s.width + column
    return anchors & facts.spread(s, goal.seen(covered), fig.size)


def deadly(s: State, fig: Monster) -> int:
    """Return the squares of traps that would surely destroy a monster: it never rolls (MV-6, DR-6)."""
    if not s.templates or facts.hearts_left(s, fig) > 1:
        return 0
    arm = facts.arm(s, fig)
    known = box().traps
    lethal = [t for t in s.templates.values() if known[t.trap].wound and (known[t.trap].STR or 0) > arm]
    return mask_of(square for template in lethal for square in template.squares)


def _plan(scout: Scout, target: Figure, goal: Goal) -> Plan:
    """Return where a figure goes to come to `goal` (MV-2 to MV-8)."""
    s, fig = scout.s, scout.fig
    if _ends(s, fig, goal, 1 << fig.at):
        return Plan(fig.at, scout, "in_range", "MV-3", True)
    ways, death = scout.near(), deadly(s, fig)
    found = _cheapest(s, fig, target, ways, _ends(s, fig, goal, ways.anchors), death)
    if found is not None:
        return Plan(found, scout, "goal", "MV-2", True)
    zone = goal.zone()
    free = zone & ~(facts.occupied(s) & ~facts.base(s, fig))
    for through in (False, True):
        far = walk.ways(s, fig, ANYWHERE, through_enemies=True) if through else scout.far()
        if through and not far.reach.all & zone:
            break
        wanted = free & far.reach.all or zone & far.reach.all
        if wanted:
            end = _approach(s, fig, target, ways, far.reach.remaining(wanted), death)
            return Plan(end, scout, "approach", "MV-8" if through else "MV-4", False)
    end = _nearest(s, fig, ways, zone, death)
    return Plan(end, scout, "locked", "MV-8", False)


def _cheapest(s: State, fig: Monster, target: Figure, ways: Ways, ends: int, death: int) -> int | None:
    """Return the end that costs the least MP, then the farthest from the target, then the lowest (MV-2)."""
    if not ends:
        return None
    grid, base = layout(s).grid, facts.base(s, target)

    def worth(at: int) -> tuple[int, int, int]:
        return (ways.cost(at), -(grid.distance(facts.block(s, at, fig.size), base) or 0), at)

    if fig.size == 1:
        for layer in ways.reach.layers:
            some = layer & ends
            if some:
                if not death:
                    return min(bits(some), key=worth)
                break
    for at in sorted(bits(ends), key=worth):
        path = mask_of(ways.path(at)) if death else 0
        if not path & death & ~facts.block(s, at, fig.size):
            return at
    return None


def _approach(s: State, fig: Monster, target: Figure, ways: Ways, left: list[int], death: int) -> int:
    """Return the free end from which the rest of the way costs least, then the nearest in range (MV-4)."""
    here = 1 << fig.at
    anchors = ways.anchors | here
    if fig.size == 1:
        anchors &= ~death | here
    grid, base = layout(s).grid, facts.base(s, target)

    def worth(at: int) -> tuple[int, int, int]:
        steps = grid.distance(facts.block(s, at, fig.size), base)
        return (targets.FAR if steps is None else steps, ways.cost(at), at)

    for layer in left:
        some = facts.spread(s, layer, fig.size) & anchors
        if some & here:
            return fig.at
        if not death and fig.size == 1 and some:  # the first one will do
            some = grid.nearest(some, base)
        for at in sorted(bits(some), key=worth):
            if not death or not mask_of([*ways.path(at), *bits(facts.block(s, at, fig.size))]) & death:
                return at
    return fig.at


def _nearest(s: State, fig: Monster, ways: Ways, zone: int, death: int) -> int:
    """Return the end with the least range to squares that no way leads to (MV-8)."""
    here = 1 << fig.at
    grid = layout(s).grid
    if not zone:
        return fig.at
    anchors = ways.anchors & ~death | here
    for steps in range(s.width * s.height):
        wide = grid.within(zone, steps)
        some = facts.spread(s, wide, fig.size) & anchors
        if some & here:
            return fig.at
        if some:
            return min(bits(some), key=lambda at: (ways.cost(at), at))
        if wide == grid.within(zone, steps + 1):
            break
    return fig.at


# -- going -----------------------------------------------------------------------------------------------


def _go(g: Play, scout: Scout, target: Figure, goal: Goal) -> Generator[Any, Any, None]:
    """Move a monster toward a goal, through a Secret Passage if that is shorter; it stops there (MV-3)."""
    s: State = g.state
    monster = scout.fig
    short = _shortcut(scout, goal)
    if short is not None:
        spent = yield from _through(g, monster, *short, scout.near())
        if s.outcome or monster.at != short[1] or held(s, monster) is not None:
            return
        scout = Scout(s, monster, min(scout.budget, facts.movement(s, monster)) - spent)
    yield from _walk(g, monster, _plan(scout, target, goal))


def _shortcut(scout: Scout, goal: Goal) -> tuple[int, int] | None:
    """Return the Secret Passages a monster enters and leaves by, if that shortens its path (TE-4)."""
    s, fig = scout.s, scout.fig
    passages = layout(s).effects.get("Secret Passage", 0)
    if not passages or fig.size > 1 or facts.has(s, fig, "Fly"):
        return None
    ways = scout.near()
    entries = ways.anchors & passages & ~deadly(s, fig)
    exits = passages & ~facts.occupied(s)
    zone = goal.zone()
    if not entries or not exits or zone >> fig.at & 1:
        return None
    far = scout.far()
    free = zone & ~(facts.occupied(s) & ~facts.base(s, fig))
    left: dict[int, int] = {}
    for cost, layer in enumerate(far.reach.remaining(free & far.reach.all or zone & far.reach.all)):
        for square in bits(layer & (exits | 1 << fig.at)):
            left[square] = cost
    pairs = [
        (ways.cost(into) + left[out], into, out)
        for into in bits(entries)
        for out in bits(exits & ~(1 << into))
        if out in left
    ]
    if not pairs or fig.at not in left or min(pairs)[0] >= left[fig.at]:
        return None
    _, into, out = min(pairs)
    return into, out


def _through(g: Play, fig: Monster, into: int, out: int, ways: Ways) -> Generator[Any, Any, int]:
    """Walk into a Secret Passage and come out of another; return the MP spent (TE-2, TE-4)."""
    s: State = g.state
    g.emit("ev.shortcut", "TE-4", depth=1, who=facts.name(fig))
    spent = yield from walk.walk(g, fig, into, ways)
    if s.outcome or fig.at != into or held(s, fig) is not None:
        return spent
    fig.at = out
    show = {"type": "move", "piece": fig.id, "path": [out]}
    g.emit("ev.passage", "TE-2", show, who=facts.name(fig))
    yield from terrain.enter(g, fig, [out])
    return spent


def _walk(g: Play, fig: Monster, plan: Plan) -> Generator[Any, Any, None]:
    """Tell why and carry a plan out."""
    s: State = g.state
    stays = plan.anchor == fig.at
    if not g.quiet:
        why = "in_range" if plan.why == "in_range" else f"{plan.why}_stay" if stays else plan.why
        x, y = layout(s).grid.xy(plan.anchor)
        spent = 0 if stays else plan.scout.near().cost(plan.anchor)
        g.emit("ev.goes", plan.rule, depth=1, who=facts.name(fig), why=f"l.way.{why}", x=x, y=y, n=spent)
    if not stays:
        yield from walk.walk(g, fig, plan.anchor, plan.scout.near())


# -- minions -----------------------------------------------------------------------------------------------


def bonded_elites(s: State, minion: Monster) -> list[Monster]:
    """Return the elites on the map that a minion is bonded to (GA-5)."""
    elites = {box().gangs[name].elite for name in facts.monster_card(minion).gangs}
    return [m for m in s.monsters.values() if m.card in elites and m.at != OFF and m.friend == minion.friend]


def _follow(
    g: Play, elite: Monster, before: Collection[str], target: Figure, movable: Collection[str]
) -> Generator[Any, Any, None]:
    """Let the minions of an elite come within two squares of it, those that were there first (MV-9).

    A minion that was near no elite follows the first one bonded to it; one near another elite waits for that.
    """
    s: State = g.state
    gang = facts.monster_card(elite).gang
    models = {bond["model"] for bond in box().gangs[gang].bonded} if gang else set()
    ready = [
        m
        for m in s.monsters.values()
        if m.kind == "minion"
        and m.card in models
        and m.at != OFF
        and m.id in movable
        and m.id not in s.turn.moved
        and (m.id in before or not _near_another(s, m, elite))
    ]
    ready.sort(key=lambda m: (m.id not in before, targets.distance(s, m, elite), targets.number(m.id)))
    for minion in ready:
        if s.outcome or s.monsters.get(elite.id) is not elite or elite.at == OFF:
            return
        if s.monsters.get(minion.id) is not minion:
            continue
        s.turn.moved.append(minion.id)
        if _may_move(g, minion):
            yield from _walk(g, minion, _place_in_gang(s, minion, elite, target))


def stray(s: State, elite: Monster, model: str, squares: int) -> tuple[Monster, Ways, int] | None:
    """Return a minion near no elite of its own that can come to `elite` within `squares` MP, and its way.

    The one with the shortest way is taken (AI-1).
    """
    zone = layout(s).grid.within(facts.base(s, elite), int(s.options["gang_range"]))
    found: list[tuple[int, tuple[int, str], int, Monster, Ways]] = []
    for minion in [m for m in s.foes() if m.card == model and held(s, m) is None]:
        if facts.base(s, minion) & zone or _near_another(s, minion, elite):
            continue
        ways = walk.ways(s, minion, squares)
        for end in bits(ways.anchors & facts.spread(s, zone, minion.size)):
            found.append((ways.cost(end), targets.number(minion.id), end, minion, ways))
    if not found:
        return None
    _, _, end, minion, ways = min(found, key=lambda entry: entry[:3])
    return minion, ways, end


def _near_another(s: State, minion: Monster, elite: Monster) -> bool:
    """Whether a minion stands within gang range of another elite it is bonded to."""
    others = [e for e in bonded_elites(s, minion) if e is not elite]
    return any(facts.near(s, minion, e, int(s.options["gang_range"])) for e in others)


def _place_in_gang(s: State, minion: Monster, elite: Monster, target: Figure) -> Plan:
    """Return where a minion goes: within two squares of its elite, as near to the target as it can (MV-9)."""
    grid = layout(s).grid
    zone = grid.within(facts.base(s, elite), int(s.options["gang_range"]))
    scout = Scout(s, minion, facts.movement(s, minion))
    ways = scout.near()
    death = deadly(s, minion)
    ends = (ways.anchors & ~death | 1 << minion.at) & zone
    base = facts.base(s, target)
    if ends:
        if not death:  # the first one will do
            ends = grid.nearest(ends, base)
        ordered = sorted(bits(ends), key=lambda at: (_steps(grid.distance(1 << at, base)), ways.cost(at), at))
        for at in ordered:
            if not death or not mask_of(ways.path(at)) & death:
                return Plan(at, scout, "gang", "MV-9", True)
    plan = _plan(scout, elite, Goal(zone))
    return plan._replace(why="gang" if plan.there else "gang_far", rule="MV-9")


def _steps(distance: int | None) -> int:
    return targets.FAR if distance is None else distance
