"""What interrupts others' acts: potions of PO-5, Sidestep, Retreat, Flammable, Predator, doorway traps."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from webgame.engine.decision import Choice, Decision, button
from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import box
from webgame.systems.sde_arcade.dungeon import Doorway, layout
from webgame.systems.sde_arcade.rules import facts, traits
from webgame.systems.sde_arcade.state import OFF, Figure, Member, Monster, State, Token

if TYPE_CHECKING:
    from webgame.systems.sde_arcade.rules.resolve import Outcome, Strike

Steps = Generator[Any, Any, None]
RETREAT: Final = 5  # squares (AB-3)
SIDESTEP: Final = 1
PORTCULLIS: Final = "portcullis"  # the token of a trap at a doorway


# -- potions that answer a roll or a chest (PO-5) ------------------------------------------------------------


@cache
def _timings(card: str) -> frozenset[str]:
    """Return the moments that potions of a Hero's card wait for."""
    return frozenset(potion.timing for potion in box().heroes[card].potions if potion.timing)


def timed(s: State, moment: str) -> bool:
    """Whether any Hero on the map has a token for a potion that waits for this moment."""
    return any(hero.potions and moment in _timings(hero.card) for hero in s.heroes())


def after_offense(g: Play, actor: Monster) -> Generator[Any, Any, bool]:
    """Right after an enemy's offense roll a potion may change it; return whether one did (PO-5, PO-9)."""
    if actor.friend or not timed(g.state, "after_offense_roll"):
        return False
    from webgame.systems.sde_arcade.rules import potions

    before = len(actor.lasting)
    yield from potions.timed_window(g, "after_offense_roll", aim=actor)
    return len(actor.lasting) != before


def after_defense(g: Play, member: Member, rolled: list[list[Any]]) -> Steps:
    """Right after its defense roll a Hero may drink a potion to reroll it (PO-5, PO-9)."""
    from webgame.systems.sde_arcade.rules import potions

    if member.kind == "hero":
        yield from potions.timed_window(g, "after_defense_roll", drinker=member, dice=rolled)


def after_chest(g: Play, hero: Member) -> Steps:
    """Right after opening a chest a Hero may drink the potion that waits for it (PO-5)."""
    from webgame.systems.sde_arcade.rules import potions

    if timed(g.state, "after_open_chest"):
        yield from potions.timed_window(g, "after_open_chest", drinker=hero)


# -- after an action -----------------------------------------------------------------------------------------


def after_action(g: Play, actor: Figure | None, targets: list[Figure], st: Strike, out: Outcome) -> Steps:
    """Flammable, Sidestep and Retreat, once an action has been carried out (AB-3).

    Nobody sidesteps in the middle of a move: against Predator, which strikes at whoever moves, it would never
    end.
    """
    s: State = g.state
    lost = [t for t in targets if t.id in out.lost and t.at != OFF]
    if not lost and not out.origin:
        return
    from webgame.systems.sde_arcade.rules import control, wounds

    if lost and _burns(s, actor, st):
        for fig in lost:
            if facts.has(s, fig, "Flammable"):
                yield from wounds.inflict(g, fig, "Fire", "AB-3")
    for fig in lost:
        if s.outcome or s.turn.moving == fig.id:
            continue
        if isinstance(fig, Member) and facts.has(s, fig, "Sidestep"):
            yield from control.free_moves(g, [fig], SIDESTEP, "Sidestep", "AB-3")
    if out.origin and isinstance(actor, Member) and actor.at != OFF and not s.outcome:
        if "Retreat" in st.keywords or facts.has(s, actor, "Retreat"):
            yield from control.move(g, "Push", RETREAT, None, actor, out.origin)


def _burns(s: State, actor: Figure | None, st: Strike) -> bool:
    """Whether an action causes Fire (ST-3, ST-4)."""
    if "Fire" in st.inflicts:
        return True
    return st.kind == "offense" and actor is not None and facts.has(s, actor, "Fire")


# -- Predator ------------------------------------------------------------------------------------------------


def hunters(s: State, fig: Figure) -> list[Member | Monster]:
    """Return those with Predator that are enemies of a figure about to move (AB-3).

    No Hero's card prints it: they have it of an element or of an effect.
    """
    if isinstance(fig, Member):
        return [*traits.watchers(s, fig, "Predator")]
    able = [m for m in s.members.values() if m.at != OFF and (m.once or m.lasting)]
    return [m for m in able if facts.is_enemy(m, fig) and facts.has(s, m, "Predator")]


def pounced_on(g: Play, fig: Figure, hunting: list[Member | Monster]) -> Steps:
    """Let those with Predator make a Melee Attack on a figure that leaves a square next to them (AB-3).

    Heroes may, monsters do.
    """
    from webgame.systems.sde_arcade.rules import actions, aiming, resolve

    s: State = g.state
    at = fig.at
    for hunter in hunting:
        if s.outcome or fig.at != at or hunter.at == OFF:
            continue
        if isinstance(hunter, Monster):
            yield from traits.pounces(g, hunter, fig)
            continue
        if actions.down(hunter):
            continue
        squares = facts.basic_attacks(s, hunter).get("STR", ("", 0))[1]
        if not facts.adjacent(s, hunter, fig) or not squares:
            continue
        if aiming.targetable(s, hunter, fig, squares, offensive=True) is not None:
            continue
        choice: Choice = yield Decision(
            seats=(facts.master_of(s, hunter).seat,),
            prompt="ask.predator",
            rule="AB-3",
            groups=(
                button("attack", "do.predator", "AB-3", hunter.id, tone="attack"),
                button("skip", "do.skip", "AB-3", hunter.id, tone="end"),
            ),
            params={"who": facts.name(hunter), "target": facts.name(fig)},
            about=(hunter.id, fig.id),
        )
        if choice.group == "attack":
            g.emit("ev.predator", "AB-3", who=facts.name(hunter), target=facts.name(fig))
            yield from resolve.strike(g, hunter, [fig], resolve.basic("STR", actions.ATTACKS["STR"]))


# -- traps at doorways ---------------------------------------------------------------------------------------


def portcullis(g: Play, fig: Figure, new: int, left: int) -> Steps:
    """Attack a monster that passes a doorway with a token, with the STR of who put it there; it goes (MP-4).

    `new` are the squares it enters, `left` those it came from.
    """
    from webgame.systems.sde_arcade.rules import resolve

    s: State = g.state
    if not isinstance(fig, Monster) or fig.friend:
        return
    for token in [t for t in s.tokens.values() if t.kind == PORTCULLIS]:
        if fig.at == OFF or s.outcome or not _passes(s, token, new, left):
            continue
        del s.tokens[token.id]
        hero = s.members[token.owner]
        show = {"type": "gone", "piece": token.id, "n": 0}
        g.emit("ev.portcullis", "MP-4", show, who=facts.name(fig), target=facts.name(hero))
        st = resolve.Strike(name="l.portcullis", attr="STR", rule="MP-4")
        yield from resolve.strike(g, hero, [fig], st)


def lift_traps(g: Play, hero: Member) -> None:
    """Take the doorway traps of a Hero that is gone off the map (YD-2)."""
    s: State = g.state
    for token in [t for t in s.tokens.values() if t.kind == PORTCULLIS and t.owner == hero.id]:
        del s.tokens[token.id]


def _passes(s: State, token: Token, new: int, left: int) -> bool:
    """Whether a step leads through the doorway at which a token lies."""
    here = [d for d in layout(s).doorways if d.joined >= 0 and d.squares >> token.at & 1]
    return any(_through(a, b, new, left) for a in here for b in layout(s).doorways if b.joined == a.tile)


def _through(a: Doorway, b: Doorway, new: int, left: int) -> bool:
    if a.joined != b.tile:
        return False
    return bool((left & a.squares and new & b.squares) or (left & b.squares and new & a.squares))
