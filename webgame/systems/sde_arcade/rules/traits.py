"""What keywords of monsters do of themselves: when destroyed, after an action, when a Hero moves (AB-1)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import cache
from typing import Any, Final

from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import layout
from webgame.systems.sde_arcade.rules import facts, targets
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State

Steps = Generator[Any, Any, None]
GELS: Final = 2  # Fire Gels that a Splurt leaves
LAST: Final = frozenset(("Gross", "Splurt"))  # what a monster does first when it is destroyed


@cache
def may_have(keyword: str) -> frozenset[str]:
    """Return the cards that can have a keyword without a lasting effect: printed, or lent by their gang."""
    known = box()
    lent = {g.elite for g in known.gangs.values() if any(keyword in entry.abilities for entry in g.lends)}
    return frozenset(lent | {m.name for m in known.monsters.values() if keyword in m.abilities})


def _has(s: State, fig: Figure, keyword: str) -> bool:
    """Whether a monster has a keyword that most monsters never have."""
    suspect = fig.card in may_have(keyword) or bool(fig.lasting)
    return isinstance(fig, Monster) and suspect and facts.has(s, fig, keyword)


# -- destroyed ---------------------------------------------------------------------------------------------


def last_breath(g: Play, monster: Monster, known: frozenset[str]) -> Steps:
    """What a monster does first when it is destroyed: Gross, Splurt (AB-1)."""
    from webgame.systems.sde_arcade.rules import areas, resolve, spawn

    s: State = g.state
    if "Gross" in known:  # a red die is one star to a monster (FI-4)
        spot = areas.spots(s, monster, "Wave 1")[0]
        struck = areas.affected(s, monster, spot)
        if struck:
            attack = resolve.Strike(name="Gross", stars=1, area="Wave 1", rule="AB-1")
            yield from resolve.strike(g, monster, struck, attack)
    if "Splurt" in known and not s.outcome:
        g.emit("ev.splurts", "AB-1", who=facts.name(monster))
        yield from spawn.beside(g, monster, ["Fire Gel"], GELS)


def remains(g: Play, monster: Monster, known: frozenset[str], squares: int, by: Figure | None) -> Steps:
    """What a destroyed monster leaves: a bone pile, and Slow to whoever destroyed it (AB-3, AB-1)."""
    from webgame.systems.sde_arcade.rules import bones, wounds

    if bones.KEYWORD in known:
        bones.leave(g, facts.name(monster), squares)
    if "Soporific" in known and by is not None and facts.is_enemy(by, monster):
        yield from wounds.inflict(g, by, "Slow", "AB-1")


def scapegoat(s: State, monster: Figure) -> Monster | None:
    """Return the friend next to a Backstabber on whom it puts its wound: the one with most hearts (AB-3)."""
    if not _has(s, monster, "Backstabber"):
        return None
    beside = [
        f
        for f in s.foes()
        if f is not monster and f.kind != "spawning_point" and facts.adjacent(s, monster, f)
    ]
    return min(beside, key=lambda f: (-facts.hearts_left(s, f), targets.number(f.id)), default=None)


def backstab(g: Play, monster: Monster, n: int, by: Figure | None) -> Generator[Any, Any, int]:
    """Let a Backstabber put its wounds on friends next to it; return how many it suffers itself (AB-3).

    A wound that was put on a friend stays there.
    """
    from webgame.systems.sde_arcade.rules import wounds

    s: State = g.state
    for left in range(n, 0, -1):
        goat = scapegoat(s, monster)
        if goat is None:
            return left
        g.emit("ev.backstabs", "AB-3", who=facts.name(monster), target=facts.name(goat))
        yield from wounds.wound(g, goat, 1, by, "AB-3", moved=True)
        if s.outcome:
            return 0
    return 0


def settle(g: Play) -> None:
    """Put monsters that can stand no longer where they are on the nearest square they can (MV-5, HA-7).

    A Crusher without its Slowpokes is one that no longer burrows.
    """
    lay = layout(g.state)
    bad = lay.grid.solid | lay.chasm
    unsure = [
        m
        for m in g.state.monsters.values()
        if m.at != OFF
        and not m.friend
        and (bad >> m.at & 1 if m.size == 1 else bad & facts.block(g.state, m.at, m.size))
    ]
    if bad and unsure:
        _settle(g, unsure)


def _settle(g: Play, unsure: list[Monster]) -> None:
    """Move those of some monsters away that stand where they can't stand."""
    from webgame.systems.sde_arcade.rules import spawn

    s: State = g.state
    lay = layout(s)
    for monster in unsure:
        barred = 0 if facts.has(s, monster, "Fly") else lay.chasm
        if not any(facts.has(s, monster, word) for word in ("Fly", "Burrow", "Bulldozer")):
            barred |= lay.grid.solid
        if not facts.base(s, monster) & barred:
            continue
        square, monster.at = monster.at, OFF
        if not spawn.place_near(g, monster, square):
            raise RuntimeError(f"no room for {monster.card} on the whole map")
        g.emit("ev.placed", "MV-5", facts.went(monster.id, square, [monster.at]), who=facts.name(monster))


# -- after an action ---------------------------------------------------------------------------------------


def spongy(s: State, struck: Iterable[Figure]) -> list[tuple[Figure, int]]:
    """Return the Spongy models among those an action targets, with their squares."""
    return [(fig, facts.base(s, fig)) for fig in struck if fig.at != OFF and _has(s, fig, "Spongy")]


def after_action(
    g: Play, actor: Figure | None, soft: list[tuple[Figure, int]], wounded: dict[str, int], n: int
) -> Steps:
    """See to what follows an action: Blood Drinker, Ghostmancer, Spongy (AB-1).

    `soft` are the Spongy models it targeted and `wounded` those it wounded, with the squares where they were;
    `n` is the number of wounds.
    """
    s: State = g.state
    if actor is None or actor.at == OFF or s.outcome or not (soft or n or wounded):
        return
    from webgame.systems.sde_arcade.rules import control, spawn, wounds

    if n and _has(s, actor, "Blood Drinker"):
        seat = facts.master_of(s, actor).seat if isinstance(actor, Member) else ""
        yield from wounds.heal(g, actor, n, "AB-1", seat)
    if wounded and _has(s, actor, "Ghostmancer"):
        for squares in wounded.values():
            spawn.haunt(g, squares)
    if isinstance(actor, Member):
        for fig, squares in soft:
            g.emit("ev.spongy", "AB-1", who=facts.name(actor))
            yield from control.move(g, "Push", 1, fig, actor, squares)
            if actor.at == OFF or s.outcome:
                return


# -- when a Hero moves by ----------------------------------------------------------------------------------


def watchers(s: State, fig: Figure, keyword: str) -> list[Monster]:
    """Return the monsters that attack a member because it moves: Predator, Kitty Claws (AB-3, AB-1)."""
    if not isinstance(fig, Member):
        return []
    able = may_have(keyword)
    found = [foe for foe in s.foes() if (foe.card in able or foe.lasting) and foe.kind != "spawning_point"]
    return [foe for foe in found if facts.has(s, foe, keyword)]


def pounces(g: Play, foe: Monster, fig: Figure) -> Steps:
    """Predator: attack a member that leaves a square next to it, at once (AB-3)."""
    if _ready(g.state, foe) and facts.adjacent(g.state, foe, fig):
        yield from _attack(g, foe, fig, "Predator", "AB-3")


def clawed(g: Play, fig: Figure, left: int, cats: list[Monster]) -> Steps:
    """Kitty Claws: attack a member that comes next to it from `left` in its own activation (AB-1)."""
    s: State = g.state
    at = fig.at
    for foe in cats:
        zone = layout(s).grid.within(facts.base(s, foe), 1)
        if _ready(s, foe) and facts.base(s, fig) & zone and not left & zone:
            yield from _attack(g, foe, fig, "Kitty Claws", "AB-1")
        if s.outcome or fig.at != at:
            return


def _ready(s: State, foe: Monster) -> bool:
    """Whether a monster can strike out of turn: it is there and on its feet (ST-7)."""
    return s.monsters.get(foe.id) is foe and foe.at != OFF and "Knockdown" not in foe.status


def _attack(g: Play, foe: Monster, fig: Figure, keyword: str, rule: str) -> Steps:
    from webgame.systems.sde_arcade.rules import resolve

    g.emit("ev.reacts", rule, who=facts.name(foe), target=facts.name(fig), what=keyword)
    yield from resolve.strike(g, foe, [fig], resolve.Strike(name=keyword, rule=rule))
