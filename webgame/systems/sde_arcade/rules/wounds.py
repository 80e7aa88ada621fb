"""Wounds, status effects, destruction and what it earns: wrath, loot, tokens (HA-18, ST, WR-1, PU-2)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from webgame.engine.decision import Choice, Decision, button, targets
from webgame.engine.game import Play
from webgame.engine.masks import bits
from webgame.systems.sde_arcade.cards import Dice, box
from webgame.systems.sde_arcade.rules import facts, traits
from webgame.systems.sde_arcade.state import OFF, Figure, Lasting, Member, Monster, State, Token

HELD = "held"  # mark in Member.used: began its activation Immobile, and has the token still (ST-6)


def wound(
    g: Play,
    fig: Figure,
    n: int,
    by: Figure | None = None,
    rule: str = "HA-10",
    *,
    backlash: bool = False,
    moved: bool = False,
) -> Generator[Any, Any, bool]:
    """Put wound tokens on a figure; return whether that destroyed it (HA-18).

    `by` earns wrath and suffers what wounding brings (Toxic Blood); kills by `backlash` give no loot. `moved`
    are wounds that a Backstabber puts on it.
    """
    s: State = g.state
    if n <= 0 or (fig.at == OFF and not (isinstance(fig, Monster) and fig.host)):
        return False
    if isinstance(fig, Member) and fig.slots and facts.has(s, fig, "Backstabber"):
        n = yield from _backstab(g, fig, n)
        if not n or s.outcome:
            return False
    if isinstance(fig, Monster) and not moved:
        n = yield from traits.backstab(g, fig, n, by)
    full = facts.hearts(s, fig)
    n = min(n, full - fig.wounds)
    if n <= 0 or s.outcome:  # all on somebody else, or it is falling already
        return False
    fig.wounds += n
    g.emit(
        "ev.wounded",
        rule,
        {"type": "hit", "piece": fig.id, "n": n},
        who=facts.name(fig),
        n=n,
        left=full - fig.wounds,
    )
    if facts.has(s, fig, "Corpse Stench"):
        for other in facts.enemies(s, fig):
            if facts.adjacent(s, fig, other):
                yield from inflict(g, other, "Slow", "AB-3")
    if by is not None and by.at != OFF and facts.has(s, fig, "Toxic Blood"):
        yield from inflict(g, by, "Poison", "AB-3")
    if fig.wounds < full or (yield from _nine_lives(g, fig)):
        return False
    yield from destroy(g, fig, by, backlash=backlash)
    return True


def _nine_lives(g: Play, fig: Figure) -> Generator[Any, Any, bool]:
    """Once a game, when it would be destroyed, 9 Lives roll 1R and remove that many wounds (YD-10)."""
    if not facts.has(g.state, fig, "9 Lives") or any(entry.name == "9 Lives" for entry in fig.lasting):
        return False
    from webgame.systems.sde_arcade.rules import rolls

    if isinstance(fig, Member):
        if "9 Lives" in fig.once:
            return False
        fig.once.append("9 Lives")
    else:
        fig.lasting.append(Lasting("9 Lives", {"op": "spent"}, "destroyed"))
    roll = rolls.add_up(rolls.throw(g, "dice.check", Dice(R=1)), 0)
    g.emit("ev.nine_lives", "YD-10", rolls.show(fig, roll, "9 Lives"), who=facts.name(fig), n=roll.stars)
    unwound(g, fig, roll.stars, "YD-10")
    yield from ()
    return roll.stars > 0


def _backstab(g: Play, member: Member, n: int) -> Generator[Any, Any, int]:
    """Let a Backstabber put wounds on friends next to it; return how many it suffers itself (AB-3)."""
    s: State = g.state
    for left in range(n, 0, -1):
        friends = [f for f in facts.friends(s, member) if f is not member and facts.adjacent(s, member, f)]
        if not friends:
            return left
        choice: Choice = yield Decision(
            seats=(facts.master_of(s, member).seat,),
            prompt="ask.backstab",
            rule="AB-3",
            groups=(
                targets("backstab", "do.backstab", "AB-3", "piece", [f.id for f in friends], member.id),
                button("suffer", "do.suffer", "AB-3", member.id),
            ),
            params={"who": facts.name(member), "n": left},
            about=(member.id,),
        )
        if choice.group == "suffer":
            return left
        yield from wound(g, s.figure(choice.name()), 1, None, "AB-3")
        if s.outcome:
            return 0
    return 0


def inflict(g: Play, fig: Figure, status: str, rule: str) -> Generator[Any, Any, None]:
    """Put a status token on a figure unless it has it (ST-1), is immune, or is gone (ST-5)."""
    if status in fig.status or fig.at == OFF:
        return
    if facts.immune(g.state, fig, status):
        g.emit("ev.immune", "AB-3", who=facts.name(fig), what=status, depth=1)
        return
    fig.status.append(status)
    g.emit("ev.suffers", rule, {"type": "glow", "piece": fig.id, "n": 0}, who=facts.name(fig), what=status)
    yield from ()  # a generator like its neighbours: interruptions by cards may come here


def unwound(g: Play, fig: Figure, n: int, rule: str, symbol: str = "") -> int:
    """Remove up to `n` wounds; return how many. `symbol`: that of a die that pays for it, for who looks."""
    n = min(n, fig.wounds)
    if n > 0:
        fig.wounds -= n
        g.emit("ev.healed", rule, _heal(fig, n, symbol), who=facts.name(fig), n=n)
    return n


def cure(g: Play, fig: Figure, status: str, rule: str, symbol: str = "") -> None:
    """Remove a status token; `symbol` as of `unwound`."""
    fig.status.remove(status)
    if status == "Immobile":
        let_go(fig)
    g.emit("ev.cured", rule, _heal(fig, 0, symbol), who=facts.name(fig), what=status)


def let_go(fig: Figure) -> None:
    """Let a member that has lost its Immobile token move, in this activation as well (ST-2, ST-6)."""
    if isinstance(fig, Member) and HELD in fig.used:
        fig.used.remove(HELD)


def _heal(fig: Figure, n: int, symbol: str) -> dict[str, Any]:
    shown = {"type": "heal", "piece": fig.id, "n": n}
    return {**shown, "symbol": symbol} if symbol else shown


def status_ends(g: Play, fig: Figure) -> None:
    """End all status effects with the activation of a figure, if the house rule says so (ST-2)."""
    if g.state.options["status_ends"] == "activation":
        for status in list(fig.status):
            cure(g, fig, status, "ST-2")


def cure_immune(g: Play, fig: Figure) -> None:
    """Remove the tokens a figure has become immune to (AB-3 Immune, ST-2)."""
    for status in list(fig.status):
        if facts.immune(g.state, fig, status):
            cure(g, fig, status, "AB-3")


def cure_reached(g: Play) -> None:
    """Remove the tokens of figures that an aura has made immune (AB-3 Immune, AE-4)."""
    s: State = g.state
    everybody: list[Figure] = [*s.members.values(), *s.monsters.values()]
    auras = [e for fig in everybody for e in fig.lasting if "area" in e.effect]
    if any(e.effect.get("ability", "").startswith("Immune") for e in auras):
        for fig in everybody:
            if fig.status:
                cure_immune(g, fig)


def heal(
    g: Play, fig: Figure, amount: int, rule: str, chooser: str, *, wounds_only: bool = False
) -> Generator[Any, Any, int]:
    """Remove up to `amount` tokens, wounds and status in any mix (AB-5), as seat `chooser` likes."""
    removed = 0
    while removed < amount:
        kinds = ["wound"] if fig.wounds else []
        if not wounds_only:
            kinds += fig.status
        if not kinds:
            break
        kind = kinds[0]
        if len(kinds) > 1 and fig.wounds + len(fig.status) > amount - removed:
            if chooser:
                choice: Choice = yield Decision(
                    seats=(chooser,),
                    prompt="ask.heal",
                    rule=rule,
                    groups=(targets("heal", "do.heal", rule, "value", kinds, fig.id),),
                    params={"who": facts.name(fig), "n": amount - removed},
                    about=(fig.id,),
                )
                kind = choice.name()
            else:
                kind = "wound" if fig.wounds else kinds[0]
        if kind == "wound":
            unwound(g, fig, 1, rule)
        else:
            cure(g, fig, kind, rule)
        removed += 1
    return removed


def end_effects(s: State, source: str) -> None:
    """End what a figure that is gone has put on others: no upkeep of its own will come to do so (YD-2)."""
    everybody: list[Figure] = [*s.members.values(), *s.monsters.values()]
    for fig in everybody:
        if fig.lasting:
            fig.lasting = [entry for entry in fig.lasting if entry.source != source]


def gain_wrath(g: Play, hero: Member, n: int, rule: str = "WR-1") -> Generator[Any, Any, None]:
    """Give wrath tokens to a Hero; with an empty supply they come from another Hero (WR-3).

    From the one with most, or the one that the players name.
    """
    s: State = g.state
    for _ in range(n):
        if s.wrath_supply > 0:
            s.wrath_supply -= 1
            hero.wrath += 1
            g.emit(
                "ev.wrath",
                rule,
                {"type": "glow", "piece": hero.id, "n": 0},
                who=facts.name(hero),
                n=hero.wrath,
            )
            continue
        others = [m for m in s.members.values() if m.kind == "hero" and m is not hero and m.wrath]
        if not others:
            return
        giver = min(others, key=lambda m: (-m.wrath, m.acted_no))
        if len(others) > 1 and s.options["wrath_from"] == "players":
            choice: Choice = yield Decision(
                seats=tuple(m.seat for m in s.members.values() if m.kind == "hero"),
                prompt="ask.wrath_from",
                rule="WR-3",
                mode="any",
                groups=(targets("wrath", "do.wrath_from", "WR-3", "piece", [m.id for m in others], hero.id),),
                params={"who": facts.name(hero)},
                about=(hero.id,),
            )
            giver = s.members[choice.name()]
        giver.wrath -= 1
        hero.wrath += 1
        g.emit("ev.wrath_taken", "WR-3", who=facts.name(hero), what=facts.name(giver), n=hero.wrath)


def earner(s: State, by: Figure | None) -> Member | None:
    """Return the Hero that earns for what `by` does: in its activation only (WR-6), pets' masters (WR-7)."""
    if not isinstance(by, Member) or s.turn.side != "heroes":
        return None
    hero = facts.master_of(s, by)
    return hero if hero.id == s.turn.active and not hero.down else None


def destroy(
    g: Play, fig: Figure, by: Figure | None, *, backlash: bool = False, reward: bool = True
) -> Generator[Any, Any, None]:
    """Remove a destroyed figure and see to all that follows from it."""
    from webgame.systems.sde_arcade.rules import death, pets

    s: State = g.state
    if isinstance(fig, Member):
        if fig.kind == "hero":
            yield from death.hero_falls(g, fig)
        else:
            yield from pets.pet_falls(g, fig)
        return
    if not isinstance(fig, Monster):
        raise TypeError(f"{fig.id} is neither monster nor member")
    known = facts.abilities(s, fig)
    if "Forced Shift" in known:
        yield from _forced_shift(g, fig)
        return
    if not traits.LAST.isdisjoint(known):
        yield from traits.last_breath(g, fig, known)
        if s.outcome:
            return
    squares = facts.base(s, fig)
    g.emit("ev.destroyed", "HA-18", facts.gone(fig), who=facts.name(fig))
    _leave(s, fig)
    hero = earner(s, by) if reward else None
    yield from _consequences(g, fig, squares, hero, loot=reward and not backlash)
    if not s.outcome:
        yield from traits.remains(g, fig, known, squares, by)
        traits.settle(g)


def _leave(s: State, monster: Monster) -> None:
    """Take a monster off the map and off a Hero's card, back to where its kind comes from."""
    if monster.host:
        s.members[monster.host].invaders.remove(monster.id)
    monster.at = OFF
    del s.monsters[monster.id]
    end_effects(s, monster.id)
    kind = monster.kind
    if kind in ("elite", "minion"):
        form = first_form(monster.card)
        s.pool.monsters[form] = s.pool.monsters.get(form, 0) + 1
    elif kind == "creep":
        s.pool.creeps[monster.card] = s.pool.creeps.get(monster.card, 0) + 1
    elif kind == "boo_booty":
        s.pool.booties.append(monster.card)


def first_form(card: str) -> str:
    """Return the form in which a model is in the pool (SH-3)."""
    for other in box().monsters.values():
        if f"Shapeshift: {card}" in other.abilities and "Forced Shift" in other.abilities:
            return other.name
    return card


def _consequences(
    g: Play, monster: Monster, squares: int, hero: Member | None, loot: bool
) -> Generator[Any, Any, None]:
    from webgame.systems.sde_arcade.rules import explore

    s: State = g.state
    turn = s.turn
    kind = monster.kind
    if kind in ("elite", "minion"):
        if loot and turn.side == "heroes":  # PU-4
            turn.loot += 1
        if hero is not None:
            yield from gain_wrath(g, hero, int(s.options["wrath_kill"]))
    elif kind == "creep":
        if hero is not None:
            yield from gain_wrath(g, hero, int(s.options["wrath_creep"]))
    elif kind == "boo_booty":
        turn.treasure += 1
        if hero is not None:
            yield from gain_wrath(g, hero, int(s.options["wrath_kill"]))
    elif kind == "mini_boss":
        s.slain += 1
        turn.mini_bosses += 1
        turn.treasure += explore.mini_boss_treasure(g, monster.tile)
        turn.drops.append(["key", *bits(squares)])
        if hero is not None:
            yield from gain_wrath(g, hero, int(s.options["wrath_mini_boss"]))
    elif kind == "dungeon_boss":
        s.outcome, s.outcome_rule = "victory", "TS-8"
        g.emit("ev.victory", "TS-8", {"type": "banner", "tone": "heroes"}, who=facts.name(monster))
    elif kind == "spawning_point":
        (square,) = bits(squares)
        turn.fallen.append([square, monster.tile])
        turn.drops.append(["coin", square])
        if hero is not None:
            yield from gain_wrath(g, hero, int(s.options["wrath_spawning_point"]))
        yield from explore.point_destroyed(g, monster.tile)


def _forced_shift(g: Play, monster: Monster) -> Generator[Any, Any, None]:
    """Change form in place of being destroyed; wounds go, all else stays (SH-2, SH-3, SH-5)."""
    from webgame.systems.sde_arcade.rules import spawn

    s: State = g.state
    form = next(a.partition(": ")[2] for a in facts.card(monster).abilities if a.startswith("Shapeshift: "))
    was, square = monster.card, monster.at
    monster.card = form
    monster.wounds = 0
    monster.size = facts.card(monster).base[0]
    monster.at = OFF
    g.emit("ev.shifts", "SH-3", {"type": "glow", "piece": monster.id, "n": 0}, who=was, what=form)
    if not spawn.place_near(g, monster, square):
        g.emit("ev.destroyed", "SH-5", facts.gone(monster), who=form)
        _leave(s, monster)
    yield from ()


def end_action(g: Play) -> Generator[Any, Any, None]:
    """At the end of an action put down what its destroyed models leave: a coin, a key (PU-20, EX-10)."""
    s: State = g.state
    while s.turn.drops and not s.outcome:
        kind, *where = s.turn.drops[0]
        squares = tuple(int(w) for w in where)
        rule = "PU-20" if kind == "coin" else "EX-10"
        square = squares[0]
        if len(squares) > 1:
            seats = tuple(m.seat for m in s.members.values() if m.kind == "hero")
            choice: Choice = yield Decision(
                seats=seats,
                prompt=f"ask.place_{kind}",
                rule=rule,
                mode="any",
                groups=(targets(f"place_{kind}", f"do.place_{kind}", rule, "square", squares),),
            )
            square = choice.square()
        s.turn.drops.pop(0)
        token = put_token(s, str(kind), square)
        g.emit(f"ev.{kind}_left", rule, {"type": "appear", "piece": token.id, "n": 0})


def put_token(s: State, kind: str, square: int, owner: str = "") -> Token:
    """Put a token on the map."""
    token = Token(s.fresh_id("t"), kind, square, owner)
    s.tokens[token.id] = token
    return token
