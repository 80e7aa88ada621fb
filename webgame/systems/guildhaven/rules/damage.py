"""HP that are lost: damage that the hero may negate, losses nobody can, and who falls (GH-6.3, GH-11)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import button, targets
from webgame.engine.game import Play
from webgame.systems.guildhaven.box import box
from webgame.systems.guildhaven.rules import cards, facts, perks, predicates, special
from webgame.systems.guildhaven.rules.core import Flow, decide, named, say
from webgame.systems.guildhaven.state import DOWN, OFF, State, Unit

Lost = Generator[Any, Any, int]


def hurt(g: Play, target: Unit, n: int, rule: str, source: Unit | None = None) -> Lost:
    """Deal damage and return the HP lost; the hero may bury a hand card instead (GH-11.2, GH-11.3)."""
    s: State = g.state
    if n <= 0 or target.at == OFF:
        return 0
    if target.kind == "hero" and s.table.piles.hand:
        negated = yield from _negate(g, n, cause(s, rule, source))
        if negated:
            return 0
    lost = yield from lose(g, target, n, rule, source)
    return lost


def cause(s: State, rule: str, source: Unit | None) -> dict[str, Any]:
    """Return the parameters that name what deals damage: a unit, else what the rule is about."""
    if source is not None:
        return named(s, source)
    return {"who": "condition.wound" if rule == "GH-16.11" else "condition.retaliate", "who_no": ""}


def _negate(g: Play, n: int, by: dict[str, Any]) -> Generator[Any, Any, bool]:
    s: State = g.state
    groups = (
        button("take", "do.take", "GH-11.2", tone="end", n=n, confirm=n >= s.me.hp),  # fatal (GH-11.4)
        targets("negate", "do.negate", "GH-11.2", "card", list(s.table.piles.hand), n=n),
    )
    choice = yield from decide(g, "ask.negate", "GH-11.2", groups, ["hero"], n=n, hp=s.me.hp, **by)
    if choice.group == "take":
        return False
    cards.move_card(g, choice.name(), "buried", "GH-11.2")
    g.emit("log.negated", "GH-11.2", **named(s, s.me), n=n)
    return True


def lose(g: Play, target: Unit, n: int, rule: str, source: Unit | None = None) -> Lost:
    """Take HP off, without negation; whoever has none left falls (GH-6.3, GH-21.1). Return the HP lost."""
    s: State = g.state
    floor = _floor(s, target)
    n = min(n, target.hp - floor)
    if n <= 0 or not vulnerable(s, target, source):
        say(g, "log.unharmed", rule, target, depth=1)
        return 0
    target.hp -= n
    show = {"type": "hit", "piece": target.id, "n": n}
    say(g, "log.loses", rule, target, show, n=n, hp=max(0, target.hp))
    if source is not None:
        _note(s, target, source)
    if target.hp < 1:
        yield from fall(g, target)
    return n


def _floor(s: State, target: Unit) -> int:
    """Return what a unit's HP cannot fall below (N)."""
    least = 0 if target.kind == "hero" else -99
    for effect in facts.standing(s, "min_hp"):
        if facts.is_called(target, effect["unit"]):
            n = effect["n"]
            least = facts.in_play(s, n["count_of"]) if isinstance(n, dict) else int(n)
    return -99 if least <= 0 else least


def specialty_of(s: State, source: Unit | None) -> str:
    """Return the specialty of the card half that the hero is carrying out, "" if it is none."""
    playing = s.table.round.playing
    if source is None or source.kind != "hero" or playing is None or playing.basic:
        return ""
    return box().cards[playing.card].specialty


def vulnerable(s: State, target: Unit, source: Unit | None) -> bool:
    """Whether the sheet lets the unit lose HP now (M, O, S)."""
    if DOWN in target.notes:
        return False
    for effect in facts.standing(s, "no_damage_until"):
        if facts.is_called(target, effect["unit"]) and "drew_blood" not in target.notes:
            return False
    for effect in facts.standing(s, "damage_only_if"):
        if facts.is_called(target, effect["unit"]):
            return any(
                facts.stands_on(s, target, way["on_token"])
                if "on_token" in way
                else specialty_of(s, source) == way["source_specialty"]
                for way in effect["any"]
            )
    return True


def _note(s: State, target: Unit, source: Unit) -> None:
    """Note what sheets ask for: who has hurt the hero (O), what Shadow powers have hurt (M)."""
    if target.kind == "hero" and source.side == "villains" and "drew_blood" not in source.notes:
        source.notes.append("drew_blood")
    flag = f"shadow:{target.type}"
    if specialty_of(s, source) == "shadow" and flag not in s.table.flags:
        s.table.flags.append(flag)


def fall(g: Play, unit: Unit) -> Flow:
    """Take a unit without HP off the board (GH-6.3); a hero without HP has lost (GH-2.2)."""
    s: State = g.state
    if unit.kind == "hero":
        predicates.lost(g)
    stays = yield from special.fire(g, f"unit_hp_zero:{unit.type}", unit)
    if stays:
        return
    at = unit.at
    remove(g, unit)
    if unit.kind == "ally":
        s.table.flags.append(f"ally:{unit.type}")
    yield from special.fire(g, f"unit_defeated:{unit.type}", unit, at)


def remove(g: Play, unit: Unit) -> None:
    """Take a unit out of play; the card of a summon is buried (GH-4.7)."""
    s: State = g.state
    say(g, "log.falls", "GH-6.3", unit, {"type": "gone", "piece": unit.id})
    unit.at = OFF
    del s.table.units[unit.id]
    s.table.defeated.append(unit.id)
    if unit.card in s.table.piles.active:
        cards.move_card(g, unit.card, "buried", "GH-4.7")


def bleed(g: Play, target: Unit, n: int, source: Unit | None = None) -> Lost:
    """Let a unit bleed: HP at once, no SHIELD, not to be negated (GH-16.3)."""
    s: State = g.state
    if facts.immune(s, target, "bleed"):
        say(g, "log.immune", "GH-16.3", target, condition="effect.bleed", depth=1)
        return 0
    if target.kind == "hero":
        n = max(0, n - perks.number(s.hero, "bleed_reduction"))
    g.emit("log.bleeds", "GH-16.3", **named(s, target), n=n)
    lost = yield from lose(g, target, n, "GH-16.3", source)
    return lost
