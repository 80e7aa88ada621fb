"""Offense and defense rolls and checks, with rerolls and dropped dice (section 5 of the rulebook)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

import msgspec

from webgame.engine.decision import Choice, Decision, button, targets
from webgame.engine.game import Play
from webgame.systems.sde_arcade.cards import Dice, box
from webgame.systems.sde_arcade.rules import facts, parts, reactions
from webgame.systems.sde_arcade.rules.parts import Parts
from webgame.systems.sde_arcade.state import Figure, Member, Monster, State

# Keywords that allow to reroll one offense die against monsters of these types (AB-3).
GRUDGES: Final = {"Holy": ("Undead", "Demon", "Nether"), "Dragon Spite": ("Dragon", "Drake", "Kobold")}


class Roll(msgspec.Struct):
    """What a roll shows: stars in all, hearts, potions, and the dice as [colour, face] that still count.

    `parts`: what it is made of, for those who look.
    """

    stars: int = 0
    hearts: int = 0
    potions: int = 0
    dice: list[list[Any]] = []
    parts: Parts = []


Rolling = Generator[Any, Any, Roll]


def show(figure: Figure | None, roll: Roll, label: str) -> dict[str, Any]:
    """Return how a client shows a roll."""
    shown = {
        "type": "roll",
        "piece": figure.id if figure is not None else "",
        "dice": roll.dice,
        "total": roll.stars,
        "label": label,
    }
    return {**shown, "parts": roll.parts} if roll.parts else shown


def throw(g: Play, stream: str, dice: Dice) -> list[list[Any]]:
    """Roll dice and return [colour, face] for each."""
    rolled: list[list[Any]] = []
    for code in ("B", "R", "G"):
        faces = len(box().dice[code].faces)
        rolled += [[code, g.rng.draw(stream, faces)] for _ in range(getattr(dice, code))]
    return rolled


def stars_of(die: list[Any]) -> int:
    """Return the stars a die shows (DR-4)."""
    stars: int = box().dice[die[0]].faces[die[1]].get("stars", 0)
    return stars


def add_up(dice: list[list[Any]], fixed: int) -> Roll:
    """Return the sum of dice and fixed stars, never below 0 (DR-5, DR-8)."""
    roll = Roll(stars=fixed, dice=dice)
    for code, face in dice:
        shown = box().dice[code].faces[face]
        roll.stars += shown.get("stars", 0)
        roll.hearts += shown.get("hearts", 0)
        roll.potions += shown.get("potions", 0)
    roll.stars = max(0, roll.stars)
    return roll


def attribute(g: Play, member: Member, attr: str) -> Generator[Any, Any, Dice]:
    """Return the dice of an attribute; a Hero with a Silver Mirror may roll with those it shows (DR-7)."""
    own, *shown = facts.alternatives(g.state, member, attr)
    shown = [dice for dice in dict.fromkeys(shown) if dice != own]
    if not shown:
        return own
    choice: Choice = yield Decision(
        seats=(facts.master_of(g.state, member).seat,),
        prompt="ask.mirror",
        rule="DR-7",
        groups=(
            *(
                button(f"mirror.{n}", "do.mirror", "DR-7", member.id, dice=str(dice), tone="help")
                for n, dice in enumerate(shown)
            ),
            button("own", "do.mirror_own", "DR-7", member.id, dice=str(own)),
        ),
        params={"who": facts.name(member), "what": f"l.{attr}"},
        about=(member.id,),
    )
    return own if choice.group == "own" else shown[int(choice.group.partition(".")[2])]


def offense_dice(s: State, member: Member, dice: Dice) -> Dice:
    """Return the dice of an offense roll with what is added to every one: Fury, lasting effects."""
    if member.wounds and facts.has(s, member, "Fury"):
        dice += Dice(B=member.wounds)
    for effect in facts.lasting(s, member):
        if effect["op"] == "bonus" and effect["attr"] in ("offense", "next_roll"):
            dice += msgspec.convert(effect["dice"], Dice)
    return dice


def offense(
    g: Play,
    member: Member,
    dice: Dice,
    against: list[Figure],
    label: str,
    attr: str = "",
    also: parts.Given = (),
) -> Rolling:
    """Make an offense roll of a Hero or pet (DR-3, DR-10).

    `attr` names what is rolled and `also` what the action adds to it (in `dice` already), for who looks.
    """
    s: State = g.state
    dice = offense_dice(s, member, dice)
    dice += yield from claimed(g, member, "offense")
    rolled = throw(g, "dice.offense", dice)
    rerolls = _rerolls(s, member, "offense", against)
    rolled = yield from reroll(g, member, rolled, rerolls, "dice.offense", label)
    if facts.curse(s, "offense") in member.status:
        rolled = yield from drop_highest(g, member, rolled, "ST-6")
    if _gloomy(s, member):
        rolled = yield from drop_highest(g, member, rolled, "GA-15")
    place = facts.offense_bonus(s, member)
    roll = add_up(rolled, dice.stars + place)
    if attr and not g.quiet:
        roll.parts = parts.of_member(s, member, attr, dice, place, "offense", also)
    if roll.hearts and facts.has(s, member, "Bleed"):  # AB-3: a heart is a star as well
        roll.stars += roll.hearts
        if roll.parts:
            roll.parts.append(["Bleed", f"+{roll.hearts}★"])
    return roll


def dropped(s: State, member: Member) -> int:
    """Return how many dice an offense roll of a Hero or pet loses, each the highest left: Hex, Gloom Aura."""
    return (facts.curse(s, "offense") in member.status) + _gloomy(s, member)


def _gloomy(s: State, member: Member) -> bool:
    """Whether a Hero rolls in a Gloom Aura, without Ruby affinity (GA-15)."""
    if member.kind != "hero" or "Ruby" in getattr(facts.member_card(member), "affinity", ()):
        return False
    return bool(facts.point_zone(s, "Gloom Aura") & facts.base(s, member))


def claimed(g: Play, member: Member, roll: str) -> Generator[Any, Any, Dice]:
    """Return the dice that a player claims by a rule of the table: who cackles (EX-6)."""
    s: State = g.state
    found = Dice()
    for effect in facts.tile_effects(s, member, "table_rule"):
        bonus = effect.get("bonus")
        if bonus is None or bonus["roll"] != roll:
            continue
        choice: Choice = yield Decision(
            seats=(facts.master_of(s, member).seat,),
            prompt=f"ask.{effect['rule']}",
            rule="EX-6",
            groups=(
                button("claim", f"do.{effect['rule']}", "EX-6", member.id, tone="help"),
                button("no_claim", "do.no_claim", "EX-6", member.id, tone="end"),
            ),
            params={"who": facts.name(member)},
            about=(member.id,),
        )
        if choice.group == "claim":
            found += msgspec.convert(bonus["dice"], Dice)
            g.emit("ev.claimed", "EX-6", who=facts.name(member), what=f"do.{effect['rule']}")
    return found


def aimed_dice(s: State, member: Member, target: Figure) -> Dice:
    """Return the dice of an attack that count against one target only (AE-2): Virulent, Pile-On."""
    known = facts.abilities(s, member)
    extra = int("Virulent" in known and "Poison" in target.status)
    return Dice(B=extra + int("Pile-On" in known and "Knockdown" in target.status))


def aimed(g: Play, member: Member, target: Figure) -> list[list[Any]]:
    """Roll the dice that count against one target only."""
    dice = aimed_dice(g.state, member, target)
    return throw(g, "dice.offense", dice) if dice.B else []


def shield(s: State, member: Member, vs: str) -> tuple[str, ...]:
    """Return the attributes a member may answer a roll against `vs` with (HA-16); pets: ARM (PT-6)."""
    named = vs not in ("defense", "ARM") and vs in facts.member_card(member).attributes
    return (vs,) if named else facts.defense_attributes(s, member)


def defense(g: Play, figure: Figure, vs: str = "defense", feint: Figure | None = None) -> Rolling:
    """Make a defense roll; `vs` names an attribute, or `defense`/`ARM` for the one with the shield (HA-16).

    Monsters roll nothing: ARM stars whatever is named (DR-6). `feint` is an attacker that has the defender
    reroll a die (AB-3).
    """
    s: State = g.state
    if isinstance(figure, Monster):
        arm = facts.arm(s, figure)
        return Roll(stars=arm, parts=[] if g.quiet else parts.of_arm(s, figure))
    if not isinstance(figure, Member):
        raise TypeError(f"{figure.id} is neither monster nor member")
    choices = shield(s, figure, vs)
    attr = choices[0]
    if len(choices) > 1:
        seat = facts.master_of(s, figure).seat
        ask = Decision(
            seats=(seat,),
            prompt="ask.defense",
            rule="HA-16",
            groups=(targets("defend", "do.defend", "HA-16", "value", choices, figure.id),),
            params={"who": facts.name(figure)},
            about=(figure.id,),
        )
        choice: Choice = yield ask
        attr = choice.name()
    dice = yield from attribute(g, figure, attr)
    for effect in facts.lasting(s, figure):
        if effect["op"] == "bonus" and effect["attr"] in ("defense", "next_roll"):
            dice += msgspec.convert(effect["dice"], Dice)
    if s.kept:
        dice += yield from _kept_dice(g, figure)
    rolled = throw(g, "dice.defense", dice)
    done: set[int] = set()
    allowed = _rerolls(s, figure, "defense", [])
    own = allowed
    if feint is not None:
        die = yield from _feinted(g, figure, feint, rolled)
        if die is not None:
            done.add(die)
            if own and (yield from _cancels(g, figure, rolled, die)):
                own -= 1
            else:
                rolled = again(g, figure, rolled, die, "dice.defense", "l.defense")
    rolled = yield from reroll(g, figure, rolled, own, "dice.defense", "l.defense", done)
    if reactions.timed(s, "after_defense_roll"):  # PO-5
        yield from reactions.after_defense(g, figure, rolled)
        more = _rerolls(s, figure, "defense", []) - allowed
        rolled = yield from reroll(g, figure, rolled, more, "dice.defense", "l.defense", done)
    if facts.curse(s, "defense") in figure.status:
        rolled = yield from drop_highest(g, figure, rolled, "ST-6")
    end_next_roll(figure)
    place = facts.defense_bonus(s, figure)
    roll = add_up(rolled, dice.stars + place)
    if not g.quiet:
        roll.parts = parts.of_member(s, figure, attr, dice, place, "defense")
    return roll


def _kept_dice(g: Play, member: Member) -> Generator[Any, Any, Dice]:
    from webgame.systems.sde_arcade.rules import kept

    return (yield from kept.before_defense(g, member))


def check(g: Play, member: Member, attr: str, kind: str) -> Rolling:
    """Roll an attribute for `pick_lock`, `bandage` or `disarm`; hearts and potions pay nothing (DR-15)."""
    s: State = g.state
    dice = yield from attribute(g, member, attr)
    for effect in facts.lasting(s, member):
        if effect["op"] == "bonus" and effect["attr"] == "next_roll":
            dice += msgspec.convert(effect["dice"], Dice)
    rolled = throw(g, "dice.check", dice)
    thief = kind == "pick_lock" and facts.has(s, member, "Thief")  # AB-3
    rolled = yield from reroll(g, member, rolled, 1 if thief else 0, "dice.check", f"l.{kind}")
    end_next_roll(member)
    place = -len(facts.jinxes(s, member))
    roll = add_up(rolled, dice.stars + place)
    if not g.quiet:
        roll.parts = parts.of_member(s, member, attr, dice, place)
    return roll


def _rerolls(s: State, member: Member, roll: str, against: list[Figure]) -> int:
    """Return how many dice a member may reroll (DR-9)."""
    count = 0
    for effect in facts.lasting(s, member):
        if (
            effect["op"] == "reroll"
            and effect["roll"] == roll
            and effect.get("who", member.kind) == member.kind
        ):
            count += int(effect["dice"])
    if roll == "offense":
        for keyword, kinds in GRUDGES.items():
            if facts.has(s, member, keyword) and any(_is_of(target, kinds) for target in against):
                count += 1
    return count


def _is_of(target: Figure, kinds: tuple[str, ...]) -> bool:
    """Whether a target is a monster of one of several types."""
    return isinstance(target, Monster) and any(kind in facts.monster_card(target).type for kind in kinds)


def reroll(
    g: Play,
    member: Member,
    rolled: list[list[Any]],
    count: int,
    stream: str,
    label: str,
    done: set[int] | None = None,
) -> Generator[Any, Any, list[list[Any]]]:
    """Let the member's player reroll up to `count` dice, each die once (DR-9); `done` were rerolled."""
    done = set() if done is None else done
    while count > 0 and len(done) < len(rolled):
        open_dice = [f"{i}:{die[0]}:{die[1]}" for i, die in enumerate(rolled) if i not in done]
        seat = facts.master_of(g.state, member).seat
        choice: Choice = yield Decision(
            seats=(seat,),
            prompt="ask.reroll",
            rule="DR-9",
            groups=(
                targets("reroll", "do.reroll", "DR-9", "value", open_dice, member.id),
                button("keep", "do.keep_roll", "DR-9", member.id),
            ),
            params={"dice": rolled, "label": label, "n": sum(stars_of(d) for d in rolled)},
            about=(member.id,),
        )
        if choice.group == "keep":
            break
        index = int(choice.name().split(":")[0])
        done.add(index)
        rolled = again(g, member, rolled, index, stream, label)
        count -= 1
    return rolled


def again(
    g: Play, member: Member, rolled: list[list[Any]], index: int, stream: str, label: str
) -> list[list[Any]]:
    """Return a roll with one die rolled again; the new result stands (DR-9)."""
    code = rolled[index][0]
    face = g.rng.draw(stream, len(box().dice[code].faces))
    rolled = [*rolled[:index], [code, face], *rolled[index + 1 :]]
    stars = sum(map(stars_of, rolled))
    g.emit("ev.reroll", "DR-9", show(member, Roll(stars=stars, dice=rolled), label), who=facts.name(member))
    return rolled


def _feinted(
    g: Play, member: Member, attacker: Figure, rolled: list[list[Any]]
) -> Generator[Any, Any, int | None]:
    """Feint: return the die of the defense that is to be rolled again, if there is any (AB-3).

    The attacker chooses it, a monster the best one.
    """
    if not rolled:
        return None
    index = max(range(len(rolled)), key=lambda i: (stars_of(rolled[i]), -i))
    if isinstance(attacker, Member):
        faces = [f"{i}:{die[0]}:{die[1]}" for i, die in enumerate(rolled)]
        choice: Choice = yield Decision(
            seats=(facts.master_of(g.state, attacker).seat,),
            prompt="ask.feint",
            rule="AB-3",
            groups=(targets("reroll", "do.reroll", "AB-3", "value", faces, attacker.id),),
            params={"dice": rolled, "who": facts.name(attacker), "target": facts.name(member)},
            about=(attacker.id, member.id),
        )
        index = int(choice.name().split(":")[0])
    return index


def _cancels(g: Play, member: Member, rolled: list[list[Any]], index: int) -> Generator[Any, Any, bool]:
    """Let a member spend a reroll of its own on the die that the enemy rerolls: the two cancel (DR-9)."""
    choice: Choice = yield Decision(
        seats=(facts.master_of(g.state, member).seat,),
        prompt="ask.cancel_reroll",
        rule="DR-9",
        groups=(
            button("cancel", "do.cancel_reroll", "DR-9", member.id),
            button("let", "do.let_reroll", "DR-9", member.id),
        ),
        params={"dice": [rolled[index]], "who": facts.name(member), "n": stars_of(rolled[index])},
        about=(member.id,),
    )
    if choice.group == "let":
        return False
    g.emit("ev.rerolls_cancel", "DR-9", who=facts.name(member), n=stars_of(rolled[index]))
    return True


def drop_highest(
    g: Play, member: Member, rolled: list[list[Any]], rule: str
) -> Generator[Any, Any, list[list[Any]]]:
    """Discard the die with most stars (Hex, Bane); of different faces that tie the player chooses (ST-8)."""
    if not rolled:
        return rolled
    best = max(stars_of(die) for die in rolled)
    highest = [i for i, die in enumerate(rolled) if stars_of(die) == best]
    index = highest[0]
    if len({tuple(rolled[i]) for i in highest}) > 1:
        faces = [f"{i}:{rolled[i][0]}:{rolled[i][1]}" for i in highest]
        choice: Choice = yield Decision(
            seats=(facts.master_of(g.state, member).seat,),
            prompt="ask.drop_die",
            rule="ST-8",
            groups=(targets("drop", "do.drop_die", "ST-8", "value", faces, member.id),),
            params={"dice": rolled},
            about=(member.id,),
        )
        index = int(choice.name().split(":")[0])
    g.emit("ev.dropped_die", rule, who=facts.name(member), n=best)
    return rolled[:index] + rolled[index + 1 :]


def end_next_roll(figure: Figure) -> None:
    """End effects that were good for one roll."""
    if figure.lasting:
        figure.lasting = [entry for entry in figure.lasting if entry.until != "next_roll"]
