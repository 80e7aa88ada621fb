"""Potions: drinking one's own and others', and emergency potions in the Consul turn (PO)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any, Final

from webgame.engine.decision import Choice, Decision, Group, Target, button
from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import Action
from webgame.systems.sde_arcade.rules import actions, aiming, facts, kept, wounds
from webgame.systems.sde_arcade.rules.facts import Refusal
from webgame.systems.sde_arcade.state import Figure, Member, State

REFUSED: Final = "refused."  # mark in Member.used: the owner did not agree in this activation (PO-6)


def _on_offer(s: State, drinker: Member) -> Iterator[tuple[Member, Action]]:
    """Yield all potions a Hero might drink, its own first (PO-6)."""
    for owner in [drinker, *(hero for hero in s.heroes() if hero is not drinker)]:
        for potion in facts.potions(s, owner):
            yield owner, potion


def barred(s: State, drinker: Member, owner: Member, potion: Action) -> Refusal | None:
    """Return why a Hero can't drink a potion now, or None."""
    what = {"who": facts.name(drinker), "what": potion.name, "target": facts.name(owner)}
    if actions.down(drinker):
        return Refusal("no.down", "ST-7", what)
    card = facts.forbidden(s, drinker, "potions")
    if card is not None:
        return Refusal("no.card_bars", "TR-4", {**what, "card": card})
    if owner is not drinker and potion.owner_only:
        return Refusal("no.owner_only", "PO-6", what)
    if potion.cost > owner.potions:
        return Refusal("no.tokens", "PO-2", {**what, "n": potion.cost, "left": owner.potions})
    if s.turn.side == "consul":
        if potion.kind != "emergency":
            return Refusal("no.no_emergency", "PO-4", what)
        if drinker.emergency_in == s.turn.round:
            return Refusal("no.drunk", "PO-3", what)
        return None
    limit = int(s.options["potions_per_activation"]) + facts.has(s, drinker, "Potion Master")  # PO-10
    if drinker.drunk >= limit:
        return Refusal("no.drunk", "PO-3", what)
    return None


def groups(s: State, drinker: Member) -> list[Group]:
    """Return the potions a Hero can drink now: `drink.<owner>.<potion>` (PO-2, PO-6)."""
    if drinker.kind != "hero" or actions.down(drinker):
        return []
    found = []
    for owner, potion in _on_offer(s, drinker):
        if potion.cost > owner.potions:
            continue
        id = f"drink.{owner.id}.{potion.name}"
        if potion.timing or REFUSED + id in drinker.used or barred(s, drinker, owner, potion) is not None:
            continue
        verb, rule = _shared(potion) if owner is not drinker else ("do.drink", "PO-2")
        tone = "attack" if potion.kind == "offense" else "help"
        hints: dict[str, Any] = {"ap": 0, "n": potion.cost, "tone": tone, "icon": "potion"}
        hints |= {"target": facts.name(owner), "who": facts.name(drinker)}
        group = actions.aimed(s, drinker, id, verb, rule, potion, **hints)
        if group is not None:
            found.append(group)
    return found


def drink(g: Play, drinker: Member, group: str, target: Target | None) -> Generator[Any, Any, None]:
    """Drink a potion that `groups` offered, if its owner agrees (PO-2, PO-6); it earns wrath (WR-1)."""
    s: State = g.state
    owner_id, name = group.split(".", 2)[1:]
    owner = s.members[owner_id]
    potion = next(p for p in facts.potions(s, owner) if p.name == name)
    agreed = yield from _consent(g, drinker, owner, potion)
    if not agreed:
        drinker.used.append(REFUSED + group)
        g.emit("ev.refused", "PO-6", who=facts.name(owner), what=name, target=facts.name(drinker))
        return
    owner.potions -= potion.cost
    if s.turn.side == "consul":
        drinker.emergency_in = s.turn.round
    else:
        drinker.drunk += 1
    show = {"type": "glow", "piece": drinker.id, "n": 0}
    g.emit("ev.drinks", "PO-2", show, who=facts.name(drinker), what=name, target=facts.name(owner))
    yield from actions.perform(g, drinker, potion, target)
    if not s.outcome and not drinker.down:
        yield from wounds.gain_wrath(g, drinker, int(s.options["wrath_potion"]))


def _consent(g: Play, drinker: Member, owner: Member, potion: Action) -> Generator[Any, Any, bool]:
    """Ask the player of the potion's owner, if it is another one (CP-3, PO-6)."""
    if owner.seat == drinker.seat:
        return True
    answer: dict[str, Choice] = yield Decision(
        seats=(owner.seat,),
        prompt="ask.share",
        rule="PO-6",
        mode="consent",
        groups=(
            button("yes", "do.share", "PO-6", owner.id, tone="help"),
            button("no", "do.keep_potion", "PO-6", owner.id, tone="end"),
        ),
        params={"who": facts.name(drinker), "what": potion.name, "target": facts.name(owner)},
        about=(owner.id, drinker.id),
    )
    return answer[owner.seat].group == "yes"


def why_not(s: State, drinker: Member, label: str) -> list[Refusal]:
    """Return why a Hero can't drink the potion `<owner>.<potion>`."""
    owner_id, _, name = label.partition(".")
    for owner, potion in _on_offer(s, drinker):
        if owner.id == owner_id and potion.name == name:
            what = {"who": facts.name(drinker), "what": name, "target": facts.name(owner)}
            if f"{REFUSED}drink.{label}" in drinker.used:
                return [Refusal("no.refused", "PO-6", what)]
            reason = barred(s, drinker, owner, potion)
            if reason is None and actions.aimed(s, drinker, label, "do.drink", "PO-2", potion) is None:
                reason = Refusal("no.aim", "HA-13", what)
            return [reason] if reason is not None else []
    return []


# -- potions that interrupt (PO-5) ---------------------------------------------------------------------------


def timed_window(
    g: Play,
    moment: str,
    *,
    aim: Figure | None = None,
    drinker: Member | None = None,
    dice: list[list[Any]] | None = None,
) -> Generator[Any, Any, None]:
    """Let Heroes drink potions that wait for this moment (PO-5, PO-9).

    `aim`: whose roll it was, which a potion with a range must reach; `drinker`: the only one that can drink;
    `dice`: what it rolled. In the Hero turn only the Hero in its activation drinks (PO-3).
    """
    s: State = g.state
    waived: list[str] = []
    while not s.outcome:
        offered: list[Group] = []
        for hero in s.heroes():
            if (drinker is None or hero is drinker) and hero.seat not in waived:
                offered += _timed(s, hero, moment, aim)
        if not offered:
            return
        choice: Choice = yield Decision(
            seats=tuple(dict.fromkeys(seat for group in offered for seat in group.seats)),
            prompt=f"ask.{moment}",
            rule="PO-5",
            mode="any",
            groups=(*offered, button("wait", "do.not_now", "PO-5", tone="end")),
            params={"dice": dice or [], "target": facts.name(aim) if aim is not None else ""},
            about=tuple(dict.fromkeys(group.actor for group in offered)),
        )
        if choice.group == "wait":
            waived.append(choice.seat)
            continue
        option, _, id = choice.group.partition("@")
        reach = aim.id if aim is not None and _potion(s, option).range is not None else None
        yield from drink(g, s.members[id], option, reach)


def _potion(s: State, option: str) -> Action:
    """Return the potion of `drink.<owner>.<potion>`."""
    owner, name = option.split(".", 2)[1:]
    return next(p for p in facts.potions(s, s.members[owner]) if p.name == name)


def _alone(potion: Action) -> bool:
    """Whether a potion works on its drinker alone."""
    return potion.range is None and not potion.area


def _shared(potion: Action) -> tuple[str, str]:
    """Return verb and rule of another Hero's potion: who drinks it is its user (PO-6)."""
    return ("do.drink_of_for" if _alone(potion) else "do.drink_of"), "PO-6"


def _timed(s: State, hero: Member, moment: str, aim: Figure | None) -> list[Group]:
    """Return the potions for this moment that a Hero can drink."""
    if s.turn.side == "heroes" and hero.id != s.turn.active:
        return []
    found = []
    for owner, potion in _on_offer(s, hero):
        id = f"drink.{owner.id}.{potion.name}"
        if potion.timing != moment or REFUSED + id in hero.used or barred(s, hero, owner, potion) is not None:
            continue
        if potion.range is not None and aim is not None:
            squares = potion.range.squares
            if aiming.targetable(s, hero, aim, squares, offensive=False) is not None:
                continue
        verb, rule = _shared(potion) if owner is not hero else ("do.drink", "PO-2")
        params = {"what": potion.name, "ap": 0, "n": potion.cost, "target": facts.name(owner)}
        params |= {"who": facts.name(hero), "tone": "help", "icon": "potion"}
        found.append(Group(f"{id}@{hero.id}", verb, rule, hero.id, params=params, seats=(hero.seat,)))
    return found


# -- the Consul turn -----------------------------------------------------------------------------------------


def emergency_window(
    g: Play, moment: str, *, aimed: Sequence[Figure] | None = None, **params: Any
) -> Generator[Any, Any, None]:
    """Let Heroes drink emergency potions in the Consul turn (PO-4, PO-9).

    Only seats that could drink are asked; each may pass now, or for the rest of the turn. `moment` is what
    has just happened or comes next: `card`, `fight`, `unique`, `attack`; `params` fill its words; `aimed` is
    who is or was attacked (None: that concerns everybody): of the others nobody is asked about a potion that
    helps its drinker alone, unless the house rule `potion_windows` is "all".
    """
    s: State = g.state
    waived: list[str] = []
    concerned = None if aimed is None or s.options.get("potion_windows") == "all" else [f.id for f in aimed]
    if not s.kept and not any(hero.potions for hero in s.members.values()):
        return
    if aimed:
        params["target"] = facts.names(aimed)
    while not s.outcome:
        asked = _emergencies(s, waived, concerned)
        cards = kept.any_time(s) if s.kept else []
        sharing = [seat for seat in kept.seats(s) if seat not in waived and seat not in s.turn.passing]
        if not asked and not (cards and sharing):
            return
        offered: list[Group] = []
        for _, found in asked:
            offered += found
        seats = tuple(hero.seat for hero, _ in asked)
        if cards:  # EX-6: at any time, by anybody
            offered += cards
            seats = tuple(dict.fromkeys([*seats, *sharing]))
        choice: Choice = yield Decision(
            seats=seats,
            prompt=f"ask.emergency_{moment}",
            rule="PO-9",
            mode="any",
            groups=(
                *offered,
                button("wait", "do.not_now", "PO-9", tone="end", icon="next"),
                button("pass", "do.pass_turn", "PO-9", tone="quiet", icon="sleep"),
            ),
            params=params,
            about=tuple(hero.id for hero, _ in asked),
        )
        if choice.group == "wait":
            waived.append(choice.seat)
        elif choice.group == "pass":
            s.turn.passing.append(choice.seat)
        elif choice.group.startswith("keep."):
            yield from kept.use(g, None, choice)
        else:
            drinker = next(hero for hero, _ in asked if hero.seat == choice.seat)
            yield from drink(g, drinker, choice.group.partition("@")[0], choice.target)


def _emergencies(
    s: State, waived: list[str], concerned: list[str] | None
) -> list[tuple[Member, list[Group]]]:
    """Return the Heroes that can drink now and are to be asked, each with its potions."""
    found = []
    if any(hero.potions for hero in s.heroes()):
        for hero in s.heroes():
            if hero.seat in s.turn.passing or hero.seat in waived or hero.emergency_in == s.turn.round:
                continue
            mine = [
                Group(f"{g.id}@{hero.id}", g.verb, g.rule, hero.id, g.on, g.targets, g.params, (hero.seat,))
                for g in groups(s, hero)
                if concerned is None or hero.id in concerned or not _alone(_potion(s, g.id))
            ]
            if mine:
                found.append((hero, mine))
    return found
