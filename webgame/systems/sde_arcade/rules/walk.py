"""Movement: where a figure can go, what it costs, and the going itself (HA-5 to HA-9, LR-7, LR-8).

The law is the same for Heroes, pets and monsters. Status effects that forbid a move are the caller's to ask.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cache, lru_cache
from typing import Any, Final

from webgame.engine.game import Play
from webgame.engine.masks import Allowed, bits, mask_of
from webgame.engine.reach import Reach
from webgame.engine.squares import Grid
from webgame.engine.system import FRAME
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout, layout_of
from webgame.systems.sde_arcade.rules import facts, reactions, strolls, terrain, traits
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

CLIMBERS: Final = frozenset(("Fly", "Burrow", "Bulldozer"))  # structures are open to them (AB-3)
THROUGH: Final = "walk_through_walls"  # the effect: no wall stops who has it, or none on a tile
PACES: Final = CLIMBERS | {"Ghost", "Surefoot"}  # keywords that change how a figure moves
HOBBLES: Final = ("Slow", "Knockdown")  # suffered on the way they change what is left of the move


class Ways:
    """Where a figure can go: `anchors` are the squares where the north-west one of its base may end."""

    __slots__ = ("_avoid", "_grid", "_own", "_size", "anchors", "reach", "start")

    def __init__(self, fig: Figure, own: int, grid: Grid, reach: Reach, free: int, avoid: int) -> None:
        """Take what the counted squares cost (`reach`) and the squares free to end on."""
        self.start: Final = fig.at
        self.reach: Final = reach
        self._own: Final = own
        self._size: Final = fig.size
        self._grid: Final = grid
        self._avoid: Final = avoid
        inside = (reach.all | own) & free
        ends = inside & grid.open if fig.size == 1 else grid.placements(fig.size, inside)
        self.anchors: Final[int] = ends & ~(1 << fig.at)

    def toll(self, square: int) -> int:
        """Return what counting up to a square costs; the figure's own squares cost nothing."""
        if self._own >> square & 1:
            return 0
        cost = self.reach.cost(square)
        if cost is None:
            raise ValueError(f"square {square} is out of reach")
        return cost

    def cost(self, anchor: int) -> int:
        """Return the MP to end at `anchor`: those of its dearest square (HA-8); ValueError if it is none."""
        return self.toll(self.last(anchor))

    def cheapest(self, anchors: int) -> int:
        """Return the one of some ends of the move that costs least, of equals the lowest."""
        if self._size > 1:
            return min(bits(anchors), key=lambda at: (self.cost(at), at))
        for layer in self.reach.layers:
            if some := layer & anchors:
                return (some & -some).bit_length() - 1
        raise ValueError("no move ends at any of these squares")

    def last(self, anchor: int) -> int:
        """Return the last counted square of a move to `anchor`."""
        if anchor != self.start and not self.anchors >> anchor & 1:
            raise ValueError(f"no move ends at {anchor}")
        if self._size == 1:
            return anchor
        return max(bits(self._grid.footprint(anchor, self._size)), key=lambda q: (self.toll(q), -q))

    def path(self, anchor: int) -> list[int]:
        """Return the squares counted one by one on the way to `anchor`, with few hazards (MV-6)."""
        last = self.last(anchor)
        return [] if self._own >> last & 1 else self.reach.path(last, self._avoid)

    def stand(self, square: int) -> int | None:
        """Return an anchor where the figure may stop with `square` counted last, or None (HA-8)."""
        if self._size == 1:
            return square if self.anchors >> square & 1 else None
        toll = self.toll(square)
        for anchor in bits(self._grid.anchors_covering(square, self._size) & self.anchors):
            if self.cost(anchor) == toll:
                return anchor
        return None


# -- the law -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def _grid(dungeon: str, open_walls: tuple[int, ...], climbs: bool, open_edges: tuple[int, ...] = ()) -> Grid:
    """Return the layout as movement meets it: without walls inside each mask, structures open to climbers.

    `open_edges` are masks of tiles whose outer walls are open (Glitched Doorway). Structures that are
    blessings stay closed to everybody (TE-2).
    """
    lay = layout_of(dungeon)
    grid = lay.grid
    for mask in open_walls:
        grid = grid.without_walls(mask)
    for tile in open_edges:
        kept = [(a, b) for a, b in grid.walls if (tile >> a & 1) == (tile >> b & 1)]
        grid = Grid(grid.width, grid.height, grid.floor, kept, grid.solid)
    structures = lay.effects.get("Structure", 0)
    if climbs and structures:
        grid = Grid(grid.width, grid.height, grid.floor, grid.walls, grid.solid & ~structures)
    return grid


def _grid_for(s: State, fig: Figure, known: frozenset[str]) -> Grid:
    """Return the layout for a figure; Pathing Error opens the walls inside its tile (EX-14)."""
    climbs = not known.isdisjoint(CLIMBERS)
    through = fig.lasting and any(entry.effect["op"] == THROUGH for entry in fig.lasting)
    if through or "Burrow" in known or "Ghost" in known:
        return _grid(s.dungeon, (layout(s).grid.floor,), climbs)
    if not facts.cards_lie(s):
        return _grid(s.dungeon, (), climbs) if climbs else layout(s).grid
    errors = tuple(layout(s).tiles[tile] for tile in _tiles_with(s, THROUGH, "where", None))
    edges = tuple(layout(s).tiles[tile] for tile in _tiles_with(s, THROUGH, "where", "tile_edge"))
    return _grid(s.dungeon, errors, climbs, edges) if errors or climbs or edges else layout(s).grid


def _tiles_with(s: State, op: str, field: str, value: str | None) -> Iterator[int]:
    """Yield the tiles that have an explore card in force with this operation and value of a field."""
    for number, tile in enumerate(s.tiles):
        for card in tile.cards:
            if _says(card, op, field, value):
                yield number


@cache
def _says(card: str, op: str, field: str, value: str | None) -> bool:
    """Whether an explore card has an effect with this operation and value of a field."""
    return any(e["op"] == op and e.get(field) == value for e in box().explore[card].effects)


def straight(s: State, fig: Figure, allowed: Allowed) -> Allowed:
    """Return the steps that are left to a Hero where none may be diagonal (Pixelated, EX-3)."""
    if fig.kind != "hero" or not facts.cards_lie(s):
        return allowed
    mask = 0
    for tile in _tiles_with(s, "forbid", "what", "diagonal_move"):
        mask |= layout(s).tiles[tile]
    if not mask:
        return allowed
    n, ne, e, se, south, sw, w, nw = allowed
    return n, ne & ~mask, e, se & ~mask, south, sw & ~mask, w, nw & ~mask


def ground(s: State, fig: Figure) -> tuple[int, int]:
    """Return the squares that cost a figure 2 (HA-9), and those it can't enter: chasms, locked off."""
    known = facts.abilities(s, fig)
    return terrain.difficult(s, fig, known), _chasm(s, known) | _outside(s, fig)


def _chasm(s: State, known: frozenset[str]) -> int:
    return 0 if "Fly" in known else layout(s).chasm


def _outside(s: State, fig: Figure) -> int:
    """Return what a figure behind locked doors can't get to (EX-12); a large one may stand in the doorway."""
    lay = layout(s)
    own = facts.base(s, fig)
    mask = 0
    for tile in facts.tiles_of(s, fig):
        if s.tiles[tile].locked:
            mask |= lay.grid.floor & ~lay.tiles[tile]
    return mask & ~own


def hazards(s: State, fig: Figure, known: frozenset[str] | None = None) -> int:
    """Return the squares a path avoids where it can: negative tile effects and trap templates (MV-6)."""
    mask = terrain.negative(s, fig, known)
    for template in s.templates.values():
        for square in template.squares:
            mask |= 1 << square
    return mask


@cache
def _may_grab(hands: bool) -> frozenset[str]:
    """Return the cards that can have Grabby: by themselves, by their gang, by an aura (`hands`)."""
    found = {m.name for m in box().monsters.values() if "Grabby" in m.abilities}
    found |= {g.elite for g in box().gangs.values() if any("Grabby" in lent.abilities for lent in g.lends)}
    if hands:
        found |= {m.name for m in box().monsters.values() if "Sapphire" in m.affinity}
    return frozenset(found)


@cache
def _gear() -> frozenset[str]:
    """Return the equipment that gives Grabby."""
    return frozenset(held.name for held in box().equipment.values() if "Grabby" in facts.keywords(held))


@cache
def _hands() -> frozenset[str]:
    """Return the cards that lend Grabby by an aura (GA-15)."""
    return frozenset(m.name for m in box().monsters.values() if "Grabby Hands" in m.abilities)


def grabbed(s: State, fig: Figure) -> int:
    """Return the squares next to enemies with Grabby: whoever stands there can't move on (MV-11)."""
    suspects = _party_grabs(s) if not facts.on_party_side(fig) else _monsters_grab(s)
    holders = [foe for foe in suspects if facts.has(s, foe, "Grabby")] if suspects else ()
    return layout(s).grid.within(facts.bodies(s, holders), 1) if holders else 0


def _monsters_grab(s: State) -> list[Figure]:
    """Return the Consul's models on the map that may have Grabby."""
    able = _may_grab(True)
    found: list[Figure] = [m for m in s.monsters.values() if m.card in able or m.lasting]
    if not found:
        return found
    hands = _hands()
    if not any(m.card in hands for m in s.monsters.values()):
        able = _may_grab(False)
    return [m for m in s.foes() if m.card in able or m.lasting]


def _party_grabs(s: State) -> list[Figure]:
    """Return the figures of the party's side on the map that may have Grabby."""
    gear = _gear()
    found: list[Figure] = [
        m
        for m in s.members.values()
        if m.at != OFF and (m.lasting or (m.slots and not gear.isdisjoint(m.slots.values())))
    ]
    found += [m for m in s.monsters.values() if m.friend and m.lasting and m.at != OFF]
    return found


def _without(allowed: Allowed, stuck: int, cages: list[int], width: int) -> Allowed:
    """Return the steps that are left when none leads on from `stuck` squares and none out of a cage."""
    if not stuck and not cages:
        return allowed
    deltas = (-width, 1 - width, 1, width + 1, width, width - 1, -1, -width - 1)
    left = []
    for steps, delta in zip(allowed, deltas, strict=True):
        steps &= ~stuck
        for cage in cages:
            steps &= ~cage | (cage >> delta if delta > 0 else cage << -delta)
        left.append(steps)
    n, ne, e, se, south, sw, w, nw = left
    return n, ne, e, se, south, sw, w, nw


def ways(s: State, fig: Figure, budget: int, *, through_enemies: bool = False) -> Ways:
    """Return where a figure can move for at most `budget` MP.

    It passes friends, not enemies (HA-6), never cuts corners (LR-7) nor slips between two enemies (LR-8).
    Next to an enemy with Grabby its way ends, that of a party member on a Secret Passage too (TE-2).
    `through_enemies` asks for ways that enemies don't bar.
    """
    lay = layout(s)
    known = facts.among(s, fig, PACES)
    grid = _grid_for(s, fig, known)
    own = facts.base(s, fig)
    party, others, posts = facts.crowd(s)
    foes = 0
    if not through_enemies and "Bulldozer" not in known:
        foes = others | posts if facts.on_party_side(fig) else party
    stuck = grabbed(s, fig)
    if stuck & own:
        budget = 0
    if isinstance(fig, Member) and "Fly" not in known:
        stuck |= lay.effects.get("Secret Passage", 0) & ~own
    cages = [lay.tiles[number] for number, tile in enumerate(s.tiles) if tile.locked]
    start = own
    for cage in cages:
        if own & cage:
            start = own & cage
    steps = straight(s, fig, grid.pinched(foes) if foes else grid.allowed)
    allowed = _without(steps, stuck, cages, grid.width)
    chests = facts.chests(s)
    blocked = (foes | chests | posts | _chasm(s, known)) & ~start
    reach = Reach(grid.width, allowed, start, budget, blocked, terrain.difficult(s, fig, known))
    shut = lay.grid.shut if fig.size == 1 else 0  # nobody would reach it there (LR-6)
    free = ~((chests | party | others | posts | shut) & ~own)
    return Ways(fig, own, grid, reach, free, hazards(s, fig, known))


# -- the going -----------------------------------------------------------------------------------------------


def walk(g: Play, fig: Figure, anchor: int, way: Ways) -> Generator[Any, Any, int]:
    """Move a figure to `anchor`, square by square; return the MP that took.

    What it meets on the way (an explore card, a trap, a passage, Slow, Knockdown) ends the move on the first
    square where it may stand.
    """
    spent: int = yield from passing(g, fig, _walk(g, fig, anchor, way))
    return spent


def passing(g: Play, fig: Figure, steps: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """Take steps and note whose they are: asked about in mid-move, a figure may stand on a friend."""
    turn = g.state.turn
    before, turn.moving = turn.moving, fig.id
    result = yield from steps
    turn.moving = before
    return result


def _walk(g: Play, fig: Figure, anchor: int, way: Ways) -> Generator[Any, Any, int]:
    s: State = g.state
    path = way.path(anchor)
    entered = facts.base(s, fig)
    trail = [fig.at]
    safe, spent, paid, halt = fig.at, 0, 0, False
    hunting = reactions.hunters(s, fig)
    cats = traits.watchers(s, fig, "Kitty Claws") if _own_activation(s, fig) else []
    if path and not hunting and not cats and (fig.size == 1 or g.quiet):  # a large one is seen to advance
        if strolls.quiet(s, fig, mask_of(path)):
            fig.at = anchor
            _tell(g, fig, [*trail, *path])
            return way.cost(anchor)
    for square in path:
        ends = anchor if square == path[-1] else way.stand(square)
        if hunting and (ends is not None or fig.size == 1):
            at, hobbles, stood = fig.at, _hobbles(fig), [h.at for h in hunting]
            _tell(g, fig, trail)
            yield from reactions.pounced_on(g, fig, hunting)
            if _taken(s, fig, at):
                paid = spent
                break
            pushed = [h for h, was in zip(hunting, stood, strict=True) if h.at != was]
            ahead = mask_of(path[path.index(square) :]) | facts.block(s, anchor, fig.size)
            if _hobbles(fig) != hobbles or facts.bodies(s, pushed) & ahead:  # one was pushed into its way
                if fig.at != safe:
                    _back(g, fig, safe, trail)
                break
        left = facts.base(s, fig)
        if halt and ends is not None and not _free(s, fig, ends):
            ends = None  # what it met has put somebody there
        if ends is not None or fig.size == 1:
            fig.at = square if ends is None else ends
            trail.append(fig.at)
        at = fig.at
        spent = way.toll(square)
        fresh = (
            left | facts.base(s, fig) if square == path[-1] and ends is not None else 1 << square
        ) & ~entered
        entered |= fresh
        halt = (yield from _enter(g, fig, fresh, left, trail)) or halt
        if cats and not _taken(s, fig, at):
            hobbles = _hobbles(fig)
            _tell(g, fig, trail)
            yield from traits.clawed(g, fig, left, cats)
            halt = halt or hobbles != _hobbles(fig)
        if _taken(s, fig, at):
            paid = spent
            break
        if ends is not None and (not halt or _free(s, fig, ends)):
            safe, paid = ends, spent
            if halt:
                rest = facts.base(s, fig) & ~entered  # a large figure: what it covers where it stops
                yield from _enter(g, fig, rest, left, trail)
                break
    else:
        if halt:
            _back(g, fig, safe, trail)
    _tell(g, fig, trail)
    return paid


def _own_activation(s: State, fig: Figure) -> bool:
    """Whether a member moves in its own activation."""
    return s.turn.phase == "activation" and fig.id in (s.turn.active, s.turn.pet)


def _free(s: State, fig: Figure, anchor: int) -> bool:
    """Whether nobody else and no chest is where the figure would stand."""
    others: list[Figure] = [*s.members.values(), *s.monsters.values()]
    taken = facts.chests(s) | facts.bodies(s, [other for other in others if other is not fig])
    return not taken & facts.block(s, anchor, fig.size)


def _back(g: Play, fig: Figure, safe: int, trail: list[int]) -> None:
    """Let a figure that can't stand where it was stopped go back to where it could last (HA-6)."""
    from webgame.systems.sde_arcade.rules import spawn

    s: State = g.state
    if _free(s, fig, safe):
        fig.at = safe
    elif not spawn.place_near(g, fig, safe):
        raise RuntimeError(f"no room for {facts.name(fig)} on the whole map")
    trail.append(fig.at)


def _taken(s: State, fig: Figure, at: int) -> bool:
    """Whether what a figure met took it elsewhere or out of play, or ended the game."""
    return bool(s.outcome) or fig.at != at


def _enter(g: Play, fig: Figure, squares: int, left: int, trail: list[int]) -> Generator[Any, Any, bool]:
    """Let squares act on the figure that enters them; return whether that ends its move."""
    s: State = g.state
    if not squares:
        return False
    if not g.quiet and eventful(s, squares):
        _tell(g, fig, trail)
        yield FRAME
    hobbles = _hobbles(fig)
    interrupted = yield from terrain.enter(g, fig, bits(squares), left)
    return interrupted or hobbles != _hobbles(fig)


def _hobbles(fig: Figure) -> list[str]:
    """Return what hobbles a figure."""
    return [status for status in HOBBLES if status in fig.status]


def _tell(g: Play, fig: Figure, trail: list[int]) -> None:
    """Tell of the squares walked since it was last told: a trail begins with the square that it has left."""
    was, *squares = trail
    if squares and not g.quiet:
        rule = "MV-5" if isinstance(fig, Monster) else "HA-5"
        g.emit("ev.moved", rule, facts.went(fig.id, was, squares), who=facts.name(fig), n=len(squares))
    del trail[:-1]


def eventful(s: State, squares: int) -> bool:
    """Whether something may happen to a figure that enters these squares, so that its way is shown first."""
    lay = layout(s)
    if squares & strolls.lively(s.dungeon):
        return True
    if any(squares >> square & 1 for template in s.templates.values() for square in template.squares):
        return True
    return any(not tile.explored and mask & squares for tile, mask in zip(s.tiles, lay.tiles, strict=True))
